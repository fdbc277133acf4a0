//! The runs and their oracle: what each launch is given, and what must come out.

use lab::{Case, Data, Elem, Expected, Seed, cover};

/// Counts are taken where blocks are full and rows begin at sectors.
pub const ROUND: &str = "round";

/// How q, k and v lie in one array.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// `[tokens][dim][3]`.
    Interleaved,
    /// `[tokens][3][dim]`.
    Planar,
}

impl Layout {
    /// Where the number `which` (0, 1 or 2: q, k or v) of a token's element `d` lies.
    fn index(self, token: usize, d: usize, which: usize, dim: usize) -> usize {
        match self {
            Layout::Interleaved => (token * dim + d) * 3 + which,
            Layout::Planar => (token * 3 + which) * dim + d,
        }
    }
}

/// The runs of a part: one place, fewer than a warp has lanes, one short of a block, a block, and one more than a block.
pub fn of(seed: Seed, kernel: &'static str, layout: Layout) -> Vec<Case> {
    let case = |tokens, dim| case(seed, kernel, layout, tokens, dim);
    vec![
        case(5, 37),
        case(1, 1),
        case(1, 37),
        case(3, 85),
        case(16, 16),
        case(257, 1),
        case(9, 33).reordered(),
        case(8, 64).tag(ROUND),
    ]
}

fn case(seed: Seed, kernel: &'static str, layout: Layout, tokens: usize, dim: usize) -> Case {
    let qkv = seed
        .numbers((tokens * 1000 + dim) as u64)
        .units(3 * tokens * dim);
    let apart = [0, 1, 2].map(|which| one_of(&qkv, layout, which, (tokens, dim)));
    let axes = [("token", tokens), ("d", dim)];
    let fresh = || Data::fresh(Elem::F32, tokens * dim);
    let right = |which: usize| Expected::exact(Data::f32(&apart[which]));
    Case::new(format!("tokens = {tokens}, dim = {dim}"), kernel)
        .launch([cover(tokens * dim, 256), 1, 1], [256, 1, 1])
        .buffer("qkv", Data::f32(&qkv))
        .buffer("q", fresh())
        .buffer("k", fresh())
        .buffer("v", fresh())
        .int("tokens", tokens)
        .int("dim", dim)
        .expect("q", right(0), &axes)
        .expect("k", right(1), &axes)
        .expect("v", right(2), &axes)
}

/// The oracle: all q, all k or all v, token by token.
fn one_of(qkv: &[f32], layout: Layout, which: usize, (tokens, dim): (usize, usize)) -> Vec<f32> {
    (0..tokens * dim)
        .map(|i| qkv[layout.index(i / dim, i % dim, which, dim)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oracle_takes_both_layouts_apart() {
        // Two tokens, dim = 2: (q, k, v) are (0, 1, 2), (3, 4, 5) and (6, 7, 8), (9, 10, 11).
        let interleaved: Vec<f32> = (0..12).map(|i| i as f32).collect();
        let k = one_of(&interleaved, Layout::Interleaved, 1, (2, 2));
        assert_eq!(k, [1.0, 4.0, 7.0, 10.0]);
        let planar = [0.0, 3.0, 1.0, 4.0, 2.0, 5.0, 6.0, 9.0, 7.0, 10.0, 8.0, 11.0];
        for which in 0..3 {
            assert_eq!(
                one_of(&planar, Layout::Planar, which, (2, 2)),
                one_of(&interleaved, Layout::Interleaved, which, (2, 2))
            );
        }
    }
}
