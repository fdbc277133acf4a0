//! Two attempts, told side by side: the lines that one text has and the other has not, with a few around them, then the checks that
//! ended or counted otherwise. The JSON form holds the same.

use serde_json::{Value, json};

use lab::budget::number;

use super::check::role;
use super::paint::{Paint, Role};
use super::when;
use crate::site::difference::{Line, lines};
use crate::store::{CheckRow, Moment, Status};

/// One of the two.
#[derive(Debug)]
pub struct Side<'h> {
    /// When, its number, and what was judged.
    pub moment: &'h Moment,
    /// The text.
    pub text: String,
}

impl Side<'_> {
    fn name(&self, lab: &str) -> String {
        format!("{lab}@{}", self.moment.number)
    }

    fn checks(&self) -> &[CheckRow] {
        self.moment
            .attempt
            .as_ref()
            .map_or(&[], |attempt| &attempt.checks)
    }

    fn check(&self, of: &CheckRow) -> Option<&CheckRow> {
        let mut checks = self.checks().iter();
        checks.find(|check| check.part == of.part && check.check == of.check)
    }
}

/// Lines of the text shown around those that differ.
const AROUND: usize = 2;

/// Both, for a terminal.
pub fn text(paint: Paint, lab: &str, from: &Side<'_>, to: &Side<'_>) -> String {
    let mut out =
        head(paint, lab, (Role::Bad, "-"), from) + &head(paint, lab, (Role::Good, "+"), to);
    let all = lines(&from.text, &to.text);
    match all.iter().all(|line| matches!(line, Line::Kept(_))) {
        true => out.push_str("\nthe text is the same\n"),
        false => out.push_str(&changes(paint, &all, from, to)),
    }
    out.push_str(&table(paint, lab, from, to));
    out
}

fn head(paint: Paint, lab: &str, (colour, sign): (Role, &str), side: &Side<'_>) -> String {
    let judged = match &side.moment.attempt {
        None => paint.on(Role::Dim, "kept, not judged"),
        Some(attempt) => {
            let passed = attempt
                .checks
                .iter()
                .filter(|check| check.status == Status::Pass);
            let words = paint.on(role(attempt.outcome), attempt.outcome.words());
            format!("{words} {}/{}", passed.count(), attempt.checks.len())
        }
    };
    let name = paint.on(colour, &format!("{sign} {}", side.name(lab)));
    format!("{name}  {}  {judged}\n", when(&side.moment.at))
}

/// The lines that differ, with a few around them; each stretch begins with its number in the second text.
fn changes(paint: Paint, all: &[Line], from: &Side<'_>, to: &Side<'_>) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) =
        (from.text.lines().collect(), to.text.lines().collect());
    let differs = |at: usize| !matches!(all.get(at), Some(Line::Kept(_)) | None);
    let near = |at: usize| (at.saturating_sub(AROUND)..=at + AROUND).any(differs);
    let mut out = String::new();
    let (mut shown, mut line) = (false, 1);
    for (at, one) in all.iter().enumerate() {
        if near(at) {
            if !shown {
                out.push_str(&format!(
                    "\n{}\n",
                    paint.on(Role::Dim, &format!("line {line}"))
                ));
            }
            let of =
                |text: &[&str], at: usize| text.get(at).copied().unwrap_or_default().to_owned();
            let told = match *one {
                Line::Kept(at) => format!("  {}", of(&new, at)),
                Line::Gone(at) => paint.on(Role::Bad, &format!("- {}", of(&old, at))),
                Line::New(at) => paint.on(Role::Good, &format!("+ {}", of(&new, at))),
            };
            out.push_str(&format!("{}\n", told.trim_end()));
        }
        shown = near(at);
        line += usize::from(!matches!(one, Line::Gone(_)));
    }
    out
}

/// A check that both judged: how each of them ended.
type Pair<'s> = (&'s CheckRow, &'s CheckRow);

/// Every check that both judged, in the order of the second.
fn pairs<'s>(from: &'s Side<'_>, to: &'s Side<'_>) -> Vec<Pair<'s>> {
    let both = to
        .checks()
        .iter()
        .filter_map(|check| Some((from.check(check)?, check)));
    both.collect()
}

/// How many checks only the first judged.
fn alone(one: &Side<'_>, other: &Side<'_>) -> usize {
    let checks = one.checks().iter();
    checks.filter(|check| other.check(check).is_none()).count()
}

fn differ((a, b): &Pair<'_>) -> bool {
    (a.status, a.value) != (b.status, b.value)
}

fn table(paint: Paint, lab: &str, from: &Side<'_>, to: &Side<'_>) -> String {
    if from.checks().is_empty() || to.checks().is_empty() {
        return String::new();
    }
    let (other, same): (Vec<Pair<'_>>, Vec<Pair<'_>>) =
        pairs(from, to).into_iter().partition(differ);
    let mut out = "\n".to_owned();
    if !other.is_empty() {
        let head = format!("  {:<24}  {:>20}  {:>20}", "", from.name(lab), to.name(lab));
        out.push_str(&format!("{}\n", paint.on(Role::Dim, &head)));
    }
    for (a, b) in other {
        let counted = [b, a].into_iter().find(|row| row.value.is_some());
        let unit = counted.map_or("", |row| row.unit.as_str());
        let name = format!("{}/{}", b.part, b.check);
        let line = format!(
            "  {name:<24}  {}  {}  {unit}",
            cell(paint, a),
            cell(paint, b)
        );
        out.push_str(&format!("{}\n", line.trim_end()));
    }
    let checks = |n: usize| format!("{n} check{}", if n == 1 { "" } else { "s" });
    let mut rest = Vec::new();
    if !same.is_empty() {
        rest.push(format!("{} ended and counted the same", checks(same.len())));
    }
    for (one, other) in [(from, to), (to, from)] {
        if alone(one, other) > 0 {
            let only = checks(alone(one, other));
            rest.push(format!("{only} judged in {} only", one.name(lab)));
        }
    }
    for line in rest {
        out.push_str(&format!("  {}\n", paint.on(Role::Dim, &line)));
    }
    out
}

/// How a check ended, with its count where it has one, in twenty columns.
fn cell(paint: Paint, row: &CheckRow) -> String {
    let value = row
        .value
        .map_or(String::new(), |value| format!(" {}", number(value)));
    let text = format!("{}{value}", row.status.words());
    paint.on(role(row.status), &format!("{text:>20}"))
}

/// Both as JSON.
pub fn json(lab: &str, from: &Side<'_>, to: &Side<'_>) -> Value {
    let side = |side: &Side<'_>| {
        json!({
            "number": side.moment.number,
            "at": side.moment.at,
            "outcome": side.moment.attempt.as_ref().map(|attempt| attempt.outcome),
        })
    };
    let (old, new): (Vec<&str>, Vec<&str>) =
        (from.text.lines().collect(), to.text.lines().collect());
    let text = lines(&from.text, &to.text)
        .into_iter()
        .filter_map(|line| match line {
            Line::Kept(_) => None,
            Line::Gone(at) => Some(json!({"from_line": at + 1, "text": old.get(at)})),
            Line::New(at) => Some(json!({"to_line": at + 1, "text": new.get(at)})),
        });
    let ended = |row: &CheckRow| json!({"status": row.status, "value": row.value, "unit": row.unit, "message": row.message});
    let pairs = pairs(from, to);
    let checks = pairs.iter().map(|pair @ (a, b)| {
        json!({"check": format!("{}/{}", b.part, b.check), "from": ended(a), "to": ended(b), "differs": differ(pair)})
    });
    json!({
        "format": "course-diff", "version": 1, "lab": lab,
        "from": side(from), "to": side(to),
        "text": text.collect::<Vec<_>>(),
        "checks": checks.collect::<Vec<_>>(),
    })
}
