//! A run, told: a line a check as it ends, the first failure in full, the rest folded, one closing line.
//! Every status is a word as well as a colour. The JSON form is versioned and holds everything.

use lab::Lab;
use lab::budget::number;
use serde_json::{Value, json};

use super::explain::{codes_in, pointer};
use super::paint::{Paint, Role};
use super::typed::typed;
use super::wrap;
use crate::runner::{CheckResult, Judged, Place};
use crate::store::Status;

/// The colour that a status has.
pub fn role(status: Status) -> Role {
    match status {
        Status::Pass => Role::Good,
        Status::NotMeasured | Status::Skipped | Status::Interrupted => Role::Middling,
        _ => Role::Bad,
    }
}

/// The lines of a run as it goes: one a check, but those skipped in a row fold into one.
#[derive(Debug, Default)]
pub struct Lines {
    skipped: Vec<CheckResult>,
}

impl Lines {
    /// What to print when this check has ended; empty while checks skipped for one reason gather.
    pub fn next(&mut self, paint: Paint, lab: &Lab, result: &CheckResult) -> String {
        let same = |last: &CheckResult| last.part == result.part && last.message == result.message;
        let mut before = String::new();
        if result.status != Status::Skipped || !self.skipped.last().is_some_and(same) {
            before = self.end(paint);
        }
        if result.status == Status::Skipped {
            self.skipped.push(result.clone());
            return before;
        }
        format!("{before}{}\n", line(paint, lab, result))
    }

    /// What to print when there is no further check.
    pub fn end(&mut self, paint: Paint) -> String {
        let skipped = std::mem::take(&mut self.skipped);
        let Some(first) = skipped.first() else {
            return String::new();
        };
        let word = paint.on(
            role(Status::Skipped),
            &format!("{:<12}", label(Status::Skipped)),
        );
        let names = match skipped.len() {
            1 => first.full_id(),
            many => format!("{} and {} more", first.full_id(), many - 1),
        };
        let reason = paint.on(Role::Dim, &first.message);
        format!("  {word} {names:<24} {reason}\n")
    }
}

/// The line of one check, its status, its name, what it asks; and what was found, as JSON has it. That stands beside it where it is a
/// word on a pass, and below it where it has numbers, remarks or a failure to tell.
pub fn line(paint: Paint, lab: &Lab, result: &CheckResult) -> String {
    let title = lab
        .checks()
        .find(|(part, check)| part.id == result.part && check.id == result.check)
        .map_or("", |(_, check)| check.title);
    let word = format!("{:<12}", label(result.status));
    let status = paint.on(role(result.status), &word);
    let mut text = format!("  {status} {:<24} {title}", result.full_id());
    let message = result.message.as_str();
    let is_plain =
        result.status == Status::Pass && result.value.is_none() && result.detail.is_empty();
    if !message.is_empty() && is_plain {
        text.push_str(&paint.on(Role::Dim, &format!(" ({message})")));
    } else if !message.is_empty() {
        let below = format!("{:BELOW$}{}", "", wrap(message, BELOW));
        text.push_str(&format!("\n{}", paint.on(Role::Dim, &below)));
    }
    text.trim_end().to_owned()
}

/// Where what was found begins below a check.
const BELOW: usize = 17;

fn label(status: Status) -> String {
    match status {
        Status::Fail => "FAIL".to_owned(),
        Status::Pass | Status::NotMeasured | Status::Skipped | Status::Interrupted => {
            status.words().to_owned()
        }
        grave => grave.words().to_uppercase(),
    }
}

/// What follows the lines: the first failure in full with the lines of the kernel it speaks of, the others by name.
/// `file` is the kernel's path as shown, `source` its text.
pub fn failures(paint: Paint, results: &[CheckResult], file: &str, source: &str) -> String {
    let mut bad = results.iter().filter(|result| is_bad(result.status));
    let Some(first) = bad.next() else {
        return String::new();
    };
    let word = paint.on(role(first.status), &label(first.status));
    let id = paint.on(Role::Strong, &first.full_id());
    let mut out = format!("\n{word} {id}: {}\n", first.message);
    // The checker's own excerpt, where there is one, says more than ours.
    if !first.detail.contains(" --> ") {
        out.push_str(&excerpt(paint, &first.places, file, source));
    }
    let told: Vec<String> = first.places.iter().map(noted).collect();
    // A place that was shown is not said again, with whatever stands before it.
    let repeats = |line: &str| line == first.message || told.iter().any(|n| line.ends_with(n));
    for line in first.detail.lines().filter(|line| !repeats(line)) {
        let line = line.replace(&format!("--> {}", name_of(file)), &format!("--> {file}"));
        out.push_str(format!("  {line}").trim_end());
        out.push('\n');
    }
    if let Some(hint) = &first.hint {
        let help = paint.on(Role::Note, "help");
        out.push_str(&format!("\n  {help}: {}\n", wrap(hint, 8)));
    }
    let pointer = pointer(paint, codes_in(&first.detail));
    if !pointer.is_empty() {
        out.push_str(&format!("\n  {pointer}"));
    }
    let rest: Vec<String> = bad.map(CheckResult::full_id).collect();
    if !rest.is_empty() {
        let text = format!("also not passed: {}", rest.join(", "));
        out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, &wrap(&text, 2))));
    }
    out
}

/// What kernels printed while they were judged, part by part: the first texts, with who printed each.
pub fn printed(paint: Paint, results: &[CheckResult]) -> String {
    let mut out = String::new();
    for (result, printed) in results
        .iter()
        .filter_map(|r| Some((r, r.printed.as_ref()?)))
    {
        let head = format!("printed in {}", result.part);
        let case = paint.on(Role::Dim, &format!(" ({}):", printed.case));
        out.push_str(&format!("\n{}{case}\n", paint.on(Role::Strong, &head)));
        for one in &printed.texts {
            let who = format!("block {}, thread {}:", index(one.block), index(one.thread));
            let text = plain(&one.text).replace('\n', "\n    ");
            out.push_str(&format!("  {} {text}\n", paint.on(Role::Dim, &who)));
        }
        if printed.more > 0 {
            let more = format!("and {} more", number(printed.more as f64));
            out.push_str(&format!("  {}\n", paint.on(Role::Dim, &more)));
        }
    }
    out
}

/// An index in as many numbers as it needs: `7`, `(31, 1)`.
fn index([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (0, 0) => x.to_string(),
        (_, 0) => format!("({x}, {y})"),
        _ => format!("({x}, {y}, {z})"),
    }
}

/// A learner's text without what would steer a terminal.
fn plain(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' | '\t' => c.to_string(),
        c if c.is_control() => c.escape_default().to_string(),
        c => c.to_string(),
    };
    text.chars().map(shown).collect()
}

fn name_of(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

fn noted(place: &Place) -> String {
    format!("line {}: {}", place.line, place.note)
}

/// The first places with their lines of the kernel, a caret and what happened there.
fn excerpt(paint: Paint, places: &[Place], file: &str, source: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let at = |place: &Place| lines.get((place.line as usize).checked_sub(1)?).copied();
    let shown = places
        .iter()
        .filter_map(|place| Some((place, at(place)?)))
        .take(3);
    let mut out = String::new();
    for (place, line) in shown {
        let gutter = " ".repeat(place.line.to_string().len());
        let arrow = paint.on(Role::Note, "-->");
        let bar = paint.on(Role::Note, "|");
        let number = paint.on(Role::Note, &format!("{} |", place.line));
        // What is of the whole line begins where its text does.
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let column = (place.column as usize).max(indent + 1);
        // A tab is as wide as it is: the line before the caret is kept, with all but tabs blanked.
        let before = line.chars().take(column - 1);
        let blank: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let caret = paint.on(Role::Bad, "^");
        out.push_str(&format!(
            "  {gutter}{arrow} {file}:{}:{}\n  {number} {line}\n  {gutter} {bar} {blank}{caret} {}\n",
            place.line, column, place.note
        ));
    }
    out
}

fn is_bad(status: Status) -> bool {
    !matches!(
        status,
        Status::Pass | Status::NotMeasured | Status::Skipped | Status::Interrupted
    )
}

/// The closing line: how many passed, how long it took.
pub fn summary(paint: Paint, lab: &Lab, judged: &Judged) -> String {
    let of = |status| {
        judged
            .results
            .iter()
            .filter(|result| result.status == status)
            .count()
    };
    let (passed, unmeasured) = (of(Status::Pass), of(Status::NotMeasured));
    let judgeable = judged.results.len() - unmeasured;
    let word = paint.on(
        role(judged.outcome),
        &label(judged.outcome).replace("FAIL", "not yet"),
    );
    let mut text = format!(
        "\n{word}: {passed} of {judgeable} checks of {} pass",
        lab.id
    );
    let waits = |result: &&CheckResult| {
        let mut all = lab.checks();
        let found = all.find(|(part, check)| part.id == result.part && check.id == result.check);
        result.status == Status::NotMeasured && found.is_some_and(|(_, check)| check.needs_gpu())
    };
    let waiting = judged.results.iter().filter(waits).count();
    if waiting > 0 {
        text.push_str(&format!(", {waiting} need a GPU and are not measured"));
    }
    if unmeasured > waiting {
        let only = unmeasured - waiting;
        text.push_str(&format!(
            ", {only} can be told on the simulated machine alone"
        ));
    }
    text.push_str(&paint.on(Role::Dim, &format!(" ({} ms)", judged.took.as_millis())));
    text
}

/// What the GPU said beside the machine: that they agree, where they do not and which to believe, or why it was not asked.
pub fn beside(paint: Paint, judged: &Judged) -> String {
    let Some(beside) = &judged.beside else {
        return String::new();
    };
    if let Some((why, help)) = &beside.missing {
        let note = paint.on(Role::Note, "note");
        let help = match help.as_str() {
            "" => String::new(),
            help => format!("; {help}"),
        };
        let text = format!("nothing was judged on the GPU: {why}{help}");
        return format!("{note}: {}\n", wrap(&text, 2));
    }
    if beside.differences.is_empty() {
        let text = format!("{} agrees with the simulated machine", beside.device);
        return format!("{}\n", paint.on(Role::Dim, &text));
    }
    let mut out = String::new();
    for difference in &beside.differences {
        let word = paint.on(Role::Middling, "differs");
        let id = paint.on(Role::Strong, &difference.check);
        let (what, believe) = (wrap(&difference.what, 2), wrap(&difference.believe, 2));
        out.push_str(&format!(
            "\n{word} {id} on {}: {what}\n  {believe}\n",
            beside.device
        ));
    }
    out
}

/// The same as JSON; null where no GPU was asked.
fn beside_json(judged: &Judged) -> Value {
    judged.beside.as_ref().map_or(Value::Null, |beside| {
        let differences: Vec<Value> = beside
            .differences
            .iter()
            .map(|d| json!({"check": d.check, "what": d.what, "believe": d.believe}))
            .collect();
        json!({
            "device": beside.device,
            "missing": beside.missing.as_ref().map(|(why, _)| why),
            "differences": differences,
            "checks": beside.results,
        })
    })
}

/// The whole run as JSON, with the attempt's id when it was recorded.
pub fn json(lab: &Lab, file: &str, judged: &Judged, attempt: Option<&str>) -> Value {
    let mut results = judged.results.clone();
    for hint in results.iter_mut().filter_map(|result| result.hint.as_mut()) {
        *hint = typed(hint).into_owned();
    }
    json!({
        "format": "course-check",
        "version": 1,
        "lab": lab.id,
        "file": file,
        "outcome": judged.outcome,
        "started": judged.started,
        "ms": u64::try_from(judged.took.as_millis()).unwrap_or(u64::MAX),
        "attempt": attempt,
        "checks": results,
        "gpu": beside_json(judged),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::{Printed, Text};

    #[test]
    fn the_first_failure_is_whole_and_the_rest_is_folded() {
        let mut first = CheckResult::named("v0", "right", Status::Fail, "x[7] is 1, not 2");
        first.places = vec![Place {
            line: 2,
            column: 3,
            note: "thread 7, i = 7".into(),
        }];
        first.detail = "case: 33 elements\nx[7] was last stored at line 2: thread 7, i = 7".into();
        first.hint = Some("`course hint rope`".into());
        let second = CheckResult::named("v0", "bounds", Status::Fail, "");
        let source = "int i;\n  y[i] = 1;\n";
        let told = failures(
            Paint::plain(),
            &[first, second],
            "labs/rope/rope.cu",
            source,
        );
        assert_eq!(
            told,
            "\nFAIL v0/right: x[7] is 1, not 2\n   --> labs/rope/rope.cu:2:3\n  2 |   y[i] = 1;\n    |   ^ thread 7, i = 7\n  case: 33 elements\n\n  help: `course hint rope`\n\n  also not passed: v0/bounds\n"
        );
    }

    #[test]
    fn what_is_of_a_whole_line_is_marked_where_its_text_begins() {
        let place = Place {
            line: 1,
            column: 1,
            note: "64 sectors".into(),
        };
        let told = excerpt(Paint::plain(), &[place], "rope.cu", "\t  y[i] = 1;\n");
        assert_eq!(
            told,
            "   --> rope.cu:1:4\n  1 | \t  y[i] = 1;\n    | \t  ^ 64 sectors\n"
        );
    }

    #[test]
    fn checks_skipped_for_one_reason_fold_into_a_line() {
        let none = crate::labs::toy::lab(Vec::new);
        let mut lines = Lines::default();
        let mut told = String::new();
        for (check, status, why) in [
            ("a", Status::Fail, ""),
            ("b", Status::Skipped, "before `a`"),
            ("c", Status::Skipped, "before `a`"),
            ("d", Status::Skipped, "no card"),
        ] {
            let result = CheckResult::named("v0", check, status, why);
            told.push_str(&lines.next(Paint::plain(), &none, &result));
        }
        told.push_str(&lines.end(Paint::plain()));
        assert_eq!(told.lines().count(), 3, "{told}");
        assert!(
            told.contains("v0/b and 1 more") && told.contains("no card"),
            "{told}"
        );
    }

    #[test]
    fn what_was_found_is_told_whole_with_its_digits() {
        let none = crate::labs::toy::lab(Vec::new);
        let mut result = CheckResult::named("v1", "far", Status::Pass, "right on all 6 cases");
        let told = |result: &CheckResult| line(Paint::plain(), &none, result);
        assert!(told(&result).ends_with(" (right on all 6 cases)"));
        result.value = Some(1.06e-7);
        result.message = "error: 1.06e-7 of the pair's length at token 0".into();
        let line = told(&result);
        assert_eq!(
            line.lines().nth(1).map(str::trim_start),
            Some("error: 1.06e-7 of the pair's length at token 0"),
            "{line}"
        );
    }

    #[test]
    fn what_was_printed_is_told_with_who_printed_it_and_what_was_left_out() {
        let mut result = CheckResult::named("v1", "correct", Status::Pass, "");
        let text = |thread: [u32; 3], text: &str| Text {
            block: [2, 0, 0],
            thread,
            text: text.into(),
        };
        result.printed = Some(Printed {
            case: "n = 33, vadd<<<1, 64>>>(a)".into(),
            texts: vec![
                text([7, 0, 0], "i = 7"),
                text([31, 1, 0], "two\nlines\u{1b}[31m"),
            ],
            more: 1_204,
        });
        let told = printed(Paint::plain(), &[result]);
        assert_eq!(
            told,
            "\nprinted in v1 (n = 33, vadd<<<1, 64>>>(a)):\n  block 2, thread 7: i = 7\n  block 2, thread (31, 1): two\n    lines\\u{1b}[31m\n  and 1,204 more\n"
        );
        assert_eq!(printed(Paint::plain(), &[]), "");
    }
}
