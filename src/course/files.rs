//! The files of a course: which there are, in reading order, each read and outlined.
//!
//! `course.yaml` says which parts and modules; inside a module the file's name says what a page is (`index.md`,
//! `lesson-*`, `tutorial-*`, `tier-*`) and where it comes. A Markdown file that nothing leads to is a warning.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::disk;
use super::front::{self, Places, Yaml};
use super::grammar::{self, Node};
use super::keyed::{Key, Keyed};
use super::lines::{self, Lines};
use super::names;
use super::outline::Outline;
use super::page::{Front, Heading, PageKind, slug};
use super::plan::Plan;
use super::problem::Problem;
use super::template;
use super::words::clean;

/// A page as read, before it is built into the course.
#[derive(Debug)]
pub(crate) struct Source {
    /// Relative to the course's root.
    pub path: PathBuf,
    pub kind: PageKind,
    pub front: Front,
    /// Where the front matter's values stand.
    pub places: Places,
    pub text: String,
    /// Where each line of the text starts.
    pub starts: Vec<usize>,
    pub body: usize,
    pub outline: Outline,
    pub nodes: Vec<Node>,
    pub url: String,
    /// The number in the file's name (`tier-5.md`), when there is one.
    pub file_number: Option<u32>,
    /// Which part and module of the plan it belongs to.
    pub part: Option<usize>,
    pub module: Option<usize>,
}

impl Source {
    /// A problem at a byte of the file.
    pub fn problem(&self, at: usize, message: impl Into<String>) -> Problem {
        self.problem_at(self.lines().place(at), message)
    }

    /// A problem at a line and column of the file.
    pub fn problem_at(&self, (line, column): (u32, u32), message: impl Into<String>) -> Problem {
        Problem::error(&self.path, message)
            .at(line, column)
            .line_of(&self.lines())
    }

    /// The lines of the file.
    pub fn lines(&self) -> Lines<'_> {
        Lines::of(&self.text, &self.starts)
    }

    /// Where element `n` of a front matter key stands.
    pub fn place(&self, key: &str, n: usize) -> (u32, u32) {
        let places = self.places.get(key);
        places
            .and_then(|p| p.get(n).or(p.first()))
            .copied()
            .unwrap_or((1, 1))
    }

    /// The page's headings with their anchors; two explicit ids alike are a problem.
    pub fn headings(&self, problems: &mut Vec<Problem>) -> Vec<Heading> {
        let lines = self.lines();
        let mut taken = Anchors::default();
        for heading in &self.outline.headings {
            if let Some(id) = &heading.id
                && !taken.names.insert(id.clone())
            {
                problems.push(self.problem(
                    heading.range.start,
                    format!("a second anchor `{id}` on this page"),
                ));
            }
        }
        let mut headings = Vec::with_capacity(self.outline.headings.len());
        for heading in &self.outline.headings {
            // Icons are left out, unless they are all that there is.
            let text = match clean(&heading.text) {
                words if words.is_empty() => heading.text.clone(),
                words => words,
            };
            let anchor = heading
                .id
                .clone()
                .unwrap_or_else(|| taken.free(&slug(&text)));
            let line = lines.line(heading.range.start);
            headings.push(Heading {
                level: heading.level,
                text,
                slug: anchor,
                line,
                range: heading.range.clone(),
            });
        }
        headings
    }
}

/// The anchors of a page.
#[derive(Default)]
struct Anchors {
    names: HashSet<String>,
    /// For each anchor asked for twice, the number that was tried last.
    tried: HashMap<String, usize>,
}

impl Anchors {
    /// The anchor, or the first of `anchor-1`, `anchor-2`, … that is free.
    fn free(&mut self, anchor: &str) -> String {
        let base = if anchor.is_empty() { "section" } else { anchor };
        let mut name = base.to_owned();
        if !self.names.insert(name.clone()) {
            let tried = self.tried.entry(base.to_owned()).or_default();
            while !self.names.insert(name.clone()) {
                *tried += 1;
                name = format!("{base}-{tried}");
            }
        }
        name
    }
}

/// A page that the plan leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    path: PathBuf,
    /// What its name says it is.
    kind: Option<PageKind>,
    /// Its own address for an index, else its folder's.
    url: String,
    of: (Option<usize>, Option<usize>),
}

impl Wanted {
    /// The key of a page that is read from these bytes.
    fn key(&self, bytes: &[u8]) -> Key {
        let mut hasher = blake3::Hasher::new();
        hasher.update(bytes);
        hasher.update(format!("{self:?}").as_bytes());
        Key::from(&hasher)
    }
}

/// A page as it was read: made from its bytes and what is wanted of it.
#[derive(Debug)]
pub(crate) struct ReadPage {
    wanted: Wanted,
    source: Arc<Source>,
    problems: Vec<Problem>,
}

/// Pages as they were read, by path.
pub(crate) type ReadPages = Keyed<PathBuf, Arc<ReadPage>>;

struct Finder<'a> {
    root: &'a Path,
    wanted: Vec<Wanted>,
    problems: &'a mut Vec<Problem>,
}

/// Reads every page that the plan leads to, in reading order; what is known with the same key is not taken apart again.
pub(crate) fn find(
    root: &Path,
    plan: &Plan,
    known: &mut ReadPages,
    problems: &mut Vec<Problem>,
) -> Vec<Arc<Source>> {
    let mut finder = Finder {
        root,
        wanted: Vec::new(),
        problems,
    };
    finder.walk(plan);
    finder.templates();
    finder.strays();
    let wanted = finder.wanted.into_par_iter();
    let read: Vec<Result<(Key, Arc<ReadPage>), Problem>> =
        wanted.map(|wanted| read(root, wanted, known)).collect();
    let mut sources = Vec::with_capacity(read.len());
    *known = Keyed::default();
    for page in read {
        match page {
            Ok((key, page)) => {
                problems.extend(page.problems.iter().cloned());
                sources.push(page.source.clone());
                known.insert(page.wanted.path.clone(), key, page);
            }
            Err(problem) => problems.push(problem),
        }
    }
    sources
}

/// Reads a page that is known: the page as it was, and as it is now. None when it had or has problems of its own.
pub(crate) fn reread(
    root: &Path,
    known: &mut ReadPages,
    path: &Path,
) -> Option<(Arc<Source>, Arc<Source>)> {
    let (_, old) = known.last(path)?;
    let (key, new) = read(root, old.wanted.clone(), known).ok()?;
    if !(old.problems.is_empty() && new.problems.is_empty()) {
        return None;
    }
    let pages = (old.source.clone(), new.source.clone());
    known.insert(path.to_path_buf(), key, new);
    Some(pages)
}

/// Takes drafts out, a module's other pages with its index; gives the ids below which items may be missing now.
pub(crate) fn hold_back(sources: &mut Vec<Arc<Source>>) -> Vec<String> {
    let whole: Vec<(Option<usize>, Option<usize>)> = sources
        .iter()
        .filter(|source| source.front.draft && source.kind == PageKind::Module)
        .map(|source| (source.part, source.module))
        .collect();
    let is_draft =
        |source: &Source| source.front.draft || whole.contains(&(source.part, source.module));
    let mut ids: Vec<String> = Vec::new();
    for draft in sources.iter().filter(|source| is_draft(source)) {
        let module = sources.iter().find(|source| {
            source.kind == PageKind::Module
                && (source.part, source.module) == (draft.part, draft.module)
        });
        ids.push(draft.front.id.clone());
        ids.extend(module.map(|module| module.front.id.clone()));
    }
    sources.retain(|source| !source.front.draft && !whole.contains(&(source.part, source.module)));
    ids
}

impl Finder<'_> {
    fn walk(&mut self, plan: &Plan) {
        let finder = self;
        let content = PathBuf::from("content");
        finder.optional(
            content.join("index.md"),
            PageKind::Course,
            String::new(),
            (None, None),
        );
        finder.extras(&content, "", (None, None));
        for (part_number, part) in plan
            .parts
            .iter()
            .enumerate()
            .filter(|(_, p)| !p.dir.is_empty())
        {
            let dir = content.join(&part.dir);
            let url = format!("{}/", part.dir);
            finder.optional(
                dir.join("index.md"),
                PageKind::Part,
                url.clone(),
                (Some(part_number), None),
            );
            finder.extras(&dir, &url, (Some(part_number), None));
            for (number, module) in part
                .modules
                .iter()
                .enumerate()
                .filter(|(_, m)| !m.dir.is_empty())
            {
                let of = (Some(part_number), Some(number));
                if !finder.module(&dir.join(&module.dir), &format!("{url}{}/", module.dir), of) {
                    let message = format!("no module in `content/{}/{}`", part.dir, module.dir);
                    let help = "write its `index.md`, or leave it out of the list";
                    finder
                        .problems
                        .push(plan.problem(module.place, message).help(help));
                }
            }
        }
    }

    fn templates(&mut self) {
        let mut names = names(&self.root.join(template::FOLDER));
        names.retain(|name| name.ends_with(".md"));
        names.sort();
        for name in names {
            let path = Path::new(template::FOLDER).join(name);
            let kind = Some(PageKind::Template);
            self.want(path, kind, "templates/".to_owned(), (None, None));
        }
    }

    /// Pages of the course's own, or a part's: how to begin, what comes after.
    fn extras(&mut self, dir: &Path, url: &str, of: (Option<usize>, Option<usize>)) {
        let mut names = names(&self.root.join(dir));
        names.retain(|name| name.ends_with(".md") && name != "index.md");
        names.sort();
        for name in names {
            self.want(dir.join(name), Some(PageKind::Extra), url.to_owned(), of);
        }
    }

    fn optional(
        &mut self,
        path: PathBuf,
        kind: PageKind,
        url: String,
        of: (Option<usize>, Option<usize>),
    ) {
        if self.root.join(&path).is_file() {
            self.want(path, Some(kind), url, of);
        }
    }

    fn module(&mut self, dir: &Path, url: &str, of: (Option<usize>, Option<usize>)) -> bool {
        let index = dir.join("index.md");
        if !self.root.join(&index).is_file() {
            return false;
        }
        self.want(index, Some(PageKind::Module), url.to_owned(), of);
        let mut names = names(&self.root.join(dir));
        names.retain(|name| name.ends_with(".md") && name != "index.md");
        names.sort_by_key(|name| {
            let rank = kind_of(name).map_or(9, rank);
            (rank, before_number(name), number_in(name), name.clone())
        });
        for name in names {
            self.want(dir.join(&name), kind_of(&name), url.to_owned(), of);
        }
        true
    }

    fn want(
        &mut self,
        path: PathBuf,
        kind: Option<PageKind>,
        url: String,
        of: (Option<usize>, Option<usize>),
    ) {
        self.wanted.push(Wanted {
            path,
            kind,
            url,
            of,
        });
    }

    /// Markdown that nothing leads to.
    fn strays(&mut self) {
        let content = self.root.join("content");
        let is_apart = |entry: &walkdir::DirEntry| {
            let apart = ["data", "templates"].map(OsStr::new);
            (entry.depth() == 1 && apart.contains(&entry.file_name()))
                || disk::is_hidden(entry.file_name())
        };
        let seen: HashSet<&Path> = self.wanted.iter().map(|w| w.path.as_path()).collect();
        let walk = walkdir::WalkDir::new(&content)
            .sort_by_file_name()
            .into_iter();
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in walk.filter_entry(|e| !is_apart(e)).filter_map(Result::ok) {
            let path = entry.path();
            let Ok(relative) = path.strip_prefix(self.root) else {
                continue;
            };
            if path.extension().is_some_and(|e| e == "md") && !seen.contains(relative) {
                let message = "no part of the course: nothing in `course.yaml` leads to it";
                self.problems
                    .push(Problem::error(relative, message).warning());
            }
            paths.push(relative.to_path_buf());
        }
        let forms = self.wanted.iter().map(|wanted| wanted.path.as_path());
        let forms = forms.filter(|path| path.starts_with(template::FOLDER));
        let all = paths.iter().map(PathBuf::as_path).chain(forms);
        self.problems.extend(names::problems(all));
    }
}

/// Reads one page, or takes it over.
fn read(root: &Path, wanted: Wanted, known: &ReadPages) -> Result<(Key, Arc<ReadPage>), Problem> {
    let path = &wanted.path;
    let bytes = disk::bytes(root, path).map_err(|unread| unread.problem(path))?;
    let key = wanted.key(&bytes);
    if let Some(page) = known.get(path, key) {
        return Ok((key, page.clone()));
    }
    let text = disk::text_of(bytes).map_err(|unread| unread.problem(path))?;
    let mut problems = Vec::new();
    let source = Arc::new(source(&wanted, text, &mut problems));
    let page = ReadPage {
        wanted,
        source,
        problems,
    };
    Ok((key, Arc::new(page)))
}

/// A page's text, taken apart.
fn source(wanted: &Wanted, text: String, problems: &mut Vec<Problem>) -> Source {
    let (path, kind) = (&wanted.path, wanted.kind);
    let (front, stated, places, body) = match front::split(path, &text) {
        Ok(split) => {
            let mut yaml = Yaml::new(path, &text, 1, problems);
            let (front, stated, places) = front::front(&mut yaml, split.yaml);
            (front, stated, places, split.body)
        }
        Err(problem) => {
            problems.push(problem);
            (Front::default(), None, Places::new(), 0)
        }
    };
    let outline = Outline::read(&text, body);
    let nodes = grammar::nodes(&outline, text.len());
    let name = path
        .file_stem()
        .map(|s| s.to_string_lossy().into_owned())
        .unwrap_or_default();
    let folder = &wanted.url;
    let url = match (kind, front.slug.as_str()) {
        (Some(PageKind::Course | PageKind::Part | PageKind::Module), _) => folder.clone(),
        (_, "") => format!("{folder}{}/", slug(&name)),
        (_, given) => format!("{folder}{}/", slug(given)),
    };
    let source = Source {
        kind: kind.or(stated).unwrap_or(PageKind::Extra),
        front,
        places,
        body,
        outline,
        nodes,
        url,
        file_number: number_in(&name),
        part: wanted.of.0,
        module: wanted.of.1,
        path: path.clone(),
        starts: lines::starts(&text),
        text,
    };
    let last = source.url.trim_end_matches('/').rsplit('/').next();
    if let Some(fault) = last.and_then(names::fault)
        && !source.front.slug.is_empty()
    {
        let place = source.place("slug", 0);
        problems.push(
            source
                .problem_at(place, fault)
                .warning()
                .help("give the page another `slug`"),
        );
    }
    if let (Some(by_name), Some(stated)) = (kind, stated)
        && by_name != stated
    {
        let message = format!(
            "`kind: {}` on a page whose name says {}",
            stated.name(),
            by_name.name()
        );
        problems.push(source.problem_at(source.place("kind", 0), message));
    }
    source
}

/// The names in a folder, those apart that editors and systems hide.
fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    entries
        .filter(|entry| !disk::is_hidden(&entry.file_name()))
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect()
}

fn kind_of(name: &str) -> Option<PageKind> {
    let kinds = [
        ("lesson", PageKind::Lesson),
        ("tutorial", PageKind::Tutorial),
        ("tier", PageKind::Tier),
    ];
    kinds
        .iter()
        .find(|(word, _)| name.strip_prefix(word).is_some_and(|r| r.starts_with('-')))
        .map(|(_, kind)| *kind)
}

fn rank(kind: PageKind) -> u8 {
    match kind {
        PageKind::Lesson => 0,
        PageKind::Tutorial => 1,
        PageKind::Tier => 2,
        _ => 3,
    }
}

/// The first number in a file's name.
/// What a file's name says before its number: pages of one such name follow one another.
fn before_number(name: &str) -> String {
    let end = name.find(|c: char| c.is_ascii_digit());
    name[..end.unwrap_or(name.len())].to_owned()
}

fn number_in(name: &str) -> Option<u32> {
    let start = name.find(|c: char| c.is_ascii_digit())?;
    let digits = &name[start..];
    digits[..digits
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(digits.len())]
        .parse()
        .ok()
}
