//! The judge: a lab and a learner's text in, a record for each check and one verdict out.
//!
//! The rule: each case of a part runs once with all probes on, and every check of the part is derived from those runs;
//! only the order check runs its few cases again. The first failure that makes later answers meaningless turns them
//! into "skipped", with the reason: nothing is right or wrong about a text that does not compile, and counts of a
//! wrong kernel mean nothing. Where undefined behaviour was found *and* a result is wrong, the former is the cause, so
//! the check that found it fails and the comparison of results is skipped.
//! Read next: `decide.rs` for how one check is decided.

use crate::compare::{Compared, compare};
use crate::decide::{Decision, decide};
use crate::device::{Compiled, Complaint, Ending};
use crate::program::{self, Amiss};
use crate::{Case, CheckDef, CheckRecord, Device, Kind, Lab, Part, Ran, Select, Status, Verdict};

/// Judges `text`. Records are sent in check order, each as soon as it is known; the verdict is the gravest of them.
/// A selection that names nothing sends nothing and is [`Verdict::NotMeasured`]: the caller asked for no check.
pub fn judge(
    lab: &Lab,
    select: Select<'_>,
    text: &str,
    device: &mut dyn Device,
    sink: &mut dyn FnMut(CheckRecord),
) -> Verdict {
    let program = compile(lab, text, device);
    let remarks = program
        .as_ref()
        .map_or(&[][..], |compiled| &compiled.remarks);
    let mut verdict = Verdict::NotMeasured;
    for part in lab.parts {
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
            Some(amiss) => Runs::impossible(amiss),
            None => Runs {
                remarks: remarks.to_vec(),
                ..Runs::of(part, device)
            },
        };
        let mut decided = Decided::default();
        for check in part.checks {
            let decision = decide(check, part, &runs, &decided, device);
            verdict = graver(verdict, check, &decision);
            decided.note(check, &decision);
            if select.takes(part.id, check.id) {
                sink(record(lab, part, check, decision, device.name()));
            }
        }
    }
    verdict
}

fn compile(lab: &Lab, text: &str, device: &mut dyn Device) -> Result<Compiled, Amiss> {
    if text.trim().is_empty() {
        return Err(program::empty());
    }
    device
        .compile(lab.file, text)
        .map_err(|complaints| program::complaints(lab.file, &complaints))
}

/// All runs of a part.
pub(crate) struct Runs {
    /// What the compiler remarked.
    pub remarks: Vec<Complaint>,
    /// Why nothing could run.
    pub amiss: Option<Amiss>,
    /// Cases, their runs, and their outputs compared; up to the first run that did not finish.
    pub done: Vec<Done>,
    /// Cases in all.
    pub of: usize,
    /// The first case whose outputs changed with the order, if the orders were run.
    pub reordered: Option<Reordered>,
}

/// One case and its run.
pub(crate) struct Done {
    pub case: Case,
    pub ran: Ran,
    /// One for each output of the case.
    pub compared: Vec<Compared>,
}

/// What running in other orders showed.
pub(crate) struct Reordered {
    /// How many runs were compared.
    pub runs: usize,
    /// The first that differed.
    pub differs: Option<Differing>,
}

/// A run whose outputs another order changed.
pub(crate) struct Differing {
    /// The case's number.
    pub case: usize,
    /// What draws the order.
    pub seed: u64,
    /// The output.
    pub buffer: &'static str,
    /// Its first element that differs.
    pub element: usize,
}

impl Runs {
    fn impossible(amiss: Amiss) -> Runs {
        Runs {
            remarks: Vec::new(),
            amiss: Some(amiss),
            done: Vec::new(),
            of: 0,
            reordered: None,
        }
    }

    fn of(part: &Part, device: &mut dyn Device) -> Runs {
        let cases = (part.cases)();
        let of = cases.len();
        let mut done = Vec::with_capacity(of);
        for case in cases {
            let ran = device.run(&case, 0);
            let compared = case
                .outputs
                .iter()
                .map(|o| compare(&o.expected, ran.bytes(o.buffer)))
                .collect();
            let finished = ran.ending == Ending::Finished;
            done.push(Done {
                case,
                ran,
                compared,
            });
            if !finished {
                break;
            }
        }
        let mut runs = Runs {
            remarks: Vec::new(),
            amiss: None,
            done,
            of,
            reordered: None,
        };
        if runs.all_well() {
            runs.reordered = Some(reorder(&runs.done, device));
        }
        runs
    }

    /// Whether every case finished, without faults, with the right results.
    pub fn all_well(&self) -> bool {
        self.done.len() == self.of
            && self.done.iter().all(|d| {
                let right = d.compared.iter().all(|c| c.wrong == 0);
                d.ran.ending == Ending::Finished && d.ran.faults.is_empty() && right
            })
    }
}

fn reorder(done: &[Done], device: &mut dyn Device) -> Reordered {
    let mut out = Reordered {
        runs: 0,
        differs: None,
    };
    let orders = u64::from(device.orders());
    for (case, d) in done.iter().enumerate().filter(|(_, d)| d.case.reordered) {
        for seed in 1..=orders {
            let again = device.run(&d.case, seed);
            out.runs += 1;
            let outputs = d.case.outputs.iter();
            let differing = outputs.map(|o| {
                (
                    o.buffer,
                    first_difference(d.ran.bytes(o.buffer), again.bytes(o.buffer)),
                )
            });
            if let Some((buffer, Some(byte))) =
                differing.into_iter().find(|(_, byte)| byte.is_some())
            {
                out.differs = Some(Differing {
                    case,
                    seed,
                    buffer,
                    element: byte / 4,
                });
                return out;
            }
        }
    }
    out
}

fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    let differing = a.iter().zip(b).position(|(x, y)| x != y);
    differing.or_else(|| (a.len() != b.len()).then(|| a.len().min(b.len())))
}

/// What the checks before this one came to.
#[derive(Default)]
pub(crate) struct Decided {
    /// The failed check after which results and counts mean nothing.
    pub gate: Option<&'static str>,
}

impl Decided {
    fn note(&mut self, check: &CheckDef, decision: &Decision) {
        let gates = !matches!(
            check.kind,
            Kind::Budget(_) | Kind::Property(_) | Kind::Measured
        );
        if gates && decision.status == Status::Fail && self.gate.is_none() {
            self.gate = Some(check.id);
        }
    }
}

fn graver(so_far: Verdict, check: &CheckDef, decision: &Decision) -> Verdict {
    let this = match (decision.status, check.kind) {
        (Status::Pass, _) => Verdict::Passed,
        (Status::NotMeasured | Status::Skipped, _) => Verdict::NotMeasured,
        (Status::Fail, Kind::Compiles) => Verdict::DoesNotCompile,
        (Status::Fail, Kind::Correct | Kind::Property(_)) => Verdict::Wrong,
        (Status::Fail, Kind::InBounds | Kind::Initialised | Kind::RaceFree | Kind::Barriers) => {
            Verdict::Unsound
        }
        (Status::Fail, Kind::OrderIndependent) => Verdict::Unsound,
        (Status::Fail, Kind::Budget(_) | Kind::Measured) => Verdict::OverBudget,
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

fn record(
    lab: &Lab,
    part: &Part,
    check: &CheckDef,
    decision: Decision,
    device: &str,
) -> CheckRecord {
    let failed = decision.status == Status::Fail;
    CheckRecord {
        lab: lab.id.into(),
        part: part.id.into(),
        check: check.id.into(),
        status: decision.status,
        value: decision.value,
        unit: decision.unit.map(str::to_owned),
        bound: decision.bound,
        device: device.into(),
        message: decision.message,
        detail: decision.detail,
        hint: failed.then(|| hint(lab, part)).flatten(),
        places: decision.places,
    }
}

fn hint(lab: &Lab, part: &Part) -> Option<String> {
    let hints = lab.hints_of(part.id).len();
    let lesson = if part.lesson.is_empty() {
        String::new()
    } else {
        format!("; read content/{}", part.lesson)
    };
    (hints > 0).then(|| {
        format!(
            "`course hint {}` has {hints} hints for part `{}`{lesson}",
            lab.id, part.id
        )
    })
}
