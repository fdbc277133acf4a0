//! The text of one CUDA C++ file and places in it. Text goes in; spans, lines and columns come out.
//!
//! Rule: a [`Span`] is a pair of byte offsets into the one source text, and every stage passes spans on
//! unchanged, so that any finding can be shown where the learner wrote it. Lines and columns are counted
//! from 1; columns count characters (a tab is one, a byte order mark is none), never bytes.
//! Next: `diag.rs` (what is said about a place), `excerpt.rs` (how it is shown).

/// The largest source text that is compiled, in bytes; a longer one is refused with a diagnostic.
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// A half-open range of byte offsets into the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span {
            start,
            end: if end < start { start } else { end },
        }
    }

    /// The empty span at `offset`: a place between two characters.
    pub const fn at(offset: u32) -> Span {
        Span {
            start: offset,
            end: offset,
        }
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The empty span at the end of this one, where something missing would go.
    pub const fn after(self) -> Span {
        Span::at(self.end)
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `offset` lies inside.
    pub const fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }
}

/// A line and a column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A named source text with the starts of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<u32>,
}

const BYTE_ORDER_MARK: char = '\u{feff}';

impl Source {
    /// Takes a text under the name that diagnostics show (`rope.cu`). Any text is accepted; what is wrong
    /// with it, its size included, is for the later stages to say.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0)
            .chain(ends.map_while(|(at, _)| u32::try_from(at + 1).ok()))
            .collect();
        Source {
            name: name.into(),
            text,
            line_starts,
        }
    }

    /// The name that diagnostics show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text, as given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text a span covers. A span that does not fit the text is clamped to whole characters inside it.
    pub fn slice(&self, span: Span) -> &str {
        let start = self.floor(span.start);
        let end = self.floor(span.end).max(start);
        &self.text[start..end]
    }

    /// How many lines there are; an empty text has one.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// The line, from 1, that holds `offset`; past the end it is the last.
    pub fn line(&self, offset: u32) -> u32 {
        self.line_starts.partition_point(|start| *start <= offset) as u32
    }

    /// Line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let line = self.line(offset);
        let start = self.line_start(line);
        let before = &self.text[start..self.floor(offset).max(start)];
        let column = before.chars().filter(|c| *c != BYTE_ORDER_MARK).count() as u32 + 1;
        LineColumn { line, column }
    }

    /// The text of a line, counted from 1, without its line end or byte order mark; empty if there is none.
    pub fn line_text(&self, line: u32) -> &str {
        self.slice(self.line_span(line))
            .trim_start_matches(BYTE_ORDER_MARK)
    }

    /// The span of a line, counted from 1, without its line end.
    pub fn line_span(&self, line: u32) -> Span {
        if line == 0 || line > self.line_count() {
            return Span::at(self.text.len() as u32);
        }
        let start = self.line_start(line);
        let rest = &self.text[start..];
        let body = rest.split('\n').next().unwrap_or(rest);
        let body = body.strip_suffix('\r').unwrap_or(body);
        Span::new(start as u32, (start + body.len()) as u32)
    }

    fn line_start(&self, line: u32) -> usize {
        let index = (line.max(1) as usize - 1).min(self.line_starts.len() - 1);
        self.line_starts[index] as usize
    }

    /// The nearest character boundary at or before a byte offset, never past the end.
    fn floor(&self, offset: u32) -> usize {
        let mut at = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_end_at_either_end() {
        let source = Source::new("a.cu", "\u{feff}int a;\r\n\tint 变量 = b;\nend");
        let offset = source
            .text()
            .find("b;")
            .map(|at| at as u32)
            .unwrap_or_default();
        assert_eq!(
            source.line_column(offset),
            LineColumn {
                line: 2,
                column: 11
            }
        );
        assert_eq!(source.line_column(3), LineColumn { line: 1, column: 1 });
        assert_eq!(source.line_text(1), "int a;");
        assert_eq!(source.line_text(2), "\tint 变量 = b;");
        assert_eq!(source.line_text(3), "end");
        assert_eq!(source.line_text(4), "");
        assert_eq!(source.line_count(), 3);
    }

    #[test]
    fn any_offset_is_somewhere() {
        let source = Source::new("a.cu", "é\n");
        assert_eq!(source.line_column(1), LineColumn { line: 1, column: 1 });
        assert_eq!(source.line_column(99), LineColumn { line: 2, column: 1 });
        assert_eq!(source.slice(Span::new(1, 99)), "é\n");
    }
}
