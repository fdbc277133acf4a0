//! Lists `labs/*`, so that a new lab is a new folder and nothing else.

fn main() -> std::io::Result<()> {
    lab_build::shelf(std::path::Path::new("../.."))
}
