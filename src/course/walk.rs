//! The course as it is walked: which steps there are, in which order, and what each asks for.
//!
//! A course comes in, its [`Step`]s come out: the lessons of a module, each with its labs behind it, then the module's other pages,
//! its capstone, its tasks, and the pages that ask for one of its tiers. Everything that needs an order has it from here: previous and
//! next, the lists of a module's page, what comes next in the terminal and on the dashboard. Who has done what is `standing`'s.

use std::collections::HashSet;

use super::item::Item;
use super::model::{Course, Lesson, Minutes, Module};
use super::page::{Page, PageKind};

/// The address of the page that says how to begin, when there is one.
pub const SET_UP: &str = "set-up/";

/// The address of the course's last page, when there is one.
pub const FINISH: &str = "finish/";

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// A lesson or tutorial.
    Lesson,
    /// A lab; its title is the lab's own.
    Lab,
    /// Another page of a module.
    Page,
    /// A module's capstone.
    Project,
    /// A task of a tier that is not optional.
    Task,
}

impl StepKind {
    /// The word in JSON.
    pub fn name(self) -> &'static str {
        match self {
            StepKind::Lesson => "lesson",
            StepKind::Lab => "lab",
            StepKind::Page => "page",
            StepKind::Project => "project",
            StepKind::Task => "task",
        }
    }

    /// Whether its reader says that it is done.
    pub fn is_read(self) -> bool {
        matches!(self, StepKind::Lesson | StepKind::Page)
    }
}

/// One thing to do.
#[derive(Clone, Debug)]
pub struct Step<'c> {
    /// What it is.
    pub kind: StepKind,
    /// The id of the page, task or project; a lab's name.
    pub id: &'c str,
    /// Its title; of a lab, its name.
    pub title: &'c str,
    /// What stands before the title: `Lesson 3`.
    pub label: String,
    /// Its address, relative to the site's root.
    pub url: String,
    /// Labs that a lesson names: who has passed them need not read it.
    pub labs: &'c [String],
    /// What must be on for a task or a project to be done.
    pub items: Vec<&'c str>,
    /// How long it takes, where the course says so; a lab says it itself.
    pub minutes: Minutes,
    /// The module.
    pub module: &'c Module,
}

/// The address of a lab's page.
pub fn lab_url(lab: &str) -> String {
    format!("labs/{lab}/")
}

/// Every step of the course, each lab once: those of the track to begin with first, in its order.
pub fn steps(course: &Course) -> Vec<Step<'_>> {
    let mut labs = HashSet::new();
    let mut all = Vec::new();
    for (_, module) in course.modules() {
        let of_module = of_module(course, module).into_iter();
        all.extend(of_module.filter(|step| step.kind != StepKind::Lab || labs.insert(step.id)));
    }
    let begin = course.tracks.iter().find(|track| track.id == course.begin);
    let stops = begin.map(|track| track.groups.iter().flat_map(|group| &group.items));
    let stops: Vec<&str> = stops.into_iter().flatten().map(String::as_str).collect();
    // Stable: what the track does not name stays in the course's order.
    all.sort_by_key(|step| {
        let is_step = |stop: &&str| match step.kind {
            StepKind::Lab => stop.strip_prefix("lab.") == Some(step.id),
            _ => *stop == step.id,
        };
        stops.iter().position(is_step).unwrap_or(usize::MAX)
    });
    all
}

/// The steps of a module.
pub fn of_module<'c>(course: &'c Course, module: &'c Module) -> Vec<Step<'c>> {
    let mut all = Vec::new();
    let mut labs: HashSet<&str> = HashSet::new();
    let mut named = |all: &mut Vec<Step<'c>>, names: &'c [String]| {
        let new = names.iter().filter(|lab| labs.insert(lab.as_str()));
        all.extend(new.map(|lab| self::lab(module, lab)));
    };
    for lesson in &module.lessons {
        let Some(page) = course.pages.get(lesson.page.0) else {
            continue;
        };
        all.push(self::lesson(module, lesson, page));
        named(&mut all, &page.front.labs);
    }
    named(&mut all, &module.labs);
    all.extend(pages(course, module, others(course, module)));
    all.extend(project(course, module));
    for tier in module.tiers.iter().filter(|tier| !tier.optional) {
        for task in tier.tasks.iter().filter(|task| !task.stretch) {
            let items = countable(&task.criteria);
            if items.is_empty() {
                continue;
            }
            all.push(Step {
                title: &task.title,
                label: format!("Task {}", task.number),
                url: task.url.clone(),
                items,
                minutes: task.time,
                ..step(StepKind::Task, &task.id, module)
            });
        }
    }
    all.extend(pages(course, module, behind_tiers(course, module)));
    all
}

/// A module's pages that are neither lessons nor tiers and are read before its tiers, in their order.
pub fn others<'c>(course: &'c Course, module: &'c Module) -> impl Iterator<Item = &'c Page> {
    extras(course, module).filter(|page| !asks_for_tier(page, module))
}

/// A module's pages that ask for one of its tiers, and so are read behind them, in their order.
pub fn behind_tiers<'c>(course: &'c Course, module: &'c Module) -> impl Iterator<Item = &'c Page> {
    extras(course, module).filter(|page| asks_for_tier(page, module))
}

fn extras<'c>(course: &'c Course, module: &'c Module) -> impl Iterator<Item = &'c Page> {
    let of_module = |page: &&Page| page.module.as_ref() == Some(&module.id);
    let pages = course.pages.iter().filter(of_module);
    pages.filter(|page| page.kind == PageKind::Extra)
}

fn asks_for_tier(page: &Page, module: &Module) -> bool {
    let mut tiers = module.tiers.iter();
    tiers.any(|tier| page.front.requires.contains(&tier.id))
}

/// Ids of what counts towards done, in order: leaves that are not stretch goals.
pub fn countable<'a>(items: impl IntoIterator<Item = &'a Item>) -> Vec<&'a str> {
    let mut ids = Vec::new();
    for item in items.into_iter().filter(|item| !item.stretch) {
        if item.children.is_empty() {
            ids.push(item.id.as_str());
        } else {
            ids.extend(countable(&item.children));
        }
    }
    ids
}

/// Ids of what counts towards a module, in order.
pub fn module_items(module: &Module) -> Vec<&str> {
    let mut ids = countable(&module.concepts);
    ids.extend(countable(module.questions.iter().map(|q| &q.item)));
    ids.extend(module.project.iter().flat_map(|p| countable(&p.items)));
    for tier in module.tiers.iter().filter(|tier| !tier.optional) {
        for task in tier.tasks.iter().filter(|task| !task.stretch) {
            ids.extend(countable(&task.criteria));
        }
    }
    ids
}

fn step<'c>(kind: StepKind, id: &'c str, module: &'c Module) -> Step<'c> {
    Step {
        kind,
        id,
        title: id,
        label: String::new(),
        url: String::new(),
        labs: &[],
        items: Vec::new(),
        minutes: Minutes::default(),
        module,
    }
}

/// The steps of pages; a module's capstone is one of its own kind.
fn pages<'c>(
    course: &'c Course,
    module: &'c Module,
    pages: impl Iterator<Item = &'c Page>,
) -> impl Iterator<Item = Step<'c>> {
    let of_project = module.project.as_ref().map(|project| project.page);
    let of_project = of_project.and_then(|page| course.pages.get(page.0));
    let is_projects = move |page: &&Page| of_project.is_some_and(|p| p.id == page.id);
    pages
        .filter(move |page| !is_projects(page))
        .map(|page| Step {
            title: &page.title,
            url: page.url.clone(),
            minutes: page.front.time,
            ..step(StepKind::Page, &page.id, module)
        })
}

fn lesson<'c>(module: &'c Module, lesson: &'c Lesson, page: &'c Page) -> Step<'c> {
    let word = if lesson.tutorial {
        "Tutorial"
    } else {
        "Lesson"
    };
    Step {
        title: &lesson.title,
        label: format!("{word} {}", lesson.number),
        url: page.url.clone(),
        labs: &page.front.labs,
        minutes: page.front.time,
        ..step(StepKind::Lesson, &page.id, module)
    }
}

fn lab<'c>(module: &'c Module, lab: &'c str) -> Step<'c> {
    Step {
        label: "Lab".to_owned(),
        url: lab_url(lab),
        ..step(StepKind::Lab, lab, module)
    }
}

fn project<'c>(course: &'c Course, module: &'c Module) -> Option<Step<'c>> {
    let project = module.project.as_ref()?;
    let items = countable(&project.items);
    let page = course.pages.get(project.page.0);
    let url = page.map(|page| {
        let heading = page.headings.iter().find(|h| h.line == project.line);
        let anchor = heading.map(|h| format!("#{}", h.slug)).unwrap_or_default();
        format!("{}{anchor}", page.url)
    });
    (!items.is_empty()).then(|| Step {
        title: &project.title,
        label: "Capstone".to_owned(),
        url: url.unwrap_or_default(),
        items,
        ..step(StepKind::Project, &project.id, module)
    })
}
