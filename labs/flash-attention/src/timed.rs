//! What a GPU times: heads of 1,024 tokens, held against multiply-adds in single precision. Its mark is an estimate, not yet
//! measured. Part `tile` sees at most 32 tokens, and is not timed.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Numbers a head.
const D: usize = 64;

/// A key that a query sees costs 4·D operations; the case notes how many are seen.
pub fn of_the_arithmetic(part: PartSpec, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::MultiplyAdd(|c: &Case| 4 * c["D"] * c["seen"]),
        at_least: 0.01,
    };
    part.measured(
        "speed",
        "on a GPU, a part of its arithmetic is used",
        measured,
    )
}

/// Heads and tokens for so many bytes: 1,024 tokens where a head of them fits, and 64 heads at most.
fn shape(room: usize) -> (usize, usize) {
    let n = if room < 16 * D * 1024 { 64 } else { 1024 };
    ((room / (16 * D * n)).clamp(1, 64), n)
}

/// Every query sees every key.
pub fn online(room: usize) -> Case {
    let (heads, n) = shape(room);
    sizes(launched("flash_online", (heads, n)), (n, heads * n * n))
}

/// A query sees the keys up to its own.
pub fn causal(room: usize) -> Case {
    let (heads, n) = shape(room);
    let seen = heads * n * (n + 1) / 2;
    sizes(launched("flash_causal", (heads, n)), (n, seen))
}

/// Every head has all of its keys.
pub fn lengths(room: usize) -> Case {
    let (heads, n) = shape(room);
    let case = launched("flash_lengths", (heads, n))
        .buffer("lse", Data::fresh(Elem::F32, heads * n))
        .buffer("kv_len", Data::i32(&vec![n as i32; heads]));
    sizes(case, (n, heads * n * n))
}

fn launched(kernel: &'static str, (heads, n): (usize, usize)) -> Case {
    let tokens = || Data::fresh(Elem::F32, heads * n * D);
    Case::new(format!("heads = {heads}, N = {n}, D = {D}"), kernel)
        .launch([cover(n, 16), heads as u32, 1], [128, 1, 1])
        .dynamic_shared(4 * (16 * D + 32 * (D + 1) + 32 * D) as u32)
        .buffer("Q", tokens())
        .buffer("K", tokens())
        .buffer("V", tokens())
        .buffer("O", tokens())
}

fn sizes(case: Case, (n, seen): (usize, usize)) -> Case {
    case.int("N", n)
        .int("D", D)
        .float("scale", 0.125)
        .size("seen", seen as u64)
}
