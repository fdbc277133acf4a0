//! What the workspace's manifest says of profiles.
//!
//! In: `Cargo.toml`. Out: one rule, and a test that a breach of it is seen. Why the rule is there stands in the manifest, beside `[profile.release]`, and measured in
//! `benches/README.md`, "The first build".

use super::{none, root};

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
