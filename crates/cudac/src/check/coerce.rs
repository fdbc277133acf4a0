//! A value made to fit where it goes, or a sentence about why it cannot.
//! In: a value, the type it must have, and what for; out: the value in that type.
//! The rule: convert.rs decides, this words it: what was wanted, what was found, what to write instead.
//! Next: convert.rs.

use super::convert::Why;
use super::{Checker, convert, konst};
use crate::tree::{Expr, ExprKind};
use crate::ty::{Scalar, Type};
use cuda_source::diag::{Code, Diag};

impl<'a> Checker<'a> {
    /// A value converted to the type that `purpose` needs.
    pub(super) fn coerce(&mut self, value: Expr, to: &Type, purpose: &Purpose) -> Option<Expr> {
        if value.ty == Type::Error || *to == Type::Error {
            return None;
        }
        self.whole_behind(&value.ty, to);
        if let Some(done) = self.coerce_overloads(&value, to) {
            return done;
        }
        if self.member_behind(to).is_some()
            && let Some(done) = self.as_member_pointer(&value, to)
        {
            return Some(done);
        }
        if (self.class_of(&value.ty).is_some() || self.class_of(to).is_some())
            && let Some(done) = self.convert_class(
                super::Typed::Value(value.clone()),
                to,
                super::class::Given::Copy,
            )
        {
            return done;
        }
        let value = self.widen_dim3(value, to);
        match self.becomes(&value, to) {
            Ok(_) => {
                self.warn_lossy_constant(&value, to);
                Some(convert::force(&self.types, value, to))
            }
            Err(why) => {
                self.explain_mismatch(&value, to, purpose, why);
                None
            }
        }
    }

    pub(super) fn explain_mismatch(
        &mut self,
        value: &Expr,
        to: &Type,
        purpose: &Purpose,
        why: Why,
    ) {
        let (found, wanted) = (self.types.show(&value.ty), self.types.show(to));
        let lead = purpose.lead(&wanted);
        let (message, help) = match why {
            Why::LosesConst => (
                format!("{lead}, but the value is `{found}`: that would drop the `const`"),
                Some(format!(
                    "if nothing is written through it, declare it `{found}`"
                )),
            ),
            Why::OtherPointer => (
                format!("{lead}, but the value is `{found}`"),
                Some(format!(
                    "to look at the same bytes as another type, write `reinterpret_cast<{wanted}>(…)`"
                )),
            ),
            Why::IntegerToPointer => (
                format!("{lead}, but the value is `{found}`, not an address"),
                Some("`&x` is the address of `x`, and `p + i` that of `p[i]`".into()),
            ),
            Why::PointerToNumber => (
                format!("{lead}, but the value is `{found}`, an address"),
                Some("`p[i]` or `*p` reads what a pointer points at".into()),
            ),
            Why::ScopedEnum => (
                format!(
                    "{lead}, but the value is `{found}`, and an enumeration takes part only when asked"
                ),
                Some(format!("write `static_cast<{wanted}>(…)`")),
            ),
            Why::Unrelated if value.ty == Type::Void => (
                format!("{lead}, but the call returns nothing"),
                Some("the function is `void`".into()),
            ),
            Why::Unrelated => (
                format!("{lead}, but the value is `{found}`"),
                self.how_to_make(to),
            ),
        };
        let mut diag = Diag::error(Code::TypeMismatch, value.span, message);
        diag.help = help;
        self.note(diag);
    }

    pub(super) fn how_to_make(&self, to: &Type) -> Option<String> {
        let Type::Struct(id) = to else { return None };
        let s = self.types.get(*id);
        if s.fields.iter().any(|f| f.name.starts_with('<')) {
            return None;
        }
        if !self.is_aggregate(*id) || self.has_constructor(*id) {
            return None;
        }
        let parts: Vec<&str> = s.fields.iter().map(|f| f.name.as_str()).collect();
        let list = parts.join(", ");
        Some(match s.vector {
            Some(_) => format!("build one with `make_{}({list})`", s.name),
            None => format!("build one with `{}{{{list}}}`", s.name),
        })
    }

    /// A constant that does not survive its conversion deserves a word.
    pub(super) fn warn_lossy_constant(&mut self, value: &Expr, to: &Type) {
        let ExprKind::Const(c) = value.kind else {
            return;
        };
        let (Some(from), Some(into)) = (self.types.scalar(&value.ty), self.types.scalar(to)) else {
            return;
        };
        if into == Scalar::Bool || into.is_float() {
            return;
        }
        let after = konst::convert(c, from, into);
        if from.is_integer() {
            let (Some(a), Some(b)) = (konst::integer(c, from), konst::integer(after, into)) else {
                return;
            };
            let usual = a == -1 && !into.is_signed();
            let bits_kept = into.is_signed() && a >= 0 && a < (1i128 << into.bits());
            if a != b && !usual && !(bits_kept && into.size() >= 4) {
                self.warn(
                    Code::Narrowing,
                    value.span,
                    format!("{a} does not fit `{}`: it becomes {b}", into.name()),
                );
            }
        } else if konst::real(c, from) != konst::real(after, into) {
            let (a, b) = (
                konst::real(c, from),
                konst::integer(after, into).unwrap_or(0),
            );
            self.warn(
                Code::Narrowing,
                value.span,
                format!("{a} does not fit `{}`: it becomes {b}", into.name()),
            );
        }
    }
}

/// What a value is wanted for; only the wording of a refusal depends on it.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// The first value of a variable of this name.
    Init(String),
    /// The right side of `=`.
    Assign,
    /// Argument number (from 1) of a function.
    Argument(usize, String),
    /// What the function returns.
    Return,
    /// An array index, a size, a case label.
    Other(&'static str),
}

impl Purpose {
    fn lead(&self, wanted: &str) -> String {
        match self {
            Purpose::Init(name) if name.is_empty() => format!("expected `{wanted}`"),
            Purpose::Init(name) => format!("`{name}` is `{wanted}`"),
            Purpose::Assign => format!("`{wanted}` is assigned to"),
            Purpose::Argument(n, f) => format!("argument {n} of `{f}` is `{wanted}`"),
            Purpose::Return => format!("the function returns `{wanted}`"),
            Purpose::Other(what) => format!("{what} must be `{wanted}`"),
        }
    }
}
