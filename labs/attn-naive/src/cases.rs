//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

/// Counts are taken where rows begin at sectors and warps are full.
pub const ROUND: &str = "round";

/// Heads, tokens and numbers a head.
type Shape = (usize, usize, usize);

/// Which scores are made.
struct Scores {
    shape: Shape,
    scale: f32,
    /// A query sees the keys up to its own.
    causal: bool,
}

const SHAPES: [(Shape, f32, bool); 6] = [
    ((2, 33, 80), 0.125, true),
    ((1, 1, 64), 0.125, true),
    ((1, 65, 128), 0.0625, false),
    ((3, 7, 5), 0.5, true),
    ((1, 40, 33), 0.25, false),
    ((2, 32, 16), 0.25, true),
];

/// The runs of a part that makes scores; a block has `block` threads, one a score.
pub fn scores(seed: Seed, kernel: &'static str, block: [u32; 3]) -> Vec<Case> {
    let case = |(shape, scale, causal)| {
        let scores = Scores {
            shape,
            scale,
            causal,
        };
        of_scores(seed, kernel, block, &scores)
    };
    let mut cases: Vec<Case> = SHAPES.map(case).into();
    cases.push(case(((1, 34, 40), 0.25, true)).reordered());
    cases.push(case(((1, 64, 64), 0.125, false)).tag(ROUND));
    cases
}

fn of_scores(seed: Seed, kernel: &'static str, block: [u32; 3], scores: &Scores) -> Case {
    let &Scores {
        shape,
        scale,
        causal,
    } = scores;
    let (heads, n, d) = shape;
    let mut seeded = seed.numbers((heads * 1_000_000 + n * 1000 + d) as u64);
    let q = seeded.exact_units(heads * n * d, 64);
    let k = seeded.exact_units(heads * n * d, 64);
    let sums = scored(&q, &k, scores);
    let right: Vec<f32> = sums.iter().map(|s| (s * f64::from(scale)) as f32).collect();
    let mask = if causal { "causal" } else { "all keys" };
    let name = format!("heads = {heads}, N = {n}, D = {d}, {mask}");
    Case::new(name, kernel)
        .launch(
            [cover(n, block[0]), cover(n, block[1]), heads as u32],
            block,
        )
        .buffer("Q", Data::f32(&q))
        .buffer("K", Data::f32(&k))
        .buffer("S", Data::fresh(Elem::F32, heads * n * n))
        .int("N", n)
        .int("D", d)
        .float("scale", scale)
        .int("causal", usize::from(causal))
        .size("heads", heads as u64)
        .expect(
            "S",
            Expected::exact(Data::f32(&right)),
            &[("head", heads), ("query", n), ("key", n)],
        )
}

/// The runs of the last part.
pub fn values(seed: Seed) -> Vec<Case> {
    let mut cases: Vec<Case> = SHAPES.map(|(shape, ..)| of_values(seed, shape)).into();
    cases.push(of_values(seed, (2, 17, 40)).reordered());
    cases.push(of_values(seed, (1, 64, 64)).tag(ROUND));
    cases
}

fn of_values(seed: Seed, shape: Shape) -> Case {
    let (heads, n, d) = shape;
    let mut seeded = seed.numbers((heads * 1_000_000 + n * 1000 + d + 1) as u64);
    let shares = seeded.exact_units(heads * n * n, 64);
    let p: Vec<f32> = shares.iter().map(|v| v.abs()).collect();
    let v = seeded.exact_units(heads * n * d, 64);
    let right: Vec<f32> = weighed(&p, &v, shape).iter().map(|s| *s as f32).collect();
    Case::new(format!("heads = {heads}, N = {n}, D = {d}"), "pv")
        .launch([cover(d, 32), cover(n, 8), heads as u32], [32, 8, 1])
        .buffer("P", Data::f32(&p))
        .buffer("V", Data::f32(&v))
        .buffer("O", Data::fresh(Elem::F32, heads * n * d))
        .int("N", n)
        .int("D", d)
        .expect(
            "O",
            Expected::exact(Data::f32(&right)),
            &[("head", heads), ("query", n), ("d", d)],
        )
}

/// The oracle of scores, not yet scaled.
fn scored(q: &[f32], k: &[f32], of: &Scores) -> Vec<f64> {
    let &Scores {
        shape: (heads, n, d),
        causal,
        ..
    } = of;
    let row = |of: &[f32], head: usize, i: usize| -> Vec<f64> {
        let at = (head * n + i) * d;
        of[at..at + d].iter().map(|v| f64::from(*v)).collect()
    };
    let one = |at: usize| {
        let (head, i, j) = (at / (n * n), at / n % n, at % n);
        if causal && j > i {
            return f64::NEG_INFINITY;
        }
        let (q, k) = (row(q, head, i), row(k, head, j));
        q.iter().zip(&k).map(|(q, k)| q * k).sum::<f64>() + 0.0
    };
    (0..heads * n * n).map(one).collect()
}

/// The oracle of results.
fn weighed(p: &[f32], v: &[f32], (heads, n, d): Shape) -> Vec<f64> {
    let one = |at: usize| {
        let (head, i, e) = (at / (n * d), at / d % n, at % d);
        let terms = (0..n)
            .map(|j| f64::from(p[(head * n + i) * n + j]) * f64::from(v[(head * n + j) * d + e]));
        terms.sum::<f64>() + 0.0
    };
    (0..heads * n * d).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_results_by_hand() {
        // Two tokens of two numbers: q = (1, 2), (0, 1); k = (3, 1), (1, 1).
        let (q, k) = ([1.0, 2.0, 0.0, 1.0], [3.0, 1.0, 1.0, 1.0]);
        let of = |causal| Scores {
            shape: (1, 2, 2),
            scale: 1.0,
            causal,
        };
        assert_eq!(scored(&q, &k, &of(false)), [5.0, 3.0, 1.0, 1.0]);
        let masked = scored(&q, &k, &of(true));
        assert_eq!(masked, [5.0, f64::NEG_INFINITY, 1.0, 1.0]);
        // Shares (1, 0) and (0.25, 0.75) of values (4, 8) and (0, 4).
        let o = weighed(&[1.0, 0.0, 0.25, 0.75], &[4.0, 8.0, 0.0, 4.0], (1, 2, 2));
        assert_eq!(o, [4.0, 8.0, 1.0, 5.0]);
    }
}
