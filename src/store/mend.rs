//! A damaged database becomes a sound one: what the journal says and what of the file can still be read go into a new file.
//!
//! The rule: nothing is deleted. The damaged file is moved aside (`progress.db.broken-DATE`), and the note says where. A row
//! whose id is that of its content is right, wherever it lies, and goes before one of the same id that is not.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::rows::{Row, today};
use super::tables::{self, Legible};
use super::{StoreError, absorb, journal, open, schema};

/// A database that is sound again.
pub(super) struct Mended {
    /// The new file.
    pub db: Connection,
    /// What was done, for people.
    pub notes: Vec<String>,
}

/// Rebuilds the damaged database at `path`. Of several processes only one does it.
pub(super) fn rebuilt(path: &Path, why: &str, patience: Duration) -> Result<Mended, StoreError> {
    let io = |error: std::io::Error| StoreError::from_io(path, &error);
    let lock = OpenOptions::new()
        .create(true)
        .append(true)
        .open(journal::path_of(path))
        .map_err(io)?;
    lock.lock().map_err(io)?;
    let old = match open::connect(path, patience) {
        Ok(db) if !is_damaged(&db, path) => {
            let note = "the store was damaged and another process has mended it";
            let notes = vec![note.to_owned()];
            return Ok(Mended { db, notes });
        }
        Ok(db) => Some(db),
        Err(StoreError::Broken { .. }) => None,
        Err(other) => return Err(other),
    };
    let there = old.as_ref().map(|db| tables::count(db).unwrap_or(0));
    // Of a file that does not hang together, only what proves itself is taken.
    let saved: Vec<Row> = match &old {
        Some(db) => tables::legible(db).rows,
        None => unsound(path).rows.into_iter().filter(is_right).collect(),
    };
    drop(old);
    let aside = set_aside(path).map_err(io)?;
    drop(lock);
    let db = open::connect(path, patience)?;
    let rows = fill(&db, path, saved)?;
    let mut notes = vec![
        format!(
            "`{}` was damaged ({why}); it is kept as `{}`",
            name(path),
            name(&aside)
        ),
        brought_back(rows, path),
    ];
    let lost = there.unwrap_or(0) - tables::count(&db).unwrap_or(0);
    if lost > 0 {
        notes.push(format!(
            "{lost} of its rows cannot be read and are not in the journal: they are in `{}` alone",
            name(&aside)
        ));
    }
    Ok(Mended { db, notes })
}

/// The note on rows that came from the journal.
pub(super) fn brought_back(rows: usize, path: &Path) -> String {
    format!(
        "{rows} rows were brought back from `{}`",
        name(&journal::path_of(path))
    )
}

/// How many rows cannot be read, or say something else than the journal's line of their id.
pub(super) fn damage(db: &Connection, path: &Path) -> usize {
    let Legible { rows, illegible } = tables::legible(db);
    let journal = journal::read(&journal::path_of(path), 0);
    let lines = journal.map(|journal| journal.rows).unwrap_or_default();
    let lines: HashMap<(u8, &str), &Row> = lines.iter().map(|row| (key(row), row)).collect();
    let differs = |row: &&Row| {
        let line = lines.get(&key(row));
        line.is_some_and(|line| !row.says_as(line) && is_right(line) && !is_right(row))
    };
    illegible + rows.iter().filter(differs).count()
}

fn is_damaged(db: &Connection, path: &Path) -> bool {
    damage(db, path) > 0
}

/// A row's id, and of which kind it is the id.
fn key(row: &Row) -> (u8, &str) {
    let kind = match row {
        Row::Kernel(_) => 0,
        Row::Attempt(_) => 1,
        Row::Mark(_) => 2,
        Row::Log(_) => 3,
        Row::Event(_) => 4,
        Row::Review(_) => 5,
    };
    (kind, row.id())
}

/// Whether a row's id is that of its content, so that nothing of it was changed.
pub(super) fn is_right(row: &Row) -> bool {
    row.clone().anew().id() == row.id()
}

/// Fills a fresh database from the journal and with what was saved, which joins the journal where it lacks it.
fn fill(db: &Connection, path: &Path, saved: Vec<Row>) -> Result<usize, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let file = journal::path_of(path);
    let tx = Transaction::new_unchecked(db, TransactionBehavior::Immediate).map_err(sql)?;
    let said = journal::read(&file, 0).map_err(|error| StoreError::from_io(&file, &error))?;
    let (right, other): (Vec<Row>, Vec<Row>) = said.rows.into_iter().partition(is_right);
    let (proved, rest): (Vec<Row>, Vec<Row>) = saved.into_iter().partition(is_right);
    let (mut rows, mut late) = (0, Vec::new());
    for (these, is_saved) in [(right, false), (proved, true), (other, false), (rest, true)] {
        for row in these {
            match (schema::insert(&tx, &row).map_err(sql)?, is_saved) {
                (false, _) => {}
                (true, false) => rows += 1,
                (true, true) => late.push(row),
            }
        }
    }
    schema::set_meta(&tx, "journal_bytes", said.end as i64).map_err(sql)?;
    absorb::commit(tx, path, &late.iter().collect::<Vec<_>>())?;
    Ok(rows)
}

/// What can be read of a file that does not hang together.
fn unsound(path: &Path) -> Legible {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let db = Connection::open_with_flags(path, flags);
    db.map(|db| tables::legible(&db)).unwrap_or_default()
}

/// Moves the database and what belongs to it; says where it is now.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let aside = free_name(path);
    std::fs::rename(path, &aside)?;
    for suffix in ["-wal", "-shm"] {
        let part = journal::beside(path, suffix);
        if part.exists() {
            std::fs::rename(&part, journal::beside(&aside, suffix))?;
        }
    }
    Ok(aside)
}

fn free_name(path: &Path) -> PathBuf {
    let dated = journal::beside(path, &format!(".broken-{}", today()));
    let numbered = (2..).map(|n| journal::beside(&dated, &format!("-{n}")));
    std::iter::once(dated.clone())
        .chain(numbered)
        .find(|name| !name.exists())
        .unwrap_or(dated)
}

/// A file's own name.
fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
