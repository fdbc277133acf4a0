//! Whether a site is already as it would be built: the bytes of everything it is made of are those of last time, and the
//! files in its folder are as they were written. Then a build has nothing to do.
//!
//! What is read is hashed by content, never trusted by its time; what was written is looked at by size and time. The
//! record is kept in the course's cache folder; one that cannot be read counts as none.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::write::MANIFEST;
use crate::config::Config;
use crate::course::{Problem, disk};

/// What a build leaves behind.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    out: PathBuf,
    key: String,
    written: String,
    /// Files outside the watched folders that listings were cut from.
    listed: Vec<PathBuf>,
    /// Pages in all.
    pub pages: usize,
    /// Files in all.
    pub files: usize,
    warnings: Vec<Told>,
}

/// A warning, as it is told again.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    path: PathBuf,
    place: (u32, u32),
    message: String,
    help: Option<String>,
    excerpt: String,
}

impl Record {
    /// The warnings of the build.
    pub fn warnings(self) -> Vec<Problem> {
        let warning = |told: Told| {
            let mut problem = Problem::error(told.path, told.message)
                .warning()
                .at(told.place.0, told.place.1);
            (problem.help, problem.excerpt) = (told.help, told.excerpt);
            problem
        };
        self.warnings.into_iter().map(warning).collect()
    }
}

fn file(config: &Config) -> PathBuf {
    config.cache().join("cache").join("built.json")
}

/// The record of the last build, when a new one would come to the same.
pub(super) fn found(config: &Config, out: &Path) -> Option<Record> {
    let bytes = std::fs::read(file(config)).ok()?;
    let record: Record = serde_json::from_slice(&bytes).ok()?;
    let same = record.out == out
        && record.key == key(config, &record.listed)
        && record.written == written(out)?;
    same.then_some(record)
}

/// What a build came to.
pub(super) struct Outcome<'a> {
    /// Files outside the watched folders that listings were cut from.
    pub listed: Vec<PathBuf>,
    /// Pages in all.
    pub pages: usize,
    /// Files in all.
    pub files: usize,
    /// What was told.
    pub warnings: &'a [Problem],
}

/// Keeps the record of a build whose inputs, looked at before and after, are the same. A record that cannot be written
/// costs the next build its time and nothing else.
pub(super) fn keep(config: &Config, out: &Path, before: &str, outcome: Outcome<'_>) {
    let told = |problem: &Problem| Told {
        path: problem.path.clone(),
        place: (problem.line, problem.column),
        message: problem.message.clone(),
        help: problem.help.clone(),
        excerpt: problem.excerpt.clone(),
    };
    if before != key(config, &[]) {
        return;
    }
    let Some(written) = written(out) else { return };
    let record = Record {
        out: out.to_path_buf(),
        key: key(config, &outcome.listed),
        written,
        listed: outcome.listed,
        pages: outcome.pages,
        files: outcome.files,
        warnings: outcome.warnings.iter().map(told).collect(),
    };
    let path = file(config);
    if let (Ok(bytes), Some(folder)) = (serde_json::to_vec(&record), path.parent()) {
        let _ = std::fs::create_dir_all(folder);
        let _ = super::write::replace(&path, &bytes);
    }
}

/// Changes when anything does that a site is made of: this program, what lies in its folders, what it lists from elsewhere,
/// the state of its repository. Taken before a build as well, so that a save in its midst is seen by the next one.
pub(super) fn key(config: &Config, listed: &[PathBuf]) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(program().as_bytes());
    let folders = [
        config.content(),
        config.templates(),
        config.static_dir(),
        config.kernels(),
        config.labs_dir(),
    ];
    let found: Vec<disk::Found> = folders
        .iter()
        .map(|folder| disk::files(&config.root, folder))
        .collect();
    // A link that leads out is refused by a build, so there is none to come to the same as.
    let outside = found.iter().flat_map(|found| &found.outside);
    for path in outside {
        hasher.update(path.as_os_str().as_encoded_bytes());
    }
    let mut paths: Vec<PathBuf> = found.into_iter().flat_map(|found| found.files).collect();
    paths.extend(listed.iter().map(|path| config.root.join(path)));
    paths.sort();
    let hashes: Vec<blake3::Hash> = paths
        .par_iter()
        .map(|path| std::fs::read(path).map_or(blake3::hash(b""), |bytes| blake3::hash(&bytes)))
        .collect();
    for (path, hash) in paths.iter().zip(hashes) {
        hasher.update(path.as_os_str().as_encoded_bytes());
        hasher.update(&[0]);
        hasher.update(hash.as_bytes());
    }
    hasher.update(&[u8::from(config.drafts)]);
    hasher.update(super::published::state(config).as_bytes());
    let repository = config.root.join(".git");
    // In a further working tree it is a file that says where the repository is.
    let elsewhere = std::fs::read_to_string(&repository).unwrap_or_default();
    let repository = elsewhere
        .strip_prefix("gitdir: ")
        .map_or(repository, |at| config.root.join(at.trim()));
    for state in ["HEAD", "logs/HEAD", "index"] {
        hasher.update(stamp(&repository.join(state)).as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}

/// What each page of a folder was rendered from, and what its file was then: such a page need not be rendered again.
///
/// Pages are known by their sketches (`render.rs`), which change with everything that a page shows.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Pages {
    out: PathBuf,
    program: String,
    /// Sketch and stamp by file.
    by_file: HashMap<String, (String, String)>,
}

impl Pages {
    /// What the last build into this folder left, when this program made it.
    pub fn read(config: &Config, out: &Path) -> Pages {
        let known = std::fs::read(Pages::file(config)).ok();
        let known = known.and_then(|bytes| serde_json::from_slice::<Pages>(&bytes).ok());
        let known = known.filter(|known| known.out == out && known.program == program());
        known.unwrap_or_default()
    }

    /// Whether the file holds the page of this sketch.
    pub fn holds(&self, out: &Path, file: &str, sketch: &str) -> bool {
        let known = self.by_file.get(file);
        known.is_some_and(|(old, as_it_was)| old == sketch && *as_it_was == stamp(&out.join(file)))
    }

    /// Keeps what was written, by file and sketch.
    pub fn keep(config: &Config, out: &Path, written: Vec<(String, String)>) {
        let stamped = |(file, sketch): (String, String)| {
            let stamp = stamp(&out.join(&file));
            (file, (sketch, stamp))
        };
        let pages = Pages {
            out: out.to_path_buf(),
            program: program(),
            by_file: written.into_par_iter().map(stamped).collect(),
        };
        let path = Pages::file(config);
        if let (Ok(bytes), Some(folder)) = (serde_json::to_vec(&pages), path.parent()) {
            let _ = std::fs::create_dir_all(folder);
            let _ = super::write::replace(&path, &bytes);
        }
    }

    fn file(config: &Config) -> PathBuf {
        config.cache().join("cache").join("pages.json")
    }
}

/// Changes when this program does.
fn program() -> String {
    std::env::current_exe().map_or_else(|_| String::new(), |program| stamp(&program))
}

/// A file's size and time, as text.
fn stamp(path: &Path) -> String {
    let Ok(meta) = std::fs::metadata(path) else {
        return "none;".to_owned();
    };
    let time = meta
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{}:{};", meta.len(), time.map_or(0, |time| time.as_nanos()))
}

/// Sizes and times of everything in the manifest of a folder.
fn written(out: &Path) -> Option<String> {
    let manifest = std::fs::read_to_string(out.join(MANIFEST)).ok()?;
    let files: Vec<&str> = manifest
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let stamps: Vec<String> = files
        .par_iter()
        .map(|file| stamp(&out.join(file)))
        .collect();
    let mut hasher = blake3::Hasher::new();
    hasher.update(manifest.as_bytes());
    for stamp in &stamps {
        hasher.update(stamp.as_bytes());
    }
    Some(hasher.finalize().to_hex().to_string())
}
