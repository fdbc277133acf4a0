//! Arithmetic on registers, 32 lanes at a time.
//!
//! Registers go in, a register comes out. The rule: the operation is looked at once an instruction, and what it does to a
//! value is said in [`scalar`](super::scalar); it is computed for inactive lanes too, so none may fail. Integer division
//! by zero gives what the device gives and the lanes that did it.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::lanes::{Registers, bits2, blend};
use super::mask::{LANES, LaneMask};
use super::scalar::{self, spread};
pub use super::scalar::{NAN32, canon32, canon64};
use super::{intrinsic, math, small_float};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::op::{Bin32, Bin64, Class, Cmp32, Count64, MathFn, PredOp, Rounding, Un32, Un64};
use crate::ir::{D, P, R};

/// `dst = hi << 32 | lo`.
#[inline(always)]
pub fn pack(g: &mut Registers, dst: D, lo: R, hi: R, mask: LaneMask) {
    let (x, y) = (&g.r[lo.0 as usize], &g.r[hi.0 as usize]);
    let mut out = [0; LANES];
    for i in 0..LANES {
        out[i] = (y[i] as u64) << 32 | x[i] as u64;
    }
    blend(&mut g.d[dst.0 as usize], &out, mask);
}

/// `dst = a op b`; returns the active lanes that divided an integer by zero.
#[inline]
pub fn bin32(g: &mut Registers, op: Bin32, dst: R, (a, b): (R, R), m: LaneMask) -> LaneMask {
    let mut zero = LaneMask::NONE;
    if scalar::divides32(op) {
        let by = &g.r[b.0 as usize];
        zero = LaneMask(bits2(by, by, |b, _| b == 0)).and(m);
    }
    spread!(op, Bin32: Add Sub Mul MulHiS MulHiU DivS DivU RemS RemU And Or Xor Shl ShrS ShrU MinS MinU MaxS MaxU FAdd
        FSub FMul FDiv FMin FMax FRem FPow FAtan2 FHypot FCopySign FDim FastDiv FastPow;
        OP => g.zip32(dst, a, b, m, |a, b| scalar::bin32(OP, a, b)));
    zero
}

/// `dst = a op b`; returns the active lanes that divided an integer by zero.
#[inline]
pub fn bin64(g: &mut Registers, op: Bin64, dst: D, (a, b): (D, D), m: LaneMask) -> LaneMask {
    let mut zero = LaneMask::NONE;
    if scalar::divides64(op) {
        let by = &g.d[b.0 as usize];
        zero = LaneMask(bits2(by, by, |b, _| b == 0)).and(m);
    }
    spread!(op, Bin64: Add Sub Mul MulHiS MulHiU DivS DivU RemS RemU And Or Xor Shl ShrS ShrU MinS MinU MaxS MaxU FAdd
        FSub FMul FDiv FMin FMax FRem FPow FAtan2 FHypot FCopySign FDim;
        OP => g.zip64(dst, a, b, m, |a, b| scalar::bin64(OP, a, b)));
    zero
}

/// `dst = op a`.
#[inline]
pub fn un32(g: &mut Registers, op: Un32, dst: R, a: R, m: LaneMask) {
    spread!(op, Un32: Neg Not Abs Clz Ffs Popc Brev FNeg FAbs Floor Ceil Trunc Round Rint Saturate;
        OP => g.map32(dst, a, m, |a| scalar::un32(OP, a)));
}

/// `dst = op a`.
#[inline]
pub fn un64(g: &mut Registers, op: Un64, dst: D, a: D, m: LaneMask) {
    spread!(op, Un64: Neg Not Abs Brev FNeg FAbs Floor Ceil Trunc Round Rint;
        OP => g.map64(dst, a, m, |a| scalar::un64(OP, a)));
}

/// `dst = a * b + c`, rounded once.
#[inline]
pub fn fma32(g: &mut Registers, dst: R, [a, b, c]: [R; 3], m: LaneMask) {
    let (x, y, z) = (&g.r[a.0 as usize], &g.r[b.0 as usize], &g.r[c.0 as usize]);
    let out = math::fma_lanes(x, y, z);
    blend(&mut g.r[dst.0 as usize], &out, m);
}

/// `dst = a * b + c`, rounded once.
#[inline]
pub fn fma64(g: &mut Registers, dst: D, [a, b, c]: [D; 3], m: LaneMask) {
    let (x, y, z) = (&g.d[a.0 as usize], &g.d[b.0 as usize], &g.d[c.0 as usize]);
    let mut out = [0; LANES];
    for i in m.lanes() {
        out[i] = scalar::fma64(x[i], y[i], z[i]);
    }
    blend(&mut g.d[dst.0 as usize], &out, m);
}

/// `dst = a * b + c` in integers.
#[inline]
pub fn mad(g: &mut Registers, dst: R, [a, b, c]: [R; 3], m: LaneMask) {
    let (x, y, z) = (&g.r[a.0 as usize], &g.r[b.0 as usize], &g.r[c.0 as usize]);
    let mut out = [0; LANES];
    for i in 0..LANES {
        out[i] = x[i].wrapping_mul(y[i]).wrapping_add(z[i]);
    }
    blend(&mut g.r[dst.0 as usize], &out, m);
}

/// `dst = f(a)`; computed for the active lanes only, since these functions are long.
pub fn math32(g: &mut Registers, f: MathFn, dst: R, a: R, m: LaneMask) {
    if f == MathFn::Sqrt {
        return g.map32(dst, a, m, |a| canon32(f32::from_bits(a).sqrt()));
    }
    let (x, f) = (&g.r[a.0 as usize], math::function32(f));
    let mut out = [0; LANES];
    for i in m.lanes() {
        out[i] = canon32(f(f32::from_bits(x[i])));
    }
    blend(&mut g.r[dst.0 as usize], &out, m);
}

/// `dst = f(a)` in double.
pub fn math64(g: &mut Registers, f: MathFn, dst: D, a: D, m: LaneMask) {
    let (x, f) = (&g.d[a.0 as usize], math::function64(f));
    let mut out = [0; LANES];
    for i in m.lanes() {
        out[i] = canon64(f(f64::from_bits(x[i])));
    }
    blend(&mut g.d[dst.0 as usize], &out, m);
}

/// `dst = op(a, b, c)`; computed for the active lanes only, but for conversions of small floats.
pub fn intrinsic32(g: &mut Registers, op: Intrinsic, dst: R, [a, b, c]: [R; 3], m: LaneMask) {
    match op {
        Intrinsic::FromHalf => return g.map32(dst, a, m, small_float::half_to_float),
        Intrinsic::ToHalf(Rounding::Near) => return g.map32(dst, a, m, small_float::half_near),
        Intrinsic::FromBfloat => return g.map32(dst, a, m, small_float::bfloat_to_float),
        Intrinsic::ToBfloat(Rounding::Near) => return g.map32(dst, a, m, small_float::bfloat_near),
        _ => {}
    }
    let (x, y, z) = (&g.r[a.0 as usize], &g.r[b.0 as usize], &g.r[c.0 as usize]);
    let mut out = [0; LANES];
    for i in m.lanes() {
        out[i] = intrinsic::intrinsic32(op, x[i], y[i], z[i]);
    }
    blend(&mut g.r[dst.0 as usize], &out, m);
}

/// The same on 64 bits.
pub fn intrinsic64(g: &mut Registers, op: Intrinsic, dst: D, [a, b, c]: [D; 3], m: LaneMask) {
    let (x, y, z) = (&g.d[a.0 as usize], &g.d[b.0 as usize], &g.d[c.0 as usize]);
    let mut out = [0; LANES];
    for i in m.lanes() {
        out[i] = intrinsic::intrinsic64(op, x[i], y[i], z[i]);
    }
    blend(&mut g.d[dst.0 as usize], &out, m);
}

/// `dst` = a count of `a`'s bits.
#[inline]
pub fn count64(g: &mut Registers, op: Count64, dst: R, a: D, m: LaneMask) {
    spread!(op, Count64: Clz Ffs Popc; OP => g.narrow(dst, a, m, |a| scalar::count64(OP, a)));
}

/// `dst = a op b`.
#[inline]
pub fn cmp32(g: &mut Registers, op: Cmp32, dst: P, (a, b): (R, R), m: LaneMask) {
    spread!(op, Cmp32: Eq Ne LtS LeS LtU LeU FEq FNe FLt FLe;
        OP => g.test32(dst, a, b, m, |a, b| scalar::cmp32(OP, a, b)));
}

/// `dst = a op b`.
#[inline]
pub fn cmp64(g: &mut Registers, op: Cmp32, dst: P, (a, b): (D, D), m: LaneMask) {
    spread!(op, Cmp32: Eq Ne LtS LeS LtU LeU FEq FNe FLt FLe;
        OP => g.test64(dst, a, b, m, |a, b| scalar::cmp64(OP, a, b)));
}

/// `dst` = whether the float is of the class.
pub fn class32(g: &mut Registers, class: Class, dst: P, a: R, m: LaneMask) {
    spread!(class, Class: Nan Inf Finite Sign;
        OP => g.test32(dst, a, a, m, |a, _| scalar::class32(OP, a)));
}

/// `dst` = whether the double is of the class.
pub fn class64(g: &mut Registers, class: Class, dst: P, a: D, m: LaneMask) {
    spread!(class, Class: Nan Inf Finite Sign;
        OP => g.test64(dst, a, a, m, |a, _| scalar::class64(OP, a)));
}

/// `a op b` on predicates.
#[inline(always)]
pub fn pred(op: PredOp, a: u32, b: u32) -> u32 {
    match op {
        PredOp::And => a & b,
        PredOp::Or => a | b,
        PredOp::Xor => a ^ b,
        PredOp::AndNot => a & !b,
    }
}
