//! The maths library's rarer functions, in `double`.
//!
//! Numbers go in, a number comes out. The rule: a value better than a `float` everywhere, and to within a few units of the
//! last place of a `double`; series and refinement steps are ours, the rest is `libm`'s.

use cuda_ir::intrinsic::Intrinsic;
use std::f64::consts::{FRAC_1_SQRT_2, PI, SQRT_2};

/// The value of a function that `Intrinsic` names.
pub fn function(op: Intrinsic, x: f64, y: f64, z: f64) -> f64 {
    match op {
        Intrinsic::Erfinv => erfinv(x),
        Intrinsic::Erfcinv => erfcinv(x),
        Intrinsic::Erfcx => erfcx(x),
        Intrinsic::Normcdf => 0.5 * libm::erfc(-x * FRAC_1_SQRT_2),
        Intrinsic::Normcdfinv => -SQRT_2 * erfcinv(2.0 * x),
        Intrinsic::J0 => libm::j0(x),
        Intrinsic::J1 => libm::j1(x),
        Intrinsic::Y0 => libm::y0(x),
        Intrinsic::Y1 => libm::y1(x),
        Intrinsic::CylI0 => cyl_i(x, 0),
        Intrinsic::CylI1 => cyl_i(x, 1),
        Intrinsic::Rhypot => 1.0 / libm::hypot(x, y),
        Intrinsic::Norm3 => libm::hypot(libm::hypot(x, y), z),
        Intrinsic::Rnorm3 => 1.0 / libm::hypot(libm::hypot(x, y), z),
        Intrinsic::Rcbrt => 1.0 / libm::cbrt(x),
        Intrinsic::TanPi => tan_pi(x),
        _ => f64::NAN,
    }
}

fn tan_pi(x: f64) -> f64 {
    let r = x - x.round_ties_even();
    if r.abs() == 0.5 {
        return f64::INFINITY.copysign(if (x - r) % 2.0 == 0.0 { r } else { -r });
    }
    libm::tan(PI * r)
}

/// The neighbour of `x` towards `y`.
pub fn next_after32(x: f32, y: f32) -> f32 {
    libm::nextafterf(x, y)
}

/// `frexp`: a fraction in [1/2, 1) and the exponent; of 0, infinity and NaN the number itself and 0.
pub fn fraction(x: f64) -> (f64, i32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0);
    }
    libm::frexp(x)
}

/// The exponent of `x` as a number.
pub fn logb(x: f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x.is_infinite() {
        f64::INFINITY
    } else if x.is_nan() {
        x
    } else {
        (libm::frexp(x).1 - 1) as f64
    }
}

/// The exponent of `x` as an integer, with CUDA's answers for 0, NaN (both the least) and infinity (the greatest).
pub fn ilogb(x: f64) -> i32 {
    if x == 0.0 || x.is_nan() {
        i32::MIN
    } else if x.is_infinite() {
        i32::MAX
    } else {
        libm::frexp(x).1 - 1
    }
}

/// exp(x²)·erfc(x), without the overflow of either.
fn erfcx(x: f64) -> f64 {
    if x < 5.0 {
        if x < -27.0 {
            return f64::INFINITY;
        }
        return libm::exp(x * x) * libm::erfc(x);
    }
    // A continued fraction: 1/√π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))).
    let mut below = x;
    for k in (1..=60).rev() {
        below = x + 0.5 * k as f64 / below;
    }
    1.0 / (below * PI.sqrt())
}

/// A first guess (S. Winitzki), then steps of Halley's on erf.
fn erfinv(y: f64) -> f64 {
    if y.is_nan() || y.abs() > 1.0 {
        return f64::NAN;
    }
    if y.abs() == 1.0 {
        return f64::INFINITY.copysign(y);
    }
    if y.abs() > 0.5 {
        return erfcinv(1.0 - y.abs()).copysign(y);
    }
    let mut x = guess(y);
    for _ in 0..4 {
        let slope = 2.0 / PI.sqrt() * libm::exp(-x * x);
        let step = (libm::erf(x) - y) / slope;
        x -= step / (1.0 + x * step);
    }
    x
}

fn guess(y: f64) -> f64 {
    let log = libm::log1p(-y * y);
    let a = 0.147;
    let half = 2.0 / (PI * a) + log / 2.0;
    ((half * half - log / a).sqrt() - half).sqrt().copysign(y)
}

fn erfcinv(y: f64) -> f64 {
    if y.is_nan() || !(0.0..=2.0).contains(&y) {
        return f64::NAN;
    }
    if y == 0.0 || y == 2.0 {
        return f64::INFINITY.copysign(1.0 - y);
    }
    if y > 1.0 {
        return -erfcinv(2.0 - y);
    }
    if y > 0.5 {
        return erfinv(1.0 - y);
    }
    let mut x = (-libm::log(y * PI.sqrt() * (-libm::log(y)).sqrt().max(0.5)))
        .max(0.25)
        .sqrt();
    for _ in 0..12 {
        let slope = -2.0 / PI.sqrt() * libm::exp(-x * x);
        let step = (libm::erfc(x) - y) / slope;
        x -= step / (1.0 + x * step);
    }
    x
}

/// The modified Bessel function of order 0 or 1: its power series, and for large arguments its asymptotic one.
fn cyl_i(x: f64, order: i32) -> f64 {
    let ax = x.abs();
    let sign = if order == 1 && x < 0.0 { -1.0 } else { 1.0 };
    if ax < 30.0 {
        let quarter = ax * ax / 4.0;
        let mut term = if order == 0 { 1.0 } else { ax / 2.0 };
        let mut sum = term;
        let mut k = 1.0;
        while term > sum * 1e-18 {
            term *= quarter / (k * (k + order as f64));
            sum += term;
            k += 1.0;
        }
        return sign * sum;
    }
    if ax > 800.0 {
        return sign * if ax.is_nan() { ax } else { f64::INFINITY };
    }
    let mu = 4.0 * (order * order) as f64;
    let (mut term, mut sum) = (1.0, 1.0);
    for k in 1..20 {
        let odd = (2 * k - 1) as f64;
        term *= -(mu - odd * odd) / (k as f64 * 8.0 * ax);
        sum += term;
    }
    // exp in two halves, so that it does not overflow before the root divides.
    let half = libm::exp(ax / 2.0);
    sign * half * (sum / (2.0 * PI * ax).sqrt()) * half
}
