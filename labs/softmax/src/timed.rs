//! What a GPU times: rows of 1,024, held against a copy of x to y, whatever the passes. Its marks are estimates, not yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Numbers a row, as many as a warp keeps in registers.
const COLS: usize = 1024;

/// Each number is read and its share is written.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| 8 * c["rows"] * c["cols"]),
        at_least,
    };
    part.measured("speed", "on a GPU, not far from a copy", measured)
}

/// Rows that fill so many bytes, a warp each.
pub fn rows(kernel: &'static str, room: usize) -> Case {
    let rows = (room / (8 * COLS)).max(8);
    Case::new(format!("rows = {rows}, cols = {COLS}"), kernel)
        .launch([cover(rows, 8), 1, 1], [256, 1, 1])
        .buffer("x", Data::fresh(Elem::F32, rows * COLS))
        .buffer("y", Data::fresh(Elem::F32, rows * COLS))
        .int("rows", rows)
        .int("cols", COLS)
}
