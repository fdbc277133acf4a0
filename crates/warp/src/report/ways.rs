//! The calls that led to a place, gathered from the innermost outwards.
//!
//! Code and instructions in, [`Call`]s out. The rule: what calls itself shows once, and a long way is cut, as nobody reads it.

use super::Call;
use cuda_ir::{At, Code};
use cuda_source::source::Span;

/// How many calls a place shows at most.
const SHOWN: usize = 8;

/// Calls so far.
#[derive(Default)]
pub struct Ways {
    calls: Vec<Call>,
}

impl Ways {
    /// These, and what comes further out.
    pub fn after(calls: Vec<Call>) -> Ways {
        Ways { calls }
    }

    /// The inlined calls that led to an instruction of a code with a name.
    pub fn inlined(&mut self, (code, name): (&Code, &str), at: At) {
        let mut calls = code.callers(at).peekable();
        while let Some(call) = calls.next() {
            let by = calls.peek().map_or(name, |outer| &outer.callee);
            self.put((call.span, call.line, call.column), by);
        }
    }

    /// A call that was made at an instruction of a code with a name, and those that led there.
    pub fn call(&mut self, (code, name): (&Code, &str), at: At) {
        if at.line > 0 && !at.span.is_system() {
            let by = code.callers(at).next().map_or(name, |call| &call.callee);
            self.put((at.span, at.line, at.column), by);
        }
        self.inlined((code, name), at);
    }

    /// All of them.
    pub fn out(self) -> Vec<Call> {
        self.calls
    }

    fn put(&mut self, (span, line, column): (Span, u32, u32), by: &str) {
        let call = Call {
            span,
            line,
            column,
            by: by.to_owned(),
        };
        if self.calls.len() < SHOWN && self.calls.last() != Some(&call) {
            self.calls.push(call);
        }
    }
}
