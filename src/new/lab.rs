//! One more lab: its name and language come in, a folder that proves itself comes out, with its place in the plan.
//!
//! A lab is a crate of the course's workspace, so a course without one has none. What is written is small and whole: a part, its
//! checks, a reference solution with the starter in it, and the known mistakes that every lab must have.

use std::path::Path;

use lab::Language;

use super::draft::{Added, Draft};
use super::names;
use super::page::{self, Wanted, changed, module_of};
use super::texts::{filled, text};
use crate::course::{self, Course, extend};
use crate::exit::Failure;

/// A file of a lab's folder, and its text.
type File = (&'static str, &'static str);

const CUDA: &[File] = &[
    ("Cargo.toml", text!("lab-cuda/Cargo.toml")),
    ("lab.md", text!("lab-cuda/lab.md")),
    ("src/lib.rs", text!("lab-cuda/lib.rs")),
    ("src/cases.rs", text!("lab-cuda/cases.rs")),
    ("tests/check.rs", text!("lab-cuda/check.rs")),
    ("wrong/no-guard.cu", text!("lab-cuda/wrong-no-guard.cu")),
    ("wrong/one-past.cu", text!("lab-cuda/wrong-one-past.cu")),
    (
        "wrong/first-block-only.cu",
        text!("lab-cuda/wrong-first-block-only.cu"),
    ),
    (
        "wrong/stores-twice.cu",
        text!("lab-cuda/wrong-stores-twice.cu"),
    ),
];

const RUST: &[File] = &[
    ("Cargo.toml", text!("lab-rust/Cargo.toml")),
    ("lab.md", text!("lab-rust/lab.md")),
    ("bind.rs", text!("lab-rust/bind.rs")),
    ("solution.rs", text!("lab-rust/solution.rs")),
    ("src/lib.rs", text!("lab-rust/lib.rs")),
    ("src/checks.rs", text!("lab-rust/checks.rs")),
    ("tests/check.rs", text!("lab-rust/check.rs")),
    (
        "wrong/nothing-of-nothing.rs",
        text!("lab-rust/wrong-nothing-of-nothing.rs"),
    ),
    (
        "wrong/first-value.rs",
        text!("lab-rust/wrong-first-value.rs"),
    ),
    (
        "wrong/whole-numbers.rs",
        text!("lab-rust/wrong-whole-numbers.rs"),
    ),
    (
        "wrong/one-too-few.rs",
        text!("lab-rust/wrong-one-too-few.rs"),
    ),
];

/// Adds a lab, and names it in the module that it belongs to, where one is named.
///
/// # Errors
/// When the name is none or taken, the course has no workspace, or there is no such module.
pub fn lab(wanted: Wanted<'_>, language: Language) -> Result<Added, Failure> {
    let root = wanted.root;
    let name = names::lab(wanted.name)?;
    let title = names::title(wanted.title, name)?;
    has_workspace(root)?;
    is_free(root, name)?;
    let (files, reference) = match language {
        Language::Cuda => (CUDA, format!("kernels/{name}.cu")),
        Language::Rust => (RUST, format!("labs/{name}/solution.rs")),
    };
    let quoted = names::quoted(&title);
    let krate = name.replace('-', "_");
    let values = [
        ("name", name),
        ("crate", krate.as_str()),
        ("title", quoted.as_str()),
        ("heading", title.as_str()),
        ("checker", checker(root, language)),
    ];
    let mut draft = Draft::of(root);
    for (path, text) in files {
        draft.add(format!("labs/{name}/{path}"), filled(text, &values));
    }
    if language == Language::Cuda {
        draft.add(&reference, filled(text!("lab-cuda/kernel.cu"), &values));
    }
    let plan = changed(extend::with_lab(&page::plan(root)?, name), "labs", name)?;
    draft.change("content/course.yaml", plan);
    let course = course::load(root).course;
    if wanted.into.is_some() {
        let (path, text) = named_in_module(&course, wanted, name)?;
        draft.change(path, text);
    }
    let mut added = draft.write()?;
    added.next = vec![
        format!("say in `labs/{name}/lab.md` what is asked, with an example and hints"),
        format!(
            "write the solution in `{reference}`, with the starter behind `//|`; the checks in `labs/{name}/src/`, each with a known mistake in `wrong/` that only it catches"
        ),
        format!(
            "`course verify {name}` proves it: the starter fails, the solution passes, each mistake fails its check"
        ),
    ];
    if wanted.into.is_none() {
        let next = format!(
            "name it where it belongs: `labs: [{name}]` in the front matter of a module or a lesson"
        );
        added.next.push(next);
    }
    Ok(added)
}

/// The module's page with the lab in its front matter.
fn named_in_module(
    course: &Course,
    wanted: Wanted<'_>,
    lab: &str,
) -> Result<(String, String), Failure> {
    let module = module_of(course, wanted)?;
    let page = course.page(module.page);
    let file = course::disk::slashes(&page.path);
    let text = &page.source;
    let cannot = || {
        Failure::broken(format!(
            "`{lab}` cannot be added to `labs` in the front matter of `{file}` as that is written"
        ))
        .help("nothing was written; add it by hand after the lab is there, and leave `--in` out")
    };
    let yaml = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---"));
    let (yaml, rest) = yaml.ok_or_else(cannot)?;
    let yaml = extend::with_name(&format!("{yaml}\n"), "labs", lab).ok_or_else(cannot)?;
    Ok((file, format!("---\n{}\n---{rest}", yaml.trim_end())))
}

/// Labs are crates: without a workspace there is nothing that would build them.
fn has_workspace(root: &Path) -> Result<(), Failure> {
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let is_workspace = manifest.contains("[workspace]") && manifest.contains("labs/*");
    if is_workspace {
        return Ok(());
    }
    Err(
        Failure::wrong_use("this course has no workspace that builds labs (`Cargo.toml` with `labs/*` among its members)")
            .help("`course new course DIR` writes a course with one; copy this course's `content/` into it"),
    )
}

fn is_free(root: &Path, name: &str) -> Result<(), Failure> {
    let ways = [
        format!("labs/{name}"),
        format!("kernels/{name}.cu"),
        format!("crates/{name}"),
    ];
    match ways.iter().find(|way| root.join(way).exists()) {
        None => Ok(()),
        Some(way) => Err(Failure::wrong_use(format!("`{way}` is there already"))
            .help("choose another name; nothing was written")),
    }
}

/// What a lab's manifest says of the crate that judges it in `cargo test`: as the platform's own labs, or as a course's workspace
/// has it, without what it does not need.
fn checker(root: &Path, language: Language) -> &'static str {
    let own = root.join("crates/checker/Cargo.toml").is_file();
    match (own, language) {
        (true, Language::Cuda) => "workspace = true",
        (true, Language::Rust) => {
            "path = \"../../crates/checker\", default-features = false, features = [\"apart\"]"
        }
        (false, Language::Cuda) => "workspace = true, features = [\"simulated\"]",
        (false, Language::Rust) => "workspace = true, features = [\"apart\"]",
    }
}
