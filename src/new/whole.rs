//! A whole course: a folder and what is asked for come in, a course comes out that builds, checks and passes its tests.
//!
//! First the frame, into a folder that is not there or empty; then one of each, written as an author adds them later.

use std::path::{Path, PathBuf};

use ::lab::Language;

use super::draft::{Added, Draft, cannot};
use super::lab;
use super::names;
use super::page::{self, Wanted};
use super::source::Source;
use super::texts::{filled, text};
use crate::course::lock;
use crate::exit::Failure;

/// The versions that the platform was tested with: a course that begins with them builds what was tested.
const LOCKED: &str = include_str!("../../Cargo.lock");

/// The platform's own manifest.
const MANIFEST: &str = include_str!("../../Cargo.toml");

/// How the platform's own workspace asks cargo to build.
const CONFIG: &str = include_str!("../../.cargo/config.toml");

/// The lab of each language that a new course begins with.
const LABS: [(&str, Language, &str); 2] = [
    ("first-kernel", Language::Cuda, "A first kernel"),
    ("first-function", Language::Rust, "A first function"),
];

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub struct NewCourse<'a> {
    /// The folder, not there or empty.
    pub dir: &'a Path,
    /// Its title, where it is not the folder's name in words.
    pub title: Option<&'a str>,
    /// Whether it has labs of its own.
    pub labs: bool,
    /// Where the platform comes from, where it is not what this program was built from.
    pub from: Option<&'a str>,
}

/// Writes the course.
///
/// # Errors
/// When the folder holds something, the title is none, or the platform's crates cannot be named.
pub fn write(wanted: NewCourse<'_>) -> Result<Added, Failure> {
    let root = empty(wanted.dir)?;
    let title = title(wanted, &root)?;
    let source = match wanted.labs {
        true => Some(Source::of(wanted.from)?),
        false => None,
    };
    frame(&root, &title, source.as_ref(), wanted.from)?;
    let one = |name, title, into| Wanted {
        root: &root,
        here: &root,
        name,
        title: Some(title),
        into,
    };
    page::part(one("first-part", "The first part", None))?;
    page::module(one("first-module", "The first module", None))?;
    page::lesson(one("first-lesson", "A first lesson", None))?;
    page::tier(one("first-tier", "The first tier", None))?;
    page::template(one("report", "A report", None))?;
    if wanted.labs {
        for (name, language, title) in LABS {
            lab::lab(one(name, title, Some("first-module")), language)?;
        }
    }
    lock::update(&root).map_err(|problems| {
        let first = problems.first().map(|p| p.message.clone());
        Failure::bug(format!(
            "the new course has a fault: {}",
            first.unwrap_or_default()
        ))
    })?;
    Ok(Added {
        files: vec![wanted.dir.display().to_string()],
        next: next(wanted, source.as_ref()),
    })
}

/// What an author does with a course that is new.
fn next(wanted: NewCourse<'_>, source: Option<&Source>) -> Vec<String> {
    let dir = wanted.dir.display();
    let mut next = vec![match wanted.labs {
        true => format!("`cd {dir}` and `cargo run -- start`: the first build takes some minutes"),
        false => format!("`cd {dir}` and `course start`"),
    }];
    next.push("write `content/course.yaml`, `content/index.md`, and the lesson in `content/first-part/first-module/`".to_owned());
    if source.is_some_and(Source::is_here_alone) {
        next.push("before others build it, name a repository in `Cargo.toml` in place of this machine's folder".to_owned());
    }
    next.push(
        "`README.md` says how it is published; `course new --help` what can be added".to_owned(),
    );
    next
}

/// The files that every course has.
fn frame(
    root: &Path,
    title: &str,
    source: Option<&Source>,
    from: Option<&str>,
) -> Result<(), Failure> {
    let quoted = names::quoted(title);
    let mut draft = Draft::of(root);
    let (readme, build, labs) = match source {
        Some(_) => (
            text!("course/README-labs.md"),
            text!("course/publish-build-labs.yml"),
            text!("course/labs.yaml"),
        ),
        None => (
            text!("course/README.md"),
            text!("course/publish-build.yml"),
            text!("course/no-labs.yaml"),
        ),
    };
    let address = address(from);
    let needs = match source {
        Some(source) if source.is_here_alone() => {
            ", and name a repository in `Cargo.toml` in place of this machine's folder"
        }
        None if address.contains("vars.") => {
            ", and give the repository a variable `COURSE_PROGRAM`: the address of the released program for Linux"
        }
        _ => "",
    };
    let build = filled(build, &[("address", address.as_str())]);
    let values = [
        ("title", quoted.as_str()),
        ("heading", title),
        ("labs", labs.trim_end()),
        ("build", build.trim_end()),
        ("needs", needs),
        ("kernel", LABS[0].0),
    ];
    let files = [
        ("README.md", readme),
        (".gitignore", text!("course/gitignore")),
        (".github/workflows/publish.yml", text!("course/publish.yml")),
        ("content/course.yaml", text!("course/course.yaml")),
        ("content/index.md", text!("content/index.md")),
        ("templates/README.md", text!("course/templates-README.md")),
    ];
    for (path, text) in files {
        draft.add(path, filled(text, &values));
    }
    if let Some(source) = source {
        workspace(&mut draft, source);
    }
    draft.write().map(drop)
}

/// How this workspace is built, for that one: what runs for every instruction of a kernel is optimised, and little else.
fn profile() -> &'static str {
    let from = MANIFEST.find("[profile.dev]").unwrap_or(MANIFEST.len());
    let profiles = &MANIFEST[from..];
    let end = profiles.find("[package]").unwrap_or(profiles.len());
    profiles[..end].trim_end()
}

/// What the machine is built with, natively and in pages, for that workspace too: without it a kernel takes longer there.
fn targets() -> String {
    let passages = CONFIG.split("\n\n").filter(|one| one.contains("[target."));
    passages.collect::<Vec<_>>().join("\n\n")
}

/// The workspace that builds the labs and the program.
fn workspace(draft: &mut Draft<'_>, source: &Source) {
    let crates = ["course", "lab", "lab-build", "checker", "web"];
    let named = crates.map(|name| (name, source.dependency(name)));
    let named = named.iter().map(|(name, text)| (*name, text.as_str()));
    let values: Vec<(&str, &str)> = named.chain([("profile", profile())]).collect();
    let manifest = filled(text!("workspace/Cargo.toml"), &values);
    draft.add("Cargo.toml", manifest);
    draft.add("Cargo.lock", LOCKED);
    let config = text!("workspace/cargo-config.toml");
    let config = filled(config, &[("targets", &targets())]);
    draft.add(".cargo/config.toml", config);
    draft.add("build.rs", text!("workspace/build.rs"));
    draft.add("src/main.rs", text!("workspace/main.rs"));
    draft.add("tests/course.rs", text!("workspace/tests-course.rs"));
    draft.add("page/Cargo.toml", text!("workspace/page-Cargo.toml"));
    draft.add("page/build.rs", text!("workspace/page-build.rs"));
    draft.add("page/src/lib.rs", text!("workspace/page-lib.rs"));
}

/// Where the released program is, as the workflow asks for it.
fn address(from: Option<&str>) -> String {
    let given = from.filter(|from| from.contains("://"));
    let given = given.map(|from| from.split('#').next().unwrap_or(from));
    match given.unwrap_or(env!("CARGO_PKG_REPOSITORY")) {
        "" => "${{ vars.COURSE_PROGRAM }}".to_owned(),
        url => format!(
            "{}/releases/download/v{}/course-x86_64-unknown-linux-musl",
            url.trim_end_matches(".git"),
            env!("CARGO_PKG_VERSION")
        ),
    }
}

/// The folder, made if it is not there, when nothing is in it.
fn empty(dir: &Path) -> Result<PathBuf, Failure> {
    let root = std::path::absolute(dir).map_err(|error| cannot(dir, &error))?;
    std::fs::create_dir_all(&root).map_err(|error| {
        Failure::wrong_use(format!(
            "`{}` cannot be a course's folder: {error}",
            dir.display()
        ))
        .help("name a folder that is not there yet, or is empty")
    })?;
    let mut entries = std::fs::read_dir(&root).map_err(|error| cannot(dir, &error))?;
    // A repository that was just made is as good as empty.
    let holds = entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() != ".git"));
    match holds {
        true => Err(
            Failure::wrong_use(format!("`{}` is not empty", dir.display())).help(
                "nothing was written; name a folder that is not there yet, or add to a course from inside of it: `course new lesson NAME`",
            ),
        ),
        false => Ok(root),
    }
}

/// The title, or the folder's name in words.
fn title(wanted: NewCourse<'_>, root: &Path) -> Result<String, Failure> {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let words: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let words = match words.trim_matches('-') {
        "" => "my-course",
        words => words,
    };
    names::title(wanted.title, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_written_whole_into_an_empty_folder_and_no_other() {
        let dir = tempfile::tempdir().unwrap();
        let at = dir.path().join("a-course");
        let wanted = NewCourse {
            dir: &at,
            title: None,
            labs: true,
            from: None,
        };
        write(wanted).unwrap();
        assert!(write(wanted).unwrap_err().message.contains("not empty"));
        let mut seen = 0;
        for entry in walkdir::WalkDir::new(&at).into_iter().flatten() {
            if entry.file_type().is_file() {
                let text = std::fs::read_to_string(entry.path()).unwrap();
                assert!(!text.contains("@@"), "{}", entry.path().display());
                seen += 1;
            }
        }
        assert!(seen > 40, "{seen}");
        let loaded = crate::course::load(&at);
        assert_eq!(loaded.problems, []);
        assert_eq!(loaded.course.title, "A course");
        let manifest = std::fs::read_to_string(at.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[profile.dev.package.warp]\nopt-level = 2"));
        assert!(manifest.contains("[profile.page]"));
        let config = std::fs::read_to_string(at.join(".cargo/config.toml")).unwrap();
        assert!(config.contains("target-cpu=x86-64-v2") && config.contains("+simd128"));
        assert!(config.contains("--package own-course") && !config.contains("--package course"));
    }
}
