//! Lab C03: shared memory and bank conflicts, by transposing a matrix. A lab's checks and cases; its words are in `lab.md`.
//!
//! A transpose only moves bits, so the comparison is exact. Shapes are square and not, one row, one column, and one
//! beside a tile in each direction.

mod cases;

use lab::{Against, Case, Measured, PartSpec, barriers, loads, part, shared, stores};

use cases::ROUND;

const PLACED: &str = "every element is in its place, at every shape";

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let naive = part(
        "naive",
        "__global__ void transpose_naive(const float* in, float* out, int rows, int cols)",
    )
    .correct(PLACED)
    .bounds();
    let naive = reads(naive)
        .budget(
            "price",
            "the price of writes down a column",
            stores().of("out").sectors().on(ROUND).at_most(4.0, 32.0),
        )
        .cases(|seed| cases::of(seed, "transpose_naive"));
    let tile = part(
        "tile",
        "__global__ void transpose_tile(const float* in, float* out, int rows, int cols)",
    );
    let tile = through_a_tile(tile)
        .budget(
            "price",
            "the price of a column in one bank",
            shared().passes().on(ROUND).at_most(1.0, 32.0),
        )
        .cases(|seed| cases::of(seed, "transpose_tile"));
    let padded = part(
        "padded",
        "__global__ void transpose_padded(const float* in, float* out, int rows, int cols)",
    );
    let padded = through_a_tile(padded)
        .budget(
            "banks",
            "one pass over the banks for each access",
            shared().passes().on(ROUND).no_more_than(1.0),
        )
        .measured(
            "speed",
            "on a GPU, a good part of a copy",
            Measured {
                case: |room| cases::timed("transpose_padded", room),
                against: Against::Copy(|case: &Case| 8 * case["rows"] * case["cols"]),
                at_least: 0.33,
            },
        )
        .cases(|seed| cases::of(seed, "transpose_padded"));
    vec![naive, tile, padded]
}

fn reads(part: PartSpec) -> PartSpec {
    part.budget(
        "loads",
        "reads of `in` use whole sectors",
        loads().of("in").sectors().on(ROUND).at_most(4.0, 4.5),
    )
}

/// What both parts ask that go through a tile of 32 × 32 floats, with or without a column of padding.
fn through_a_tile(part: PartSpec) -> PartSpec {
    reads(part.correct(PLACED).sound())
        .budget(
            "stores",
            "writes of `out` fill whole sectors",
            stores().of("out").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "one-barrier",
            "one barrier a tile is enough",
            barriers().on(ROUND).exactly(1.0),
        )
        .budget(
            "shared",
            "a tile and its padding, no more",
            shared().allocated().on(ROUND).at_most(4096.0, 4224.0),
        )
}
