//! The C, C++ and CUDA headers, written in the CUDA C++ that `cudac` compiles.
//!
//! In: the files of `include/`, found when this crate is built. Out: [`find`], a header's text by its name. Rule: a header's text is gone
//! through only where it is included; names that begin with `simt/` are for other headers alone. To add one: a file.
//!
//! A page fetches the compiler, so there the headers that only host code and few kernels have use for ([`APART`]) are not in it. A text that includes one
//! of them is noticed ([`lacked`]) and compiled again when they were brought ([`bring`]): what is said of it is the same everywhere.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Each header's name, as included, and its text; sorted by path.
pub const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

/// The names of all headers, those that are to be brought among them, sorted by path.
pub const NAMES: &[&str] = include!(concat!(env!("OUT_DIR"), "/names.rs"));

/// The names of those that few kernels have use for, sorted by path.
pub const APART: &[&str] = include!(concat!(env!("OUT_DIR"), "/apart.rs"));

static BROUGHT: OnceLock<Vec<(&str, &str)>> = OnceLock::new();
static LACKED: AtomicBool = AtomicBool::new(false);

/// The text of a header. One that is still to be brought is none, and is noted.
pub fn find(name: &str) -> Option<&'static str> {
    let here = EMBEDDED.iter().chain(BROUGHT.get().into_iter().flatten());
    let found = here.clone().find(|(known, _)| *known == name);
    if found.is_none() && APART.contains(&name) {
        LACKED.store(true, Ordering::Relaxed);
    }
    found.map(|(_, text)| *text)
}

/// Whether a header was asked for, since this was last called, that is still to be brought.
pub fn lacked() -> bool {
    LACKED.swap(false, Ordering::Relaxed)
}

/// The headers that are apart, as [`bring`] takes them: of each its name on a line, on the next how many bytes its text has, and the text.
pub fn apart() -> String {
    let all = EMBEDDED.iter().filter(|(name, _)| APART.contains(name));
    all.map(|(name, text)| format!("{name}\n{}\n{text}", text.len()))
        .collect()
}

/// Takes the headers that are apart, once. Whether the text is what [`apart`] gives.
pub fn bring(text: String) -> bool {
    let mut rest: &'static str = text.leak();
    let mut brought = Vec::new();
    while !rest.is_empty() {
        let Some((header, after)) = cut(rest) else {
            return false;
        };
        brought.push(header);
        rest = after;
    }
    BROUGHT.set(brought).is_ok()
}

/// The first header of a text, and what comes after it.
fn cut(text: &'static str) -> Option<((&'static str, &'static str), &'static str)> {
    let (name, rest) = text.split_once('\n')?;
    let (bytes, rest) = rest.split_once('\n')?;
    let (text, rest) = rest.split_at_checked(bytes.parse().ok()?)?;
    Some(((name, text), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_apart_is_brought_as_it_is() {
        assert!(APART.contains(&"vector") && !APART.contains(&"cuda_fp16.h"));
        assert!(bring(apart()));
        let brought = BROUGHT.get().expect("it was brought");
        assert_eq!(brought.len(), APART.len());
        for (name, text) in brought {
            assert_eq!(find(name), Some(*text), "{name}");
        }
        assert!(!bring("vector\n99\nshort".into()));
        assert!(!lacked(), "natively nothing is");
    }
}
