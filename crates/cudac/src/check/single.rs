//! Double precision that gives what single would: a compiler does it in single, and so does the tree.
//!
//! In: operands that are `float`s taken for `double`s, or literals that are exactly a `float`; out: the same in single. **Why it is the same.** A sum,
//! difference, product or quotient of two `float`s, rounded to the 53 bits of a `double` and then to 24, is what rounding once to 24 gives, since
//! 53 ≥ 2·24 + 2 (Figueroa, "When is double rounding innocuous?"). So one operation may change its type where its result becomes a `float` at once; two may
//! not, since the first would be rounded where it was not. A comparison and a choice round nothing. NVIDIA's compiler does all three; so `x * 0.5` costs
//! single precision, and `x * 0.1` double.

use sorted::SortedSet;

use super::Checker;
use crate::lower::effects::{Node, each, expressions};
use crate::tree::{BinaryOp, Const, Conversion, Expr, ExprKind, Stmt, UnaryOp};
use crate::ty::{Scalar, Type};
use cuda_source::diag::Diag;
use cuda_source::source::Span;

const DOUBLE: Type = Type::Scalar(Scalar::Double);

/// A `double` as the `float` that it is exactly, if its kind tells.
pub(super) fn as_float(e: &Expr) -> Option<Expr> {
    let kind = match &e.kind {
        ExprKind::Const(Const::F64(v)) if f64::from(*v as f32) == *v => {
            ExprKind::Const(Const::F32(*v as f32))
        }
        ExprKind::Convert(Conversion::Float, inner) if inner.ty == Type::FLOAT => {
            return Some(Expr::clone(inner));
        }
        ExprKind::Unary(UnaryOp::Neg, inner) if e.ty == DOUBLE => {
            ExprKind::Unary(UnaryOp::Neg, Box::new(as_float(inner)?))
        }
        _ => return None,
    };
    Some(Expr {
        kind,
        ty: Type::FLOAT,
        span: e.span,
    })
}

/// What an operation in `double` comes to as a `float`, where it can be done in single.
pub(super) fn narrowed(e: &Expr) -> Option<Expr> {
    if e.ty != DOUBLE {
        return None;
    }
    let both = |a: &Expr, b: &Expr| Some((Box::new(as_float(a)?), Box::new(as_float(b)?)));
    let kind = match &e.kind {
        ExprKind::Binary(op, a, b) if is_rounded_once(*op) => {
            let (a, b) = both(a, b)?;
            ExprKind::Binary(*op, a, b)
        }
        ExprKind::Select(c, a, b) => {
            let (a, b) = both(a, b)?;
            ExprKind::Select(c.clone(), a, b)
        }
        _ => return None,
    };
    Some(Expr {
        kind,
        ty: Type::FLOAT,
        span: e.span,
    })
}

/// Whether an operation gives the same however it is rounded to a `float`.
pub(super) fn is_rounded_once(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div
    )
}

impl Checker<'_> {
    /// Says of which literals an operation stayed in double precision, once the function that they stand in is whole.
    pub(super) fn say_doubles(&mut self, body: &[Stmt]) {
        let doubts: Vec<(Span, Diag)> = std::mem::take(&mut self.body.doubles);
        if doubts.is_empty() {
            return;
        }
        let mut left = SortedSet::new();
        expressions(body, &mut |e| {
            each(Node::Expr(e), &mut |node| {
                if let Node::Expr(e) = node
                    && matches!(e.kind, ExprKind::Const(Const::F64(_)))
                {
                    left.insert(e.span);
                }
            });
        });
        for (literal, diag) in doubts {
            if left.contains(&literal) {
                self.note(diag);
            }
        }
    }
}
