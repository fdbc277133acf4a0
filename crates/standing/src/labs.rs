//! What attempts say of a lab: a lab of the outline and its attempts come in, what they passed comes out.
//!
//! The rule: a part is done when one attempt passed all the checks that it needs; a lab is when all its parts are that need any.

use crate::counted::Row;
use crate::outline::{Bound, Lab};
use crate::rows::LabRows;

/// What checks forgive, for counts are ratios of whole numbers: it is forgiven here, too.
const FORGIVEN: f64 = 1e-9;

/// No lab has more checks: what is numbered beyond is none, so no number makes room for billions.
const MOST_CHECKS: usize = 1 << 16;

/// A lab, judged by its attempts.
#[derive(Default)]
pub(crate) struct Judged {
    /// Counts the checks that its parts need.
    pub row: Row,
    /// Each part counts its own.
    pub parts: Vec<Row>,
    /// Which parts are done.
    pub done: Vec<bool>,
    /// Whether all are that need anything.
    pub whole: bool,
    /// The share of them that is not, from 0 to 1.
    pub open: f64,
    /// Whether there is any attempt.
    pub begun: bool,
    /// Of each check, whether it has ever passed.
    ever: Vec<bool>,
    /// Of each check the least and the most that it counted when it passed.
    counts: Vec<Option<(f64, f64)>>,
}

impl Judged {
    pub(crate) fn of(lab: &Lab, rows: &LabRows) -> Judged {
        let checks = lab.checks.min(MOST_CHECKS);
        let mut judged = Judged {
            begun: rows.attempts > 0,
            done: vec![false; lab.parts.len()],
            ever: vec![false; checks],
            counts: vec![None; checks],
            ..Judged::default()
        };
        judged.take(lab, rows);
        let (mut parts, mut done) = (0, 0);
        for (needed, is_done) in lab.parts.iter().zip(&judged.done) {
            let ever = needed.iter().filter(|check| judged.passed(**check));
            let row = Row::of(ever.count(), needed.len(), false).unless(*is_done);
            judged.parts.push(row);
            parts += usize::from(!needed.is_empty());
            done += usize::from(*is_done);
        }
        judged.whole = parts > 0 && done == parts;
        judged.open = match parts {
            0 => 1.0,
            parts => 1.0 - done as f64 / parts as f64,
        };
        let sum = Row::sum(&judged.parts);
        judged.row = Row::of(sum.done, sum.total, judged.begun).unless(judged.whole);
        judged
    }

    /// Goes through the attempts.
    fn take(&mut self, lab: &Lab, rows: &LabRows) {
        // Of each check the last set that has it: none has to be emptied.
        let mut last = vec![0; self.ever.len()];
        for (set, passes) in rows.passes.iter().enumerate() {
            let set = set + 1;
            for pass in passes {
                let Some(slot) = last.get_mut(pass.check) else {
                    continue;
                };
                *slot = set;
                if let Some(ever) = self.ever.get_mut(pass.check) {
                    *ever = true;
                }
                if let (Some(value), Some(counts)) = (pass.value, self.counts.get_mut(pass.check)) {
                    let (least, most) = counts.unwrap_or((value, value));
                    *counts = Some((least.min(value), most.max(value)));
                }
            }
            for (needed, done) in lab.parts.iter().zip(&mut self.done) {
                let together = |check: &usize| last.get(*check) == Some(&set);
                *done |= !needed.is_empty() && needed.iter().all(together);
            }
        }
    }

    /// Whether a check has ever passed.
    pub(crate) fn passed(&self, check: usize) -> bool {
        self.ever.get(check) == Some(&true)
    }

    /// Whether a count of a check was ever so good.
    pub(crate) fn met(&self, check: usize, bound: Bound) -> bool {
        match (self.counts.get(check), bound) {
            (Some(Some((least, _))), Bound::AtMost(most)) => *least <= most + FORGIVEN,
            (Some(Some((_, most))), Bound::AtLeast(least)) => *most >= least - FORGIVEN,
            _ => false,
        }
    }
}
