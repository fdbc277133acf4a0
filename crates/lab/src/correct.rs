//! Whether a part computes what it should, decided from its runs.
//!
//! The runs and what was compared go in; a decision comes out. The rule: a run that did not finish comes first, then the
//! first wrong element, then what was never written, then an input that was changed; a fault that has a check of its
//! own is told there, for it is the cause.

use crate::budget::number;
use crate::compare::Wrong;
use crate::decide::{Decision, case_line, cases, fault_kind, told};
use crate::device::{Ending, Stored};
use crate::runs::{Done, Runs};
use crate::{Output, Part, Status};

pub(crate) fn correct(part: &Part, runs: &Runs) -> Decision {
    // A fault that has a check of its own is told there: it is the cause, a wrong result only follows from it.
    let faults = runs
        .done
        .iter()
        .flat_map(|d| d.ran.faults.iter().map(move |f| (d, f)));
    // The first of these checks, not of the faults, is the one that fails before the others.
    let own = part.checks.iter().find(|check| {
        let kind = fault_kind(&check.kind);
        kind.is_some() && faults.clone().any(|(_, fault)| Some(fault.kind) == kind)
    });
    let verdict = first_wrong(runs);
    match (verdict, own) {
        (Some(wrong), Some(check)) => Decision {
            status: Status::Skipped,
            message: format!(
                "the results mean nothing before `{}` passes; the first that is wrong: {}",
                check.id, wrong.message
            ),
            ..wrong
        },
        (Some(wrong), None) => wrong,
        (None, _) => match faults.clone().find(|(_, f)| {
            !part
                .checks
                .iter()
                .any(|c| fault_kind(&c.kind) == Some(f.kind))
        }) {
            Some((d, fault)) => told(d, fault),
            None => Decision::new(Status::Pass, format!("right on {}", cases(runs.of))),
        },
    }
}

fn first_wrong(runs: &Runs) -> Option<Decision> {
    runs.done.iter().find_map(|d| match &d.ran.ending {
        Ending::Endless(place) => {
            let mut out = Decision::new(Status::Fail, format!("this never ends ({})", d.case.name));
            let fuel = number(d.case.fuel as f64);
            let mut lines = vec![
                case_line(d),
                format!("stopped after {fuel} instructions of warps"),
            ];
            lines.extend(place.iter().map(|p| format!("line {}: {}", p.line, p.note)));
            lines.push(
                "help: does the loop's condition ever become false? does every round take a step?"
                    .into(),
            );
            out.detail = lines.join("\n");
            out.places.extend(place.clone());
            Some(out)
        }
        Ending::Stopped {
            message,
            help,
            place,
        } => {
            let mut out = Decision::new(Status::Fail, format!("{message} ({})", d.case.name));
            let mut lines = vec![case_line(d)];
            lines.extend(place.iter().map(|p| format!("line {}: {}", p.line, p.note)));
            lines.extend((!help.is_empty()).then(|| format!("help: {help}")));
            out.detail = lines.join("\n");
            out.places.extend(place.clone());
            Some(out)
        }
        Ending::Unavailable { message, help } => {
            let mut out = Decision::new(Status::NotMeasured, message);
            if !help.is_empty() {
                out.detail = format!("help: {help}");
            }
            Some(out)
        }
        Ending::Finished => mismatch(d)
            .or_else(|| unwritten(d))
            .or_else(|| changed_input(d)),
    })
}

fn mismatch(d: &Done) -> Option<Decision> {
    let (output, compared) = d.wrong_output()?;
    let first = compared.first.first()?;
    let named = element(output, first);
    let fresh = is_fresh(d, output.buffer);
    let unwritten = output.expected.unwritten();
    let found = |wrong: &Wrong| {
        let pattern = match unwritten.as_ref() == Some(&wrong.found) {
            true => ", the pattern that unwritten memory holds",
            false => "",
        };
        format!(
            "{} is {}{pattern}, expected {}",
            element(output, wrong),
            wrong.found,
            wrong.expected
        )
    };
    let said = match &d.stored {
        Stored::Never if fresh => format!("{named} was never written, expected {}", first.expected),
        _ => found(first),
    };
    let mut out = Decision::new(Status::Fail, format!("{said} ({})", d.case.name));
    let (wrong, of) = (number(compared.wrong as f64), number(compared.of as f64));
    let mut lines = vec![
        case_line(d),
        format!("wrong: {wrong} of {of} elements of `{}`", output.buffer),
    ];
    for wrong in &compared.first {
        lines.push(format!("  {}{}", found(wrong), distance(wrong)));
    }
    match &d.stored {
        Stored::At(place) => {
            lines.push(format!(
                "{named} was last stored at line {}: {}",
                place.line, place.note
            ));
            out.places.push(place.clone());
        }
        Stored::Never => lines.push(format!("no thread stored into {named}")),
        Stored::Unknown => {}
    }
    (out.value, out.unit) = (Some(compared.wrong as f64), Some("wrong elements"));
    out.detail = lines.join("\n");
    Some(out)
}

/// How far off it is, where something is allowed; a NaN or an infinity is at no distance that says anything.
fn distance(wrong: &Wrong) -> String {
    match wrong.off {
        Some((off, allowed)) if off.is_finite() && allowed > 0.0 => {
            format!(", off by {}, allowed {}", number(off), number(allowed))
        }
        _ => String::new(),
    }
}

/// The wrong element as a learner thinks of it, with the field where it is a record.
fn element(output: &Output, wrong: &Wrong) -> String {
    let named = output.element(wrong.index);
    match wrong.field.as_str() {
        "" => named,
        field => format!("{}{field}`", named.trim_end_matches('`')),
    }
}

fn is_fresh(d: &Done, buffer: &str) -> bool {
    d.case
        .data_of(buffer)
        .is_some_and(|data| data.bytes().is_none())
}

/// A fresh output of which a part was never stored, though what it happens to hold is right.
fn unwritten(d: &Done) -> Option<Decision> {
    let is_output = |name: &str| d.case.outputs.iter().any(|o| o.buffer == name);
    let (name, bytes) = d
        .ran
        .never_written
        .iter()
        .find(|(name, n)| *n > 0 && is_output(name) && is_fresh(d, name))?;
    let size = d.case.data_of(name).map_or(1, |data| data.layout().bytes());
    let elements = bytes.div_ceil(size.max(1));
    let mut out = Decision::new(
        Status::Fail,
        format!(
            "{} elements of `{name}` were never written ({})",
            number(elements as f64),
            d.case.name
        ),
    );
    out.detail = case_line(d);
    Some(out)
}

/// An input that is not what it was.
fn changed_input(d: &Done) -> Option<Decision> {
    let (name, at) = d.changed?;
    let mut out = Decision::new(
        Status::Fail,
        format!(
            "`{name}[{at}]` was changed, and `{name}` is an input ({})",
            d.case.name
        ),
    );
    out.detail = case_line(d);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::compare;
    use crate::{Data, Elem, Expected};

    #[test]
    fn a_distance_is_told_where_there_is_one() {
        let right = Expected::absolute(Elem::F32, vec![1.0, 1.0, 1.0], 0.25);
        let found = Data::f32(&[1.5, f32::NAN, f32::INFINITY]);
        let compared = compare(&right, found.bytes().unwrap_or_default());
        let told: Vec<String> = compared.first.iter().map(distance).collect();
        assert_eq!(told, [", off by 0.5, allowed 0.25", "", ""]);
    }
}
