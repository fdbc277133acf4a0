//! A line of source as a terminal shows it: a line in, its cells out.
//!
//! Rule: a tab takes four cells, a wide character two, a mark on the character before it none; a control character is
//! shown as the sign for what cannot be; a very long line is cut around what matters.

use cuda_source::source::{File, Span};

/// Widest line of source shown, in cells.
pub(super) const MAX_WIDTH: usize = 120;

/// Blanks shown for a tab.
const TAB: usize = 4;

/// A line made ready to be shown: its cells, and where each byte of it begins among them.
pub(super) struct Shown {
    pub(super) text: String,
    cell_of: Vec<usize>,
    start: u32,
}

impl Shown {
    pub(super) fn new(source: &File, line: u32) -> Shown {
        let span = source.line_span(line);
        let raw = source.slice(span);
        let mut text = String::new();
        let mut cell_of = Vec::with_capacity(raw.len() + 1);
        let mut cell = 0;
        for c in raw.chars() {
            cell_of.resize(cell_of.len() + c.len_utf8(), cell);
            match c {
                '\t' => text.push_str(&" ".repeat(TAB)),
                c if cells(c) == 0 => {}
                c if c.is_control() => text.push('\u{fffd}'),
                c => text.push(c),
            }
            cell += cells(c);
        }
        cell_of.push(cell);
        Shown {
            text,
            cell_of,
            start: span.start,
        }
    }

    /// The cells that a span takes on this line: first and how many, at least one.
    pub(super) fn place(&self, span: Span) -> (usize, usize) {
        let cell = |offset: u32| {
            let at = offset.saturating_sub(self.start) as usize;
            self.cell_of[at.min(self.cell_of.len() - 1)]
        };
        let (from, to) = (cell(span.start), cell(span.end));
        (from, to.saturating_sub(from).max(1))
    }

    /// The part of the line that is shown so that the cell `around` is in it, and how many cells it leaves out
    /// on the left.
    pub(super) fn window(&self, around: usize) -> (String, usize) {
        let whole = self.cell_of.last().copied().unwrap_or(0);
        if whole <= MAX_WIDTH {
            return (self.text.clone(), 0);
        }
        let skip = around.saturating_sub(MAX_WIDTH / 2);
        let mut out = String::new();
        let mut cell = 0;
        for c in self.text.chars() {
            if cell >= skip && cell < skip + MAX_WIDTH {
                out.push(c);
            }
            cell += cells(c).max(1);
        }
        (out, skip)
    }
}

/// How many cells of a terminal a character takes.
fn cells(c: char) -> usize {
    match c {
        '\t' => TAB,
        '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{300}'..='\u{36f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}
