//! Rows that the journal or a file beside has and the database has not are taken in: by every opening, and by every write.
//!
//! The rule: all of a file or, when anything goes wrong, nothing of it; a process killed in between leaves the file, and
//! the next one takes it in. Rows are idempotent, so taking in twice does no harm. Read `journal.rs` for the order of writes.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::rows::{Row, now, short_hash};
use super::{StoreError, journal, schema};

/// How much was absorbed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Absorbed {
    /// Rows that were new.
    pub rows: usize,
    /// Lines that were no rows.
    pub damaged: usize,
}

/// Brings in what the journal and the files beside say and the database does not; waits no longer than `briefly`, and leaves
/// `patience` behind for others.
pub(super) fn within(
    db: &Connection,
    path: &Path,
    briefly: Duration,
    patience: Duration,
) -> Result<Absorbed, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let known = schema::meta(db, "journal_bytes").map_err(sql)?;
    if known == journal::len(&journal::path_of(path)) as i64 && pending(path).is_empty() {
        return Ok(Absorbed::default());
    }
    db.busy_timeout(briefly).map_err(sql)?;
    let absorbed = all(db, path);
    db.busy_timeout(patience).map_err(sql)?;
    absorbed
}

/// The same whatever the journal's length is, and as long as the connection waits.
pub(super) fn all(db: &Connection, path: &Path) -> Result<Absorbed, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let tx = Transaction::new_unchecked(db, TransactionBehavior::Immediate).map_err(sql)?;
    // Another process may have died between its journal line and its commit.
    let mut absorbed = tail(&tx, path)?;
    let files = pending(path);
    let mut late = Vec::new();
    for file in &files {
        let said = match journal::read(file, 0) {
            // Another process was there first.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other.map_err(|error| StoreError::from_io(file, &error))?,
        };
        absorbed.damaged += said.damaged;
        for row in said.rows {
            if schema::insert(&tx, &row).map_err(sql)? {
                late.push(row);
            }
        }
    }
    absorbed.rows += late.len();
    commit(tx, path, &late.iter().collect::<Vec<_>>())?;
    for file in files {
        // A file that stays is absorbed again and adds nothing.
        let _ = std::fs::remove_file(file);
    }
    Ok(absorbed)
}

/// Writes rows that were inserted into the journal, and commits; on failure the journal is as long as before.
pub(super) fn commit(tx: Transaction<'_>, path: &Path, added: &[&Row]) -> Result<(), StoreError> {
    let journal = journal::path_of(path);
    let before = journal::len(&journal);
    let mut followed = Ok(());
    if !added.is_empty() {
        let end = journal::append(&journal, added)
            .map_err(|error| StoreError::from_io(&journal, &error))?;
        followed = schema::set_meta(&tx, "journal_bytes", end as i64);
    }
    followed.and_then(|()| tx.commit()).map_err(|error| {
        if !added.is_empty() {
            journal::cut(&journal, before);
        }
        StoreError::from_sql(path, &error)
    })
}

/// Inserts the rows that the journal has beyond what the database followed. A journal that is shorter than that was
/// lost, and is written anew from the database.
pub(super) fn tail(tx: &Transaction<'_>, path: &Path) -> Result<Absorbed, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let journal = journal::path_of(path);
    let io = |error: io::Error| StoreError::from_io(&journal, &error);
    let mut absorbed = Absorbed::default();
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

/// Files with rows that wait, in order of their names.
pub(super) fn pending(path: &Path) -> Vec<PathBuf> {
    named(path, ".pending-")
}

/// Puts rows into a file of their own, which whoever can write next takes in: it is there whole, or not at all.
pub(super) fn keep(path: &Path, rows: &[&Row]) -> io::Result<PathBuf> {
    static KEPT: AtomicU64 = AtomicU64::new(0);
    sweep(path);
    let number = KEPT.fetch_add(1, Ordering::Relaxed);
    let name = short_hash(&format!("{} {} {number}", now(), std::process::id()));
    let part = journal::beside(path, &format!(".part-{}", &name[..8]));
    let whole = journal::beside(path, &format!(".pending-{}", &name[..8]));
    let written = journal::append(&part, rows)
        .and_then(|_| File::options().append(true).open(&part)?.sync_all())
        .and_then(|()| std::fs::rename(&part, &whole));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written.map(|()| whole)
}

/// Removes what processes left that were killed before their file was whole.
fn sweep(path: &Path) {
    for part in named(path, ".part-") {
        let changed = std::fs::metadata(&part).and_then(|meta| meta.modified());
        let age = changed.map(|time| SystemTime::now().duration_since(time).unwrap_or_default());
        if age.is_ok_and(|age| age > Duration::from_secs(3600)) {
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Files beside the database whose names go on like this.
fn named(path: &Path, suffix: &str) -> Vec<PathBuf> {
    let prefix = journal::beside(path, suffix);
    let prefix = prefix.file_name().unwrap_or_default().to_string_lossy();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&*prefix));
    let mut files: Vec<PathBuf> = ours
        .map(|entry| entry.path())
        .filter(|file| file.is_file())
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::rows::Kernel;

    #[test]
    fn what_is_kept_is_whole_and_in_nobodys_way() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("progress.db");
        let row = |text: &str| {
            let (hash, text) = (String::new(), text.to_owned());
            Row::Kernel(Kernel { hash, text }).identified()
        };
        let (one, two) = (row("a"), row("b"));
        let first = keep(&path, &[&one, &two]).unwrap();
        let second = keep(&path, &[&two]).unwrap();
        assert_ne!(first, second);
        std::fs::create_dir(dir.path().join("progress.db.pending-folder")).unwrap();
        std::fs::write(dir.path().join("progress.db.part-0"), "{").unwrap();
        let mut kept = [first.clone(), second];
        kept.sort();
        assert_eq!(pending(&path), kept);
        assert_eq!(journal::read(&first, 0).unwrap().rows, [one, two]);
    }
}
