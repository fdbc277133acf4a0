//! The one runner of the corpora: every case of a folder is judged, and what is wrong with each is told together.

use crate::cases;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

/// Judges a case by its path and text: every complaint.
pub type Judge<'a> = &'a (dyn Fn(&Path, &str) -> Vec<String> + Sync);

/// Judges each case of `tests/FOLDER`, on every core; `ONLY=part-of-a-name` judges some. Panics with every complaint, in the cases' order.
pub fn judge_all(folder: &str, judge: Judge<'_>) {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut cases = cases::of(folder);
    cases.retain(|(path, _)| path.to_string_lossy().contains(&only));
    let failures = complaints(folder, &cases, judge);
    assert!(
        failures.is_empty(),
        "{} complaints about {} cases:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

fn complaints(folder: &str, cases: &[cases::Case], judge: Judge<'_>) -> Vec<String> {
    let left = Mutex::new(cases.iter().enumerate());
    let next = || left.lock().expect("no judge holds it").next();
    let work = || {
        let mut found = Vec::new();
        while let Some((at, (path, text))) = next() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let wrong = judge(path, text).into_iter();
            found.extend(wrong.map(|why| (at, format!("{folder}/{name}: {why}"))));
        }
        found
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, String)> = thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let ended = all.into_iter().map(|one| one.join());
        ended
            .flat_map(|one| one.unwrap_or_else(|why| std::panic::resume_unwind(why)))
            .collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, complaint)| complaint).collect()
}
