//! The bytes that a request touches, as pieces in order.
//!
//! A group of lanes goes in; sorted pieces that neither meet nor overlap come out, of which a tidy access has one or two. What
//! sectors and banks are counted from, so that lanes that go on where their neighbour ends cost nothing each.

use crate::vm::lanes::{Lanes32, pack_bits};
use crate::vm::mask::LANES;
use crate::vm::mem::{Group, Shape};

/// The bytes that a group touches, as pieces in order that neither meet nor overlap.
pub struct Pieces {
    list: [(u32, u32); LANES],
    n: usize,
}

impl Pieces {
    /// Lanes that repeat the one before, or go on where it ends, make one piece; pieces are sorted and joined.
    #[inline]
    pub fn new(group: &Group, bytes: u32) -> Self {
        let at = &group.at;
        let mut pieces = Pieces {
            list: [(at[0], at[0] + bytes); LANES],
            n: 1,
        };
        match group.shape {
            Shape::Run => pieces.list[0].1 = at[0] + LANES as u32 * bytes,
            Shape::Same => {}
            Shape::Any => pieces.cut(at, bytes),
        }
        pieces
    }

    fn cut(&mut self, at: &Lanes32, bytes: u32) {
        let mut breaks = [1u8; LANES];
        for i in 1..LANES {
            let step = at[i].wrapping_sub(at[i - 1]);
            breaks[i] = (step != 0 && step != bytes) as u8;
        }
        let mut firsts = pack_bits(&breaks);
        let mut n = 0;
        while firsts != 0 {
            let first = firsts.trailing_zeros() as usize;
            firsts &= firsts - 1;
            let last = if firsts == 0 {
                LANES
            } else {
                firsts.trailing_zeros() as usize
            } - 1;
            self.list[n] = (at[first], at[last] + bytes);
            n += 1;
        }
        if !self.list[..n].is_sorted() {
            self.list[..n].sort_unstable();
        }
        self.n = 1;
        for i in 1..n {
            let (start, end) = self.list[i];
            let open = &mut self.list[self.n - 1];
            if start <= open.1 {
                open.1 = open.1.max(end);
            } else {
                self.list[self.n] = (start, end);
                self.n += 1;
            }
        }
    }

    /// First byte and one past the last of each piece.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        self.list[..self.n].iter().copied()
    }

    /// Whether they are one piece of at most 32 four-byte words.
    #[inline]
    pub fn one_pass(&self) -> bool {
        let (start, end) = self.list[0];
        self.n == 1 && end.div_ceil(4) - start / 4 <= 32
    }

    /// Distinct bytes.
    #[inline]
    pub fn bytes(&self) -> u32 {
        self.iter().map(|(start, end)| end - start).sum()
    }

    /// Distinct sectors.
    #[inline]
    pub fn sectors(&self) -> u32 {
        let (mut count, mut last) = (0, u32::MAX);
        for (start, end) in self.iter() {
            let (a, b) = (start >> 5, (end - 1) >> 5);
            count += b - a + (a != last) as u32;
            last = b;
        }
        count
    }
}
