//! Lab C17: a matrix of four-bit weights times a vector of eight-bit numbers. A lab's checks and cases; its words are in `lab.md`.
//!
//! The oracle multiplies the blocks that the kernels are given, in double precision. A group's products are integers, and
//! exact; with `nb` blocks a row the tolerance is `4 · 2⁻²⁴ · (nb + 12) · Σ|terms| + 2⁻¹¹ · Σ dmin · minimum · |s|`. A lane that
//! adds its 8 weights of each block apart makes chains of at most `8 nb + 5` additions of products with six roundings, which
//! is less for the `nb` ≤ 4 that occur. The second term allows the sum of a block of x to be added up anew: `s` is its
//! nearest number of 16 bits, so at most 2⁻¹¹ of it away.

mod blocks;
mod cases;
mod oracle;
mod timed;

use lab::{Budget, Case, PartSpec, barriers, dot_products, loads, part, shuffles};

use cases::ROUND;

macro_rules! gemv {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(const block_q4_K* W, const block_q8_1* x, float* y, int rows, int cols)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let quantize = part(
        "quantize",
        "__global__ void quantize_q8_1(const float* x, block_q8_1* q, int n)",
    );
    let quantize = alone(
        quantize,
        "every block is exactly right: d, s and 32 values, blocks of zeros too",
    )
    .budget(
        "loads",
        "reads of x use whole sectors",
        loads().of("x").sectors().on(ROUND).at_most(4.0, 4.5),
    )
    .budget(
        "reads",
        "each number is read once",
        loads()
            .of("x")
            .elements()
            .on(ROUND)
            .exactly(|c: &Case| c["n"]),
    )
    .budget(
        "shuffles",
        "five shuffles for the largest of a block, five for its sum",
        shuffles()
            .on(ROUND)
            .no_more_than(|c: &Case| 10 * c["n"] / 32),
    )
    .cases(cases::quantize);
    let scalar = fused(part("scalar", gemv!("gemv_q4_K_scalar")))
        .budget("sectors", "few sectors a block of weights", sectors(20))
        .cases(|seed| cases::gemv(seed, "gemv_q4_K_scalar"));
    let dp4a = fused(part("dp4a", gemv!("gemv_q4_K_dp4a")))
        .budget(
            "sectors",
            "a block of weights comes with two loads: its header, and the rest",
            sectors(6),
        )
        .budget(
            "dot-products",
            "one instruction for four products, and none for anything else",
            dot_products()
                .on(ROUND)
                .exactly(|c: &Case| c["rows"] * c["cols"] / 4),
        )
        .cases(|seed| cases::gemv(seed, "gemv_q4_K_dp4a"));
    vec![
        timed::quantize(quantize),
        timed::scalar(scalar),
        timed::dp4a(dp4a),
    ]
}

/// What both products ask: each weight from its 4.5 bits, and nothing written but y.
fn fused(part: PartSpec) -> PartSpec {
    let all_read = loads().of("W").unique_bytes();
    alone(part, "every sum is right, at every shape")
        .no_scratch()
        .budget(
            "weights",
            "144 bytes for 256 weights, and all of them are read",
            all_read.on(ROUND).exactly(|c: &Case| 144 * blocks(c)),
        )
        .budget(
            "shuffles",
            "five shuffles for each row",
            shuffles().on(ROUND).exactly(|c: &Case| 5 * c["rows"]),
        )
}

fn alone(part: PartSpec, title: &'static str) -> PartSpec {
    part.correct(title).sound().budget(
        "no-barriers",
        "warps do not wait for each other",
        barriers().on(ROUND).at_most(0.0, 1.0),
    )
}

/// A header's sector, and 128 bytes that straddle one more in every second block: 5.5 on average.
fn sectors(limit: u64) -> Budget {
    loads().of("W").total_sectors().on(ROUND).at_most(
        |c: &Case| 11 * blocks(c) / 2,
        move |c: &Case| limit * blocks(c),
    )
}

fn blocks(case: &Case) -> u64 {
    case["rows"] * case["cols"] / 256
}
