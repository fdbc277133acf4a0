//! The device's lesser functions: one instruction each, on the width that its values need.
//!
//! In: registers or arguments; out: the registers of the result. The rule: a function is on 64 bits if one of its values or
//! its result is; what has 32 is then zero-extended, and of the result the low half counts.

use super::Lowering;
use super::value::Reg;
use crate::builtin::{Builtin, Moded};
use crate::tree::{Const, Expr, ExprKind, Type};
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{AtomOp, Bin32, Cmp32, Narrow, Rounding, Scope, Special, Un32, Un64, Widen};
use cuda_ir::{Ins, R};

impl Lowering<'_> {
    /// A function of up to three values.
    pub(super) fn intrinsic(&mut self, op: Intrinsic, v: &[Reg], ty: &Type) -> Reg {
        let result = match ty {
            Type::Scalar(s) => s.size(),
            _ => 8,
        };
        let wide = result == 8 || v.iter().any(|reg| matches!(reg, Reg::D(_)));
        let last = v.len().saturating_sub(1);
        let given = [0, 1, 2].map(|k| v[k.min(last)]);
        if !wide {
            let [a, b, c] = given.map(|reg| self.as_int(reg));
            let dst = self.out.r();
            self.out.emit(Ins::Intrinsic { op, dst, a, b, c });
            return Reg::R(dst);
        }
        let [a, b, c] = given.map(|reg| match reg {
            Reg::D(d) => d,
            other => {
                let word = self.as_int(other);
                self.widen(Widen::U32, word)
            }
        });
        let dst = self.out.d();
        self.out.emit(Ins::Intrinsic64 { op, dst, a, b, c });
        if result == 8 {
            Reg::D(dst)
        } else {
            Reg::R(self.narrow(Narrow::Lo, dst))
        }
    }

    /// A conversion whose rounding is an argument: usually a constant, else all four and a choice.
    pub(super) fn moded(&mut self, what: Moded, args: &[Expr]) -> Reg {
        let op = |how| match what {
            Moded::FloatToHalf => Intrinsic::ToHalf(how),
            Moded::DoubleToHalf => Intrinsic::DoubleToHalf(how),
            Moded::FloatToBfloat => Intrinsic::ToBfloat(how),
            Moded::DoubleToBfloat => Intrinsic::DoubleToBfloat(how),
        };
        let directions = [Rounding::Near, Rounding::Zero, Rounding::Up, Rounding::Down];
        let ty = Type::Scalar(crate::tree::Scalar::UShort);
        let value = self.argument(args, 0);
        if let ExprKind::Const(Const::Int(n)) = args[1].kind {
            return self.intrinsic(op(directions[n as usize & 3]), &[value], &ty);
        }
        let mode = self.argument(args, 1).r();
        let mut result = self.intrinsic(op(Rounding::Near), &[value], &ty);
        for (n, how) in directions.into_iter().enumerate().skip(1) {
            let number = self.out.const32(n as u32);
            let this = self.cmp32(Cmp32::Eq, mode, number);
            let other = self.intrinsic(op(how), &[value], &ty);
            result = self.select_one(this, other, result);
        }
        result
    }

    /// A result and a second one through a pointer: `frexp`, `remquo`, `modf`.
    pub(super) fn two_results(&mut self, builtin: Builtin, args: &[Expr]) -> Reg {
        let last = args.len() - 1;
        let given: Vec<Reg> = (0..last).map(|k| self.argument(args, k)).collect();
        let given: Vec<Reg> = given.into_iter().map(|x| self.steady(x, true)).collect();
        let ty = &args[0].ty;
        let since = self.out.mark();
        let (first, second) = match builtin {
            Builtin::Both(first, second) => {
                let pointee = args[last].ty.pointee().map(|q| q.ty.clone());
                let out = self.intrinsic(second, &given, &pointee.unwrap_or(Type::INT));
                (Some(first), out)
            }
            _ => (None, self.cut(given[0])),
        };
        let second = self.steady(second, true);
        let result = match first {
            Some(first) => self.intrinsic(first, &given, ty),
            None => self.part_after(given[0], second),
        };
        self.store_through(&args[last], second, since);
        result
    }

    fn cut(&mut self, x: Reg) -> Reg {
        match x {
            Reg::D(a) => Reg::D(self.un64(Un64::Trunc, a)),
            a => Reg::R(self.un32(Un32::Trunc, a.r())),
        }
    }

    /// What `modf` leaves: with the sign of `x`, and 0 for an infinity.
    fn part_after(&mut self, x: Reg, whole: Reg) -> Reg {
        use crate::builtin::Math2;
        use cuda_ir::op::FloatClass;
        let s = match x {
            Reg::D(_) => crate::tree::Scalar::Double,
            _ => crate::tree::Scalar::Float,
        };
        let rest = self.math2(Math2::SubRn, s, x, whole);
        let infinite = self.class(FloatClass::Inf, x).p();
        let zero = self.bits(super::value::Leaf::Scalar(s), 0);
        let rest = self.select_one(infinite, zero, rest);
        self.math2(Math2::Copysign, s, rest, x)
    }

    /// `__match_any_sync`: on 64 bits both halves must agree.
    pub(super) fn match_any(&mut self, member: R, value: Reg) -> Reg {
        let one = |this: &mut Self, src: R| {
            let dst = this.out.r();
            this.out.emit(Ins::MatchAny { dst, src, member });
            dst
        };
        match value {
            Reg::D(d) => {
                let (lo, hi) = (self.narrow(Narrow::Lo, d), self.narrow(Narrow::Hi, d));
                let (lo, hi) = (one(self, lo), one(self, hi));
                Reg::R(self.bin32(Bin32::And, lo, hi))
            }
            other => {
                let src = self.as_int(other);
                Reg::R(one(self, src))
            }
        }
    }

    /// `__match_all_sync`: every lane matches if one lane matches all.
    pub(super) fn match_all(&mut self, args: &[Expr]) -> Reg {
        let member = self.argument(args, 0).r();
        let value = self.argument(args, 1);
        let since = self.out.mark();
        let alike = self.match_any(member, value).r();
        let all = self.cmp32(Cmp32::Eq, alike, member);
        let zero = self.out.const32(0);
        let result = self.select_one(all, Reg::R(member), Reg::R(zero));
        let yes = self.as_int(Reg::P(all));
        self.store_through(&args[2], Reg::R(yes), since);
        result
    }

    /// `atomicAdd` on 16 bits.
    pub(super) fn atomic_small(&mut self, bfloat: bool, args: &[Expr]) -> Reg {
        let addr = self.argument(args, 0).d();
        let a = self.argument(args, 1).r();
        let dst = self.out.r();
        let op = match bfloat {
            true => AtomOp::BfloatAdd,
            false => AtomOp::HalfAdd,
        };
        self.out.emit(Ins::Atom {
            op,
            dst: Some(dst),
            addr,
            a,
            b: a,
            scope: Scope::Device,
        });
        Reg::R(dst)
    }

    /// How many instructions there were so far.
    pub(super) fn clock(&mut self) -> Reg {
        let (lo, hi) = (self.out.r(), self.out.r());
        self.out.emit(Ins::Special {
            dst: lo,
            what: Special::Clock,
        });
        self.out.emit(Ins::Special {
            dst: hi,
            what: Special::ClockHigh,
        });
        Reg::D(self.pack(lo, hi))
    }
}
