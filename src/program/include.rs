//! Files that a program includes by name, `#include "x.cuh"`: a name and who asks in, the text out.
//!
//! Rule: first the folder of the file that asks, then the folders named with `-I`, nothing else; what is included is a regular
//! file of at most a million bytes, and its text is taken as it is, with what is no UTF-8 replaced. It lies in a folder named with `-I`, or in
//! the project that the program is part of, under no name that begins with a dot: a stranger's program shows no other files in its messages.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Mutex;

use simt::source::{MAX_SOURCE_BYTES, Source};

use super::reach::passes_kept_back;
use crate::regular::{self, Unread};

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
    let files = std::iter::once(file).chain(more.iter().map(PathBuf::as_path));
    let places = Places {
        named: folders.to_vec(),
        projects: files.flat_map(projects).collect(),
        refused: Mutex::default(),
    };
    Ok(source.with_includes(move |name, from| {
        let (path, text) = places.find(name, Path::new(from))?;
        Some((names.of(&path), text))
    }))
}

/// The folders that may be included from without a word: the file's own, and the innermost around it with `.git` or `content/course.yaml`;
/// without one the folder around its own, or the one that the person is in if that is further out.
fn projects(file: &Path) -> Vec<PathBuf> {
    let own = file.with_file_name("");
    let own = if own.as_os_str().is_empty() {
        Path::new(".")
    } else {
        &own
    };
    let Ok(own) = own.canonicalize() else {
        return Vec::new();
    };
    let is_whole = |folder: &&Path| {
        folder.join(".git").exists() || folder.join("content/course.yaml").is_file()
    };
    if let Some(whole) = own.ancestors().find(is_whole).map(Path::to_owned) {
        return vec![own, whole];
    }
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let around = own.parent().unwrap_or(&own).to_owned();
    let here = here.ok().filter(|here| around.starts_with(here));
    vec![own, here.unwrap_or(around)]
}

/// Where files are included from.
struct Places {
    /// The folders named with `-I`.
    named: Vec<PathBuf>,
    /// The folders that the program's files are in, with what is around them.
    projects: Vec<PathBuf>,
    /// Files of which it is said that they were left out.
    refused: Mutex<HashSet<PathBuf>>,
}

impl Places {
    /// Finds a file by the name that another file asks for.
    fn find(&self, name: &str, from: &Path) -> Option<(PathBuf, String)> {
        let beside = from.parent().unwrap_or(Path::new(""));
        let near = std::iter::once(beside).chain(self.named.iter().map(PathBuf::as_path));
        near.map(|folder| tidy(&folder.join(name))).find_map(|path| {
            let text = read(&path).ok()?;
            if self.allows(&path) {
                return Some((path, text));
            }
            let mut refused = self.refused.lock().ok()?;
            if refused.insert(path.clone()) {
                let shown = path.display();
                eprintln!(
                    "note: `{shown}` was not included: it lies in no folder of the program's; `-I` and its folder let it be"
                );
            }
            None
        })
    }

    fn allows(&self, path: &Path) -> bool {
        // Links in a folder that the person named are theirs.
        let rest = |folder: &PathBuf| path.strip_prefix(tidy(folder)).ok();
        if let Some(rest) = self.named.iter().find_map(rest) {
            let climbs = rest.components().any(|part| part == Component::ParentDir);
            return !climbs && !passes_kept_back(rest);
        }
        let Ok(real) = path.canonicalize() else {
            return false;
        };
        let inside = |project: &PathBuf| real.strip_prefix(project).ok();
        let mut rests = self.projects.iter().filter_map(inside);
        rests.any(|rest| !passes_kept_back(rest))
    }
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
    let bytes = regular::read(file, MAX_SOURCE_BYTES as u64).map_err(|why| match why {
        Unread::TooLong(most, Some(have)) => {
            format!("`{shown}` has {have} bytes; {most} is the most that is compiled")
        }
        why => format!("`{shown}` {why}"),
    })?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(other) => String::from_utf8_lossy(other.as_bytes()).into_owned(),
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
        let places = Places {
            named: vec![at("named")],
            projects: projects(&at("inner/a.cu")),
            refused: Mutex::default(),
        };
        let text = |name: &str| places.find(name, &at("inner/a.cu")).map(|found| found.1);
        assert_eq!(text("near.h").as_deref(), Some("near"));
        assert_eq!(text("far.h").as_deref(), Some("far"));
        assert_eq!(text("../named/far.h").as_deref(), Some("far"));
        assert_eq!(text("named"), None);
        assert_eq!(text("absent.h"), None);
    }

    #[test]
    fn no_file_of_anybody_elses_is_included() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for inner in ["whole/src", "whole/.git", "whole/inc", "elsewhere"] {
            std::fs::create_dir_all(at(inner)).expect("made");
        }
        for file in [
            "whole/a.h",
            "whole/.git/b.h",
            "whole/inc/c.h",
            "elsewhere/d.h",
        ] {
            std::fs::write(at(file), file).expect("written");
        }
        let asks = at("whole/src/a.cu");
        let places = |named: &[PathBuf]| Places {
            named: named.to_vec(),
            projects: projects(&asks),
            refused: Mutex::default(),
        };
        let strict = places(&[at("whole/inc")]);
        let has = |places: &Places, name: &str| places.find(name, &asks).is_some();
        assert!(has(&strict, "../a.h") && has(&strict, "c.h") && has(&strict, "../inc/c.h"));
        let outside = at("elsewhere/d.h").display().to_string();
        for name in [
            "../.git/b.h",
            "../../elsewhere/d.h",
            &outside,
            "/proc/self/pagemap",
            "/dev/zero",
            "/etc/passwd",
        ] {
            assert!(!has(&strict, name), "{name}");
        }
        assert!(has(&places(&[at("elsewhere")]), "../../elsewhere/d.h"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(at("elsewhere/d.h"), at("whole/src/link.h"))
                .expect("linked");
            std::os::unix::fs::symlink(at("elsewhere/d.h"), at("whole/inc/link.h"))
                .expect("linked");
            assert!(!has(&places(&[]), "link.h"));
            assert!(
                has(&strict, "link.h"),
                "a named folder's links are the person's"
            );
        }
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
