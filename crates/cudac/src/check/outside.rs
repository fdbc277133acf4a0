//! Functions that are only declared and that the machine carries out: system calls, and `printf`.
//! In: a declaration without a body and the arguments of a call; out: what the tree has for it.
//! The rule: `ir::sys` knows the names; `...` takes arguments with C's promotions behind them.
//! Next: call.rs, which asks; side.rs for who may.

use super::call::Call;
use super::{Checker, Declared, Typed, convert, refuse};
use crate::tree::{Expr, ExprKind, SysFn};
use crate::ty::{Class, Qualified, Scalar, Type};
use cuda_parse::ast::{self, FunctionBody};
use cuda_source::diag::{Code, Diag};

/// What a function without a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outside {
    /// A system call.
    Sys(SysFn),
    /// `printf`.
    Print,
}

impl Declared<'_> {
    /// What the function is to the machine, if it has no body and the machine carries it out.
    pub(super) fn outside(&self) -> Option<Outside> {
        if !matches!(self.ast.body, FunctionBody::None) {
            return None;
        }
        let name = self.name.rsplit("::").next().unwrap_or(&self.name);
        match name {
            "printf" => Some(Outside::Print),
            name => SysFn::from_name(name).map(Outside::Sys),
        }
    }
}

impl<'a> Checker<'a> {
    /// A call of a function that the machine carries out.
    pub(super) fn call_outside(
        &mut self,
        call: &Call,
        what: Outside,
        mut values: Vec<Expr>,
        ty: Type,
    ) -> Option<Expr> {
        self.check_printed(what, &values, call.span);
        let kind = match what {
            Outside::Print => {
                let format = values.remove(0);
                ExprKind::Print(Box::new(format), values)
            }
            // The device has a heap too.
            Outside::Sys(what @ (SysFn::Malloc | SysFn::CFree)) => ExprKind::Sys(what, values),
            Outside::Sys(what) => {
                // A call of ours inside a function of a header of ours: the learner knows the function.
                let name = match call.name.starts_with("__") && call.callee.is_system() {
                    true => self.body.name.clone(),
                    false => call.name.to_string(),
                };
                let (code, message, help) = match refuse::lookup(&name) {
                    Some(r) => (Code::NotModelled, r.message(&name), r.help),
                    None => (
                        Code::WrongSide,
                        format!("`{name}` runs on the host: device code cannot call it"),
                        "call it on the host, and hand the kernel what comes out",
                    ),
                };
                let diag = Diag::error(code, call.callee, message);
                self.only_host(diag.help(help))?;
                ExprKind::Sys(what, values)
            }
        };
        Some(Expr {
            kind,
            ty,
            span: call.span,
        })
    }

    /// An argument for `...`.
    pub(super) fn promoted(&mut self, arg: Typed, call: &Call) -> Option<Expr> {
        let value = self.value(arg)?;
        if self.unclear_value(&value) {
            return None;
        }
        let to = match self.types.class(&value.ty) {
            Class::Scalar(Scalar::Float) => Type::Scalar(Scalar::Double),
            Class::Scalar(s) if s.is_integer() => Type::Scalar(s.promoted()),
            Class::Struct(_) | Class::Void => {
                let (shown, name) = (self.types.show(&value.ty), call.name);
                let message = format!("`{name}` cannot take `{shown}` for `...`");
                let diag = Diag::error(Code::TypeMismatch, value.span, message);
                self.note(diag.help("pass its parts, or a pointer to its characters"));
                return None;
            }
            _ => return Some(value),
        };
        Some(convert::force(&self.types, value, &to))
    }

    /// `printf` where no header declares it.
    pub(super) fn print(&mut self, call: &Call, args: &'a [ast::Expr]) -> Option<Expr> {
        let mut given = self.arguments(args)?.into_iter();
        let Some(format) = given.next() else {
            self.wrong_count(call, 1, 0, None);
            return None;
        };
        let format = self.value(format)?;
        let text = Type::pointer_to(Qualified::with_const(Scalar::Char.into(), true));
        let purpose = super::coerce::Purpose::Argument(1, call.name.into());
        let mut values = vec![self.coerce(format, &text, &purpose)?];
        for arg in given {
            values.push(self.promoted(arg, call)?);
        }
        self.call_outside(call, Outside::Print, values, Type::INT)
    }
}
