//! When each page last changed, as git knows it: asked once, and again only when something was committed.
//!
//! A course's root comes in, dates by path come out. Without git, or outside a repository, there are none, and pages say nothing.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// Dates of the last change (`2026-05-31`) by path below the course's root.
pub type Dates = HashMap<PathBuf, String>;

/// What was asked, and when git had last written.
#[derive(Debug, Default)]
pub struct Updated {
    stamp: Option<SystemTime>,
    dates: Dates,
}

impl Updated {
    /// The dates of everything under `content/`.
    pub fn dates(&mut self, root: &Path) -> &Dates {
        let stamp = stamp(root);
        if stamp.is_none() || stamp != self.stamp {
            self.dates = stamp.map(|_| ask(root)).unwrap_or_default();
            self.stamp = stamp;
        }
        &self.dates
    }
}

/// When git last moved its head; none outside a repository.
fn stamp(root: &Path) -> Option<SystemTime> {
    let found = root
        .ancestors()
        .map(|dir| dir.join(".git"))
        .find(|git| git.exists())?;
    let folder = if found.is_file() {
        let text = std::fs::read_to_string(&found).ok()?;
        let place = text.strip_prefix("gitdir:")?.trim();
        found.parent()?.join(place)
    } else {
        found
    };
    let modified = |name: &str| {
        std::fs::metadata(folder.join(name))
            .and_then(|m| m.modified())
            .ok()
    };
    modified("logs/HEAD").or_else(|| modified("HEAD"))
}

fn ask(root: &Path) -> Dates {
    let output = Command::new("git")
        .arg("-C")
        .arg(root)
        .args([
            "-c",
            "core.quotePath=false",
            // A repository may name a program that checks signatures; nobody asked for them.
            "-c",
            "log.showSignature=false",
            "log",
            "--format=@%cs",
            "--name-only",
            "--relative",
        ])
        .args(["--no-renames", "--", "content"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() => read(&String::from_utf8_lossy(&output.stdout)),
        _ => Dates::new(),
    }
}

/// Newest first: the first date that names a path is its last change.
fn read(log: &str) -> Dates {
    let mut dates = Dates::new();
    let mut date = "";
    for line in log.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix('@') {
            Some(next) => date = next,
            None => drop(
                dates
                    .entry(PathBuf::from(line))
                    .or_insert_with(|| date.to_owned()),
            ),
        }
    }
    dates
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_date_of_a_path_counts() {
        let log = "@2026-05-31\n\ncontent/a.md\n\n@2026-05-30\n\ncontent/a.md\ncontent/b.md\n";
        let dates = read(log);
        assert_eq!(dates[Path::new("content/a.md")], "2026-05-31");
        assert_eq!(dates[Path::new("content/b.md")], "2026-05-30");
    }

    #[test]
    fn no_repository_has_no_dates() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Updated::default().dates(folder.path()).is_empty());
    }
}
