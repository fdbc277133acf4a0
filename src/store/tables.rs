//! The tables read back into rows: one function a table, an open database in, typed rows in order of time out.
//! A word that this version does not know is never taken for a pass, and a row that cannot be read hides no other ([`legible`]).

use std::collections::BTreeMap;

use rusqlite::{Connection, Row as SqlRow};

use super::query::{Counts, Passed};
use super::rows::{Attempt, CheckRow, Event, Kernel, LogKind, LogRow, Mark, Review, Row, Status};
use super::schema;

/// What could be read of a database that may be damaged.
#[derive(Default)]
pub(super) struct Legible {
    /// The rows, in an order in which they can be inserted again.
    pub rows: Vec<Row>,
    /// How many more there are.
    pub illegible: usize,
}

impl Legible {
    fn take<T>(&mut self, found: Found<T>, row: fn(T) -> Row) {
        match found {
            Ok(found) => {
                for one in found {
                    match one {
                        Ok(one) => self.rows.push(row(one)),
                        Err(_) => self.illegible += 1,
                    }
                }
            }
            Err(_) => self.illegible += 1,
        }
    }
}

/// Every row that can be read.
pub(super) fn legible(db: &Connection) -> Legible {
    let mut legible = Legible::default();
    legible.take(each_kernel(db), Row::Kernel);
    legible_attempts(db, &mut legible);
    legible.take(each_mark(db), Row::Mark);
    legible.take(each_log(db), Row::Log);
    legible.take(each_event(db), Row::Event);
    legible.take(each_review(db), Row::Review);
    legible
}

/// An attempt goes without the checks that cannot be read: none of them is taken for a pass.
fn legible_attempts(db: &Connection, legible: &mut Legible) {
    let mut checks: BTreeMap<String, Vec<CheckRow>> = BTreeMap::new();
    for check in each_check(db, None).unwrap_or_default() {
        match check {
            Ok((attempt, check)) => checks.entry(attempt).or_default().push(check),
            Err(_) => legible.illegible += 1,
        }
    }
    let attempts = each_attempt(db, None).map(|found| {
        let with_checks = |attempt: Attempt| Attempt {
            checks: checks.remove(&attempt.id).unwrap_or_default(),
            ..attempt
        };
        let mut with_checks = with_checks;
        found
            .into_iter()
            .map(|one| one.map(&mut with_checks))
            .collect()
    });
    legible.take(attempts, Row::Attempt);
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

/// How many rows there are, whether they can be read or not.
pub(super) fn count(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row(
        "SELECT (SELECT COUNT(*) FROM kernels) + (SELECT COUNT(*) FROM attempts) + (SELECT COUNT(*) FROM marks)
              + (SELECT COUNT(*) FROM check_results) + (SELECT COUNT(*) FROM log) + (SELECT COUNT(*) FROM events) + (SELECT COUNT(*) FROM reviews)",
        [],
        |row| row.get(0),
    )
}

/// Rows one by one: one that cannot be read hides no other.
type Found<T> = rusqlite::Result<Vec<rusqlite::Result<T>>>;

fn each<T>(
    db: &Connection,
    sql: &str,
    params: impl rusqlite::Params,
    read: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<T>,
) -> Found<T> {
    Ok(db.prepare_cached(sql)?.query_map(params, read)?.collect())
}

fn all<T>(found: Found<T>) -> rusqlite::Result<Vec<T>> {
    found?.into_iter().collect()
}

pub(super) fn kernels(db: &Connection) -> rusqlite::Result<Vec<Kernel>> {
    all(each_kernel(db))
}

fn each_kernel(db: &Connection) -> Found<Kernel> {
    each(
        db,
        "SELECT hash, text FROM kernels ORDER BY hash",
        [],
        |row| {
            Ok(Kernel {
                hash: row.get(0)?,
                text: row.get(1)?,
            })
        },
    )
}

pub(super) fn attempts(db: &Connection, lab: Option<&str>) -> rusqlite::Result<Vec<Attempt>> {
    if lab.is_some() {
        // A name that cannot be read is no name that is asked for; its row would be missed without a word.
        let names = "SELECT DISTINCT lab FROM attempts";
        all(each(db, names, [], |row| row.get::<_, String>(0)))?;
    }
    let mut checks: BTreeMap<String, Vec<CheckRow>> = BTreeMap::new();
    for (attempt, check) in all(each_check(db, lab))? {
        checks.entry(attempt).or_default().push(check);
    }
    let mut attempts = all(each_attempt(db, lab))?;
    for attempt in &mut attempts {
        attempt.checks = checks.remove(&attempt.id).unwrap_or_default();
    }
    Ok(attempts)
}

fn each_check(db: &Connection, lab: Option<&str>) -> Found<(String, CheckRow)> {
    let sql =
        "SELECT attempt, part, name, status, value, unit, bound, message, line FROM check_results
         WHERE ?1 IS NULL OR attempt IN (SELECT id FROM attempts WHERE lab = ?1)
         ORDER BY attempt, position";
    each(db, sql, [lab], |row| {
        let check = CheckRow {
            part: row.get(1)?,
            check: row.get(2)?,
            status: status(row, 3)?,
            value: row.get(4)?,
            unit: row.get(5)?,
            bound: row.get(6)?,
            message: row.get(7)?,
            line: row.get(8)?,
        };
        Ok((row.get(0)?, check))
    })
}

/// Attempts without their checks.
fn each_attempt(db: &Connection, lab: Option<&str>) -> Found<Attempt> {
    let sql =
        "SELECT id, lab, source_hash, course_version, device, started, ms, outcome FROM attempts
         WHERE ?1 IS NULL OR lab = ?1 ORDER BY started, id";
    each(db, sql, [lab], |row| {
        Ok(Attempt {
            checks: Vec::new(),
            id: row.get(0)?,
            lab: row.get(1)?,
            source_hash: row.get(2)?,
            course_version: row.get(3)?,
            device: row.get(4)?,
            started: row.get(5)?,
            ms: row.get(6)?,
            outcome: status(row, 7)?,
        })
    })
}

/// A word from a later version counts as a checker problem rather than as a pass.
fn status(row: &SqlRow<'_>, at: usize) -> rusqlite::Result<Status> {
    let word: String = row.get(at)?;
    Ok(Status::from_slug(&word).unwrap_or(Status::CheckerProblem))
}

pub(super) fn passed(db: &Connection) -> rusqlite::Result<Passed> {
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

pub(super) fn counts(db: &Connection) -> rusqlite::Result<Counts> {
    let mut query = db.prepare_cached(
        "SELECT attempts.lab, check_results.part || '/' || check_results.name,
                MIN(check_results.value), MAX(check_results.value)
         FROM check_results JOIN attempts ON attempts.id = check_results.attempt
         WHERE check_results.status = 'pass' AND check_results.value IS NOT NULL
         GROUP BY attempts.lab, check_results.part, check_results.name",
    )?;
    let rows = query.query_map([], |row| {
        Ok(((row.get(0)?, row.get(1)?), (row.get(2)?, row.get(3)?)))
    })?;
    rows.collect()
}

pub(super) fn tallies(db: &Connection) -> rusqlite::Result<BTreeMap<String, (usize, Status)>> {
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

pub(super) fn marks(db: &Connection) -> rusqlite::Result<Vec<Mark>> {
    all(each_mark(db))
}

fn each_mark(db: &Connection) -> Found<Mark> {
    each(
        db,
        "SELECT id, item, state, source, at FROM marks ORDER BY at, seq",
        [],
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

pub(super) fn log(db: &Connection) -> rusqlite::Result<Vec<LogRow>> {
    all(each_log(db))
}

fn each_log(db: &Connection) -> Found<LogRow> {
    let sql =
        "SELECT id, entry, at, kind, date, module, progress, insight, challenge, next FROM log
               ORDER BY at, seq";
    each(db, sql, [], |row| {
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

pub(super) fn events(db: &Connection) -> rusqlite::Result<Vec<Event>> {
    all(each_event(db))
}

fn each_event(db: &Connection) -> Found<Event> {
    each(
        db,
        "SELECT id, at, lab, kind, detail FROM events ORDER BY at, seq",
        [],
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

pub(super) fn reviews(db: &Connection) -> rusqlite::Result<Vec<Review>> {
    all(each_review(db))
}

fn each_review(db: &Connection) -> Found<Review> {
    each(
        db,
        "SELECT id, at, item, grade, due FROM reviews ORDER BY at, seq",
        [],
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
