//! What surrounds a page's text: navigation, the way down, previous and next, contents, where it is written.
//!
//! Navigation holds the parts, the modules of this part and the pages of this module, never the whole site, so a
//! page does not grow with the course.

use serde_json::{Value, json};

use super::catalogues::Catalogue;
use super::link::LinkedSite;
use super::map::{PLAYGROUND, Shows, Stop, countable};
use super::pages::{module_of, page_of, sentence, tier_items};
use super::render::Whole;
use crate::course::Module;
use crate::course::interface::{Entry, MENU};

/// What every page says of the site: its name, its menus, its foot, how its program is started.
pub(super) fn of_site(site: &LinkedSite) -> Value {
    let (course, interface) = (&site.course, &site.course.interface);
    let entry = |title: &str, url: &str| {
        let outside = url.contains(':');
        json!({ "title": title, "url": url, "outside": outside })
    };
    // Whether there is a playground depends on what the site was built with, not on the course.
    let is_there = |one: &&Entry| one.url != PLAYGROUND || site.map.at(PLAYGROUND).is_some();
    let own = |entries: &[Entry]| -> Vec<Value> {
        let all = entries.iter().filter(is_there);
        all.map(|one| entry(&interface.word(&one.title), &one.url))
            .collect()
    };
    let there = MENU.iter().filter(|(_, url, _)| site.map.at(url).is_some());
    let menu = match &interface.menu {
        Some(menu) => own(menu),
        None => there
            .clone()
            .map(|(_, url, title)| entry(&interface.word(title), url))
            .collect(),
    };
    let side = match &interface.menu {
        Some(menu) => own(menu),
        // What is looked up stands at the end of the list, with the catalogues.
        None => there
            .filter(|(name, ..)| *name != "codes")
            .filter_map(|(_, url, _)| site.map.at(url))
            .map(|stop| entry(&stop.title, &stop.url))
            .collect(),
    };
    let icon = match interface.logo.as_str() {
        "" => "static/icon.svg",
        logo => logo,
    };
    json!({
        "title": course.title,
        "tagline": course.tagline,
        "url": course.url,
        "language": interface.language,
        "translated": !interface.words.is_empty(),
        "logo": interface.logo,
        "icon": icon,
        "licence": interface.licence,
        "menu": menu,
        "side": side,
        "footer": own(&interface.footer),
        "repository": interface.repository,
        "command": interface.command,
        "labs": !site.labs.is_empty(),
        "cuda": site.has_kernels(),
        "codes": !site.codes.is_empty(),
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
            let url = site.map.part(p);
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
                "key": format!("part:{}", part.id),
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
        .home(Some(p), Some(m))
        .filter(|s| here && !matches!(s.shows, Shows::Module | Shows::Print))
        .map(|s| nav_page(site, stop, s, module))
        .collect();
    json!({
        "number": module.number,
        "title": module.title,
        "url": site.course.page(module.page).url,
        "here": here,
        "key": format!("module:{}", module.id),
        "current": here && stop.shows == Shows::Module,
        "pages": pages,
    })
}

fn nav_page(site: &LinkedSite, stop: &Stop, other: &Stop, module: &Module) -> Value {
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
        Shows::Extra => ("page", String::new(), String::new()),
        _ => ("lab", String::new(), String::new()),
    };
    let step = match other.shows {
        Shows::Lesson(_) | Shows::Extra => other.page.map(|page| site.course.page(page).id.clone()),
        Shows::Lab(at) => Some(site.labs[at].id.to_owned()),
        _ => None,
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
        "step": step,
    })
}

/// Pages that gather what stands elsewhere, as the side list shows them.
pub(super) fn gathered(site: &LinkedSite, stop: &Stop) -> Vec<Value> {
    let catalogues = Catalogue::ALL.map(Catalogue::url);
    let urls =
        ["paths/"]
            .into_iter()
            .chain(catalogues)
            .chain(["codes/", super::forms::INDEX, "tags/"]);
    urls.filter_map(|url| site.map.at(url))
        .map(|s| {
            // A theme's page stands below all tags, too.
            let here = stop.url.starts_with(&s.url)
                || (s.shows == Shows::Tags && matches!(stop.shows, Shows::Tag(_)));
            json!({ "title": s.title, "url": s.url, "here": here, "current": s.url == stop.url })
        })
        .collect()
}

/// The way down to a page.
pub(super) fn crumbs(site: &LinkedSite, stop: &Stop) -> Vec<Value> {
    let mut crumbs = Vec::new();
    if stop.shows == Shows::Course {
        return crumbs;
    }
    let interface = &site.course.interface;
    let mut push = |title: &str, url: &str| {
        if url != stop.url {
            crumbs.push(json!({ "title": title, "url": url }));
        }
    };
    let word = |english: &'static str| interface.word(english);
    if let Some(part) = stop.part.and_then(|p| site.course.parts.get(p)) {
        let at = stop.part.and_then(|p| site.map.part(p));
        push(&part.title, at.map_or("", |s| s.url.as_str()));
        if let Some(module) = stop.module.and_then(|m| part.modules.get(m)) {
            push(
                &format!("{} {}", module.number, module.title),
                &site.course.page(module.page).url,
            );
            if let Shows::Task(t, _) = stop.shows {
                let tier = &module.tiers[t];
                push(
                    &interface.word(&format!("Tier {}", tier.number)),
                    &site.course.page(tier.page).url,
                );
            }
        }
    } else if matches!(stop.shows, Shows::Lab(_)) {
        push(&word("Labs"), "labs/");
    } else if matches!(stop.shows, Shows::Code(_)) {
        push(&word("Codes"), "codes/");
    } else if stop.shows == Shows::Template {
        push(&word("Templates"), super::forms::INDEX);
    } else if matches!(stop.shows, Shows::Tag(_)) {
        push(&word("Tags and themes"), "tags/");
    } else if let Shows::Track(t) | Shows::Day(t, _) = stop.shows {
        push(&word("Paths"), "paths/");
        let track = &site.course.tracks[t];
        push(&track.title, &super::tracks::address(&track.id, None));
    }
    crumbs
}

/// The page before or after this one as the course is walked.
pub(super) fn neighbour(site: &LinkedSite, at: usize, after: bool) -> Value {
    let order = &site.map.reading;
    let here = order.iter().position(|stop| *stop == at);
    let found = here.and_then(|here| match after {
        true => order.get(here + 1),
        false => order.get(here.checked_sub(1)?),
    });
    found.map_or(Value::Null, |at| {
        let stop = &site.map.stops[*at];
        json!({ "title": stop.title, "label": stop.label, "url": stop.url })
    })
}

/// The headings of a page, as its contents.
pub(super) fn toc(site: &LinkedSite, stop: &Stop) -> Vec<Value> {
    match stop.shows {
        Shows::Lab(at) => return super::labs::toc(site, at),
        Shows::Codes => return super::codes::toc(&site.codes, None),
        Shows::Code(at) => return super::codes::toc(&site.codes, Some(at)),
        Shows::Catalogue(kind) => return super::catalogues::toc(site, kind),
        Shows::Print => return super::print::toc(site, stop),
        _ => {}
    }
    let Some(page) = page_of(site, stop) else {
        return Vec::new();
    };
    let tasks = super::pages::tasks_on(site, stop);
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
///
/// With where to edit it, and when it last changed, when the course says so.
pub(super) fn source(whole: &Whole<'_>, stop: &Stop) -> Value {
    let site = whole.site;
    let Some(page) = page_of(site, stop) else {
        return Value::Null;
    };
    let line = match (stop.shows, module_of(site, stop)) {
        (Shows::Task(t, k), Some(module)) => module.tiers[t].tasks[k].line,
        _ => 0,
    };
    let path = super::paths::slashes(&page.path);
    let edit = site.course.edit.replace("{path}", &path);
    let updated = whole.look.dates.get(&page.path);
    json!({ "path": path, "line": line, "edit": edit, "updated": updated, "draft": page.front.draft })
}

/// One sentence about a page, for search engines and shared links.
pub(super) fn description(whole: &Whole<'_>, stop: &Stop) -> String {
    let site = whole.site;
    let front = page_of(site, stop).map(|page| &page.front);
    let module = module_of(site, stop);
    let text = match (stop.shows, module) {
        (Shows::Task(t, k), Some(module)) => module.tiers[t].tasks[k].win.clone(),
        (Shows::Lab(at), _) => sentence(&site.labs[at].goal),
        (Shows::Code(at), _) => sentence(&super::codes::plain(site.codes[at].entry.summary)),
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
