//! Lab C07: activations into 8 bits, a scale a row. A lab's checks and cases; its words are in `lab.md`.
//!
//! The scale is one division and exact. A value may be half a step off, and by what three roundings of a quotient of up to
//! 127 can add, so that dividing by the scale and multiplying by its inverse are both right.

mod cases;
mod timed;

use lab::{Case, PartSpec, barriers, loads, part, shared, stores};

use cases::ROUND;

macro_rules! quantize {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(const float* x, signed char* q, float* scale, int rows, int cols)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let two_pass = quantised(part("two-pass", quantize!("quantize_two_pass")))
        .budget(
            "reads",
            "the row is read twice: once for its maximum, once for its values",
            loads()
                .of("x")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| 2 * c["rows"] * c["cols"]),
        )
        .cases(|seed| cases::of(seed, "quantize_two_pass"));
    let one_read = read_once(quantised(part("one-read", quantize!("quantize_one_read"))))
        .cases(|seed| cases::of(seed, "quantize_one_read"));
    let char4 = read_once(quantised(part("char4", quantize!("quantize_char4"))))
        .budget(
            "requests",
            "a warp stores 128 values at once",
            stores()
                .of("q")
                .requests()
                .on(ROUND)
                .exactly(|c: &Case| c["rows"] * c["cols"] / 128),
        )
        .cases(|seed| cases::of(seed, "quantize_char4"));
    vec![
        timed::as_a_copy(two_pass, 0.15, |room| {
            timed::rows("quantize_two_pass", room)
        }),
        timed::as_a_copy(one_read, 0.2, |room| timed::rows("quantize_one_read", room)),
        timed::as_a_copy(char4, 0.25, |room| timed::rows("quantize_char4", room)),
    ]
}

/// What all ask: right, sound, whole sectors, and few barriers.
fn quantised(part: PartSpec) -> PartSpec {
    part.correct("every scale is right, and every value within half a step, rows of zeros too")
        .sound()
        .budget(
            "loads",
            "reads of x use whole sectors",
            loads().of("x").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "stores",
            "writes of q fill whole sectors",
            stores().of("q").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "few-barriers",
            "the block meets for its maximum, and no more",
            barriers().on(ROUND).at_most(1.0, 2.0),
        )
}

fn read_once(part: PartSpec) -> PartSpec {
    part.budget(
        "reads",
        "the row is read once",
        loads()
            .of("x")
            .elements()
            .on(ROUND)
            .exactly(|c: &Case| c["rows"] * c["cols"]),
    )
    .budget(
        "shared",
        "a row of floats and a few words at most",
        shared()
            .allocated()
            .on(ROUND)
            .at_most(32.0, |c: &Case| 4 * c["cols"] + 128),
    )
}
