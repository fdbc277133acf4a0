//! One check decided from the runs of its part: status, value and the words for it.
//!
//! The rule: what was asked, what came out, and the first place where it went wrong; the words of a record that
//! passes say what was looked at, so that a pass is never empty.

use crate::budget::{Budget, Held, number};
use crate::correct::correct;
use crate::device::{Fault, FaultKind, LineCounts};
use crate::judge::{Decided, Done, Runs};
use crate::{Case, CheckDef, Counts, Device, Kind, Part, Place, Property, Ran, Status};

/// How a check was decided; [`crate::CheckRecord`] without what the caller knows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Decision {
    pub status: Status,
    pub value: Option<f64>,
    pub unit: Option<&'static str>,
    pub bound: Option<String>,
    pub message: String,
    pub detail: String,
    pub places: Vec<Place>,
}

impl Decision {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Decision {
        let (detail, places) = (String::new(), Vec::new());
        Decision {
            status,
            value: None,
            unit: None,
            bound: None,
            message: message.into(),
            detail,
            places,
        }
    }
}

/// Decides one check.
pub(crate) fn decide(
    check: &CheckDef,
    part: &Part,
    runs: &Runs,
    before: &Decided,
    device: &mut dyn Device,
) -> Decision {
    if let Kind::Compiles = check.kind {
        return compiles(part, runs);
    }
    if let Kind::Measured = check.kind {
        return Decision::new(Status::NotMeasured, "needs a GPU; this run was simulated");
    }
    let fault = fault_kind(check.kind);
    if let Some(gate) = before.gate {
        let also_found =
            fault == Some(FaultKind::Bounds) && first_fault(runs, FaultKind::Bounds).is_some();
        if !also_found {
            return Decision::new(
                Status::Skipped,
                format!("not judged before `{gate}` passes"),
            );
        }
    }
    match check.kind {
        Kind::Compiles | Kind::Measured => Decision::new(Status::Skipped, "decided above"),
        Kind::Correct => correct(part, runs, device),
        Kind::InBounds | Kind::Barriers | Kind::RaceFree | Kind::Initialised => sound(fault, runs),
        Kind::OrderIndependent => order(runs),
        Kind::Budget(budget) => counted(&budget, runs),
        Kind::Property(property) => held(property, runs),
    }
}

pub(crate) fn fault_kind(kind: Kind) -> Option<FaultKind> {
    match kind {
        Kind::InBounds => Some(FaultKind::Bounds),
        Kind::Barriers => Some(FaultKind::Barrier),
        Kind::RaceFree => Some(FaultKind::Race),
        Kind::Initialised => Some(FaultKind::Uninitialised),
        _ => None,
    }
}

fn first_fault(runs: &Runs, kind: FaultKind) -> Option<(&Done, &Fault)> {
    runs.done
        .iter()
        .find_map(|d| d.ran.faults.iter().find(|f| f.kind == kind).map(|f| (d, f)))
}

fn compiles(part: &Part, runs: &Runs) -> Decision {
    match &runs.amiss {
        Some(amiss) => Decision {
            detail: amiss.detail.clone(),
            places: amiss.places.clone(),
            ..Decision::new(Status::Fail, amiss.message.clone())
        },
        None => {
            let names: Vec<String> = part
                .kernels
                .iter()
                .map(|k| format!("`{}`", k.name))
                .collect();
            let mut out = Decision::new(
                Status::Pass,
                format!("compiles, and {} can be launched", names.join(", ")),
            );
            if let Some(first) = runs.remarks.first() {
                out.message = format!(
                    "{}; line {}: {}",
                    out.message, first.place.line, first.message
                );
                out.detail = runs
                    .remarks
                    .iter()
                    .map(|r| r.excerpt.trim_end())
                    .collect::<Vec<_>>()
                    .join("\n\n");
                out.places = runs.remarks.iter().map(|r| r.place.clone()).collect();
            }
            out
        }
    }
}

pub(crate) fn cases(n: usize) -> String {
    if n == 1 {
        "the only case".into()
    } else {
        format!("all {n} cases")
    }
}

/// The case and its launch: the first line of every detail.
pub(crate) fn case_line(d: &Done) -> String {
    format!("case: {}, {}", d.case.name, d.case.launch_text())
}

fn sound(kind: Option<FaultKind>, runs: &Runs) -> Decision {
    let Some(kind) = kind else {
        return Decision::new(Status::Skipped, "nothing to look for");
    };
    if let Some((d, fault)) = first_fault(runs, kind) {
        return told(d, fault);
    }
    let n = cases(runs.of);
    Decision::new(
        Status::Pass,
        match kind {
            FaultKind::Bounds => format!("every access of {n} is inside its buffer and aligned"),
            FaultKind::Barrier => {
                format!("every barrier of {n} is met by all threads of its block")
            }
            FaultKind::Race => {
                format!("no two threads meet in shared memory without a barrier, in {n}")
            }
            FaultKind::Uninitialised => format!("everything read was written before, in {n}"),
        },
    )
}

pub(crate) fn told(d: &Done, fault: &Fault) -> Decision {
    let mut out = Decision::new(Status::Fail, format!("{} ({})", fault.message, d.case.name));
    let excerpt = fault.excerpt.trim_end();
    let lines = [case_line(d), excerpt.to_owned()];
    (out.value, out.unit) = (Some(fault.count as f64), Some("times"));
    out.detail = lines.join("\n");
    out.places = fault.places.clone();
    out
}

fn order(runs: &Runs) -> Decision {
    match &runs.reordered {
        None => Decision::new(Status::Skipped, "not run in other orders"),
        Some(reordered) => match &reordered.differs {
            None => Decision::new(
                Status::Pass,
                format!("{} runs in other orders gave the same bits", reordered.runs),
            ),
            Some(differing) => {
                let case = &runs.done[differing.case].case;
                let mut out = Decision::new(
                    Status::Fail,
                    format!(
                        "`{}[{}]` depends on the order of blocks and warps ({})",
                        differing.buffer, differing.element, case.name
                    ),
                );
                out.detail = format!(
                    "case: {}, {}\nit is another in the order that seed {} draws: blocks run in any order, and one must not read what another writes",
                    case.name,
                    case.launch_text(),
                    differing.seed
                );
                out
            }
        },
    }
}

fn counted(budget: &Budget, runs: &Runs) -> Decision {
    let counted = runs
        .done
        .iter()
        .enumerate()
        .filter_map(|(i, d)| d.ran.counts.as_ref().map(|c| (i, &d.case, c)));
    let unit = budget.metric.unit();
    let Some(held) = budget.decide(counted) else {
        return match runs.done.iter().any(|d| d.ran.counts.is_some()) {
            true => Decision::new(
                Status::Fail,
                format!("{}: no such access was made", budget.metric.subject()),
            ),
            false => Decision::new(Status::NotMeasured, "this device does not count"),
        };
    };
    let done = &runs.done[held.case];
    let status = if held.holds {
        Status::Pass
    } else {
        Status::Fail
    };
    let mut out = Decision::new(
        status,
        format!(
            "{}: {} {unit}, {}",
            budget.metric.subject(),
            number(held.value),
            held.bound
        ),
    );
    (out.value, out.unit, out.bound) = (Some(held.value), Some(unit), Some(held.bound.to_string()));
    if !held.holds {
        let lines = done
            .ran
            .counts
            .as_ref()
            .map_or(Vec::new(), |c| costly(budget, &held, c));
        let mut detail = vec![format!(
            "case: {}, {}",
            done.case.name,
            done.case.launch_text()
        )];
        detail.extend(lines.iter().map(|p| format!("line {}: {}", p.line, p.note)));
        out.detail = detail.join("\n");
        out.places = lines;
    }
    out
}

/// The lines that add most to a count, the worst first; of a rate only those that are over the bound themselves.
fn costly(budget: &Budget, held: &Held, counts: &Counts) -> Vec<Place> {
    let metric = budget.metric;
    let cost = |line: &LineCounts| (line.line, metric.at_line(line));
    let mut lines: Vec<(u32, f64)> = counts.lines.iter().map(cost).collect();
    lines.retain(|(_, cost)| *cost > 0.0 && !(metric.is_rate() && held.bound.holds(*cost)));
    lines.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let place = |&(line, cost): &(u32, f64)| Place {
        line,
        column: 1,
        note: format!("{} {}", number(cost), metric.unit()),
    };
    lines.iter().take(3).map(place).collect()
}

fn held(property: fn(&Case, &Ran) -> Option<Property>, runs: &Runs) -> Decision {
    let said = runs
        .done
        .iter()
        .filter_map(|d| property(&d.case, &d.ran).map(|p| (d, p)));
    let worst =
        said.max_by(|(_, a), (_, b)| (!a.holds).cmp(&!b.holds).then(a.value.total_cmp(&b.value)));
    let Some((d, said)) = worst else {
        return Decision::new(Status::Skipped, "no case speaks of this");
    };
    let status = if said.holds {
        Status::Pass
    } else {
        Status::Fail
    };
    let mut out = Decision::new(
        status,
        format!(
            "{}: {} {} at {}, {} ({})",
            said.subject,
            number(said.value),
            said.unit,
            said.at,
            said.bound,
            d.case.name
        ),
    );
    (out.value, out.unit, out.bound) = (
        Some(said.value),
        Some(said.unit),
        Some(said.bound.to_string()),
    );
    if !said.holds {
        out.detail = case_line(d);
    }
    out
}
