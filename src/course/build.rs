//! Pages as read become parts, modules, lessons and tiers, with every number computed.
//!
//! What stands inside a page (tasks, checklists, questions) is `tasks.rs` and `items.rs`. Ids of items are still drafts
//! here; `lock.rs` settles them.

use std::collections::HashMap;
use std::sync::Arc;

use super::files::Source;
use super::items::{Draft, Drafts, Items};
use super::model::{Course, Lesson, Module, Part, Tier};
use super::page::{Page, PageId, PageKind};
use super::plan::{Plan, PlannedModule, PlannedPart};
use super::problem::Problem;
use super::tasks;

/// A course whose items still carry draft ids, and what is needed to settle and check it.
pub(crate) struct Built {
    pub course: Course,
    /// Each page's source, by [`PageId`].
    pub sources: Vec<Arc<Source>>,
    /// Every item in the order of the course.
    pub drafts: Vec<Draft>,
}

/// Builds the course. Problems of structure are added; the rest is left to the checks.
pub(crate) fn course(plan: &Plan, sources: Vec<Arc<Source>>, problems: &mut Vec<Problem>) -> Built {
    let mut course = Course {
        title: plan.title.clone(),
        tagline: plan.tagline.clone(),
        url: plan.url.clone(),
        tracks: plan.tracks.clone(),
        stages: plan.stages.clone(),
        begin: plan.begin.0.clone(),
        edit: plan.edit.clone(),
        last_updated: plan.last_updated,
        publish_log: plan.publish_log,
        interface: plan.interface.clone(),
        ..Course::default()
    };
    let modules: HashMap<Home, &Source> = sources
        .iter()
        .filter(|source| source.kind == PageKind::Module)
        .map(|source| ((source.part, source.module), &**source))
        .collect();
    course.pages = sources
        .iter()
        .map(|source| page(source, plan, &modules, problems))
        .collect();
    let mut drafts = Drafts::default();
    for (number, planned) in plan.parts.iter().enumerate() {
        course
            .parts
            .push(part(number, planned, &sources, &mut drafts, problems));
    }
    for source in &sources {
        shape(source, problems);
    }
    Built {
        course,
        sources,
        drafts: drafts.all,
    }
}

/// A part and a module of the plan.
type Home = (Option<usize>, Option<usize>);

fn page(
    source: &Source,
    plan: &Plan,
    modules: &HashMap<Home, &Source>,
    problems: &mut Vec<Problem>,
) -> Page {
    let index = modules.get(&(source.part, source.module)).copied();
    Page {
        id: source.front.id.clone(),
        kind: source.kind,
        path: source.path.clone(),
        url: source.url.clone(),
        title: source.front.title.clone(),
        front: source.front.clone(),
        source: source.text.clone(),
        body_start: source.body,
        headings: source.headings(problems),
        items: Vec::new(),
        part: source.part.map(|p| plan.parts[p].id.clone()),
        module: source.module.and(index).map(|index| index.front.id.clone()),
    }
}

fn part(
    number: usize,
    planned: &PlannedPart,
    sources: &[Arc<Source>],
    drafts: &mut Drafts,
    problems: &mut Vec<Problem>,
) -> Part {
    let of_part = |s: &&(usize, &Source)| s.1.part == Some(number);
    let sources = sources.iter().map(|source| &**source);
    let pages: Vec<(usize, &Source)> = sources.enumerate().collect();
    let pages: Vec<(usize, &Source)> = pages.iter().filter(of_part).copied().collect();
    let page = pages
        .iter()
        .find(|(_, s)| s.kind == PageKind::Part)
        .map(|(at, _)| PageId(*at));
    let mut modules = Vec::new();
    for (at, module) in planned.modules.iter().enumerate() {
        let pages: Vec<(usize, &Source)> = pages
            .iter()
            .filter(|(_, s)| s.module == Some(at))
            .copied()
            .collect();
        modules.extend(self::module(planned, module, &pages, drafts, problems));
    }
    Part {
        id: planned.id.clone(),
        number: planned.number,
        title: planned.title.clone(),
        tagline: planned.tagline.clone(),
        dir: planned.dir.clone(),
        page,
        modules,
    }
}

fn module(
    part: &PlannedPart,
    planned: &PlannedModule,
    pages: &[(usize, &Source)],
    drafts: &mut Drafts,
    problems: &mut Vec<Problem>,
) -> Option<Module> {
    let (index, source) = pages
        .first()
        .copied()
        .filter(|(_, s)| s.kind == PageKind::Module)?;
    let mut module = Module {
        id: source.front.id.clone(),
        number: format!("{}.{}", part.number, planned.number),
        title: source.front.title.clone(),
        tagline: source.front.tagline.clone(),
        dir: format!("{}/{}", part.dir, planned.dir),
        requires: source.front.requires.clone(),
        ..Module::of_page(PageId(index))
    };
    for &(at, source) in pages {
        for lab in &source.front.labs {
            if !module.labs.contains(lab) {
                module.labs.push(lab.clone());
            }
        }
        let mut items = Items::new(source, PageId(at), drafts, problems);
        match source.kind {
            PageKind::Tier => {
                let tier = tier(source, PageId(at), module.tiers.last(), &mut items);
                module.tiers.push(tier);
            }
            PageKind::Lesson | PageKind::Tutorial => {
                module
                    .lessons
                    .push(lesson(source, PageId(at), module.lessons.len() as u32 + 1));
                tasks::module_sections(&mut module, &mut items);
            }
            _ => tasks::module_sections(&mut module, &mut items),
        }
        items.strays();
    }
    Some(module)
}

fn lesson(source: &Source, page: PageId, number: u32) -> Lesson {
    Lesson {
        id: source.front.id.clone(),
        number,
        title: source.front.title.clone(),
        time: source.front.time,
        requires: source.front.requires.clone(),
        tutorial: source.kind == PageKind::Tutorial,
        page,
    }
}

/// A tier's number is its file's; a file without one comes after the tier before it.
pub(super) fn tier(
    source: &Source,
    page: PageId,
    before: Option<&Tier>,
    items: &mut Items<'_>,
) -> Tier {
    let number = source
        .file_number
        .unwrap_or_else(|| before.map_or(1, |tier| tier.number + 1));
    let mut tier = Tier {
        id: source.front.id.clone(),
        number,
        title: source.front.title.clone(),
        goal: source.front.goal.clone(),
        end_state: source.front.end_state.clone(),
        time: super::model::Minutes::default(),
        requires: source.front.requires.clone(),
        optional: source.front.optional,
        page,
        tasks: Vec::new(),
    };
    tasks::tier(&mut tier, items);
    tier
}

/// Headings that jump a level, a title typed twice, text too deep to be read.
pub(super) fn shape(source: &Source, problems: &mut Vec<Problem>) {
    let mut last = 1;
    for heading in &source.outline.headings {
        let at = heading.range.start;
        // A template is a document of its own, title included.
        if heading.level == 1 && source.kind != PageKind::Template {
            let message =
                "a heading of level 1 in the text; the page's title is its front matter's";
            problems.push(
                source
                    .problem(at, message)
                    .warning()
                    .help("start with `##`"),
            );
        } else if heading.level > last + 1 {
            let message = format!(
                "a heading of level {} under one of level {last}",
                heading.level
            );
            let help = format!("write `{}`", "#".repeat(usize::from(last) + 1));
            problems.push(source.problem(at, message).warning().help(help));
        }
        last = heading.level;
    }
    if let Some(at) = source.outline.too_deep {
        problems.push(source.problem(at, "nested too deeply to be read"));
    }
}
