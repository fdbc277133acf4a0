//! Marks: a class and the rules of `grading:` come in, points come out, from records alone and the same every time.
//!
//! A lab's points are shared out among its parts by what they are worth, a part's among its checks by their weights, and a check that
//! passed has its share. What only a GPU could have measured, and none did, is left out before anything is shared out, so it never
//! counts against anybody. Shares are rounded so that they add up to the lab's points exactly. Being late takes its part of the
//! whole; after the cut-off a submission counts no more. docs/class.md says the same for instructors.

use jiff::{SignedDuration, Timestamp};

use super::model::{Class, Ended, LabShape, PartShape, Submission};
use crate::course::grading::{Grading, Keep, LabGrading, Late, POINT, Points};
use crate::store::Status;

/// What a check of a submission came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    /// The part's place in the lab, and the check's in the part.
    pub check: (usize, usize),
    /// How it ended; none: the record does not have it.
    pub status: Option<Status>,
    /// What it is worth here; 0 where nobody measured it.
    pub of: Points,
    /// What it has.
    pub points: Points,
}

/// What a learner has for a lab.
#[derive(Clone, Debug, PartialEq)]
pub struct LabMark {
    /// How it stands.
    pub state: MarkState,
    /// The points after what being late takes; none where nothing was handed in or nothing could be judged.
    pub points: Option<Points>,
    /// What the lab is worth.
    pub of: Points,
    /// What being late took.
    pub deducted: Points,
    /// Days that have begun since the deadline; 0 within the grace.
    pub days_late: u32,
    /// How often it was handed in.
    pub submissions: usize,
    /// Which of the learner's submissions counts.
    pub counted: Option<usize>,
}

/// How a lab stands for a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkState {
    /// Everything that could be judged passed.
    Passed,
    /// Something passed.
    Partly,
    /// Nothing passed.
    Failed,
    /// It could not be judged: the learner's fault.
    Refused,
    /// It came after the cut-off.
    TooLate,
    /// Judging died, or no check could be measured: not the learner's fault.
    NotJudged,
    /// Nothing was handed in.
    Missing,
}

impl MarkState {
    /// Every state.
    pub const ALL: [MarkState; 7] = [
        MarkState::Passed,
        MarkState::Partly,
        MarkState::Failed,
        MarkState::Refused,
        MarkState::TooLate,
        MarkState::NotJudged,
        MarkState::Missing,
    ];

    /// The words for people, in tables and on the page.
    pub fn words(self) -> &'static str {
        match self {
            MarkState::Passed => "passed",
            MarkState::Partly => "partly",
            MarkState::Failed => "failed",
            MarkState::Refused => "refused",
            MarkState::TooLate => "too late",
            MarkState::NotJudged => "not judged",
            MarkState::Missing => "not handed in",
        }
    }
}

/// Points as people write them: `7`, `7.5`, `3.333`.
pub fn written(points: Points) -> String {
    let (whole, rest) = (points / POINT, (points % POINT).abs());
    let sign = if points < 0 && whole == 0 { "-" } else { "" };
    match rest {
        0 => format!("{sign}{whole}"),
        rest => {
            let digits = format!("{rest:03}");
            format!("{sign}{whole}.{}", digits.trim_end_matches('0'))
        }
    }
}

/// What a lab is worth.
pub fn worth(lab: &LabShape, grading: &Grading) -> Points {
    let rules = grading.labs.get(&lab.id);
    let parts = lab.parts.iter().map(|part| part_worth(part, rules)).sum();
    rules.and_then(|rules| rules.points).unwrap_or(parts)
}

/// What a part is worth beside others: as the course says, else what its checks weigh that need no GPU.
fn part_worth(part: &PartShape, rules: Option<&LabGrading>) -> Points {
    let said = rules.and_then(|rules| rules.parts.get(&part.id));
    said.copied().unwrap_or_else(|| {
        let checks = part.checks.iter().filter(|check| !check.needs_gpu);
        checks.map(|check| weight(part, &check.id, rules)).sum()
    })
}

fn weight(part: &PartShape, check: &str, rules: Option<&LabGrading>) -> Points {
    let said = rules.and_then(|rules| rules.checks.get(&format!("{}/{check}", part.id)));
    said.copied().unwrap_or(POINT)
}

/// What each check of a submission is worth and has, before anything is taken for being late; none where nothing was judged.
pub fn shares(lab: &LabShape, grading: &Grading, submission: &Submission) -> Option<Vec<Share>> {
    let rules = grading.labs.get(&lab.id);
    let mut shares: Vec<Share> = Vec::new();
    let mut parts: Vec<(Points, Points)> = Vec::new();
    for (p, part) in lab.parts.iter().enumerate() {
        let mut judged = 0;
        for (c, check) in part.checks.iter().enumerate() {
            let status = submission.status(&part.id, &check.id);
            let unmeasured = match status {
                Some(status) => status == Status::NotMeasured,
                // Where every check has its ending, one that is not there was not asked of this learner.
                None => check.needs_gpu || submission.ended == Ended::Judged,
            };
            let weight = if unmeasured {
                0
            } else {
                weight(part, &check.id, rules)
            };
            judged += weight;
            shares.push(Share {
                check: (p, c),
                status,
                of: weight,
                points: 0,
            });
        }
        let worth = if judged > 0 {
            part_worth(part, rules)
        } else {
            0
        };
        parts.push((worth, judged));
    }
    let all: Points = parts.iter().map(|(worth, _)| worth).sum();
    if all == 0 {
        return None;
    }
    let total = worth(lab, grading);
    let (mut exact, mut given) = (0.0, 0);
    let last = shares.iter().rposition(|share| share.of > 0);
    for (at, share) in shares.iter_mut().enumerate() {
        let (part, judged) = parts[share.check.0];
        if share.of == 0 {
            continue;
        }
        let of_part = part as f64 / all as f64;
        exact += total as f64 * of_part * (share.of as f64 / judged as f64);
        // Rounded along the way, and whole at the end.
        let until = if last == Some(at) {
            total
        } else {
            exact.round() as Points
        };
        share.of = until - given;
        given = until;
        if share.status == Some(Status::Pass) {
            share.points = share.of;
        }
    }
    Some(shares)
}

/// When something came, by the rules of its lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lateness {
    /// Before the deadline, within the grace, or without either.
    InTime,
    /// So many days have begun since the deadline.
    Days(u32),
    /// After the cut-off.
    TooLate,
}

/// How late something is.
pub fn lateness(at: Option<Timestamp>, deadline: Option<Timestamp>, late: Late) -> Lateness {
    let (Some(at), Some(deadline)) = (at, deadline) else {
        return Lateness::InTime;
    };
    let since = at.duration_since(deadline);
    if since <= late.grace {
        return Lateness::InTime;
    }
    if late.until.is_some_and(|until| since > until) {
        return Lateness::TooLate;
    }
    let day = SignedDuration::from_hours(24);
    let begun = (since.as_nanos() + day.as_nanos() - 1) / day.as_nanos();
    Lateness::Days(u32::try_from(begun).unwrap_or(u32::MAX))
}

/// The marks of every learner for every lab of the class: rows and columns as the class has them.
pub fn marks(class: &Class, grading: &Grading) -> Vec<Vec<LabMark>> {
    let row = |learner: &super::model::Pupil| {
        let labs = class.labs.iter().enumerate();
        labs.map(|(at, lab)| of_lab(lab, grading, of(at, &learner.submissions)))
            .collect()
    };
    class.learners.iter().map(row).collect()
}

/// The submissions of a lab, each with its place among the learner's.
fn of(lab: usize, submissions: &[Submission]) -> Vec<(usize, &Submission)> {
    let all = submissions.iter().enumerate();
    all.filter(|(_, submission)| submission.lab == lab)
        .collect()
}

/// One submission with what it comes to.
struct Weighed {
    at: usize,
    lateness: Lateness,
    state: MarkState,
    points: Option<Points>,
    deducted: Points,
}

fn of_lab(lab: &LabShape, grading: &Grading, submissions: Vec<(usize, &Submission)>) -> LabMark {
    let weighed: Vec<Weighed> = submissions
        .iter()
        .map(|(at, submission)| weigh(lab, grading, (*at, submission)))
        .collect();
    let counts = |one: &&Weighed| one.lateness != Lateness::TooLate;
    let mut in_time = weighed.iter().filter(counts);
    let counted = match grading.keep {
        Keep::Last => in_time.next_back(),
        // Of equals the first; what could not be judged only where there is nothing else.
        Keep::Best => in_time.reduce(|best, one| if one.points > best.points { one } else { best }),
    };
    let mark = |one: &Weighed| LabMark {
        state: one.state,
        points: one.points,
        of: worth(lab, grading),
        deducted: one.deducted,
        days_late: match one.lateness {
            Lateness::Days(days) => days,
            _ => 0,
        },
        submissions: weighed.len(),
        counted: Some(one.at),
    };
    match (counted, weighed.last()) {
        (Some(one), _) => mark(one),
        (None, Some(last)) => LabMark {
            state: MarkState::TooLate,
            points: Some(0),
            deducted: 0,
            ..mark(last)
        },
        (None, None) => LabMark {
            state: MarkState::Missing,
            points: None,
            of: worth(lab, grading),
            deducted: 0,
            days_late: 0,
            submissions: 0,
            counted: None,
        },
    }
}

fn weigh(lab: &LabShape, grading: &Grading, (at, submission): (usize, &Submission)) -> Weighed {
    let rules = grading.labs.get(&lab.id);
    let late = rules.and_then(|rules| rules.late).unwrap_or(grading.late);
    let deadline = rules.and_then(|rules| rules.deadline);
    let deadline = deadline.and_then(|deadline| deadline.checked_add(submission.extension).ok());
    let lateness = self::lateness(submission.at, deadline, late);
    let shares = shares(lab, grading, submission);
    let sum = |of: fn(&Share) -> Points| {
        let shares = shares.iter().flatten();
        shares.map(of).sum::<Points>()
    };
    let (points, of) = (sum(|share| share.points), sum(|share| share.of));
    let passed = shares.iter().flatten();
    let any = passed
        .clone()
        .any(|share| share.status == Some(Status::Pass));
    let all = passed
        .filter(|share| share.status != Some(Status::NotMeasured) && share.of > 0)
        .all(|share| share.status == Some(Status::Pass));
    let (state, points) = match submission.ended {
        Ended::Crashed => (MarkState::NotJudged, None),
        Ended::Refused => (MarkState::Refused, Some(0)),
        _ if shares.is_none() => (MarkState::NotJudged, None),
        _ if all && points == of => (MarkState::Passed, Some(points)),
        _ if any => (MarkState::Partly, Some(points)),
        _ => (MarkState::Failed, Some(points)),
    };
    let taken = match lateness {
        Lateness::Days(days) => i64::from(days.saturating_mul(late.per_day).min(100)),
        _ => 0,
    };
    // To the nearest thousandth, halves for the learner.
    let deducted = points.map_or(0, |points| (points * taken + 49) / 100);
    Weighed {
        at,
        lateness,
        state,
        points: points.map(|points| points - deducted),
        deducted,
    }
}

/// What a learner has in all, and of how much: what was not handed in counts, what could not be judged does not.
pub fn total(marks: &[LabMark]) -> (Points, Points) {
    let counted = marks
        .iter()
        .filter(|mark| mark.state != MarkState::NotJudged);
    counted.fold((0, 0), |(points, of), mark| {
        (points + mark.points.unwrap_or(0), of + mark.of)
    })
}

#[cfg(test)]
mod tests;
