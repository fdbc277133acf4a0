//! The search index of a small course: what can be found, what it weighs, how its files are cut. What a reader types is
//! ranked in the browser (`static/search.js`, `tests/browser`); the words both sides make are held together by a fixture.

use std::collections::BTreeMap;
use std::path::Path;

use course::config::Config;
use course::site::search::{Document, GROUP, Passage, Search, shelves, words};
use course::site::{Builder, Bytes};
use serde_json::Value;
use sorted::SortedMap;

fn fixture(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(path)
}

/// A copy of the small course, which leaves the fixture as it is.
fn copy() -> tempfile::TempDir {
    let to = tempfile::tempdir().unwrap();
    for entry in walkdir::WalkDir::new(fixture("site")) {
        let entry = entry.unwrap();
        let target = to
            .path()
            .join(entry.path().strip_prefix(fixture("site")).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(target).unwrap();
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
    to
}

fn passage(anchor: &str, heading: &str, text: &str) -> Passage {
    Passage {
        anchor: anchor.into(),
        heading: heading.into(),
        text: text.into(),
        ..Passage::default()
    }
}

fn document(url: &str, title: &str, own: Vec<Passage>) -> Document {
    Document {
        url: url.into(),
        title: title.into(),
        own,
        ..Document::default()
    }
}

/// Every word of an index with its sections and weights.
fn shelved(files: &SortedMap<String, Bytes>) -> BTreeMap<String, (usize, Vec<(u32, u8)>)> {
    let mut all = BTreeMap::new();
    for (name, bytes) in files {
        if name.starts_with("search/") && name.contains("/t") {
            let text = std::str::from_utf8(bytes.as_ref()).unwrap();
            for shelves::Line {
                word,
                count,
                places,
            } in shelves::read(text)
            {
                assert!(
                    all.insert(word.clone(), (count, places)).is_none(),
                    "`{word}` on two shelves"
                );
            }
        }
    }
    all
}

fn json(files: &SortedMap<String, Bytes>, name: &str) -> Value {
    serde_json::from_slice(files[name].as_ref()).unwrap()
}

#[test]
fn text_becomes_words_as_the_fixture_says() {
    let cases: Vec<(String, Vec<String>)> =
        serde_json::from_str(&std::fs::read_to_string(fixture("search/words.json")).unwrap())
            .unwrap();
    for (text, expected) in cases {
        let mut found = Vec::new();
        words::each(&text, |word, _| found.push(word.to_owned()));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_title_weighs_more_than_a_heading_and_a_heading_more_than_text() {
    let filler = "other matter ".repeat(60);
    let search = Search::over(vec![
        document(
            "a/",
            "Nothing of it",
            vec![passage("", "", &format!("occupancy {filler}"))],
        ),
        document(
            "b/",
            "Elsewhere",
            vec![passage("", "", &filler), passage("x", "Occupancy", &filler)],
        ),
        document("c/", "Occupancy", vec![passage("", "", &filler)]),
    ]);
    let words = shelved(search.files());
    let (count, places) = &words["occupancy"];
    assert_eq!(*count, 3);
    let ids: Vec<u32> = places.iter().map(|(id, _)| *id).collect();
    assert_eq!(ids, [0, 2, 3], "sections are counted through the course");
    let weight = |at: usize| places[at].1;
    assert!(weight(0) < weight(1) && weight(1) < weight(2), "{places:?}");
}

#[test]
fn a_name_weighs_as_a_title_does() {
    let filler = "other matter ".repeat(60);
    let named = Document {
        name: "rope".into(),
        ..document("b/", "A real kernel", vec![passage("", "", &filler)])
    };
    let titled = document("a/", "Rope", vec![passage("", "", &filler)]);
    let words = shelved(Search::over(vec![titled, named]).files());
    let (_, places) = &words["rope"];
    assert_eq!(places[0].1, places[1].1, "{places:?}");
}

#[test]
fn a_word_of_very_many_sections_keeps_those_in_which_it_weighs_most() {
    let plain = (0..4000).map(|at| {
        document(
            &format!("p{at}/"),
            "Page",
            vec![passage("", "", &format!("tile {}", "filler ".repeat(200)))],
        )
    });
    let titled = document("best/", "Tile", vec![]);
    let search = Search::over(plain.chain([titled]).collect());
    let words = shelved(search.files());
    let (count, places) = &words["tile"];
    assert_eq!(*count, 4001);
    assert!(
        places.len() < 2000 && places.iter().any(|(id, _)| *id == 4000),
        "{}",
        places.len()
    );
    assert!(places.is_sorted());
    for (name, bytes) in search.files() {
        assert!(
            bytes.as_ref().len() < 40_000,
            "{name} is too large to be asked for"
        );
    }
}

#[test]
fn a_course_is_found_by_its_words_its_code_and_its_items() {
    let root = copy();
    let made = Builder::new(Config::at(root.path()), false)
        .build()
        .unwrap();
    let words = shelved(&made.files);
    let index = json(&made.files, "search/index.json");
    let total = index["total"].as_u64().unwrap() as u32;
    // Sections back to pages, as a reader's browser does it.
    let page_of = |id: u32| {
        let mut first = 0;
        for group in 0.. {
            let hash = index["hash"].as_str().unwrap();
            let pages = json(&made.files, &format!("search/{hash}/p{group}.json"));
            for page in pages.as_array().unwrap() {
                let sections = page[3].as_array().unwrap();
                if id < first + sections.len() as u32 {
                    let section = &sections[(id - first) as usize];
                    return (
                        page[0].as_str().unwrap().to_owned(),
                        section[0].as_str().unwrap().to_owned(),
                    );
                }
                first += sections.len() as u32;
            }
        }
        unreachable!()
    };
    let found = |word: &str| -> Vec<(String, String)> {
        let (_, places) = words.get(word).unwrap_or_else(|| panic!("no `{word}`"));
        assert!(places.iter().all(|(id, _)| *id < total));
        places.iter().map(|(id, _)| page_of(*id)).collect()
    };
    let lesson = "first/basics/lesson-01-blocks/";
    assert!(found("e0301").iter().any(|(url, _)| url == "codes/E0301/"));
    assert!(found("block").iter().any(|(url, _)| url == lesson));
    // A heading is a place of its own, and what it leads to is there.
    let html = std::str::from_utf8(made.files[&format!("{lesson}index.html")].as_ref()).unwrap();
    let mut places: Vec<(String, String)> = words
        .keys()
        .flat_map(|word| found(word))
        .filter(|(url, _)| url == lesson)
        .collect();
    places.sort();
    places.dedup();
    assert!(places.len() >= 3, "{places:?}");
    for (_, anchor) in places.iter().filter(|(_, anchor)| !anchor.is_empty()) {
        assert!(html.contains(&format!("id=\"{anchor}\"")), "{anchor}");
    }
    assert_eq!(index["group"], GROUP);
}

#[test]
fn labs_checks_terms_and_papers_of_the_shipped_course_are_found() {
    let made = Builder::new(shipped(), false).build().unwrap();
    let words = shelved(&made.files);
    for word in [
        "rope",
        "gptq",
        "coalesced",
        "vllm",
        "tail",
        "occupancy",
        "syncthread",
    ] {
        assert!(words.contains_key(word), "{word}");
    }
    let index = json(&made.files, "search/index.json");
    let frequent = format!("search/{}/words.txt", index["hash"].as_str().unwrap());
    let frequent = std::str::from_utf8(made.files[&frequent].as_ref()).unwrap();
    let frequent: Vec<&str> = frequent.lines().collect();
    let sections = |word: &str| words[word].0;
    assert!(frequent.is_sorted_by_key(|word| std::cmp::Reverse(sections(word))));
    let least = sections(frequent[frequent.len() - 1]);
    for (word, (sections, _)) in &words {
        let listed = frequent.contains(&word.as_str());
        assert!(listed || *sections <= least, "{word}: {sections} sections");
    }
    for word in ["token", "memory", "weight"] {
        assert!(frequent[..40].contains(&word), "{word}");
    }
    assert!(frequent.contains(&"thread"));
}

#[test]
fn the_same_course_gives_the_same_index() {
    let of = || {
        let root = copy();
        let made = Builder::new(Config::at(root.path()), false)
            .build()
            .unwrap();
        made.search.files().clone()
    };
    assert!(of() == of());
}

/// This course, with its labs.
fn shipped() -> Config {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    Config {
        labs: course::labs::Labs::of(shelf::ALL, root),
        ..Config::at(root)
    }
}
