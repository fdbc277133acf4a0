//! What a GPU times: weights of 4.5 bits beyond any cache, held against a copy of their bytes. Its marks are estimates, not yet
//! measured.

use lab::{Against, Case, Data, Elem, Layout, Measured, PartSpec, cover};

use super::blocks::{Q4_K, Q8_1};

/// Weights a row.
const COLS: usize = 4096;

/// The case notes the bytes that must move.
fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| c["bytes"]),
        at_least,
    };
    part.measured("speed", "on a GPU, as fast as the blocks come", measured)
}

/// Numbers into blocks.
pub fn quantize(part: PartSpec) -> PartSpec {
    as_a_copy(part, 0.2, numbers)
}

/// Part `scalar`.
pub fn scalar(part: PartSpec) -> PartSpec {
    as_a_copy(part, 0.03, |room| gemv("gemv_q4_K_scalar", room))
}

/// Part `dp4a`.
pub fn dp4a(part: PartSpec) -> PartSpec {
    as_a_copy(part, 0.1, |room| gemv("gemv_q4_K_dp4a", room))
}

fn numbers(room: usize) -> Case {
    let blocks = (room / (4 * 32 + Q8_1.bytes)).max(64);
    Case::new(format!("n = {}", 32 * blocks), "quantize_q8_1")
        .launch([cover(blocks, 8), 1, 1], [256, 1, 1])
        .buffer("x", Data::fresh(Elem::F32, 32 * blocks))
        .buffer("q", Data::unwritten(Layout::Record(&Q8_1), blocks))
        .int("n", 32 * blocks)
        .size("bytes", ((4 * 32 + Q8_1.bytes) * blocks) as u64)
}

/// Rows of weights that fill so many bytes, a warp each.
fn gemv(kernel: &'static str, room: usize) -> Case {
    let row = Q4_K.bytes * COLS / 256;
    let rows = (room / row).max(8);
    Case::new(format!("rows = {rows}, cols = {COLS}"), kernel)
        .launch([cover(rows, 8), 1, 1], [256, 1, 1])
        .buffer(
            "W",
            Data::unwritten(Layout::Record(&Q4_K), rows * COLS / 256),
        )
        .buffer("x", Data::unwritten(Layout::Record(&Q8_1), COLS / 32))
        .buffer("y", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", COLS)
        .size("bytes", (row * rows) as u64)
}
