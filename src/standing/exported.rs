//! Where somebody stands by an exported progress file: the course and the export come in, the same [`Standing`] comes out that their own
//! store would give, without a store.
//!
//! Files of theirs are not here: an item that a file decides counts where a mark says that it was met.

use std::collections::{BTreeMap, BTreeSet};

use super::{Facts, Standing};
use crate::course::Course;
use crate::labs::Labs;
use crate::store::{Counts, Export, Mark, MarkSource, Passed, Status};

/// The standing in `course` of whoever exported this.
pub fn exported(course: &Course, labs: Labs, export: &Export) -> Standing {
    let mut marks: BTreeMap<String, Mark> = BTreeMap::new();
    for mark in &export.marks {
        let newest = marks
            .entry(mark.item.clone())
            .or_insert_with(|| mark.clone());
        if newest.at <= mark.at {
            newest.clone_from(mark);
        }
    }
    let evidence = |mark: &&Mark| mark.on && mark.source == MarkSource::Evidence;
    let met: BTreeSet<String> = marks
        .values()
        .filter(evidence)
        .map(|mark| mark.item.clone())
        .collect();
    let facts = Facts {
        labs: labs.all(),
        passed: Passed::of(&export.attempts),
        marks,
        tallies: tallies(export),
        met,
        counts: counts(export),
    };
    facts.standing(course)
}

/// For each lab, how many attempts there are and how the newest ended.
fn tallies(export: &Export) -> BTreeMap<String, (usize, Status)> {
    let mut newest: BTreeMap<&str, (usize, &str, Status)> = BTreeMap::new();
    for attempt in &export.attempts {
        let entry = newest.entry(&attempt.lab);
        let (count, at, outcome) = entry.or_insert((0, "", attempt.outcome));
        *count += 1;
        if *at <= attempt.started.as_str() {
            (*at, *outcome) = (&attempt.started, attempt.outcome);
        }
    }
    let tally = |(lab, (count, _, outcome)): (&str, (usize, &str, Status))| {
        (lab.to_owned(), (count, outcome))
    };
    newest.into_iter().map(tally).collect()
}

/// The least and the most that each check counted when it passed.
fn counts(export: &Export) -> Counts {
    let mut counts = Counts::new();
    for attempt in &export.attempts {
        for check in attempt
            .checks
            .iter()
            .filter(|check| check.status == Status::Pass)
        {
            if let Some(value) = check.value {
                let name = format!("{}/{}", check.part, check.check);
                let bounds = counts
                    .entry((attempt.lab.clone(), name))
                    .or_insert((value, value));
                *bounds = (bounds.0.min(value), bounds.1.max(value));
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::store::Store;

    #[test]
    fn an_export_stands_where_its_store_does() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let course = crate::course::load(&root.join("tests/fixtures/course/good")).course;
        let dir = tempfile::tempdir().unwrap();
        let config = Config::at(dir.path());
        let store = Store::open(&config.progress_db()).unwrap();
        let items: Vec<String> = course
            .items()
            .iter()
            .map(|one| one.item.id.clone())
            .collect();
        assert!(items.len() > 3, "{items:?}");
        let marks = items.iter().enumerate().flat_map(|(at, item)| {
            let mark = |on: bool, minute: usize| {
                serde_json::json!({"item": item, "on": on, "source": "manual", "at": format!("2026-01-01T10:{minute:02}:00Z")})
            };
            // Every third is taken off again, and the file says so in the wrong order.
            [mark(at % 3 != 0, 30), mark(true, 10)]
        });
        let attempt = serde_json::json!({"lab": "rope", "source_hash": "0".repeat(64), "started": "2026-01-01T11:00:00Z", "outcome": "fail",
            "checks": [{"part": "v0", "check": "right", "status": "pass", "value": 3.0, "line": 0}]});
        let text = serde_json::json!({"format": "course-progress", "version": 1, "marks": marks.collect::<Vec<_>>(), "attempts": [attempt]});
        let export = Export::read(&text.to_string()).unwrap();
        store.import(&text.to_string()).unwrap();
        let stored = super::super::standing(&course, &config, &store).unwrap();
        let read = exported(&course, config.labs, &export);
        assert_eq!(read, stored);
        assert!(read.course.done > 0 && read.course.done < read.course.total);
        assert_eq!(counts(&export), store.counts().unwrap());
        assert_eq!(tallies(&export), store.tallies().unwrap());
    }
}
