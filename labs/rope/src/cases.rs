//! The runs: shapes, positions and launches; what must come out is `oracle.rs`'.

use lab::{Case, Data, Elem, Expected, Seeded, cover};

use super::oracle::{self, Accuracy, Pairing};

/// Counts are taken where whole warps have work.
pub const ROUND: &str = "round";

/// How many threads a launch needs for so many tokens, heads and numbers a head, and in blocks of how many.
pub type Threads = fn(usize, usize, usize) -> (usize, u32);

/// One thread a pair, in blocks of 128.
pub fn pairs(tokens: usize, heads: usize, dim: usize) -> (usize, u32) {
    (tokens * heads * dim / 2, 128)
}

/// The runs of a part.
pub fn of(
    kernel: &'static str,
    pairing: Pairing,
    accuracy: Accuracy,
    threads: Threads,
) -> Vec<Case> {
    let case = |tokens: usize, heads: usize, dim: usize| {
        Shape { tokens, heads, dim }.case(kernel, pairing, accuracy, threads)
    };
    vec![
        case(3, 1, 6),
        case(1, 1, 2),
        case(5, 3, 10),
        case(33, 2, 16),
        case(4, 2, 80).reordered(),
        case(32, 2, 64).tag(ROUND),
    ]
}

/// The runs of part `v3`, whose threads have two pairs each.
pub fn v3() -> Vec<Case> {
    let threads: Threads = |tokens, _, dim| (tokens * dim / 4, 128);
    let case = |tokens: usize, heads: usize, dim: usize| {
        Shape { tokens, heads, dim }.case("rope_v3", Pairing::Neighbours, oracle::EXACT, threads)
    };
    vec![
        case(3, 1, 12),
        case(1, 1, 4),
        case(5, 3, 20),
        case(33, 2, 16),
        case(4, 2, 80).reordered(),
        case(32, 2, 64).tag(ROUND),
    ]
}

#[derive(Clone, Copy)]
struct Shape {
    tokens: usize,
    heads: usize,
    dim: usize,
}

/// Positions that matter: the first two, the end of a usual context and of a long one; then others, in no order.
const POSITIONS: [i32; 8] = [131_071, 0, 4_095, 1, 77, 8_192, 2_047, 100_003];

impl Shape {
    fn case(
        self,
        kernel: &'static str,
        pairing: Pairing,
        accuracy: Accuracy,
        threads: Threads,
    ) -> Case {
        let Shape { tokens, heads, dim } = self;
        let x =
            Seeded::new((tokens * 10_000 + heads * 1_000 + dim) as u64).units(tokens * heads * dim);
        let pos: Vec<i32> = (0..tokens)
            .map(|t| (POSITIONS[t % 8] - 3 * (t / 8) as i32).max(0))
            .collect();
        let inv_freq = oracle::inv_freq(dim);
        let turned = oracle::Rope {
            x: &x,
            pos: &pos,
            inv_freq: &inv_freq,
            heads,
            dim,
            pairing,
            accuracy,
        }
        .turn();
        let (needed, per_block) = threads(tokens, heads, dim);
        Case::new(
            format!("tokens = {tokens}, heads = {heads}, dim = {dim}"),
            kernel,
        )
        .launch([cover(needed, per_block), 1, 1], [per_block, 1, 1])
        .buffer("x", Data::f32(&x))
        .buffer("pos", Data::i32(&pos))
        .buffer("inv_freq", Data::f32(&inv_freq))
        .int("tokens", tokens)
        .int("heads", heads)
        .int("dim", dim)
        .expect(
            "x",
            Expected::bounded(Elem::F32, turned.values, turned.tolerances),
            &[("token", tokens), ("head", heads), ("element", dim)],
        )
    }
}
