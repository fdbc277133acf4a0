//! Bytes of an allocation that were ever touched, a bit each.
//!
//! Places go in while blocks run; how many bytes they are comes out, and whether others touched some of them too. The rule: one that has
//! come to rest keeps only rows that have any, so that to hold it against others takes what was touched, not what there is.

use super::bytes::Bytes;
use super::pieces::Piece;
use crate::launch::mark;
use std::ops::Range;

/// Bytes of bits in a row: 512 of memory.
const ROW: usize = 64;

/// Bits to be used before new ones are made: all zero.
pub type Spare = Vec<Vec<u8>>;

/// Bytes of an allocation, a bit each.
#[derive(Clone, Default)]
pub struct Touched {
    /// Whole rows; none where nothing was touched, or where it rests.
    bits: Vec<u8>,
    /// Those that are there are among these, counted in eights.
    among: Range<usize>,
    /// By number, the rows of one that rests.
    rows: Vec<(u32, [u8; ROW])>,
    /// How many bytes of bits there would be.
    len: usize,
    /// How many bytes it had when it came to rest.
    resting: u64,
}

impl Touched {
    /// Whether nothing was touched.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.bits.is_empty() && self.rows.is_empty()
    }

    /// Marks pieces of an allocation of so many bytes; their places are moved by so many.
    #[inline]
    pub fn touch(&mut self, len: u32, (pieces, by): (&[Piece], u32), spare: &mut Spare) {
        if self.bits.is_empty() {
            let first = pieces.first().map_or(0, |p| p.0.wrapping_add(by)) as usize;
            self.len = (len as usize).div_ceil(8).next_multiple_of(ROW);
            self.open(first / 8..first / 8, spare);
        }
        for (start, end) in pieces {
            let start = start.wrapping_add(by) as usize;
            let end = end.wrapping_add(by) as usize;
            self.among.start = self.among.start.min(start / 8);
            self.among.end = self.among.end.max(end.div_ceil(8));
            mark(&mut self.bits, start, end - start);
        }
    }

    #[cold]
    fn open(&mut self, among: Range<usize>, spare: &mut Spare) {
        self.among = among;
        self.bits = match spare.iter().position(|bits| bits.len() == self.len) {
            Some(i) => spare.swap_remove(i),
            None => vec![0; self.len],
        };
    }

    /// From here on it keeps its rows only; its bits are left to others.
    pub fn rest(&mut self, spare: &mut Spare) {
        let mut bits = std::mem::take(&mut self.bits);
        let (rows, _) = bits.as_chunks_mut::<ROW>();
        let some = self.among.start / ROW..self.among.end.div_ceil(ROW).min(rows.len());
        for (number, row) in some.clone().zip(rows.get_mut(some).unwrap_or(&mut [])) {
            let n = ones(row);
            if n > 0 {
                self.rows.push((number as u32, *row));
                self.resting += n;
                row.fill(0);
            }
        }
        if !bits.is_empty() {
            spare.push(bits);
        }
    }

    /// Adds the bytes of another.
    pub fn join(&mut self, mut other: Touched) {
        if !other.bits.is_empty() {
            if other.among.len() > self.among.len() {
                std::mem::swap(self, &mut other);
            }
            other.rest(&mut Spare::new());
        }
        if other.is_empty() {
            return;
        }
        if self.bits.is_empty() {
            let rows = std::mem::take(&mut self.rows);
            self.len = other.len;
            self.open(other.among.clone(), &mut Spare::new());
            self.add(&rows);
        }
        self.among.start = self.among.start.min(other.among.start);
        self.among.end = self.among.end.max(other.among.end);
        self.add(&other.rows);
    }

    fn add(&mut self, rows: &[(u32, [u8; ROW])]) {
        let (mine, _) = self.bits.as_chunks_mut::<ROW>();
        for (number, row) in rows {
            if let Some(mine) = mine.get_mut(*number as usize) {
                mine.iter_mut().zip(row).for_each(|(to, from)| *to |= from);
            }
        }
    }

    /// How many bytes of some pieces were touched in the other set, and not yet in this one.
    #[inline]
    pub fn first_after(&self, other: &Touched, (pieces, by): (&[Piece], u32)) -> u64 {
        if other.bits.is_empty() {
            return 0;
        }
        let eight = |bits: &[u8], k: u32| bits.get(k as usize).copied().unwrap_or(0);
        let mut sum = 0;
        for (start, end) in pieces {
            let (start, end) = (start.wrapping_add(by), end.wrapping_add(by));
            for k in start / 8..end.div_ceil(8) {
                let mut new = eight(&other.bits, k) & !eight(&self.bits, k);
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
        let (mine, _) = self.bits.as_chunks::<ROW>();
        resting.rows.iter().any(|(number, row)| {
            let both = |mine: &[u8; ROW]| mine.iter().zip(row).fold(0, |any, (a, b)| any | a & b);
            mine.get(*number as usize)
                .is_some_and(|mine| both(mine) != 0)
        })
    }

    /// The bytes themselves.
    pub fn bytes(&self) -> Bytes {
        if !self.bits.is_empty() {
            return Bytes::from_bits(&self.bits, self.among.clone());
        }
        let mut out = Bytes::default();
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
        if self.bits.is_empty() {
            return self.resting;
        }
        ones(self.bits.get(self.among.clone()).unwrap_or(&[]))
    }
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
