//! Places: two offsets go in, a [`Span`] comes out that every stage passes on; a line and a column for who reads them.
//!
//! The rule: an offset alone says which kind of file it lies in, the program's main text, one that it includes, or a header of
//! this crate's.

use super::{LOCAL, SYSTEM};

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

    /// Whether it lies in a header that this crate brings along.
    pub const fn is_system(self) -> bool {
        self.start >= SYSTEM
    }

    /// Whether it lies in the main text.
    pub const fn is_main(self) -> bool {
        self.start < LOCAL
    }

    /// Whether it stands behind another in the main text. What is included counts as standing before all else.
    pub const fn is_behind(self, other: Span) -> bool {
        self.is_main() && other.is_main() && self.start > other.start
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
