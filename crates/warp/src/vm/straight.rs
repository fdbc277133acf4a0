//! Functions of the maths library in `float` without branches, so that loops over lanes become vector instructions.
//!
//! A float goes in; out come the function's value and whether it may be taken: an argument that needs another way (too large, not a number,
//! none that the function has) says no. The rule: sums and products of `double` only, in one order, to about 2^-44 of the true value, which rounds
//! to the `float` nearest it but for a few arguments in a million; [`or`] is what a lane by itself does, so the bits are the same either way.
//! Next: `math` (the functions that are taken otherwise), `alu` (rows of lanes).

use super::math::{LN_2_HIGH, LN_2_LOW, little, whole};
use std::f64::consts::{FRAC_2_PI, LN_2, LOG2_E, LOG10_E, SQRT_2, TAU};

/// A value, and whether it may be taken.
pub type Answer = (f32, bool);

/// The value if it may be taken, else what the other way gives.
#[inline(always)]
pub fn or((value, taken): Answer, other: impl FnOnce() -> f32) -> f32 {
    if taken { value } else { other() }
}

/// Up to where multiples of a quarter turn are taken off exactly enough.
const LARGEST: f32 = 1_000_000.0;

/// A quarter turn: its first 33 bits, so that products with counts below 2^20 are exact, and what is left.
const QUARTER_HIGH: f64 = f64::from_bits(0x3ff9_21fb_5440_0000);
const QUARTER_LOW: f64 = f64::from_bits(0x3dd0_b461_1a62_6331);

/// `sinf`.
#[inline(always)]
pub fn sin(a: f32) -> Answer {
    (sine(a as f64, 0), a.abs() <= LARGEST)
}

/// `cosf`.
#[inline(always)]
pub fn cos(a: f32) -> Answer {
    (sine(a as f64, 1), a.abs() <= LARGEST)
}

/// `tanf`.
#[inline(always)]
pub fn tan(a: f32) -> Answer {
    let (turns, rest) = quarters(a as f64);
    let (sin, cos) = (sine_of(rest), cosine_of(rest));
    let odd = turns & 1 == 1;
    let (over, under) = if odd { (-cos, sin) } else { (sin, cos) };
    ((over / under) as f32, a.abs() <= LARGEST)
}

/// The sine of so many turns, which lie between 0 and 2.
#[inline(always)]
pub fn sine_of_turns(turns: f64) -> f32 {
    sine(turns * TAU, 0)
}

/// The sine of an angle and so many quarter turns.
#[inline(always)]
fn sine(x: f64, ahead: u64) -> f32 {
    let (turns, rest) = quarters(x);
    let turns = turns.wrapping_add(ahead);
    let (sin, cos) = (sine_of(rest), cosine_of(rest));
    let value = if turns & 1 == 1 { cos } else { sin };
    f64::from_bits(value.to_bits() ^ (turns & 2) << 62) as f32
}

/// The nearest count of quarter turns, its lowest bits, and what is left of an angle.
#[inline(always)]
fn quarters(x: f64) -> (u64, f64) {
    let shift = 1.5 * (1u64 << 52) as f64;
    let sum = x * FRAC_2_PI + shift;
    let count = sum - shift;
    (
        sum.to_bits(),
        (x - count * QUARTER_HIGH) - count * QUARTER_LOW,
    )
}

/// The sine of an eighth of a turn at most, by its series; the sign of a zero stays.
#[inline(always)]
fn sine_of(r: f64) -> f64 {
    let z = r * r;
    let mut sum = -1.0 / 1_307_674_368_000.0;
    for below in [
        6_227_020_800.0,
        -39_916_800.0,
        362_880.0,
        -5_040.0,
        120.0,
        -6.0,
    ] {
        sum = sum * z + 1.0 / below;
    }
    r * (1.0 + z * sum)
}

/// The cosine, likewise.
#[inline(always)]
fn cosine_of(r: f64) -> f64 {
    let z = r * r;
    let mut sum = 1.0 / 20_922_789_888_000.0;
    for below in [
        -87_178_291_200.0,
        479_001_600.0,
        -3_628_800.0,
        40_320.0,
        -720.0,
        24.0,
        -2.0,
        1.0,
    ] {
        sum = sum * z + 1.0 / below;
    }
    sum
}

/// `logf`.
#[inline(always)]
pub fn log(a: f32) -> Answer {
    let (k, log) = parts(a);
    ((k * LN_2 + log) as f32, positive(a))
}

/// `log2f`.
#[inline(always)]
pub fn log2(a: f32) -> Answer {
    (binary_log(a) as f32, positive(a))
}

/// `log10f`.
#[inline(always)]
pub fn log10(a: f32) -> Answer {
    let (k, log) = parts(a);
    ((k * (LN_2 * LOG10_E) + log * LOG10_E) as f32, positive(a))
}

/// The logarithm to base 2 of a positive number.
#[inline(always)]
pub fn binary_log(a: f32) -> f64 {
    let (k, log) = parts(a);
    k + log * LOG2_E
}

/// Whether a number has a logarithm that is a number.
#[inline(always)]
pub fn positive(a: f32) -> bool {
    a > 0.0 && a < f32::INFINITY
}

/// A positive number as 2^k · m: k, and the logarithm of m, which lies between √½ and √2.
#[inline(always)]
fn parts(a: f32) -> (f64, f64) {
    // A double has room for the smallest floats. What is added carries into the exponent where m would be above √2.
    let bits = (a as f64).to_bits();
    let carried = bits.wrapping_add((2.0f64.to_bits()).wrapping_sub(SQRT_2.to_bits()));
    // The exponent as a number: its bits below those of 2^52.
    let ones = (1u64 << 52) as f64;
    let k = f64::from_bits(carried >> 52 | ones.to_bits()) - ones - 1023.0;
    let above = (carried >> 52 << 52).wrapping_sub(1.0f64.to_bits());
    let m = f64::from_bits(bits.wrapping_sub(above));
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let mut sum = 1.0 / 19.0;
    for below in [17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0] {
        sum = sum * z + 1.0 / below;
    }
    (k, 2.0 * (s + s * (z * sum)))
}

/// `powf`. A square is exact before it is rounded, as people compare it with a product.
#[inline(always)]
pub fn pow(a: f32, b: f32) -> Answer {
    let (k, log) = parts(a);
    let x = (k * LN_2 + log) * b as f64;
    let square = b == 2.0;
    let value = match square {
        true => a as f64 * a as f64,
        false => exp(x.clamp(-90.0, 90.0)),
    };
    let taken = positive(a) && x.abs() < 87.0 || square && !a.is_nan();
    (value as f32, taken)
}

/// e^x for |x| below 100.
#[inline(always)]
fn exp(x: f64) -> f64 {
    let (k, power) = whole(x * LOG2_E);
    power * little((x - k * LN_2_HIGH) - k * LN_2_LOW)
}

/// `tanhf`.
#[inline(always)]
pub fn tanh(a: f32) -> Answer {
    let x = (a.abs() as f64 * 2.0).min(40.0);
    let (k, power) = whole(x * LOG2_E);
    let r = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    // e^x - 1, of which small ones keep their digits.
    let less = power * (r * sloped(r)) + (power - 1.0);
    let value = less / (less + 2.0);
    ((value as f32).copysign(a), !a.is_nan())
}

/// (e^r - 1) / r for |r| < 0.35, by its series.
#[inline(always)]
fn sloped(r: f64) -> f64 {
    let mut sum = 1.0 / 479_001_600.0;
    for below in [
        39_916_800.0,
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
    ] {
        sum = sum * r + 1.0 / below;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{Answer, cos, log, log2, log10, pow, sin, tan, tanh};

    /// Floats of all magnitudes, dense in bits.
    fn floats() -> impl Iterator<Item = f32> {
        (0..u32::MAX / 5_003).map(|i| f32::from_bits(i * 5_003))
    }

    /// How many of a function's values are not the nearest float; none may be further than the next but one.
    fn off(name: &str, f: impl Fn(f32) -> Answer, exact: impl Fn(f64) -> f64) -> f64 {
        let (mut all, mut off) = (0u32, 0u32);
        for a in floats() {
            let (value, taken) = f(a);
            if !taken {
                continue;
            }
            let want = exact(a as f64) as f32;
            let gap = (value.to_bits() as i32).wrapping_sub(want.to_bits() as i32);
            assert!(gap.abs() <= 1, "{name}({a:e}): {value:e} and not {want:e}");
            all += 1;
            off += (gap != 0) as u32;
        }
        assert!(all > 100_000, "{name} takes {all} of them");
        off as f64 / all as f64
    }

    #[test]
    fn values_are_the_nearest_floats() {
        let offs = [
            off("sin", sin, libm::sin),
            off("cos", cos, libm::cos),
            off("tan", tan, libm::tan),
            off("log", log, libm::log),
            off("log2", log2, libm::log2),
            off("log10", log10, libm::log10),
            off("tanh", tanh, libm::tanh),
            off("pow 1.7", |a| pow(a, 1.7), |a| libm::pow(a, 1.7f32 as f64)),
            off(
                "pow -0.3",
                |a| pow(a, -0.3),
                |a| libm::pow(a, -0.3f32 as f64),
            ),
            off("square", |a| pow(a, 2.0), |a| a * a),
        ];
        assert!(offs.iter().all(|off| *off < 1e-5), "{offs:?}");
    }

    #[test]
    fn what_is_exact_stays_exact() {
        for k in -20..20 {
            assert_eq!(log2(2f32.powi(k)), (k as f32, true));
            assert_eq!(pow(2.0, k as f32).0, 2f32.powi(k));
        }
        for k in 0..10 {
            assert_eq!(log10(10f32.powi(k)).0, k as f32);
            assert_eq!(pow(3.0, k as f32).0, 3f32.powi(k));
        }
        assert!(sin(-0.0).0.is_sign_negative() && tanh(-0.0).0.is_sign_negative());
        assert_eq!(tanh(30.0).0, 1.0);
    }

    #[test]
    fn arguments_that_need_another_way_say_so() {
        let none = [f32::NAN, f32::INFINITY, -f32::INFINITY];
        assert!(none.iter().all(|a| !sin(*a).1 && !cos(*a).1 && !tan(*a).1));
        assert!(
            none.iter()
                .chain(&[0.0, -1.0])
                .all(|a| !log(*a).1 && !pow(*a, 1.5).1)
        );
        assert!(!pow(10.0, 60.0).1 && !pow(10.0, f32::NAN).1 && !tanh(f32::NAN).1);
    }
}
