//! Building a site again: a builder that lives on gives what a fresh one gives, a build that has nothing to do does nothing,
//! former addresses lead on, and the map of the site names its pages.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use course::config::Config;
use course::site::{self, BuildReport, Builder, Bytes, ChangeSet, Input};
use sorted::{SortedMap, SortedSet};

fn copy() -> tempfile::TempDir {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/site");
    let to = tempfile::tempdir().unwrap();
    for entry in walkdir::WalkDir::new(&from) {
        let entry = entry.unwrap();
        let target = to.path().join(entry.path().strip_prefix(&from).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
    to
}

fn change(root: &Path, file: &str, from: &str, to: &str) {
    let path = root.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has no `{from}`");
    std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
}

/// The change of one file.
fn changed(file: &str) -> ChangeSet {
    ChangeSet::Files(SortedSet::from([PathBuf::from(file)]))
}

fn differences(one: &SortedMap<String, Bytes>, other: &SortedMap<String, Bytes>) -> Vec<String> {
    let names = one.keys().chain(other.keys());
    let mut differ: Vec<String> = names
        .filter(|name| one.get(*name) != other.get(*name))
        .cloned()
        .collect();
    differ.sort();
    differ.dedup();
    differ
}

const LESSON: &str = "content/first/basics/lesson-01-blocks.md";

const MORE: &str = "content/first/basics/lesson-09-more.md";

/// Changes one after the other: what, the file, what stands there, what comes instead. Where nothing stands the file is
/// written anew; where nothing comes it is removed.
const STEPS: [(&str, &str, &str, &str); 15] = [
    ("a word", LESSON, "Text with", "Prose with"),
    ("a title", LESSON, "title: Every block", "title: All blocks"),
    (
        "a heading",
        LESSON,
        "## Code",
        "## Before it\n\nText.\n\n## Code",
    ),
    ("a goal", LESSON, "You have seen", "You saw"),
    ("a listing", "kernels/tiny.cu", "2.0f", "3.0f"),
    (
        "a term",
        "content/data/terms.yaml",
        "text: 32",
        "text: certainly 32",
    ),
    (
        "a new page",
        MORE,
        "",
        "---\nid: lesson.more\nkind: lesson\ntitle: More\nrequires: [lesson.blocks]\n---\n\n[Back](lesson-01-blocks.md) to it.\n",
    ),
    ("a word of a new page", MORE, "to it.", "and forth to it."),
    (
        "an item",
        MORE,
        "to it.",
        "to it.\n\n## Core concepts checklist\n\n- [ ] something new\n",
    ),
    ("an item's words", MORE, "something new", "something newer"),
    (
        "what is required",
        LESSON,
        "title: All blocks",
        "title: Some blocks",
    ),
    (
        "an address",
        LESSON,
        "kind: lesson",
        "kind: lesson\nslug: pieces",
    ),
    (
        "the course's title",
        "content/course.yaml",
        "title: A",
        "title: New a",
    ),
    (
        "a template",
        "templates/lesson.html",
        "",
        "{% extends \"base.html\" %}{% block main %}<h1>{{ title }}</h1>{{ page.html | safe }}{% endblock main %}",
    ),
    ("a page less", MORE, "More", ""),
];

fn step(at: &Path, file: &str, from: &str, to: &str) {
    match (from, to) {
        (_, "") => std::fs::remove_file(at.join(file)).unwrap(),
        ("", _) => {
            std::fs::create_dir_all(at.join(file).parent().unwrap()).unwrap();
            std::fs::write(at.join(file), to).unwrap();
        }
        _ => change(at, file, from, to),
    }
}

/// The steps that only the page itself can tell from what was: for them the course is not read again.
const OWN: [&str; 2] = ["a word", "a word of a new page"];

#[test]
fn a_builder_that_lives_on_gives_what_a_fresh_one_gives() {
    let root = copy();
    let at = root.path();
    let mut old = Builder::new(Config::at(at), true);
    let mut told = Builder::new(Config::at(at), true);
    old.build().unwrap();
    let mut course = told.build().unwrap().course;
    for (what, file, from, to) in STEPS {
        step(at, file, from, to);
        let again = old
            .build()
            .unwrap_or_else(|problems| panic!("{what}: {problems:?}"));
        let fresh = Builder::new(Config::at(at), true).build().unwrap();
        let found = differences(again.search.files(), fresh.search.files());
        assert_eq!(found, [""; 0], "the search after {what}");
        let pages = differences(&again.files, &fresh.files);
        assert_eq!(pages, [""; 0], "after {what}");
        let after = told
            .update(&changed(file))
            .unwrap_or_else(|problems| panic!("{what}: {problems:?}"));
        let found = differences(after.search.files(), fresh.search.files());
        assert_eq!(found, [""; 0], "the search when told of {what}");
        let pages = differences(&after.files, &fresh.files);
        assert_eq!(pages, [""; 0], "when told of {what}");
        assert_eq!(after.hashes, again.hashes, "versions when told of {what}");
        let kept = Arc::ptr_eq(&after.course, &course);
        assert_eq!(
            kept,
            OWN.contains(&what),
            "whether {what} is seen by others"
        );
        course = after.course;
    }
}

#[test]
fn a_file_that_no_page_shows_changes_nothing() {
    let root = copy();
    let mut builder = Builder::new(Config::at(root.path()), true);
    let first = builder.build().unwrap();
    std::fs::write(root.path().join("kernels/mine.cu"), "// not listed\n").unwrap();
    let second = builder.update(&changed("kernels/mine.cu")).unwrap();
    assert_eq!(second.rendered, [""; 0]);
    assert!(Arc::ptr_eq(&first.course, &second.course));
}

#[test]
fn a_page_that_breaks_and_mends_is_seen_whole() {
    let root = copy();
    let mut builder = Builder::new(Config::at(root.path()), true);
    builder.build().unwrap();
    change(root.path(), LESSON, "Text with", "[Text](nowhere.md) with");
    builder.update(&changed(LESSON)).unwrap_err();
    // While one page is broken another changes for all to see.
    let other = "content/first/basics/lesson-02-components.md";
    change(root.path(), other, "title: ", "title: Now ");
    builder.update(&changed(other)).unwrap_err();
    change(root.path(), LESSON, "[Text](nowhere.md) with", "Prose with");
    let after = builder.update(&changed(LESSON)).unwrap();
    let fresh = Builder::new(Config::at(root.path()), true).build().unwrap();
    assert_eq!(differences(&after.files, &fresh.files), [""; 0]);
}

fn build(root: &Path) -> BuildReport {
    site::build(&Input::of(Config::at(root)), &root.join("out"))
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn a_build_with_nothing_to_do_writes_nothing_and_notices_whatever_changed() {
    let root = copy();
    let first = build(root.path());
    assert_eq!(first.wrote.changed, first.wrote.files);
    let second = build(root.path());
    assert_eq!(
        (second.wrote.files, second.wrote.changed),
        (first.wrote.files, 0)
    );
    assert_eq!(second.pages, first.pages);
    assert_eq!(second.warnings, first.warnings, "warnings are told again");

    // The same length and the same second: only the bytes tell.
    change(root.path(), LESSON, "Text with", "Next with");
    let third = build(root.path());
    assert!(third.wrote.changed >= 1, "a page and what finds it");
    let page = root
        .path()
        .join("out/first/basics/lesson-01-blocks/index.html");
    assert!(
        std::fs::read_to_string(&page)
            .unwrap()
            .contains("Next with")
    );

    std::fs::write(&page, "overwritten").unwrap();
    assert_eq!(
        build(root.path()).wrote.changed,
        1,
        "a damaged page is mended"
    );
    std::fs::remove_file(&page).unwrap();
    assert_eq!(
        build(root.path()).wrote.changed,
        1,
        "a missing page is written"
    );
    change(root.path(), "kernels/tiny.cu", "2.0f", "4.0f");
    assert!(
        build(root.path()).wrote.changed >= 1,
        "a listing is part of its page"
    );
    assert_eq!(build(root.path()).wrote.changed, 0);
}

/// What lies in a folder and is not made in memory: the service worker, which a server of this course has no use for.
const WORKER: usize = 1;

#[test]
fn a_build_over_the_last_one_is_what_a_first_one_is() {
    let root = copy();
    let at = root.path();
    build(at);
    for (what, file, from, to) in STEPS {
        step(at, file, from, to);
        let built = build(at);
        let fresh = Builder::new(Config::at(at), false).build().unwrap();
        assert_eq!(
            built.wrote.files,
            fresh.files.len() + WORKER,
            "after {what}"
        );
        for (file, bytes) in &fresh.files {
            let written = std::fs::read(at.join("out").join(file)).unwrap();
            assert!(written == bytes.as_ref(), "{file} after {what}");
        }
    }
}

#[test]
fn a_build_and_a_made_site_are_the_same_bytes() {
    let root = copy();
    let built = build(root.path());
    let made = Builder::new(Config::at(root.path()), false)
        .build()
        .unwrap();
    assert_eq!(built.wrote.files, made.files.len() + WORKER);
    assert!(root.path().join("out/sw.js").is_file());
    for (file, bytes) in &made.files {
        let written = std::fs::read(root.path().join("out").join(file)).unwrap();
        assert!(written == bytes.as_ref(), "{file}");
    }
}

fn made(root: &Path) -> SortedMap<String, Bytes> {
    Builder::new(Config::at(root), false)
        .build()
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .files
}

fn text(files: &SortedMap<String, Bytes>, name: &str) -> String {
    String::from_utf8(files[name].as_ref().to_vec()).unwrap()
}

#[test]
fn a_former_address_leads_on() {
    let root = copy();
    change(
        root.path(),
        LESSON,
        "kind: lesson",
        "kind: lesson\naliases: [/old/place/, lesson.former]",
    );
    let files = made(root.path());
    let page = text(&files, "old/place/index.html");
    assert!(
        page.contains("content=\"0; url=../../first/basics/lesson-01-blocks/\""),
        "{page}"
    );
    assert!(!files.contains_key("lesson.former/index.html"));
}

#[test]
fn a_former_address_that_cannot_be_is_told() {
    for (alias, told) in [
        ("/first/basics/", "is the address of a page"),
        ("/../up/", "is no address of a page"),
        ("/.hidden/", "is no address of a page"),
        ("/", "is no address of a page"),
    ] {
        let root = copy();
        change(
            root.path(),
            LESSON,
            "kind: lesson",
            &format!("kind: lesson\naliases: [{alias}]"),
        );
        let problems = Builder::new(Config::at(root.path()), false)
            .build()
            .unwrap_err();
        assert!(
            problems
                .iter()
                .any(|problem| problem.message.contains(told)),
            "{alias}: {problems:?}"
        );
    }
}

#[test]
fn a_published_site_has_a_map_and_pages_that_know_their_address() {
    let root = copy();
    let files = made(root.path());
    assert!(
        !files.contains_key("sitemap.xml"),
        "nobody said where the site will be"
    );
    assert!(text(&files, "404.html").contains("href=\"/static/style.css\""));
    change(
        root.path(),
        "content/course.yaml",
        "title: ",
        "url: https://example.org/course\ntitle: ",
    );
    let files = made(root.path());
    let map = text(&files, "sitemap.xml");
    assert!(
        map.contains("<loc>https://example.org/course/first/basics/lesson-01-blocks/</loc>"),
        "{map}"
    );
    assert!(text(&files, "robots.txt").contains("Sitemap: https://example.org/course/sitemap.xml"));
    let page = text(&files, "first/basics/lesson-01-blocks/index.html");
    assert!(page.contains("<link rel=\"canonical\" href=\"https://example.org/course/first/basics/lesson-01-blocks/\">"));
    assert!(page.contains(
        "property=\"og:url\" content=\"https://example.org/course/first/basics/lesson-01-blocks/\""
    ));
    assert!(text(&files, "404.html").contains("href=\"/course/static/style.css\""));
    change(
        root.path(),
        "content/course.yaml",
        "https://example.org/course",
        "example.org",
    );
    let problems = Builder::new(Config::at(root.path()), false)
        .build()
        .unwrap_err();
    assert!(
        problems[0].message.contains("not the address of a site"),
        "{problems:?}"
    );
}
