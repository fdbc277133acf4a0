//! What a GPU times: one query a head against caches of 1,024 tokens, held against a copy of keys and values, each once. Its marks
//! are estimates, not yet measured: a version that reads them four times has a fourth at most.

use lab::{Against, Case, Data, Elem, Measured, PartSpec};

/// Numbers a head, key/value heads, and query heads for each of them.
const D: usize = 64;
const HEADS: usize = 8;
const GROUP: usize = 4;
/// Pieces of a sequence in part `split`.
const SPLITS: usize = 4;

/// Keys and values of all tokens, 2 bytes a number.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| 4 * D as u64 * c["KH"] * c["tokens"]),
        at_least,
    };
    part.measured("speed", "on a GPU, as fast as the cache comes", measured)
}

/// Sequences and their tokens for so many bytes of cache.
fn shape(room: usize) -> (usize, usize) {
    let token = 4 * D * HEADS;
    let n = (room / token).clamp(32, 1024);
    ((room / (token * n)).max(1), n)
}

/// Whole sequences, so many warps a block.
pub fn whole(kernel: &'static str, warps: usize, room: usize) -> Case {
    let (sequences, n) = shape(room);
    let grid = [(HEADS * GROUP / warps) as u32, sequences as u32, 1];
    let case = cached(kernel, (sequences, n)).launch(grid, [32 * warps as u32, 1, 1]);
    let results = Data::fresh(Elem::F32, sequences * HEADS * GROUP * D);
    sizes(case.buffer("o", results), (sequences, n))
}

/// Sequences in pieces.
pub fn split(room: usize) -> Case {
    let (sequences, n) = shape(room);
    let grid = [HEADS as u32, sequences as u32, SPLITS as u32];
    let pieces = sequences * HEADS * GROUP * SPLITS;
    let case = cached("attn_split", (sequences, n))
        .launch(grid, [128, 1, 1])
        .buffer("part", Data::fresh(Elem::F32, pieces * D))
        .buffer("m", Data::fresh(Elem::F32, pieces))
        .buffer("l", Data::fresh(Elem::F32, pieces));
    sizes(case, (sequences, n))
}

fn cached(kernel: &'static str, (sequences, n): (usize, usize)) -> Case {
    let cache = || Data::fresh(Elem::F16, sequences * n * HEADS * D);
    let name = format!("{sequences} sequences of {n} tokens, KH = {HEADS}");
    Case::new(name, kernel)
        .buffer("q", Data::fresh(Elem::F16, sequences * HEADS * GROUP * D))
        .buffer("k", cache())
        .buffer("v", cache())
}

fn sizes(case: Case, (sequences, n): (usize, usize)) -> Case {
    case.buffer("len", Data::i32(&vec![n as i32; sequences]))
        .int("QH", HEADS * GROUP)
        .int("KH", HEADS)
        .int("N", n)
        .float("scale", 0.125)
        .size("tokens", (sequences * n) as u64)
}
