//! The captain's log as others may read it: given away only when the course says so, and as a feed that is one.

use std::path::Path;

use course::cmd::build::input;
use course::config::Config;
use course::site::{BuildReport, build};
use course::store::{LogKind, LogRow, Store};

use super::{copy, shown};

fn logged(publish: &str) -> (tempfile::TempDir, tempfile::TempDir) {
    let root = copy("site");
    let plan = root.path().join("content/course.yaml");
    let mut text = std::fs::read_to_string(&plan).unwrap();
    if !text.contains("\nurl:") {
        text.push_str("url: https://example.org/course/\n");
    }
    std::fs::write(&plan, text + publish).unwrap();
    let store = Store::open(&Config::at(root.path()).progress_db()).unwrap();
    let entry = |kind, date: &str, progress: &str| LogRow {
        kind,
        date: date.into(),
        module: "1.1 <Basics>".into(),
        progress: progress.into(),
        ..LogRow::default()
    };
    for row in [
        entry(
            LogKind::Own,
            "2026-05-30",
            "first words, \u{1b}[31m red, \u{0}\u{b}\u{ffff}\ta tab",
        ),
        entry(LogKind::Own, "2026-05-31", "x < y & \"z\" ]]>"),
        entry(LogKind::Auto, "2026-05-31", "an attempt"),
    ] {
        store.log(row).unwrap();
    }
    (root, tempfile::tempdir().unwrap())
}

/// Builds the site as `course build` does.
fn publish(config: &Config, out: &Path) -> BuildReport {
    build(&input(config.clone()), out).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

#[test]
fn a_published_log_is_a_feed() {
    let (root, out) = logged("publish_log: true\n");
    let config = Config::at(root.path());
    publish(&config, out.path());
    let text = std::fs::read_to_string(out.path().join("log/feed.xml")).unwrap();
    let xml = roxmltree::Document::parse(&text).expect("well formed");
    let atom = "http://www.w3.org/2005/Atom";
    let feed = xml.root_element();
    assert!(feed.has_tag_name((atom, "feed")));
    // What RFC 4287 requires of a feed and of each entry: once, not empty, times and addresses whole.
    let entries: Vec<_> = feed
        .children()
        .filter(|node| node.has_tag_name((atom, "entry")))
        .collect();
    for node in std::iter::once(feed).chain(entries.iter().copied()) {
        for name in ["id", "title", "updated"] {
            let found: Vec<_> = node
                .children()
                .filter(|one| one.has_tag_name((atom, name)))
                .collect();
            assert_eq!(found.len(), 1, "{name}: {text}");
            assert!(!found[0].text().unwrap_or_default().is_empty(), "{name}");
        }
        let of = |name: &str| {
            node.children()
                .find(|one| one.has_tag_name((atom, name)))
                .and_then(|one| one.text())
        };
        assert!(of("updated").unwrap().parse::<jiff::Timestamp>().is_ok());
        assert!(of("id").unwrap().starts_with("https://"));
    }
    let author = feed
        .children()
        .find(|node| node.has_tag_name((atom, "author")))
        .unwrap();
    assert!(
        author
            .descendants()
            .any(|node| node.has_tag_name((atom, "name")))
    );
    assert!(
        feed.children()
            .any(|node| node.attribute("rel") == Some("self"))
    );
    let content: Vec<&str> = entries
        .iter()
        .filter_map(|entry| {
            entry
                .descendants()
                .find(|node| node.has_tag_name((atom, "content")))?
                .text()
        })
        .collect();
    assert_eq!(content.len(), 2, "attempts stay at home");
    assert!(
        content[0].contains("x &lt; y &amp; &quot;z&quot; ]]&gt;"),
        "newest first, escaped: {content:?}"
    );
    assert!(
        content[1].contains("first words, \u{fffd}[31m red, \u{fffd}\u{fffd}\u{fffd}\ta tab"),
        "signs that no XML may hold: {content:?}"
    );
    let page = std::fs::read_to_string(out.path().join("log/index.html")).unwrap();
    assert!(page.contains("type=\"application/atom+xml\"") && page.contains("first words"));
    // A further entry is a reason to build again.
    let store = Store::open(&config.progress_db()).unwrap();
    store
        .log(LogRow {
            date: "2026-06-01".into(),
            progress: "newest".into(),
            ..LogRow::default()
        })
        .unwrap();
    publish(&config, out.path());
    let text = std::fs::read_to_string(out.path().join("log/feed.xml")).unwrap();
    assert!(text.contains("newest"));
}

#[test]
fn a_log_is_not_published_unasked() {
    let (root, out) = logged("");
    publish(&Config::at(root.path()), out.path());
    assert!(!out.path().join("log/feed.xml").exists());
    let page = std::fs::read_to_string(out.path().join("log/index.html")).unwrap();
    assert!(!page.contains("first words"));
}
