//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed};

/// Counts are taken where every lane has the same number of elements.
pub const ROUND: &str = "round";

/// The runs of a part: rows shorter than a warp and longer, rows of all the kinds that break something, large inputs.
pub fn of(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let random = |rows, cols, size| {
        let x = seed
            .numbers((rows * 10_000 + cols) as u64)
            .units(rows * cols);
        let x: Vec<f32> = x.iter().map(|v| v * size).collect();
        let name = format!("rows = {rows}, cols = {cols}, up to ±{size}");
        case(name, kernel, &x, (rows, cols))
    };
    vec![
        random(7, 33, 4.0),
        random(7, 1, 4.0),
        random(7, 7, 4.0),
        random(7, 255, 10.0),
        special(seed, kernel, 7),
        special(seed, kernel, 40),
        random(7, 1000, 1e4),
        random(9, 100, 4.0).reordered(),
        random(8, 1024, 4.0).tag(ROUND),
    ]
}

/// The rows that break something, one of each kind.
const KINDS: [fn(usize, usize, f32) -> f32; 8] = [
    |_, _, _| f32::NEG_INFINITY,
    |i, _, v| if i % 2 == 0 { f32::NEG_INFINITY } else { v },
    |i, cols, v| if i + 1 == cols { v } else { f32::NEG_INFINITY },
    |_, _, _| 3.25,
    |i, cols, _| if i == cols / 2 { 50.0 } else { -50.0 },
    |_, _, v| -1e4 + v,
    |_, _, v| 1e4 + v,
    |i, _, _| i as f32,
];

fn special(seed: Seed, kernel: &'static str, cols: usize) -> Case {
    let drawn = seed.numbers(cols as u64).units(KINDS.len() * cols);
    let x: Vec<f32> = (0..KINDS.len() * cols)
        .map(|at| KINDS[at / cols](at % cols, cols, drawn[at]))
        .collect();
    let name = format!("masked, equal, rising and large rows, cols = {cols}");
    case(name, kernel, &x, (KINDS.len(), cols))
}

fn case(name: String, kernel: &'static str, x: &[f32], (rows, cols): (usize, usize)) -> Case {
    let (values, bounds) = softmax(x, rows, cols);
    Case::new(name, kernel)
        .launch([rows.div_ceil(8) as u32, 1, 1], [256, 1, 1])
        .buffer("x", Data::f32(x))
        .buffer("y", Data::fresh(Elem::F32, rows * cols))
        .int("rows", rows)
        .int("cols", cols)
        .expect(
            "y",
            Expected::bounded(Elem::F32, values, bounds),
            &[("row", rows), ("column", cols)],
        )
}

/// The oracle: values, and how far off each may be.
fn softmax(x: &[f32], rows: usize, cols: usize) -> (Vec<f64>, Vec<f64>) {
    let unit = (-24f64).exp2();
    let chain = (cols.div_ceil(32) + 7) as f64;
    let of_row = |r: usize| {
        let row: Vec<f64> = x[r * cols..(r + 1) * cols]
            .iter()
            .map(|v| f64::from(*v))
            .collect();
        let m = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = row.iter().map(|v| share(*v, m)).sum();
        let one = move |v: f64| {
            let e = if sum > 0.0 { share(v, m) / sum } else { 0.0 };
            let off = if e > 0.0 { (v - m).abs() } else { 0.0 };
            // Below exp(−87) single precision has few digits left, or none.
            (e, 4.0 * unit * (chain + off) * e + 1e-37)
        };
        row.into_iter().map(one)
    };
    (0..rows).flat_map(of_row).unzip()
}

/// `exp(v − m)`; 0 for a masked element, also where all are.
fn share(v: f64, m: f64) -> f64 {
    if v == f64::NEG_INFINITY {
        0.0
    } else {
        (v - m).exp()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_worked_out_by_hand() {
        // exp(0), exp(-1), exp(-2) are 1, 0.3679 and 0.1353, together 1.5032.
        let (values, _) = softmax(&[2.0, 1.0, 0.0], 1, 3);
        for (value, right) in values.iter().zip([0.6652, 0.2447, 0.0900]) {
            assert!((value - right).abs() < 5e-5, "{values:?}");
        }
        let masked = f32::NEG_INFINITY;
        assert_eq!(softmax(&[masked, masked], 1, 2).0, [0.0, 0.0]);
        assert_eq!(softmax(&[masked, -3.0], 1, 2).0, [0.0, 1.0]);
        assert_eq!(softmax(&[1e4, 1e4], 1, 2).0, [0.5, 0.5]);
    }

    #[test]
    fn every_special_row_is_given() {
        let case = special(Seed::default(), "softmax_safe", 7);
        let x = case.numbers_of("x");
        assert_eq!(x.len(), 8 * 7);
        assert!(x[..7].iter().all(|v| *v == f64::NEG_INFINITY));
        assert_eq!(x[2 * 7..3 * 7].iter().filter(|v| v.is_finite()).count(), 1);
    }
}
