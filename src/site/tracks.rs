//! Tracks: other ways to walk the same course, by day, by week, by plan. Each stop of a track has a page that sums it up.
//!
//! What a stop holds is named by id in `course.yaml`; times, counts, tasks, takeaways, themes and files are computed from what
//! those ids name, so nothing about a day is typed twice.

use serde_json::{Value, json};

use super::link::LinkedSite;
use super::map::{Inside, Shows, Stop, countable, module_items};
use super::pages::{lab_minutes, module_of, module_time, prose_of, time};
use super::render::Whole;
use crate::course::{Group, Minutes, Task, walk};

/// The address of a track, or of a stop of it.
pub fn address(track: &str, group: Option<usize>) -> String {
    match group {
        Some(at) => format!("paths/{track}/{}/", at + 1),
        None => format!("paths/{track}/"),
    }
}

/// What a stop of a track holds: one thing named by id.
struct Held<'s> {
    stop: &'s Stop,
    time: Minutes,
    items: Vec<&'s str>,
    tasks: Vec<&'s Task>,
}

fn held<'s>(site: &'s LinkedSite, id: &str) -> Option<Held<'s>> {
    let Inside { url, .. } = site.map.ids.get(id)?;
    let stop = site.map.at(url)?;
    let module = module_of(site, stop);
    let (time, items, tasks) = match (stop.shows, module) {
        (Shows::Module, Some(module)) => (
            module_time(site, module),
            module_items(module),
            module.tiers.iter().flat_map(|tier| &tier.tasks).collect(),
        ),
        (Shows::Tier(at), Some(module)) => {
            let tier = &module.tiers[at];
            (
                tier.time,
                super::pages::tier_items(tier),
                tier.tasks.iter().collect(),
            )
        }
        (Shows::Task(t, k), Some(module)) => {
            let task = &module.tiers[t].tasks[k];
            (task.time, countable(&task.criteria), vec![task])
        }
        (Shows::Lesson(at), Some(module)) => (module.lessons[at].time, Vec::new(), Vec::new()),
        (Shows::Lab(at), _) => (lab_minutes(site.labs[at]), Vec::new(), Vec::new()),
        (Shows::Part, _) => {
            let part = stop.part.and_then(|at| site.course.parts.get(at))?;
            let times = part.modules.iter().map(|module| module_time(site, module));
            (
                times.fold(Minutes::default(), Minutes::plus),
                part.modules.iter().flat_map(module_items).collect(),
                Vec::new(),
            )
        }
        _ => (Minutes::default(), Vec::new(), Vec::new()),
    };
    Some(Held {
        stop,
        time,
        items,
        tasks,
    })
}

fn all_held<'s>(site: &'s LinkedSite, group: &Group) -> Vec<Held<'s>> {
    group.items.iter().filter_map(|id| held(site, id)).collect()
}

fn sum(held: &[Held<'_>]) -> Minutes {
    held.iter()
        .fold(Minutes::default(), |all, one| all.plus(one.time))
}

fn row(held: &Held<'_>) -> Value {
    json!({
        "title": held.stop.title,
        "label": held.stop.label,
        "url": held.stop.url,
        "time": time(held.time),
        "items": held.items.join(" "),
    })
}

/// The list of all tracks.
pub(super) fn index(site: &LinkedSite) -> Value {
    let tracks: Vec<Value> = site
        .course
        .tracks
        .iter()
        .map(|track| {
            let all: Vec<Held<'_>> = track.groups.iter().flat_map(|group| all_held(site, group)).collect();
            json!({
                "title": track.title,
                "url": address(&track.id, None),
                "stops": track.groups.len(),
                "time": time(sum(&all)),
                "items": all.iter().flat_map(|held| held.items.clone()).collect::<Vec<_>>().join(" "),
            })
        })
        .collect();
    json!({ "tracks": tracks })
}

/// One track.
pub(super) fn track(site: &LinkedSite, at: usize) -> Value {
    let track = &site.course.tracks[at];
    let mut total = Minutes::default();
    let groups: Vec<Value> = track
        .groups
        .iter()
        .enumerate()
        .map(|(g, group)| {
            let all = all_held(site, group);
            total = total.plus(sum(&all));
            json!({
                "number": g + 1,
                "title": group.title,
                "url": address(&track.id, Some(g)),
                "time": time(sum(&all)),
                "rows": all.iter().map(row).collect::<Vec<_>>(),
                "items": all.iter().flat_map(|held| held.items.clone()).collect::<Vec<_>>().join(" "),
            })
        })
        .collect();
    json!({ "groups": groups, "time": time(total) })
}

/// One stop of a track, summed up: what it holds, its tasks, what to take away, what it served, what was made.
pub(super) fn day(whole: &Whole<'_>, root: &str, (t, g): (usize, usize)) -> Value {
    let site = whole.site;
    let track = &site.course.tracks[t];
    let group = &track.groups[g];
    let all = all_held(site, group);
    let tasks: Vec<&Task> = all.iter().flat_map(|held| held.tasks.clone()).collect();
    let mut themes: Vec<(String, Vec<Value>)> = Vec::new();
    let mut files: Vec<&str> = Vec::new();
    for task in &tasks {
        for theme in &task.themes {
            let place = json!({ "number": task.number, "title": task.title, "url": task.url });
            match themes.iter_mut().find(|(known, _)| known == theme) {
                Some((_, places)) => places.push(place),
                None => themes.push((theme.clone(), vec![place])),
            }
        }
        for file in &task.artifacts {
            if !files.contains(&file.as_str()) {
                files.push(file);
            }
        }
    }
    let takeaways: Vec<String> = all
        .iter()
        .flat_map(|held| takeaways(&prose_of(whole, held.stop, root)))
        .collect();
    let themes: Vec<Value> = themes
        .into_iter()
        .map(|(name, places)| json!({ "name": name, "url": super::tags::address(true, &name), "tasks": places }))
        .collect();
    json!({
        "track": { "title": track.title, "url": address(&track.id, None) },
        "number": g + 1,
        "time": time(sum(&all)),
        "stated": time(group.time),
        "rows": all.iter().map(row).collect::<Vec<_>>(),
        "items": all.iter().flat_map(|held| held.items.clone()).collect::<Vec<_>>().join(" "),
        "tasks": tasks.iter().map(|task| super::pages::task_card(site, task)).collect::<Vec<_>>(),
        "takeaways": takeaways,
        "themes": themes,
        "files": files,
        "before": (g > 0).then(|| json!({ "title": track.groups[g - 1].title, "url": address(&track.id, Some(g - 1)) })),
        "after": after(site, (t, g)),
    })
}

/// Where a stop of a track leads on: to the next, and from the last to the end of the course, or to the other tracks.
fn after(site: &LinkedSite, (t, g): (usize, usize)) -> Option<Value> {
    let track = &site.course.tracks[t];
    if let Some(next) = track.groups.get(g + 1) {
        return Some(json!({ "title": next.title, "url": address(&track.id, Some(g + 1)) }));
    }
    let end = site.map.at(walk::FINISH).or_else(|| site.map.at("paths/"));
    end.map(|stop| json!({ "title": stop.title, "url": stop.url }))
}

/// The takeaway callouts of a text, without their titles.
fn takeaways(html: &str) -> Vec<String> {
    const OPEN: &str = "<div class=\"callout callout-takeaway\"";
    let mut found = Vec::new();
    for (at, _) in html.match_indices(OPEN) {
        let mut depth = 0usize;
        let mut end = at;
        while let Some(next) = html.get(end..) {
            let (open, close) = (next.find("<div"), next.find("</div>"));
            match (open, close) {
                (Some(o), Some(c)) if o < c => (depth, end) = (depth + 1, end + o + 4),
                (_, Some(c)) => (depth, end) = (depth - 1, end + c + 6),
                (_, None) => break,
            }
            if depth == 0 {
                break;
            }
        }
        let inner = html.get(at..end.saturating_sub(6)).unwrap_or_default();
        if let Some((_, text)) = inner.split_once("</p>\n") {
            found.push(text.trim().to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takeaways_are_cut_out_whole() {
        let html = "<p>a</p><div class=\"callout callout-takeaway\" role=\"note\">\n<p class=\"callout-title\">T</p>\n<p>one</p><div>in</div></div>\n<p>b</p>";
        assert_eq!(takeaways(html), ["<p>one</p><div>in</div>"]);
        assert!(takeaways("<p>none</p>").is_empty());
    }
}
