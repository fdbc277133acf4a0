//! Comparisons of numbers and of pointers.
//! In: two operands with types; out: a `bool`. The rule: both sides get the common type first, and a comparison that can
//! come out only one way, because an unsigned number is never negative, earns a warning.
//! Next: op.rs for the other operators.

use super::op::{Op, constant};
use super::{Checker, convert, konst, single};
use crate::tree::{CompareOp, Const, Expr, ExprKind};
use crate::ty::{Scalar, Type};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// One side of a comparison of numbers.
#[derive(Clone, Copy)]
struct Operand<'e> {
    /// As written.
    e: &'e Expr,
    /// Its type, before both sides get the common one.
    ty: Scalar,
}

impl<'a> Checker<'a> {
    pub(super) fn compare(&mut self, op: CompareOp, l: Expr, r: Expr, span: Span) -> Option<Expr> {
        if let Some((l, r)) = self.as_member_pointers(&l, &r)
            && matches!(op, CompareOp::Eq | CompareOp::Ne)
        {
            return self.compare_members(op, l, r);
        }
        self.whole_behind(&l.ty, &r.ty);
        let beside = l.ty.clone();
        let l = convert::null_as_number(l, &r.ty);
        let r = convert::null_as_number(r, &beside);
        let pointer = matches!(l.ty, Type::Pointer(_)) || matches!(r.ty, Type::Pointer(_));
        let (l, r) = if pointer {
            self.compare_pointers(op, l, r)?
        } else {
            self.compare_numbers(op, l, r)?
        };
        if let (ExprKind::Const(a), ExprKind::Const(b)) = (&l.kind, &r.kind) {
            let ty = self.types.scalar(&l.ty).unwrap_or(Scalar::ULong);
            if let Some(v) = konst::compare(op, *a, *b, ty) {
                return Some(constant(Const::Int(i64::from(v)), Scalar::Bool, span));
            }
        }
        Some(Expr {
            kind: ExprKind::Compare(op, Box::new(l), Box::new(r)),
            ty: Type::BOOL,
            span,
        })
    }

    pub(super) fn compare_numbers(
        &mut self,
        op: CompareOp,
        l: Expr,
        r: Expr,
    ) -> Option<(Expr, Expr)> {
        if l.ty == r.ty && self.is_scoped(&l.ty) {
            return Some((l, r));
        }
        let text = Op::Compare(op).text();
        let a = self.operand(&l, text)?;
        let b = self.operand(&r, text)?;
        let work = a.usual(b);
        let (left, right) = (Operand { e: &l, ty: a }, Operand { e: &r, ty: b });
        self.warn_signs(op, left, right, work);
        self.warn_range(op, &l, &r, work);
        self.warn_double(&l, &r, work);
        let l = convert::force(&self.types, l, &work.into());
        let r = convert::force(&self.types, r, &work.into());
        let constant = |e: &Expr| matches!(e.kind, ExprKind::Const(_));
        if work == Scalar::Double
            && !(constant(&l) && constant(&r))
            && let (Some(l), Some(r)) = (single::as_float(&l), single::as_float(&r))
        {
            return Some((l, r));
        }
        Some((l, r))
    }

    /// Comparisons that cannot come out both ways because a negative number became a huge one.
    fn warn_signs(&mut self, op: CompareOp, l: Operand<'_>, r: Operand<'_>, work: Scalar) {
        if work.is_signed() || work.is_float() {
            return;
        }
        let value = |side: Operand<'_>| match side.e.kind {
            ExprKind::Const(c) => konst::integer(c, side.ty),
            _ => None,
        };
        let (a, b) = (value(l), value(r));
        if a.is_some() && b.is_some() {
            return;
        }
        if let Some((v, e)) = a.map(|v| (v, l.e)).or(b.map(|v| (v, r.e)))
            && v < 0
        {
            self.warn(
                Code::SignCompare,
                e.span,
                format!(
                    "{v} is compared with an unsigned number and counts as {}",
                    work.wrap(v)
                ),
            );
        }
        let never = matches!((op, b), (CompareOp::Lt, Some(0)))
            || matches!((op, a), (CompareOp::Gt, Some(0)));
        let always = matches!((op, b), (CompareOp::Ge, Some(0)))
            || matches!((op, a), (CompareOp::Le, Some(0)));
        if never || always {
            let (e, zero) = if b == Some(0) { (l.e, r.e) } else { (r.e, l.e) };
            let span = e.span.to(zero.span);
            let outcome = if always { "true" } else { "false" };
            self.warn(
                Code::SignCompare,
                span,
                format!("this is always {outcome}: an unsigned number is never negative"),
            );
        }
    }

    /// A number of few bits beside a constant that its type cannot pass: the comparison comes out one way only.
    fn warn_range(&mut self, op: CompareOp, l: &Expr, r: &Expr, work: Scalar) {
        let (op, number, constant) = match (&l.kind, &r.kind) {
            (ExprKind::Const(_), ExprKind::Const(_)) => return,
            (_, ExprKind::Const(c)) => (op, l, *c),
            (ExprKind::Const(c), _) => (mirrored(op), r, *c),
            _ => return,
        };
        let Type::Scalar(s) = number.ty else { return };
        let kept = s.is_integer() && s != Scalar::Bool && s.bits() < work.bits();
        if !kept || work.is_float() || s.is_signed() && !work.is_signed() {
            return;
        }
        let Some(v) = konst::integer(constant, work) else {
            return;
        };
        let (least, most) = range(s);
        let Some(outcome) = only_outcome(op, (least, most), v) else {
            return;
        };
        let name = s.name();
        let an = if name.starts_with(['u', 'i']) {
            "an"
        } else {
            "a"
        };
        let bound = match v >= most {
            true => format!("at most {most}"),
            false if least == 0 => "never negative".to_string(),
            false => format!("at least {least}"),
        };
        let message = format!("this is always {outcome}: {an} `{name}` is {bound}");
        let diag = Diag::warning(Code::OneOutcome, l.span.to(r.span), message);
        let wider = match i32::try_from(v) {
            Ok(_) => "an `int`",
            Err(_) => "a `long long`",
        };
        let help = format!(
            "make it {wider}, which goes past {}",
            if v >= most { most } else { least }
        );
        self.note(diag.help(help));
    }

    pub(super) fn compare_pointers(
        &mut self,
        op: CompareOp,
        l: Expr,
        r: Expr,
    ) -> Option<(Expr, Expr)> {
        let ty = if matches!(l.ty, Type::Pointer(_))
            && convert::implicit(&self.types, &r, &l.ty).is_ok()
        {
            Some(l.ty.clone())
        } else if matches!(r.ty, Type::Pointer(_))
            && convert::implicit(&self.types, &l, &r.ty).is_ok()
        {
            Some(r.ty.clone())
        } else {
            None
        };
        let Some(ty) = ty else {
            let (a, b) = (self.types.show(&l.ty), self.types.show(&r.ty));
            let span = l.span.to(r.span);
            let text = Op::Compare(op).text();
            self.error(
                Code::TypeMismatch,
                span,
                format!("`{a}` and `{b}` cannot be compared with `{text}`"),
            );
            return None;
        };
        Some((
            convert::force(&self.types, l, &ty),
            convert::force(&self.types, r, &ty),
        ))
    }
}

/// The least and the greatest number of an integer type.
fn range(s: Scalar) -> (i128, i128) {
    let bits = s.bits();
    match s.is_signed() {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    }
}

/// The comparison with its sides exchanged.
fn mirrored(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Lt => CompareOp::Gt,
        CompareOp::Le => CompareOp::Ge,
        CompareOp::Gt => CompareOp::Lt,
        CompareOp::Ge => CompareOp::Le,
        same => same,
    }
}

/// How every number of a range compares with another, if all do alike.
fn only_outcome(op: CompareOp, (least, most): (i128, i128), with: i128) -> Option<bool> {
    let below = most < with;
    let above = least > with;
    let (up_to, from) = (most <= with, least >= with);
    let (yes, no) = match op {
        CompareOp::Lt => (below, from),
        CompareOp::Le => (up_to, above),
        CompareOp::Gt => (above, up_to),
        CompareOp::Ge => (from, below),
        CompareOp::Eq => (false, below || above),
        CompareOp::Ne => (below || above, false),
    };
    match (yes, no) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
