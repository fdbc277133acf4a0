//! The checker of this lab as a test binary.

fn main() -> std::process::ExitCode {
    checker::main(&gemm_tiled::LAB)
}
