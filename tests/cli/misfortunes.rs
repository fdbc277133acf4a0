//! progress.db under every misfortune, through the binary: a clear sentence, the old file kept, nothing lost.
//! The store's own tests go deeper; here the exit status and the words are what counts.

use std::time::{Duration, Instant};

use rusqlite::Connection;

use crate::fixture::Course;

/// A course with a log entry and a hint.
fn begun() -> Course {
    let course = Course::new();
    course.run(&["hint", "vector-add"]);
    course.run(&["log", "add", "--progress", "began"]);
    course
}

#[test]
fn a_damaged_store_is_kept_and_rebuilt() {
    for damage in ["garbage", "truncated", "empty"] {
        let course = begun();
        let bytes = std::fs::read(course.db()).unwrap();
        let damaged = match damage {
            "garbage" => b"this was never a database".to_vec(),
            "truncated" => bytes[..bytes.len() / 3].to_vec(),
            _ => Vec::new(),
        };
        std::fs::write(course.db(), damaged).unwrap();
        let told = course.run(&["log"]);
        assert_eq!(told.status, 0, "{damage}: {told:?}");
        assert!(told.out.contains("began"), "{damage}: {told:?}");
        assert!(told.err.contains("brought back"), "{damage}: {told:?}");
        let kept = course.files(".broken-");
        assert_eq!(kept.is_empty(), damage == "empty", "{damage}: {kept:?}");
        assert!(
            course
                .run(&["hint", "vector-add"])
                .out
                .starts_with("hint 2 of"),
            "{damage}"
        );
    }
}

#[test]
fn a_store_of_a_newer_course_is_left_alone() {
    let course = begun();
    let db = Connection::open(course.db()).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    let told = course.run(&["status"]);
    assert_eq!(told.status, 3);
    assert!(
        told.err.contains("newer course (version 99"),
        "{}",
        told.err
    );
}

#[test]
fn a_read_only_store_is_read() {
    let course = begun();
    let mut permissions = std::fs::metadata(course.db()).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(course.db(), permissions).unwrap();
    assert!(course.run(&["log"]).out.contains("began"));
    let told = course.run(&["log", "add", "--progress", "more"]);
    assert_eq!(told.status, 3, "{told:?}");
    assert!(told.err.contains("kept in"), "{}", told.err);
}

#[test]
fn a_locked_store_says_so_after_its_patience() {
    let course = begun();
    let db = Connection::open(course.db()).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let began = Instant::now();
    let told = course.run(&["log", "add", "--progress", "meanwhile"]);
    assert_eq!(told.status, 3, "{told:?}");
    assert!(
        told.err.contains("in use by another program"),
        "{}",
        told.err
    );
    assert!((4..9).contains(&began.elapsed().as_secs()));
    db.execute_batch("ROLLBACK").unwrap();
    drop(db);
    assert!(
        course.run(&["log"]).out.contains("meanwhile"),
        "what was kept beside joins"
    );
}

#[test]
fn a_verdict_is_told_although_the_store_is_newer() {
    let course = Course::new();
    course.run(&["list"]);
    let db = Connection::open(course.db()).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    let told = course.run(&["check", "vector-add"]);
    assert_eq!(told.status, 3);
    assert!(
        told.out.contains("fill/compiles") && told.err.contains("newer"),
        "{told:?}"
    );
}

#[test]
fn two_checks_at_once_are_both_recorded() {
    let course = Course::new();
    let mut children: Vec<_> = (0..4)
        .map(|_| course.spawn(&["check", "vector-add"]))
        .collect();
    for child in &mut children {
        child.wait().unwrap();
    }
    assert_eq!(course.attempts(), 4);
}

#[test]
fn kill_at_any_moment_loses_nothing_recorded() {
    let course = Course::new();
    course.run(&["check", "vector-add"]);
    let mut known = course.attempts();
    assert_eq!(known, 1);
    // The delays fall all over a run, which takes some 60 ms.
    for round in 0..100_u64 {
        let mut child = course.spawn(&["check", "vector-add"]);
        std::thread::sleep(Duration::from_micros(round * 7919 % 60_000));
        child.kill().unwrap();
        child.wait().unwrap();
        if round % 10 == 9 {
            let now = course.attempts();
            assert!(now >= known, "round {round}: {now} after {known}");
            known = now;
        }
    }
    let told = course.run(&["check", "vector-add"]);
    assert!(!told.err.contains("damaged"), "{told:?}");
    assert_eq!(course.attempts(), known + 1);
    assert!(course.files(".broken-").is_empty());
}
