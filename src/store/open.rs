//! A path comes in, a sound and current store comes out, or the one sentence why not.
//!
//! The rule: reading needs no lock, no room on the disk and no right to write. Where the file cannot be brought up to date
//! (`absorb.rs`), what is asked is a copy in memory that has everything (`view.rs`); a damaged file is rebuilt (`mend.rs`).

use std::fs::{File, Metadata};
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode};

use super::{Store, StoreError, absorb, journal, mend, schema, view};

/// Up to this size the whole file is checked at every opening; it takes a few milliseconds.
const CHECKED_WHOLE: u64 = 8 << 20;
/// How long an opening waits to take in what waits beside the file: what is asked can do without.
const BRIEFLY: Duration = Duration::from_millis(200);

/// Opens, migrates, mends, absorbs.
pub(super) fn open(path: &Path, patience: Duration) -> Result<Store, StoreError> {
    regular(path)?;
    let mut notes = Vec::new();
    match current(path, patience, &mut notes) {
        Ok(db) => Ok(Store::of(db, path, patience).with_notes(notes)),
        Err(cause @ (StoreError::Newer { .. } | StoreError::NoFile { .. })) => Err(cause),
        Err(cause) => view::store(path, patience, cause, notes),
    }
}

/// The file itself, with everything taken in that waits for it.
fn current(
    path: &Path,
    patience: Duration,
    notes: &mut Vec<String>,
) -> Result<Connection, StoreError> {
    let fresh = std::fs::metadata(path).is_ok_and(|meta| meta.len() == 0) || !path.exists();
    let db = match connect(path, patience) {
        Err(StoreError::Broken { why, .. }) => {
            let mended = mend::rebuilt(path, &why, patience)?;
            notes.extend(mended.notes);
            mended.db
        }
        other => other?,
    };
    let absorbed = absorb::within(&db, path, patience.min(BRIEFLY), patience)?;
    if absorbed.rows > 0 && fresh {
        notes.push(mend::brought_back(absorbed.rows, path));
    }
    if absorbed.damaged > 0 {
        notes.push(format!(
            "{} damaged lines of the journal were left out",
            absorbed.damaged
        ));
    }
    Ok(db)
}

/// A sound and current file that can be written.
pub(super) fn connect(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    writable(path)?;
    header(path)?;
    let db = Connection::open(path).map_err(sql)?;
    db.busy_timeout(patience).map_err(sql)?;
    let found = schema::version(&db).map_err(sql)?;
    if found > schema::latest() {
        return Err(StoreError::Newer {
            path: path.to_path_buf(),
            found,
            known: schema::latest(),
        });
    }
    let mode = write_ahead(&db, patience).map_err(sql)?;
    debug_assert!(mode == "wal" || mode == "memory" || mode == "delete");
    db.execute_batch("PRAGMA synchronous=NORMAL").map_err(sql)?;
    schema::migrate(&db).map_err(sql)?;
    if std::fs::metadata(path).map_or(0, |meta| meta.len()) <= CHECKED_WHOLE {
        check(&db, path)?;
    }
    Ok(db)
}

/// Nothing but files: a named pipe in the place of one would be waited for without end.
pub(super) fn regular(path: &Path) -> Result<(), StoreError> {
    for file in [
        path.to_path_buf(),
        journal::path_of(path),
        journal::beside(path, "-wal"),
        journal::beside(path, "-shm"),
    ] {
        let Ok(meta) = std::fs::metadata(&file) else {
            continue;
        };
        if !meta.is_file() {
            let what = match meta.is_dir() {
                true => "a folder",
                false => "a pipe, a socket or a device",
            };
            return Err(StoreError::NoFile { path: file, what });
        }
    }
    Ok(())
}

/// Whether the file may be written. The log beside it and its index take the rights of the file when they are made, and keep
/// them: made while the file was read-only they would hinder for ever, so they are given those that it has now.
fn writable(path: &Path) -> Result<(), StoreError> {
    let Ok(meta) = std::fs::metadata(path) else {
        return Ok(());
    };
    if meta.permissions().readonly() {
        return Err(StoreError::ReadOnly {
            path: path.to_path_buf(),
        });
    }
    for suffix in ["-wal", "-shm"] {
        let part = journal::beside(path, suffix);
        let sticks = |part: &Metadata| part.permissions().readonly();
        if std::fs::metadata(&part).is_ok_and(|part| sticks(&part)) {
            // Where it fails, opening says so.
            let _ = std::fs::set_permissions(&part, meta.permissions());
        }
    }
    Ok(())
}

/// Asks for a log that is written ahead; gives the mode that it is. Where others make a new database at the same time, SQLite says that it is busy
/// without the patience that it was asked for: it fears a deadlock.
fn write_ahead(db: &Connection, patience: Duration) -> rusqlite::Result<String> {
    let since = Instant::now();
    loop {
        match db.query_row("PRAGMA journal_mode=WAL", [], |row| row.get(0)) {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && since.elapsed() < patience =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            other => return other,
        }
    }
}

/// SQLite takes a short file of rubbish for an empty database in some cases; the header does not lie.
fn header(path: &Path) -> Result<(), StoreError> {
    let mut start = Vec::new();
    match File::open(path) {
        Ok(file) => {
            let read = file.take(16).read_to_end(&mut start);
            read.map_err(|error| StoreError::from_io(path, &error))?;
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(StoreError::from_io(path, &error)),
    }
    if start.is_empty() || start == *b"SQLite format 3\0" {
        return Ok(());
    }
    Err(StoreError::Broken {
        path: path.to_path_buf(),
        why: "it is not a database".to_owned(),
    })
}

/// Whether the database hangs together; what its rows say is not looked at.
pub(super) fn check(db: &Connection, path: &Path) -> Result<(), StoreError> {
    let verdict: String = db
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| StoreError::from_sql(path, &error))?;
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::Broken {
        path: path.to_path_buf(),
        why: verdict,
    })
}
