//! Loads that any optimising compiler leaves out: the same address again, with nothing in between that may write.
//!
//! In: instructions as they are emitted; out: the registers in which a load's value already is. The rule: values are
//! numbered along straight code. A number stands for a value, not for a register; what one lane might see differently
//! (the end of a branch, a loop, a store, a barrier) forgets whatever it touches. Volatile accesses are never left out.

use super::emit::FIXED;
use super::value::Reg;
use cuda_ir::op::{MemTy, Widen};
use cuda_ir::operands::{Operand, operands};
use cuda_ir::{D, Ins};
use std::collections::HashMap;

/// The number of a value.
type Number = u32;

/// Where a value that was loaded is: the first register, how many, and the numbers that they must still hold.
type Held = (Reg, Vec<Number>);

/// What is known along the code so far.
#[derive(Default)]
pub(super) struct Known {
    next: Number,
    /// What registers hold; a register that is not here holds something unknown.
    numbers: HashMap<Reg, Number>,
    /// The same for registers that are held for the whole of the code; never forgotten.
    fixed: HashMap<Reg, Number>,
    computed: HashMap<[u32; 5], Number>,
    loads: HashMap<(Number, i32, u8, u8), Held>,
}

impl Known {
    fn fresh(&mut self) -> Number {
        self.next += 1;
        self.next
    }

    fn number(&mut self, reg: Reg) -> Number {
        let next = self.next + 1;
        let of = if reg.number() >= FIXED {
            &mut self.fixed
        } else {
            &mut self.numbers
        };
        let number = *of.entry(reg).or_insert(next);
        self.next = self.next.max(number);
        number
    }

    /// Control meets here, or goes round: nothing is known of registers that are written.
    pub(super) fn forget(&mut self) {
        self.numbers.clear();
        self.loads.clear();
    }

    /// An instruction's result now goes to `to`.
    pub(super) fn moved(&mut self, from: Reg, to: Reg) {
        let number = self.number(from);
        self.numbers.insert(to, number);
        self.numbers.remove(&from);
        for (reg, _) in self.loads.values_mut().filter(|(reg, _)| *reg == from) {
            *reg = to;
        }
    }

    /// The registers that hold what a load would give.
    pub(super) fn load(
        &mut self,
        addr: D,
        offset: i32,
        shape: (Option<MemTy>, u8),
    ) -> Option<Vec<Reg>> {
        let key = (self.number(Reg::D(addr)), offset, code(shape.0), shape.1);
        let (first, numbers) = self.loads.get(&key)?.clone();
        let regs: Vec<Reg> = (0..numbers.len() as u16)
            .map(|k| Reg::new(first.kind(), first.number() + k))
            .collect();
        let intact = regs
            .iter()
            .zip(&numbers)
            .all(|(reg, number)| self.numbers.get(reg) == Some(number));
        intact.then_some(regs)
    }

    /// Takes note of an instruction that is being emitted; the registers that it writes.
    pub(super) fn see(&mut self, ins: &Ins) -> Vec<Reg> {
        if matches!(
            ins,
            Ins::Call { .. } | Ins::CallPointer { .. } | Ins::Sys { .. } | Ins::Print { .. }
        ) {
            self.forget(); // its results are written without being operands
        }
        let value = self.value(ins);
        let mut copy = *ins;
        let mut written = Vec::new();
        operands(&mut copy, &mut |operand: Operand<'_>| {
            let (reg, count, writes) = operand.parts();
            if writes {
                written
                    .extend((0..u16::from(count)).map(|k| Reg::new(reg.kind(), reg.number() + k)));
            }
        });
        let address = match ins {
            Ins::Ld {
                ty,
                n,
                volatile: false,
                addr,
                offset,
                ..
            } => Some((*addr, *offset, code(Some(*ty)), *n)),
            Ins::Ld64 {
                n,
                volatile: false,
                addr,
                offset,
                ..
            } => Some((*addr, *offset, code(None), *n)),
            _ => None,
        };
        let key = address.map(|(addr, offset, ty, n)| (self.number(Reg::D(addr)), offset, ty, n));
        let mut numbers = Vec::new();
        for reg in &written {
            let number = value.unwrap_or_else(|| self.fresh());
            self.numbers.insert(*reg, number);
            numbers.push(number);
        }
        match (key, written.first()) {
            (Some(key), Some(first)) => drop(self.loads.insert(key, (*first, numbers))),
            _ if writes_memory(ins) => self.loads.clear(),
            _ => {}
        }
        written
    }

    /// The number of what the instruction computes, if it is one that addresses are made of.
    fn value(&mut self, ins: &Ins) -> Option<Number> {
        let key = match ins {
            Ins::Mov { a, .. } => return Some(self.number(Reg::R(*a))),
            Ins::Mov64 { a, .. } => return Some(self.number(Reg::D(*a))),
            Ins::Bin32 { op, a, b, .. } => [
                1,
                *op as u32,
                self.number(Reg::R(*a)),
                self.number(Reg::R(*b)),
                0,
            ],
            Ins::Bin64 { op, a, b, .. } => [
                2,
                *op as u32,
                self.number(Reg::D(*a)),
                self.number(Reg::D(*b)),
                0,
            ],
            Ins::Mad { a, b, c, .. } => [
                3,
                0,
                self.number(Reg::R(*a)),
                self.number(Reg::R(*b)),
                self.number(Reg::R(*c)),
            ],
            Ins::Index {
                base,
                index,
                scale,
                signed,
                ..
            } => [
                4,
                u32::from(*signed),
                self.number(Reg::D(*base)),
                self.number(Reg::R(*index)),
                *scale,
            ],
            Ins::Widen {
                op: Widen::S32, a, ..
            } => [5, 0, self.number(Reg::R(*a)), 0, 0],
            Ins::Widen {
                op: Widen::U32, a, ..
            } => [5, 1, self.number(Reg::R(*a)), 0, 0],
            _ => return None,
        };
        let next = self.next + 1;
        let number = *self.computed.entry(key).or_insert(next);
        self.next = self.next.max(number);
        Some(number)
    }
}

fn code(ty: Option<MemTy>) -> u8 {
    ty.map_or(0, |ty| ty as u8 + 1)
}

/// Whether memory may be other after the instruction, for this thread or because another may have written.
fn writes_memory(ins: &Ins) -> bool {
    matches!(
        ins,
        Ins::St { .. }
            | Ins::St64 { .. }
            | Ins::Atom { .. }
            | Ins::Atom64 { .. }
            | Ins::Bar
            | Ins::GridBar
            | Ins::BarRed { .. }
            | Ins::NamedBar { .. }
            | Ins::SyncWarp { .. }
            | Ins::Fence { .. }
            | Ins::Copies { .. }
            | Ins::Call { .. }
            | Ins::CallPointer { .. }
            | Ins::Sys { .. }
            | Ins::Print { .. }
    )
}
