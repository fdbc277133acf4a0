//! Which instruction an operation is, by the type it is done in.
//!
//! In: operators and conversions of the tree with registers; out: one or two instructions. The rule: a conversion to
//! a narrow integer leaves the register extended by the new type's sign.

use super::Lowering;
use super::value::{Leaf, Reg};
use crate::tree::{BinaryOp, CompareOp, Conversion, Scalar, UnaryOp};
use cuda_ir::op::{Bin32, Bin64, Cmp32, Cvt32, Cvt64, Narrow, Rounding, Un32, Un64, Widen};
use cuda_ir::{D, Ins, P, R};

fn bin32(op: BinaryOp, s: Scalar) -> Bin32 {
    let signed = s.is_signed();
    let float = s == Scalar::Float;
    match op {
        BinaryOp::Add if float => Bin32::FAdd,
        BinaryOp::Sub if float => Bin32::FSub,
        BinaryOp::Mul if float => Bin32::FMul,
        BinaryOp::Div if float => Bin32::FDiv,
        BinaryOp::Add => Bin32::Add,
        BinaryOp::Sub => Bin32::Sub,
        BinaryOp::Mul => Bin32::Mul,
        BinaryOp::Div if signed => Bin32::DivS,
        BinaryOp::Div => Bin32::DivU,
        BinaryOp::Rem if signed => Bin32::RemS,
        BinaryOp::Rem => Bin32::RemU,
        BinaryOp::And => Bin32::And,
        BinaryOp::Or => Bin32::Or,
        BinaryOp::Xor => Bin32::Xor,
        BinaryOp::Shl => Bin32::Shl,
        BinaryOp::Shr if signed => Bin32::ShrS,
        BinaryOp::Shr => Bin32::ShrU,
    }
}

fn bin64(op: BinaryOp, s: Scalar) -> Bin64 {
    let signed = s.is_signed();
    let float = s == Scalar::Double;
    match op {
        BinaryOp::Add if float => Bin64::FAdd,
        BinaryOp::Sub if float => Bin64::FSub,
        BinaryOp::Mul if float => Bin64::FMul,
        BinaryOp::Div if float => Bin64::FDiv,
        BinaryOp::Add => Bin64::Add,
        BinaryOp::Sub => Bin64::Sub,
        BinaryOp::Mul => Bin64::Mul,
        BinaryOp::Div if signed => Bin64::DivS,
        BinaryOp::Div => Bin64::DivU,
        BinaryOp::Rem if signed => Bin64::RemS,
        BinaryOp::Rem => Bin64::RemU,
        BinaryOp::And => Bin64::And,
        BinaryOp::Or => Bin64::Or,
        BinaryOp::Xor => Bin64::Xor,
        BinaryOp::Shl => Bin64::Shl,
        BinaryOp::Shr if signed => Bin64::ShrS,
        BinaryOp::Shr => Bin64::ShrU,
    }
}

/// The comparison, and whether its sides change places.
fn compare(op: CompareOp, float: bool, signed: bool) -> (Cmp32, bool) {
    let less = match (float, signed) {
        (true, _) => Cmp32::FLt,
        (false, true) => Cmp32::LtS,
        (false, false) => Cmp32::LtU,
    };
    let most = match (float, signed) {
        (true, _) => Cmp32::FLe,
        (false, true) => Cmp32::LeS,
        (false, false) => Cmp32::LeU,
    };
    match op {
        CompareOp::Eq => (if float { Cmp32::FEq } else { Cmp32::Eq }, false),
        CompareOp::Ne => (if float { Cmp32::FNe } else { Cmp32::Ne }, false),
        CompareOp::Lt => (less, false),
        CompareOp::Le => (most, false),
        CompareOp::Gt => (less, true),
        CompareOp::Ge => (most, true),
    }
}

impl Lowering<'_> {
    pub(super) fn bin32(&mut self, op: Bin32, a: R, b: R) -> R {
        let dst = self.out.r();
        self.out.emit(Ins::Bin32 { op, dst, a, b });
        dst
    }

    pub(super) fn bin64(&mut self, op: Bin64, a: D, b: D) -> D {
        let dst = self.out.d();
        self.out.emit(Ins::Bin64 { op, dst, a, b });
        dst
    }

    pub(super) fn un32(&mut self, op: Un32, a: R) -> R {
        let dst = self.out.r();
        self.out.emit(Ins::Un32 { op, dst, a });
        dst
    }

    pub(super) fn un64(&mut self, op: Un64, a: D) -> D {
        let dst = self.out.d();
        self.out.emit(Ins::Un64 { op, dst, a });
        dst
    }

    pub(super) fn cvt32(&mut self, op: Cvt32, a: R) -> R {
        let dst = self.out.r();
        self.out.emit(Ins::Cvt32 { op, dst, a });
        dst
    }

    pub(super) fn cvt64(&mut self, op: Cvt64, a: D) -> D {
        let dst = self.out.d();
        self.out.emit(Ins::Cvt64 { op, dst, a });
        dst
    }

    pub(super) fn widen(&mut self, op: Widen, a: R) -> D {
        let dst = self.out.d();
        self.out.emit(Ins::Widen { op, dst, a });
        dst
    }

    pub(super) fn narrow(&mut self, op: Narrow, a: D) -> R {
        let dst = self.out.r();
        self.out.emit(Ins::Narrow { op, dst, a });
        dst
    }

    pub(super) fn cmp32(&mut self, op: Cmp32, a: R, b: R) -> P {
        let dst = self.out.p();
        self.out.emit(Ins::Cmp32 { op, dst, a, b });
        dst
    }

    pub(super) fn cmp64(&mut self, op: Cmp32, a: D, b: D) -> P {
        let dst = self.out.p();
        self.out.emit(Ins::Cmp64 { op, dst, a, b });
        dst
    }

    /// A register with a known value of the leaf's type, given as bits.
    pub(super) fn bits(&mut self, leaf: Leaf, bits: u64) -> Reg {
        match leaf.kind() {
            super::value::RegisterKind::R => Reg::R(self.out.const32(bits as u32)),
            super::value::RegisterKind::D => Reg::D(self.out.const64(bits)),
            super::value::RegisterKind::P => {
                let dst = self.out.p();
                self.out.emit(Ins::PredConst {
                    dst,
                    value: bits & 1 != 0,
                });
                Reg::P(dst)
            }
        }
    }

    /// `a op b` in the (promoted) type `s`; a shift's count `b` has type `count`.
    pub(super) fn arithmetic(
        &mut self,
        op: BinaryOp,
        s: Scalar,
        (a, b): (Reg, Reg),
        count: Scalar,
    ) -> Reg {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        if s.size() == 8 {
            let b = match b {
                Reg::R(r) if shift && count.is_signed() => self.widen(Widen::S32, r),
                Reg::R(r) if shift => self.widen(Widen::U32, r),
                other => other.d(),
            };
            return Reg::D(self.bin64(bin64(op, s), a.d(), b));
        }
        let b = match b {
            Reg::D(d) if shift => self.narrow(Narrow::Lo, d),
            other => other.r(),
        };
        Reg::R(self.bin32(bin32(op, s), a.r(), b))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, s: Scalar, a: Reg) -> Reg {
        match (op, s) {
            (UnaryOp::Neg, Scalar::Float) => Reg::R(self.un32(Un32::FNeg, a.r())),
            (UnaryOp::Neg, Scalar::Double) => Reg::D(self.un64(Un64::FNeg, a.d())),
            (UnaryOp::Neg, _) if s.size() == 8 => Reg::D(self.un64(Un64::Neg, a.d())),
            (UnaryOp::Neg, _) => Reg::R(self.un32(Un32::Neg, a.r())),
            (UnaryOp::BitNot, _) if s.size() == 8 => Reg::D(self.un64(Un64::Not, a.d())),
            (UnaryOp::BitNot, _) => Reg::R(self.un32(Un32::Not, a.r())),
        }
    }

    pub(super) fn comparison(&mut self, op: CompareOp, leaf: Leaf, a: Reg, b: Reg) -> P {
        let (float, signed) = match leaf {
            Leaf::Scalar(s) => (s.is_float(), s.is_signed()),
            Leaf::Pointer => (false, false),
        };
        let (op, swapped) = compare(op, float, signed);
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        match (a, b) {
            (Reg::D(a), Reg::D(b)) => self.cmp64(op, a, b),
            (Reg::P(_), _) | (_, Reg::P(_)) => {
                let (a, b) = (self.as_int(a), self.as_int(b));
                self.cmp32(op, a, b)
            }
            (a, b) => self.cmp32(op, a.r(), b.r()),
        }
    }

    /// A predicate as 0 or 1.
    pub(super) fn as_int(&mut self, reg: Reg) -> R {
        match reg {
            Reg::P(a) => {
                let dst = self.out.r();
                self.out.emit(Ins::FromPred { dst, a });
                dst
            }
            other => other.r(),
        }
    }

    pub(super) fn convert(&mut self, how: Conversion, from: Leaf, to: Leaf, a: Reg) -> Reg {
        let (Leaf::Scalar(f), Leaf::Scalar(t)) = (from, to) else {
            return match how {
                Conversion::ToBool => self.is_not_zero(from, a),
                _ => a,
            };
        };
        match how {
            Conversion::Integer => self.integer(f, t, a),
            Conversion::IntToFloat => self.int_to_float(f, t, a),
            Conversion::FloatToInt => self.float_to_int(f, t, a, Rounding::Zero),
            Conversion::Float if f == t => a,
            Conversion::Float if t == Scalar::Double => Reg::D(self.widen(Widen::F32ToF64, a.r())),
            Conversion::Float => Reg::R(self.narrow(Narrow::F64ToF32, a.d())),
            Conversion::ToBool => self.is_not_zero(from, a),
            Conversion::Pointer
            | Conversion::PointerToInt
            | Conversion::IntToPointer
            | Conversion::Void => a,
        }
    }

    fn integer(&mut self, f: Scalar, t: Scalar, a: Reg) -> Reg {
        if t == Scalar::Bool {
            return self.is_not_zero(Leaf::Scalar(f), a);
        }
        let a = if f == Scalar::Bool {
            Reg::R(self.as_int(a))
        } else {
            a
        };
        match (a, t.size()) {
            (Reg::D(_), 8) => a,
            (Reg::D(d), _) => {
                let low = self.narrow(Narrow::Lo, d);
                Reg::R(self.shorten(low, t))
            }
            (_, 8) => Reg::D(self.widen(
                if f.is_signed() {
                    Widen::S32
                } else {
                    Widen::U32
                },
                a.r(),
            )),
            _ => {
                let fits = f == Scalar::Bool
                    || f.size() < t.size() && (t.is_signed() || !f.is_signed())
                    || f.size() == t.size() && f.is_signed() == t.is_signed();
                if fits {
                    a
                } else {
                    Reg::R(self.shorten(a.r(), t))
                }
            }
        }
    }

    fn shorten(&mut self, a: R, to: Scalar) -> R {
        match (to.size(), to.is_signed()) {
            (1, true) => self.cvt32(Cvt32::S8, a),
            (1, false) => self.cvt32(Cvt32::U8, a),
            (2, true) => self.cvt32(Cvt32::S16, a),
            (2, false) => self.cvt32(Cvt32::U16, a),
            _ => a,
        }
    }

    pub(super) fn is_not_zero(&mut self, from: Leaf, a: Reg) -> Reg {
        let zero32 = self.out.const32(0);
        Reg::P(match (from, a) {
            (_, Reg::P(p)) => p,
            (Leaf::Scalar(Scalar::Float), Reg::R(r)) => self.cmp32(Cmp32::FNe, r, zero32),
            (_, Reg::R(a)) => {
                let dst = self.out.p();
                self.out.emit(Ins::ToPred { dst, a });
                dst
            }
            (Leaf::Scalar(Scalar::Double), Reg::D(d)) => {
                let zero = self.out.const64(0);
                self.cmp64(Cmp32::FNe, d, zero)
            }
            (_, Reg::D(d)) => {
                let zero = self.out.const64(0);
                self.cmp64(Cmp32::Ne, d, zero)
            }
        })
    }

    fn int_to_float(&mut self, f: Scalar, t: Scalar, a: Reg) -> Reg {
        let a = if f == Scalar::Bool {
            Reg::R(self.as_int(a))
        } else {
            a
        };
        let signed = f.is_signed();
        match (a, t) {
            (Reg::R(r), Scalar::Float) => Reg::R(self.cvt32(
                if signed {
                    Cvt32::S32ToF32
                } else {
                    Cvt32::U32ToF32
                },
                r,
            )),
            (Reg::R(r), _) => Reg::D(self.widen(
                if signed {
                    Widen::S32ToF64
                } else {
                    Widen::U32ToF64
                },
                r,
            )),
            (a, Scalar::Float) => Reg::R(self.narrow(
                if signed {
                    Narrow::S64ToF32
                } else {
                    Narrow::U64ToF32
                },
                a.d(),
            )),
            (a, _) => Reg::D(self.cvt64(
                if signed {
                    Cvt64::S64ToF64
                } else {
                    Cvt64::U64ToF64
                },
                a.d(),
            )),
        }
    }

    /// A float as an integer. To a short unsigned one a device goes by `unsigned` (negative numbers become 0), a host by `int`.
    pub(super) fn float_to_int(&mut self, f: Scalar, t: Scalar, a: Reg, how: Rounding) -> Reg {
        let signed = t.is_signed() || t.size() < 4 && self.host;
        let wide = t.size() == 8;
        let got = match (f == Scalar::Double, wide) {
            (false, false) => Reg::R(self.cvt32(
                if signed {
                    Cvt32::F32ToS32(how)
                } else {
                    Cvt32::F32ToU32(how)
                },
                a.r(),
            )),
            (false, true) => Reg::D(self.widen(
                if signed {
                    Widen::F32ToS64(how)
                } else {
                    Widen::F32ToU64(how)
                },
                a.r(),
            )),
            (true, false) => Reg::R(self.narrow(
                if signed {
                    Narrow::F64ToS32(how)
                } else {
                    Narrow::F64ToU32(how)
                },
                a.d(),
            )),
            (true, true) => Reg::D(self.cvt64(
                if signed {
                    Cvt64::F64ToS64(how)
                } else {
                    Cvt64::F64ToU64(how)
                },
                a.d(),
            )),
        };
        match got {
            Reg::R(r) if t.size() < 4 => Reg::R(self.shorten(r, t)),
            other => other,
        }
    }

    /// The absolute value of a signed integer or a float.
    pub(super) fn absolute(&mut self, s: Scalar, a: Reg) -> Reg {
        match s {
            Scalar::Float => Reg::R(self.un32(Un32::FAbs, a.r())),
            Scalar::Double => Reg::D(self.un64(Un64::FAbs, a.d())),
            _ if s.size() == 8 => Reg::D(self.un64(Un64::Abs, a.d())),
            _ => Reg::R(self.un32(Un32::Abs, a.r())),
        }
    }

    /// Whether a lane's number equals a constant.
    pub(super) fn equals(&mut self, leaf: Leaf, a: Reg, value: i64) -> P {
        let b = self.bits(leaf, value as u64);
        match (a, b) {
            (Reg::D(a), Reg::D(b)) => self.cmp64(Cmp32::Eq, a, b),
            (a, b) => {
                let (a, b) = (self.as_int(a), self.as_int(b));
                self.cmp32(Cmp32::Eq, a, b)
            }
        }
    }
}
