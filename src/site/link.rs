//! Everything a page points at is found, or every failure is listed at once with its place and the nearest right name.
//!
//! In go parsed pages, out comes a [`LinkedSite`] in which each link has an address, each listing its lines and each
//! image its file. Only a linked site can be rendered.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lab::{Lab, Language};
use sorted::SortedMap;

use super::codes::{LinkedCode, LinkedPart, ParsedCode, ParsedPart, code_url};
use super::drawing::Drawn;
use super::lab_texts::{LabTexts, ParsedLab, ParsedText, PartTexts, without_code};
use super::listing::{self, Broken, Listing};
use super::map::{Inside, SiteMap, lab_url, lay};
use super::measure;
use super::named::{self, Found, What};
use super::parse::{ParsedPage, Written, problem_at};
use super::paths::{decoded, normal, relative_path, slashes};
use super::tried;
use super::worked::{Work, Worked};
use crate::config::Config;
use crate::course::disk::{self, Unread};
use crate::course::keyed::Key;
use crate::course::{Course, Heading, Page, PageId, Problem, nearest};

/// The most of a page's links that are told to lead nowhere.
const MOST: usize = 100;

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Out of the site, as written.
    Outside(String),
    /// To a page of the site.
    Inside(Inside),
    /// To a file that is copied into the site.
    File(String),
}

/// A page and all it points at.
#[derive(Debug)]
pub struct LinkedPage {
    /// Its text with holes.
    pub parsed: Arc<ParsedPage>,
    /// What goes into the holes of links, in order.
    pub targets: Vec<Target>,
    /// What goes into the holes of listings, in order.
    pub listings: Vec<Listing>,
    /// What goes into the holes of what is named from elsewhere, in order.
    pub named: Vec<Found>,
    /// Width and height of images in pixels, by the index of their link.
    pub sizes: HashMap<usize, (u32, u32)>,
    /// Drawings that are part of the page, by the index of their link.
    pub drawings: HashMap<usize, Drawn>,
}

/// A site in which nothing points nowhere. A copy shares all it holds.
#[derive(Clone)]
pub struct LinkedSite {
    /// The course.
    pub course: Arc<Course>,
    /// The labs, in course order.
    pub labs: Vec<&'static Lab>,
    /// Where everything is.
    pub map: Arc<SiteMap>,
    /// One for each page of the course, in its order.
    pub pages: Vec<Arc<LinkedPage>>,
    /// The texts of each lab, in the order of `labs`.
    pub lab_texts: Arc<Vec<LabTexts>>,
    /// The texts of the codes, in their order.
    pub codes: Arc<Vec<LinkedCode>>,
    /// Files of the content to copy: from the path below the root, to the address.
    pub files: Arc<SortedMap<String, PathBuf>>,
    /// Programs that readers can run under their listings, as they are published, by their paths below the root.
    pub programs: Arc<SortedMap<String, Arc<str>>>,
    /// What its pages show that takes work to find out.
    pub worked: Arc<Worked>,
}

impl LinkedSite {
    /// Whether a learner writes kernels here: only then a page says a word of them, or loads a script that does.
    pub fn has_kernels(&self) -> bool {
        self.labs.iter().any(|lab| lab.language == Language::Cuda)
    }
}

/// Everything that is written, parsed.
#[derive(Debug)]
pub struct Texts<'a> {
    /// One for each page of the course, in its order.
    pub pages: Vec<Arc<ParsedPage>>,
    /// One for each lab.
    pub labs: Vec<ParsedLab>,
    /// One for each code.
    pub codes: &'a [ParsedCode],
    /// Whether something would run what a reader writes: a module in the page, or a server behind it.
    pub plays: bool,
    /// What the pages of the last site showed.
    pub worked: &'a Worked,
}

/// Resolves every page.
///
/// # Errors
/// Everything that points nowhere. What comes along in `problems` is not looked at here.
pub fn link(
    config: &Config,
    course: Arc<Course>,
    labs: &[&'static Lab],
    texts: Texts<'_>,
) -> Result<LinkedSite, Vec<Problem>> {
    let (map, mut problems) = lay(&course, labs, texts.plays);
    let mut linker = Linker::of(config, &course, labs, &map, texts.worked);
    let mut pages = Vec::with_capacity(texts.pages.len());
    for (page, parsed) in course.pages.iter().zip(texts.pages) {
        pages.push(Arc::new(linker.page(page, parsed, &mut problems)));
    }
    let lab_texts = texts
        .labs
        .into_iter()
        .map(|lab| linker.lab_texts(lab, &mut problems))
        .collect();
    let codes = texts
        .codes
        .iter()
        .map(|code| linker.code_texts(code, &mut problems))
        .collect();
    linker.labs(&mut problems);
    problems.extend(super::around::problems(&course, &map));
    let (files, programs, worked) = (linker.files, linker.programs, linker.work.done());
    if !problems.is_empty() {
        return Err(problems);
    }
    Ok(LinkedSite {
        course,
        labs: labs.to_vec(),
        map: Arc::new(map),
        pages,
        lab_texts: Arc::new(lab_texts),
        codes: Arc::new(codes),
        files: Arc::new(files),
        programs: Arc::new(programs),
        worked: Arc::new(worked),
    })
}

/// Resolves one page of a site with a new text; none when it points nowhere, or at a file that the site has not.
pub fn relink(
    config: &Config,
    site: &LinkedSite,
    page: &Page,
    parsed: Arc<ParsedPage>,
) -> Option<LinkedPage> {
    let mut linker = Linker::of(config, &site.course, &site.labs, &site.map, &site.worked);
    let mut problems = Vec::new();
    let linked = linker.page(page, parsed, &mut problems);
    let known = linker
        .files
        .keys()
        .all(|file| site.files.contains_key(file));
    let mut programs = linker.programs.iter();
    let known = known && programs.all(|(path, text)| site.programs.get(path) == Some(text));
    (problems.is_empty() && known).then_some(linked)
}

struct Linker<'a> {
    config: &'a Config,
    course: &'a Course,
    labs: &'a [&'static Lab],
    by_path: HashMap<&'a Path, PageId>,
    map: &'a SiteMap,
    files: SortedMap<String, PathBuf>,
    programs: SortedMap<String, Arc<str>>,
    /// For each page whose headings were asked for, where they are by their anchors.
    anchors: RefCell<HashMap<PathBuf, HashMap<String, usize>>>,
    /// Files that listings are cut from, read once.
    sources: HashMap<String, Result<Arc<str>, Unread>>,
    work: Work<'a>,
    /// Of the course's catalogue, whose figures plots may name.
    catalog: OnceCell<Key>,
}

/// The text of a lab's known mistake, by its place in the course.
fn known_mistake(labs: &[&'static Lab], path: &str) -> Option<&'static str> {
    let (id, name) = path.strip_prefix("labs/")?.split_once("/wrong/")?;
    let lab = labs.iter().find(|lab| lab.id == id)?;
    let known = lab.wrong.iter().find(|(file, _)| *file == name);
    known.map(|(_, text)| *text)
}

/// The page of a code or of a finding's name.
fn code_target(code: &str) -> Result<Target, Broken> {
    match simt::explain::find(code) {
        Some(entry) => Ok(Target::Inside(Inside {
            url: code_url(entry.code),
            anchor: None,
        })),
        None => Err((
            format!("no code `{code}`"),
            simt::explain::near(code).map(|near| format!("did you mean `code:{near}`?")),
        )),
    }
}

impl<'a> Linker<'a> {
    fn of(
        config: &'a Config,
        course: &'a Course,
        labs: &'a [&'static Lab],
        map: &'a SiteMap,
        worked: &'a Worked,
    ) -> Linker<'a> {
        let pages = course.pages.iter().enumerate();
        Linker {
            config,
            course,
            labs,
            by_path: pages
                .map(|(at, page)| (page.path.as_path(), PageId(at)))
                .collect(),
            map,
            files: SortedMap::new(),
            programs: SortedMap::new(),
            anchors: RefCell::default(),
            sources: HashMap::new(),
            work: Work::after(worked),
            catalog: OnceCell::new(),
        }
    }
}

impl Linker<'_> {
    fn page(
        &mut self,
        page: &Page,
        parsed: Arc<ParsedPage>,
        problems: &mut Vec<Problem>,
    ) -> LinkedPage {
        let mut targets = Vec::with_capacity(parsed.links.len());
        let mut sizes = HashMap::new();
        let mut drawings = HashMap::new();
        let before = problems.len();
        for (at, written) in parsed.links.iter().enumerate() {
            if problems.len() - before >= MOST {
                let more = "the links from here on were not looked at";
                problems.push(problem_at(page, written.range.start, more));
                break;
            }
            if let Some(anchor) = written.to.strip_prefix('#')
                && parsed.ids.iter().any(|id| id == anchor)
            {
                let (url, anchor) = (page.url.clone(), Some(anchor.to_owned()));
                targets.push(Target::Inside(Inside { url, anchor }));
                continue;
            }
            match self.target(page, written) {
                Ok(target) => {
                    if let (true, Target::File(address)) = (written.image, &target)
                        && let Some(path) = self.files.get(address)
                    {
                        if written.is_drawing() {
                            match Drawn::load(&self.config.root, path, &mut self.work) {
                                Ok(drawn) => drop(drawings.insert(at, drawn)),
                                Err(wrong) => problems.extend(wrong),
                            }
                        } else if let Some(size) = measure::file(&self.config.root.join(path)) {
                            sizes.insert(at, size);
                        }
                    }
                    targets.push(target);
                }
                Err((message, help)) => {
                    let mut problem = problem_at(page, written.range.start, message);
                    problem.help = help;
                    problems.push(problem);
                }
            }
        }
        let mut listings = Vec::with_capacity(parsed.listings.len());
        for asked in &parsed.listings {
            match self.listing(asked) {
                Ok(listing) => listings.push(listing),
                Err(((message, help), row)) => {
                    let mut problem = problem_at(page, asked.place_of(page, &row), message);
                    problem.help = help;
                    problems.push(problem);
                }
            }
        }
        let mut found = Vec::with_capacity(parsed.named.len());
        for named in &parsed.named {
            match self.named(&named.what) {
                Ok(one) => found.push(one),
                Err((message, help)) => {
                    let mut problem = problem_at(page, named.range.start, message);
                    problem.help = help;
                    problems.push(problem);
                }
            }
        }
        LinkedPage {
            parsed,
            targets,
            listings,
            named: found,
            sizes,
            drawings,
        }
    }

    /// Finds what is named; what takes work only where it was not worked out before.
    fn named(&mut self, what: &What) -> Result<Found, Broken> {
        let key = self.work_of(what)?;
        if let Some(known) = key.and_then(|key| self.work.found(key)) {
            return Ok(known);
        }
        let found = named::find(&self.course.catalog, what, |path| self.text(path))?;
        if let Some(key) = key {
            self.work.keep(key, found.clone());
        }
        Ok(found)
    }

    /// The key of everything that something is worked out from; none where that is little.
    fn work_of(&mut self, what: &What) -> Result<Option<Key>, Broken> {
        let text = match what {
            What::Access(asked) => format!("{asked:?}\0{}", self.text(&asked.of.path)?),
            What::Plot(asked) => {
                let catalog = || Key::of(format!("{:?}", self.course.catalog).as_bytes());
                let catalog = self.catalog.get_or_init(catalog);
                format!("{asked:?}\0{}", catalog.short())
            }
            What::Fact(_) | What::Cards(_) | What::Calc(_) => return Ok(None),
        };
        Ok(Some(Key::of(text.as_bytes())))
    }

    fn lab_texts(&mut self, lab: ParsedLab, problems: &mut Vec<Problem>) -> LabTexts {
        let mut text = |text: ParsedText| {
            let mut found = Vec::new();
            let mut linked = self.page(&text.page, Arc::new(text.parsed.clone()), &mut found);
            linked.named.iter_mut().for_each(without_code);
            problems.extend(found.into_iter().map(|problem| text.placed(problem)));
            linked
        };
        let parts = lab
            .parts
            .into_iter()
            .map(|part| PartTexts {
                statement: text(part.statement),
                example: text(part.example),
                launch: text(part.launch),
                accesses: text(part.accesses),
                hints: part.hints.into_iter().map(&mut text).collect(),
            })
            .collect();
        LabTexts { parts }
    }

    fn code_texts(&mut self, code: &ParsedCode, problems: &mut Vec<Problem>) -> LinkedCode {
        let mut found = Vec::new();
        let mut linked = |part: &ParsedPart| match part {
            ParsedPart::Heading(text) => LinkedPart::Heading(text.clone()),
            ParsedPart::Html(html) => LinkedPart::Html(html.clone()),
            ParsedPart::Prose(page, parsed) => {
                LinkedPart::Prose(self.page(page, parsed.clone(), &mut found))
            }
        };
        let parts = code.parts.iter().map(&mut linked).collect();
        problems.extend(found.into_iter().map(|problem| problem.at(0, 0)));
        LinkedCode {
            entry: code.entry,
            parts,
        }
    }

    /// Cuts a listing, with what its page needs to run it; of what is broken also the row that is.
    fn listing(&mut self, asked: &listing::Asked) -> Result<Listing, (Broken, String)> {
        let here = |broken| (broken, asked.path.clone());
        let mut first = self.cut(asked).map_err(here)?;
        if let Some(after) = &asked.after {
            first.after = Some(self.cut(after).map_err(here)?.text);
        }
        let text = self.text(&asked.path).map_err(here)?;
        if let Some(tried) = tried::of(asked, &first, &text)? {
            self.programs.insert(tried.path.clone(), tried.text.clone());
            first.tried = Some(Arc::new(tried));
        }
        Ok(first)
    }

    fn cut(&mut self, asked: &listing::Asked) -> Result<Listing, Broken> {
        listing::cut(asked, &self.text(&asked.path)?)
    }

    /// The text of a file of the course; of a lab's known mistake also where the labs' folders are not, as in a course that only has the program.
    fn text(&mut self, path: &str) -> Result<Arc<str>, Broken> {
        let (root, labs) = (&self.config.root, self.labs);
        let text = self.sources.entry(path.to_owned());
        let text = text.or_insert_with(|| match disk::text(root, Path::new(path)) {
            Err(Unread::Missing) => match known_mistake(labs, path) {
                Some(text) => Ok(Arc::from(text)),
                None => Err(Unread::Missing),
            },
            read => read.map(Arc::from),
        });
        match text {
            Ok(text) => Ok(text.clone()),
            Err(unread) => {
                let (said, help) = (unread.said(), unread.help());
                Err((
                    format!("`{path}` {said}"),
                    help.or_else(|| self.near_file(path)),
                ))
            }
        }
    }

    fn near_file(&self, path: &str) -> Option<String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let entries = std::fs::read_dir(self.config.root.join(folder)).ok()?;
        let names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        let near = nearest(name, names.iter().map(String::as_str))?;
        let slash = if folder.is_empty() { "" } else { "/" };
        Some(format!("did you mean `{folder}{slash}{near}`?"))
    }

    fn target(&mut self, page: &Page, written: &Written) -> Result<Target, Broken> {
        let to = written.to.as_str();
        if let Some(lab) = to.strip_prefix("lab:") {
            return self.lab(lab);
        }
        if let Some(code) = to.strip_prefix("code:") {
            return code_target(code);
        }
        if let Some(id) = to.strip_prefix("id:") {
            return self.id(id);
        }
        match to.split_once(':').map(|(scheme, _)| scheme) {
            Some("http" | "https") if written.image => {
                let help = "keep a copy beside the page, `![words](picture.png)`, or link to it";
                let message = "a picture from elsewhere, which no page loads".to_owned();
                return Err((message, Some(help.to_owned())));
            }
            Some("http" | "https" | "mailto") => return Ok(Target::Outside(to.to_owned())),
            Some(scheme) if !scheme.contains(['/', '#', '.']) => {
                return Err((
                    format!("`{scheme}:` is no kind of link"),
                    Some("links are relative paths, `lab:NAME`, `id:ID`, `code:E0301` or `https://…`".to_owned()),
                ));
            }
            _ => {}
        }
        if to.is_empty() {
            return Err(("the link has no address".to_owned(), None));
        }
        if to.starts_with('/') {
            return Err((
                format!("`{to}` starts with a slash"),
                Some("links are relative to the file they stand in".to_owned()),
            ));
        }
        self.relative(page, to, written.image)
    }

    fn lab(&self, to: &str) -> Result<Target, Broken> {
        let (name, part) = match to.split_once(['/', '#']) {
            Some((name, part)) => (name, Some(part)),
            None => (to, None),
        };
        let Some(lab) = self.labs.iter().find(|lab| lab.id == name) else {
            let names: Vec<&str> = self.labs.iter().map(|lab| lab.id).collect();
            return Err((
                format!("no lab `{name}`"),
                crate::course::meant(name, &names),
            ));
        };
        let anchor = match part {
            None => None,
            Some(id) if lab.part(id).is_some() => Some(format!("part-{id}")),
            Some(id) => {
                let parts: Vec<&str> = lab.parts.iter().map(|part| part.id).collect();
                return Err((
                    format!("lab `{name}` has no part `{id}`"),
                    crate::course::meant(id, &parts),
                ));
            }
        };
        Ok(Target::Inside(Inside {
            url: lab_url(name),
            anchor,
        }))
    }

    fn id(&self, id: &str) -> Result<Target, Broken> {
        match self.map.ids.get(id) {
            Some(inside) => Ok(Target::Inside(inside.clone())),
            None => {
                let near = nearest(id, self.map.ids.keys().map(String::as_str));
                Err((
                    format!("no id `{id}` in the course"),
                    near.map(|near| format!("did you mean `id:{near}`?")),
                ))
            }
        }
    }

    fn relative(&mut self, page: &Page, to: &str, image: bool) -> Result<Target, Broken> {
        let (path, anchor) = match to.split_once('#') {
            Some((path, anchor)) => (path, Some(decoded(anchor))),
            None => (to, None),
        };
        let anchor = anchor.as_deref();
        if path.is_empty() {
            return self.anchor(page, to, anchor);
        }
        let folder = page.path.parent().unwrap_or(Path::new(""));
        let Some(file) = normal(&folder.join(decoded(path))) else {
            return Err((format!("`{path}` leads out of the course"), None));
        };
        let as_page = [file.clone(), file.join("index.md")]
            .iter()
            .find_map(|file| self.by_path.get(file.as_path()).copied());
        if let Some(id) = as_page {
            return self.anchor(self.course.page(id), to, anchor);
        }
        let found = disk::look(&self.config.root, &file);
        if let Err(unread @ Unread::Outside) = &found {
            return Err((format!("`{path}` {}", unread.said()), unread.help()));
        }
        let is_file = found.is_ok();
        if is_file
            && file
                .components()
                .any(|part| disk::is_hidden(part.as_os_str()))
        {
            let help = "such files are no part of a course: give it a name without the dot";
            let message = format!("`{path}` has a name that begins with a dot");
            return Err((message, Some(help.to_owned())));
        }
        if is_file && file.starts_with("content") && file.extension().is_none_or(|e| e != "md") {
            let address = slashes(file.strip_prefix("content").unwrap_or(&file));
            self.files.insert(address.clone(), file);
            return Ok(Target::File(address));
        }
        if is_file {
            return Err((
                format!("`{path}` is not part of the site"),
                Some(
                    "show code with a `listing` fence; pages and pictures live under `content/`"
                        .to_owned(),
                ),
            ));
        }
        let what = if image { "image" } else { "page" };
        Err((
            format!("no {what} `{path}`"),
            self.near_page(folder, path, anchor),
        ))
    }

    fn near_page(&self, folder: &Path, path: &str, anchor: Option<&str>) -> Option<String> {
        let known: Vec<String> = self
            .course
            .pages
            .iter()
            .map(|page| relative_path(folder, &page.path))
            .collect();
        let near = nearest(path, known.iter().map(String::as_str))?;
        let anchor = anchor
            .map(|anchor| format!("#{anchor}"))
            .unwrap_or_default();
        Some(format!("did you mean `{near}{anchor}`?"))
    }

    /// A place on a page; text of a task is on the task's own page.
    fn anchor(&self, page: &Page, to: &str, anchor: Option<&str>) -> Result<Target, Broken> {
        let inside = |url: &str, anchor: Option<&str>| {
            Ok(Target::Inside(Inside {
                url: url.to_owned(),
                anchor: anchor.map(str::to_owned),
            }))
        };
        let Some(anchor) = anchor else {
            return inside(&page.url, None);
        };
        let Some(heading) = self.heading(page, anchor) else {
            if let Some(place) = page
                .items
                .iter()
                .find(|place| place.id.rsplit('/').next() == Some(anchor))
            {
                return self.id(&place.id);
            }
            let known = page.headings.iter().map(|heading| heading.slug.as_str());
            let by_words = page
                .headings
                .iter()
                .find(|heading| words_match(&heading.text, anchor));
            let near = by_words
                .map(|heading| heading.slug.as_str())
                .or_else(|| nearest(anchor, known));
            let help = match near {
                Some(near) => Some(format!(
                    "did you mean `{}`?",
                    to.replace(&format!("#{anchor}"), &format!("#{near}"))
                )),
                None if page.headings.is_empty() => Some("the page has no headings".to_owned()),
                None => None,
            };
            return Err((
                format!("no heading `#{anchor}` in `{}`", slashes(&page.path)),
                help,
            ));
        };
        let task = self
            .course
            .modules()
            .flat_map(|(_, module)| &module.tiers)
            .flat_map(|tier| &tier.tasks)
            .find(|task| {
                self.course.page(task.page).path == page.path
                    && task.range.contains(&heading.range.start)
            });
        match task {
            Some(task) if task.range.start == heading.range.start => inside(&task.url, None),
            Some(task) => inside(&task.url, Some(anchor)),
            None => inside(&page.url, Some(anchor)),
        }
    }

    /// The heading of an anchor.
    fn heading<'p>(&self, page: &'p Page, anchor: &str) -> Option<&'p Heading> {
        let mut anchors = self.anchors.borrow_mut();
        if !anchors.contains_key(&page.path) {
            let headings = page.headings.iter().enumerate();
            let by_slug = headings.map(|(at, heading)| (heading.slug.clone(), at));
            anchors.insert(page.path.clone(), by_slug.collect());
        }
        let at = anchors.get(&page.path)?.get(anchor)?;
        page.headings.get(*at)
    }

    /// What is wrong with the labs' folders; the lesson that a lab names must exist, too.
    fn labs(&self, problems: &mut Vec<Problem>) {
        for lab in self.labs {
            problems.extend(lab.problems.iter().map(|p| {
                Problem::error(p.file.clone(), p.message.clone()).at(p.line, p.line.min(1))
            }));
            if lab.lesson.is_empty() || lesson_of(self.course, &lab.lesson).is_some() {
                continue;
            }
            let known: Vec<String> = self
                .course
                .pages
                .iter()
                .map(|page| slashes(page.path.strip_prefix("content").unwrap_or(&page.path)))
                .collect();
            let (file, _) = lab.lesson.split_once('#').unwrap_or((&lab.lesson, ""));
            let said = format!("names the lesson `{}`, which is not there", lab.lesson);
            let mut problem = Problem::error(format!("labs/{}/lab.md", lab.id), said);
            problem.help = nearest(file, known.iter().map(String::as_str))
                .map(|near| format!("did you mean `{near}`?"));
            problems.push(problem);
        }
    }
}

/// The page and anchor that a lab names (`miniaturization/cuda-kernels/lesson-10-rope.md#version-1`).
pub fn lesson_of<'a>(course: &'a Course, lesson: &str) -> Option<(&'a Page, Option<String>)> {
    let (file, anchor) = match lesson.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (lesson, None),
    };
    let path = Path::new("content").join(file.trim_start_matches("content/"));
    let page = course.pages.iter().find(|page| page.path == path)?;
    match anchor {
        Some(anchor) if !page.has_anchor(anchor) => None,
        anchor => Some((page, anchor.map(str::to_owned))),
    }
}

/// Whether an anchor was made from a heading's words, though the heading has a name of its own.
fn words_match(words: &str, anchor: &str) -> bool {
    let from_words = crate::course::slug(words);
    from_words == anchor || anchor.strip_prefix("task-") == Some(&from_words)
}
