//! Lists the kernel labs of `labs/*`, and bounds the module's memory.

fn main() -> std::io::Result<()> {
    lab_build::page(std::path::Path::new("../.."))
}
