//! PTX's arithmetic: integers, floats, bits, comparisons, selection.
//! In: an instruction; out: an assignment of what it computes; `false` for one of another family.
//! The rule: the type at the end of the name is the type of the operands; `.ftz` is not modelled apart (results keep their
//! denormals), `.approx` is the intrinsic's.

use super::*;

impl Asm<'_, '_> {
    pub(super) fn arithmetic_ptx(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let head = ins.parts[0].as_str();
        if ins.has("cc") || matches!(head, "addc" | "subc" | "madc") {
            return Ok(false);
        }
        let small = ins
            .parts
            .iter()
            .any(|p| matches!(p.as_str(), "f16" | "f16x2" | "bf16" | "bf16x2"));
        if small
            && !matches!(
                head,
                "mov" | "selp" | "cvt" | "ld" | "st" | "mma" | "atom" | "red" | "wmma"
            )
        {
            return self.half_ptx(s, ins);
        }
        match head {
            "mov" => self.mov(s, ins)?,
            "add" | "sub" | "mul" | "div" | "rem" | "min" | "max" | "mul24" => {
                self.two(s, ins, head)?
            }
            "mad" | "fma" | "mad24" => self.three(s, ins)?,
            "and" | "or" | "xor" | "not" | "shl" | "shr" | "cnot" => self.bits_ptx(s, ins, head)?,
            "neg" | "abs" | "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "ex2" | "lg2" | "tanh"
            | "popc" | "clz" | "brev" | "copysign" => self.one(s, ins, head)?,
            "sad" | "bfe" | "bfi" | "bfind" | "prmt" | "lop3" | "dp4a" | "dp2a" | "shf" => {
                return self.fields_ptx(s, ins, head);
            }
            "setp" | "set" => self.setp(s, ins)?,
            "selp" => {
                let ty = type_of(ins)?;
                let (a, b) = (self.given(s, ins, 1, ty)?, self.given(s, ins, 2, ty)?);
                let cond = self.given(s, ins, 3, Scalar::Bool)?;
                let kind = ExprKind::Select(Box::new(cond), Box::new(a), Box::new(b));
                let value = s.expr(kind, Type::Scalar(ty));
                self.result(s, ins, value)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `mov`, which also packs and takes apart.
    fn mov(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let ty = type_of(ins)?;
        let [to, from] = ins.operands.as_slice() else {
            return Err("`mov` with other than two operands".to_string());
        };
        if let Operand::Vector(parts) = from {
            let width = 8 * ty.size() as i64 / parts.len().max(1) as i64;
            let part = if width == 16 {
                Scalar::UShort
            } else {
                Scalar::UInt
            };
            let mut whole = s.int(0, ty);
            for (k, operand) in parts.iter().enumerate() {
                let value = self.read(s, operand, part)?;
                let value = conversion::force(&self.types, value, &Type::Scalar(ty));
                let by = s.int(width * k as i64, Scalar::Int);
                let moved = self.binary_of(s, BinaryOp::Shl, value, by);
                whole = self.binary_of(s, BinaryOp::Or, whole, moved);
            }
            return self.write(s, to, whole);
        }
        let value = self.read(s, from, ty)?;
        let Operand::Vector(parts) = to else {
            return self.write(s, to, value);
        };
        let whole = self.kept(s, value);
        let width = 8 * ty.size() as i64 / parts.len().max(1) as i64;
        let part = if width == 16 {
            Scalar::UShort
        } else {
            Scalar::UInt
        };
        for (k, operand) in parts.iter().enumerate() {
            let value = s.load(self, whole);
            let by = s.int(width * k as i64, Scalar::Int);
            let moved = self.binary_of(s, BinaryOp::Shr, value, by);
            let value = conversion::force(&self.types, moved, &Type::Scalar(part));
            self.write(s, operand, value)?;
        }
        Ok(())
    }

    /// The letters of a rounding, as CUDA's intrinsics have them.
    fn letters(ins: &Instruction) -> &'static str {
        ["rz", "ru", "rp", "rd", "rm"]
            .into_iter()
            .find(|r| ins.has(r))
            .map_or("rn", |r| match r {
                "rp" => "ru",
                "rm" => "rd",
                r => r,
            })
    }

    fn two(&mut self, s: &mut State, ins: &Instruction, head: &str) -> Asked {
        let ty = type_of(ins)?;
        let wide = ins.has("wide");
        let (a, b) = (self.given(s, ins, 1, ty)?, self.given(s, ins, 2, ty)?);
        let value = if ty.is_float() {
            let letter = if ty == Scalar::Float { 'f' } else { 'd' };
            let name = match head {
                "min" | "max" => format!("f{head}{}", if letter == 'f' { "f" } else { "" }),
                "div" if ins.has("approx") || ins.has("full") => "__fdividef".to_string(),
                _ => format!("__{letter}{head}_{}", Self::letters(ins)),
            };
            let value = self.builtin_call(s, &name, vec![a, b])?;
            self.saturated(s, ins, value)?
        } else if wide {
            self.product(s, ty, a, b)
        } else if head == "mul24" {
            let name = if ty == Scalar::Int {
                "__mul24"
            } else {
                "__umul24"
            };
            self.builtin_call(s, name, vec![a, b])?
        } else if ins.has("hi") {
            self.high_product(s, ty, a, b)?
        } else if matches!(head, "min" | "max") {
            let what = if head == "min" {
                Builtin::Min
            } else {
                Builtin::Max
            };
            s.expr(ExprKind::Builtin(what, vec![a, b]), Type::Scalar(ty))
        } else {
            let op = match head {
                "add" => BinaryOp::Add,
                "sub" => BinaryOp::Sub,
                "mul" => BinaryOp::Mul,
                "div" => BinaryOp::Div,
                _ => BinaryOp::Rem,
            };
            self.binary_promoted(s, op, a, b)
        };
        self.result(s, ins, value)
    }

    /// Integers of 16 bits are computed in 32.
    pub(super) fn binary_promoted(&mut self, s: &State, op: BinaryOp, a: Expr, b: Expr) -> Expr {
        let ty = a.ty.clone();
        match self.types.scalar(&ty) {
            Some(small) if small.size() < 4 => {
                let work = Type::INT;
                let (a, b) = (
                    conversion::force(&self.types, a, &work),
                    conversion::force(&self.types, b, &work),
                );
                let whole = self.binary_of(s, op, a, b);
                conversion::force(&self.types, whole, &ty)
            }
            _ => self.binary_of(s, op, a, b),
        }
    }

    fn saturated(&mut self, s: &State, ins: &Instruction, value: Expr) -> Asked<Expr> {
        if ins.has("sat") && value.ty == Type::FLOAT {
            return self.builtin_call(s, "__saturatef", vec![value]);
        }
        Ok(value)
    }

    /// The type of twice the width.
    fn doubled(ty: Scalar) -> Scalar {
        match ty {
            Scalar::Short => Scalar::Int,
            Scalar::UShort => Scalar::UInt,
            Scalar::Int => Scalar::Long,
            _ => Scalar::ULong,
        }
    }

    fn product(&mut self, s: &State, ty: Scalar, a: Expr, b: Expr) -> Expr {
        let wide = Type::Scalar(Self::doubled(ty));
        let (a, b) = (
            conversion::force(&self.types, a, &wide),
            conversion::force(&self.types, b, &wide),
        );
        self.binary_of(s, BinaryOp::Mul, a, b)
    }

    fn high_product(&mut self, s: &State, ty: Scalar, a: Expr, b: Expr) -> Asked<Expr> {
        let name = match ty {
            Scalar::Int => "__mulhi",
            Scalar::UInt => "__umulhi",
            Scalar::Long => "__mul64hi",
            Scalar::ULong => "__umul64hi",
            _ => return Err("a high product of 16 bits".to_string()),
        };
        self.builtin_call(s, name, vec![a, b])
    }

    fn three(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let ty = type_of(ins)?;
        let (a, b) = (self.given(s, ins, 1, ty)?, self.given(s, ins, 2, ty)?);
        if ty.is_float() {
            let c = self.given(s, ins, 3, ty)?;
            let name = match ty {
                Scalar::Float => format!("__fmaf_{}", Self::letters(ins)),
                _ => format!("__fma_{}", Self::letters(ins)),
            };
            let value = self.builtin_call(s, &name, vec![a, b, c])?;
            let value = self.saturated(s, ins, value)?;
            return self.result(s, ins, value);
        }
        let sum = if ins.has("wide") {
            Self::doubled(ty)
        } else {
            ty
        };
        let c = self.given(s, ins, 3, sum)?;
        let product = if ins.has("wide") {
            self.product(s, ty, a, b)
        } else if ins.has("hi") {
            self.high_product(s, ty, a, b)?
        } else if ins.parts[0] == "mad24" {
            let name = if ty == Scalar::Int {
                "__mul24"
            } else {
                "__umul24"
            };
            self.builtin_call(s, name, vec![a, b])?
        } else {
            self.binary_promoted(s, BinaryOp::Mul, a, b)
        };
        let product = conversion::force(&self.types, product, &Type::Scalar(sum));
        let value = self.binary_promoted(s, BinaryOp::Add, product, c);
        self.result(s, ins, value)
    }

    fn bits_ptx(&mut self, s: &mut State, ins: &Instruction, head: &str) -> Asked {
        let ty = type_of(ins)?;
        let a = self.given(s, ins, 1, ty)?;
        let value = match head {
            "not" if ty == Scalar::Bool => s.expr(ExprKind::Not(Box::new(a)), Type::BOOL),
            "not" => s.expr(
                ExprKind::Unary(UnaryOp::BitNot, Box::new(a)),
                Type::Scalar(ty),
            ),
            "cnot" => {
                let zero = s.int(0, ty);
                let kind = ExprKind::Compare(CompareOp::Eq, Box::new(a), Box::new(zero));
                let is = s.expr(kind, Type::BOOL);
                conversion::force(&self.types, is, &Type::Scalar(ty))
            }
            "shl" | "shr" => {
                let by = self.given(s, ins, 2, Scalar::UInt)?;
                let op = if head == "shl" {
                    BinaryOp::Shl
                } else {
                    BinaryOp::Shr
                };
                self.binary_promoted_shift(s, op, a, by)
            }
            _ => {
                let b = self.given(s, ins, 2, ty)?;
                let op = match head {
                    "and" => BinaryOp::And,
                    "or" => BinaryOp::Or,
                    _ => BinaryOp::Xor,
                };
                if ty == Scalar::Bool {
                    let (a, b) = (
                        conversion::force(&self.types, a, &Type::INT),
                        conversion::force(&self.types, b, &Type::INT),
                    );
                    let whole = self.binary_of(s, op, a, b);
                    conversion::force(&self.types, whole, &Type::BOOL)
                } else {
                    self.binary_promoted(s, op, a, b)
                }
            }
        };
        self.result(s, ins, value)
    }

    fn binary_promoted_shift(&mut self, s: &State, op: BinaryOp, a: Expr, by: Expr) -> Expr {
        let ty = a.ty.clone();
        let small = self.types.scalar(&ty).is_some_and(|t| t.size() < 4);
        let a = if small {
            conversion::force(&self.types, a, &Type::INT)
        } else {
            a
        };
        let whole = self.binary_of(s, op, a, by);
        conversion::force(&self.types, whole, &ty)
    }

    fn one(&mut self, s: &mut State, ins: &Instruction, head: &str) -> Asked {
        let ty = type_of(ins)?;
        let single = ty == Scalar::Float;
        let a = self.given(s, ins, 1, ty)?;
        let rounded = |stem: &str| {
            let letter = if single { 'f' } else { 'd' };
            format!("__{letter}{stem}_{}", Self::letters(ins))
        };
        let plain = |one: &str, two: &str| {
            if single {
                one.to_string()
            } else {
                two.to_string()
            }
        };
        let name = match head {
            "neg" => {
                let value = s.expr(ExprKind::Unary(UnaryOp::Neg, Box::new(a)), Type::Scalar(ty));
                return self.result(s, ins, value);
            }
            "abs" if ty.is_float() => plain("fabsf", "fabs"),
            "abs" => "abs".to_string(),
            "rcp" => rounded("rcp"),
            "sqrt" => rounded("sqrt"),
            "rsqrt" => plain("rsqrtf", "rsqrt"),
            "sin" => "__sinf".to_string(),
            "cos" => "__cosf".to_string(),
            "ex2" => "exp2f".to_string(),
            "lg2" => "__log2f".to_string(),
            "tanh" => "tanhf".to_string(),
            "copysign" => {
                let b = self.given(s, ins, 2, ty)?;
                // PTX has the sign first.
                let value = self.builtin_call(s, &plain("copysignf", "copysign"), vec![b, a])?;
                return self.result(s, ins, value);
            }
            _ => {
                let long = ty.size() == 8;
                format!("__{head}{}", if long { "ll" } else { "" })
            }
        };
        let value = self.builtin_call(s, &name, vec![a])?;
        self.result(s, ins, value)
    }

    fn fields_ptx(&mut self, s: &mut State, ins: &Instruction, head: &str) -> Asked<bool> {
        use cuda_ir::intrinsic::Intrinsic;
        let ty = if head == "prmt" {
            Scalar::UInt
        } else {
            type_of(ins)?
        };
        let signed = ty.is_signed();
        let three = |c: &mut Self, s: &State, op: Intrinsic, kinds: [Scalar; 3]| -> Asked<Expr> {
            let args = (0..3)
                .map(|k| c.given(s, ins, k + 1, kinds[k]))
                .collect::<Asked<Vec<_>>>()?;
            Ok(s.expr(
                ExprKind::Builtin(Builtin::Intrinsic(op), args),
                Type::Scalar(kinds[0]),
            ))
        };
        let word = [Scalar::UInt; 3];
        let value = match head {
            "sad" => {
                let name = if signed { "__sad" } else { "__usad" };
                let args = (0..3)
                    .map(|k| self.given(s, ins, k + 1, ty))
                    .collect::<Asked<Vec<_>>>()?;
                self.builtin_call(s, name, args)?
            }
            "bfe" => three(
                self,
                s,
                Intrinsic::Bfe(signed),
                [ty, Scalar::UInt, Scalar::UInt],
            )?,
            "bfi" if ty.size() == 4 => self.bit_field_insert(s, ins)?,
            "bfind" if ty == Scalar::UInt => {
                let a = self.given(s, ins, 1, ty)?;
                let zeros = self.builtin_call(s, "__clz", vec![a])?;
                let most = s.int(31, Scalar::Int);
                if ins.has("shiftamt") {
                    zeros
                } else {
                    self.binary_of(s, BinaryOp::Sub, most, zeros)
                }
            }
            "prmt" if ins.parts.len() == 2 => three(self, s, Intrinsic::BytePerm, word)?,
            "lop3" => {
                let Some(Operand::Int(table)) = ins.operands.get(4) else {
                    return Ok(false);
                };
                three(self, s, Intrinsic::Lop3(*table as u8), word)?
            }
            "dp4a" | "dp2a" => {
                let kinds: Vec<bool> = ins
                    .parts
                    .iter()
                    .filter_map(|p| scalar(p))
                    .map(Scalar::is_signed)
                    .collect();
                let [a, b] = kinds.as_slice() else {
                    return Ok(false);
                };
                let op = match head {
                    "dp4a" => Intrinsic::Dp4a(*a, *b),
                    _ => Intrinsic::Dp2a(*a, *b, ins.has("hi")),
                };
                three(self, s, op, word)?
            }
            "shf" => {
                let name = match (ins.has("l"), ins.has("clamp")) {
                    (true, false) => "__funnelshift_l",
                    (false, false) => "__funnelshift_r",
                    (true, true) => "__funnelshift_lc",
                    (false, true) => "__funnelshift_rc",
                };
                let args = (0..3)
                    .map(|k| self.given(s, ins, k + 1, Scalar::UInt))
                    .collect::<Asked<Vec<_>>>()?;
                self.builtin_call(s, name, args)?
            }
            _ => return Ok(false),
        };
        self.result(s, ins, value)?;
        Ok(true)
    }

    /// `bfi`: bits of a put into b.
    fn bit_field_insert(&mut self, s: &mut State, ins: &Instruction) -> Asked<Expr> {
        let mut args = Vec::new();
        for k in 1..5 {
            let value = self.given(s, ins, k, Scalar::UInt)?;
            args.push(self.kept(s, value));
        }
        let load = |c: &Self, s: &State, k: usize| s.load(c, args[k]);
        let one = s.int(1, Scalar::UInt);
        let (long, from) = (load(self, s, 3), load(self, s, 2));
        let mask = self.binary_of(s, BinaryOp::Shl, one.clone(), long);
        let mask = self.binary_of(s, BinaryOp::Sub, mask, one);
        let mask = self.binary_of(s, BinaryOp::Shl, mask, from.clone());
        let mask = self.kept(s, mask);
        let moved = self.binary_of(s, BinaryOp::Shl, load(self, s, 0), from);
        let inside = self.binary_of(s, BinaryOp::And, moved, s.load(self, mask));
        let not = s.expr(
            ExprKind::Unary(UnaryOp::BitNot, Box::new(s.load(self, mask))),
            Type::Scalar(Scalar::UInt),
        );
        let outside = self.binary_of(s, BinaryOp::And, load(self, s, 1), not);
        Ok(self.binary_of(s, BinaryOp::Or, inside, outside))
    }

    /// `setp`, also with a second predicate for the contrary, and with a third operand that is joined.
    fn setp(&mut self, s: &mut State, ins: &Instruction) -> Asked {
        let ty = type_of(ins)?;
        let op = ins.parts.get(1).map_or("", String::as_str);
        let (a, b) = (self.given(s, ins, 1, ty)?, self.given(s, ins, 2, ty)?);
        let mut value = self.compared(s, op, ty, a, b)?;
        let join = ["and", "or", "xor"].into_iter().find(|j| ins.has(j));
        if let Some(join) = join {
            let c = self.given(s, ins, 3, Scalar::Bool)?;
            let kind = match join {
                "and" => ExprKind::And(Box::new(value), Box::new(c)),
                "or" => ExprKind::Or(Box::new(value), Box::new(c)),
                _ => ExprKind::Compare(CompareOp::Ne, Box::new(value), Box::new(c)),
            };
            value = s.expr(kind, Type::BOOL);
        }
        if ins.parts[0] == "set" {
            let to = ins.parts.get(2).map_or("", String::as_str);
            let value = match to {
                "f32" => conversion::force(&self.types, value, &Type::FLOAT),
                _ => {
                    let one = conversion::force(&self.types, value, &Type::INT);
                    s.expr(ExprKind::Unary(UnaryOp::Neg, Box::new(one)), Type::INT)
                }
            };
            return self.result(s, ins, value);
        }
        let Some(Operand::Pair(yes, no)) = ins.operands.first() else {
            return self.result(s, ins, value);
        };
        let held = self.kept(s, value);
        let (value, contrary) = (s.load(self, held), s.load(self, held));
        self.write(s, yes, value)?;
        let contrary = s.expr(ExprKind::Not(Box::new(contrary)), Type::BOOL);
        self.write(s, no, contrary)
    }

    fn compared(&mut self, s: &mut State, op: &str, ty: Scalar, a: Expr, b: Expr) -> Asked<Expr> {
        let (op, unordered) = match (ty.is_float(), op) {
            (true, "equ" | "neu" | "ltu" | "leu" | "gtu" | "geu") => (&op[..2], true),
            (_, op) => (op, false),
        };
        let compare = match op {
            "eq" => CompareOp::Eq,
            "ne" => CompareOp::Ne,
            "lt" | "lo" => CompareOp::Lt,
            "le" | "ls" => CompareOp::Le,
            "gt" | "hi" => CompareOp::Gt,
            "ge" | "hs" => CompareOp::Ge,
            "num" | "nan" => CompareOp::Ne,
            _ => return Err(format!("the comparison `{op}`")),
        };
        let (a, b) = (self.kept(s, a), self.kept(s, b));
        let (x, y) = (s.load(self, a), s.load(self, b));
        let nan = |c: &mut Self, s: &State| -> Asked<Expr> {
            let (x, y) = (s.load(c, a), s.load(c, b));
            let (x, y) = (
                c.builtin_call(s, "isnan", vec![x])?,
                c.builtin_call(s, "isnan", vec![y])?,
            );
            Ok(s.expr(ExprKind::Or(Box::new(x), Box::new(y)), Type::BOOL))
        };
        if matches!(op, "num" | "nan") {
            let is = nan(self, s)?;
            return Ok(match op {
                "nan" => is,
                _ => s.expr(ExprKind::Not(Box::new(is)), Type::BOOL),
            });
        }
        let value = s.expr(
            ExprKind::Compare(compare, Box::new(x), Box::new(y)),
            Type::BOOL,
        );
        // C++'s `!=` is true with a NaN; PTX's plain `ne` is not.
        if unordered && op != "ne" {
            let is = nan(self, s)?;
            return Ok(s.expr(ExprKind::Or(Box::new(value), Box::new(is)), Type::BOOL));
        }
        if ty.is_float() && op == "ne" && !unordered {
            let is = nan(self, s)?;
            let ordered = s.expr(ExprKind::Not(Box::new(is)), Type::BOOL);
            return Ok(s.expr(
                ExprKind::And(Box::new(value), Box::new(ordered)),
                Type::BOOL,
            ));
        }
        Ok(value)
    }
}
