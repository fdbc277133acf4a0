//! The marks as JSON, for programs: every learner, every lab, the submission that counts and each of its checks.

use serde_json::{Map, Value, json};

use super::gradescope::number;
use super::marks::{self, LabMark, total};
use super::model::{Class, LabShape, Pupil};
use crate::course::grading::Grading;

/// The document: `format` is `course-class`, `version` 1; points are numbers.
pub fn json(class: &Class, grading: &Grading, marks: &[Vec<LabMark>]) -> Value {
    let lab = |lab: &LabShape| json!({"id": lab.id, "title": lab.title, "points": number(marks::worth(lab, grading))});
    let learners = class.learners.iter().zip(marks);
    let learners: Vec<Value> = learners
        .map(|(learner, marks)| self::learner(class, grading, learner, marks))
        .collect();
    let refused = class.refused.iter().map(|(at, file, sentence)| {
        json!({"learner": class.learners[*at].id, "file": file, "sentence": sentence})
    });
    json!({
        "format": "course-class",
        "version": 1,
        "course": class.title,
        "labs": class.labs.iter().map(lab).collect::<Vec<_>>(),
        "learners": learners,
        "refused": refused.collect::<Vec<_>>(),
    })
}

fn learner(class: &Class, grading: &Grading, learner: &Pupil, marks: &[LabMark]) -> Value {
    let (points, of) = total(marks);
    let mut labs = Map::new();
    for (lab, mark) in class.labs.iter().zip(marks) {
        let counted = mark.counted.map(|at| &learner.submissions[at]);
        let checks = counted.and_then(|submission| marks::shares(lab, grading, submission));
        let checks = checks.iter().flatten().map(|share| {
            let (p, c) = share.check;
            let (part, check) = (&lab.parts[p], &lab.parts[p].checks[c]);
            let checked = counted.and_then(|one| one.checked(&part.id, &check.id));
            json!({
                "part": part.id,
                "check": check.id,
                "hidden": check.hidden,
                "status": share.status.map(|status| status.slug()),
                "points": number(share.points),
                "of": number(share.of),
                "message": checked.map(|checked| &checked.message),
            })
        });
        let mut value = json!({
            "state": mark.state.words(),
            "points": mark.points.map(number),
            "of": number(mark.of),
            "deducted": number(mark.deducted),
            "daysLate": mark.days_late,
            "submissions": mark.submissions,
            "file": counted.map(|one| &one.file),
            "sha256": counted.map(|one| &one.hash),
            "submitted": counted.and_then(|one| one.at).map(|at| at.to_string()),
            "sentence": counted.map(|one| &one.sentence),
            "checks": checks.collect::<Vec<_>>(),
        });
        let extension = counted.map_or(0, |one| one.extension.as_secs());
        if extension != 0 {
            value["extensionSeconds"] = json!(extension);
        }
        labs.insert(lab.id.clone(), value);
    }
    json!({"id": learner.id, "name": learner.name, "points": number(points), "of": number(of), "labs": labs})
}
