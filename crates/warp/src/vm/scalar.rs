//! Each operation on one lane's values, once: the machine of warps and the machine of the host both compute with these.
//!
//! An operation and its operands' bits go in, the result's bits come out. The rule: total functions, inlined, so that with
//! an operation known at compile time the match goes away; [`alu`](super::alu) and [`convert`](super::convert) spread
//! them over 32 lanes. Floats round to nearest even, and every NaN that comes out is the device's one. Conversions are
//! PTX's `cvt`: a float out of an integer's range gives the nearest end; a NaN gives 0 where the float is `float` and the
//! integer 32 bits, and otherwise the integer's top bit alone. Rust's `as` does the first; the second is added here.

use super::math;
use cuda_ir::op::{
    Bin32, Bin64, Cmp32, Count64, Cvt32, Cvt64, FloatClass, MathFn, Narrow, Rounding, Un32, Un64,
    Widen,
};

/// Matches an operation once and gives each arm the operation as a constant, so that what is inlined there is that one
/// operation; further arms stand after it.
#[macro_export]
macro_rules! spread {
    ($op:expr, $enum:ident: $($variant:ident)+; $known:ident => $body:expr $(; $($more:tt)+)?) => {
        match $op {
            $($enum::$variant => {
                const $known: $enum = $enum::$variant;
                $body
            })+
            $($($more)+)?
        }
    };
}
pub(crate) use spread;

/// The canonical NaN of `float`.
pub const NAN32: u32 = 0x7fff_ffff;
/// The canonical NaN of `double`.
pub const NAN64: u64 = 0xfff8_0000_0000_0000;
/// What a NaN becomes as a 64-bit integer, or as a 32-bit one from a `double`.
const NAN_INT64: u64 = 1 << 63;
const NAN_INT32: u32 = 1 << 31;

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

#[inline(always)]
fn float(a: u32, b: u32, f: impl Fn(f32, f32) -> f32) -> u32 {
    canon32(f(f32::from_bits(a), f32::from_bits(b)))
}

#[inline(always)]
fn double(a: u64, b: u64, f: impl Fn(f64, f64) -> f64) -> u64 {
    canon64(f(f64::from_bits(a), f64::from_bits(b)))
}

#[inline(always)]
fn float1(a: u32, f: impl Fn(f32) -> f32) -> u32 {
    canon32(f(f32::from_bits(a)))
}

#[inline(always)]
fn double1(a: u64, f: impl Fn(f64) -> f64) -> u64 {
    canon64(f(f64::from_bits(a)))
}

/// `a op b`. A division by zero gives what the device gives; see [`divides32`].
#[inline(always)]
pub fn bin32(op: Bin32, a: u32, b: u32) -> u32 {
    match op {
        Bin32::Add => a.wrapping_add(b),
        Bin32::Sub => a.wrapping_sub(b),
        Bin32::Mul => a.wrapping_mul(b),
        Bin32::MulHiS => ((a as i32 as i64 * b as i32 as i64) >> 32) as u32,
        Bin32::MulHiU => ((a as u64 * b as u64) >> 32) as u32,
        Bin32::DivS | Bin32::DivU if b == 0 => !0,
        Bin32::DivS => signed_quotient(a, b),
        Bin32::DivU => quotient(a, b),
        Bin32::RemS | Bin32::RemU if b == 0 => a,
        Bin32::RemS => a.wrapping_sub(signed_quotient(a, b).wrapping_mul(b)),
        Bin32::RemU => a.wrapping_sub(quotient(a, b).wrapping_mul(b)),
        Bin32::And => a & b,
        Bin32::Or => a | b,
        Bin32::Xor => a ^ b,
        Bin32::Shl if b < 32 => a << (b & 31),
        Bin32::Shl => 0,
        Bin32::ShrS => ((a as i32) >> b.min(31)) as u32,
        Bin32::ShrU if b < 32 => a >> (b & 31),
        Bin32::ShrU => 0,
        Bin32::MinS => (a as i32).min(b as i32) as u32,
        Bin32::MinU => a.min(b),
        Bin32::MaxS => (a as i32).max(b as i32) as u32,
        Bin32::MaxU => a.max(b),
        Bin32::FAdd => float(a, b, |a, b| a + b),
        Bin32::FSub => float(a, b, |a, b| a - b),
        Bin32::FMul => float(a, b, |a, b| a * b),
        Bin32::FDiv => float(a, b, |a, b| a / b),
        Bin32::FMin => float(a, b, fmin32),
        Bin32::FMax => float(a, b, fmax32),
        Bin32::FRem => float(a, b, |a, b| a % b),
        Bin32::FPow => float(a, b, math::pow32),
        Bin32::FAtan2 => float(a, b, math::atan2_32),
        Bin32::FHypot => float(a, b, math::hypot32),
        Bin32::FCopySign => (a & 0x7fff_ffff) | (b & 0x8000_0000),
        Bin32::FDim => float(a, b, |a, b| if a <= b { 0.0 } else { a - b }),
        Bin32::FastDiv => float(a, b, math::fast_div),
        Bin32::FastPow => float(a, b, math::fast_pow),
    }
}

/// `a / b` as the processor's vectors can do it, which have no division of integers: two of 32 bits are further from the next quotient
/// than a `double` is exact. Adding 2^52 leaves the nearest integer in the low bits. Anything where `b` is 0.
#[inline(always)]
fn quotient(a: u32, b: u32) -> u32 {
    const ONES: f64 = (1u64 << 52) as f64;
    let exact = a as f64 / b as f64;
    let near = exact + ONES;
    let above = near - ONES > exact;
    (near.to_bits() as u32).wrapping_sub(above as u32)
}

/// The same of signed integers, towards 0; the least one divided by -1 is itself.
#[inline(always)]
fn signed_quotient(a: u32, b: u32) -> u32 {
    let sign = ((a ^ b) as i32 >> 31) as u32;
    let positive = quotient((a as i32).unsigned_abs(), (b as i32).unsigned_abs());
    (positive ^ sign).wrapping_sub(sign)
}

/// Whether the operation is an integer division or remainder, which zero is a finding for.
#[inline(always)]
pub const fn divides32(op: Bin32) -> bool {
    matches!(op, Bin32::DivS | Bin32::DivU | Bin32::RemS | Bin32::RemU)
}

/// `a op b`. A division by zero gives what the device gives; see [`divides64`].
#[inline(always)]
pub fn bin64(op: Bin64, a: u64, b: u64) -> u64 {
    match op {
        Bin64::Add => a.wrapping_add(b),
        Bin64::Sub => a.wrapping_sub(b),
        Bin64::Mul => a.wrapping_mul(b),
        Bin64::MulHiS => ((a as i64 as i128 * b as i64 as i128) >> 64) as u64,
        Bin64::MulHiU => ((a as u128 * b as u128) >> 64) as u64,
        Bin64::Xorwow => super::xorwow::words(a, b),
        Bin64::DivS if b == 0 => !0,
        Bin64::DivS => (a as i64).wrapping_div(b as i64) as u64,
        Bin64::DivU => a.checked_div(b).unwrap_or(!0),
        Bin64::RemS if b == 0 => a,
        Bin64::RemS => (a as i64).wrapping_rem(b as i64) as u64,
        Bin64::RemU => a.checked_rem(b).unwrap_or(a),
        Bin64::And => a & b,
        Bin64::Or => a | b,
        Bin64::Xor => a ^ b,
        Bin64::Shl if b < 64 => a << (b & 63),
        Bin64::Shl => 0,
        Bin64::ShrS => ((a as i64) >> b.min(63)) as u64,
        Bin64::ShrU if b < 64 => a >> (b & 63),
        Bin64::ShrU => 0,
        Bin64::MinS => (a as i64).min(b as i64) as u64,
        Bin64::MinU => a.min(b),
        Bin64::MaxS => (a as i64).max(b as i64) as u64,
        Bin64::MaxU => a.max(b),
        Bin64::FAdd => double(a, b, |a, b| a + b),
        Bin64::FSub => double(a, b, |a, b| a - b),
        Bin64::FMul => double(a, b, |a, b| a * b),
        Bin64::FDiv => double(a, b, |a, b| a / b),
        Bin64::FMin => double(a, b, fmin64),
        Bin64::FMax => double(a, b, fmax64),
        Bin64::FRem => double(a, b, |a, b| a % b),
        Bin64::FPow => double(a, b, libm::pow),
        Bin64::FAtan2 => double(a, b, libm::atan2),
        Bin64::FHypot => double(a, b, libm::hypot),
        Bin64::FCopySign => (a & !(1 << 63)) | (b & (1 << 63)),
        Bin64::FDim => double(a, b, |a, b| if a <= b { 0.0 } else { a - b }),
    }
}

/// Whether the operation is an integer division or remainder, which zero is a finding for.
#[inline(always)]
pub const fn divides64(op: Bin64) -> bool {
    matches!(op, Bin64::DivS | Bin64::DivU | Bin64::RemS | Bin64::RemU)
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

/// `op a`.
#[inline(always)]
pub fn un32(op: Un32, a: u32) -> u32 {
    match op {
        Un32::Neg => a.wrapping_neg(),
        Un32::Not => !a,
        Un32::Abs => (a as i32).wrapping_abs() as u32,
        Un32::Clz => a.leading_zeros(),
        Un32::Ffs if a == 0 => 0,
        Un32::Ffs => a.trailing_zeros() + 1,
        Un32::Popc => a.count_ones(),
        Un32::Brev => a.reverse_bits(),
        Un32::FNeg => a ^ 0x8000_0000,
        Un32::FAbs => a & 0x7fff_ffff,
        Un32::Floor => float1(a, f32::floor),
        Un32::Ceil => float1(a, f32::ceil),
        Un32::Trunc => float1(a, f32::trunc),
        Un32::Round => float1(a, f32::round),
        Un32::Rint => float1(a, f32::round_ties_even),
        Un32::Saturate => float1(a, |a| if a > 0.0 { a.min(1.0) } else { 0.0 }),
    }
}

/// `op a`.
#[inline(always)]
pub fn un64(op: Un64, a: u64) -> u64 {
    match op {
        Un64::Neg => a.wrapping_neg(),
        Un64::Not => !a,
        Un64::Abs => (a as i64).wrapping_abs() as u64,
        Un64::Brev => a.reverse_bits(),
        Un64::FNeg => a ^ (1 << 63),
        Un64::FAbs => a & !(1 << 63),
        Un64::Floor => double1(a, f64::floor),
        Un64::Ceil => double1(a, f64::ceil),
        Un64::Trunc => double1(a, f64::trunc),
        Un64::Round => double1(a, f64::round),
        Un64::Rint => double1(a, f64::round_ties_even),
    }
}

/// `a * b + c` in `float`, rounded once.
#[inline]
pub fn fma32(a: u32, b: u32, c: u32) -> u32 {
    math::fma_one(a, b, c)
}

/// `a * b + c` in `double`, rounded once.
#[inline]
pub fn fma64(a: u64, b: u64, c: u64) -> u64 {
    let f = f64::from_bits;
    canon64(libm::fma(f(a), f(b), f(c)))
}

/// A function of the maths library, in `float`.
pub fn math32(f: MathFn, a: u32) -> u32 {
    canon32(math::function32(f)(f32::from_bits(a)))
}

/// A function of the maths library, in `double`.
pub fn math64(f: MathFn, a: u64) -> u64 {
    canon64(math::function64(f)(f64::from_bits(a)))
}

/// A count of a value's bits.
#[inline(always)]
pub fn count64(op: Count64, a: u64) -> u32 {
    match op {
        Count64::Clz => a.leading_zeros(),
        Count64::Ffs if a == 0 => 0,
        Count64::Ffs => a.trailing_zeros() + 1,
        Count64::Popc => a.count_ones(),
    }
}

/// `a op b`.
#[inline(always)]
pub fn cmp32(op: Cmp32, a: u32, b: u32) -> bool {
    let f = f32::from_bits;
    match op {
        Cmp32::Eq => a == b,
        Cmp32::Ne => a != b,
        Cmp32::LtS => (a as i32) < (b as i32),
        Cmp32::LeS => (a as i32) <= (b as i32),
        Cmp32::LtU => a < b,
        Cmp32::LeU => a <= b,
        Cmp32::FEq => f(a) == f(b),
        Cmp32::FNe => f(a) != f(b),
        Cmp32::FLt => f(a) < f(b),
        Cmp32::FLe => f(a) <= f(b),
    }
}

/// `a op b`.
#[inline(always)]
pub fn cmp64(op: Cmp32, a: u64, b: u64) -> bool {
    let f = f64::from_bits;
    match op {
        Cmp32::Eq => a == b,
        Cmp32::Ne => a != b,
        Cmp32::LtS => (a as i64) < (b as i64),
        Cmp32::LeS => (a as i64) <= (b as i64),
        Cmp32::LtU => a < b,
        Cmp32::LeU => a <= b,
        Cmp32::FEq => f(a) == f(b),
        Cmp32::FNe => f(a) != f(b),
        Cmp32::FLt => f(a) < f(b),
        Cmp32::FLe => f(a) <= f(b),
    }
}

/// Whether the float is of the class.
#[inline(always)]
pub fn class32(class: FloatClass, a: u32) -> bool {
    match class {
        FloatClass::Nan => f32::from_bits(a).is_nan(),
        FloatClass::Inf => f32::from_bits(a).is_infinite(),
        FloatClass::Finite => f32::from_bits(a).is_finite(),
        FloatClass::Sign => a >> 31 != 0,
    }
}

/// Whether the double is of the class.
#[inline(always)]
pub fn class64(class: FloatClass, a: u64) -> bool {
    match class {
        FloatClass::Nan => f64::from_bits(a).is_nan(),
        FloatClass::Inf => f64::from_bits(a).is_infinite(),
        FloatClass::Finite => f64::from_bits(a).is_finite(),
        FloatClass::Sign => a >> 63 != 0,
    }
}

/// 32 bits to 32 bits.
#[inline(always)]
pub fn cvt32(op: Cvt32, a: u32) -> u32 {
    match op {
        Cvt32::S8 => a as i8 as i32 as u32,
        Cvt32::U8 => a & 0xff,
        Cvt32::S16 => a as i16 as i32 as u32,
        Cvt32::U16 => a & 0xffff,
        Cvt32::S32ToF32 => (a as i32 as f32).to_bits(),
        Cvt32::U32ToF32 => (a as f32).to_bits(),
        Cvt32::F32ToS32(Rounding::Zero) => f32::from_bits(a) as i32 as u32,
        Cvt32::F32ToS32(how) => round32(a, how) as i32 as u32,
        Cvt32::F32ToU32(Rounding::Zero) => f32::from_bits(a) as u32,
        Cvt32::F32ToU32(how) => round32(a, how) as u32,
    }
}

/// 32 bits to 64.
#[inline(always)]
pub fn widen(op: Widen, a: u32) -> u64 {
    match op {
        Widen::S32 => a as i32 as i64 as u64,
        Widen::U32 => a as u64,
        Widen::S32ToF64 => (a as i32 as f64).to_bits(),
        Widen::U32ToF64 => (a as f64).to_bits(),
        Widen::F32ToF64 => canon64(f32::from_bits(a) as f64),
        Widen::F32ToS64(how) => to_s64(round32(a, how) as f64),
        Widen::F32ToU64(how) => to_u64(round32(a, how) as f64),
    }
}

/// 64 bits to 32.
#[inline(always)]
pub fn narrow(op: Narrow, a: u64) -> u32 {
    match op {
        Narrow::Lo => a as u32,
        Narrow::Hi => (a >> 32) as u32,
        Narrow::F64ToF32 => canon32(f64::from_bits(a) as f32),
        Narrow::F64ToS32(how) => to_s32(round64(a, how)),
        Narrow::F64ToU32(how) => to_u32(round64(a, how)),
        Narrow::S64ToF32 => (a as i64 as f32).to_bits(),
        Narrow::U64ToF32 => (a as f32).to_bits(),
    }
}

/// 64 bits to 64.
#[inline(always)]
pub fn cvt64(op: Cvt64, a: u64) -> u64 {
    match op {
        Cvt64::S64ToF64 => (a as i64 as f64).to_bits(),
        Cvt64::U64ToF64 => (a as f64).to_bits(),
        Cvt64::F64ToS64(how) => to_s64(round64(a, how)),
        Cvt64::F64ToU64(how) => to_u64(round64(a, how)),
    }
}

fn round32(a: u32, how: Rounding) -> f32 {
    let a = f32::from_bits(a);
    match how {
        Rounding::Zero => a.trunc(),
        Rounding::Near => a.round_ties_even(),
        Rounding::Down => a.floor(),
        Rounding::Up => a.ceil(),
    }
}

fn round64(a: u64, how: Rounding) -> f64 {
    let a = f64::from_bits(a);
    match how {
        Rounding::Zero => a.trunc(),
        Rounding::Near => a.round_ties_even(),
        Rounding::Down => a.floor(),
        Rounding::Up => a.ceil(),
    }
}

fn to_s32(a: f64) -> u32 {
    if a.is_nan() {
        NAN_INT32
    } else {
        a as i32 as u32
    }
}

fn to_u32(a: f64) -> u32 {
    if a.is_nan() { NAN_INT32 } else { a as u32 }
}

fn to_s64(a: f64) -> u64 {
    if a.is_nan() {
        NAN_INT64
    } else {
        a as i64 as u64
    }
}

fn to_u64(a: f64) -> u64 {
    if a.is_nan() { NAN_INT64 } else { a as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_by_double_are_those_of_integers() {
        let mut some = vec![
            0u32,
            1,
            2,
            3,
            7,
            10,
            255,
            65535,
            65536,
            65537,
            0x7fff_fffe,
            0x7fff_ffff,
        ];
        some.extend(some.clone().iter().map(|x| !x));
        let mut state = 1u32;
        for _ in 0..300 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            some.extend([state, state >> 13, state >> 24]);
        }
        for &a in &some {
            for &b in some.iter().filter(|b| **b != 0) {
                let (x, y) = (a as i32, b as i32);
                assert_eq!(bin32(Bin32::DivU, a, b), a / b, "{a} / {b}");
                assert_eq!(bin32(Bin32::RemU, a, b), a % b, "{a} % {b}");
                assert_eq!(
                    bin32(Bin32::DivS, a, b) as i32,
                    x.wrapping_div(y),
                    "{x} / {y}"
                );
                assert_eq!(
                    bin32(Bin32::RemS, a, b) as i32,
                    x.wrapping_rem(y),
                    "{x} % {y}"
                );
            }
        }
        for op in [Bin32::DivS, Bin32::DivU] {
            assert_eq!(bin32(op, 5, 0), !0);
        }
        for op in [Bin32::RemS, Bin32::RemU] {
            assert_eq!(bin32(op, 5, 0), 5);
        }
    }
}
