//! What a GPU times: square products, held against cuBLAS's where it is there. Its marks are estimates, not yet measured.

use lab::{Against, Case, Data, Elem, Measured, PartSpec, cover};

/// A product has 2·M·N·K operations.
pub fn as_a_product(part: PartSpec, at_least: f64, case: fn(usize) -> Case) -> PartSpec {
    let measured = Measured {
        case,
        against: Against::Product(|c: &Case| 2 * c["M"] * c["N"] * c["K"]),
        at_least,
    };
    part.measured("speed", "on a GPU, beside NVIDIA's own product", measured)
}

/// Part `scalar`: 16 × 16 threads a block.
pub fn scalar(room: usize) -> Case {
    square("gemm_scalar", [16, 16, 1], room)
}

/// Part `vector`.
pub fn vector(room: usize) -> Case {
    square("gemm_vector", [16, 16, 1], room)
}

/// Part `eight`: 8 × 8 threads a block.
pub fn eight(room: usize) -> Case {
    square("gemm_eight", [8, 8, 1], room)
}

/// Square matrices in so many bytes.
fn square(kernel: &'static str, block: [u32; 3], room: usize) -> Case {
    let side = ((room / 12).isqrt() / 64 * 64).clamp(64, 2048);
    let matrix = || Data::fresh(Elem::F32, side * side);
    Case::new(format!("M = N = K = {side}"), kernel)
        .launch([cover(side, 64), cover(side, 64), 1], block)
        .buffer("A", matrix())
        .buffer("B", matrix())
        .buffer("C", matrix())
        .int("M", side)
        .int("N", side)
        .int("K", side)
}
