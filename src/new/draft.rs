//! Files to be written: all of them come in, and either every one is written or a sentence says which is in the way.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::runner::write_whole;

/// What was added to a course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Files that are new or changed, from the course's root.
    pub files: Vec<String>,
    /// What an author does next, a sentence each.
    pub next: Vec<String>,
}

/// Files of a course, not written yet.
#[derive(Debug)]
pub(super) struct Draft<'r> {
    root: &'r Path,
    new: Vec<(PathBuf, String)>,
    changed: Vec<(PathBuf, String)>,
}

impl<'r> Draft<'r> {
    /// Of the course at this root.
    pub fn of(root: &'r Path) -> Draft<'r> {
        Draft {
            root,
            new: Vec::new(),
            changed: Vec::new(),
        }
    }

    /// A file that must not be there yet; its path is from the root.
    pub fn add(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) {
        self.new.push((path.into(), text.into()));
    }

    /// What becomes of a file that is there.
    pub fn change(&mut self, path: impl Into<PathBuf>, text: impl Into<String>) {
        self.changed.push((path.into(), text.into()));
    }

    /// Writes them: first the new ones, then what leads to them.
    ///
    /// # Errors
    /// When something is in a new file's place, or the disk refuses.
    pub fn write(self) -> Result<Added, Failure> {
        for (path, _) in &self.new {
            let is_there = self.root.join(path).symlink_metadata().is_ok();
            if is_there {
                return Err(
                    Failure::wrong_use(format!("`{}` is there already", shown(path)))
                        .help("nothing was written; choose another name"),
                );
            }
        }
        for (path, text) in &self.new {
            let full = self.root.join(path);
            create(&full, text).map_err(|error| cannot(path, &error))?;
        }
        for (path, text) in &self.changed {
            write_whole(&self.root.join(path), text)?;
        }
        let files = self.new.iter().chain(&self.changed);
        Ok(Added {
            files: files.map(|(path, _)| shown(path)).collect(),
            next: Vec::new(),
        })
    }
}

fn create(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// That a file could not be written.
pub(super) fn cannot(path: &Path, error: &std::io::Error) -> Failure {
    Failure::broken(format!("`{}` cannot be written: {error}", shown(path)))
}

fn shown(path: &Path) -> String {
    crate::course::disk::slashes(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over_and_then_nothing_at_all() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("b"), "mine").unwrap();
        let mut draft = Draft::of(dir.path());
        draft.add("deep/a", "1");
        draft.add("b", "2");
        assert!(draft.write().is_err());
        assert!(!dir.path().join("deep").exists());
        let mut draft = Draft::of(dir.path());
        draft.add("deep/a", "1");
        draft.change("b", "3");
        let added = draft.write().unwrap();
        assert_eq!(added.files, ["deep/a", "b"]);
        assert_eq!(std::fs::read(dir.path().join("b")).unwrap(), b"3");
    }
}
