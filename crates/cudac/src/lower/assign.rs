//! Assignment: a value to where it belongs.
//!
//! In: a place with a value or a change; out: the value of the expression. The rule: the value is computed before the
//! place, the place once; where the value was just computed for nobody else it is computed in place.

use super::Lowering;
use super::contract::Factors;
use super::effects::{Node, changes};
use super::place::Spot;
use super::value::{Reg, Value};
use crate::tree::{BinaryOp, Change, Expr, Place, PlaceKind, Scalar};

impl Lowering<'_> {
    /// Computes `expr` into registers that are already there.
    pub(super) fn into(&mut self, to: &[Reg], expr: &Expr) {
        let since = self.out.mark();
        let value = self.expr(expr);
        if super::value::is_big(self.types, &expr.ty) {
            return self.copy_value(to[0].d(), &value, &expr.ty);
        }
        self.settle(to, &value, since);
    }

    /// Moves `value` to `to`, which it may overlap.
    pub(super) fn settle(&mut self, to: &[Reg], value: &[Reg], since: super::emit::Mark) {
        if let ([to], [from]) = (to, value) {
            return self.out.place_result(*to, *from, since);
        }
        if self.out.place_row(to, value, since) {
            return;
        }
        let overlaps = to
            .iter()
            .enumerate()
            .any(|(k, t)| value[k.min(value.len())..].iter().skip(1).any(|v| v == t));
        let value: Vec<Reg> = match overlaps {
            true => value.iter().map(|v| self.steady(*v, true)).collect(),
            false => value.to_vec(),
        };
        for (to, from) in to.iter().zip(value) {
            if *to != from {
                self.out.copy(*to, from);
            }
        }
    }

    pub(super) fn assign(&mut self, place: &Place, value: &Expr) -> Value {
        if let Some(regs) = self.register_place(place) {
            self.into(&regs, value);
            if let PlaceKind::Var(v) = place.kind {
                self.body_mut().products.remove(&v);
            }
            return regs;
        }
        let later = changes(Node::Place(place));
        let ty = &value.ty;
        let value = self.expr(value);
        let value = self.kept(value, ty, later);
        let spot = self.place(place);
        if let (Some(field), [only]) = (self.bit_field(&spot, place), value.as_slice()) {
            return vec![self.store_bits(&field, *only)];
        }
        self.store(&spot, &place.ty, &value, place);
        value
    }

    pub(super) fn update(&mut self, place: &Place, change: &Change, old: bool) -> Reg {
        if let Some(reg) = self.ended_product(place, change) {
            return reg;
        }
        let operand = match change {
            Change::Arithmetic { operand, .. } => operand,
            Change::Pointer { index, .. } => index,
        };
        let fused = match change {
            Change::Arithmetic {
                op: op @ (BinaryOp::Add | BinaryOp::Sub),
                work,
                widen: None,
                ..
            } if !self.host => {
                let s = self.types.stored(work).filter(|s| s.is_float());
                s.filter(|_| self.is_product(operand)).map(|s| (s, *op))
            }
            _ => None,
        };
        let later = changes(Node::Place(place));
        let mut factors = None;
        let given = match (&fused, change) {
            (Some(_), _) => {
                factors = self.factors_of(operand, later);
                Vec::new()
            }
            (None, Change::Pointer { .. }) => Vec::new(),
            (None, Change::Arithmetic { .. }) => {
                let value = self.one(operand);
                vec![self.steady(value, later)]
            }
        };
        let spot = self.place(place);
        let before = self.load_spot(&spot, &place.ty, place);
        let Some(&before) = before.first() else {
            return Reg::R(cuda_ir::R(u16::MAX));
        };
        let kept = match (&spot, old) {
            (Spot::Registers(_), true) => self.steady(before, true),
            _ => before,
        };
        let since = self.out.mark();
        let after = match (fused, change) {
            (Some((s, op)), _) => match factors {
                Some(Factors { x, y, negative }) => {
                    let x = self.turned_if(negative != (op == BinaryOp::Sub), s, x);
                    self.fma(s, x, y, before)
                }
                None => before,
            },
            (None, Change::Pointer { index, size, minus }) => {
                let at = self.add_index(before.d(), 0, index, (*size, *minus));
                Reg::D(self.pointer_to(&at))
            }
            (
                None,
                Change::Arithmetic {
                    op,
                    work,
                    widen,
                    narrow,
                    ..
                },
            ) => {
                let (ours, theirs) = (self.leaf(&place.ty), self.leaf(work));
                let wide = widen.map_or(before, |how| self.convert(how, ours, theirs, before));
                let s = self.types.stored(work).unwrap_or(Scalar::Int);
                let count = self.types.stored(&operand.ty).unwrap_or(Scalar::Int);
                let value = self.arithmetic(*op, s, (wide, given[0]), count);
                narrow.map_or(value, |how| self.convert(how, theirs, ours, value))
            }
        };
        if let Some(field) = self.bit_field(&spot, place) {
            let stored = self.store_bits(&field, after);
            return if old { kept } else { stored };
        }
        match &spot {
            Spot::Registers(regs) => self.out.place_result(regs[0], after, since),
            Spot::Memory { .. } => self.store(&spot, &place.ty, &[after], place),
        }
        match (&spot, old) {
            (_, true) => kept,
            (Spot::Registers(regs), false) => regs[0],
            (Spot::Memory { .. }, false) => after,
        }
    }
}
