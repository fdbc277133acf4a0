//! A path comes in, a sound and current store comes out, or the one sentence why not.
//!
//! A damaged database is moved aside (`progress.db.broken-DATE`), never deleted, and rebuilt from the journal.
//! Rows that were journalled or kept beside but not committed are absorbed here. Read `journal.rs` for the order of writes.

use std::fs::{File, OpenOptions};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::rows::today;
use super::{Store, StoreError, journal, schema};

/// Up to this size the whole file is checked at every opening; it takes a few milliseconds.
const CHECKED_WHOLE: u64 = 8 << 20;

/// Opens, migrates, mends, absorbs.
pub(super) fn open(path: &Path, patience: Duration) -> Result<Store, StoreError> {
    let mut notes = Vec::new();
    let found = std::fs::metadata(path).ok();
    if found.as_ref().is_some_and(|meta| meta.is_dir()) {
        return Err(StoreError::Other {
            path: path.to_path_buf(),
            why: "a folder is in its place".to_owned(),
        });
    }
    if found
        .as_ref()
        .is_some_and(|meta| meta.permissions().readonly())
    {
        return read_only(path, patience);
    }
    let fresh = found.is_none_or(|meta| meta.len() == 0);
    let db = match connect(path, patience) {
        Err(StoreError::Broken { why, .. }) => {
            notes.push(set_aside(path, &why, patience)?);
            connect(path, patience)?
        }
        Err(StoreError::ReadOnly { .. }) if path.exists() => return read_only(path, patience),
        other => other?,
    };
    let absorbed = absorb(&db, path)?;
    if absorbed.rows > 0 && (fresh || !notes.is_empty()) {
        notes.push(format!(
            "{} rows were brought back from `{}`",
            absorbed.rows,
            name(&journal::path_of(path))
        ));
    }
    if absorbed.damaged > 0 {
        notes.push(format!(
            "{} damaged lines of the journal were left out",
            absorbed.damaged
        ));
    }
    let path = path.to_path_buf();
    Ok(Store {
        db,
        path,
        read_only: false,
        notes,
    })
}

fn connect(path: &Path, patience: Duration) -> Result<Connection, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
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
    check(&db, path)?;
    Ok(db)
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

fn check(db: &Connection, path: &Path) -> Result<(), StoreError> {
    if std::fs::metadata(path).map_or(0, |meta| meta.len()) > CHECKED_WHOLE {
        return Ok(());
    }
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

fn read_only(path: &Path, patience: Duration) -> Result<Store, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    header(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags).map_err(sql)?;
    db.busy_timeout(patience).map_err(sql)?;
    let found = schema::version(&db).map_err(sql)?;
    if found != schema::latest() {
        let path = path.to_path_buf();
        return Err(if found > schema::latest() {
            StoreError::Newer {
                path,
                found,
                known: schema::latest(),
            }
        } else {
            StoreError::ReadOnly { path }
        });
    }
    check(&db, path)?;
    let note = format!(
        "`{}` may be read but not written: results are shown, not kept",
        name(path)
    );
    let path = path.to_path_buf();
    Ok(Store {
        db,
        path,
        read_only: true,
        notes: vec![note],
    })
}

/// Moves a damaged database aside; says where. Only one of several processes does it.
fn set_aside(path: &Path, why: &str, patience: Duration) -> Result<String, StoreError> {
    let io = |error: std::io::Error| StoreError::from_io(path, &error);
    let lock = OpenOptions::new()
        .create(true)
        .append(true)
        .open(journal::path_of(path))
        .map_err(io)?;
    lock.lock().map_err(io)?;
    if !matches!(connect(path, patience), Err(StoreError::Broken { .. })) {
        return Ok("the store was damaged and another process has mended it".to_owned());
    }
    let aside = free_name(path);
    std::fs::rename(path, &aside).map_err(io)?;
    for suffix in ["-wal", "-shm"] {
        let part = journal::beside(path, suffix);
        if part.exists() {
            std::fs::rename(&part, journal::beside(&aside, suffix)).map_err(io)?;
        }
    }
    Ok(format!(
        "`{}` was damaged ({why}); it is kept as `{}`",
        name(path),
        name(&aside)
    ))
}

fn free_name(path: &Path) -> PathBuf {
    let dated = journal::beside(path, &format!(".broken-{}", today()));
    let numbered = (2..).map(|n| journal::beside(&dated, &format!("-{n}")));
    std::iter::once(dated.clone())
        .chain(numbered)
        .find(|name| !name.exists())
        .unwrap_or(dated)
}

/// How much was absorbed.
pub(super) struct Absorbed {
    /// Rows that were new.
    pub rows: usize,
    /// Lines that were no rows.
    pub damaged: usize,
}

/// Brings in what the journal and the files beside say and the database does not.
fn absorb(db: &Connection, path: &Path) -> Result<Absorbed, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let journal = journal::path_of(path);
    let known = schema::meta(db, "journal_bytes").map_err(sql)?;
    let pending = pending(path);
    if known == journal::len(&journal) as i64 && pending.is_empty() {
        return Ok(Absorbed {
            rows: 0,
            damaged: 0,
        });
    }
    let tx = Transaction::new_unchecked(db, TransactionBehavior::Immediate).map_err(sql)?;
    let mut absorbed = absorb_tail(&tx, path)?;
    let mut late = Vec::new();
    for file in &pending {
        let tail = journal::read(file, 0).map_err(|error| StoreError::from_io(file, &error))?;
        absorbed.damaged += tail.damaged;
        for row in tail.rows {
            if schema::insert(&tx, &row).map_err(sql)? {
                late.push(row);
            }
        }
    }
    let io = |error: std::io::Error| StoreError::from_io(&journal, &error);
    absorbed.rows += late.len();
    if !late.is_empty() {
        let end = journal::append(&journal, &late.iter().collect::<Vec<_>>()).map_err(io)?;
        schema::set_meta(&tx, "journal_bytes", end as i64).map_err(sql)?;
    }
    tx.commit().map_err(sql)?;
    for file in pending {
        // A file that stays is absorbed again and adds nothing.
        let _ = std::fs::remove_file(file);
    }
    Ok(absorbed)
}

/// Inserts the rows that the journal has beyond what the database followed. A journal that is shorter than that was
/// lost, and is written anew from the database.
pub(super) fn absorb_tail(tx: &Transaction<'_>, path: &Path) -> Result<Absorbed, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let journal = journal::path_of(path);
    let io = |error: std::io::Error| StoreError::from_io(&journal, &error);
    let mut absorbed = Absorbed {
        rows: 0,
        damaged: 0,
    };
    let known = schema::meta(tx, "journal_bytes").map_err(sql)?;
    let len = journal::len(&journal) as i64;
    if len < known {
        let rows = super::tables::every_row(tx).map_err(sql)?;
        let end = journal::rewrite(&journal, &rows).map_err(io)?;
        schema::set_meta(tx, "journal_bytes", end as i64).map_err(sql)?;
    } else if len > known {
        let tail = journal::read(&journal, known as u64).map_err(io)?;
        for row in &tail.rows {
            absorbed.rows += usize::from(schema::insert(tx, row).map_err(sql)?);
        }
        absorbed.damaged = tail.damaged;
        schema::set_meta(tx, "journal_bytes", tail.end as i64).map_err(sql)?;
    }
    Ok(absorbed)
}

fn pending(path: &Path) -> Vec<PathBuf> {
    let prefix = format!("{}.pending-", name(path));
    let Some(Ok(entries)) = path.parent().map(|dir| {
        std::fs::read_dir(if dir.as_os_str().is_empty() {
            Path::new(".")
        } else {
            dir
        })
    }) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
