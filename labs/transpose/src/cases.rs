//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

/// Counts are taken where tiles fit.
pub const ROUND: &str = "round";

/// The runs of a part.
pub fn of(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let shapes = [
        (31, 33),
        (33, 31),
        (32, 32),
        (17, 65),
        (1, 37),
        (37, 1),
        (1, 1),
    ];
    let mut cases: Vec<Case> = shapes
        .iter()
        .map(|&(rows, cols)| case(seed, kernel, rows, cols))
        .collect();
    cases.push(case(seed, kernel, 65, 33).reordered());
    cases.push(case(seed, kernel, 64, 96).tag(ROUND));
    cases
}

fn case(seed: Seed, kernel: &'static str, rows: usize, cols: usize) -> Case {
    let input = seed.numbers((rows * 1000 + cols) as u64).units(rows * cols);
    let expected = transpose(&input, rows, cols);
    Case::new(format!("{rows} × {cols}"), kernel)
        .launch([cover(cols, 32), cover(rows, 32), 1], [32, 32, 1])
        .buffer("in", Data::f32(&input))
        .buffer("out", Data::fresh(Elem::F32, rows * cols))
        .int("rows", rows)
        .int("cols", cols)
        .expect(
            "out",
            Expected::exact(Data::f32(&expected)),
            &[("row", cols), ("column", rows)],
        )
}

/// A transpose to be timed, of a square matrix, whose two buffers fill so many bytes.
pub fn timed(kernel: &'static str, room: usize) -> Case {
    let side = (room / 8).isqrt().next_multiple_of(32).max(64);
    let matrix = || Data::fresh(Elem::F32, side * side);
    Case::new(format!("{side} × {side}"), kernel)
        .launch([cover(side, 32), cover(side, 32), 1], [32, 32, 1])
        .buffer("in", matrix())
        .buffer("out", matrix())
        .int("rows", side)
        .int("cols", side)
}

/// The oracle.
fn transpose(input: &[f32], rows: usize, cols: usize) -> Vec<f32> {
    (0..rows * cols)
        .map(|i| input[(i % rows) * cols + i / rows])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_transposes() {
        assert_eq!(
            transpose(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 2, 3),
            [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
        );
        assert_eq!(transpose(&[1.0, 2.0, 3.0], 1, 3), [1.0, 2.0, 3.0]);
    }
}
