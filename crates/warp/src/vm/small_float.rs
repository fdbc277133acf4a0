//! Floats of 16, 8 and 19 bits: `__half`, `__nv_bfloat16`, fp8, tf32.
//!
//! Bits go in, bits come out. The rule: one rounding. A value that is wider than `float` comes as the `double` rounded to
//! odd ([`odd_sum`]), from which rounding again, to at most 51 bits, is exact. NaNs are the device's: `0x7fff`, `0x7f`.

use super::scalar::{NAN32, canon32};
use cuda_ir::intrinsic::Arith;
use cuda_ir::op::Rounding;

/// The parts of a small format.
#[derive(Clone, Copy)]
struct Format {
    /// Stored bits of the significand.
    digits: i32,
    /// The exponent of the least normal number.
    least: i32,
    /// The greatest finite number.
    most: f64,
    /// Its bits.
    most_bits: u32,
}

const HALF: Format = Format {
    digits: 10,
    least: -14,
    most: 65504.0,
    most_bits: 0x7bff,
};
const BFLOAT: Format = Format {
    digits: 7,
    least: -126,
    most: 3.389_531_389_251_535_5e38,
    most_bits: 0x7f7f,
};
const E4M3: Format = Format {
    digits: 3,
    least: -6,
    most: 448.0,
    most_bits: 0x7e,
};
const E5M2: Format = Format {
    digits: 2,
    least: -14,
    most: 57344.0,
    most_bits: 0x7b,
};

/// From here on a `double` is a whole number.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// Two to a power that a normal `double` has.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The magnitude of a number on the format's grid, in units of its step there; what the exponent of that step is.
/// Beyond the greatest number the grid goes on.
fn on_grid(x: f64, f: Format, how: Rounding) -> (f64, i32) {
    let exponent = ((x.abs().to_bits() >> 52) as i32 - 1023).max(f.least);
    let step = exponent - f.digits;
    let units = x * power(-step);
    let whole = match how {
        // Fewer than 2^12 units: a sum with 2^52 has no bits left below one.
        Rounding::Near => (units.abs() + WHOLE) - WHOLE,
        Rounding::Zero => units.trunc(),
        Rounding::Down => units.floor(),
        Rounding::Up => units.ceil(),
    };
    (whole.abs(), step)
}

/// A finite or infinite number's magnitude in the format; the bit above `most_bits` says that it is too large.
fn magnitude(x: f64, f: Format, how: Rounding) -> u32 {
    if x.is_infinite() {
        return f.most_bits + 1;
    }
    let (units, step) = on_grid(x, f, how);
    let value = units * power(step);
    if value > f.most {
        return f.most_bits + 1;
    }
    let units = units as u32;
    // The implicit bit adds 1 to the exponent field; a carry out of the significand does the rest.
    let field = (step + f.digits - f.least) as u32;
    (field << f.digits) + units
}

/// A format with infinities: what is too large becomes one, or the greatest number where the rounding leads inwards.
fn with_infinity(x: f64, f: Format, how: Rounding) -> u32 {
    let bits = magnitude(x, f, how);
    let inwards = match how {
        Rounding::Near => false,
        Rounding::Zero => true,
        Rounding::Up => x < 0.0,
        Rounding::Down => x > 0.0,
    };
    if bits > f.most_bits && inwards && x.is_finite() {
        f.most_bits
    } else {
        bits
    }
}

/// To `__half`, from a `double` that is exact or rounded to odd.
pub fn half_of(x: f64, how: Rounding) -> u32 {
    if x.is_nan() {
        return 0x7fff;
    }
    (x.is_sign_negative() as u32) << 15 | with_infinity(x, HALF, how)
}

/// To `__nv_bfloat16`, from a `double` that is exact or rounded to odd.
pub fn bfloat_of(x: f64, how: Rounding) -> u32 {
    if x.is_nan() {
        return 0x7fff;
    }
    (x.is_sign_negative() as u32) << 15 | with_infinity(x, BFLOAT, how)
}

/// `float` to `__half`, to nearest even: without a branch, so that 32 lanes are one loop.
#[inline(always)]
pub fn half_near(bits: u32) -> u32 {
    let size = bits & 0x7fff_ffff;
    let normal = size
        .wrapping_add(0xfff + (size >> 13 & 1))
        .wrapping_sub(0x3800_0000)
        >> 13;
    let small = (f32::from_bits(size) + 0.5)
        .to_bits()
        .wrapping_sub(0x3f00_0000);
    let finite = if size < 0x3880_0000 { small } else { normal };
    let large = if size > 0x7f80_0000 { 0x7fff } else { 0x7c00 };
    let result = if size >= 0x477f_f000 { large } else { finite };
    let sign = if size > 0x7f80_0000 {
        0
    } else {
        bits >> 16 & 0x8000
    };
    sign | result & 0xffff
}

/// `__half` to `float`, exact.
#[inline(always)]
pub fn half_to_float(h: u32) -> u32 {
    let size = h & 0x7fff;
    let normal = (size << 13) + 0x3800_0000;
    let small = (size as f32 * f32::from_bits(0x3380_0000)).to_bits();
    let large = if size > 0x7c00 { NAN32 } else { 0x7f80_0000 };
    let finite = if size < 0x400 { small } else { normal };
    let result = if size >= 0x7c00 { large } else { finite };
    let sign = if size > 0x7c00 { 0 } else { (h & 0x8000) << 16 };
    sign | result
}

/// `float` to `__nv_bfloat16`, to nearest even.
#[inline(always)]
pub fn bfloat_near(bits: u32) -> u32 {
    let rounded = (bits as u64 + 0x7fff + (bits >> 16 & 1) as u64) >> 16;
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        0x7fff
    } else {
        rounded as u32
    }
}

/// `__nv_bfloat16` to `float`, exact.
#[inline(always)]
pub fn bfloat_to_float(h: u32) -> u32 {
    if h & 0x7fff > 0x7f80 { NAN32 } else { h << 16 }
}

/// `a + b` rounded to odd: the nearest of the neighbours whose last bit is 1, unless the sum is exact.
pub fn odd_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if !sum.is_finite() {
        return sum;
    }
    let part = sum - a;
    let lost = (a - (sum - part)) + (b - part);
    odd(sum, lost)
}

/// A sum to nearest and what it lost, as the sum rounded to odd.
pub fn odd(sum: f64, lost: f64) -> f64 {
    let bits = sum.to_bits();
    if lost == 0.0 || bits & 1 == 1 {
        return sum;
    }
    let away = (lost > 0.0) == (sum > 0.0);
    f64::from_bits(if away { bits + 1 } else { bits - 1 })
}

/// Two halves, joined; rounding to `float` first changes nothing, since that has more than twice the digits.
pub fn half_arith(op: Arith, a: u32, b: u32) -> u32 {
    half_of(
        joined(op, half_to_float(a), half_to_float(b)),
        Rounding::Near,
    )
}

/// Two bfloats, joined.
pub fn bfloat_arith(op: Arith, a: u32, b: u32) -> u32 {
    bfloat_of(
        joined(op, bfloat_to_float(a), bfloat_to_float(b)),
        Rounding::Near,
    )
}

fn joined(op: Arith, a: u32, b: u32) -> f64 {
    let (a, b) = (f32::from_bits(a), f32::from_bits(b));
    f64::from(match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Mul => a * b,
    })
}

/// `a * b + c` of halves, rounded once.
pub fn half_fma(a: u32, b: u32, c: u32) -> u32 {
    let f = |h| f32::from_bits(half_to_float(h)) as f64;
    half_of(odd_sum(f(a) * f(b), f(c)), Rounding::Near)
}

/// `a * b + c` of bfloats, rounded once.
pub fn bfloat_fma(a: u32, b: u32, c: u32) -> u32 {
    let f = |h| f32::from_bits(bfloat_to_float(h)) as f64;
    bfloat_of(odd_sum(f(a) * f(b), f(c)), Rounding::Near)
}

/// To fp8: `e5m2` or else `e4m3`, to nearest even; `finite` says that what is too large becomes the greatest number.
pub fn fp8_of(x: f64, e5m2: bool, finite: bool) -> u32 {
    let f = if e5m2 { E5M2 } else { E4M3 };
    if x.is_nan() {
        return 0x7f;
    }
    let sign = (x.is_sign_negative() as u32) << 7;
    let bits = magnitude(x, f, Rounding::Near);
    sign | match bits <= f.most_bits {
        true => bits,
        false if finite => f.most_bits,
        false if e5m2 => 0x7c,
        false => 0x7f,
    }
}

/// fp8 to `float`, exact.
pub fn fp8_to_float(x: u32, e5m2: bool) -> u32 {
    if e5m2 {
        return half_to_float((x & 0xff) << 8);
    }
    let size = x & 0x7f;
    if size == 0x7f {
        return NAN32;
    }
    let units = if size < 8 { size } else { size & 7 | 8 };
    let step = (size >> 3).max(1) as i32 - 10;
    let value = libm::scalbnf(units as f32, step);
    value.to_bits() | (x & 0x80) << 24
}

/// `cvt.rna.tf32.f32`: to nearest with 10 digits, ties away from zero.
pub fn tf32(bits: u32) -> u32 {
    if bits & 0x7fff_ffff > 0x7f80_0000 {
        return NAN32;
    }
    if bits & 0x7fff_ffff == 0x7f80_0000 {
        return bits;
    }
    bits.wrapping_add(0x1000) & !0x1fff
}

/// A `float`, rounded as asked, from a `double` that is exact or rounded to odd.
pub fn float_of(x: f64, how: Rounding) -> u32 {
    let near = x as f32;
    let back = near as f64;
    if near.is_nan() {
        return canon32(near);
    }
    let beyond = match how {
        Rounding::Near => false,
        Rounding::Zero => back.abs() > x.abs(),
        Rounding::Up => back < x,
        Rounding::Down => back > x,
    };
    match (beyond, how) {
        (false, _) => near.to_bits(),
        (true, Rounding::Up) => near.next_up().to_bits(),
        (true, Rounding::Down) => near.next_down().to_bits(),
        (true, _) => near.to_bits() - 1,
    }
}
