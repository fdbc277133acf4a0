//! What a GPU times: blocks back into floats, held against a copy of the bytes of both. Its marks are estimates, not yet measured.

use lab::{Against, Case, Data, Elem, Layout, Measured, PartSpec, Record, cover};

use super::blocks::{Q4_0, Q4_K};

/// Every block is read and each of its weights is written; the case notes the bytes of one.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| c["bytes"] * c["nblocks"]),
        at_least,
    };
    part.measured("speed", "on a GPU, not far from a copy", measured)
}

/// Small blocks, a thread a weight.
pub fn q4_0(room: usize) -> Case {
    blocks("dequant_q4_0", (&Q4_0, 32), 8, room)
}

/// Large blocks, a warp each.
pub fn q4_k(kernel: &'static str, room: usize) -> Case {
    blocks(kernel, (&Q4_K, 256), 8, room)
}

/// Blocks of a format, so many of them a block of threads, in so many bytes.
fn blocks(
    kernel: &'static str,
    (record, weights): (&'static Record, usize),
    at_once: u32,
    room: usize,
) -> Case {
    let bytes = record.bytes + 4 * weights;
    let blocks = (room / bytes).max(16);
    Case::new(format!("nblocks = {blocks}"), kernel)
        .launch([cover(blocks, at_once), 1, 1], [256, 1, 1])
        .buffer("x", Data::unwritten(Layout::Record(record), blocks))
        .buffer("y", Data::fresh(Elem::F32, blocks * weights))
        .int("nblocks", blocks)
        .size("bytes", bytes as u64)
}
