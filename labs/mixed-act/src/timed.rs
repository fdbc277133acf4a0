//! What a GPU times: the three versions on kinds that alternate, the worst case for a branch and for the order. Its marks are
//! estimates, not yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// Numbers and kinds are read and numbers are written; one version reads the order too. The case notes the bytes.
pub fn as_a_copy(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| c["bytes"] * c["n"]),
        at_least,
    };
    part.measured("speed", "on a GPU, as far as memory lets it", measured)
}

/// Alternating kinds in so many bytes.
pub fn alternating(kernel: &'static str, room: usize) -> Case {
    numbers(kernel, None, room)
}

/// The same with the order that groups them: even places, then odd ones.
pub fn grouped(room: usize) -> Case {
    numbers(
        "act_grouped",
        Some(|n| {
            (0..n as i32)
                .step_by(2)
                .chain((1..n as i32).step_by(2))
                .collect()
        }),
        room,
    )
}

fn numbers(kernel: &'static str, order: Option<fn(usize) -> Vec<i32>>, room: usize) -> Case {
    let bytes = if order.is_some() { 13 } else { 9 };
    let n = (room / bytes).max(1024);
    let kinds: Vec<u8> = (0..n).map(|i| (i % 2) as u8).collect();
    let case = Case::new(format!("n = {n}, kinds alternate"), kernel)
        .launch([cover(n, 256), 1, 1], [256, 1, 1])
        .buffer("x", Data::fresh(Elem::F32, n))
        .buffer("kind", Data::u8(&kinds));
    let case = match order {
        Some(order) => case.buffer("order", Data::i32(&order(n))),
        None => case,
    };
    case.buffer("y", Data::fresh(Elem::F32, n))
        .int("n", n)
        .size("bytes", bytes as u64)
}
