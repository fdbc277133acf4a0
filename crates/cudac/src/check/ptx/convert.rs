//! PTX's conversions: `cvt` between numbers, `cvta` between addresses.
//! In: an instruction; out: an assignment; `false` for one of another family.
//! The rule: `cvt.to.from` reads its operand as `from`; what `.sat` cuts and how `.rn` rounds are the book's.

use super::*;

impl Asm<'_, '_> {
    pub(super) fn convert_ptx(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        match ins.parts[0].as_str() {
            "cvt" => self.cvt(s, ins),
            "cvta" => {
                let value = self.given(s, ins, 1, Scalar::ULong)?;
                let shared = ins.parts.iter().any(|p| p.starts_with("shared"));
                let value = match (shared, ins.has("to")) {
                    (true, true) => self.builtin_call(s, "__simt_to_shared", vec![value])?,
                    (true, false) => self.builtin_call(s, "__simt_from_shared", vec![value])?,
                    _ => value,
                };
                self.result(s, ins, value)?;
                Ok(true)
            }
            "isspacep" => {
                let value = self.given(s, ins, 1, Scalar::ULong)?;
                let tag = match ins.parts.get(1).map(String::as_str) {
                    Some("global") => 1,
                    Some(shared) if shared.starts_with("shared") => 3,
                    Some("local") => 4,
                    _ => return Ok(false),
                };
                let op = cuda_ir::intrinsic::Intrinsic::IsSpace(tag);
                let kind = ExprKind::Builtin(Builtin::Intrinsic(op), vec![value]);
                let is = s.expr(kind, Type::Scalar(Scalar::UInt));
                let is = conversion::force(&self.types, is, &Type::BOOL);
                self.result(s, ins, is)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn cvt(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let n = ins.parts.len();
        let (Some(from), Some(to)) = (ins.parts.get(n - 1), ins.parts.get(n - 2)) else {
            return Ok(false);
        };
        let (from, to) = (from.as_str(), to.as_str());
        let mode = ["rz", "rp", "ru", "rm", "rd"]
            .into_iter()
            .find(|r| ins.has(r));
        let number = match mode {
            Some("rz") => 1,
            Some("rp" | "ru") => 2,
            Some("rm" | "rd") => 3,
            _ => 0,
        };
        if to.ends_with("x2") {
            return self.packed(s, ins, to, from, number);
        }
        let small = |ty: &str| matches!(ty, "f16" | "bf16");
        let Some(from_scalar) = scalar(from) else {
            return Ok(false);
        };
        let value = self.given(s, ins, 1, from_scalar)?;
        let value = if small(from) {
            let name = if from == "f16" {
                "__simt_half_to_float"
            } else {
                "__simt_bf16_to_float"
            };
            self.builtin_call(s, name, vec![value])?
        } else {
            value
        };
        let value = match to {
            "f16" | "bf16" => {
                let value = match self.types.scalar(&value.ty) {
                    Some(Scalar::Double | Scalar::Float) => value,
                    _ => conversion::force(&self.types, value, &Type::Scalar(Scalar::Double)),
                };
                let kind = if to == "f16" { "half" } else { "bf16" };
                let width = if value.ty == Type::FLOAT {
                    "float"
                } else {
                    "double"
                };
                let mode = s.int(number, Scalar::Int);
                self.builtin_call(s, &format!("__simt_{kind}_from_{width}"), vec![value, mode])?
            }
            "tf32" => self.builtin_call(s, "__simt_tf32", vec![value])?,
            _ => match scalar(to) {
                Some(to) => self.converted(s, ins, value, to, number)?,
                None => return Ok(false),
            },
        };
        self.result(s, ins, value)?;
        Ok(true)
    }

    fn converted(
        &mut self,
        s: &State,
        ins: &Instruction,
        value: Expr,
        to: Scalar,
        number: i64,
    ) -> Asked<Expr> {
        let from = self.types.scalar(&value.ty).unwrap_or(Scalar::UInt);
        let whole = ["rni", "rzi", "rmi", "rpi"]
            .into_iter()
            .find(|r| ins.has(r));
        let letters = ["rn", "rz", "ru", "rd"][number as usize & 3];
        let name = match (from.is_float(), to.is_float()) {
            (true, true) if whole.is_some() => {
                let stem = match whole {
                    Some("rzi") => "trunc",
                    Some("rmi") => "floor",
                    Some("rpi") => "ceil",
                    _ => "rint",
                };
                let single = from == Scalar::Float;
                format!("{stem}{}", if single { "f" } else { "" })
            }
            (true, true) if from == Scalar::Double && to == Scalar::Float => {
                format!("__double2float_{letters}")
            }
            (true, false) if to.size() >= 4 => {
                let stem = if from == Scalar::Float {
                    "float"
                } else {
                    "double"
                };
                let how = match whole {
                    Some("rni") => "rn",
                    Some("rmi") => "rd",
                    Some("rpi") => "ru",
                    _ => "rz",
                };
                format!("__{stem}2{}_{how}", integer_word(to))
            }
            (false, true) if from.size() >= 4 && (to == Scalar::Float || from.size() == 8) => {
                let stem = if to == Scalar::Float {
                    "float"
                } else {
                    "double"
                };
                format!("__{}2{stem}_{letters}", integer_word(from))
            }
            (false, false) if ins.has("sat") => return self.clamped(s, value, to),
            (true, false) => {
                // To 8 or 16 bits: through 32, cut to the range.
                let wide = if to.is_signed() {
                    Scalar::Int
                } else {
                    Scalar::UInt
                };
                let wide = self.converted(s, ins, value, wide, number)?;
                return self.clamped(s, wide, to);
            }
            _ => {
                let value = conversion::force(&self.types, value, &Type::Scalar(to));
                return Ok(value);
            }
        };
        let value = self.builtin_call(s, &name, vec![value])?;
        if ins.has("sat") && to == Scalar::Float {
            return self.builtin_call(s, "__saturatef", vec![value]);
        }
        Ok(conversion::force(&self.types, value, &Type::Scalar(to)))
    }

    /// An integer cut to the range of another type.
    fn clamped(&mut self, s: &State, value: Expr, to: Scalar) -> Asked<Expr> {
        let from = self.types.scalar(&value.ty).unwrap_or(Scalar::Int);
        let wide = if from.is_signed() {
            Scalar::Long
        } else {
            Scalar::ULong
        };
        let value = conversion::force(&self.types, value, &Type::Scalar(wide));
        let bits = 8 * to.size() as u32;
        let (least, most) = match (to.is_signed(), bits) {
            (_, 64) => return Err("a saturating conversion to 64 bits".to_string()),
            (true, _) => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
            (false, _) => (0, (1i64 << bits) - 1),
        };
        let two = |what, a: Expr, b: Expr| {
            s.expr(ExprKind::Builtin(what, vec![a, b]), Type::Scalar(wide))
        };
        let mut value = two(Builtin::Min, value, s.int(most, wide));
        if from.is_signed() {
            value = two(Builtin::Max, value, s.int(least, wide));
        }
        Ok(conversion::force(&self.types, value, &Type::Scalar(to)))
    }

    /// `cvt.rn.f16x2.f32 d, a, b`: a above, b below; fp8 likewise; and `f16x2` from two fp8.
    fn packed(
        &mut self,
        s: &mut State,
        ins: &Instruction,
        to: &str,
        from: &str,
        number: i64,
    ) -> Asked<bool> {
        let fp8 = |ty: &str| match ty {
            "e4m3x2" => Some(0),
            "e5m2x2" => Some(1),
            _ => None,
        };
        let mut parts = Vec::new();
        if from == "f32" {
            for k in [2, 1] {
                let value = self.given(s, ins, k, Scalar::Float)?;
                let value = if ins.has("relu") {
                    let zero = constant(Const::F32(0.0), Scalar::Float, s.span);
                    self.builtin_call(s, "fmaxf", vec![value, zero])?
                } else {
                    value
                };
                parts.push(match (to, fp8(to)) {
                    (_, Some(kind)) => {
                        let (kind, finite) = (s.int(kind, Scalar::Int), s.int(1, Scalar::Int));
                        self.builtin_call(s, "__simt_fp8_from_float", vec![value, kind, finite])?
                    }
                    ("f16x2" | "bf16x2", _) => {
                        let name = if to == "f16x2" {
                            "__simt_half_from_float"
                        } else {
                            "__simt_bf16_from_float"
                        };
                        let mode = s.int(number, Scalar::Int);
                        self.builtin_call(s, name, vec![value, mode])?
                    }
                    _ => return Ok(false),
                });
            }
        } else if let (Some(kind), "f16x2") = (fp8(from), to) {
            let both = self.given(s, ins, 1, Scalar::UShort)?;
            let both = conversion::force(&self.types, both, &Type::Scalar(Scalar::UInt));
            let both = self.kept(s, both);
            for k in 0..2 {
                let by = s.int(8 * k, Scalar::Int);
                let moved = self.binary_of(s, BinaryOp::Shr, s.load(self, both), by);
                let byte = conversion::force(&self.types, moved, &Type::Scalar(Scalar::UChar));
                let kind = s.int(kind, Scalar::Int);
                let float = self.builtin_call(s, "__simt_fp8_to_float", vec![byte, kind])?;
                let mode = s.int(0, Scalar::Int);
                parts.push(self.builtin_call(s, "__simt_half_from_float", vec![float, mode])?);
            }
        } else {
            return Ok(false);
        }
        let width = if fp8(to).is_some() { 8 } else { 16 };
        let word = Type::Scalar(Scalar::UInt);
        let (high, low) = (parts.pop(), parts.pop());
        let (Some(high), Some(low)) = (high, low) else {
            return Ok(false);
        };
        let high = conversion::force(&self.types, high, &word);
        let low = conversion::force(&self.types, low, &word);
        let moved = self.binary_of(s, BinaryOp::Shl, high, s.int(width, Scalar::Int));
        let both = self.binary_of(s, BinaryOp::Or, moved, low);
        self.result(s, ins, both)?;
        Ok(true)
    }
}

fn integer_word(s: Scalar) -> &'static str {
    match (s.size(), s.is_signed()) {
        (8, true) => "ll",
        (8, false) => "ull",
        (_, true) => "int",
        (_, false) => "uint",
    }
}
