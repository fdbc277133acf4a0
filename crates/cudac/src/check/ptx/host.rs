//! The few instructions of the host's processor that `asm` in host code may be.
//! In: an `asm` statement; out: statements, or `false` for one that is not known.
//! The rule: the processor counts at 1 GHz, as its `/proc/cpuinfo` says (`host::output`), so a program that divides one by the other
//! gets seconds.

use super::*;

impl<'a> Checker<'a> {
    /// The few instructions of the host's processor that say nothing to one thread, and its breakpoint, which nobody waits for
    /// here; false for any other.
    pub(super) fn host_instruction(
        &mut self,
        asm: &'a ast::Asm,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let text = asm.template.trim_matches([' ', '\t', '\n', ';']);
        if matches!(text, "rdtsc" | "rdtscp") {
            return self.counter(asm, span, out);
        }
        if !asm.outputs.is_empty() || !asm.inputs.is_empty() {
            return false;
        }
        match text {
            "nop" | "pause" | "mfence" | "lfence" | "sfence" => true,
            "int $3" | "int3" => {
                let Some(message) = self.text_value(b"a breakpoint was reached", span) else {
                    return true;
                };
                let ends = Expr {
                    kind: ExprKind::Sys(SysFn::Fail, vec![message]),
                    ty: Type::Void,
                    span,
                };
                let kind = StmtKind::Expr(ends);
                out.push(Stmt { kind, span });
                true
            }
            _ => false,
        }
    }

    /// `rdtsc`: the low and the high half of the count in `a` and `d`, all of it in `A`.
    fn counter(&mut self, asm: &'a ast::Asm, span: Span, out: &mut Vec<Stmt>) -> bool {
        let known = |c: &str| matches!(c, "=a" | "=d" | "=A" | "=c");
        if !asm.inputs.is_empty() || !asm.outputs.iter().all(|o| known(&o.constraint)) {
            return false;
        }
        let mut state = State::new(span);
        let now = state.expr(ExprKind::Sys(SysFn::Now, Vec::new()), Scalar::Long.into());
        let count = state.declare(self, Scalar::ULong, Some(now));
        for operand in &asm.outputs {
            let Some(Typed::Place(place)) = self.expr(&operand.expr) else {
                return false;
            };
            let whole = state.load(self, count);
            let by = match operand.constraint.as_str() {
                "=d" => 32,
                // The number of the processor.
                "=c" => 63,
                _ => 0,
            };
            let by = state.int(by, Scalar::ULong);
            let part = Asm(self).binary_of(&state, BinaryOp::Shr, whole, by);
            let to = match operand.constraint.as_str() {
                "=A" => Scalar::ULong,
                _ => Scalar::UInt,
            };
            let part = Asm(self).as_scalar(part, to);
            let value = Asm(self).as_type_of(part, &place.place.ty);
            self.set(&place.place);
            state.assign(place.place, value);
        }
        out.append(&mut state.out);
        true
    }
}
