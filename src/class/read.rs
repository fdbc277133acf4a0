//! Records of `grade` as a class: records and the course's labs come in, a [`Class`] comes out.
//!
//! A lab's checks are those that this program knows, and behind them what records have besides (hidden cases, a lab that is not
//! linked here); a check that nobody could measure in the whole class needs a GPU. Messages are cut where they are long: a page of a
//! thousand learners is to open at once.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use super::model::{CheckShape, Checked, Class, Ended, LabShape, PartShape, Pupil, Submission};
use crate::course::grading::Grading;
use crate::grade::record::{GradeEnded, GradeRecord};
use crate::labs::Labs;
use crate::store::Status;

/// Characters of a message that are kept.
const LONGEST: usize = 400;

/// The class of these records.
pub fn class(title: &str, labs: Labs, grading: &Grading, mut records: Vec<GradeRecord>) -> Class {
    records.sort_by(|a, b| a.learner.id.cmp(&b.learner.id));
    let shapes = shapes(labs, grading, &records);
    let mut class = Class {
        title: title.to_owned(),
        labs: shapes,
        ..Class::default()
    };
    for record in records {
        if class
            .learners
            .last()
            .is_none_or(|last| last.id != record.learner.id)
        {
            class.learners.push(Pupil {
                id: record.learner.id.clone(),
                name: record.learner.id.clone(),
                ..Pupil::default()
            });
        }
        let at = class.learners.len() - 1;
        let learner = &mut class.learners[at];
        if let Some(name) = record
            .learner
            .name
            .as_ref()
            .filter(|name| !name.trim().is_empty())
        {
            learner.name.clone_from(name);
        }
        match class.labs.iter().position(|lab| lab.id == record.lab) {
            // A learner of the roster who handed nothing in is there with nothing.
            Some(lab) if record.ended == GradeEnded::Missing => {
                learner.missing.push((lab, cut(&record.sentence)));
            }
            Some(lab) => learner.submissions.push(submission(lab, record)),
            None => class.refused.push((at, record.file, cut(&record.sentence))),
        }
    }
    for learner in &mut class.learners {
        learner
            .submissions
            .sort_by(|a, b| (a.lab, a.at, &a.hash).cmp(&(b.lab, b.at, &b.hash)));
    }
    class
}

/// The labs that somebody handed in or that the course says something of, with all their checks.
fn shapes(labs: Labs, grading: &Grading, records: &[GradeRecord]) -> Vec<LabShape> {
    let handed_in = records.iter().map(|record| &*record.lab);
    let mut ids: BTreeSet<&str> = handed_in.filter(|lab| !lab.is_empty()).collect();
    ids.extend(grading.labs.keys().map(String::as_str));
    let mut shapes: Vec<LabShape> = Vec::new();
    for lab in labs.all() {
        if ids.remove(lab.id) {
            shapes.push(known(lab));
        }
    }
    shapes.extend(ids.into_iter().map(|id| LabShape {
        id: id.to_owned(),
        title: id.to_owned(),
        ..LabShape::default()
    }));
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (at, shape) in shapes.iter().enumerate() {
        places.insert(shape.id.clone(), at);
    }
    let mut measured: BTreeSet<(usize, String, String)> = BTreeSet::new();
    let mut found: BTreeSet<(usize, String, String)> = BTreeSet::new();
    for record in records {
        let Some(&at) = places.get(&record.lab) else {
            continue;
        };
        for check in &record.checks {
            let result = &check.result;
            let is_new = add(&mut shapes[at], &result.part, &result.check, check.hidden);
            let name = (at, result.part.clone(), result.check.clone());
            if is_new {
                found.insert(name.clone());
            }
            if result.status != Status::NotMeasured {
                measured.insert(name);
            }
        }
    }
    for (at, part, check) in found.difference(&measured) {
        let parts = shapes[*at].parts.iter_mut().filter(|p| p.id == *part);
        let checks = parts.flat_map(|part| &mut part.checks);
        for shape in checks.filter(|shape| shape.id == *check) {
            shape.needs_gpu = true;
        }
    }
    shapes
}

/// A lab of this program.
pub(super) fn known(lab: &lab::Lab) -> LabShape {
    let check = |check: &lab::Check| CheckShape {
        id: check.id.to_owned(),
        title: check.title.to_owned(),
        needs_gpu: check.needs_gpu(),
        hidden: false,
    };
    let part = |part: &lab::Part| PartShape {
        id: part.id.to_owned(),
        checks: part.checks.iter().map(check).collect(),
    };
    LabShape {
        id: lab.id.to_owned(),
        title: lab.title.clone(),
        parts: lab.parts.iter().map(part).collect(),
        starter: lab.starter(),
    }
}

/// Adds a check that is not known yet; true when it was not.
pub(super) fn add(shape: &mut LabShape, part: &str, check: &str, hidden: bool) -> bool {
    let at = match shape.parts.iter().position(|known| known.id == part) {
        Some(at) => at,
        None => {
            shape.parts.push(PartShape {
                id: part.to_owned(),
                checks: Vec::new(),
            });
            shape.parts.len() - 1
        }
    };
    let checks = &mut shape.parts[at].checks;
    if checks.iter().any(|known| known.id == check) {
        return false;
    }
    checks.push(CheckShape {
        id: check.to_owned(),
        title: String::new(),
        needs_gpu: false,
        hidden,
    });
    true
}

fn submission(lab: usize, record: GradeRecord) -> Submission {
    let check = |check: crate::grade::record::GradedCheck| Checked {
        line: check.result.places.first().map_or(0, |place| place.line),
        part: check.result.part,
        check: check.result.check,
        status: check.result.status,
        message: cut(&check.result.message),
    };
    Submission {
        lab,
        at: record.submitted.as_deref().and_then(time),
        extension: SignedDuration::from_secs(record.extension.unwrap_or(0)),
        ended: match record.ended {
            GradeEnded::Judged => Ended::Judged,
            GradeEnded::Refused | GradeEnded::Missing => Ended::Refused,
            GradeEnded::Limit => Ended::Limit,
            GradeEnded::Crashed => Ended::Crashed,
        },
        outcome: record.outcome,
        sentence: cut(&record.sentence),
        checks: record.checks.into_iter().map(check).collect(),
        text: record.text,
        file: record.file,
        hash: record.sha256.unwrap_or_default(),
        seconds: record.ran.seconds,
    }
}

/// A time of a record.
pub(super) fn time(text: &str) -> Option<Timestamp> {
    text.parse().ok()
}

/// A message on one line, as long as it may be.
pub(super) fn cut(message: &str) -> String {
    let line: String = message
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
