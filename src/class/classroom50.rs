//! Classroom 50's `result.json`, `classroom50/result/v1`: one learner's result for one lab (foundation50/classroom50, `runner.py`,
//! `validate_result`).
//!
//! Scores are whole numbers there: where a share is not whole, everything is counted in tenths, hundredths or thousandths. Its collector
//! marks what is late, so nothing is taken for it here. What only its workflow knows (the tag, the commit, the addresses) comes from the
//! environment that it sets; without it the content's hash stands in.

use serde_json::{Value, json};

use super::marks::{self, LabMark, MarkState, Share};
use super::model::{Class, Pupil, Submission};
use crate::course::grading::{Grading, POINT, Points};
use crate::store::Status;

/// What the workflow says of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workflow {
    /// `CLASSROOM`: the classroom's short name.
    pub classroom: Option<String>,
    /// `ASSIGNMENT`: its name there; none: the lab's id.
    pub assignment: Option<String>,
    /// `USERNAME`: the owner of the repository; none: the learner's id.
    pub owner: Option<String>,
    /// `SUBMISSION_TAG`: `submit/…`.
    pub submission: Option<String>,
    /// `COMMIT_URL`.
    pub commit: Option<String>,
    /// `RELEASE_URL`.
    pub release: Option<String>,
    /// `REVIEW_URL`.
    pub review: Option<String>,
}

impl Workflow {
    /// What a variable of the environment says, asked by name.
    pub fn from(ask: impl Fn(&str) -> Option<String>) -> Workflow {
        let ask = |name| ask(name).filter(|value| !value.trim().is_empty());
        Workflow {
            classroom: ask("CLASSROOM"),
            assignment: ask("ASSIGNMENT"),
            owner: ask("USERNAME"),
            submission: ask("SUBMISSION_TAG"),
            commit: ask("COMMIT_URL"),
            release: ask("RELEASE_URL"),
            review: ask("REVIEW_URL"),
        }
    }
}

/// Whose result is asked for, and of what.
#[derive(Clone, Copy)]
pub struct Reported<'a> {
    /// The learner.
    pub learner: &'a Pupil,
    /// The learner's marks, one a lab.
    pub marks: &'a [LabMark],
    /// The lab's place in the class.
    pub lab: usize,
}

/// The result of a learner for a lab; none where nothing was handed in.
pub fn result(
    class: &Class,
    grading: &Grading,
    of: Reported<'_>,
    workflow: &Workflow,
) -> Option<Value> {
    let Reported {
        learner,
        marks,
        lab,
    } = of;
    let (shape, mark) = (class.labs.get(lab)?, marks.get(lab)?);
    let submission = &learner.submissions[mark.counted?];
    let judged = !matches!(mark.state, MarkState::Refused | MarkState::NotJudged);
    let shares = marks::shares(shape, grading, submission).filter(|_| judged);
    let measured = |share: &&Share| share.status != Some(Status::NotMeasured) && share.of > 0;
    let shares: Vec<&Share> = shares.iter().flatten().filter(measured).collect();
    let unit = unit(shares.iter().map(|share| share.of));
    let whole = |points: Points| points * unit / POINT;
    let tests: Vec<Value> = shares
        .iter()
        .map(|share| {
            let (p, c) = share.check;
            let (part, check) = (&shape.parts[p], &shape.parts[p].checks[c]);
            json!({
                "test-name": format!("{}/{}", part.id, check.id),
                "passed": share.status == Some(Status::Pass),
                "score": whole(share.points),
                "max-score": whole(share.of),
            })
        })
        .collect();
    let sum =
        |of: fn(&Share) -> Points| shares.iter().map(|share| whole(of(share))).sum::<Points>();
    let tag = tag(submission);
    let text = |said: &Option<String>, otherwise: &str| match said {
        Some(said) => said.clone(),
        None => otherwise.to_owned(),
    };
    let commit = text(&workflow.commit, &tag);
    Some(json!({
        "schema": "classroom50/result/v1",
        "classroom": text(&workflow.classroom, &slug(&class.title)),
        "assignment": text(&workflow.assignment, &shape.id),
        "assignment_type": "individual",
        "owner": text(&workflow.owner, &learner.id),
        "submission": text(&workflow.submission, &tag),
        "commit": commit,
        "release": text(&workflow.release, &tag),
        "review": text(&workflow.review, &commit),
        "datetime": datetime(submission),
        "score": sum(|share| share.points),
        "max-score": if shares.is_empty() { whole(mark.of) } else { sum(|share| share.of) },
        "tests": tests,
    }))
}

/// Into how many a point is cut so that every share is whole.
fn unit(shares: impl Iterator<Item = Points>) -> Points {
    let shares: Vec<Points> = shares.collect();
    let fits = |unit: &Points| shares.iter().all(|of| of * unit % POINT == 0);
    [1, 10, 100].into_iter().find(fits).unwrap_or(POINT)
}

/// `submit/2026-12-01T18-00-00Z-3f2c1a0b`, as the workflow names one.
fn tag(submission: &Submission) -> String {
    let short: String = submission.hash.chars().take(8).collect();
    let at = datetime(submission).replace(':', "-");
    match short.is_empty() {
        true => format!("submit/{at}"),
        false => format!("submit/{at}-{short}"),
    }
}

/// To the second; of one whose time nobody knows the beginning of time.
fn datetime(submission: &Submission) -> String {
    let at = submission.at.unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn slug(title: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let slug: String = title.chars().map(plain).collect();
    let words: Vec<&str> = slug.split('-').filter(|word| !word.is_empty()).collect();
    match words.is_empty() {
        true => "course".to_owned(),
        false => words.join("-"),
    }
}
