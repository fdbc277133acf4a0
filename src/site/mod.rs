//! A course's Markdown becomes a static site: load, parse, link, render, write, each stage with a type of its own.
//!
//! [`Maker::make`] is the spine. A page cannot be rendered before it is linked, and whatever is wrong is listed all at
//! once. A [`Maker`] that lives on (as `serve` keeps it) parses and renders only what changed: parsed pages are known
//! by their text, rendered pages by everything that went into them. Read `parse.rs` next, then `link.rs`.

mod blocks;
mod calc;
mod catalogues;
mod chrome;
pub mod code;
pub mod codes;
mod difference;
mod finding;
mod hearing;
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
mod print;
mod render;
pub mod search;
mod tabs;
mod tags;
mod templates;
mod tracks;
mod updated;
pub mod write;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lab::Lab;
use rayon::prelude::*;
use serde_json::Value;

use crate::config::Config;
use crate::course::{Course, Page, PageId, Problem};
use codes::ParsedCode;
use highlight::Highlighter;
use lab_texts::ParsedLab;
use link::{LinkedSite, Texts};
use parse::{Facts, ParsedPage};
use render::{Look, RenderedPage};
use search::Search;
use templates::Templates;
pub use templates::built_in_file;
use updated::Updated;
use write::Wrote;

/// A site in memory.
#[derive(Debug)]
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
    pub search: Search,
    templates: Arc<Templates>,
}

/// The bytes of a file, shared between what is made now and what was made before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// A page.
    Text(Arc<str>),
    /// Any other file.
    Raw(Arc<[u8]>),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Text(text) => text.as_bytes(),
            Bytes::Raw(bytes) => bytes,
        }
    }
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
        self.live
            .get("dashboard/")
            .map_or(Value::Null, |page| page.context["progress"].clone())
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
    highlighter: Highlighter,
    codes: Vec<ParsedCode>,
    parsed: HashMap<PathBuf, (blake3::Hash, Arc<ParsedPage>)>,
    rendered: HashMap<String, RenderedPage>,
    updated: Updated,
}

/// Builds the site of a course into a folder.
///
/// # Errors
/// Everything that is wrong with the course, sorted by file and place.
pub fn build(config: &Config, out: &Path) -> Result<Built, Vec<Problem>> {
    let start = Instant::now();
    let mut maker = Maker::new(config.clone(), crate::labs::ALL, false);
    let made = maker.make()?;
    let wrote = write::write(out, &made.files).map_err(|(path, error)| {
        vec![Problem::error(path, format!("cannot be written: {error}"))]
    })?;
    Ok(Built {
        out: out.to_path_buf(),
        pages: made.pages,
        wrote,
        warnings: made.warnings,
        took: start.elapsed(),
    })
}

impl Maker {
    /// A maker for this course; `live` when a server stands behind the pages.
    pub fn new(config: Config, labs: &'static [&'static Lab], live: bool) -> Maker {
        let highlighter = Highlighter::cached_in(&config.cache());
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
            parsed: HashMap::new(),
            rendered: HashMap::new(),
            updated: Updated::default(),
        }
    }

    /// Makes the site.
    ///
    /// # Errors
    /// Everything that is wrong, warnings included, sorted by file and place.
    pub fn make(&mut self) -> Result<Made, Vec<Problem>> {
        let source = load::load(&self.config, self.labs);
        let labs = named(self.labs, &source.course);
        let (parsed, texts, mut problems) = self.parse(&source.course, &labs);
        problems.extend(source.problems);
        problems.extend(codes::problems(&self.codes));
        let texts = Texts {
            pages: parsed,
            labs: texts,
            codes: &self.codes,
        };
        let linked = match link::link(&self.config, source.course, &labs, texts) {
            Ok(linked) if !problems.iter().any(Problem::is_error) => linked,
            Ok(_) => return Err(sorted(problems)),
            Err(broken) => {
                problems.extend(broken);
                return Err(sorted(problems));
            }
        };
        let templates = Arc::new(Templates::load(&self.config)?);
        let dates = if linked.course.last_updated {
            self.updated.dates(&self.config.root).clone()
        } else {
            updated::Dates::new()
        };
        let look = Look {
            templates: &templates,
            dates: &dates,
            highlighter: &self.highlighter,
            live: self.live,
        };
        let rendered = render::render(&linked, look, &self.rendered)?;
        let search = Search::over(finding::documents(&linked));
        let mut files = self.files(&linked, &rendered)?;
        if !self.live {
            // A server makes them when they are asked for.
            files.extend(search.files().clone());
        }
        self.highlighter.keep();
        self.rendered = rendered
            .iter()
            .map(|page| (page.url.clone(), page.clone()))
            .collect();
        Ok(Made {
            search,
            ..made(linked, rendered, files, sorted(problems), templates)
        })
    }

    fn parse(
        &mut self,
        course: &Course,
        labs: &[&'static Lab],
    ) -> (Vec<Arc<ParsedPage>>, Vec<ParsedLab>, Vec<Problem>) {
        let facts = Facts::of(course);
        let (known, highlighter) = (&self.parsed, &self.highlighter);
        let all: Vec<(blake3::Hash, Arc<ParsedPage>)> = course
            .pages
            .par_iter()
            .enumerate()
            .map(|(at, page)| {
                let tasks = facts.tasks_of(PageId(at));
                let hash = hash_of(page, tasks);
                match known.get(&page.path).filter(|(old, _)| *old == hash) {
                    Some((_, parsed)) => (hash, parsed.clone()),
                    None => (
                        hash,
                        Arc::new(parse::parse(page, tasks, &facts, highlighter)),
                    ),
                }
            })
            .collect();
        let texts: Vec<ParsedLab> = labs
            .iter()
            .map(|lab| ParsedLab::of(lab, &facts, highlighter))
            .collect();
        let mut problems: Vec<Problem> = all
            .iter()
            .flat_map(|(_, parsed)| parsed.problems.clone())
            .collect();
        problems.extend(texts.iter().flat_map(ParsedLab::problems));
        let parsed = all.iter().map(|(_, parsed)| parsed.clone()).collect();
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
            "problems": crate::cmd::build::list(problems),
        });
        let own = Templates::load(&self.config)
            .and_then(|own| own.render("broken.html", &context).map_err(|p| vec![p]));
        own.or_else(|_| Templates::built_in().render("broken.html", &context))
            .unwrap_or_else(|problem| problem.to_string())
    }

    /// Everything that lies in the site's folder.
    fn files(
        &self,
        site: &LinkedSite,
        rendered: &[RenderedPage],
    ) -> Result<BTreeMap<String, Bytes>, Vec<Problem>> {
        let mut files: BTreeMap<String, Bytes> = templates::static_files(&self.config)?
            .into_iter()
            .map(|(name, bytes)| (format!("static/{name}"), Bytes::Raw(bytes.into())))
            .collect();
        let mut problems = Vec::new();
        for (address, path) in &site.files {
            match std::fs::read(self.config.root.join(path)) {
                Ok(bytes) => drop(files.insert(address.clone(), Bytes::Raw(bytes.into()))),
                Err(error) => {
                    problems.push(Problem::error(path, format!("cannot be read: {error}")))
                }
            }
        }
        let outline = serde_json::to_vec(&pages::outline(site)).unwrap_or_default();
        files.insert("outline.json".to_owned(), Bytes::Raw(outline.into()));
        let questions = serde_json::to_vec(&pages::questions(site)).unwrap_or_default();
        files.insert("questions.json".to_owned(), Bytes::Raw(questions.into()));
        for page in rendered {
            files.insert(page.file.clone(), Bytes::Text(page.html.clone()));
        }
        if problems.is_empty() {
            Ok(files)
        } else {
            Err(problems)
        }
    }
}

fn made(
    site: LinkedSite,
    rendered: Vec<RenderedPage>,
    files: BTreeMap<String, Bytes>,
    warnings: Vec<Problem>,
    templates: Arc<Templates>,
) -> Made {
    let live = rendered
        .iter()
        .filter(|page| !page.context["progress"].is_null())
        .map(|page| {
            let live = LivePage {
                template: page.template,
                context: page.context.clone(),
            };
            (page.url.clone(), live)
        })
        .collect();
    Made {
        course: Arc::new(site.course),
        files,
        live,
        hashes: rendered
            .iter()
            .map(|page| (page.url.clone(), render::short(&page.hash)))
            .collect(),
        warnings,
        pages: rendered.len(),
        search: Search::default(),
        rendered: rendered
            .into_iter()
            .filter(|page| page.fresh)
            .map(|page| page.url)
            .collect(),
        templates,
    }
}

/// The labs that the course names; the others are not part of it.
fn named(labs: &[&'static Lab], course: &Course) -> Vec<&'static Lab> {
    let modules = course.modules().flat_map(|(_, module)| &module.labs);
    let pages = course.pages.iter().flat_map(|page| &page.front.labs);
    let names: HashSet<&String> = modules.chain(pages).collect();
    labs.iter()
        .filter(|lab| names.iter().any(|name| *name == lab.id))
        .copied()
        .collect()
}

/// Changes when anything does that parsing a page depends on.
fn hash_of(page: &Page, tasks: &[std::ops::Range<usize>]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(page.source.as_bytes());
    hasher.update(
        format!(
            "{:?}{:?}{:?}{tasks:?}",
            page.kind, page.items, page.headings
        )
        .as_bytes(),
    );
    hasher.finalize()
}

fn sorted(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort();
    problems.dedup();
    problems
}
