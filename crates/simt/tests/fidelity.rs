//! The errors of `float` functions, measured against `double` over their ranges, within what the CUDA guide documents.
//!
//! In: functions of the machine and arguments from fixed seeds; out: the greatest error in units of the last place. The
//! rule: a bound stands here as the guide has it (Mathematical Functions Appendix), not as this machine happens to be.

#[path = "shared/series.rs"]
mod series;

use series::Series;
use simt::ir::op::{Bin32, MathFn};
use simt::vm::scalar::{bin32, math32};
use std::f64::consts::PI;

/// The distance in units of the last place that `exact` has as a `float`.
fn ulps(got: f32, exact: f64) -> f64 {
    if (got.is_nan() && exact.is_nan()) || got as f64 == exact {
        return 0.0;
    }
    let near = exact as f32;
    if near.is_infinite() {
        return if got == near { 0.0 } else { f64::INFINITY };
    }
    let unit = ((near.abs().next_up() - near.abs()) as f64).max(f32::from_bits(1) as f64);
    (got as f64 - exact).abs() / unit
}

fn call(f: MathFn, x: f32) -> f32 {
    f32::from_bits(math32(f, x.to_bits()))
}

const COUNT: usize = 20_000;

/// (function, reference, range, greatest error).
type Row = (MathFn, fn(f64) -> f64, (f64, f64), f64);

#[test]
fn functions_are_within_the_documented_error() {
    let rows: [Row; 24] = [
        (MathFn::Sqrt, f64::sqrt, (1e-38, 1e38), 0.5),
        (MathFn::Rsqrt, |x| 1.0 / x.sqrt(), (1e-38, 1e38), 2.0),
        (MathFn::Cbrt, libm::cbrt, (1e-38, 1e38), 1.0),
        (MathFn::Exp, libm::exp, (-104.0, 89.0), 1.0),
        (MathFn::Exp2, libm::exp2, (-150.0, 128.0), 2.0),
        (MathFn::Exp10, libm::exp10, (-45.0, 38.5), 2.0),
        (MathFn::Expm1, libm::expm1, (-10.0, 88.0), 1.0),
        (MathFn::Log, libm::log, (1e-44, 3e38), 1.0),
        (MathFn::Log2, libm::log2, (1e-44, 3e38), 1.0),
        (MathFn::Log10, libm::log10, (1e-44, 3e38), 2.0),
        (MathFn::Log1p, libm::log1p, (-0.99, 1e3), 1.0),
        (MathFn::Sin, libm::sin, (-1e5, 1e5), 2.0),
        (MathFn::Cos, libm::cos, (-1e5, 1e5), 2.0),
        (MathFn::Tan, libm::tan, (-1e3, 1e3), 4.0),
        (MathFn::Asin, libm::asin, (-1.0, 1.0), 2.0),
        (MathFn::Acos, libm::acos, (-1.0, 1.0), 2.0),
        (MathFn::Atan, libm::atan, (-1e3, 1e3), 2.0),
        (MathFn::Sinh, libm::sinh, (-88.0, 88.0), 3.0),
        (MathFn::Cosh, libm::cosh, (-88.0, 88.0), 2.0),
        (MathFn::Tanh, libm::tanh, (-10.0, 10.0), 2.0),
        (MathFn::Erf, libm::erf, (-4.0, 4.0), 2.0),
        (MathFn::Erfc, libm::erfc, (-4.0, 9.0), 4.0),
        (MathFn::Tgamma, libm::tgamma, (0.1, 34.0), 5.0),
        (MathFn::Lgamma, libm::lgamma, (3.0, 1e6), 6.0),
    ];
    for (f, exact, (low, high), bound) in rows {
        let mut series = Series(1);
        for _ in 0..COUNT {
            let x = series.between(low, high) as f32;
            let error = ulps(call(f, x), exact(x as f64));
            assert!(
                error <= bound,
                "{f:?}({x}) is off by {error} units of the last place"
            );
        }
    }
}

#[test]
fn powers_are_within_the_documented_error() {
    let mut series = Series(2);
    for _ in 0..COUNT {
        let (x, y) = (
            series.between(1e-3, 1e3) as f32,
            series.between(-10.0, 10.0) as f32,
        );
        let got = f32::from_bits(bin32(Bin32::FPow, x.to_bits(), y.to_bits()));
        let error = ulps(got, libm::pow(x as f64, y as f64));
        assert!(error <= 4.0, "powf({x}, {y}) is off by {error}");
    }
}

/// A fast function with a bound that depends on the argument: absolute if the flag says so, else in units of the last place.
type Fast = (MathFn, fn(f64) -> f64, (f64, f64), fn(f64) -> (bool, f64));

#[test]
fn intrinsics_are_within_the_documented_error() {
    let rows: [Fast; 6] = [
        (MathFn::FastExp, libm::exp, (-80.0, 80.0), |x| {
            (false, 2.0 + (1.173 * x).abs().floor())
        }),
        (MathFn::FastExp10, libm::exp10, (-35.0, 35.0), |x| {
            (false, 2.0 + (2.97 * x).abs().floor())
        }),
        (MathFn::FastLog, libm::log, (1e-30, 1e30), |x| {
            match (0.5..=2.0).contains(&x) {
                true => (true, 2f64.powf(-21.41)),
                false => (false, 3.0),
            }
        }),
        (
            MathFn::FastLog2,
            libm::log2,
            (1e-30, 1e30),
            |x| match (0.5..=2.0).contains(&x) {
                true => (true, 2f64.powi(-22)),
                false => (false, 2.0),
            },
        ),
        (MathFn::FastSin, libm::sin, (-PI, PI), |_| {
            (true, 2f64.powf(-21.41))
        }),
        (MathFn::FastCos, libm::cos, (-PI, PI), |_| {
            (true, 2f64.powf(-21.19))
        }),
    ];
    for (f, exact, (low, high), bound) in rows {
        let mut series = Series(3);
        for _ in 0..COUNT {
            let x = series.between(low, high) as f32;
            let (got, want) = (call(f, x), exact(x as f64));
            let (absolute, most) = bound(x as f64);
            let error = if absolute {
                (got as f64 - want).abs()
            } else {
                ulps(got, want)
            };
            assert!(
                error <= most,
                "{f:?}({x}) is off by {error}, and {most} is documented"
            );
        }
    }
}

#[test]
fn a_fast_division_is_within_two_units() {
    let mut series = Series(4);
    for _ in 0..COUNT {
        let (x, y) = (
            series.between(-1e3, 1e3) as f32,
            series.between(1e-30, 1e30) as f32,
        );
        let got = f32::from_bits(bin32(Bin32::FastDiv, x.to_bits(), y.to_bits()));
        let error = ulps(got, x as f64 / y as f64);
        assert!(error <= 2.0, "__fdividef({x}, {y}) is off by {error}");
    }
}
