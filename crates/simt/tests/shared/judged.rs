//! The one runner of the corpora: every case of a folder is judged, and what is wrong with each is told together.

use crate::cases;
use std::path::Path;

/// Judges each case of `tests/FOLDER` by its path and text; `ONLY=part-of-a-name` judges some. Panics with every complaint.
pub fn judge_all(folder: &str, judge: &mut dyn FnMut(&Path, &str) -> Vec<String>) {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut cases = cases::of(folder);
    cases.retain(|(path, _)| path.to_string_lossy().contains(&only));
    let mut failures = Vec::new();
    for (path, text) in &cases {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let wrong = judge(path, text).into_iter();
        failures.extend(wrong.map(|why| format!("{folder}/{name}: {why}")));
    }
    assert!(
        failures.is_empty(),
        "{} complaints about {} cases:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}
