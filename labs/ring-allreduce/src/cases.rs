//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed};

/// Counts are taken where chunks are whole sectors.
pub const ROUND: &str = "round";

/// Ranks and elements of each: chunks that differ by one, chunks that do not, empty ones.
const SIZES: [(usize, usize); 4] = [(4, 1003), (3, 1000), (8, 5), (2, 33)];

/// What a step does with a chunk: takes it over, or adds it.
#[derive(Clone, Copy, PartialEq)]
enum Deed {
    Adds,
    Copies,
}

/// The runs of the first part: one step, and all of them, from rows of each rank's own.
pub fn reduce(seed: Seed) -> Vec<Case> {
    runs(seed, Deed::Adds)
}

/// The runs of the second part, which begins where the first one ends.
pub fn gather(seed: Seed) -> Vec<Case> {
    runs(seed, Deed::Copies)
}

fn runs(seed: Seed, deed: Deed) -> Vec<Case> {
    let mut cases = Vec::new();
    for size in SIZES {
        cases.push(steps(seed, deed, size, 1));
        // Two ranks are done after one.
        if size.0 > 2 {
            cases.push(steps(seed, deed, size, size.0 - 1));
        }
    }
    cases.push(steps(seed, deed, (4, 67), 3).reordered());
    cases.push(steps(seed, deed, (4, 1024), 3).tag(ROUND));
    cases
}

/// The first `steps` steps, a launch each.
fn steps(seed: Seed, deed: Deed, (ranks, n): (usize, usize), steps: usize) -> Case {
    let mut buf = seed
        .numbers((ranks * 10_000 + n) as u64)
        .exact_units(ranks * n, 64);
    let kernel = match deed {
        Deed::Adds => "reduce_step",
        Deed::Copies => "gather_step",
    };
    if deed == Deed::Copies {
        (0..ranks - 1).for_each(|step| after(&mut buf, (ranks, n), Deed::Adds, step));
    }
    let of = if steps == 1 { "step" } else { "steps" };
    let case = Case::new(format!("ranks = {ranks}, n = {n}, {steps} {of}"), kernel)
        .launch([ranks as u32, 1, 1], [256, 1, 1])
        .buffer("buf", Data::f32(&buf))
        .int("n", n)
        .int("ranks", ranks)
        .int("step", 0)
        .size("steps", steps as u64);
    let case = (1..steps).fold(case, |case, step| {
        let next = case.then(kernel).launch([ranks as u32, 1, 1], [256, 1, 1]);
        next.pass("buf")
            .int("n", n)
            .int("ranks", ranks)
            .int("step", step)
    });
    (0..steps).for_each(|step| after(&mut buf, (ranks, n), deed, step));
    case.expect(
        "buf",
        Expected::exact(Data::f32(&buf)),
        &[("rank", ranks), ("element", n)],
    )
}

/// The oracle of a step: all ranks read the rows as they were before it.
fn after(buf: &mut [f32], (ranks, n): (usize, usize), deed: Deed, step: usize) {
    let before = buf.to_vec();
    for r in 0..ranks {
        let left = (r + ranks - 1) % ranks;
        let c = match deed {
            Deed::Adds => (r + 2 * ranks - 1 - step) % ranks,
            Deed::Copies => (r + ranks - step) % ranks,
        };
        for i in c * n / ranks..(c + 1) * n / ranks {
            let theirs = before[left * n + i];
            match deed {
                Deed::Adds => buf[r * n + i] += theirs,
                Deed::Copies => buf[r * n + i] = theirs,
            }
        }
    }
}

/// The runs of the layer: hidden sizes that ranks divide, and do not.
pub fn mlp(seed: Seed) -> Vec<Case> {
    let case = |dim, hidden, ranks| layer(seed, dim, hidden, ranks);
    vec![
        case(7, 10, 4),
        case(1, 1, 1),
        case(33, 100, 3),
        case(5, 3, 4),
        case(300, 40, 2),
        case(20, 33, 2).reordered(),
        case(32, 128, 4).tag(ROUND),
    ]
}

fn layer(seed: Seed, dim: usize, hidden: usize, ranks: usize) -> Case {
    let mut seeded = seed.numbers((dim * 10_000 + hidden * 10 + ranks) as u64);
    // Multiples of 1/16: a sum of products of three of them has few enough digits to be exact.
    let x = seeded.exact_units(dim, 4);
    let w1 = seeded.exact_units(hidden * dim, 16);
    let w2 = seeded.exact_units(dim * hidden, 16);
    let right = partials(&x, [&w1, &w2], (dim, hidden, ranks));
    Case::new(
        format!("dim = {dim}, hidden = {hidden}, ranks = {ranks}"),
        "mlp_partial",
    )
    .launch([ranks as u32, 1, 1], [256, 1, 1])
    .buffer("x", Data::f32(&x))
    .buffer("W1", Data::f32(&w1))
    .buffer("W2", Data::f32(&w2))
    .buffer("partial", Data::fresh(Elem::F32, ranks * dim))
    .int("dim", dim)
    .int("hidden", hidden)
    .int("ranks", ranks)
    .expect(
        "partial",
        Expected::absolute(Elem::F32, right, 0.0),
        &[("rank", ranks), ("element", dim)],
    )
}

/// The oracle of the layer: each rank's part of the result.
fn partials(x: &[f32], [w1, w2]: [&[f32]; 2], sizes: (usize, usize, usize)) -> Vec<f64> {
    let (dim, hidden, ranks) = sizes;
    let activation = |j: usize| {
        let terms = (0..dim).map(|i| f64::from(w1[j * dim + i]) * f64::from(x[i]));
        terms.sum::<f64>().max(0.0)
    };
    let h: Vec<f64> = (0..hidden).map(activation).collect();
    let part = |r: usize, i: usize| {
        let own = r * hidden / ranks..(r + 1) * hidden / ranks;
        own.map(|j| f64::from(w2[i * hidden + j]) * h[j]).sum()
    };
    (0..ranks * dim)
        .map(|at| part(at / dim, at % dim))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::Seeded;

    #[test]
    fn a_ring_of_three_by_hand() {
        // Rank r holds r + 1 three times, a chunk an element.
        let mut buf = vec![1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0];
        // Step 0: rank 0 adds rank 2's chunk 2, rank 1 rank 0's chunk 0, rank 2 rank 1's chunk 1.
        after(&mut buf, (3, 3), Deed::Adds, 0);
        assert_eq!(buf, [1.0, 1.0, 4.0, 3.0, 2.0, 2.0, 3.0, 5.0, 3.0]);
        after(&mut buf, (3, 3), Deed::Adds, 1);
        assert_eq!([buf[1], buf[5], buf[6]], [6.0; 3]);
        after(&mut buf, (3, 3), Deed::Copies, 0);
        after(&mut buf, (3, 3), Deed::Copies, 1);
        assert_eq!(buf, [6.0; 9]);
    }

    #[test]
    fn every_ring_ends_with_all_sums_everywhere() {
        for (ranks, n) in SIZES {
            let start = Seeded::new(1).exact_units(ranks * n, 64);
            let mut buf = start.clone();
            for deed in [Deed::Adds, Deed::Copies] {
                (0..ranks - 1).for_each(|step| after(&mut buf, (ranks, n), deed, step));
            }
            for (at, value) in buf.iter().enumerate() {
                let sum: f32 = (0..ranks).map(|r| start[r * n + at % n]).sum();
                assert_eq!(*value, sum);
            }
        }
    }

    #[test]
    fn parts_of_a_layer_add_up_to_it() {
        let mut seeded = Seeded::new(2);
        let x = seeded.exact_units(7, 4);
        let (w1, w2) = (seeded.exact_units(70, 16), seeded.exact_units(70, 16));
        let whole = partials(&x, [&w1, &w2], (7, 10, 1));
        let parts = partials(&x, [&w1, &w2], (7, 10, 4));
        for i in 0..7 {
            let sum: f64 = (0..4).map(|r| parts[r * 7 + i]).sum();
            assert!((sum - whole[i]).abs() < 1e-12);
        }
    }
}
