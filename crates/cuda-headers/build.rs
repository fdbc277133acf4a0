//! Writes the table of headers from what lies in `include/`: name as included, text.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut table = String::from("&[\n");
    for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.expect("the headers can be read");
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&root).expect("it lies below");
            let name = name.to_string_lossy().replace('\\', "/");
            let path = entry.path().to_string_lossy().into_owned();
            writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string takes it");
        }
    }
    table.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("headers.rs"), table).expect("the table can be written");
}
