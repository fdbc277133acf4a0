//! Lab C08: softmax of rows in three passes, two and one. A lab's checks and cases; its words are in `lab.md`.
//!
//! The oracle works in double precision. An element e may be off by `4 · 2⁻²⁴ · (⌈cols / 32⌉ + 7 + |x − m|) · e`: the chain
//! of additions that 32 lanes share, the division, and the rounding of x − m, which the exponential turns into a share of e.

mod cases;
mod timed;

use lab::{Case, PartSpec, loads, part, shuffles, stores};

use cases::ROUND;

macro_rules! softmax {
    ($kernel:literal) => {
        concat!(
            "__global__ void ",
            $kernel,
            "(const float* x, float* y, int rows, int cols)"
        )
    };
}

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let safe = part("safe", softmax!("softmax_safe"));
    let safe = passes(safe, "the row is read three times", 3)
        .cases(|seed| cases::of(seed, "softmax_safe"));
    let online = part("online", softmax!("softmax_online"));
    let online =
        passes(online, "the row is read twice", 2).cases(|seed| cases::of(seed, "softmax_online"));
    let registers = part("registers", softmax!("softmax_registers"));
    let registers = passes(registers, "the row is read once", 1)
        .cases(|seed| cases::of(seed, "softmax_registers"));
    vec![
        timed::as_a_copy(safe, 0.15, |room| timed::rows("softmax_safe", room)),
        timed::as_a_copy(online, 0.15, |room| timed::rows("softmax_online", room)),
        timed::as_a_copy(registers, 0.3, |room| {
            timed::rows("softmax_registers", room)
        }),
    ]
}

/// What all ask, and so many passes over x.
fn passes(part: PartSpec, title: &'static str, times: u64) -> PartSpec {
    part.correct("every element is right, from -10,000 to 10,000 and in masked rows")
        .sound()
        .budget(
            "reads",
            title,
            loads()
                .of("x")
                .elements()
                .on(ROUND)
                .exactly(move |c: &Case| times * c["rows"] * c["cols"]),
        )
        .budget(
            "writes",
            "each result is written once",
            stores()
                .of("y")
                .elements()
                .on(ROUND)
                .exactly(|c: &Case| c["rows"] * c["cols"]),
        )
        .budget(
            "no-detour",
            "nothing is kept in y and read again",
            loads().of("y").bytes().on(ROUND).exactly(|_: &Case| 0),
        )
        .budget(
            "loads",
            "reads of x use whole sectors",
            loads().of("x").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .budget(
            "shuffles",
            "five shuffles for the maximum and five for the sum",
            shuffles().on(ROUND).exactly(|c: &Case| 10 * c["rows"]),
        )
}
