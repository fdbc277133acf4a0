//! Functions of `double` whose plain formulas lose more than the device's: by sums of two numbers, the second of which is what the first has lost.
//!
//! A number goes in, the nearest `double` but for little comes out. The rule: exact sums and products (Dekker 1971, Knuth 4.2.2) carry about
//! a hundred digits through, so that only the last rounding is left.

use std::f64::consts::LOG2_E;

/// A number as a sum; the second is below the last place of the first.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

/// The first 32 bits of ln 2, and what is left.
const LN_2: Pair = Pair(
    f64::from_bits(0x3fe6_2e42_fee0_0000),
    f64::from_bits(0x3dea_39ef_3579_3c76),
);

/// Halvings of the argument before the series.
const HALVINGS: i32 = 8;

impl Pair {
    /// a + b.
    fn sum(a: f64, b: f64) -> Pair {
        let sum = a + b;
        let of_b = sum - a;
        Pair(sum, (a - (sum - of_b)) + (b - of_b))
    }

    /// a · b.
    fn product(a: f64, b: f64) -> Pair {
        let product = a * b;
        Pair(product, a.mul_add(b, -product))
    }

    fn plus(self, other: Pair) -> Pair {
        let high = Pair::sum(self.0, other.0);
        Pair::sum(high.0, high.1 + (self.1 + other.1))
    }

    fn times(self, other: Pair) -> Pair {
        let high = Pair::product(self.0, other.0);
        Pair::sum(high.0, high.1 + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, other: Pair) -> Pair {
        let about = self.0 / other.0;
        let back = other.times(Pair(-about, 0.0));
        let rest = self.plus(back);
        Pair::sum(about, rest.0 / other.0)
    }

    /// Times a power of two.
    fn scaled(self, by: f64) -> Pair {
        Pair(self.0 * by, self.1 * by)
    }

    fn value(self) -> f64 {
        self.0 + self.1
    }

    /// e^x − 1, of numbers up to 700.
    fn exp_less_one(x: f64) -> Pair {
        let k = (x * LOG2_E).round();
        let low = Pair::product(-k, LN_2.1);
        let rest = Pair::sum(x - k * LN_2.0, 0.0).plus(low);
        let s = rest.scaled(2f64.powi(-HALVINGS));
        let t = s.0;
        let tail = t * t * t * (1.0 / 6.0 + t * (1.0 / 24.0 + t * (1.0 / 120.0 + t / 720.0)));
        let mut power = s.plus(s.times(s).scaled(0.5)).plus(Pair(tail, 0.0));
        for _ in 0..HALVINGS {
            power = power.scaled(2.0).plus(power.times(power));
        }
        if k == 0.0 {
            return power;
        }
        let two_to = 2f64.powi(k as i32);
        power.scaled(two_to).plus(Pair::sum(two_to, -1.0))
    }
}

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    let x = x.abs();
    if x.is_nan() || x > 700.0 {
        return libm::cosh(x);
    }
    let power = Pair::exp_less_one(x).plus(Pair(1.0, 0.0));
    let back = Pair(1.0, 0.0).over(power);
    power.plus(back).value() * 0.5
}

/// The hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    // Below, it is its argument; above, 1.
    if x.is_nan() || x.abs() > 20.0 || x.abs() < 1e-9 {
        return libm::tanh(x);
    }
    let power = Pair::exp_less_one(2.0 * x.abs());
    let all = power.plus(Pair(2.0, 0.0));
    power.over(all).value().copysign(x)
}

/// 1/√x.
pub fn rsqrt(x: f64) -> f64 {
    let about = 1.0 / x.sqrt();
    if !about.is_finite() || about == 0.0 {
        return about;
    }
    // One step of Newton's: x·y² differs from 1 by twice what y is off.
    let root = Pair::product(x, about);
    let off = 1.0 - Pair::product(root.0, about).0;
    let lost = Pair::product(root.0, about).1 + root.1 * about;
    about + 0.5 * about * (off - lost)
}
