//! Lab C13: a matrix product with results in registers. A lab's checks and cases; its words are in `lab.md`.
//!
//! Inputs are multiples of 1/64, so that every sum is exact in single precision and the comparison is exact. What is judged is
//! the traffic of shared memory: with R × R results a thread, 2R numbers are read for R² products.

mod cases;
mod timed;

use lab::{Case, PartSpec, barriers, loads, part, shared, stores};

use cases::ROUND;

macro_rules! gemm {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(const float* A, const float* B, float* C, int M, int N, int K)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let scalar = reused(blocked(part("scalar", gemm!("gemm_scalar"))), 4)
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
        .cases(|seed| cases::of(seed, "gemm_scalar", [16, 16, 1]));
    let vector = reused(at_once(blocked(part("vector", gemm!("gemm_vector")))), 4)
        .budget(
            "banks",
            "few passes over the banks; warps of 16 × 2 threads with vectors have 1.67",
            shared().passes().on(ROUND).at_most(1.0, 1.7),
        )
        .cases(|seed| cases::of(seed, "gemm_vector", [16, 16, 1]));
    let eight = reused(at_once(blocked(part("eight", gemm!("gemm_eight")))), 8)
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
        .cases(|seed| cases::of(seed, "gemm_eight", [8, 8, 1]));
    vec![
        timed::as_a_product(scalar, 0.15, timed::scalar),
        timed::as_a_product(vector, 0.2, timed::vector),
        timed::as_a_product(eight, 0.2, timed::eight),
    ]
}

/// What all ask of blocks of 64 × 64 in steps of 8.
fn blocked(part: PartSpec) -> PartSpec {
    part.correct("every element is exactly right, at every shape")
        .sound()
        .budget(
            "loads",
            "each element of A and B is loaded once for 64 results",
            loads().elements().on(ROUND).exactly(loaded),
        )
        .budget(
            "sectors",
            "loads use whole sectors",
            loads().sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "stores",
            "writes of C fill whole sectors",
            stores().of("C").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "two-barriers",
            "two barriers for each step of 8 along K",
            barriers()
                .on(ROUND)
                .exactly(|c: &Case| 2 * c["K"].div_ceil(8)),
        )
        .budget(
            "shared",
            "8 × 64 numbers of each matrix, and padding for one",
            shared().allocated().on(ROUND).at_most(4_096.0, 4_224.0),
        )
}

fn at_once(part: PartSpec) -> PartSpec {
    part.budget(
        "requests",
        "a warp loads 128 numbers at once",
        loads()
            .requests()
            .on(ROUND)
            .exactly(|c: &Case| loaded(c) / 128),
    )
}

fn reused(part: PartSpec, uses: u64) -> PartSpec {
    part.budget(
        "reuse",
        "a number read from shared memory is used as often as a thread has results in a row",
        shared()
            .bytes()
            .on(ROUND)
            .no_more_than(move |c: &Case| read(c, uses)),
    )
}

/// Elements loaded where blocks of 64 × 64 fit.
fn loaded(case: &Case) -> u64 {
    2 * products(case) / 64
}

/// Bytes of shared memory: filled once, and 2 / `uses` numbers read for each product.
fn read(case: &Case, uses: u64) -> u64 {
    4 * loaded(case) + 4 * 2 * products(case) / uses
}

fn products(case: &Case) -> u64 {
    case["M"] * case["N"] * case["K"]
}
