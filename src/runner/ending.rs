//! How each check ended: what a process reported and how it ended come in, a result for every chosen check comes out.
//!
//! The rule: a pass needs a finish record *and* the matching exit status. A check without a record is never a pass,
//! whatever was printed; when several share a dead process, each is to be run alone before one is blamed.

use lab::Check;

use super::cancel::Why;
use super::process::{Ended, How};
use super::report::CheckResult;
use super::select::Chosen;
use crate::store::Status;

/// Why a check after one that did not end has no verdict.
pub(super) const AFTER_STUCK: &str = "not run: an earlier check did not end";

/// What one process settled.
pub(super) struct Settled {
    /// Results, in course order.
    pub results: Vec<CheckResult>,
    /// Checks to run alone, because they shared a process that died.
    pub alone: Vec<&'static Check>,
}

/// Names every chosen check's ending. `alone` says that the process had one check only.
pub(super) fn settle(chosen: &Chosen, finished: Vec<CheckResult>, ended: &Ended) -> Settled {
    let part = chosen.part.id;
    let (mine, strange): (Vec<_>, Vec<_>) = finished.into_iter().partition(|result| {
        result.part == part && chosen.checks.iter().any(|check| check.id == result.check)
    });
    let complete = chosen
        .checks
        .iter()
        .all(|check| mine.iter().any(|result| result.check == check.id));
    let cancelled = matches!(ended.how, How::Cancelled(_));
    let shared = chosen.checks.len() > 1;
    let doubt = if complete || cancelled {
        contradiction(&mine, ended)
    } else {
        None
    };
    let mut settled = Settled {
        results: Vec::new(),
        alone: Vec::new(),
    };
    // Of checks that share a process in order, the first without a record is the one that did not end.
    let timed_out = shared && ended.how == How::TimedOut;
    let mut stuck = false;
    for check in &chosen.checks {
        let record = mine.iter().find(|result| result.check == check.id);
        let believed = complete || cancelled || !shared;
        match record {
            Some(result) if believed || result.status == Status::Fail => {
                settled
                    .results
                    .push(doubted(result.clone(), doubt.as_ref()));
            }
            None if stuck => settled
                .results
                .push(not_run(part, check.id, None, AFTER_STUCK)),
            None if timed_out => {
                stuck = true;
                settled.results.push(without_record(part, check, ended));
            }
            _ if !believed => settled.alone.push(check),
            _ => settled.results.push(without_record(part, check, ended)),
        }
    }
    for result in strange {
        let message = "the checker reported a check that the lab does not list here";
        let (part, check) = (result.part, result.check);
        settled.results.push(CheckResult::named(
            &part,
            &check,
            Status::CheckerProblem,
            message,
        ));
    }
    settled
}

/// A result that stands for a check which was never started.
pub(super) fn not_run(part: &str, check: &str, why: Option<Why>, message: &str) -> CheckResult {
    let status = if why.is_some() {
        Status::Interrupted
    } else {
        Status::Skipped
    };
    CheckResult::named(part, check, status, message)
}

/// Why records that are all there are still not to be believed.
fn contradiction(records: &[CheckResult], ended: &Ended) -> Option<(Status, String)> {
    let failed = records.iter().any(|record| record.status == Status::Fail);
    let skipped = records
        .iter()
        .any(|record| record.status == Status::Skipped);
    match &ended.how {
        How::Exited(0) if !failed => None,
        How::Exited(101) if failed || skipped => None,
        How::Exited(code) => Some((
            Status::CheckerProblem,
            format!("the checker's records and its exit status {code} contradict each other"),
        )),
        how => {
            let (status, what) = ending(how)?;
            if status == Status::Interrupted {
                return Some((status, "ended before the checker was".to_owned()));
            }
            Some((status, format!("after its last check the checker {what}")))
        }
    }
}

fn doubted(mut result: CheckResult, doubt: Option<&(Status, String)>) -> CheckResult {
    if let (Status::Pass, Some((status, message))) = (result.status, doubt) {
        result.status = *status;
        result.message.clone_from(message);
    }
    result
}

fn without_record(part: &str, check: &Check, ended: &Ended) -> CheckResult {
    let (status, message) = match &ended.how {
        How::Exited(0) => (
            Status::NoEvidence,
            "the checker ended well without saying that this check was finished".to_owned(),
        ),
        How::Exited(101) => (Status::Crashed, "the checker panicked".to_owned()),
        How::Exited(code) => (
            Status::Crashed,
            format!("the checker ended with status {code} in this check"),
        ),
        How::TimedOut => (
            Status::TimedOut,
            format!("not finished after {} s; ended", check.limit_s),
        ),
        How::NotStarted(why) => (
            Status::CheckerProblem,
            format!("the checker could not be started ({why})"),
        ),
        How::Cancelled(_) => (
            Status::Interrupted,
            "ended before it was finished".to_owned(),
        ),
        How::Signal(signal) => (
            Status::Crashed,
            format!("the checker died in this check: {}", signal_name(*signal)),
        ),
    };
    let mut result = CheckResult::named(part, check.id, status, message);
    result.detail = output(ended);
    result
}

fn ending(how: &How) -> Option<(Status, String)> {
    match how {
        How::Exited(_) => None,
        How::Signal(signal) => Some((Status::Crashed, format!("died: {}", signal_name(*signal)))),
        How::TimedOut => Some((Status::TimedOut, "did not end and was ended".to_owned())),
        How::Cancelled(_) => Some((Status::Interrupted, "was ended".to_owned())),
        How::NotStarted(why) => Some((Status::CheckerProblem, why.clone())),
    }
}

fn output(ended: &Ended) -> String {
    let said = if ended.stderr.trim().is_empty() {
        &ended.stdout
    } else {
        &ended.stderr
    };
    said.trim().to_owned()
}

pub(super) fn signal_name(signal: i32) -> String {
    let name = match signal {
        4 => "illegal instruction",
        6 => "abort",
        7 => "bus error",
        8 => "arithmetic error",
        9 => "killed, perhaps out of memory",
        11 => "segmentation fault",
        15 => "asked to end",
        _ => return format!("signal {signal}"),
    };
    format!("{name} (signal {signal})")
}

/// The whole's ending: the gravest of its checks.
pub(super) fn outcome(results: &[CheckResult], compiles: impl Fn(&CheckResult) -> bool) -> Status {
    let has = |status| results.iter().any(|result| result.status == status);
    for grave in [
        Status::Interrupted,
        Status::CheckerProblem,
        Status::Crashed,
        Status::TimedOut,
        Status::NoEvidence,
    ] {
        if has(grave) {
            return grave;
        }
    }
    if results
        .iter()
        .any(|result| result.status == Status::Fail && compiles(result))
    {
        return Status::DidNotCompile;
    }
    match () {
        () if results.is_empty() => Status::CheckerProblem,
        () if has(Status::Fail) || has(Status::Skipped) => Status::Fail,
        () if has(Status::Pass) => Status::Pass,
        () => Status::NotMeasured,
    }
}

#[cfg(test)]
mod tests;
