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
pub type Spare = Vec<Bits>;

/// A bit for each byte of an allocation, in whole rows.
#[derive(Clone, Default)]
pub struct Bits {
    all: Vec<u8>,
    /// A bit for each row: whether it has any.
    some: Vec<u64>,
}

/// Bytes of an allocation, a bit each.
#[derive(Clone, Default)]
pub struct Touched {
    /// None where nothing was touched, or where it rests.
    bits: Bits,
    /// How many bytes of bits there would be.
    len: usize,
    /// Of one that rests, the rows with all bits set, in order.
    whole: Vec<Range<u32>>,
    /// Its other rows that have any, by number.
    rows: Vec<(u32, [u8; ROW])>,
    /// How many bytes it had when it came to rest.
    resting: u64,
}

impl Bits {
    fn new(len: usize) -> Self {
        Bits {
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
        self.bits.all.is_empty() && self.rests_empty()
    }

    fn rests_empty(&self) -> bool {
        self.rows.is_empty() && self.whole.is_empty()
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
            None => Bits::new(self.len),
        };
    }

    /// From here on it keeps its rows only; its bits are left to others.
    pub fn rest(&mut self, spare: &mut Spare) {
        let mut bits = std::mem::take(&mut self.bits);
        for (number, row) in bits.rows() {
            let n = ones(row);
            self.resting += n;
            match self.whole.last_mut() {
                _ if n < SPAN as u64 => self.rows.push((number as u32, *row)),
                Some(last) if last.end == number as u32 => last.end += 1,
                _ => self.whole.push(number as u32..number as u32 + 1),
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
        if self.is_empty() && other.is_empty() {
            return;
        }
        if self.bits.all.is_empty() {
            self.len = self.len.max(other.len);
            self.open(&mut Spare::new());
            let whole = std::mem::take(&mut self.whole);
            let rows = std::mem::take(&mut self.rows);
            self.add(&whole, &rows);
        }
        for (number, row) in other.bits.rows() {
            self.bits.add(number, row);
        }
        self.add(&other.whole, &other.rows);
    }

    /// Adds rows of one that rests.
    fn add(&mut self, whole: &[Range<u32>], rows: &[(u32, [u8; ROW])]) {
        for range in whole {
            let range = range.start as usize..range.end as usize;
            let mine = self.bits.all.get_mut(range.start * ROW..range.end * ROW);
            mine.unwrap_or(&mut []).fill(0xff);
            self.bits.note(range);
        }
        for (number, row) in rows {
            self.bits.add(*number as usize, row);
        }
    }

    /// How many bytes of some pieces were touched in the other set, and not yet in this one.
    #[inline]
    pub fn first_after(&self, other: &Touched, (pieces, by): (&[Piece], u32)) -> u64 {
        if other.bits.all.is_empty() {
            return 0;
        }
        let eight = |bits: &[u8], k: u32| bits.get(k as usize).copied().unwrap_or(0);
        let mut sum = 0;
        for (start, end) in pieces {
            let (start, end) = (start.wrapping_add(by), end.wrapping_add(by));
            for k in start / 8..end.div_ceil(8) {
                let mut new = eight(&other.bits.all, k) & !eight(&self.bits.all, k);
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
        let mut whole = resting.whole.iter();
        let mut rows = resting.rows.iter();
        whole.any(|rows| self.bits.has_some(rows.start as usize..rows.end as usize))
            || rows.any(|(number, row)| {
                let number = *number as usize;
                let both =
                    |mine: &[u8; ROW]| mine.iter().zip(row).fold(0, |any, (a, b)| any | a & b);
                self.bits.has_some(number..number + 1)
                    && mine.get(number).is_some_and(|mine| both(mine) != 0)
            })
    }

    /// The bytes themselves.
    pub fn bytes(&self) -> Bytes {
        if !self.bits.all.is_empty() {
            let first = self.bits.numbers().next().unwrap_or(0);
            let last = self.bits.numbers().last().map_or(first, |row| row + 1);
            return Bytes::from_bits(&self.bits.all, first * ROW..last * ROW);
        }
        let mut out = Bytes::default();
        for range in &self.whole {
            out.add((range.start * SPAN as u32, range.end * SPAN as u32));
        }
        for (number, row) in &self.rows {
            let from = *number as usize * ROW;
            for (start, end) in Bytes::from_bits(row, 0..ROW).runs() {
                out.add((from as u32 * 8 + start, from as u32 * 8 + end));
            }
        }
        out
    }

    /// How many bytes were touched.
    pub fn count(&self) -> u64 {
        match self.bits.all.is_empty() {
            true => self.resting,
            false => self.bits.rows().map(|(_, row)| ones(row)).sum(),
        }
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
        fn what_was_touched_is_told_at_work_and_at_rest(a in pieces(), b in pieces(), rests: [bool; 2]) {
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
            prop_assert_eq!(&told(&x), &either);
            prop_assert_eq!(x.count(), either.iter().filter(|there| **there).count() as u64);
            prop_assert_eq!(x.meets(&third), either[17..40].contains(&true));
        }
    }
}
