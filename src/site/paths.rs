//! Paths of content as links write them: made plain, with slashes on every system, relative to a folder.

use std::path::{Component, Path, PathBuf};

pub use crate::course::disk::slashes;

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

/// A path or anchor as it stands in a link, without its `%20`; as it is where that comes to no text.
pub fn decoded(written: &str) -> String {
    let mut bytes = Vec::with_capacity(written.len());
    let mut rest = written.as_bytes();
    while let [first, more @ ..] = rest {
        let digit = |at: usize| more.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| written.to_owned())
}

/// A path or anchor as an address has it: what would end it, or mean something else there, as `%20`.
pub fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c.is_ascii_control() || " \"#%<>?[\\]^`{|}".contains(c) {
            out.push_str(&format!("%{:02X}", c as u32));
        } else {
            out.push(c);
        }
    }
    out
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
    fn what_is_encoded_is_decoded_again() {
        for (plain, address) in [
            ("my shot.png", "my%20shot.png"),
            ("what?.svg", "what%3F.svg"),
            ("100%.png", "100%25.png"),
            ("共有/ä.png", "共有/ä.png"),
        ] {
            assert_eq!(encoded(plain), address);
            assert_eq!(decoded(address), plain);
        }
        assert_eq!(decoded("%E5%85%B1"), "共");
        for odd in ["%", "%4", "%zz", "%FF", "100% sure"] {
            assert_eq!(decoded(odd), odd);
        }
    }

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
