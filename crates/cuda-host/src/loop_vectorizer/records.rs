//! Running records of a strip: `if (v > best) best = v`, and what else is written with it.
//!
//! A branch that a comparison with such a register decides goes in; the iterations that take it come out, found one after the other, as each
//! compares with what those before it left. The rule: it is a guess that the branch writes what was compared, and looked at where it is written: if it
//! was something else the strip is undone. What the branch writes beside it is as any that only some iterations write.

use super::Kind;
use super::control::NONE;
use super::plan::{Plan, Write, key, touched};
use super::registers::param;
use super::run::Run;
use crate::op::Slot;
use crate::view::View;
use cuda_ir::op::Cmp32;
use cuda_ir::register::Reg;
use cuda_ir::{Ins, P};
use warp::spread;
use warp::vm::lanes::bits2;
use warp::vm::mask::LANES;
use warp::vm::scalar::{cmp32, cmp64};

/// A register that holds the best so far.
#[derive(Debug)]
pub(super) struct Best {
    pub reg: Reg,
    pub slot: Slot,
    op: Cmp32,
    /// What it is compared with.
    with: Reg,
    /// Whether the register is the second operand.
    second: bool,
    cond: P,
}

/// Where a record is compared, branched on, and written.
pub(super) struct Places {
    pub compares: usize,
    pub branches: usize,
    pub writes: usize,
}

impl Plan<'_> {
    /// A register as a record, if it is one.
    pub(super) fn best(&self, reg: Reg, write: &Write) -> Option<(Best, Places)> {
        if !write.maybe || !write.outside || !write.tested {
            return None;
        }
        let straight = |at: &usize| self.kinds[*at] == Kind::Control;
        let branches = (0..write.at).rfind(straight)?;
        let Ins::If { cond, .. } = self.ins[branches] else {
            return None;
        };
        let begins = (0..branches).rfind(straight)?;
        let compares = (begins + 1..branches).rfind(|at| match self.ins[*at] {
            Ins::Cmp32 { dst, .. } | Ins::Cmp64 { dst, .. } => dst == cond,
            _ => false,
        })?;
        let (op, a, b) = match self.ins[compares] {
            Ins::Cmp32 { op, a, b, .. } => (op, Reg::R(a), Reg::R(b)),
            Ins::Cmp64 { op, a, b, .. } => (op, Reg::D(a), Reg::D(b)),
            _ => return None,
        };
        let (with, second) = match () {
            () if a == reg && b != reg => (b, false),
            () if b == reg && a != reg => (a, true),
            () => return None,
        };
        let mut between = compares + 1..branches;
        let used = |at: usize| {
            let (reads, writes) = touched(&self.ins[at]);
            reads.iter().chain(&writes).any(|reg| *reg == Reg::P(cond))
        };
        let written = |write: &Write| (compares..branches).contains(&write.at);
        let writes = self.writes.get(&key(with));
        let stays = !writes.is_some_and(|writes| writes.iter().any(written));
        if self.reads.get(&key(reg)) != Some(&1) || between.any(used) || !stays {
            return None;
        }
        let best = Best {
            reg,
            slot: self.flat.slot(param(reg)),
            op,
            with,
            second,
            cond,
        };
        let writes = write.at;
        Some((
            best,
            Places {
                compares,
                branches,
                writes,
            },
        ))
    }
}

impl Run<'_> {
    /// Lanes take a record's branch, one after the other.
    pub(super) fn take_record(&mut self, number: u8, ins: &Ins, limit: u64) -> Option<()> {
        let best = self.strip.bests.get(number as usize)?;
        let (masks, mut value) = (self.masks(), *self.bests.get(number as usize)?);
        let mut taken = NONE;
        for w in 0..self.file.width {
            let mut left = masks[w];
            while left != 0 {
                let better = left & self.better(best, value, w);
                if better == 0 {
                    break;
                }
                let lane = better.trailing_zeros();
                taken[w] |= 1 << lane;
                left &= !(u32::MAX >> (LANES as u32 - 1 - lane));
                value = self.value(best.with, w * LANES + lane as usize);
            }
        }
        self.file.put_bits(best.cond, false, |_, w| taken[w]);
        *self.bests.get_mut(number as usize)? = value;
        self.control(ins, limit)
    }

    /// The lanes of a warp in which something is better than a value.
    fn better(&self, best: &Best, value: u64, w: usize) -> u32 {
        let second = best.second;
        match best.with {
            Reg::R(r) => {
                let (row, value) = (self.file.row32(r, w), [value as u32; LANES]);
                let [a, b] = if second { [row, &value] } else { [&value, row] };
                spread!(best.op, Cmp32: Eq Ne LtS LeS LtU LeU FEq FNe FLt FLe;
                    OP => bits2(a, b, |a, b| cmp32(OP, a, b)))
            }
            Reg::D(d) => {
                let (row, value) = (self.file.copy64(d, w), [value; LANES]);
                let [a, b] = if second {
                    [&row, &value]
                } else {
                    [&value, &row]
                };
                spread!(best.op, Cmp32: Eq Ne LtS LeS LtU LeU FEq FNe FLt FLe;
                    OP => bits2(a, b, |a, b| cmp64(OP, a, b)))
            }
            Reg::P(_) => 0,
        }
    }

    /// The branch writes what was compared; `None` if it is something else.
    pub(super) fn write_record(
        &mut self,
        number: u8,
        ins: &Ins,
        view: &mut View<'_>,
    ) -> Option<()> {
        let best = self.strip.bests.get(number as usize)?;
        match ins.computes() {
            true => _ = self.level.compute(self.file, ins),
            false => self.touches.access(self.file, view, ins)?,
        }
        let masks = self.masks();
        let lanes = (0..masks.len() * LANES).filter(|l| masks[l / LANES] >> (l % LANES) & 1 != 0);
        let mut same = lanes.map(|lane| self.value(best.reg, lane) == self.value(best.with, lane));
        same.all(|same| same).then_some(())
    }
}
