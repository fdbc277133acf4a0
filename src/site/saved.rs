//! What a build leaves in the course's cache folder for the next: the key of all that the site was built from, what it came to, and
//! for each page its key and the stamp of its file.
//!
//! What is read is hashed by content, never trusted by its time; what was written is looked at by size and time. A record that
//! cannot be read, or that another program wrote, counts as none; one that cannot be written costs the next build its time.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::pipeline::Input;
use super::write::MANIFEST;
use crate::config::Config;
use crate::course::keyed::{Key, Keyed};
use crate::course::{Problem, disk};

/// What the last build into a folder left: two lines of JSON, so that a build with nothing to do reads no more than the first.
#[derive(Debug, Default)]
pub(super) struct Saved {
    head: Head,
    /// The second line: pages by address, each with its key and the stamp of its file.
    pages: String,
}

/// The first line.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Head {
    out: PathBuf,
    program: Stamp,
    site: Option<SavedSite>,
}

/// A whole site: what it was built from, what it came to, and how its files were then.
#[derive(Debug, Serialize, Deserialize)]
struct SavedSite {
    key: Key,
    written: Key,
    outcome: Outcome,
}

/// What a build came to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Outcome {
    /// Files that listings were cut from, some of them outside the folders that are looked at.
    pub listed: Vec<PathBuf>,
    /// Pages in all.
    pub pages: usize,
    /// Files in all.
    pub files: usize,
    /// What is wrong but stops nothing.
    pub warnings: Vec<Problem>,
}

/// What a site was built from, looked at before its build and after.
pub(super) struct Looked {
    pub before: Inputs,
    pub after: Inputs,
}

impl Saved {
    /// What the last build into this folder left, when this program made it.
    pub fn read(config: &Config, out: &Path) -> Saved {
        let text = std::fs::read_to_string(file(config)).unwrap_or_default();
        let (head, pages) = text.split_once('\n').unwrap_or_default();
        let head = serde_json::from_str::<Head>(head).ok();
        let ours = head.filter(|head| head.out == out && head.program == program());
        ours.map_or_else(Saved::default, |head| Saved {
            head,
            pages: pages.to_owned(),
        })
    }

    /// What the folder holds of each page.
    pub fn pages(&self) -> Keyed<String, Stamp> {
        serde_json::from_str(&self.pages).unwrap_or_default()
    }

    /// What the site is to be built from now; and what the last build came to, when a new one would come to the same.
    pub fn look(&self, input: &Input) -> (Inputs, Option<Outcome>) {
        let site = self.head.site.as_ref();
        let listed = site.map(|site| &*site.outcome.listed);
        let inputs = Inputs::of(input, listed.unwrap_or_default());
        let same = site.filter(|site| {
            site.key == inputs.all && written(&self.head.out).is_some_and(|now| now == site.written)
        });
        (inputs, same.map(|site| site.outcome.clone()))
    }

    /// Keeps what a build came to; the whole of it where its inputs, looked at before and after, are the same, so that a save in
    /// its midst is seen by the next one.
    pub fn keep(
        input: &Input,
        out: &Path,
        pages: Keyed<String, Stamp>,
        looked: Looked,
        outcome: &Outcome,
    ) {
        let Looked { before, after } = looked;
        let written = written(out).filter(|_| before.own == after.own);
        let head = Head {
            out: out.to_path_buf(),
            program: program(),
            site: written.map(|written| SavedSite {
                key: after.all,
                written,
                outcome: outcome.clone(),
            }),
        };
        let lines = (serde_json::to_string(&head), serde_json::to_string(&pages));
        let path = file(&input.config);
        if let ((Ok(head), Ok(pages)), Some(folder)) = (lines, path.parent()) {
            let _ = std::fs::create_dir_all(folder);
            let _ = super::write::replace(&path, format!("{head}\n{pages}").as_bytes());
        }
    }
}

fn file(config: &Config) -> PathBuf {
    config.cache().join("cache").join("site.jsonl")
}

/// The keys of all that a site is built from: this program, what lies in its folders, what it lists from elsewhere, the log that is
/// published, the state of its repository.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inputs {
    /// Without what is listed from elsewhere.
    own: Key,
    all: Key,
}

impl Inputs {
    /// Looks at everything; `listed` are files that the site lists.
    pub fn of(input: &Input, listed: &[PathBuf]) -> Inputs {
        let config = &input.config;
        let mut hasher = blake3::Hasher::new();
        hasher.update(program().0.as_bytes());
        let folders = [
            config.content(),
            config.templates(),
            config.static_dir(),
            config.kernels(),
            config.labs_dir(),
        ];
        let found = folders
            .iter()
            .map(|folder| disk::files(&config.root, folder));
        let found: Vec<disk::Found> = found.collect();
        // A link that leads out is refused by a build, so there is none to come to the same as.
        for path in found.iter().flat_map(|found| &found.outside) {
            hasher.update(path.as_os_str().as_encoded_bytes());
        }
        let mut paths: Vec<PathBuf> = found.into_iter().flat_map(|found| found.files).collect();
        paths.sort();
        hash_files(&mut hasher, &paths);
        hasher.update(&[u8::from(config.drafts)]);
        let modules = [&input.module, &input.programs];
        hasher.update(format!("{:?}{modules:?}", input.log).as_bytes());
        for stamp in repository(&config.root) {
            hasher.update(stamp.0.as_bytes());
        }
        let own = Key::from(&hasher);
        let mut elsewhere: Vec<PathBuf> =
            listed.iter().map(|path| config.root.join(path)).collect();
        elsewhere.sort();
        elsewhere.dedup();
        elsewhere.retain(|path| paths.binary_search(path).is_err());
        hash_files(&mut hasher, &elsewhere);
        Inputs {
            own,
            all: Key::from(&hasher),
        }
    }
}

fn hash_files(hasher: &mut blake3::Hasher, paths: &[PathBuf]) {
    let hashes: Vec<blake3::Hash> = paths
        .par_iter()
        .map(|path| std::fs::read(path).map_or(blake3::hash(b""), |bytes| blake3::hash(&bytes)))
        .collect();
    for (path, hash) in paths.iter().zip(hashes) {
        hasher.update(path.as_os_str().as_encoded_bytes());
        hasher.update(&[0]);
        hasher.update(hash.as_bytes());
    }
}

/// How a repository's files are that change with a commit: pages may say when they last changed.
fn repository(root: &Path) -> [Stamp; 3] {
    let repository = root.join(".git");
    // In a further working tree it is a file that says where the repository is.
    let elsewhere = std::fs::read_to_string(&repository).unwrap_or_default();
    let repository = elsewhere
        .strip_prefix("gitdir: ")
        .map_or(repository, |at| root.join(at.trim()));
    ["HEAD", "logs/HEAD", "index"].map(|state| Stamp::of(&repository.join(state)))
}

/// Changes when this program does.
fn program() -> Stamp {
    std::env::current_exe().map_or_else(|_| Stamp::default(), |program| Stamp::of(&program))
}

/// A file's size and time, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stamp(String);

impl Stamp {
    /// The stamp of a file as it is now; one that is not there has one, too.
    pub fn of(path: &Path) -> Stamp {
        let Ok(meta) = std::fs::metadata(path) else {
            return Stamp("none;".to_owned());
        };
        let time = meta.modified().ok();
        let time = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let time = time.map_or(0, |time| time.as_nanos());
        Stamp(format!("{}:{time};", meta.len()))
    }
}

/// The key of everything in the manifest of a folder, by sizes and times.
fn written(out: &Path) -> Option<Key> {
    let manifest = std::fs::read_to_string(out.join(MANIFEST)).ok()?;
    let files: Vec<&str> = manifest
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let stamps: Vec<Stamp> = files
        .par_iter()
        .map(|file| Stamp::of(&out.join(file)))
        .collect();
    let mut hasher = blake3::Hasher::new();
    hasher.update(manifest.as_bytes());
    for stamp in &stamps {
        hasher.update(stamp.0.as_bytes());
    }
    Some(Key::from(&hasher))
}
