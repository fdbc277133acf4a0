//! A course in which nobody writes a kernel: no page, menu, script, style or search of its site has a word about them.
//!
//! Two courses as `course new course` writes them come in, one without labs and one with labs in Rust alone. Every file of their sites is
//! read, whatever it is.

use std::path::Path;

use course::config::Config;
use course::labs::Labs;
use course::new::whole::{self, NewCourse};
use course::site::{Input, build};
use lab::{Asking, Folder, Language, PartSpec, functions};

/// What only kernels have, in lower case.
const WORDS: [&str; 10] = [
    "cuda", "kernel", "kernels", "gpu", "gpus", "warp", "warps", "nvidia", "nvcc", "simt",
];

const STARTER: &str = "pub fn twice(x: u64) -> u64 {\n    //@solution\n    2 * x\n    //@starter\n    //| todo!()\n    //@end\n}\n";
const MISTAKE: &str =
    "// must fail: twice/right — it adds one\npub fn twice(x: u64) -> u64 {\n    x + 1\n}\n";
const TEXT: &str = "---\nid: twice\ntitle: Twice\ngoal: Write a first function\nminutes: 5\n---\n\n## Part twice: Twice as much\n\nWrite `twice`.\n\n### Example\n\n`twice(2)` is 4.\n\n### Launch\n\nSmall numbers.\n\n### Hints\n\n1. Add.\n2. Or multiply.\n";

fn in_rust() -> Folder {
    Folder {
        id: "twice",
        language: Language::Rust,
        text: Some(TEXT),
        reference: Some(STARTER),
        wrong: &[
            ("a.rs", MISTAKE),
            ("b.rs", MISTAKE),
            ("c.rs", MISTAKE),
            ("d.rs", MISTAKE),
        ],
        parts: twice,
    }
}

fn twice() -> Vec<PartSpec> {
    // A site calls nothing of it.
    fn right((): &(), _: &mut Asking) {}
    let declared = &["pub fn twice(x: u64) -> u64"];
    vec![functions("twice", declared).asks("right", "twice as much", right)]
}

/// Every word of the site that is a kernel's, with its file.
fn found(out: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in walkdir::WalkDir::new(out).into_iter().flatten() {
        if !entry.file_type().is_file() {
            continue;
        }
        let bytes = std::fs::read(entry.path()).unwrap();
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        let name = entry.path().strip_prefix(out).unwrap().display();
        let words = text.split(|c: char| !c.is_alphanumeric());
        for word in words.filter(|word| WORDS.contains(word)) {
            all.push(format!("{name}: {word}"));
        }
    }
    all.sort();
    all.dedup();
    all
}

/// Builds what `course new course` writes, with these labs; gives the folder of the site.
fn site(at: &Path, labs: &'static [Folder]) -> std::path::PathBuf {
    let root = at.join("my-course");
    whole::write(NewCourse {
        dir: &root,
        title: None,
        labs: false,
        from: None,
    })
    .unwrap();
    let plan = root.join("content/course.yaml");
    let text = std::fs::read_to_string(&plan).unwrap();
    let text = text.replace("only_listed_labs: true", "only_listed_labs: false");
    std::fs::write(&plan, text).unwrap();
    let config = Config {
        labs: Labs::of(labs, &root),
        ..Config::at(&root)
    };
    let out = root.join("site");
    build(&Input::of(config), &out)
        .unwrap_or_else(|problems| panic!("{}", super::shown(&problems)));
    out
}

#[test]
fn a_site_without_labs_has_no_word_about_kernels() {
    let dir = tempfile::tempdir().unwrap();
    let out = site(dir.path(), &[]);
    assert_eq!(found(&out), Vec::<String>::new());
    assert!(!out.join("labs").exists() && !out.join("codes").exists());
    assert!(!out.join("static/lab").exists(), "no page loads it");
}

#[test]
fn a_site_whose_labs_are_in_rust_has_no_word_about_kernels() {
    let dir = tempfile::tempdir().unwrap();
    let out = site(dir.path(), Vec::leak(vec![in_rust()]));
    assert_eq!(found(&out), Vec::<String>::new());
    let page = std::fs::read_to_string(out.join("labs/twice/index.html")).unwrap();
    assert!(page.contains("check twice"), "{page:.400}");
    let home = std::fs::read_to_string(out.join("index.html")).unwrap();
    assert!(
        home.contains("href=\"labs/\"") || home.contains("/labs/"),
        "the menu has the labs"
    );
    assert!(!home.contains("codes/"), "and not what a compiler says");
}
