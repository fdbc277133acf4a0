//! The calls that each check makes, and the right answers: worked by hand, or held against what plain rounding loses.

use lab::{Asking, ask};

use super::plain::{self, Bell};
use super::{Exercise, FitError, Matrix};

const NAN: f64 = f64::NAN;
const NO_NUMBERS: [f64; 0] = [];

/// A matrix from its rows.
fn matrix<const N: usize>(rows: &[[f64; N]]) -> Matrix {
    rows.iter().map(|row| row.to_vec()).collect()
}

pub(crate) fn product(e: &Exercise, ask: &mut Asking) {
    let x = matrix(&[[1.0, 2.0], [3.0, 4.0]]);
    ask!(ask, e.hessian(&x, 0.0)).is(Ok(matrix(&[[20.0, 28.0], [28.0, 40.0]])));
    // Three samples of one input, and one of three.
    let x = matrix(&[[1.0], [2.0], [-2.0]]);
    ask!(ask, e.hessian(&x, 0.0)).is(Ok(matrix(&[[18.0]])));
    let x = matrix(&[[1.0, 0.0, -1.0]]);
    let right = matrix(&[[2.0, 0.0, -2.0], [0.0, 0.0, 0.0], [-2.0, 0.0, 2.0]]);
    ask!(ask, e.hessian(&x, 0.0)).is(Ok(right));
}

/// What damping adds, of what there is without it.
pub(crate) fn damping(e: &Exercise, ask: &mut Asking) {
    let x = matrix(&[[1.0, 2.0], [3.0, 4.0]]);
    let square = |h: &Matrix| h.len() == 2 && h.iter().all(|row| row.len() == 2);
    ask!(ask, e.hessian(&x, 0.0)).satisfies("a matrix of 2 × 2", |h| h.as_ref().is_ok_and(square));
    let Some(plain) = (e.hessian)(&x, 0.0).ok().filter(square) else {
        return;
    };
    for damping in [0.01, 0.5] {
        let mean = (plain[0][0] + plain[1][1]) / 2.0;
        let told = format!("{} more on the diagonal", damping * mean);
        ask!(ask, e.hessian(&x, damping)).satisfies(&told, |answer| {
            let Ok(h) = answer else {
                return false;
            };
            if !square(h) {
                return false;
            }
            let more = |i: usize, j: usize| if i == j { damping * mean } else { 0.0 };
            let near = |i: usize, j: usize| (h[i][j] - plain[i][j] - more(i, j)).abs() < 1e-9;
            near(0, 0) && near(0, 1) && near(1, 0) && near(1, 1)
        });
    }
}

pub(crate) fn no_samples(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.hessian(&Matrix::new(), 0.0)).is(Err(FitError::Empty));
    ask!(ask, e.hessian(&vec![Vec::<f64>::new()], 0.0)).is(Err(FitError::Empty));
    for ragged in [[vec![1.0, 2.0], vec![3.0]], [vec![1.0], vec![2.0, 3.0]]] {
        ask!(ask, e.hessian(&ragged.to_vec(), 0.0)).is(Err(FitError::Shape));
    }
}

/// H of two weights, 1 on the diagonal and 0.8 beside it.
fn two() -> Matrix {
    matrix(&[[1.0, 0.8], [0.8, 1.0]])
}

fn three() -> Matrix {
    matrix(&[[1.0, 0.6, 0.2], [0.6, 1.0, 0.7], [0.2, 0.7, 1.0]])
}

fn identity() -> Matrix {
    matrix(&[[1.0, 0.0], [0.0, 1.0]])
}

pub(crate) fn error(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.error(&[0.4, 0.4], &[0.0, 0.0], &two())).near(0.576);
    ask!(ask, e.error(&[0.4, 0.4], &[0.0, 1.0], &two())).near(0.136);
    ask!(ask, e.error(&[0.8, 0.6, 0.2], &[1.0, 1.0, 0.0], &three())).near(0.208);
    ask!(ask, e.error(&[0.8, 0.6, 0.2], &[1.0, 0.0, 1.0], &three())).near(0.288);
    ask!(ask, e.error(&[0.5], &[0.5], &matrix(&[[3.0]]))).near(0.0);
}

pub(crate) fn pair(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.gptq(&[0.4, 0.4], &two(), 1.0)).is(Ok(vec![0.0, 1.0]));
    // In halves: 0.7 goes to 0.5, the second moves by 0.8 · 0.2 to 0.36, and to 0.5; alone it would go to 0.
    ask!(ask, e.gptq(&[0.7, 0.2], &two(), 0.5)).is(Ok(vec![0.5, 0.5]));
    // A diagonal of 1 and 4: the move is 0.8 / 4 · 0.4.
    let h = matrix(&[[1.0, 0.8], [0.8, 4.0]]);
    ask!(ask, e.gptq(&[0.4, 0.45], &h, 1.0)).is(Ok(vec![0.0, 1.0]));
    ask!(ask, e.gptq(&[0.4, 0.4], &h, 1.0)).is(Ok(vec![0.0, 0.0]));
}

pub(crate) fn levels(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.gptq(&[9.3, 0.1], &identity(), 1.0)).is(Ok(vec![7.0, 0.0]));
    ask!(ask, e.gptq(&[-9.3, -7.6], &identity(), 1.0)).is(Ok(vec![-8.0, -8.0]));
    ask!(ask, e.gptq(&[2.5, -0.5], &identity(), 1.0)).is(Ok(vec![2.0, 0.0]));
    ask!(ask, e.gptq(&[1.75, 1.25], &identity(), 0.5)).is(Ok(vec![2.0, 1.0]));
}

pub(crate) fn greedy(e: &Exercise, ask: &mut Asking) {
    // Rounding alone gives (1, 1, 0) and loses 0.208; this loses 0.288, and is GPTQ's answer all the same.
    ask!(ask, e.gptq(&[0.8, 0.6, 0.2], &three(), 1.0)).is(Ok(vec![1.0, 0.0, 1.0]));
}

const CHANNELS: usize = 16;

/// The matrix of 64 samples of 16 inputs that follow four causes, and a little of their own.
fn related(bell: &mut Bell) -> Matrix {
    let sample = |bell: &mut Bell| -> Vec<f64> {
        let causes = bell.row(4);
        let follows = |i: usize, k: usize| ((7 * i + 3 * k) % 5) as f64 - 2.0;
        let input = |i: usize| (0..4).map(|k| causes[k] * follows(i, k) / 3.0).sum::<f64>();
        (0..CHANNELS)
            .map(|i| input(i) + 0.3 * bell.next())
            .collect()
    };
    let x: Matrix = (0..64).map(|_| sample(bell)).collect();
    plain::hessian(&x, 0.01)
}

/// Each a whole number of steps, −8 to 7 of them.
fn on_the_grid(q: &[f64], step: f64) -> bool {
    let level = |q: &f64| (-8.0..=7.0).contains(&(q / step).round());
    let whole = |q: &f64| (q / step - (q / step).round()).abs() < 1e-9;
    q.len() == CHANNELS && q.iter().all(|q| level(q) && whole(q))
}

pub(crate) fn rows(e: &Exercise, ask: &mut Asking) {
    let mut bell = Bell::new(11);
    let h = related(&mut bell);
    let (mut nearest, mut found) = (0.0, 0.0);
    for row in 0..200 {
        let w = bell.row(CHANNELS);
        let step = w.iter().fold(0.0f64, |most, w| most.max(w.abs())) / 7.0;
        nearest += plain::error(&w, &plain::rounded(&w, step), &h);
        let q = (e.gptq)(&w, &h, step).unwrap_or_default();
        if row == 0 || !on_the_grid(&q, step) {
            let levels = "sixteen multiples of the step, −8 to 7 of it";
            ask!(ask, e.gptq(&w, &h, step)).satisfies(levels, |answer| {
                answer.as_ref().is_ok_and(|q| on_the_grid(q, step))
            });
        }
        if !on_the_grid(&q, step) {
            return;
        }
        found += plain::error(&w, &q, &h);
    }
    let claim = format!(
        "200 rows lose less than half of {nearest:.0}, what rounding to the nearest loses; they lose {found:.0}"
    );
    ask.holds(&claim, found < nearest / 2.0);
}

pub(crate) fn no_fit(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.gptq(&NO_NUMBERS, &Matrix::new(), 1.0)).is(Err(FitError::Empty));
    ask!(ask, e.gptq(&[0.4, 0.4, 0.4], &two(), 1.0)).is(Err(FitError::Shape));
    ask!(ask, e.gptq(&[0.4], &two(), 1.0)).is(Err(FitError::Shape));
    let ragged = vec![vec![1.0, 0.8], vec![0.8]];
    ask!(ask, e.gptq(&[0.4, 0.4], &ragged, 1.0)).is(Err(FitError::Shape));
    // Two inputs that are always the same; one that is always 0; a matrix of no samples at all.
    for singular in [
        matrix(&[[1.0, 1.0], [1.0, 1.0]]),
        matrix(&[[1.0, 0.0], [0.0, 0.0]]),
        matrix(&[[0.0, 0.0], [0.0, 0.0]]),
        matrix(&[[1.0, 0.0], [0.0, 1e-13]]),
        matrix(&[[1.0, 0.0], [0.0, NAN]]),
    ] {
        ask!(ask, e.gptq(&[0.4, 0.4], &singular, 1.0)).is(Err(FitError::Singular));
    }
}

/// These numbers, but for a relative 1e-9.
fn near(found: &Result<Vec<f64>, FitError>, right: &[f64]) -> bool {
    let close = |(found, right): (&f64, &f64)| (found - right).abs() <= 1e-9 * right.abs();
    found
        .as_ref()
        .is_ok_and(|found| found.len() == right.len() && found.iter().zip(right).all(close))
}

/// Asks for scales, and holds them against numbers.
fn scales(e: &Exercise, ask: &mut Asking, maxima: [&[f64]; 2], alpha: f64, right: &[f64]) {
    let [x_max, w_max] = maxima;
    let told = format!("Ok({right:?})");
    ask!(ask, e.smooth(x_max, w_max, alpha)).satisfies(&told, |found| near(found, right));
}

pub(crate) fn alpha(e: &Exercise, ask: &mut Asking) {
    let maxima: [&[f64]; 2] = [&[64.0, 1.0], &[0.25, 0.5]];
    scales(e, ask, maxima, 0.5, &[16.0, 2f64.sqrt()]);
    // 64^¼ = 2√2, and 0.25^¾ = 1 / (2√2); 0.5^¾ = 1 / 2^¾.
    scales(e, ask, maxima, 0.25, &[8.0, 0.75f64.exp2()]);
    scales(e, ask, [&[9.0], &[4.0]], 0.5, &[1.5]);
}

pub(crate) fn ends(e: &Exercise, ask: &mut Asking) {
    let maxima: [&[f64]; 2] = [&[64.0, 1.0], &[0.25, 0.5]];
    scales(e, ask, maxima, 0.0, &[4.0, 2.0]);
    scales(e, ask, maxima, 1.0, &[64.0, 1.0]);
}

pub(crate) fn dead(e: &Exercise, ask: &mut Asking) {
    scales(e, ask, [&[0.0, 4.0], &[0.25, 1.0]], 0.5, &[1.0, 2.0]);
    scales(e, ask, [&[4.0, 4.0], &[0.0, 1.0]], 0.5, &[1.0, 2.0]);
    scales(e, ask, [&[0.0], &[0.0]], 0.0, &[1.0]);
}

/// Seeded channels: both sides have equal maxima, and a product is what it was, but for its roundings. Each term has three
/// (quotient, product, their product), a sum of K terms K of them, each of half an ulp of 2⁻⁵²; twice, before and after.
pub(crate) fn same(e: &Exercise, ask: &mut Asking) {
    let mut bell = Bell::new(4);
    let (x, w) = (bell.row(24), bell.row(24));
    let size = |v: &Vec<f64>| -> Vec<f64> { v.iter().map(|v| v.abs()).collect() };
    let (x_max, w_max) = (size(&x), size(&w));
    ask!(ask, e.smooth(&x_max, &w_max, 0.5)).satisfies(
        "equal maxima, the same product",
        |answer| {
            let Ok(s) = answer else {
                return false;
            };
            let even = |c: usize| {
                let (of_x, of_w) = (x_max[c] / s[c], w_max[c] * s[c]);
                (of_x - of_w).abs() <= 1e-9 * of_w
            };
            let before: f64 = (0..24).map(|c| x[c] * w[c]).sum();
            let after: f64 = (0..s.len().min(24))
                .map(|c| (x[c] / s[c]) * (s[c] * w[c]))
                .sum();
            let sizes: f64 = (0..24).map(|c| (x[c] * w[c]).abs()).sum();
            s.len() == 24
                && (0..24).all(even)
                && (before - after).abs() <= 27.0 * f64::EPSILON * sizes
        },
    );
}

pub(crate) fn no_scales(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.smooth(&NO_NUMBERS, &NO_NUMBERS, 0.5)).is(Err(FitError::Empty));
    ask!(ask, e.smooth(&[1.0, 2.0], &[1.0], 0.5)).is(Err(FitError::Shape));
    ask!(ask, e.smooth(&[1.0], &[1.0, 2.0], 0.5)).is(Err(FitError::Shape));
    for alpha in [-0.1, 1.1, f64::INFINITY, NAN] {
        ask!(ask, e.smooth(&[1.0], &[1.0], alpha)).is(Err(FitError::Alpha));
    }
}

/// What is searched.
struct Searched<'c> {
    x: &'c Matrix,
    w: &'c [f64],
    steps: u32,
}

/// Asks for a search, and holds what it found against numbers.
fn found(e: &Exercise, ask: &mut Asking, searched: Searched<'_>, right: (u32, f64)) {
    let Searched { x, w, steps } = searched;
    let told = format!("Ok({right:?})");
    ask!(ask, e.awq(x, w, steps)).satisfies(&told, |answer| {
        answer.is_ok_and(|(i, error)| i == right.0 && (error - right.1).abs() <= 1e-9 * right.1)
    });
}

/// The samples of the page.
fn page() -> Matrix {
    matrix(&[[10.0, 1.0], [2.0, 1.0]])
}

pub(crate) fn tiny(e: &Exercise, ask: &mut Asking) {
    // Scaled by 6^¾ the first weight is the largest and exact; the second is 6 of its steps, off in both samples.
    let off = 1.8 * 6f64.powf(0.75) / 7.0 - 1.0;
    let searched = Searched {
        x: &page(),
        w: &[0.3, 1.0],
        steps: 4,
    };
    found(e, ask, searched, (3, 2.0 * off * off));
}

pub(crate) fn grid(e: &Exercise, ask: &mut Asking) {
    // One candidate: the exponent 0. An exponent of 1, which would be better here, is none.
    let off = 0.1 / 7.0;
    let searched = Searched {
        x: &page(),
        w: &[0.3, 1.0],
        steps: 1,
    };
    found(e, ask, searched, (0, 104.0 * off * off));
}

pub(crate) fn dead_input(e: &Exercise, ask: &mut Asking) {
    // Scaled by √2, 0.1 is 1.98 steps of 0.5 / 7 and goes to 2; with an input of 2 and of −2.
    let x = matrix(&[[0.0, 2.0], [0.0, -2.0]]);
    let off = 1.0 / (7.0 * 2f64.sqrt()) - 0.1;
    let searched = Searched {
        x: &x,
        w: &[0.5, 0.1],
        steps: 2,
    };
    found(e, ask, searched, (1, 8.0 * off * off));
}

pub(crate) fn flat(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.awq(&page(), &[0.0, 0.0], 5)).is(Ok((0, 0.0)));
    ask!(ask, e.awq(&matrix(&[[0.0], [0.0]]), &[0.3], 5)).is(Ok((0, 0.0)));
}

pub(crate) fn never_worse(e: &Exercise, ask: &mut Asking) {
    let mut bell = Bell::new(7);
    // Every eighth channel is ten times as loud.
    let loud = |c: usize| if c.is_multiple_of(8) { 10.0 } else { 1.0 };
    let sample = |bell: &mut Bell| (0..32).map(|c| loud(c) * bell.next()).collect();
    let x: Matrix = (0..16).map(|_| sample(&mut bell)).collect();
    for _ in 0..8 {
        let w = bell.row(32);
        let plain = plain::lost_by_rounding(&x, &w);
        let told = format!("one of twenty, and a loss of {plain:.4} at most");
        ask!(ask, e.awq(&x, &w, 20)).satisfies(&told, |answer| {
            answer.is_ok_and(|(i, error)| i < 20 && error >= 0.0 && error <= plain * (1.0 + 1e-9))
        });
    }
}

pub(crate) fn no_search(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.awq(&Matrix::new(), &[1.0], 4)).is(Err(FitError::Empty));
    ask!(ask, e.awq(&page(), &NO_NUMBERS, 4)).is(Err(FitError::Empty));
    ask!(ask, e.awq(&page(), &[0.3, 1.0], 0)).is(Err(FitError::Empty));
    ask!(ask, e.awq(&page(), &[0.3], 4)).is(Err(FitError::Shape));
    ask!(ask, e.awq(&page(), &[0.3, 1.0, 2.0], 4)).is(Err(FitError::Shape));
    let ragged = vec![vec![1.0, 2.0], vec![3.0]];
    ask!(ask, e.awq(&ragged, &[0.3, 1.0], 4)).is(Err(FitError::Shape));
}
