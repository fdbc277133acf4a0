//! The rule of what counts as done: an outline and somebody's rows come in, how they stand comes out.
//!
//! A module counts its items and its labs, a part and the course what their modules count, a lab the checks that need no GPU: everything
//! can be reached without one. What something else decides is on by that alone, whatever was marked.

use crate::counted::{Counted, LabCount, Next, Row, State, StepCount};
use crate::labs::Judged;
use crate::outline::{Item, Lab, Outline, Work};
use crate::rows::{LabRows, Rows};

/// How whoever left these rows stands.
pub fn count(outline: &Outline, rows: &Rows) -> Counted {
    let none = LabRows::default();
    let of = |(at, lab): (usize, &Lab)| Judged::of(lab, rows.labs.get(at).unwrap_or(&none));
    let labs: Vec<Judged> = outline.labs.iter().enumerate().map(of).collect();
    let mut facts = Facts {
        on: on(outline, rows, &labs),
        labs,
    };
    let mut modules = Vec::new();
    let mut parts = Vec::new();
    for part in &outline.parts {
        let first = modules.len();
        for module in &part.modules {
            let is_begun = |lab: &usize| facts.labs.get(*lab).is_some_and(|lab| lab.begun);
            modules.push(Row::of(
                facts.on(&module.items) + facts.whole(&module.labs),
                module.items.len() + module.labs.len(),
                module.labs.iter().any(is_begun),
            ));
        }
        parts.push(Row::sum(modules.get(first..).unwrap_or_default()));
    }
    let labs = facts.lab_counts(outline);
    let steps: Vec<StepCount> = outline
        .steps
        .iter()
        .map(|step| facts.step(&step.work))
        .collect();
    let mut left = [0.0; 2];
    for (step, counted) in outline.steps.iter().zip(&steps) {
        for (left, minutes) in left.iter_mut().zip(step.minutes) {
            *left += minutes * counted.open;
        }
    }
    Counted {
        course: Row::sum(&modules),
        projects: facts.projects(&outline.projects),
        papers: Row::of(facts.on(&outline.papers), outline.papers.len(), false),
        parts,
        modules,
        next: next(outline, &labs, &steps),
        labs,
        steps,
        left,
        on: std::mem::take(&mut facts.on),
    }
}

/// Of each item, whether it is on.
fn on(outline: &Outline, rows: &Rows, labs: &[Judged]) -> Vec<bool> {
    let mut on = vec![false; outline.items.len()];
    let mut set = |item: usize, is_on: bool| {
        if let Some(slot) = on.get_mut(item) {
            *slot = is_on;
        }
    };
    rows.marked.iter().for_each(|item| set(*item, true));
    for (item, is_met) in &rows.files {
        if outline.items.get(*item) == Some(&Item::File) {
            set(*item, *is_met);
        }
    }
    // From the last to the first, for a group stands before what it is made of.
    for (at, item) in outline.items.iter().enumerate().rev() {
        let lab = |lab: &usize| labs.get(*lab);
        let is_on = match item {
            Item::Marked | Item::File => continue,
            Item::Lab(of) => lab(of).is_some_and(|lab| lab.whole),
            Item::Part { lab: of, part } => {
                lab(of).is_some_and(|lab| lab.done.get(*part) == Some(&true))
            }
            Item::Checks { lab: of, checks } => {
                lab(of).is_some_and(|lab| checks.iter().all(|check| lab.passed(*check)))
            }
            Item::Measured {
                lab: of,
                check,
                bound,
            } => lab(of).is_some_and(|lab| lab.met(*check, *bound)),
            Item::Group(items) => {
                let is_on = |item: &usize| *item > at && on.get(*item) == Some(&true);
                items.iter().all(is_on)
            }
        };
        if let Some(slot) = on.get_mut(at) {
            *slot = is_on;
        }
    }
    on
}

/// What the rows come to, item by item and lab by lab.
struct Facts {
    on: Vec<bool>,
    labs: Vec<Judged>,
}

impl Facts {
    /// How many of these items are on.
    fn on(&self, items: &[usize]) -> usize {
        let is_on = |item: &&usize| self.on.get(**item) == Some(&true);
        items.iter().filter(is_on).count()
    }

    /// How many of these labs are done.
    fn whole(&self, labs: &[usize]) -> usize {
        let is_whole = |lab: &&usize| self.labs.get(**lab).is_some_and(|lab| lab.whole);
        labs.iter().filter(is_whole).count()
    }

    fn projects(&self, projects: &[Vec<usize>]) -> Row {
        let (mut done, mut begun) = (0, false);
        for items in projects {
            let on = self.on(items);
            done += usize::from(on > 0 && on == items.len());
            begun |= on > 0;
        }
        Row::of(done, projects.len(), begun)
    }

    fn lab_counts(&mut self, outline: &Outline) -> Vec<LabCount> {
        let whole: Vec<bool> = self.labs.iter().map(|lab| lab.whole).collect();
        let waits = |lab: &&usize| whole.get(**lab) == Some(&false);
        let labs = outline.labs.iter().zip(&mut self.labs);
        labs.map(|(lab, judged)| LabCount {
            row: judged.row,
            parts: std::mem::take(&mut judged.parts),
            waits_for: lab.requires.iter().filter(waits).copied().collect(),
        })
        .collect()
    }

    /// How far a step is: what is read whole or not at all, a lab by its parts, a task by its items.
    fn step(&self, work: &Work) -> StepCount {
        let open = match work {
            Work::Read { item, labs } => {
                let by_labs = !labs.is_empty() && self.whole(labs) == labs.len();
                if by_labs || self.on(&[*item]) > 0 {
                    0.0
                } else {
                    1.0
                }
            }
            Work::Lab(lab) => {
                let lab = self.labs.get(*lab);
                return StepCount {
                    state: lab.map_or(State::NotStarted, |lab| lab.row.state),
                    open: lab.map_or(1.0, |lab| lab.open),
                };
            }
            Work::Items(items) if items.is_empty() => 1.0,
            Work::Items(items) => (items.len() - self.on(items)) as f64 / items.len() as f64,
        };
        let state = if open == 0.0 {
            State::Done
        } else if open < 1.0 {
            State::InProgress
        } else {
            State::NotStarted
        };
        StepCount { state, open }
    }
}

/// The first step that is open; a lab that waits for another comes after those that wait for nothing. Labs that are no step come last.
fn next(outline: &Outline, labs: &[LabCount], steps: &[StepCount]) -> Option<Next> {
    let waits = |lab: usize| labs.get(lab).is_some_and(|lab| !lab.waits_for.is_empty());
    let mut waiting = None;
    for (at, (step, counted)) in outline.steps.iter().zip(steps).enumerate() {
        if counted.state == State::Done {
            continue;
        }
        match step.work {
            Work::Lab(lab) if waits(lab) => waiting = waiting.or(Some(Next::Step(at))),
            _ => return Some(Next::Step(at)),
        }
    }
    if waiting.is_some() {
        return waiting;
    }
    for (at, lab) in labs.iter().enumerate() {
        let is_step = |step: &crate::outline::Step| step.work == Work::Lab(at);
        if lab.row.state == State::Done || outline.steps.iter().any(is_step) {
            continue;
        }
        if !waits(at) {
            return Some(Next::Lab(at));
        }
        waiting = waiting.or(Some(Next::Lab(at)));
    }
    waiting
}
