//! What a GPU times: all three versions beside a copy, so that their ratios can be read. Its marks are estimates, not yet measured:
//! the naive one is less than three times slower, for the first-level cache has what its neighbours' sectors brought.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Numbers of a token's q, k or v.
const DIM: usize = 1024;

/// 12 bytes in and 12 bytes out for each place.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| 24 * c["tokens"] * c["dim"]),
        at_least,
    };
    part.measured("speed", "on a GPU, not far from a copy", measured)
}

/// Tokens that fill so many bytes.
pub fn tokens(kernel: &'static str, room: usize) -> Case {
    let tokens = (room / (24 * DIM)).max(2);
    let apart = || Data::fresh(Elem::F32, tokens * DIM);
    Case::new(format!("tokens = {tokens}, dim = {DIM}"), kernel)
        .launch([cover(tokens * DIM, 256), 1, 1], [256, 1, 1])
        .buffer("qkv", Data::fresh(Elem::F32, 3 * tokens * DIM))
        .buffer("q", apart())
        .buffer("k", apart())
        .buffer("v", apart())
        .int("tokens", tokens)
        .int("dim", DIM)
}
