//! Labs in Rust through the binary: compiled apart, judged like kernels, and every ending has its name.

use crate::fixture::Course;

/// A course whose napkin is the solution with something exchanged.
fn napkin(from: &str, to: &str) -> Course {
    let course = Course::new();
    let marked = std::fs::read_to_string(
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("labs/napkin/solution.rs"),
    )
    .unwrap();
    let text = lab::markers::solution(&marked);
    assert!(text.contains(from), "{from}");
    let path = course.path("labs/napkin/exercise.rs");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    course
}

/// The outcome, and status and message of one check.
fn judged(course: &Course, check: &str) -> (String, String, String) {
    let value = course.json(&["check", "napkin"]);
    let (part, id) = check.split_once('/').unwrap();
    let checks = value["checks"].as_array().unwrap();
    let found = checks
        .iter()
        .find(|c| c["part"] == part && c["check"] == id);
    let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_owned();
    let found = found.unwrap();
    (
        text(&value["outcome"]),
        text(&found["status"]),
        text(&found["message"]),
    )
}

#[test]
fn the_solution_passes_and_a_typo_is_the_learners() {
    let (outcome, status, _) = judged(&napkin("pub fn", "pub fn"), "bytes/weights");
    assert_eq!((outcome.as_str(), status.as_str()), ("pass", "pass"));
    let broken = napkin("pub fn weight_bytes", "pub fn weight_bytes)");
    let (outcome, status, message) = judged(&broken, "bytes/compiles");
    assert_eq!(
        (outcome.as_str(), status.as_str()),
        ("did-not-compile", "fail")
    );
    assert!(message.starts_with("line "), "{message}");
    let missing = napkin("pub fn slip(", "pub fn slipped(");
    let (_, _, message) = judged(&missing, "slip/compiles");
    assert!(message.contains("`slip`"), "{message}");
}

pub fn leaving_early_is_no_pass_and_an_endless_loop_is_ended() {
    let body = |text: &str| {
        napkin(
            "pub fn cache_per_token(",
            &format!("{text}\npub fn cache_per_token("),
        )
    };
    let course = body("fn never() { loop { std::hint::spin_loop() } }");
    let path = course.path("labs/napkin/exercise.rs");
    let text = std::fs::read_to_string(&path).unwrap();
    let at = text.find("pub fn cache_per_token(").unwrap();
    let open = at + text[at..].find('{').unwrap() + 1;
    let inserted = |what: &str| format!("{}\n    {what};{}", &text[..open], &text[open..]);
    std::fs::write(&path, inserted("std::process::exit(0)")).unwrap();
    let (outcome, status, _) = judged(&course, "bytes/cache");
    assert_ne!((outcome.as_str(), status.as_str()), ("pass", "pass"));
    assert_eq!(status, "no-evidence");
    std::fs::write(&path, inserted("never()")).unwrap();
    let value = course.json(&["check", "napkin", "bytes/cache"]);
    assert_eq!(value["outcome"], "timed-out");
    std::fs::write(&path, inserted("panic!(\"too many\")")).unwrap();
    let (_, status, message) = judged(&course, "bytes/cache");
    assert_eq!(status, "fail");
    assert!(message.contains("it panicked: too many"), "{message}");
}
