//! Lab C19: attention that writes its N² scores. A lab's checks and cases; its words are in `lab.md`.
//!
//! Inputs are multiples of 1/64 and scales powers of two, so that all sums are exact in single precision and the comparison is
//! exact. A masked score is written as −∞.

mod cases;
mod timed;

use lab::{Case, PartSpec, barriers, loads, part, shared, stores};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let scores = part(
        "scores",
        "__global__ void qk_scores(const float* Q, const float* K, float* S, int N, int D, float scale, int causal)",
    );
    let scores = scored(scores)
        .budget(
            "price",
            "the price of neighbouring keys: each lane reads in a row of its own",
            loads().of("K").sectors().on(ROUND).at_most(4.0, 32.0),
        )
        .cases(|seed| cases::scores(seed, "qk_scores", [32, 8, 1]));
    let tiled = part(
        "tiled",
        "__global__ void qk_scores_tiled(const float* Q, const float* K, float* S, int N, int D, float scale, int causal)",
    );
    let tiled = scored(tiled)
        .budget(
            "loads",
            "rows of Q and K are read in whole sectors",
            loads().sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "reuse",
            "each row is loaded once for 32 of the others",
            loads()
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| 2 * c["N"] * c["N"] * c["D"] / 32),
        )
        .budget(
            "two-barriers",
            "two barriers for each step of 32 along D",
            barriers()
                .on(ROUND)
                .exactly(|c: &Case| 2 * c["D"].div_ceil(32)),
        )
        .budget(
            "shared",
            "two tiles and their padding",
            shared().allocated().on(ROUND).at_most(8_192.0, 8_448.0),
        )
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
        .cases(|seed| cases::scores(seed, "qk_scores_tiled", [32, 32, 1]));
    let values = part(
        "values",
        "__global__ void pv(const float* P, const float* V, float* O, int N, int D)",
    );
    let values = values
        .correct("every result is exactly right, at every shape")
        .sound_without_barriers()
        .budget(
            "loads-v",
            "rows of V are read in whole sectors",
            loads().of("V").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "loads-p",
            "all lanes read the same share: one sector for a request",
            loads().of("P").sectors().on(ROUND).at_most(1.0, 1.1),
        )
        .budget(
            "stores",
            "writes of O fill whole sectors",
            stores().of("O").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .cases(cases::values);
    vec![
        timed::of_the_arithmetic(scores, 0.002, |room| {
            timed::scores("qk_scores", [32, 8, 1], room)
        }),
        timed::of_the_arithmetic(tiled, 0.03, |room| {
            timed::scores("qk_scores_tiled", [32, 32, 1], room)
        }),
        timed::of_the_arithmetic(values, 0.02, timed::values),
    ]
}

fn scored(part: PartSpec) -> PartSpec {
    part.correct("every score is exactly right, and masked ones are -inf")
        .sound()
        .budget(
            "stores",
            "writes of S fill whole sectors",
            stores().of("S").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "once",
            "each score is written once",
            stores()
                .of("S")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| c["heads"] * c["N"] * c["N"]),
        )
}
