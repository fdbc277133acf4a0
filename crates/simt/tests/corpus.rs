//! Sources with what the front end must say and make of them inside: every file of `lex/`, `pp/` and `parse/`.
//!
//! A line that a diagnostic must name ends in `//~ CODE words of the message` (`//~^ …` names the line above, a `^`
//! a line); a diagnostic that no line announces fails the file, and so does an announcement that nothing meets.
//! A file may end in a block that begins `/* expect` and holds what the stage makes of the rest: for `lex` the
//! coloured pieces, for `pp` the lexemes, for `parse` the program written out again. Blanks do not count.
//! `ONLY=part-of-a-name` runs some of the files.

#[path = "shared/cases.rs"]
mod cases;
#[path = "shared/judged.rs"]
mod judged;

use std::fmt::Write as _;

use judged::judge_all;
use simt::ast;
use simt::diag::Diag;
use simt::source::Source;
use simt::{excerpt, lex, parse};

/// What a stage makes of a source: its output as words, where it has any, and what it says.
type Outcome = (Option<String>, Vec<Diag>);

#[test]
fn the_lexer_does_what_its_files_say() {
    judge_folder("lex", |source| (Some(coloured(source.text())), Vec::new()));
}

#[test]
fn the_preprocessor_does_what_its_files_say() {
    judge_folder("pp", |source| {
        let (made, diags) = parse::preprocess(source);
        let own = made.lexemes.iter().filter(|word| !word.span.is_system());
        let words: Vec<&str> = own.map(|word| &*word.text).collect();
        (Some(words.join(" ")), diags)
    });
}

#[test]
fn the_parser_does_what_its_files_say() {
    judge_folder("parse", |source| {
        let (mut unit, diags) = parse::parse(source);
        unit.items.retain(|item| !item.span.is_system());
        (Some(ast::print::unit(&unit)), diags)
    });
}

fn judge_folder(folder: &str, stage: impl Fn(&Source) -> Outcome + Sync) {
    judge_all(folder, &|path, text| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        judge(&name, text, &stage)
    });
}

fn judge(name: &str, text: &str, stage: &impl Fn(&Source) -> Outcome) -> Vec<String> {
    let (program, expected) = match text.rfind("/* expect") {
        Some(at) => (
            &text[..at],
            Some(text[at + 9..].trim_end().trim_end_matches("*/")),
        ),
        None => (text, None),
    };
    let source = Source::new(name, program);
    let (made, diags) = stage(&source);
    let mut failures = compare_diags(&source, &diags);
    if let (Some(expected), Some(made)) = (expected, made) {
        let dense = |text: &str| text.split_whitespace().collect::<String>();
        if dense(expected) != dense(&made) {
            failures.push(format!("made\n{made}\ninstead of\n{expected}"));
        }
    }
    failures
}

/// An announcement: a line, and what must be said of it.
struct Announced {
    line: u32,
    code: String,
    words: String,
}

fn announced(text: &str) -> Vec<Announced> {
    let mut out = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        for mark in line.split("//~").skip(1) {
            let up = mark.chars().take_while(|c| *c == '^').count();
            let mut words = mark[up..].split_whitespace();
            let code = words.next().unwrap_or_default().to_string();
            let words = words.collect::<Vec<_>>().join(" ");
            out.push(Announced {
                line: number - up as u32,
                code,
                words,
            });
        }
    }
    out
}

fn compare_diags(source: &Source, diags: &[Diag]) -> Vec<String> {
    let mut shown = diags.to_vec();
    shown.sort_by_key(|diag| (diag.span.start, diag.severity));
    shown.dedup_by_key(|diag| diag.span.start);
    let mut open = announced(source.text());
    let mut failures = Vec::new();
    for diag in &shown {
        let line = source.line(diag.span.start);
        let met = |one: &Announced| {
            one.line == line && one.code == diag.code.as_str() && diag.message.contains(&one.words)
        };
        match open.iter().position(met) {
            Some(at) => drop(open.remove(at)),
            None => failures.push(format!("not announced:\n{}", excerpt::plain(source, diag))),
        }
    }
    for one in open {
        failures.push(format!(
            "nothing says {} {} of line {}",
            one.code, one.words, one.line
        ));
    }
    failures
}

/// The coloured pieces of a text, one a line.
fn coloured(text: &str) -> String {
    let mut out = String::new();
    for (range, class) in lex::classify(text) {
        let _ = writeln!(out, "{class:?} {}", &text[range]);
    }
    out
}
