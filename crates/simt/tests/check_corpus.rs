//! What the checker accepts and what it says: every `check/*.cu` is parsed and checked and its remarks compared.
//!
//! A line about which something is said ends in `//~ error: TEXT`, `//~ warning: TEXT` (TEXT is part of the message;
//! several are separated by ` | `), and optionally `//~ help: TEXT` (part of the help) and `//~ label: TEXT` (part of one
//! of its labels; any number). Lines above a closing marker can
//! be meant with `//~^`. Everything said must be announced and everything announced must be said. A first line
//! `// wanted: k<4>` asks for instances of kernel templates. What has no error must compile to the end.

#[path = "shared/cases.rs"]
mod cases;
#[path = "shared/judged.rs"]
mod judged;

use judged::judge_all;
use simt::diag::{Diag, Severity};
use simt::source::Source;

/// One announced remark.
struct Announced {
    line: u32,
    severity: Severity,
    text: String,
    help: Option<String>,
    labels: Vec<String>,
}

fn announced(text: &str) -> Vec<Announced> {
    let mut list: Vec<Announced> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for mark in line.split("//~").skip(1) {
            let up = mark.chars().take_while(|c| *c == '^').count();
            let line_number = at as u32 + 1 - up as u32;
            let mark = mark[up..].trim();
            let Some((kind, rest)) = mark.split_once(':') else {
                continue;
            };
            match kind {
                "help" => {
                    if let Some(last) = list.last_mut() {
                        last.help = Some(rest.trim().to_string());
                    }
                }
                "label" => {
                    if let Some(last) = list.last_mut() {
                        last.labels.push(rest.trim().to_string());
                    }
                }
                kind => {
                    let severity = if kind == "error" {
                        Severity::Error
                    } else {
                        Severity::Warning
                    };
                    for text in rest.split(" | ") {
                        list.push(Announced {
                            line: line_number,
                            severity,
                            text: text.trim().into(),
                            help: None,
                            labels: Vec::new(),
                        });
                    }
                }
            }
        }
    }
    list
}

fn wanted(text: &str) -> Vec<String> {
    let heads = text.lines().filter_map(|l| l.strip_prefix("// wanted: "));
    heads.map(|l| l.trim().to_string()).collect()
}

fn said(source: &Source, wanted: &[String]) -> Vec<Diag> {
    let (unit, mut diags) = simt::parse::parse(source);
    let (_, more) = simt::check::check(&unit, wanted);
    diags.extend(more);
    diags.sort_by_key(|d| d.span.start);
    diags
}

fn judge(text: &str) -> Vec<String> {
    let source = Source::new("case.cu", text);
    let wanted = wanted(text);
    let mut expected = announced(text);
    let mut wrong = Vec::new();
    let diags = said(&source, &wanted);
    for d in &diags {
        let line = source.line(d.span.start);
        let at = expected.iter().position(|e| {
            e.line == line && e.severity == d.severity && d.message.contains(&e.text)
        });
        match at {
            Some(at) => {
                let e = expected.remove(at);
                if let Some(help) = e.help
                    && !d.help.as_deref().unwrap_or("").contains(&help)
                {
                    wrong.push(format!("line {line}: help is {:?}, not {help:?}", d.help));
                }
                for label in e.labels {
                    if !d.labels.iter().any(|(_, text)| text.contains(&label)) {
                        let all = &d.labels;
                        wrong.push(format!("line {line}: no label {label:?} in {all:?}"));
                    }
                }
            }
            None => wrong.push(format!(
                "line {line}: unannounced {}: {} (help: {:?})",
                d.severity.word(),
                d.message,
                d.help
            )),
        }
        if d.code.as_str().starts_with('W') == d.is_error() {
            wrong.push(format!("line {line}: {} is not for this", d.code));
        }
        if d.message.ends_with('.') || d.help.as_deref().unwrap_or("").ends_with('.') {
            wrong.push(format!("line {line}: a trailing period: {}", d.message));
        }
    }
    wrong.extend(expected.iter().map(|e| {
        format!(
            "line {}: not said: {}: {}",
            e.line,
            e.severity.word(),
            e.text
        )
    }));
    let clean = diags.iter().all(|d| !d.is_error());
    let wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    if clean && let Err(diags) = simt::compile_for(&source, &wanted) {
        wrong.push(format!("does not compile: {}", diags.first().message));
    }
    wrong
}

#[test]
fn every_program_gets_the_remarks_it_announces() {
    judge_all("check", &|_, text| judge(text));
}
