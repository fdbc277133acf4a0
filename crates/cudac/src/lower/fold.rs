//! Integer expressions whose value is known while code is made.
//!
//! In: a typed expression; out: its value, if it is made of constants only. The rule: what is folded wraps as the
//! machine would wrap it, and a division by zero is left for the machine to find.

use super::Lowering;
use crate::tree::{
    BinaryOp, CompareOp, Const, Conversion, Expr, ExprKind, Place, PlaceKind, Scalar, Types,
    UnaryOp, VarId,
};
use std::collections::HashMap;

/// How deep an expression is looked into.
const DEPTH: u32 = 16;

impl Lowering<'_> {
    /// The value of an integer or `bool` expression, sign- or zero-extended.
    pub(super) fn known_integer(&self, expr: &Expr) -> Option<i64> {
        if self.out.plain && !matches!(expr.kind, ExprKind::Const(_)) {
            return None;
        }
        let known = Known {
            types: self.types,
            counters: &self.body().counters,
        };
        known.fold(expr, DEPTH).map(|v| v as i64)
    }

    /// The value of a `bool` expression.
    pub(super) fn known_truth(&self, expr: &Expr) -> Option<bool> {
        self.known_integer(expr).map(|v| v != 0)
    }
}

struct Known<'a> {
    types: &'a Types,
    /// The counters of loops that are being unrolled.
    counters: &'a HashMap<VarId, i64>,
}

impl Known<'_> {
    fn fold(&self, expr: &Expr, depth: u32) -> Option<i128> {
        let ty = self.types.stored(&expr.ty)?;
        let depth = depth.checked_sub(1)?;
        let go = |e: &Expr| self.fold(e, depth);
        let value = match &expr.kind {
            ExprKind::Const(Const::Int(v)) => i128::from(*v),
            ExprKind::Load(Place {
                kind: PlaceKind::Var(v),
                ..
            }) => i128::from(*self.counters.get(v)?),
            ExprKind::Convert(Conversion::Integer, e) => go(e)?,
            ExprKind::Convert(Conversion::ToBool, e) if self.types.stored(&e.ty)?.is_integer() => {
                i128::from(go(e)? != 0)
            }
            ExprKind::Unary(UnaryOp::Neg, e) if ty.is_integer() => -go(e)?,
            ExprKind::Unary(UnaryOp::BitNot, e) => !go(e)?,
            ExprKind::Not(e) => i128::from(go(e)? == 0),
            ExprKind::And(a, b) => match go(a)? {
                0 => 0,
                _ => go(b)?,
            },
            ExprKind::Or(a, b) => match go(a)? {
                0 => go(b)?,
                _ => 1,
            },
            ExprKind::Select(c, a, b) => go(if go(c)? != 0 { a } else { b })?,
            ExprKind::Compare(op, a, b) => {
                let of = self.types.stored(&a.ty).filter(|s| s.is_integer())?;
                let (a, b) = (of.wrap(go(a)?), of.wrap(go(b)?));
                i128::from(match op {
                    CompareOp::Eq => a == b,
                    CompareOp::Ne => a != b,
                    CompareOp::Lt => a < b,
                    CompareOp::Le => a <= b,
                    CompareOp::Gt => a > b,
                    CompareOp::Ge => a >= b,
                })
            }
            ExprKind::Binary(op, a, b) if ty.is_integer() => {
                binary(*op, ty, ty.wrap(go(a)?), go(b)?)?
            }
            _ => return None,
        };
        Some(ty.wrap(value))
    }
}

fn binary(op: BinaryOp, ty: Scalar, a: i128, b: i128) -> Option<i128> {
    let b = if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
        b
    } else {
        ty.wrap(b)
    };
    let shift = || u32::try_from(b).ok().filter(|s| *s < ty.bits());
    Some(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a.checked_mul(b)?,
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << shift()?,
        BinaryOp::Shr => a >> shift()?,
    })
}
