//! `=`, `op=`, `++` and `--` as written: which place, which value, which operator.
//! In: the syntax of a change; out: an assignment or update of the tree.
//! The rule: the right side is visited first, so that `x = x + 1` of an unset `x` is seen as a read.
//! Next: assign.rs for what is built.

use super::assign::UpdateHow;
use super::expr::{bare, operator};
use super::op::{Op, constant};
use super::scope::SPECIALS;
use super::typex::spelled;
use super::{Checker, Lvalue, Typed};
use crate::ast::{self, ExprKind as A};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{BinaryOp, Const, Expr, ExprKind};
use crate::ty::{Scalar, Type};

impl<'a> Checker<'a> {
    pub(super) fn step(&mut self, up: bool, inner: &'a ast::Expr, how: UpdateHow) -> Option<Expr> {
        let target = self.target(inner, if up { "++" } else { "--" })?;
        let one = constant(Const::Int(1), Scalar::Int, how.span);
        if target.place.ty == Type::BOOL {
            let message = "a `bool` cannot be counted up or down";
            let help = "assign `true` or `false`, or flip it with `b = !b`";
            // nvcc still takes `++`, which C++17 dropped and which only ever gives `true`.
            if up {
                self.note(Diag::warning(Code::BadOperand, how.span, message).help(help));
            } else {
                self.note(Diag::error(Code::BadOperand, how.span, message).help(help));
                return None;
            }
        }
        self.update(
            if up { BinaryOp::Add } else { BinaryOp::Sub },
            target,
            one,
            how,
        )
    }

    /// The place on the left of an assignment.
    pub(super) fn target(&mut self, e: &'a ast::Expr, op: &str) -> Option<Lvalue> {
        if let A::Member(m) = &bare(e).kind
            && let Some(which) = self.special_of(&m.base)
        {
            let name = SPECIALS
                .iter()
                .find(|(_, s)| *s == which)
                .map_or("", |(n, _)| n);
            let message = format!(
                "`{name}.{}` says where the thread is and cannot be changed",
                m.member.name.text
            );
            self.note(
                Diag::error(Code::NotAssignable, e.span, message)
                    .help("copy it to a variable of your own"),
            );
            return None;
        }
        match self.expr_or_place(e, true)? {
            Typed::Place(l) => Some(l),
            Typed::Value(v) => {
                let mut diag = Diag::error(
                    Code::NotAssignable,
                    e.span,
                    format!(
                        "the left of `{op}` must be a variable, an element or a field, and this is a value"
                    ),
                );
                if let ExprKind::Const(_) = v.kind
                    && let A::Name(path) = &bare(e).kind
                {
                    diag = Diag::error(
                        Code::NotAssignable,
                        e.span,
                        format!("`{}` is a constant and cannot be changed", spelled(path)),
                    );
                }
                self.note(diag);
                None
            }
        }
    }

    pub(super) fn assign_expr(
        &mut self,
        op: Option<ast::BinaryOp>,
        l: &'a ast::Expr,
        r: &'a ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let text = op.map_or("=".to_string(), |op| format!("{}=", op.as_str()));
        // The right side is visited first, so that `x = x + 1` of an unset `x` is seen as a read.
        if let (None, A::Braces(items)) = (op, &r.kind) {
            let target = self.target(l, &text)?;
            let values: Option<Vec<Expr>> = items.iter().map(|i| self.rvalue(&i.value)).collect();
            let ty = target.place.ty.clone();
            let value = self.construct(&ty, values?, r.span)?;
            return self.assign(target, value, span);
        }
        let value = self.rvalue(r);
        let target = self.target(l, &text);
        let (value, target) = (value?, target?);
        match op.and_then(operator) {
            None => self.assign(target, value, span),
            Some(Op::Arithmetic(how)) => {
                if matches!(target.place.ty, Type::Struct(_)) {
                    let name = format!("operator{text}");
                    let args = vec![Typed::Place(target.clone()), Typed::Value(value.clone())];
                    if let Some(done) = self.user_operator(&name, args, span) {
                        let typed = done?;
                        return self.value(typed);
                    }
                }
                self.update(how, target, value, UpdateHow { span, old: false })
            }
            Some(_) => None,
        }
    }
}
