//! Writes the tables of headers from what lies in `include/`: name as included, text; and which of them few kernels have use for.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// What most kernels include, and what comes along for a name that they use; what these include belongs to them. The rest, of which cooperative
/// groups, `cuda::atomic` and tensor cores are the largest, is for few.
const OF_KERNELS: [&str; 25] = [
    "assert.h",
    "builtin_types.h",
    "cassert",
    "cmath",
    "cstddef",
    "cstdio",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_pipeline.h",
    "cuda_runtime.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "limits",
    "math.h",
    "simt/bytes.h",
    "simt/dependent_launch.h",
    "simt/math_more.h",
    "simt/minmax.h",
    "simt/ones.h",
    "simt/overflow.h",
    "simt/sync.h",
    "simt/vector_atomics.h",
    "simt/vector_dots.h",
    "stddef.h",
    "stdio.h",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut texts = BTreeMap::new();
    let mut paths = Vec::new();
    for entry in walkdir::WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.expect("the headers can be read");
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&root).expect("it lies below");
            let name = name.to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(entry.path()).expect("a header can be read");
            texts.insert(name.clone(), text);
            paths.push((name, entry.path().to_string_lossy().into_owned()));
        }
    }
    let of_kernels = closure(&texts);
    let is_page = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    let without = is_page && env::var_os("CARGO_FEATURE_HOST").is_none();
    let [mut table, mut names, mut apart] = [(); 3].map(|()| String::from("&[\n"));
    for (name, path) in &paths {
        writeln!(names, "    {name:?},").expect("a string takes it");
        let is_apart = !of_kernels.contains(name.as_str());
        if is_apart {
            writeln!(apart, "    {name:?},").expect("a string takes it");
        }
        if !(is_apart && without) {
            writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string takes it");
        }
    }
    let out = env::var("OUT_DIR").expect("cargo sets it");
    for (file, mut text) in [
        ("headers.rs", table),
        ("names.rs", names),
        ("apart.rs", apart),
    ] {
        text.push(']');
        fs::write(Path::new(&out).join(file), text).expect("the table can be written");
    }
}

/// What most kernels include, with all that it includes.
fn closure(texts: &BTreeMap<String, String>) -> BTreeSet<&str> {
    let mut due: Vec<&str> = OF_KERNELS.to_vec();
    let mut found = BTreeSet::new();
    while let Some(name) = due.pop() {
        let Some((name, text)) = texts.get_key_value(name) else {
            assert!(!OF_KERNELS.contains(&name), "there is no header {name}");
            continue;
        };
        if found.insert(name.as_str()) {
            let lines = text
                .lines()
                .filter_map(|line| line.trim_start().strip_prefix('#'));
            let named = lines.filter_map(|line| line.trim_start().strip_prefix("include"));
            due.extend(named.filter_map(|line| {
                let line = line.trim_start().get(1..)?;
                line.split(['>', '"']).next()
            }));
        }
    }
    found
}
