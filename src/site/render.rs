//! A linked site becomes pages: each gets its context, its text is filled in (`fill.rs`), its template makes the bytes.
//!
//! A page is a function of its context: the same context and templates give the same page, so a page whose context
//! has the key of last time is not rendered again. What a page shows besides its text is in `pages.rs`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::prelude::*;
use serde_json::{Value, json};
use sorted::SortedMap;

use super::Bytes;
use super::bytes::Deferred;
use super::cache::Cache;
use super::catalogues::{self, Mentions};
use super::chrome;
use super::files;
use super::highlight::Highlighter;
use super::lab_facts::LabFacts;
use super::link::LinkedSite;
use super::map::{Shows, Stop};
use super::pages;
use super::pipeline::{Input, Stop as Stopped};
use super::policy::POLICY;
use super::relink::Linked;
use super::sink::{NotTaken, Sink};
use super::templates::Templates;
use super::updated::Dates;
use crate::course::keyed::{Key, Keyed};
use crate::course::walk;
use crate::course::{Course, Item, PageId, Problem};
use crate::store::LogEntry;

/// What rendering is told besides the site.
#[derive(Clone, Debug)]
pub struct Look {
    /// The templates.
    pub templates: Arc<Templates>,
    /// Colours code.
    pub highlighter: Arc<Highlighter>,
    /// What labs say of themselves.
    pub lab_facts: Arc<LabFacts>,
    /// When pages last changed, where the course shows it.
    pub dates: Arc<Dates>,
    /// What is published of the log; a server shows the store's own.
    pub log: Arc<Vec<LogEntry>>,
    /// Whether a server stands behind the pages.
    pub live: bool,
    /// What judges kernels in the page: its path below the site's root, where it was made.
    pub module: Option<Arc<str>>,
    /// What runs whole programs in the page, likewise.
    pub programs: Option<Arc<str>>,
}

impl Look {
    fn of<P>(input: &Input, site: &LinkedSite, cache: &mut Cache<P>) -> Result<Look, Vec<Problem>> {
        let templates = Arc::new(Templates::load(&input.config, &site.course.interface)?);
        let dates = match site.course.last_updated {
            true => cache.updated.dates(&input.config.root).clone(),
            false => Dates::new(),
        };
        let log = match site.course.publish_log {
            true => input.log.clone().map_err(|problem| vec![problem])?,
            false => Vec::new(),
        };
        Ok(Look {
            templates,
            highlighter: cache.highlighter.clone(),
            lab_facts: cache.lab_facts.clone(),
            dates: Arc::new(dates),
            log: Arc::new(log),
            live: input.live,
            module: input.module.as_ref().map(|module| module.file().into()),
            programs: input.programs.as_ref().map(|module| module.file().into()),
        })
    }

    /// Whether pages can run the programs of their listings.
    pub(super) fn runs(&self) -> bool {
        self.live || self.programs.is_some()
    }

    /// Whether the site has a feed of the log.
    pub fn publishes_log(&self, site: &LinkedSite) -> bool {
        site.course.publish_log && !self.live
    }
}

/// One page of the output.
#[derive(Clone, Debug)]
pub struct RenderedPage {
    /// Its address.
    pub url: String,
    /// Its file.
    pub file: String,
    /// Its bytes.
    pub html: Bytes,
    /// What a page that shows progress is rendered from again, on request; null of others.
    pub context: Arc<Value>,
    /// Its template.
    pub template: &'static str,
    /// Of its context and templates: its version.
    pub hash: Key,
    /// Whether it was rendered now, not taken over.
    pub fresh: bool,
}

/// A site whose pages the sink has, and what is to be written besides.
pub struct Rendered<P> {
    /// The site.
    pub linked: Linked,
    /// What it was rendered with.
    pub look: Look,
    /// Every other file but the search's; none where only the pages that show what was edited were rendered.
    pub files: Option<SortedMap<String, Bytes>>,
    /// What the sink holds of each page, with the page's address and key.
    pub pages: Vec<(String, Key, P)>,
}

/// Renders the pages that are due into a sink.
///
/// # Errors
/// What is wrong with the templates, or why the sink cannot take the site.
pub(super) fn render<S: Sink>(
    input: &Input,
    linked: Linked,
    cache: &mut Cache<S::Page>,
    sink: &mut S,
) -> Result<Rendered<S::Page>, Stopped> {
    let edited = linked.edited.is_some();
    let (look, files) = match (&cache.previous, edited) {
        (Some(previous), true) => (previous.look.clone(), None),
        _ => {
            let look = Look::of(input, &linked.site, cache)?;
            let files = files::of(input, &linked.site, &look)?;
            (look, Some(files))
        }
    };
    sink.open()?;
    let pages = pages_into(&*sink, &linked, &look, &cache.pages);
    let rendered = Rendered {
        pages: pages.map_err(|problems| match edited {
            true => Stopped::Wider,
            false => Stopped::Broken(problems),
        })?,
        linked,
        look,
        files,
    };
    cache.keep_rendered(&rendered, input.live);
    Ok(rendered)
}

/// Pages, each with its address and key.
type KeyedPages<P> = Vec<(String, Key, P)>;

fn pages_into<S: Sink>(
    sink: &S,
    linked: &Linked,
    look: &Look,
    known: &Keyed<String, S::Page>,
) -> Result<KeyedPages<S::Page>, Vec<Problem>> {
    let site = &linked.site;
    let whole = Whole::of(site, look);
    let sketching = whole.sketch();
    // Of pages that are rendered on request one is tried at once, so that a template which is broken is told.
    let mut deferred = linked.stops.iter().filter(|at| whole.defers(**at));
    let tried = deferred.next();
    let page = |&at: &usize| {
        let url = &site.map.stops[at].url;
        let page = DuePage {
            key: key_of(&sketching, &context(&sketching, at), at),
            whole: &whole,
            site,
            at,
            is_tried: tried == Some(&at),
        };
        match sink.page(&page, known.last(url)) {
            Ok(held) => Ok(Ok((url.clone(), page.key, held))),
            Err(NotTaken::Unrendered(problem)) => Ok(Err(problem)),
            Err(NotTaken::Unwritten(problem)) => Err(vec![problem]),
        }
    };
    let all: Result<Vec<Result<_, Problem>>, _> = linked.stops.par_iter().map(page).collect();
    let (mut pages, mut problems) = (Vec::with_capacity(linked.stops.len()), Vec::new());
    for page in all? {
        match page {
            Ok(page) => pages.push(page),
            Err(problem) if !problems.contains(&problem) => problems.push(problem),
            Err(_) => {}
        }
    }
    match problems.is_empty() {
        true => Ok(pages),
        false => Err(problems),
    }
}

/// A page that is to be up to date: which it is, the key of all that it shows, and how it is rendered.
///
/// The key is made from the page's context with digests in the place of long texts, so a page that is as it was costs little.
pub struct DuePage<'a> {
    /// Changes with everything that the page shows.
    pub key: Key,
    whole: &'a Whole<'a>,
    site: &'a Arc<LinkedSite>,
    at: usize,
    is_tried: bool,
}

impl DuePage<'_> {
    /// Its place on the site.
    pub fn stop(&self) -> &Stop {
        &self.site.map.stops[self.at]
    }

    /// The page as it was, when its key is the same.
    pub fn again(&self, before: &RenderedPage) -> RenderedPage {
        match self.whole.defers(self.at) {
            true => self.deferred(Some(before)),
            false => RenderedPage {
                fresh: false,
                ..before.clone()
            },
        }
    }

    /// The page, rendered; or the one of before, when it turns out to show the same.
    ///
    /// # Errors
    /// What is wrong with its template.
    pub fn render(&self, before: Option<&RenderedPage>) -> Result<RenderedPage, Problem> {
        if !self.whole.defers(self.at) {
            return self.rendered(before);
        }
        if self.is_tried {
            self.rendered(before)?;
        }
        Ok(self.deferred(None))
    }

    fn rendered(&self, before: Option<&RenderedPage>) -> Result<RenderedPage, Problem> {
        let (whole, stop) = (self.whole, self.stop());
        let mut context = context(whole, self.at);
        let hash = key_of(whole, &context, self.at);
        if let Some(old) = before.filter(|old| old.hash == hash) {
            return Ok(RenderedPage {
                fresh: false,
                ..old.clone()
            });
        }
        context["hash"] = Value::from(hash.short());
        let (html, context) = match pages::shows_progress(stop.shows) {
            true => (filled(whole, self.at, context.clone())?, context),
            false => (filled(whole, self.at, context)?, Value::Null),
        };
        Ok(RenderedPage {
            url: stop.url.clone(),
            file: stop.file(),
            html: Bytes::Text(html.into()),
            context: Arc::new(context),
            template: template(stop.shows),
            hash,
            fresh: true,
        })
    }

    /// A page that is rendered when someone asks for it, of the site as it is now; its key is its version.
    fn deferred(&self, known: Option<&RenderedPage>) -> RenderedPage {
        let (at, key, stop) = (self.at, self.key, self.stop());
        let made = known.and_then(|old| old.html.ready());
        let (site, look) = (self.site.clone(), self.whole.look.clone());
        let make = move || {
            let whole = Whole::of(&site, &look);
            let mut context = context(&whole, at);
            context["hash"] = Value::from(key.short());
            filled(&whole, at, context).unwrap_or_else(|problem| problem.to_string())
        };
        RenderedPage {
            url: stop.url.clone(),
            file: stop.file(),
            html: made.map_or_else(
                || Bytes::Deferred(Arc::new(Deferred::new(make))),
                Bytes::Text,
            ),
            context: Arc::new(Value::Null),
            template: template(stop.shows),
            hash: key,
            fresh: known.is_none(),
        }
    }
}

/// The site and what all its pages share.
#[derive(Clone)]
pub(super) struct Whole<'a> {
    pub site: &'a LinkedSite,
    pub look: &'a Look,
    known: Arc<Known<'a>>,
    /// Whether contexts are made with digests in the place of long texts.
    pub sketching: bool,
}

/// A part and a module, as places in the course.
type Home = (Option<usize>, Option<usize>);

/// What can be said of the whole site, found out when it is first asked for: who renders one page pays for little.
#[derive(Default)]
struct Known<'a> {
    items: OnceLock<HashMap<&'a str, &'a Item>>,
    progress: OnceLock<(Value, String)>,
    mentions: OnceLock<Mentions>,
    asked_by: OnceLock<HashMap<&'a str, Vec<PageId>>>,
    /// For every part and module, what its pages show of it in their navigation, as a digest.
    homes: Mutex<HashMap<Home, String>>,
    /// A digest of the facts kept once, which any page may show.
    facts: OnceLock<String>,
}

impl<'a> Whole<'a> {
    pub fn of(site: &'a LinkedSite, look: &'a Look) -> Whole<'a> {
        Whole {
            site,
            look,
            known: Arc::default(),
            sketching: false,
        }
    }

    /// The same for sketches: long texts are not written, their digests are.
    fn sketch(&self) -> Whole<'a> {
        Whole {
            sketching: true,
            ..self.clone()
        }
    }

    /// Whether a page waits for someone who asks for it: a server's long ones for paper do.
    fn defers(&self, at: usize) -> bool {
        self.look.live && self.site.map.stops[at].shows == Shows::Print
    }

    /// The item of an id.
    pub fn item(&self, id: &str) -> Option<&'a Item> {
        let items = self.known.items.get_or_init(|| {
            let items = self.site.course.items();
            items.iter().map(|l| (l.item.id.as_str(), l.item)).collect()
        });
        items.get(id).copied()
    }

    /// How much there is to do, and nothing done; and its digest.
    pub fn progress(&self) -> &(Value, String) {
        self.known.progress.get_or_init(|| {
            let progress = pages::nothing_done(self.site);
            let digest = digest(&[&progress.to_string()]);
            (progress, digest)
        })
    }

    /// Which pages name which row of a catalogue.
    pub fn mentions(&self) -> &Mentions {
        let mentions = || catalogues::mentions(self.site);
        self.known.mentions.get_or_init(mentions)
    }

    /// The pages that ask for an id to be done first.
    pub fn asked_by(&self, id: &str) -> &[PageId] {
        let asked = self
            .known
            .asked_by
            .get_or_init(|| asked_by(&self.site.course));
        asked.get(id).map_or(&[], Vec::as_slice)
    }

    fn nav(&self, stop: &Stop) -> Value {
        if !self.sketching {
            return chrome::nav(self.site, stop);
        }
        let facts = self.known.facts.get_or_init(|| {
            let catalog = format!("{:?}", self.site.course.catalog);
            digest(&[&catalog])
        });
        let home = (stop.part, stop.module);
        let mut homes = self
            .known
            .homes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let home = homes.entry(home).or_insert_with(|| {
            // Of two pages of a module only the mark of the page itself differs, which a stop's address says.
            let mut nowhere = stop.clone();
            nowhere.url = "\0".to_owned();
            nowhere.shows = Shows::Extra;
            digest(&[&chrome::nav(self.site, &nowhere).to_string()])
        });
        json!([home, facts])
    }
}

/// A short hash of texts.
pub(super) fn digest(texts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(text.as_bytes()).update(&[0]);
    }
    Key::from(&hasher).short()
}

fn asked_by(course: &Course) -> HashMap<&str, Vec<PageId>> {
    let mut found: HashMap<&str, Vec<PageId>> = HashMap::new();
    for (at, page) in course.pages.iter().enumerate() {
        for id in &page.front.requires {
            found.entry(id).or_default().push(PageId(at));
        }
    }
    found
}

/// The page of a context, as it is when nothing was done yet.
fn filled(whole: &Whole<'_>, at: usize, mut context: Value) -> Result<String, Problem> {
    let shows = whole.site.map.stops[at].shows;
    if pages::shows_progress(shows) {
        context["progress"] = whole.progress().0.clone();
    }
    whole.look.templates.render(template(shows), &context)
}

/// The key of a context and the templates.
fn key_of(whole: &Whole<'_>, context: &Value, at: usize) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(whole.look.templates.hash.as_bytes());
    hasher.update(template(whole.site.map.stops[at].shows).as_bytes());
    let _ = serde_json::to_writer(&mut hasher, context);
    Key::from(&hasher)
}

fn template(shows: Shows) -> &'static str {
    match shows {
        Shows::Course => "course.html",
        Shows::Part => "part.html",
        Shows::Module => "module.html",
        Shows::Lesson(_) => "lesson.html",
        Shows::Lab(_) => "lab.html",
        Shows::Tier(_) => "tier.html",
        Shows::Task(..) => "task.html",
        Shows::Template => "template.html",
        Shows::Templates => "templates.html",
        Shows::Extra => "page.html",
        Shows::Labs => "labs.html",
        Shows::Playground => "playground.html",
        Shows::Codes => "codes.html",
        Shows::Code(_) => "code.html",
        Shows::Catalogue(_) => "catalogue.html",
        Shows::Tags => "tags.html",
        Shows::Tag(_) => "tag.html",
        Shows::Tracks => "tracks.html",
        Shows::Track(_) => "track.html",
        Shows::Day(..) => "day.html",
        Shows::Print => "print.html",
        Shows::Dashboard => "dashboard.html",
        Shows::Log => "log.html",
        Shows::NotFound => "404.html",
    }
}

/// The way from a page to the site's root.
pub fn root_of(url: &str) -> String {
    match url.matches('/').count() {
        0 => "./".to_owned(),
        depth => "../".repeat(depth),
    }
}

/// The path of what judges kernels, on the pages that have some judged.
fn module<'w>(whole: &'w Whole<'_>, stop: &Stop) -> Option<&'w str> {
    let judges = match stop.shows {
        Shows::Lab(at) => whole.site.labs[at].language == lab::Language::Cuda,
        shows => shows == Shows::Playground,
    };
    whole.look.module.as_deref().filter(|_| judges)
}

/// The path of what runs whole programs, on the pages that have one.
fn programs<'w>(whole: &'w Whole<'_>, stop: &Stop) -> Option<&'w str> {
    let page = stop.page.and_then(|page| whole.site.pages.get(page.0));
    let tried = page.is_some_and(|page| page.listings.iter().any(|l| l.tried.is_some()));
    let runs = tried || matches!(stop.shows, Shows::Playground | Shows::Print);
    whole.look.programs.as_deref().filter(|_| runs)
}

fn context(whole: &Whole<'_>, at: usize) -> Value {
    let site = whole.site;
    let stop = &site.map.stops[at];
    // A page for addresses that do not exist is shown at any depth, so only an absolute way home works.
    let root = match stop.shows {
        Shows::NotFound if whole.look.live => "/".to_owned(),
        Shows::NotFound => site.course.base().to_owned(),
        _ => root_of(&stop.url),
    };
    let page = pages::of(whole, stop, &root);
    json!({
        "site": chrome::of_site(site),
        "live": whole.look.live,
        // A server says it of every answer, and more.
        "policy": if whole.look.live { "" } else { POLICY },
        "module": module(whole, stop),
        "programs": programs(whole, stop),
        "root": root,
        "url": stop.url,
        "title": stop.title,
        "label": stop.label,
        "kind": template(stop.shows).trim_end_matches(".html"),
        "description": chrome::description(whole, stop),
        "nav": whole.nav(stop),
        "set_up": site.map.at(walk::SET_UP).map(|stop| stop.url.as_str()),
        "gathered": chrome::gathered(site, stop),
        "crumbs": chrome::crumbs(site, stop),
        "previous": chrome::neighbour(site, at, false),
        "next": chrome::neighbour(site, at, true),
        "toc": chrome::toc(site, stop),
        "source": chrome::source(whole, stop),
        "progress": if pages::shows_progress(stop.shows) { Value::from(whole.progress().1.as_str()) } else { Value::Null },
        "page": page,
    })
}
