//! The judge: a lab and a learner's text in, a record for each check and one verdict out.
//!
//! The rule: each case of a part runs once with all probes on, and every check of the part is derived from those runs;
//! only the order check runs its few cases again. The first failure that makes later answers meaningless turns them
//! into "skipped", with the reason: nothing is right or wrong about a text that does not compile, and counts of a
//! wrong kernel mean nothing. Where undefined behaviour was found *and* a result is wrong, the former is the cause, so
//! the check that found it fails and the comparison of results is skipped. What the cases hold is drawn from the text
//! ([`Seed`]): the same text meets the same numbers, and no text can know its own.
//! Read next: `runs.rs` for the runs of a part, `decide.rs` for how one check is decided.

use crate::decide::{Decision, decide};
use crate::device::Compiled;
use crate::program::{self, Amiss};
use crate::runs::Runs;
use crate::{Check, CheckRecord, Device, HIDDEN, Kind, Lab, Part, Seed, Select, Status, Verdict};

/// Judges `text`. Records are sent in check order, each as soon as it is known; the verdict is the gravest of them.
/// A selection that names nothing sends nothing and is [`Verdict::NotMeasured`]: the caller asked for no check.
pub fn judge(
    lab: &Lab,
    select: Select<'_>,
    text: &str,
    device: &mut dyn Device,
    sink: &mut dyn FnMut(CheckRecord),
) -> Verdict {
    let asked = Judging { select, key: None };
    judge_with_hidden(lab, asked, text, device, sink)
}

/// What is judged of a text.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// Which checks.
    pub select: Select<'a>,
    /// What hidden cases are drawn from besides the text; without one they are not run.
    pub key: Option<&'a str>,
}

/// The same, and with a key, after the checks of each part that has hidden cases, the record of those: its check is [`crate::HIDDEN`].
/// They are not run where the part's own cases already failed.
pub fn judge_with_hidden(
    lab: &Lab,
    Judging { select, key }: Judging<'_>,
    text: &str,
    device: &mut dyn Device,
    sink: &mut dyn FnMut(CheckRecord),
) -> Verdict {
    let program = compile(lab, text, device);
    let remarks = program
        .as_ref()
        .map_or(&[][..], |compiled| &compiled.remarks);
    let mut verdict = Verdict::NotMeasured;
    for part in &lab.parts {
        if !part
            .checks
            .iter()
            .any(|check| select.takes(part.id, check.id))
        {
            continue;
        }
        let amiss = match &program {
            Ok(compiled) => program::missing(part, &compiled.kernels),
            Err(amiss) => Some(amiss.clone()),
        };
        let runs = match amiss {
            Some(amiss) => Runs {
                unwatched: device.unwatched().map(str::to_owned),
                ..Runs::impossible(amiss)
            },
            None => Runs {
                remarks: remarks.to_vec(),
                ..Runs::of(part, part.cases(Seed::of(text)), device)
            },
        };
        let mut prints = runs.prints();
        // Of a part of which only this is asked, it is told with this.
        let only_compiles = !part
            .checks
            .iter()
            .any(|check| !is_compiles(check) && select.takes(part.id, check.id));
        let mut decided = Decided::default();
        for check in &part.checks {
            let decision = decide(check, part, &runs, &decided);
            verdict = graver(verdict, check, decision.status);
            decided.note(check, &decision);
            if select.takes(part.id, check.id) {
                let mut record = record(lab, part, check, decision, device.name());
                if only_compiles || !is_compiles(check) {
                    record.prints = prints.take();
                }
                sink(record);
            }
        }
        if let Some(key) = key.filter(|_| part.has_hidden()) {
            let check = Check::new(
                HIDDEN,
                "right on the cases that only grading runs",
                Kind::Correct,
            );
            let decision = match decided.gate {
                Some(gate) => Decision::new(
                    Status::Skipped,
                    format!("not judged before `{gate}` passes"),
                ),
                None => hidden(part, Seed::hidden(text, key), device),
            };
            verdict = graver(verdict, &check, decision.status);
            sink(record(lab, part, &check, decision, device.name()));
        }
    }
    verdict
}

/// What the part's hidden cases come to: the first of its checks on results and soundness that fails on them, else that all are right.
fn hidden(part: &Part, seed: Seed, device: &mut dyn Device) -> Decision {
    let runs = Runs::of(part, part.hidden_cases(seed), device);
    let (mut failed, mut right) = (None, None);
    let asked = part.checks.iter();
    for check in asked.filter(|check| gates(check) && !is_compiles(check)) {
        let decision = decide(check, part, &runs, &Decided::default());
        match (&check.kind, decision.status) {
            (_, Status::Fail) if failed.is_none() => failed = Some(decision),
            (Kind::Correct, _) => right = Some(decision),
            _ => {}
        }
    }
    let runs = format!("right and sound on all {} cases", runs.of);
    failed
        .or(right)
        .unwrap_or_else(|| Decision::new(Status::Pass, runs))
}

/// Whether nothing after this check means anything when it fails.
fn gates(check: &Check) -> bool {
    !matches!(
        check.kind,
        Kind::Budget(_) | Kind::Property(_) | Kind::NoScratch | Kind::Measured(_)
    )
}

/// The records of a text that no device could be asked about: nothing is measured, and this is why.
pub fn unavailable(
    lab: &Lab,
    select: Select<'_>,
    (why, help): (&str, &str),
    sink: &mut dyn FnMut(CheckRecord),
) -> Verdict {
    for (part, check) in lab.checks() {
        if select.takes(part.id, check.id) {
            let mut decision = Decision::new(Status::NotMeasured, why);
            help.clone_into(&mut decision.detail);
            sink(record(lab, part, check, decision, ""));
        }
    }
    Verdict::NotMeasured
}

fn is_compiles(check: &Check) -> bool {
    matches!(check.kind, Kind::Compiles)
}

fn compile(lab: &Lab, text: &str, device: &mut dyn Device) -> Result<Compiled, Amiss> {
    if text.trim().is_empty() {
        return Err(program::empty());
    }
    device
        .compile(&lab.file, text)
        .map_err(|complaints| program::complaints(&lab.file, &complaints))
}

/// What the checks before this one came to.
#[derive(Default)]
pub(crate) struct Decided {
    /// The failed check after which results and counts mean nothing.
    pub gate: Option<&'static str>,
}

impl Decided {
    fn note(&mut self, check: &Check, decision: &Decision) {
        if gates(check) && decision.status == Status::Fail && self.gate.is_none() {
            self.gate = Some(check.id);
        }
    }
}

/// The graver of what was said so far and of one more check.
pub(crate) fn graver(so_far: Verdict, check: &Check, status: Status) -> Verdict {
    let this = match (status, &check.kind) {
        (Status::Pass, _) => Verdict::Passed,
        (Status::NotMeasured | Status::Skipped, _) => Verdict::NotMeasured,
        (Status::Fail, Kind::Compiles) => Verdict::DoesNotCompile,
        (Status::Fail, Kind::Correct | Kind::Property(_) | Kind::Call(_)) => Verdict::Wrong,
        (Status::Fail, Kind::InBounds | Kind::Initialised | Kind::RaceFree | Kind::Barriers) => {
            Verdict::Unsound
        }
        (Status::Fail, Kind::OrderIndependent) => Verdict::Unsound,
        (Status::Fail, Kind::Budget(_) | Kind::NoScratch | Kind::Measured(_)) => {
            Verdict::OverBudget
        }
    };
    let rank = |v: Verdict| match v {
        Verdict::NotMeasured => 0,
        Verdict::Passed => 1,
        Verdict::OverBudget => 2,
        Verdict::Unsound => 3,
        Verdict::Wrong => 4,
        Verdict::DoesNotCompile => 5,
    };
    if rank(this) > rank(so_far) {
        this
    } else {
        so_far
    }
}

pub(crate) fn record(
    lab: &Lab,
    part: &Part,
    check: &Check,
    decision: Decision,
    device: &str,
) -> CheckRecord {
    let failed = decision.status == Status::Fail;
    CheckRecord {
        lab: lab.id.into(),
        part: part.id.into(),
        check: check.id.into(),
        status: decision.status,
        value: decision.value.map(same_everywhere),
        unit: decision.unit.map(str::to_owned),
        bound: decision.bound,
        device: device.into(),
        message: decision.message,
        detail: decision.detail,
        hint: failed.then(|| hint(lab, part)).flatten(),
        places: decision.places,
        prints: None,
    }
}

/// A value to nine digits, unless it is a count: functions like the sine differ between systems in the last bit of a double, and a
/// record is the same on all.
fn same_everywhere(value: f64) -> f64 {
    if value.fract() == 0.0 {
        return value;
    }
    format!("{value:.8e}").parse().unwrap_or(value)
}

fn hint(lab: &Lab, part: &Part) -> Option<String> {
    let lesson = match lab.lesson.as_str() {
        "" => String::new(),
        lesson => format!("; read content/{lesson}"),
    };
    let hints = part.hints.len();
    let command = format!("`course hint {} {}`", lab.id, part.id);
    match hints {
        0 => None,
        1 => Some(format!("{command} shows a hint{lesson}")),
        _ => Some(format!(
            "{command} shows {hints} hints, one at a time{lesson}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_s_value_has_nine_digits_unless_it_counts() {
        assert_eq!(same_everywhere(8.160734223217155e-8), 8.16073422e-8);
        assert_eq!(
            same_everywhere(8.160734223217155e-8),
            same_everywhere(8.160734223217154e-8)
        );
        assert_eq!(same_everywhere(12_345_678_901.0), 12_345_678_901.0);
        assert!(same_everywhere(f64::NAN).is_nan());
    }
}
