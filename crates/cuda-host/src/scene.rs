//! Where the host's thread is: in the learner's source, and in which calls.
//!
//! The open calls go in; places and spans come out. The rule: what is told is the innermost place in a file of the learner's,
//! and the calls that led there.

use super::calls::Open;
use super::machine::Machine;
use cuda_ir::{At, Code};
use cuda_source::source::Span;
use warp::report::ways::Ways;
use warp::report::{Call, Place};

impl<'a> Machine<'a> {
    /// The variable of the stack that has this number: its code and its place there.
    pub fn local(&self, var: u32) -> Option<(&'a Code, usize)> {
        let i = self.calls.partition_point(|open| open.locals_from <= var);
        let open = self.calls.get(i.checked_sub(1)?)?;
        Some((self.code(open.func), (var - open.locals_from) as usize))
    }

    /// The innermost place in a file of the learner's, with the call it is in.
    pub fn scene(&self) -> Option<(&Open, At)> {
        let of = |open: &Open| {
            let code = self.code(open.func);
            code.at
                .get(self.pc(open) as usize)
                .copied()
                .unwrap_or_default()
        };
        let mut calls = self.calls.iter().rev().map(|open| (open, of(open)));
        calls
            .find(|(_, at)| !at.span.is_system() && at.line > 0)
            .or_else(|| self.calls.last().map(|open| (open, of(open))))
    }

    /// Where the program is.
    pub fn place(&self, note: &str) -> Place {
        let Some((open, at)) = self.scene() else {
            return Place::default();
        };
        let innermost = self
            .calls
            .last()
            .is_some_and(|last| std::ptr::eq(last, open));
        Place {
            span: at.span,
            line: at.line,
            column: at.column,
            note: note.to_string(),
            host: true,
            called: self.ways(open, at),
            values: if innermost {
                self.values(open, at.line)
            } else {
                Vec::new()
            },
            ..Place::default()
        }
    }

    /// The calls that led to an instruction of an open call.
    fn ways(&self, open: &Open, at: At) -> Vec<Call> {
        let named = |open: &Open| {
            let function = self.module.functions.get(open.func as usize);
            let name = function.map_or("", |f| f.name.as_str());
            (self.code(open.func), name)
        };
        let mut ways = Ways::default();
        ways.inlined(named(open), at);
        let outer = self.calls.iter().rev();
        let outer = outer.skip_while(|call| !std::ptr::eq(*call, open)).skip(1);
        for open in outer {
            let at = named(open).0.at.get(self.pc(open) as usize);
            ways.call(named(open), at.copied().unwrap_or_default());
        }
        ways.out()
    }

    /// The line where the program is.
    pub fn line(&self) -> u32 {
        self.scene().map_or(0, |(_, at)| at.line)
    }

    /// Where in the source the program is.
    pub fn span(&self) -> Span {
        self.scene().map_or(Span::default(), |(_, at)| at.span)
    }
}
