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
use cuda_ir::{Code, D, P, R};

/// A 32-bit register's lanes.
pub type Lanes32 = [u32; LANES];
/// A 64-bit register's lanes.
pub type Lanes64 = [u64; LANES];

/// An address made of a base and an extended, scaled index, as an array's element has it.
#[derive(Clone, Copy)]
pub struct ScaledIndex {
    /// What the address is counted from.
    pub base: D,
    /// The index.
    pub index: R,
    /// Bytes an element.
    pub scale: u32,
    /// Whether the index has a sign.
    pub signed: bool,
}

/// The registers of a warp.
#[derive(Clone, Default)]
pub struct Registers {
    /// 32 bits a lane.
    pub r: Vec<Lanes32>,
    /// 64 bits a lane.
    pub d: Vec<Lanes64>,
    /// One bit a lane.
    pub p: Vec<u32>,
    /// Which hold values that nobody set; see [`follow`](crate::probe::uninit::follow). None while there are none.
    pub undefined: Option<Box<crate::probe::uninit::follow::Undefined>>,
}

impl Registers {
    /// As many as the code says, all 0.
    pub fn for_code(code: &Code) -> Self {
        let [r, d, p] = code.registers.map(usize::from);
        Registers {
            r: vec![[0; LANES]; r],
            d: vec![[0; LANES]; d],
            p: vec![0; p],
            undefined: None,
        }
    }

    /// The registers of the code, whatever they were before, with their values on entry: constants, and 0.
    pub fn load(&mut self, code: &Code) {
        let [r, d, p] = code.registers.map(usize::from);
        self.r.clear();
        self.r.resize(r, [0; LANES]);
        self.d.clear();
        self.d.resize(d, [0; LANES]);
        self.p.clear();
        self.p.resize(p, 0);
        self.undefined = None;
        code.consts32
            .iter()
            .for_each(|(r, v)| self.r[r.0 as usize] = [*v; LANES]);
        code.consts64
            .iter()
            .for_each(|(d, v)| self.d[d.0 as usize] = [*v; LANES]);
    }
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

/// A set of registers on which operations work lane by lane: one warp's, or a whole gang's.
pub trait Lanewise {
    /// Says which lanes are written.
    type Mask: Copy;
    /// `dst = f(a)`, a row of 32 lanes at a time; `f` may be given rows of inactive lanes.
    fn rows32<const N: usize>(
        &mut self,
        dst: R,
        from: [R; N],
        m: Self::Mask,
        f: impl Fn([&Lanes32; N]) -> Lanes32,
    );
    /// The same on 64 bits.
    fn rows64<const N: usize>(
        &mut self,
        dst: D,
        from: [D; N],
        m: Self::Mask,
        f: impl Fn([&Lanes64; N]) -> Lanes64,
    );
    /// The same from 32 bits to 64, beside registers of 64.
    fn rows_up<const N: usize, const M: usize>(
        &mut self,
        dst: D,
        from: ([R; N], [D; M]),
        m: Self::Mask,
        f: impl Fn([&Lanes32; N], [&Lanes64; M]) -> Lanes64,
    );
    /// The same from 64 bits to 32.
    fn rows_down(&mut self, dst: R, a: D, m: Self::Mask, f: impl Fn(&Lanes64) -> Lanes32);
    /// The lanes of pairs that satisfy something.
    fn bits32(
        &mut self,
        dst: P,
        from: [R; 2],
        m: Self::Mask,
        f: impl Fn(&Lanes32, &Lanes32) -> u32,
    );
    /// The same on 64 bits.
    fn bits64(
        &mut self,
        dst: P,
        from: [D; 2],
        m: Self::Mask,
        f: impl Fn(&Lanes64, &Lanes64) -> u32,
    );
    /// Predicates from predicates.
    fn preds(&mut self, dst: P, from: [P; 2], m: Self::Mask, f: impl Fn(u32, u32) -> u32);
    /// Rows from a predicate and rows.
    fn by_pred32(
        &mut self,
        dst: R,
        cond: P,
        from: [R; 2],
        m: Self::Mask,
        f: impl Fn(u32, [&Lanes32; 2]) -> Lanes32,
    );
    /// The same on 64 bits.
    fn by_pred64(
        &mut self,
        dst: D,
        cond: P,
        from: [D; 2],
        m: Self::Mask,
        f: impl Fn(u32, [&Lanes64; 2]) -> Lanes64,
    );
    /// `dst = f(a, b, c)` in the active lanes alone, for functions that are long.
    fn some32(&mut self, dst: R, from: [R; 3], m: Self::Mask, f: impl Fn(u32, u32, u32) -> u32);
    /// The same on 64 bits.
    fn some64(&mut self, dst: D, from: [D; 3], m: Self::Mask, f: impl Fn(u64, u64, u64) -> u64);

    /// `dst = f(a)`.
    #[inline(always)]
    fn map32(&mut self, dst: R, a: R, mask: Self::Mask, f: impl Fn(u32) -> u32) {
        self.rows32(dst, [a], mask, |[x]| each(|i| f(x[i])));
    }

    /// `dst = f(a, b)`.
    #[inline(always)]
    fn zip32(&mut self, dst: R, a: R, b: R, mask: Self::Mask, f: impl Fn(u32, u32) -> u32) {
        self.rows32(dst, [a, b], mask, |[x, y]| each(|i| f(x[i], y[i])));
    }

    /// `dst = f(a)`.
    #[inline(always)]
    fn map64(&mut self, dst: D, a: D, mask: Self::Mask, f: impl Fn(u64) -> u64) {
        self.rows64(dst, [a], mask, |[x]| each(|i| f(x[i])));
    }

    /// `dst = f(a, b)`.
    #[inline(always)]
    fn zip64(&mut self, dst: D, a: D, b: D, mask: Self::Mask, f: impl Fn(u64, u64) -> u64) {
        self.rows64(dst, [a, b], mask, |[x, y]| each(|i| f(x[i], y[i])));
    }

    /// `dst = f(a)`, widening.
    #[inline(always)]
    fn widen(&mut self, dst: D, a: R, mask: Self::Mask, f: impl Fn(u32) -> u64) {
        self.rows_up(dst, ([a], []), mask, |[x], []| each(|i| f(x[i])));
    }

    /// `dst = f(a)`, narrowing.
    #[inline(always)]
    fn narrow(&mut self, dst: R, a: D, mask: Self::Mask, f: impl Fn(u64) -> u32) {
        self.rows_down(dst, a, mask, |x| each(|i| f(x[i])));
    }

    /// `dst` = the lanes whose pair satisfies `f`.
    #[inline(always)]
    fn test32(&mut self, dst: P, a: R, b: R, mask: Self::Mask, f: impl Fn(u32, u32) -> bool) {
        self.bits32(dst, [a, b], mask, |x, y| bits2(x, y, &f));
    }

    /// `dst` = the lanes whose pair satisfies `f`.
    #[inline(always)]
    fn test64(&mut self, dst: P, a: D, b: D, mask: Self::Mask, f: impl Fn(u64, u64) -> bool) {
        self.bits64(dst, [a, b], mask, |x, y| bits2(x, y, &f));
    }

    /// `dst = base + extended(index) * scale`. Scales are powers of two but for odd structures; a shift is much the
    /// cheaper, since there is no vector instruction for a 64-bit product.
    #[inline(always)]
    fn index(&mut self, dst: D, of: ScaledIndex, mask: Self::Mask) {
        let ScaledIndex {
            base,
            index,
            scale,
            signed,
        } = of;
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

    /// `dst = base + f(index)`.
    #[inline(always)]
    fn offset(&mut self, dst: D, base: D, index: R, mask: Self::Mask, f: impl Fn(u32) -> u64) {
        self.rows_up(dst, ([index], [base]), mask, |[x], [b]| {
            each(|i| b[i].wrapping_add(f(x[i])))
        });
    }

    /// `dst = cond ? a : b`.
    #[inline(always)]
    fn select32(&mut self, dst: R, cond: P, a: R, b: R, mask: Self::Mask) {
        self.by_pred32(dst, cond, [a, b], mask, |bits, [x, y]| {
            each(|i| if bits >> i & 1 != 0 { x[i] } else { y[i] })
        });
    }

    /// `dst = cond ? a : b`.
    #[inline(always)]
    fn select64(&mut self, dst: D, cond: P, a: D, b: D, mask: Self::Mask) {
        self.by_pred64(dst, cond, [a, b], mask, |bits, [x, y]| {
            each(|i| if bits >> i & 1 != 0 { x[i] } else { y[i] })
        });
    }

    /// `dst = bits`.
    #[inline(always)]
    fn set_pred(&mut self, dst: P, bits: u32, mask: Self::Mask) {
        self.preds(dst, [dst, dst], mask, |_, _| bits);
    }

    /// `dst = a ? 1 : 0`.
    #[inline(always)]
    fn pred_to_reg(&mut self, dst: R, a: P, mask: Self::Mask) {
        self.by_pred32(dst, a, [dst, dst], mask, |bits, _| each(|i| bits >> i & 1));
    }

    /// `dst = a != 0`.
    #[inline(always)]
    fn reg_to_pred(&mut self, dst: P, a: R, mask: Self::Mask) {
        self.test32(dst, a, a, mask, |a, _| a != 0);
    }
}

/// 32 lanes, each by its number.
#[inline(always)]
pub fn each<T: Copy + Default>(f: impl Fn(usize) -> T) -> [T; LANES] {
    let mut out = [T::default(); LANES];
    for i in 0..LANES {
        out[i] = f(i);
    }
    out
}

/// Several registers' lanes. A loop, for `map` of an array would be built anew for every operation.
#[inline(always)]
fn several32<const N: usize>(r: &[Lanes32], from: [R; N]) -> [&Lanes32; N] {
    let mut lanes = [const { &[0; LANES] }; N];
    for k in 0..N {
        lanes[k] = &r[from[k].0 as usize];
    }
    lanes
}

/// The same of 64 bits.
#[inline(always)]
fn several64<const N: usize>(d: &[Lanes64], from: [D; N]) -> [&Lanes64; N] {
    let mut lanes = [const { &[0; LANES] }; N];
    for k in 0..N {
        lanes[k] = &d[from[k].0 as usize];
    }
    lanes
}

impl Lanewise for Registers {
    type Mask = LaneMask;

    #[inline(always)]
    fn rows32<const N: usize>(
        &mut self,
        dst: R,
        from: [R; N],
        m: LaneMask,
        f: impl Fn([&Lanes32; N]) -> Lanes32,
    ) {
        let out = f(several32(&self.r, from));
        blend(&mut self.r[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn rows64<const N: usize>(
        &mut self,
        dst: D,
        from: [D; N],
        m: LaneMask,
        f: impl Fn([&Lanes64; N]) -> Lanes64,
    ) {
        let out = f(several64(&self.d, from));
        blend(&mut self.d[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn rows_up<const N: usize, const M: usize>(
        &mut self,
        dst: D,
        from: ([R; N], [D; M]),
        m: LaneMask,
        f: impl Fn([&Lanes32; N], [&Lanes64; M]) -> Lanes64,
    ) {
        let out = f(several32(&self.r, from.0), several64(&self.d, from.1));
        blend(&mut self.d[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn rows_down(&mut self, dst: R, a: D, m: LaneMask, f: impl Fn(&Lanes64) -> Lanes32) {
        let out = f(&self.d[a.0 as usize]);
        blend(&mut self.r[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn bits32(
        &mut self,
        dst: P,
        [a, b]: [R; 2],
        m: LaneMask,
        f: impl Fn(&Lanes32, &Lanes32) -> u32,
    ) {
        let bits = f(&self.r[a.0 as usize], &self.r[b.0 as usize]);
        blend_bits(&mut self.p[dst.0 as usize], bits, m);
    }

    #[inline(always)]
    fn bits64(
        &mut self,
        dst: P,
        [a, b]: [D; 2],
        m: LaneMask,
        f: impl Fn(&Lanes64, &Lanes64) -> u32,
    ) {
        let bits = f(&self.d[a.0 as usize], &self.d[b.0 as usize]);
        blend_bits(&mut self.p[dst.0 as usize], bits, m);
    }

    #[inline(always)]
    fn preds(&mut self, dst: P, [a, b]: [P; 2], m: LaneMask, f: impl Fn(u32, u32) -> u32) {
        let bits = f(self.p[a.0 as usize], self.p[b.0 as usize]);
        blend_bits(&mut self.p[dst.0 as usize], bits, m);
    }

    #[inline(always)]
    fn by_pred32(
        &mut self,
        dst: R,
        cond: P,
        from: [R; 2],
        m: LaneMask,
        f: impl Fn(u32, [&Lanes32; 2]) -> Lanes32,
    ) {
        let out = f(self.p[cond.0 as usize], several32(&self.r, from));
        blend(&mut self.r[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn by_pred64(
        &mut self,
        dst: D,
        cond: P,
        from: [D; 2],
        m: LaneMask,
        f: impl Fn(u32, [&Lanes64; 2]) -> Lanes64,
    ) {
        let out = f(self.p[cond.0 as usize], several64(&self.d, from));
        blend(&mut self.d[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn some32(&mut self, dst: R, from: [R; 3], m: LaneMask, f: impl Fn(u32, u32, u32) -> u32) {
        let [x, y, z] = several32(&self.r, from);
        let mut out = [0; LANES];
        for i in m.lanes() {
            out[i] = f(x[i], y[i], z[i]);
        }
        blend(&mut self.r[dst.0 as usize], &out, m);
    }

    #[inline(always)]
    fn some64(&mut self, dst: D, from: [D; 3], m: LaneMask, f: impl Fn(u64, u64, u64) -> u64) {
        let [x, y, z] = several64(&self.d, from);
        let mut out = [0; LANES];
        for i in m.lanes() {
            out[i] = f(x[i], y[i], z[i]);
        }
        blend(&mut self.d[dst.0 as usize], &out, m);
    }
}

/// The lanes whose pair satisfies `f`, as bits. A lane gives one of two constants that differ in its bit, neither of them 0: sums of
/// these a compiler turns into one comparison, one choice and few exclusive ors, where it takes plain bits apart lane by lane.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
pub fn bits2<T: Copy>(x: &[T; LANES], y: &[T; LANES], f: impl Fn(T, T) -> bool) -> u32 {
    let mut chosen = [0u32; LANES];
    for i in 0..LANES {
        let no = odd(i);
        chosen[i] = if f(x[i], y[i]) { no ^ (1 << i) } else { no };
    }
    let mut bits = const {
        let (mut all, mut i) = (0, 0);
        while i < LANES {
            all ^= odd(i);
            i += 1;
        }
        all
    };
    for i in 0..LANES {
        bits ^= chosen[i];
    }
    bits
}

/// The lanes whose pair satisfies `f`, as bits, where an instruction gathers the signs of a vector's lanes.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline(always)]
pub fn bits2<T: Copy>(x: &[T; LANES], y: &[T; LANES], f: impl Fn(T, T) -> bool) -> u32 {
    use std::arch::wasm32::{u32x4, u32x4_bitmask};
    let mut chosen = [0u32; LANES];
    for i in 0..LANES {
        chosen[i] = if f(x[i], y[i]) { u32::MAX } else { 0 };
    }
    let mut bits = 0;
    for (k, four) in chosen.as_chunks::<4>().0.iter().enumerate() {
        let [a, b, c, d] = *four;
        bits |= u32::from(u32x4_bitmask(u32x4(a, b, c, d))) << (4 * k);
    }
    bits
}

/// A number for each lane, with bits all over it.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
const fn odd(lane: usize) -> u32 {
    0x9e37_79b9u32.wrapping_mul(2 * lane as u32 + 1)
}
