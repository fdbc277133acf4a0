//! Functions of the maths library and the fast-math intrinsics.
//!
//! A float goes in, a float comes out, the same bits on every platform: everything is computed in `double` by the
//! `libm` crate (plain Rust, no system library) and rounded once, so `float` functions are within an ulp of the true
//! value. The intrinsics are modelled by what the special-function unit does before and after its table: the error
//! that a learner meets has the size and the growth that the CUDA guide documents, though not the same bits.

use super::alu::NAN32;
use super::angle;
use super::lanes::Lanes32;
use super::mask::LANES;
use super::pair;
use super::straight::{self, or};
use cuda_ir::op::MathFn;
use std::f64::consts::{LN_2, LOG2_E, LOG10_2, PI, TAU};

/// A function of the maths library, in `float`.
pub fn function32(f: MathFn) -> fn(f32) -> f32 {
    match f {
        MathFn::Sqrt => f32::sqrt,
        MathFn::Rsqrt => rsqrt32,
        MathFn::Rcp => |a| 1.0 / a,
        MathFn::Exp => exp32,
        MathFn::Exp2 => exp2_32,
        MathFn::Sin => |a| or(straight::sin(a), || angle::sin(a as f64) as f32),
        MathFn::Cos => |a| or(straight::cos(a), || angle::cos(a as f64) as f32),
        MathFn::Log => |a| or(straight::log(a), || libm::log(a as f64) as f32),
        MathFn::Tanh => |a| or(straight::tanh(a), || libm::tanh(a as f64) as f32),
        MathFn::Erf => |a| libm::erf(a as f64) as f32,
        MathFn::FastExp => fast_exp,
        MathFn::FastExp10 => |a| ex2(a * std::f32::consts::LOG2_10),
        MathFn::FastLog => |a| or(straight_ln(a), || lg2(a) * LN_2 as f32),
        MathFn::FastLog2 => lg2,
        MathFn::FastLog10 => |a| lg2(a) * LOG10_2 as f32,
        MathFn::FastSin => |a| turn_sin(a, 0.0),
        MathFn::FastCos => |a| turn_sin(a, 0.25),
        MathFn::FastTan => |a| fast_div(turn_sin(a, 0.0), turn_sin(a, 0.25)),
        MathFn::Cbrt => |a| libm::cbrt(a as f64) as f32,
        MathFn::Exp10 => |a| libm::exp10(a as f64) as f32,
        MathFn::Expm1 => |a| libm::expm1(a as f64) as f32,
        MathFn::Log2 => |a| or(straight::log2(a), || libm::log2(a as f64) as f32),
        MathFn::Log10 => |a| or(straight::log10(a), || libm::log10(a as f64) as f32),
        MathFn::Log1p => |a| libm::log1p(a as f64) as f32,
        MathFn::Tan => |a| or(straight::tan(a), || libm::tan(a as f64) as f32),
        MathFn::SinPi => |a| sin_pi(a as f64) as f32,
        MathFn::CosPi => |a| cos_pi(a as f64) as f32,
        MathFn::Asin => |a| libm::asin(a as f64) as f32,
        MathFn::Acos => |a| libm::acos(a as f64) as f32,
        MathFn::Atan => |a| libm::atan(a as f64) as f32,
        MathFn::Sinh => |a| libm::sinh(a as f64) as f32,
        MathFn::Cosh => |a| libm::cosh(a as f64) as f32,
        MathFn::Asinh => |a| libm::asinh(a as f64) as f32,
        MathFn::Acosh => |a| acosh(a as f64) as f32,
        MathFn::Atanh => |a| libm::atanh(a as f64) as f32,
        MathFn::Erfc => |a| libm::erfc(a as f64) as f32,
        MathFn::Tgamma => |a| libm::tgamma(a as f64) as f32,
        MathFn::Lgamma => |a| libm::lgamma(a as f64) as f32,
    }
}

/// A function of the maths library, in `double`. The intrinsics have no `double` form; they give the plain function.
pub fn function64(f: MathFn) -> fn(f64) -> f64 {
    match f {
        MathFn::Sqrt => f64::sqrt,
        MathFn::Rsqrt => pair::rsqrt,
        MathFn::Rcp => |a| 1.0 / a,
        MathFn::Cbrt => libm::cbrt,
        MathFn::Exp | MathFn::FastExp => libm::exp,
        MathFn::Exp2 => libm::exp2,
        // Nearer than `exp10` of that library.
        MathFn::Exp10 | MathFn::FastExp10 => |a| libm::pow(10.0, a),
        MathFn::Expm1 => libm::expm1,
        MathFn::Log | MathFn::FastLog => libm::log,
        MathFn::Log2 | MathFn::FastLog2 => libm::log2,
        MathFn::Log10 | MathFn::FastLog10 => libm::log10,
        MathFn::Log1p => libm::log1p,
        MathFn::Sin | MathFn::FastSin => angle::sin,
        MathFn::Cos | MathFn::FastCos => angle::cos,
        MathFn::Tan | MathFn::FastTan => libm::tan,
        MathFn::SinPi => sin_pi,
        MathFn::CosPi => cos_pi,
        MathFn::Asin => libm::asin,
        MathFn::Acos => libm::acos,
        MathFn::Atan => libm::atan,
        MathFn::Sinh => libm::sinh,
        MathFn::Cosh => pair::cosh,
        MathFn::Tanh => pair::tanh,
        MathFn::Asinh => libm::asinh,
        MathFn::Acosh => acosh,
        MathFn::Atanh => libm::atanh,
        MathFn::Erf => libm::erf,
        MathFn::Erfc => libm::erfc,
        MathFn::Tgamma => libm::tgamma,
        MathFn::Lgamma => libm::lgamma,
    }
}

/// That library's gives numbers for large negative ones.
fn acosh(a: f64) -> f64 {
    if a < 1.0 { f64::NAN } else { libm::acosh(a) }
}

/// sin(πa): the argument is reduced exactly, so whole numbers give exactly 0.
fn sin_pi(a: f64) -> f64 {
    let r = a % 2.0;
    let (sign, r) = if r < 0.0 { (-1.0, -r) } else { (1.0, r) };
    let (sign, r) = if r >= 1.0 {
        (-sign, r - 1.0)
    } else {
        (sign, r)
    };
    let r = if r > 0.5 { 1.0 - r } else { r };
    if r == 0.0 {
        0.0f64.copysign(a)
    } else {
        sign * libm::sin(PI * r)
    }
}

/// cos(πa), exact at halves.
fn cos_pi(a: f64) -> f64 {
    let r = (a % 2.0).abs();
    let r = if r > 1.0 { 2.0 - r } else { r };
    if r > 0.5 {
        -libm::sin(PI * (r - 0.5))
    } else {
        libm::sin(PI * (0.5 - r))
    }
}

/// `__expf`: the product is rounded, as on the device.
#[inline(always)]
pub fn fast_exp(a: f32) -> f32 {
    ex2(a * std::f32::consts::LOG2_E)
}

/// The reciprocal of the square root, rounded once more.
#[inline(always)]
pub fn rsqrt32(a: f32) -> f32 {
    (1.0 / (a as f64).sqrt()) as f32
}

/// e^a in plain sums and products of doubles, so that loops over lanes become vector instructions; to about 2^-47, which
/// rounds to the `float` nearest the true value but for a few arguments in a million.
#[inline(always)]
pub fn exp32(a: f32) -> f32 {
    // Beyond these the result is infinite, or 0.
    let x = (a as f64).clamp(-110.0, 95.0);
    let (k, power) = whole(x * LOG2_E);
    // The product has 53 digits of which the difference takes the first ten or so: two parts of ln 2 keep the rest.
    let rest = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    (power * little(rest)) as f32
}

/// 2^a, likewise.
#[inline(always)]
pub fn exp2_32(a: f32) -> f32 {
    let x = (a as f64).clamp(-160.0, 130.0);
    let (k, power) = whole(x);
    (power * little((x - k) * LN_2)) as f32
}

/// The first 32 bits of ln 2, so that products with small whole numbers are exact.
pub const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
/// What is left of it.
pub const LN_2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);

/// The nearest whole number, and 2 to its power.
#[inline(always)]
pub fn whole(x: f64) -> (f64, f64) {
    // Adding this leaves no room for a fraction; the number is then in the lowest bits.
    let shift = 1.5 * (1u64 << 52) as f64;
    let sum = x + shift;
    let power = f64::from_bits((sum.to_bits().wrapping_add(1023)) << 52);
    (sum - shift, power)
}

/// e^r for |r| < 0.35, by its series.
#[inline(always)]
pub fn little(r: f64) -> f64 {
    let mut sum = 1.0 / 39_916_800.0;
    for below in [
        3_628_800.0,
        362_880.0,
        40_320.0,
        5_040.0,
        720.0,
        120.0,
        24.0,
        6.0,
        2.0,
        1.0,
        1.0,
    ] {
        sum = sum * r + 1.0 / below;
    }
    sum
}

/// `powf`.
pub fn pow32(a: f32, b: f32) -> f32 {
    or(straight::pow(a, b), || libm::pow(a as f64, b as f64) as f32)
}

/// `atan2f`.
pub fn atan2_32(a: f32, b: f32) -> f32 {
    libm::atan2(a as f64, b as f64) as f32
}

/// `hypotf`.
pub fn hypot32(a: f32, b: f32) -> f32 {
    libm::hypot(a as f64, b as f64) as f32
}

/// `ex2.approx`: 2^a. The unit is within 2 ulp; here the value is exact to an ulp, so the error of `__expf` is that of
/// its product `a * log2(e)` in `float`, which is the part that grows with |a| (documented: 2 + ⌊|1.173 a|⌋ ulp).
#[inline(always)]
fn ex2(a: f32) -> f32 {
    exp2_32(a)
}

/// `lg2.approx`: log2(a). The unit's error is 2^-22, absolute near 1 and relative elsewhere: the value is cut to a grid
/// of 2^-22, or to 23 digits where it is 1 or more.
fn lg2(a: f32) -> f32 {
    or(straight_lg2(a), || libm::log2(a as f64) as f32)
}

/// The same of numbers that have a logarithm.
#[inline(always)]
pub fn straight_lg2(a: f32) -> straight::Answer {
    let exact = straight::binary_log(a);
    let above = (exact.to_bits() >> 52 & 0x7ff).clamp(1023, 1023 + 7);
    let step = f64::from_bits((2 * 1023 + 22 - above) << 52);
    let cut = (exact * step).round_ties_even() / step;
    (cut as f32, straight::positive(a))
}

/// `__logf` of them.
#[inline(always)]
pub fn straight_ln(a: f32) -> straight::Answer {
    let (log, taken) = straight_lg2(a);
    (log * LN_2 as f32, taken)
}

/// `sin.approx`, `cos.approx`: the unit works on turns. The angle is multiplied by 1/2π in `float`, which loses |a|·4e-8
/// or so (documented: no bound outside [-π, π]); the fraction of a turn is put on a grid of 2^-25, which with the rounding
/// of the product keeps the documented 2^-21.4 inside. `ahead` is a quarter turn for the cosine.
#[inline(always)]
pub fn turn_sin(a: f32, ahead: f64) -> f32 {
    let turns = (a * (1.0 / TAU) as f32) as f64;
    let grid = (1u64 << 25) as f64;
    let fraction = ((turns - turns.floor()) * grid).round_ties_even() / grid;
    straight::sine_of_turns(fraction + ahead)
}

/// `__fdividef`: `a * rcp(b)`; the reciprocal of 2^126 < |b| < 2^128 is flushed to 0 (∞ times 0 is NaN).
#[inline(always)]
pub fn fast_div(a: f32, b: f32) -> f32 {
    let huge = b.is_finite() && b.abs() > f32::from_bits(0x7e80_0000);
    a * if huge { 0.0f32.copysign(b) } else { 1.0 / b }
}

/// `__powf`: `ex2(b * lg2(a))`.
pub fn fast_pow(a: f32, b: f32) -> f32 {
    ex2(b * lg2(a))
}

/// `a * b + c` for 32 lanes, rounded once, without a fused instruction.
///
/// The product of two floats is exact in `double`; the sum is rounded to 53 bits and then to 24. Rounding twice differs from
/// rounding once only if the first result lies exactly between two floats (its low 29 bits are 1 followed by zeros), or
/// is smaller than a normal float. Lanes that may be such, a handful in a billion, are computed again by `fma_exact`.
#[inline]
pub fn fma_lanes(x: &Lanes32, y: &Lanes32, z: &Lanes32) -> Lanes32 {
    let mut out = [0; LANES];
    let mut doubtful = 0u32;
    for i in 0..LANES {
        let sum =
            f32::from_bits(x[i]) as f64 * f32::from_bits(y[i]) as f64 + f32::from_bits(z[i]) as f64;
        let rounded = sum as f32;
        out[i] = if rounded.is_nan() {
            NAN32
        } else {
            rounded.to_bits()
        };
        let halfway = (sum.to_bits() as u32 & 0x1fff_ffff) == 0x1000_0000;
        let tiny = out[i] & 0x7fff_ffff <= 0x0080_0000 && sum != 0.0;
        doubtful |= (halfway | tiny) as u32;
    }
    if doubtful != 0 {
        for i in 0..LANES {
            out[i] = fma_exact(
                f32::from_bits(x[i]),
                f32::from_bits(y[i]),
                f32::from_bits(z[i]),
            );
        }
    }
    out
}

/// `a * b + c` on bits, rounded once; see [`fma_lanes`].
#[inline]
pub fn fma_one(x: u32, y: u32, z: u32) -> u32 {
    let (a, b, c) = (f32::from_bits(x), f32::from_bits(y), f32::from_bits(z));
    let sum = a as f64 * b as f64 + c as f64;
    let bits = super::scalar::canon32(sum as f32);
    let halfway = (sum.to_bits() as u32 & 0x1fff_ffff) == 0x1000_0000;
    let tiny = bits & 0x7fff_ffff <= 0x0080_0000 && sum != 0.0;
    if halfway | tiny {
        return fma_exact(a, b, c);
    }
    bits
}

/// `a * b + c` for one lane: the sum rounded to odd in `double`, after which rounding to `float` is correct
/// (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd").
#[cold]
fn fma_exact(a: f32, b: f32, c: f32) -> u32 {
    let (p, c) = (a as f64 * b as f64, c as f64);
    let sum = p + c;
    if !sum.is_finite() {
        return super::alu::canon32(sum as f32);
    }
    let part = sum - p;
    let lost = (p - (sum - part)) + (c - part);
    let mut bits = sum.to_bits();
    if lost != 0.0 && bits & 1 == 0 {
        let away = (lost > 0.0) == (sum > 0.0);
        bits = if away { bits + 1 } else { bits - 1 };
    }
    super::alu::canon32(f64::from_bits(bits) as f32)
}
