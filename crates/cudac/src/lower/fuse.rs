//! Products that are added: one instruction, rounded once.
//!
//! In: sums and differences with a product among their operands; out: a fused multiply-add, as nvcc contracts by
//! default (`-fmad=true`). The rule: an operator's product is fused, an intrinsic such as `__fmul_rn` never is; contract.rs
//! says which products with a name count. Integers wrap, so for them it is only shorter.

use super::Lowering;
use super::contract::Factors;
use super::effects::{Node, changes};
use super::value::Reg;
use crate::tree::{BinaryOp, Expr, ExprKind, Scalar, UnaryOp};
use cuda_ir::Ins;

impl Lowering<'_> {
    /// `i * n + j` in 32-bit integers, either way round.
    pub(super) fn multiply_add(
        &mut self,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        s: Scalar,
    ) -> Option<Reg> {
        if self.out.plain || op != BinaryOp::Add || s.size() != 4 {
            return None;
        }
        let product = |e: &Expr| match &e.kind {
            ExprKind::Binary(BinaryOp::Mul, ..) => self.known_integer(e).is_none(),
            _ => false,
        };
        let left = product(a);
        if !left && !product(b) {
            return None;
        }
        let (p, other) = if left { (a, b) } else { (b, a) };
        let ExprKind::Binary(_, x, y) = &p.kind else {
            return None;
        };
        if [x, y].iter().any(|e| changes(Node::Expr(e))) || changes(Node::Expr(other)) {
            return None;
        }
        let (x, y, c) = (self.one(x).r(), self.one(y).r(), self.one(other).r());
        let dst = self.out.r();
        self.out.emit(Ins::Mad { dst, a: x, b: y, c });
        Some(Reg::R(dst))
    }

    /// `a * b + c`, `a * b - c`, `c - a * b` and their kin, rounded once as nvcc does by default. Where both sides are
    /// products the left one is fused.
    pub(super) fn contracted(
        &mut self,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
        s: Scalar,
    ) -> Option<Reg> {
        // The host's compiler does not contract for a plain x86-64, so what programs compare with is rounded twice.
        if self.host || !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            return None;
        }
        let minus = op == BinaryOp::Sub;
        if self.is_product(a) {
            let Factors { x, y, negative } = self.factors_of(a, changes(Node::Expr(b)))?;
            let c = self.one(b);
            let x = self.turned_if(negative, s, x);
            let c = self.turned_if(minus, s, c);
            return Some(self.fma(s, x, y, c));
        }
        if !self.is_product(b) {
            return None;
        }
        let c = self.one(a);
        let c = self.steady(c, changes(Node::Expr(b)));
        let Factors { x, y, negative } = self.factors_of(b, false)?;
        let x = self.turned_if(negative != minus, s, x);
        Some(self.fma(s, x, y, c))
    }

    pub(super) fn turned_if(&mut self, turn: bool, s: Scalar, a: Reg) -> Reg {
        match turn {
            true => self.unary(UnaryOp::Neg, s, a),
            false => a,
        }
    }

    pub(super) fn fma(&mut self, s: Scalar, a: Reg, b: Reg, c: Reg) -> Reg {
        if s == Scalar::Double {
            let dst = self.out.d();
            self.out.emit(Ins::Fma64 {
                dst,
                a: a.d(),
                b: b.d(),
                c: c.d(),
            });
            return Reg::D(dst);
        }
        let dst = self.out.r();
        self.out.emit(Ins::Fma {
            dst,
            a: a.r(),
            b: b.r(),
            c: c.r(),
        });
        Reg::R(dst)
    }
}

/// The factors of a float product, and whether its sign is turned.
pub(super) fn product(e: &Expr) -> Option<(&Expr, &Expr, bool)> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Mul, x, y) => Some((x, y, false)),
        ExprKind::Unary(UnaryOp::Neg, inner) => product(inner).map(|(x, y, n)| (x, y, !n)),
        _ => None,
    }
}
