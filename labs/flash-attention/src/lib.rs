//! Lab C20: attention in tiles with an online softmax. A lab's checks and cases; its words are in `lab.md`.
//!
//! The oracle works in double precision. A result may be off by `4 · 2⁻²⁴ · (2D · max Σ|qk| · scale + 2N + 8) · Σ p|v|`, and lse by
//! `4 · 2⁻²⁴ · (D · max Σ|qk| · scale + N + 8)`: a score's rounding becomes a share of its exponential, and sums over keys round
//! in turn. No memory beside the outputs is allowed, so the N² scores cannot be kept.

mod cases;
mod oracle;
mod timed;

use lab::{Case, PartSpec, barriers, loads, part, shared, stores};

use cases::ROUND;

macro_rules! flash {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(const float* Q, const float* K, const float* V, float* O, int N, int D, float scale)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let tile = attended(part("tile", flash!("flash_tile"))).cases(cases::tile);
    let online = walked(attended(part("online", flash!("flash_online"))))
        .budget(
            "loads",
            "16 queries share each key and value that is loaded",
            loads()
                .of("K")
                .elements()
                .on(ROUND)
                .no_more_than(|c: &Case| c["heads"] * c["N"] * c["D"] * c["N"].div_ceil(16)),
        )
        .cases(cases::online);
    let causal = walked(attended(part("causal", flash!("flash_causal"))))
        .budget(
            "skipped",
            "tiles that no query of the block sees are not loaded",
            loads()
                .of("K")
                .elements()
                .on(ROUND)
                .at_most(seen, |c: &Case| c["heads"] * c["D"] * tiles(c, 32)),
        )
        .cases(cases::causal);
    let lengths = part(
        "lengths",
        "__global__ void flash_lengths(const float* Q, const float* K, const float* V, float* O, float* lse, const int* kv_len, int N, int D, float scale)",
    );
    let lengths = walked(attended(lengths)).cases(cases::lengths);
    vec![
        tile,
        timed::of_the_arithmetic(online, timed::online),
        timed::of_the_arithmetic(causal, timed::causal),
        timed::of_the_arithmetic(lengths, timed::lengths),
    ]
}

/// What all ask.
fn attended(part: PartSpec) -> PartSpec {
    part.correct("every result is right, at every number of tokens and size of head")
        .sound()
        .no_scratch()
        .budget(
            "queries",
            "each query is loaded once",
            loads()
                .of("Q")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| c["heads"] * c["N"] * c["D"]),
        )
        .budget(
            "results",
            "each result is stored once",
            stores()
                .of("O")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| c["heads"] * c["N"] * c["D"]),
        )
        .budget(
            "sectors",
            "keys are read in whole sectors",
            loads().of("K").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
}

fn walked(part: PartSpec) -> PartSpec {
    part.budget(
        "two-barriers",
        "at most two barriers a tile",
        barriers()
            .on(ROUND)
            .no_more_than(|c: &Case| 2 * c["N"].div_ceil(32)),
    )
}

/// Elements of K that queries of a block see, all blocks and heads together.
fn seen(case: &Case) -> u64 {
    case["heads"] * case["D"] * tiles(case, 16)
}

/// Keys up to a block's last query, rounded up to a multiple, all blocks of 16 queries together.
fn tiles(case: &Case, multiple: u64) -> u64 {
    let n = case["N"];
    let last = |block: u64| n.min(16 * (block + 1)).next_multiple_of(multiple).min(n);
    (0..n.div_ceil(16)).map(last).sum()
}
