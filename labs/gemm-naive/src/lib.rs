//! Lab C11: a matrix product in two mappings of threads to elements. A lab's checks and cases; its words are in `lab.md`.
//!
//! Most inputs are multiples of 1/64, so that every sum of products is exact in single precision in any order, fused or
//! not, and the comparison is exact too: a forgotten term cannot hide in a tolerance. One case has arbitrary inputs and the
//! bound of [`lab::sum_tolerance`]. Counts are taken at 64 × 64 × 64 only: at odd sizes rows do not begin at sectors.

mod cases;
mod timed;

use lab::{Case, PartSpec, loads, part, stores};

use cases::ROUND;

const RIGHT: &str = "every element is exactly right, at every shape";

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let rows = part(
        "rows",
        "__global__ void gemm_rows(const float* A, const float* B, float* C, int M, int N, int K)",
    );
    let rows = product(rows)
        .budget(
            "price-a",
            "x runs down the rows: each lane asks for a sector of A of its own",
            loads().of("A").sectors().on(ROUND).exactly(|_: &Case| 32),
        )
        .budget(
            "price-b",
            "all lanes read the same element of B: one sector for a request",
            loads().of("B").sectors().on(ROUND).at_most(1.0, 1.1),
        )
        .budget(
            "price-c",
            "the price of far-apart stores: each lane fills a sector of its own",
            stores().of("C").sectors().on(ROUND).at_most(4.0, 32.0),
        )
        .cases(|seed| cases::of(seed, "gemm_rows", cases::down_rows));
    let columns = part(
        "columns",
        "__global__ void gemm_columns(const float* A, const float* B, float* C, int M, int N, int K)",
    );
    let columns = product(columns)
        .budget(
            "loads-a",
            "all lanes read the same element of A: one sector for a request",
            loads().of("A").sectors().on(ROUND).at_most(1.0, 1.1),
        )
        .budget(
            "loads-b",
            "the lanes read neighbours in a row of B: whole sectors",
            loads().of("B").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "stores-c",
            "the lanes store neighbours in a row of C: whole sectors",
            stores().of("C").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .cases(|seed| cases::of(seed, "gemm_columns", cases::along_columns));
    vec![
        timed::of_the_arithmetic(rows, 0.002, |room| {
            timed::square("gemm_rows", cases::down_rows, room)
        }),
        timed::of_the_arithmetic(columns, 0.03, |room| {
            timed::square("gemm_columns", cases::along_columns, room)
        }),
    ]
}

/// What both ask: right, sound, 2·M·N·K loads and one store for each element of C.
fn product(part: PartSpec) -> PartSpec {
    part.correct(RIGHT)
        .sound_without_barriers()
        .budget(
            "once",
            "each element of C is stored once, and the sum lives in a register until then",
            stores()
                .of("C")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| c["M"] * c["N"]),
        )
        .budget(
            "loads",
            "a naive product loads two elements for each multiply-add",
            loads()
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| 2 * c["M"] * c["N"] * c["K"]),
        )
}
