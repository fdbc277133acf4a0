//! Gradescope's `results.json`: one learner's results in, one document out (gradescope-autograders.readthedocs.io, "specs").
//!
//! A test is a check of a submission that counts, with its share of the lab's points; a lab that was due and is not there is one test, which
//! says which file is looked for. Deadlines are Gradescope's, so nothing is taken for being late. Every text is marked as plain text, and a check that learners cannot run is shown when the instructor publishes the marks.

use serde_json::{Map, Value, json};

use super::marks::{self, LabMark, MarkState};
use super::model::{Class, Pupil};
use crate::course::grading::{Grading, POINT, Points};
use crate::store::Status;

/// A number of points as JSON has it: whole where it is whole.
pub fn number(points: Points) -> Value {
    match points % POINT {
        0 => json!(points / POINT),
        _ => json!(points as f64 / POINT as f64),
    }
}

/// The results of a learner in all labs of the class.
pub fn results(class: &Class, grading: &Grading, learner: &Pupil, marks: &[LabMark]) -> Value {
    let mut tests = Vec::new();
    let mut said = Vec::new();
    let mut seconds = 0.0;
    for (at, (lab, mark)) in class.labs.iter().zip(marks).enumerate() {
        let Some(counted) = mark.counted else {
            let missing = learner.missing.iter().find(|(lab, _)| *lab == at);
            let number = (at + 1).to_string();
            tests.extend(missing.map(|(_, why)| test(&lab.id, &number, (0, mark.of), why)));
            continue;
        };
        let submission = &learner.submissions[counted];
        seconds += submission.seconds;
        if !submission.sentence.is_empty() {
            said.push(format!("{}: {}", lab.id, submission.sentence));
        }
        let shares = marks::shares(lab, grading, submission);
        let Some(shares) = shares.filter(|_| mark.state != MarkState::Refused) else {
            let fault = mark.state == MarkState::Refused;
            let text = if fault {
                "could not be judged"
            } else {
                "was not judged"
            };
            tests.push(test(
                &lab.id,
                &(at + 1).to_string(),
                (0, if fault { mark.of } else { 0 }),
                text,
            ));
            continue;
        };
        for share in shares {
            let (p, c) = share.check;
            let (part, check) = (&lab.parts[p], &lab.parts[p].checks[c]);
            let name = match check.title.is_empty() {
                true => format!("{} {}/{}", lab.id, part.id, check.id),
                false => format!("{} {}/{}: {}", lab.id, part.id, check.id, check.title),
            };
            let number = format!("{}.{}.{}", at + 1, p + 1, c + 1);
            let checked = submission.checked(&part.id, &check.id);
            let words = match (share.status, checked) {
                (Some(status), Some(checked)) if !checked.message.is_empty() => {
                    format!("{}: {}", status.words(), checked.message)
                }
                (Some(status), _) => status.words().to_owned(),
                (None, _) => "not judged".to_owned(),
            };
            let mut one = test(&name, &number, (share.points, share.of), &words);
            if matches!(share.status, Some(Status::NotMeasured)) {
                // Neither passed nor failed.
                one.remove("status");
            }
            if check.hidden {
                one.insert("visibility".to_owned(), json!("after_published"));
            }
            tests.push(one);
        }
    }
    for (_, file, sentence) in class
        .refused
        .iter()
        .filter(|(at, ..)| class.learners[*at].id == learner.id)
    {
        said.push(format!("{file}: {sentence}"));
    }
    let mut results = json!({
        "output": said.join("\n"),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "stdout_visibility": "hidden",
        "execution_time": seconds.ceil() as u64,
    });
    if tests.is_empty() {
        // A document with neither a score nor tests is refused.
        results["score"] = json!(0);
        if said.is_empty() {
            results["output"] = json!("nothing was handed in that could be judged");
        }
    }
    results["tests"] = Value::Array(tests.into_iter().map(Value::Object).collect());
    results
}

fn test(
    name: &str,
    number: &str,
    (points, of): (Points, Points),
    output: &str,
) -> Map<String, Value> {
    let passed = of > 0 && points == of;
    let test = json!({
        "name": name,
        "number": number,
        "score": self::number(points),
        "max_score": self::number(of),
        "status": if passed { "passed" } else { "failed" },
        "output": output,
    });
    match test {
        Value::Object(test) => test,
        _ => Map::new(),
    }
}
