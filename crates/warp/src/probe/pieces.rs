//! The bytes that a request touches, as pieces in order.
//!
//! A group of lanes goes in; sorted pieces that neither meet nor overlap come out, of which a tidy access has one or two. What
//! sectors and banks are counted from, so that lanes that go on where their neighbour ends cost nothing each.

use crate::vm::lanes::{Lanes32, bits2, each};
use crate::vm::mask::LANES;
use crate::vm::mem::{Group, Halves, Shape};

/// First byte, and one past the last.
pub type Piece = (u32, u32);

/// The pieces of a group of which each half lies tidily, or whose lanes are the warp's first and neighbours; `None` if they do not.
#[inline(always)]
pub fn tidy(group: &Group, bytes: u32) -> Option<([Piece; 2], usize)> {
    let at = &group.at;
    let whole = |n: u32| ([(at[0], at[0] + n), (0, 0)], 1);
    match (group.shape, group.halves) {
        (Shape::Run, _) => Some(whole(LANES as u32 * bytes)),
        (Shape::Same, _) => Some(whole(bytes)),
        (Shape::Any, Halves::Runs) => Some(halves(at, LANES as u32 / 2 * bytes)),
        (Shape::Any, Halves::Same) => Some(halves(at, bytes)),
        (Shape::Any, Halves::Any) => group.first_run(bytes).map(|n| whole(n * bytes)),
    }
}

/// Two pieces of so many bytes, or the one that they make together.
#[inline(always)]
fn halves(at: &Lanes32, bytes: u32) -> ([Piece; 2], usize) {
    let (first, second) = (at[0].min(at[16]), at[0].max(at[16]));
    if second <= first + bytes {
        ([(first, second + bytes), (0, 0)], 1)
    } else {
        ([(first, first + bytes), (second, second + bytes)], 2)
    }
}

/// The bytes that a group touches, as pieces in order that neither meet nor overlap.
pub struct Pieces {
    list: [Piece; LANES],
    n: usize,
}

impl Pieces {
    /// Of lanes that lie in any way: those that repeat the one before, or go on where it ends, make one piece; pieces are sorted and joined.
    pub fn new(at: &Lanes32, bytes: u32) -> Self {
        let mut pieces = Pieces {
            list: [(at[0], at[0] + bytes); LANES],
            n: 1,
        };
        pieces.cut(at, bytes);
        pieces
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

    /// As they are.
    #[inline(always)]
    pub fn list(&self) -> &[Piece] {
        &self.list[..self.n]
    }
}

/// Whether they are few pieces whose four-byte words are all in banks of their own.
#[inline(always)]
pub fn one_pass(pieces: &[Piece]) -> bool {
    let mut taken = 0u32;
    for (start, end) in pieces.iter().take(4) {
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
    pieces.len() <= 4
}

/// Distinct bytes.
#[inline(always)]
pub fn bytes(pieces: &[Piece]) -> u32 {
    pieces.iter().map(|(start, end)| end - start).sum()
}

/// Distinct sectors of pieces that are moved by so many bytes.
#[inline(always)]
pub fn sectors(pieces: &[Piece], by: u32) -> u32 {
    let (mut count, mut last) = (0, u32::MAX);
    for (start, end) in pieces {
        let (start, end) = (start.wrapping_add(by), end.wrapping_add(by));
        let (a, b) = (start >> 5, (end - 1) >> 5);
        count += b - a + (a != last) as u32;
        last = b;
    }
    count
}
