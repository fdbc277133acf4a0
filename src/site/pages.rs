//! What each kind of page shows besides its text: plain data for the templates, and nothing of HTML's chrome.
//!
//! Navigation holds the parts, the modules of this part and the pages of this module, never the whole site, so a
//! page does not grow with the course.

use serde_json::{Value, json};

use super::link::LinkedSite;
use super::map::{Shows, Stop, countable, module_items};
use super::render::{Whole, prose};
use crate::course::{Minutes, Module, Page, Part, Task, Tier};
use crate::store::standing::needed;

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
        (Shows::Extra, _) => json!({ "html": prose(whole, stop, root, |page| &page.parsed.main) }),
        (Shows::Labs | Shows::Dashboard, _) => json!({
            "parts": parts(whole.site),
            "labs": super::labs::cards(whole.site),
        }),
        _ => json!({ "modules": all_modules(whole.site) }),
    }
}

/// Pages that a server renders again on request, with the learner's progress.
pub(super) fn shows_progress(shows: Shows) -> bool {
    matches!(
        shows,
        Shows::Course | Shows::Part | Shows::Module | Shows::Dashboard | Shows::Labs | Shows::Log
    )
}

fn module_of<'a>(site: &'a LinkedSite, stop: &Stop) -> Option<&'a Module> {
    site.course.parts.get(stop.part?)?.modules.get(stop.module?)
}

fn page_of<'a>(site: &'a LinkedSite, stop: &Stop) -> Option<&'a Page> {
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
    let mut text: String = chars
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    text.push_str(chars.as_str());
    if !text.is_empty() && !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

fn sum(times: impl Iterator<Item = Minutes>) -> Minutes {
    times.fold(Minutes::default(), Minutes::plus)
}

fn module_time(site: &LinkedSite, module: &Module) -> Minutes {
    let lessons = sum(module.lessons.iter().map(|lesson| lesson.time));
    let tiers = sum(module.tiers.iter().map(|tier| tier.time));
    let labs = sum(site
        .labs
        .iter()
        .filter(|lab| module.labs.iter().any(|name| name == lab.id))
        .map(|lab| Minutes {
            min: lab.minutes,
            max: lab.minutes,
        }));
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
    let url = site
        .map
        .stops
        .iter()
        .find(|stop| stop.shows == Shows::Part && stop.part == Some(at));
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
        "first": site.map.stops.iter().find(|stop| matches!(stop.shows, Shows::Lesson(_) | Shows::Module)).map(|stop| stop.url.as_str()),
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
    })
}

fn module(whole: &Whole<'_>, stop: &Stop, root: &str, module: &Module) -> Value {
    let site = whole.site;
    let page = site.course.page(module.page);
    let lessons: Vec<Value> = module
        .lessons
        .iter()
        .map(|lesson| {
            json!({
                "number": lesson.number,
                "title": lesson.title,
                "url": site.course.page(lesson.page).url,
                "goal": site.course.page(lesson.page).front.goal,
                "time": time(lesson.time),
            })
        })
        .collect();
    // What leads into the module stands before the list of its pages, the checklists after it.
    let html = prose(whole, stop, root, |page| &page.parsed.main);
    let (intro, rest) = html.split_at(html.find("<h2 ").unwrap_or(html.len()));
    json!({
        "card": module_card(site, module),
        "goal": page.front.goal,
        "end_state": page.front.end_state,
        "tags": page.front.tags,
        "requires": requires(site, &module.requires),
        "intro": intro,
        "html": rest,
        "lessons": lessons,
        "labs": super::labs::cards_of(site, &module.labs),
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

fn tier_items(tier: &Tier) -> Vec<&str> {
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
        "goal": front.goal,
        "win": front.win,
        "time": time(lesson.time),
        "requires": requires(whole.site, &lesson.requires),
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
        "tags": front.tags,
        "requires": requires(whole.site, &tier.requires),
        "tasks": tier.tasks.iter().map(|task| task_card(task)).collect::<Vec<_>>(),
    })
}

fn task_card(task: &Task) -> Value {
    json!({
        "number": task.number,
        "title": task.title,
        "slug": task.slug,
        "url": task.url,
        "tags": task.tags,
        "themes": task.themes,
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
        "card": task_card(task),
        "html": prose(whole, stop, root, |page| page.parsed.tasks.get(at).map_or(&[], Vec::as_slice)),
    })
}

/// Where a page stands among others.
pub(super) fn nav(site: &LinkedSite, stop: &Stop) -> Value {
    let parts: Vec<Value> = site
        .course
        .parts
        .iter()
        .enumerate()
        .map(|(p, part)| {
            let here = stop.part == Some(p);
            let url = site
                .map
                .stops
                .iter()
                .find(|s| s.shows == Shows::Part && s.part == Some(p));
            let modules: Vec<Value> = if here {
                part.modules
                    .iter()
                    .enumerate()
                    .map(|(m, module)| nav_module(site, stop, (p, m), module))
                    .collect()
            } else {
                Vec::new()
            };
            json!({
                "number": part.number,
                "title": part.title,
                "url": url.map(|stop| stop.url.as_str()),
                "here": here,
                "current": here && stop.shows == Shows::Part,
                "modules": modules,
            })
        })
        .collect();
    Value::Array(parts)
}

fn nav_module(site: &LinkedSite, stop: &Stop, (p, m): (usize, usize), module: &Module) -> Value {
    let here = stop.module == Some(m);
    let pages: Vec<Value> = site
        .map
        .stops
        .iter()
        .filter(|s| here && s.part == Some(p) && s.module == Some(m) && s.shows != Shows::Module)
        .map(|s| nav_page(stop, s, module))
        .collect();
    json!({
        "number": module.number,
        "title": module.title,
        "url": site.course.page(module.page).url,
        "here": here,
        "current": here && stop.shows == Shows::Module,
        "pages": pages,
    })
}

fn nav_page(stop: &Stop, other: &Stop, module: &Module) -> Value {
    let (kind, number, items) = match other.shows {
        Shows::Lesson(at) => (
            "lesson",
            module.lessons[at].number.to_string(),
            String::new(),
        ),
        Shows::Tier(at) => (
            "tier",
            String::new(),
            tier_items(&module.tiers[at]).join(" "),
        ),
        Shows::Task(t, k) => {
            let task = &module.tiers[t].tasks[k];
            (
                "task",
                task.number.clone(),
                countable(&task.criteria).join(" "),
            )
        }
        _ => ("lab", String::new(), String::new()),
    };
    // A lab often has the title of its lesson; in a list its name tells them apart.
    let title = match other.url.strip_prefix("labs/") {
        Some(lab) => lab.trim_end_matches('/'),
        None => &other.title,
    };
    json!({
        "kind": kind,
        "number": number,
        "label": other.label,
        "title": title,
        "url": other.url,
        "current": other.url == stop.url,
        "items": items,
    })
}

/// The way down to a page.
pub(super) fn crumbs(site: &LinkedSite, stop: &Stop) -> Vec<Value> {
    let mut crumbs = Vec::new();
    if stop.shows == Shows::Course {
        return crumbs;
    }
    let mut push = |title: &str, url: &str| {
        if url != stop.url {
            crumbs.push(json!({ "title": title, "url": url }));
        }
    };
    if let Some(part) = stop.part.and_then(|p| site.course.parts.get(p)) {
        let at = site
            .map
            .stops
            .iter()
            .find(|s| s.shows == Shows::Part && s.part == stop.part);
        push(&part.title, at.map_or("", |s| s.url.as_str()));
        if let Some(module) = stop.module.and_then(|m| part.modules.get(m)) {
            push(
                &format!("{} {}", module.number, module.title),
                &site.course.page(module.page).url,
            );
            if let Shows::Task(t, _) = stop.shows {
                let tier = &module.tiers[t];
                push(
                    &format!("Tier {}", tier.number),
                    &site.course.page(tier.page).url,
                );
            }
        }
    } else if matches!(stop.shows, Shows::Lab(_)) {
        push("Labs", "labs/");
    }
    crumbs
}

/// The page before or after this one in the walk.
pub(super) fn neighbour(site: &LinkedSite, at: usize, after: bool) -> Value {
    let stops = &site.map.stops;
    if !stops[at].is_walked() {
        return Value::Null;
    }
    let found = if after {
        stops[at + 1..].iter().find(|stop| stop.is_walked())
    } else {
        stops[..at].iter().rev().find(|stop| stop.is_walked())
    };
    found.map_or(
        Value::Null,
        |stop| json!({ "title": stop.title, "label": stop.label, "url": stop.url }),
    )
}

/// The headings of a page, as its contents.
pub(super) fn toc(site: &LinkedSite, stop: &Stop) -> Vec<Value> {
    if let Shows::Lab(at) = stop.shows {
        return super::labs::toc(site.labs[at]);
    }
    let Some(page) = page_of(site, stop) else {
        return Vec::new();
    };
    let module = module_of(site, stop);
    let tasks: Vec<&Task> = module
        .into_iter()
        .flat_map(|module| &module.tiers)
        .flat_map(|tier| &tier.tasks)
        .filter(|task| Some(task.page) == stop.page)
        .collect();
    let task = match stop.shows {
        Shows::Task(_, k) => tasks.get(k).copied(),
        _ => None,
    };
    let mut toc = Vec::new();
    for heading in &page.headings {
        let at = heading.range.start;
        let within = tasks.iter().find(|task| task.range.contains(&at));
        let level = match (task, within) {
            (Some(task), Some(within))
                if within.range == task.range && within.range.start != at =>
            {
                heading.level.saturating_sub(2).max(2)
            }
            (None, None) if !super::parse::repeats_title(page, heading.level, &heading.text) => {
                heading.level
            }
            _ => continue,
        };
        if (2..=3).contains(&level) {
            toc.push(json!({ "level": level, "text": heading.text, "anchor": heading.slug }));
        }
    }
    toc
}

/// The file and line a page is written in.
pub(super) fn source(site: &LinkedSite, stop: &Stop) -> Value {
    let Some(page) = page_of(site, stop) else {
        return Value::Null;
    };
    let line = match (stop.shows, module_of(site, stop)) {
        (Shows::Task(t, k), Some(module)) => module.tiers[t].tasks[k].line,
        _ => 0,
    };
    json!({ "path": super::link::slashes(&page.path), "line": line })
}

/// One sentence about a page, for search engines and shared links.
pub(super) fn description(whole: &Whole<'_>, stop: &Stop) -> String {
    let site = whole.site;
    let front = page_of(site, stop).map(|page| &page.front);
    let module = module_of(site, stop);
    let text = match (stop.shows, module) {
        (Shows::Task(t, k), Some(module)) => module.tiers[t].tasks[k].win.clone(),
        (Shows::Lab(at), _) => sentence(site.labs[at].goal),
        (Shows::Part, _) => stop
            .part
            .map(|p| site.course.parts[p].tagline.clone())
            .unwrap_or_default(),
        _ => front
            .map(|front| {
                if front.tagline.is_empty() {
                    front.goal.clone()
                } else {
                    front.tagline.clone()
                }
            })
            .unwrap_or_default(),
    };
    if text.is_empty() {
        site.course.tagline.clone()
    } else {
        text
    }
}

/// The rows of the dashboard with nothing done: how much there is. They count as `store::standing` counts.
pub(super) fn nothing_done(site: &LinkedSite) -> Value {
    let row = |total: usize| json!({ "status": "not-started", "words": "not started", "done": 0, "total": total });
    let mut rows = serde_json::Map::new();
    let (mut all, mut projects) = (0, 0);
    for part in &site.course.parts {
        for module in &part.modules {
            let total = module_items(module).len() + module.labs.len();
            all += total;
            projects += usize::from(module.project.is_some());
            rows.insert(format!("module:{}", module.id), row(total));
        }
        rows.insert(format!("part:{}", part.id), row(part.modules.len()));
    }
    rows.insert("course".to_owned(), row(all));
    rows.insert("projects".to_owned(), row(projects));
    for lab in &site.labs {
        let checks = lab.parts.iter().map(|part| needed(part).len()).sum();
        rows.insert(format!("lab:{}", lab.id), row(checks));
    }
    json!({ "rows": rows, "attempts": [], "next": null, "log": [] })
}

/// What a page's own script needs to compute progress without a server.
pub(super) fn outline(site: &LinkedSite) -> Value {
    let module = |module: &Module| {
        json!({
            "id": module.id,
            "title": module.title,
            "url": site.course.page(module.page).url,
            "items": module_items(module),
            "labs": module.labs.len(),
            "project": module.project.as_ref().map(|project| countable(&project.items)),
        })
    };
    let part = |part: &Part| json!({ "id": part.id, "modules": part.modules.iter().map(module).collect::<Vec<_>>() });
    json!({ "parts": site.course.parts.iter().map(part).collect::<Vec<_>>() })
}
