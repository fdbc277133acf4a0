//! The program's figures and the files of the course, held against each other.
//!
//! In: the folder of pages and the figures. Out: sentences, each with its file; `write` also writes. A file by hand is
//! known by not having the mark of a made one.

use std::fs;
use std::path::{Path, PathBuf};

use super::Figure;
use super::figure::MADE;
use super::stamp::stamped;

/// Writes what differs; gives what is wrong.
pub fn write(content: &Path, figures: &[Figure]) -> Vec<String> {
    let (wanted, mut faults) = wanted(content, figures);
    for (path, text) in wanted {
        let same = fs::read_to_string(&path).is_ok_and(|old| old == text);
        if let (false, Err(error)) = (same, fs::write(&path, text)) {
            faults.push(format!("{}: {error}", path.display()));
        }
    }
    faults.extend(left_over(content, figures));
    faults
}

/// What is wrong, and which files differ from what the program makes.
pub fn differences(content: &Path, figures: &[Figure]) -> Vec<String> {
    let (wanted, mut faults) = wanted(content, figures);
    for (path, text) in wanted {
        if fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
            let path = short(content, &path);
            faults.push(format!(
                "{path}: not what the program makes of it; run `cargo run -p figures`"
            ));
        }
    }
    faults.extend(left_over(content, figures));
    faults
}

/// Every file as it should be.
fn wanted(content: &Path, figures: &[Figure]) -> (Vec<(PathBuf, String)>, Vec<String>) {
    let (mut files, mut faults) = (Vec::new(), Vec::new());
    let mut take = |path: PathBuf, made: Result<String, Vec<String>>| match made {
        Ok(text) => files.push((path, text)),
        Err(told) => {
            let path = short(content, &path);
            faults.extend(told.iter().map(|fault| format!("{path}: {fault}")));
        }
    };
    for figure in figures {
        take(place(content, figure), figure.file());
    }
    for path in drawings(content) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        if !text.contains(MADE) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            take(path.clone(), stamped(&stem, &text));
        }
    }
    (files, faults)
}

fn place(content: &Path, figure: &Figure) -> PathBuf {
    let folder = content.join(figure.folder);
    folder.join(format!("{}.svg", figure.stem))
}

/// Files that say that the program makes them, and it does not.
fn left_over(content: &Path, figures: &[Figure]) -> Vec<String> {
    let made: Vec<PathBuf> = figures
        .iter()
        .map(|figure| place(content, figure))
        .collect();
    let old = drawings(content)
        .into_iter()
        .filter(|path| !made.contains(path))
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(MADE)));
    old.map(|path| {
        let path = short(content, &path);
        format!("{path}: no figure of the program makes it any more; delete it")
    })
    .collect()
}

fn short(content: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(content).unwrap_or(path);
    format!(
        "content/{}",
        inside.display().to_string().replace('\\', "/")
    )
}

/// Every `.svg` below a folder, in order.
fn drawings(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    let mut found = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(drawings(&path));
        } else if path.extension().is_some_and(|ending| ending == "svg") {
            found.push(path);
        }
    }
    found
}
