//! Learner by lab, as compact JSON: for each learner an array, for each cell an array of numbers, each message written once.

use std::collections::HashMap;

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{SIGNS, Shown};
use crate::class::marks::{LabMark, MarkState, total, worth};
use crate::class::model::Pupil;
use crate::course::grading::length_words;
use crate::standing::State;

/// Messages, each once.
#[derive(Default)]
struct Words {
    all: Vec<String>,
    places: HashMap<String, usize>,
}

impl Words {
    fn place(&mut self, text: &str) -> usize {
        if let Some(at) = self.places.get(text) {
            return *at;
        }
        self.all.push(text.to_owned());
        self.places.insert(text.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// The columns, the learners and the messages. A learner is `[id, name, points, of, cells, first failure, where, last]`; a cell is `0`
/// where there is nothing, else `[state, points, submissions, days late, message, deducted]`, and behind them the words for an extension; a message's place is -1 where there is none.
pub fn data(shown: &Shown<'_>) -> Value {
    let class = shown.class;
    let mut columns: Vec<Value> = Vec::new();
    for module in shown.modules.iter().flat_map(|modules| &modules.columns) {
        let title = format!("{} {}", module.number, module.title);
        columns.push(json!([
            "module",
            title.trim(),
            module.title,
            module.total * 1000
        ]));
    }
    for lab in &class.labs {
        columns.push(json!(["lab", lab.id, lab.title, worth(lab, shown.grading)]));
    }
    let mut words = Words::default();
    let mut learners: Vec<Value> = Vec::with_capacity(class.learners.len());
    for (at, (learner, marks)) in class.learners.iter().zip(shown.marks).enumerate() {
        let mut cells: Vec<Value> = Vec::new();
        let (mut place, mut last) = (String::new(), Value::Null);
        if let Some(modules) = shown.modules {
            let stand = &modules.learners[at];
            cells.extend(stand.cells.iter().map(|cell| match cell.state {
                State::NotStarted => json!(0),
                State::Done => json!([SIGNS.len(), cell.done * 1000, 0, 0, -1, 0]),
                State::InProgress => json!([SIGNS.len() + 1, cell.done * 1000, 0, 0, -1, 0]),
            }));
            place.clone_from(&stand.at);
            last = json!(stand.last.map(|at| at.strftime("%Y-%m-%d").to_string()));
        }
        cells.extend(marks.iter().map(|mark| cell(learner, mark, &mut words)));
        let first = first_failure(shown, learner, marks);
        let first = first.map_or(-1, |text| words.place(&text) as i64);
        let (points, of) = match shown.modules {
            Some(modules) => modules.learners[at].whole(),
            None => total(marks),
        };
        learners.push(json!([
            learner.id,
            learner.name,
            points,
            of,
            cells,
            first,
            place,
            last
        ]));
    }
    json!({"columns": columns, "learners": learners, "messages": words.all, "progress": shown.modules.is_some()})
}

fn cell(learner: &Pupil, mark: &LabMark, words: &mut Words) -> Value {
    if mark.state == MarkState::Missing {
        return json!(0);
    }
    let state = SIGNS.iter().position(|(state, _)| *state == mark.state);
    let failure = mark.counted.and_then(|at| failure(learner, at));
    let failure = failure.map_or(-1, |text| words.place(&text) as i64);
    let mut cell = vec![
        json!(state),
        json!(mark.points),
        json!(mark.submissions),
        json!(mark.days_late),
        json!(failure),
        json!(mark.deducted),
    ];
    let counted = mark.counted.and_then(|at| learner.submissions.get(at));
    let extension = counted.map_or(SignedDuration::ZERO, |one| one.extension);
    if !extension.is_zero() {
        cell.push(json!(length_words(extension)));
    }
    json!(cell)
}

/// What first went wrong in a submission, in one line.
fn failure(learner: &Pupil, at: usize) -> Option<String> {
    let submission = learner.submissions.get(at)?;
    if let Some(checked) = submission.first_failure() {
        let line = match checked.line {
            0 => String::new(),
            line => format!(", line {line}"),
        };
        let words = match checked.message.is_empty() {
            true => checked.status.words(),
            false => &checked.message,
        };
        return Some(format!("{}{line}: {words}", checked.name()));
    }
    let sentence = &submission.sentence;
    (!sentence.is_empty()).then(|| sentence.clone())
}

/// A learner's first failure in the course's order, with its lab.
fn first_failure(shown: &Shown<'_>, learner: &Pupil, marks: &[LabMark]) -> Option<String> {
    let mut labs = shown.class.labs.iter().zip(marks);
    labs.find_map(|(lab, mark)| {
        let text = failure(learner, mark.counted?)?;
        Some(format!("{} {text}", lab.id))
    })
}
