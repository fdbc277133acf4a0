//! PTX's barriers of a block: `bar.sync`, `bar.arrive`, `bar.red`, and the same with `barrier` and `.cta`.
//! In: an instruction; out: statements; `false` for one that is not known.
//! The rule: barrier 0 for all threads is `__syncthreads()`; numbers that no device takes are errors here where they are written as such,
//! and end the run where they are computed.

use super::*;

impl Asm<'_, '_> {
    pub(super) fn barrier(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let waits = ins.has("sync");
        let (Some(id), count) = (ins.operands.first(), ins.operands.get(1)) else {
            return Ok(false);
        };
        let whole = |n: i64| n > 0 && n % 32 == 0;
        if let Some(n) = number(s, id).filter(|n| !(0..16).contains(n)) {
            let what = format!("a block has the barriers 0 to 15, and this is {n}");
            return self.no_barrier(s, &what);
        }
        let threads = count.and_then(|count| number(s, count));
        if let Some(n) = threads.filter(|n| !whole(*n)) {
            let what = format!(
                "a barrier counts whole warps: {n} threads is no multiple of 32 above 0, write {}",
                (n.max(1) as u64).next_multiple_of(32)
            );
            return self.no_barrier(s, &what);
        }
        let Some(count) = count else {
            if !waits {
                let what = "`bar.arrive` needs the number of threads that the barrier is for: `bar.arrive 1, 64`";
                return self.no_barrier(s, what);
            }
            if number(s, id) == Some(0) {
                self.call_for_effect(s, "__syncthreads", Vec::new())?;
                return Ok(true);
            }
            let id = self.read(s, id, Scalar::UInt)?;
            let all = s.int(0, Scalar::UInt);
            self.call_for_effect(s, "__simt_bar_sync", vec![id, all])?;
            return Ok(true);
        };
        let args = vec![
            self.read(s, id, Scalar::UInt)?,
            self.read(s, count, Scalar::UInt)?,
        ];
        let name = match waits {
            true => "__simt_bar_sync",
            false => "__simt_bar_arrive",
        };
        self.call_for_effect(s, name, args)?;
        Ok(true)
    }

    /// `bar.red.popc.u32 d, 0, p`, `bar.red.and.pred q, 0, p`.
    pub(super) fn barrier_that_counts(&mut self, s: &mut State, ins: &Instruction) -> Asked<bool> {
        let [_, id, asked] = ins.operands.as_slice() else {
            return Err(format!("`{}` for some of the block's threads", ins.name()));
        };
        if number(s, id) != Some(0) {
            return Err(format!("`{}` at another barrier than 0", ins.name()));
        }
        let name = match () {
            _ if ins.has("popc") => "__syncthreads_count",
            _ if ins.has("and") => "__syncthreads_and",
            _ if ins.has("or") => "__syncthreads_or",
            _ => return Ok(false),
        };
        let asked = self.read(s, asked, Scalar::Bool)?;
        let asked = conversion::force(&self.types, asked, &Type::INT);
        let mut value = self.builtin_call(s, name, vec![asked])?;
        if !ins.has("popc") {
            value = conversion::force(&self.types, value, &Type::BOOL);
        }
        self.result(s, ins, value)?;
        Ok(true)
    }

    /// What ptxas rejects.
    fn no_barrier(&mut self, s: &State, what: &str) -> Asked<bool> {
        self.error(Code::BadOperand, s.span, what);
        Ok(true)
    }
}

/// An operand that is a number.
fn number(s: &State, operand: &Operand) -> Option<i64> {
    match operand {
        Operand::Int(n) => Some(*n),
        Operand::Given(k) => match s.numbers.get(k)?.kind {
            ExprKind::Const(Const::Int(n)) => Some(n),
            _ => None,
        },
        _ => None,
    }
}
