//! Checkers that misbehave, played by shell scripts: none of them gets a pass out of the runner.
//! Each ending has its own name, nothing is left running, and the attempt is recorded.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::fixture::Course;

/// The outcome and the first check's status and message.
fn judged(course: &Course) -> (String, String, String) {
    let value = course.json(&["check", "vector-add"]);
    let first = &value["checks"][0];
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    (
        text(&value["outcome"]),
        text(&first["status"]),
        text(&first["message"]),
    )
}

#[test]
fn ending_well_without_evidence_is_no_pass() {
    for script in ["exit 0", "echo 'test result: ok. 23 passed; 0 failed'"] {
        let course = Course::judged_by(script);
        let (outcome, status, _) = judged(&course);
        assert_eq!(
            (outcome.as_str(), status.as_str()),
            ("no-evidence", "no-evidence")
        );
        assert_eq!(course.run(&["check", "vector-add"]).status, 1);
        assert_eq!(course.attempts(), 2);
    }
}

#[test]
fn records_of_another_run_do_not_count() {
    let line = r#"{"nonce":"guessed","event":"finish","lab":"vector-add","part":"fill","check":"compiles","status":"pass"}"#;
    let course = Course::judged_by(&format!("echo '{line}' >> \"$COURSE_REPORT\""));
    assert_eq!(judged(&course).0, "no-evidence");
}

#[test]
fn a_check_nobody_listed_and_a_false_status_are_problems() {
    let line = r#"{"nonce":"'$COURSE_NONCE'","event":"finish","lab":"vector-add","part":"fill","check":"bribe","status":"pass"}"#;
    let course = Course::judged_by(&format!("echo '{line}' >> \"$COURSE_REPORT\""));
    assert_eq!(judged(&course).0, "checker-problem");
    assert_eq!(course.run(&["check", "vector-add"]).status, 3);
}

#[test]
fn a_signal_is_named() {
    let (outcome, status, message) = judged(&Course::judged_by("kill -SEGV $$"));
    assert_eq!((outcome.as_str(), status.as_str()), ("crashed", "crashed"));
    assert!(message.contains("segmentation fault"), "{message}");
}

#[test]
fn a_flood_costs_little() {
    let began = Instant::now();
    let course = Course::judged_by("head -c 20000000 /dev/zero | tr '\\0' 'x'");
    let value = course.json(&["check", "vector-add", "fill/compiles"]);
    assert_eq!(value["outcome"], "no-evidence");
    assert!(value["checks"][0]["detail"].as_str().unwrap().len() < 70_000);
    assert!(began.elapsed() < Duration::from_secs(10));
}

pub fn a_checker_that_hangs_is_ended_with_its_children() {
    let course = Course::judged_by("sleep 600 & echo $! >> \"$0.pids\"; wait");
    let began = Instant::now();
    let value = course.json(&["check", "vector-add", "fill"]);
    assert_eq!(value["outcome"], "timed-out");
    assert_eq!(value["checks"][0]["status"], "timed-out");
    assert_eq!(value["checks"][1]["status"], "skipped");
    assert!(
        (9..15).contains(&began.elapsed().as_secs()),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn control_c_records_an_interrupted_attempt() {
    let course = Course::judged_by("sleep 600 & wait");
    let mut child = course.spawn(&["check", "vector-add"]);
    // Until the run has its folder, the signal would find no run to interrupt.
    let runs = course.path(".course/runs");
    while std::fs::read_dir(&runs).map_or(0, Iterator::count) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let history = course.json(&["history", "vector-add"]);
    assert_eq!(history["history"][0]["attempt"]["outcome"], "interrupted");
    assert_eq!(course.json(&["list"])["labs"][0]["done"], 0);
}
