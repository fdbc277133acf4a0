//! What a GPU times: sums of long rows, held against a copy of the bytes that are read. Its mark is an estimate, not yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Numbers a row.
const COLS: usize = 4096;

/// Every number is read once, and a sum a row is written.
pub fn as_a_copy(part: PartSpec, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| 4 * c["rows"] * (c["cols"] + 1)),
        at_least: 0.3,
    };
    part.measured("speed", "on a GPU, not far from a copy", measured)
}

/// Rows that fill so many bytes, some of them a block.
pub fn rows(kernel: &'static str, a_block: u32, room: usize) -> Case {
    let rows = (room / (4 * COLS)).max(8);
    Case::new(format!("rows = {rows}, cols = {COLS}"), kernel)
        .launch([cover(rows, a_block), 1, 1], [256, 1, 1])
        .buffer("x", Data::fresh(Elem::F32, rows * COLS))
        .buffer("out", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", COLS)
}
