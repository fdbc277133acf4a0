//! What was counted, with the names of a course: [`rule::Counted`] comes in, a [`Standing`] comes out.

use std::collections::BTreeMap;

use ::standing as rule;

use super::numbering::{Kept, LabNumbers, Numbering};
use super::{LabRow, Next, PartRow, Row, Standing, State};
use crate::course::walk::{self, StepKind};

impl Numbering<'_> {
    /// Where somebody stands of whom this was kept.
    pub fn standing(&self, kept: &Kept) -> Standing {
        let counted = rule::count(&self.outline, &kept.rows);
        let gathered = |id: &str, title: &str, row: rule::Row| Row::named(id, "", title, row);
        let on = self.ids.iter().zip(&counted.on).filter(|(_, on)| **on);
        Standing {
            course: gathered("course", &self.course.title, counted.course),
            parts: self.parts(&counted),
            projects: gathered("projects", "Projects", counted.projects),
            papers: gathered("papers", "Papers", counted.papers),
            labs: labs(&self.labs, kept, &counted),
            next: counted.next.map(|next| self.next(next)),
            done: on.map(|(id, _)| (*id).to_owned()).collect(),
            steps: self.states(&counted),
        }
    }

    /// Where somebody stands who did nothing.
    pub fn nobody(&self) -> Standing {
        self.standing(&self.labs.nothing())
    }

    fn parts(&self, counted: &rule::Counted) -> Vec<PartRow> {
        let mut rows = counted.modules.iter();
        let parts = self.course.parts.iter().zip(&counted.parts);
        parts
            .map(|(part, row)| PartRow {
                row: Row::named(&part.id, &part.number.to_string(), &part.title, *row),
                modules: part
                    .modules
                    .iter()
                    .zip(rows.by_ref())
                    .map(|(module, row)| {
                        Row::named(&module.id, &module.number, &module.title, *row)
                    })
                    .collect(),
            })
            .collect()
    }

    fn states(&self, counted: &rule::Counted) -> BTreeMap<String, State> {
        let steps = self.steps.iter().zip(&counted.steps);
        let missing = self.missing.iter().map(|id| (*id, State::NotStarted));
        steps
            .map(|(step, counted)| (step.id, counted.state.into()))
            .chain(missing)
            .map(|(id, state)| (id.to_owned(), state))
            .collect()
    }

    fn next(&self, next: rule::Next) -> Next {
        match next {
            rule::Next::Step(at) => {
                let step = &self.steps[at];
                let mut of = self.labs.all.iter().filter(|lab| lab.id == step.id);
                let lab = of.next().filter(|_| step.kind == StepKind::Lab);
                Next {
                    kind: step.kind.name(),
                    id: step.id.to_owned(),
                    label: step.label.clone(),
                    title: lab.map_or(step.title, |lab| &lab.title).to_owned(),
                    url: step.url.clone(),
                }
            }
            rule::Next::Lab(at) => {
                let lab = self.labs.all[at];
                Next {
                    kind: StepKind::Lab.name(),
                    id: lab.id.to_owned(),
                    label: "Lab".to_owned(),
                    title: lab.title.clone(),
                    url: walk::lab_url(lab.id),
                }
            }
        }
    }
}

/// The rows of labs.
pub(super) fn labs(labs: &LabNumbers<'_>, kept: &Kept, counted: &rule::Counted) -> Vec<LabRow> {
    let all = labs.all.iter().zip(&counted.labs).enumerate();
    all.map(|(at, (lab, counted))| LabRow {
        row: Row::named(lab.id, "", &lab.title, counted.row),
        parts: lab
            .parts
            .iter()
            .zip(&counted.parts)
            .map(|(part, row)| Row::named(part.id, "", &part.title, *row))
            .collect(),
        attempts: kept.rows.labs[at].attempts,
        last: kept.last[at],
        waits_for: counted
            .waits_for
            .iter()
            .map(|at| labs.all[*at].id)
            .collect(),
    })
    .collect()
}
