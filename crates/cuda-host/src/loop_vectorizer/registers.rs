//! What the registers of a loop are to its iterations.
//!
//! A loop that was looked through goes in, a strip comes out. The rule: what an iteration has from the one before is a counter, a
//! running value, or only written where the interpreter is needed anyway.

use super::plan::{Plan, Write, key};
use super::{Counter, Kind, Strip, Sum, Take};
use crate::liveness::{Liveness, SlotSet};
use crate::op::Op;
use cuda_ir::op::{Bin32, Bin64};
use cuda_ir::register::Reg;
use cuda_ir::{Code, Ins, ParamReg, Pc};
use std::cell::{Cell, OnceCell, RefCell};
use warp::vm::scalar::{divides32, divides64};

/// The same register, as a parameter is said.
pub(super) fn param(reg: Reg) -> ParamReg {
    match reg {
        Reg::R(r) => ParamReg::R(r),
        Reg::D(d) => ParamReg::D(d),
        Reg::P(p) => ParamReg::P(p),
    }
}

impl Plan<'_> {
    fn is_fixed(&self, reg: Reg) -> bool {
        !self.writes.contains_key(&key(reg))
    }

    /// What a register is to which every iteration adds the same.
    fn counter(&self, reg: Reg, write: &Write) -> Option<Counter> {
        if !write.always {
            return None;
        }
        let (a, b, down) = match self.ins[write.at] {
            Ins::Bin32 {
                op: Bin32::Add,
                a,
                b,
                ..
            } => (Reg::R(a), Reg::R(b), false),
            Ins::Bin32 {
                op: Bin32::Sub,
                a,
                b,
                ..
            } => (Reg::R(a), Reg::R(b), true),
            Ins::Bin64 {
                op: Bin64::Add,
                a,
                b,
                ..
            } => (Reg::D(a), Reg::D(b), false),
            Ins::Bin64 {
                op: Bin64::Sub,
                a,
                b,
                ..
            } => (Reg::D(a), Reg::D(b), true),
            _ => return None,
        };
        let by = match () {
            () if a == reg && self.is_fixed(b) => b,
            () if b == reg && !down && self.is_fixed(a) => a,
            () => return None,
        };
        Some(Counter {
            reg,
            slot: self.flat.slot(param(reg)),
            by: self.flat.slot(param(by)),
            down,
        })
    }

    /// What a register is that takes in something of each iteration, and that nothing reads before it has.
    fn sum(&self, reg: Reg, write: &Write) -> Option<Sum> {
        if !write.outside || !write.tested || self.read_from.get(&key(reg)) != Some(&write.at) {
            return None;
        }
        let read = self.reads.get(&key(reg)) != Some(&1);
        let (a, b) = match self.ins[write.at] {
            Ins::Bin32 { op, a, b, .. } if !divides32(op) => (Reg::R(a), Reg::R(b)),
            Ins::Bin64 { op, a, b, .. } if !divides64(op) => (Reg::D(a), Reg::D(b)),
            _ => return None,
        };
        let second = match () {
            () if a == reg && b != reg => false,
            () if b == reg && a != reg => true,
            () => return None,
        };
        let take = match (self.ins[write.at], second) {
            (Ins::Bin32 { op, b, .. }, false) => Take::Narrow(op, b),
            (Ins::Bin32 { op, a, .. }, true) => Take::Narrow(op, a),
            (Ins::Bin64 { op, b, .. }, false) => Take::Wide(op, b),
            (Ins::Bin64 { op, a, .. }, true) => Take::Wide(op, a),
            _ => return None,
        };
        let slot = self.flat.slot(param(reg));
        Some(Sum {
            slot,
            take,
            second,
            read: read.then_some(reg),
        })
    }

    /// What is wanted after the loop's test: in the loop, or after it.
    fn after_test<'w>(&self, wanted: &'w Liveness<'_>) -> Option<&'w SlotSet> {
        let test = self.from + self.test?;
        let at = self.flat.from.iter().enumerate().position(|(at, pc)| {
            let tests = matches!(
                self.flat.ops[at],
                Op::JumpUnless { .. }
                    | Op::JumpUnlessLtS { .. }
                    | Op::JumpUnless32 { .. }
                    | Op::JumpUnless64 { .. }
            );
            tests && (*pc == test || *pc + 1 == test)
        })?;
        let stretch = wanted.stretches.iter().position(|s| s.end == at + 1)?;
        wanted.after.get(stretch)
    }

    /// The loop as a strip; `None` if it cannot be one.
    pub(super) fn strip(mut self, wanted: &Liveness<'_>) -> Option<Strip> {
        let after = self.after_test(wanted)?;
        let tallies = self.tallies(after);
        let (mut counters, mut sums, mut leaves) = (Vec::new(), Vec::new(), Vec::new());
        let (mut alone, mut late, mut writers) = (Vec::new(), Vec::new(), Vec::new());
        let mut bests = Vec::new();
        for (key, writes) in &self.writes {
            let reg = self.regs[key];
            let slot = self.flat.slot(param(reg));
            if !after.has(slot) {
                continue;
            }
            if !self.early.contains(key) && self.surely.contains(key) {
                leaves.push((reg, slot));
                continue;
            }
            let tested = writes.iter().all(|write| write.tested);
            if !self.early.contains(key) && tested {
                let number = u8::try_from(late.len()).ok()?;
                late.push((reg, slot));
                writers.resize(self.ins.len(), None);
                for write in writes {
                    writers[write.at] = Some(number);
                }
                continue;
            }
            let single = match &writes[..] {
                [write] => Some(*write),
                _ => None,
            };
            if let Some(counter) = single.and_then(|write| self.counter(reg, &write)) {
                counters.push(counter);
            } else if let Some((write, sum)) = single.and_then(|w| Some((w, self.sum(reg, &w)?))) {
                self.kinds[write.at] = Kind::Sum(u8::try_from(sums.len()).ok()?);
                sums.push(sum);
            } else if let Some((best, at)) = single.and_then(|w| self.best(reg, &w)) {
                let number = u8::try_from(bests.len()).ok()?;
                bests.push(best);
                self.kinds[at.compares] = Kind::Nothing;
                self.kinds[at.branches] = Kind::Best(number);
                self.kinds[at.writes] = Kind::Better(number);
            } else if !writes.iter().all(|write| write.maybe) {
                return None;
            } else {
                alone.extend(writes.iter().map(|write| write.at));
            }
        }
        if counters.is_empty() {
            return None;
        }
        for at in alone {
            self.kinds[at] = Kind::Alone;
        }
        self.drop_copies(after);
        let enters = self
            .regs
            .values()
            .map(|reg| (*reg, self.flat.slot(param(*reg))));
        let enters = enters.collect();
        let end = self.ins.len() as Pc - 1;
        let mut ins = self.ins;
        ins.extend(leaves.iter().chain(&late).map(|(reg, _)| match *reg {
            Reg::R(a) => Ins::Mov { dst: a, a },
            Reg::D(a) => Ins::Mov64 { dst: a, a },
            Reg::P(a) => Ins::MovP { dst: a, a },
        }));
        let code = Code {
            ins,
            registers: self.outer.registers,
            ..Code::default()
        };
        Some(Strip {
            code,
            kinds: self.kinds,
            test: self.test?,
            step: self.step,
            end,
            enters,
            counters,
            sums,
            bests,
            tallies,
            leaves,
            late,
            writers,
            draws: self.draws,
            wait: Cell::new(0),
            waited: Cell::new(0),
            file: RefCell::new(None),
            adds_up: OnceCell::new(),
            room: RefCell::default(),
        })
    }

    /// Leaves out copies that nobody reads any more.
    fn drop_copies(&mut self, after: &SlotSet) {
        for at in 0..self.ins.len() {
            let dst = match self.ins[at] {
                Ins::Mov { dst, .. } => Reg::R(dst),
                Ins::Mov64 { dst, .. } => Reg::D(dst),
                Ins::MovP { dst, .. } => Reg::P(dst),
                _ => continue,
            };
            let read = self.reads.contains_key(&key(dst));
            if !read && !after.has(self.flat.slot(param(dst))) {
                self.ins[at] = Ins::Fence { block_only: true };
                self.kinds[at] = Kind::Nothing;
            }
        }
    }
}
