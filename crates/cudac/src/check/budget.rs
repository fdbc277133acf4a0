//! What one program may take to be checked: steps, memory, and how deep one thing may lead to another.
//! In: what is about to be looked at, copied or kept; out: whether there is room for it.
//! The rule: everything is counted, nothing is timed, so that a text is refused or taken alike on any machine. What has
//! no room ends the whole check, with one error that names the limit: whatever else was said may only follow from that.
//! Next: expr.rs, typex.rs, class/template.rs and instance.rs, which ask.

use super::Checker;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Steps: expressions and types looked at, members of packs, candidates of calls, arguments of templates, and every
/// [`TURNS`] operations of constant expressions. The largest program among ours takes a hundredth.
const MOST_STEPS: u64 = 4_000_000;

/// How many operations of a constant expression are one step.
pub(super) const TURNS: u32 = 8;

/// Bytes of instances, packs and first values that are kept.
const MOST_BYTES: u64 = 256 << 20;

/// Levels of what leads to what: about as many kilobytes of the stack.
const MOST_LEVELS: u32 = 24_000;

/// What was taken so far.
#[derive(Debug, Default)]
pub(super) struct Budget {
    steps: u64,
    bytes: u64,
    levels: u32,
    /// How deep expressions are in each other.
    pub depth: u32,
    /// How many expressions were looked at on trial, each time counted.
    pub tried: u32,
    /// Why no more is looked at.
    pub exhausted: Option<Diag>,
}

impl Checker<'_> {
    /// Ends the check: nothing is looked at any more. The first reason counts.
    pub(super) fn give_up(&mut self, mut diag: Diag) {
        if diag.span.is_system() || diag.span == Span::default() {
            diag.span = self.said.learner;
        }
        self.budget.exhausted.get_or_insert(diag);
    }

    /// Takes steps; false where the check is over.
    pub(super) fn spend(&mut self, steps: usize, span: Span) -> bool {
        self.budget.steps = self.budget.steps.saturating_add(steps as u64);
        if self.budget.steps > MOST_STEPS && self.budget.exhausted.is_none() {
            self.too_many_steps(MOST_STEPS, span);
        }
        self.budget.exhausted.is_none()
    }

    /// Says that a limit of steps was come to.
    pub(super) fn too_many_steps(&mut self, most: u64, span: Span) {
        let message = format!("checking this takes more steps than one program is given ({most})");
        let help = "name what is nested here in variables of its own, one step at a time; a template that makes many instances can be a loop";
        self.give_up(Diag::error(Code::CompileBudget, span, message).help(help));
    }

    /// Takes memory that is kept to the end; false where the check is over.
    pub(super) fn hold(&mut self, bytes: u64, span: Span) -> bool {
        self.budget.bytes = self.budget.bytes.saturating_add(bytes);
        if self.budget.bytes > MOST_BYTES && self.budget.exhausted.is_none() {
            let message = format!(
                "this takes more memory than one program is given to compile ({} MiB)",
                MOST_BYTES >> 20
            );
            let help = "give large arrays their values when the program runs; keep packs and chains of instances short";
            self.give_up(Diag::error(Code::CompileBudget, span, message).help(help));
        }
        self.budget.exhausted.is_none()
    }

    /// The same for what an instance of a template is or names, which may lead to the next one.
    pub(super) fn in_instance<T>(
        &mut self,
        levels: u32,
        span: Span,
        f: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.classes.completing += 1;
        let result = self.deeper(levels, span, f);
        self.classes.completing -= 1;
        result
    }

    /// Runs something that may lead to itself, so many levels further down; nothing where there are no more.
    pub(super) fn deeper<T>(
        &mut self,
        levels: u32,
        span: Span,
        f: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        if self.budget.exhausted.is_some() {
            return None;
        }
        if self.budget.levels + levels > MOST_LEVELS {
            let message =
                format!("one thing leads to another here more than {MOST_LEVELS} levels deep");
            let help = "types, classes and constants that name one another in a long chain can be declared in order, or in one";
            self.give_up(Diag::error(Code::TooDeep, span, message).help(help));
            return None;
        }
        self.budget.levels += levels;
        let result = f(self);
        self.budget.levels -= levels;
        result
    }
}
