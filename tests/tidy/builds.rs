//! What the workspace's manifests say of builds.
//!
//! In: `Cargo.toml`, and what cargo makes of all of them. Out: two rules, and a test that a breach is seen. Why the one of profiles is there stands in the manifest, beside
//! `[profile.release]`, and measured in `benches/README.md`, "The first build".

use std::collections::BTreeSet;
use std::process::Command;

use super::{none, root};

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
