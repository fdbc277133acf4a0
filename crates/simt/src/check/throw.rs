//! `throw` and `try`: an exception ends the program, as one that nobody catches does.
//! In: what is thrown; out: a message that says what it was, and the end. A `try` runs what is in it.
//! The rule: nothing is caught here; if the program has a `catch`, the message says that it was passed over.
//! Next: hostcode.rs for host code, stmt.rs for statements.

use super::{Checker, Typed};
use crate::ast;
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Const, Conversion, Expr, ExprKind, Stmt, StmtKind, SysFn};
use crate::ty::{Qualified, Scalar, Type};

/// What is said where the program would have caught an exception.
const PASSED_OVER: &[u8] = b"  (catching exceptions is not modelled: a `throw` ends the program)\n";

impl<'a> Checker<'a> {
    /// `throw e`, of type `void`.
    pub(super) fn throw(&mut self, e: Option<&'a ast::Expr>, span: Span) -> Option<Expr> {
        let message = "exceptions in device code do not exist";
        let diag = Diag::error(Code::WrongSide, span, message);
        self.only_host(diag.help("set a flag in memory, or call `__trap()`"))?;
        let (name, what) = match e {
            None => ("an exception thrown again".to_string(), None),
            Some(e) => {
                let typed = self.expr(e)?;
                let ty = Self::type_of_typed(&typed).clone();
                (self.types.show(&ty), self.what(typed, span))
            }
        };
        let format: &[u8] = match what {
            Some(_) => b"terminate called after throwing an instance of '%s'\n  what():  %s\n%s",
            None => b"terminate called after throwing an instance of '%s'\n%s",
        };
        let mut args = vec![stderr(span), self.text_value(format, span)?];
        args.push(self.text_value(name.as_bytes(), span)?);
        args.extend(what);
        args.push(self.passed_over(span)?);
        let said = Expr {
            kind: ExprKind::Sys(SysFn::Fprintf, args),
            ty: Type::INT,
            span,
        };
        let ends = Expr {
            kind: ExprKind::Sys(SysFn::Abort, Vec::new()),
            ty: Type::Void,
            span,
        };
        Some(Expr {
            kind: ExprKind::Comma(Box::new(said), Box::new(ends)),
            ty: Type::Void,
            span,
        })
    }

    /// `e.what()`, if there is such a method and it gives text.
    fn what(&mut self, thrown: Typed, span: Span) -> Option<Expr> {
        let id = self.class_of(Self::type_of_typed(&thrown))?;
        let said = self.attempt(|c| {
            let super::scope::Entity::Functions(list) = c.member_of(id, "what")? else {
                return None;
            };
            let object = c.object(thrown)?;
            let call = super::call::Call {
                name: "what",
                callee: span,
                span,
            };
            let typed = c.call_with_object(&call, Some(object), &list, None, Vec::new())?;
            c.value(typed)
        })?;
        let text = Type::pointer_to(Qualified::with_const(Scalar::Char.into(), true));
        (said.ty == text).then_some(said)
    }

    /// What is said after the message: nothing, until the program turns out to have a `try`.
    fn passed_over(&mut self, span: Span) -> Option<Expr> {
        let id = match self.host.passed_over {
            Some(id) => id,
            None => {
                let name = ast::Ident {
                    text: "".into(),
                    span,
                };
                let of = Qualified::with_const(Scalar::Char.into(), true);
                let n = PASSED_OVER.len() as u64 + 1;
                let q = Qualified::plain(Type::array_of(of, n));
                self.new_global(&name, &q, crate::tree::Space::Host)?
            }
        };
        self.host.passed_over = Some(id);
        self.tell_of_try();
        let place = self.global_place(id, span)?;
        self.value(Typed::Place(place))
    }

    /// Writes what is said of a `catch`, if the program has one.
    fn tell_of_try(&mut self) {
        if let (true, Some(id)) = (self.host.tries, self.host.passed_over)
            && let Some(g) = self.globals.get_mut(id.0 as usize)
        {
            g.bytes = PASSED_OVER.iter().copied().chain([0]).collect();
        }
    }

    /// `try { … } catch (…) { … }`.
    pub(super) fn try_statement(&mut self, t: &'a ast::Try, span: Span, out: &mut Vec<Stmt>) {
        let message = "exceptions in device code do not exist";
        let diag = Diag::error(Code::WrongSide, span, message);
        if self.only_host(diag.help("set a flag in memory")).is_none() {
            return;
        }
        self.host.tries = true;
        self.tell_of_try();
        self.open(span);
        let living = self.body.cleanups.len();
        let mut body = Vec::new();
        self.statements(&t.body.stmts, &mut body);
        self.end_scope(living, span, &mut body);
        self.close();
        let kind = StmtKind::Block(body);
        out.push(Stmt { kind, span });
    }
}

/// The file 2 of the C library.
fn stderr(span: Span) -> Expr {
    let two = super::op::constant(Const::Int(2), Scalar::Long, span);
    Expr {
        kind: ExprKind::Convert(Conversion::IntToPointer, Box::new(two)),
        ty: Type::pointer_to(Qualified::plain(Type::Void)),
        span,
    }
}
