//! Files that a program includes by name, `#include "x.cuh"`: a name and who asks in, the text out.
//!
//! Rule: first the folder of the file that asks, then the folders named with `-I`, nothing else; what is included is a
//! file of at most a million bytes, and its text is taken as it is, with what is no UTF-8 replaced.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use simt::source::{MAX_SOURCE_BYTES, Source};

/// A program's text with what finds the files beside it; `more` are its other texts, which a compiler would take one by one.
///
/// # Errors
/// When a file cannot be read, or there are too many; why.
pub fn source(file: &Path, more: &[PathBuf], folders: &[PathBuf]) -> Result<Source, String> {
    let main = Source::new(file.display().to_string(), read(file)?);
    let names = Names::default();
    let unit = |other: &PathBuf| Ok((names.of(other), read(other)?));
    let units = more.iter().map(unit).collect::<Result<Vec<_>, String>>()?;
    let source = main.with_units(units).ok_or_else(|| {
        format!(
            "{} files are more than one program may have",
            more.len() + 1
        )
    })?;
    let folders = folders.to_vec();
    Ok(source.with_includes(move |name, from| {
        let (path, text) = find(name, Path::new(from), &folders)?;
        Some((names.of(&path), text))
    }))
}

/// The same text with macros defined before its first line, each as `NAME` or `NAME=VALUE`.
///
/// # Errors
/// When what is to be defined is no name; says so.
pub fn defined(source: Source, macros: &[String]) -> Result<Source, String> {
    let one = |text: &String| {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        let word = |c: char| c == '_' || c.is_ascii_alphanumeric();
        match name.chars().all(word) && name.starts_with(|c: char| !c.is_ascii_digit()) {
            true => Ok((name.to_string(), value.to_string())),
            false => Err(format!("`-D {text}`: `{name}` is no name of a macro")),
        }
    };
    Ok(source.with_macros(macros.iter().map(one).collect::<Result<_, _>>()?))
}

/// The name that each file was first found by: `#pragma once` goes by names, and a folder may be reached by several.
#[derive(Default)]
struct Names(Mutex<HashMap<PathBuf, String>>);

impl Names {
    fn of(&self, path: &Path) -> String {
        let shown = path.display().to_string();
        match (path.canonicalize(), self.0.lock()) {
            (Ok(whole), Ok(mut names)) => names.entry(whole).or_insert(shown).clone(),
            _ => shown,
        }
    }
}

/// The text of a file.
fn read(file: &Path) -> Result<String, String> {
    let shown = file.display();
    let about =
        std::fs::metadata(file).map_err(|error| format!("`{shown}` cannot be read: {error}"))?;
    if !about.is_file() {
        return Err(format!("`{shown}` is no file"));
    }
    if about.len() > MAX_SOURCE_BYTES as u64 {
        let (have, most) = (about.len(), MAX_SOURCE_BYTES);
        return Err(format!(
            "`{shown}` has {have} bytes; {most} is the most that is compiled"
        ));
    }
    let bytes =
        std::fs::read(file).map_err(|error| format!("`{shown}` cannot be read: {error}"))?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(other) => String::from_utf8_lossy(other.as_bytes()).into_owned(),
    })
}

fn find(name: &str, from: &Path, folders: &[PathBuf]) -> Option<(PathBuf, String)> {
    let beside = from.parent().unwrap_or(Path::new(""));
    let near = std::iter::once(beside).chain(folders.iter().map(PathBuf::as_path));
    near.map(|folder| tidy(&folder.join(name)))
        .find_map(|path| {
            let text = read(&path).ok()?;
            Some((path, text))
        })
}

/// A path without `.` and, where it can be told without looking, without `..`: one name for one file.
fn tidy(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_has_one_name() {
        assert_eq!(tidy(Path::new("./a/../b/./c.h")), Path::new("b/c.h"));
        assert_eq!(tidy(Path::new("../a.h")), Path::new("../a.h"));
    }

    #[test]
    fn a_header_is_found_beside_or_in_a_named_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("inner")).expect("made");
        std::fs::create_dir_all(at("named")).expect("made");
        std::fs::write(at("inner/near.h"), "near").expect("written");
        std::fs::write(at("named/far.h"), "far").expect("written");
        let folders = [at("named")];
        let text = |name: &str| find(name, &at("inner/a.cu"), &folders).map(|found| found.1);
        assert_eq!(text("near.h").as_deref(), Some("near"));
        assert_eq!(text("far.h").as_deref(), Some("far"));
        assert_eq!(text("../named/far.h").as_deref(), Some("far"));
        assert_eq!(text("named"), None);
        assert_eq!(text("absent.h"), None);
    }

    #[test]
    fn other_files_are_texts_of_the_program() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("inner")).expect("made");
        std::fs::write(at("a.cu"), "int f();\nint main() { return f(); }").expect("written");
        std::fs::write(at("inner/b.cu"), "#include \"c.h\"\nint f() { return C; }")
            .expect("written");
        std::fs::write(at("inner/c.h"), "#define C 7").expect("written");
        let source = source(&at("a.cu"), &[at("inner/b.cu")], &[]).expect("it is read");
        let module = simt::compile(&source).expect("it compiles");
        assert!(module.code().functions.iter().any(|f| f.name == "f"));
        assert!(super::source(&at("a.cu"), &[at("absent.cu")], &[]).is_err());
    }

    #[test]
    fn a_file_reached_in_two_ways_is_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("x")).expect("made");
        std::fs::write(at("h.h"), "#pragma once\nstruct S { int x; };").expect("written");
        std::fs::write(at("b.cu"), "#include \"h.h\"\nint f(S s) { return s.x; }")
            .expect("written");
        std::fs::write(
            at("a.cu"),
            "#include \"x/../h.h\"\nint main() { S s{0}; return s.x; }",
        )
        .expect("written");
        let here = at("x");
        let source = source(&at("a.cu"), &[here.join("../b.cu")], &[]).expect("it is read");
        assert!(simt::compile(&source).is_ok());
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(
            source(folder.path(), &[], &[])
                .expect_err("no file")
                .contains("is no file")
        );
        assert!(
            source(&folder.path().join("a.cu"), &[], &[])
                .expect_err("absent")
                .contains("cannot be read")
        );
    }
}
