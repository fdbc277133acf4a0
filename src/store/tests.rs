//! The store under every misfortune it promises to survive.
//! Each test has a folder of its own; none needs a lab.

use std::time::Duration;

use sorted::SortedSet;

use super::*;

fn at(dir: &tempfile::TempDir) -> PathBuf {
    dir.path().join("progress.db")
}

fn attempt(source: &str, status: Status) -> NewAttempt {
    let check = CheckRow {
        part: "v0".into(),
        check: "right".into(),
        status,
        value: Some(4.5),
        unit: "sectors".into(),
        bound: "at most 4.5".into(),
        message: "differs at 7".into(),
        line: 12,
    };
    NewAttempt {
        lab: "rope".into(),
        source: source.into(),
        device: "emulator".into(),
        started: now(),
        ms: 42,
        outcome: status,
        checks: vec![check],
    }
}

fn filled(dir: &tempfile::TempDir) -> Store {
    let store = Store::open(&at(dir)).unwrap();
    store
        .record(&attempt("a", Status::Fail), Vec::new())
        .unwrap();
    store
        .record(&attempt("b", Status::Pass), Vec::new())
        .unwrap();
    store.mark("mod.1-5/c1", true, MarkSource::Manual).unwrap();
    store.mark("mod.1-5/c2", true, MarkSource::Manual).unwrap();
    store.mark("mod.1-5/c2", false, MarkSource::Manual).unwrap();
    store
        .log(LogRow {
            insight: "sectors".into(),
            ..LogRow::default()
        })
        .unwrap();
    store.note("rope", EventKind::Hint, "v0/2").unwrap();
    store
}

fn contents(store: &Store) -> Export {
    Export {
        exported: String::new(),
        ..store.export().unwrap()
    }
}

#[test]
fn counts_are_those_of_passes() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(&dir);
    let counted = |value, status| {
        let mut attempt = attempt("c", status);
        attempt.checks[0].value = value;
        store.record(&attempt, Vec::new()).unwrap();
    };
    // A kernel that fails may count as little as it likes.
    counted(Some(1.0), Status::Fail);
    counted(Some(4.0), Status::Pass);
    counted(None, Status::Pass);
    let key = ("rope".to_owned(), "v0/right".to_owned());
    assert_eq!(
        store.counts().unwrap().into_iter().collect::<Vec<_>>(),
        [(key, (4.0, 4.5))]
    );
}

#[test]
fn what_is_recorded_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(&dir);
    let attempts = store.attempts("rope").unwrap();
    assert_eq!(
        attempts.iter().map(|a| a.number).collect::<Vec<_>>(),
        [1, 2]
    );
    assert_eq!(attempts[0].attempt.checks[0].message, "differs at 7");
    assert_eq!(
        store
            .kernel(&attempts[1].attempt.source_hash)
            .unwrap()
            .as_deref(),
        Some("b")
    );
    let passed = store.passed().unwrap();
    let right = SortedSet::from(["right".to_owned()]);
    assert!(passed.sets().eq([("rope", "v0", &right)]));
    assert_eq!(store.tallies().unwrap()["rope"], (2, Status::Pass));
    let marks = store.marks().unwrap();
    assert!(marks["mod.1-5/c1"].on && !marks["mod.1-5/c2"].on);
    assert_eq!(store.hints_shown("rope", "v0").unwrap(), 2);
    assert_eq!(store.attempts("other").unwrap(), Vec::new());
}

#[test]
fn a_log_entry_keeps_its_revisions() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(&dir);
    let entry = store.log_entries().unwrap().remove(0);
    let edited = LogRow {
        id: String::new(),
        at: String::new(),
        insight: "32 bytes".into(),
        ..entry.row
    };
    store.log(edited).unwrap();
    let entries = store.log_entries().unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(
        (entries[0].row.insight.as_str(), entries[0].revisions),
        ("32 bytes", 2)
    );
}

#[test]
fn export_and_import_are_exact_and_idempotent() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (from, to) = (filled(&from), Store::open(&at(&to)).unwrap());
    let text = serde_json::to_string(&from.export().unwrap()).unwrap();
    assert!(to.import(&text).unwrap().added > 0);
    assert_eq!(to.import(&text).unwrap().added, 0);
    assert_eq!(contents(&to), contents(&from));
    assert!(matches!(
        to.import("{}"),
        Err(StoreError::NotAnExport { .. })
    ));
    assert!(matches!(
        to.import("[1"),
        Err(StoreError::NotAnExport { .. })
    ));
}

#[test]
fn an_older_import_does_not_undo_a_newer_mark() {
    let dir = tempfile::tempdir().unwrap();
    let store = filled(&dir);
    let old = r#"{"format":"course-progress","version":1,"marks":[
        {"item":"mod.1-5/c1","on":false,"source":"manual","at":"2020-01-01T00:00:00Z"}]}"#;
    assert_eq!(store.import(old).unwrap().added, 1);
    assert!(store.marks().unwrap()["mod.1-5/c1"].on);
}

#[test]
fn damaged_files_are_kept_and_everything_comes_back() {
    for damage in ["garbage", "truncated", "empty", "deleted", "rubbish inside"] {
        let dir = tempfile::tempdir().unwrap();
        let before = contents(&filled(&dir));
        let path = at(&dir);
        // Closing the last connection folds the log into the file.
        let bytes = std::fs::read(&path).unwrap();
        match damage {
            "garbage" => std::fs::write(&path, "not a database, really not").unwrap(),
            "truncated" => std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap(),
            "empty" => std::fs::write(&path, "").unwrap(),
            "deleted" => std::fs::remove_file(&path).unwrap(),
            _ => {
                let mut bytes = bytes;
                let middle = 4096..bytes.len().min(40_960);
                bytes[middle].fill(0xAB);
                std::fs::write(&path, bytes).unwrap();
            }
        }
        let store = Store::open(&path).unwrap();
        assert_eq!(contents(&store), before, "{damage}");
        assert!(
            store
                .notes()
                .iter()
                .any(|note| note.contains("brought back")),
            "{damage}"
        );
        let kept = std::fs::read_dir(dir.path())
            .unwrap()
            .flatten()
            .any(|file| file.file_name().to_string_lossy().contains(".broken-"));
        assert_eq!(kept, !matches!(damage, "empty" | "deleted"), "{damage}");
        drop(store);
        assert_eq!(
            Store::open(&path).unwrap().notes(),
            &[] as &[String],
            "{damage}"
        );
    }
}

#[test]
fn a_lost_journal_is_written_anew() {
    let dir = tempfile::tempdir().unwrap();
    let before = contents(&filled(&dir));
    std::fs::remove_file(journal::path_of(&at(&dir))).unwrap();
    drop(Store::open(&at(&dir)).unwrap());
    std::fs::remove_file(at(&dir)).unwrap();
    assert_eq!(contents(&Store::open(&at(&dir)).unwrap()), before);
}

#[test]
fn a_newer_file_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    drop(filled(&dir));
    let db = Connection::open(at(&dir)).unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    let error = Store::open(&at(&dir)).unwrap_err();
    assert!(
        error.to_string().contains("newer course (version 99"),
        "{error}"
    );
}

#[test]
fn a_read_only_file_is_read_and_results_are_kept_beside() {
    let dir = tempfile::tempdir().unwrap();
    drop(filled(&dir));
    let set = |readonly| {
        let mut permissions = std::fs::metadata(at(&dir)).unwrap().permissions();
        permissions.set_readonly(readonly);
        std::fs::set_permissions(at(&dir), permissions).unwrap();
    };
    set(true);
    let store = Store::open(&at(&dir)).unwrap();
    assert!(store.is_read_only() && store.notes()[0].contains("not written"));
    assert_eq!(store.attempts("rope").unwrap().len(), 2);
    let kept = store
        .record(&attempt("c", Status::Pass), Vec::new())
        .unwrap_err();
    assert!(matches!(kept, StoreError::Kept { .. }), "{kept}");
    drop(store);
    set(false);
    assert_eq!(
        Store::open(&at(&dir))
            .unwrap()
            .attempts("rope")
            .unwrap()
            .len(),
        3
    );
}

#[test]
fn a_locked_file_says_so_and_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    drop(filled(&dir));
    let store = Store::open_within(&at(&dir), Duration::from_millis(20)).unwrap();
    let other = Connection::open(at(&dir)).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store
        .record(&attempt("c", Status::Pass), Vec::new())
        .unwrap_err();
    assert!(
        error.to_string().contains("in use by another program"),
        "{error}"
    );
    other.execute_batch("COMMIT").unwrap();
    drop(store);
    assert_eq!(
        Store::open(&at(&dir))
            .unwrap()
            .attempts("rope")
            .unwrap()
            .len(),
        3
    );
}

#[test]
fn a_folder_in_its_place_is_named() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(at(&dir)).unwrap();
    assert!(
        Store::open(&at(&dir))
            .unwrap_err()
            .to_string()
            .contains("a folder")
    );
}

#[test]
fn many_make_one_store_at_once() {
    for _ in 0..40 {
        let dir = tempfile::tempdir().unwrap();
        let path = at(&dir);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| Store::open(&path).map(drop).unwrap());
            }
        });
    }
}

#[test]
fn many_writers_lose_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = at(&dir);
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = &path;
            scope.spawn(move || {
                let store = Store::open(path).unwrap();
                for n in 0..10 {
                    store
                        .record(&attempt(&format!("{writer} {n}"), Status::Fail), Vec::new())
                        .unwrap();
                }
            });
        }
    });
    let store = Store::open(&path).unwrap();
    assert_eq!(store.attempts("rope").unwrap().len(), 40);
    let before = contents(&store);
    drop(store);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(contents(&Store::open(&path).unwrap()), before);
}

#[test]
fn the_counter_moves_when_another_process_writes() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (filled(&dir), Store::open(&at(&dir)).unwrap());
    let before = one.change_counter().unwrap();
    two.mark("x", true, MarkSource::Manual).unwrap();
    assert_ne!(one.change_counter().unwrap(), before);
}
