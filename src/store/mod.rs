//! `progress.db`: attempts, marks, log entries, hints, reviews. Rows are added, never changed.
//!
//! In go new rows ([`Store::append`] and its named forms), out come histories; standing is computed from them
//! (`standing.rs`). Two processes at once are normal: every write is one immediate transaction. Each row also lies as a
//! line in a journal beside the database, from which a damaged one is rebuilt. Read `rows.rs`, then `open.rs`.

mod error;
mod exchange;
mod journal;
mod open;
mod query;
mod rows;
mod schema;
pub mod standing;
pub mod study;
mod tables;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, Transaction, TransactionBehavior};

pub use error::StoreError;
pub use exchange::{Export, Imported};
pub use query::{LogEntry, Moment, Numbered, Passed};
pub use rows::{
    Attempt, CheckRow, Event, EventKind, Kernel, LogKind, LogRow, Mark, MarkSource, Review, Row,
    Status, hash, now, today,
};

/// How long a write waits for another process.
const PATIENCE: Duration = Duration::from_secs(5);

/// An open `progress.db`.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    path: PathBuf,
    read_only: bool,
    notes: Vec<String>,
}

/// A judged kernel, before it has a row.
#[derive(Clone, Debug)]
pub struct NewAttempt {
    /// The lab.
    pub lab: String,
    /// The kernel's text, as judged.
    pub source: String,
    /// What it ran on.
    pub device: String,
    /// When it began, as [`now`] gives it.
    pub started: String,
    /// How long it took, in milliseconds.
    pub ms: i64,
    /// The whole's ending.
    pub outcome: Status,
    /// Its checks, in course order.
    pub checks: Vec<CheckRow>,
}

impl Store {
    /// Opens or makes the store at `path`, bringing an older file up to date and a damaged one back from its
    /// journal; [`Store::notes`] says what had to be done.
    ///
    /// # Errors
    /// When the file is from a newer version, locked, unreadable, or cannot be made.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        open::open(path, PATIENCE)
    }

    /// The same with another patience, for tests of locked files.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_within(path: &Path, patience: Duration) -> Result<Store, StoreError> {
        open::open(path, patience)
    }

    /// What happened at opening that the person should know; usually empty.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether nothing can be written.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Where the database lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A number that changes whenever anyone adds a row; cheap to ask for several times a second.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn change_counter(&self) -> Result<i64, StoreError> {
        self.sql(schema::meta(&self.db, "journal_bytes"))
    }

    /// Records a judged kernel with its text and what it changed; gives the attempt's id.
    ///
    /// # Errors
    /// When nothing could be written; [`StoreError::Kept`] when it is safe in a file beside.
    pub fn record(&self, new: &NewAttempt, news: Vec<LogRow>) -> Result<String, StoreError> {
        let hash = rows::hash(&new.source);
        let attempt = Row::Attempt(Attempt {
            id: String::new(),
            lab: new.lab.clone(),
            source_hash: hash.clone(),
            course_version: env!("CARGO_PKG_VERSION").to_owned(),
            device: new.device.clone(),
            started: new.started.clone(),
            ms: new.ms,
            outcome: new.outcome,
            checks: new.checks.clone(),
        })
        .identified();
        let id = match &attempt {
            Row::Attempt(attempt) => attempt.id.clone(),
            _ => String::new(),
        };
        let kernel = Row::Kernel(Kernel {
            hash,
            text: new.source.clone(),
        });
        let mut rows = vec![kernel, attempt];
        rows.extend(news.into_iter().map(Row::Log));
        self.append(rows)?;
        Ok(id)
    }

    /// Keeps a text so that it can be restored by its hash.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn keep_kernel(&self, text: &str) -> Result<String, StoreError> {
        let hash = rows::hash(text);
        self.append(vec![Row::Kernel(Kernel {
            hash: hash.clone(),
            text: text.to_owned(),
        })])?;
        Ok(hash)
    }

    /// Ticks an item on or off.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn mark(&self, item: &str, on: bool, source: MarkSource) -> Result<(), StoreError> {
        let mark = Mark {
            id: String::new(),
            item: item.to_owned(),
            on,
            source,
            at: now(),
        };
        self.append(vec![Row::Mark(mark)]).map(|_| ())
    }

    /// Adds a log entry, or a revision when `row.entry` names one; `at` is filled in when empty.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn log(&self, mut row: LogRow) -> Result<(), StoreError> {
        if row.at.is_empty() {
            row.at = now();
        }
        if row.date.is_empty() {
            row.date = today();
        }
        self.append(vec![Row::Log(row)]).map(|_| ())
    }

    /// Notes that something was asked for.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn note(&self, lab: &str, kind: EventKind, detail: &str) -> Result<(), StoreError> {
        let (lab, detail) = (lab.to_owned(), detail.to_owned());
        let event = Event {
            id: String::new(),
            at: now(),
            lab,
            kind,
            detail,
        };
        self.append(vec![Row::Event(event)]).map(|_| ())
    }

    /// Adds a review of a question.
    ///
    /// # Errors
    /// As [`Store::append`].
    pub fn review(&self, review: Review) -> Result<(), StoreError> {
        self.append(vec![Row::Review(review)]).map(|_| ())
    }

    /// Adds rows in one transaction, all or none; gives how many were new.
    ///
    /// # Errors
    /// When nothing could be written; [`StoreError::Kept`] when the rows are safe in a file beside.
    pub fn append(&self, rows: Vec<Row>) -> Result<usize, StoreError> {
        let rows: Vec<Row> = rows.into_iter().map(Row::identified).collect();
        match self.try_append(&rows) {
            Ok(added) => Ok(added),
            Err(cause) => Err(self.keep_beside(&rows, cause)),
        }
    }

    fn try_append(&self, rows: &[Row]) -> Result<usize, StoreError> {
        if self.read_only {
            return Err(StoreError::ReadOnly {
                path: self.path.clone(),
            });
        }
        let journal = journal::path_of(&self.path);
        let tx = self.sql(Transaction::new_unchecked(
            &self.db,
            TransactionBehavior::Immediate,
        ))?;
        // Another process may have died between its journal line and its commit.
        open::absorb_tail(&tx, &self.path)?;
        let mut added = Vec::new();
        for row in rows {
            if self.sql(schema::insert(&tx, row))? {
                added.push(row);
            }
        }
        if added.is_empty() {
            return Ok(0);
        }
        let before = journal::len(&journal);
        let end = journal::append(&journal, &added)
            .map_err(|error| StoreError::from_io(&journal, &error))?;
        let committed =
            schema::set_meta(&tx, "journal_bytes", end as i64).and_then(|()| tx.commit());
        if let Err(error) = committed {
            journal::cut(&journal, before);
            return Err(StoreError::from_sql(&self.path, &error));
        }
        Ok(added.len())
    }

    /// What cannot go into the database goes into a file of its own, which the next opening absorbs.
    fn keep_beside(&self, rows: &[Row], cause: StoreError) -> StoreError {
        let name = rows::short_hash(&format!("{}{}", now(), std::process::id()));
        let file = journal::beside(&self.path, &format!(".pending-{}", &name[..8]));
        match journal::append(&file, &rows.iter().collect::<Vec<_>>()) {
            Ok(_) => StoreError::Kept {
                cause: Box::new(cause),
                file,
            },
            Err(_) => cause,
        }
    }

    fn sql<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::from_sql(&self.path, &error))
    }
}

#[cfg(test)]
mod tests;
