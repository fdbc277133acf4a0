//! The runs: shapes, positions and launches; what must come out is `oracle.rs`'.

use lab::{Case, Data, Elem, Expected, Seed, cover};

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
    seed: Seed,
    kernel: &'static str,
    pairing: Pairing,
    accuracy: Accuracy,
    threads: Threads,
) -> Vec<Case> {
    let case = |tokens: usize, heads: usize, dim: usize| {
        Shape { tokens, heads, dim }.case(seed, kernel, (pairing, accuracy), threads)
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

/// One thread two pairs of every head, in blocks of 128.
pub fn two_pairs(tokens: usize, _heads: usize, dim: usize) -> (usize, u32) {
    (tokens * dim / 4, 128)
}

/// The runs of part `v3`, whose threads have two pairs each.
pub fn v3(seed: Seed) -> Vec<Case> {
    let case = |tokens: usize, heads: usize, dim: usize| {
        Shape { tokens, heads, dim }.case(
            seed,
            "rope_v3",
            (Pairing::Neighbours, oracle::EXACT),
            two_pairs,
        )
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

/// A rotation to be timed: 32 heads of 128 numbers, so many tokens that they fill so many bytes.
pub fn timed(kernel: &'static str, threads: Threads, room: usize) -> Case {
    let (heads, dim) = (32, 128);
    let tokens = (room / (4 * heads * dim)).max(2);
    let pos: Vec<i32> = (0..tokens as i32).collect();
    let (needed, per_block) = threads(tokens, heads, dim);
    Case::new(
        format!("tokens = {tokens}, heads = {heads}, dim = {dim}"),
        kernel,
    )
    .launch([cover(needed, per_block), 1, 1], [per_block, 1, 1])
    .buffer("x", Data::f32(&vec![1.0; tokens * heads * dim]))
    .buffer("pos", Data::i32(&pos))
    .buffer("inv_freq", Data::f32(&oracle::inv_freq(dim)))
    .int("tokens", tokens)
    .int("heads", heads)
    .int("dim", dim)
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
        seed: Seed,
        kernel: &'static str,
        (pairing, accuracy): (Pairing, Accuracy),
        threads: Threads,
    ) -> Case {
        let Shape { tokens, heads, dim } = self;
        let mut numbers = seed.numbers((tokens * 10_000 + heads * 1_000 + dim) as u64);
        let x = numbers.units(tokens * heads * dim);
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
