//! What a GPU times: rows of 1,024, held against a copy of the bytes that cannot be done without. Its marks are estimates, not
//! yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec};

/// Numbers a row, as many as a block keeps in registers; the weights are read from a cache after the first row.
const COLS: usize = 1024;

/// So many bytes of each element move: noted by the case as `bytes`.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| c["bytes"] * c["rows"] * c["cols"]),
        at_least,
    };
    part.measured("speed", "on a GPU, as far as memory lets it", measured)
}

/// x is read and y is written.
pub fn norm(room: usize) -> Case {
    rows("rmsnorm", Elem::F32, &["x"], room)
}

/// x and r are read, x and y are written.
pub fn fused(room: usize) -> Case {
    rows("add_rmsnorm", Elem::F32, &["x", "r"], room)
}

/// The same, by the kernel that reads x once.
pub fn registers(room: usize) -> Case {
    rows("add_rmsnorm_once", Elem::F32, &["x", "r"], room)
}

/// The same in 16 bits.
pub fn half(room: usize) -> Case {
    rows("add_rmsnorm_half", Elem::F16, &["x", "r"], room)
}

/// Rows that fill so many bytes, a block each; the fused kernels write x as well.
fn rows(kernel: &'static str, elem: Elem, inputs: &[&'static str], room: usize) -> Case {
    let arrays = inputs.len() + 1;
    let rows = (room / (arrays * elem.bytes() * COLS)).max(4);
    let array = || Data::fresh(elem, rows * COLS);
    let case = Case::new(format!("rows = {rows}, cols = {COLS}"), kernel)
        .launch([rows as u32, 1, 1], [256, 1, 1]);
    let case = inputs
        .iter()
        .fold(case, |case, name| case.buffer(name, array()));
    let moves = if inputs.len() > 1 { arrays + 1 } else { arrays };
    case.buffer("w", Data::fresh(elem, COLS))
        .buffer("y", array())
        .int("rows", rows)
        .int("cols", COLS)
        .float("eps", 1e-5)
        .size("bytes", (moves * elem.bytes()) as u64)
}
