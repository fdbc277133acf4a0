//! A set of bytes of one allocation, kept small: runs where they are few, a bit a byte where they are many.
//!
//! Runs or bits go in; runs in order come out, and where two sets meet. The rule: it is exact, and takes whichever of the two
//! forms is smaller, so that a launch that goes through an array takes eight bytes and one that skips about takes a bit a byte.

use super::pieces::Piece;
use std::ops::Range;

/// Bytes of an allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bytes {
    /// Sorted, and neither meeting nor overlapping.
    Runs(Vec<Piece>),
    /// From a place on, a multiple of 64.
    Bits(u32, Vec<u64>),
}

impl Default for Bytes {
    fn default() -> Self {
        Bytes::Runs(Vec::new())
    }
}

impl Bytes {
    /// From a byte to one past the last.
    pub fn run(start: u32, end: u32) -> Self {
        Bytes::Runs(if start < end {
            vec![(start, end)]
        } else {
            Vec::new()
        })
    }

    /// Those whose bits are set, least significant first; none are outside `among`, which counts bytes of bits.
    pub fn from_bits(bits: &[u8], among: Range<usize>) -> Self {
        let from = among.start / 8;
        let part = bits.get(from * 8..among.end.min(bits.len())).unwrap_or(&[]);
        let words: Vec<u64> = part
            .chunks(8)
            .map(|chunk| {
                chunk
                    .iter()
                    .rev()
                    .fold(0, |all, b| all << 8 | u64::from(*b))
            })
            .collect();
        let bits = Bytes::Bits(from as u32 * 64, words);
        bits.smaller()
    }

    /// The smaller of the two forms.
    fn smaller(self) -> Self {
        let Bytes::Bits(_, words) = &self else {
            return self;
        };
        let most = words.len();
        let runs: Vec<Piece> = self.runs().take(most + 1).collect();
        if runs.len() <= most {
            Bytes::Runs(runs)
        } else {
            self
        }
    }

    /// Its runs in order.
    pub fn runs(&self) -> Runs<'_> {
        Runs { of: self, at: 0 }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.runs().next().is_none()
    }

    /// How much memory it takes.
    pub fn takes(&self) -> usize {
        match self {
            Bytes::Runs(list) => 8 * list.len(),
            Bytes::Bits(_, words) => 8 * words.len(),
        }
    }

    /// Adds a run.
    pub fn add(&mut self, (start, end): Piece) {
        if start >= end {
            return;
        }
        if let Bytes::Bits(..) = self {
            *self = Bytes::Runs(self.runs().collect());
        }
        let Bytes::Runs(list) = self else {
            return;
        };
        let from = list.partition_point(|run| run.1 < start);
        let to = list.partition_point(|run| run.0 <= end);
        let touched = list.get(from..to).unwrap_or(&[]);
        let first = touched.first().map_or(start, |run| run.0.min(start));
        let last = touched.last().map_or(end, |run| run.1.max(end));
        list.splice(from..to.max(from), [(first, last)]);
    }

    /// Adds all of another.
    pub fn join(&mut self, other: &Bytes) {
        other.runs().for_each(|run| self.add(run));
    }

    /// Whether all of a run is there.
    pub fn has(&self, run: Piece) -> bool {
        self.meet(&Bytes::run(run.0, run.1)).next() == Some(run)
    }

    /// Whether some of a run is there.
    pub fn touches(&self, (start, end): Piece) -> bool {
        match self {
            Bytes::Runs(list) => {
                let at = list.partition_point(|run| run.1 <= start);
                list.get(at).is_some_and(|run| run.0 < end)
            }
            Bytes::Bits(from, words) => {
                let at = start.saturating_sub(*from) as usize;
                let next = next_bit(words, at, 0);
                next.is_some_and(|bit| *from + (bit as u32) < end)
            }
        }
    }

    /// Whether all of another is there.
    pub fn covers(&self, other: &Bytes) -> bool {
        self == other || other.runs().eq(self.meet(other))
    }

    /// What is in both, in order; runs of one that meet in the other are told apart.
    pub fn meet<'b>(&'b self, other: &'b Bytes) -> impl Iterator<Item = Piece> + 'b {
        let (mut mine, mut theirs) = (self.runs(), other.runs());
        let (mut a, mut b) = (mine.next(), theirs.next());
        std::iter::from_fn(move || {
            while let (Some((a0, a1)), Some((b0, b1))) = (a, b) {
                let both = (a0.max(b0), a1.min(b1));
                if a1 <= b1 {
                    a = mine.next();
                } else {
                    b = theirs.next();
                }
                if both.0 < both.1 {
                    return Some(both);
                }
            }
            None
        })
    }
}

/// Runs of a set, in order.
pub struct Runs<'b> {
    of: &'b Bytes,
    /// The next run, or the next bit.
    at: usize,
}

impl Iterator for Runs<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        match self.of {
            Bytes::Runs(list) => {
                let run = list.get(self.at).copied();
                self.at += 1;
                run
            }
            Bytes::Bits(from, words) => {
                let start = next_bit(words, self.at, 0)?;
                let end = next_bit(words, start, u64::MAX).unwrap_or(64 * words.len());
                self.at = end;
                Some((from + start as u32, from + end as u32))
            }
        }
    }
}

/// The first bit from a place on that is not as in `flip`.
fn next_bit(words: &[u64], at: usize, flip: u64) -> Option<usize> {
    let mut word = at / 64;
    let mut left = (words.get(word)? ^ flip) & (u64::MAX << (at % 64));
    while left == 0 {
        word += 1;
        left = words.get(word)? ^ flip;
    }
    Some(64 * word + left.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(seed: u32, n: u32) -> Vec<bool> {
        let draw = |i: u32| (i.wrapping_mul(2_654_435_761) ^ seed.wrapping_mul(40_503)) >> 13;
        (0..n).map(|i| draw(i / (1 + seed % 9)) % 3 == 0).collect()
    }

    fn set(list: &[bool]) -> Bytes {
        let mut bits = vec![0u8; list.len().div_ceil(8)];
        for (i, _) in list.iter().enumerate().filter(|(_, there)| **there) {
            bits[i / 8] |= 1 << (i % 8);
        }
        let len = bits.len();
        Bytes::from_bits(&bits, 0..len)
    }

    fn back(runs: impl Iterator<Item = Piece>, n: usize) -> Vec<bool> {
        let mut out = vec![false; n];
        for (start, end) in runs {
            out[start as usize..end as usize].fill(true);
        }
        out
    }

    #[test]
    fn sets_are_what_went_in_and_meet_where_both_are() {
        for seed in 0..60 {
            let (a, b) = (some(seed, 700), some(seed + 7, 700));
            let (x, y) = (set(&a), set(&b));
            assert_eq!(back(x.runs(), 700), a);
            let both: Vec<bool> = a.iter().zip(&b).map(|(a, b)| *a && *b).collect();
            assert_eq!(back(x.meet(&y), 700), both);
            let either: Vec<bool> = a.iter().zip(&b).map(|(a, b)| *a || *b).collect();
            let mut all = x.clone();
            all.join(&y);
            assert_eq!(back(all.runs(), 700), either);
            assert!(all.covers(&x) && all.covers(&y));
            assert_eq!(x.covers(&y), a.iter().zip(&b).all(|(a, b)| *a || !*b));
            for at in 0..690u32 {
                let some = a[at as usize..at as usize + 5].contains(&true);
                assert_eq!(x.touches((at, at + 5)), some);
            }
        }
        let mut set = Bytes::run(4, 8);
        set.add((8, 12));
        set.add((20, 24));
        set.add((0, 2));
        assert_eq!(set, Bytes::Runs(vec![(0, 2), (4, 12), (20, 24)]));
        assert!(set.has((5, 12)) && !set.has((2, 5)));
        assert!(set.touches((2, 5)) && set.touches((11, 21)));
        assert!(!set.touches((2, 4)) && !set.touches((12, 20)) && !set.touches((24, 90)));
    }
}
