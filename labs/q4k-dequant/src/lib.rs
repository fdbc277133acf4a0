//! Lab C16: blocks of four-bit weights back into floats. A lab's checks and cases; its words are in `lab.md`.
//!
//! `d · scale · q` has at most 11 + 6 + 4 = 21 significant bits and `dmin · minimum` 17, so both are exact in single precision
//! and a weight is rounded once, by the subtraction, fused or not: the comparison is exact.

mod blocks;
mod cases;
mod timed;

use lab::{Case, PartSpec, loads, part, stores};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let q4_0 = part(
        "q4_0",
        "__global__ void dequant_q4_0(const block_q4_0* x, float* y, int nblocks)",
    );
    let q4_0 = exact(q4_0).cases(cases::q4_0);
    let q4_k = part(
        "q4_K",
        "__global__ void dequant_q4_K(const block_q4_K* x, float* y, int nblocks)",
    );
    let q4_k = exact(q4_k)
        .budget(
            "sectors",
            "at most 20 sectors a block; one that two loads ask for counts twice",
            loads()
                .of("x")
                .total_sectors()
                .on(ROUND)
                .at_most(least_sectors, |c: &Case| 20 * c["nblocks"]),
        )
        .budget("whole-block", "all of a block is read", whole_blocks())
        .cases(|seed| cases::q4_k(seed, "dequant_q4_K"));
    let header = part(
        "header",
        "__global__ void dequant_q4_K_header(const block_q4_K* x, float* y, int nblocks)",
    );
    let header = exact(header)
        .budget(
            "sectors",
            "the header comes with one load, the weights with another",
            loads()
                .of("x")
                .total_sectors()
                .on(ROUND)
                .at_most(least_sectors, |c: &Case| 6 * c["nblocks"]),
        )
        .budget("whole-block", "all of a block is read", whole_blocks())
        .cases(|seed| cases::q4_k(seed, "dequant_q4_K_header"));
    vec![
        timed::as_a_copy(q4_0, 0.2, timed::q4_0),
        timed::as_a_copy(q4_k, 0.15, |room| timed::q4_k("dequant_q4_K", room)),
        timed::as_a_copy(header, 0.25, |room| {
            timed::q4_k("dequant_q4_K_header", room)
        }),
    ]
}

fn exact(part: PartSpec) -> PartSpec {
    part.correct("every weight is exactly right, for any bits")
        .sound()
        .budget(
            "stores",
            "writes of y fill whole sectors",
            stores().of("y").sectors().on(ROUND).at_most(4.0, 4.5),
        )
}

/// 144 bytes are 4.5 sectors, and a request for 128 of them from byte 16 on straddles one more in every second block: one for
/// the header and 4.5 for the weights on average.
fn least_sectors(case: &Case) -> u64 {
    11 * case["nblocks"] / 2
}

fn whole_blocks() -> lab::Budget {
    loads()
        .of("x")
        .unique_bytes()
        .on(ROUND)
        .exactly(|c: &Case| 144 * c["nblocks"])
}
