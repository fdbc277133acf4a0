//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

/// Counts are taken where blocks fit.
pub const ROUND: &str = "round";

/// Rows, columns, and terms of each sum.
type Shape = (usize, usize, usize);

/// The runs of a part: shapes that allow vectors and do not fit, and shapes that do not allow them.
pub fn of(seed: Seed, kernel: &'static str, block: [u32; 3]) -> Vec<Case> {
    let started = Started { kernel, block };
    let case = |shape| case(seed, started, shape);
    vec![
        case((65, 67, 9)),
        case((1, 3, 8)),
        case((9, 66, 5)),
        case((64, 63, 100)),
        case((36, 68, 20)),
        case((5, 7, 0)),
        case((70, 64, 12)).reordered(),
        case((128, 128, 64)).tag(ROUND),
    ]
}

/// A kernel and the block that it is launched with.
#[derive(Clone, Copy)]
struct Started {
    kernel: &'static str,
    block: [u32; 3],
}

fn case(seed: Seed, Started { kernel, block }: Started, shape: Shape) -> Case {
    let (m, n, k) = shape;
    let mut seeded = seed.numbers((m * 1_000_000 + n * 1000 + k) as u64);
    let a = seeded.exact_units(m * k, 64);
    let b = seeded.exact_units(k * n, 64);
    Case::new(format!("M = {m}, N = {n}, K = {k}"), kernel)
        .launch([cover(n, 64), cover(m, 64), 1], block)
        .buffer("A", Data::f32(&a))
        .buffer("B", Data::f32(&b))
        .buffer("C", Data::fresh(Elem::F32, m * n))
        .int("M", m)
        .int("N", n)
        .int("K", k)
        .expect(
            "C",
            Expected::exact(Data::f32(&product(&a, &b, shape))),
            &[("row", m), ("column", n)],
        )
}

/// The oracle. Products of multiples of 1/64 are multiples of 1/4,096, and sums of up to 4,096 of them are exact.
fn product(a: &[f32], b: &[f32], (m, n, k): Shape) -> Vec<f32> {
    let element = |row: usize, col: usize| -> f64 {
        let terms = (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(b[i * n + col]));
        terms.sum::<f64>() + 0.0 // an empty sum is −0
    };
    (0..m * n).map(|i| element(i / n, i % n) as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_multiplies() {
        // | 1 2 |   | 5 6 |   | 19 22 |
        // | 3 4 | * | 7 8 | = | 43 50 |
        let c = product(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], (2, 2, 2));
        assert_eq!(c, [19.0, 22.0, 43.0, 50.0]);
        assert_eq!(product(&[], &[], (1, 1, 0))[0].to_bits(), 0);
    }
}
