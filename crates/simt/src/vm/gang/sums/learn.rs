//! What the first round of a loop that only adds up tells of the next ones.
//!
//! Instructions and registers, just before they are executed, go in; by how much their results go up in each round comes out. The rule: nothing is
//! learnt where lanes would go up by different steps, or an index would wrap.

use super::MANY;
use super::lies::Seen;
use super::plan::{From, Step};
use crate::ir::op::Bin32;
use crate::ir::{D, Ins, R};
use crate::vm::gang::Gang;
use crate::vm::gang::file::WARPS;
use crate::vm::lanes::Lanes32;

/// What is learnt in the first round.
#[derive(Default)]
pub struct Learnt {
    /// By how much the even registers of 32 bits go up, the last word on each last.
    pub up: Vec<(R, i32)>,
    far: Vec<(D, i64)>,
    /// The loads, with the number of the first value of each.
    pub loads: Vec<(usize, Seen)>,
    /// What an operand holds that no round changes, warp by warp.
    pub same: Vec<[Lanes32; WARPS]>,
}

impl Learnt {
    /// By how much a register of 32 bits goes up.
    pub fn up(&self, reg: R) -> i32 {
        let last = self.up.iter().rev().find(|(r, _)| *r == reg);
        last.map_or(0, |(_, by)| *by)
    }

    /// The same of an address.
    pub fn far(&self, reg: D) -> i64 {
        let last = self.far.iter().rev().find(|(d, _)| *d == reg);
        last.map_or(0, |(_, by)| *by)
    }
}

impl Gang {
    /// Learns by how much the next round's result is more, or what it takes that all rounds have; `left` rounds are to be made at most.
    pub(super) fn learn(
        &self,
        step: &Step,
        (ins, left): (&Ins, u64),
        learnt: &mut Learnt,
    ) -> Option<()> {
        match step {
            Step::Value { of, .. } | Step::Sum { of, .. } => {
                for from in of {
                    if let From::Same(reg) = from {
                        let last = self.file.width - 1;
                        let rows = |w: usize| *self.file.row32(*reg, w.min(last));
                        learnt.same.push(std::array::from_fn(rows));
                    }
                }
                Some(())
            }
            Step::Even => self.learn_even(ins, left, learnt),
            Step::Count | Step::Load { .. } => Some(()),
        }
    }

    fn learn_even(&self, ins: &Ins, left: u64, learnt: &mut Learnt) -> Option<()> {
        let up = |reg: R| learnt.up(reg);
        // A factor of what goes up is the same in all lanes, or they would go up by different steps.
        let product = |x: R, y: R| match (up(x), up(y)) {
            (0, 0) => Some(0),
            (0, by) => Some(by.wrapping_mul(self.uniform(x)?)),
            (by, 0) => Some(by.wrapping_mul(self.uniform(y)?)),
            _ => None,
        };
        match *ins {
            Ins::Mov { dst, a } => learnt.up.push((dst, up(a))),
            Ins::Mad { dst, a, b, c } => {
                let by = product(a, b)?.wrapping_add(up(c));
                learnt.up.push((dst, by));
            }
            Ins::Bin32 { op, dst, a, b } => {
                let by = match op {
                    Bin32::Add => up(a).wrapping_add(up(b)),
                    Bin32::Sub => up(a).wrapping_sub(up(b)),
                    Bin32::Mul => product(a, b)?,
                    Bin32::Shl if up(a) == 0 => 0,
                    Bin32::Shl => up(a).checked_shl(self.uniform(b)? as u32).unwrap_or(0),
                    _ => return None,
                };
                learnt.up.push((dst, by));
            }
            Ins::Index {
                dst,
                base,
                index,
                scale,
                signed,
            } => {
                let by = i64::from(up(index));
                if by != 0 && !self.stays_within(index, (by, left), signed) {
                    return None;
                }
                let far = learnt.far(base) + by * i64::from(scale);
                learnt.far.push((dst, far));
            }
            Ins::Mov64 { dst, a } => learnt.far.push((dst, learnt.far(a))),
            _ => return None,
        }
        Some(())
    }

    /// Whether an index that goes up so much in each of so many rounds does not wrap.
    fn stays_within(&self, index: R, (up, left): (i64, u64), signed: bool) -> bool {
        let range = match signed {
            true => i64::from(i32::MIN)..=i64::from(i32::MAX),
            false => 0..=i64::from(u32::MAX),
        };
        let whole = up.saturating_mul(left.min(MANY) as i64);
        let turn = if signed { 0 } else { 1 << 31 };
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for x in self.file.rows32(index).as_flattened() {
            low = low.min((x ^ turn) as i32);
            high = high.max((x ^ turn) as i32);
        }
        let ends = [low, high].map(|x| i64::from(x) + i64::from(turn));
        ends.iter()
            .all(|now| range.contains(&now.saturating_add(whole)))
    }
}
