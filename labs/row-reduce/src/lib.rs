//! Lab C04: sums of rows, by a tree in shared memory and by shuffles. A lab's checks and cases; its words are in `lab.md`.
//!
//! Inputs are multiples of 2⁻¹² with sums that are exact in single precision in any order, so that the comparison is exact
//! and a row that lost its last element is seen at any length. One case has arbitrary inputs and a bound. NaN and infinities
//! must come through.

mod cases;
mod timed;

use lab::{Case, PartSpec, barriers, lane_efficiency, loads, part, shared, shuffles};

use cases::ROUND;

const RIGHT: &str = "every row's sum is exactly right, at every length, empty rows and NaN too";

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let tree = part(
        "tree",
        "__global__ void sum_tree(const float* x, float* out, int rows, int cols)",
    );
    let tree = whole_reads(tree)
        .budget(
            "nine-barriers",
            "one barrier after filling, one after each of 8 steps",
            barriers().on(ROUND).exactly(|_: &Case| 9),
        )
        .budget(
            "shared",
            "a float for each thread",
            shared().allocated().on(ROUND).exactly(|_: &Case| 1_024),
        )
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
        .budget(
            "lanes",
            "working threads lie side by side, so that whole warps rest",
            lane_efficiency().on(ROUND).at_least(97.0, 95.0),
        )
        .cases(|seed| cases::of(seed, "sum_tree", |rows| (rows, 256)));
    let warp = part(
        "warp",
        "__global__ void sum_warp(const float* x, float* out, int rows, int cols)",
    );
    let warp = whole_reads(warp)
        .budget(
            "no-barriers",
            "lanes of one warp need no barrier",
            barriers().on(ROUND).exactly(|_: &Case| 0),
        )
        .budget(
            "no-shared",
            "lanes of one warp need no shared memory",
            shared().allocated().on(ROUND).exactly(|_: &Case| 0),
        )
        .budget(
            "shuffles",
            "five shuffles for each row",
            shuffles().on(ROUND).exactly(|c: &Case| 5 * c["rows"]),
        )
        .cases(|seed| cases::of(seed, "sum_warp", |rows| (rows.div_ceil(8), 256)));
    let block = part(
        "block",
        "__global__ void sum_block(const float* x, float* out, int rows, int cols)",
    );
    let block = whole_reads(block)
        .budget(
            "few-barriers",
            "the warps' sums meet once",
            barriers().on(ROUND).at_most(1.0, 2.0),
        )
        .budget(
            "shared",
            "a float for each warp",
            shared().allocated().on(ROUND).at_most(32.0, 128.0),
        )
        .cases(|seed| cases::of(seed, "sum_block", |rows| (rows, 256)));
    vec![
        timed::as_a_copy(tree, |room| timed::rows("sum_tree", 1, room)),
        timed::as_a_copy(warp, |room| timed::rows("sum_warp", 8, room)),
        timed::as_a_copy(block, |room| timed::rows("sum_block", 1, room)),
    ]
}

fn whole_reads(part: PartSpec) -> PartSpec {
    part.correct(RIGHT).sound().budget(
        "loads",
        "reads of x use whole sectors",
        loads().of("x").sectors().on(ROUND).at_most(4.0, 4.5),
    )
}
