//! How long tests of pages wait.
//!
//! In: the scripts of `tests/browser` and `tests/firefox`. Out: one rule. A wait of its own length is a guess at how fast a machine is, and
//! fails on the one that is busy; `tests/browser/patience.mjs` has the one length, after which what was waited for counts as never.

use super::{files, none};

#[test]
fn a_test_of_pages_waits_as_long_as_every_other_one() {
    let scripts = files(&["tests/browser", "tests/firefox"], ".mjs").into_iter();
    let others = scripts.filter(|file| !file.path.ends_with("/patience.mjs"));
    let waits = others.flat_map(|file| {
        let lines = file.text.lines().enumerate();
        let own =
            lines.filter(|(_, line)| line.contains("timeout: ") && !line.contains("PATIENCE"));
        own.map(|(at, _)| format!("{}:{}", file.path, at + 1))
            .collect::<Vec<_>>()
    });
    none("no wait has a length of its own (`PATIENCE`)", waits);
}
