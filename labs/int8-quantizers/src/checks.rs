//! The calls that each check makes, and the right answers, worked by hand.

use lab::{Asking, Seeded, ask};

use super::{Exercise, QuantError};

const NAN: f32 = f32::NAN;
const INFINITE: f32 = f32::INFINITY;
const NOTHING: [f32; 0] = [];
const NO_CODES: [i8; 0] = [];

pub(crate) fn values(e: &Exercise, ask: &mut Asking) {
    // The step is 1 / 127: 63.5 goes to 64, 31.75 to 32, 95.25 to 95.
    let codes = vec![64, 32, 0, 95, -127];
    ask!(ask, e.symmetric(&[0.5, 0.25, 0.0, 0.75, -1.0])).is(Ok((1.0 / 127.0, codes)));
}

pub(crate) fn ties(e: &Exercise, ask: &mut Asking) {
    let codes = vec![127, 0, 2, 2, 0, -2, -2, -127];
    ask!(
        ask,
        e.symmetric(&[127.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, -127.0])
    )
    .is(Ok((1.0, codes)));
}

pub(crate) fn half_step(e: &Exercise, ask: &mut Asking) {
    let x = Seeded::new(1).units(1000);
    ask!(ask, e.symmetric(&x)).satisfies("every number within half a step", |answer| {
        let Ok((scale, codes)) = answer else {
            return false;
        };
        let off = |(x, q): (&f32, &i8)| (f64::from(*x) - f64::from(*q) * f64::from(*scale)).abs();
        // Half a step, and what the rounding of the quotient may add.
        let most = f64::from(*scale) * (0.5 + (-16f64).exp2());
        codes.len() == x.len() && x.iter().zip(codes).map(off).all(|off| off <= most)
    });
}

pub(crate) fn zero_tensor(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.symmetric(&[0.0, 0.0, 0.0])).is(Ok((0.0, vec![0, 0, 0])));
}

pub(crate) fn errors(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.symmetric(&NOTHING)).is(Err(QuantError::Empty));
    ask!(ask, e.symmetric(&[1.0, NAN])).is(Err(QuantError::NotFinite));
    ask!(ask, e.symmetric(&[-INFINITE, 1.0])).is(Err(QuantError::NotFinite));
}

pub(crate) fn shifted(e: &Exercise, ask: &mut Asking) {
    // −1.28 … 1.27 in 255 steps of 0.01, and 0 in the middle of them, at −128 + 128.
    let codes = vec![-128, 127, 0, 30, -50];
    ask!(ask, e.asymmetric(&[-1.28, 1.27, 0.0, 0.3, -0.5])).satisfies(
        "Ok((0.01, 0, [-128, 127, 0, 30, -50]))",
        |answer| {
            answer
                .as_ref()
                .is_ok_and(|(s, z, q)| (s - 0.01).abs() < 1e-7 && *z == 0 && *q == codes)
        },
    );
    ask!(ask, e.asymmetric(&NOTHING)).is(Err(QuantError::Empty));
    ask!(ask, e.asymmetric(&[NAN])).is(Err(QuantError::NotFinite));
}

pub(crate) fn zero_is_exact(e: &Exercise, ask: &mut Asking) {
    // The range is 0 … 3.55, not 1 … 3.55: 0 has the code −128.
    ask!(ask, e.asymmetric(&[1.0, 2.0, 3.55])).satisfies("a zero-point of -128", |answer| {
        answer.as_ref().is_ok_and(|(_, z, _)| *z == -128)
    });
    ask!(ask, e.asymmetric(&[-2.0, -1.0])).satisfies("a zero-point of 127", |answer| {
        answer.as_ref().is_ok_and(|(_, z, _)| *z == 127)
    });
}

pub(crate) fn order(e: &Exercise, ask: &mut Asking) {
    // 3.2 / 255 = 0.012549; 0 stands at −128 + 63.75, −64; 2.4 is 191 steps, which −64 brings to 127.
    let codes = vec![-128, 127, -64, 16, 0];
    ask!(ask, e.asymmetric(&[-0.8, 2.4, 0.0, 1.0, 0.8])).satisfies(
        "Ok((0.012549, -64, [-128, 127, -64, 16, 0]))",
        |answer| {
            answer
                .as_ref()
                .is_ok_and(|(s, z, q)| (s - 0.012_549).abs() < 1e-6 && *z == -64 && *q == codes)
        },
    );
}

pub(crate) fn back(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.dequantize(&[-128, -64, 127], 0.5, -64)).is(vec![-32.0, 0.0, 95.5]);
    ask!(ask, e.dequantize(&NO_CODES, 0.5, 3)).is(Vec::<f32>::new());
}

pub(crate) fn shifted_zeros(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.asymmetric(&[0.0, 0.0])).is(Ok((0.0, 0, vec![0, 0])));
}

pub(crate) fn groups(e: &Exercise, ask: &mut Asking) {
    let scales = vec![4.0 / 127.0, 100.0 / 127.0, 3.0 / 127.0];
    let codes = vec![127, 32, 95, 127, 0, 0, -127, 42];
    ask!(
        ask,
        e.grouped(&[4.0, 1.0, 3.0, 100.0, 0.0, 0.0, -3.0, 1.0], 3)
    )
    .is(Ok((scales, codes)));
    ask!(ask, e.grouped(&[1.0], 0)).is(Err(QuantError::Group));
    ask!(ask, e.grouped(&NOTHING, 3)).is(Err(QuantError::Empty));
}

pub(crate) fn price(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.bits_per_weight(4.0, 128.0, 16.0, 0.0)).near(4.125);
    ask!(ask, e.bits_per_weight(4.0, 128.0, 16.0, 4.0)).near(4.15625);
    ask!(ask, e.bits_per_weight(8.0, 32.0, 16.0, 0.0)).near(8.5);
}

const ROW: usize = 100;

/// 100 rows of 100, normal as twelve uniform numbers less 6 are; row 37 is twenty times as large.
fn rows() -> Vec<f32> {
    let mut seeded = Seeded::new(1);
    let mut uniform = || (seeded.bits() >> 11) as f64 / (53f64).exp2();
    let mut normal = || (0..12).map(|_| uniform()).sum::<f64>() - 6.0;
    let mut x: Vec<f32> = (0..ROW * ROW).map(|_| normal() as f32).collect();
    x[37 * ROW..38 * ROW].iter_mut().for_each(|v| *v *= 20.0);
    x
}

pub(crate) fn outlier_row(e: &Exercise, ask: &mut Asking) {
    let x = rows();
    let whole = (e.symmetric)(&x);
    ask!(ask, e.grouped(&x, ROW)).satisfies(
        "rows other than 37 with less than a hundredth of the error of one scale for all",
        |answer| {
            let (Ok((scale, codes)), Ok((scales, by_row))) = (&whole, answer) else {
                return false;
            };
            let square =
                |x: f32, q: i8, s: f32| (f64::from(x) - f64::from(q) * f64::from(s)).powi(2);
            let clean = (0..x.len()).filter(|i| i / ROW != 37);
            let one = clean
                .clone()
                .map(|i| square(x[i], codes[i], *scale))
                .sum::<f64>();
            let each = clean
                .map(|i| square(x[i], by_row[i], scales[i / ROW]))
                .sum::<f64>();
            each * 100.0 < one
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_numbers_hold() {
        assert_eq!(
            [63.5f32, 31.75, 95.25].map(f32::round_ties_even),
            [64.0, 32.0, 95.0]
        );
        let step = 3.2f32 / 255.0;
        assert_eq!((-128.0 + 0.8 / step).round_ties_even(), -64.0);
        assert_eq!((2.4 / step).round_ties_even() - 64.0, 127.0);
        assert_eq!((0.8 / step).round_ties_even() - 64.0, 0.0);
        assert_eq!(rows().len(), 10_000);
    }
}
