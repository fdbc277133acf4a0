//! Lab C25: an all-reduce around a ring, a launch a step, and a layer cut over ranks. A lab's checks and cases; its words are
//! in `lab.md`.
//!
//! Ranks are the blocks of a launch, which run in any order, so a rank that reads what its neighbour writes in the same step is
//! a race, as it would be between devices. Inputs are multiples of 1/64 with sums that are exact in any order.

mod cases;

use lab::{Case, PartSpec, accesses, barriers, loads, part, shared, stores};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let reduce = part(
        "reduce-scatter",
        "__global__ void reduce_step(float* buf, int n, int ranks, int step)",
    );
    let reduce = ring(reduce)
        .budget(
            "sent",
            "each rank reads a chunk of its neighbour and its own, and no more",
            loads()
                .bytes()
                .on(ROUND)
                .exactly(|c: &Case| 8 * c["n"] * c["steps"]),
        )
        .cases(cases::reduce);
    let gather = part(
        "all-gather",
        "__global__ void gather_step(float* buf, int n, int ranks, int step)",
    );
    let gather = ring(gather)
        .budget(
            "sent",
            "each rank reads a chunk of its neighbour, and no more",
            loads()
                .bytes()
                .on(ROUND)
                .exactly(|c: &Case| 4 * c["n"] * c["steps"]),
        )
        .cases(cases::gather);
    let mlp = part(
        "mlp",
        "__global__ void mlp_partial(const float* x, const float* W1, const float* W2, float* partial, int dim, int hidden, int ranks)",
    );
    let mlp = mlp
        .correct("the ranks' parts are right, and add up to the layer on one device")
        .sound()
        .budget(
            "weights",
            "each weight is read once, by one rank",
            loads()
                .of("W1")
                .bytes()
                .on(ROUND)
                .exactly(|c: &Case| 4 * c["dim"] * c["hidden"]),
        )
        .budget(
            "one-barrier",
            "a rank waits once for its own activations",
            barriers().on(ROUND).exactly(|_: &Case| 1),
        )
        .budget(
            "shared",
            "the activations of a rank, no more",
            shared()
                .allocated()
                .on(ROUND)
                .at_most(|c: &Case| 4 * c["hidden"] / c["ranks"], 1_024.0),
        )
        .cases(cases::mlp);
    vec![reduce, gather, mlp]
}

/// What a step of the ring asks.
fn ring(part: PartSpec) -> PartSpec {
    part.correct("after each step every chunk of every rank is right, whatever the sizes")
        .sound()
        .budget(
            "stored",
            "each rank writes one chunk a step",
            stores()
                .bytes()
                .on(ROUND)
                .exactly(|c: &Case| 4 * c["n"] * c["steps"]),
        )
        .budget(
            "sectors",
            "accesses use whole sectors",
            accesses().sectors().on(ROUND).at_most(4.0, 4.5),
        )
}
