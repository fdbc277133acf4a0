//! Labs found by folder: a workspace's `labs/` in, Rust source that holds them all out.
//!
//! For build scripts. [`shelf`] writes `shelf.rs` into cargo's `OUT_DIR`; whoever includes it has `ALL`, a
//! `&[lab::Folder]` in the order of names; [`page`] the same of what a page judges. The rule: a folder with a `Cargo.toml` and a
//! `src/lib.rs` is a lab, and what is missing in it is left empty here and said by `lab::Folder::lab`, so that one broken lab
//! hides no other. The code of a lab is compiled in as a module, which is why no manifest names it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Writes `$OUT_DIR/shelf.rs` for the course at `root`, which has the folders `labs` and `kernels`, and tells cargo when to
/// do so again: when a lab comes or goes, and when anything in one changes but what a learner writes.
///
/// # Errors
/// When a folder cannot be read or the file cannot be written.
pub fn shelf(root: &Path) -> std::io::Result<()> {
    let root = std::path::absolute(root)?;
    let labs = find(&root)?;
    write(&root, &labs, &source(&labs, What::Everything))
}

/// The same for the module of a page: labs in CUDA alone, without what the page's own HTML says (statements, hints) and what only a
/// proof reads (known mistakes). A package with the feature `programs` switched on has none of these labs.
///
/// # Errors
/// When a folder cannot be read or the file cannot be written.
pub fn page(root: &Path) -> std::io::Result<()> {
    let root = std::path::absolute(root)?;
    let mut labs = find(&root)?;
    let programs = std::env::var_os("CARGO_FEATURE_PROGRAMS").is_some();
    labs.retain(|lab| !lab.rust && !programs);
    // A text nests a few levels; one that nests further than this ends the call, and so does a kernel that asks for more memory.
    // Whoever made the module makes it anew.
    if std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={PAGE_STACK}");
        println!("cargo::rustc-link-arg-cdylib=--max-memory={PAGE_MEMORY}");
        // The linker leaves room in the code for addresses of five bytes, of which most need two.
        if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
            println!("cargo::rustc-link-arg-cdylib=--strip-all");
            println!("cargo::rustc-link-arg-cdylib=--compress-relocations");
        }
    }
    write(&root, &labs, &source(&labs, What::Judged))
}

/// Bytes of a page's module for its stack.
const PAGE_STACK: u32 = 16 << 20;

/// Bytes of a page's module in all.
const PAGE_MEMORY: u32 = 1 << 30;

/// How much of each lab is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Everything,
    /// What a judgement needs, and the titles.
    Judged,
}

fn write(root: &Path, labs: &[Found], source: &str) -> std::io::Result<()> {
    for path in watched(root, labs) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let out = std::env::var_os("OUT_DIR").map(PathBuf::from);
    let out =
        out.ok_or_else(|| std::io::Error::other("OUT_DIR is not set: this is for build scripts"))?;
    std::fs::write(out.join("shelf.rs"), source)
}

/// A lab's folder, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    id: String,
    folder: PathBuf,
    /// Whether the learner writes Rust: the folder has its own reference solution.
    rust: bool,
    text: Option<PathBuf>,
    reference: Option<PathBuf>,
    wrong: Vec<PathBuf>,
}

fn find(root: &Path) -> std::io::Result<Vec<Found>> {
    let folder = root.join("labs");
    let mut labs = Vec::new();
    for entry in sorted(&folder)? {
        let is_lab = entry.join("Cargo.toml").is_file() && entry.join("src/lib.rs").is_file();
        let id = entry.file_name().and_then(|name| name.to_str());
        let Some(id) = id.filter(|_| is_lab) else {
            continue;
        };
        let there = |path: PathBuf| path.is_file().then_some(path);
        let kernel = there(root.join("kernels").join(format!("{id}.cu")));
        let solution = there(entry.join("solution.rs"));
        let wrong = entry.join("wrong");
        labs.push(Found {
            id: id.to_owned(),
            rust: solution.is_some(),
            text: there(entry.join("lab.md")),
            reference: solution.or(kernel),
            wrong: match wrong.is_dir() {
                true => sorted(&wrong)?
                    .into_iter()
                    .filter(|p| p.is_file())
                    .collect(),
                false => Vec::new(),
            },
            folder: entry,
        });
    }
    Ok(labs)
}

/// The entries of a folder in the order of their names; none where there is no folder.
fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = std::fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.map(|e| e.path()))
        .collect::<std::io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// What cargo is to look at. Not `labs` itself: a learner's file in it changes with every save. A lab that comes or goes
/// changes `Cargo.lock`, for each is a crate of the workspace.
fn watched(root: &Path, labs: &[Found]) -> Vec<PathBuf> {
    let mut paths = vec![root.join("Cargo.lock"), root.join("kernels")];
    for lab in labs {
        let inside = ["Cargo.toml", "lab.md", "src", "wrong", "solution.rs"];
        paths.extend(inside.iter().map(|name| lab.folder.join(name)));
    }
    // Cargo runs a script at every build while a watched path is not there.
    paths.retain(|path| path.exists());
    paths
}

fn source(labs: &[Found], what: What) -> String {
    let mut out = String::new();
    for lab in labs {
        let path = lab.folder.join("src/lib.rs");
        let _ = writeln!(
            out,
            "#[path = {:?}]\n#[allow(dead_code, missing_docs)]\nmod {};",
            path,
            module(&lab.id)
        );
    }
    out.push_str(
        "\n/// Every lab's folder, in the order of names.\npub static ALL: &[::lab::Folder] = &[\n",
    );
    for lab in labs {
        let language = if lab.rust { "Rust" } else { "Cuda" };
        let _ = writeln!(
            out,
            "    ::lab::Folder {{\n        id: {:?},\n        language: ::lab::Language::{language},\n        text: {},\n        reference: {},",
            lab.id,
            match what {
                What::Everything => included(lab.text.as_deref()),
                What::Judged => titles(lab.text.as_deref()),
            },
            included(lab.reference.as_deref()),
        );
        out.push_str("        wrong: &[\n");
        for path in lab.wrong.iter().filter(|_| what == What::Everything) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let _ = writeln!(out, "            ({name:?}, include_str!({path:?})),");
        }
        let _ = writeln!(
            out,
            "        ],\n        parts: {}::parts,\n    }},",
            module(&lab.id)
        );
    }
    out.push_str("];\n");
    out
}

/// A lab's name as a module has it; `lab_` in front keeps it from being another crate's or a keyword.
fn module(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("lab_{}", id.chars().map(plain).collect::<String>())
}

fn included(path: Option<&Path>) -> String {
    path.map_or("None".into(), |path| {
        format!("Some(include_str!({path:?}))")
    })
}

/// Of a lab's text its front matter, the headings of its parts and how many hints each has, as a literal: what records say of it.
fn titles(path: Option<&Path>) -> String {
    let Some(text) = path.and_then(|path| std::fs::read_to_string(path).ok()) else {
        return "None".into();
    };
    let (mut kept, mut rules, mut fenced, mut hints) = (String::new(), 0, false, false);
    for line in text.lines() {
        let is_rule = line.trim_end() == "---" && rules < 2;
        rules += usize::from(is_rule);
        fenced ^= line.trim_start().starts_with("```");
        let is_heading = !fenced && line.starts_with('#');
        if is_heading {
            hints = line.trim_end() == "### Hints";
        }
        let is_part = is_heading && line.starts_with("## ");
        if is_rule || rules < 2 || is_part || (is_heading && hints) {
            kept.push_str(line);
            kept.push('\n');
        } else if let Some(number) = numbered(line).filter(|_| hints && !fenced) {
            let _ = writeln!(kept, "{number}. ");
        }
    }
    format!("Some({kept:?})")
}

/// The number of a list's item at the left margin.
fn numbered(line: &str) -> Option<&str> {
    let (number, _) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own that goes with the test.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path =
                std::env::temp_dir().join(format!("lab-build-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            Scratch(path)
        }

        fn write(&self, path: &str) {
            let path = self.0.join(path);
            std::fs::create_dir_all(path.parent().expect("a file has a folder"))
                .expect("it can be made");
            std::fs::write(path, "").expect("it can be written");
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn labs_are_found_with_all_that_is_there() {
        let scratch = Scratch::new("found");
        for path in [
            "labs/b-kernel/Cargo.toml",
            "labs/b-kernel/src/lib.rs",
            "labs/b-kernel/wrong/two.cu",
            "labs/b-kernel/wrong/one.cu",
            "labs/a-rust/Cargo.toml",
            "labs/a-rust/src/lib.rs",
            "labs/a-rust/solution.rs",
            "labs/a-rust/lab.md",
            "labs/notes/readme.md",
            "kernels/b-kernel.cu",
            "Cargo.lock",
        ] {
            scratch.write(path);
        }
        let labs = find(&scratch.0).expect("the folder can be read");
        let told: Vec<(&str, bool, usize)> = labs
            .iter()
            .map(|l| (l.id.as_str(), l.rust, l.wrong.len()))
            .collect();
        assert_eq!(told, [("a-rust", true, 0), ("b-kernel", false, 2)]);
        assert!(labs[0].text.is_some() && labs[1].text.is_none());
        assert!(
            labs[1]
                .reference
                .as_ref()
                .is_some_and(|r| r.ends_with("kernels/b-kernel.cu"))
        );
        let lean = source(&labs, What::Judged);
        assert!(lean.contains("mod lab_b_kernel;") && !lean.contains("one.cu"));
        let source = source(&labs, What::Everything);
        assert!(
            source.contains("mod lab_b_kernel;") && source.contains("(\"one.cu\", include_str!")
        );
        let watched = watched(&scratch.0, &labs);
        assert!(
            watched.iter().all(|path| !path.ends_with("labs")),
            "{watched:?}"
        );
        assert!(watched.iter().any(|path| path.ends_with("Cargo.lock")));
    }

    #[test]
    fn titles_are_front_matter_headings_and_how_many_hints_there_are() {
        let scratch = Scratch::new("titles");
        scratch.write("lab.md");
        let path = scratch.0.join("lab.md");
        let text = "---\ntitle: T\n---\n## Part v1: One\nsaid\n---\n```\n## no heading\n```\n### Example\n1. none\n### Hints\n1. this\n   and more\n2. that\n## Part v2: Two\n";
        std::fs::write(&path, text).expect("it can be written");
        let expected =
            "---\ntitle: T\n---\n## Part v1: One\n### Hints\n1. \n2. \n## Part v2: Two\n";
        assert_eq!(titles(Some(&path)), format!("Some({expected:?})"));
        assert_eq!(titles(None), "None");
    }

    #[test]
    fn no_labs_are_an_empty_shelf() {
        let scratch = Scratch::new("none");
        assert_eq!(find(&scratch.0).expect("nothing is no error"), []);
    }
}
