//! `threadIdx`, `blockIdx` and their like, whole and by their parts.
//! In: the syntax of an access; out: the value that a thread has there.
//! The rule: a name that the program declares for itself is no such variable.
//! Next: access.rs for other members.

use super::expr::bare;
use super::scope::SPECIALS;
use super::{Checker, Typed};
use crate::tree::{Axis, Expr, ExprKind, Special};
use crate::ty::{Scalar, Type, Types};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl Checker<'_> {
    /// Which of them an expression names.
    pub(super) fn special_of(&mut self, e: &ast::Expr) -> Option<Special> {
        let A::Name(path) = &bare(e).kind else {
            return None;
        };
        let name = &path.plain()?.text;
        if self.names.scopes.find_inner(name).is_some() || self.names.scopes.file(name).is_some() {
            return None;
        }
        SPECIALS
            .iter()
            .find(|(n, _)| *n == &**name)
            .map(|(_, which)| *which)
    }

    /// `threadIdx.x`
    pub(super) fn special_member(
        &mut self,
        which: Special,
        name: &ast::Ident,
        span: Span,
    ) -> Option<Typed> {
        let axis = match &*name.text {
            "x" => Axis::X,
            "y" => Axis::Y,
            "z" => Axis::Z,
            _ => {
                let owner = SPECIALS
                    .iter()
                    .find(|(_, s)| *s == which)
                    .map_or("", |(n, _)| n);
                let diag = Diag::error(
                    Code::NoSuchMember,
                    name.span,
                    format!("`{owner}` has no member `{}`", name.text),
                );
                self.note(diag.help("it has `x`, `y` and `z`"));
                return None;
            }
        };
        Some(Typed::Value(special(which, axis, span)))
    }
}

pub(super) fn special(which: Special, axis: Axis, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Special(which, axis),
        ty: Scalar::UInt.into(),
        span,
    }
}

/// `blockDim` as a whole: a `dim3`, or a `uint3` for an index.
pub(super) fn whole_special(which: Special, span: Span) -> Expr {
    let parts = [Axis::X, Axis::Y, Axis::Z]
        .map(|axis| special(which, axis, span))
        .to_vec();
    let ty = match which {
        Special::BlockDim | Special::GridDim => Type::Struct(Types::DIM3),
        _ => Types::vector(Scalar::UInt, 3).map_or(Type::Error, Type::Struct),
    };
    Expr {
        kind: ExprKind::Aggregate(parts),
        ty,
        span,
    }
}
