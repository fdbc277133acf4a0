//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, chain_tolerance, f16_from_f32, f16_to_f32};

/// Counts are taken where warps read whole vectors.
pub const ROUND: &str = "round";

/// Rows, columns and vectors.
type Shape = (usize, usize, usize);

/// The runs of a part for one vector.
pub fn of(seed: Seed, kernel: &'static str) -> Vec<Case> {
    let exact = |rows, cols| exact(seed, kernel, (rows, cols, 1));
    vec![
        exact(5, 7),
        exact(5, 333),
        exact(33, 264),
        exact(1, 8),
        exact(3, 4096),
        rounded(seed, kernel, (7, 500, 1)),
        exact(9, 40).reordered(),
        exact(64, 1024).tag(ROUND),
    ]
}

/// The runs for several vectors.
pub fn batch(seed: Seed) -> Vec<Case> {
    let exact = |shape| exact(seed, "gemv_batch", shape);
    vec![
        exact((5, 7, 3)),
        exact((5, 333, 2)),
        exact((9, 264, 8)),
        exact((3, 40, 1)),
        rounded(seed, "gemv_batch", (7, 500, 5)),
        exact((9, 40, 7)).reordered(),
        exact((16, 512, 8)).tag(ROUND),
    ]
}

/// Sums that are exact in 32 bits, whatever their order.
fn exact(seed: Seed, kernel: &'static str, shape: Shape) -> Case {
    let (rows, cols, batch) = shape;
    let mut seeded = seed.numbers((rows * 100_000 + cols * 10 + batch) as u64);
    let w = seeded.exact_units(rows * cols, 64);
    let x = seeded.exact_units(batch * cols, 64);
    let sums: Vec<f32> = products(&w, &x, shape).iter().map(|s| s.0 as f32).collect();
    let product = Product {
        shape,
        w: &w,
        x: &x,
    };
    case(kernel, &product, Expected::exact(Data::f32(&sums)))
}

/// Sums that each order of additions rounds in its own way.
fn rounded(seed: Seed, kernel: &'static str, shape: Shape) -> Case {
    let (rows, cols, batch) = shape;
    let mut seeded = seed.numbers((rows + cols + batch) as u64);
    let mut drawn = |len| -> Vec<f32> {
        let units = seeded.units(len);
        units.iter().map(|v| f16_to_f32(f16_from_f32(*v))).collect()
    };
    let (w, x) = (drawn(rows * cols), drawn(batch * cols));
    let sums = products(&w, &x, shape);
    let values = sums.iter().map(|s| s.0).collect();
    let bounds = sums.iter().map(|s| chain_tolerance(cols, s.1)).collect();
    let expected = Expected::bounded(Elem::F32, values, bounds);
    let product = Product {
        shape,
        w: &w,
        x: &x,
    };
    case(kernel, &product, expected)
}

/// What is multiplied.
struct Product<'a> {
    shape: Shape,
    w: &'a [f32],
    x: &'a [f32],
}

fn case(kernel: &'static str, product: &Product<'_>, expected: Expected) -> Case {
    let &Product {
        shape: (rows, cols, batch),
        w,
        x,
    } = product;
    let several = kernel == "gemv_batch";
    let [of_x, of_y] = if several { ["X", "Y"] } else { ["x", "y"] };
    let name = match several {
        true => format!("rows = {rows}, cols = {cols}, batch = {batch}"),
        false => format!("rows = {rows}, cols = {cols}"),
    };
    let case = Case::new(name, kernel)
        .launch([rows.div_ceil(8) as u32, 1, 1], [256, 1, 1])
        .buffer("W", Data::f16(w))
        .buffer(of_x, Data::f16(x))
        .buffer(of_y, Data::fresh(Elem::F32, batch * rows))
        .int("rows", rows)
        .int("cols", cols);
    let case = match several {
        true => case.int("batch", batch),
        false => case.size("batch", 1),
    };
    case.expect(of_y, expected, &[("vector", batch), ("row", rows)])
}

/// The oracle in double precision: each sum, vector by vector, and the sum of its terms' sizes.
fn products(w: &[f32], x: &[f32], (rows, cols, batch): Shape) -> Vec<(f64, f64)> {
    let one = |b: usize, r: usize| {
        let terms = (0..cols).map(|i| f64::from(w[r * cols + i]) * f64::from(x[b * cols + i]));
        terms.fold((0.0, 0.0), |(sum, size), t| (sum + t, size + t.abs()))
    };
    (0..batch * rows).map(|i| one(i / rows, i % rows)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Seeded;

    #[test]
    fn the_oracle_multiplies_each_vector() {
        // | 1 2 |   | 5 |   | 17 |      | 1 |   |  -1 |
        // | 3 4 | * | 6 | = | 39 | ;    | -1 | gives | -1 |
        let sums = products(&[1.0, 2.0, 3.0, 4.0], &[5.0, 6.0, 1.0, -1.0], (2, 2, 2));
        let values: Vec<f64> = sums.iter().map(|s| s.0).collect();
        assert_eq!(values, [17.0, 39.0, -1.0, -1.0]);
        assert_eq!(sums[3].1, 7.0);
    }

    #[test]
    fn a_sum_in_sixteen_bits_is_seen() {
        let mut seeded = Seeded::new(9);
        let (w, x) = (seeded.exact_units(4096, 64), seeded.exact_units(4096, 64));
        let right = products(&w, &x, (1, 4096, 1))[0].0;
        let half = |v: f32| f16_to_f32(f16_from_f32(v));
        let terms = w.iter().zip(&x).map(|(a, b)| half(a * b));
        let sum = terms.fold(0.0f32, |sum, t| half(sum + t));
        assert_ne!(f64::from(sum), right);
    }
}
