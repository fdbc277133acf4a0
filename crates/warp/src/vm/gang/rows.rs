//! Writing registers of a gang, row by row, and all that computes on them.
//!
//! Registers and an expression for a row go in, a register comes out. The rule: the loops are macros, so that they are part of the one function
//! that is built for a level of the processor, with what they compute; a function or closure of its own would be built
//! for the plainest.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::file::{File, WARPS, Wide};
use crate::vm::lanes::{Lanes32, Lanes64, Lanewise, blend_bits};
use crate::vm::mask::{LANES, LaneMask};
use cuda_ir::{D, P, R};

/// Writes a register row by row, with the one expression in the one loop: a closure called from two places would be built for the
/// plainest processor. From the last row to the first, since the first may be shared and others computed from it. A row goes where it
/// belongs in one store, so that it stays in vector registers until then.
macro_rules! each_row {
    ($g:ident, ($rows:ident, $part:ident, $own:ident, $kind:literal), $dst:expr, $shared:expr, $w:ident => $out:expr) => {{
        let to = $dst.0 as usize * WARPS;
        let free = $g.rows($g.loose[$kind][$dst.0 as usize]);
        let (from, end) = match free {
            Some(_) if $shared => (0, 1),
            Some(rows) => rows,
            None => {
                $g.$own($dst);
                ($g.active.from, $g.active.to)
            }
        };
        for $w in (from..end).rev() {
            let mask = match free {
                Some(_) => u32::MAX,
                None => $g.active.masks[$w],
            };
            if mask != 0 {
                let out = $out;
                let row = &mut $g.$rows[to + $w];
                let whole = mask == u32::MAX;
                *(if whole { &mut *row } else { &mut *$g.$part }) = out;
                if !whole {
                    put_part(row, &$g.$part, mask);
                }
            }
        }
        free.is_some()
    }};
}

/// What a register's row is made of.
pub trait Word: Copy {
    /// `yes` or `no`, without a branch.
    fn choose(which: bool, yes: Self, no: Self) -> Self;
}

macro_rules! word {
    ($($ty:ty)+) => {
        $(impl Word for $ty {
            #[inline(always)]
            fn choose(which: bool, yes: $ty, no: $ty) -> $ty {
                let all = <$ty>::from(which).wrapping_neg();
                yes & all | no & !all
            }
        })+
    };
}

word!(u32 u64);

/// Puts some lanes of a row into another. Bits are chosen, and not lanes, as a plain processor has no other way to do several at once.
#[inline(never)]
pub fn put_part<T: Word>(row: &mut [T; LANES], part: &[T; LANES], mask: u32) {
    const BITS: [u32; LANES] = {
        let mut bits = [0; LANES];
        let mut i = 0;
        while i < LANES {
            bits[i] = 1 << i;
            i += 1;
        }
        bits
    };
    for i in 0..LANES {
        row[i] = T::choose(mask & BITS[i] == BITS[i], part[i], row[i]);
    }
}

macro_rules! put32 {
    ($g:ident, $dst:expr, $shared:expr, $w:ident => $out:expr) => {
        if each_row!($g, (r, part32, own32, 0), $dst, $shared, $w => $out) {
            $g.r_step[$dst.0 as usize] = !$shared as u8;
        }
    };
}

macro_rules! put64 {
    ($g:ident, $dst:expr, $shared:expr, $w:ident => $out:expr) => {
        if each_row!($g, (d, part64, own64, 1), $dst, $shared, $w => $out) {
            $g.d_kind[$dst.0 as usize] = if $shared { Wide::Shared } else { Wide::Rows };
        }
    };
}

/// A row, lane by lane.
macro_rules! each_lane {
    ($i:ident => $out:expr) => {{
        let mut out = [0; LANES];
        for $i in 0..LANES {
            out[$i] = $out;
        }
        out
    }};
}

/// A warp's rows of several registers.
macro_rules! rows {
    ($g:ident, $row:ident, $from:expr, $w:expr) => {{
        let mut rows = [$g.$row($from[0], $w); _];
        for k in 1..$from.len() {
            rows[k] = $g.$row($from[k], $w);
        }
        rows
    }};
}

/// Writes a predicate, warp by warp. The words of all warps are pushed into one vector: put into memory one by one, they could be read there as
/// one only when all stores before are made.
macro_rules! put_bits {
    ($g:ident, $dst:expr, $shared:expr, $w:ident => $out:expr) => {{
        let end = if $shared { 1 } else { $g.active.to };
        let mut bits = [0; WARPS];
        for $w in (0..end).rev() {
            let own = $out;
            for w in (1..WARPS).rev() {
                bits[w] = bits[w - 1];
            }
            bits[0] = own;
        }
        if $shared {
            bits = [bits[0]; WARPS];
        }
        let masks = $g.active.masks;
        let to = &mut $g.p[$dst.0 as usize];
        for w in 0..WARPS {
            blend_bits(&mut to[w], bits[w], LaneMask(masks[w]));
        }
    }};
}

/// Writes a register from elsewhere, from the first row to the last: memory is best read in its order. The expression fills a
/// row, of which inactive lanes do not matter.
macro_rules! fill_rows {
    ($g:ident, ($rows:ident, $part:ident, $own:ident, $kind:literal), $dst:expr, $shared:expr, $w:ident, $row:ident => $fill:expr) => {{
        let to = $dst.0 as usize * WARPS;
        let free = $g.rows($g.loose[$kind][$dst.0 as usize]);
        let (from, end) = match free {
            Some(_) if $shared => (0, 1),
            Some(rows) => rows,
            None => {
                $g.$own($dst);
                ($g.active.from, $g.active.to)
            }
        };
        for $w in from..end {
            let mask = match free {
                Some(_) => u32::MAX,
                None => $g.active.masks[$w],
            };
            if mask != 0 {
                let place = &mut $g.$rows[to + $w];
                let whole = mask == u32::MAX;
                let $row = if whole { &mut *place } else { &mut *$g.$part };
                $fill;
                if !whole {
                    put_part(place, &$g.$part, mask);
                }
            }
        }
        free.is_some()
    }};
}

macro_rules! fill32 {
    ($g:ident, $dst:expr, $shared:expr, $w:ident, $row:ident => $fill:expr) => {{
        if fill_rows!($g, (r, part32, own32, 0), $dst, $shared, $w, $row => $fill) {
            $g.r_step[$dst.0 as usize] = !$shared as u8;
        }
    }};
}

macro_rules! fill64 {
    ($g:ident, $dst:expr, $shared:expr, $w:ident, $row:ident => $fill:expr) => {{
        if fill_rows!($g, (d, part64, own64, 1), $dst, $shared, $w, $row => $fill) {
            $g.d_kind[$dst.0 as usize] = if $shared { Wide::Shared } else { Wide::Rows };
        }
    }};
}

pub(super) use {each_row, fill_rows, fill32, fill64, put_bits, put32, put64};

/// A gang's registers on one level of the processor, 0 the plainest: so that each loop over lanes is built for each level by itself,
/// where the one function that it is part of is.
pub struct At<'a, const LEVEL: u8>(pub &'a mut File);

impl<const LEVEL: u8> Lanewise for At<'_, LEVEL> {
    type Mask = ();

    #[inline(always)]
    fn map32(&mut self, dst: R, a: R, (): (), f: impl Fn(u32) -> u32) {
        let g = &mut *self.0;
        let shared = g.shares32(a);
        let a = g.place32(a);
        put32!(g, dst, shared, w => {
            let x = g.at32(a, w);
            each_lane!(i => f(x[i]))
        });
    }

    #[inline(always)]
    fn zip32(&mut self, dst: R, a: R, b: R, (): (), f: impl Fn(u32, u32) -> u32) {
        let g = &mut *self.0;
        let shared = g.shared32([a, b]);
        let (a, b) = (g.place32(a), g.place32(b));
        put32!(g, dst, shared, w => {
            let (x, y) = (g.at32(a, w), g.at32(b, w));
            each_lane!(i => f(x[i], y[i]))
        });
    }

    #[inline(always)]
    fn map64(&mut self, dst: D, a: D, (): (), f: impl Fn(u64) -> u64) {
        let g = &mut *self.0;
        let shared = g.shared64([a]);
        put64!(g, dst, shared, w => {
            let x = g.row64(a, w);
            each_lane!(i => f(x[i]))
        });
    }

    #[inline(always)]
    fn zip64(&mut self, dst: D, a: D, b: D, (): (), f: impl Fn(u64, u64) -> u64) {
        let g = &mut *self.0;
        let shared = g.shared64([a, b]);
        put64!(g, dst, shared, w => {
            let (x, y) = (g.row64(a, w), g.row64(b, w));
            each_lane!(i => f(x[i], y[i]))
        });
    }

    #[inline(always)]
    fn rows32<const N: usize>(
        &mut self,
        dst: R,
        from: [R; N],
        (): (),
        f: impl Fn([&Lanes32; N]) -> Lanes32,
    ) {
        let g = &mut *self.0;
        let shared = g.shared32(from);
        let from = g.places32(from);
        put32!(g, dst, shared, w => f(rows!(g, at32, from, w)));
    }

    #[inline(always)]
    fn rows64<const N: usize>(
        &mut self,
        dst: D,
        from: [D; N],
        (): (),
        f: impl Fn([&Lanes64; N]) -> Lanes64,
    ) {
        let g = &mut *self.0;
        let shared = g.shared64(from);
        put64!(g, dst, shared, w => f(rows!(g, row64, from, w)));
    }

    #[inline(always)]
    fn rows_up<const N: usize, const M: usize>(
        &mut self,
        dst: D,
        (from, beside): ([R; N], [D; M]),
        (): (),
        f: impl Fn([&Lanes32; N], [&Lanes64; M]) -> Lanes64,
    ) {
        let g = &mut *self.0;
        let shared = g.shared64(beside) && g.shared32(from);
        put64!(g, dst, shared, w => {
            let none = [[0; LANES]];
            let mut few = [&none[0]; M];
            for k in 0..M {
                few[k] = g.row64(beside[k], w);
            }
            f(rows!(g, row32, from, w), few)
        });
    }

    #[inline(always)]
    fn rows_down(&mut self, dst: R, a: D, (): (), f: impl Fn(&Lanes64) -> Lanes32) {
        let g = &mut *self.0;
        let shared = g.shared64([a]);
        put32!(g, dst, shared, w => f(g.row64(a, w)));
    }

    #[inline(always)]
    fn bits32(&mut self, dst: P, from: [R; 2], (): (), f: impl Fn(&Lanes32, &Lanes32) -> u32) {
        let g = &mut *self.0;
        let shared = g.shared32(from);
        let [a, b] = g.places32(from);
        put_bits!(g, dst, shared, w => f(g.at32(a, w), g.at32(b, w)));
    }

    #[inline(always)]
    fn bits64(&mut self, dst: P, from: [D; 2], (): (), f: impl Fn(&Lanes64, &Lanes64) -> u32) {
        let g = &mut *self.0;
        let shared = g.shared64(from);
        let [a, b] = from;
        put_bits!(g, dst, shared, w => f(g.row64(a, w), g.row64(b, w)));
    }

    #[inline(always)]
    fn preds(&mut self, dst: P, [a, b]: [P; 2], (): (), f: impl Fn(u32, u32) -> u32) {
        let g = &mut *self.0;
        put_bits!(g, dst, false, w => f(g.pred(a)[w], g.pred(b)[w]));
    }

    #[inline(always)]
    fn by_pred32(
        &mut self,
        dst: R,
        cond: P,
        from: [R; 2],
        (): (),
        f: impl Fn(u32, [&Lanes32; 2]) -> Lanes32,
    ) {
        let g = &mut *self.0;
        let shared = g.shared32(from);
        let alike = g.alike(cond);
        let shared = alike.is_some() && shared;
        let from = g.places32(from);
        put32!(g, dst, shared, w => {
            let bits = alike.unwrap_or(g.pred(cond)[w]);
            f(bits, rows!(g, at32, from, w))
        });
    }

    #[inline(always)]
    fn by_pred64(
        &mut self,
        dst: D,
        cond: P,
        from: [D; 2],
        (): (),
        f: impl Fn(u32, [&Lanes64; 2]) -> Lanes64,
    ) {
        let g = &mut *self.0;
        let shared = g.shared64(from);
        let alike = g.alike(cond);
        let shared = alike.is_some() && shared;
        put64!(g, dst, shared, w => {
            let bits = alike.unwrap_or(g.pred(cond)[w]);
            f(bits, rows!(g, row64, from, w))
        });
    }

    #[inline(always)]
    fn some32(&mut self, dst: R, from: [R; 3], (): (), f: impl Fn(u32, u32, u32) -> u32) {
        let g = &mut *self.0;
        let shared = g.shared32(from);
        put32!(g, dst, shared, w => {
            let [x, y, z] = rows!(g, row32, from, w);
            let mut out = [0; LANES];
            let mask = if shared {
                g.active.any
            } else {
                g.active.masks[w]
            };
            for i in LaneMask(mask).lanes() {
                out[i] = f(x[i], y[i], z[i]);
            }
            out
        });
    }

    #[inline(always)]
    fn some64(&mut self, dst: D, from: [D; 3], (): (), f: impl Fn(u64, u64, u64) -> u64) {
        let g = &mut *self.0;
        let shared = g.shared64(from);
        put64!(g, dst, shared, w => {
            let [x, y, z] = rows!(g, row64, from, w);
            let mut out = [0; LANES];
            let mask = if shared {
                g.active.any
            } else {
                g.active.masks[w]
            };
            for i in LaneMask(mask).lanes() {
                out[i] = f(x[i], y[i], z[i]);
            }
            out
        });
    }
}
