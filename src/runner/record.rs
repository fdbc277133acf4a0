//! A judged kernel becomes a recorded attempt, with log entries for what it changed.
//!
//! A verdict and the store come in, what was new comes out. Entries' ids are made from what they say, so two processes that see the same
//! first pass write one entry.

use lab::Lab;

use super::run::Judged;
use crate::exit::Failure;
use crate::standing::{lab_done, part_done};
use crate::store::{LogKind, LogRow, Passed, Store, hash, now, today};

/// What recording an attempt gave.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// The attempt's id.
    pub id: String,
    /// Its number in the lab's history.
    pub number: usize,
    /// What it changed, one sentence each.
    pub news: Vec<String>,
    /// The id of the first part of the lab that is not done after it; nothing when the lab is.
    pub open: Option<&'static str>,
}

/// Records a judged kernel.
///
/// # Errors
/// When the store could not be written; the failure says where the attempt is kept instead.
pub fn record(
    store: &Store,
    lab: &'static Lab,
    source: &str,
    judged: &Judged,
) -> Result<Recorded, Failure> {
    let attempt = judged.attempt(lab, source);
    // What was passed before decides what is news, not whether this is kept.
    let before = store.passed().unwrap_or_default();
    let mut after = before.clone();
    after.add(&attempt);
    let news = news(lab, &before, &after);
    let sentences = news.iter().map(|row| row.progress.clone()).collect();
    let id = store.record(&attempt, news)?;
    let history = store.history(lab.id)?;
    let found = history
        .iter()
        .find(|m| m.attempt.as_ref().is_some_and(|a| a.id == id));
    let open = lab.parts.iter().find(|part| !part_done(&after, lab, part));
    Ok(Recorded {
        id,
        number: found.map_or(0, |moment| moment.number),
        news: sentences,
        open: open.map(|part| part.id),
    })
}

/// Parts and labs that are passed after an attempt and were not before.
fn news(lab: &'static Lab, before: &Passed, after: &Passed) -> Vec<LogRow> {
    let mut news = Vec::new();
    for part in &lab.parts {
        if part_done(after, lab, part) && !part_done(before, lab, part) {
            let progress = format!("passed {} {}: {}", lab.id, part.id, part.title);
            news.push(entry(lab.id, &format!("part {}", part.id), progress));
        }
    }
    if lab_done(after, lab) && !lab_done(before, lab) {
        let progress = format!("completed the lab {}: {}", lab.id, lab.title);
        news.push(entry(lab.id, "lab", progress));
    }
    news
}

/// An automatic log entry about a lab; `what` tells it apart from the lab's others.
pub fn entry(lab: &str, what: &str, progress: String) -> LogRow {
    let id = hash(&format!("auto {lab} {what}"))[..32].to_owned();
    LogRow {
        entry: id.clone(),
        id,
        at: now(),
        kind: LogKind::Auto,
        date: today(),
        module: lab.to_owned(),
        progress,
        ..LogRow::default()
    }
}
