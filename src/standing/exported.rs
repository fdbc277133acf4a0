//! Where somebody stands by an exported progress file: a numbered course and the export come in, the same [`Standing`] comes out that their
//! own store would give, without a store.
//!
//! Files of theirs are not here: an item that a file decides counts where a mark says that it was met.

use std::collections::HashMap;

use super::Standing;
use super::numbering::{Kept, Numbering};
use crate::store::{CheckRow, Export, Mark, MarkSource, Status};

impl Numbering<'_> {
    /// The standing of whoever exported this.
    pub fn exported(&self, export: &Export) -> Standing {
        let mut marks: HashMap<&str, &Mark> = HashMap::new();
        for mark in &export.marks {
            let newest = marks.entry(&mark.item).or_insert(mark);
            if newest.at <= mark.at {
                *newest = mark;
            }
        }
        let mut kept = self.attempts(export);
        kept.rows.marked = self.where_id(|id| marks.get(id).is_some_and(|mark| mark.on));
        kept.rows.files = self.files(|item| {
            let mark = marks.get(item.id.as_str());
            mark.is_some_and(|mark| mark.on && mark.source == MarkSource::Evidence)
        });
        self.standing(&kept)
    }

    fn attempts(&self, export: &Export) -> Kept {
        let mut kept = self.labs.nothing();
        let mut newest: HashMap<&str, (&str, Status)> = HashMap::new();
        for attempt in &export.attempts {
            let passed = |check: &&CheckRow| check.status == Status::Pass;
            let passed = attempt.checks.iter().filter(passed);
            let passed = passed.map(|check| (&*check.part, &*check.check, check.value));
            self.labs.add(&mut kept, &attempt.lab, passed);
            let started = attempt.started.as_str();
            let last = newest.entry(&attempt.lab).or_insert(("", attempt.outcome));
            if last.0 <= started {
                *last = (started, attempt.outcome);
            }
        }
        for (lab, (_, outcome)) in newest {
            self.labs.ended(&mut kept, lab, outcome);
        }
        kept
    }
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
        let read = Numbering::of(&course, config.labs.all()).exported(&export);
        assert_eq!(read, stored);
        assert!(read.course.done > 0 && read.course.done < read.course.total);
    }
}
