//! What a learner can tick, and who decides: a criterion, a concept, a question, a step.
//!
//! What counts as done is said here once: a leaf counts, a parent is done when its children are; what is beyond the
//! required (`stretch`, hard mode, optional tiers) does not count. A module is done when all that counts is on and its labs
//! are passed. `standing` computes it.

use std::ops::Range;

use super::page::PageId;

/// Something that can be ticked, by hand or by a machine.
#[derive(Clone, Debug)]
pub struct Item {
    /// Stable under rewording and reordering; see `lock.rs`.
    pub id: String,
    /// What it is.
    pub kind: ItemKind,
    /// The bold lead-in (`Step 3`, `Shared Memory`), without its colon.
    pub label: String,
    /// The whole text as plain words, label included, braces and `(where)` left out.
    pub text: String,
    /// Target of its link `[where](…)`: where it is taught.
    pub taught: Option<String>,
    /// Who decides.
    pub rule: Rule,
    /// Does not count towards done.
    pub stretch: bool,
    /// The page that holds it.
    pub page: PageId,
    /// Its line in the page's file.
    pub line: u32,
    /// Byte offset of `[` of its checkbox in the page's source, or of its list entry when it has none.
    pub marker: usize,
    /// Bytes of every `{…}` in the page's source, to leave out when shown.
    pub braces: Vec<Range<usize>>,
    /// Ids it had before (`alias=`).
    pub aliases: Vec<String>,
    /// Items nested below it. A parent is done when its children are, and does not count itself.
    pub children: Vec<Item>,
}

/// What a tickable thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// A task's acceptance criterion.
    Criterion,
    /// An entry of a concept checklist.
    Concept,
    /// A question or exercise.
    Question,
    /// A step of a project.
    Step,
    /// A harder variant.
    HardMode,
    /// A paper to read.
    Paper,
}

/// Who decides whether an item is on.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Rule {
    /// The learner ticks it.
    #[default]
    Manual,
    /// On when the lab's checks pass.
    Lab {
        /// `rope`.
        lab: String,
        /// Which checks.
        checks: Checks,
    },
    /// On when a file of the learner's holds what it must.
    Artifact {
        /// Where, relative to the course's root.
        path: String,
        /// A heading or bold title that must be there; empty for none.
        section: String,
        /// How many bullets (in that section).
        bullets: Option<Count>,
        /// How many words (in that section).
        words: Option<Count>,
        /// Paths that it must refer to.
        names: Vec<String>,
    },
    /// Self-graded against the answer of a question.
    Answer {
        /// Id of the question.
        question: String,
    },
    /// On when a check of a lab passed with a count this good: tighter than the check's own bound, or one of several.
    Measured {
        /// `transpose`.
        lab: String,
        /// The check, as `part/check`.
        check: String,
        /// How good.
        bound: Bound,
    },
}

/// A bound on a count: `value<=4` or `value>=90`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// No more than this.
    AtMost(f64),
    /// No less than this.
    AtLeast(f64),
}

impl std::fmt::Display for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Bound::AtMost(bound) => write!(f, "at most {bound}"),
            Bound::AtLeast(bound) => write!(f, "at least {bound}"),
        }
    }
}

/// Which checks of a lab an item asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Every check of the lab.
    All,
    /// Every check of one part.
    Part(String),
    /// These checks.
    Named(Vec<String>),
}

/// A range of a count: `5..10`, `3..`, `..300` or `5`. Both ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// At least.
    pub min: u32,
    /// At most.
    pub max: Option<u32>,
}
