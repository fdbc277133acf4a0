//! The texts of the codes keep what they promise: every program in them is compiled and, if it has a `main`, run.
//!
//! The rules: a `fails` gives the code of its page and no other, a `works` gives nothing at all; every page has both, but
//! for the few codes below that a page cannot show; links between the pages lead somewhere.

use simt::explain::{self, Entry};
use std::collections::BTreeSet;
use std::path::Path;

/// Codes without a program to show: a source too large to print, and our own faults.
const WITHOUT: [&str; 2] = ["E0001", "E0999"];

fn broken_promises(entry: &Entry) -> Vec<String> {
    let code = entry.code;
    let mut wrong = Vec::new();
    for example in entry.examples() {
        let said = example.said();
        let shown: String = said
            .iter()
            .map(|remark| simt::excerpt::text(&remark.pieces))
            .collect();
        let codes: BTreeSet<&str> = said.iter().filter_map(|remark| remark.code).collect();
        match example.fails {
            true if codes != BTreeSet::from([code]) => {
                wrong.push(format!("{code}: `fails` gives {codes:?}:\n{shown}"));
            }
            false if !said.is_empty() => {
                wrong.push(format!("{code}: `works` does not:\n{shown}"));
            }
            _ => {}
        }
    }
    wrong
}

#[test]
fn every_program_of_a_text_does_what_the_text_says() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let entries = explain::entries();
    let chosen = entries.iter().filter(|entry| entry.code.contains(&only));
    let wrong: Vec<String> = chosen.flat_map(broken_promises).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_text_shows_what_fails_and_what_works() {
    for entry in explain::entries() {
        let examples = entry.examples();
        let has = |fails| examples.iter().any(|example| example.fails == fails);
        let wanted = !WITHOUT.contains(&entry.code);
        assert_eq!((has(true), has(false)), (wanted, wanted), "{}", entry.code);
        let fences = entry.text.matches("```").count();
        assert_eq!(fences, 2 * examples.len(), "{}: a stray fence", entry.code);
        assert!(entry.text.len() > 200, "{}: too short", entry.code);
        assert!(!entry.group().is_empty(), "{} is in no group", entry.code);
    }
}

#[test]
fn texts_link_to_codes_that_exist() {
    for entry in explain::entries() {
        for link in entry.text.split("](").skip(1) {
            let to = link.split(')').next().unwrap_or_default();
            let code = to.strip_prefix("code:").unwrap_or_default();
            let known = explain::entries().iter().any(|one| one.code == code);
            assert!(known, "{}: `{to}` leads nowhere", entry.code);
        }
    }
}

#[test]
fn codes_and_names_are_found_and_nothing_is_left_over() {
    let mut seen = BTreeSet::new();
    for entry in explain::entries() {
        assert!(seen.insert(entry.code), "{} twice", entry.code);
        assert_eq!(entry.code.len(), 5);
        let found = explain::find(&entry.code.to_lowercase());
        assert_eq!(found.map(|found| found.code), Some(entry.code));
        if !entry.slug.is_empty() {
            assert!(seen.insert(entry.slug), "{} twice", entry.slug);
            let found = explain::find(entry.slug).map(|found| found.code);
            assert_eq!(found, Some(entry.code));
        }
    }
    assert!(explain::find("E9999").is_none());
    assert_eq!(explain::near("out-of-bound"), Some("out-of-bounds"));
    assert_eq!(explain::near("e301"), Some("E0301"));
    for home in ["cuda-source", "warp"] {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for file in std::fs::read_dir(crates.join(home).join("codes")).expect("the texts") {
            let name = file.expect("a text").file_name();
            let name = name.to_string_lossy().replace(".md", "");
            assert!(seen.contains(name.as_str()), "no code is called {name}");
        }
    }
}

/// The one text that a page cannot hold.
#[test]
fn a_source_that_is_too_large_says_so() {
    let text = "// a line of forty characters, all blank.\n".repeat(200_000);
    let diags = simt::compile(&simt::source::Source::new("large.cu", text)).err();
    let code = diags.map(|diags| diags.first().code.as_str());
    assert_eq!(code, Some("E0001"));
}
