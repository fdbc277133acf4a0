//! A store that cannot be brought up to date now: its file and everything that waits beside it in, a copy in memory out.
//!
//! The rule: no file is written or made, so a read-only folder, a full disk and another program's lock are all the same.
//! What the database file lacks, because it lies in a log that cannot be read, the journal has.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::mend::{brought_back, is_right};
use super::rows::Row;
use super::tables::legible;
use super::{Store, StoreError, absorb, journal, open, schema};

/// How long a file that is locked altogether is waited for, after others have waited.
const BRIEFLY: Duration = Duration::from_millis(200);

/// The store as it would be if it could be written, and why it cannot.
pub(super) fn store(
    path: &Path,
    patience: Duration,
    cause: StoreError,
    mut notes: Vec<String>,
) -> Result<Store, StoreError> {
    let seen = look(path, patience, &cause)?;
    if matches!(cause, StoreError::Broken { .. }) {
        notes.push(brought_back(seen.rows, path));
    }
    notes.push(said(&cause, seen.waiting));
    Ok(Store::of(seen.db, path, patience)
        .without_writing(cause)
        .with_notes(notes))
}

fn said(cause: &StoreError, waiting: usize) -> String {
    let verdicts = match waiting {
        0 => String::new(),
        1 => {
            "; 1 verdict waits beside it, is shown, and joins it when it can be written".to_owned()
        }
        many => format!(
            "; {many} verdicts wait beside it, are shown, and join it when it can be written"
        ),
    };
    let results = match cause {
        StoreError::ReadOnly { .. } => ": results are shown, not kept",
        _ => ": it is read as it is",
    };
    let results = if waiting == 0 { results } else { "" };
    format!("{cause}{results}{verdicts}")
}

struct Seen {
    db: Connection,
    /// Attempts that only the journal's tail or a file beside has.
    waiting: usize,
    rows: usize,
}

fn look(path: &Path, patience: Duration, cause: &StoreError) -> Result<Seen, StoreError> {
    let sql = |error: rusqlite::Error| StoreError::from_sql(path, &error);
    let db = Connection::open_in_memory().map_err(sql)?;
    schema::migrate(&db).map_err(sql)?;
    let read = file(path, patience, cause).map(|db| {
        let from = schema::meta(&db, "journal_bytes").unwrap_or(0);
        (legible(&db), u64::try_from(from).unwrap_or(0))
    });
    let (known, from) = read.unwrap_or_default();
    // Where a row of the file cannot be read, the journal is asked for all of them, and comes before what proves nothing.
    let damaged = known.illegible > 0;
    let from = if damaged { 0 } else { from };
    let (first, last): (Vec<Row>, Vec<Row>) = known
        .rows
        .into_iter()
        .partition(|row| !damaged || is_right(row));
    let journal = journal::path_of(path);
    let mut files = vec![journal.clone()];
    files.extend(absorb::pending(path));
    let tx = db.unchecked_transaction().map_err(sql)?;
    let (mut waiting, mut rows, mut bytes) = (0, 0, 0);
    for row in &first {
        rows += usize::from(schema::insert(&tx, row).map_err(sql)?);
    }
    for file in &files {
        let from = if *file == journal {
            from.min(journal::len(file))
        } else {
            0
        };
        // A file that cannot be read has nothing to show; what can be shown is.
        let Ok(said) = journal::read(file, from) else {
            continue;
        };
        bytes += said.end;
        for row in said.rows {
            if schema::insert(&tx, &row).map_err(sql)? {
                rows += 1;
                waiting += usize::from(matches!(row, Row::Attempt(_)));
            }
        }
    }
    for row in &last {
        rows += usize::from(schema::insert(&tx, row).map_err(sql)?);
    }
    schema::set_meta(&tx, "journal_bytes", bytes as i64).map_err(sql)?;
    tx.commit().map_err(sql)?;
    Ok(Seen { db, waiting, rows })
}

/// The file, opened so that nothing is made beside it; nothing where it cannot be read or does not hang together.
fn file(path: &Path, patience: Duration, cause: &StoreError) -> Option<Connection> {
    let sound = |db: Connection| open::check(&db, path).is_ok().then_some(db);
    // Where only the lock is another's, its log is there and can be read with it.
    if matches!(cause, StoreError::Locked { .. }) {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(path, flags).ok()?;
        if db.busy_timeout(patience.min(BRIEFLY)).is_ok() && schema::version(&db).is_ok() {
            return sound(db);
        }
    }
    if !path.is_file() {
        return None;
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(immutable(path)?, flags).ok()?;
    sound(db)
}

/// The address of a file that SQLite takes for one that nobody changes: it makes nothing beside it.
fn immutable(path: &Path) -> Option<String> {
    let path = std::path::absolute(path).ok()?;
    let mut address = String::from("file:");
    if cfg!(windows) {
        address.push('/');
    }
    for byte in path.to_str()?.replace('\\', "/").bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b':' => address.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            byte => address.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(address + "?immutable=1")
}
