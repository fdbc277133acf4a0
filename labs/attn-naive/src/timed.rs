//! What a GPU times: scores and results of heads of 1,024 tokens, the baseline of `flash-attention`. Its marks are estimates, not
//! yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Numbers a head.
const D: usize = 64;

/// Each of the N² scores, and each share's part of a result, is a product of D terms.
pub fn of_the_arithmetic(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::MultiplyAdd(|c: &Case| 2 * c["heads"] * c["N"] * c["N"] * c["D"]),
        at_least,
    };
    part.measured(
        "speed",
        "on a GPU, a part of its arithmetic is used",
        measured,
    )
}

/// Heads and tokens for so many bytes: 1,024 tokens where a head of them fits, and 32 heads at most.
fn shape(room: usize) -> (usize, usize) {
    let bytes = |n: usize| 4 * n * (2 * D + n);
    let n = if room < bytes(1024) { 64 } else { 1024 };
    ((room / bytes(n)).clamp(1, 32), n)
}

/// Scores, not causal.
pub fn scores(kernel: &'static str, block: [u32; 3], room: usize) -> Case {
    let (heads, n) = shape(room);
    let tokens = || Data::fresh(Elem::F32, heads * n * D);
    let grid = [cover(n, block[0]), cover(n, block[1]), heads as u32];
    Case::new(format!("heads = {heads}, N = {n}, D = {D}"), kernel)
        .launch(grid, block)
        .buffer("Q", tokens())
        .buffer("K", tokens())
        .buffer("S", Data::fresh(Elem::F32, heads * n * n))
        .int("N", n)
        .int("D", D)
        .float("scale", 0.125)
        .int("causal", 0)
        .size("heads", heads as u64)
}

/// Shares times values.
pub fn values(room: usize) -> Case {
    let (heads, n) = shape(room);
    let tokens = || Data::fresh(Elem::F32, heads * n * D);
    Case::new(format!("heads = {heads}, N = {n}, D = {D}"), "pv")
        .launch([cover(D, 32), cover(n, 8), heads as u32], [32, 8, 1])
        .buffer("P", Data::fresh(Elem::F32, heads * n * n))
        .buffer("V", tokens())
        .buffer("O", tokens())
        .int("N", n)
        .int("D", D)
        .size("heads", heads as u64)
}
