//! What the page says in figures: the class, each lab, the checks that most fail, each module.

use serde_json::{Value, json};
use sorted::SortedMap;

use super::Shown;
use crate::class::marks::{LabMark, MarkState, total, worth, written};
use crate::class::model::Class;
use crate::class::progress::Modules;
use crate::course::grading::Points;
use crate::standing::State;
use crate::store::Status;

/// Checks that are listed as failing most.
const HARD: usize = 25;

/// The class, its labs and how points are spread.
pub fn sums(shown: &Shown<'_>) -> Value {
    let class = shown.class;
    let shares: Vec<f64> = (0..class.learners.len())
        .filter_map(|at| share(shown, at))
        .collect();
    let submissions: usize = class
        .learners
        .iter()
        .map(|learner| learner.submissions.len())
        .sum();
    let texts = class
        .learners
        .iter()
        .flat_map(|learner| &learner.submissions);
    let times: Vec<_> = texts.filter_map(|submission| submission.at).collect();
    let day = |at: Option<&jiff::Timestamp>| at.map(|at| at.strftime("%Y-%m-%d").to_string());
    json!({
        "learners": class.learners.len(),
        "submissions": submissions,
        "handed_in": class.learners.iter().filter(|learner| !learner.submissions.is_empty()).count(),
        "mean": mean(&shares).map(|mean| format!("{mean:.0} %")),
        "median": median(&shares).map(|median| format!("{median:.0} %")),
        "from": day(times.iter().min()),
        "to": day(times.iter().max()),
        "labs": class.labs.iter().enumerate().map(|(at, _)| lab(shown, at)).collect::<Vec<_>>(),
        "spread": spread(&shares),
    })
}

/// What a learner has, in per cent; none where nothing counts.
fn share(shown: &Shown<'_>, at: usize) -> Option<f64> {
    let (points, of) = match shown.modules {
        Some(modules) => modules.learners[at].whole(),
        None => total(&shown.marks[at]),
    };
    (of > 0).then(|| 100.0 * points as f64 / of as f64)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        n if n % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// What stands where there is no figure.
fn nothing() -> String {
    "–".to_owned()
}

/// How many learners have how much: ten steps, the last with all of it.
fn spread(shares: &[f64]) -> Value {
    let mut steps = [0usize; 10];
    for share in shares {
        steps[((share / 10.0) as usize).min(9)] += 1;
    }
    let most = steps.iter().copied().max().unwrap_or(0).max(1);
    let step = |(at, count): (usize, &usize)| {
        let to = if at == 9 {
            "100".to_owned()
        } else {
            format!("{}", at * 10 + 9)
        };
        json!({"from": at * 10, "to": to, "count": count, "width": 100 * count / most})
    };
    steps.iter().enumerate().map(step).collect()
}

/// One lab: who handed it in, how it stands, what it took.
fn lab(shown: &Shown<'_>, at: usize) -> Value {
    let shape = &shown.class.labs[at];
    let column: Vec<&LabMark> = shown.marks.iter().map(|row| &row[at]).collect();
    let count = |state: MarkState| column.iter().filter(|mark| mark.state == state).count();
    let handed_in = column.len() - count(MarkState::Missing);
    let points: Vec<f64> = column
        .iter()
        .filter_map(|mark| mark.points)
        .map(|p| p as f64)
        .collect();
    let submissions: Vec<f64> = column
        .iter()
        .filter(|mark| mark.submissions > 0)
        .map(|mark| mark.submissions as f64)
        .collect();
    let late = column.iter().filter(|mark| mark.days_late > 0).count();
    json!({
        "id": shape.id,
        "title": shape.title,
        "of": written(worth(shape, shown.grading)),
        "handed_in": handed_in,
        "passed": count(MarkState::Passed),
        "partly": count(MarkState::Partly),
        "failed": count(MarkState::Failed) + count(MarkState::Refused),
        "late": late + count(MarkState::TooLate),
        "mean": mean(&points).map(|mean| written((mean / 10.0).round() as Points * 10)),
        "submissions": median(&submissions).map_or_else(nothing, |median| {
            format!("{median} ({})", submissions.iter().copied().fold(0.0, f64::max))
        }),
        "share": (100 * count(MarkState::Passed)).checked_div(handed_in).unwrap_or(0),
    })
}

/// How often a check failed.
#[derive(Default)]
struct Hard<'c> {
    failed: usize,
    judged: usize,
    messages: SortedMap<&'c str, usize>,
}

/// The checks that most of those fail who handed the lab in, with what is said most often.
pub fn hard(shown: &Shown<'_>) -> Vec<Value> {
    let mut checks: SortedMap<(usize, String), Hard<'_>> = SortedMap::new();
    for (learner, marks) in shown.class.learners.iter().zip(shown.marks) {
        let counted = marks.iter().filter_map(|mark| mark.counted);
        for submission in counted.map(|at| &learner.submissions[at]) {
            for checked in &submission.checks {
                if matches!(checked.status, Status::NotMeasured | Status::Skipped) {
                    continue;
                }
                let hard = checks.entry((submission.lab, checked.name())).or_default();
                hard.judged += 1;
                if checked.status != Status::Pass {
                    hard.failed += 1;
                    *hard.messages.entry(&checked.message).or_default() += 1;
                }
            }
        }
    }
    let mut checks: Vec<_> = checks
        .into_iter()
        .filter(|(_, hard)| hard.failed > 0)
        .collect();
    checks.sort_by(|(a, x), (b, y)| y.failed.cmp(&x.failed).then(a.cmp(b)));
    checks.truncate(HARD);
    let row = |((lab, name), hard): ((usize, String), Hard<'_>)| {
        let said = hard
            .messages
            .iter()
            .max_by_key(|(text, count)| (**count, std::cmp::Reverse(**text)));
        json!({
            "lab": shown.class.labs[lab].id,
            "check": name,
            "title": title(shown.class, lab, &name),
            "failed": hard.failed,
            "judged": hard.judged,
            "share": 100 * hard.failed / hard.judged,
            "said": said.map(|(text, _)| *text),
            "kinds": hard.messages.len(),
        })
    };
    checks.into_iter().map(row).collect()
}

fn title(class: &Class, lab: usize, name: &str) -> String {
    let parts = class.labs[lab].parts.iter();
    let mut checks = parts.flat_map(|part| part.checks.iter().map(move |check| (part, check)));
    let found = checks.find(|(part, check)| name == format!("{}/{}", part.id, check.id));
    found.map_or(String::new(), |(_, check)| check.title.clone())
}

/// What was refused before it was known for which lab.
pub fn refused(class: &Class) -> Vec<Value> {
    let row = |(at, file, sentence): &(usize, String, String)| json!({"learner": class.learners[*at].name, "file": file, "sentence": sentence});
    class.refused.iter().map(row).collect()
}

/// Each module: how far the class is, who is in it now, and how long since these did anything.
pub fn modules(modules: &Modules, learners: usize) -> Vec<Value> {
    let row = |(at, column): (usize, &crate::class::progress::ModuleColumn)| {
        let cells = modules.learners.iter().map(|learner| &learner.cells[at]);
        let count = |state: State| cells.clone().filter(|cell| cell.state == state).count();
        let here: Vec<f64> = modules
            .learners
            .iter()
            .filter(|learner| learner.module == Some(at))
            .filter_map(|learner| modules.days_idle(learner))
            .collect();
        let now = modules
            .learners
            .iter()
            .filter(|learner| learner.module == Some(at))
            .count();
        json!({
            "number": column.number,
            "title": column.title,
            "done": count(State::Done),
            "in_progress": count(State::InProgress),
            "not_started": count(State::NotStarted),
            "now": now,
            "width": (100 * now).checked_div(learners).unwrap_or(0),
            "idle": median(&here).map_or_else(nothing, |days| format!("{days:.0}")),
        })
    };
    modules.columns.iter().enumerate().map(row).collect()
}
