//! What a row from outside may say: a row of an import comes in, what is wrong with it comes out.
//!
//! The rule: every field has a limit that nothing which this course writes comes near. Names are short and print as they
//! are, texts are bounded, times are of these centuries, numbers are those that can be, and a kernel is what its name says.

use super::rows::{Attempt, CheckRow, Event, EventKind, GRADES, Kernel, LogRow, Row, hash};

/// The highest number of a hint.
pub(super) const MOST_HINTS: usize = 1000;
/// The longest name of anything, in bytes.
const NAME: usize = 200;
/// The longest text of a field, in bytes.
const TEXT: usize = 1 << 20;
/// The longest kernel, in bytes; the runner reads none that is longer.
const KERNEL: usize = 64 << 20;
/// The most checks of an attempt.
const CHECKS: usize = 10_000;
/// Within which an attempt ends, in milliseconds: a year.
const LONGEST_MS: i64 = 366 * 24 * 3600 * 1000;

/// Holds a row to its limits.
pub(super) fn hold(row: &Row) -> Result<(), String> {
    let told = |kind: &'static str| {
        move |why: String| format!("{kind} in this file cannot be taken, so nothing was: {why}")
    };
    match row {
        Row::Kernel(row) => kernel(row).map_err(told("a kernel")),
        Row::Attempt(row) => attempt(row).map_err(told("an attempt")),
        Row::Mark(row) => {
            let names = name("id", &row.id).and_then(|()| filled("item", &row.item));
            names.and_then(|()| time(&row.at)).map_err(told("a mark"))
        }
        Row::Log(row) => log(row).map_err(told("a log entry")),
        Row::Event(row) => event(row).map_err(told("an event")),
        Row::Review(row) => {
            let names = name("id", &row.id).and_then(|()| filled("item", &row.item));
            let graded = names.and_then(|()| match GRADES.contains(&row.grade) {
                true => Ok(()),
                false => Err(format!("`grade` is {}, and it is 1 to 4", row.grade)),
            });
            let dated = graded.and_then(|()| date("due", &row.due));
            dated.and_then(|()| time(&row.at)).map_err(told("a review"))
        }
    }
}

fn kernel(row: &Kernel) -> Result<(), String> {
    bounded("text", &row.text, KERNEL)?;
    match row.hash == hash(&row.text) {
        true => Ok(()),
        false => Err(format!(
            "its text is not that of the hash `{}`",
            shown(&row.hash)
        )),
    }
}

fn attempt(row: &Attempt) -> Result<(), String> {
    name("id", &row.id)?;
    filled("lab", &row.lab)?;
    digest("source_hash", &row.source_hash)?;
    name("course_version", &row.course_version)?;
    name("device", &row.device)?;
    time(&row.started)?;
    if !(0..=LONGEST_MS).contains(&row.ms) {
        return Err(format!("`ms` is {}", row.ms));
    }
    if row.checks.len() > CHECKS {
        return Err(format!("it has {} checks", row.checks.len()));
    }
    row.checks.iter().try_for_each(check)
}

fn check(row: &CheckRow) -> Result<(), String> {
    filled("part", &row.part)?;
    filled("check", &row.check)?;
    name("unit", &row.unit)?;
    bounded("bound", &row.bound, TEXT)?;
    bounded("message", &row.message, TEXT)?;
    match row.value {
        Some(value) if !value.is_finite() => Err("`value` is no number".to_owned()),
        _ => Ok(()),
    }
}

fn log(row: &LogRow) -> Result<(), String> {
    name("id", &row.id)?;
    name("entry", &row.entry)?;
    date("date", &row.date)?;
    bounded("module", &row.module, TEXT)?;
    bounded("progress", &row.progress, TEXT)?;
    bounded("insight", &row.insight, TEXT)?;
    bounded("challenge", &row.challenge, TEXT)?;
    bounded("next", &row.next, TEXT)?;
    time(&row.at)
}

fn event(row: &Event) -> Result<(), String> {
    name("id", &row.id)?;
    filled("lab", &row.lab)?;
    time(&row.at)?;
    match row.kind {
        EventKind::Hint => {
            let number = row.detail.split_once('/').and_then(|(_, n)| n.parse().ok());
            match number.is_some_and(|n| (1..=MOST_HINTS).contains(&n)) {
                true => name("detail", &row.detail),
                false => Err(format!(
                    "`detail` is `{}`, and a hint's is its part and its number, from 1 to {MOST_HINTS}: `v0/1`",
                    shown(&row.detail)
                )),
            }
        }
        EventKind::Reset | EventKind::Restore => digest("detail", &row.detail),
        EventKind::Solution => name("detail", &row.detail),
    }
}

/// A name may be empty; what it says is one line that prints as it is.
fn name(field: &str, text: &str) -> Result<(), String> {
    bounded(field, text, NAME)?;
    match text.chars().any(char::is_control) {
        true => Err(format!(
            "`{field}` is `{}`, with a control character",
            shown(text)
        )),
        false => Ok(()),
    }
}

fn filled(field: &str, text: &str) -> Result<(), String> {
    match text.trim().is_empty() {
        true => Err(format!("`{field}` is empty")),
        false => name(field, text),
    }
}

fn digest(field: &str, text: &str) -> Result<(), String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    match text.len() <= 64 && digits(text) {
        true => Ok(()),
        false => Err(format!("`{field}` is `{}`, which is no hash", shown(text))),
    }
}

fn bounded(field: &str, text: &str, most: usize) -> Result<(), String> {
    match text.len() <= most {
        true => Ok(()),
        false => Err(format!(
            "`{field}` has {} bytes, and {most} is the most",
            text.len()
        )),
    }
}

fn date(field: &str, text: &str) -> Result<(), String> {
    match text.parse::<jiff::civil::Date>() {
        Ok(date) if (1970..=2200).contains(&date.year()) => Ok(()),
        _ => Err(format!(
            "`{field}` is `{}`, and a date is written as 2026-05-31",
            shown(text)
        )),
    }
}

fn time(text: &str) -> Result<(), String> {
    let year = text.get(..4).and_then(|year| year.parse::<u16>().ok());
    match year.is_some_and(|year| (1970..=2200).contains(&year)) {
        true => Ok(()),
        false => Err(format!(
            "`{}` is no time between 1970 and 2200",
            shown(text)
        )),
    }
}

/// A piece of a text that is told.
fn shown(text: &str) -> String {
    let mut piece: String = text.chars().take(60).collect();
    if piece.len() < text.len() {
        piece.push('…');
    }
    piece
}
