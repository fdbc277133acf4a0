//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover, sum_tolerance};

/// Counts are taken where whole warps have work and rows begin at sectors.
pub const ROUND: &str = "round";

/// Rows, columns, and terms of each sum.
type Shape = (usize, usize, usize);

/// Blocks of 32 × 8 threads over C, x down its rows.
pub fn down_rows((m, n, _): Shape) -> [u32; 3] {
    [cover(m, 32), cover(n, 8), 1]
}

/// Blocks of 32 × 8 threads over C, x along its columns.
pub fn along_columns((m, n, _): Shape) -> [u32; 3] {
    [cover(n, 32), cover(m, 8), 1]
}

/// The runs of a part.
pub fn of(seed: Seed, kernel: &'static str, grid: fn(Shape) -> [u32; 3]) -> Vec<Case> {
    let at = |shape| Launch {
        kernel,
        grid: grid(shape),
    };
    let exact = |shape| exact(seed, at(shape), shape);
    vec![
        exact((17, 33, 31)),
        exact((33, 31, 17)),
        exact((1, 33, 40)),
        exact((33, 1, 8)),
        exact((1, 1, 1)),
        exact((5, 3, 0)),
        exact((3, 5, 1024)),
        rounded(seed, at((20, 40, 37)), (20, 40, 37)),
        exact((9, 65, 7)).reordered(),
        exact((64, 64, 64)).tag(ROUND),
    ]
}

/// A product of multiples of 1/64: exact in single precision, whatever the order of the additions.
fn exact(seed: Seed, launch: Launch, shape: Shape) -> Case {
    let (m, n, k) = shape;
    let mut seeded = seed.numbers((m * 10_000 + n * 100 + k) as u64);
    let a = seeded.exact_units(m * k, 64);
    let b = seeded.exact_units(k * n, 64);
    let right: Vec<f32> = product(&a, &b, shape).iter().map(|s| s.0 as f32).collect();
    case(
        launch,
        Product {
            shape,
            a: &a,
            b: &b,
        },
    )
    .expect(
        "C",
        Expected::exact(Data::f32(&right)),
        &[("row", m), ("column", n)],
    )
}

/// A product of arbitrary numbers, where every order of additions rounds in its own way.
fn rounded(seed: Seed, launch: Launch, shape: Shape) -> Case {
    let (m, n, k) = shape;
    let mut seeded = seed.numbers((m + n + k) as u64);
    let (a, b) = (seeded.units(m * k), seeded.units(k * n));
    let sums = product(&a, &b, shape);
    let bounds = sums.iter().map(|s| sum_tolerance(k, s.1)).collect();
    let values = sums.iter().map(|s| s.0).collect();
    case(
        launch,
        Product {
            shape,
            a: &a,
            b: &b,
        },
    )
    .expect(
        "C",
        Expected::bounded(Elem::F32, values, bounds),
        &[("row", m), ("column", n)],
    )
}

/// Which kernel runs, in how many blocks.
struct Launch {
    kernel: &'static str,
    grid: [u32; 3],
}

/// What is multiplied.
struct Product<'a> {
    shape: Shape,
    a: &'a [f32],
    b: &'a [f32],
}

fn case(launch: Launch, product: Product<'_>) -> Case {
    let Product {
        shape: (m, n, k),
        a,
        b,
    } = product;
    Case::new(format!("M = {m}, N = {n}, K = {k}"), launch.kernel)
        .launch(launch.grid, [32, 8, 1])
        .buffer("A", Data::f32(a))
        .buffer("B", Data::f32(b))
        .buffer("C", Data::fresh(Elem::F32, m * n))
        .int("M", m)
        .int("N", n)
        .int("K", k)
}

/// The oracle in double precision: each sum, and the sum of its terms' sizes.
fn product(a: &[f32], b: &[f32], (m, n, k): Shape) -> Vec<(f64, f64)> {
    let element = |row: usize, col: usize| {
        let terms = (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(b[i * n + col]));
        terms.fold((0.0, 0.0), |(sum, size), term| {
            (sum + term, size + term.abs())
        })
    };
    (0..m * n).map(|i| element(i / n, i % n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Seeded;

    #[test]
    fn the_oracle_multiplies() {
        // | 1  2 |   | 5 6 |   | 19 22 |
        // | 3 -4 | * | 7 8 | = | -13 -14 |
        let sums = product(&[1.0, 2.0, 3.0, -4.0], &[5.0, 6.0, 7.0, 8.0], (2, 2, 2));
        let values: Vec<f64> = sums.iter().map(|s| s.0).collect();
        assert_eq!(values, [19.0, 22.0, -13.0, -14.0]);
        assert_eq!(sums[2].1, 43.0);
        assert_eq!(product(&[], &[], (1, 2, 0)), [(0.0, 0.0); 2]);
    }

    #[test]
    fn exact_sums_are_exact_in_single_precision_in_any_order() {
        let mut seeded = Seeded::new(1);
        let (a, b) = (seeded.exact_units(4096, 64), seeded.exact_units(4096, 64));
        let terms: Vec<f32> = a.iter().zip(&b).map(|(a, b)| a * b).collect();
        let forwards: f32 = terms.iter().sum();
        let backwards: f32 = terms.iter().rev().sum();
        let fused = a
            .iter()
            .zip(&b)
            .fold(0.0f32, |sum, (a, b)| a.mul_add(*b, sum));
        let oracle = product(&a, &b, (1, 1, 4096))[0].0;
        for sum in [forwards, backwards, fused] {
            assert_eq!(f64::from(sum), oracle);
        }
    }
}
