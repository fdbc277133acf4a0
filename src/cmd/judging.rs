//! What `check` and `watch` share: a judged kernel becomes a recorded attempt, with log entries for what it changed.
//! The entries' ids are made from what they say, so two processes that see the same first pass write one entry.

use lab::Lab;

use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::runner::Judged;
use crate::standing::{lab_done, part_done};
use crate::store::{LogKind, LogRow, Passed, Status, Store, hash, now, today};
use crate::tell::paint::{Paint, Role};

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

/// The exit status that an outcome means.
pub fn exit(outcome: Status) -> Exit {
    match outcome {
        Status::Pass | Status::NotMeasured => Exit::Pass,
        Status::CheckerProblem => Exit::CourseBroken,
        Status::Interrupted => Exit::Interrupted,
        _ => Exit::ChecksFailed,
    }
}

/// The part of the first check that failed.
fn failed(judged: &Judged) -> Option<&str> {
    let mut results = judged.results.iter();
    let failed =
        results.find(|result| !result.status.is_fine() && result.status != Status::Skipped);
    failed.map(|result| result.part.as_str())
}

/// What is said after the summary: what is new, and what to do next.
pub fn epilogue(
    config: &Config,
    paint: Paint,
    lab: &Lab,
    judged: &Judged,
    recorded: &Recorded,
) -> String {
    let mut out = String::new();
    for sentence in &recorded.news {
        out.push_str(&format!("{}: {sentence}\n", paint.on(Role::Good, "new")));
    }
    let advice = match (judged.outcome, recorded.open.and_then(|id| lab.part(id))) {
        (Status::Interrupted, _) => return out,
        (Status::CheckerProblem, _) => "`course doctor` looks closer".to_owned(),
        (Status::Pass | Status::NotMeasured, Some(part)) => format!(
            "the next part is {}, {}: `course show {} {0}` says what it asks",
            part.id, part.title, lab.id
        ),
        (Status::Pass | Status::NotMeasured, None) => {
            "the lab is done: `course next` says what comes after it".to_owned()
        }
        _ => match failed(judged) {
            Some(part) => format!("`course hint {} {part}` helps a step", lab.id),
            None => format!("`course hint {}` helps a step", lab.id),
        },
    };
    let file = config.shown(&config.kernel(lab.id, &lab.file));
    let text = format!("{file} is attempt {}@{}; {advice}", lab.id, recorded.number);
    out.push_str(&format!("{}\n", paint.on(Role::Dim, &text)));
    out
}
