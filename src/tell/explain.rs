//! A code's text, told, or a word's: its Markdown as lines of a terminal, its programs in colour, and what is said about each that
//! fails, as it is really said. Also the one line that points from a run to these texts.

use std::path::PathBuf;

use lab::Lab;
use serde_json::{Value, json};
use simt::explain::{Entry, Example, GROUPS, Part, entries, find};
use simt::lex::{self, Class};

use super::paint::{Paint, Role};
use super::typed::typed;
use super::{program, wrap};
use crate::course::catalog::Term;

/// Every code, group by group, and the words of the field.
pub fn all(paint: Paint, terms: &[Term]) -> String {
    let entries = entries();
    let mut out = String::new();
    for (prefix, title) in GROUPS {
        let mut members = entries
            .iter()
            .filter(|entry| entry.code.starts_with(prefix))
            .peekable();
        if members.peek().is_none() {
            continue;
        }
        out.push_str(&format!("{}\n", paint.on(Role::Strong, title)));
        for entry in members {
            let code = paint.on(Role::Note, entry.code);
            let name = match entry.slug {
                "" => String::new(),
                slug => format!("{slug}: "),
            };
            let line = wrap(&format!("{name}{}", entry.summary), 9);
            out.push_str(&format!("  {code}  {line}\n"));
        }
        out.push('\n');
    }
    if !terms.is_empty() {
        let names: Vec<&str> = terms.iter().map(|term| term.name.as_str()).collect();
        let title = paint.on(Role::Strong, "Words of the field");
        out.push_str(&format!("{title}\n  {}\n\n", wrap(&names.join(", "), 2)));
    }
    let more =
        "`course explain F0101` says more about one; `course explain out-of-bounds` is the same";
    out.push_str(&format!("{}\n", paint.on(Role::Dim, more)));
    out
}

/// One code in full.
pub fn entry(paint: Paint, entry: &Entry) -> String {
    let mut out = paint.on(Role::Strong, &format!("{}: {}", entry.code, entry.summary));
    let beside = match entry.slug {
        "" => entry.group().to_owned(),
        slug => format!("{slug} · {}", entry.group()),
    };
    out.push_str(&format!("\n{}\n", paint.on(Role::Dim, &beside)));
    for part in entry.parts() {
        out.push('\n');
        out.push_str(&match part {
            Part::Prose(text) => prose(paint, text),
            Part::Example(one) => example(paint, &one),
        });
    }
    out
}

fn example(paint: Paint, example: &Example) -> String {
    let (role, word) = match example.fails {
        true => (Role::Bad, "fails"),
        false => (Role::Good, "works"),
    };
    let mut out = format!("  {}\n", paint.on(role, word));
    out.push_str(&indented(&code(paint, example.program)));
    if example.fails {
        let said = example.said();
        let shown: Vec<String> = said
            .iter()
            .map(|remark| program::painted(paint, &remark.pieces))
            .collect();
        out.push_str(&format!("\n  {}\n", paint.on(Role::Dim, "what is said")));
        out.push_str(&indented(&shown.concat()));
    }
    out
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| format!("    {line}").trim_end().to_owned() + "\n")
        .collect()
}

/// A program in colour.
fn code(paint: Paint, text: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (range, class) in lex::classify(text) {
        let (Some(before), Some(piece)) = (text.get(at..range.start), text.get(range.clone()))
        else {
            continue;
        };
        out.push_str(before);
        out.push_str(&match class {
            Class::Comment => paint.on(Role::Dim, piece),
            Class::Keyword | Class::Type | Class::Preprocessor => paint.on(Role::Note, piece),
            Class::String | Class::Number => paint.on(Role::Middling, piece),
            _ => piece.to_owned(),
        });
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Paragraphs and headings of Markdown, wrapped.
fn prose(paint: Paint, text: &str) -> String {
    let paragraphs: Vec<String> = text
        .split("\n\n")
        .map(|paragraph| match paragraph.trim().strip_prefix("## ") {
            Some(heading) => format!("{}\n", paint.on(Role::Strong, heading)),
            None => format!("{}\n", wrap(&plain(paragraph), 0)),
        })
        .collect();
    paragraphs.join("\n")
}

/// A paragraph without the marks that a terminal cannot show: emphasis goes, a link is its text, code keeps its marks.
fn plain(paragraph: &str) -> String {
    let mut out = String::new();
    let mut rest = paragraph.trim();
    while let Some(at) = rest.find(['`', '*', '[']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let (shown, taken) = marked(from);
        out.push_str(shown);
        rest = from.get(taken..).unwrap_or_default();
    }
    out + rest
}

/// What to show of a text that begins with a mark, and how much of it that was.
fn marked(from: &str) -> (&str, usize) {
    if let Some(code) = from.strip_prefix('`') {
        let end = code.find('`').map_or(from.len(), |at| at + 2);
        return (from.get(..end).unwrap_or(from), end);
    }
    if let Some((text, rest)) = from
        .strip_prefix('[')
        .and_then(|from| from.split_once("]("))
        && let Some(end) = rest.find(')')
    {
        return (text, text.len() + end + 4);
    }
    match from.starts_with('*') {
        true => ("", 1),
        false => ("[", 1),
    }
}

/// One code as JSON.
pub fn entry_json(entry: &Entry) -> Value {
    json!({
        "code": entry.code,
        "name": (!entry.slug.is_empty()).then_some(entry.slug),
        "severity": entry.severity.word(),
        "group": entry.group(),
        "summary": entry.summary,
        "text": entry.text,
    })
}

/// Every code and word as JSON.
pub fn all_json(terms: &[Term]) -> Value {
    let words = terms.iter().map(|term| term_json(term, None));
    json!({
        "version": 1,
        "codes": entries().iter().map(entry_json).collect::<Vec<_>>(),
        "terms": words.collect::<Vec<_>>(),
    })
}

/// Title and file of the page that teaches a word.
type Taught = (String, PathBuf);

/// A word of the field, and the page that teaches it.
pub fn term(paint: Paint, term: &Term, page: Option<&Taught>) -> String {
    let head = paint.on(Role::Strong, &term.name);
    let mut out = format!("{head}: {}\n", wrap(&plain(&term.text), 2));
    if let Some((title, file)) = page {
        let text = format!("taught in {title}, {}", file.display());
        out.push_str(&format!("{}\n", paint.on(Role::Dim, &text)));
    }
    out
}

/// A word as JSON.
pub fn term_json(term: &Term, page: Option<&Taught>) -> Value {
    json!({
        "term": term.id,
        "name": term.name,
        "text": term.text,
        "taught_in": term.see,
        "title": page.map(|(title, _)| title),
        "file": page.map(|(_, file)| file.display().to_string()),
    })
}

/// A lab in a few words.
pub fn lab(paint: Paint, lab: &Lab) -> String {
    let head = paint.on(Role::Strong, &format!("{}: {}", lab.id, lab.title));
    let goal = wrap(&format!("a lab: you can {} afterwards", lab.goal), 2);
    format!(
        "{head}\n  {goal}\n`course show {}` says what it asks\n",
        lab.id
    )
}

/// The same as JSON.
pub fn lab_json(lab: &Lab) -> Value {
    json!({ "lab": lab.id, "title": lab.title, "goal": lab.goal })
}

/// The codes that a text shows in brackets, in order: `error[E0301]: …`.
pub fn codes_in(text: &str) -> Vec<&str> {
    let bracketed = text.split('[').skip(1);
    let inner = bracketed.filter_map(|rest| rest.split_once(']').map(|(inner, _)| inner));
    inner
        .filter(|inner| find(inner).is_some_and(|entry| entry.code == *inner))
        .collect()
}

/// The line that points from codes that were just shown to their texts; empty for none.
pub fn pointer<'a>(paint: Paint, codes: impl IntoIterator<Item = &'a str>) -> String {
    let mut distinct: Vec<&str> = Vec::new();
    for code in codes {
        if !distinct.contains(&code) {
            distinct.push(code);
        }
    }
    let text = match distinct.as_slice() {
        [] => return String::new(),
        [one] => format!("`course explain {one}` says more"),
        [one, two] => format!("`course explain {one}` says more; so does {two}"),
        [one, two, ..] => format!("`course explain {one}` says more; so do {two} and the others"),
    };
    format!("{}\n", paint.on(Role::Dim, &typed(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_markdown_go_and_code_stays() {
        let text = "the *stack* is `a*b`, see [F0101](code:F0101)\nand a[0]";
        assert_eq!(plain(text), "the stack is `a*b`, see F0101\nand a[0]");
    }

    #[test]
    fn codes_are_found_among_other_brackets() {
        let text = "x[7] is wrong\nerror[F0101]: `a[i]`\nwarning[W0908]: out-of-bounds[E9999]";
        assert_eq!(codes_in(text), ["F0101", "W0908"]);
    }

    #[test]
    fn a_run_points_once() {
        let paint = Paint::plain();
        assert_eq!(pointer(paint, []), "");
        let said = pointer(paint, ["F0101", "F0101"]);
        // Cargo runs this test, or somebody who called it by its name.
        assert_eq!(said, typed("`course explain F0101` says more\n"));
        let said = pointer(paint, ["E0301", "W0908", "E0301"]);
        assert_eq!(
            said,
            typed("`course explain E0301` says more; so does W0908\n")
        );
    }
}
