//! `return`.
//! In: what is returned; out: a value of exactly the function's result type.
//! The rule: a function that returns a reference returns a pointer; `auto` is settled by the first `return`.
//! Next: instance.rs for functions.

use super::Checker;
use super::coerce::Purpose;
use crate::ast::{self, ExprKind as A};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Expr, Stmt, StmtKind};
use crate::ty::Type;

impl<'a> Checker<'a> {
    pub(super) fn return_statement(
        &mut self,
        e: Option<&'a ast::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(e) = e else {
            if let Some(result) = self.body.result.clone()
                && !matches!(result, Type::Void | Type::Error)
            {
                let shown = self.types.show(&result);
                self.error(
                    Code::BadReturn,
                    span,
                    format!("the function returns `{shown}`, and this `return` has no value"),
                );
            }
            if self.body.result.is_none() {
                self.body.result = Some(Type::Void);
            }
            return out.push(Stmt {
                kind: StmtKind::Return(None),
                span,
            });
        };
        if let Some(value) = self.returned(e, span) {
            out.push(Stmt {
                kind: StmtKind::Return(Some(value)),
                span,
            });
        }
    }

    pub(super) fn returned(&mut self, e: &'a ast::Expr, span: Span) -> Option<Expr> {
        let result = self.body.result.clone();
        if let (A::Braces(items), Some(ty)) = (&e.kind, &result) {
            let values: Option<Vec<Expr>> = items.iter().map(|i| self.rvalue(&i.value)).collect();
            return self.construct_typed(ty, values?, e.span);
        }
        let typed = self.expr(e)?;
        match result {
            Some(Type::Void) => {
                let value = self.value(typed)?;
                if value.ty == Type::Void {
                    return Some(value);
                }
                let what = if self.body.kernel {
                    "a kernel"
                } else {
                    "this function"
                };
                let diag = Diag::error(
                    Code::BadReturn,
                    span,
                    format!("{what} returns nothing, and this `return` has a value"),
                );
                self.note(diag.help(if self.body.kernel {
                    "store the value in memory: `out[i] = …`"
                } else {
                    "write the result type in place of `void`, or `return;` alone"
                }));
                None
            }
            Some(to @ (Type::Reference(_) | Type::Rvalue(_))) => {
                self.bind(typed, &to, &Purpose::Return)
            }
            Some(ty) => {
                let value = self.value(typed)?;
                self.coerce(value, &ty, &Purpose::Return)
            }
            None => {
                let value = self.value(typed)?;
                self.body.result = Some(value.ty.clone());
                Some(value)
            }
        }
    }
}
