//! One edited page read alone: either nobody but the page itself can tell, or the whole course has to be read.
//!
//! A page has two sides: its content, and what others see of it (front matter, headings, what can be ticked, questions,
//! times). [`Loader::reload`] takes over a page whose second side stayed the same; then the course that was loaded stands
//! as it is, and only this page's text is new. Everything else, problems included, is left to [`Loader::load`].

use std::path::Path;

use super::build;
use super::files::{self, Source};
use super::items::{Drafts, Items};
use super::load::Loader;
use super::model::{Course, Module};
use super::page::{ItemPlace, Page, PageId, PageKind};
use super::problem::Problem;
use super::{Item, tasks};

impl Loader {
    /// The page of this file with the text that it has now; none when others would see a difference, or anything is wrong.
    ///
    /// `course` is what was loaded last, and this page had no problems then.
    pub fn reload(&mut self, root: &Path, course: &Course, path: &Path) -> Option<(PageId, Page)> {
        let at = course.pages.iter().position(|page| page.path == path)?;
        let (old, new) = files::reread(root, &mut self.pages, path)?;
        let seen = seen(&old, PageId(at))?;
        if seen != self::seen(&new, PageId(at))? {
            return None;
        }
        let page = &course.pages[at];
        let places = places(&new);
        if places.len() != page.items.len() {
            return None;
        }
        let items = page.items.iter().zip(places);
        let page = Page {
            source: new.text.clone(),
            body_start: new.body,
            headings: new.headings(&mut Vec::new()),
            items: items
                .map(|(old, place)| ItemPlace {
                    id: old.id.clone(),
                    ..place
                })
                .collect(),
            ..page.clone()
        };
        Some((PageId(at), page))
    }
}

/// A page on its own, as a module that holds nothing else.
struct Alone {
    module: Module,
    drafts: Drafts,
    problems: Vec<Problem>,
}

fn alone(source: &Source, page: PageId) -> Alone {
    let mut module = Module::of_page(page);
    let (mut drafts, mut problems) = (Drafts::default(), Vec::new());
    if source.module.is_some() {
        let mut items = Items::new(source, page, &mut drafts, &mut problems);
        match source.kind {
            PageKind::Tier => module
                .tiers
                .push(build::tier(source, page, None, &mut items)),
            _ => tasks::module_sections(&mut module, &mut items),
        }
        items.strays();
    }
    build::shape(source, &mut problems);
    Alone {
        module,
        drafts,
        problems,
    }
}

/// What others see of a page, as text; none when there is a problem, which only the whole course tells rightly.
fn seen(source: &Source, page: PageId) -> Option<String> {
    let mut alone = alone(source, page);
    let headings: Vec<_> = source
        .headings(&mut alone.problems)
        .into_iter()
        .map(|heading| (heading.level, heading.text, heading.slug))
        .collect();
    if !alone.problems.is_empty() {
        return None;
    }
    let Alone {
        mut module, drafts, ..
    } = alone;
    let lists = module
        .tiers
        .iter_mut()
        .flat_map(|tier| &mut tier.tasks)
        .flat_map(|task| [&mut task.criteria, &mut task.hard_mode])
        .chain([&mut module.concepts])
        .chain(module.project.iter_mut().map(|project| &mut project.items));
    lists.for_each(|items| displace(items));
    for question in &mut module.questions {
        displace(std::slice::from_mut(&mut question.item));
    }
    let drafts: Vec<_> = drafts
        .all
        .iter()
        .map(|draft| (&draft.id, &draft.aliases, &draft.container, &draft.text))
        .collect();
    let own = (source.kind, &source.front, &source.url);
    Some(format!("{own:?}{headings:?}{module:?}{drafts:?}"))
}

/// Takes out where items stand: others do not see it.
fn displace(items: &mut [Item]) {
    for item in items {
        (item.line, item.marker) = (0, 0);
        item.braces.clear();
        displace(&mut item.children);
    }
}

/// Where the items of a page are, in order.
fn places(source: &Source) -> Vec<ItemPlace> {
    let mut places: Vec<ItemPlace> = alone(source, PageId(0))
        .drafts
        .all
        .into_iter()
        .map(|draft| ItemPlace {
            marker: draft.marker,
            id: draft.id,
            braces: draft.braces,
        })
        .collect();
    places.sort_by_key(|place| place.marker);
    places
}
