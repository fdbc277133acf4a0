//! What a GPU times: both mappings at one size, so that their ratio can be read. Its marks are estimates, not yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec};

/// A product has 2·M·N·K operations.
pub fn of_the_arithmetic(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::MultiplyAdd(|c: &Case| 2 * c["M"] * c["N"] * c["K"]),
        at_least,
    };
    part.measured(
        "speed",
        "on a GPU, a part of its arithmetic is used",
        measured,
    )
}

/// Square matrices in so many bytes, and no larger than a slow kernel multiplies quickly.
pub fn square(
    kernel: &'static str,
    grid: fn((usize, usize, usize)) -> [u32; 3],
    room: usize,
) -> Case {
    let side = ((room / 12).isqrt() / 64 * 64).clamp(64, 1024);
    let matrix = || Data::fresh(Elem::F32, side * side);
    Case::new(format!("M = N = K = {side}"), kernel)
        .launch(grid((side, side, side)), [32, 8, 1])
        .buffer("A", matrix())
        .buffer("B", matrix())
        .buffer("C", matrix())
        .int("M", side)
        .int("N", side)
        .int("K", side)
}
