//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, sum_tolerance};

/// Counts are taken where every lane has the same number of elements.
pub const ROUND: &str = "round";

/// Blocks and threads for so many rows.
type Threads = fn(usize) -> (usize, u32);

/// The runs of a part: rows shorter than a warp and than a block, one beside each, empty ones, long ones.
pub fn of(seed: Seed, kernel: &'static str, threads: Threads) -> Vec<Case> {
    let lengths = [33, 7, 0, 1, 31, 32, 255, 257];
    let exact = |rows, cols| exact(seed, kernel, threads, rows, cols);
    let mut cases: Vec<Case> = lengths.iter().map(|&cols| exact(7, cols)).collect();
    cases.push(exact(3, 4095));
    cases.push(special(seed, kernel, threads));
    cases.push(rounded(seed, kernel, threads, 5, 1000));
    cases.push(exact(9, 300).reordered());
    cases.push(exact(16, 1024).tag(ROUND));
    cases
}

/// Rows whose sums are exact, whatever the order of the additions.
fn exact(seed: Seed, kernel: &'static str, threads: Threads, rows: usize, cols: usize) -> Case {
    let x = seed
        .numbers((rows * 10_000 + cols) as u64)
        .exact_units(rows * cols, 4096);
    let sums: Vec<f32> = sums(&x, rows, cols).iter().map(|s| s.0 as f32).collect();
    case(kernel, threads, &x, (rows, cols)).expect(
        "out",
        Expected::exact(Data::f32(&sums)),
        &[("row", rows)],
    )
}

/// Rows of arbitrary numbers, where each order of additions rounds in its own way.
fn rounded(seed: Seed, kernel: &'static str, threads: Threads, rows: usize, cols: usize) -> Case {
    let x = seed.numbers((rows + cols) as u64).units(rows * cols);
    let sums = sums(&x, rows, cols);
    let values = sums.iter().map(|s| s.0).collect();
    let bounds = sums.iter().map(|s| sum_tolerance(cols, s.1)).collect();
    let case = case(kernel, threads, &x, (rows, cols));
    case.expect(
        "out",
        Expected::bounded(Elem::F32, values, bounds),
        &[("row", rows)],
    )
}

/// A NaN, infinities of one sign, infinities of both, and an ordinary row between them.
fn special(seed: Seed, kernel: &'static str, threads: Threads) -> Case {
    let (rows, cols) = (4, 40);
    let mut x = seed.numbers(4).exact_units(rows * cols, 4096);
    x[39] = f32::NAN;
    x[cols + 5] = f32::INFINITY;
    x[2 * cols] = f32::INFINITY;
    x[2 * cols + 33] = f32::NEG_INFINITY;
    let last = sums(&x, rows, cols)[3].0 as f32;
    let right = [f32::NAN, f32::INFINITY, f32::NAN, last];
    let mut case = case(kernel, threads, &x, (rows, cols));
    case.name = "rows with NaN and infinities".into();
    case.expect(
        "out",
        Expected::exact(Data::f32(&right)).nan_is_nan(),
        &[("row", rows)],
    )
}

fn case(kernel: &'static str, threads: Threads, x: &[f32], (rows, cols): (usize, usize)) -> Case {
    let (blocks, each) = threads(rows);
    Case::new(format!("rows = {rows}, cols = {cols}"), kernel)
        .launch([blocks as u32, 1, 1], [each, 1, 1])
        .buffer("x", Data::f32(x))
        .buffer("out", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", cols)
}

/// The oracle in double precision: each row's sum, and the sum of its elements' sizes.
fn sums(x: &[f32], rows: usize, cols: usize) -> Vec<(f64, f64)> {
    let row = |r: usize| x[r * cols..(r + 1) * cols].iter().map(|v| f64::from(*v));
    let sum = |r| row(r).fold((0.0, 0.0), |(sum, size), v| (sum + v, size + v.abs()));
    (0..rows).map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Seeded;

    #[test]
    fn the_oracle_adds_up_rows() {
        let sums = sums(&[1.0, -2.0, 0.5, 4.0, 4.0, 0.25], 2, 3);
        assert_eq!(sums, [(-0.5, 3.5), (8.25, 8.25)]);
        assert_eq!(super::sums(&[], 2, 0), [(0.0, 0.0); 2]);
    }

    #[test]
    fn a_lost_element_changes_an_exact_sum() {
        let x = Seeded::new(34_095).exact_units(4095, 4096);
        let all: f32 = x.iter().sum();
        let all_but_one: f32 = x[..4094].iter().sum();
        assert_eq!(f64::from(all), sums(&x, 1, 4095)[0].0);
        assert_ne!(all, all_but_one);
    }
}
