//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover, sum_tolerance};

/// Counts are taken where tiles fit.
pub const ROUND: &str = "round";
/// Counts are taken one past the tiles, in every dimension.
pub const EDGE: &str = "edge";

/// The runs of a part with tiles of `tile` × `tile`.
pub fn of(seed: Seed, kernel: &'static str, tile: u32) -> Vec<Case> {
    let shapes = [
        (17, 31, 33),
        (31, 33, 17),
        (33, 17, 31),
        (32, 32, 32),
        (1, 33, 40),
        (33, 1, 64),
        (1, 1, 1),
        (5, 7, 0),
    ];
    let mut cases: Vec<Case> = shapes
        .iter()
        .map(|&shape| case(seed, Tiled { kernel, tile }, shape))
        .collect();
    cases.push(
        case(seed, Tiled { kernel, tile }, (33, 33, 33))
            .tag(EDGE)
            .reordered(),
    );
    cases.push(case(seed, Tiled { kernel, tile }, (64, 64, 64)).tag(ROUND));
    cases
}

/// A kernel whose blocks make tiles of `tile` × `tile`.
#[derive(Clone, Copy)]
pub struct Tiled {
    pub kernel: &'static str,
    pub tile: u32,
}

/// One product.
pub fn case(seed: Seed, tiled: Tiled, (m, n, k): (usize, usize, usize)) -> Case {
    let Tiled { kernel, tile } = tiled;
    let mut seeded = seed.numbers((m * 10_000 + n * 100 + k) as u64);
    let (a, b) = (seeded.units(m * k), seeded.units(k * n));
    let (values, tolerances) = product(&a, &b, (m, n, k));
    Case::new(format!("M = {m}, N = {n}, K = {k}"), kernel)
        .launch([cover(n, tile), cover(m, tile), 1], [tile, tile, 1])
        .buffer("A", Data::f32(&a))
        .buffer("B", Data::f32(&b))
        .buffer("C", Data::fresh(Elem::F32, m * n))
        .int("M", m)
        .int("N", n)
        .int("K", k)
        .expect(
            "C",
            Expected::bounded(Elem::F32, values, tolerances),
            &[("row", m), ("column", n)],
        )
}

/// A product to be timed, of square matrices, whose three buffers fill so many bytes at most.
pub fn timed(kernel: &'static str, tile: u32, room: usize) -> Case {
    let side = ((room / 12).isqrt() / 64 * 64).clamp(64, 2048);
    let matrix = || Data::fresh(Elem::F32, side * side);
    Case::new(format!("M = N = K = {side}"), kernel)
        .launch([cover(side, tile), cover(side, tile), 1], [tile, tile, 1])
        .buffer("A", matrix())
        .buffer("B", matrix())
        .buffer("C", matrix())
        .int("M", side)
        .int("N", side)
        .int("K", side)
}

/// The oracle: sums in double precision, and how far off each may be.
fn product(a: &[f32], b: &[f32], (m, n, k): (usize, usize, usize)) -> (Vec<f64>, Vec<f64>) {
    let element = |row: usize, col: usize| {
        let terms = (0..k).map(|i| f64::from(a[row * k + i]) * f64::from(b[i * n + col]));
        let (sum, magnitude) = terms.fold((0.0, 0.0), |(s, g), term| (s + term, g + term.abs()));
        (sum, sum_tolerance(k, magnitude))
    };
    (0..m * n).map(|i| element(i / n, i % n)).unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_multiplies() {
        // | 1 2 |   | 5 6 |   | 19 22 |
        // | 3 4 | * | 7 8 | = | 43 50 |
        let (values, tolerances) = product(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 7.0, 8.0], (2, 2, 2));
        assert_eq!(values, [19.0, 22.0, 43.0, 50.0]);
        assert_eq!(tolerances[0], 8.0 * 19.0 / 16_777_216.0 + 1e-30);
        assert_eq!(product(&[], &[], (1, 1, 0)).0, [0.0]);
    }
}
