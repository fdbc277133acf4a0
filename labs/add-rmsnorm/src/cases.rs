//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, f16_from_f32, f16_to_f32};

/// Counts are taken where blocks are full.
pub const ROUND: &str = "round";

/// What is added under the root; large enough to matter in a row of thousandths.
const EPS: f32 = 1e-5;

const SHAPES: [(usize, usize); 5] = [(3, 257), (1, 1), (7, 31), (5, 1000), (4, 96)];

/// The runs of part `norm`.
pub fn norm(seed: Seed) -> Vec<Case> {
    runs(|shape| {
        let x = inputs(seed, 1, shape, ROWS);
        let w = weights(seed, shape.1);
        let case = start("rmsnorm", shape)
            .buffer("x", Data::f32(&x))
            .buffer("w", Data::f32(&w))
            .buffer("y", Data::fresh(Elem::F32, x.len()));
        expect_norm(
            end(case, shape),
            Elem::F32,
            Rows {
                x: &doubles(&x),
                w: &w,
                shape,
            },
        )
    })
}

/// The runs of a fused part in single precision.
pub fn fused(seed: Seed, kernel: &'static str) -> Vec<Case> {
    runs(|shape| {
        let (x, r) = (inputs(seed, 1, shape, ROWS), inputs(seed, 2, shape, ROWS));
        let w = weights(seed, shape.1);
        let sums: Vec<f32> = x.iter().zip(&r).map(|(x, r)| x + r).collect();
        let case = start(kernel, shape)
            .buffer("x", Data::f32(&x))
            .buffer("r", Data::f32(&r))
            .buffer("w", Data::f32(&w))
            .buffer("y", Data::fresh(Elem::F32, x.len()));
        let case = end(case, shape).expect("x", Expected::exact(Data::f32(&sums)), &axes(shape));
        expect_norm(
            case,
            Elem::F32,
            Rows {
                x: &doubles(&sums),
                w: &w,
                shape,
            },
        )
    })
}

/// The runs in 16 bits; one row has numbers whose squares do not fit 16 bits.
pub fn half(seed: Seed) -> Vec<Case> {
    runs(|shape| {
        let rounded =
            |v: Vec<f32>| -> Vec<f32> { v.iter().map(|v| f16_to_f32(f16_from_f32(*v))).collect() };
        let x = rounded(inputs(seed, 1, shape, LARGE_ROWS));
        let r = rounded(inputs(seed, 2, shape, LARGE_ROWS));
        let w = rounded(weights(seed, shape.1));
        let sums: Vec<f32> = x.iter().zip(&r).map(|(x, r)| x + r).collect();
        let case = start("add_rmsnorm_half", shape)
            .buffer("x", Data::f16(&x))
            .buffer("r", Data::f16(&r))
            .buffer("w", Data::f16(&w))
            .buffer("y", Data::fresh(Elem::F16, x.len()));
        let case = end(case, shape).expect("x", Expected::exact(Data::f16(&sums)), &axes(shape));
        expect_norm(
            case,
            Elem::F16,
            Rows {
                x: &doubles(&sums),
                w: &w,
                shape,
            },
        )
    })
}

fn runs(case: impl Fn((usize, usize)) -> Case) -> Vec<Case> {
    let mut cases: Vec<Case> = SHAPES.iter().map(|&shape| case(shape)).collect();
    cases.push(case((5, 300)).reordered());
    cases.push(case((16, 1024)).tag(ROUND));
    cases
}

fn start(kernel: &'static str, (rows, cols): (usize, usize)) -> Case {
    Case::new(format!("rows = {rows}, cols = {cols}"), kernel)
        .launch([rows as u32, 1, 1], [256, 1, 1])
}

fn end(case: Case, (rows, cols): (usize, usize)) -> Case {
    case.int("rows", rows).int("cols", cols).float("eps", EPS)
}

fn axes((rows, cols): (usize, usize)) -> [(&'static str, usize); 2] {
    [("row", rows), ("column", cols)]
}

/// The size of a row's numbers, row by row: ordinary, thousandths (where eps matters), zeros.
const ROWS: [f32; 3] = [1.0, 1e-3, 0.0];
/// The same, and numbers whose squares do not fit 16 bits.
const LARGE_ROWS: [f32; 3] = [100.0, 1e-3, 0.0];

fn inputs(seed: Seed, which: u64, (rows, cols): (usize, usize), sizes: [f32; 3]) -> Vec<f32> {
    let drawn = seed
        .numbers(which * 1_000_000 + (rows * 1000 + cols) as u64)
        .units(rows * cols);
    let size = |i: usize| sizes[i / cols.max(1) % 3];
    let scaled = drawn.iter().enumerate().map(|(i, v)| v * size(i));
    scaled.map(|v| v + 0.0).collect() // no −0
}

fn weights(seed: Seed, cols: usize) -> Vec<f32> {
    let drawn = seed.numbers(cols as u64).units(cols);
    drawn.iter().map(|v| 1.0 + 0.5 * v).collect()
}

fn doubles(x: &[f32]) -> Vec<f64> {
    x.iter().map(|v| f64::from(*v)).collect()
}

/// Rows to be normed, and the weights of their columns.
struct Rows<'a> {
    x: &'a [f64],
    w: &'a [f32],
    /// Rows and columns.
    shape: (usize, usize),
}

/// Expects the norm of the rows in y.
fn expect_norm(case: Case, elem: Elem, rows: Rows<'_>) -> Case {
    let Rows { x, w, shape } = rows;
    let values = normed(x, w, shape);
    let chain = (shape.1.div_ceil(256) + 12) as f64;
    let share = 4.0 * chain * (-24f64).exp2();
    // In 16 bits the last rounding may add half a unit in the last place: 2⁻¹¹ of the value, or 2⁻²⁵ of the smallest.
    let (last, least) = match elem {
        Elem::F16 => ((-11f64).exp2() * (1.0 + share), (-25f64).exp2()),
        _ => (0.0, 0.0),
    };
    let bounds = values.iter().map(|e| (share + last) * e.abs() + least);
    let bounds = bounds.collect();
    case.expect("y", Expected::bounded(elem, values, bounds), &axes(shape))
}

/// The oracle in double precision.
fn normed(x: &[f64], w: &[f32], (rows, cols): (usize, usize)) -> Vec<f64> {
    let row = |r: usize| {
        let row = &x[r * cols..(r + 1) * cols];
        let mean = row.iter().map(|v| v * v).sum::<f64>() / cols as f64;
        let scale = 1.0 / (mean + f64::from(EPS)).sqrt();
        row.iter()
            .zip(w)
            .map(move |(v, w)| v * scale * f64::from(*w))
    };
    (0..rows).flat_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_worked_out_by_hand() {
        // (9 + 16) / 2 = 12.5, its root 3.5355: 3 / 3.5355 = 0.8485, twice 4 / 3.5355 = 2.2627; eps changes the sixth digit.
        let y = normed(&[3.0, 4.0], &[1.0, 2.0], (1, 2));
        assert!((y[0] - 0.8485).abs() < 1e-4 && (y[1] - 2.2627).abs() < 1e-4);
        assert_eq!(normed(&[0.0, 0.0], &[1.0, 1.0], (1, 2)), [0.0, 0.0]);
    }

    #[test]
    fn eps_matters_where_rows_are_small() {
        // The mean of squares of 0.001 is 1e-6, a tenth of eps: without it the row would come out 3.3 times as large.
        let y = normed(&[1e-3, 1e-3], &[1.0, 1.0], (1, 2));
        assert!((y[0] - 1.0 / 11f64.sqrt()).abs() < 1e-6);
    }

    #[test]
    fn large_halves_have_squares_that_halves_cannot_hold() {
        let x = inputs(Seed::default(), 1, (1, 1000), LARGE_ROWS);
        let squares: f32 = x.iter().map(|v| v * v).sum();
        assert!(squares > 65_504.0);
    }
}
