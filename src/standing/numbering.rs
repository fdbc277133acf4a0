//! A course in the numbers of the rule: a course and its labs come in, an [`rule::Outline`] comes out, with the ids that its numbers stand
//! for; what the store or an export says of somebody becomes [`rule::Rows`] by the same numbers.
//!
//! A course is numbered once, however many are counted by it. The numbers are those of `outline.json`, too: pages name what is counted by
//! the ids that stand there in this order.

use std::collections::{BTreeMap, HashMap};

use ::standing as rule;
use lab::Lab;

use super::needed;
use crate::course::walk::{self, Step, StepKind, countable, module_items};
use crate::course::{Bound, Checks, Course, Item, Minutes, Module, Rule};
use crate::store::{Counts, Passed, Status};

/// What was kept of somebody.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// As the rule counts it.
    pub rows: rule::Rows,
    /// How the newest attempt at each lab ended.
    pub last: Vec<Option<Status>>,
}

/// The numbers of labs and their checks.
pub struct LabNumbers<'l> {
    /// The labs, each at its number.
    pub all: &'l [&'l Lab],
    ids: HashMap<&'l str, usize>,
}

impl<'l> LabNumbers<'l> {
    /// Numbers these labs.
    pub fn of(all: &'l [&'l Lab]) -> LabNumbers<'l> {
        let ids = all.iter().enumerate();
        LabNumbers {
            all,
            ids: ids.map(|(at, lab)| (lab.id, at)).collect(),
        }
    }

    /// A lab's number; one that is not there has a number beyond them.
    fn lab(&self, id: &str) -> usize {
        self.ids.get(id).copied().unwrap_or(self.all.len())
    }

    fn numbers(&self, ids: &[String]) -> Vec<usize> {
        ids.iter().map(|id| self.lab(id)).collect()
    }

    /// A check's number within its lab: parts are numbered through.
    fn check(&self, lab: usize, part: &str, check: &str) -> Option<usize> {
        let mut first = 0;
        for one in &self.all.get(lab)?.parts {
            if one.id == part {
                let within = one.checks.iter().position(|one| one.id == check);
                return within.map(|at| first + at);
            }
            first += one.checks.len();
        }
        None
    }

    /// The numbers of checks that go by a name: `part/check`, or that check of every part.
    fn checks(&self, lab: usize, name: &str) -> Vec<usize> {
        let of_lab = self.all.get(lab).into_iter().flat_map(|lab| lab.checks());
        let is_named = |(part, check): &(&lab::Part, &lab::Check)| match name.split_once('/') {
            Some(both) => (part.id, check.id) == both,
            None => check.id == name,
        };
        let found = of_lab.enumerate().filter(|(_, one)| is_named(one));
        let found: Vec<usize> = found.map(|(at, _)| at).collect();
        match found.is_empty() {
            true => vec![self.all.get(lab).map_or(0, |lab| lab.checks().count())],
            false => found,
        }
    }

    /// The labs as the rule has them.
    fn outline(&self) -> Vec<rule::Lab> {
        let one = |(at, lab): (usize, &&'l Lab)| {
            let number = |part: &str, check: &str| self.check(at, part, check);
            let parts = lab.parts.iter().map(|part| {
                let needed = needed(part);
                needed
                    .iter()
                    .filter_map(|check| number(part.id, check))
                    .collect()
            });
            rule::Lab {
                checks: lab.checks().count(),
                parts: parts.collect(),
                requires: self.numbers(&lab.requires),
            }
        };
        self.all.iter().enumerate().map(one).collect()
    }

    /// Counts the labs alone.
    pub fn count(&self, rows: &rule::Rows) -> rule::Counted {
        let outline = rule::Outline {
            labs: self.outline(),
            ..rule::Outline::default()
        };
        rule::count(&outline, rows)
    }

    /// What a store says of labs. It has the best counts apart from the sets of checks that passed together: each is a set of its own.
    pub fn kept(
        &self,
        passed: &Passed,
        counts: &Counts,
        tallies: &BTreeMap<String, (usize, Status)>,
    ) -> Kept {
        let mut kept = self.nothing();
        for (lab, part, set) in passed.sets() {
            let lab = self.lab(lab);
            let checks = set.iter().filter_map(|check| self.check(lab, part, check));
            let passes = checks.map(|check| rule::Pass { check, value: None });
            if let Some(rows) = kept.rows.labs.get_mut(lab) {
                rows.passes.push(passes.collect());
            }
        }
        for ((lab, name), (least, most)) in counts {
            let lab = self.lab(lab);
            let Some(check) = name
                .split_once('/')
                .and_then(|(part, check)| self.check(lab, part, check))
            else {
                continue;
            };
            let counted = [least, most].map(|value| {
                let value = Some(*value);
                vec![rule::Pass { check, value }]
            });
            kept.rows.labs[lab].passes.extend(counted);
        }
        for (lab, (attempts, last)) in tallies {
            let lab = self.lab(lab);
            if let Some(rows) = kept.rows.labs.get_mut(lab) {
                rows.attempts = *attempts;
                kept.last[lab] = Some(*last);
            }
        }
        kept
    }

    /// What is kept of somebody who did nothing.
    pub fn nothing(&self) -> Kept {
        Kept {
            rows: rule::Rows {
                labs: vec![rule::LabRows::default(); self.all.len()],
                ..rule::Rows::default()
            },
            last: vec![None; self.all.len()],
        }
    }

    /// Adds an attempt at a lab, which passed these checks with these counts.
    pub fn add<'a>(
        &self,
        kept: &mut Kept,
        lab: &str,
        passed: impl Iterator<Item = (&'a str, &'a str, Option<f64>)>,
    ) {
        let lab = self.lab(lab);
        if let Some(rows) = kept.rows.labs.get_mut(lab) {
            let pass = |(part, check, value): (&str, &str, Option<f64>)| {
                let check = self.check(lab, part, check)?;
                Some(rule::Pass { check, value })
            };
            rows.attempts += 1;
            rows.passes.push(passed.filter_map(pass).collect());
        }
    }

    /// Says how the newest attempt at a lab ended.
    pub fn ended(&self, kept: &mut Kept, lab: &str, last: Status) {
        if let Some(slot) = kept.last.get_mut(self.lab(lab)) {
            *slot = Some(last);
        }
    }
}

/// A course and its labs, numbered.
pub struct Numbering<'c> {
    /// The course.
    pub course: &'c Course,
    /// Its labs.
    pub labs: LabNumbers<'c>,
    /// What the rule counts by.
    pub outline: rule::Outline,
    /// The id of each item: what can be ticked, then papers, then pages that are read.
    pub ids: Vec<&'c str>,
    /// The steps in the order in which they are walked, but for labs that are not there.
    pub steps: Vec<Step<'c>>,
    /// Labs that the course walks and that are not there.
    pub missing: Vec<&'c str>,
    /// Items that a file decides, by their numbers.
    files: Vec<(usize, &'c Item)>,
}

impl<'c> Numbering<'c> {
    /// Numbers a course and its labs.
    pub fn of(course: &'c Course, labs: &'c [&'static Lab]) -> Numbering<'c> {
        let labs = LabNumbers::of(labs);
        let is_there =
            |step: &Step<'_>| step.kind != StepKind::Lab || labs.ids.contains_key(step.id);
        let (steps, missing): (Vec<Step<'_>>, Vec<Step<'_>>) =
            walk::steps(course).into_iter().partition(is_there);
        let items: Vec<&Item> = course.items().iter().map(|located| located.item).collect();
        let papers = &course.catalog.papers;
        let read = steps.iter().filter(|step| step.kind.is_read());
        let ids: Vec<&str> = items
            .iter()
            .map(|item| item.id.as_str())
            .chain(papers.iter().map(|paper| paper.id.as_str()))
            .chain(read.map(|step| step.id))
            .collect();
        let first = items.len();
        let writer = Writer::of(&labs, &ids);
        let mut all: Vec<rule::Item> = items.iter().map(|item| writer.item(item)).collect();
        all.resize(ids.len(), rule::Item::Marked);
        let outline = rule::Outline {
            labs: labs.outline(),
            parts: course.parts.iter().map(|part| writer.part(part)).collect(),
            projects: course
                .modules()
                .filter_map(|(_, module)| module.project.as_ref())
                .map(|project| writer.items(&countable(&project.items)))
                .collect(),
            papers: (first..first + papers.len()).collect(),
            steps: steps.iter().map(|step| writer.step(step)).collect(),
            items: all,
        };
        let of_file = |(_, item): &(usize, &Item)| {
            item.children.is_empty() && matches!(item.rule, Rule::Artifact { .. })
        };
        Numbering {
            course,
            files: items.into_iter().enumerate().filter(of_file).collect(),
            labs,
            outline,
            ids,
            steps,
            missing: missing.iter().map(|step| step.id).collect(),
        }
    }

    /// The numbers of items whose ids are so.
    pub fn where_id(&self, is_so: impl Fn(&str) -> bool) -> Vec<usize> {
        let ids = self.ids.iter().enumerate();
        ids.filter(|(_, id)| is_so(id)).map(|(at, _)| at).collect()
    }

    /// Of each item that a file decides, whether it is met.
    pub fn files(&self, is_met: impl Fn(&Item) -> bool) -> Vec<(usize, bool)> {
        let files = self.files.iter();
        files.map(|(at, item)| (*at, is_met(item))).collect()
    }
}

/// What writes an outline.
struct Writer<'w> {
    labs: &'w LabNumbers<'w>,
    numbers: HashMap<&'w str, usize>,
}

impl<'w> Writer<'w> {
    fn of(labs: &'w LabNumbers<'w>, ids: &[&'w str]) -> Writer<'w> {
        // Of two that bear one id the first counts.
        let numbers = ids.iter().enumerate().rev();
        Writer {
            labs,
            numbers: numbers.map(|(at, id)| (*id, at)).collect(),
        }
    }

    /// An item's number; one that is not there has a number beyond them.
    fn number(&self, id: &str) -> usize {
        let beyond = self.numbers.len();
        self.numbers.get(id).copied().unwrap_or(beyond)
    }

    fn items(&self, ids: &[&str]) -> Vec<usize> {
        ids.iter().map(|id| self.number(id)).collect()
    }

    /// What decides an item.
    fn item(&self, item: &Item) -> rule::Item {
        if !item.children.is_empty() {
            let counted = item.children.iter().filter(|child| !child.stretch);
            return rule::Item::Group(counted.map(|child| self.number(&child.id)).collect());
        }
        match &item.rule {
            Rule::Manual | Rule::Answer { .. } => rule::Item::Marked,
            Rule::Artifact { .. } => rule::Item::File,
            Rule::Lab { lab, checks } => self.decided(self.labs.lab(lab), checks),
            Rule::Measured { lab, check, bound } => {
                let lab = self.labs.lab(lab);
                rule::Item::Measured {
                    lab,
                    check: self.labs.checks(lab, check)[0],
                    bound: match bound {
                        Bound::AtMost(most) => rule::Bound::AtMost(*most),
                        Bound::AtLeast(least) => rule::Bound::AtLeast(*least),
                    },
                }
            }
        }
    }

    fn decided(&self, lab: usize, checks: &Checks) -> rule::Item {
        match checks {
            Checks::All => rule::Item::Lab(lab),
            Checks::Part(id) => {
                let parts = self.labs.all.get(lab).map_or(&[][..], |lab| &lab.parts);
                let part = parts.iter().position(|part| part.id == id);
                rule::Item::Part {
                    lab,
                    part: part.unwrap_or(parts.len()),
                }
            }
            Checks::Named(names) => rule::Item::Checks {
                lab,
                checks: names
                    .iter()
                    .flat_map(|name| self.labs.checks(lab, name))
                    .collect(),
            },
        }
    }

    fn part(&self, part: &crate::course::Part) -> rule::Part {
        let module = |module: &Module| rule::Module {
            items: self.items(&module_items(module)),
            labs: self.labs.numbers(&module.labs),
        };
        rule::Part {
            modules: part.modules.iter().map(module).collect(),
        }
    }

    fn step(&self, step: &Step<'_>) -> rule::Step {
        let work = match step.kind {
            StepKind::Lesson | StepKind::Page => rule::Work::Read {
                item: self.number(step.id),
                labs: self.labs.numbers(step.labs),
            },
            StepKind::Lab => rule::Work::Lab(self.labs.lab(step.id)),
            StepKind::Project | StepKind::Task => rule::Work::Items(self.items(&step.items)),
        };
        let Minutes { min, max } = match work {
            rule::Work::Lab(lab) => {
                let minutes = self.labs.all.get(lab).map_or(0, |lab| lab.minutes);
                Minutes {
                    min: minutes,
                    max: minutes,
                }
            }
            _ => step.minutes,
        };
        rule::Step {
            work,
            minutes: [min, max].map(f64::from),
        }
    }
}
