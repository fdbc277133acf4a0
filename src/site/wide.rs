//! Code on pages that is wider than pages show without scrolling: fences and listings come in, warnings with a place come out.
//!
//! The rule: 80 columns, which is what a page of 1,280 pixels shows beside its contents and a sheet of paper in full. What a terminal
//! printed (`console`, `text`) is as it is.

use std::path::Path;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::listing;
use crate::course::page::options;
use crate::course::{Course, Page, Problem};

/// Columns that are shown.
const COLUMNS: usize = 80;

/// How wide a tab is, as the style has it.
const TAB: usize = 4;

/// Every block of code in this course, at `root`, that has a wider line: one warning each, at the line itself or at the listing.
pub fn code(root: &Path, course: &Course) -> Vec<Problem> {
    course
        .pages
        .iter()
        .flat_map(|page| on(root, page))
        .collect()
}

fn on(root: &Path, page: &Page) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for (event, range) in Parser::new_ext(page.body(), options()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let language = info.split([' ', ',', '{']).next().unwrap_or_default();
                open = Some(language.to_owned());
            }
            Event::End(TagEnd::CodeBlock) => open = None,
            Event::Text(text) => {
                let at = page.body_start + range.start;
                match open.as_deref() {
                    Some("listing") => found.extend(listed(root, page, (at, &text))),
                    Some(language) if is_code(language) => found.extend(typed(page, (at, &text))),
                    _ => {}
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a fence of this kind is code that somebody wrote.
fn is_code(language: &str) -> bool {
    const OTHER: [&str; 8] = [
        "", "text", "console", "calc", "plot", "map", "reading", "mermaid",
    ];
    !OTHER.contains(&language)
}

/// How many columns a line takes.
fn columns(line: &str) -> usize {
    line.chars().fold(0, |at, c| match c {
        '\t' => at + TAB - at % TAB,
        _ => at + 1,
    })
}

/// The widest of some lines that are too wide, with its number from 0.
fn widest(text: &str) -> Option<(usize, usize)> {
    let lines = text.lines().map(columns).enumerate();
    lines
        .filter(|(_, columns)| *columns > COLUMNS)
        .max_by_key(|(at, columns)| (*columns, usize::MAX - at))
}

fn warning(page: &Page, at: usize, message: String) -> Problem {
    let before = page.source.get(..at).unwrap_or_default();
    let line = u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX);
    Problem::error(page.path.clone(), message)
        .warning()
        .at(line, 1)
        .help(format!(
            "break it: pages show {COLUMNS} columns without scrolling"
        ))
        .excerpt(&page.source)
}

/// Code that stands on the page. A fence in a list comes line by line, so each piece is looked at for itself.
fn typed(page: &Page, (at, text): (usize, &str)) -> Option<Problem> {
    let (line, columns) = widest(text)?;
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let message = format!("a line of code with {columns} columns");
    Some(warning(page, at + before, message))
}

/// Code that is cut from a file. What cannot be cut, the build tells.
fn listed(root: &Path, page: &Page, (at, body): (usize, &str)) -> Option<Problem> {
    let asked = listing::ask(body, 0..0).ok()?;
    let both = [Some(&asked), asked.after.as_deref()];
    let cut = |asked: &listing::Asked| {
        let text = std::fs::read_to_string(root.join(&asked.path)).ok()?;
        Some((asked.path.clone(), listing::cut(asked, &text).ok()?))
    };
    let mut cuts = both.into_iter().flatten().filter_map(cut);
    let (path, line, columns) = cuts.find_map(|(path, listing)| {
        let (line, columns) = widest(&listing.text)?;
        Some((path, listing.show.first as usize + line, columns))
    })?;
    let message = format!("a listing with {columns} columns, in line {line} of `{path}`");
    Some(warning(page, at, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_page() {
        assert_eq!([columns(""), columns("\tx"), columns("ab\tx")], [0, 5, 5]);
        assert_eq!(columns("ℓ→x"), 3);
        let right = "x".repeat(COLUMNS);
        assert_eq!(widest(&format!("{right}\n{right}\n")), None);
        let text = format!("a\n{right}y\n{right}yz\n{right}zz\n");
        assert_eq!(
            widest(&text),
            Some((2, COLUMNS + 2)),
            "the first of the widest"
        );
    }
}
