//! PTX's arithmetic on 16-bit floats, one or two to a register.
//! In: an instruction whose type is `f16`, `bf16` or a pair of them; out: an assignment of what it computes.
//! The rule: each element by itself: to `float`, the operation, and back with one rounding; `fma` is exact.

use super::*;

impl Asm<'_, '_> {
    pub(super) fn half_ptx(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let head = ins.parts[0].as_str();
        let ty = ins.parts.last().map_or("", String::as_str);
        let (bfloat, pair) = (ty.starts_with("bf"), ty.ends_with("x2"));
        let count = match head {
            "add" | "sub" | "mul" | "min" | "max" => 2,
            "fma" => 3,
            "neg" | "abs" | "ex2" | "tanh" => 1,
            _ => return Ok(false),
        };
        let whole = if pair { Scalar::UInt } else { Scalar::UShort };
        let mut held = Vec::new();
        for k in 0..count {
            let value = self.given(s, ins, k + 1, whole)?;
            held.push(self.kept(s, value));
        }
        let mut result = s.int(0, Scalar::UInt);
        for element in 0..if pair { 2 } else { 1 } {
            let args: Vec<Expr> = held
                .iter()
                .map(|var| self.element(s, *var, element))
                .collect();
            let value = self.half_element(s, ins, head, bfloat, args)?;
            let value = conversion::force(&self.types, value, &Type::Scalar(Scalar::UInt));
            let by = s.int(16 * element, Scalar::Int);
            let moved = self.binary_of(s, BinaryOp::Shl, value, by);
            result = self.binary_of(s, BinaryOp::Or, result, moved);
        }
        let result = conversion::force(&self.types, result, &Type::Scalar(whole));
        self.result(s, ins, result)?;
        Ok(true)
    }

    fn element(&mut self, s: &State, var: VarId, element: i64) -> Expr {
        let value = s.load(self, var);
        let value = conversion::force(&self.types, value, &Type::Scalar(Scalar::UInt));
        let by = s.int(16 * element, Scalar::Int);
        let moved = self.binary_of(s, BinaryOp::Shr, value, by);
        conversion::force(&self.types, moved, &Type::Scalar(Scalar::UShort))
    }

    fn half_element(
        &mut self,
        s: &State,
        ins: &Instruction,
        head: &str,
        bfloat: bool,
        args: Vec<Expr>,
    ) -> Asked<Expr> {
        let kind = if bfloat { "bf16" } else { "half" };
        if head == "fma" {
            let value = self.builtin_call(s, &format!("__simt_{kind}_fma"), args)?;
            if !ins.has("relu") {
                return Ok(value);
            }
            let float = self.builtin_call(s, &format!("__simt_{kind}_to_float"), vec![value])?;
            let zero = constant(Const::F32(0.0), Scalar::Float, s.span);
            let most = self.builtin_call(s, "fmaxf", vec![float, zero])?;
            let mode = s.int(0, Scalar::Int);
            return self.builtin_call(s, &format!("__simt_{kind}_from_float"), vec![most, mode]);
        }
        let mut floats = Vec::new();
        for arg in args {
            floats.push(self.builtin_call(s, &format!("__simt_{kind}_to_float"), vec![arg])?);
        }
        let name = match head {
            "add" => "__fadd_rn",
            "sub" => "__fsub_rn",
            "mul" => "__fmul_rn",
            "min" => "fminf",
            "max" => "fmaxf",
            "abs" => "fabsf",
            "ex2" => "exp2f",
            "tanh" => "tanhf",
            _ => {
                let minus = constant(Const::F32(-1.0), Scalar::Float, s.span);
                floats.push(minus);
                "__fmul_rn"
            }
        };
        let value = self.builtin_call(s, name, floats)?;
        let mode = s.int(0, Scalar::Int);
        self.builtin_call(s, &format!("__simt_{kind}_from_float"), vec![value, mode])
    }
}
