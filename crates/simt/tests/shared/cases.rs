//! The folders of cases beside this one.

use std::path::{Path, PathBuf};

/// A case: its path, and its text.
pub type Case = (PathBuf, String);

/// Every `.cu` of `tests/FOLDER` with its text, in the order of the names.
pub fn of(folder: &str) -> Vec<Case> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpora")
        .join(folder);
    let entries = std::fs::read_dir(dir).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a case").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a readable case");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}
