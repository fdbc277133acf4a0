//! What a GPU times: rows into 8 bits, held against a copy of the bytes that cannot be done without. Its marks are estimates,
//! not yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec};

/// Numbers a row, as many as a block keeps in registers.
const COLS: usize = 1024;

/// Four bytes of each number are read and one is written, and a scale a row.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| c["rows"] * (5 * c["cols"] + 4)),
        at_least,
    };
    part.measured("speed", "on a GPU, not far from a copy", measured)
}

/// Rows that fill so many bytes, a block each.
pub fn rows(kernel: &'static str, room: usize) -> Case {
    let rows = (room / (5 * COLS)).max(8);
    Case::new(format!("rows = {rows}, cols = {COLS}"), kernel)
        .launch([rows as u32, 1, 1], [256, 1, 1])
        .buffer("x", Data::fresh(Elem::F32, rows * COLS))
        .buffer("q", Data::fresh(Elem::I8, rows * COLS))
        .buffer("scale", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", COLS)
}
