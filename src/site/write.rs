//! Files of a site are written only when they change, each replaced whole; what an earlier build left over goes.
//!
//! A manifest in the folder names the files that are ours, so nothing else in it is ever removed. A reader who loads
//! a page in the middle of a build gets the old one or the new one, never half.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;
use sorted::{SortedMap, SortedSet};

/// The list of a site's files, in its folder.
pub const MANIFEST: &str = ".course-files";

/// What writing did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wrote {
    /// Files of the site.
    pub files: usize,
    /// Of these, written because they changed.
    pub changed: usize,
    /// Files of an earlier build, removed.
    pub removed: usize,
}

/// Replaces a file whole: readers see the old bytes or the new ones.
///
/// # Errors
/// What the system says.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(
        ".{}-{}.tmp",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed)
    ));
    let temporary = path.with_file_name(name);
    std::fs::write(&temporary, bytes)?;
    std::fs::rename(&temporary, path).inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}

/// Writes a file where none is, and the folders that it needs. Nobody reads what was not there: no detour is needed. A link
/// that leads nowhere is a file, too: it is replaced, not followed.
fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = || {
        let file = std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path);
        file.and_then(|mut file| file.write_all(bytes))
    };
    match new() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            new()
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => replace(path, bytes),
        done => done,
    }
}

/// A site's folder while it is written: files come in any order, from any thread.
#[derive(Debug)]
pub struct Folder {
    out: PathBuf,
    /// Folders in it that are links, by their way from it: nothing is written or removed behind them.
    links: Vec<PathBuf>,
    written: Mutex<SortedSet<String>>,
    changed: AtomicUsize,
}

/// The path that could not be written, and what the system says.
pub type NotWritten = (PathBuf, io::Error);

impl Folder {
    /// The folder `out`, which need not be there yet.
    pub fn at(out: &Path) -> Folder {
        Folder {
            out: out.to_path_buf(),
            links: Vec::new(),
            written: Mutex::default(),
            changed: AtomicUsize::new(0),
        }
    }

    /// Begins to write a site into it, and makes it where it is not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn open(&mut self) -> Result<(), NotWritten> {
        std::fs::create_dir_all(&self.out).map_err(|error| (self.out.clone(), error))?;
        self.links = links(&self.out);
        Ok(())
    }

    /// Where a file of the site lies.
    pub fn path(&self, file: &str) -> PathBuf {
        self.out.join(file)
    }

    /// Writes a file of the site, unless it is there with the same bytes.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put(&self, file: &str, bytes: &[u8]) -> Result<(), NotWritten> {
        self.written().insert(file.to_owned());
        let path = self.out.join(file);
        if self
            .links
            .iter()
            .any(|link| Path::new(file).starts_with(link) && Path::new(file) != link)
        {
            let words = "a folder on the way to it is a link, which may lead anywhere";
            return Err((path, io::Error::other(words)));
        }
        let written = match std::fs::read(&path) {
            Ok(old) if old == bytes => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => create(&path, bytes),
            _ => replace(&path, bytes),
        };
        self.changed.fetch_add(1, Ordering::Relaxed);
        written.map_err(|error| (path, error))
    }

    /// Leaves a file of the site as it is there.
    pub fn leave(&self, file: &str) {
        self.written().insert(file.to_owned());
    }

    /// Removes what an earlier build left over, and says which files are ours.
    ///
    /// # Errors
    /// When the list of files cannot be written.
    pub fn finish(&self) -> Result<Wrote, NotWritten> {
        let files = self.written();
        let removed = remove_stale(&self.out, &files, &self.links);
        let mut manifest = String::from(
            "# Files of the last `course build`; it removes those it no longer makes.\n",
        );
        for file in files.iter() {
            manifest.push_str(file);
            manifest.push('\n');
        }
        let path = self.out.join(MANIFEST);
        if std::fs::read(&path).map_or(true, |old| old != manifest.as_bytes()) {
            replace(&path, manifest.as_bytes()).map_err(|error| (path, error))?;
        }
        Ok(Wrote {
            files: files.len(),
            changed: self.changed.load(Ordering::Relaxed),
            removed,
        })
    }

    fn written(&self) -> MutexGuard<'_, SortedSet<String>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes these files below `out`.
///
/// # Errors
/// The path that could not be written, and what the system says.
pub fn write<B: AsRef<[u8]> + Sync>(
    out: &Path,
    files: &SortedMap<String, B>,
) -> Result<Wrote, NotWritten> {
    let mut folder = Folder::at(out);
    folder.open()?;
    let all: Vec<_> = files.iter().collect();
    all.into_par_iter()
        .try_for_each(|(file, bytes)| folder.put(file, bytes.as_ref()))?;
    folder.finish()
}

/// The folders below this one that are links, by their way from it.
fn links(out: &Path) -> Vec<PathBuf> {
    let walk = walkdir::WalkDir::new(out).min_depth(1).into_iter();
    walk.filter_map(Result::ok)
        .filter(|entry| entry.path_is_symlink())
        .filter_map(|entry| Some(entry.path().strip_prefix(out).ok()?.to_path_buf()))
        .collect()
}

fn remove_stale(out: &Path, files: &SortedSet<String>, links: &[PathBuf]) -> usize {
    let Ok(manifest) = std::fs::read_to_string(out.join(MANIFEST)) else {
        return 0;
    };
    let mut removed = 0;
    for file in manifest
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let inside = Path::new(file)
            .components()
            .all(|part| matches!(part, std::path::Component::Normal(_)))
            && !links.iter().any(|link| Path::new(file).starts_with(link));
        if !inside || files.contains(file) {
            continue;
        }
        let path = out.join(file);
        if std::fs::remove_file(&path).is_ok() {
            removed += 1;
        }
        // Folders that are empty now; `remove_dir` refuses the others.
        let mut folder = path.parent();
        while let Some(dir) = folder.filter(|dir| *dir != out && std::fs::remove_dir(dir).is_ok()) {
            folder = dir.parent();
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, &str)]) -> SortedMap<String, Vec<u8>> {
        list.iter()
            .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
            .collect()
    }

    #[test]
    fn only_what_changed_is_written_and_only_ours_is_removed() {
        let out = tempfile::tempdir().unwrap();
        let first = write(
            out.path(),
            &files(&[("a/index.html", "1"), ("b/index.html", "2")]),
        )
        .unwrap();
        assert_eq!((first.files, first.changed, first.removed), (2, 2, 0));
        std::fs::write(out.path().join("a/mine.txt"), "keep").unwrap();
        let second = write(out.path(), &files(&[("b/index.html", "2")])).unwrap();
        assert_eq!((second.files, second.changed, second.removed), (1, 0, 1));
        assert!(out.path().join("a/mine.txt").is_file());
        let third = write(out.path(), &files(&[("c.html", "3")])).unwrap();
        assert_eq!((third.changed, third.removed), (1, 1));
        assert!(!out.path().join("b").exists());
        assert!(
            std::fs::read_dir(out.path()).unwrap().all(|e| !e
                .unwrap()
                .file_name()
                .to_string_lossy()
                .ends_with(".tmp"))
        );
    }
}
