//! Arithmetic: every operation on registers, one line each.
//!
//! Registers go in, a register comes out. The rule: an operation is a closure for the loops of [`lanes`](super::lanes); it is
//! computed for inactive lanes too, so none may fail. Integer division by zero gives what the device gives and the
//! lanes that did it. Floats round to nearest even, and every NaN that comes out is the device's one.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::lanes::{Registers, bits2, blend};
use super::mask::{LANES, LaneMask};
use super::math;
use crate::ir::op::{Bin32, Bin64, Class, Cmp32, Count64, MathFn, PredOp, Un32, Un64};
use crate::ir::{D, P, R};

/// The canonical NaN of `float`.
pub const NAN32: u32 = 0x7fff_ffff;
/// The canonical NaN of `double`.
pub const NAN64: u64 = 0xfff8_0000_0000_0000;

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

#[inline(always)]
fn float(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| canon32(f(f32::from_bits(a), f32::from_bits(b)))
}

#[inline(always)]
fn double(f: impl Fn(f64, f64) -> f64) -> impl Fn(u64, u64) -> u64 {
    move |a, b| canon64(f(f64::from_bits(a), f64::from_bits(b)))
}

#[inline(always)]
fn float1(f: impl Fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    move |a| canon32(f(f32::from_bits(a)))
}

#[inline(always)]
fn double1(f: impl Fn(f64) -> f64) -> impl Fn(u64) -> u64 {
    move |a| canon64(f(f64::from_bits(a)))
}

/// A float's bits, every NaN the same.
#[inline(always)]
pub fn canon32(x: f32) -> u32 {
    if x.is_nan() { NAN32 } else { x.to_bits() }
}

/// A double's bits, every NaN the same.
#[inline(always)]
pub fn canon64(x: f64) -> u64 {
    if x.is_nan() { NAN64 } else { x.to_bits() }
}

/// `dst = a op b`; returns the active lanes that divided an integer by zero.
#[inline]
pub fn bin32(g: &mut Registers, op: Bin32, dst: R, (a, b): (R, R), m: LaneMask) -> LaneMask {
    match op {
        Bin32::Add => g.zip32(dst, a, b, m, u32::wrapping_add),
        Bin32::Sub => g.zip32(dst, a, b, m, u32::wrapping_sub),
        Bin32::Mul => g.zip32(dst, a, b, m, u32::wrapping_mul),
        Bin32::MulHiS => g.zip32(dst, a, b, m, |a, b| {
            ((a as i32 as i64 * b as i32 as i64) >> 32) as u32
        }),
        Bin32::MulHiU => g.zip32(dst, a, b, m, |a, b| ((a as u64 * b as u64) >> 32) as u32),
        Bin32::DivS => {
            return divide32(
                g,
                dst,
                (a, b),
                m,
                |a, b| (a as i32).wrapping_div(b as i32) as u32,
                |_| !0,
            );
        }
        Bin32::DivU => return divide32(g, dst, (a, b), m, |a, b| a / b, |_| !0),
        Bin32::RemS => {
            return divide32(
                g,
                dst,
                (a, b),
                m,
                |a, b| (a as i32).wrapping_rem(b as i32) as u32,
                |a| a,
            );
        }
        Bin32::RemU => return divide32(g, dst, (a, b), m, |a, b| a % b, |a| a),
        Bin32::And => g.zip32(dst, a, b, m, |a, b| a & b),
        Bin32::Or => g.zip32(dst, a, b, m, |a, b| a | b),
        Bin32::Xor => g.zip32(dst, a, b, m, |a, b| a ^ b),
        Bin32::Shl => g.zip32(dst, a, b, m, |a, b| if b < 32 { a << (b & 31) } else { 0 }),
        Bin32::ShrS => g.zip32(dst, a, b, m, |a, b| ((a as i32) >> b.min(31)) as u32),
        Bin32::ShrU => g.zip32(dst, a, b, m, |a, b| if b < 32 { a >> (b & 31) } else { 0 }),
        Bin32::MinS => g.zip32(dst, a, b, m, |a, b| (a as i32).min(b as i32) as u32),
        Bin32::MinU => g.zip32(dst, a, b, m, |a, b| a.min(b)),
        Bin32::MaxS => g.zip32(dst, a, b, m, |a, b| (a as i32).max(b as i32) as u32),
        Bin32::MaxU => g.zip32(dst, a, b, m, |a, b| a.max(b)),
        Bin32::FAdd => g.zip32(dst, a, b, m, float(|a, b| a + b)),
        Bin32::FSub => g.zip32(dst, a, b, m, float(|a, b| a - b)),
        Bin32::FMul => g.zip32(dst, a, b, m, float(|a, b| a * b)),
        Bin32::FDiv => g.zip32(dst, a, b, m, float(|a, b| a / b)),
        Bin32::FMin => g.zip32(dst, a, b, m, float(fmin32)),
        Bin32::FMax => g.zip32(dst, a, b, m, float(fmax32)),
        Bin32::FRem => g.zip32(dst, a, b, m, float(|a, b| a % b)),
        Bin32::FPow => g.zip32(dst, a, b, m, float(math::pow32)),
        Bin32::FAtan2 => g.zip32(dst, a, b, m, float(math::atan2_32)),
        Bin32::FHypot => g.zip32(dst, a, b, m, float(math::hypot32)),
        Bin32::FCopySign => g.zip32(dst, a, b, m, |a, b| (a & 0x7fff_ffff) | (b & 0x8000_0000)),
        Bin32::FDim => g.zip32(dst, a, b, m, float(|a, b| if a <= b { 0.0 } else { a - b })),
        Bin32::FastDiv => g.zip32(dst, a, b, m, float(math::fast_div)),
        Bin32::FastPow => g.zip32(dst, a, b, m, float(math::fast_pow)),
    }
    LaneMask::NONE
}

/// `dst = a op b`; returns the active lanes that divided an integer by zero.
#[inline]
pub fn bin64(g: &mut Registers, op: Bin64, dst: D, (a, b): (D, D), m: LaneMask) -> LaneMask {
    match op {
        Bin64::Add => g.zip64(dst, a, b, m, u64::wrapping_add),
        Bin64::Sub => g.zip64(dst, a, b, m, u64::wrapping_sub),
        Bin64::Mul => g.zip64(dst, a, b, m, u64::wrapping_mul),
        Bin64::MulHiS => g.zip64(dst, a, b, m, |a, b| {
            ((a as i64 as i128 * b as i64 as i128) >> 64) as u64
        }),
        Bin64::MulHiU => g.zip64(dst, a, b, m, |a, b| ((a as u128 * b as u128) >> 64) as u64),
        Bin64::DivS => {
            return divide64(
                g,
                dst,
                (a, b),
                m,
                |a, b| (a as i64).wrapping_div(b as i64) as u64,
                |_| !0,
            );
        }
        Bin64::DivU => return divide64(g, dst, (a, b), m, |a, b| a / b, |_| !0),
        Bin64::RemS => {
            return divide64(
                g,
                dst,
                (a, b),
                m,
                |a, b| (a as i64).wrapping_rem(b as i64) as u64,
                |a| a,
            );
        }
        Bin64::RemU => return divide64(g, dst, (a, b), m, |a, b| a % b, |a| a),
        Bin64::And => g.zip64(dst, a, b, m, |a, b| a & b),
        Bin64::Or => g.zip64(dst, a, b, m, |a, b| a | b),
        Bin64::Xor => g.zip64(dst, a, b, m, |a, b| a ^ b),
        Bin64::Shl => g.zip64(dst, a, b, m, |a, b| if b < 64 { a << (b & 63) } else { 0 }),
        Bin64::ShrS => g.zip64(dst, a, b, m, |a, b| ((a as i64) >> b.min(63)) as u64),
        Bin64::ShrU => g.zip64(dst, a, b, m, |a, b| if b < 64 { a >> (b & 63) } else { 0 }),
        Bin64::MinS => g.zip64(dst, a, b, m, |a, b| (a as i64).min(b as i64) as u64),
        Bin64::MinU => g.zip64(dst, a, b, m, |a, b| a.min(b)),
        Bin64::MaxS => g.zip64(dst, a, b, m, |a, b| (a as i64).max(b as i64) as u64),
        Bin64::MaxU => g.zip64(dst, a, b, m, |a, b| a.max(b)),
        Bin64::FAdd => g.zip64(dst, a, b, m, double(|a, b| a + b)),
        Bin64::FSub => g.zip64(dst, a, b, m, double(|a, b| a - b)),
        Bin64::FMul => g.zip64(dst, a, b, m, double(|a, b| a * b)),
        Bin64::FDiv => g.zip64(dst, a, b, m, double(|a, b| a / b)),
        Bin64::FMin => g.zip64(dst, a, b, m, double(fmin64)),
        Bin64::FMax => g.zip64(dst, a, b, m, double(fmax64)),
        Bin64::FRem => g.zip64(dst, a, b, m, double(|a, b| a % b)),
        Bin64::FPow => g.zip64(dst, a, b, m, double(libm::pow)),
        Bin64::FAtan2 => g.zip64(dst, a, b, m, double(libm::atan2)),
        Bin64::FHypot => g.zip64(dst, a, b, m, double(libm::hypot)),
        Bin64::FCopySign => g.zip64(dst, a, b, m, |a, b| (a & !(1 << 63)) | (b & (1 << 63))),
        Bin64::FDim => g.zip64(
            dst,
            a,
            b,
            m,
            double(|a, b| if a <= b { 0.0 } else { a - b }),
        ),
    }
    LaneMask::NONE
}

type Pair<T> = (T, T);

#[inline(always)]
fn divide32(
    g: &mut Registers,
    dst: R,
    (a, b): Pair<R>,
    m: LaneMask,
    f: impl Fn(u32, u32) -> u32,
    by_zero: impl Fn(u32) -> u32,
) -> LaneMask {
    let zero = LaneMask(bits2(&g.r[b.0 as usize], &g.r[b.0 as usize], |b, _| b == 0)).and(m);
    g.zip32(
        dst,
        a,
        b,
        m,
        |a, b| if b == 0 { by_zero(a) } else { f(a, b) },
    );
    zero
}

#[inline(always)]
fn divide64(
    g: &mut Registers,
    dst: D,
    (a, b): Pair<D>,
    m: LaneMask,
    f: impl Fn(u64, u64) -> u64,
    by_zero: impl Fn(u64) -> u64,
) -> LaneMask {
    let zero = LaneMask(bits2(&g.d[b.0 as usize], &g.d[b.0 as usize], |b, _| b == 0)).and(m);
    g.zip64(
        dst,
        a,
        b,
        m,
        |a, b| if b == 0 { by_zero(a) } else { f(a, b) },
    );
    zero
}

#[inline(always)]
fn fmin32(a: f32, b: f32) -> f32 {
    if a.is_nan() || (b < a) || (a == b && b.is_sign_negative()) {
        b
    } else {
        a
    }
}

#[inline(always)]
fn fmax32(a: f32, b: f32) -> f32 {
    if a.is_nan() || (b > a) || (a == b && b.is_sign_positive()) {
        b
    } else {
        a
    }
}

#[inline(always)]
fn fmin64(a: f64, b: f64) -> f64 {
    if a.is_nan() || (b < a) || (a == b && b.is_sign_negative()) {
        b
    } else {
        a
    }
}

#[inline(always)]
fn fmax64(a: f64, b: f64) -> f64 {
    if a.is_nan() || (b > a) || (a == b && b.is_sign_positive()) {
        b
    } else {
        a
    }
}

/// `dst = op a`.
#[inline]
pub fn un32(g: &mut Registers, op: Un32, dst: R, a: R, m: LaneMask) {
    match op {
        Un32::Neg => g.map32(dst, a, m, u32::wrapping_neg),
        Un32::Not => g.map32(dst, a, m, |a| !a),
        Un32::Abs => g.map32(dst, a, m, |a| (a as i32).wrapping_abs() as u32),
        Un32::Clz => g.map32(dst, a, m, u32::leading_zeros),
        Un32::Ffs => g.map32(
            dst,
            a,
            m,
            |a| if a == 0 { 0 } else { a.trailing_zeros() + 1 },
        ),
        Un32::Popc => g.map32(dst, a, m, u32::count_ones),
        Un32::Brev => g.map32(dst, a, m, u32::reverse_bits),
        Un32::FNeg => g.map32(dst, a, m, |a| a ^ 0x8000_0000),
        Un32::FAbs => g.map32(dst, a, m, |a| a & 0x7fff_ffff),
        Un32::Floor => g.map32(dst, a, m, float1(f32::floor)),
        Un32::Ceil => g.map32(dst, a, m, float1(f32::ceil)),
        Un32::Trunc => g.map32(dst, a, m, float1(f32::trunc)),
        Un32::Round => g.map32(dst, a, m, float1(f32::round)),
        Un32::Rint => g.map32(dst, a, m, float1(f32::round_ties_even)),
        Un32::Saturate => g.map32(
            dst,
            a,
            m,
            float1(|a| if a > 0.0 { a.min(1.0) } else { 0.0 }),
        ),
    }
}

/// `dst = op a`.
#[inline]
pub fn un64(g: &mut Registers, op: Un64, dst: D, a: D, m: LaneMask) {
    match op {
        Un64::Neg => g.map64(dst, a, m, u64::wrapping_neg),
        Un64::Not => g.map64(dst, a, m, |a| !a),
        Un64::Abs => g.map64(dst, a, m, |a| (a as i64).wrapping_abs() as u64),
        Un64::Brev => g.map64(dst, a, m, u64::reverse_bits),
        Un64::FNeg => g.map64(dst, a, m, |a| a ^ (1 << 63)),
        Un64::FAbs => g.map64(dst, a, m, |a| a & !(1 << 63)),
        Un64::Floor => g.map64(dst, a, m, double1(f64::floor)),
        Un64::Ceil => g.map64(dst, a, m, double1(f64::ceil)),
        Un64::Trunc => g.map64(dst, a, m, double1(f64::trunc)),
        Un64::Round => g.map64(dst, a, m, double1(f64::round)),
        Un64::Rint => g.map64(dst, a, m, double1(f64::round_ties_even)),
    }
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
        out[i] = canon64(libm::fma(
            f64::from_bits(x[i]),
            f64::from_bits(y[i]),
            f64::from_bits(z[i]),
        ));
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
        return g.map32(dst, a, m, float1(f32::sqrt));
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

/// `dst` = a count of `a`'s bits.
#[inline]
pub fn count64(g: &mut Registers, op: Count64, dst: R, a: D, m: LaneMask) {
    match op {
        Count64::Clz => g.narrow(dst, a, m, u64::leading_zeros),
        Count64::Ffs => g.narrow(
            dst,
            a,
            m,
            |a| if a == 0 { 0 } else { a.trailing_zeros() + 1 },
        ),
        Count64::Popc => g.narrow(dst, a, m, u64::count_ones),
    }
}

/// `dst = a op b`.
#[inline]
pub fn cmp32(g: &mut Registers, op: Cmp32, dst: P, (a, b): (R, R), m: LaneMask) {
    let f = f32::from_bits;
    match op {
        Cmp32::Eq => g.test32(dst, a, b, m, |a, b| a == b),
        Cmp32::Ne => g.test32(dst, a, b, m, |a, b| a != b),
        Cmp32::LtS => g.test32(dst, a, b, m, |a, b| (a as i32) < (b as i32)),
        Cmp32::LeS => g.test32(dst, a, b, m, |a, b| (a as i32) <= (b as i32)),
        Cmp32::LtU => g.test32(dst, a, b, m, |a, b| a < b),
        Cmp32::LeU => g.test32(dst, a, b, m, |a, b| a <= b),
        Cmp32::FEq => g.test32(dst, a, b, m, |a, b| f(a) == f(b)),
        Cmp32::FNe => g.test32(dst, a, b, m, |a, b| f(a) != f(b)),
        Cmp32::FLt => g.test32(dst, a, b, m, |a, b| f(a) < f(b)),
        Cmp32::FLe => g.test32(dst, a, b, m, |a, b| f(a) <= f(b)),
    }
}

/// `dst = a op b`.
#[inline]
pub fn cmp64(g: &mut Registers, op: Cmp32, dst: P, (a, b): (D, D), m: LaneMask) {
    let f = f64::from_bits;
    match op {
        Cmp32::Eq => g.test64(dst, a, b, m, |a, b| a == b),
        Cmp32::Ne => g.test64(dst, a, b, m, |a, b| a != b),
        Cmp32::LtS => g.test64(dst, a, b, m, |a, b| (a as i64) < (b as i64)),
        Cmp32::LeS => g.test64(dst, a, b, m, |a, b| (a as i64) <= (b as i64)),
        Cmp32::LtU => g.test64(dst, a, b, m, |a, b| a < b),
        Cmp32::LeU => g.test64(dst, a, b, m, |a, b| a <= b),
        Cmp32::FEq => g.test64(dst, a, b, m, |a, b| f(a) == f(b)),
        Cmp32::FNe => g.test64(dst, a, b, m, |a, b| f(a) != f(b)),
        Cmp32::FLt => g.test64(dst, a, b, m, |a, b| f(a) < f(b)),
        Cmp32::FLe => g.test64(dst, a, b, m, |a, b| f(a) <= f(b)),
    }
}

/// `dst` = whether the float is of the class.
pub fn class32(g: &mut Registers, class: Class, dst: P, a: R, m: LaneMask) {
    let f = f32::from_bits;
    match class {
        Class::Nan => g.test32(dst, a, a, m, |a, _| f(a).is_nan()),
        Class::Inf => g.test32(dst, a, a, m, |a, _| f(a).is_infinite()),
        Class::Finite => g.test32(dst, a, a, m, |a, _| f(a).is_finite()),
        Class::Sign => g.test32(dst, a, a, m, |a, _| a >> 31 != 0),
    }
}

/// `dst` = whether the double is of the class.
pub fn class64(g: &mut Registers, class: Class, dst: P, a: D, m: LaneMask) {
    let f = f64::from_bits;
    match class {
        Class::Nan => g.test64(dst, a, a, m, |a, _| f(a).is_nan()),
        Class::Inf => g.test64(dst, a, a, m, |a, _| f(a).is_infinite()),
        Class::Finite => g.test64(dst, a, a, m, |a, _| f(a).is_finite()),
        Class::Sign => g.test64(dst, a, a, m, |a, _| a >> 63 != 0),
    }
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
