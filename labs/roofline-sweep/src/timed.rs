//! What a GPU times: both sides of its ridge. Few steps are held against a copy, many against multiply-adds. Its marks are
//! estimates, not yet measured.

use lab::{Against, Arg, Case, Data, Elem, Measured, PartSpec, cover};

/// Steps that memory hides, and steps that hide memory.
const FEW: usize = 4;
const MANY: usize = 1024;

/// Each number is read and written.
pub fn as_a_copy(part: PartSpec, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Copy(|c: &Case| 8 * c["n"]),
        at_least: 0.4,
    };
    part.measured(
        "speed",
        "on a GPU, few steps cost what a copy costs",
        measured,
    )
}

/// A step has two operations.
pub fn of_the_arithmetic(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::MultiplyAdd(|c: &Case| 2 * c["n"] * c["steps"]),
        at_least,
    };
    part.measured("speed", "on a GPU, many steps use its arithmetic", measured)
}

/// A few steps on numbers that fill so many bytes.
pub fn few(room: usize) -> Case {
    let n = (room / 4).max(1024);
    numbers("fma_chain", n, n)
        .int("iters", FEW)
        .size("steps", FEW as u64)
}

/// Many steps, four numbers a thread.
pub fn many(room: usize) -> Case {
    let n = arithmetic(room);
    numbers("fma_four", n, n / 4)
        .int("iters", MANY)
        .size("steps", MANY as u64)
}

/// The intensity that takes so many steps, four of them a FLOP a byte.
pub fn target(room: usize) -> Case {
    let n = arithmetic(room);
    numbers("fma_to", n, n)
        .arg("target", Arg::F32(MANY as f32 / 4.0))
        .size("steps", MANY as u64)
}

/// Numbers enough for every multiprocessor, and no more: time goes by in steps.
fn arithmetic(room: usize) -> usize {
    (room / 16).clamp(1024, 1 << 22)
}

fn numbers(kernel: &'static str, n: usize, threads: usize) -> Case {
    Case::new(format!("n = {n}"), kernel)
        .launch([cover(threads, 256), 1, 1], [256, 1, 1])
        .buffer("x", Data::fresh(Elem::F32, n))
        .int("n", n)
}
