//! A lab as the platform sees it: words from `lab.md`, parts and checks from its code, texts from its folder.
//!
//! The rule: check ids are unique in a part, part ids in a lab, and `part/check` names one check everywhere (command
//! line, report file, store, course content), so an id is never reused for another meaning.
//! Read next: `folder.rs` for how a lab is put together, `spec.rs` for how its code says its parts.

use crate::budget::{Bound, Budget};
use crate::calls::Call;
use crate::device::Ran;
use crate::measured::Measured;
use crate::spec::{Cases, HIDDEN};
use crate::text::{Passage, Problem};
use crate::{Case, Seed};

/// What the learner writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Kernels in CUDA C++, judged by a device.
    Cuda,
    /// Functions in Rust, compiled apart and called.
    Rust,
}

/// A lab: everything that the platform knows of it.
pub struct Lab {
    /// Short name; also the crate's and the folder's.
    pub id: &'static str,
    /// What the learner writes.
    pub language: Language,
    /// The title shown to a learner.
    pub title: String,
    /// What the learner can do afterwards: `say which element a thread owns`.
    pub goal: String,
    /// Ids of labs that should be passed first.
    pub requires: Vec<String>,
    /// Minutes a learner should plan for.
    pub minutes: u32,
    /// The page that explains it, as a path under `content/`, or empty.
    pub lesson: String,
    /// The file that the learner edits: `rope.cu`, or `exercise.rs`.
    pub file: String,
    /// The reference solution with its markers; see [`crate::markers`].
    pub reference: &'static str,
    /// Known mistakes: file name and text; the first line names the check that must fail.
    pub wrong: &'static [(&'static str, &'static str)],
    /// Versions of growing skill, in order.
    pub parts: Vec<Part>,
    /// What is wrong with its folder.
    pub problems: Vec<Problem>,
}

/// One part of a lab.
pub struct Part {
    /// Id, unique in the lab.
    pub id: &'static str,
    /// The title shown to a learner.
    pub title: String,
    /// What to write.
    pub statement: Passage,
    /// A small input and its output, worked; may be empty.
    pub example: Passage,
    /// Blocks, threads and sizes that come; may be empty.
    pub launch: Passage,
    /// What lanes ask for before and after, as pictures of the part's page; may be empty.
    pub accesses: Passage,
    /// Hints, from a nudge to nearly the answer, each as Markdown.
    pub hints: Vec<Passage>,
    /// The kernels asked for.
    pub kernels: Vec<KernelSpec>,
    /// The functions asked for, as Rust declares them.
    pub functions: Vec<&'static str>,
    /// The checks, in the order in which a learner should meet them. The first is [`Kind::Compiles`].
    pub checks: Vec<Check>,
    pub(crate) cases: Cases,
    pub(crate) hidden: Option<Cases>,
}

impl Part {
    /// The runs that decide its checks, made anew.
    pub fn cases(&self, seed: Seed) -> Vec<Case> {
        (self.cases)(seed)
    }

    /// Whether grading makes further runs of it, of which a learner knows only that they exist.
    pub fn has_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    /// Whether it has a check of this id, that of hidden cases among them.
    pub fn has_check(&self, id: &str) -> bool {
        self.checks.iter().any(|check| check.id == id) || (self.has_hidden() && id == HIDDEN)
    }

    /// Those runs, made anew; none where it has none.
    pub fn hidden_cases(&self, seed: Seed) -> Vec<Case> {
        self.hidden
            .as_ref()
            .map_or_else(Vec::new, |cases| cases(seed))
    }

    /// What the learner's file must declare, one declaration each.
    pub fn declarations(&self) -> Vec<String> {
        let kernels = self.kernels.iter().map(KernelSpec::declaration);
        let functions = self.functions.iter().map(|f| (*f).to_owned());
        kernels.chain(functions).collect()
    }
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelSpec {
    /// Its name.
    pub name: &'static str,
    /// Its parameters: type as written in CUDA, and name.
    pub params: Vec<(&'static str, &'static str)>,
}

impl KernelSpec {
    /// Reads a declaration: `__global__ void k(const float* a, int n)`.
    pub fn parse(declaration: &'static str) -> KernelSpec {
        let bare = declaration.trim().trim_end_matches(';').trim_end();
        let (head, params) = bare.split_once('(').unwrap_or((bare, ""));
        let name = head.trim().rsplit([' ', '*']).next().unwrap_or_default();
        let params = params.trim_end_matches(')').split(',').map(str::trim);
        let param = |text: &'static str| {
            let starts = text
                .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .map_or(0, |at| at + 1);
            (text[..starts].trim_end(), &text[starts..])
        };
        KernelSpec {
            name,
            params: params.filter(|p| !p.is_empty()).map(param).collect(),
        }
    }

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
#[derive(Clone)]
pub struct Check {
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
#[derive(Clone)]
pub enum Kind {
    /// The text compiles and has what the part asks for.
    Compiles,
    /// Every output equals the oracle's within its tolerance, and nothing else is written.
    Correct,
    /// Every access stays inside its allocation and is aligned.
    InBounds,
    /// No read of memory that nobody wrote.
    Initialised,
    /// No two threads of a block meet in memory, shared or global, without a barrier between them.
    RaceFree,
    /// Every barrier is met by all live threads of the block.
    Barriers,
    /// The result does not depend on the order of blocks and warps.
    OrderIndependent,
    /// Nothing is written but the outputs.
    NoScratch,
    /// A count stays within its bound.
    Budget(Budget),
    /// Something else about the outputs of each case; `None` where it says nothing of a case.
    Property(fn(&Case, &Ran) -> Option<Property>),
    /// What the learner's functions give back, in a lab in Rust.
    Call(Call),
    /// Measured on a GPU only.
    Measured(Measured),
}

impl Check {
    /// A check with the usual time limit.
    pub fn new(id: &'static str, title: &'static str, kind: Kind) -> Check {
        Check {
            id,
            title,
            kind,
            limit_s: crate::DEFAULT_LIMIT_S,
        }
    }

    /// Whether the check can only be answered by a GPU.
    pub fn needs_gpu(&self) -> bool {
        matches!(self.kind, Kind::Measured(_))
    }

    /// What a budget allows, as a line for each of its cases, bounds that are the same told once: `at most 4.5 (ideal 4)`,
    /// `exactly 12,288 bytes (n = 1024)`. Empty for every other kind of check.
    pub fn allowances(&self, cases: &[Case]) -> Vec<String> {
        let Kind::Budget(budget) = &self.kind else {
            return Vec::new();
        };
        let counted = cases.iter().filter(|c| c.tags.contains(&budget.tag));
        let told: Vec<(String, &str)> = counted
            .map(|case| {
                let bound = budget.bound(case);
                let text = format!(
                    "{}: {bound} {}",
                    budget.metric.subject(),
                    budget.metric.unit()
                );
                (text, case.name.as_str())
            })
            .collect();
        match told.as_slice() {
            [(first, _), rest @ ..] if !rest.is_empty() && rest.iter().all(|(t, _)| t == first) => {
                vec![first.clone()]
            }
            all => all
                .iter()
                .map(|(t, name)| format!("{t} ({name})"))
                .collect(),
        }
    }
}

impl Lab {
    /// All checks in order, each with its part.
    pub fn checks(&self) -> impl Iterator<Item = (&Part, &Check)> {
        self.parts
            .iter()
            .flat_map(|part| part.checks.iter().map(move |check| (part, check)))
    }

    /// The part with this id.
    pub fn part(&self, id: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.id == id)
    }

    /// What the learner starts from.
    pub fn starter(&self) -> String {
        crate::markers::starter(self.reference)
    }

    /// The reference solution, without markers.
    pub fn solution(&self) -> String {
        crate::markers::solution(self.reference)
    }

    /// Where the reference solution stands, from the course's root.
    pub fn reference_path(&self) -> String {
        match self.language {
            Language::Cuda => format!("kernels/{}.cu", self.id),
            Language::Rust => format!("labs/{}/solution.rs", self.id),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declaration_is_read_and_written_back() {
        let text = "__global__ void vadd(const float* a, unsigned char *kind, int n)";
        let spec = KernelSpec::parse(text);
        assert_eq!(spec.name, "vadd");
        let kinds: Vec<&str> = spec.params.iter().map(|(ty, _)| *ty).collect();
        assert_eq!(kinds, ["const float*", "unsigned char *", "int"]);
        assert_eq!(
            spec.declaration(),
            "__global__ void vadd(const float* a, unsigned char * kind, int n)"
        );
        assert_eq!(KernelSpec::parse("__global__ void k()").params, []);
    }
}
