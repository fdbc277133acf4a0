//! Paths of content as links write them: made plain, with slashes on every system, relative to a folder.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and `..`; none when it climbs out.
pub fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => out.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(out)
}

/// A path with slashes on every system.
pub fn slashes(path: &Path) -> String {
    path.components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}

/// The way from a folder to a file.
pub fn relative_path(from: &Path, to: &Path) -> String {
    let from: Vec<_> = from.components().collect();
    let to: Vec<_> = to.components().collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut parts = vec!["..".to_owned(); from.len() - shared];
    parts.extend(
        to[shared..]
            .iter()
            .map(|part| part.as_os_str().to_string_lossy().into_owned()),
    );
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_plain_and_relative() {
        assert_eq!(
            normal(Path::new("content/a/../b/./c.md")),
            Some(PathBuf::from("content/b/c.md"))
        );
        assert_eq!(normal(Path::new("../x")), None);
        assert_eq!(
            relative_path(Path::new("content/a"), Path::new("content/b/c.md")),
            "../b/c.md"
        );
        assert_eq!(
            relative_path(Path::new("content/a"), Path::new("content/a/c.md")),
            "c.md"
        );
    }
}
