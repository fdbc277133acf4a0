//! What a lab's `lib.rs` says of its parts: a builder that reads as the specification.
//!
//! In: a part's id, what the learner writes, the checks in the order in which a learner should meet them, the runs that
//! decide them. Out: a [`PartSpec`]; its words (title, statement, hints) stand in `lab.md`. Every part begins with the
//! check `compiles`, so no lab says so.
//! Read next: `shape.rs` for a part with its words, `metric.rs` for budgets.

use std::any::Any;
use std::sync::Arc;

use crate::budget::Budget;
use crate::calls::{Asking, Call};
use crate::device::Ran;
use crate::measured::Measured;
use crate::shape::{Check, KernelSpec, Kind, Property};
use crate::{Case, DEFAULT_LIMIT_S, Seed};

/// The runs that decide a part's checks; made anew for each judgement.
pub type Cases = Arc<dyn Fn(Seed) -> Vec<Case> + Send + Sync>;

/// A part as its lab's code says it.
#[derive(Clone)]
pub struct PartSpec {
    /// Id, unique in the lab.
    pub id: &'static str,
    /// The kernels asked for, in a lab of kernels.
    pub kernels: Vec<KernelSpec>,
    /// The functions asked for, as Rust declares them, in a lab in Rust.
    pub functions: Vec<&'static str>,
    /// The checks, in order.
    pub checks: Vec<Check>,
    /// The runs that decide them, in a lab of kernels.
    pub cases: Cases,
    /// Further runs that only grading makes, in a lab of kernels; their check is [`HIDDEN`].
    pub hidden: Option<Cases>,
}

/// The check of a part's hidden cases. It is in no lab's list: a learner's own judge never runs it.
pub const HIDDEN: &str = "hidden";

/// A part that asks for a kernel, declared as the learner's file must have it.
pub fn part(id: &'static str, declaration: &'static str) -> PartSpec {
    let compiles = "it compiles, and the kernel is there with its parameters";
    PartSpec {
        kernels: vec![KernelSpec::parse(declaration)],
        ..PartSpec::empty(id, compiles)
    }
}

/// A part of a lab in Rust that asks for functions or methods, declared as the learner's file must have them.
pub fn functions(id: &'static str, declarations: &[&'static str]) -> PartSpec {
    let compiles = "it compiles, and the functions are there with their signatures";
    PartSpec {
        functions: declarations.to_vec(),
        ..PartSpec::empty(id, compiles)
    }
}

impl PartSpec {
    fn empty(id: &'static str, compiles: &'static str) -> PartSpec {
        PartSpec {
            id,
            kernels: Vec::new(),
            functions: Vec::new(),
            checks: vec![Check::new("compiles", compiles, Kind::Compiles)],
            cases: Arc::new(|_| Vec::new()),
            hidden: None,
        }
    }

    /// Asks for one more kernel.
    pub fn kernel(mut self, declaration: &'static str) -> PartSpec {
        self.kernels.push(KernelSpec::parse(declaration));
        self
    }

    /// Adds a check.
    pub fn check(mut self, id: &'static str, title: &'static str, kind: Kind) -> PartSpec {
        debug_assert!(id != HIDDEN, "the check of hidden cases has this name");
        self.checks.push(Check::new(id, title, kind));
        self
    }

    /// Every output equals the oracle's within its tolerance, and nothing else is written.
    pub fn correct(self, title: &'static str) -> PartSpec {
        self.check("correct", title, Kind::Correct)
    }

    /// All that CUDA leaves undefined is looked for: bounds, barriers, races, what nobody wrote, the order of blocks and warps.
    pub fn sound(self) -> PartSpec {
        self.bounds().barriers().sound_apart()
    }

    /// The same for a kernel without shared memory: all but barriers.
    pub fn sound_without_barriers(self) -> PartSpec {
        self.bounds().sound_apart()
    }

    fn sound_apart(self) -> PartSpec {
        self.check(
            "race-free",
            "no two threads meet in memory without a barrier",
            Kind::RaceFree,
        )
        .check(
            "initialised",
            "nothing is read that nobody wrote",
            Kind::Initialised,
        )
        .check(
            "order",
            "the order of blocks and warps does not matter",
            Kind::OrderIndependent,
        )
    }

    /// Every access stays inside its buffer.
    pub fn bounds(self) -> PartSpec {
        self.check(
            "bounds",
            "every access stays inside its buffer",
            Kind::InBounds,
        )
    }

    fn barriers(self) -> PartSpec {
        self.check(
            "barriers",
            "every thread of a block meets every barrier",
            Kind::Barriers,
        )
    }

    /// Nothing is written but the outputs: no scratch, no `__device__` variable, no memory of the device's heap.
    pub fn no_scratch(self) -> PartSpec {
        self.check(
            "scratch",
            "nothing is written but the outputs",
            Kind::NoScratch,
        )
    }

    /// A count stays within its bound.
    pub fn budget(self, id: &'static str, title: &'static str, budget: Budget) -> PartSpec {
        self.check(id, title, Kind::Budget(budget))
    }

    /// Something else holds of the outputs of each case; a case of which it says nothing gives `None`.
    pub fn property(
        self,
        id: &'static str,
        title: &'static str,
        property: fn(&Case, &Ran) -> Option<Property>,
    ) -> PartSpec {
        self.check(id, title, Kind::Property(property))
    }

    /// Measured on a GPU only: the fraction that is reached of a ceiling measured there, too.
    pub fn measured(self, id: &'static str, title: &'static str, measured: Measured) -> PartSpec {
        self.check(id, title, Kind::Measured(measured))
    }

    /// A check of a lab in Rust: calls what the learner wrote and compares what comes back.
    pub fn asks<E: Any>(
        self,
        id: &'static str,
        title: &'static str,
        ask: fn(&E, &mut Asking),
    ) -> PartSpec {
        self.check(id, title, Kind::Call(Call::new(ask)))
    }

    /// Gives the last check another time limit, in seconds.
    pub fn limit_s(mut self, seconds: u32) -> PartSpec {
        debug_assert!(seconds >= DEFAULT_LIMIT_S, "a limit is only ever raised");
        if let Some(check) = self.checks.last_mut() {
            check.limit_s = seconds;
        }
        self
    }

    /// The runs that decide the checks: what they hold is drawn from a seed, which follows from the text that is judged.
    pub fn cases(mut self, cases: impl Fn(Seed) -> Vec<Case> + Send + Sync + 'static) -> PartSpec {
        self.cases = Arc::new(cases);
        self
    }

    /// Runs that only grading makes, from a seed that follows from the text and a key of the instructor's: draw sizes from it, too, so
    /// that nobody knows them who has not the key. All but the part's budgets and properties is asked of them.
    pub fn hidden_cases(
        mut self,
        cases: impl Fn(Seed) -> Vec<Case> + Send + Sync + 'static,
    ) -> PartSpec {
        self.hidden = Some(Arc::new(cases));
        self
    }
}
