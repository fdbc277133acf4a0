//! A diagnostic or finding and its source in; lines of text in pieces, each with its role, out.
//!
//! Rules: everything is said in words and marks, so that a reader without colour misses nothing; who shows the
//! pieces only paints them; marks stand under the right characters although tabs are shown as four blanks and
//! wide characters take two cells; a very long line is cut around what matters.
//! Next: `diag.rs` and `report.rs` for what is shown.

#[cfg(feature = "host")]
mod program;
mod shown;

#[cfg(feature = "host")]
pub use program::{Remark, after, word};

use cuda_source::diag::{Diag, Fix, Severity};
use cuda_source::source::{File, Source, Span};
use shown::{MAX_WIDTH, Shown};
use warp::report::{EndingKind, Finding, Place};

/// A piece of text and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it is.
    pub role: Role,
    /// The text. Line ends are in pieces of role [`Role::Plain`].
    pub text: String,
}

/// What a piece of an excerpt is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The word `error` with its code, or a finding's title.
    Error,
    /// The word `warning` with its code.
    Warning,
    /// What is wrong.
    Message,
    /// File, line and column.
    Place,
    /// Line numbers and the rule beside them.
    Gutter,
    /// Text of the source.
    Code,
    /// The mark under the place itself, and its label.
    Primary,
    /// The mark under another place, and its label.
    Secondary,
    /// The words `help` and `note`.
    Help,
    /// The mark under what a fix puts in.
    Added,
    /// Everything else.
    Plain,
}

/// A diagnostic with the lines that it is about.
pub fn render(source: &Source, diag: &Diag) -> Vec<Piece> {
    let role = match diag.severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
    };
    let mut out = Writer::default();
    out.put(role, format!("{}[{}]", diag.severity.word(), diag.code));
    out.put(Role::Message, format!(": {}", diag.message));
    out.end_line();
    let mut marks = vec![Mark {
        span: diag.span,
        primary: true,
        label: String::new(),
    }];
    let labels = diag.labels.iter();
    marks.extend(labels.map(|(span, label)| Mark {
        span: *span,
        primary: false,
        label: label.clone(),
    }));
    let width = gutter_width(source, &marks);
    out.snippet(source, &marks, width);
    match (&diag.help, &diag.fix) {
        (help, Some(fix)) if fits_one_line(source, fix) => {
            out.fix(source, help.as_deref(), fix, width)
        }
        (Some(help), _) => out.remark(width, "help", help),
        (None, _) => {}
    }
    out.pieces
}

/// A finding with the lines that it is about, and what the threads had in hand.
pub fn render_finding(source: &Source, finding: &Finding) -> Vec<Piece> {
    let severity = finding.kind.severity();
    let role = match severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
    };
    let mut out = Writer::default();
    let word = format!("{}[{}]", severity.word(), finding.kind.code());
    out.put(role, word);
    out.put(Role::Message, format!(": {}", finding.message));
    out.end_line();
    let width = out.scenes(source, &finding.places);
    if finding.count > 1 {
        out.remark(
            width,
            "note",
            &format!("it happened {} times", finding.count),
        );
    }
    if let Some(help) = &finding.help {
        out.remark(width, "help", help);
    }
    out.pieces
}

/// An ending that is not in order.
#[derive(Clone, Copy, Debug)]
pub struct Stopped<'a> {
    /// What happened, in a word or two: `aborted`, `launch failed`.
    pub word: &'a str,
    /// Its sort, where it has one.
    pub kind: Option<EndingKind>,
    /// Why, in words.
    pub message: &'a str,
    /// Where; a place of line 0 is none.
    pub place: Option<&'a Place>,
    /// What else there is to know.
    pub note: Option<&'a str>,
    /// What to do about it.
    pub help: Option<&'a str>,
}

/// An ending with the line that it is about, and what the thread there had in hand.
pub fn render_stopped(source: &Source, stopped: &Stopped<'_>) -> Vec<Piece> {
    let mut out = Writer::default();
    let code = stopped.kind.map(|kind| format!("[{}]", kind.code()));
    let word = format!("{}{}", stopped.word, code.unwrap_or_default());
    out.put(Role::Error, word);
    out.put(Role::Message, format!(": {}", stopped.message));
    out.end_line();
    let place = stopped.place.filter(|place| place.line > 0);
    let width = out.scenes(source, place.map_or(&[], std::slice::from_ref));
    for (word, text) in [("note", stopped.note), ("help", stopped.help)] {
        if let Some(text) = text {
            out.remark(width, word, text);
        }
    }
    out.pieces
}

/// A diagnostic as plain text, each line ended.
pub fn plain(source: &Source, diag: &Diag) -> String {
    text(&render(source, diag))
}

/// A finding as plain text, each line ended.
pub fn plain_finding(source: &Source, finding: &Finding) -> String {
    text(&render_finding(source, finding))
}

/// Pieces without their roles.
pub fn text(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// A place to mark.
struct Mark {
    span: Span,
    primary: bool,
    label: String,
}

fn mark(number: usize, place: &Place, many: bool) -> Mark {
    let label = match (many, place.note.is_empty()) {
        (true, false) => format!("{number}. {}", place.note),
        (true, true) => format!("{number}."),
        (false, _) => place.note.clone(),
    };
    Mark {
        span: place.span,
        primary: number == 1,
        label,
    }
}

/// The calls that led to a place, from the innermost outwards.
fn way(source: &Source, place: &Place) -> Option<String> {
    let calls: Vec<String> = place
        .called
        .iter()
        .map(|call| {
            let file = source.file_of(call.span).name();
            format!("by `{}` at {file}:{}:{}", call.by, call.line, call.column)
        })
        .collect();
    (!calls.is_empty()).then(|| calls.join(", "))
}

/// Whose place it is, and what that one had in hand; none for host code that has nothing to show.
fn who(place: &Place) -> Option<(&'static str, String)> {
    let values: Vec<String> = place
        .values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let values = values.join(", ");
    if place.host {
        return (!values.is_empty()).then_some(("values", values));
    }
    let [x, y, z] = place.thread;
    let [bx, by, bz] = place.block;
    let thread = format!("({x}, {y}, {z}) of block ({bx}, {by}, {bz})");
    let colon = if values.is_empty() { "" } else { ": " };
    Some(("thread", format!("{thread}{colon}{values}")))
}

fn gutter_width(source: &Source, marks: &[Mark]) -> usize {
    let last = marks
        .iter()
        .map(|mark| source.line(mark.span.start))
        .max()
        .unwrap_or(1);
    last.to_string().len()
}

fn fits_one_line(source: &Source, fix: &Fix) -> bool {
    source.line_around(fix.span.start) == source.line_around(fix.span.end)
        && !fix.replacement.contains('\n')
}

#[derive(Default)]
struct Writer {
    pieces: Vec<Piece>,
}

impl Writer {
    fn put(&mut self, role: Role, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.pieces.push(Piece { role, text });
        }
    }

    fn end_line(&mut self) {
        self.put(Role::Plain, "\n");
    }

    fn gutter(&mut self, width: usize, line: Option<u32>) {
        let number = line.map_or_else(String::new, |line| line.to_string());
        self.put(Role::Gutter, format!("{number:>width$} |"));
    }

    /// The marks of each file, the first mark's file first. Of headers that the learner did not write only the first
    /// mark is shown.
    fn snippet(&mut self, source: &Source, marks: &[Mark], width: usize) {
        let base = |mark: &Mark| source.file_of(mark.span).base();
        let mut bases: Vec<u32> = Vec::new();
        for (at, mark) in marks.iter().enumerate() {
            if !bases.contains(&base(mark)) && (at == 0 || !mark.span.is_system()) {
                bases.push(base(mark));
            }
        }
        for (at, place) in bases.into_iter().enumerate() {
            let here: Vec<&Mark> = marks.iter().filter(|mark| base(mark) == place).collect();
            let arrow = if at == 0 { "-->" } else { ":::" };
            self.one_file(source.file(place), &here, arrow, width);
        }
    }

    /// The place in words, then each marked line with a row of marks for each of its places.
    fn one_file(&mut self, source: &File, marks: &[&Mark], arrow: &str, width: usize) {
        let at = source.line_column(marks.first().map_or(0, |mark| mark.span.start));
        self.put(Role::Gutter, format!("{:>width$}{arrow} ", ""));
        self.put(
            Role::Place,
            format!("{}:{}:{}", source.name(), at.line, at.column),
        );
        self.end_line();
        self.gutter(width, None);
        self.end_line();
        let mut by_line: Vec<(u32, &Mark)> = marks
            .iter()
            .map(|mark| (source.line(mark.span.start), *mark))
            .collect();
        by_line.sort_by_key(|(line, mark)| (*line, !mark.primary, mark.span.start));
        let mut before: Option<u32> = None;
        for (line, mark) in by_line {
            if before != Some(line) {
                self.between(source, before, line, width);
                self.code_line(source, line, mark.span, width);
            }
            self.mark_line(source, line, mark, width);
            before = Some(line);
        }
        self.gutter(width, None);
        self.end_line();
    }

    /// Between two marked lines: nothing, the one line that stands there, or a sign that some are left out.
    fn between(&mut self, source: &File, before: Option<u32>, line: u32, width: usize) {
        match before.map(|before| line - before) {
            Some(2) => self.code_line(source, line - 1, Span::default(), width),
            Some(gap) if gap > 2 => {
                self.put(Role::Gutter, "...");
                self.end_line();
            }
            _ => {}
        }
    }

    fn code_line(&mut self, source: &File, line: u32, around: Span, width: usize) {
        let shown = Shown::new(source, line);
        let (text, _) = shown.window(shown.place(around).0);
        self.gutter(width, Some(line));
        self.put(Role::Code, format!(" {}", text.trim_end()));
        self.end_line();
    }

    fn mark_line(&mut self, source: &File, line: u32, mark: &Mark, width: usize) {
        let shown = Shown::new(source, line);
        let (from, len) = shown.place(mark.span);
        let (_, skipped) = shown.window(from);
        let (role, sign) = if mark.primary {
            (Role::Primary, "^")
        } else {
            (Role::Secondary, "-")
        };
        self.gutter(width, None);
        let len = len.min(MAX_WIDTH);
        self.put(Role::Plain, " ".repeat(1 + from - skipped));
        self.put(role, sign.repeat(len));
        if !mark.label.is_empty() {
            self.put(role, format!(" {}", mark.label));
        }
        self.end_line();
    }

    /// Places with their lines, and whose they are; the width of the gutter.
    fn scenes(&mut self, source: &Source, places: &[Place]) -> usize {
        let many = places.len() > 1;
        let marks: Vec<Mark> = (1..)
            .zip(places)
            .map(|(n, place)| mark(n, place, many))
            .collect();
        let width = gutter_width(source, &marks);
        if !marks.is_empty() {
            self.snippet(source, &marks, width);
        }
        for (n, place) in (1..).zip(places) {
            let number = if many {
                format!("{n}. ")
            } else {
                String::new()
            };
            if let Some((word, text)) = who(place) {
                self.remark(width, word, &format!("{number}{text}"));
            }
            if let Some(text) = way(source, place) {
                self.remark(width, "called", &format!("{number}{text}"));
            }
        }
        width
    }

    fn remark(&mut self, width: usize, word: &str, text: &str) {
        self.put(Role::Gutter, format!("{:>width$} = ", ""));
        self.put(Role::Help, format!("{word}: "));
        self.put(Role::Message, text);
        self.end_line();
    }

    /// The line as it would be with the fix, and a mark under what is new.
    fn fix(&mut self, source: &Source, help: Option<&str>, fix: &Fix, width: usize) {
        let line = source.line(fix.span.start);
        let span = source.line_around(fix.span.start);
        let before = source.slice(Span::new(span.start, fix.span.start));
        let after = source.slice(Span::new(fix.span.end, span.end));
        let words = match (help, fix.replacement.is_empty()) {
            (Some(help), _) => help.to_string(),
            (None, true) => "leave it out".to_string(),
            (None, false) => format!("write `{}`", fix.replacement.trim()),
        };
        self.remark(width, "help", &words);
        if span.len() as usize > MAX_WIDTH {
            return;
        }
        let fixed = Source::new("", format!("{before}{}{after}", fix.replacement));
        let start = before.len() as u32;
        let added = Span::new(start, start + fix.replacement.len() as u32);
        let shown = Shown::new(fixed.main(), 1);
        self.gutter(width, Some(line));
        self.put(Role::Code, format!(" {}", shown.text.trim_end()));
        self.end_line();
        if !added.is_empty() {
            let (from, len) = shown.place(added);
            self.gutter(width, None);
            self.put(Role::Plain, " ".repeat(1 + from));
            self.put(Role::Added, "+".repeat(len));
            self.end_line();
        }
    }
}

#[cfg(test)]
mod tests;
