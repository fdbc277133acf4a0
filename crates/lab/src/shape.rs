//! The data of a lab: parts, the kernels they ask for, the checks and their kinds; all of it static.
//!
//! The rule: check ids are unique in a part, part ids in a lab, and `part/check` names one check everywhere (command
//! line, report file, store, course content), so an id is never reused for another meaning.
//! Read next: `case.rs` for what a part's cases hold, `budget.rs` for counted bounds.

use crate::Case;
use crate::budget::{Bound, Budget, Metric};
use crate::device::Ran;

/// A lab: everything that the platform knows of it.
pub struct Lab {
    /// Short name; also the crate's, the folder's and the file's.
    pub id: &'static str,
    /// The title shown to a learner.
    pub title: &'static str,
    /// One sentence: what the learner can do afterwards.
    pub goal: &'static str,
    /// Ids of labs that should be passed first.
    pub requires: &'static [&'static str],
    /// Minutes a learner should plan for.
    pub minutes: u32,
    /// The file that the learner edits, for example `rope.cu`.
    pub file: &'static str,
    /// `kernels/<lab>.cu` with its markers; see [`crate::markers`].
    pub kernel: &'static str,
    /// `hints.md`: `## Part <id>` headings with numbered hints under each, from a nudge to nearly the answer.
    pub hints: &'static str,
    /// Known mistakes: file name and text; the first line names the check that must fail.
    pub wrong: &'static [(&'static str, &'static str)],
    /// Versions of growing skill, in order.
    pub parts: &'static [Part],
}

/// One part of a lab.
pub struct Part {
    /// Id, unique in the lab.
    pub id: &'static str,
    /// The title shown to a learner.
    pub title: &'static str,
    /// What to write, in a sentence or two.
    pub task: &'static str,
    /// The page that explains it, as a path under `content/`, or empty.
    pub lesson: &'static str,
    /// The kernels asked for.
    pub kernels: &'static [KernelSpec],
    /// The checks, in the order in which a learner should meet them. The first is [`Kind::Compiles`].
    pub checks: &'static [CheckDef],
    /// The runs that decide them; called once a judgement.
    pub cases: fn() -> Vec<Case>,
}

/// What a [`Kind::Property`] says of one case.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Whether it holds.
    pub holds: bool,
    /// What the value is of: `error`.
    pub subject: &'static str,
    /// The value.
    pub value: f64,
    /// What passes.
    pub bound: Bound,
    /// The unit of the value.
    pub unit: &'static str,
    /// Where the value is, as a person says it: `x[token 1, head 0, pair 2]`.
    pub at: String,
}

/// A kernel that a part asks for.
pub struct KernelSpec {
    /// Its name.
    pub name: &'static str,
    /// Its parameters: type as written in CUDA, and name.
    pub params: &'static [(&'static str, &'static str)],
}

impl KernelSpec {
    /// The declaration that the learner's file must have.
    pub fn declaration(&self) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|(ty, name)| format!("{ty} {name}"))
            .collect();
        format!("__global__ void {}({})", self.name, params.join(", "))
    }
}

/// One check of a part.
pub struct CheckDef {
    /// Id, unique in the part.
    pub id: &'static str,
    /// What is asked, as a fragment: `every element is right at every size`.
    pub title: &'static str,
    /// How it is decided.
    pub kind: Kind,
    /// Seconds it may take.
    pub limit_s: u32,
}

/// How a check is decided.
#[derive(Clone, Copy)]
pub enum Kind {
    /// The text compiles and has the part's kernels with the asked-for parameters.
    Compiles,
    /// Every output equals the oracle's within its tolerance, and nothing else is written.
    Correct,
    /// Every access stays inside its allocation and is aligned.
    InBounds,
    /// No read of memory that nobody wrote.
    Initialised,
    /// No two threads of a block meet in shared memory without a barrier between them.
    RaceFree,
    /// Every barrier is met by all live threads of the block.
    Barriers,
    /// The result does not depend on the order of blocks and warps.
    OrderIndependent,
    /// A count stays within its bound.
    Budget(Budget),
    /// Something else about the outputs of each case; `None` where it says nothing of a case.
    Property(fn(&Case, &Ran) -> Option<Property>),
    /// Measured on a GPU only.
    Measured,
}

impl CheckDef {
    /// The text compiles and has the part's kernels.
    pub const COMPILES: CheckDef = CheckDef::new(
        "compiles",
        "it compiles, and the kernel is there with its parameters",
        Kind::Compiles,
    );
    /// Accesses stay inside their allocations.
    pub const BOUNDS: CheckDef = CheckDef::new(
        "bounds",
        "every access stays inside its buffer",
        Kind::InBounds,
    );
    /// Barriers are met by all.
    pub const BARRIERS: CheckDef = CheckDef::new(
        "barriers",
        "every thread of a block meets every barrier",
        Kind::Barriers,
    );
    /// No race on shared memory.
    pub const RACE_FREE: CheckDef = CheckDef::new(
        "race-free",
        "no two threads meet in shared memory without a barrier",
        Kind::RaceFree,
    );
    /// No read of what nobody wrote.
    pub const INITIALISED: CheckDef = CheckDef::new(
        "initialised",
        "nothing is read that nobody wrote",
        Kind::Initialised,
    );
    /// The same bits in every order.
    pub const ORDER: CheckDef = CheckDef::new(
        "order",
        "the order of blocks and warps does not matter",
        Kind::OrderIndependent,
    );

    /// A check that the results are right.
    pub const fn correct(title: &'static str) -> CheckDef {
        CheckDef::new("correct", title, Kind::Correct)
    }

    /// A counted check.
    pub const fn budget(
        id: &'static str,
        title: &'static str,
        metric: Metric,
        counted_on: &'static str,
        bound: fn(&Case) -> Bound,
    ) -> CheckDef {
        CheckDef::new(
            id,
            title,
            Kind::Budget(Budget {
                metric,
                counted_on,
                bound,
            }),
        )
    }

    /// A check with the usual time limit.
    pub const fn new(id: &'static str, title: &'static str, kind: Kind) -> CheckDef {
        CheckDef {
            id,
            title,
            kind,
            limit_s: crate::DEFAULT_LIMIT_S,
        }
    }

    /// Whether the check can only be answered by a GPU.
    pub fn needs_gpu(&self) -> bool {
        matches!(self.kind, Kind::Measured)
    }
}

impl Lab {
    /// All checks in order, each with its part.
    pub fn checks(&self) -> impl Iterator<Item = (&'static Part, &'static CheckDef)> {
        self.parts
            .iter()
            .flat_map(|part| part.checks.iter().map(move |check| (part, check)))
    }

    /// The part with this id.
    pub fn part(&self, id: &str) -> Option<&'static Part> {
        self.parts.iter().find(|part| part.id == id)
    }

    /// What the learner starts from.
    pub fn starter(&self) -> String {
        crate::markers::starter(self.kernel)
    }

    /// The reference solution, without markers.
    pub fn solution(&self) -> String {
        crate::markers::solution(self.kernel)
    }

    /// The hints of a part, in order, each as Markdown.
    pub fn hints_of(&self, part: &str) -> Vec<String> {
        crate::hints::of_part(self.hints, part)
    }
}

/// What of a lab is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select<'a> {
    /// Everything.
    All,
    /// One part, by id.
    Part(&'a str),
    /// One check, as `part/check`. What it depends on runs too, but only its record is sent.
    Check(&'a str),
}

impl Select<'_> {
    /// Whether this check is wanted.
    pub fn takes(&self, part: &str, check: &str) -> bool {
        match self {
            Select::All => true,
            Select::Part(wanted) => *wanted == part,
            Select::Check(wanted) => wanted.split_once('/') == Some((part, check)),
        }
    }
}
