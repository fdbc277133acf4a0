//! The small workspace that a learner's text is compiled in: a lab and texts in, files out.
//!
//! The rule: it names the lab's crate and the checker by path and nothing else, so that no network is needed; every
//! other file is a text that stands beside `main.rs`, so that the compiler's words name `exercise.rs` as the learner does.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::Course;
use lab::Lab;

/// One text that is compiled and called: the learner's, or a candidate of a proof.
pub(crate) struct Module {
    /// The folder beside `main.rs` that holds it; empty for the learner's.
    pub folder: String,
    /// What the proof calls it; empty for the learner's.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Files of a workspace: path and content.
pub(crate) type Files = Vec<(String, String)>;

/// The name of the package and program that is built in a folder. Cargo tells packages of one name apart by their place in
/// their workspace only, and these share a target folder: without the folder in the name one would pass for the other.
pub(crate) fn program(lab: &str, dir: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    dir.hash(&mut hasher);
    format!("{lab}-exercise-{:08x}", hasher.finish() as u32)
}

/// Compiled quickly, yet not so slow that a check of some million steps is felt; arithmetic that overflows panics.
const PROFILE: &str = "\
[profile.dev]
opt-level = 1
debug = false
incremental = false
overflow-checks = true
debug-assertions = true

[profile.dev.package.\"*\"]
opt-level = 0
";

/// The lab's own oracle may have much to compute.
fn profile(lab: &Lab) -> String {
    format!(
        "{PROFILE}\n[profile.dev.package.{}]\nopt-level = 1\n",
        lab.id
    )
}

/// The workspace of these modules.
pub(crate) fn files(course: &Course, lab: &Lab, dir: &Path, modules: &[Module]) -> Files {
    let mut files = vec![
        ("Cargo.toml".to_owned(), manifest(course, lab, dir)),
        ("main.rs".to_owned(), main(course, lab, modules)),
    ];
    for module in modules {
        let path = match module.folder.as_str() {
            "" => "exercise.rs".to_owned(),
            folder => format!("{folder}/exercise.rs"),
        };
        files.push((path, module.text.clone()));
    }
    files
}

fn manifest(course: &Course, lab: &Lab, dir: &Path) -> String {
    let program = program(lab.id, dir);
    format!(
        "# Made by `course`: what a learner wrote for the lab `{id}`, compiled apart.
[package]
name = \"{program}\"
version = \"0.0.0\"
edition = \"2024\"
publish = false

[[bin]]
name = \"{program}\"
path = \"main.rs\"

[dependencies]
{id} = {{ path = {lab} }}
checker = {{ {checker}, default-features = false }}

[workspace]

{profile}",
        id = lab.id,
        profile = profile(lab),
        lab = quoted(&course.lab(lab.id)),
        checker = checker(course),
    )
}

/// Where the checker is. A course that has the platform from a repository names the same one here: from a folder the checker would be
/// another crate, of other types, than the one that the lab's checks are made with.
fn checker(course: &Course) -> String {
    let manifest = std::fs::read_to_string(course.root.join("Cargo.toml")).unwrap_or_default();
    let from_repository = |line: &str| {
        let inside = line.strip_prefix("checker = {")?.strip_suffix('}')?;
        let keys = ["git", "tag", "rev", "branch"];
        let named = |pair: &&str| {
            let key = pair.split('=').next().unwrap_or_default().trim();
            keys.contains(&key)
        };
        let pairs: Vec<&str> = inside.split(',').filter(named).map(str::trim).collect();
        pairs
            .iter()
            .any(|pair| pair.starts_with("git"))
            .then(|| pairs.join(", "))
    };
    manifest
        .lines()
        .find_map(|line| from_repository(line.trim()))
        .unwrap_or_else(|| format!("path = {}", quoted(&course.platform("checker"))))
}

fn main(course: &Course, lab: &Lab, modules: &[Module]) -> String {
    let folder = course.lab(lab.id);
    let bind = quoted(&folder.join("bind.rs"));
    let mut text = format!(
        "//! Made by `course`: gives the learner's functions to the checks of the lab `{}`.\n#![allow(warnings)]\n\n",
        lab.id
    );
    let mut candidates = Vec::new();
    for module in modules {
        let both = format!("pub mod exercise;\n#[path = {bind}]\npub mod bind;\n");
        let path = match module.folder.as_str() {
            "" => {
                text.push_str(&both);
                "bind".to_owned()
            }
            folder => {
                text.push_str(&format!("mod {folder} {{\n{both}}}\n"));
                format!("{folder}::bind")
            }
        };
        candidates.push(format!("        ({:?}, &{path}::EXERCISE),\n", module.name));
    }
    if modules.iter().any(|module| module.folder == "solution") {
        text.push_str(&declared(lab));
    }
    text.push_str(&format!(
        "\nfn main() -> std::process::ExitCode {{
    let home = checker::Home {{ id: {id:?}, folder: {folder} }};
    checker::exercise(home, {krate}::parts, &[
{candidates}    ])
}}
",
        id = lab.id,
        folder = quoted(&folder),
        krate = lab.id.replace('-', "_"),
        candidates = candidates.concat(),
    ));
    text
}

/// Holds the solution against what a lab says it asks for; methods are held by `bind.rs` alone.
fn declared(lab: &Lab) -> String {
    let krate = lab.id.replace('-', "_");
    let functions = lab.parts.iter().flat_map(|part| &part.functions);
    let typed = functions.filter_map(|declaration| {
        let (name, rest) = declaration.strip_prefix("pub fn ")?.split_once('(')?;
        let plain = !name.contains('<') && !rest.contains("self");
        plain.then(|| format!("    const _: fn({rest} = crate::solution::exercise::{name};\n"))
    });
    let typed: String = typed.collect();
    format!("mod declared {{\n    use {krate}::*;\n{typed}}}\n")
}

/// A path as a string of TOML and of Rust.
fn quoted(path: &Path) -> String {
    let path = path.to_string_lossy();
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
}

/// What a known mistake leaves out comes from the solution: its own items hide those of the same name.
pub(crate) fn completed(mistake: &str) -> String {
    format!("{mistake}\n#[allow(unused_imports)]\npub use super::super::solution::exercise::*;\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::{Folder, Language, PartSpec, functions};

    fn parts() -> Vec<PartSpec> {
        let declared = [
            "pub fn area(w: f64, h: f64) -> f64",
            "pub fn alloc(&mut self) -> u64",
        ];
        vec![functions("one", &declared)]
    }

    #[test]
    fn a_course_from_a_repository_has_its_checker_from_there() {
        let folder = std::env::temp_dir().join(format!("exercise-from-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let manifest = "[workspace.dependencies]\nchecker = { git = \"https://e.org/c\", tag = \"v1.0\", default-features = false }\n";
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        let named = checker(&Course::at(&folder));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(named, "git = \"https://e.org/c\", tag = \"v1.0\"");
        assert!(checker(&Course::at("/no/such")).starts_with("path = \""));
    }

    fn lab() -> Lab {
        let folder = Folder {
            id: "two-words",
            language: Language::Rust,
            text: None,
            reference: None,
            wrong: &[],
            parts,
        };
        folder.lab()
    }

    fn written(folder: &str) -> Files {
        let module = Module {
            folder: folder.to_owned(),
            name: folder.to_owned(),
            text: "fn f() {}".to_owned(),
        };
        files(
            &Course::at("/a \"quoted\" course"),
            &lab(),
            Path::new("/here"),
            &[module],
        )
    }

    #[test]
    fn a_learners_text_stands_beside_main_and_paths_are_quoted() {
        let files = written("");
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Cargo.toml", "main.rs", "exercise.rs"]);
        let manifest = &files[0].1;
        assert!(
            manifest.contains(r#"two-words = { path = "/a \"quoted\" course/labs/two-words" }"#),
            "{manifest}"
        );
        let main = &files[1].1;
        assert!(main.contains(r#"#[path = "/a \"quoted\" course/labs/two-words/bind.rs"]"#));
        assert!(
            main.contains("two_words::parts") && !main.contains("mod declared"),
            "{main}"
        );
    }

    #[test]
    fn the_solution_of_a_proof_is_held_against_the_declarations() {
        let files = written("solution");
        let typed = "const _: fn(w: f64, h: f64) -> f64 = crate::solution::exercise::area;";
        assert!(files[1].1.contains(typed) && !files[1].1.contains("alloc"));
        assert_eq!(files[2].0, "solution/exercise.rs");
    }
}
