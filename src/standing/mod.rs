//! Where the learner stands: a course, its labs and the store come in, rows with a status word and done / total come out.
//!
//! Nothing of it is stored, so it cannot be stale. What counts as done is the rule of `crates/standing`, which pages call as well: here a
//! course is numbered for it (`numbering.rs`), rows are turned into its numbers, and what it counts gets its names back (`named.rs`).

mod exported;
mod named;
mod numbering;
pub mod study;
pub mod timed;

use std::collections::{BTreeMap, BTreeSet};

use ::standing as rule;
use lab::{Lab, Part};

use crate::config::Config;
use crate::course::{Course, artifact};
use crate::labs::Labs;
use crate::store::{Counts, Passed, Status, Store, StoreError};

use numbering::LabNumbers;
pub use numbering::{Kept, Numbering};

/// A status word with one meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing done.
    NotStarted,
    /// Something done, or tried.
    InProgress,
    /// Everything done.
    Done,
}

impl State {
    /// The words for people.
    pub fn words(self) -> &'static str {
        match self {
            State::NotStarted => "not started",
            State::InProgress => "in progress",
            State::Done => "done",
        }
    }

    /// The word in JSON and in class names.
    pub fn slug(self) -> &'static str {
        match self {
            State::NotStarted => "not-started",
            State::InProgress => "in-progress",
            State::Done => "done",
        }
    }
}

impl From<rule::State> for State {
    fn from(state: rule::State) -> State {
        match state {
            rule::State::NotStarted => State::NotStarted,
            rule::State::InProgress => State::InProgress,
            rule::State::Done => State::Done,
        }
    }
}

/// One row of the dashboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The id of what it is about.
    pub id: String,
    /// The number shown, when it has one.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Its status.
    pub state: State,
    /// How much is done.
    pub done: usize,
    /// Of how much.
    pub total: usize,
}

impl Row {
    /// What was counted, with its names.
    fn named(id: &str, number: &str, title: &str, row: rule::Row) -> Row {
        Row {
            id: id.to_owned(),
            number: number.to_owned(),
            title: title.to_owned(),
            state: row.state.into(),
            done: row.done,
            total: row.total,
        }
    }

    /// Done in cells of a bar that is `cells` wide; full only when everything is done.
    pub fn cells(&self, cells: usize) -> usize {
        (self.done * cells).checked_div(self.total).unwrap_or(0)
    }
}

/// A part of the course and its modules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartRow {
    /// Counts what its modules count.
    pub row: Row,
    /// Each counts its items and labs.
    pub modules: Vec<Row>,
}

/// A lab and its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabRow {
    /// Counts the checks that need no GPU.
    pub row: Row,
    /// Each counts its checks.
    pub parts: Vec<Row>,
    /// How many attempts there are.
    pub attempts: usize,
    /// How the newest ended.
    pub last: Option<Status>,
    /// Labs that should be done first and are not.
    pub waits_for: Vec<&'static str>,
}

/// What to go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// What it is, as JSON names it.
    pub kind: &'static str,
    /// Its id; a lab's name.
    pub id: String,
    /// What stands before its title: `Lesson 3`.
    pub label: String,
    /// Its title.
    pub title: String,
    /// Its address, relative to the site's root.
    pub url: String,
}

/// The dashboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Counts what all modules count.
    pub course: Row,
    /// Parts in course order.
    pub parts: Vec<PartRow>,
    /// Counts the modules' projects.
    pub projects: Row,
    /// Counts the papers that were read.
    pub papers: Row,
    /// Labs in course order.
    pub labs: Vec<LabRow>,
    /// What to go on with; nothing when all is done.
    pub next: Option<Next>,
    /// Ids of every item that is on, and of every paper that was read.
    pub done: BTreeSet<String>,
    /// Every step of the course by its id, and how far it is.
    pub steps: BTreeMap<String, State>,
}

impl Standing {
    /// A lab's row.
    pub fn lab(&self, id: &str) -> Option<&LabRow> {
        self.labs.iter().find(|lab| lab.row.id == id)
    }
}

/// Computes the standing in `course` from the store, and from the learner's files below `root`.
///
/// # Errors
/// When the store cannot be read.
pub fn standing(course: &Course, config: &Config, store: &Store) -> Result<Standing, StoreError> {
    let numbering = Numbering::of(course, config.labs.all());
    let marks = store.marks()?;
    let mut kept = kept(&numbering.labs, &store.counts()?, store)?;
    kept.rows.marked = numbering.where_id(|id| marks.get(id).is_some_and(|mark| mark.on));
    let is_met = |item: &crate::course::Item| artifact::lacks(&config.root, &item.rule).is_none();
    kept.rows.files = numbering.files(is_met);
    Ok(numbering.standing(&kept))
}

/// What the store says of labs. Where nothing is decided by a count, nobody has to ask for these.
fn kept(labs: &LabNumbers<'_>, counts: &Counts, store: &Store) -> Result<Kept, StoreError> {
    Ok(labs.kept(&store.passed()?, counts, &store.tallies()?))
}

/// The rows of the labs alone, for commands that need no course content.
///
/// # Errors
/// When the store cannot be read.
pub fn labs(labs: Labs, store: &Store) -> Result<Vec<LabRow>, StoreError> {
    let labs = LabNumbers::of(labs.all());
    let kept = kept(&labs, &Counts::new(), store)?;
    Ok(named::labs(&labs, &kept, &labs.count(&kept.rows)))
}

/// The lab to go on with, for commands that need no course content: the first that is not done and waits for nothing; else the first
/// that is not done.
///
/// # Errors
/// When the store cannot be read.
pub fn next_lab(labs: Labs, store: &Store) -> Result<Option<&'static Lab>, StoreError> {
    let labs = LabNumbers::of(labs.all());
    let counted = labs.count(&kept(&labs, &Counts::new(), store)?.rows);
    Ok(match counted.next {
        Some(rule::Next::Lab(at)) => labs.all.get(at).copied(),
        _ => None,
    })
}

/// The ids of a part's checks that need no GPU.
pub fn needed(part: &Part) -> Vec<&'static str> {
    part.checks
        .iter()
        .filter(|check| !check.needs_gpu())
        .map(|check| check.id)
        .collect()
}

/// Whether one attempt passed everything of a part that needs no GPU.
pub fn part_done(passed: &Passed, lab: &Lab, part: &Part) -> bool {
    let at = lab.parts.iter().position(|one| one.id == part.id);
    let counted = alone(passed, lab);
    let row = at.and_then(|at| counted.parts.get(at));
    row.is_some_and(|row| row.state == rule::State::Done)
}

/// Whether every part of a lab that can be judged without a GPU is done.
pub fn lab_done(passed: &Passed, lab: &Lab) -> bool {
    alone(passed, lab).row.state == rule::State::Done
}

/// What is counted of one lab.
fn alone(passed: &Passed, lab: &Lab) -> rule::LabCount {
    let labs = [lab];
    let labs = LabNumbers::of(&labs);
    let kept = labs.kept(passed, &Counts::new(), &BTreeMap::new());
    let mut counted = labs.count(&kept.rows);
    counted.labs.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests;
