//! A course's Markdown becomes a static site: load, parse, link, render, write, each stage with a type of its own.
//!
//! [`Maker::make`] is the spine. A page cannot be rendered before it is linked, and whatever is wrong is listed all at
//! once. A [`Maker`] that lives on (as `serve` keeps it) parses and renders only what changed: parsed pages are known
//! by their text, rendered pages by everything that went into them. Read `parse.rs` next, then `link.rs`.

mod access;
mod access_svg;
mod again;
mod around;
mod blocks;
mod bytes;
mod calc;
mod catalogues;
mod chrome;
pub mod code;
pub mod codes;
mod concepts;
pub(crate) mod difference;
mod drawing;
mod finding;
mod forms;
mod graph;
mod hearing;
mod hidden;
pub mod highlight;
mod inline;
mod lab_texts;
mod labs;
pub mod link;
pub mod listing;
mod load;
mod map;
mod markdown;
mod measure;
mod named;
mod pages;
mod parse;
pub mod paths;
mod plot;
mod plot_svg;
pub mod policy;
mod print;
mod published;
mod raw;
mod reading;
mod render;
pub mod search;
mod tabs;
mod tags;
mod templates;
mod tracks;
mod unchanged;
mod updated;
mod way;
pub mod wide;
pub mod write;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lab::Lab;
use rayon::prelude::*;
use serde_json::Value;

use crate::config::Config;
use crate::course::{Course, Loader, PageId, Problem, disk};
use crate::store::LogEntry;
pub use bytes::Bytes;
use codes::ParsedCode;
use highlight::Highlighter;
use lab_texts::ParsedLab;
use link::{LinkedSite, Texts};
use parse::{Facts, ParsedPage};
pub use published::log_entry;
use render::{Look, RenderedPage};
use search::Search;
use templates::Templates;
pub use templates::built_in_file;
use updated::Updated;
pub use way::{next, steps};
use write::Wrote;

/// A site in memory.
#[derive(Clone, Debug)]
pub struct Made {
    /// The course it shows.
    pub course: Arc<Course>,
    /// Every file by its path below the site's root.
    pub files: BTreeMap<String, Bytes>,
    /// Pages that show progress, by address.
    pub live: HashMap<String, LivePage>,
    /// What is wrong but stops nothing.
    pub warnings: Vec<Problem>,
    /// Addresses of the pages that were rendered now.
    pub rendered: Vec<String>,
    /// What each page says which version it is, by address.
    pub hashes: HashMap<String, String>,
    /// Pages in all.
    pub pages: usize,
    /// What can be found, and the files of its index.
    pub search: Arc<Search>,
    /// The progress of someone who did nothing.
    no_progress: Arc<Value>,
    templates: Arc<Templates>,
}

/// A page that a server fills with progress on request.
#[derive(Clone, Debug)]
pub struct LivePage {
    template: &'static str,
    context: Arc<Value>,
}

impl Made {
    /// Renders a page that shows progress, with this progress.
    ///
    /// # Errors
    /// What is wrong with the template.
    pub fn render_live(&self, page: &LivePage, progress: &Value) -> Result<String, Problem> {
        let mut context = (*page.context).clone();
        context["progress"] = progress.clone();
        self.templates.render(page.template, &context)
    }

    /// The progress of someone who did nothing, for pages to start from.
    pub fn no_progress(&self) -> Value {
        (*self.no_progress).clone()
    }
}

/// What `build` did.
#[derive(Debug)]
pub struct Built {
    /// The folder.
    pub out: PathBuf,
    /// Pages in all.
    pub pages: usize,
    /// What was written.
    pub wrote: Wrote,
    /// What is wrong but stops nothing.
    pub warnings: Vec<Problem>,
    /// How long it took.
    pub took: Duration,
}

/// Makes a site again and again, doing only what changed.
pub struct Maker {
    config: Config,
    labs: &'static [&'static Lab],
    live: bool,
    highlighter: Arc<Highlighter>,
    codes: Vec<ParsedCode>,
    loader: Loader,
    parsed: HashMap<PathBuf, Arc<ParsedPage>>,
    rendered: HashMap<String, RenderedPage>,
    updated: Updated,
    last: Option<again::Last>,
}

/// Builds the site of a course into a folder.
///
/// # Errors
/// Everything that is wrong with the course, sorted by file and place.
pub fn build(config: &Config, out: &Path) -> Result<Built, Vec<Problem>> {
    let start = Instant::now();
    if let Some(record) = unchanged::found(config, out) {
        return Ok(Built {
            out: out.to_path_buf(),
            pages: record.pages,
            wrote: Wrote {
                files: record.files,
                ..Wrote::default()
            },
            warnings: record.warnings(),
            took: start.elapsed(),
        });
    }
    let before = unchanged::key(config, &[]);
    let mut maker = Maker::new(config.clone(), config.labs.all(), false);
    let (linked, warnings) = maker.linked()?;
    let pages = linked.map.stops.len();
    let listed = linked.pages.iter().flat_map(|page| page.parsed.files());
    let listed = listed.map(PathBuf::from).collect();
    let wrote = maker.write(linked, out)?;
    let outcome = unchanged::Outcome {
        listed,
        pages,
        files: wrote.files,
        warnings: &warnings,
    };
    unchanged::keep(config, out, &before, outcome);
    Ok(Built {
        out: out.to_path_buf(),
        pages,
        wrote,
        warnings,
        took: start.elapsed(),
    })
}

impl Maker {
    /// A maker for this course; `live` when a server stands behind the pages.
    pub fn new(config: Config, labs: &'static [&'static Lab], live: bool) -> Maker {
        let highlighter = Arc::new(Highlighter::cached_in(&config.cache()));
        let codes = codes::parsed(&highlighter);
        let config = Config {
            drafts: live || config.drafts,
            ..config
        };
        Maker {
            config,
            labs,
            live,
            highlighter,
            codes,
            loader: Loader::default(),
            parsed: HashMap::new(),
            rendered: HashMap::new(),
            updated: Updated::default(),
            last: None,
        }
    }

    /// Makes the site.
    ///
    /// # Errors
    /// Everything that is wrong, warnings included, sorted by file and place.
    pub fn make(&mut self) -> Result<Made, Vec<Problem>> {
        // What was made last is no longer what the next change is to.
        self.last = None;
        let (linked, warnings) = self.linked()?;
        let linked = Arc::new(linked);
        let look = self.look(&linked)?;
        let rendered = render::render(&linked, &look, &self.rendered)?;
        let mut files = self.others(&linked, &look)?;
        for page in &rendered {
            files.insert(page.file.clone(), page.html.clone());
        }
        let search = search_of(&linked);
        if !self.live {
            // A server makes them when they are asked for.
            files.extend(search.files().clone());
        }
        self.highlighter.keep();
        self.rendered = rendered
            .iter()
            .map(|page| (page.url.clone(), page.clone()))
            .collect();
        let made = Made {
            search: Arc::new(search),
            ..made(&linked, rendered, files, warnings, look.templates.clone())
        };
        if self.live {
            self.last = Some(again::Last::of(linked, look, &made));
        }
        Ok(made)
    }

    /// Renders a site straight into its folder, so that it is never held whole; pages that are there as they would be made
    /// stay.
    fn write(&mut self, linked: LinkedSite, out: &Path) -> Result<Wrote, Vec<Problem>> {
        let failed = |(path, error): write::NotWritten| {
            Problem::error(path, format!("cannot be written: {error}"))
        };
        let one = |problem: Problem| vec![problem];
        let look = self.look(&linked)?;
        let others = self.others(&linked, &look)?;
        let folder = write::Folder::open(out).map_err(failed).map_err(one)?;
        let put = |file: &str, bytes: &[u8]| folder.put(file, bytes).map_err(failed);
        let known = unchanged::Pages::read(&self.config, out);
        let written = render::each(&linked, &look, |stop, sketch, make| {
            let file = stop.file();
            if known.holds(out, &file, &sketch) {
                folder.leave(&file);
            } else {
                put(&file, make()?.html.as_ref())?;
            }
            Ok((file, sketch))
        })
        .map_err(one)?;
        unchanged::Pages::keep(&self.config, out, written);
        let documents = finding::documents(&linked);
        // The texts of pages are written; what finds them is all that is still needed.
        drop(linked);
        self.parsed.clear();
        let search = Search::over(documents);
        let files = others.par_iter().chain(search.files());
        files
            .try_for_each(|(file, bytes)| put(file, bytes.as_ref()))
            .map_err(one)?;
        self.highlighter.keep();
        folder.finish().map_err(failed).map_err(one)
    }

    /// When each page was changed last, where the course shows it.
    fn dates(&mut self, linked: &LinkedSite) -> updated::Dates {
        if linked.course.last_updated {
            self.updated.dates(&self.config.root).clone()
        } else {
            updated::Dates::new()
        }
    }

    /// What is published of the log; a server shows the store's own.
    fn log(&self, linked: &LinkedSite) -> Result<Vec<LogEntry>, Problem> {
        match self.live {
            true => Ok(Vec::new()),
            false => published::entries(&self.config, &linked.course),
        }
    }

    fn look(&mut self, linked: &LinkedSite) -> Result<Look, Vec<Problem>> {
        Ok(Look {
            templates: Arc::new(Templates::load(&self.config)?),
            dates: Arc::new(self.dates(linked)),
            log: Arc::new(self.log(linked).map_err(|problem| vec![problem])?),
            highlighter: self.highlighter.clone(),
            live: self.live,
        })
    }

    /// Loads, parses and links: a site that can be rendered, and what is wrong but stops nothing.
    fn linked(&mut self) -> Result<(LinkedSite, Vec<Problem>), Vec<Problem>> {
        let source = load::load(&self.config, self.labs, &mut self.loader);
        if !self.live {
            // Who builds once need not hold what only the next time would use.
            self.loader = Loader::default();
        }
        let (parsed, texts, mut problems) = self.parse(&source.course, self.labs);
        problems.extend(source.problems);
        problems.extend(codes::problems(&self.codes));
        let texts = Texts {
            pages: parsed,
            labs: texts,
            codes: &self.codes,
        };
        match link::link(&self.config, source.course, self.labs, texts) {
            Ok(linked) if !problems.iter().any(Problem::is_error) => Ok((linked, sorted(problems))),
            Ok(_) => Err(sorted(problems)),
            Err(broken) => {
                problems.extend(broken);
                Err(sorted(problems))
            }
        }
    }

    fn parse(
        &mut self,
        course: &Course,
        labs: &[&'static Lab],
    ) -> (Vec<Arc<ParsedPage>>, Vec<ParsedLab>, Vec<Problem>) {
        let facts = Facts::of(course);
        let known = &self.parsed;
        let all: Vec<Arc<ParsedPage>> = course
            .pages
            .par_iter()
            .enumerate()
            .map(|(at, page)| {
                let tasks = facts.tasks_of(PageId(at));
                let hash = parse::hash_of(page, tasks, &facts);
                match known.get(&page.path).filter(|old| old.hash == hash) {
                    Some(parsed) => parsed.clone(),
                    None => Arc::new(parse::parse(page, tasks, &facts)),
                }
            })
            .collect();
        let texts: Vec<ParsedLab> = labs.iter().map(|lab| ParsedLab::of(lab, &facts)).collect();
        let mut problems: Vec<Problem> = all
            .iter()
            .flat_map(|parsed| parsed.problems.clone())
            .collect();
        problems.extend(texts.iter().flat_map(ParsedLab::problems));
        let parsed = all.clone();
        self.parsed = course
            .pages
            .iter()
            .map(|page| page.path.clone())
            .zip(all)
            .collect();
        (parsed, texts, problems)
    }

    /// The page that says what is wrong, for when no site could ever be made.
    pub fn broken_page(&self, root: &str, url: &str, problems: &[Problem]) -> String {
        let context = serde_json::json!({
            "root": if root.is_empty() { "./" } else { root },
            "url": url,
            "problems": Problem::list(problems),
        });
        let own = Templates::load(&self.config)
            .and_then(|own| own.render("broken.html", &context).map_err(|p| vec![p]));
        own.or_else(|_| Templates::built_in().render("broken.html", &context))
            .unwrap_or_else(|problem| problem.to_string())
    }

    /// Everything that lies in the site's folder besides pages and the search.
    fn others(
        &self,
        site: &LinkedSite,
        look: &Look,
    ) -> Result<BTreeMap<String, Bytes>, Vec<Problem>> {
        let mut files: BTreeMap<String, Bytes> = templates::static_files(&self.config)?
            .into_iter()
            .map(|(name, bytes)| (format!("static/{name}"), Bytes::Raw(bytes.into())))
            .collect();
        let mut problems = Vec::new();
        for (address, path) in &*site.files {
            match disk::bytes(&self.config.root, path) {
                Ok(bytes) => drop(files.insert(address.clone(), Bytes::Raw(bytes.into()))),
                Err(unread) => problems.push(unread.problem(path)),
            }
        }
        let outline = serde_json::to_vec(&pages::outline(site)).unwrap_or_default();
        files.insert("outline.json".to_owned(), Bytes::Raw(outline.into()));
        let questions = serde_json::to_vec(&pages::questions(site)).unwrap_or_default();
        files.insert("questions.json".to_owned(), Bytes::Raw(questions.into()));
        for (address, text) in around::files(site).into_iter().chain(forms::files(site)) {
            files.insert(address, Bytes::Text(text.into()));
        }
        if look.publishes_log(site) {
            let feed = published::feed(site, &look.log);
            files.insert(published::FEED.to_owned(), Bytes::Text(feed.into()));
        }
        if problems.is_empty() {
            Ok(files)
        } else {
            Err(problems)
        }
    }
}

/// What is wrong with the text of each page on its own: formulas, fences, HTML that is never closed.
pub fn faults_of_pages(course: &Course) -> Vec<Problem> {
    let facts = Facts::of(course);
    let pages = course.pages.par_iter().enumerate();
    let faults = pages.flat_map_iter(|(at, page)| {
        let parsed = parse::parse(page, facts.tasks_of(PageId(at)), &facts);
        parsed.problems
    });
    faults.collect()
}

/// A search that reads its site when it is first asked.
fn search_of(site: &Arc<LinkedSite>) -> Search {
    let site = site.clone();
    Search::asked_later(move || finding::documents(&site))
}

/// What a page that shows progress is rendered from.
fn live_of(page: &RenderedPage) -> Option<LivePage> {
    (!page.context.is_null()).then(|| LivePage {
        template: page.template,
        context: page.context.clone(),
    })
}

fn made(
    site: &LinkedSite,
    rendered: Vec<RenderedPage>,
    files: BTreeMap<String, Bytes>,
    warnings: Vec<Problem>,
    templates: Arc<Templates>,
) -> Made {
    let live = rendered
        .iter()
        .filter_map(|page| Some((page.url.clone(), live_of(page)?)))
        .collect();
    Made {
        course: site.course.clone(),
        no_progress: Arc::new(pages::nothing_done(site)),
        files,
        live,
        hashes: rendered
            .iter()
            .map(|page| (page.url.clone(), render::short(&page.hash)))
            .collect(),
        warnings,
        pages: rendered.len(),
        search: Arc::default(),
        rendered: rendered
            .into_iter()
            .filter(|page| page.fresh)
            .map(|page| page.url)
            .collect(),
        templates,
    }
}

fn sorted(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    problems.dedup();
    problems
}
