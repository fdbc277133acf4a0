//! Questions to the store: histories in the order they happened, marks and log entries as they stand now.
//! Nothing is kept between questions; another process may have written meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Row as SqlRow};

use super::rows::{
    Attempt, CheckRow, Event, EventKind, Kernel, LogKind, LogRow, Mark, Review, Row, Status,
};
use super::{Store, StoreError, schema};

/// An attempt with its number among its lab's attempts, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbered {
    /// Its number.
    pub number: usize,
    /// The attempt.
    pub attempt: Attempt,
}

/// A kernel's text at some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Its number, as `lab@N`.
    pub number: usize,
    /// When.
    pub at: String,
    /// Names the text.
    pub hash: String,
    /// The attempt; nothing for a text that was replaced before it was judged.
    pub attempt: Option<Attempt>,
}

/// A log entry as it stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number in the log, from 1, oldest first.
    pub number: usize,
    /// When it was first written.
    pub first: String,
    /// How many revisions it has had.
    pub revisions: usize,
    /// Its newest revision.
    pub row: LogRow,
}

/// For each lab and part, the sets of checks that passed together in one attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed(BTreeMap<(String, String), BTreeSet<BTreeSet<String>>>);

impl Passed {
    /// Whether a check ever passed.
    pub fn check(&self, lab: &str, part: &str, check: &str) -> bool {
        self.sets(lab, part).any(|set| set.contains(check))
    }

    /// Whether these checks of a part passed in one attempt; none at all never did.
    pub fn together(&self, lab: &str, part: &str, checks: &[&str]) -> bool {
        !checks.is_empty()
            && self
                .sets(lab, part)
                .any(|set| checks.iter().all(|check| set.contains(*check)))
    }

    /// Adds what an attempt passed that is not in the store yet.
    pub fn add(&mut self, attempt: &super::NewAttempt) {
        for check in attempt
            .checks
            .iter()
            .filter(|check| check.status == Status::Pass)
        {
            let same = |other: &&CheckRow| other.part == check.part && other.status == Status::Pass;
            let together = attempt
                .checks
                .iter()
                .filter(same)
                .map(|row| row.check.clone());
            let part = (attempt.lab.clone(), check.part.clone());
            self.0.entry(part).or_default().insert(together.collect());
        }
    }

    fn sets(&self, lab: &str, part: &str) -> impl Iterator<Item = &BTreeSet<String>> {
        self.0
            .get(&(lab.to_owned(), part.to_owned()))
            .into_iter()
            .flatten()
    }
}

impl Store {
    /// Every attempt at a lab, oldest first, numbered from 1.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn attempts(&self, lab: &str) -> Result<Vec<Numbered>, StoreError> {
        let attempts = self.sql(attempts(&self.db, Some(lab)))?;
        Ok(attempts
            .into_iter()
            .enumerate()
            .map(|(at, attempt)| Numbered {
                number: at + 1,
                attempt,
            })
            .collect())
    }

    /// Every attempt at every lab, oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn all_attempts(&self) -> Result<Vec<Attempt>, StoreError> {
        self.sql(attempts(&self.db, None))
    }

    /// Which checks ever passed, and which passed together.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn passed(&self) -> Result<Passed, StoreError> {
        self.sql(passed(&self.db))
    }

    /// For each lab, how many attempts there are and how the newest ended.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn tallies(&self) -> Result<BTreeMap<String, (usize, Status)>, StoreError> {
        self.sql(tallies(&self.db))
    }

    /// A kernel's text by its hash.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn kernel(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let read = || {
            let mut query = self
                .db
                .prepare_cached("SELECT text FROM kernels WHERE hash = ?1")?;
            let mut rows = query.query([hash])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        };
        self.sql(read())
    }

    /// The newest mark of every item that has ever been marked.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn marks(&self) -> Result<BTreeMap<String, Mark>, StoreError> {
        let marks = self.sql(marks(&self.db))?;
        Ok(marks
            .into_iter()
            .map(|mark| (mark.item.clone(), mark))
            .collect())
    }

    /// The log as it stands now, oldest entry first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn log_entries(&self) -> Result<Vec<LogEntry>, StoreError> {
        let mut entries: Vec<LogEntry> = Vec::new();
        for row in self.sql(log(&self.db))? {
            match entries
                .iter_mut()
                .find(|entry| entry.row.entry == row.entry)
            {
                Some(entry) => {
                    entry.row = row;
                    entry.revisions += 1;
                }
                None => entries.push(LogEntry {
                    number: entries.len() + 1,
                    first: row.at.clone(),
                    revisions: 1,
                    row,
                }),
            }
        }
        Ok(entries)
    }

    /// What was asked for at a lab, oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn events(&self, lab: &str) -> Result<Vec<Event>, StoreError> {
        let events = self.sql(events(&self.db))?;
        Ok(events
            .into_iter()
            .filter(|event| event.lab == lab)
            .collect())
    }

    /// The highest hint ever shown for a lab's part; 0 when none was.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn hints_shown(&self, lab: &str, part: &str) -> Result<usize, StoreError> {
        let events = self.events(lab)?;
        let hints = events.iter().filter(|event| event.kind == EventKind::Hint);
        let of_part = hints.filter_map(|event| event.detail.split_once('/'));
        let numbers = of_part
            .filter(|(id, _)| *id == part)
            .filter_map(|(_, n)| n.parse().ok());
        Ok(numbers.max().unwrap_or(0))
    }

    /// Everything that can be restored for a lab, oldest first: attempts, and texts that a reset or a restore replaced
    /// and no attempt holds.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn history(&self, lab: &str) -> Result<Vec<Moment>, StoreError> {
        let mut moments: Vec<Moment> = self
            .attempts(lab)?
            .into_iter()
            .map(|attempt| Moment {
                number: 0,
                at: attempt.attempt.started.clone(),
                hash: attempt.attempt.source_hash.clone(),
                attempt: Some(attempt.attempt),
            })
            .collect();
        for event in self.events(lab)? {
            let replaced = matches!(event.kind, EventKind::Reset | EventKind::Restore);
            if replaced && !moments.iter().any(|moment| moment.hash == event.detail) {
                let (at, hash) = (event.at, event.detail);
                moments.push(Moment {
                    number: 0,
                    at,
                    hash,
                    attempt: None,
                });
            }
        }
        moments.sort_by(|a, b| a.at.cmp(&b.at));
        for (at, moment) in moments.iter_mut().enumerate() {
            moment.number = at + 1;
        }
        Ok(moments)
    }

    /// Every review, oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn reviews(&self) -> Result<Vec<Review>, StoreError> {
        self.sql(reviews(&self.db))
    }

    pub(super) fn kernels(&self) -> Result<Vec<Kernel>, StoreError> {
        self.sql(kernels(&self.db))
    }

    pub(super) fn all_marks(&self) -> Result<Vec<Mark>, StoreError> {
        self.sql(marks(&self.db))
    }

    pub(super) fn all_log(&self) -> Result<Vec<LogRow>, StoreError> {
        self.sql(log(&self.db))
    }

    pub(super) fn all_events(&self) -> Result<Vec<Event>, StoreError> {
        self.sql(events(&self.db))
    }
}

/// Every row there is, in an order in which it can be inserted again.
pub(super) fn every_row(db: &Connection) -> rusqlite::Result<Vec<Row>> {
    let mut rows: Vec<Row> = kernels(db)?.into_iter().map(Row::Kernel).collect();
    rows.extend(attempts(db, None)?.into_iter().map(Row::Attempt));
    rows.extend(marks(db)?.into_iter().map(Row::Mark));
    rows.extend(log(db)?.into_iter().map(Row::Log));
    rows.extend(events(db)?.into_iter().map(Row::Event));
    rows.extend(reviews(db)?.into_iter().map(Row::Review));
    Ok(rows)
}

fn all<T>(
    db: &Connection,
    sql: &str,
    read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare_cached(sql)?.query_map([], read)?.collect()
}

fn kernels(db: &Connection) -> rusqlite::Result<Vec<Kernel>> {
    all(db, "SELECT hash, text FROM kernels ORDER BY hash", |row| {
        Ok(Kernel {
            hash: row.get(0)?,
            text: row.get(1)?,
        })
    })
}

fn attempts(db: &Connection, lab: Option<&str>) -> rusqlite::Result<Vec<Attempt>> {
    let mut checks: BTreeMap<String, Vec<CheckRow>> = BTreeMap::new();
    let mut query = db.prepare_cached(
        "SELECT attempt, part, name, status, value, unit, bound, message, line FROM check_results
         WHERE ?1 IS NULL OR attempt IN (SELECT id FROM attempts WHERE lab = ?1)
         ORDER BY attempt, position",
    )?;
    let mut found = query.query([lab])?;
    while let Some(row) = found.next()? {
        checks.entry(row.get(0)?).or_default().push(CheckRow {
            part: row.get(1)?,
            check: row.get(2)?,
            status: status(row, 3)?,
            value: row.get(4)?,
            unit: row.get(5)?,
            bound: row.get(6)?,
            message: row.get(7)?,
            line: row.get(8)?,
        });
    }
    let mut query = db.prepare_cached(
        "SELECT id, lab, source_hash, course_version, device, started, ms, outcome FROM attempts
         WHERE ?1 IS NULL OR lab = ?1 ORDER BY started, id",
    )?;
    let found = query.query_map([lab], |row| {
        let id: String = row.get(0)?;
        Ok(Attempt {
            checks: checks.remove(&id).unwrap_or_default(),
            id,
            lab: row.get(1)?,
            source_hash: row.get(2)?,
            course_version: row.get(3)?,
            device: row.get(4)?,
            started: row.get(5)?,
            ms: row.get(6)?,
            outcome: status(row, 7)?,
        })
    })?;
    found.collect()
}

/// A word from a later version counts as a checker problem rather than as a pass.
fn status(row: &SqlRow<'_>, at: usize) -> rusqlite::Result<Status> {
    let word: String = row.get(at)?;
    Ok(Status::from_slug(&word).unwrap_or(Status::CheckerProblem))
}

fn passed(db: &Connection) -> rusqlite::Result<Passed> {
    let mut passed = Passed::default();
    let mut query = db.prepare_cached(
        "SELECT DISTINCT lab, part, names FROM (
             SELECT attempts.lab AS lab, check_results.part AS part,
                    group_concat(check_results.name, char(10)) AS names
             FROM check_results JOIN attempts ON attempts.id = check_results.attempt
             WHERE check_results.status = 'pass'
             GROUP BY check_results.attempt, check_results.part)",
    )?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let names: String = row.get(2)?;
        let together = names.lines().map(str::to_owned).collect();
        passed
            .0
            .entry((row.get(0)?, row.get(1)?))
            .or_default()
            .insert(together);
    }
    Ok(passed)
}

fn tallies(db: &Connection) -> rusqlite::Result<BTreeMap<String, (usize, Status)>> {
    let mut tallies = BTreeMap::new();
    let mut query = db
        .prepare_cached("SELECT lab, COUNT(*), outcome, MAX(started) FROM attempts GROUP BY lab")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let count: i64 = row.get(1)?;
        tallies.insert(
            row.get(0)?,
            (usize::try_from(count).unwrap_or(0), status(row, 2)?),
        );
    }
    Ok(tallies)
}

fn marks(db: &Connection) -> rusqlite::Result<Vec<Mark>> {
    all(
        db,
        "SELECT id, item, state, source, at FROM marks ORDER BY at, seq",
        |row| {
            let source: String = row.get(3)?;
            Ok(Mark {
                id: row.get(0)?,
                item: row.get(1)?,
                on: row.get(2)?,
                source: schema::source_from(&source),
                at: row.get(4)?,
            })
        },
    )
}

fn log(db: &Connection) -> rusqlite::Result<Vec<LogRow>> {
    let sql =
        "SELECT id, entry, at, kind, date, module, progress, insight, challenge, next FROM log
               ORDER BY at, seq";
    all(db, sql, |row| {
        let kind: String = row.get(3)?;
        Ok(LogRow {
            id: row.get(0)?,
            entry: row.get(1)?,
            at: row.get(2)?,
            kind: if kind == "auto" {
                LogKind::Auto
            } else {
                LogKind::Own
            },
            date: row.get(4)?,
            module: row.get(5)?,
            progress: row.get(6)?,
            insight: row.get(7)?,
            challenge: row.get(8)?,
            next: row.get(9)?,
        })
    })
}

fn events(db: &Connection) -> rusqlite::Result<Vec<Event>> {
    all(
        db,
        "SELECT id, at, lab, kind, detail FROM events ORDER BY at, seq",
        |row| {
            let kind: String = row.get(3)?;
            Ok(Event {
                id: row.get(0)?,
                at: row.get(1)?,
                lab: row.get(2)?,
                kind: schema::event_from(&kind),
                detail: row.get(4)?,
            })
        },
    )
}

fn reviews(db: &Connection) -> rusqlite::Result<Vec<Review>> {
    all(
        db,
        "SELECT id, at, item, grade, due FROM reviews ORDER BY at, seq",
        |row| {
            Ok(Review {
                id: row.get(0)?,
                at: row.get(1)?,
                item: row.get(2)?,
                grade: row.get(3)?,
                due: row.get(4)?,
            })
        },
    )
}
