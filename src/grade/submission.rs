//! What lies in the folder of submissions: an entry a learner, folders and archives, in; learners with what they handed in, out.
//!
//! The rule: the name of a folder or archive is the learner's id. Nothing is opened here, and no link is followed.

use std::path::{Path, PathBuf};

use sorted::SortedMap;

use crate::exit::Failure;

/// What one learner handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The learner's id.
    pub learner: String,
    /// The entry's name.
    pub name: String,
    /// Where it is and what it is.
    pub place: HandedIn,
}

/// What an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandedIn {
    /// A folder.
    Folder(PathBuf),
    /// A `.zip`.
    Zip(PathBuf),
    /// A `.tar.gz` or `.tgz`.
    TarGz(PathBuf),
    /// Nothing that is opened; why, as a sentence.
    Refused(String),
}

/// All submissions of a folder, by learner, and the names of entries that are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submissions {
    /// Each learner once.
    pub all: Vec<Submission>,
    /// Entries that are neither folders nor archives.
    pub strays: Vec<String>,
}

impl Submissions {
    /// Lists a folder.
    ///
    /// # Errors
    /// When it is no folder or cannot be listed.
    pub fn list(folder: &Path) -> Result<Submissions, Failure> {
        let shown = folder.display();
        let cannot = |error: std::io::Error| {
            Failure::wrong_use(format!("`{shown}` cannot be listed: {error}"))
                .help("name the folder that holds a folder or an archive for each learner")
        };
        let mut by_learner: SortedMap<String, Vec<Submission>> = SortedMap::new();
        let mut out = Submissions::default();
        for entry in std::fs::read_dir(folder).map_err(cannot)? {
            let entry = entry.map_err(cannot)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let what = entry.file_type().map_err(cannot)?;
            match classed(&name, entry.path(), what) {
                Some(one) => by_learner.entry(one.learner.clone()).or_default().push(one),
                None => out.strays.push(name),
            }
        }
        out.strays.sort();
        out.all = by_learner.into_values().map(once).collect();
        Ok(out)
    }
}

/// What an entry of this name is; none where it is no submission.
fn classed(name: &str, path: PathBuf, what: std::fs::FileType) -> Option<Submission> {
    let (learner, place) = match name.rsplit_once('.') {
        _ if what.is_dir() => (name, HandedIn::Folder(path)),
        Some((stem, end)) if end.eq_ignore_ascii_case("zip") => (stem, HandedIn::Zip(path)),
        Some((stem, end)) if end.eq_ignore_ascii_case("tgz") => (stem, HandedIn::TarGz(path)),
        Some((stem, end)) if end.eq_ignore_ascii_case("gz") => {
            let (stem, end) = stem.rsplit_once('.')?;
            if !end.eq_ignore_ascii_case("tar") {
                return None;
            }
            (stem, HandedIn::TarGz(path))
        }
        _ if what.is_symlink() => (name, HandedIn::Folder(path)),
        _ => return None,
    };
    let place = match () {
        () if what.is_symlink() => {
            HandedIn::Refused("it is a link, and links are not followed; put the folder itself there".into())
        }
        () if !what.is_dir() && !what.is_file() => HandedIn::Refused("it is no file".into()),
        () if learner.chars().any(|c| c.is_control() || c == '\u{fffd}') || learner.is_empty() => {
            HandedIn::Refused(
                "its name has characters that no learner's id may have (line ends, other control characters, bytes that are no text); rename it".into(),
            )
        }
        () => place,
    };
    Some(Submission {
        learner: learner.to_owned(),
        name: name.to_owned(),
        place,
    })
}

/// The one submission of a learner; several are refused together.
fn once(mut of_learner: Vec<Submission>) -> Submission {
    of_learner.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<String> = of_learner
        .iter()
        .map(|one| format!("`{}`", one.name))
        .collect();
    let mut first = of_learner.swap_remove(0);
    if !of_learner.is_empty() {
        let names = names.join(" and ");
        first.place = HandedIn::Refused(format!(
            "`{}` handed in more than once: {names}; leave one of them",
            first.learner
        ));
    }
    first
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn entries_are_learners_and_one_that_is_there_twice_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        for folder in ["ada", "bob", "with\nline", ".git"] {
            std::fs::create_dir(at(folder)).unwrap();
        }
        for file in [
            "bob.zip",
            "cyd.ZIP",
            "dan.tar.gz",
            "eve.tgz",
            "notes.txt",
            "x.gz",
        ] {
            std::fs::write(at(file), "").unwrap();
        }
        std::os::unix::fs::symlink("/etc", at("fay")).unwrap();
        let found = Submissions::list(dir.path()).unwrap();
        assert_eq!(found.strays, ["notes.txt", "x.gz"]);
        let kinds: Vec<(&str, &str)> = found
            .all
            .iter()
            .map(|one| {
                let kind = match &one.place {
                    HandedIn::Folder(_) => "folder",
                    HandedIn::Zip(_) => "zip",
                    HandedIn::TarGz(_) => "tar",
                    HandedIn::Refused(why) => why.split(' ').nth(1).unwrap(),
                };
                (one.learner.as_str(), kind)
            })
            .collect();
        assert_eq!(
            kinds,
            [
                ("ada", "folder"),
                ("bob", "handed"),
                ("cyd", "zip"),
                ("dan", "tar"),
                ("eve", "tar"),
                ("fay", "is"),
                ("with\nline", "name")
            ]
        );
        assert!(Submissions::list(&at("ada/none")).is_err());
    }
}
