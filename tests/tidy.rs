//! House rules as tests: what a review would otherwise have to say again and again.
//!
//! In: the sources as they stand in the checkout. Out: for each rule one test, which lists every
//! breach with its place. The rules are explained in ARCHITECTURE.md (Invariants, Sizes) and
//! CONTRIBUTING.md; exemptions are by name, in ARCHITECTURE.md, and nowhere else. What documents say is held in
//! `tidy/documents.rs`, what functions take and public types are called in `tidy/parameters.rs`,
//! what the module that counts in pages is made of in `tidy/standing.rs`, what manifests say of builds in `tidy/builds.rs`, how long
//! tests of pages wait in `tidy/patience.rs`.

#[path = "tidy/builds.rs"]
mod builds;
#[path = "tidy/documents.rs"]
mod documents;
#[path = "tidy/parameters.rs"]
mod parameters;
#[path = "tidy/patience.rs"]
mod patience;
#[path = "tidy/standing.rs"]
mod standing;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// One source file with its path relative to the repository.
struct File {
    path: String,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below the given folders whose name ends so; build output is never looked at.
fn files(folders: &[&str], ending: &str) -> Vec<File> {
    let mut found = Vec::new();
    for folder in folders {
        let walk = walkdir::WalkDir::new(root().join(folder)).sort_by_file_name();
        let entries = walk.into_iter().filter_entry(|e| {
            let name = e.file_name().to_string_lossy();
            !["target", "node_modules", ".git", "site", ".course"].contains(&name.as_ref())
                || e.depth() == 0
        });
        for entry in entries.flatten().filter(|e| e.file_type().is_file()) {
            let path = entry.path();
            if path.to_string_lossy().ends_with(ending) {
                let text = fs::read_to_string(path).unwrap_or_default();
                found.push(File {
                    path: relative(path),
                    text,
                });
            }
        }
    }
    found
}

/// As `files`, with the folder `src/site` seen although a built site of that name is not.
fn rust() -> Vec<File> {
    files(
        &["src", "src/site", "crates", "labs", "tests", "benches"],
        ".rs",
    )
    .into_iter()
    // Known mistakes hold one function each, and an exercise is the learner's.
    .filter(|f| !(f.path.starts_with("labs/") && f.path.contains("/wrong/")))
    .filter(|f| !f.path.ends_with("/exercise.rs"))
    .collect()
}

fn relative(path: &Path) -> String {
    let short = path
        .strip_prefix(root())
        .unwrap_or(path)
        .to_string_lossy()
        .replace('\\', "/");
    short.trim_start_matches("./").to_string()
}

/// Fails with every breach, so that one run shows all there is to do.
fn none(rule: &str, breaches: impl IntoIterator<Item = String>) {
    let breaches: Vec<String> = breaches.into_iter().collect();
    assert!(breaches.is_empty(), "{rule}:\n  {}", breaches.join("\n  "));
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md"))
        .expect("ARCHITECTURE.md is part of the project")
}

/// A section of ARCHITECTURE.md, and the names it holds in backticks.
fn named_in(section: &str) -> BTreeSet<String> {
    let text = architecture();
    let body = text
        .split(&format!("## {section}"))
        .nth(1)
        .unwrap_or_default();
    let body = body.split("\n## ").next().unwrap_or_default();
    body.split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_string)
        .collect()
}

#[test]
fn every_file_opens_with_what_goes_in_and_out() {
    let bare = rust()
        .into_iter()
        .filter(|f| !f.text.starts_with("//!"))
        .map(|f| f.path);
    none("a Rust file opens with a `//!` head", bare);
}

#[test]
fn files_stay_small() {
    let mut sizes: Vec<(usize, String)> = rust()
        .into_iter()
        .map(|f| (f.text.lines().count(), f.path))
        .collect();
    sizes.sort();
    let exempt = named_in("Exempt");
    let over = sizes
        .iter()
        .filter(|(n, path)| *n > 800 && !exempt.contains(path));
    none(
        "no file over 800 lines",
        over.map(|(n, path)| format!("{path}: {n}")),
    );
    let nine_in_ten = sizes[sizes.len() * 9 / 10].0;
    assert!(
        nine_in_ten <= 450,
        "nine files in ten stay under 450 lines; here the tenth has {nine_in_ten}"
    );
}

/// Functions by rustfmt's layout: from a line with `fn` to the closing brace at its indent.
fn functions(file: &File) -> Vec<(String, usize)> {
    let lines: Vec<&str> = file.text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some(name) = function_name(code) else {
            continue;
        };
        let close = format!("{}}}", &line[..line.len() - code.len()]);
        let one_line = code.ends_with('}') || code.ends_with(';');
        if let (false, Some(end)) = (one_line, lines[at..].iter().position(|l| **l == close)) {
            found.push((format!("{}: {name}", file.path), end + 1));
        }
    }
    found
}

fn function_name(code: &str) -> Option<&str> {
    let words = ["pub ", "pub(crate) ", "pub(super) ", "const ", "async "];
    let mut rest = code;
    while let Some(word) = words.iter().find(|w| rest.starts_with(**w)) {
        rest = &rest[word.len()..];
    }
    rest.strip_prefix("fn ")?.split(['(', '<']).next()
}

#[test]
fn functions_stay_short() {
    let exempt = named_in("Exempt");
    let all: Vec<(String, usize)> = rust().iter().flat_map(functions).collect();
    let long = all.iter().filter(|(name, lines)| {
        *lines > 100 && !exempt.contains(name.rsplit(": ").next().unwrap_or_default())
    });
    none(
        "a function over 100 lines is exempt by name, or split",
        long.map(|(n, l)| format!("{n}: {l} lines")),
    );
    assert!(
        all.len() > 200,
        "only {} functions were seen: the reader of functions is broken",
        all.len()
    );
}

/// The dependencies that a manifest names in the given table.
fn dependencies(path: &str, table: &str) -> BTreeSet<String> {
    let manifest = fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    let mut inside = false;
    let mut names = BTreeSet::new();
    for line in manifest
        .lines()
        .filter(|l| !l.trim_start().starts_with('#'))
    {
        if line.starts_with('[') {
            inside = line.trim_end() == format!("[{table}]");
        } else if let (true, Some((name, _))) = (inside, line.split_once('=')) {
            names.insert(name.trim().trim_end_matches(".workspace").to_string());
        }
    }
    names
}

#[test]
fn dependencies_point_one_way() {
    let mut breaches = Vec::new();
    let mut only = |path: &str, allowed: &[&str]| {
        let found = dependencies(path, "dependencies");
        let stray = found
            .iter()
            .filter(|name| !allowed.contains(&name.as_str()));
        breaches.extend(stray.map(|name| format!("{path} may not depend on `{name}`")));
    };
    only("crates/sorted/Cargo.toml", &[]);
    only("crates/cuda-source/Cargo.toml", &[]);
    only("crates/cuda-headers/Cargo.toml", &[]);
    only(
        "crates/cuda-parse/Cargo.toml",
        &["cuda-headers", "cuda-source", "sorted"],
    );
    only("crates/cuda-ir/Cargo.toml", &["cuda-source", "libm"]);
    only(
        "crates/cudac/Cargo.toml",
        &["cuda-ir", "cuda-parse", "cuda-source", "sorted"],
    );
    only(
        "crates/warp/Cargo.toml",
        &["cuda-ir", "cuda-source", "libm", "sorted"],
    );
    only(
        "crates/cuda-host/Cargo.toml",
        &["cuda-ir", "cuda-source", "sorted", "warp"],
    );
    only(
        "crates/simt/Cargo.toml",
        &[
            "cuda-host",
            "cuda-ir",
            "cuda-parse",
            "cuda-source",
            "cudac",
            "warp",
        ],
    );
    only("crates/lab/Cargo.toml", &[]);
    only("crates/lab-sim/Cargo.toml", &["lab", "simt"]);
    only("crates/shelf/Cargo.toml", &["lab"]);
    only("crates/standing/Cargo.toml", &[]);
    only("crates/view/Cargo.toml", &["lab", "lab-sim", "simt"]);
    only(
        "crates/web/Cargo.toml",
        &["cuda-headers", "lab", "lab-sim", "view"],
    );
    only("crates/page/Cargo.toml", &["lab", "web"]);
    only("crates/exercise/Cargo.toml", &["lab"]);
    only("crates/checker/Cargo.toml", &["lab", "lab-sim", "exercise"]);
    only("crates/figures/Cargo.toml", &[]);
    only(
        "crates/gpu/Cargo.toml",
        &["lab", "simt", "cudarc", "libloading"],
    );
    for file in files(&["labs"], "Cargo.toml") {
        only(&file.path, &["lab"]);
    }
    none(
        "cuda-source ← cuda-ir ← cudac, warp ← cuda-host ← simt; lab ← labs/* ← shelf ← course; lab-sim, gpu, exercise and checker stand beside lab; never back",
        breaches,
    );
}

/// What a browser loads holds nothing of a GPU's driver: cargo is asked, for a dependency may come by another.
#[test]
fn the_webassembly_build_has_nothing_of_a_gpus_driver() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let target = ["--target", "wasm32-unknown-unknown"];
    let output = std::process::Command::new(cargo)
        .args(["tree", "--offline", "--prefix", "none", "-p", "page"])
        .args(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo starts");
    let tree = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let names: Vec<&str> = tree.lines().filter_map(|l| l.split(' ').next()).collect();
    assert!(names.contains(&"simt") && names.contains(&"view"), "{tree}");
    for kept_out in ["cudarc", "libloading", "gpu"] {
        assert!(!names.contains(&kept_out), "{kept_out}: {tree}");
    }
}

/// The modules of the `course` package, each after those that it may name.
const ORDER: [&str; 22] = [
    "exit", "regular", "pages", "hands", "html", "course", "labs", "cli", "config", "store",
    "standing", "runner", "program", "profile", "site", "new", "serve", "grade", "class", "tell",
    "cmd", "lib",
];

/// The module of a file below `src`, and how many folders down from the root of modules the file's own module is.
fn module_of(path: &str) -> (&str, usize) {
    let inside = path.trim_start_matches("src/").trim_end_matches(".rs");
    let inside = inside.trim_end_matches("/mod");
    let module = inside.split('/').next().unwrap_or_default();
    (module, inside.split('/').count())
}

/// The modules of the package that a line names, from a file so deep in them.
fn named_by(line: &str, depth: usize) -> Vec<&'static str> {
    let code = line.split("//").next().unwrap_or_default();
    let up = "super::".repeat(depth);
    let starts = |root: &str, name: &str| {
        code.match_indices(&format!("{root}{name}"))
            .any(|(at, found)| {
                let before = code[..at].chars().next_back();
                let after = code[at + found.len()..].chars().next();
                let ends = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                ends(before) && before != Some(':') && ends(after)
            })
    };
    let names = ORDER.into_iter();
    names
        .filter(|name| starts("crate::", name) || starts(&up, name))
        .collect()
}

#[test]
fn modules_of_the_package_name_only_those_before_them() {
    let place = |module: &str| ORDER.iter().position(|name| *name == module);
    // The store holds rows and knows nothing of what they mean; a failure to read them has an exit status.
    let all_of = |module: &str| match module {
        "store" => place("exit"),
        _ => place(module),
    };
    let mut breaches = Vec::new();
    let mut seen = 0;
    for file in files(&["src", "src/site"], ".rs") {
        let (module, depth) = module_of(&file.path);
        let Some(most) = all_of(module) else {
            if module != "main" {
                breaches.push(format!(
                    "{}: `{module}` has no place in the order",
                    file.path
                ));
            }
            continue;
        };
        for (at, line) in file.text.lines().enumerate() {
            let named = named_by(line, depth).into_iter();
            for name in named.filter(|name| *name != module) {
                seen += 1;
                if place(name) > Some(most) {
                    let place = format!("{}:{}", file.path, at + 1);
                    breaches.push(format!("{place}: `{module}` names `{name}`"));
                }
            }
            if line.contains("use crate::{") {
                breaches.push(format!("{}:{}: one module a line", file.path, at + 1));
            }
            let opens = ["Store::", "store::Store", ", Store"];
            if module == "site" && opens.iter().any(|words| line.contains(words)) {
                let place = format!("{}:{}", file.path, at + 1);
                breaches.push(format!(
                    "{place}: the site opens no store: who builds gives it the log"
                ));
            }
        }
    }
    assert!(seen > 200, "only {seen} names of modules were seen");
    none(
        "a module of `src` names only those before it: course and labs, then config and store, then standing, then what runs and what \
         shows, then commands; move what is shared to the one that it is about",
        breaches,
    );
}

#[test]
fn directions_are_seen_where_they_are_broken() {
    assert_eq!(module_of("src/site/search/mod.rs"), ("site", 2));
    assert_eq!(module_of("src/labs.rs"), ("labs", 1));
    assert_eq!(named_by("use crate::cmd::build::list;", 2), ["cmd"]);
    assert_eq!(named_by("    crate::store::now()", 2), ["store"]);
    assert_eq!(named_by("use super::super::course::Course;", 2), ["course"]);
    assert!(named_by("use super::labs; // crate::cmd", 2).is_empty());
    assert!(named_by("use crate::course_of::X;", 2).is_empty());
}

#[test]
fn a_gpu_is_the_programs_business_alone() {
    let mut breaches = Vec::new();
    let manifests = files(&["crates", "labs", "benches"], "Cargo.toml");
    let others = manifests
        .iter()
        .filter(|f| f.path != "crates/gpu/Cargo.toml");
    for file in others {
        let named = dependencies(&file.path, "dependencies");
        let both = ["gpu", "cudarc"].into_iter().filter(|n| named.contains(*n));
        breaches.extend(both.map(|name| format!("{} depends on `{name}`", file.path)));
    }
    assert!(manifests.len() > 10, "only {} manifests", manifests.len());
    assert!(!dependencies("Cargo.toml", "dependencies").contains("cudarc"));
    none(
        "only `course` knows crates/gpu, and only crates/gpu knows cudarc: neither is in what a page loads",
        breaches,
    );
}

#[test]
fn the_inside_is_pure() {
    let outside = [
        "std::fs",
        "std::time",
        "std::thread",
        "std::net",
        "std::process",
        "std::env",
        "std::io",
    ];
    let mut breaches = Vec::new();
    let inside = [
        "crates/cuda-source/src",
        "crates/cuda-headers/src",
        "crates/cuda-ir/src",
        "crates/cuda-parse/src",
        "crates/cudac/src",
        "crates/warp/src",
        "crates/cuda-host/src",
        "crates/simt/src",
        "crates/lab/src",
        "crates/lab-sim/src",
        "crates/shelf/src",
        "crates/sorted/src",
        "crates/standing/src",
        "labs",
    ];
    let pure = files(&inside, ".rs");
    for file in pure.iter().filter(|f| !f.path.contains("/tests/")) {
        for (at, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some(word) = outside.iter().find(|w| code.contains(**w)) {
                breaches.push(format!("{}:{}: `{word}`", file.path, at + 1));
            }
            let device_free = ["labs/", "crates/lab/", "crates/shelf/"];
            let is_free = device_free.iter().any(|room| file.path.starts_with(room));
            if is_free && (code.contains("simt::") || code.contains("lab_sim")) {
                breaches.push(format!("{}:{}: a lab names no device", file.path, at + 1));
            }
        }
    }
    none(
        "the compiler, the machine, lab, lab-sim, shelf, standing and the labs touch no file, clock, thread, socket or process",
        breaches,
    );
}

/// The name that a line declares, if it declares one.
fn declared(code: &str) -> Option<&str> {
    let kinds = ["struct ", "enum ", "trait ", "fn ", "mod "];
    let rest = kinds.iter().find_map(|kind| code.split(kind).nth(1))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

#[test]
fn names_say_what_things_are() {
    let vague = ["manager", "handler", "util", "helper", "common", "misc"];
    let is_vague = |name: &str| vague.iter().any(|w| name.to_lowercase().contains(w));
    let mut breaches = Vec::new();
    for file in rust() {
        if is_vague(&file.path) {
            breaches.push(file.path.clone());
        }
        for (at, line) in file.text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some(name) = declared(code).filter(|name| is_vague(name)) {
                breaches.push(format!("{}:{}: `{name}`", file.path, at + 1));
            }
        }
    }
    none("names use the field's terms", breaches);
}

/// Lines of the given files that hold one of the words, this file aside.
fn lines_with(files: Vec<File>, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for file in files.into_iter().filter(|f| f.path != "tests/tidy.rs") {
        for (at, line) in file.text.lines().enumerate() {
            // A starter's own line, and words that speak of one, leave nothing unfinished.
            let code = line.replace("`todo!()`", "");
            let starter = code.trim_start().starts_with("//|");
            let word = words.iter().find(|w| code.contains(**w) && !starter);
            if let Some(word) = word {
                found.push(format!("{}:{}: `{word}`", file.path, at + 1));
            }
        }
    }
    found
}

#[test]
fn nothing_is_left_unfinished() {
    none(
        "no stub and no test switched off",
        lines_with(rust(), &["todo!(", "unimplemented!(", "FIXME", "#[ignore"]),
    );
}

#[test]
fn files_speak_of_the_project_alone() {
    let machine = ["/root/", "/home/", "/work/", "/Users/"];
    let mut breaches = Vec::new();
    for ending in [
        ".rs", ".md", ".toml", ".yaml", ".html", ".css", ".js", ".mjs", ".cu",
    ] {
        breaches.extend(lines_with(files(&["."], ending), &machine));
    }
    none(
        "no absolute path of a machine in the project's files",
        breaches,
    );
}

#[test]
fn unsafe_code_is_in_three_places() {
    let places = [
        "crates/warp/src/vm/gang/level.rs",
        "crates/gpu/src/cuda.rs",
        "crates/web/src/host.rs",
    ];
    let word = concat!("unsafe", "_code");
    let others = rust()
        .into_iter()
        .filter(|f| {
            f.text.contains(word) && !places.contains(&f.path.as_str()) && f.path != "tests/tidy.rs"
        })
        // Exporting a name counts as unsafe; a file that does nothing else of it is none.
        .filter(|f| {
            let bare = f.text.replace(word, "").replace("#[unsafe(no_mangle)]", "");
            bare.contains("unsafe")
        })
        .map(|f| f.path);
    none("no file but three may ask for unsafe code", others);
}
