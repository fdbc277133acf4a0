//! Byte offsets of a text become lines and columns, both counted from 1, columns in characters.
//! Any offset has a place: one inside a character is that character's, one past the end is the end's.

use std::borrow::Cow;

/// Where each line of a text starts.
#[derive(Clone, Debug)]
pub(crate) struct Lines<'s> {
    text: &'s str,
    starts: Cow<'s, [usize]>,
}

/// The bytes at which the lines of a text start.
pub(crate) fn starts(text: &str) -> Vec<usize> {
    let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n');
    std::iter::once(0)
        .chain(breaks.map(|(at, _)| at + 1))
        .collect()
}

impl<'s> Lines<'s> {
    /// Indexes a text.
    pub fn new(text: &'s str) -> Lines<'s> {
        let starts = Cow::Owned(starts(text));
        Lines { text, starts }
    }

    /// The lines of a text that was indexed before.
    pub fn of(text: &'s str, starts: &'s [usize]) -> Lines<'s> {
        let starts = Cow::Borrowed(starts);
        Lines { text, starts }
    }

    /// A line, counted from 1, without its break.
    pub fn get(&self, line: u32) -> Option<&'s str> {
        let at = (line as usize).checked_sub(1)?;
        let start = *self.starts.get(at)?;
        let end = self.starts.get(at + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).map(str::trim_end)
    }

    /// The line that holds a byte.
    pub fn line(&self, offset: usize) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32
    }

    /// The line and column of a byte; an offset inside a character counts as that character's.
    pub fn place(&self, offset: usize) -> (u32, u32) {
        let line = self.line(offset);
        let start = self.starts[line as usize - 1];
        let end = (start..=offset.min(self.text.len()))
            .rev()
            .find(|at| self.text.is_char_boundary(*at));
        let column = self.text[start..end.unwrap_or(start)].chars().count() as u32 + 1;
        (line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn columns_count_characters() {
        let lines = Lines::new("ab\nüx\n");
        assert_eq!(lines.place(0), (1, 1));
        assert_eq!(lines.place(3), (2, 1));
        assert_eq!(lines.place(4), (2, 1), "inside ü");
        assert_eq!(lines.place(5), (2, 2));
        assert_eq!(lines.place(7), (3, 1), "after the last line break");
        assert_eq!(lines.place(999), (3, 1));
    }
}
