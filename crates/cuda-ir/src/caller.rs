//! The calls that were inlined: which led to an instruction.
//!
//! Lowering notes each as it opens the callee's body; findings walk outwards from an instruction. The rule: calls that
//! stand in a header of ours are no one's, so they are not among them.

use super::{At, Code};
use cuda_source::source::Span;

/// A call that was inlined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Caller {
    /// The call.
    pub span: Span,
    /// 1-based line of its start.
    pub line: u32,
    /// 1-based column, counted in characters.
    pub column: u32,
    /// What it calls.
    pub callee: String,
    /// The call by which the function that it stands in was inlined in its turn: its number plus 1, or 0.
    pub outer: u32,
}

impl Code {
    /// The calls that led to an instruction of this code, from the innermost outwards.
    pub fn callers(&self, at: At) -> impl Iterator<Item = &Caller> {
        let get = |number: u32| self.callers.get(number.checked_sub(1)? as usize);
        std::iter::successors(get(at.caller), move |call| get(call.outer))
    }
}
