//! The progress that pages show: computed when it is asked for and the store, the course, a learner's file or the day
//! changed, and taken as it is otherwise. Pages get it written into their HTML, so that they are right without a script.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::time::SystemTime;

use serde_json::Value;
use sorted::SortedSet;

use super::site::Snapshot;
use super::{Server, progress};
use crate::course::{Course, Rule};
use crate::store::today;

/// When a file was saved, and its size; nothing when it is not there.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// The learner's files that criteria and templates name, as they were looked at.
pub(super) struct Files {
    of: Arc<Snapshot>,
    paths: Vec<PathBuf>,
}

/// Progress, and what it was computed from.
pub(super) struct Kept {
    of: Arc<Snapshot>,
    counter: i64,
    files: Vec<Stamp>,
    day: String,
    progress: Arc<Value>,
}

/// The learner's files that a course looks at, relative to its root.
fn files_of(course: &Course) -> SortedSet<&str> {
    let items = course.items();
    let asked = items.iter().filter_map(|located| match &located.item.rule {
        Rule::Artifact { path, .. } => Some(path.as_str()),
        _ => None,
    });
    let forms = course.templates().map(|page| page.front.file.as_str());
    asked.chain(forms.filter(|file| !file.is_empty())).collect()
}

impl Server {
    /// When each of the learner's files that the course looks at was saved.
    pub(super) fn learner_files(&self) -> Vec<Stamp> {
        let snapshot = self.site.snapshot();
        let mut held = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if held
            .as_ref()
            .is_none_or(|files| !Arc::ptr_eq(&files.of, &snapshot))
        {
            let course = snapshot.built.as_ref().map(|built| &built.course);
            let paths =
                course.map(|course| files_of(course).into_iter().map(PathBuf::from).collect());
            *held = Some(Files {
                of: snapshot,
                paths: paths.unwrap_or_default(),
            });
        }
        let paths = held.iter().flat_map(|files| &files.paths);
        let stamp = |path: &PathBuf| {
            let meta = std::fs::metadata(self.config.root.join(path)).ok()?;
            Some((meta.modified().ok(), meta.len()))
        };
        paths.map(stamp).collect()
    }

    /// What the learner has done; of nobody when the store cannot be read.
    pub(super) fn progress(&self, snapshot: &Arc<Snapshot>) -> Arc<Value> {
        let Some(built) = &snapshot.built else {
            return Arc::default();
        };
        let (files, day) = (self.learner_files(), today());
        let Ok(counter) = self.with_store(|store| store.change_counter()) else {
            return Arc::new(built.no_progress());
        };
        let mut held = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let same = held.as_ref().filter(|kept| {
            Arc::ptr_eq(&kept.of, snapshot)
                && (kept.counter, &kept.files, &kept.day) == (counter, &files, &day)
        });
        if let Some(kept) = same {
            return kept.progress.clone();
        }
        let config = &self.config;
        let progress =
            self.with_store(|store| progress::of(built, config, store, built.no_progress()));
        let progress = Arc::new(progress.unwrap_or_else(|_| built.no_progress()));
        *held = Some(Kept {
            of: snapshot.clone(),
            counter,
            files,
            day,
            progress: progress.clone(),
        });
        progress
    }
}

/// A page with the learner's ticks, and in the side list how far each part and module is.
pub(super) fn filled(html: &str, progress: &Value) -> String {
    let on: SortedSet<&str> = progress["on"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let mut out = String::with_capacity(html.len() + 512);
    let mut rest = html;
    while let Some(at) = rest.find(" data-") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let name = from.split(['=', ' ', '>']).nth(1).unwrap_or_default();
        let value = from.split('"').nth(1).unwrap_or_default();
        let (attribute, added) = match name {
            "data-side" => (true, side(&progress["rows"][value])),
            "data-item" => (true, ticked(on.contains(value))),
            "data-items" if before.ends_with("type=\"checkbox\"") => {
                (true, ticked(value.split(' ').all(|id| on.contains(id))))
            }
            _ => (false, String::new()),
        };
        let end = match attribute {
            // ` data-side="…"`
            true => name.len() + value.len() + 4,
            false => " data-".len(),
        };
        out.push_str(&from[..end]);
        out.push_str(&added);
        rest = &from[end..];
    }
    out + rest
}

fn ticked(is_on: bool) -> String {
    if is_on {
        " checked".to_owned()
    } else {
        String::new()
    }
}

fn side(row: &Value) -> String {
    let (done, total) = (row["done"].as_u64(), row["total"].as_u64());
    let (Some(done), Some(total), Some(status)) = (done, total, row["status"].as_str()) else {
        return String::new();
    };
    if total == 0 {
        return String::new();
    }
    let share = done as f64 / total as f64;
    format!(" data-status=\"{status}\" style=\"--done:{share:.3}\" title=\"{done} of {total}\"")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::filled;

    #[test]
    fn ticks_and_bars_are_written_into_a_page() {
        let progress = json!({ "on": ["a", "b"], "rows": { "part:p1": { "status": "in-progress", "done": 1, "total": 3 }, "part:p2": { "status": "not-started", "done": 0, "total": 0 } } });
        let page = "<p data-x data-items=\"a\"><input type=\"checkbox\" data-item=\"a\"> <input type=\"checkbox\" data-item=\"c\" disabled><input type=\"checkbox\" data-items=\"a b\" disabled><i class=\"side-bar\" data-side=\"part:p1\"></i><i data-side=\"part:p2\"></i> data-";
        assert_eq!(
            filled(page, &progress),
            "<p data-x data-items=\"a\"><input type=\"checkbox\" data-item=\"a\" checked> <input type=\"checkbox\" data-item=\"c\" disabled><input type=\"checkbox\" data-items=\"a b\" checked disabled><i class=\"side-bar\" data-side=\"part:p1\" data-status=\"in-progress\" style=\"--done:0.333\" title=\"1 of 3\"></i><i data-side=\"part:p2\"></i> data-"
        );
    }
}
