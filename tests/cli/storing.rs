//! progress.db where it cannot be written, read or trusted: nothing that was judged is lost, and reading always works.
//! What needs a user who is not root runs as `nobody` where the test itself is root.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::Value;

use crate::fixture::{Course, Told};

/// A course with a log entry, a hint and an attempt.
pub fn begun() -> Course {
    let course = Course::new();
    assert_eq!(course.run(&["log", "add", "--progress", "began"]).status, 0);
    assert_eq!(course.run(&["hint", "vector-add"]).status, 0);
    course.run(&["check", "vector-add", "fill/compiles"]);
    course
}

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// The number of `nobody`, when this process may become anyone.
fn nobody() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let root = std::fs::metadata("/proc/self").is_ok_and(|meta| meta.uid() == 0);
    root.then_some(65534)
}

/// Gives everything in the course to `nobody`.
fn given_away(course: &Course) {
    let Some(id) = nobody() else { return };
    for entry in walkdir::WalkDir::new(course.path("")) {
        std::os::unix::fs::chown(entry.unwrap().path(), Some(id), Some(id)).unwrap();
    }
}

/// Runs a command as a user whom rights bind.
fn unprivileged(course: &Course, args: &[&str]) -> Told {
    use std::os::unix::process::CommandExt;
    let mut command = course.command(args);
    if let Some(id) = nobody() {
        command.uid(id).gid(id);
    }
    let output = command.output().unwrap();
    Told {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn locked(course: &Course) -> Connection {
    let db = Connection::open(course.db()).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    db
}

/// All that reads, while nothing can be written: each is answered soon, and shows as many attempts.
fn all_read(course: &Course, attempts: usize, run: impl Fn(&Course, &[&str]) -> Told) {
    for args in [
        &["status"][..],
        &["log"],
        &["next"],
        &["list"],
        &["history", "vector-add"],
        &["progress", "export"],
        &["doctor"],
    ] {
        let began = Instant::now();
        let told = run(course, args);
        match args {
            // Cargo may be somewhere where `nobody` may not look.
            ["doctor"] => assert!(!told.out.contains("broken  progress"), "{told:?}"),
            _ => assert_eq!(told.status, 0, "{args:?}: {told:?}"),
        }
        assert!(
            began.elapsed() < Duration::from_secs(4),
            "{args:?}: {:?}",
            began.elapsed()
        );
    }
    assert!(run(course, &["log"]).out.contains("began"));
    let exported = run(course, &["progress", "export"]).out;
    let exported: Value = serde_json::from_str(&exported).unwrap();
    assert_eq!(exported["attempts"].as_array().unwrap().len(), attempts);
    let history = run(course, &["history", "vector-add", "--format", "json"]).out;
    let history: Value = serde_json::from_str(&history).unwrap();
    assert_eq!(history["history"].as_array().unwrap().len(), attempts);
}

pub fn verdicts_under_anothers_lock_are_all_kept_and_shown() {
    let course = begun();
    let db = locked(&course);
    let mut checks: Vec<_> = (0..3)
        .map(|_| course.spawn(&["check", "vector-add", "fill/compiles"]))
        .collect();
    for check in &mut checks {
        assert_eq!(
            check.wait().unwrap().code(),
            Some(3),
            "it could not be stored, and says so"
        );
    }
    assert_eq!(course.files(".pending-").len(), 3);
    all_read(&course, 4, Course::run);
    let told = course.run(&["status"]);
    assert!(told.err.contains("3 verdicts wait"), "{}", told.err);
    assert_eq!(
        course.files(".pending-").len(),
        3,
        "reading takes nothing away"
    );
    db.execute_batch("ROLLBACK").unwrap();
    drop(db);
    let told = course.run(&["status"]);
    assert!(told.err.is_empty(), "{}", told.err);
    assert!(
        course.files(".pending-").is_empty(),
        "whichever command comes next takes them in"
    );
    assert_eq!(course.attempts(), 4);
}

pub fn a_write_takes_in_what_waits_even_where_opening_did_not() {
    let course = begun();
    let db = locked(&course);
    assert_eq!(
        course.run(&["check", "vector-add", "fill/compiles"]).status,
        3
    );
    let mut writer = course.command(&["log", "add", "--progress", "later"]);
    let writer = writer.stdout(Stdio::null()).spawn().unwrap();
    // Longer than an opening waits, shorter than a write does.
    std::thread::sleep(Duration::from_millis(1500));
    db.execute_batch("ROLLBACK").unwrap();
    drop(db);
    assert!(writer.wait_with_output().unwrap().status.success());
    assert!(course.files(".pending-").is_empty());
    assert_eq!(course.attempts(), 2);
    assert!(course.run(&["log"]).out.contains("later"));
}

#[test]
fn a_verdict_is_kept_beside_a_store_that_cannot_be_opened() {
    let course = begun();
    let set = |version: i64| {
        let db = Connection::open(course.db()).unwrap();
        db.pragma_update(None, "user_version", version).unwrap();
    };
    let version: i64 = {
        let db = Connection::open(course.db()).unwrap();
        db.query_row("PRAGMA user_version", [], |row| row.get(0))
            .unwrap()
    };
    set(99);
    let told = course.run(&["check", "vector-add", "fill/compiles"]);
    assert_eq!(told.status, 3);
    assert!(
        told.err.contains("newer course") && told.err.contains("kept in"),
        "{}",
        told.err
    );
    set(version);
    assert_eq!(course.attempts(), 2);
}

#[test]
fn a_read_only_folder_and_file_are_read() {
    let course = begun();
    given_away(&course);
    let root = course.path("");
    // As after a crash: the last rows are in the log beside the file, which a reader of the file alone does not see.
    mode(&root, 0o555);
    all_read(&course, 1, unprivileged);
    let told = unprivileged(&course, &["status"]);
    assert!(
        told.err.contains("may be read but not written"),
        "{}",
        told.err
    );
    let told = unprivileged(&course, &["log", "add", "--progress", "more"]);
    assert_eq!(told.status, 3, "{told:?}");
    mode(&course.db(), 0o444);
    all_read(&course, 1, unprivileged);
    mode(&root, 0o755);
    all_read(&course, 1, unprivileged);
    assert_eq!(
        course.files("-shm"),
        Vec::<String>::new(),
        "reading makes no file"
    );
    mode(&course.db(), 0o644);
    let told = unprivileged(&course, &["log", "add", "--progress", "more"]);
    assert_eq!(
        (told.status, told.err.as_str()),
        (0, ""),
        "read-only does not stick"
    );
}

/// Runs a command that can make no file any longer.
fn on_a_full_disk(course: &Course, args: &[&str]) -> Told {
    let inner = course.command(args);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""]);
    command.arg(inner.get_program()).args(inner.get_args());
    command
        .current_dir(course.path(""))
        .env("COURSE_ROOT", course.path(""));
    let output = command.stdin(Stdio::null()).output().unwrap();
    Told {
        status: output.status.code().unwrap_or(-1),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

pub fn where_nothing_can_be_written_any_longer_everything_is_read() {
    let course = begun();
    let db = locked(&course);
    assert_eq!(
        course.run(&["check", "vector-add", "fill/compiles"]).status,
        3
    );
    db.execute_batch("ROLLBACK").unwrap();
    drop(db);
    all_read(&course, 2, on_a_full_disk);
    let told = on_a_full_disk(&course, &["status"]);
    assert!(told.err.contains("1 verdict waits"), "{}", told.err);
    let told = on_a_full_disk(&course, &["log", "add", "--progress", "more"]);
    assert_eq!(told.status, 3, "{told:?}");
    assert_eq!(course.files(".part-"), Vec::<String>::new());
    assert_eq!(course.attempts(), 2);
}

#[test]
fn a_course_never_begun_in_a_read_only_folder_is_read() {
    let course = Course::new();
    given_away(&course);
    mode(&course.path(""), 0o555);
    for args in ["status", "log", "list"] {
        let told = unprivileged(&course, &[args]);
        assert_eq!(told.status, 0, "{args}: {told:?}");
        assert!(told.err.contains("its folder takes no file"), "{told:?}");
    }
    mode(&course.path(""), 0o755);
}

#[test]
fn a_log_that_was_left_read_only_is_given_its_rights_again() {
    let course = begun();
    // A reader keeps the log and its index from being folded in.
    let reader = Connection::open(course.db()).unwrap();
    reader
        .query_row("SELECT COUNT(*) FROM log", [], |row| row.get::<_, i64>(0))
        .unwrap();
    assert_eq!(
        course
            .run(&["log", "add", "--progress", "in the log"])
            .status,
        0
    );
    let parts: Vec<_> = ["-wal", "-shm"]
        .map(|part| course.path(&format!("progress.db{part}")))
        .into();
    let kept: Vec<_> = parts
        .iter()
        .map(|part| std::fs::read(part).unwrap())
        .collect();
    drop(reader);
    for (part, bytes) in parts.iter().zip(kept) {
        std::fs::write(part, bytes).unwrap();
        mode(part, 0o444);
    }
    given_away(&course);
    let told = unprivileged(&course, &["log", "add", "--progress", "after"]);
    assert_eq!((told.status, told.err.as_str()), (0, ""), "{told:?}");
    let log = unprivileged(&course, &["log"]).out;
    assert!(log.contains("in the log") && log.contains("after"), "{log}");
}

/// Exchanges bytes of the database file, which nobody has open.
fn flip(course: &Course, from: &[u8], to: &[u8]) {
    let mut bytes = std::fs::read(course.db()).unwrap();
    let found: Vec<usize> = (0..bytes.len() - from.len())
        .filter(|at| bytes[*at..].starts_with(from))
        .collect();
    assert!(!found.is_empty());
    for at in found {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    std::fs::write(course.db(), bytes).unwrap();
}

#[test]
fn a_row_that_cannot_be_read_comes_back_from_the_journal_whoever_asks() {
    for args in [
        &["log"][..],
        &["progress", "export"],
        &["doctor"],
        &["log", "export"],
        &["log", "show", "1"],
        &["log", "edit", "1", "--insight", "more"],
    ] {
        let course = begun();
        flip(&course, b"began", b"be\xff\xfen");
        let told = course.run(args);
        assert_eq!(told.status, 0, "{args:?}: {told:?}");
        let said = format!("{}{}", told.err, told.out);
        assert!(said.contains("brought back"), "{args:?}: {told:?}");
        assert!(course.run(&["log"]).out.contains("began"), "{args:?}");
        assert_eq!(course.files(".broken-").len(), 1, "{args:?}");
        assert_eq!(course.attempts(), 1, "{args:?}");
    }
    // Of an attempt, by those that only count.
    for args in [&["status"][..], &["list"], &["history", "vector-add"]] {
        let course = begun();
        let before = course.run(args).out;
        flip(&course, b"vector-add", b"vector\xff\xfedd");
        flip(&course, b"compiles", b"comp\xff\xfees");
        let told = course.run(args);
        assert_eq!(
            (told.status, told.out),
            (0, before),
            "{args:?}: {}",
            told.err
        );
    }
}

#[test]
fn a_changed_letter_is_found_by_doctor() {
    let course = begun();
    flip(&course, b"began", b"bagan");
    assert!(
        course.run(&["log"]).out.contains("bagan"),
        "text like any other"
    );
    let told = course.run(&["doctor"]);
    assert!(told.out.contains("brought back"), "{told:?}");
    assert!(course.run(&["log"]).out.contains("began"));
    assert!(
        course.run(&["doctor"]).out.contains("ok      progress"),
        "and then all is well"
    );
}

#[test]
fn a_row_that_nobody_has_any_more_is_told_and_the_rest_is_read() {
    let course = begun();
    let journal = course.path("progress.db.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    let damaged = text.replace("\"progress\":\"began\"", "\"progress\":\"beg\\q\"");
    assert_ne!(text, damaged);
    // As long as before, so that it counts as followed.
    std::fs::write(&journal, &damaged[..text.len().min(damaged.len())]).unwrap();
    flip(&course, b"began", b"be\xff\xfen");
    let told = course.run(&["log"]);
    assert_eq!(told.status, 0, "{told:?}");
    assert!(
        told.err
            .contains("1 of its rows cannot be read and are not in the journal"),
        "{}",
        told.err
    );
    assert_eq!(course.attempts(), 1);
    assert_eq!(course.run(&["log"]).err, "");
}
