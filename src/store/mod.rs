//! `progress.db`: attempts, marks, log entries, hints, reviews. Rows are added, never changed.
//!
//! In go new rows ([`Store::append`] and its named forms), out come histories; what they come to is computed in
//! `crate::standing`. Two processes at once are normal: every write is one immediate transaction. Each row also lies as a
//! line in a journal beside the database, from which a damaged one is rebuilt. What cannot be written now waits in a file
//! beside and is shown all the same. Read `rows.rs`, then `open.rs`.

mod absorb;
mod error;
mod exchange;
mod journal;
mod limits;
mod mend;
mod open;
mod query;
mod rows;
mod schema;
mod tables;
mod view;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, TransactionBehavior};

pub use error::StoreError;
pub use exchange::{Export, Imported};
pub use query::{Counts, LogEntry, Moment, Numbered, Passed};
pub use rows::{
    Attempt, CheckRow, Event, EventKind, GRADES, Kernel, LogKind, LogRow, Mark, MarkSource, Review,
    Row, Status, hash, now, today,
};

/// How long a write waits for another process.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long what is asked in the file's place is right before the file is tried again.
const A_WHILE: Duration = Duration::from_secs(1);

/// An open `progress.db`.
pub struct Store {
    /// The file; or, where it cannot be brought up to date, a copy in memory with everything that waits.
    db: RefCell<Connection>,
    path: PathBuf,
    patience: Duration,
    /// Why `db` is a copy.
    unwritten: RefCell<Option<StoreError>>,
    since: Instant,
    file: Option<FileName>,
    notes: RefCell<Vec<String>>,
    hearer: RefCell<Option<Hearer>>,
    mended: Cell<bool>,
}

/// Who is told what the person should know.
type Hearer = Box<dyn Fn(&str) + Send>;

/// What tells a file from one that was put in its place.
type FileName = (u64, u64);

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
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

    fn of(db: Connection, path: &Path, patience: Duration) -> Store {
        Store {
            db: RefCell::new(db),
            path: path.to_path_buf(),
            patience,
            unwritten: RefCell::new(None),
            since: Instant::now(),
            file: file_name(path),
            notes: RefCell::default(),
            hearer: RefCell::default(),
            mended: Cell::new(false),
        }
    }

    fn with_notes(self, notes: Vec<String>) -> Store {
        self.notes.replace(notes);
        self
    }

    fn without_writing(self, cause: StoreError) -> Store {
        self.unwritten.replace(Some(cause));
        self
    }

    /// What happened that the person should know; usually empty.
    pub fn notes(&self) -> Vec<String> {
        self.notes.borrow().clone()
    }

    /// Tells the notes that there are, and those to come: a damaged row is found when it is read.
    pub fn tell_notes(&self, hearer: impl Fn(&str) + Send + 'static) {
        for note in self.notes() {
            hearer(&note);
        }
        self.hearer.replace(Some(Box::new(hearer)));
    }

    fn note_down(&self, note: String) {
        if let Some(hearer) = &*self.hearer.borrow() {
            hearer(&note);
        }
        self.notes.borrow_mut().push(note);
    }

    /// Whether nothing can be written because the file or its folder is read-only.
    pub fn is_read_only(&self) -> bool {
        matches!(&*self.unwritten.borrow(), Some(StoreError::ReadOnly { .. }))
    }

    /// Whether opening the store again would show more, or could write what this one could not.
    pub fn is_stale(&self) -> bool {
        match &*self.unwritten.borrow() {
            Some(_) => self.since.elapsed() >= A_WHILE,
            None => self.file != file_name(&self.path) || !absorb::pending(&self.path).is_empty(),
        }
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
        self.ask(|db| schema::meta(db, "journal_bytes"))
    }

    /// Looks at every row, and mends the store where one cannot be read or is not what the journal says; gives how many.
    ///
    /// # Errors
    /// When the store cannot be mended.
    pub fn audit(&self) -> Result<usize, StoreError> {
        let damaged = mend::damage(&self.db.borrow(), &self.path);
        if damaged > 0 {
            self.mend(&format!(
                "{damaged} of its rows were changed or cannot be read"
            ))?;
        }
        Ok(damaged)
    }

    /// Records a judged kernel with its text and what it changed; gives the attempt's id.
    ///
    /// # Errors
    /// When nothing could be written; [`StoreError::Kept`] when it is safe in a file beside.
    pub fn record(&self, new: &NewAttempt, news: Vec<LogRow>) -> Result<String, StoreError> {
        let (id, rows) = new.rows(news);
        self.append(rows)?;
        Ok(id)
    }

    /// Keeps a judged kernel beside a store that could not even be opened.
    ///
    /// # Errors
    /// Always: [`StoreError::Kept`], or why it could not be opened when it could not be kept either.
    pub fn keep_attempt(path: &Path, new: &NewAttempt, cause: StoreError) -> StoreError {
        let rows: Vec<Row> = new.rows(Vec::new()).1;
        keep_beside(
            path,
            &rows.into_iter().map(Row::identified).collect::<Vec<_>>(),
            cause,
        )
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
        let mut tried = self.try_append(&rows);
        if let Err(StoreError::Broken { why, .. }) = &tried
            && self.mend(why).is_ok()
        {
            tried = self.try_append(&rows);
        }
        tried.map_err(|cause| {
            let kept = keep_beside(&self.path, &rows, cause);
            if self.unwritten.borrow().is_some() {
                // The copy shows it, as another opening would.
                let copy = self.db.borrow();
                for row in &rows {
                    let _ = schema::insert(&copy, row);
                }
            }
            kept
        })
    }

    fn try_append(&self, rows: &[Row]) -> Result<usize, StoreError> {
        self.writable()?;
        let db = self.db.borrow();
        if !absorb::pending(&self.path).is_empty() {
            absorb::all(&db, &self.path)?;
        }
        let tx = self.sql(Transaction::new_unchecked(
            &db,
            TransactionBehavior::Immediate,
        ))?;
        absorb::tail(&tx, &self.path)?;
        let mut added = Vec::new();
        for row in rows {
            if self.sql(schema::insert(&tx, row))? {
                added.push(row);
            }
        }
        absorb::commit(tx, &self.path, &added)?;
        Ok(added.len())
    }

    /// Has the file in the copy's place, where it can be written by now.
    fn writable(&self) -> Result<(), StoreError> {
        if self.unwritten.borrow().is_none() {
            return Ok(());
        }
        let db = open::connect(&self.path, self.patience)?;
        absorb::all(&db, &self.path)?;
        self.db.replace(db);
        self.unwritten.replace(None);
        Ok(())
    }

    /// Asks the database; where a row cannot be read, the store is mended and asked again.
    fn ask<T>(&self, read: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let answer = self.sql(read(&self.db.borrow()));
        match answer {
            Err(StoreError::Broken { why, .. }) => {
                self.mend(&why)?;
                self.sql(read(&self.db.borrow()))
            }
            answer => answer,
        }
    }

    /// Has a sound database in the place of one in which something cannot be read: a rebuilt file, or a copy without it.
    fn mend(&self, why: &str) -> Result<(), StoreError> {
        let broken = || StoreError::Broken {
            path: self.path.clone(),
            why: why.to_owned(),
        };
        if self.mended.replace(true) {
            return Err(broken());
        }
        // Nobody may hold the file while it is moved aside.
        self.db.replace(self.sql(Connection::open_in_memory())?);
        let cause = match self.unwritten.take() {
            Some(cause) => cause,
            None => match mend::rebuilt(&self.path, why, self.patience) {
                Ok(mended) => {
                    self.db.replace(mended.db);
                    mended
                        .notes
                        .into_iter()
                        .for_each(|note| self.note_down(note));
                    return Ok(());
                }
                Err(cause) => cause,
            },
        };
        let seen = view::store(&self.path, self.patience, cause, Vec::new())?;
        seen.notes()
            .into_iter()
            .for_each(|note| self.note_down(note));
        self.unwritten.replace(seen.unwritten.take());
        self.db.swap(&seen.db);
        Ok(())
    }

    fn sql<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| StoreError::from_sql(&self.path, &error))
    }
}

impl NewAttempt {
    /// The rows that it becomes, and its id.
    fn rows(&self, news: Vec<LogRow>) -> (String, Vec<Row>) {
        let hash = rows::hash(&self.source);
        let attempt = Row::Attempt(Attempt {
            id: String::new(),
            lab: self.lab.clone(),
            source_hash: hash.clone(),
            course_version: env!("CARGO_PKG_VERSION").to_owned(),
            device: self.device.clone(),
            started: self.started.clone(),
            ms: self.ms,
            outcome: self.outcome,
            checks: self.checks.clone(),
        })
        .identified();
        let id = attempt.id().to_owned();
        let kernel = Row::Kernel(Kernel {
            hash,
            text: self.source.clone(),
        });
        let mut rows = vec![kernel, attempt];
        rows.extend(news.into_iter().map(Row::Log));
        (id, rows)
    }
}

/// What cannot go into the database goes into a file of its own, which whoever can takes in.
fn keep_beside(path: &Path, rows: &[Row], cause: StoreError) -> StoreError {
    match absorb::keep(path, &rows.iter().collect::<Vec<_>>()) {
        Ok(file) => StoreError::Kept {
            cause: Box::new(cause),
            file,
        },
        Err(_) => cause,
    }
}

#[cfg(unix)]
fn file_name(path: &Path) -> Option<FileName> {
    use std::os::unix::fs::MetadataExt;
    let meta = std::fs::metadata(path).ok()?;
    Some((meta.dev(), meta.ino()))
}

/// Elsewhere a file that is open cannot be moved away.
#[cfg(not(unix))]
fn file_name(path: &Path) -> Option<FileName> {
    path.exists().then_some((0, 0))
}

#[cfg(test)]
mod tests;
