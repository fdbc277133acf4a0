//! The tables read back into rows: one function a table, an open database in, typed rows in order of time out.
//! A word that this version does not know is never taken for a pass.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row as SqlRow};

use super::query::{Counts, Passed};
use super::rows::{Attempt, CheckRow, Event, Kernel, LogKind, LogRow, Mark, Review, Row, Status};
use super::schema;

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

pub(super) fn kernels(db: &Connection) -> rusqlite::Result<Vec<Kernel>> {
    all(db, "SELECT hash, text FROM kernels ORDER BY hash", |row| {
        Ok(Kernel {
            hash: row.get(0)?,
            text: row.get(1)?,
        })
    })
}

pub(super) fn attempts(db: &Connection, lab: Option<&str>) -> rusqlite::Result<Vec<Attempt>> {
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

pub(super) fn log(db: &Connection) -> rusqlite::Result<Vec<LogRow>> {
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

pub(super) fn events(db: &Connection) -> rusqlite::Result<Vec<Event>> {
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

pub(super) fn reviews(db: &Connection) -> rusqlite::Result<Vec<Review>> {
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
