//! Where the learner stands: a course, its labs and the store come in, rows with a status word and done / total come out.
//!
//! Nothing of it is stored, so it cannot be stale. A module counts its items and labs, a part and the course what their modules
//! count, a lab the checks that need no GPU: everything can be reached without one. A lab's part is done when one attempt passed all
//! of these. Pages count in `static/standing.js`, served or published; `tests/standing/cases.json` holds both to one table.

pub mod exported;
pub mod study;
pub mod timed;

use std::collections::{BTreeMap, BTreeSet};

use lab::{Lab, Part};

use crate::config::Config;
use crate::course::walk::{self, Step, StepKind};
use crate::course::{Checks, Course, Item, ItemKind, Located, Module, Rule, artifact};
use crate::labs::Labs;
use crate::store::{Counts, Mark, Passed, Status, Store, StoreError};

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

    fn of(done: usize, total: usize, begun: bool) -> State {
        match () {
            () if total > 0 && done == total => State::Done,
            () if done > 0 || begun => State::InProgress,
            () => State::NotStarted,
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

/// How much of something is done.
#[derive(Clone, Copy, Default)]
struct Count {
    done: usize,
    total: usize,
    /// Whether somebody has begun with it, although nothing may be done.
    begun: bool,
}

impl Count {
    fn of(done: usize, total: usize) -> Count {
        Count {
            done,
            total,
            begun: false,
        }
    }
}

impl Row {
    fn new(id: &str, number: &str, title: &str, count: Count) -> Row {
        let Count { done, total, begun } = count;
        Row {
            id: id.to_owned(),
            number: number.to_owned(),
            title: title.to_owned(),
            state: State::of(done, total, begun),
            done,
            total,
        }
    }

    /// What these rows count, together.
    fn sum<'r>(id: &str, number: &str, title: &str, rows: impl Iterator<Item = &'r Row>) -> Row {
        let count = rows.fold(Count::default(), |count, row| Count {
            done: count.done + row.done,
            total: count.total + row.total,
            begun: count.begun || row.state != State::NotStarted,
        });
        Row::new(id, number, title, count)
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
    let decided = |located: &&Located<'_>| matches!(located.item.rule, Rule::Artifact { .. });
    let items = course.items();
    let met = items
        .iter()
        .filter(decided)
        .filter(|located| artifact::lacks(&config.root, &located.item.rule).is_none());
    let facts = Facts {
        labs: config.labs.all(),
        passed: store.passed()?,
        marks: store.marks()?,
        tallies: store.tallies()?,
        met: met.map(|located| located.item.id.clone()).collect(),
        counts: store.counts()?,
    };
    Ok(facts.standing(course))
}

/// The rows of the labs alone, for commands that need no course content.
///
/// # Errors
/// When the store cannot be read.
pub fn labs(labs: Labs, store: &Store) -> Result<Vec<LabRow>, StoreError> {
    let facts = Facts {
        labs: labs.all(),
        passed: store.passed()?,
        marks: BTreeMap::new(),
        tallies: store.tallies()?,
        met: BTreeSet::new(),
        counts: Counts::new(),
    };
    Ok(facts.lab_rows())
}

/// The first lab that is not done and waits for nothing; else the first that is not done.
pub fn next_lab(labs: &[LabRow]) -> Option<&LabRow> {
    let open = || labs.iter().filter(|lab| lab.row.state != State::Done);
    open()
        .find(|lab| lab.waits_for.is_empty())
        .or_else(|| open().next())
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
    passed.together(lab.id, part.id, &needed(part))
}

/// Whether every part of a lab that can be judged without a GPU is done.
pub fn lab_done(passed: &Passed, lab: &Lab) -> bool {
    let mut judged = lab
        .parts
        .iter()
        .filter(|part| !needed(part).is_empty())
        .peekable();
    judged.peek().is_some() && judged.all(|part| part_done(passed, lab, part))
}

/// What the store says, read once.
struct Facts {
    labs: &'static [&'static Lab],
    passed: Passed,
    marks: BTreeMap<String, Mark>,
    tallies: BTreeMap<String, (usize, Status)>,
    /// Items about a file that holds what they ask.
    met: BTreeSet<String>,
    counts: Counts,
}

impl Facts {
    fn standing(&self, course: &Course) -> Standing {
        let mut done = BTreeSet::new();
        for located in course.items() {
            if self.is_on(located.item) {
                done.insert(located.item.id.clone());
            }
        }
        let items = course.items();
        let parts: Vec<PartRow> = course
            .parts
            .iter()
            .map(|part| {
                let modules: Vec<Row> = part
                    .modules
                    .iter()
                    .map(|module| self.module(module, &items))
                    .collect();
                let number = part.number.to_string();
                let row = Row::sum(&part.id, &number, &part.title, modules.iter());
                PartRow { row, modules }
            })
            .collect();
        let projects = self.projects(course);
        let papers = &course.catalog.papers;
        let read = papers.iter().filter(|paper| self.is_marked(&paper.id));
        done.extend(read.clone().map(|paper| paper.id.clone()));
        let count = Count::of(read.count(), papers.len());
        let papers = Row::new("papers", "", "Papers", count);
        let labs = self.lab_rows();
        let walked = walk::steps(course);
        let read = walked
            .iter()
            .filter(|step| step.kind.is_read() && self.is_marked(step.id));
        done.extend(read.map(|step| step.id.to_owned()));
        let state = |step: &Step<'_>| (step.id.to_owned(), self.step(step, &labs, &done));
        let steps: BTreeMap<String, State> = walked.iter().map(state).collect();
        let next = next(&walked, &steps, &labs);
        let modules = parts.iter().flat_map(|part| &part.modules);
        Standing {
            course: Row::sum("course", "", &course.title, modules),
            parts,
            projects,
            papers,
            labs,
            next,
            done,
            steps,
        }
    }

    /// How far a step is. A lesson is read when its reader says so, or when every lab that it leads to is passed.
    fn step(&self, step: &Step<'_>, labs: &[LabRow], done: &BTreeSet<String>) -> State {
        let lab = |id: &str| labs.iter().find(|lab| lab.row.id == id);
        let passed = |id: &String| lab(id).is_some_and(|lab| lab.row.state == State::Done);
        match step.kind {
            StepKind::Lesson | StepKind::Page => {
                let by_labs = !step.labs.is_empty() && step.labs.iter().all(passed);
                State::of(usize::from(done.contains(step.id) || by_labs), 1, false)
            }
            StepKind::Lab => lab(step.id).map_or(State::NotStarted, |lab| lab.row.state),
            StepKind::Project | StepKind::Task => {
                let on = step.items.iter().filter(|id| done.contains(**id)).count();
                State::of(on, step.items.len(), false)
            }
        }
    }

    /// A module counts its leaf items that are not extras, and its labs.
    fn module(&self, module: &Module, items: &[Located<'_>]) -> Row {
        let counted = items
            .iter()
            .filter(|l| l.module.id == module.id && counts(l));
        let (mut done, mut total, mut begun) = (0, 0, false);
        for located in counted {
            total += 1;
            done += usize::from(self.is_on(located.item));
        }
        for id in &module.labs {
            total += 1;
            begun |= self.tallies.contains_key(id);
            let lab = self.labs.iter().find(|lab| lab.id == id);
            done += usize::from(lab.is_some_and(|lab| lab_done(&self.passed, lab)));
        }
        Row::new(
            &module.id,
            &module.number,
            &module.title,
            Count { done, total, begun },
        )
    }

    fn projects(&self, course: &Course) -> Row {
        let projects: Vec<_> = course
            .modules()
            .filter_map(|(_, module)| module.project.as_ref())
            .collect();
        let begun = projects
            .iter()
            .flat_map(|p| &p.items)
            .any(|item| self.any_on(item));
        let done = projects
            .iter()
            .filter(|p| !p.items.is_empty() && p.items.iter().all(|item| self.is_on(item)))
            .count();
        Row::new(
            "projects",
            "",
            "Projects",
            Count {
                done,
                total: projects.len(),
                begun,
            },
        )
    }

    fn any_on(&self, item: &Item) -> bool {
        self.is_on(item) || item.children.iter().any(|child| self.any_on(child))
    }

    fn is_on(&self, item: &Item) -> bool {
        if !item.children.is_empty() {
            return item
                .children
                .iter()
                .all(|child| child.stretch || self.is_on(child));
        }
        match &item.rule {
            Rule::Lab { lab, checks } => self
                .labs
                .iter()
                .find(|known| known.id == lab)
                .is_some_and(|known| self.meets(known, checks)),
            Rule::Artifact { .. } => self.met.contains(&item.id),
            Rule::Measured { lab, check, bound } => self
                .counts
                .get(&(lab.clone(), check.clone()))
                .is_some_and(|(least, most)| bound.met(*least, *most)),
            _ => self.is_marked(&item.id),
        }
    }

    fn is_marked(&self, id: &str) -> bool {
        self.marks.get(id).is_some_and(|mark| mark.on)
    }

    fn meets(&self, lab: &Lab, checks: &Checks) -> bool {
        match checks {
            Checks::All => lab_done(&self.passed, lab),
            Checks::Part(id) => lab
                .part(id)
                .is_some_and(|part| part_done(&self.passed, lab, part)),
            Checks::Named(names) => names.iter().all(|name| match name.split_once('/') {
                Some((part, check)) => self.passed.check(lab.id, part, check),
                None => lab
                    .checks()
                    .filter(|(_, check)| check.id == name)
                    .all(|(part, check)| self.passed.check(lab.id, part.id, check.id)),
            }),
        }
    }

    fn lab_rows(&self) -> Vec<LabRow> {
        self.labs
            .iter()
            .map(|lab| {
                let tally = self.tallies.get(lab.id);
                let parts: Vec<Row> = lab.parts.iter().map(|part| self.part(lab, part)).collect();
                let sum = |of: fn(&Row) -> usize| parts.iter().map(of).sum::<usize>();
                let (done, total) = (sum(|row| row.done), sum(|row| row.total));
                let mut row = Row::new(
                    lab.id,
                    "",
                    &lab.title,
                    Count {
                        done,
                        total,
                        begun: tally.is_some(),
                    },
                );
                if row.state == State::Done && !lab_done(&self.passed, lab) {
                    row.state = State::InProgress;
                }
                let unmet = |id: &&str| {
                    self.labs
                        .iter()
                        .find(|lab| lab.id == *id)
                        .is_some_and(|lab| !lab_done(&self.passed, lab))
                };
                LabRow {
                    row,
                    parts,
                    attempts: tally.map_or(0, |tally| tally.0),
                    last: tally.map(|tally| tally.1),
                    waits_for: lab
                        .requires
                        .iter()
                        .map(String::as_str)
                        .filter(unmet)
                        .collect(),
                }
            })
            .collect()
    }

    fn part(&self, lab: &Lab, part: &Part) -> Row {
        let needed = needed(part);
        let passed = |check: &&&str| self.passed.check(lab.id, part.id, check);
        let done = needed.iter().filter(passed).count();
        let mut row = Row::new(part.id, "", &part.title, Count::of(done, needed.len()));
        if row.state == State::Done && !part_done(&self.passed, lab, part) {
            row.state = State::InProgress;
        }
        row
    }
}

/// Whether an item counts towards its module: a leaf that is no extra.
fn counts(located: &Located<'_>) -> bool {
    let item = located.item;
    item.children.is_empty()
        && !item.stretch
        && item.kind != ItemKind::HardMode
        && !located.task.is_some_and(|task| task.stretch)
        && !located.tier.is_some_and(|tier| tier.optional)
        && !located.parent.is_some_and(|parent| parent.stretch)
}

/// The first step that is open, in the order of the course; a lab that waits for another comes after it. Labs that the course does
/// not name come last.
fn next(walked: &[Step<'_>], steps: &BTreeMap<String, State>, labs: &[LabRow]) -> Option<Next> {
    let lab = |id: &str| labs.iter().find(|lab| lab.row.id == id);
    let open = || {
        walked.iter().filter(|step| {
            let known = step.kind != StepKind::Lab || lab(step.id).is_some();
            known && steps.get(step.id) != Some(&State::Done)
        })
    };
    let waits = |step: &Step<'_>| {
        step.kind == StepKind::Lab && lab(step.id).is_some_and(|lab| !lab.waits_for.is_empty())
    };
    if let Some(step) = open().find(|step| !waits(step)).or_else(|| open().next()) {
        let title = match (step.kind, lab(step.id)) {
            (StepKind::Lab, Some(lab)) => lab.row.title.clone(),
            _ => step.title.to_owned(),
        };
        return Some(Next {
            kind: step.kind.name(),
            id: step.id.to_owned(),
            label: step.label.clone(),
            title,
            url: step.url.clone(),
        });
    }
    let is_walked = |lab: &&LabRow| steps.contains_key(&lab.row.id);
    let rest: Vec<LabRow> = labs.iter().filter(|lab| !is_walked(lab)).cloned().collect();
    next_lab(&rest).map(|lab| Next {
        kind: StepKind::Lab.name(),
        id: lab.row.id.clone(),
        label: "Lab".to_owned(),
        title: lab.row.title.clone(),
        url: walk::lab_url(&lab.row.id),
    })
}

#[cfg(test)]
mod tests;
