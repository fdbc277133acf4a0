//! The checker of this lab as a test binary.

fn main() -> std::process::ExitCode {
    checker::main(&vector_add::LAB)
}
