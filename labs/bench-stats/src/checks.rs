//! The calls that each check makes, and the right answers, worked by hand.

use std::fmt;
use std::ops::Deref;

use lab::{Asking, ask};

use super::{Band, Change, Exercise, StatsError, Verdict};

/// Eleven times of a kernel in microseconds, as they were taken.
const ELEVEN: [f64; 11] = [
    36.4, 36.2, 52.0, 36.1, 36.6, 36.3, 37.1, 36.2, 36.4, 36.9, 36.0,
];

const NO_TIMES: [f64; 0] = [];

/// 1, 2, 3, … n: times that say their place, and are told by the last one.
struct Places(Vec<f64>);

impl fmt::Debug for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.len() {
            0..=3 => write!(f, "{:?}", self.0),
            n => write!(f, "[1.0, 2.0, … {n}.0]"),
        }
    }
}

impl Deref for Places {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

fn places_to(n: u32) -> Places {
    Places((1..=n).map(f64::from).collect())
}

pub(crate) fn place(e: &Exercise, ask: &mut Asking) {
    let right = [
        (11, 50, 6.0),
        (11, 95, 11.0),
        (11, 25, 3.0),
        (11, 75, 9.0),
        (11, 1, 1.0),
        (11, 100, 11.0),
        (20, 95, 19.0),
        (20, 50, 10.0),
        (100, 99, 99.0),
        (100, 7, 7.0),
        (100, 14, 14.0),
        (100, 57, 57.0),
        (200, 95, 190.0),
        (201, 95, 191.0),
        (1, 50, 1.0),
    ];
    for (n, p, place) in right {
        let times = places_to(n);
        ask!(ask, e.percentile(&times, p)).is(Ok(place));
    }
}

pub(crate) fn unsorted(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.percentile(&ELEVEN, 50)).is(Ok(36.4));
    ask!(ask, e.percentile(&ELEVEN, 100)).is(Ok(52.0));
    // As text, 100 comes before 9.
    ask!(ask, e.percentile(&[100.0, 9.0, 20.0], 50)).is(Ok(20.0));
}

/// Six times of which the one at index 2 means nothing.
fn third_is_wrong() -> [[f64; 6]; 4] {
    [0.0, -40.0, f64::NAN, f64::INFINITY].map(|wrong| [41.0, 40.0, wrong, 40.0, 41.0, 40.0])
}

pub(crate) fn percentile_errors(e: &Exercise, ask: &mut Asking) {
    for times in third_is_wrong() {
        ask!(ask, e.percentile(&times, 50)).is(Err(StatsError::Time(2)));
    }
    ask!(ask, e.percentile(&NO_TIMES, 50)).is(Err(StatsError::TooFew));
    ask!(ask, e.percentile(&ELEVEN, 0)).is(Err(StatsError::Percent));
    ask!(ask, e.percentile(&ELEVEN, 101)).is(Err(StatsError::Percent));
    ask!(ask, e.percentile(&ELEVEN, u32::MAX)).is(Err(StatsError::Percent));
}

pub(crate) fn leading(e: &Exercise, ask: &mut Asking) {
    let cold = [
        120.0, 80.0, 60.0, 50.0, 45.0, 40.0, 41.0, 40.0, 40.0, 41.0, 40.0, 40.0, 40.0, 40.0,
    ];
    ask!(ask, e.warm_up(&cold, 1.1)).is(Ok(5usize));
    ask!(ask, e.warm_up(&cold, 1.3)).is(Ok(3usize));
    ask!(ask, e.warm_up(&cold, 2.5)).is(Ok(1usize));
    ask!(ask, e.warm_up(&cold[5..], 1.1)).is(Ok(0usize));
}

pub(crate) fn later(e: &Exercise, ask: &mut Asking) {
    let once = [80.0, 40.0, 41.0, 95.0, 40.0, 41.0, 60.0, 40.0];
    ask!(ask, e.warm_up(&once, 1.1)).is(Ok(1usize));
    ask!(ask, e.warm_up(&once[1..], 1.1)).is(Ok(0usize));
}

pub(crate) fn reference(e: &Exercise, ask: &mut Asking) {
    // The last six have the median 40, all eleven have 50.
    let long = [
        100.0, 90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 40.0, 41.0, 40.0, 40.0,
    ];
    ask!(ask, e.warm_up(&long, 1.1)).is(Ok(6usize));
    // One that is strangely fast is no reference.
    let fast = [60.0, 44.0, 41.0, 40.0, 42.0, 41.0, 30.0, 41.0, 40.0, 41.0];
    ask!(ask, e.warm_up(&fast, 1.1)).is(Ok(1usize));
    // Of five the last three: their median is 41.
    ask!(ask, e.warm_up(&[60.0, 44.5, 41.0, 44.0, 40.0], 1.1)).is(Ok(1usize));
}

pub(crate) fn limit(e: &Exercise, ask: &mut Asking) {
    let even = [64.0, 50.0, 40.0, 40.0, 40.0, 40.0];
    ask!(ask, e.warm_up(&even, 1.25)).is(Ok(1usize));
    ask!(ask, e.warm_up(&even[1..], 1.25)).is(Ok(0usize));
}

pub(crate) fn warm_up_errors(e: &Exercise, ask: &mut Asking) {
    for times in third_is_wrong() {
        ask!(ask, e.warm_up(&times, 1.1)).is(Err(StatsError::Time(2)));
    }
    ask!(ask, e.warm_up(&[80.0, 40.0, 40.0, 40.0], 1.1)).is(Err(StatsError::TooFew));
    ask!(ask, e.warm_up(&NO_TIMES, 1.1)).is(Err(StatsError::TooFew));
}

pub(crate) fn fences(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.outliers(&ELEVEN)).is(Ok(vec![2usize]));
    let once = [
        40.0, 41.0, 40.0, 42.0, 41.0, 90.0, 40.0, 41.0, 42.0, 40.0, 41.0, 40.0,
    ];
    ask!(ask, e.outliers(&once)).is(Ok(vec![5usize]));
    ask!(ask, e.outliers(&[40.0, 41.0, 42.0, 43.0, 44.0, 45.0])).is(Ok(vec![]));
}

pub(crate) fn below(e: &Exercise, ask: &mut Asking) {
    let once = [
        40.0, 41.0, 12.0, 40.0, 42.0, 41.0, 40.0, 41.0, 42.0, 41.0, 40.0, 41.0,
    ];
    ask!(ask, e.outliers(&once)).is(Ok(vec![2usize]));
    let both = [
        41.0, 40.0, 42.0, 20.0, 41.0, 40.0, 41.0, 66.0, 42.0, 40.0, 41.0, 42.0,
    ];
    ask!(ask, e.outliers(&both)).is(Ok(vec![3usize, 7]));
}

pub(crate) fn masked(e: &Exercise, ask: &mut Asking) {
    let two = [40.0, 90.0, 41.0, 40.0, 42.0, 80.0, 41.0, 40.0, 42.0, 41.0];
    ask!(ask, e.outliers(&two)).is(Ok(vec![1usize, 5]));
    ask!(ask, e.outliers(&[40.0, 40.0, 41.0, 41.0, 90.0])).is(Ok(vec![4usize]));
}

pub(crate) fn on_the_fence(e: &Exercise, ask: &mut Asking) {
    // p25 and p75 are 10 and 14, so the fences stand at 4 and 20.
    let times = [4.0, 10.0, 14.0, 10.0, 20.0, 14.0, 10.0, 14.0];
    ask!(ask, e.outliers(&times)).is(Ok(vec![]));
    ask!(ask, e.outliers(&[40.0, 40.0, 40.0, 40.0, 40.0])).is(Ok(vec![]));
}

pub(crate) fn outlier_errors(e: &Exercise, ask: &mut Asking) {
    for times in third_is_wrong() {
        ask!(ask, e.outliers(&times)).is(Err(StatsError::Time(2)));
    }
    ask!(ask, e.outliers(&[40.0, 40.0, 41.0, 90.0])).is(Err(StatsError::TooFew));
    ask!(ask, e.outliers(&NO_TIMES)).is(Err(StatsError::TooFew));
}

/// How many times, which percentile, and the places of its band.
const BANDS: [(u32, u32, f64, f64); 9] = [
    (200, 95, 184.0, 196.0),
    (200, 50, 86.0, 114.0),
    (1000, 99, 984.0, 996.0),
    (400, 95, 371.0, 389.0),
    (100, 25, 16.0, 34.0),
    (20, 50, 6.0, 14.0),
    (8, 50, 1.0, 7.0),
    (80, 95, 72.0, 80.0),
    (120, 5, 1.0, 11.0),
];

pub(crate) fn places(e: &Exercise, ask: &mut Asking) {
    for (n, p, low, high) in BANDS {
        let times = places_to(n);
        ask!(ask, e.band(&times, p)).is(Ok(Band { low, high }));
    }
    // Of eleven the median's band goes from place 2.18 to 8.82.
    ask!(ask, e.band(&ELEVEN, 50)).is(Ok(Band {
        low: 36.1,
        high: 36.9,
    }));
}

pub(crate) fn too_few(e: &Exercise, ask: &mut Asking) {
    for (n, p) in [
        (7, 50),
        (4, 50),
        (1, 99),
        (75, 95),
        (80, 5),
        (300, 99),
        (0, 50),
    ] {
        let times = places_to(n);
        ask!(ask, e.band(&times, p)).is(Err(StatsError::TooFew));
    }
}

pub(crate) fn band_errors(e: &Exercise, ask: &mut Asking) {
    for times in third_is_wrong() {
        ask!(ask, e.band(&times, 50)).is(Err(StatsError::Time(2)));
    }
    for p in [0, 100, 101] {
        ask!(ask, e.band(&ELEVEN, p)).is(Err(StatsError::Percent));
    }
}

pub(crate) fn sign(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.change(50.0, 40.0)).is(Ok(-20.0));
    ask!(ask, e.change(40.0, 50.0)).is(Ok(25.0));
    ask!(ask, e.change(7.0, 7.0)).is(Ok(0.0));
    ask!(ask, e.change(400.0, 700.0)).is(Ok(75.0));
}

/// Five rounds of three versions: medians 41.0, 36.4 and 40.7.
const OLD: [f64; 5] = [41.0, 40.6, 41.5, 40.9, 41.2];
const MUCH_FASTER: [f64; 5] = [36.9, 36.4, 36.0, 36.2, 36.6];
const NEARLY_AS_OLD: [f64; 5] = [40.2, 40.7, 41.4, 40.5, 41.0];

type Compared = Result<Change, StatsError>;

fn is_change(found: &Compared, percent: f64, verdict: Verdict) -> bool {
    found.is_ok_and(|found| {
        found.verdict == verdict
            && (found.percent - percent).abs() <= lab::NEAR * (1.0 + percent.abs())
    })
}

pub(crate) fn verdict(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.compare(&OLD, &MUCH_FASTER)).satisfies("Faster, by -11.21951 %", |found| {
        is_change(found, -460.0 / 41.0, Verdict::Faster)
    });
    ask!(ask, e.compare(&MUCH_FASTER, &OLD)).satisfies("Slower, by 12.63736 %", |found| {
        is_change(found, 460.0 / 36.4, Verdict::Slower)
    });
    // Of six the median is the third; the lists need not be equally long.
    let six = [20.0, 21.0, 22.0, 20.5, 21.5, 22.0];
    ask!(ask, e.compare(&OLD, &six)).satisfies("Faster, by -48.78049 %", |found| {
        is_change(found, -2000.0 / 41.0, Verdict::Faster)
    });
}

pub(crate) fn spread(e: &Exercise, ask: &mut Asking) {
    // One that varies by 0.5 and one that varies by 4; three that vary by 1.
    let steady = [40.0, 40.25, 40.5, 40.25, 40.0];
    let restless = [38.25, 36.25, 40.25, 38.25, 38.25];
    let high = [40.5, 40.0, 41.0, 40.25, 40.75];
    let low = [39.5, 39.0, 40.0, 39.25, 39.75];
    let lower = [39.0, 38.5, 39.5, 38.75, 39.25];
    let pairs = [
        (OLD, NEARLY_AS_OLD, Verdict::CannotSay),
        (OLD, OLD, Verdict::CannotSay),
        (steady, restless, Verdict::CannotSay),
        (restless, steady, Verdict::CannotSay),
        (high, low, Verdict::CannotSay),
        (high, lower, Verdict::Faster),
        (lower, high, Verdict::Slower),
    ];
    for (before, after, right) in pairs {
        ask!(ask, e.compare(&before, &after)).satisfies(&format!("{right:?}"), |found| {
            found.is_ok_and(|found| found.verdict == right)
        });
    }
}

pub(crate) fn rounds(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.compare(&OLD[..4], &MUCH_FASTER)).is(Err(StatsError::TooFew));
    ask!(ask, e.compare(&OLD, &MUCH_FASTER[..4])).is(Err(StatsError::TooFew));
    ask!(ask, e.compare(&[41.0], &[36.4])).is(Err(StatsError::TooFew));
    ask!(ask, e.compare(&NO_TIMES, &OLD)).is(Err(StatsError::TooFew));
}

pub(crate) fn compare_errors(e: &Exercise, ask: &mut Asking) {
    for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        ask!(ask, e.change(wrong, 40.0)).is(Err(StatsError::Time(0)));
        ask!(ask, e.change(40.0, wrong)).is(Err(StatsError::Time(1)));
    }
    for times in third_is_wrong() {
        ask!(ask, e.compare(&times, &OLD)).is(Err(StatsError::Time(2)));
        ask!(ask, e.compare(&OLD, &times)).is(Err(StatsError::Time(2)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(times: &[f64]) -> Vec<f64> {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times
    }

    /// Worked by hand, as the page has them.
    #[test]
    fn the_worked_numbers_hold() {
        let eleven = sorted(&ELEVEN);
        assert_eq!((eleven[5], eleven[10]), (36.4, 52.0));
        // p25 and p75 at places 3 and 9; the fences are 1.5 times their distance away.
        let reach = 1.5 * (eleven[8] - eleven[2]);
        assert!((eleven[2] - reach - 35.15).abs() < 1e-9);
        assert!((eleven[8] + reach - 37.95).abs() < 1e-9);
        let mean = ELEVEN.iter().sum::<f64>() / 11.0;
        assert!((mean - 37.8).abs() < 0.05);
        let medians = [OLD, MUCH_FASTER, NEARLY_AS_OLD].map(|times| sorted(&times)[2]);
        assert_eq!(medians, [41.0, 36.4, 40.7]);
    }

    /// No place lies so near to a half or to an end that the order of the roundings decides it.
    #[test]
    fn the_bands_are_clear() {
        for (n, p, low, high) in BANDS {
            let (n, p) = (f64::from(n), f64::from(p) / 100.0);
            let reach = 2.0 * (n * p * (1.0 - p)).sqrt();
            for (place, right) in [(n * p - reach, low), (n * p + reach, high)] {
                assert!((place - right).abs() < 0.49, "{place} and {right}");
            }
            assert!(n * p - reach > 1.001 && n * p + reach < n - 0.001);
        }
    }

    /// "Nineteen of twenty" is near what the binomial law gives: the true percentile lies between two places
    /// if as many of the times lie below it.
    #[test]
    fn the_bands_hold_about_as_often_as_they_say() {
        let chance = |n: u32, p: u32, low: f64, high: f64| -> f64 {
            let q = f64::from(p) / 100.0;
            let mut just = f64::from(n) * (1.0 - q).ln();
            let mut sum = 0.0;
            for k in 0..n {
                if f64::from(k) >= low && f64::from(k) < high {
                    sum += just.exp();
                }
                just += (f64::from(n - k) / f64::from(k + 1) * q / (1.0 - q)).ln();
            }
            sum
        };
        for (n, p, low, high) in BANDS {
            let found = chance(n, p, low, high);
            assert!((0.92..0.97).contains(&found), "{n} times, p{p}: {found}");
        }
        for (n, p, low, high) in [BANDS[0], BANDS[1], (11, 50, 2.0, 9.0)] {
            assert!((0.9495..0.965).contains(&chance(n, p, low, high)));
        }
    }

    /// Two outliers widen the deviation so far that one of them is within two of it.
    #[test]
    fn a_deviation_misses_what_the_fences_find() {
        let two = [40.0, 90.0, 41.0, 40.0, 42.0, 80.0, 41.0, 40.0, 42.0, 41.0];
        let mean = two.iter().sum::<f64>() / 10.0;
        let deviation = (two.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / 10.0).sqrt();
        assert!(90.0 > mean + 2.0 * deviation && 80.0 < mean + 2.0 * deviation);
    }
}
