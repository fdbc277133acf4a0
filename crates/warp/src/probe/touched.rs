//! Bytes of an allocation that were ever touched, a bit each.
//!
//! Places go in while blocks run; how many bytes they are comes out, and whether others touched some of them too. The rule: it is known
//! which rows of bits have any, and one that has come to rest keeps only these, so that to hold it against others takes what was
//! touched, not what there is.

use super::bytes::Bytes;
use super::pieces::Piece;
use crate::launch::mark;
use std::ops::Range;

/// Bytes of bits in a row.
const ROW: usize = 64;
/// Bytes of memory that a row tells of.
const SPAN: usize = 8 * ROW;

/// Bits to be used before new ones are made: all zero.
pub type Spare = Vec<BitRows>;

/// A bit for each byte of an allocation, in whole rows.
#[derive(Clone, Default)]
pub struct BitRows {
    all: Vec<u8>,
    /// A bit for each row: whether it has any.
    some: Vec<u64>,
}

/// Bytes of an allocation, a bit each.
#[derive(Clone, Default)]
pub struct Touched {
    /// None where nothing was touched, or where it rests.
    bits: BitRows,
    /// How many bytes of bits there would be.
    len: usize,
    /// Rows with all bits set, beside those in `bits`: of one that rests, or has taken over what others had.
    whole: Rows,
    /// Of one that rests, the other rows that have any, by number.
    rows: Vec<(u32, [u8; ROW])>,
    /// How many bytes these have.
    resting: u64,
}

/// Rows by number, as runs in order that do not meet.
#[derive(Clone, Default)]
struct Rows(Vec<Range<u32>>);

impl Rows {
    fn add(&mut self, run: Range<u32>) {
        if let Some(last) = self.0.last_mut()
            && last.end == run.start
        {
            last.end = run.end;
            return;
        }
        let from = self.0.partition_point(|known| known.end < run.start);
        let to = self.0.partition_point(|known| known.start <= run.end);
        let met = self.0.get(from..to).unwrap_or(&[]);
        let all = Range {
            start: met.first().map_or(run.start, |r| r.start.min(run.start)),
            end: met.last().map_or(run.end, |r| r.end.max(run.end)),
        };
        self.0.splice(from..to.max(from), std::iter::once(all));
    }

    /// Whether some of a run are among them.
    fn meets(&self, run: &Range<u32>) -> bool {
        let at = self.0.partition_point(|known| known.end <= run.start);
        self.0.get(at).is_some_and(|known| known.start < run.end)
    }

    fn has(&self, number: usize) -> bool {
        !self.0.is_empty() && self.meets(&(number as u32..number as u32 + 1))
    }

    fn bytes(&self) -> u64 {
        let rows = |run: &Range<u32>| u64::from(run.end - run.start);
        self.0.iter().map(rows).sum::<u64>() * SPAN as u64
    }
}

impl BitRows {
    fn new(len: usize) -> Self {
        BitRows {
            all: vec![0; len],
            some: vec![0; (len / ROW).div_ceil(64)],
        }
    }

    /// Marks the bytes from one to before another.
    #[inline(always)]
    fn mark(&mut self, start: usize, end: usize) {
        mark(&mut self.all, start, end - start);
        self.note(start / SPAN..end.div_ceil(SPAN));
    }

    /// Says that rows have some.
    #[inline(always)]
    fn note(&mut self, rows: Range<usize>) {
        for (word, mask) in masks(rows) {
            if let Some(word) = self.some.get_mut(word) {
                *word |= mask;
            }
        }
    }

    /// Whether some of these rows have any.
    #[inline]
    fn has_some(&self, rows: Range<usize>) -> bool {
        let has = |(word, mask)| self.some.get(word).is_some_and(|word| word & mask != 0);
        masks(rows).any(has)
    }

    /// How many rows have any.
    fn count(&self) -> u32 {
        self.some.iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers of the rows that have any.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.some.iter().enumerate().flat_map(|(i, word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|word| *word != 0);
            let words = std::iter::successors(Some(*word).filter(|word| *word != 0), rest);
            words.map(move |word| 64 * i + word.trailing_zeros() as usize)
        })
    }

    /// These rows, with their numbers.
    fn rows(&self) -> impl Iterator<Item = (usize, &[u8; ROW])> {
        let rows = self.all.as_chunks::<ROW>().0;
        self.numbers()
            .filter_map(move |number| Some((number, rows.get(number)?)))
    }

    fn row_mut(&mut self, number: usize) -> Option<&mut [u8; ROW]> {
        self.note(number..number + 1);
        self.all.as_chunks_mut::<ROW>().0.get_mut(number)
    }

    /// Adds those of a row.
    fn add(&mut self, number: usize, row: &[u8; ROW]) {
        if let Some(mine) = self.row_mut(number) {
            mine.iter_mut().zip(row).for_each(|(to, from)| *to |= from);
        }
    }
}

impl Touched {
    /// Whether nothing was touched.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.bits.all.is_empty() && self.rows.is_empty() && self.whole.0.is_empty()
    }

    /// Marks pieces of an allocation of so many bytes; their places are moved by so many.
    #[inline]
    pub fn touch(&mut self, len: u32, (pieces, by): (&[Piece], u32), spare: &mut Spare) {
        if self.bits.all.is_empty() {
            self.len = (len as usize).div_ceil(8).next_multiple_of(ROW);
            self.open(spare);
        }
        for (start, end) in pieces {
            let (start, end) = (start.wrapping_add(by), end.wrapping_add(by));
            self.bits.mark(start as usize, end as usize);
        }
    }

    #[cold]
    fn open(&mut self, spare: &mut Spare) {
        self.bits = match spare.iter().position(|bits| bits.all.len() == self.len) {
            Some(i) => spare.swap_remove(i),
            None => BitRows::new(self.len),
        };
    }

    /// From here on it keeps its rows only; its bits are left to others.
    pub fn rest(&mut self, spare: &mut Spare) {
        let mut bits = std::mem::take(&mut self.bits);
        for (number, row) in bits.rows() {
            let n = ones(row);
            if n == SPAN as u64 {
                self.whole.add(number as u32..number as u32 + 1);
            } else if !self.whole.has(number) {
                self.resting += n;
                self.rows.push((number as u32, *row));
            }
        }
        let numbers: Vec<usize> = bits.numbers().collect();
        for number in numbers {
            if let Some(row) = bits.row_mut(number) {
                row.fill(0);
            }
        }
        bits.some.fill(0);
        if !bits.all.is_empty() {
            spare.push(bits);
        }
    }

    /// Adds the bytes of another; it is at work afterwards, if there are any.
    pub fn join(&mut self, mut other: Touched) {
        if other.bits.count() > self.bits.count() {
            std::mem::swap(self, &mut other);
        }
        other
            .whole
            .0
            .into_iter()
            .for_each(|run| self.whole.add(run));
        let rows = std::mem::take(&mut self.rows);
        let parts = other.bits.all.is_empty() && other.rows.is_empty() && rows.is_empty();
        if self.bits.all.is_empty() && !parts {
            self.len = self.len.max(other.len);
            self.open(&mut Spare::new());
        }
        for (number, row) in rows.iter().chain(&other.rows) {
            self.bits.add(*number as usize, row);
        }
        for (number, row) in other.bits.rows() {
            self.bits.add(number, row);
        }
        self.resting = 0;
    }

    /// How many bytes of some pieces were touched in the other set, and not yet in this one.
    #[inline]
    pub fn first_after(&self, other: &Touched, (pieces, by): (&[Piece], u32)) -> u64 {
        if other.bits.all.is_empty() && other.whole.0.is_empty() {
            return 0;
        }
        let eight = |of: &Touched, k: u32| match of.whole.has(k as usize / ROW) {
            true => 0xff,
            false => of.bits.all.get(k as usize).copied().unwrap_or(0),
        };
        let mut sum = 0;
        for (start, end) in pieces {
            let (start, end) = (start.wrapping_add(by), end.wrapping_add(by));
            for k in start / 8..end.div_ceil(8) {
                let mut new = eight(other, k) & !eight(self, k);
                if k == start / 8 {
                    new &= 0xff << (start % 8);
                }
                if k == end / 8 {
                    new &= !(0xff << (end % 8));
                }
                sum += u64::from(new.count_ones());
            }
        }
        sum
    }

    /// Whether one that rests touched some of the same bytes.
    pub fn meets(&self, resting: &Touched) -> bool {
        let mine = self.bits.all.as_chunks::<ROW>().0;
        let whole = |run: &Range<u32>| {
            self.whole.meets(run) || self.bits.has_some(run.start as usize..run.end as usize)
        };
        let part = |(number, row): &(u32, [u8; ROW])| {
            let number = *number as usize;
            let both = |mine: &[u8; ROW]| mine.iter().zip(row).fold(0, |any, (a, b)| any | a & b);
            let some = self.bits.has_some(number..number + 1);
            self.whole.has(number) || some && mine.get(number).is_some_and(|mine| both(mine) != 0)
        };
        resting.whole.0.iter().any(whole) || resting.rows.iter().any(part)
    }

    /// The bytes themselves.
    pub fn bytes(&self) -> Bytes {
        let first = self.bits.numbers().next().unwrap_or(0);
        let last = self.bits.numbers().last().map_or(first, |row| row + 1);
        let mut out = Bytes::from_bits(&self.bits.all, first * ROW..last * ROW);
        for run in &self.whole.0 {
            out.add((run.start * SPAN as u32, run.end * SPAN as u32));
        }
        for (number, row) in &self.rows {
            let from = number * SPAN as u32;
            for (start, end) in Bytes::from_bits(row, 0..ROW).runs() {
                out.add((from + start, from + end));
            }
        }
        out
    }

    /// How many bytes were touched.
    pub fn count(&self) -> u64 {
        let apart = self.bits.rows().filter(|row| !self.whole.has(row.0));
        let parts: u64 = apart.map(|(_, row)| ones(row)).sum();
        self.whole.bytes() + self.resting + parts
    }
}

/// The places and the bits, in words of 64, of a range.
#[inline(always)]
fn masks(range: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let words = range.start / 64..range.end.div_ceil(64).max(range.start / 64);
    words.map(move |word| {
        let from = range.start.saturating_sub(64 * word);
        let end = (range.end - 64 * word).min(64);
        (word, u64::MAX >> (64 - end) & u64::MAX << from)
    })
}

/// How many bits are set.
#[inline]
fn ones(bits: &[u8]) -> u64 {
    let (words, rest) = bits.as_chunks::<8>();
    let words = words.iter().map(|b| u64::from_ne_bytes(*b).count_ones());
    words
        .chain(rest.iter().map(|b| b.count_ones()))
        .fold(0, |sum, n| sum + u64::from(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LEN: u32 = 9000;

    /// Pieces, few of them long.
    fn pieces() -> impl Strategy<Value = Vec<Piece>> {
        let piece = (0..LEN, prop_oneof![4 => 1u32..64, 1 => 1u32..5000]);
        let piece = piece.prop_map(|(start, n)| (start, (start + n).min(LEN)));
        proptest::collection::vec(piece, 0..12)
    }

    fn set(pieces: &[Piece], spare: &mut Spare) -> Touched {
        let mut set = Touched::default();
        for piece in pieces {
            set.touch(LEN, (&[*piece], 0), spare);
        }
        set
    }

    fn plain(pieces: &[Piece]) -> Vec<bool> {
        let mut all = vec![false; LEN as usize];
        for (start, end) in pieces {
            all[*start as usize..*end as usize].fill(true);
        }
        all
    }

    fn told(set: &Touched) -> Vec<bool> {
        plain(&set.bytes().runs().collect::<Vec<_>>())
    }

    proptest! {
        #[test]
        fn what_was_touched_is_told_at_work_and_at_rest(a in pieces(), b in pieces(), c in pieces(), rests: [bool; 2]) {
            let mut spare = Spare::new();
            let (mut x, mut y) = (set(&a, &mut spare), set(&b, &mut spare));
            let (x_all, y_all) = (plain(&a), plain(&b));
            y.rest(&mut spare);
            let both = x_all.iter().zip(&y_all).any(|(x, y)| *x && *y);
            prop_assert_eq!(x.meets(&y), both);
            if !rests[1] {
                y = set(&b, &mut spare);
            }
            if rests[0] {
                x.rest(&mut spare);
            }
            prop_assert!(spare.iter().all(|bits| bits.numbers().next().is_none()));
            prop_assert!(spare.iter().all(|bits| bits.all.iter().all(|byte| *byte == 0)));
            for (set, all) in [(&x, &x_all), (&y, &y_all)] {
                prop_assert_eq!(set.count(), all.iter().filter(|there| **there).count() as u64);
                prop_assert_eq!(&told(set), all);
                prop_assert_eq!(set.is_empty(), !all.contains(&true));
            }
            let either: Vec<bool> = x_all.iter().zip(&y_all).map(|(x, y)| *x || *y).collect();
            let mut third = set(&[(17, 40)], &mut spare);
            third.rest(&mut spare);
            x.join(y);
            prop_assert!(x.rows.is_empty());
            prop_assert_eq!(&told(&x), &either);
            prop_assert_eq!(x.count(), either.iter().filter(|there| **there).count() as u64);
            prop_assert_eq!(x.meets(&third), either[17..40].contains(&true));
            let mut third = set(&[(0, 9000)], &mut spare);
            third.rest(&mut spare);
            prop_assert_eq!(x.meets(&third), either.contains(&true));
            let later = plain(&c);
            let new = c.iter().map(|piece| {
                let new = set(&[], &mut spare).first_after(&x, (&[*piece], 0));
                let places = piece.0 as usize..piece.1 as usize;
                (new, either[places].iter().filter(|there| **there).count() as u64)
            });
            for (new, known) in new.collect::<Vec<_>>() {
                prop_assert_eq!(new, known);
            }
            c.iter().for_each(|piece| x.touch(LEN, (&[*piece], 0), &mut spare));
            let all: Vec<bool> = either.iter().zip(&later).map(|(x, y)| *x || *y).collect();
            prop_assert_eq!(x.count(), all.iter().filter(|there| **there).count() as u64);
            x.rest(&mut spare);
            prop_assert_eq!(&told(&x), &all);
            prop_assert_eq!(x.count(), all.iter().filter(|there| **there).count() as u64);
        }
    }
}
