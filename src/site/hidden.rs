//! Bytes of a page that are not shown: braces of items, markers of callouts, figures that were named.
//!
//! Stretches go in, in any order; whether one is covered, and what of it is, come out, however many there are.

use std::collections::BTreeMap;
use std::ops::Range;

/// Stretches of a page, apart from each other.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    /// Ends by starts.
    ends: BTreeMap<usize, usize>,
}

impl Hidden {
    /// Adds a stretch.
    pub fn push(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let (mut start, mut end) = (range.start, range.end);
        while let Some((&from, &to)) = self
            .ends
            .range(..=end)
            .next_back()
            .filter(|(_, to)| **to >= start)
        {
            (start, end) = (start.min(from), end.max(to));
            self.ends.remove(&from);
        }
        self.ends.insert(start, end);
    }

    /// Whether a byte is hidden.
    pub fn contains(&self, at: usize) -> bool {
        let last = self.ends.range(..=at).next_back();
        last.is_some_and(|(_, end)| at < *end)
    }

    /// Whether all of a stretch is hidden; an empty one is not.
    pub fn covers(&self, range: &Range<usize>) -> bool {
        let last = self.ends.range(..=range.start).next_back();
        !range.is_empty() && last.is_some_and(|(_, end)| range.end <= *end)
    }

    /// What of a stretch is shown, in order.
    pub fn shown(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let first = self.ends.range(..range.start).next_back();
        let cuts = first.into_iter().chain(self.ends.range(range.clone()));
        let (mut shown, mut from) = (Vec::new(), range.start);
        for (start, end) in cuts {
            if from < *start {
                shown.push(from..*start);
            }
            from = from.max(*end);
        }
        if from < range.end {
            shown.push(from..range.end);
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn as_if_every_byte_were_marked(
            stretches in proptest::collection::vec((0usize..40, 0usize..8), 0..12),
            (from, length) in (0usize..40, 0usize..12),
        ) {
            let (mut hidden, mut marks) = (Hidden::default(), [false; 60]);
            for (start, length) in stretches {
                hidden.push(start..start + length);
                marks[start..start + length].fill(true);
            }
            let range = from..from + length;
            prop_assert_eq!(hidden.covers(&range), length > 0 && range.clone().all(|at| marks[at]));
            let shown: Vec<usize> = hidden.shown(range.clone()).into_iter().flatten().collect();
            prop_assert_eq!(shown, range.clone().filter(|at| !marks[*at]).collect::<Vec<_>>());
            prop_assert!(range.clone().all(|at| hidden.contains(at) == marks[at]));
        }
    }
}
