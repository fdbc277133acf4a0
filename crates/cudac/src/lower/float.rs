//! Functions of floating-point numbers that are not a single operator.
//!
//! In: functions of `check::builtin` with registers; out: the result. The rule: roundings that the machine has no
//! instruction for are computed exactly from those it has.

use super::Lowering;
use super::effects::bound_place;
use super::emit::Mark;
use super::place::Spot;
use super::value::{Leaf, Reg};
use crate::builtin::{Math1, Math2, Rounding};
use crate::tree::{Builtin, Conversion, Expr, Place, PlaceKind, Scalar, Type};
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{self, Bin32, Bin64, FloatClass, MathFn, Narrow, Un32, Un64, Widen};
use cuda_ir::{D, Ins, R};

/// The same direction in the machine's terms.
pub(super) fn rounding(how: Rounding) -> op::Rounding {
    match how {
        Rounding::Nearest => op::Rounding::Near,
        Rounding::Zero => op::Rounding::Zero,
        Rounding::Up => op::Rounding::Up,
        Rounding::Down => op::Rounding::Down,
    }
}

fn math_fn(f: Math1) -> Option<MathFn> {
    Some(match f {
        Math1::Sqrt => MathFn::Sqrt,
        Math1::Rsqrt => MathFn::Rsqrt,
        Math1::Cbrt => MathFn::Cbrt,
        Math1::Exp => MathFn::Exp,
        Math1::Exp2 => MathFn::Exp2,
        Math1::Exp10 => MathFn::Exp10,
        Math1::Expm1 => MathFn::Expm1,
        Math1::Log => MathFn::Log,
        Math1::Log2 => MathFn::Log2,
        Math1::Log10 => MathFn::Log10,
        Math1::Log1p => MathFn::Log1p,
        Math1::Sin => MathFn::Sin,
        Math1::Cos => MathFn::Cos,
        Math1::Tan => MathFn::Tan,
        Math1::Sinpi => MathFn::SinPi,
        Math1::Cospi => MathFn::CosPi,
        Math1::Asin => MathFn::Asin,
        Math1::Acos => MathFn::Acos,
        Math1::Atan => MathFn::Atan,
        Math1::Sinh => MathFn::Sinh,
        Math1::Cosh => MathFn::Cosh,
        Math1::Tanh => MathFn::Tanh,
        Math1::Asinh => MathFn::Asinh,
        Math1::Acosh => MathFn::Acosh,
        Math1::Atanh => MathFn::Atanh,
        Math1::Erf => MathFn::Erf,
        Math1::Erfc => MathFn::Erfc,
        Math1::Tgamma => MathFn::Tgamma,
        Math1::Lgamma => MathFn::Lgamma,
        Math1::Rcp => MathFn::Rcp,
        Math1::FastExp => MathFn::FastExp,
        Math1::FastExp10 => MathFn::FastExp10,
        Math1::FastLog => MathFn::FastLog,
        Math1::FastLog2 => MathFn::FastLog2,
        Math1::FastLog10 => MathFn::FastLog10,
        Math1::FastSin => MathFn::FastSin,
        Math1::FastCos => MathFn::FastCos,
        Math1::FastTan => MathFn::FastTan,
        Math1::Floor
        | Math1::Ceil
        | Math1::Trunc
        | Math1::Round
        | Math1::Rint
        | Math1::Fabs
        | Math1::Saturate => return None,
    })
}

impl Lowering<'_> {
    pub(super) fn math1(&mut self, f: Math1, s: Scalar, a: Reg) -> Reg {
        if let Some(f) = math_fn(f) {
            return self.math(f, a);
        }
        match a {
            Reg::D(a) => Reg::D(self.un64(
                match f {
                    Math1::Floor => Un64::Floor,
                    Math1::Ceil => Un64::Ceil,
                    Math1::Trunc => Un64::Trunc,
                    Math1::Round => Un64::Round,
                    Math1::Rint => Un64::Rint,
                    _ => Un64::FAbs,
                },
                a,
            )),
            a => Reg::R(self.un32(
                match f {
                    Math1::Floor => Un32::Floor,
                    Math1::Ceil => Un32::Ceil,
                    Math1::Trunc => Un32::Trunc,
                    Math1::Round => Un32::Round,
                    Math1::Rint => Un32::Rint,
                    Math1::Saturate => Un32::Saturate,
                    _ => return self.absolute(s, a),
                },
                a.r(),
            )),
        }
    }

    fn math(&mut self, f: MathFn, a: Reg) -> Reg {
        match a {
            Reg::D(a) => {
                let dst = self.out.d();
                self.out.emit(Ins::Math64 { f, dst, a });
                Reg::D(dst)
            }
            a => {
                let dst = self.out.r();
                self.out.emit(Ins::Math { f, dst, a: a.r() });
                Reg::R(dst)
            }
        }
    }

    pub(super) fn math2(&mut self, f: Math2, s: Scalar, a: Reg, b: Reg) -> Reg {
        let (single, double) = match f {
            Math2::Fmin => (Bin32::FMin, Bin64::FMin),
            Math2::Fmax => (Bin32::FMax, Bin64::FMax),
            Math2::Pow => (Bin32::FPow, Bin64::FPow),
            Math2::Fmod => (Bin32::FRem, Bin64::FRem),
            Math2::Hypot => (Bin32::FHypot, Bin64::FHypot),
            Math2::Atan2 => (Bin32::FAtan2, Bin64::FAtan2),
            Math2::Copysign => (Bin32::FCopySign, Bin64::FCopySign),
            Math2::Fdim => (Bin32::FDim, Bin64::FDim),
            Math2::AddRn => (Bin32::FAdd, Bin64::FAdd),
            Math2::SubRn => (Bin32::FSub, Bin64::FSub),
            Math2::MulRn => (Bin32::FMul, Bin64::FMul),
            Math2::DivRn => (Bin32::FDiv, Bin64::FDiv),
            Math2::FastPow => (Bin32::FastPow, Bin64::FPow),
            Math2::FastDivide => (Bin32::FastDiv, Bin64::FDiv),
            Math2::Remainder => return self.remainder(s, a, b),
        };
        self.float_op(single, double, a, b)
    }

    fn float_op(&mut self, single: Bin32, double: Bin64, a: Reg, b: Reg) -> Reg {
        match (a, b) {
            (Reg::D(a), Reg::D(b)) => Reg::D(self.bin64(double, a, b)),
            (a, b) => Reg::R(self.bin32(single, a.r(), b.r())),
        }
    }

    /// IEEE remainder: what `fmod` by twice `|y|` leaves, brought to at most half of `|y|`, with the sign of `x`.
    fn remainder(&mut self, s: Scalar, x: Reg, y: Reg) -> Reg {
        let half = if s == Scalar::Double {
            0.5f64.to_bits()
        } else {
            u64::from(0.5f32.to_bits())
        };
        let half = self.bits(Leaf::Scalar(s), half);
        let (ax, ay) = (self.absolute(s, x), self.absolute(s, y));
        let twice = self.float_op(Bin32::FAdd, Bin64::FAdd, ay, ay);
        let left = self.float_op(Bin32::FRem, Bin64::FRem, ax, twice);
        let half = self.float_op(Bin32::FMul, Bin64::FMul, ay, half);
        let leaf = Leaf::Scalar(s);
        let over = self.comparison(crate::tree::CompareOp::Gt, leaf, left, half);
        let less = self.float_op(Bin32::FSub, Bin64::FSub, left, ay);
        let left = self.select_one(over, less, left);
        let still = self.comparison(crate::tree::CompareOp::Ge, leaf, left, half);
        let still = self.also(over, still);
        let less = self.float_op(Bin32::FSub, Bin64::FSub, left, ay);
        let left = self.select_one(still, less, left);
        let negative = self.out.p();
        match x {
            Reg::D(a) => self.out.emit(Ins::Class64 {
                class: FloatClass::Sign,
                dst: negative,
                a,
            }),
            x => self.out.emit(Ins::Class {
                class: FloatClass::Sign,
                dst: negative,
                a: x.r(),
            }),
        }
        self.negated_if(negative, s, left)
    }

    /// `x * 2^n`: in double for `float`, where it is exact; in three steps for `double`, whose exponents are too few.
    pub(super) fn scaled(&mut self, s: Scalar, x: Reg, n: R) -> Reg {
        let most = if s == Scalar::Double { 2200u32 } else { 300 };
        let (high, low) = (
            self.out.const32(most),
            self.out.const32(most.wrapping_neg()),
        );
        let n = self.bin32(Bin32::MinS, n, high);
        let n = self.bin32(Bin32::MaxS, n, low);
        if s != Scalar::Double {
            let wide = self.widen(Widen::F32ToF64, x.r());
            let power = self.power_of_two(n);
            let product = self.bin64(Bin64::FMul, wide, power);
            return Reg::R(self.narrow(Narrow::F64ToF32, product));
        }
        let three = self.out.const32(3);
        let third = self.bin32(Bin32::DivS, n, three);
        let rest = self.bin32(Bin32::Sub, n, third);
        let rest = self.bin32(Bin32::Sub, rest, third);
        let (power, last) = (self.power_of_two(third), self.power_of_two(rest));
        let x = self.bin64(Bin64::FMul, x.d(), power);
        let x = self.bin64(Bin64::FMul, x, power);
        Reg::D(self.bin64(Bin64::FMul, x, last))
    }

    /// An integer as a float, rounded as asked.
    pub(super) fn rounded_int(&mut self, s: Scalar, a: Reg, ty: &Type, how: Rounding) -> Reg {
        let to = self.types.stored(ty).unwrap_or(Scalar::Float);
        let exact = to == Scalar::Double && s.size() <= 4;
        if exact || how == Rounding::Nearest {
            return self.convert(Conversion::IntToFloat, Leaf::Scalar(s), Leaf::Scalar(to), a);
        }
        if s.size() == 8 {
            let how = rounding(how);
            let op = match s.is_signed() {
                true => Intrinsic::S64ToFloat(how),
                false => Intrinsic::U64ToFloat(how),
            };
            return self.intrinsic(op, &[a], ty);
        }
        let wide = self.convert(
            Conversion::IntToFloat,
            Leaf::Scalar(s),
            Leaf::Scalar(Scalar::Double),
            a,
        );
        Reg::R(self.rounded_double(wide.d(), how))
    }

    /// A double as a float, rounded as asked.
    pub(super) fn rounded_double(&mut self, x: D, how: Rounding) -> R {
        if how == Rounding::Nearest {
            return self.narrow(Narrow::F64ToF32, x);
        }
        let op = Intrinsic::DoubleToFloat(rounding(how));
        self.intrinsic(op, &[Reg::D(x)], &Type::FLOAT).r()
    }

    /// `sincos` and its kin: two results through pointers.
    pub(super) fn sine_and_cosine(&mut self, builtin: Builtin, args: &[Expr]) {
        let (sine, cosine) = match builtin {
            Builtin::Sincospi => (MathFn::SinPi, MathFn::CosPi),
            Builtin::FastSincos => (MathFn::FastSin, MathFn::FastCos),
            _ => (MathFn::Sin, MathFn::Cos),
        };
        let since = self.out.mark();
        let x = self.one(&args[0]);
        let x = self.steady(x, !since.before(x));
        for (f, to) in [(sine, &args[1]), (cosine, &args[2])] {
            let since = self.out.mark();
            let value = self.math(f, x);
            self.store_through(to, value, since);
        }
    }

    /// Stores a value of a scalar to where a pointer argument points.
    pub(super) fn store_through(&mut self, to: &Expr, value: Reg, since: Mark) {
        let ty = to.ty.pointee().map_or(Type::FLOAT, |q| q.ty.clone());
        let spot = match bound_place(to) {
            Some(place) => self.place(place),
            None => self.address(to),
        };
        if let Spot::Registers(regs) = &spot {
            regs.iter()
                .for_each(|reg| self.out.place_result(*reg, value, since));
            return;
        }
        let (kind, span) = (PlaceKind::Deref(Box::new(to.clone())), to.span);
        self.store(
            &spot,
            &ty,
            &[value],
            &Place {
                kind,
                ty: ty.clone(),
                volatile: false,
                span,
            },
        );
    }

    /// `2^n` as a double, for `n` within a double's exponents.
    pub(super) fn power_of_two(&mut self, n: cuda_ir::R) -> cuda_ir::D {
        let bias = self.out.const32(1023);
        let exponent = self.bin32(Bin32::Add, n, bias);
        let twenty = self.out.const32(20);
        let high = self.bin32(Bin32::Shl, exponent, twenty);
        let dst = self.out.d();
        let lo = self.out.const32(0);
        self.out.emit(Ins::Pack { dst, lo, hi: high });
        dst
    }
}
