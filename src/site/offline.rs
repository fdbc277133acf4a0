//! What lets labs' pages be opened without a network: the files of a site come in, its service worker comes out, and what makes it
//! installable.
//!
//! The playground is kept with them, but for what runs whole programs, which most readers of a lab never ask for.
//!
//! The rule: the worker keeps what it was told by hash, all of one build or none of it (`offline.js`). A site without a judge in its pages
//! has a worker, too: one that takes back what a former build's kept.

use serde_json::json;
use sorted::SortedMap;

use super::link::LinkedSite;
use super::map::Shows;
use crate::course::Course;

/// The worker's address. It stands at the root, for it may answer for what lies beside and below it.
pub(super) const WORKER: &str = "sw.js";
/// What an installer of the site reads.
pub(super) const MANIFEST: &str = "manifest.webmanifest";

const BODY: &str = include_str!("offline.js");

/// The worker of a site whose pages judge nothing.
const NONE: &str = r#"// Labs are not judged in this site's pages: what a former build kept for them goes.
"use strict";
const OURS = `course:${new URL(self.registration.scope).pathname}:`;
async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS)).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));
"#;

/// Whether a page is kept: that of a lab, their list, the playground.
pub(super) fn keeps_page(shows: Shows) -> bool {
    matches!(shows, Shows::Lab(_) | Shows::Labs | Shows::Playground)
}

/// Whether a file is kept.
pub(super) fn keeps_file(address: &str) -> bool {
    let apart = address.starts_with("static/programs-");
    (address.starts_with("static/") && !apart) || matches!(address, "outline.json" | MANIFEST)
}

/// The worker that keeps these files, given by their addresses with their hashes.
pub(super) fn worker(files: &SortedMap<String, [u8; 32]>) -> String {
    if files.is_empty() {
        return NONE.to_owned();
    }
    let mut build = blake3::Hasher::new();
    build.update(BODY.as_bytes());
    let mut listed = serde_json::Map::new();
    for (address, hash) in files {
        build.update(address.as_bytes()).update(hash);
        listed.insert(address.clone(), base64(hash).into());
    }
    let build = build.finalize().to_hex();
    let files = serde_json::Value::from(listed);
    format!(
        "const BUILD = \"{}\";\nconst FILES = {files};\n{BODY}",
        &build[..16]
    )
}

/// What makes the site installable.
pub(super) fn manifest(site: &LinkedSite) -> String {
    let Course { title, tagline, .. } = &*site.course;
    let manifest = json!({
        "name": title,
        "short_name": title,
        "description": tagline,
        "start_url": "./labs/",
        "scope": "./",
        "display": "standalone",
        "background_color": "#fbfaf7",
        "theme_color": "#0b6570",
        "icons": [{ "src": "static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any" }],
    });
    manifest.to_string()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| {
            bits << 8 | u32::from(three.get(at).copied().unwrap_or(0))
        });
        for digit in 0..4 {
            let is_there = digit <= three.len();
            let index = (bits >> (18 - 6 * digit) & 63) as usize;
            out.push(if is_there {
                char::from(DIGITS[index])
            } else {
                '='
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_integrity_has_them() {
        assert_eq!(base64(b"abc"), "YWJj");
        assert_eq!(base64(b"ab"), "YWI=");
        assert_eq!(base64(b"\xff\xfe\xfd\xfc"), "//79/A==");
    }

    #[test]
    fn a_worker_is_another_when_a_file_is() {
        let of = |hash: u8| worker(&SortedMap::from([("labs/rope/".to_owned(), [hash; 32])]));
        assert_eq!(of(1), of(1));
        let head = |text: String| text.lines().next().unwrap_or_default().to_owned();
        assert_ne!(head(of(1)), head(of(2)));
        assert!(worker(&SortedMap::new()).contains("unregister"));
    }
}
