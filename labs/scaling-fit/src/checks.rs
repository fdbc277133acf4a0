//! The calls that each check makes, and the right answers, worked by hand from two tables as they were noted.

use lab::{Asking, ask};

use super::{Exercise, Fit, Row, Run, ScaleError};

const fn run(gpus: u32, ms: f64) -> Run {
    Run { gpus, ms }
}

const fn fit(serial: f64, parallel: f64) -> Fit {
    Fit { serial, parallel }
}

/// A model of 7 billion parameters on 1 to 8 A100.
const SEVEN: [Run; 4] = [run(1, 50.0), run(2, 28.0), run(4, 18.0), run(8, 14.0)];

/// One of 70 billion, which needs two.
const SEVENTY: [Run; 3] = [run(2, 320.0), run(4, 170.0), run(8, 95.0)];

const NO_RUNS: [Run; 0] = [];

/// The line through the first two runs of each.
const SEVEN_FIT: Fit = fit(6.0, 44.0);
const SEVENTY_FIT: Fit = fit(20.0, 600.0);

/// A number as near as its rounding allows; also to 0.
fn near(found: f64, right: f64) -> bool {
    (found - right).abs() <= lab::NEAR * (1.0 + right.abs())
}

fn all_near(found: &[f64], right: &[f64]) -> bool {
    let pairs = || found.iter().zip(right);
    found.len() == right.len() && pairs().all(|(found, right)| near(*found, *right))
}

type Rows = Result<Vec<Row>, ScaleError>;

/// One column of a table; empty where there is none.
fn column(rows: &Rows, of: fn(&Row) -> f64) -> Vec<f64> {
    rows.as_ref().into_iter().flatten().map(of).collect()
}

pub(crate) fn speed_up(e: &Exercise, ask: &mut Asking) {
    let of = |row: &Row| row.speedup;
    ask!(ask, e.table(&SEVEN)).satisfies("speed-ups of 1, 1.785714, 2.777778, 3.571429", |rows| {
        all_near(
            &column(rows, of),
            &[1.0, 50.0 / 28.0, 50.0 / 18.0, 50.0 / 14.0],
        )
    });
    ask!(ask, e.table(&SEVENTY)).satisfies("speed-ups of 1, 1.882353, 3.368421", |rows| {
        all_near(&column(rows, of), &[1.0, 32.0 / 17.0, 64.0 / 19.0])
    });
    let slower = [run(1, 10.0), run(2, 12.5)];
    ask!(ask, e.table(&slower)).satisfies("speed-ups of 1 and 0.8", |rows| {
        all_near(&column(rows, of), &[1.0, 0.8])
    });
}

pub(crate) fn efficiency(e: &Exercise, ask: &mut Asking) {
    let of = |row: &Row| row.percent;
    ask!(ask, e.table(&SEVEN)).satisfies(
        "efficiencies of 100, 89.28571, 69.44444, 44.64286 %",
        |rows| {
            let right = [100.0, 2500.0 / 28.0, 1250.0 / 18.0, 625.0 / 14.0];
            all_near(&column(rows, of), &right)
        },
    );
    ask!(ask, e.table(&SEVENTY)).satisfies("efficiencies of 100, 94.11765, 84.21053 %", |rows| {
        all_near(&column(rows, of), &[100.0, 1600.0 / 17.0, 1600.0 / 19.0])
    });
    // More than twice as fast on twice as many: the halves fit a cache that the whole did not.
    let halves = [run(3, 90.0), run(6, 40.0)];
    ask!(ask, e.table(&halves)).satisfies("efficiencies of 100 and 112.5 %", |rows| {
        all_near(&column(rows, of), &[100.0, 112.5])
    });
}

pub(crate) fn baseline(e: &Exercise, ask: &mut Asking) {
    let of = |row: &Row| row.percent;
    let mixed = [run(8, 14.0), run(1, 50.0), run(4, 18.0)];
    ask!(ask, e.table(&mixed)).satisfies("efficiencies of 44.64286, 100, 69.44444 %", |rows| {
        all_near(&column(rows, of), &[625.0 / 14.0, 100.0, 1250.0 / 18.0])
    });
    let twice = [run(4, 10.0), run(1, 32.0), run(1, 40.0)];
    ask!(ask, e.table(&twice)).satisfies("efficiencies of 80, 100, 80 %", |rows| {
        all_near(&column(rows, of), &[80.0, 100.0, 80.0])
    });
    ask!(ask, e.table(&[run(1, 3.0)])).satisfies("efficiencies of 100 %", |rows| {
        all_near(&column(rows, of), &[100.0])
    });
}

/// Runs of which the one at index 1 means nothing.
fn second_is_wrong() -> Vec<[Run; 3]> {
    let wrong = [
        run(0, 28.0),
        run(2, 0.0),
        run(2, -28.0),
        run(2, f64::NAN),
        run(2, f64::INFINITY),
    ];
    wrong.map(|wrong| [SEVEN[0], wrong, SEVEN[2]]).to_vec()
}

pub(crate) fn table_errors(e: &Exercise, ask: &mut Asking) {
    for runs in second_is_wrong() {
        ask!(ask, e.table(&runs)).is(Err(ScaleError::Run(1)));
    }
    ask!(ask, e.table(&NO_RUNS)).is(Err(ScaleError::TooFew));
}

type Fitted = Result<Fit, ScaleError>;

fn is_fit(found: &Fitted, right: Fit) -> bool {
    found
        .is_ok_and(|found| near(found.serial, right.serial) && near(found.parallel, right.parallel))
}

/// How a line is told that was expected.
fn told(fit: Fit) -> String {
    format!("Ok({fit:?})")
}

pub(crate) fn two_runs(e: &Exercise, ask: &mut Asking) {
    let pairs = [
        (SEVEN[0], SEVEN[1], SEVEN_FIT),
        (SEVENTY[0], SEVENTY[1], SEVENTY_FIT),
        (SEVENTY[2], SEVENTY[0], SEVENTY_FIT),
        (run(1, 40.0), run(4, 10.0), fit(0.0, 40.0)),
        (run(4, 7.0), run(1, 7.0), fit(7.0, 0.0)),
        (run(1, 100.0), run(2, 45.0), fit(-10.0, 110.0)),
        (run(1, 10.0), run(2, 12.0), fit(14.0, -4.0)),
    ];
    for (a, b, right) in pairs {
        ask!(ask, e.through(a, b)).satisfies(&told(right), |found| is_fit(found, right));
    }
}

pub(crate) fn predict(e: &Exercise, ask: &mut Asking) {
    for (gpus, ms) in [(1, 50.0), (2, 28.0), (4, 17.0), (8, 11.5), (16, 8.75)] {
        ask!(ask, e.predict(&SEVEN_FIT, gpus)).near(ms);
    }
    ask!(ask, e.predict(&SEVENTY_FIT, 8)).near(95.0);
    ask!(ask, e.predict(&SEVENTY_FIT, 1)).near(620.0);
    ask!(ask, e.predict(&fit(1.0, 4_294_967_295.0), u32::MAX)).near(2.0);
}

pub(crate) fn limit(e: &Exercise, ask: &mut Asking) {
    let is = |found: &Option<f64>, right: f64| found.is_some_and(|found| near(found, right));
    ask!(ask, e.limit(&SEVEN_FIT)).satisfies("Some(8.333333)", |found| is(found, 50.0 / 6.0));
    ask!(ask, e.limit(&SEVENTY_FIT)).satisfies("Some(31.0)", |found| is(found, 31.0));
    ask!(ask, e.limit(&fit(7.0, 0.0))).satisfies("Some(1.0)", |found| is(found, 1.0));
    ask!(ask, e.limit(&fit(0.0, 40.0))).is(None);
    ask!(ask, e.limit(&fit(-10.0, 110.0))).is(None);
}

pub(crate) fn fit_errors(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.through(run(2, 28.0), run(2, 29.0))).is(Err(ScaleError::TooFew));
    ask!(ask, e.through(run(2, 28.0), run(2, 28.0))).is(Err(ScaleError::TooFew));
    ask!(ask, e.through(run(0, 28.0), run(2, 28.0))).is(Err(ScaleError::Run(0)));
    ask!(ask, e.through(run(1, 50.0), run(2, -28.0))).is(Err(ScaleError::Run(1)));
    ask!(ask, e.through(run(2, f64::NAN), run(2, f64::NAN))).is(Err(ScaleError::Run(0)));
    ask!(ask, e.through(run(1, 50.0), run(2, f64::INFINITY))).is(Err(ScaleError::Run(1)));
}

/// The line nearest to all four runs of the small model.
const SEVEN_ALL: Fit = fit(8.0, 41.6);

pub(crate) fn runs(e: &Exercise, ask: &mut Asking) {
    let shrinks = [run(1, 100.0), run(2, 45.0), run(4, 17.5)];
    let lists = [
        (SEVEN.to_vec(), SEVEN_ALL),
        (SEVENTY.to_vec(), SEVENTY_FIT),
        (SEVEN[..2].to_vec(), SEVEN_FIT),
        (shrinks.to_vec(), fit(-10.0, 110.0)),
    ];
    for (runs, right) in lists {
        ask!(ask, e.least_squares(&runs)).satisfies(&told(right), |found| is_fit(found, right));
    }
}

pub(crate) fn repeats(e: &Exercise, ask: &mut Asking) {
    // One above and one below the same line.
    let runs = [run(1, 50.0), run(2, 27.0), run(2, 29.0), run(4, 17.0)];
    ask!(ask, e.least_squares(&runs)).satisfies(&told(SEVEN_FIT), |found| is_fit(found, SEVEN_FIT));
}

pub(crate) fn line_errors(e: &Exercise, ask: &mut Asking) {
    for runs in second_is_wrong() {
        ask!(ask, e.least_squares(&runs)).is(Err(ScaleError::Run(1)));
    }
    ask!(ask, e.least_squares(&NO_RUNS)).is(Err(ScaleError::TooFew));
    ask!(ask, e.least_squares(&[run(1, 50.0)])).is(Err(ScaleError::TooFew));
    let same = [run(4, 18.0), run(4, 17.0), run(4, 19.0)];
    ask!(ask, e.least_squares(&same)).is(Err(ScaleError::TooFew));
}

pub(crate) fn excess(e: &Exercise, ask: &mut Asking) {
    let lists = [
        (SEVEN_FIT, SEVEN.to_vec(), vec![0.0, 0.0, 1.0, 2.5]),
        (SEVEN_ALL, SEVEN.to_vec(), vec![0.4, -0.8, -0.4, 0.8]),
        (SEVENTY_FIT, SEVENTY.to_vec(), vec![0.0, 0.0, 0.0]),
        (SEVEN_FIT, vec![], vec![]),
    ];
    for (fit, runs, right) in lists {
        ask!(ask, e.excess(&fit, &runs))
            .satisfies(&format!("{right:?}"), |found| all_near(found, &right));
    }
}

type Cost = Result<f64, ScaleError>;

pub(crate) fn per_gpu(e: &Exercise, ask: &mut Asking) {
    let is = |found: &Cost, right: f64| found.is_ok_and(|found| near(found, right));
    // Excesses of 1 and 2.5 at 3 and 7 further GPUs: (3 + 17.5) / (1 + 9 + 49).
    ask!(ask, e.per_gpu(&SEVEN_FIT, &SEVEN))
        .satisfies("Ok(0.3474576)", |found| is(found, 20.5 / 59.0));
    ask!(ask, e.per_gpu(&SEVENTY_FIT, &SEVENTY)).satisfies("Ok(0.0)", |found| is(found, 0.0));
    ask!(ask, e.per_gpu(&fit(1.0, 8.0), &[run(1, 9.5), run(2, 5.25)]))
        .satisfies("Ok(0.25)", |found| is(found, 0.25));
    ask!(ask, e.per_gpu(&SEVEN_FIT, &[run(4, 15.5)]))
        .satisfies("Ok(-0.5)", |found| is(found, -0.5));
}

pub(crate) fn excess_errors(e: &Exercise, ask: &mut Asking) {
    for runs in second_is_wrong() {
        ask!(ask, e.per_gpu(&SEVEN_FIT, &runs)).is(Err(ScaleError::Run(1)));
    }
    ask!(ask, e.per_gpu(&SEVEN_FIT, &NO_RUNS)).is(Err(ScaleError::TooFew));
    let alone = [run(1, 50.0), run(1, 51.0)];
    ask!(ask, e.per_gpu(&SEVEN_FIT, &alone)).is(Err(ScaleError::TooFew));
}

pub(crate) fn count(e: &Exercise, ask: &mut Asking) {
    // The root of 44 / 0.3474576 is 11.25.
    ask!(ask, e.fastest(&SEVEN_FIT, 0.3474576, 16)).is(11u32);
    ask!(ask, e.fastest(&SEVEN_FIT, 0.3474576, 8)).is(8u32);
    // 3.03 + 1 on two, 2.02 + 2 on three.
    ask!(ask, e.fastest(&fit(0.0, 6.06), 1.0, 16)).is(3u32);
    ask!(ask, e.fastest(&fit(20.0, 600.0), 0.006, 1_000_000)).is(316u32);
}

pub(crate) fn ties(e: &Exercise, ask: &mut Asking) {
    // 6 / 2 + 1 and 6 / 3 + 2.
    ask!(ask, e.fastest(&fit(0.0, 6.0), 1.0, 16)).is(2u32);
    // 12 / 3 + 2 and 12 / 4 + 3.
    ask!(ask, e.fastest(&fit(5.0, 12.0), 1.0, 8)).is(3u32);
}

pub(crate) fn edges(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.fastest(&SEVEN_FIT, 0.3474576, 1)).is(1u32);
    ask!(ask, e.fastest(&SEVEN_FIT, 0.0, 16)).is(16u32);
    ask!(ask, e.fastest(&fit(1.0, 1.0), 2.0, 16)).is(1u32);
    ask!(ask, e.fastest(&fit(7.0, 0.0), 1.0, 16)).is(1u32);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked by hand, as the page has them.
    #[test]
    fn the_worked_numbers_hold() {
        let on = |fit: Fit, gpus: f64| fit.serial + fit.parallel / gpus;
        for (run, ms) in SEVEN.iter().zip([50.0, 28.0, 17.0, 11.5]) {
            assert!(near(on(SEVEN_FIT, f64::from(run.gpus)), ms));
        }
        for run in SEVENTY {
            assert!(near(on(SEVENTY_FIT, f64::from(run.gpus)), run.ms));
        }
        assert!((50.0f64 / 14.0 - 3.571_429).abs() < 1e-6);
        assert!((625.0f64 / 14.0 - 44.642_86).abs() < 1e-5);
        assert!((20.5f64 / 59.0 - 0.347_457_6).abs() < 1e-7);
        assert!(((44.0f64 * 59.0 / 20.5).sqrt() - 11.25).abs() < 0.01);
    }

    /// At the nearest line both sums of what is left are 0: of the rests, and of the rests by 1 / N.
    #[test]
    fn no_line_is_nearer_to_all_four() {
        let left = SEVEN.map(|run| {
            let share = 1.0 / f64::from(run.gpus);
            (
                run.ms - SEVEN_ALL.serial - SEVEN_ALL.parallel * share,
                share,
            )
        });
        assert!(near(left.iter().map(|(rest, _)| rest).sum(), 0.0));
        assert!(near(left.iter().map(|(rest, x)| rest * x).sum(), 0.0));
    }

    /// What is nearest by the formula is so by trying, and by more than rounding.
    #[test]
    fn the_best_counts_are_clear() {
        let cases = [
            (SEVEN_FIT, 0.347_457_6, 11),
            (fit(0.0, 6.06), 1.0, 3),
            (fit(20.0, 600.0), 0.006, 316),
        ];
        for (fit, cost, best) in cases {
            let on = |n: u32| fit.serial + fit.parallel / f64::from(n) + cost * f64::from(n - 1);
            assert!(on(best) < on(best - 1) * (1.0 - 1e-9));
            assert!(on(best) < on(best + 1) * (1.0 - 1e-9));
        }
    }
}
