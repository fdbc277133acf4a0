//! A whole lab judged in one process within limits, as a class is graded: a request in, every check's ending and what cut it short out.
//!
//! The rule is that of `run.rs`: a pass needs a finish record and a process that ended in order. Where the one process did not, parts
//! run again each in a process of its own: after a death all but the part that it died in, after a limit those before it alone, for
//! the submission has had its time.

use lab::{HIDDEN, Lab, Language, Part};

use super::bounds::{self, Bounds};
use super::ending::not_run;
use super::judge::{self, Judge, NoJudge};
use super::process::{Ended, How};
use super::report::CheckResult;
use super::run::{Request, Scene, uncompiled};
use crate::exit::Failure;
use crate::store::Status;

/// A lab that was judged in one process.
#[derive(Clone, Debug)]
pub struct Whole {
    /// Every check in course order; those of hidden cases after the others of their part, where they were asked for.
    pub results: Vec<CheckResult>,
    /// What cut it short.
    pub cut: Option<Cut>,
}

/// What cut judging short, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// A limit.
    Limit(String),
    /// The process died in its own way.
    Died(String),
    /// The run was ended from outside, and nothing of it counts.
    Interrupted,
}

/// Why part after part that is not judged says so.
const NO_TIME: &str = "not run: the submission was ended before";

/// Judges everything of a lab; with a key, the hidden cases, too. Of labs in Rust there are none.
///
/// # Errors
/// When there is no program to judge it, or the run's files cannot be written; what was handed in is never the cause.
pub fn judge_whole(
    request: Request<'_>,
    bounds: Bounds,
    key: Option<&str>,
) -> Result<Whole, Failure> {
    let lab = request.lab;
    let key = key.filter(|_| lab.language == Language::Cuda);
    let judge = match judge::of(request, &mut || {}) {
        Ok(judge) => judge::bounded(judge, lab.language)?,
        Err(NoJudge::Failed(failure)) => return Err(failure),
        Err(NoJudge::Cancelled) => return Ok(interrupted()),
        Err(NoJudge::Uncompiled(why)) => {
            let results = uncompiled(request, &why, &mut |_| {}).results;
            return Ok(Whole { results, cut: None });
        }
    };
    let mut scene = Scene::set(request.config, lab, request.source)?;
    scene.wishes = request.wishes;
    let one = One {
        request,
        judge: &judge,
        scene: &scene,
        bounds,
        key,
    };
    let parts: Vec<&'static Part> = lab.parts.iter().collect();
    let (ended, finished) = one.process(&parts, true);
    if is_in_order(&ended, &finished, one.wanted(&parts)) {
        return Ok(Whole {
            results: finished,
            cut: None,
        });
    }
    let cut = cut(&ended, bounds)?;
    if cut == Cut::Interrupted {
        return Ok(interrupted());
    }
    one.apart(&parts, (&cut, &finished))
}

fn interrupted() -> Whole {
    Whole {
        results: Vec::new(),
        cut: Some(Cut::Interrupted),
    }
}

/// One submission that is judged.
struct One<'a> {
    request: Request<'a>,
    judge: &'a Judge,
    scene: &'a Scene,
    bounds: Bounds,
    key: Option<&'a str>,
}

impl One<'_> {
    /// The checks of a part that have a record, in order.
    fn checks(&self, part: &'static Part) -> impl Iterator<Item = &'static str> {
        let hidden = self.key.is_some() && part.has_hidden();
        let visible = part.checks.iter().map(|check| check.id);
        visible.chain(hidden.then_some(HIDDEN))
    }

    fn wanted(&self, parts: &[&'static Part]) -> usize {
        parts.iter().map(|part| self.checks(part).count()).sum()
    }

    /// Runs these parts in one process, to its end.
    fn process(&self, parts: &[&'static Part], all: bool) -> (Ended, Vec<CheckResult>) {
        let args = match parts {
            [part] if !all => vec!["--part".to_owned(), part.id.to_owned()],
            _ => Vec::new(),
        };
        let (mut job, mut report) = self.scene.started(args, self.bounds.patience());
        job.program.clone_from(&self.judge.program);
        job.args.splice(..0, self.judge.first.iter().cloned());
        job.env.extend(self.bounds.environment());
        if let Some(key) = self.key {
            job.env.push((judge::HIDDEN_KEY.to_owned(), key.to_owned()));
        }
        let (executor, cancel) = (self.request.executor, self.request.cancel);
        let ended = executor.run(&job, cancel, &mut || false);
        let ours = |result: &CheckResult| {
            parts.iter().any(|part| {
                part.id == result.part && self.checks(part).any(|check| check == result.check)
            })
        };
        let mut finished = report.finished();
        finished.retain(ours);
        (ended, finished)
    }

    /// What stands when the one process did not end in order: parts that can still be judged are, each alone.
    fn apart(
        &self,
        parts: &[&'static Part],
        (first, finished): (&Cut, &[CheckResult]),
    ) -> Result<Whole, Failure> {
        let done = |part: &&'static Part| {
            let of_part = |result: &&CheckResult| result.part == part.id;
            finished.iter().filter(of_part).count() == self.checks(part).count()
        };
        // The part that was at work is the first that has not all its records.
        let stuck = parts.iter().position(|part| !done(part));
        let mut results = Vec::new();
        let mut cut = first.clone();
        for (at, &part) in parts.iter().enumerate() {
            let before = stuck.is_none_or(|stuck| at < stuck);
            let limited = matches!(cut, Cut::Limit(_));
            if limited && !before {
                let reason = (at == stuck.unwrap_or(0)).then_some(&cut);
                results.extend(self.unfinished(part, finished, reason));
                continue;
            }
            if parts.len() == 1 || Some(at) == stuck {
                results.extend(self.unfinished(part, finished, Some(first)));
                continue;
            }
            let (ended, alone) = self.process(&[part], false);
            if is_in_order(&ended, &alone, self.wanted(&[part])) {
                results.extend(alone);
                continue;
            }
            let why = self::cut(&ended, self.bounds)?;
            if why == Cut::Interrupted {
                return Ok(interrupted());
            }
            results.extend(self.unfinished(part, &alone, Some(&why)));
            if matches!(why, Cut::Limit(_)) {
                cut = why;
            }
        }
        let cut = Some(cut);
        Ok(Whole { results, cut })
    }

    /// The checks of a part whose process did not end in order: failures stand, the first without a record is the one that did not end.
    fn unfinished(
        &self,
        part: &'static Part,
        finished: &[CheckResult],
        why: Option<&Cut>,
    ) -> Vec<CheckResult> {
        let mut blame = why;
        let mut results = Vec::new();
        for check in self.checks(part) {
            let is_it = |result: &&CheckResult| result.part == part.id && result.check == check;
            let record = finished.iter().find(is_it);
            results.push(match (record, blame.take()) {
                (Some(result), kept) if result.status == Status::Fail => {
                    blame = kept;
                    result.clone()
                }
                (Some(result), kept) => {
                    blame = kept;
                    let status = Status::NoEvidence;
                    let message = "finished, by a process that did not end in order";
                    CheckResult::named(&result.part, check, status, message)
                }
                (None, Some(Cut::Limit(why))) => {
                    CheckResult::named(part.id, check, Status::TimedOut, why.clone())
                }
                (None, Some(Cut::Died(why))) => {
                    CheckResult::named(part.id, check, Status::Crashed, why.clone())
                }
                (None, _) => not_run(part.id, check, None, NO_TIME),
            });
        }
        results
    }
}

/// Whether all records are there and the process ended as they say.
fn is_in_order(ended: &Ended, finished: &[CheckResult], wanted: usize) -> bool {
    let bad = |result: &CheckResult| matches!(result.status, Status::Fail | Status::Skipped);
    let expected = if finished.iter().any(bad) { 101 } else { 0 };
    finished.len() == wanted && ended.how == How::Exited(expected)
}

/// What a process that did not end in order was ended by.
fn cut(ended: &Ended, bounds: Bounds) -> Result<Cut, Failure> {
    let said = ended.stderr.trim();
    let signal = match &ended.how {
        How::Signal(signal) => Some(*signal),
        _ => None,
    };
    if let Some(why) = bounds::limit(signal, said, bounds) {
        return Ok(Cut::Limit(why));
    }
    Ok(match &ended.how {
        How::Cancelled(_) => Cut::Interrupted,
        How::TimedOut | How::Exited(checker::FORGOTTEN) => Cut::Limit(format!(
            "judging did not end within {} s and was ended",
            bounds.patience()
        )),
        How::NotStarted(why) => {
            return Err(Failure::broken(format!(
                "a judge could not be started ({why})"
            )));
        }
        // The judge's own files; a disk that is full, for one.
        How::Exited(3) => return Err(Failure::broken(said.trim_start_matches("error: "))),
        How::Exited(0 | 101) => {
            Cut::Died("the judge ended without a record of every check".to_owned())
        }
        How::Exited(code) => Cut::Died(format!("the judge ended with status {code}")),
        How::Signal(signal) => Cut::Died(format!(
            "the judge died: {}",
            super::ending::signal_name(*signal)
        )),
    })
}

/// Whether a lab has checks that only grading runs.
pub fn has_hidden(lab: &Lab) -> bool {
    lab.parts.iter().any(Part::has_hidden)
}

/// The ending of a whole that has these results, as `run.rs` names it.
pub fn outcome_of(lab: &Lab, results: &[CheckResult]) -> Status {
    super::ending::outcome(results, |result| super::run::compiles(lab, result))
}
