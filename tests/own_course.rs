//! Somebody else's course: a workspace of its own with one lab, copied under a new name, and three lines of `main`.
//!
//! A lab is a folder and a kernel, so nothing names the copy: it is built, listed, judged, and has its page.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const MAIN: &str = r#"include!(concat!(env!("OUT_DIR"), "/shelf.rs"));
fn main() -> std::process::ExitCode {
    course::main(ALL)
}
"#;

const BUILD: &str = r#"fn main() -> std::io::Result<()> {
    lab_build::shelf(std::path::Path::new("."))
}
"#;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("a file has a folder")).expect("it can be made");
    std::fs::write(path, text).expect("it can be written");
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().flatten() {
        let target = to.join(entry.path().strip_prefix(from).expect("below"));
        match entry.file_type().is_dir() {
            true => std::fs::create_dir_all(target).expect("it can be made"),
            false => drop(std::fs::copy(entry.path(), target).expect("it can be copied")),
        }
    }
}

/// The workspace's manifest. Nothing is optimised: it is built to be tried, and that is how it is built fastest.
fn manifest() -> String {
    let here = root().display();
    format!(
        r#"[workspace]
members = ["labs/*"]
resolver = "3"

[workspace.package]
version = "0.1.0"
edition = "2024"
rust-version = "1.89"
license = "MIT"
publish = false

[workspace.dependencies]
lab = {{ path = "{here}/crates/lab" }}
checker = {{ path = "{here}/crates/checker" }}

[workspace.lints.rust]
unsafe_code = "deny"

[profile.dev]
opt-level = 0
debug = false
incremental = false

[package]
name = "own"
version = "0.1.0"
edition = "2024"

[dependencies]
course = {{ path = "{here}", default-features = false }}
lab = {{ workspace = true }}

[build-dependencies]
lab-build = {{ path = "{here}/crates/lab-build" }}
"#
    )
}

/// A course of one lab called `turned`, which is `transpose` under another name.
fn own_course() -> PathBuf {
    let at = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-course");
    let _ = std::fs::remove_dir_all(&at);
    copy(&root().join("labs/transpose"), &at.join("labs/turned"));
    let _ = std::fs::remove_file(at.join("labs/turned/transpose.cu"));
    let rename = |file: &str, from: &str, to: &str| {
        let path = at.join("labs/turned").join(file);
        let text = std::fs::read_to_string(&path).expect("the lab has it");
        assert!(text.contains(from), "{file} has no {from}");
        write(&path, &text.replacen(from, to, 1));
    };
    rename("Cargo.toml", "name = \"transpose\"", "name = \"turned\"");
    rename("lab.md", "id: transpose", "id: turned");
    rename("lab.md", "requires: [vector-add]\n", "");
    rename("lab.md", "lesson: ", "# lesson: ");
    rename("tests/check.rs", "lab!(transpose)", "lab!(turned)");
    std::fs::create_dir_all(at.join("kernels")).expect("it can be made");
    std::fs::copy(
        root().join("kernels/transpose.cu"),
        at.join("kernels/turned.cu"),
    )
    .expect("copied");
    for folder in ["templates", "static"] {
        copy(&root().join(folder), &at.join(folder));
    }
    write(
        &at.join("content/course.yaml"),
        "title: My course\ntagline: of my own\nparts: []\n",
    );
    write(&at.join("Cargo.toml"), &manifest());
    std::fs::copy(root().join("Cargo.lock"), at.join("Cargo.lock")).expect("copied");
    write(&at.join("src/main.rs"), MAIN);
    write(&at.join("build.rs"), BUILD);
    at
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn a_lab_under_a_new_name_is_found_judged_and_has_its_page() {
    let at = own_course();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-course-target");
    let cargo = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline"])
        .env("CARGO_TARGET_DIR", &target)
        .current_dir(&at)
        .output()
        .expect("cargo starts");
    assert!(cargo.status.success(), "{}", said(&cargo));
    let own = target
        .join("debug")
        .join(format!("own{}", std::env::consts::EXE_SUFFIX));
    // No cargo in the path: a kernel is judged by the program itself.
    let run = |args: &[&str]| {
        Command::new(&own)
            .args(args)
            .current_dir(&at)
            .env("PATH", "")
            .env("NO_COLOR", "1")
            .env_remove("COURSE_ROOT")
            .output()
            .expect("the program starts")
    };
    let list = said(&run(&["list"]));
    assert!(
        list.contains("turned") && list.lines().count() == 1,
        "{list}"
    );
    let starter = run(&["check", "turned"]);
    assert_eq!(starter.status.code(), Some(1), "{}", said(&starter));
    let solution = lab::markers::solution(
        &std::fs::read_to_string(at.join("kernels/turned.cu")).expect("the kernel"),
    );
    write(&at.join("labs/turned/turned.cu"), &solution);
    let passed = run(&["check", "turned"]);
    assert!(passed.status.success(), "{}", said(&passed));
    let verified = run(&["verify"]);
    assert!(verified.status.success(), "{}", said(&verified));
    let built = run(&["build"]);
    assert!(built.status.success(), "{}", said(&built));
    let page = std::fs::read_to_string(at.join("site/labs/turned/index.html")).expect("its page");
    assert!(
        page.contains("transpose_padded") && page.contains("Example"),
        "its statement is there"
    );
}
