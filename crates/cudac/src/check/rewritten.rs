//! Comparisons that a class does not have, made of those that it has.
//! In: an operator and its operands; out: what it comes to, or `None` where the operator itself is meant.
//! The rule: C++20's. `a != b` is `!(a == b)`; `a < b` and its kin are `(a <=> b) < 0`; and where that takes the operands only
//! the other way round, they are turned round.
//! Next: class/operator.rs for the operators that a class has.

use super::op::{Op, constant};
use super::{Checker, Typed};
use crate::tree::{CompareOp, Const};
use crate::ty::Scalar;
use cuda_parse::ast::BinaryOp;
use cuda_source::source::Span;

const ORDER: &str = "operator<=>";

impl Checker<'_> {
    /// `a != b` as `!(a == b)`, where only `==` is defined.
    pub(super) fn rewritten(
        &mut self,
        op: BinaryOp,
        l: &Typed,
        r: &Typed,
        span: Span,
    ) -> Option<Option<Typed>> {
        if op != BinaryOp::Ne || self.class_of(Self::type_of_typed(l)).is_none() {
            return None;
        }
        self.equal(l, r, true, span)
    }

    fn equal(&mut self, l: &Typed, r: &Typed, not: bool, span: Span) -> Option<Option<Typed>> {
        let args = vec![l.clone(), r.clone()];
        let equal = self.user_operator("operator==", args, span)?;
        Some(match not {
            false => equal,
            true => equal.and_then(|typed| {
                let value = self.truth_of(typed)?;
                self.not(value, span).map(Typed::Value)
            }),
        })
    }

    /// What is to be tried before the operator itself: orders, and operands turned round.
    pub(super) fn turned(
        &mut self,
        op: BinaryOp,
        l: &Typed,
        r: &Typed,
        span: Span,
    ) -> Option<Option<Typed>> {
        let how = match op {
            BinaryOp::Lt => CompareOp::Lt,
            BinaryOp::Gt => CompareOp::Gt,
            BinaryOp::Le => CompareOp::Le,
            BinaryOp::Ge => CompareOp::Ge,
            BinaryOp::Eq | BinaryOp::Ne => return self.turned_equality(op, l, r, span),
            _ => return None,
        };
        if !self.brings_operator(ORDER, l) && !self.brings_operator(ORDER, r) {
            return None;
        }
        let (straight, turned) = ([l.clone(), r.clone()], [r.clone(), l.clone()]);
        if self.finds_operator(&format!("operator{}", op.as_str()), &straight, span) {
            return None;
        }
        let zero = Typed::Value(constant(Const::Int(0), Scalar::Int, span));
        let how = Op::Compare(how);
        if self.finds_operator(ORDER, &straight, span) {
            let order = self.user_operator(ORDER, straight.into(), span)?;
            return Some(order.and_then(|order| self.binary_link((op, how), order, zero, span)));
        }
        if self.finds_operator(ORDER, &turned, span) {
            let order = self.user_operator(ORDER, turned.into(), span)?;
            return Some(order.and_then(|order| self.binary_link((op, how), zero, order, span)));
        }
        None
    }

    /// `1 == x` where the class of `x` compares itself with numbers.
    fn turned_equality(
        &mut self,
        op: BinaryOp,
        l: &Typed,
        r: &Typed,
        span: Span,
    ) -> Option<Option<Typed>> {
        let id = self.class_of(Self::type_of_typed(r))?;
        if Self::type_of_typed(l) == Self::type_of_typed(r)
            || self.member_of(id, "operator==").is_none()
        {
            return None;
        }
        let (straight, turned) = ([l.clone(), r.clone()], [r.clone(), l.clone()]);
        let own = format!("operator{}", op.as_str());
        if self.finds_operator(&own, &straight, span)
            || self.finds_operator("operator==", &straight, span)
            || !self.finds_operator("operator==", &turned, span)
        {
            return None;
        }
        let [r, l] = turned;
        self.equal(&r, &l, op == BinaryOp::Ne, span)
    }
}
