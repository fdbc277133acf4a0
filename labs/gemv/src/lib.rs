//! Lab C14: matrix times vector in 16 bits, the shape of decoding. A lab's checks and cases; its words are in `lab.md`.
//!
//! Most inputs are multiples of 1/64 between −1 and 1, which 16 bits hold, and whose sums of products are exact in 32 bits in
//! any order: a sum kept in 16 bits, or one that lost its last columns, differs. One case has arbitrary inputs and a bound.

mod cases;
mod timed;

use lab::{Case, FlopKind, PartSpec, barriers, flops_of, loads, part, shuffles};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let warp = part(
        "warp",
        "__global__ void gemv_warp(const __half* W, const __half* x, float* y, int rows, int cols)",
    );
    let warp = weights_once(warp).cases(|seed| cases::of(seed, "gemv_warp"));
    let vector = part(
        "vector",
        "__global__ void gemv_vector(const __half* W, const __half* x, float* y, int rows, int cols)",
    );
    let vector = weights_once(vector)
        .budget(
            "requests",
            "a warp reads 256 weights at once",
            loads()
                .of("W")
                .requests()
                .on(ROUND)
                .exactly(|c: &Case| c["rows"] * c["cols"] / 256),
        )
        .cases(|seed| cases::of(seed, "gemv_vector"));
    let batch = part(
        "batch",
        "__global__ void gemv_batch(const __half* W, const __half* X, float* Y, int rows, int cols, int batch)",
    );
    let batch = weights_once(batch).cases(cases::batch);
    vec![
        timed::as_a_copy(warp, 0.15, |room| timed::one("gemv_warp", room)),
        timed::as_a_copy(vector, 0.35, |room| timed::one("gemv_vector", room)),
        timed::as_a_copy(batch, 0.08, timed::several),
    ]
}

/// What all ask.
fn weights_once(part: PartSpec) -> PartSpec {
    part.correct("every sum is exactly right, at every shape")
        .sound()
        .budget(
            "weights",
            "each weight is read once: 2 bytes for each element of W",
            loads()
                .of("W")
                .bytes()
                .on(ROUND)
                .exactly(|c: &Case| 2 * c["rows"] * c["cols"]),
        )
        .budget(
            "loads",
            "reads of W use whole sectors",
            loads().of("W").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "shuffles",
            "five shuffles for each sum",
            shuffles()
                .on(ROUND)
                .exactly(|c: &Case| 5 * c["rows"] * c["batch"]),
        )
        .budget(
            "no-barriers",
            "warps need not wait for each other; one barrier may go to a staged x",
            barriers().on(ROUND).at_most(0.0, 1.0),
        )
        .budget(
            "in-float",
            "products and sums are in 32 bits",
            flops_of(FlopKind::Half).on(ROUND).exactly(|_: &Case| 0),
        )
}
