//! The tables of `progress.db`, and how an older file becomes the present one.
//!
//! `MIGRATIONS` is append-only: entry N takes a file from `user_version` N to N + 1, and a published entry is
//! never edited. Rows are inserted with `OR IGNORE` by their content id; nothing here updates or deletes a row.

use rusqlite::{Connection, Transaction, TransactionBehavior, params};

use super::rows::{EventKind, LogKind, MarkSource, Row};

const MIGRATIONS: &[&str] = &["
    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE kernels (hash TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE attempts (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        lab TEXT NOT NULL,
        source_hash TEXT NOT NULL,
        course_version TEXT NOT NULL,
        device TEXT NOT NULL,
        started TEXT NOT NULL,
        ms INTEGER NOT NULL,
        outcome TEXT NOT NULL
    );
    CREATE INDEX attempts_of_lab ON attempts (lab, started);
    CREATE TABLE check_results (
        attempt TEXT NOT NULL,
        position INTEGER NOT NULL,
        part TEXT NOT NULL,
        name TEXT NOT NULL,
        status TEXT NOT NULL,
        value REAL,
        unit TEXT NOT NULL,
        bound TEXT NOT NULL,
        message TEXT NOT NULL,
        line INTEGER NOT NULL,
        PRIMARY KEY (attempt, position)
    ) WITHOUT ROWID;
    CREATE TABLE marks (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        item TEXT NOT NULL,
        state INTEGER NOT NULL,
        source TEXT NOT NULL,
        at TEXT NOT NULL
    );
    CREATE TABLE log (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        entry TEXT NOT NULL,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        date TEXT NOT NULL,
        module TEXT NOT NULL,
        progress TEXT NOT NULL,
        insight TEXT NOT NULL,
        challenge TEXT NOT NULL,
        next TEXT NOT NULL
    );
    CREATE TABLE events (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        lab TEXT NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL
    );
    CREATE TABLE reviews (
        seq INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        item TEXT NOT NULL,
        grade INTEGER NOT NULL,
        due TEXT NOT NULL
    );
"];

/// The version of a file that this program writes.
pub(crate) fn latest() -> i64 {
    MIGRATIONS.len() as i64
}

/// The version of the open file.
pub(crate) fn version(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Brings the open file to the latest version; two processes may try at once.
pub(crate) fn migrate(db: &Connection) -> rusqlite::Result<()> {
    if version(db)? >= latest() {
        return Ok(());
    }
    let tx = Transaction::new_unchecked(db, TransactionBehavior::Immediate)?;
    let from = usize::try_from(version(&tx)?).unwrap_or(0);
    for step in MIGRATIONS.iter().skip(from) {
        tx.execute_batch(step)?;
    }
    tx.pragma_update(None, "user_version", latest())?;
    tx.commit()
}

/// A number kept in `meta`; 0 when absent.
pub(crate) fn meta(db: &Connection, key: &str) -> rusqlite::Result<i64> {
    let mut query = db.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    let mut rows = query.query([key])?;
    rows.next()?.map_or(Ok(0), |row| row.get(0))
}

/// Sets a number in `meta`.
pub(crate) fn set_meta(db: &Connection, key: &str, value: i64) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")?
        .execute(params![key, value])
        .map(|_| ())
}

/// Inserts an identified row; false when it was there already.
pub(crate) fn insert(db: &Connection, row: &Row) -> rusqlite::Result<bool> {
    let added = match row {
        Row::Kernel(kernel) => db
            .prepare_cached("INSERT OR IGNORE INTO kernels (hash, text) VALUES (?1, ?2)")?
            .execute(params![kernel.hash, kernel.text])?,
        Row::Attempt(a) => {
            let added = db
                .prepare_cached(
                    "INSERT OR IGNORE INTO attempts
                     (id, lab, source_hash, course_version, device, started, ms, outcome)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                )?
                .execute(params![
                    a.id,
                    a.lab,
                    a.source_hash,
                    a.course_version,
                    a.device,
                    a.started,
                    a.ms,
                    a.outcome.slug()
                ])?;
            if added > 0 {
                insert_checks(db, a)?;
            }
            added
        }
        Row::Mark(mark) => db
            .prepare_cached(
                "INSERT OR IGNORE INTO marks (id, item, state, source, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![mark.id, mark.item, mark.on, source_slug(mark.source), mark.at])?,
        Row::Log(log) => db
            .prepare_cached(
                "INSERT OR IGNORE INTO log
                 (id, entry, at, kind, date, module, progress, insight, challenge, next)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                log.id,
                log.entry,
                log.at,
                if log.kind == LogKind::Auto { "auto" } else { "own" },
                log.date,
                log.module,
                log.progress,
                log.insight,
                log.challenge,
                log.next
            ])?,
        Row::Event(event) => db
            .prepare_cached(
                "INSERT OR IGNORE INTO events (id, at, lab, kind, detail) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![event.id, event.at, event.lab, event.kind.slug(), event.detail])?,
        Row::Review(review) => db
            .prepare_cached(
                "INSERT OR IGNORE INTO reviews (id, at, item, grade, due) VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![review.id, review.at, review.item, review.grade, review.due])?,
    };
    Ok(added > 0)
}

fn insert_checks(db: &Connection, attempt: &super::rows::Attempt) -> rusqlite::Result<()> {
    let mut insert = db.prepare_cached(
        "INSERT OR IGNORE INTO check_results
         (attempt, position, part, name, status, value, unit, bound, message, line)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for (position, check) in attempt.checks.iter().enumerate() {
        insert.execute(params![
            attempt.id,
            position as i64,
            check.part,
            check.check,
            check.status.slug(),
            check.value,
            check.unit,
            check.bound,
            check.message,
            check.line
        ])?;
    }
    Ok(())
}

pub(crate) fn source_slug(source: MarkSource) -> &'static str {
    match source {
        MarkSource::Manual => "manual",
        MarkSource::Lab => "lab",
        MarkSource::Evidence => "evidence",
    }
}

pub(crate) fn source_from(slug: &str) -> MarkSource {
    match slug {
        "lab" => MarkSource::Lab,
        "evidence" => MarkSource::Evidence,
        _ => MarkSource::Manual,
    }
}

pub(crate) fn event_from(slug: &str) -> EventKind {
    EventKind::from_slug(slug).unwrap_or(EventKind::Hint)
}
