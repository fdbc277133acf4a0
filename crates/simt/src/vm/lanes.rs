//! Registers as lane vectors, and the loops over 32 lanes: each once, built anew for every operation given to it.
//!
//! Registers and a closure go in, a register comes out. The rule: all 32 lanes are computed, which the compiler turns into
//! vector instructions, and the result is blended in where the mask is not full; so a closure must not fail, whatever an
//! inactive lane holds. The operations are in [`alu`](super::alu).

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::mask::{LANES, LaneMask};
use crate::ir::{D, P, R};

/// A 32-bit register's lanes.
pub type Lanes32 = [u32; LANES];
/// A 64-bit register's lanes.
pub type Lanes64 = [u64; LANES];

/// The registers of a warp.
#[derive(Default)]
pub struct Registers {
    /// 32 bits a lane.
    pub r: Vec<Lanes32>,
    /// 64 bits a lane.
    pub d: Vec<Lanes64>,
    /// One bit a lane.
    pub p: Vec<u32>,
}

/// Puts `out` into the masked lanes of `dst`.
#[inline(always)]
pub fn blend<T: Copy>(dst: &mut [T; LANES], out: &[T; LANES], mask: LaneMask) {
    if mask.is_full() {
        *dst = *out;
    } else {
        for i in 0..LANES {
            dst[i] = if mask.0 & (1 << i) != 0 {
                out[i]
            } else {
                dst[i]
            };
        }
    }
}

/// Puts the masked bits of `bits` into a predicate.
#[inline(always)]
pub fn blend_bits(dst: &mut u32, bits: u32, mask: LaneMask) {
    *dst = (*dst & !mask.0) | (bits & mask.0);
}

impl Registers {
    /// `dst = f(a)`.
    #[inline(always)]
    pub fn map32(&mut self, dst: R, a: R, mask: LaneMask, f: impl Fn(u32) -> u32) {
        let x = &self.r[a.0 as usize];
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = f(x[i]);
        }
        blend(&mut self.r[dst.0 as usize], &out, mask);
    }

    /// `dst = f(a, b)`.
    #[inline(always)]
    pub fn zip32(&mut self, dst: R, a: R, b: R, mask: LaneMask, f: impl Fn(u32, u32) -> u32) {
        let (x, y) = (&self.r[a.0 as usize], &self.r[b.0 as usize]);
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = f(x[i], y[i]);
        }
        blend(&mut self.r[dst.0 as usize], &out, mask);
    }

    /// `dst = f(a)`.
    #[inline(always)]
    pub fn map64(&mut self, dst: D, a: D, mask: LaneMask, f: impl Fn(u64) -> u64) {
        let x = &self.d[a.0 as usize];
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = f(x[i]);
        }
        blend(&mut self.d[dst.0 as usize], &out, mask);
    }

    /// `dst = f(a, b)`.
    #[inline(always)]
    pub fn zip64(&mut self, dst: D, a: D, b: D, mask: LaneMask, f: impl Fn(u64, u64) -> u64) {
        let (x, y) = (&self.d[a.0 as usize], &self.d[b.0 as usize]);
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = f(x[i], y[i]);
        }
        blend(&mut self.d[dst.0 as usize], &out, mask);
    }

    /// `dst = f(a)`, widening.
    #[inline(always)]
    pub fn widen(&mut self, dst: D, a: R, mask: LaneMask, f: impl Fn(u32) -> u64) {
        let x = &self.r[a.0 as usize];
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = f(x[i]);
        }
        blend(&mut self.d[dst.0 as usize], &out, mask);
    }

    /// `dst = f(a)`, narrowing.
    #[inline(always)]
    pub fn narrow(&mut self, dst: R, a: D, mask: LaneMask, f: impl Fn(u64) -> u32) {
        let x = &self.d[a.0 as usize];
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = f(x[i]);
        }
        blend(&mut self.r[dst.0 as usize], &out, mask);
    }

    /// `dst` = the lanes whose pair satisfies `f`.
    #[inline(always)]
    pub fn test32(&mut self, dst: P, a: R, b: R, mask: LaneMask, f: impl Fn(u32, u32) -> bool) {
        let bits = bits2(&self.r[a.0 as usize], &self.r[b.0 as usize], f);
        blend_bits(&mut self.p[dst.0 as usize], bits, mask);
    }

    /// `dst` = the lanes whose pair satisfies `f`.
    #[inline(always)]
    pub fn test64(&mut self, dst: P, a: D, b: D, mask: LaneMask, f: impl Fn(u64, u64) -> bool) {
        let bits = bits2(&self.d[a.0 as usize], &self.d[b.0 as usize], f);
        blend_bits(&mut self.p[dst.0 as usize], bits, mask);
    }

    /// `dst = base + extended(index) * scale`. Scales are powers of two but for odd structures; a shift is much the
    /// cheaper, since there is no vector instruction for a 64-bit product.
    #[inline(always)]
    pub fn index(
        &mut self,
        dst: D,
        base: D,
        index: R,
        (scale, signed): (u32, bool),
        mask: LaneMask,
    ) {
        let shift = scale.trailing_zeros();
        match (scale.is_power_of_two(), signed) {
            (true, true) => self.offset(dst, base, index, mask, |x| {
                ((x as i32 as i64) << shift) as u64
            }),
            (true, false) => self.offset(dst, base, index, mask, |x| (x as u64) << shift),
            (false, true) => self.offset(dst, base, index, mask, |x| {
                (x as i32 as i64).wrapping_mul(scale as i64) as u64
            }),
            (false, false) => self.offset(dst, base, index, mask, |x| {
                (x as u64).wrapping_mul(scale as u64)
            }),
        }
    }

    #[inline(always)]
    fn offset(&mut self, dst: D, base: D, index: R, mask: LaneMask, f: impl Fn(u32) -> u64) {
        let (b, x) = (&self.d[base.0 as usize], &self.r[index.0 as usize]);
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = b[i].wrapping_add(f(x[i]));
        }
        blend(&mut self.d[dst.0 as usize], &out, mask);
    }

    /// `dst = cond ? a : b`.
    #[inline(always)]
    pub fn select32(&mut self, dst: R, cond: P, a: R, b: R, mask: LaneMask) {
        let mut out = self.r[b.0 as usize];
        blend(
            &mut out,
            &self.r[a.0 as usize],
            LaneMask(self.p[cond.0 as usize]),
        );
        blend(&mut self.r[dst.0 as usize], &out, mask);
    }

    /// `dst = cond ? a : b`.
    #[inline(always)]
    pub fn select64(&mut self, dst: D, cond: P, a: D, b: D, mask: LaneMask) {
        let mut out = self.d[b.0 as usize];
        blend(
            &mut out,
            &self.d[a.0 as usize],
            LaneMask(self.p[cond.0 as usize]),
        );
        blend(&mut self.d[dst.0 as usize], &out, mask);
    }
}

impl Registers {
    /// `dst = bits`.
    #[inline(always)]
    pub fn set_pred(&mut self, dst: P, bits: u32, mask: LaneMask) {
        blend_bits(&mut self.p[dst.0 as usize], bits, mask);
    }

    /// `dst = a ? 1 : 0`.
    #[inline(always)]
    pub fn pred_to_reg(&mut self, dst: R, a: P, mask: LaneMask) {
        let bits = self.p[a.0 as usize];
        let mut out = [0; LANES];
        for i in 0..LANES {
            out[i] = bits >> i & 1;
        }
        blend(&mut self.r[dst.0 as usize], &out, mask);
    }

    /// `dst = a != 0`.
    #[inline(always)]
    pub fn reg_to_pred(&mut self, dst: P, a: R, mask: LaneMask) {
        self.test32(dst, a, a, mask, |a, _| a != 0);
    }
}

/// The lanes whose pair satisfies `f`, as bits.
#[inline(always)]
pub fn bits2<T: Copy>(x: &[T; LANES], y: &[T; LANES], f: impl Fn(T, T) -> bool) -> u32 {
    let mut yes = [0u8; LANES];
    for i in 0..LANES {
        yes[i] = f(x[i], y[i]) as u8;
    }
    pack_bits(&yes)
}

/// 32 bytes of 0 or 1 to 32 bits, lane 0 lowest: eight at a time by one multiplication.
#[inline(always)]
pub fn pack_bits(yes: &[u8; LANES]) -> u32 {
    let mut bits = 0;
    for (k, chunk) in yes.as_chunks::<8>().0.iter().enumerate() {
        let byte = u64::from_le_bytes(*chunk).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= (byte as u32) << (8 * k);
    }
    bits
}
