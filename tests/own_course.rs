//! Somebody else's course, walked as its author does: a new one with labs, one of each added, linted, built, verified, checked.
//!
//! What `course new` writes comes in as it is. What it has of registries it shares with the platform's own build, which this test is part of;
//! the platform's crates, which are another workspace's here, are compiled once more, and not optimised.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn scratch(name: &str) -> PathBuf {
    let at = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&at);
    at
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The platform's own program, started anywhere.
fn course(at: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_course"))
        .args(words)
        .current_dir(at)
        .env("NO_COLOR", "1")
        .env_remove("CARGO")
        .env_remove("COURSE_ROOT")
        .output()
        .expect("the program starts")
}

fn passes(output: Output) -> String {
    assert!(output.status.success(), "{}", said(&output));
    said(&output)
}

/// The platform's folder, whose `.cargo/config.toml` its own build went by.
const PLATFORM: &str = env!("CARGO_MANIFEST_DIR");

/// Where the platform's own build has what it compiled.
fn compiled() -> &'static Path {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    scratch.parent().expect("it lies in the target folder")
}

/// What is asked of cargo beyond the profile that `course new` writes: the platform's crates are not optimised, for that is how they are
/// compiled fastest. A crate of a registry keeps its every setting, for with another it would be compiled again.
fn unoptimised() -> Vec<String> {
    let crates = std::fs::read_dir(Path::new(PLATFORM).join("crates")).expect("its crates");
    let crates = crates.map(|one| one.expect("a crate"));
    let crates = crates.filter(|one| one.path().is_dir());
    let names = crates.map(|one| one.file_name().into_string().expect("a crate's name"));
    names
        .chain(["course".into()])
        .map(|name| format!("profile.dev.package.{name}.opt-level=0"))
        .chain(["profile.dev.incremental=false".into()])
        .collect()
}

/// A course with a workspace of its own, and the program that is built of it.
struct Own {
    at: PathBuf,
    target: PathBuf,
}

impl Own {
    /// What `course new course` writes.
    fn new() -> Own {
        let at = scratch("own-course");
        let told = passes(course(
            Path::new(env!("CARGO_TARGET_TMPDIR")),
            &["new", "course", "own-course", "--title", "My course"],
        ));
        assert!(told.contains("cargo run -- start"), "{told}");
        Own {
            at,
            target: Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-course-target"),
        }
    }

    /// Asks cargo for something of the course's workspace; nothing is fetched.
    ///
    /// It starts in the platform's folder and keeps what it compiles beside the platform's own, so that settings and place are those of
    /// that build and it finds the crates of registries there, compiled. What is made of them goes to a folder of the course's own, where
    /// it takes nothing's place. A cargo before 1.91 does not know the two apart: it compiles everything there.
    fn cargo(&self, words: &[&str]) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(words)
            .args(["--quiet", "--offline", "--manifest-path"])
            .arg(self.at.join("Cargo.toml"))
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_BUILD_BUILD_DIR", compiled())
            .current_dir(PLATFORM);
        for setting in unoptimised() {
            cargo.args(["--config", &setting]);
        }
        passes(cargo.output().expect("cargo starts"));
    }

    /// Cargo and its compiler accept the course's own `.cargo/config.toml`, by which nothing is built here.
    fn accepts_settings(&self) {
        let cargo = Command::new(env!("CARGO"))
            .args(["tree", "--quiet", "--offline", "--depth", "0"])
            .current_dir(&self.at)
            .output()
            .expect("cargo starts");
        passes(cargo);
    }

    fn command(&self, words: &[&str]) -> Command {
        let name = format!("own-course{}", std::env::consts::EXE_SUFFIX);
        let mut command = Command::new(self.target.join("debug").join(name));
        command
            .args(words)
            .current_dir(&self.at)
            .env("NO_COLOR", "1")
            .env_remove("CARGO")
            .env_remove("COURSE_ROOT");
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the program starts")
    }

    /// The same without cargo in the path: a kernel is judged by the program itself.
    fn alone(&self, words: &[&str]) -> Output {
        let mut command = self.command(words);
        command.env("PATH", "").output().expect("it starts")
    }

    fn write_solution(&self, reference: &str, learners: &str) {
        let solution = lab::markers::solution(&read(&self.at.join(reference)));
        std::fs::write(self.at.join(learners), solution).expect("it can be written");
    }
}

#[test]
fn a_new_course_builds_proves_itself_and_grows() {
    let own = Own::new();
    // Everything is added before the first build, so that there is one.
    for words in [
        &["new", "part", "second-part"][..],
        &["new", "module", "second-module", "--title", "Why: a module"],
        &["new", "lesson", "second-lesson"],
        &["new", "lesson", "third-lesson"],
        &["new", "tier", "second-tier"],
        &["new", "task", "second-task", "--title", "A second task"],
        &["new", "template", "second-form"],
        &["new", "template", "404.html"],
        &["new", "lab", "second-kernel", "--in", "second-module"],
        &[
            "new",
            "lab",
            "second-function",
            "--rust",
            "--in",
            "second-module",
        ],
    ] {
        let told = passes(course(&own.at, words));
        assert!(told.contains("wrote ") && told.contains("next: "), "{told}");
    }
    own.accepts_settings();
    own.cargo(&["build"]);
    // The package of its pages, as it judges labs and as it runs programs. As a library for Rust it has a name that no other file has:
    // as one for the system it would take the place of the platform's own.
    let page = ["rustc", "--package", "page", "--crate-type", "rlib"];
    own.cargo(&page);
    own.cargo(&[&page[..], &["--features", "programs"]].concat());
    let list = passes(own.run(&["list"]));
    let labs = [
        "first-kernel",
        "first-function",
        "second-kernel",
        "second-function",
    ];
    assert_eq!(list.lines().count(), labs.len(), "{list}");
    assert!(labs.iter().all(|lab| list.contains(lab)), "{list}");
    let linted = passes(own.run(&["lint"]));
    assert!(linted.contains("nothing found"), "{linted}");
    passes(own.run(&["verify"]));
    passes(own.run(&["build", "--no-module"]));
    let page = read(&own.at.join("site/labs/second-kernel/index.html"));
    assert!(page.contains("__global__") && page.contains("Example"));
    let module = read(&own.at.join("site/second-part/second-module/index.html"));
    assert!(module.contains("Why: a module") && module.contains("second-function"));
    let lessons = read(
        &own.at
            .join("site/second-part/second-module/lesson-02-third-lesson/index.html"),
    );
    assert!(lessons.contains("Third lesson"));

    let starter = own.alone(&["check", "second-kernel"]);
    assert_eq!(starter.status.code(), Some(1), "{}", said(&starter));
    own.write_solution(
        "kernels/second-kernel.cu",
        "labs/second-kernel/second-kernel.cu",
    );
    passes(own.alone(&["check", "second-kernel"]));
    let starter = own.run(&["check", "first-function"]);
    assert_eq!(starter.status.code(), Some(1), "{}", said(&starter));
    own.write_solution(
        "labs/first-function/solution.rs",
        "labs/first-function/exercise.rs",
    );
    passes(own.run(&["check", "first-function"]));
}

#[test]
fn a_course_without_labs_needs_this_program_alone() {
    let at = scratch("no-labs");
    let below = at.parent().expect("it lies in a folder");
    passes(course(below, &["new", "course", "no-labs", "--no-labs"]));
    assert!(!at.join("Cargo.toml").exists() && !at.join("labs").exists());
    passes(course(&at, &["new", "lesson", "second"]));
    let linted = passes(course(&at, &["lint"]));
    assert!(linted.contains("nothing found"), "{linted}");
    passes(course(&at, &["build"]));
    passes(course(&at, &["verify"]));
    assert!(said(&course(&at, &["list"])).contains("no labs"));
    let site = read(&at.join("site/index.html"));
    assert!(site.contains("No labs"), "the title is the folder's name");
}

#[test]
fn what_cannot_be_added_gets_a_sentence_and_changes_nothing() {
    let at = scratch("refused");
    let below = at.parent().expect("it lies in a folder");
    passes(course(below, &["new", "course", "refused", "--no-labs"]));
    let files = || {
        let walk = walkdir::WalkDir::new(&at).sort_by_file_name();
        let files = walk
            .into_iter()
            .flatten()
            .filter(|e| e.file_type().is_file());
        let all: Vec<(PathBuf, String)> = files
            .map(|e| (e.path().to_path_buf(), read(e.path())))
            .collect();
        all
    };
    let before = files();
    for (words, sentence) in [
        (&["new", "course", "refused"][..], "is not empty"),
        (&["new", "lesson", "First"], "is no name"),
        (&["new", "lesson", "first-lesson"], "is there already"),
        (&["new", "module", "first-module"], "is there already"),
        (&["new", "part", "first-part"], "is there already"),
        (&["new", "task", "first-task"], "has a task"),
        (&["new", "template", "report"], "is there already"),
        (
            &["new", "template", "bass.html"],
            "did you mean `base.html`?",
        ),
        (
            &["new", "lesson", "x", "--in", "first-modul"],
            "did you mean",
        ),
        (&["new", "lesson", "x", "--title", "a\nb"], "plain words"),
        (&["new", "lab", "scale"], "no workspace"),
        (&["new", "lab", "match"], "is taken"),
    ] {
        let from = if words[1] == "course" { below } else { &at };
        let told = course(from, words);
        assert_eq!(told.status.code(), Some(2), "{words:?}: {}", said(&told));
        assert!(said(&told).contains(sentence), "{words:?}: {}", said(&told));
        assert!(said(&told).contains("help: "), "{words:?}: {}", said(&told));
    }
    assert_eq!(before, files());
    let nowhere = tempfile::tempdir().expect("a folder");
    let told = course(nowhere.path(), &["new", "lesson", "x"]);
    assert_eq!(told.status.code(), Some(2));
    assert!(said(&told).contains("no course here"), "{}", said(&told));
}
