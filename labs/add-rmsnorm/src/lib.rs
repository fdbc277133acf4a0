//! Lab C09: a residual addition and an RMS norm, fused. A lab's checks and cases; its words are in `lab.md`.
//!
//! The oracle works in double precision. A result e may be off by `4 · 2⁻²⁴ · (⌈cols / 256⌉ + 12) · |e|`, the chain of
//! additions that 256 threads share, the root and three products; in 16 bits by half a unit in its last place more. Traffic is
//! judged buffer by buffer: the weights are read once a row by any kernel with a block a row.

mod cases;
mod timed;

use lab::{Case, PartSpec, barriers, loads, part, shared, stores};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let norm = part(
        "norm",
        "__global__ void rmsnorm(const float* x, const float* w, float* y, int rows, int cols, float eps)",
    );
    let norm = normed(norm)
        .budget(
            "reads",
            "x is read twice: once for its squares, once for the result",
            loads()
                .of("x")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| 2 * elements(c)),
        )
        .cases(cases::norm);
    let fused = part(
        "fused",
        "__global__ void add_rmsnorm(float* x, const float* r, const float* w, float* y, int rows, int cols, float eps)",
    );
    let fused = updated(normed(fused))
        .budget(
            "reads",
            "x is read no more than twice",
            loads()
                .of("x")
                .elements()
                .on(ROUND)
                .at_most(elements, |c: &Case| 2 * elements(c)),
        )
        .cases(|seed| cases::fused(seed, "add_rmsnorm"));
    let registers = part(
        "registers",
        "__global__ void add_rmsnorm_once(float* x, const float* r, const float* w, float* y, int rows, int cols, float eps)",
    );
    let registers =
        once(updated(normed(registers))).cases(|seed| cases::fused(seed, "add_rmsnorm_once"));
    let half = part(
        "half",
        "__global__ void add_rmsnorm_half(__half* x, const __half* r, const __half* w, __half* y, int rows, int cols, float eps)",
    );
    let half = once(updated(normed(half))).cases(cases::half);
    vec![
        timed::as_a_copy(norm, 0.2, timed::norm),
        timed::as_a_copy(fused, 0.2, timed::fused),
        timed::as_a_copy(registers, 0.25, timed::registers),
        timed::as_a_copy(half, 0.15, timed::half),
    ]
}

fn elements(case: &Case) -> u64 {
    case["rows"] * case["cols"]
}

/// What all ask.
fn normed(part: PartSpec) -> PartSpec {
    part.correct("every element is right, in rows of zeros and of small numbers too")
        .sound()
        .budget(
            "loads",
            "reads use whole sectors",
            loads().of("x").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "writes",
            "each result is written once",
            stores().of("y").elements().on(ROUND).exactly(elements),
        )
        .budget(
            "few-barriers",
            "the block meets for its sum, and no more",
            barriers().on(ROUND).at_most(1.0, 2.0),
        )
        .budget(
            "shared",
            "a float for each warp",
            shared().allocated().on(ROUND).at_most(32.0, 128.0),
        )
}

/// What the fused kernels ask: x and r move as often as they must.
fn updated(part: PartSpec) -> PartSpec {
    part.budget(
        "residual",
        "r is read once",
        loads().of("r").elements().on(ROUND).exactly(elements),
    )
    .budget(
        "update",
        "the sum is stored to x once",
        stores().of("x").elements().on(ROUND).exactly(elements),
    )
}

fn once(part: PartSpec) -> PartSpec {
    part.budget(
        "reads",
        "x is read once: the sum waits in registers",
        loads().of("x").elements().on(ROUND).exactly(elements),
    )
}
