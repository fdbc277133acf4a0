//! What the workspace's manifests say of builds.
//!
//! In: `Cargo.toml`, and what cargo makes of all of them. Out: four rules, and a test that a breach is seen. Why the one of profiles is there stands in the manifest, beside
//! `[profile.release]`, and measured in `benches/README.md`, "The first build".

use std::collections::BTreeSet;
use std::process::Command;

use super::{files, none, root};

/// Packages with the features that cargo compiles them with, where it is asked for this.
fn compiled(words: &[&str]) -> BTreeSet<String> {
    let asked = [
        "tree",
        "--offline",
        "--prefix=none",
        "--edges=normal,build",
        "--format={p} {f}",
    ];
    let output = Command::new(env!("CARGO"))
        .args(asked)
        .args(words)
        .current_dir(root())
        .output();
    let output = output.expect("cargo starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = String::from_utf8(output.stdout).expect("text");
    lines
        .lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect()
}

/// What `cargo course` asks cargo to select, by `.cargo/config.toml`.
fn selected() -> Vec<String> {
    let config = std::fs::read_to_string(root().join(".cargo/config.toml")).expect("the settings");
    let alias = config.split("course = \"run --quiet ").nth(1);
    let words = alias.and_then(|rest| rest.split(" --\"").next());
    let words = words.expect("`cargo course` is `cargo run --quiet SELECTION --`");
    words.split(' ').map(str::to_owned).collect()
}

/// A package that has other features in one of them is compiled once more for it, and all that use it: minutes of a processor.
#[test]
fn cargo_course_uses_what_the_first_build_compiled() {
    let there = compiled(&[]);
    assert!(there.len() > 100, "only {} packages were seen", there.len());
    let words = selected();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(words.contains(&"course"), "{words:?}");
    none(
        "`cargo course` compiles nothing that `cargo run -- start` has compiled with other features",
        compiled(&words).difference(&there).cloned(),
    );
}

/// Crates that `cargo test` at the root passes over: `figures` is tested by tests/figures.rs, the other two are made for WebAssembly.
const PASSED_OVER: [&str; 3] = ["crates/figures", "crates/page", "crates/web"];

#[test]
fn cargo_test_tests_every_crate() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    let crates = files(&["crates"], "Cargo.toml");
    assert!(crates.len() > 15, "only {} crates were seen", crates.len());
    let members = manifest.split("default-members = [").nth(1);
    let members = members.and_then(|rest| rest.split("\n]").next());
    let members = members.expect("the members that are meant where none is named");
    let folders = crates
        .iter()
        .filter_map(|f| f.path.strip_suffix("/Cargo.toml"));
    // What lies deeper is a workspace of its own.
    let folders = folders.filter(|folder| folder.matches('/').count() == 1);
    none(
        "a crate is in `default-members`, or tested otherwise",
        folders
            .filter(|folder| !PASSED_OVER.contains(folder))
            .filter(|folder| !members.contains(&format!("\"{folder}\"")))
            .map(str::to_owned),
    );
}

/// A test beside the code of such a library would never run.
#[test]
fn a_library_that_is_not_tested_has_no_test_beside_its_code() {
    let untested = files(&["crates"], "Cargo.toml").into_iter().filter(|f| {
        let library = f.text.split("\n[lib]\n").nth(1);
        library.is_some_and(|rest| {
            rest.split("\n[")
                .next()
                .unwrap_or("")
                .contains("test = false")
        })
    });
    let folders: Vec<String> = untested
        .filter_map(|f| {
            f.path
                .strip_suffix("Cargo.toml")
                .map(|folder| format!("{folder}src"))
        })
        .collect();
    assert!(folders.len() > 4, "only {folders:?} were seen");
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let sources = files(&folders, ".rs").into_iter();
    none(
        "a library with `test = false` has no `#[test]`",
        sources
            .filter(|f| f.text.contains("#[test]"))
            .map(|f| f.path),
    );
}

/// The tables of a release whose level is 0, which lend instances of generic functions to others that are compiled for speed.
fn not_optimised(manifest: &str) -> Vec<String> {
    let tables = manifest.split("\n[").filter_map(|table| {
        let (name, keys) = table.split_once(']')?;
        let zero = keys
            .lines()
            .any(|key| key.replace(' ', "").starts_with("opt-level=0"));
        (name.starts_with("profile.release") && zero).then(|| format!("[{name}]"))
    });
    tables.collect()
}

#[test]
fn a_release_has_nothing_below_level_1() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("the manifest");
    none(
        "every crate of a release is at level 1 or more",
        not_optimised(&manifest),
    );
}

#[test]
fn a_level_of_0_is_seen_in_a_release_alone() {
    let text = "[a]\n\n[profile.dev.package.b]\nopt-level = 0\n\n[profile.release.package.c]\ncodegen-units = 4\nopt-level = 0\n\n\
                [profile.release.package.d]\nopt-level = 1\n";
    assert_eq!(not_optimised(text), ["[profile.release.package.c]"]);
}
