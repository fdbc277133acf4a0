//! The store's standing as pages show it: rows by key, recent attempts with their first failing check, the log.
//! The shape is that of `site`'s empty progress, so a template cannot tell whether a server filled it. A page's own script asks for
//! the rows themselves ([`kept`]) and counts them as it does in a published page.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::config::Config;
use crate::course::template::filled;
use crate::course::{Rule, artifact};
use crate::site::MemorySite;
use crate::standing::standing;
use crate::store::{Attempt, CheckRow, Status, Store, StoreError};

/// How many attempts the dashboard lists.
const RECENT: usize = 8;

/// Everything a page can show, over what a page shows of nobody.
pub(super) fn of(
    built: &MemorySite,
    config: &Config,
    store: &Store,
    mut start: Value,
) -> Result<Value, StoreError> {
    let standing = standing(&built.course, config, store)?;
    start["rows"] = crate::site::standing_rows(&standing);
    start["on"] = json!(standing.done);
    start["next"] = standing
        .next
        .as_ref()
        .map_or(Value::Null, crate::site::next);
    start["steps"] = crate::site::steps(&standing.steps);
    start["attempts"] = json!(recent(store)?);
    start["log"] = json!(log(store)?);
    start["files"] = files(built, &config.root);
    super::study::fill(&mut start, built, store)?;
    Ok(start)
}

/// The rows themselves, in the form of an export but for what pages do not show: their script counts them as it counts a browser's.
pub(super) fn kept(built: &MemorySite, root: &Path, store: &Store) -> Result<Value, StoreError> {
    let attempts = store.all_attempts()?;
    let log = store.log_entries()?;
    let items = built.course.items();
    let by_file = items
        .iter()
        .filter(|located| matches!(located.item.rule, Rule::Artifact { .. }));
    let files: serde_json::Map<String, Value> = by_file
        .map(|located| {
            let is_met = artifact::lacks(root, &located.item.rule).is_none();
            (located.item.id.clone(), json!(is_met))
        })
        .collect();
    Ok(json!({
        "attempts": attempts.iter().map(bare).collect::<Vec<_>>(),
        "marks": store.every_mark()?.iter().map(|mark| json!({ "item": mark.item, "on": mark.on, "at": mark.at })).collect::<Vec<_>>(),
        "log": log.iter().map(|entry| json!({ "entry": entry.row.entry, "at": entry.row.at })).collect::<Vec<_>>(),
        "reviews": store.reviews()?.iter().map(|review| json!({ "item": review.item, "at": review.at, "due": review.due })).collect::<Vec<_>>(),
        "files": files,
    }))
}

/// An attempt without what only the terminal tells.
fn bare(attempt: &Attempt) -> Value {
    let check = |check: &CheckRow| {
        let mut row = json!({ "part": check.part, "check": check.check, "status": check.status });
        if let Some(value) = check.value {
            row["value"] = json!(value);
        }
        if !check.status.is_fine() && check.status != Status::Skipped {
            row["message"] = json!(check.message);
            row["line"] = json!(check.line);
        }
        row
    };
    json!({
        "id": attempt.id,
        "lab": attempt.lab,
        "device": attempt.device,
        "started": attempt.started,
        "outcome": attempt.outcome,
        "checks": attempt.checks.iter().map(check).collect::<Vec<_>>(),
    })
}

/// For each template, by the file that it becomes, how far that is.
fn files(built: &MemorySite, root: &Path) -> Value {
    let files = built.course.templates().map(|page| &page.front.file);
    files
        .map(|file| (file.clone(), json!(filled(root, file).words())))
        .collect()
}

fn recent(store: &Store) -> Result<Vec<Value>, StoreError> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut all = Vec::new();
    for one in store.all_attempts()? {
        let number = numbers.entry(one.lab.clone()).or_default();
        *number += 1;
        all.push((*number, one));
    }
    Ok(all
        .iter()
        .rev()
        .take(RECENT)
        .map(|(number, one)| attempt(*number, one))
        .collect())
}

/// One attempt in a list.
pub(super) fn attempt(number: usize, attempt: &Attempt) -> Value {
    let passed = attempt
        .checks
        .iter()
        .filter(|check| check.status == Status::Pass)
        .count();
    let first = attempt
        .checks
        .iter()
        .find(|check| !check.status.is_fine() && check.status != Status::Skipped);
    json!({
        "lab": attempt.lab,
        "number": number,
        "started": attempt.started,
        "when": when(&attempt.started),
        "outcome": attempt.outcome.slug(),
        "words": attempt.outcome.words(),
        "ms": attempt.ms,
        "passed": passed,
        "total": attempt.checks.len(),
        "first": first.map(|check| json!({
            "check": format!("{}/{}", check.part, check.check),
            "message": check.message,
            "line": check.line,
        })),
    })
}

/// The log, newest first.
pub(super) fn log(store: &Store) -> Result<Vec<Value>, StoreError> {
    let mut entries = store.log_entries()?;
    entries.sort_by(|a, b| (&b.row.date, &b.first).cmp(&(&a.row.date, &a.first)));
    Ok(entries.iter().map(crate::site::log_entry).collect())
}

/// A time in the learner's zone, short.
fn when(started: &str) -> String {
    started.parse::<jiff::Timestamp>().map_or_else(
        |_| started.to_owned(),
        |time| {
            time.to_zoned(jiff::tz::TimeZone::system())
                .strftime("%-d %b, %H:%M")
                .to_string()
        },
    )
}

#[cfg(test)]
mod tests;
