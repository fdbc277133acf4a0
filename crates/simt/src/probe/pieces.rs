//! The bytes that a request touches, as pieces in order.
//!
//! A group of lanes goes in; sorted pieces that neither meet nor overlap come out, of which a tidy access has one or two. What
//! sectors and banks are counted from, so that lanes that go on where their neighbour ends cost nothing each.

use crate::vm::lanes::{Lanes32, bits2, each};
use crate::vm::mask::LANES;
use crate::vm::mem::{Group, Halves, Shape};

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
            Shape::Any => match group.halves {
                Halves::Runs => pieces.halves(at, LANES as u32 / 2 * bytes),
                Halves::Same => pieces.halves(at, bytes),
                Halves::Any => pieces.cut(at, bytes),
            },
        }
        pieces
    }

    /// Two pieces of so many bytes, or the one that they make together.
    fn halves(&mut self, at: &Lanes32, bytes: u32) {
        let (first, second) = (at[0].min(at[16]), at[0].max(at[16]));
        self.list[0] = (first, first + bytes);
        if second <= first + bytes {
            self.list[0].1 = second + bytes;
        } else {
            self.list[1] = (second, second + bytes);
            self.n = 2;
        }
    }

    fn cut(&mut self, at: &Lanes32, bytes: u32) {
        let before = each(|i| at[i.saturating_sub(1)]);
        let mut firsts = 1 | bits2(at, &before, |here, before| {
            here != before && here.wrapping_sub(before) != bytes
        });
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

    /// Whether they are few pieces whose four-byte words are all in banks of their own.
    #[inline]
    pub fn one_pass(&self) -> bool {
        let mut taken = 0u32;
        for (start, end) in self.list[..self.n.min(4)].iter() {
            let (first, words) = (start / 4, end.div_ceil(4) - start / 4);
            if words > 32 {
                return false;
            }
            let banks = (u32::MAX >> (32 - words)).rotate_left(first % 32);
            if taken & banks != 0 {
                return false;
            }
            taken |= banks;
        }
        self.n <= 4
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
