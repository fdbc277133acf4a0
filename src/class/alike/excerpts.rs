//! Two texts side by side: where they say the same comes out as passages of both, the longest first.
//!
//! Fingerprints in common are only where to look: each is made as long as both texts go on saying the same, word for word, names
//! aside. Lines are cut where they are long, passages where they are many: a page shows enough to judge by, and the files the rest.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::words::Word;
use super::{printed, starter_runs};

/// Passages of a pair that are shown.
const PASSAGES: usize = 3;
/// Lines of a passage that are shown.
const LINES: usize = 24;
/// Characters of a line that are shown.
const WIDE: usize = 160;

/// The same in two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Words that it has.
    pub words: usize,
    /// What each text has there.
    pub sides: [Side; 2],
}

/// One text's lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The first line's number, from 1.
    pub line: usize,
    /// The lines, as they are written, not safe for a page.
    pub text: String,
    /// Lines of the passage that are left out behind them.
    pub more: usize,
}

/// What two texts have in common beyond the starter.
pub fn passages(one: &str, two: &str, starter: &str) -> Vec<Passage> {
    let starter = starter_runs(starter);
    let (a, kept) = printed(one, &starter);
    let (b, others) = printed(two, &starter);
    let mut places: HashMap<u64, Vec<usize>> = HashMap::new();
    for other in others {
        places.entry(other.hash).or_default().push(other.at);
    }
    let mut found: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut seen = HashSet::new();
    for kept in kept {
        for &at in places.get(&kept.hash).into_iter().flatten().take(PASSAGES) {
            let pair = grown(&a, &b, (kept.at, at));
            if !pair.0.is_empty() && seen.insert(pair.clone()) {
                found.push(pair);
            }
        }
    }
    found.sort_by_key(|(a, b)| (usize::MAX - a.len(), a.start, b.start));
    let mut shown: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for (a, b) in found {
        let apart = |taken: &Range<usize>, new: &Range<usize>| {
            new.end <= taken.start || taken.end <= new.start
        };
        if shown.iter().all(|(x, y)| apart(x, &a) && apart(y, &b)) {
            shown.push((a, b));
        }
    }
    shown.truncate(PASSAGES);
    shown.sort_by_key(|(a, _)| a.start);
    let passage = |(x, y): (Range<usize>, Range<usize>)| Passage {
        words: x.len(),
        sides: [side(one, &a[x]), side(two, &b[y])],
    };
    shown.into_iter().map(passage).collect()
}

/// The longest run of equal words around these two places; empty where they only seemed equal.
fn grown(a: &[Word], b: &[Word], (x, y): (usize, usize)) -> (Range<usize>, Range<usize>) {
    let before = a[..x].iter().rev().zip(b[..y].iter().rev());
    let before = before.take_while(|(one, two)| one.code == two.code).count();
    let after = a[x..].iter().zip(&b[y..]);
    let after = after.take_while(|(one, two)| one.code == two.code).count();
    if after == 0 {
        return (0..0, 0..0);
    }
    (x - before..x + after, y - before..y + after)
}

/// The lines on which these words stand.
fn side(text: &str, words: &[Word]) -> Side {
    let first = words.first().map_or(0, |word| word.place.start);
    let last = words.last().map_or(0, |word| word.place.end);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    let lines: Vec<&str> = text[start..end].lines().collect();
    let cut = |line: &&str| match line.char_indices().nth(WIDE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => (*line).to_owned(),
    };
    let shown: Vec<String> = lines.iter().take(LINES).map(cut).collect();
    Side {
        line: text[..start].matches('\n').count() + 1,
        text: shown.join("\n"),
        more: lines.len().saturating_sub(LINES),
    }
}
