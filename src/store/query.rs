//! Questions to the store: histories in the order they happened, marks and log entries as they stand now.
//! Nothing is kept between questions; another process may have written meanwhile.

use std::collections::{BTreeMap, HashMap, HashSet};

use rusqlite::Connection;
use sorted::{SortedMap, SortedSet};

use super::rows::{Attempt, CheckRow, Event, EventKind, Kernel, LogRow, Mark, Review, Status};
use super::{Store, StoreError, limits, tables};

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
pub struct Passed(pub(super) SortedMap<(String, String), SortedSet<SortedSet<String>>>);

/// For each lab and check, as `part/check`, the least and the most that was counted in a pass.
pub type Counts = SortedMap<(String, String), (f64, f64)>;

impl Passed {
    /// Each set with its lab and its part.
    pub fn sets(&self) -> impl Iterator<Item = (&str, &str, &SortedSet<String>)> {
        let parts = self.0.iter();
        parts.flat_map(|((lab, part), sets)| sets.iter().map(move |set| (&**lab, &**part, set)))
    }

    /// Adds what an attempt passed that is not in the store yet.
    pub fn add(&mut self, attempt: &super::NewAttempt) {
        self.add_checks(&attempt.lab, &attempt.checks);
    }

    fn add_checks(&mut self, lab: &str, checks: &[CheckRow]) {
        for check in checks.iter().filter(|check| check.status == Status::Pass) {
            let same = |other: &&CheckRow| other.part == check.part && other.status == Status::Pass;
            let together = checks.iter().filter(same).map(|row| row.check.clone());
            let part = (lab.to_owned(), check.part.clone());
            self.0.entry(part).or_default().insert(together.collect());
        }
    }
}

impl Store {
    /// Every attempt at a lab, oldest first, numbered from 1.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn attempts(&self, lab: &str) -> Result<Vec<Numbered>, StoreError> {
        let attempts = self.ask(|db| tables::attempts(db, Some(lab)))?;
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
        self.ask(|db| tables::attempts(db, None))
    }

    /// Which checks ever passed, and which passed together.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn passed(&self) -> Result<Passed, StoreError> {
        self.ask(tables::passed)
    }

    /// What checks counted when they passed.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.ask(tables::counts)
    }

    /// For each lab, how many attempts there are and how the newest ended.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn tallies(&self) -> Result<BTreeMap<String, (usize, Status)>, StoreError> {
        self.ask(tables::tallies)
    }

    /// A kernel's text by its hash.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn kernel(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let read = |db: &Connection| {
            let mut query = db.prepare_cached("SELECT text FROM kernels WHERE hash = ?1")?;
            let mut rows = query.query([hash])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        };
        let text: Option<String> = self.ask(read)?;
        match text {
            // Its name says what it was; the journal may still have it.
            Some(text) if super::rows::hash(&text) != hash && self.audit()? > 0 => self.ask(read),
            text => Ok(text),
        }
    }

    /// The newest mark of every item that has ever been marked.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn marks(&self) -> Result<BTreeMap<String, Mark>, StoreError> {
        let marks = self.ask(tables::marks)?;
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
        let mut places: HashMap<String, usize> = HashMap::new();
        for row in self.ask(tables::log)? {
            match places.get(&row.entry).and_then(|at| entries.get_mut(*at)) {
                Some(entry) => {
                    entry.row = row;
                    entry.revisions += 1;
                }
                None => {
                    places.insert(row.entry.clone(), entries.len());
                    entries.push(LogEntry {
                        number: entries.len() + 1,
                        first: row.at.clone(),
                        revisions: 1,
                        row,
                    });
                }
            }
        }
        Ok(entries)
    }

    /// What was asked for at a lab, oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn events(&self, lab: &str) -> Result<Vec<Event>, StoreError> {
        let events = self.ask(tables::events)?;
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
        // What an import brought before imports were held to limits counts as nothing.
        let numbers = numbers.filter(|n| *n <= limits::MOST_HINTS);
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
        let mut known: HashSet<String> = moments.iter().map(|m| m.hash.clone()).collect();
        for event in self.events(lab)? {
            let replaced = matches!(event.kind, EventKind::Reset | EventKind::Restore);
            if replaced && known.insert(event.detail.clone()) {
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
        self.ask(tables::reviews)
    }

    pub(super) fn kernels(&self) -> Result<Vec<Kernel>, StoreError> {
        self.ask(tables::kernels)
    }

    /// Every mark, oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn every_mark(&self) -> Result<Vec<Mark>, StoreError> {
        self.ask(tables::marks)
    }

    pub(super) fn all_log(&self) -> Result<Vec<LogRow>, StoreError> {
        self.ask(tables::log)
    }

    pub(super) fn all_events(&self) -> Result<Vec<Event>, StoreError> {
        self.ask(tables::events)
    }
}
