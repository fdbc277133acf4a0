//! The module that counts in pages is made of the sources that there are.
//!
//! In: `crates/standing`, how it is made, and `tests/standing/module.json`, which says what `static/standing.wasm` was made of. Out: one
//! test. With `BLESS=1` it makes the module anew where it is out of date. That it is what a compiler makes today, byte for byte, is
//! `tests/standing/module.sh`'s to say.

use std::process::Command;

use super::{files, root};

const MODULE: &str = "static/standing.wasm";
const RECORD: &str = "tests/standing/module.json";

/// The profile that the module is made by, as the manifest has it.
fn profile(manifest: &str) -> &str {
    let from = manifest.find("[profile.page]").expect("the profile");
    let rest = &manifest[from..];
    rest.split("\n\n").next().unwrap_or(rest)
}

/// A hash of all that the module is made of.
fn sources() -> String {
    let mut all: Vec<(String, String)> = ["crates/standing/Cargo.toml", "tests/standing/build.sh"]
        .map(|path| (path.to_owned(), read(path)))
        .into();
    all.push((
        "Cargo.toml".to_owned(),
        profile(&read("Cargo.toml")).to_owned(),
    ));
    let rust = files(&["crates/standing/src"], ".rs").into_iter();
    let made = rust.filter(|file| !file.path.ends_with("/tests.rs"));
    all.extend(made.map(|file| (file.path, file.text)));
    let mut hasher = blake3::Hasher::new();
    for (path, text) in all {
        // As it is on a system whose lines end otherwise.
        let text = text.replace('\r', "");
        hasher.update(format!("{path} {}\n{text}", text.len()).as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a command says, which must end well.
fn said(command: &mut Command) -> String {
    let output = command.current_dir(root()).output().expect("it starts");
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {wrong}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Makes the module and writes down of what.
fn renew(sources: &str) {
    let made = said(&mut Command::new("tests/standing/build.sh"));
    let bytes = std::fs::read(root().join(made)).expect("it was made");
    std::fs::write(root().join(MODULE), bytes).expect("it is written");
    let rustc = said(Command::new("rustc").arg("--version"));
    let record = format!("{{\n  \"rustc\": \"{rustc}\",\n  \"sources\": \"{sources}\"\n}}\n");
    std::fs::write(root().join(RECORD), record).expect("it is written");
}

#[test]
fn the_module_that_counts_in_pages_is_up_to_date() {
    let sources = sources();
    let is_made_of = |sources: &str| {
        let record = std::fs::read_to_string(root().join(RECORD)).unwrap_or_default();
        record.contains(&format!("\"{sources}\"")) && root().join(MODULE).is_file()
    };
    if std::env::var_os("BLESS").is_some() && !is_made_of(&sources) {
        renew(&sources);
    }
    assert!(
        is_made_of(&sources),
        "crates/standing is not what {MODULE} was made of: `BLESS=1 cargo test --test tidy standing` renews it \
         (it needs Rust's target wasm32-unknown-unknown)"
    );
}
