//! Lab C24: kernels of any intensity. A lab's checks and cases; its words are in `lab.md`.
//!
//! A step is `v = 2 · v + 1`: the product is exact, so fused or not it is rounded once, and the comparison is exact.

mod cases;
mod timed;

use lab::{Case, FlopKind, PartSpec, accesses, flops_of, part};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let chain = part(
        "chain",
        "__global__ void fma_chain(float* x, int n, int iters)",
    );
    let chain = steps_alone(swept(chain)).cases(|seed| cases::steps(seed, "fma_chain", 1));
    let four = part(
        "four",
        "__global__ void fma_four(float* x, int n, int iters)",
    );
    let four = steps_alone(swept(four)).cases(|seed| cases::steps(seed, "fma_four", 4));
    let ridge = part(
        "ridge",
        "__global__ void fma_to(float* x, int n, float target)",
    );
    let ridge = swept(ridge)
        .budget(
            "flops",
            "two FLOPs a step, and few more to find their number",
            flops_of(FlopKind::Single)
                .on(ROUND)
                .at_most(flops, |c: &Case| flops(c) + 8 * c["n"]),
        )
        .cases(cases::targets);
    vec![
        timed::as_a_copy(chain, timed::few),
        timed::of_the_arithmetic(four, 0.3, timed::many),
        timed::of_the_arithmetic(ridge, 0.15, timed::target),
    ]
}

/// What all ask: right, sound, and 8 bytes a number in whole sectors.
fn swept(part: PartSpec) -> PartSpec {
    part.correct("every number has gone through every step")
        .sound()
        .budget(
            "bytes",
            "each number is read once and written once",
            accesses().bytes().on(ROUND).exactly(|c: &Case| 8 * c["n"]),
        )
        .budget(
            "sectors",
            "accesses use whole sectors",
            accesses().sectors().on(ROUND).at_most(4.0, 4.5),
        )
}

fn steps_alone(part: PartSpec) -> PartSpec {
    part.budget(
        "flops",
        "two FLOPs a step, all in `float` (2.0 is a double), and no others",
        flops_of(FlopKind::Single).on(ROUND).exactly(flops),
    )
}

fn flops(case: &Case) -> u64 {
    2 * case["steps"] * case["n"]
}
