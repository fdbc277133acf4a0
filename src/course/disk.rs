//! A course's files as they lie on disk: read whole, or refused in a sentence.
//!
//! A path below the course's root comes in; bytes, text, or why there are none come out. The rule: a site is made of what lies in
//! the course. A link may lead anywhere inside it and never out; what is no plain file (a pipe, a device) is not opened, since
//! reading it may never end; a name that begins with a dot is an editor's or a system's own. Text is UTF-8, without the mark that
//! some editors put before it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::lines::Lines;
use super::problem::Problem;

/// Why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It is not there.
    Missing,
    /// A link on the way to it leads out of the course.
    Outside,
    /// It is a folder, a pipe or a device.
    Odd,
    /// It is no text from this line and column on.
    NoText(u32, u32),
    /// What the system says.
    System(String),
}

impl Unread {
    /// What is to be said after the file's name.
    pub fn said(&self) -> String {
        match self {
            Unread::Missing => "is not there".to_owned(),
            Unread::Outside => "leads out of the course by a link".to_owned(),
            Unread::Odd => "is no plain file".to_owned(),
            Unread::NoText(..) => "is not UTF-8".to_owned(),
            Unread::System(error) => format!("cannot be read: {error}"),
        }
    }

    /// What to do about it.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Unread::Outside => {
                "copy it into the course: a site is made of what lies below its root"
            }
            Unread::Odd => {
                "a folder, a pipe or a device has no text of its own: put a file in its place"
            }
            Unread::NoText(..) => "save the file as UTF-8",
            Unread::Missing | Unread::System(_) => return None,
        };
        Some(help.to_owned())
    }

    /// The same as a problem of the file.
    pub fn problem(&self, path: &Path) -> Problem {
        let said = match self {
            Unread::NoText(..) => "not UTF-8".to_owned(),
            _ => self.said(),
        };
        let mut problem = Problem::error(path, said);
        if let Unread::NoText(line, column) = self {
            problem = problem.at(*line, *column);
        }
        problem.help = self.help();
        problem
    }
}

/// Whether a file below the root may be read.
///
/// # Errors
/// Why not.
pub fn look(root: &Path, path: &Path) -> Result<(), Unread> {
    let full = root.join(path);
    let meta = match std::fs::metadata(&full) {
        Ok(meta) => meta,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Err(Unread::Missing),
        Err(error) => return Err(Unread::System(error.to_string())),
    };
    if leads_out(root, &full) {
        return Err(Unread::Outside);
    }
    match meta.is_file() {
        true => Ok(()),
        false => Err(Unread::Odd),
    }
}

/// The bytes of a file below the root.
///
/// # Errors
/// Why there are none.
pub fn bytes(root: &Path, path: &Path) -> Result<Vec<u8>, Unread> {
    look(root, path)?;
    std::fs::read(root.join(path)).map_err(|error| Unread::System(error.to_string()))
}

/// The text of a file below the root, without a mark of its byte order.
///
/// # Errors
/// Why there is none.
pub fn text(root: &Path, path: &Path) -> Result<String, Unread> {
    text_of(bytes(root, path)?)
}

/// The text of these bytes, without a mark of their order.
///
/// # Errors
/// Where they stop being UTF-8.
pub fn text_of(bytes: Vec<u8>) -> Result<String, Unread> {
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]).into_owned();
        let (line, column) = Lines::new(&before).place(before.len());
        Unread::NoText(line, column)
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Whether a path, its links followed, lies outside of the root; one that is not there does not.
pub fn leads_out(root: &Path, full: &Path) -> bool {
    match (full.canonicalize(), root.canonicalize()) {
        (Ok(full), Ok(root)) => !full.starts_with(root),
        _ => false,
    }
}

/// A path with slashes on every system.
pub fn slashes(path: &Path) -> String {
    path.to_string_lossy()
        .replace(std::path::MAIN_SEPARATOR, "/")
}

/// Whether a name is an editor's or a system's own: `.#lesson-01.md`, `._x.md`, `.DS_Store`.
pub fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// What lies in a folder of a course.
#[derive(Debug, Default)]
pub struct Found {
    /// Every plain file, by name; those that links inside the course lead to are among them.
    pub files: Vec<PathBuf>,
    /// Links that lead out of the course; nothing behind them is among the files.
    pub outside: Vec<PathBuf>,
    /// Whether any file was found through a link.
    pub linked: bool,
}

/// Every file of a folder of the course; hidden ones and what cargo builds are left out.
pub fn files(root: &Path, folder: &Path) -> Found {
    let mut found = Found::default();
    let walk = walkdir::WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name();
    let (mut outside, mut linked) = (Vec::new(), false);
    let stays = |entry: &walkdir::DirEntry| {
        // What cargo builds in a lab's folder is nobody's source.
        if entry.depth() > 0 && (is_hidden(entry.file_name()) || entry.file_name() == "target") {
            return false;
        }
        if entry.path_is_symlink() {
            linked = true;
            if leads_out(root, entry.path()) {
                outside.push(entry.path().to_path_buf());
                return false;
            }
        }
        true
    };
    for entry in walk.into_iter().filter_entry(stays).filter_map(Result::ok) {
        if entry.file_type().is_file() {
            found.files.push(entry.into_path());
        }
    }
    (found.outside, found.linked) = (outside, linked);
    found
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_stay_in_the_course_and_pipes_are_not_opened() {
        let world = tempfile::tempdir().unwrap();
        let root = world.path().join("course");
        std::fs::create_dir_all(root.join("content/in")).unwrap();
        std::fs::create_dir(world.path().join("other")).unwrap();
        std::fs::write(world.path().join("other/secret.md"), "secret").unwrap();
        std::fs::write(root.join("content/in/a.md"), "\u{feff}text").unwrap();
        let link = |to: &str, from: &str| symlink(to, root.join(from)).unwrap();
        link("in/a.md", "content/b.md");
        link("../../other/secret.md", "content/c.md");
        link("../../other", "content/folder");
        link("nothing", "content/.#a.md");
        link("in", "content/again");
        let pipe = root.join("content/d.md");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());

        let read = |path: &str| text(&root, Path::new(path));
        assert_eq!(read("content/b.md").as_deref(), Ok("text"));
        assert_eq!(read("content/c.md"), Err(Unread::Outside));
        assert_eq!(read("content/folder/secret.md"), Err(Unread::Outside));
        assert_eq!(read("content/d.md"), Err(Unread::Odd));
        assert_eq!(read("content/in"), Err(Unread::Odd));
        assert_eq!(read("content/none.md"), Err(Unread::Missing));

        let found = files(&root, &root.join("content"));
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let below = |path: &PathBuf| path.strip_prefix(&root).unwrap().to_path_buf();
            paths
                .iter()
                .map(|p| below(p).display().to_string())
                .collect()
        };
        assert_eq!(
            names(&found.files),
            ["content/again/a.md", "content/b.md", "content/in/a.md"]
        );
        assert_eq!(names(&found.outside), ["content/c.md", "content/folder"]);
        assert!(found.linked);
    }
}
