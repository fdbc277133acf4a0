//! Names of files and folders that not every system can hold: a course is a folder that people copy and clone.
//!
//! Paths below `content/` come in, warnings that say what Windows would do come out. What a page's address is made of has the
//! same rule: it becomes a folder of the site.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::problem::Problem;

/// Names that are devices on Windows, whatever follows the first dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Why Windows cannot hold a file or folder of this name.
pub(crate) fn fault(name: &str) -> Option<String> {
    let stem = name
        .split('.')
        .next()
        .unwrap_or_default()
        .trim_end()
        .to_lowercase();
    let numbered = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port).map(str::chars);
        number.is_some_and(|mut digits| {
            matches!(
                (digits.next(), digits.next()),
                (Some('1'..='9' | '¹' | '²' | '³'), None)
            )
        })
    });
    if DEVICES.contains(&stem.as_str()) || numbered {
        return Some(format!(
            "`{name}` is the name of a device on Windows, where no file can have it"
        ));
    }
    if name.ends_with(['.', ' ']) {
        return Some(format!(
            "`{name}` ends in a dot or a blank, which Windows takes off"
        ));
    }
    let odd = name
        .chars()
        .find(|c| c.is_control() || "<>:\"|?*\\".contains(*c))?;
    let odd = odd.escape_debug();
    Some(format!(
        "`{}` has `{odd}` in it, which no name on Windows has",
        name.escape_debug()
    ))
}

/// Warnings about the files and folders on these paths, each told once.
pub(crate) fn problems<'p>(paths: impl Iterator<Item = &'p Path>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut by_letters: HashMap<String, PathBuf> = HashMap::new();
    for path in paths {
        let mut so_far = PathBuf::new();
        for part in path.components() {
            let Component::Normal(name) = part else {
                continue;
            };
            so_far.push(name);
            let letters = so_far.to_string_lossy().to_lowercase();
            match by_letters.get(&letters) {
                Some(known) if *known == so_far => continue,
                Some(known) => {
                    let known = known.display().to_string().replace('\\', "/");
                    let message = format!(
                        "differs from `{known}` in small and capital letters alone: on Windows and macOS they are one"
                    );
                    problems.push(warning(&so_far, message));
                    // What lies below it would be told of again and again.
                    break;
                }
                None => drop(by_letters.insert(letters, so_far.clone())),
            }
            if let Some(message) = fault(&name.to_string_lossy()) {
                problems.push(warning(&so_far, message));
            }
        }
    }
    problems.dedup();
    problems
}

fn warning(path: &Path, message: String) -> Problem {
    Problem::error(path, message).warning().help("rename it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_windows_cannot_hold_is_told() {
        for name in [
            "con",
            "NUL.md",
            "aux.tar.gz",
            "com1.md",
            "Lpt9",
            "a.",
            "b ",
            "what?.svg",
            "a:b",
            "con .md",
        ] {
            assert!(fault(name).is_some(), "{name}");
        }
        for name in [
            "console.md",
            "nul-1.md",
            "com.md",
            "com10.md",
            "lesson-01.md",
            "a b.md",
            "共有.md",
        ] {
            assert_eq!(fault(name), None, "{name}");
        }
    }
}
