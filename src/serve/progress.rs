//! The store's standing as pages show it: rows by key, recent attempts with their first failing check, the log.
//! The shape is that of `site`'s empty progress, so a template cannot tell whether a server filled it.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::config::Config;
use crate::course::template::filled;
use crate::site::Made;
use crate::store::standing::{Row, standing};
use crate::store::{Attempt, Store, StoreError};

/// How many attempts the dashboard lists.
const RECENT: usize = 8;

/// Everything a page can show, over what a page shows of nobody.
pub(super) fn of(
    made: &Made,
    config: &Config,
    store: &Store,
    mut start: Value,
) -> Result<Value, StoreError> {
    let standing = standing(&made.course, config, store)?;
    if let Some(rows) = start["rows"].as_object_mut() {
        let mut set = |key: String, row: &Row| {
            rows.insert(key, self::row(row));
        };
        let (mut done, mut total, mut begun) = (0, 0, false);
        for part in &standing.parts {
            set(format!("part:{}", part.row.id), &part.row);
            for module in &part.modules {
                set(format!("module:{}", module.id), module);
                (done, total) = (done + module.done, total + module.total);
                begun |= module.state != crate::store::standing::State::NotStarted;
            }
        }
        set("projects".to_owned(), &standing.projects);
        set("papers".to_owned(), &standing.papers);
        for lab in &standing.labs {
            set(format!("lab:{}", lab.row.id), &lab.row);
        }
        rows.insert("course".to_owned(), whole(done, total, begun));
    }
    start["on"] = json!(standing.done);
    start["next"] = standing
        .next
        .as_ref()
        .map_or(Value::Null, crate::site::next);
    start["steps"] = crate::site::steps(&standing.steps);
    start["attempts"] = json!(recent(store)?);
    start["log"] = json!(log(store)?);
    start["files"] = files(made, &config.root);
    super::study::fill(&mut start, made, store)?;
    Ok(start)
}

fn row(row: &Row) -> Value {
    json!({ "status": row.state.slug(), "words": row.state.words(), "done": row.done, "total": row.total })
}

fn whole(done: usize, total: usize, begun: bool) -> Value {
    use crate::store::standing::State;
    let state = match () {
        () if total > 0 && done == total => State::Done,
        () if begun => State::InProgress,
        () => State::NotStarted,
    };
    json!({ "status": state.slug(), "words": state.words(), "done": done, "total": total })
}

/// For each template, by the file that it becomes, how far that is.
fn files(made: &Made, root: &Path) -> Value {
    let files = made.course.templates().map(|page| &page.front.file);
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
        .filter(|check| check.status == crate::store::Status::Pass)
        .count();
    let first = attempt
        .checks
        .iter()
        .find(|check| !check.status.is_fine() && check.status != crate::store::Status::Skipped);
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

/// Attempts at one lab, newest first, and the last word on each of its checks.
pub(super) fn history(store: &Store, lab: &str) -> Result<Value, StoreError> {
    let attempts = store.attempts(lab)?;
    let mut checks = serde_json::Map::new();
    for check in attempts
        .iter()
        .flat_map(|numbered| &numbered.attempt.checks)
    {
        let words = json!({ "status": check.status.slug(), "words": check.status.words(), "message": check.message });
        checks.insert(format!("{lab}/{}/{}", check.part, check.check), words);
    }
    let list: Vec<Value> = attempts
        .iter()
        .rev()
        .take(50)
        .map(|numbered| attempt(numbered.number, &numbered.attempt))
        .collect();
    Ok(json!({ "attempts": list, "checks": checks }))
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
