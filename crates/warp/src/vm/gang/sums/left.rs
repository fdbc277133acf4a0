//! How many rounds a loop has left, told from what it compares.
//!
//! A loop's head and the registers of a gang go in; the rounds that every active lane will make at least come out. The rule: a count is followed to
//! where the loop ends, and must not wrap on the way, neither as it is nor as it is widened for the comparison.

use super::FEW;
use super::plan::{By, Plan};
use crate::vm::gang::file::File;
use crate::vm::lanes::Lanes64;
use crate::vm::mask::{LANES, LaneMask};
use cuda_ir::op::{Cmp32, Widen};
use cuda_ir::register::Reg;
use cuda_ir::{Code, D, Ins, P, Pc, R};

/// Whether a loop goes on: a comparison of these sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Test {
    pub op: Cmp32,
    pub sides: [Side; 2],
}

/// A side of a comparison.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Side {
    /// A register of 32 bits.
    Narrow(R),
    /// One of 64.
    Wide(D),
    /// One of 32, widened just before, as signed or not.
    Widened(R, bool),
}

impl Side {
    /// The register that a round may change.
    pub(crate) fn reg(self) -> Reg {
        match self {
            Side::Narrow(r) | Side::Widened(r, _) => Reg::R(r),
            Side::Wide(d) => Reg::D(d),
        }
    }

    /// Whether its bits are those of a signed number, if they are compared so or not.
    fn is_signed(self, compared: bool) -> bool {
        match self {
            Side::Widened(_, signed) => signed,
            _ => compared,
        }
    }

    /// The numbers that it can be before it wraps.
    fn range(self, compared: bool) -> std::ops::RangeInclusive<i128> {
        match (self, self.is_signed(compared)) {
            (Side::Wide(_), true) => i64::MIN.into()..=i64::MAX.into(),
            (Side::Wide(_), false) => 0..=u64::MAX.into(),
            (_, true) => {
                // What is widened with its sign and then compared without it must not be below zero.
                let low = if compared { i32::MIN } else { 0 };
                low.into()..=i32::MAX.into()
            }
            (_, false) => 0..=u32::MAX.into(),
        }
    }
}

impl Test {
    /// The comparison that a loop begins with, where it stands, and the predicate that it writes.
    pub fn of(code: &Code, head: Pc) -> Option<(Test, Pc, P)> {
        let ins = |pc: Pc| code.ins.get(pc as usize);
        let mut widened = Vec::new();
        let mut at = head;
        while let Some(Ins::Widen { op, dst, a }) = ins(at) {
            let signed = match op {
                Widen::S32 => true,
                Widen::U32 => false,
                _ => return None,
            };
            widened.push((*dst, Side::Widened(*a, signed)));
            at += 1;
        }
        let (op, dst, sides) = match *ins(at)? {
            Ins::Cmp32 { op, dst, a, b } => (op, dst, [a, b].map(Side::Narrow)),
            Ins::Cmp64 { op, dst, a, b } => {
                let side = |d: D| {
                    let found = widened.iter().find(|(made, _)| *made == d);
                    found.map_or(Side::Wide(d), |(_, side)| *side)
                };
                (op, dst, [a, b].map(side))
            }
            _ => return None,
        };
        let goes_up = matches!(
            op,
            Cmp32::LtS | Cmp32::LtU | Cmp32::LeS | Cmp32::LeU | Cmp32::Ne
        );
        let tests = matches!(ins(at + 1), Some(Ins::LoopTest { cond }) if *cond == dst);
        (goes_up && tests).then_some((Test { op, sides }, at, dst))
    }

    fn is_signed(&self) -> bool {
        !matches!(self.op, Cmp32::LtU | Cmp32::LeU)
    }

    /// How many rounds a loop makes of which one side goes up by `step`, or the other down by it; 0 if that cannot be told.
    fn rounds(&self, [a, b]: [u64; 2], (step, left): (i128, bool)) -> u64 {
        let signed = self.is_signed();
        let wide = |side: Side, x: u64| match side.is_signed(signed) {
            true => i128::from(x as i64),
            false => i128::from(x),
        };
        let [one, other] = self.sides;
        let (a, b) = (wide(one, a), wide(other, b));
        if !one.range(signed).contains(&a) || !other.range(signed).contains(&b) {
            return 0;
        }
        let gap = b - a;
        let rounds = match self.op {
            Cmp32::LtS | Cmp32::LtU if gap > 0 => quotient(gap - 1, step) + 1,
            Cmp32::LeS | Cmp32::LeU if gap >= 0 => quotient(gap, step) + 1,
            Cmp32::Ne if gap > 0 && gap % step == 0 => gap / step,
            _ => 0,
        };
        // The count must not wrap before the loop ends.
        let (side, last) = match left {
            true => (one, a + step * rounds),
            false => (other, b - step * rounds),
        };
        match side.range(signed).contains(&last) {
            true => u64::try_from(rounds).unwrap_or(0),
            false => 0,
        }
    }
}

/// A quotient of numbers that are not below zero, by the processor's own division where they have 64 bits.
fn quotient(a: i128, b: i128) -> i128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) if b > 0 => i128::from(a / b),
        _ => a / b,
    }
}

impl File {
    /// By how much a count goes up each round, if it is as much in all lanes.
    pub fn step_of(&self, by: By) -> Option<i64> {
        match by {
            By::Reg(reg) => self.uniform(reg),
            By::Scaled(r, scale, signed) => {
                let by = self.uniform(Reg::R(r))?;
                let by = if signed { by } else { i64::from(by as u32) };
                by.checked_mul(scale.into())
            }
        }
    }

    /// How many rounds every active lane will make at least; of fewer than [`FEW`] only that they are so few.
    pub fn rounds_left(&self, plan: &Plan) -> u64 {
        let test = &plan.test;
        let by = |side: Side| {
            let count = plan.counts.iter().find(|(count, _)| *count == side.reg());
            count.and_then(|(_, by)| self.step_of(*by)).map(i128::from)
        };
        let (step, left) = match test.sides.map(by) {
            [Some(step), None] => (step, true),
            [None, Some(step)] => (-step, false),
            _ => return 0,
        };
        if step <= 0 {
            return 0;
        }
        let mut least = u64::MAX;
        self.each_pair(test, |mask, [x, y]| {
            if least < FEW {
                return;
            }
            let lead = LaneMask(mask).lead();
            least = least.min(test.rounds([x[lead], y[lead]], (step, left)));
            let mut differ = 0;
            for lane in 0..LANES {
                differ |= (x[lane] ^ x[lead]) | (y[lane] ^ y[lead]);
            }
            if differ != 0 {
                for lane in LaneMask(mask).lanes() {
                    if least < FEW {
                        break;
                    }
                    least = least.min(test.rounds([x[lane], y[lane]], (step, left)));
                }
            }
        });
        least
    }

    /// The rows of both sides, with the lanes that are meant: each warp's, or one for all where all share theirs.
    fn each_pair(&self, test: &Test, mut f: impl FnMut(u32, [Lanes64; 2])) {
        let (active, file) = (&self.active, self);
        let shared = |side: &Side| match side.reg() {
            Reg::D(d) => file.shares64(d),
            Reg::R(r) => file.shares32(r),
            Reg::P(_) => false,
        };
        let signed = test.is_signed();
        let row = |side: Side, w: usize| match side {
            Side::Wide(d) => file.row64_of(d, w),
            Side::Narrow(r) | Side::Widened(r, _) if side.is_signed(signed) => {
                file.row32(r, w).map(|x| x as i32 as i64 as u64)
            }
            Side::Narrow(r) | Side::Widened(r, _) => file.row32(r, w).map(u64::from),
        };
        if test.sides.iter().all(shared) {
            return f(active.any, test.sides.map(|side| row(side, active.from)));
        }
        for w in (active.from..active.to).filter(|w| active.masks[*w] != 0) {
            f(active.masks[w], test.sides.map(|side| row(side, w)));
        }
    }

    /// The value that a register has in all active lanes, as a signed number.
    pub(super) fn uniform(&self, reg: Reg) -> Option<i64> {
        let (active, file) = (&self.active, self);
        let shared = match reg {
            Reg::R(r) => file.shares32(r),
            Reg::D(d) => file.shares64(d),
            Reg::P(_) => return None,
        };
        let mut found = None;
        for w in (active.from..active.to).filter(|w| active.masks[*w] != 0) {
            let mask = LaneMask(if shared { active.any } else { active.masks[w] });
            let first = match reg {
                Reg::R(r) => {
                    let row = file.row32(r, w);
                    let first = row[mask.lead()];
                    super::is_all(row, first, mask.0).then_some(first as i32 as i64)
                }
                Reg::D(d) => {
                    let row = file.row64_of(d, w);
                    let first = row[mask.lead()];
                    mask.lanes()
                        .all(|lane| row[lane] == first)
                        .then_some(first as i64)
                }
                Reg::P(_) => None,
            }?;
            if *found.get_or_insert(first) != first {
                return None;
            }
            if shared {
                break;
            }
        }
        found
    }
}
