//! Lab C02: taking queries, keys and values apart. A lab's checks and cases; its words are in `lab.md`.
//!
//! The kernels only move bits, so the comparison is exact. Counts are taken where a token's rows begin at sectors.

mod cases;
mod timed;

use lab::{Case, PartSpec, accesses, barriers, loads, part, shared, stores};

use cases::{Layout, ROUND};

const APART: &str = "every q, k and v is in its place, at every shape";

macro_rules! split {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(const float* qkv, float* q, float* k, float* v, int tokens, int dim)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let naive = part("naive", split!("split_naive"))
        .correct(APART)
        .sound_without_barriers();
    let naive = written_once(naive)
        .budget(
            "price",
            "the price of reading 12 bytes apart: three times the sectors",
            loads().of("qkv").sectors().on(ROUND).at_most(4.0, 12.0),
        )
        .cases(|seed| cases::of(seed, "split_naive", Layout::Interleaved));
    let staged = part("staged", split!("split_staged"))
        .correct(APART)
        .sound();
    let staged = written_once(whole_reads(staged))
        .budget(
            "one-barrier",
            "one barrier is enough",
            barriers().on(ROUND).exactly(|_: &Case| 1),
        )
        .budget(
            "shared",
            "3 · 256 floats are staged, no more",
            shared().allocated().on(ROUND).exactly(|_: &Case| 3_072),
        )
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
        .cases(|seed| cases::of(seed, "split_staged", Layout::Interleaved));
    let planar = part("planar", split!("split_planar"))
        .correct(APART)
        .sound_without_barriers();
    let planar = written_once(whole_reads(planar))
        .cases(|seed| cases::of(seed, "split_planar", Layout::Planar));
    vec![
        timed::as_a_copy(naive, 0.2, |room| timed::tokens("split_naive", room)),
        timed::as_a_copy(staged, 0.3, |room| timed::tokens("split_staged", room)),
        timed::as_a_copy(planar, 0.4, |room| timed::tokens("split_planar", room)),
    ]
}

/// Whole sectors are written, and each byte moves once in each direction.
fn written_once(part: PartSpec) -> PartSpec {
    part.budget(
        "stores",
        "writes of q, k and v fill whole sectors",
        stores().sectors().on(ROUND).at_most(4.0, 4.5),
    )
    .budget(
        "bytes",
        "12 bytes in and 12 bytes out for each place",
        accesses()
            .bytes()
            .on(ROUND)
            .exactly(|c: &Case| 24 * c["tokens"] * c["dim"]),
    )
}

fn whole_reads(part: PartSpec) -> PartSpec {
    part.budget(
        "loads",
        "reads of qkv use whole sectors",
        loads().of("qkv").sectors().on(ROUND).at_most(4.0, 4.5),
    )
}
