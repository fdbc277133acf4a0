//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed};

/// Counts are taken where blocks are full.
pub const ROUND: &str = "round";

/// Its rows and columns. There no row is all zeros: who asks for a scale of 0 before reading such a row again reads it once, and
/// would be counted short.
const COUNTED: (usize, usize) = (8, 1024);

/// Half a step, and what three roundings of a quotient of up to 127 may add to it.
const HALF_A_STEP: f64 = 0.5 + 127.0 * 3.0 / 16_777_216.0;

/// The runs of a part: rows shorter than a warp, one beside a block, none of them longer than 1,024.
pub fn of(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let case = |rows, cols| case(seed, kernel, rows, cols);
    vec![
        case(3, 31),
        case(1, 1),
        case(5, 257),
        case(7, 1000),
        case(2, 4),
        case(4, 36).reordered(),
        case(COUNTED.0, COUNTED.1).tag(ROUND),
    ]
}

fn case(seed: Seed, kernel: &'static str, rows: usize, cols: usize) -> Case {
    let x = inputs(seed, rows, cols);
    let (scales, values) = quantised(&x, rows, cols);
    let bounds = vec![HALF_A_STEP; values.len()];
    Case::new(format!("rows = {rows}, cols = {cols}"), kernel)
        .launch([rows as u32, 1, 1], [256, 1, 1])
        .buffer("x", Data::f32(&x))
        .buffer("q", Data::fresh(Elem::I8, rows * cols))
        .buffer("scale", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", cols)
        .expect(
            "scale",
            Expected::exact(Data::f32(&scales)),
            &[("row", rows)],
        )
        .expect(
            "q",
            Expected::bounded(Elem::I8, values, bounds),
            &[("row", rows), ("column", cols)],
        )
}

/// Rows of different sizes. Row 1 is all zeros, but for where counts are taken; in every other row the largest number is the last
/// one, and negative.
fn inputs(seed: Seed, rows: usize, cols: usize) -> Vec<f32> {
    let mut x = seed
        .numbers((rows * 10_000 + cols) as u64)
        .units(rows * cols);
    for (r, row) in x.chunks_mut(cols.max(1)).enumerate() {
        let is_zero = r == 1 && (rows, cols) != COUNTED;
        let size = if is_zero { 0.0 } else { 0.37 * (r + 1) as f32 };
        row.iter_mut().for_each(|v| *v *= size);
        if let (Some(last), true) = (row.last_mut(), r % 2 == 0) {
            *last = -1.25 * size;
        }
    }
    x
}

/// The oracle: the scale of each row as single precision divides, and each element in units of it, not rounded.
fn quantised(x: &[f32], rows: usize, cols: usize) -> (Vec<f32>, Vec<f64>) {
    let row = |r: usize| &x[r * cols..(r + 1) * cols];
    let scale = |r: usize| row(r).iter().fold(0.0f32, |m, v| m.max(v.abs())) / 127.0;
    let scales: Vec<f32> = (0..rows).map(scale).collect();
    let units = |v: f32, s: f32| match s {
        0.0 => 0.0,
        s => f64::from(v) / f64::from(s),
    };
    let values = (0..rows).flat_map(|r| row(r).iter().map(move |v| (*v, r)));
    let values = values.map(|(v, r)| units(v, scales[r])).collect();
    (scales, values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_worked_out_by_hand() {
        // absmax 2.54: the scale is 0.02; -2.54, 1, 0.5 and 0.03 are -127, 50, 25 and 1.5 steps.
        let (scales, values) = quantised(&[-2.54, 1.0, 0.5, 0.03, 0.0, 0.0, 0.0, 0.0], 2, 4);
        assert_eq!(scales, [2.54f32 / 127.0, 0.0]);
        let right = [-127.0, 50.0, 25.0, 1.5, 0.0, 0.0, 0.0, 0.0];
        let off = values.iter().zip(right).map(|(v, r)| (v - r).abs());
        assert!(off.fold(0.0, f64::max) < 1e-4, "{values:?}");
    }

    #[test]
    fn dividing_and_multiplying_by_the_inverse_are_both_within_the_bound() {
        let (rows, cols) = (64, 1000);
        let x = inputs(Seed::default(), rows, cols);
        let (scales, values) = quantised(&x, rows, cols);
        for (i, value) in values.iter().enumerate() {
            let s = scales[i / cols];
            let inverse = if s == 0.0 { 0.0 } else { 1.0 / s };
            let divided = if s == 0.0 { 0.0 } else { x[i] / s };
            for q in [divided, x[i] * inverse] {
                assert!((f64::from(q.round_ties_even()) - value).abs() <= HALF_A_STEP);
            }
        }
    }

    #[test]
    fn rows_have_what_mistakes_miss() {
        let x = inputs(Seed::default(), 5, 257);
        let row = |r: usize| &x[r * 257..(r + 1) * 257];
        assert!(row(1).iter().all(|v| *v == 0.0));
        let largest = row(2).iter().fold(0.0f32, |m, v| m.max(v.abs()));
        assert_eq!(row(2)[256], -largest);
        let (rows, cols) = COUNTED;
        let counted = inputs(Seed::default(), rows, cols);
        assert!(
            counted
                .chunks(cols)
                .all(|row| row.iter().any(|v| *v != 0.0))
        );
    }
}
