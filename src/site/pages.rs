//! What each kind of page shows besides its text: plain data for the templates, and nothing of HTML's chrome.
//! What surrounds the text is in `chrome.rs`.

use serde_json::{Value, json};

use super::fill::prose;
use super::link::LinkedSite;
use super::map::{Shows, Stop, countable};
use super::render::Whole;
use crate::course::{Minutes, Module, Page, Part, Task, Tier};
use crate::standing::Numbering;

/// The data of one page.
pub(super) fn of(whole: &Whole<'_>, stop: &Stop, root: &str) -> Value {
    match (stop.shows, module_of(whole.site, stop)) {
        (Shows::Course, _) => course(whole, stop, root),
        (Shows::Part, _) => part(whole, stop, root),
        (Shows::Module, Some(module)) => self::module(whole, stop, root, module),
        (Shows::Lesson(at), Some(module)) => lesson(whole, stop, root, module, at),
        (Shows::Tier(at), Some(module)) => tier(whole, stop, root, &module.tiers[at]),
        (Shows::Task(t, k), Some(module)) => task(whole, stop, root, &module.tiers[t].tasks[k], k),
        (Shows::Lab(at), _) => super::labs::page(whole, root, at),
        (Shows::Extra, module) => json!({
            "html": prose(whole, stop, root, |page| &page.parsed.main),
            "id": module.and_then(|_| page_of(whole.site, stop)).map(|page| page.id.as_str()),
        }),
        (Shows::Template, _) => super::forms::page(whole, stop, root),
        (Shows::Templates, _) => super::forms::index(whole.site),
        (Shows::Catalogue(kind), _) => super::catalogues::page(whole, kind),
        (Shows::Tags, _) => super::tags::index(whole.site),
        (Shows::Tag(at), _) => super::tags::page(whole, at),
        (Shows::Tracks, _) => super::tracks::index(whole.site),
        (Shows::Track(at), _) => super::tracks::track(whole.site, at),
        (Shows::Day(t, g), _) => super::tracks::day(whole, root, (t, g)),
        (Shows::Print, _) => super::print::page(whole, stop, root),
        (Shows::Codes, _) => super::codes::index(&whole.site.codes),
        (Shows::Code(at), _) => super::codes::of(whole, root, at),
        (Shows::Labs | Shows::Dashboard, _) => json!({
            "parts": parts(whole.site),
            "labs": super::labs::cards(whole.site),
            "stages": super::labs::stages(whole.site),
        }),
        (Shows::Playground, _) => super::playground::page(whole),
        (Shows::Log, _) => json!({
            "modules": all_modules(whole.site),
            "prompts": whole.site.course.log_prompts().0,
            "published": whole.look.log.iter().map(super::published::log_entry).collect::<Vec<_>>(),
            "feed": whole.look.publishes_log(whole.site).then_some(super::published::FEED),
        }),
        _ => json!({ "modules": all_modules(whole.site) }),
    }
}

/// Pages that a server renders again on request, with the learner's progress.
pub(super) fn shows_progress(shows: Shows) -> bool {
    matches!(
        shows,
        Shows::Course
            | Shows::Part
            | Shows::Module
            | Shows::Dashboard
            | Shows::Labs
            | Shows::Log
            | Shows::Templates
    )
}

pub(super) fn module_of<'a>(site: &'a LinkedSite, stop: &Stop) -> Option<&'a Module> {
    site.course.parts.get(stop.part?)?.modules.get(stop.module?)
}

pub(super) fn page_of<'a>(site: &'a LinkedSite, stop: &Stop) -> Option<&'a Page> {
    stop.page.and_then(|page| site.course.pages.get(page.0))
}

/// A range of time in words; empty when nothing is said.
pub(super) fn time(minutes: Minutes) -> String {
    if minutes.is_unknown() {
        return String::new();
    }
    let hours = |minutes: u32| {
        let tenths = (f64::from(minutes) / 6.0).round() / 10.0;
        format!("{tenths}")
    };
    let (min, max) = (minutes.min, minutes.max);
    match (min == max || min == 0, max >= 120) {
        (true, false) => format!("{max} min"),
        (false, false) => format!("{min}–{max} min"),
        (true, true) => format!("{} h", hours(max)),
        (false, true) => format!("{}–{} h", hours(min), hours(max)),
    }
}

/// A fragment as a sentence: `take a kernel from right to fast` becomes `Take a kernel from right to fast.`
pub(super) fn sentence(fragment: &str) -> String {
    let mut chars = fragment.trim().chars();
    let mut text: String = match is_name(chars.as_str()) {
        true => String::new(),
        false => chars
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .collect(),
    };
    text.push_str(chars.as_str());
    if !text.is_empty() && !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

/// Whether a text begins with a name that is spelled as it is: `config.json`, `cuBLAS`, `k1`.
fn is_name(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let word = word.trim_end_matches(['.', ',', ':', ';', ')']);
    let odd = |c: char| c.is_uppercase() || c.is_ascii_digit() || "._/`".contains(c);
    word.chars().skip(1).any(odd)
}

fn sum(times: impl Iterator<Item = Minutes>) -> Minutes {
    times.fold(Minutes::default(), Minutes::plus)
}

/// How long a lab takes.
pub(super) fn lab_minutes(lab: &lab::Lab) -> Minutes {
    Minutes {
        min: lab.minutes,
        max: lab.minutes,
    }
}

/// The tasks whose text is on the page of this stop.
pub(super) fn tasks_on<'a>(site: &'a LinkedSite, stop: &Stop) -> Vec<&'a Task> {
    module_of(site, stop)
        .into_iter()
        .flat_map(|module| &module.tiers)
        .flat_map(|tier| &tier.tasks)
        .filter(|task| Some(task.page) == stop.page)
        .collect()
}

/// The text of a stop, whatever it is the text of.
pub(super) fn prose_of(whole: &Whole<'_>, stop: &Stop, root: &str) -> String {
    prose(whole, stop, root, |page| match stop.shows {
        Shows::Task(_, k) => page.parsed.tasks.get(k).map_or(&[], Vec::as_slice),
        _ => &page.parsed.main,
    })
}

pub(super) fn module_time(site: &LinkedSite, module: &Module) -> Minutes {
    let lessons = sum(module.lessons.iter().map(|lesson| lesson.time));
    let tiers = sum(module.tiers.iter().map(|tier| tier.time));
    let labs = sum(site
        .labs
        .iter()
        .filter(|lab| module.labs.iter().any(|name| name == lab.id))
        .map(|lab| lab_minutes(lab)));
    lessons.plus(tiers).plus(labs)
}

fn module_card(site: &LinkedSite, module: &Module) -> Value {
    let tasks: usize = module.tiers.iter().map(|tier| tier.tasks.len()).sum();
    json!({
        "id": module.id,
        "key": format!("module:{}", module.id),
        "number": module.number,
        "title": module.title,
        "tagline": module.tagline,
        "url": site.course.page(module.page).url,
        "lessons": module.lessons.len(),
        "labs": module.labs.len(),
        "tasks": tasks,
        "time": time(module_time(site, module)),
    })
}

fn part_card(site: &LinkedSite, at: usize, part: &Part) -> Value {
    let url = site.map.part(at);
    json!({
        "id": part.id,
        "key": format!("part:{}", part.id),
        "number": part.number,
        "title": part.title,
        "tagline": part.tagline,
        "url": url.map(|stop| stop.url.as_str()),
        "time": time(sum(part.modules.iter().map(|module| module_time(site, module)))),
        "modules": part.modules.iter().map(|module| module_card(site, module)).collect::<Vec<_>>(),
    })
}

fn parts(site: &LinkedSite) -> Vec<Value> {
    site.course
        .parts
        .iter()
        .enumerate()
        .map(|(at, part)| part_card(site, at, part))
        .collect()
}

fn all_modules(site: &LinkedSite) -> Vec<Value> {
    site.course
        .modules()
        .map(|(_, module)| json!({ "id": module.id, "number": module.number, "title": module.title }))
        .collect()
}

fn course(whole: &Whole<'_>, stop: &Stop, root: &str) -> Value {
    let site = whole.site;
    let modules = || site.course.modules().map(|(_, module)| module);
    json!({
        "html": prose(whole, stop, root, |page| &page.parsed.main),
        "parts": parts(site),
        "graph": super::graph::of_course(site, root),
        "first": super::way::first(site),
        "lessons": modules().map(|module| module.lessons.len()).sum::<usize>(),
        "labs": site.labs.len(),
        "tasks": modules().flat_map(|module| &module.tiers).map(|tier| tier.tasks.len()).sum::<usize>(),
        "checks": site.labs.iter().map(|lab| lab.checks().count()).sum::<usize>(),
    })
}

fn part(whole: &Whole<'_>, stop: &Stop, root: &str) -> Value {
    let part = stop
        .part
        .and_then(|at| whole.site.course.parts.get(at).map(|part| (at, part)));
    json!({
        "html": prose(whole, stop, root, |page| &page.parsed.main),
        "part": part.map(|(at, part)| part_card(whole.site, at, part)),
        "graph": part.map(|(at, _)| super::graph::of_part(whole.site, at, root)),
    })
}

fn module(whole: &Whole<'_>, stop: &Stop, root: &str, module: &Module) -> Value {
    let site = whole.site;
    let page = site.course.page(module.page);
    // What leads into the module stands before the list of its pages, the checklists after it.
    let html = prose(whole, stop, root, |page| &page.parsed.main);
    let (intro, rest) = html.split_at(html.find("<h2 ").unwrap_or(html.len()));
    json!({
        "card": module_card(site, module),
        "goal": page.front.goal,
        "end_state": page.front.end_state,
        "tags": super::tags::chips(site, false, &page.front.tags),
        "themes": super::tags::chips(site, true, &page.front.themes),
        "requires": requires(site, &module.requires),
        "print": super::print::address(&page.url),
        "intro": intro,
        "html": rest,
        "steps": super::way::rows(site, module),
        "tiers": module.tiers.iter().map(|tier| tier_card(site, tier)).collect::<Vec<_>>(),
    })
}

fn requires(site: &LinkedSite, ids: &[String]) -> Vec<Value> {
    ids.iter()
        .filter_map(|id| {
            let inside = site.map.ids.get(id)?;
            let stop = site.map.at(&inside.url)?;
            Some(json!({ "title": stop.title, "label": stop.label, "url": stop.url }))
        })
        .collect()
}

/// What asks for this page to be done first.
fn leads_to(whole: &Whole<'_>, id: &str) -> Vec<Value> {
    let places = whole.asked_by(id).iter();
    places
        .filter_map(|page| whole.site.map.at(&whole.site.course.page(*page).url))
        .map(|stop| json!({ "title": stop.title, "url": stop.url }))
        .collect()
}

fn tier_card(site: &LinkedSite, tier: &Tier) -> Value {
    json!({
        "number": tier.number,
        "title": tier.title,
        "goal": tier.goal,
        "url": site.course.page(tier.page).url,
        "optional": tier.optional,
        "time": time(tier.time),
        "tasks": tier.tasks.len(),
        "items": tier_items(tier).join(" "),
    })
}

pub(super) fn tier_items(tier: &Tier) -> Vec<&str> {
    tier.tasks
        .iter()
        .filter(|task| !task.stretch)
        .flat_map(|task| countable(&task.criteria))
        .collect()
}

fn lesson(whole: &Whole<'_>, stop: &Stop, root: &str, module: &Module, at: usize) -> Value {
    let lesson = &module.lessons[at];
    let front = &whole.site.course.page(lesson.page).front;
    json!({
        "html": prose(whole, stop, root, |page| &page.parsed.main),
        "id": lesson.id,
        "first": super::way::first(whole.site) == Some(stop.url.as_str()),
        "goal": front.goal,
        "win": front.win,
        "time": time(lesson.time),
        "requires": requires(whole.site, &lesson.requires),
        "leads_to": leads_to(whole, &lesson.id),
        "tags": super::tags::chips(whole.site, false, &front.tags),
        "labs": super::labs::cards_of(whole.site, &front.labs),
    })
}

fn tier(whole: &Whole<'_>, stop: &Stop, root: &str, tier: &Tier) -> Value {
    let front = &whole.site.course.page(tier.page).front;
    let html = prose(whole, stop, root, |page| &page.parsed.main);
    json!({
        // The page may say goal and end in a block of fields; then the head does not say them again.
        "says_fields": html.contains("<div class=\"fields\">"),
        "html": html,
        "tail": prose(whole, stop, root, |page| &page.parsed.tail),
        "card": tier_card(whole.site, tier),
        "end_state": tier.end_state,
        "tags": super::tags::chips(whole.site, false, &front.tags),
        "requires": requires(whole.site, &tier.requires),
        "tasks": tier.tasks.iter().map(|task| task_card(whole.site, task)).collect::<Vec<_>>(),
    })
}

pub(super) fn task_card(site: &LinkedSite, task: &Task) -> Value {
    json!({
        "number": task.number,
        "title": task.title,
        "slug": task.slug,
        "url": task.url,
        "tags": super::tags::chips(site, false, &task.tags),
        "themes": super::tags::chips(site, true, &task.themes),
        "files": task.artifacts,
        "time": time(task.time),
        "note": task.time_note,
        "win": task.win,
        "stretch": task.stretch,
        "criteria": task.criteria.len(),
        "items": countable(&task.criteria).join(" "),
    })
}

fn task(whole: &Whole<'_>, stop: &Stop, root: &str, task: &Task, at: usize) -> Value {
    json!({
        "card": task_card(whole.site, task),
        "forms": super::forms::of_task(whole.site, task),
        "html": prose(whole, stop, root, |page| page.parsed.tasks.get(at).map_or(&[], Vec::as_slice)),
    })
}

/// Everything that a page shows of somebody who did nothing: how much there is.
pub(super) fn nothing_done(site: &LinkedSite) -> Value {
    let nobody = Numbering::of(&site.course, &site.labs).nobody();
    json!({
        "rows": super::way::standing_rows(&nobody),
        "attempts": [],
        "next": nobody.next.as_ref().map(super::way::next),
        "steps": super::way::steps(&nobody.steps),
        "log": [],
        "waiting": [],
        "activity": {},
        "files": super::forms::not_begun(site),
    })
}

/// Questions that have an answer to be graded against, by id: what is asked and where.
pub(super) fn questions(site: &LinkedSite) -> Value {
    let asked = site
        .course
        .modules()
        .flat_map(|(_, module)| &module.questions);
    let rows: serde_json::Map<String, Value> = asked
        .filter(|question| !question.answer.is_empty())
        .filter_map(|question| {
            let inside = site.map.ids.get(&question.item.id)?;
            let anchor = inside.anchor.as_deref().unwrap_or_default();
            let row =
                json!({ "text": question.item.text, "url": format!("{}#{anchor}", inside.url) });
            Some((question.item.id.clone(), row))
        })
        .collect();
    Value::Object(rows)
}
