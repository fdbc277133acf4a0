//! Values: expressions to registers.
//!
//! In: a typed expression; out: the registers that hold its value, perhaps a variable's own. The rule: whoever keeps a
//! value over something that may change a variable copies it first ([`Lowering::steady`]). Places are in `place`,
//! calls in `call`, built-in functions in `builtin`.

use super::Lowering;
use super::effects::{Node, changes};
use super::emit::Entry;
use super::place::Spot;

use super::value::{Leaf, Reg, RegisterKind, Value, field_leaves, leaves};
use crate::tree::{
    BinaryOp, CompareOp, Const, Conversion, Expr, ExprKind, GlobalId, Scalar, Special, Type,
};
use cuda_ir::op::{Bin64, PredOp};
use cuda_ir::{Ins, P};

impl Lowering<'_> {
    /// What the one leaf of a scalar or pointer type is.
    pub(super) fn leaf(&self, ty: &Type) -> Leaf {
        self.types.stored(ty).map_or(Leaf::Pointer, Leaf::Scalar)
    }

    fn special(&mut self, what: Special, axis: u8, ty: &Type) -> Reg {
        let family = match what {
            Special::ThreadIdx => 0,
            Special::BlockIdx => 1,
            Special::BlockDim => 2,
            Special::GridDim => 3,
            Special::OnDevice => {
                return self.constant(Const::Int(i64::from(!self.host)), ty);
            }
        };
        self.out.at_entry(Entry::Special(family, axis))
    }

    /// The value of an expression.
    pub(super) fn expr(&mut self, expr: &Expr) -> Value {
        if !self.enter(expr.span) {
            return leaves(self.types, &expr.ty)
                .iter()
                .map(|(_, leaf)| self.bits(*leaf, 0))
                .collect();
        }
        let outer = std::mem::replace(&mut self.out.span, expr.span);
        let value = self.expr_kind(expr);
        self.out.span = outer;
        self.depth -= 1;
        value
    }

    /// The value of an expression of scalar or pointer type.
    pub(super) fn one(&mut self, expr: &Expr) -> Reg {
        let value = self.expr(expr);
        value
            .first()
            .copied()
            .unwrap_or(Reg::R(cuda_ir::R(u16::MAX)))
    }

    /// The value of a `bool`.
    pub(super) fn truth(&mut self, expr: &Expr) -> P {
        self.one(expr).p()
    }

    /// `value` where it cannot change any more, if `later` may change variables.
    pub(super) fn steady(&mut self, value: Reg, later: bool) -> Reg {
        if !later {
            return value;
        }
        let own = self.out.fresh(value.kind());
        self.out.copy(own, value);
        own
    }

    fn expr_kind(&mut self, expr: &Expr) -> Value {
        match &expr.kind {
            ExprKind::Const(c) => vec![self.constant(*c, &expr.ty)],
            ExprKind::Load(place) if self.alias(expr).is_some() => {
                // A reference's address; `facts` put what it is bound to into memory.
                let spot = self.alias(expr).cloned();
                let _ = place;
                match spot {
                    Some(spot @ Spot::Memory { .. }) => vec![Reg::D(self.pointer_to(&spot))],
                    _ => vec![Reg::D(self.out.const64(0))],
                }
            }
            ExprKind::Load(place) => match self.known_integer(expr) {
                Some(v) => vec![self.constant(Const::Int(v), &expr.ty)],
                None => self.load(place),
            },
            ExprKind::AddressOf(place) | ExprKind::Decay(place) => {
                let spot = self.place(place);
                vec![Reg::D(self.pointer_to(&spot))]
            }
            ExprKind::Special(what, axis) => vec![self.special(*what, *axis as u8, &expr.ty)],
            ExprKind::Convert(Conversion::Void, e) => {
                self.effect(e);
                Vec::new()
            }
            ExprKind::Convert(how, e) => vec![self.conversion(*how, e, &expr.ty)],
            ExprKind::Unary(op, e) => {
                let a = self.one(e);
                let s = self.types.stored(&expr.ty).unwrap_or(Scalar::Int);
                vec![self.unary(*op, s, a)]
            }
            ExprKind::Binary(op, a, b) => vec![self.binary(*op, a, b, expr)],
            ExprKind::Compare(op, a, b) => vec![Reg::P(self.compare(*op, a, b))],
            ExprKind::Not(e) => {
                let a = self.truth(e);
                let dst = self.out.p();
                self.out.emit(Ins::PredNot { dst, a });
                vec![Reg::P(dst)]
            }
            ExprKind::And(a, b) => vec![self.short_circuit(a, b, true)],
            ExprKind::Or(a, b) => vec![self.short_circuit(a, b, false)],
            ExprKind::Select(c, a, b) => self.select(c, a, b, &expr.ty),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.expr(b)
            }
            ExprKind::PtrAdd { .. } => {
                let spot = self.address(expr);
                vec![Reg::D(self.pointer_to(&spot))]
            }
            ExprKind::PtrDiff { left, right, size } => vec![self.difference(left, right, *size)],
            ExprKind::Assign { place, value } => self.assign(place, value),
            ExprKind::Update { place, change, old } => vec![self.update(place, change, *old)],
            ExprKind::Call(callee, args) => self.call(*callee, args, &expr.ty),
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, &expr.ty),
            ExprKind::Launch(launch) => {
                self.launch(launch);
                Vec::new()
            }
            ExprKind::Sys(what, args) => self.system_call(*what, args, &expr.ty),
            ExprKind::Print(format, args) => self.print(format, args),
            ExprKind::FunctionAddress(id) => vec![self.function_address(*id)],
            ExprKind::SideAddress { host, device } => vec![self.side_address(*host, *device)],
            ExprKind::CallPointer(pointer, args) => self.call_pointer(pointer, args, &expr.ty),
            ExprKind::Field(e, n) => {
                if super::value::is_big(self.types, &e.ty) {
                    return self.big_field(e, *n, expr);
                }
                let value = self.expr(e);
                let range = field_leaves(self.types, &e.ty, *n);
                value.get(range).map(<[Reg]>::to_vec).unwrap_or_default()
            }
            ExprKind::Aggregate(parts) if super::value::is_big(self.types, &expr.ty) => {
                self.big_aggregate(parts, &expr.ty)
            }
            ExprKind::Aggregate(parts) => {
                let mut value = Vec::new();
                for (k, part) in parts.iter().enumerate() {
                    let later = parts[k + 1..].iter().any(|p| changes(Node::Expr(p)));
                    let regs = self.expr(part);
                    value.extend(regs.into_iter().map(|r| self.steady(r, later)));
                }
                value
            }
            ExprKind::Assert(cond) => {
                self.assertion(cond);
                Vec::new()
            }
        }
    }

    fn side_address(&mut self, host: GlobalId, device: GlobalId) -> Reg {
        let which = if self.host { host } else { device };
        self.out.at_entry(super::emit::Entry::Global(which.0))
    }

    /// An expression for its effects only.
    pub(super) fn effect(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Update {
                place,
                change,
                old: true,
            } => {
                let outer = std::mem::replace(&mut self.out.span, expr.span);
                self.update(place, change, false);
                self.out.span = outer;
            }
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.effect(b);
            }
            ExprKind::Call(callee, args) if self.call_place(*callee, args).is_some() => {}
            ExprKind::AddressOf(place) => drop(self.place(place)),
            ExprKind::Assign { place, value } if self.assign_bytes(place, value) => {}
            ExprKind::Builtin(crate::tree::Builtin::Atomic(op, scope), args) => {
                let outer = std::mem::replace(&mut self.out.span, expr.span);
                self.atomic((*op, *scope), args, &expr.ty, false);
                self.out.span = outer;
            }
            ExprKind::Convert(_, e) if changes(Node::Expr(e)) => self.effect(e),
            _ => {
                self.expr(expr);
            }
        }
    }

    pub(super) fn constant(&mut self, c: Const, ty: &Type) -> Reg {
        let leaf = self.leaf(ty);
        let bits = match c {
            Const::Int(v) => v as u64,
            Const::F32(v) => u64::from(v.to_bits()),
            Const::F64(v) => v.to_bits(),
            Const::Null => 0,
        };
        self.bits(leaf, bits)
    }

    fn conversion(&mut self, how: Conversion, e: &Expr, ty: &Type) -> Reg {
        let (from, to) = (self.leaf(&e.ty), self.leaf(ty));
        if let (Leaf::Scalar(_), Leaf::Scalar(t)) = (from, to) {
            if let Some(v) = self.known_integer(e) {
                match how {
                    Conversion::Integer => return self.bits(to, t.wrap(i128::from(v)) as u64),
                    Conversion::IntToFloat => {
                        let unsigned = from == Leaf::Scalar(Scalar::ULong)
                            || from == Leaf::Scalar(Scalar::ULongLong);
                        let (single, double) = match unsigned {
                            true => (v as u64 as f32, v as u64 as f64),
                            false => (v as f32, v as f64),
                        };
                        let bits = if t == Scalar::Float {
                            u64::from(single.to_bits())
                        } else {
                            double.to_bits()
                        };
                        return self.bits(to, bits);
                    }
                    _ => {}
                }
            }
            if let (Conversion::Float, ExprKind::Const(c)) = (how, &e.kind) {
                match (c, t) {
                    (Const::F64(v), Scalar::Float) => {
                        return self.bits(to, u64::from((*v as f32).to_bits()));
                    }
                    (Const::F32(v), Scalar::Double) => {
                        return self.bits(to, f64::from(*v).to_bits());
                    }
                    _ => {}
                }
            }
        }
        let a = self.one(e);
        self.convert(how, from, to, a)
    }

    /// Both operands, the left one safe from what the right one changes.
    pub(super) fn both(&mut self, a: &Expr, b: &Expr) -> (Reg, Reg) {
        let left = self.one(a);
        let left = self.steady(left, changes(Node::Expr(b)));
        (left, self.one(b))
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, whole: &Expr) -> Reg {
        let s = self.types.stored(&whole.ty).unwrap_or(Scalar::Int);
        if s.is_float() {
            if let Some(fused) = self.contracted(op, a, b, s) {
                return fused;
            }
        } else if let Some(v) = self.known_integer(whole) {
            return self.bits(Leaf::Scalar(s), v as u64);
        } else if let Some(fused) = self.multiply_add(op, a, b, s) {
            return fused;
        }
        let (x, y) = self.both(a, b);
        let count = self.types.stored(&b.ty).unwrap_or(Scalar::Int);
        self.arithmetic(op, s, (x, y), count)
    }

    fn compare(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> P {
        let (x, y) = self.both(a, b);
        let leaf = self.leaf(&a.ty);
        self.comparison(op, leaf, x, y)
    }

    fn difference(&mut self, left: &Expr, right: &Expr, size: u64) -> Reg {
        let (a, b) = self.both(left, right);
        let bytes = self.bin64(Bin64::Sub, a.d(), b.d());
        if size <= 1 {
            return Reg::D(bytes);
        }
        let size = self.out.const64(size);
        Reg::D(self.bin64(Bin64::DivS, bytes, size))
    }

    fn short_circuit(&mut self, a: &Expr, b: &Expr, and: bool) -> Reg {
        match self.known_truth(a) {
            Some(v) if v == and => return Reg::P(self.truth(b)),
            Some(v) => return self.bits(Leaf::Scalar(Scalar::Bool), u64::from(v)),
            None => {}
        }
        if self.is_free(b) {
            let (x, y) = self.both(a, b);
            let dst = self.out.p();
            let op = if and { PredOp::And } else { PredOp::Or };
            self.out.emit(Ins::Pred {
                op,
                dst,
                a: x.p(),
                b: y.p(),
            });
            return Reg::P(dst);
        }
        let result = self.out.fresh(RegisterKind::P);
        let since = self.out.mark();
        let x = self.one(a);
        self.out.place_result(result, x, since);
        let ask = match and {
            true => result.p(),
            false => {
                let dst = self.out.p();
                self.out.emit(Ins::PredNot { dst, a: result.p() });
                dst
            }
        };
        self.out.begin_if(ask);
        let since = self.out.mark();
        let y = self.one(b);
        self.out.place_result(result, y, since);
        self.out.end();
        result
    }

    fn select(&mut self, c: &Expr, a: &Expr, b: &Expr, ty: &Type) -> Value {
        if let Some(v) = self.known_truth(c) {
            return self.expr(if v { a } else { b });
        }
        if self.is_free(a) && self.is_free(b) && !super::value::is_big(self.types, ty) {
            let cond = self.truth(c);
            let (x, y) = (self.expr(a), self.expr(b));
            return x
                .into_iter()
                .zip(y)
                .map(|(x, y)| self.select_one(cond, x, y))
                .collect();
        }
        let result = self.fresh_value(ty);
        let mark = self.out.mark();
        let cond = self.truth(c);
        self.out.begin_if(cond);
        self.into(&result, a);
        self.out.begin_else();
        self.into(&result, b);
        self.out.end();
        self.out.release(mark);
        result
    }

    pub(super) fn select_one(&mut self, cond: P, a: Reg, b: Reg) -> Reg {
        match (a, b) {
            (Reg::R(a), Reg::R(b)) => {
                let dst = self.out.r();
                self.out.emit(Ins::Select { dst, cond, a, b });
                Reg::R(dst)
            }
            (Reg::D(a), Reg::D(b)) => {
                let dst = self.out.d();
                self.out.emit(Ins::Select64 { dst, cond, a, b });
                Reg::D(dst)
            }
            (a, b) => {
                let (yes, no, dst) = (self.out.p(), self.out.p(), self.out.p());
                self.out.emit(Ins::Pred {
                    op: PredOp::And,
                    dst: yes,
                    a: cond,
                    b: a.p(),
                });
                self.out.emit(Ins::Pred {
                    op: PredOp::AndNot,
                    dst: no,
                    a: b.p(),
                    b: cond,
                });
                self.out.emit(Ins::Pred {
                    op: PredOp::Or,
                    dst,
                    a: yes,
                    b: no,
                });
                Reg::P(dst)
            }
        }
    }
}
