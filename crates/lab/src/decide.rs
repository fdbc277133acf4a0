//! One check decided from the runs of its part: status, value and the words for it.
//!
//! The rule: what was asked, what came out, and the first place where it went wrong; the words of a record that
//! passes say what was looked at, so that a pass is never empty.

use crate::budget::{Budget, Held, number};
use crate::correct::correct;
use crate::counts::{Counts, LineCounts};
use crate::device::{Fault, FaultKind};
use crate::judge::Decided;
use crate::measured::{Measured, percent};
use crate::metric::scratch_bytes;
use crate::runs::{Done, Runs};
use crate::{Case, Check, Kind, Part, Place, Status};

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
pub(crate) fn decide(check: &Check, part: &Part, runs: &Runs, before: &Decided) -> Decision {
    if let Kind::Compiles = check.kind {
        return compiles(part, runs);
    }
    let fault = fault_kind(&check.kind);
    if matches!(check.kind, Kind::Measured(_)) && runs.unwatched.is_none() {
        return Decision::new(Status::NotMeasured, NO_TIME);
    }
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
    match &check.kind {
        Kind::Compiles => Decision::new(Status::Skipped, "decided above"),
        Kind::Measured(measured) => timed(check.id, measured, runs),
        Kind::Call(_) => Decision::new(Status::Skipped, "a kernel has no functions to call"),
        Kind::NoScratch => no_scratch(runs),
        Kind::Correct => correct(part, runs),
        Kind::InBounds | Kind::Barriers | Kind::RaceFree | Kind::Initialised => sound(fault, runs),
        Kind::OrderIndependent => order(runs),
        Kind::Budget(budget) => counted(budget, runs),
        Kind::Property(_) => held(check.id, runs),
    }
}

/// Said where there is no clock worth asking.
const NO_TIME: &str = "needs a GPU; this run was simulated";

pub(crate) fn fault_kind(kind: &Kind) -> Option<FaultKind> {
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
                format!("{} can be launched", names.join(", ")),
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

/// The case and its launches: the first line of every detail.
pub(crate) fn case_line(d: &Done) -> String {
    format!("case: {}, {}", d.case.name, d.case.launch_text())
}

/// The launch of a case of several that something is told of: ` in launch 2, b<<<1, 32>>>`; nothing where there is one.
fn in_launch(d: &Done, launch: usize) -> Option<String> {
    let several = d.case.launches().nth(1).is_some();
    let of = d.case.launches().nth(launch).filter(|_| several)?;
    Some(format!("in launch {}: {}", launch + 1, of.text()))
}

fn sound(kind: Option<FaultKind>, runs: &Runs) -> Decision {
    let Some(kind) = kind else {
        return Decision::new(Status::Skipped, "nothing to look for");
    };
    if let Some((d, fault)) = first_fault(runs, kind) {
        return told(d, fault);
    }
    if let Some(why) = &runs.unwatched {
        return Decision::new(Status::NotMeasured, why);
    }
    let n = cases(runs.of);
    Decision::new(
        Status::Pass,
        match kind {
            FaultKind::Bounds => format!("all inside and aligned, in {n}"),
            FaultKind::Barrier => format!("all met, in {n}"),
            FaultKind::Race => format!("no race, in {n}"),
            FaultKind::Uninitialised => format!("nothing unwritten is read, in {n}"),
        },
    )
}

pub(crate) fn told(d: &Done, fault: &Fault) -> Decision {
    let mut out = Decision::new(Status::Fail, format!("{} ({})", fault.message, d.case.name));
    let mut lines = vec![case_line(d)];
    lines.extend(in_launch(d, fault.launch));
    lines.push(fault.excerpt.trim_end().to_owned());
    (out.value, out.unit) = (Some(fault.count as f64), Some("times"));
    out.detail = lines.join("\n");
    out.places = fault.places.clone();
    out
}

fn order(runs: &Runs) -> Decision {
    match &runs.reordered {
        None => Decision::new(Status::Skipped, "not run in other orders"),
        Some(reordered) => match (&reordered.differs, &runs.unwatched) {
            (None, Some(_)) => Decision::new(
                Status::NotMeasured,
                format!(
                    "{} further runs gave the same bits, in whatever order this device chose",
                    reordered.runs
                ),
            ),
            (None, None) => Decision::new(
                Status::Pass,
                format!("{} runs in other orders gave the same bits", reordered.runs),
            ),
            (Some(differing), _) => {
                let case = &runs.done[differing.case].case;
                let element = case.outputs[differing.output].element(differing.element);
                let mut out = Decision::new(
                    Status::Fail,
                    format!(
                        "{element} depends on the order of blocks and warps ({})",
                        case.name
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
    let counts = runs.done.iter().any(|d| !d.ran.counts.is_empty());
    let done = runs.done.iter().enumerate();
    let Some(held) = budget.decide(done.map(|(i, d)| (i, &d.case, &d.ran))) else {
        return match counts {
            true => Decision::new(
                Status::Fail,
                format!("{}: no such access was made", budget.metric.subject()),
            ),
            false => Decision::new(Status::NotMeasured, "this device does not count"),
        };
    };
    let unit = budget.metric.unit();
    let d = &runs.done[held.case];
    let status = if held.holds {
        Status::Pass
    } else {
        Status::Fail
    };
    let profiled = budget.metric.as_profiled(&d.case, &d.ran);
    let profiled = profiled.map_or(String::new(), |told| format!(" ({told})"));
    let mut out = Decision::new(
        status,
        format!(
            "{}: {} {unit}{profiled}, {}",
            budget.metric.subject(),
            number(held.value),
            held.bound
        ),
    );
    (out.value, out.unit, out.bound) = (Some(held.value), Some(unit), Some(held.bound.to_string()));
    if !held.holds {
        let counts = d.ran.all_counts();
        let lines = counts.map_or(Vec::new(), |c| costly(budget, (&d.case, &held), &c));
        let mut detail = vec![case_line(d)];
        detail.extend(lines.iter().map(|p| format!("line {}: {}", p.line, p.note)));
        out.detail = detail.join("\n");
        out.places = lines;
    }
    out
}

/// The fraction of a ceiling that was reached.
fn timed(check: &str, measured: &Measured, runs: &Runs) -> Decision {
    let said = runs.measured.iter().find(|(id, _)| *id == check);
    let found = match said {
        None => return Decision::new(Status::NotMeasured, "not timed: not every case was run"),
        Some((_, Err(why))) => return Decision::new(Status::NotMeasured, why),
        Some((_, Ok(found))) => found,
    };
    let (reached, wanted) = (percent(found.fraction()), percent(measured.at_least));
    let status = match found.fraction() >= measured.at_least {
        true => Status::Pass,
        false => Status::Fail,
    };
    let unit = measured.against.unit();
    let bound = format!("at least {}", number(wanted));
    let (slow, quick) = found.spread();
    let said = format!(
        "{} {unit} reached ({} to {}), {bound}",
        number(reached),
        number(percent(slow)),
        number(percent(quick))
    );
    Decision {
        value: Some(reached),
        unit: Some(unit),
        bound: Some(bound),
        detail: found.lines(measured.against).join("\n"),
        ..Decision::new(status, said)
    }
}

/// Whether any case wrote memory beside its outputs.
fn no_scratch(runs: &Runs) -> Decision {
    let written = |d: &Done| scratch_bytes().value(&d.case, &d.ran);
    if runs.done.iter().all(|d| d.ran.counts.is_empty()) {
        return Decision::new(Status::NotMeasured, "this device does not count");
    }
    match runs.done.iter().find(|d| written(d) > Some(0.0)) {
        None => Decision::new(
            Status::Pass,
            format!("nothing but the outputs is written, in {}", cases(runs.of)),
        ),
        Some(d) => {
            let bytes = number(written(d).unwrap_or(0.0));
            let said = format!(
                "{bytes} bytes were written beside the outputs ({})",
                d.case.name
            );
            let mut out = Decision::new(Status::Fail, said);
            let counts = d.ran.all_counts().unwrap_or_default();
            let output = |name: &str| d.case.outputs.iter().any(|o| o.buffer == name);
            let beside = counts.buffers.iter().chain(&counts.variables);
            let mut lines = vec![case_line(d)];
            for b in beside.filter(|b| b.stores.bytes > 0 && !output(&b.name)) {
                lines.push(format!(
                    "`{}`: {} bytes",
                    b.name,
                    number(b.stores.bytes as f64)
                ));
            }
            out.detail = lines.join("\n");
            out
        }
    }
}

/// The lines that add most to a count, the worst first; of a rate only those that are over the bound themselves.
fn costly(budget: &Budget, (case, held): (&Case, &Held), counts: &Counts) -> Vec<Place> {
    let metric = budget.metric;
    let cost = |line: &LineCounts| (line.line, metric.at_line(case, line));
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

fn held(check: &str, runs: &Runs) -> Decision {
    let of_check = |d: &'_ Done| {
        let mut said = d.properties.iter().filter(|(id, _)| *id == check);
        said.find_map(|(_, property)| property.clone())
    };
    let said = runs.done.iter().filter_map(|d| Some((d, of_check(d)?)));
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
