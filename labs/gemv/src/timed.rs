//! What a GPU times: a matrix beyond any cache times a vector, held against a copy of its bytes. Its marks are estimates, not yet
//! measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Weights a row.
const COLS: usize = 4096;
/// Vectors of part `batch`: their intensity is eight times that of one.
const BATCH: usize = 8;

/// Each weight is read once, 2 bytes; what the vectors add is little beside it.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| 2 * c["rows"] * c["cols"]),
        at_least,
    };
    part.measured("speed", "on a GPU, as fast as the weights come", measured)
}

/// Rows that fill so many bytes, a warp each.
pub fn one(kernel: &'static str, room: usize) -> Case {
    let rows = (room / (2 * COLS)).max(8);
    Case::new(format!("rows = {rows}, cols = {COLS}"), kernel)
        .launch([cover(rows, 8), 1, 1], [256, 1, 1])
        .buffer("W", Data::fresh(Elem::F16, rows * COLS))
        .buffer("x", Data::fresh(Elem::F16, COLS))
        .buffer("y", Data::fresh(Elem::F32, rows))
        .int("rows", rows)
        .int("cols", COLS)
}

/// The same for several vectors.
pub fn several(room: usize) -> Case {
    let rows = (room / (2 * COLS)).max(8);
    let name = format!("rows = {rows}, cols = {COLS}, batch = {BATCH}");
    Case::new(name, "gemv_batch")
        .launch([cover(rows, 8), 1, 1], [256, 1, 1])
        .buffer("W", Data::fresh(Elem::F16, rows * COLS))
        .buffer("X", Data::fresh(Elem::F16, BATCH * COLS))
        .buffer("Y", Data::fresh(Elem::F32, BATCH * rows))
        .int("rows", rows)
        .int("cols", COLS)
        .int("batch", BATCH)
}
