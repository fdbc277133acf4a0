//! The errors of `double` functions, measured against numbers of 512 bits, within what the CUDA guide documents.
//!
//! In: functions of the machine and arguments from fixed seeds; out: the greatest error in units of the last place. The rule: a bound
//! stands here as the guide has it (Mathematical Functions Appendix, double precision), not as this machine happens to be; where the guide's
//! functions round correctly, so do these.

#[path = "shared/series.rs"]
mod series;

use astro_float_num::{BigFloat, Consts, RoundingMode};
use series::Series;
use simt::ir::op::{Bin64, MathFn};
use simt::vm::scalar::{bin64, math64};

/// Bits of the references.
const BITS: usize = 512;
const NEAREST: RoundingMode = RoundingMode::ToEven;
const COUNT: usize = 400;

/// A number as it is; those below the normal ones by way of larger ones, as the library takes them for others.
fn of(x: f64) -> BigFloat {
    if x.is_subnormal() {
        let up = 2f64.powi(600);
        return div(&of(x * up), &of(up));
    }
    BigFloat::from_f64(x, BITS)
}

fn add(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.add(b, BITS, NEAREST)
}

fn sub(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.sub(b, BITS, NEAREST)
}

fn mul(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.mul(b, BITS, NEAREST)
}

fn div(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.div(b, BITS, NEAREST)
}

/// Functions to many digits, and the constants that they are made from.
struct Many(Consts);

impl Many {
    fn ln(&mut self, a: &BigFloat) -> BigFloat {
        a.ln(BITS, NEAREST, &mut self.0)
    }

    fn exp(&mut self, a: &BigFloat) -> BigFloat {
        a.exp(BITS, NEAREST, &mut self.0)
    }

    fn pi(&mut self) -> BigFloat {
        self.0.pi(BITS, NEAREST)
    }

    fn power(&mut self, base: f64, x: &BigFloat) -> BigFloat {
        of(base).pow(x, BITS, NEAREST, &mut self.0)
    }

    /// πx.
    fn turns(&mut self, x: &BigFloat) -> BigFloat {
        let pi = self.pi();
        mul(&pi, x)
    }

    /// 2/√π · Σ (−1)ⁿ x²ⁿ⁺¹ / (n! (2n+1)).
    fn erf(&mut self, x: &BigFloat) -> BigFloat {
        let square = mul(x, x);
        let (mut term, mut sum) = (x.clone(), x.clone());
        for n in 1..2000 {
            let next = mul(&term, &square);
            term = div(&next, &of(-f64::from(n)));
            let part = div(&term, &of(f64::from(2 * n + 1)));
            sum = add(&sum, &part);
            let gone = part.exponent() < sum.exponent().map(|e| e - BITS as i32);
            if part.is_zero() || gone {
                break;
            }
        }
        let root = self.pi().sqrt(BITS, NEAREST);
        let twice = mul(&sum, &of(2.0));
        div(&twice, &root)
    }

    /// ln Γ(x) of a positive number: Stirling's series from x + n ≥ 80 on, and down again.
    fn ln_gamma(&mut self, x: &BigFloat) -> BigFloat {
        let (one, mut z, mut product) = (of(1.0), x.clone(), of(1.0));
        while z.cmp(&of(80.0)) < Some(0) {
            product = mul(&product, &z);
            z = add(&z, &one);
        }
        let logarithm = self.ln(&z);
        let less = sub(&z, &of(0.5));
        let first = mul(&less, &logarithm);
        let pi = self.pi();
        let turn = mul(&pi, &of(2.0));
        let half = mul(&self.ln(&turn), &of(0.5));
        let first = sub(&first, &z);
        let mut sum = add(&first, &half);
        let square = mul(&z, &z);
        let mut power = z.clone();
        for (k, bernoulli) in (1..).zip(Self::bernoulli(30)) {
            let below = mul(&power, &of(f64::from(2 * k * (2 * k - 1))));
            sum = add(&sum, &div(&bernoulli, &below));
            power = mul(&power, &square);
        }
        let down = self.ln(&product);
        sub(&sum, &down)
    }

    /// B₂, B₄ … by Σ C(m+1, j) B(j) = 0.
    fn bernoulli(count: usize) -> Vec<BigFloat> {
        let mut all = vec![of(1.0)];
        for m in 1..=2 * count {
            let (mut sum, mut choose) = (of(0.0), of(1.0));
            for (j, b) in all.iter().enumerate() {
                sum = add(&sum, &mul(&choose, b));
                let up = mul(&choose, &of((m + 1 - j) as f64));
                choose = div(&up, &of((j + 1) as f64));
            }
            all.push(div(&sum, &of(-((m + 1) as f64))));
        }
        all.into_iter().skip(2).step_by(2).collect()
    }
}

/// The distance in units of the last place that `exact` has as a `double`.
fn ulps(got: f64, exact: &BigFloat) -> f64 {
    if exact.is_zero() || !got.is_finite() {
        return if got == 0.0 { 0.0 } else { f64::INFINITY };
    }
    let unit = exact.exponent().unwrap_or(0).max(-1021) - 53;
    let off = sub(&of(got), exact);
    let Some((words, _, _, exponent, _)) = off.as_raw_parts() else {
        return f64::INFINITY;
    };
    let lead = words.last().map_or(0.0, |word| *word as f64);
    lead * 2f64.powi(exponent - unit - usize::BITS as i32)
}

/// Function, reference, range, greatest error.
type Row = (
    MathFn,
    fn(&mut Many, &BigFloat) -> BigFloat,
    (f64, f64),
    f64,
);

macro_rules! plain {
    ($name:ident) => {
        |m: &mut Many, x: &BigFloat| x.$name(BITS, NEAREST, &mut m.0)
    };
}

/// Powers, logarithms and roots.
const POWERS: [Row; 11] = [
    (
        MathFn::Sqrt,
        |_, x| x.sqrt(BITS, NEAREST),
        (1e-300, 1e300),
        0.5,
    ),
    (
        MathFn::Rsqrt,
        |_, x| div(&of(1.0), &x.sqrt(BITS, NEAREST)),
        (1e-300, 1e300),
        1.0,
    ),
    (
        MathFn::Cbrt,
        |_, x| x.cbrt(BITS, NEAREST),
        (1e-300, 1e300),
        1.0,
    ),
    (MathFn::Exp, |m, x| m.exp(x), (-740.0, 709.0), 1.0),
    (MathFn::Exp2, |m, x| m.power(2.0, x), (-1070.0, 1023.0), 1.0),
    (MathFn::Exp10, |m, x| m.power(10.0, x), (-320.0, 308.0), 1.0),
    (
        MathFn::Expm1,
        |m, x| sub(&m.exp(x), &of(1.0)),
        (-2.0, 2.0),
        1.0,
    ),
    (MathFn::Log, |m, x| m.ln(x), (1e-320, 1e308), 1.0),
    (MathFn::Log2, plain!(log2), (1e-320, 1e308), 1.0),
    (MathFn::Log10, plain!(log10), (1e-320, 1e308), 1.0),
    (
        MathFn::Log1p,
        |m, x| m.ln(&add(x, &of(1.0))),
        (-0.9, 2.0),
        1.0,
    ),
];

/// Of angles, and their inverses.
const ANGLES: [Row; 14] = [
    (MathFn::Sin, plain!(sin), (-1e5, 1e5), 2.0),
    (MathFn::Cos, plain!(cos), (-1e5, 1e5), 2.0),
    (MathFn::Tan, plain!(tan), (-1e3, 1e3), 2.0),
    (
        MathFn::SinPi,
        |m, x| m.turns(x).sin(BITS, NEAREST, &mut m.0),
        (-100.0, 100.0),
        2.0,
    ),
    (
        MathFn::CosPi,
        |m, x| m.turns(x).cos(BITS, NEAREST, &mut m.0),
        (-100.0, 100.0),
        2.0,
    ),
    (MathFn::Asin, plain!(asin), (-1.0, 1.0), 2.0),
    (MathFn::Acos, plain!(acos), (-1.0, 1.0), 2.0),
    (MathFn::Atan, plain!(atan), (-1e3, 1e3), 2.0),
    (MathFn::Sinh, plain!(sinh), (-20.0, 20.0), 2.0),
    (MathFn::Cosh, plain!(cosh), (-20.0, 20.0), 1.0),
    (MathFn::Tanh, plain!(tanh), (-3.0, 3.0), 1.0),
    (MathFn::Asinh, plain!(asinh), (-100.0, 100.0), 3.0),
    (MathFn::Acosh, plain!(acosh), (1.0, 100.0), 3.0),
    (MathFn::Atanh, plain!(atanh), (-1.0, 1.0), 2.0),
];

/// Of probability, and factorials.
const SPECIAL: [Row; 4] = [
    (MathFn::Erf, |m, x| m.erf(x), (-5.0, 5.0), 2.0),
    (
        MathFn::Erfc,
        |m, x| sub(&of(1.0), &m.erf(x)),
        (-4.0, 9.0),
        5.0,
    ),
    (
        MathFn::Tgamma,
        |m, x| {
            let logarithm = m.ln_gamma(x);
            m.exp(&logarithm)
        },
        (0.1, 170.0),
        10.0,
    ),
    (MathFn::Lgamma, |m, x| m.ln_gamma(x), (0.1, 1e6), 4.0),
];

fn hold(rows: &[Row], count: usize) {
    let mut many = Many(Consts::new().expect("room for constants"));
    let mut far = Vec::new();
    for (f, exact, (low, high), bound) in rows {
        let mut series = Series(1);
        let (mut worst, mut at) = (0.0, 0.0);
        for _ in 0..count {
            let x = series.between(*low, *high);
            let got = f64::from_bits(math64(*f, x.to_bits()));
            let error = ulps(got, &exact(&mut many, &of(x)));
            if error > worst {
                (worst, at) = (error, x);
            }
        }
        if worst > *bound {
            far.push(format!(
                "{f:?}({at}) is off by {worst} units of the last place, and {bound} is documented"
            ));
        }
    }
    assert!(far.is_empty(), "{}", far.join("\n"));
}

#[test]
fn powers_logarithms_and_roots() {
    hold(&POWERS, COUNT);
}

#[test]
fn functions_of_angles() {
    hold(&ANGLES, COUNT);
}

#[test]
fn functions_of_probability() {
    hold(&SPECIAL, COUNT / 4);
}

#[test]
fn functions_of_two() {
    let mut many = Many(Consts::new().expect("room for constants"));
    let mut series = Series(2);
    for _ in 0..COUNT {
        let (x, y) = (series.between(1e-3, 1e3), series.between(-40.0, 40.0));
        let (a, b) = (of(x), of(y));
        let call = |op: Bin64| f64::from_bits(bin64(op, x.to_bits(), y.to_bits()));
        let power = a.pow(&b, BITS, NEAREST, &mut many.0);
        let squares = add(&mul(&a, &a), &mul(&b, &b));
        let mut angle = div(&a, &b).atan(BITS, NEAREST, &mut many.0);
        if y < 0.0 {
            let pi = many.pi();
            angle = add(&angle, &pi);
        }
        for (op, exact) in [
            (Bin64::FPow, &power),
            (Bin64::FHypot, &squares.sqrt(BITS, NEAREST)),
            (Bin64::FAtan2, &angle),
        ] {
            let error = ulps(call(op), exact);
            assert!(error <= 2.0, "{op:?}({x}, {y}) is off by {error}");
        }
    }
}
