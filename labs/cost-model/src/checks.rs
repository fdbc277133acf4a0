//! The calls that each check makes, and the right answers: worked by hand, or a quotient of numbers that are given.

use lab::{Asking, ask};

use super::{CostError, Exercise};

/// A number that an answer should have, or NaN, which is near nothing.
fn number<E>(answer: Result<f64, E>) -> f64 {
    answer.unwrap_or(f64::NAN)
}

/// 0.25 an hour, 700 tokens a second: 2.52 million an hour.
const MILLION: f64 = 0.25 / 2.52;

pub(crate) fn million(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.per_million(0.25, 700.0, 1.0)).satisfies("Ok(0.0992063)", |a| near(a, MILLION));
    ask!(ask, e.per_million(0.0, 700.0, 1.0)).is(Ok(0.0));
    ask!(ask, e.per_million(3.6, 1000.0, 1.0)).satisfies("Ok(1.0)", |a| near(a, 1.0));
}

pub(crate) fn busy_share(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.per_million(0.25, 700.0, 0.3))
        .satisfies("Ok(0.330688)", |a| near(a, MILLION / 0.3));
}

pub(crate) fn price_errors(e: &Exercise, ask: &mut Asking) {
    for speed in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        ask!(ask, e.per_million(0.25, speed, 1.0)).is(Err(CostError::Speed));
    }
    for share in [0.0, 1.01, 30.0, f64::NAN] {
        ask!(ask, e.per_million(0.25, 700.0, share)).is(Err(CostError::Utilisation));
    }
    for price in [-1.0, f64::NAN, f64::INFINITY] {
        ask!(ask, e.per_million(price, 700.0, 1.0)).is(Err(CostError::Price));
    }
}

pub(crate) fn phases(e: &Exercise, ask: &mut Asking) {
    // 2000 / 5000 + 200 / 700 = 0.685714 s, at 0.25 an hour, busy half of the time.
    let right = 0.25 / 3600.0 * (0.4 + 200.0 / 700.0) / 0.5;
    ask!(ask, e.per_request(0.25, 5000.0, 700.0, 0.5, 2000, 200))
        .satisfies("Ok(9.52381e-5)", |a| near(a, right));
    ask!(ask, e.per_request(0.25, 5000.0, 700.0, 0.5, 0, 0)).is(Ok(0.0));
    ask!(ask, e.per_request(0.25, 0.0, 700.0, 0.5, 1, 1)).is(Err(CostError::Speed));
    ask!(ask, e.per_request(0.25, 5000.0, 700.0, 1.5, 1, 1)).is(Err(CostError::Utilisation));
}

pub(crate) fn sign(e: &Exercise, ask: &mut Asking) {
    let (old, new) = (0.25 / 1.44, MILLION);
    ask!(ask, e.savings_percent(old, new)).satisfies("Ok(42.85714)", |a| near(a, 300.0 / 7.0));
    ask!(ask, e.savings_percent(1.0, 1.5)).is(Ok(-50.0));
    ask!(ask, e.savings_percent(2.0, 0.0)).is(Ok(100.0));
}

pub(crate) fn savings_errors(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.savings_percent(0.0, 1.0)).is(Err(CostError::Price));
    ask!(ask, e.savings_percent(1.0, -1.0)).is(Err(CostError::Price));
    ask!(ask, e.savings_percent(f64::NAN, 1.0)).is(Err(CostError::Price));
}

pub(crate) fn share(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.break_even(0.25, 0.6, 700.0)).satisfies("Ok(Some(0.1653439))", |a| {
        near(&a.map(|share| share.unwrap_or(f64::NAN)), MILLION / 0.6)
    });
    ask!(ask, e.break_even(3.6, 1.0, 1000.0)).satisfies("Ok(Some(1.0))", |a| {
        near(&a.map(|share| share.unwrap_or(f64::NAN)), 1.0)
    });
    ask!(ask, e.break_even(0.25, 0.6, 0.0)).is(Err(CostError::Speed));
    ask!(ask, e.break_even(0.25, 0.0, 700.0)).is(Err(CostError::Price));
}

pub(crate) fn never(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.break_even(0.25, 0.05, 700.0)).is(Ok(None));
}

/// A number within a relative 1e-9.
fn near(answer: &Result<f64, CostError>, right: f64) -> bool {
    (number(*answer) - right).abs() <= lab::NEAR * right.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_numbers_hold() {
        assert!((MILLION - 0.0992063).abs() < 1e-7);
        assert!((MILLION / 0.3 - 0.330688).abs() < 1e-6);
        assert!((MILLION / 0.6 - 0.1653439).abs() < 1e-7);
        const { assert!(MILLION / 0.05 > 1.0) };
        let (old, new) = (0.25 / 1.44, MILLION);
        assert!((100.0 * (old - new) / old - 42.85714).abs() < 1e-5);
        let request: f64 = 0.25 / 3600.0 * (2000.0 / 5000.0 + 200.0 / 700.0) / 0.5;
        assert!((request - 9.52381e-5).abs() < 1e-10);
    }
}
