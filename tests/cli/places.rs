//! Names that lead to no file, and texts that mean to command a terminal: told, and left alone.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::fixture::Course;
use crate::storing::begun;

#[test]
fn what_is_no_file_is_named_and_not_waited_for() {
    for name in ["progress.db", "progress.db.jsonl"] {
        let course = Course::new();
        let made = std::process::Command::new("mkfifo")
            .arg(course.path(name))
            .status();
        assert!(made.unwrap().success());
        let began = Instant::now();
        let told = course.run(&["status"]);
        assert_eq!(told.status, 3, "{told:?}");
        assert!(
            told.err
                .contains("a pipe, a socket or a device is in its place"),
            "{}",
            told.err
        );
        assert!(began.elapsed() < Duration::from_secs(3));
    }
    let course = Course::new();
    std::fs::create_dir_all(course.path("labs/vector-add")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", course.path("labs/vector-add/vector-add.cu")).unwrap();
    let told = course.run(&["check", "vector-add"]);
    assert_eq!(told.status, 1, "{told:?}");
    assert!(told.err.contains("is no file"), "{}", told.err);
}

#[test]
fn an_export_writes_files_alone() {
    let course = begun();
    std::fs::write(course.path("real.json"), "old").unwrap();
    std::os::unix::fs::symlink("real.json", course.path("link.json")).unwrap();
    assert_eq!(course.run(&["progress", "export", "link.json"]).status, 0);
    assert!(course.path("link.json").is_symlink());
    assert!(
        std::fs::read_to_string(course.path("real.json"))
            .unwrap()
            .contains("course-progress")
    );
    let device = course.path("null");
    std::os::unix::fs::symlink("/dev/null", &device).unwrap();
    for args in [["progress", "export", "null"], ["log", "export", "null"]] {
        let told = course.run(&args);
        assert_eq!(told.status, 2, "{told:?}");
        assert!(told.err.contains("a device"), "{}", told.err);
    }
    assert!(device.is_symlink() && !Path::new("/dev/null").is_file());
}

#[test]
fn what_is_stored_or_typed_commands_no_terminal() {
    let course = Course::new();
    let evil = "\x1b]0;owned\x07\x1b[2J\u{9b}31mred\u{202e}";
    assert_eq!(
        course
            .run(&["log", "add", "--progress", evil, "--module", evil])
            .status,
        0
    );
    for args in [
        &["log"][..],
        &["log", "--color", "always"],
        &["status"],
        &["log", "show", "1"],
    ] {
        let told = course.run(args);
        let ours = [
            "\x1b[2m",
            "\x1b[0m",
            "\x1b[1m",
            "\x1b[32m",
            "\x1b[33m",
            "\x1b[36m",
            "\x1b[1;31m",
        ];
        let left = ours
            .iter()
            .fold(told.out.clone(), |text, ours| text.replace(ours, ""));
        let bad = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!left.chars().any(bad), "{args:?}: {left:?}");
    }
    assert!(course.run(&["log"]).out.contains("\\x1b]0;owned\\x07"));
    // JSON says it exactly, in words that are safe to print.
    let told = course.run(&["log", "--format", "json"]);
    assert!(
        !told.out.chars().any(|c| c != '\n' && c.is_control()),
        "{told:?}"
    );
    let value: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(value["entries"][0]["entry"]["progress"], evil);
    for args in [
        &["check", evil][..],
        &["history", evil],
        &[evil],
        &["log", "show", evil],
    ] {
        let told = course.run(args);
        assert_eq!(told.status, 2, "{told:?}");
        assert!(
            !told.err.contains('\x1b') && !told.err.contains('\x07'),
            "{args:?}: {told:?}"
        );
    }
}
