//! The calls that each check makes, and the right answers: worked by hand, or by plain sums over one weight at a time.

use lab::{Asking, Seeded, ask};

use super::{Adapter, Exercise, Matrix, ShapeError};

pub(crate) fn layer(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.count(2048, 8192, 16)).is((16_777_216, 163_840));
    ask!(ask, e.count(128, 256, 4)).is((32_768, 1536));
    ask!(ask, e.count(4096, 4096, 1)).is((16_777_216, 8192));
}

pub(crate) fn rank(e: &Exercise, ask: &mut Asking) {
    // 16,777,216 / 10,240 = 1,638.4.
    ask!(ask, e.max_rank(2048, 8192, 1)).is(1638u64);
    ask!(ask, e.max_rank(2048, 8192, 100)).is(16u64);
    ask!(ask, e.max_rank(4096, 4096, 1)).is(2048u64);
    ask!(ask, e.max_rank(4096, 4096, 50)).is(40u64);
    ask!(ask, e.max_rank(1, 1, 1)).is(0u64);
}

pub(crate) fn large(e: &Exercise, ask: &mut Asking) {
    let side = 1u64 << 40;
    ask!(ask, e.max_rank(side, side, 1)).is(1u64 << 39);
    ask!(ask, e.max_rank(4096, 4096, u64::MAX)).is(0u64);
    ask!(ask, e.max_rank(u64::MAX, u64::MAX, u64::MAX)).is(0u64);
    // The answer is half of 2^61 + 2, and no f64 has 2^60 + 1.
    let side = (1u64 << 61) + 2;
    ask!(ask, e.max_rank(side, side, 1)).is((1u64 << 60) + 1);
}

/// W, A and B of the page, with a scale of one half.
fn page() -> (Matrix, Adapter) {
    let w = vec![vec![1.0, 2.0, 0.0], vec![0.0, 1.0, -1.0]];
    let a = vec![vec![1.0, 0.0, 2.0]];
    let b = vec![vec![2.0], vec![-1.0]];
    (w, Adapter { a, b, scale: 0.5 })
}

pub(crate) fn side_by_hand(e: &Exercise, ask: &mut Asking) {
    let (w, adapter) = page();
    // A x is 3; beside W x, (3, 0), stand 0.5 · (2, −1) · 3.
    ask!(ask, e.side(&w, &adapter, &[1.0, 1.0, 1.0])).is(Ok(vec![6.0, -1.5]));
    ask!(ask, e.side(&w, &adapter, &[2.0, -1.0, 0.5])).is(Ok(vec![3.0, -3.0]));
    let still = Adapter {
        b: vec![vec![0.0], vec![0.0]],
        ..adapter
    };
    ask!(ask, e.side(&w, &still, &[1.0, 1.0, 1.0])).is(Ok(vec![3.0, 0.0]));
}

const IN: usize = 17;
const OUT: usize = 13;
const RANK: usize = 3;

/// A matrix of 13 × 17 and an adapter of rank 3 and scale 1, and an input.
fn seeded() -> (Matrix, Adapter, Vec<f64>) {
    let mut numbers = Seeded::new(5);
    let mut row = |len| -> Vec<f64> { numbers.units(len).into_iter().map(f64::from).collect() };
    let w = (0..OUT).map(|_| row(IN)).collect();
    let a = (0..RANK).map(|_| row(IN)).collect();
    let b = (0..OUT).map(|_| row(RANK)).collect();
    let x = row(IN);
    (w, Adapter { a, b, scale: 1.0 }, x)
}

/// What each output is, and how far a right answer may be off: each of its sums has at most n + r + 4 roundings, of half an ulp
/// of 2⁻⁵², and none is of more than the sum of sizes |W||x| + |B||A||x|.
fn expected(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Vec<(f64, f64)> {
    let roundings = (x.len() + adapter.a.len() + 4) as f64 * f64::EPSILON;
    let output = |(row, thin): (&Vec<f64>, &Vec<f64>)| {
        let (mut sum, mut size) = (0.0, 0.0);
        for (i, x) in x.iter().enumerate() {
            sum += row[i] * x;
            size += (row[i] * x).abs();
            for (k, b) in thin.iter().enumerate() {
                sum += adapter.scale * b * adapter.a[k][i] * x;
                size += (adapter.scale * b * adapter.a[k][i] * x).abs();
            }
        }
        (sum, roundings * size)
    };
    w.iter().zip(&adapter.b).map(output).collect()
}

fn close(found: &[f64], right: &[(f64, f64)]) -> bool {
    let near = |(found, (right, most)): (&f64, &(f64, f64))| (found - right).abs() <= *most;
    found.len() == right.len() && found.iter().zip(right).all(near)
}

pub(crate) fn side_ranks(e: &Exercise, ask: &mut Asking) {
    let (w, adapter, x) = seeded();
    let right = expected(&w, &adapter, &x);
    let told = told(&right);
    ask!(ask, e.side(&w, &adapter, &x)).satisfies(&told, |answer| {
        answer.as_ref().is_ok_and(|found| close(found, &right))
    });
}

fn told(right: &[(f64, f64)]) -> String {
    let first: Vec<String> = right.iter().take(3).map(|(y, _)| format!("{y}")).collect();
    format!("outputs that begin with {}", first.join(", "))
}

pub(crate) fn merge_by_hand(e: &Exercise, ask: &mut Asking) {
    let (w, adapter) = page();
    let merged = vec![vec![2.0, 2.0, 2.0], vec![-0.5, 1.0, -2.0]];
    ask!(ask, e.merge(&w, &adapter)).is(Ok(merged));
    let quiet = Adapter {
        scale: 0.0,
        ..adapter
    };
    ask!(ask, e.merge(&w, &quiet)).is(Ok(w.clone()));
}

pub(crate) fn same(e: &Exercise, ask: &mut Asking) {
    let (w, adapter, x) = seeded();
    let right = expected(&w, &adapter, &x);
    let told = format!("a matrix whose product with x has {}", told(&right));
    ask!(ask, e.merge(&w, &adapter)).satisfies(&told, |answer| {
        let Ok(merged) = answer else {
            return false;
        };
        let product = |row: &Vec<f64>| row.iter().zip(&x).map(|(w, x)| w * x).sum();
        let found: Vec<f64> = merged.iter().map(product).collect();
        merged.iter().all(|row| row.len() == IN) && close(&found, &right)
    });
}

/// Pairs that do not go together, each with one thing wrong.
fn misfits() -> Vec<(Matrix, Adapter)> {
    let (w, adapter) = page();
    let with = |change: fn(&mut Matrix, &mut Adapter)| {
        let (mut w, mut adapter) = (w.clone(), adapter.clone());
        change(&mut w, &mut adapter);
        (w, adapter)
    };
    vec![
        with(|w, adapter| {
            w.clear();
            adapter.b.clear();
        }),
        with(|w, _| w[1].push(0.0)),
        with(|_, adapter| adapter.a[0].truncate(2)),
        with(|_, adapter| adapter.a.push(vec![1.0, 0.0])),
        with(|_, adapter| adapter.a.clear()),
        with(|_, adapter| adapter.b.push(vec![1.0])),
        with(|_, adapter| adapter.b.truncate(1)),
        with(|_, adapter| adapter.b[1].push(1.0)),
        with(|_, adapter| adapter.b[1].clear()),
    ]
}

pub(crate) fn side_shape(e: &Exercise, ask: &mut Asking) {
    for (w, adapter) in misfits() {
        ask!(ask, e.side(&w, &adapter, &[1.0, 1.0, 1.0])).is(Err(ShapeError));
    }
    let (w, adapter) = page();
    ask!(ask, e.side(&w, &adapter, &[1.0, 1.0])).is(Err(ShapeError));
    ask!(ask, e.side(&w, &adapter, &[1.0, 1.0, 1.0, 1.0])).is(Err(ShapeError));
}

pub(crate) fn merge_shape(e: &Exercise, ask: &mut Asking) {
    for (w, adapter) in misfits() {
        ask!(ask, e.merge(&w, &adapter)).is(Err(ShapeError));
    }
}

pub(crate) fn lost_shape(e: &Exercise, ask: &mut Asking) {
    for (w, adapter) in misfits() {
        ask!(ask, e.lost(&w, &adapter, 1.0)).is(Err(ShapeError));
    }
}

pub(crate) fn flops(e: &Exercise, ask: &mut Asking) {
    ask!(ask, e.flops(2048, 8192, 16, true)).is(33_554_432u64);
    ask!(ask, e.flops(2048, 8192, 16, false)).is(33_882_112u64);
    ask!(ask, e.flops(128, 256, 4, false)).is(68_608u64);
    ask!(ask, e.flops(3, 2, 1, false)).is(22u64);
}

/// One row of weights and a change of rank 1.
fn change(w: &[f64], change: &[f64]) -> (Matrix, Adapter) {
    let (a, b) = (vec![change.to_vec()], vec![vec![1.0]]);
    (vec![w.to_vec()], Adapter { a, b, scale: 1.0 })
}

/// As near as roundings allow: five of numbers below 8, each half an ulp of 2⁻⁵⁰.
const CLOSE: f64 = 1e-14;

pub(crate) fn lost_by_hand(e: &Exercise, ask: &mut Asking) {
    let (w, adapter) = change(&[1.0, 2.0], &[0.4, -0.2]);
    ask!(ask, e.lost(&w, &adapter, 1.0).unwrap_or(f64::NAN)).within(CLOSE, 0.4);
    // 1.7 goes to 2 and 2.1 to 2: the larger loss is that of the number below its level.
    let (w, adapter) = change(&[1.0, 2.0], &[0.7, 0.1]);
    ask!(ask, e.lost(&w, &adapter, 1.0).unwrap_or(f64::NAN)).within(CLOSE, 0.3);
    // A change of whole steps loses nothing.
    let (w, adapter) = change(&[1.0, 2.0], &[3.0, -1.0]);
    ask!(ask, e.lost(&w, &adapter, 1.0).unwrap_or(f64::NAN)).within(CLOSE, 0.0);
}

pub(crate) fn grid(e: &Exercise, ask: &mut Asking) {
    // Levels are 0.25 apart: 1.35 goes to 1.25, 2.05 to 2.
    let (w, adapter) = change(&[1.0, 2.0], &[0.35, 0.05]);
    ask!(ask, e.lost(&w, &adapter, 0.25).unwrap_or(f64::NAN)).within(CLOSE, 0.1);
    // Levels are 4 apart: 5.5 goes to 4.
    let (w, adapter) = change(&[4.0, 0.0], &[1.5, 0.5]);
    ask!(ask, e.lost(&w, &adapter, 4.0).unwrap_or(f64::NAN)).within(CLOSE, 1.5);
    // 2 is half a step of 4, and goes to 0.
    let (w, adapter) = page();
    ask!(ask, e.lost(&w, &adapter, 4.0).unwrap_or(f64::NAN)).within(CLOSE, 2.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The case of the page: (3, 0) and beside it 0.5 · 3 · (2, −1).
    #[test]
    fn the_sums_agree_with_a_case_worked_by_hand() {
        let (w, adapter) = page();
        let outputs =
            |x: &[f64]| -> Vec<f64> { expected(&w, &adapter, x).iter().map(|(y, _)| *y).collect() };
        assert_eq!(outputs(&[1.0, 1.0, 1.0]), [6.0, -1.5]);
        assert_eq!(outputs(&[2.0, -1.0, 0.5]), [3.0, -3.0]);
    }

    /// A tolerance that lets an ulp or two pass, and no forgotten rank: each of these adds some hundredths at least.
    #[test]
    fn the_tolerance_is_far_below_what_one_rank_adds() {
        let (w, adapter, x) = seeded();
        let mut fewer = adapter.clone();
        fewer.b.iter_mut().for_each(|row| row[RANK - 1] = 0.0);
        let all = expected(&w, &adapter, &x);
        let fewer: Vec<f64> = expected(&w, &fewer, &x).iter().map(|(y, _)| *y).collect();
        assert!(all.iter().all(|(_, most)| (1e-16..1e-13).contains(most)));
        assert!(!close(&fewer, &all));
        let found: Vec<f64> = all.iter().map(|(y, _)| *y).collect();
        assert!(close(&found, &all));
    }

    #[test]
    fn the_counts_hold() {
        assert_eq!(2048 * 8192, 16_777_216);
        assert_eq!(16 * (2048 + 8192), 163_840);
        assert_eq!(2 * (16_777_216 + 163_840), 33_882_112);
        assert_eq!(misfits().len(), 9);
    }
}
