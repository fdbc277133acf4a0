//! Where everything is: every page of the site in reading order, and the address of every id.
//!
//! A [`Stop`] is one page of the output. Addresses are relative to the site's root and end in a slash; two stops
//! with one address are an error. Stops stand in the order of the book; previous and next follow the walk (`reading.rs`).

use std::collections::{HashMap, HashSet};

use lab::{Lab, Language};
use sorted::SortedMap;

use super::catalogues::Catalogue;
use super::codes::{self, code_url};
use super::tags::{self, Tag};
use super::tracks;
use crate::course::walk::{self, StepKind};
pub use crate::course::walk::{countable, lab_url, module_items};
use crate::course::{Course, Interface, Module, PageId, PageKind, Problem};

/// What a page of the site shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The course's first page.
    Course,
    /// A part.
    Part,
    /// A module.
    Module,
    /// A lesson or tutorial, by its place in the module.
    Lesson(usize),
    /// A lab, by its place in the list of labs.
    Lab(usize),
    /// A tier, by its place in the module.
    Tier(usize),
    /// A task: its tier's place in the module, its own in the tier.
    Task(usize, usize),
    /// A template.
    Template,
    /// All templates.
    Templates,
    /// Any other page of content.
    Extra,
    /// All labs.
    Labs,
    /// Every code.
    Codes,
    /// A code, by its place in the list of codes.
    Code(usize),
    /// A catalogue.
    Catalogue(Catalogue),
    /// All tags and themes.
    Tags,
    /// A tag or theme, by its place in the list.
    Tag(usize),
    /// All tracks.
    Tracks,
    /// A track, by its place in the course.
    Track(usize),
    /// A stop of a track: the track's place, its own.
    Day(usize, usize),
    /// A module on one page.
    Print,
    /// Where any program or kernel is written and run.
    Playground,
    /// The dashboard.
    Dashboard,
    /// The captain's log.
    Log,
    /// What is shown for an address that is none.
    NotFound,
}

/// One page of the site.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Its address, relative to the site's root.
    pub url: String,
    /// Its title.
    pub title: String,
    /// What stands before the title: `Task 5.1`.
    pub label: String,
    /// What it shows.
    pub shows: Shows,
    /// Its part and module, as places in the course.
    pub part: Option<usize>,
    /// Its module, as a place in the part.
    pub module: Option<usize>,
    /// The content page its text is from.
    pub page: Option<PageId>,
}

impl Stop {
    fn labelled(&mut self, label: &str) -> &mut Stop {
        label.clone_into(&mut self.label);
        self
    }

    fn of(&mut self, page: Option<PageId>) -> &mut Stop {
        self.page = page;
        self
    }
}

impl Stop {
    /// The file it is written to.
    pub fn file(&self) -> String {
        match self.shows {
            Shows::NotFound => "404.html".to_owned(),
            _ => format!("{}index.html", self.url),
        }
    }

    /// Whether it belongs to the walk of previous and next.
    pub fn is_walked(&self) -> bool {
        let gate = [walk::SET_UP, walk::FINISH].contains(&self.url.as_str());
        if self.shows == Shows::Extra {
            return gate || self.module.is_some();
        }
        !matches!(
            self.shows,
            Shows::Labs
                | Shows::Playground
                | Shows::Codes
                | Shows::Code(_)
                | Shows::Dashboard
                | Shows::Log
                | Shows::NotFound
                | Shows::Template
                | Shows::Templates
                | Shows::Catalogue(_)
                | Shows::Tags
                | Shows::Tag(_)
                | Shows::Tracks
                | Shows::Track(_)
                | Shows::Day(..)
                | Shows::Print
        )
    }
}

/// An address inside the site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inside {
    /// The page.
    pub url: String,
    /// The place on it.
    pub anchor: Option<String>,
}

/// All addresses.
#[derive(Debug, Default)]
pub struct SiteMap {
    /// Every page, in reading order.
    pub stops: Vec<Stop>,
    /// The address of every id.
    pub ids: HashMap<String, Inside>,
    /// For every lab, the module it belongs to, as places of part and module.
    pub lab_home: HashMap<String, (usize, usize)>,
    /// For every part and module, the places of its stops.
    homes: HashMap<Home, Vec<usize>>,
    by_url: HashMap<String, usize>,
    /// Every tag and theme.
    pub tags: Vec<Tag>,
    /// The places of the stops that previous and next lead through, in the order in which the course is walked.
    pub reading: Vec<usize>,
}

/// The anchor of an item on its page.
pub fn item_anchor(id: &str) -> String {
    let plain: String = id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect();
    format!("item-{plain}")
}

/// Lays the map of a course; `plays`: something runs what a reader writes.
///
/// # Errors
/// Pages that claim one address.
pub fn lay(course: &Course, labs: &[&'static Lab], plays: bool) -> (SiteMap, Vec<Problem>) {
    let mut map = SiteMap::default();
    let title = if course.title.is_empty() {
        "Course"
    } else {
        &course.title
    };
    map.stop("", title, Shows::Course, (None, None))
        .of(course_page(course));
    map.extra(course, walk::SET_UP);
    for (p, part) in course.parts.iter().enumerate() {
        let url = part.page.map_or_else(
            || format!("{}/", part.dir),
            |page| course.page(page).url.clone(),
        );
        map.id(&part.id, &url, None);
        let label = format!("Part {}", part.number);
        map.stop(&url, &part.title, Shows::Part, (Some(p), None))
            .labelled(&label)
            .of(part.page);
        for (m, module) in part.modules.iter().enumerate() {
            map.module(course, labs, (p, m), module);
        }
    }
    for (at, lab) in labs.iter().enumerate() {
        if !map.lab_home.contains_key(lab.id) {
            map.lab(at, lab, (None, None));
        }
    }
    map.extra(course, walk::FINISH);
    map.extras(course);
    if !labs.is_empty() {
        map.stop("labs/", "Labs", Shows::Labs, (None, None));
    }
    if plays && uses_cuda(labs) {
        let (url, title) = (PLAYGROUND, "Playground");
        map.stop(url, title, Shows::Playground, (None, None));
    }
    map.stop("dashboard/", "Dashboard", Shows::Dashboard, (None, None));
    if has_codes(course, labs) {
        map.codes();
    }
    map.overviews(course);
    map.stop("log/", "Captain’s log", Shows::Log, (None, None));
    map.stop("404/", "Not here", Shows::NotFound, (None, None));
    for item in course.items() {
        let url = match (item.task, course.pages.get(item.item.page.0)) {
            (Some(task), _) => task.url.clone(),
            (None, Some(page)) => page.url.clone(),
            (None, None) => continue,
        };
        map.id(&item.item.id, &url, Some(item_anchor(&item.item.id)));
    }
    map.translate(&course.interface);
    map.reading = super::reading::order(course, &map.stops);
    let problems = map.clashes(course);
    (map, problems)
}

/// Whether the site has the pages of the compiler's messages: where a lab is in CUDA, unless the course says otherwise.
pub fn has_codes(course: &Course, labs: &[&'static Lab]) -> bool {
    let codes = course.interface.codes;
    codes.unwrap_or_else(|| uses_cuda(labs))
}

/// The address of the playground.
pub const PLAYGROUND: &str = "playground/";

fn uses_cuda(labs: &[&'static Lab]) -> bool {
    labs.iter().any(|lab| lab.language == Language::Cuda)
}

fn course_page(course: &Course) -> Option<PageId> {
    course
        .pages
        .iter()
        .position(|page| page.kind == PageKind::Course)
        .map(PageId)
}

type Home = (Option<usize>, Option<usize>);

impl SiteMap {
    /// The page of an address.
    pub fn at(&self, url: &str) -> Option<&Stop> {
        self.by_url.get(url).map(|at| &self.stops[*at])
    }

    /// The page of a part.
    pub fn part(&self, part: usize) -> Option<&Stop> {
        let mut stops = self.home(Some(part), None);
        stops.find(|stop| stop.shows == Shows::Part)
    }

    /// The pages of a part and module, in reading order.
    pub fn home(&self, part: Option<usize>, module: Option<usize>) -> impl Iterator<Item = &Stop> {
        let places = self.homes.get(&(part, module));
        places.into_iter().flatten().map(|at| &self.stops[*at])
    }

    /// A page of the site, without a word for its kind and without a text of its own unless these are set.
    fn stop(&mut self, url: &str, title: &str, shows: Shows, home: Home) -> &mut Stop {
        let at = self.stops.len();
        self.homes.entry(home).or_default().push(at);
        self.by_url.entry(url.to_owned()).or_insert(at);
        self.stops.push(Stop {
            url: url.to_owned(),
            title: title.to_owned(),
            label: String::new(),
            shows,
            part: home.0,
            module: home.1,
            page: None,
        });
        &mut self.stops[at]
    }

    fn id(&mut self, id: &str, url: &str, anchor: Option<String>) {
        if id.is_empty() {
            return;
        }
        let inside = Inside {
            url: url.to_owned(),
            anchor,
        };
        self.ids.entry(id.to_owned()).or_insert(inside);
    }

    fn module(
        &mut self,
        course: &Course,
        labs: &[&'static Lab],
        (p, m): (usize, usize),
        module: &Module,
    ) {
        let home = (Some(p), Some(m));
        let page = course.page(module.page);
        self.id(&module.id, &page.url, None);
        self.id(&page.id, &page.url, None);
        let label = format!("Module {}", module.number);
        self.stop(&page.url, &module.title, Shows::Module, home)
            .labelled(&label)
            .of(Some(module.page));
        let mut lessons = module.lessons.iter().enumerate();
        for step in walk::of_module(course, module) {
            match step.kind {
                StepKind::Lesson => {
                    let Some((l, lesson)) = lessons.next() else {
                        continue;
                    };
                    self.id(step.id, &step.url, None);
                    let (shows, page) = (Shows::Lesson(l), Some(lesson.page));
                    self.stop(&step.url, step.title, shows, home)
                        .labelled(&step.label)
                        .of(page);
                }
                StepKind::Lab => self.lab_of(labs, step.id, (p, m)),
                StepKind::Page | StepKind::Project | StepKind::Task => {}
            }
        }
        for page in walk::others(course, module) {
            self.extra_in(course, &page.url, home);
        }
        for (t, tier) in module.tiers.iter().enumerate() {
            let page = course.page(tier.page);
            self.id(&tier.id, &page.url, None);
            self.id(&page.id, &page.url, None);
            let label = format!("Tier {}", tier.number);
            self.stop(&page.url, &tier.title, Shows::Tier(t), home)
                .labelled(&label)
                .of(Some(tier.page));
            for (k, task) in tier.tasks.iter().enumerate() {
                self.id(&task.id, &task.url, None);
                let label = format!("Task {}", task.number);
                self.stop(&task.url, &task.title, Shows::Task(t, k), home)
                    .labelled(&label)
                    .of(Some(task.page));
            }
        }
        for page in walk::behind_tiers(course, module) {
            self.extra_in(course, &page.url, home);
        }
    }

    /// A lab belongs to the first module that names it.
    fn lab_of(&mut self, labs: &[&'static Lab], name: &str, (p, m): (usize, usize)) {
        let Some(at) = labs.iter().position(|lab| lab.id == name) else {
            return;
        };
        if self.lab_home.insert(name.to_owned(), (p, m)).is_none() {
            self.lab(at, labs[at], (Some(p), Some(m)));
        }
    }

    /// The page of the course's own that has this address, if there is one.
    fn extra(&mut self, course: &Course, url: &str) {
        self.extra_in(course, url, (None, None));
    }

    fn extra_in(&mut self, course: &Course, url: &str, home: Home) {
        let is_it = |page: &crate::course::Page| page.kind == PageKind::Extra && page.url == url;
        if let Some(at) = course.pages.iter().position(is_it) {
            let (page, id) = (&course.pages[at], Some(PageId(at)));
            self.id(&page.id, url, None);
            self.stop(url, &page.title, Shows::Extra, home).of(id);
        }
    }

    fn lab(&mut self, at: usize, lab: &'static Lab, home: Home) {
        let url = lab_url(lab.id);
        self.id(&format!("lab.{}", lab.id), &url, None);
        for part in &lab.parts {
            self.id(
                &format!("lab.{}/{}", lab.id, part.id),
                &url,
                Some(format!("part-{}", part.id)),
            );
        }
        self.stop(&url, &lab.title, Shows::Lab(at), home)
            .labelled("Lab");
    }

    /// Labels, and titles that are the interface's, in the course's language.
    fn translate(&mut self, interface: &Interface) {
        if interface.words.is_empty() {
            return;
        }
        for stop in &mut self.stops {
            // The title of a path is its author's, and the label of each of its days.
            if !matches!(stop.shows, Shows::Day(..)) {
                stop.label = interface.word(&stop.label).into_owned();
            }
            let ours = matches!(
                stop.shows,
                Shows::Labs
                    | Shows::Playground
                    | Shows::Dashboard
                    | Shows::Codes
                    | Shows::Log
                    | Shows::NotFound
                    | Shows::Catalogue(_)
                    | Shows::Tags
                    | Shows::Tracks
                    | Shows::Templates
            );
            if ours {
                stop.title = interface.word(&stop.title).into_owned();
            }
        }
    }

    fn codes(&mut self) {
        let home = (None, None);
        self.stop("codes/", "Codes", Shows::Codes, home);
        for (at, entry) in simt::explain::entries().iter().enumerate() {
            let (url, title) = (code_url(entry.code), codes::title(entry));
            self.stop(&url, &title, Shows::Code(at), home);
        }
    }

    /// Pages that gather what stands elsewhere: catalogues, tags, tracks, modules on one page.
    fn overviews(&mut self, course: &Course) {
        let home = (None, None);
        for kind in Catalogue::ALL {
            let rows = kind.rows(&course.catalog);
            if rows.is_empty() {
                continue;
            }
            self.stop(kind.url(), kind.title(), Shows::Catalogue(kind), home);
            for row in rows {
                let anchor = super::catalogues::anchor(&row.id);
                self.id(&row.id, kind.url(), Some(anchor));
            }
        }
        self.tags = tags::gather(course);
        if !self.tags.is_empty() {
            self.stop("tags/", "Tags and themes", Shows::Tags, home);
        }
        for at in 0..self.tags.len() {
            let tag = self.tags[at].clone();
            let label = if tag.theme { "Theme" } else { "Tag" };
            self.stop(&tag.url, &tag.name, Shows::Tag(at), home)
                .labelled(label);
        }
        if !course.tracks.is_empty() {
            self.stop("paths/", "Paths", Shows::Tracks, home);
        }
        for (t, track) in course.tracks.iter().enumerate() {
            let url = tracks::address(&track.id, None);
            self.stop(&url, &track.title, Shows::Track(t), home)
                .labelled("Path");
            for (g, group) in track.groups.iter().enumerate() {
                let url = tracks::address(&track.id, Some(g));
                self.stop(&url, &group.title, Shows::Day(t, g), home)
                    .labelled(&track.title);
            }
        }
        let forms = course.pages.iter().enumerate();
        let forms = forms.filter(|(_, page)| page.kind == PageKind::Template);
        for (n, (at, page)) in forms.enumerate() {
            if n == 0 {
                let url = super::forms::INDEX;
                self.stop(url, "Templates", Shows::Templates, home);
            }
            let id = Some(PageId(at));
            self.stop(&page.url, &page.title, Shows::Template, home)
                .labelled("Template")
                .of(id);
        }
        for (p, part) in course.parts.iter().enumerate() {
            for (m, module) in part.modules.iter().enumerate() {
                let url = super::print::address(&course.page(module.page).url);
                let label = format!("Module {} on one page", module.number);
                self.stop(&url, &module.title, Shows::Print, (Some(p), Some(m)))
                    .labelled(&label);
            }
        }
    }

    fn extras(&mut self, course: &Course) {
        let shown: HashSet<PageId> = self.stops.iter().filter_map(|stop| stop.page).collect();
        for (at, page) in course.pages.iter().enumerate() {
            self.id(&page.id, &page.url, None);
            if !shown.contains(&PageId(at)) && page.kind != PageKind::Template {
                let part = course
                    .parts
                    .iter()
                    .position(|p| page.part.as_deref() == Some(&p.id));
                self.stop(&page.url, &page.title, Shows::Extra, (part, None))
                    .of(Some(PageId(at)));
            }
        }
    }

    fn clashes(&self, course: &Course) -> Vec<Problem> {
        let mut by_url: SortedMap<&str, Vec<&Stop>> = SortedMap::new();
        for stop in &self.stops {
            by_url.entry(&stop.url).or_default().push(stop);
        }
        let mut problems = Vec::new();
        for (url, stops) in by_url.into_iter().filter(|(_, stops)| stops.len() > 1) {
            // Two files with one address are the content model's to tell.
            let files = stops.iter().filter(|stop| stop.page.is_some()).count();
            if files == stops.len()
                && stops
                    .iter()
                    .all(|stop| !matches!(stop.shows, Shows::Task(..)))
            {
                continue;
            }
            let file = |stop: &Stop| stop.page.map(|page| course.page(page).path.clone());
            let Some(second) = stops.iter().skip(1).find_map(|stop| file(stop)) else {
                continue;
            };
            let first = file(stops[0]).map_or_else(
                || format!("the page “{}”", stops[0].title),
                |path| format!("`{}`", path.display()),
            );
            problems.push(
                Problem::error(
                    second,
                    format!("this page and {first} have one address, `{url}`"),
                )
                .help("give one of them another `slug` in its front matter"),
            );
        }
        problems
    }
}
