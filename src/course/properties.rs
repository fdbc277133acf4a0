//! Properties under the listings: whatever is written, nothing panics, places are places of the text, ids stay.
//! The text is made of what the grammar reacts to, so that most of it is nearly right.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proptest::prelude::*;

use super::lines::Lines;
use super::outline::{Block, BlockKind, Outline};
use super::{braces, front, grammar, load, lock, minutes, reader, seed};

/// Text made of what the grammar reacts to, and of anything at all.
fn markdownish() -> impl Strategy<Value = String> {
    let words = [
        "# ",
        "## ",
        "### Task: ",
        "#### Acceptance criteria\n",
        "## Tier 5: ",
        "- [ ] ",
        "- [x] ",
        "1. ",
        "- ",
        "  ",
        "    ",
        "> ",
        "{#a1}",
        "{lab=rope check=all}",
        "{artifact=\"a_b.md\" bullets=3..",
        "}",
        "{",
        "**Time**: ",
        "~60–90 min",
        "**",
        "_",
        "`",
        "```markdown\n",
        "```\n",
        "| a | b |\n|---|---|\n",
        "---\n",
        "\n",
        "\n\n",
        "\r\n",
        "\t",
        "[where](x.md)",
        "](",
        "$",
        "$$",
        "<div>",
        "✅ ",
        "“titled”",
        "é",
        "[^1]: ",
        ": ",
        "Core concepts checklist\n",
        "## Capstone project: ",
        "\\",
        "&amp;",
    ];
    let word = prop_oneof![
        8 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "[a-z ]{1,12}",
    ];
    prop::collection::vec(word, 0..60).prop_map(|parts| parts.concat())
}

fn inside(blocks: &[Block], text: &str, parent: std::ops::Range<usize>) {
    for block in blocks {
        assert!(
            parent.start <= block.range.start && block.range.end <= parent.end,
            "{:?} in {parent:?}",
            block.range
        );
        assert!(
            text.get(block.range.clone()).is_some(),
            "not whole characters"
        );
        match &block.kind {
            BlockKind::List(list) => {
                for entry in &list.entries {
                    if let Some((at, _)) = entry.checkbox {
                        assert_eq!(&text[at..=at], "[");
                    }
                    inside(&entry.rest, text, block.range.clone());
                }
            }
            BlockKind::Quote(inner) | BlockKind::Other(inner) => {
                inside(inner, text, block.range.clone())
            }
            BlockKind::Fence(fence) => assert!(text.get(fence.inner.clone()).is_some()),
            _ => {}
        }
    }
}

#[test]
fn a_checkbox_before_a_definition_is_no_part_of_its_term() {
    let text = "- [ ] term\n\t: meaning";
    inside(&Outline::read(text, 0).blocks, text, 0..text.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_outline_stays_inside_its_text(text in markdownish()) {
        let outline = Outline::read(&text, 0);
        inside(&outline.blocks, &text, 0..text.len());
        for (marker, groups) in &outline.braces {
            prop_assert_eq!(&text[*marker..=*marker], "[");
            for group in groups {
                let whole = text[group.clone()].starts_with('{') && text[group.clone()].ends_with('}');
                prop_assert!(whole);
            }
        }
        let all: Vec<_> = outline.braces.values().flatten().cloned().collect();
        prop_assert_eq!(reader::blank(&text, 0, all.iter()).len(), text.len());
        for node in grammar::nodes(&outline, text.len()) {
            prop_assert!(node.range.start < node.range.end && node.range.end <= text.len());
        }
    }

    #[test]
    fn a_source_document_is_never_dropped_and_never_panics(text in markdownish()) {
        let doc = seed::parse(Path::new("any.md"), &text);
        let last = Lines::new(&text).line(text.len());
        for problem in doc.warnings.iter().chain(&doc.unrecognised) {
            prop_assert!(problem.line >= 1 && problem.line <= last);
        }
        let headings = Outline::read(&text, 0).headings.len();
        prop_assert_eq!(doc.headings.iter().sum::<usize>(), headings);
    }

    #[test]
    fn times_and_braces_take_anything(text in "\\PC{0,80}") {
        let _ = minutes::parse(&text);
        let groups = braces::find(&text, 0..text.len());
        let _ = braces::read(&text, &groups);
        let _ = front::split(Path::new("any.md"), &text);
    }

    #[test]
    fn a_course_of_any_text_loads(front in "\\PC{0,40}", body in markdownish(), plan in "[a-z:\\[\\]{}\\- \n]{0,60}") {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("content/p/m");
        std::fs::create_dir_all(&dir).expect("folders");
        let good = "title: T\nparts: [{id: p, dir: p, title: P, modules: [m]}]\n";
        let page = format!("---\nid: m\ntitle: M\n{front}\n---\n{body}");
        std::fs::write(folder.path().join("content/course.yaml"), good).expect("a file");
        std::fs::write(dir.join("index.md"), &page).expect("a file");
        std::fs::write(dir.join("tier-1.md"), page.replacen("id: m", "id: t", 1)).expect("a file");
        let loaded = load(folder.path());
        let ids: Vec<_> = loaded.course.items().iter().map(|l| l.item.id.clone()).collect();
        let unique: BTreeSet<_> = ids.iter().collect();
        prop_assert!(unique.len() == ids.len() || loaded.problems.iter().any(|p| p.message.contains("is taken by")));
        std::fs::write(folder.path().join("content/course.yaml"), &plan).expect("a file");
        let _ = load(folder.path());
    }

    #[test]
    fn ids_stay_when_a_checklist_is_shuffled(
        words in prop::collection::btree_set("[a-z]{3,9} [a-z]{3,9} [a-z]{3,9}", 1..8),
        seed in any::<u64>(),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let dir = folder.path().join("content/p/m");
        std::fs::create_dir_all(&dir).expect("folders");
        let plan = "title: T\nparts: [{id: p, dir: p, title: P, modules: [m]}]\n";
        std::fs::write(folder.path().join("content/course.yaml"), plan).expect("a file");
        let write = |words: &[&String]| {
            let list: String = words.iter().map(|w| format!("- [ ] {w}\n")).collect();
            let page = format!("---\nid: m\ntitle: M\n---\n\n## Core concepts checklist\n\n{list}");
            std::fs::write(dir.join("index.md"), page).expect("a file");
        };
        let ids = || -> BTreeMap<String, String> {
            let course = load(folder.path()).course;
            course.items().iter().map(|l| (l.item.text.clone(), l.item.id.clone())).collect()
        };
        let mut order: Vec<&String> = words.iter().collect();
        write(&order);
        prop_assert_eq!(lock::update(folder.path()).expect("no errors"), words.len());
        let before = ids();
        // A shuffle that needs no random source of its own.
        order.sort_by_key(|w| blake3::hash(format!("{seed}{w}").as_bytes()).to_hex().to_string());
        write(&order);
        prop_assert_eq!(ids(), before);
        prop_assert!(load(folder.path()).problems.is_empty());
    }
}
