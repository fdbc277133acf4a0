//! Lab C05: two activations in one array, and three ways around divergence. A lab's checks and cases; its words are in
//! `lab.md`.
//!
//! The oracle works in double precision; a result e of v may be off by `8 · 2⁻²⁴ · |e| · (1 + |v|)`, since the rounding of an
//! exponent becomes a share of the exponential. Counts are taken where kinds alternate, the worst case for a branch.

mod cases;
mod timed;

use lab::{
    Case, PartSpec, divergent_branches, lane_efficiency, loads, part, special_functions, stores,
};

use cases::ROUND;

const RIGHT: &str = "every element has its own activation, from -100 to 100 and beyond";

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let branch = part(
        "branch",
        "__global__ void act_branch(const float* x, const unsigned char* kind, float* y, int n)",
    );
    let branch = branch
        .correct(RIGHT)
        .sound()
        .budget(
            "stores",
            "a warp stores once, after the branch: whole sectors",
            stores().of("y").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "price",
            "the price of alternating kinds: every warp splits, once",
            divergent_branches()
                .on(ROUND)
                .at_most(0.0, |c: &Case| c["n"] / 32),
        )
        .cases(|seed| cases::of(seed, "act_branch"));
    let select = part(
        "select",
        "__global__ void act_select(const float* x, const unsigned char* kind, float* y, int n)",
    );
    let select = select
        .correct(RIGHT)
        .sound()
        .budget(
            "together",
            "no branch splits a warp",
            divergent_branches().on(ROUND).exactly(|_: &Case| 0),
        )
        .budget(
            "stores",
            "writes fill whole sectors",
            stores().of("y").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "price",
            "the price of computing both: two special functions for every element",
            special_functions()
                .on(ROUND)
                .at_most(silus, |c: &Case| 2 * c["n"]),
        )
        .cases(|seed| cases::of(seed, "act_select"));
    let grouped = part(
        "grouped",
        "__global__ void act_grouped(const float* x, const unsigned char* kind, const int* order, float* y, int n)",
    );
    let grouped = grouped
        .correct(RIGHT)
        .sound()
        .budget(
            "together",
            "at most one warp has both kinds",
            divergent_branches().on(ROUND).at_most(0.0, 1.0),
        )
        .budget(
            "lanes",
            "lanes work",
            lane_efficiency().on(ROUND).at_least(100.0, 95.0),
        )
        .budget(
            "special",
            "exponential and quotient only where the kind asks for them",
            special_functions().on(ROUND).no_more_than(silus),
        )
        .budget(
            "price",
            "the price of far-apart elements: twice the sectors",
            loads().of("x").sectors().on(ROUND).at_most(4.0, 8.0),
        )
        .cases(|seed| cases::of(seed, "act_grouped"));
    vec![
        timed::as_a_copy(branch, 0.3, |room| timed::alternating("act_branch", room)),
        timed::as_a_copy(select, 0.3, |room| timed::alternating("act_select", room)),
        timed::as_a_copy(grouped, 0.15, timed::grouped),
    ]
}

/// Two special functions, an exponential and a quotient, for each element of kind 1.
fn silus(case: &Case) -> u64 {
    2 * case["silus"]
}
