//! Every way in which a checker can fail to give evidence, and the name it gets.
//! No process is started here: records and endings are made up.

use std::sync::LazyLock;

use lab::{Kind, Lab};

use super::*;
use crate::labs::toy;

static LAB: LazyLock<Lab> = LazyLock::new(|| {
    toy::lab(|| {
        vec![toy::part_of(
            "v0",
            &[("a", Kind::Correct), ("b", Kind::Correct)],
        )]
    })
});

fn both() -> Chosen {
    let part = &LAB.parts[0];
    Chosen {
        part,
        checks: part.checks.iter().collect(),
        whole: true,
    }
}

fn only_a() -> Chosen {
    let part = &LAB.parts[0];
    Chosen {
        part,
        checks: vec![&part.checks[0]],
        whole: false,
    }
}

fn record(check: &str, status: Status) -> CheckResult {
    CheckResult::named("v0", check, status, "")
}

fn end(how: How) -> Ended {
    Ended {
        how,
        stdout: "test result: ok. 1 passed".into(),
        stderr: String::new(),
    }
}

fn statuses(settled: &Settled) -> Vec<Status> {
    settled.results.iter().map(|result| result.status).collect()
}

#[test]
fn a_pass_needs_a_record_and_its_exit_status() {
    let passes = || vec![record("a", Status::Pass), record("b", Status::Pass)];
    let of = |how| statuses(&settle(&both(), passes(), &end(how)));
    assert_eq!(of(How::Exited(0)), [Status::Pass; 2]);
    assert_eq!(of(How::Exited(101)), [Status::CheckerProblem; 2]);
    assert_eq!(of(How::Exited(3)), [Status::CheckerProblem; 2]);
    assert_eq!(of(How::Signal(11)), [Status::Crashed; 2]);
    assert_eq!(of(How::TimedOut), [Status::TimedOut; 2]);
}

#[test]
fn a_failure_with_status_zero_takes_no_pass_along() {
    let records = vec![record("a", Status::Pass), record("b", Status::Fail)];
    let settled = settle(&both(), records.clone(), &end(How::Exited(0)));
    assert_eq!(statuses(&settled), [Status::CheckerProblem, Status::Fail]);
    let settled = settle(&both(), records, &end(How::Exited(101)));
    assert_eq!(statuses(&settled), [Status::Pass, Status::Fail]);
}

#[test]
fn what_shared_a_dead_process_is_run_alone() {
    for how in [How::Exited(0), How::Exited(101), How::Signal(11)] {
        let alone = |status| {
            let settled = settle(&both(), vec![record("a", status)], &end(how.clone()));
            settled
                .alone
                .iter()
                .map(|check| check.id)
                .collect::<Vec<_>>()
        };
        // A pass is only believed of a process that ended as it should; a failure always is.
        assert_eq!(alone(Status::Pass), ["a", "b"]);
        assert_eq!(alone(Status::Fail), ["b"]);
    }
}

#[test]
fn the_first_without_a_record_is_the_one_that_did_not_end() {
    let settled = settle(&both(), Vec::new(), &end(How::TimedOut));
    assert_eq!(statuses(&settled), [Status::TimedOut, Status::Skipped]);
    let settled = settle(
        &both(),
        vec![record("a", Status::Pass)],
        &end(How::TimedOut),
    );
    assert_eq!(statuses(&settled), [Status::TimedOut]);
    assert_eq!(settled.alone.len(), 1);
}

#[test]
fn alone_each_ending_has_its_name() {
    let of = |how| statuses(&settle(&only_a(), Vec::new(), &end(how)))[0];
    assert_eq!(of(How::Exited(0)), Status::NoEvidence);
    assert_eq!(of(How::Exited(101)), Status::Crashed);
    assert_eq!(of(How::Exited(7)), Status::Crashed);
    assert_eq!(of(How::Signal(11)), Status::Crashed);
    assert_eq!(of(How::TimedOut), Status::TimedOut);
    assert_eq!(of(How::NotStarted("x".into())), Status::CheckerProblem);
    assert_eq!(of(How::Cancelled(Why::Interrupted)), Status::Interrupted);
}

#[test]
fn a_check_nobody_listed_is_a_problem() {
    let records = vec![record("a", Status::Pass), record("zzz", Status::Pass)];
    let settled = settle(&only_a(), records, &end(How::Exited(0)));
    assert_eq!(statuses(&settled), [Status::Pass, Status::CheckerProblem]);
}

#[test]
fn the_gravest_ending_names_the_attempt() {
    let of = |all: &[Status]| {
        let results: Vec<_> = all.iter().map(|status| record("a", *status)).collect();
        outcome(&results, |_| false)
    };
    assert_eq!(of(&[]), Status::CheckerProblem);
    assert_eq!(of(&[Status::Pass, Status::NotMeasured]), Status::Pass);
    assert_eq!(of(&[Status::NotMeasured]), Status::NotMeasured);
    assert_eq!(
        of(&[Status::Pass, Status::Fail, Status::Skipped]),
        Status::Fail
    );
    assert_eq!(of(&[Status::Fail, Status::Crashed]), Status::Crashed);
    assert_eq!(
        of(&[Status::Pass, Status::Interrupted]),
        Status::Interrupted
    );
    let failed = [record("a", Status::Fail)];
    assert_eq!(outcome(&failed, |_| true), Status::DidNotCompile);
}
