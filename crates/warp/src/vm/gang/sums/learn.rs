//! What the first round of a loop that only adds up tells of the next ones.
//!
//! Instructions and registers, just before they are executed, go in; by how much their results go up in each round comes out. The rule: nothing is
//! learnt where lanes would go up by different steps, or an index would wrap before it is widened.

use super::MANY;
use super::load_patterns::SeenLoad;
use super::plan::{From, Plan, Step};
use crate::vm::Machine;
use crate::vm::gang::file::{File, Masks, WARPS};
use crate::vm::lanes::{Lanes32, Lanes64};
use cuda_ir::op::{Bin32, Bin64, Widen};
use cuda_ir::register::Reg;
use cuda_ir::{D, Ins, R};

/// What is learnt in the first round.
#[derive(Default)]
pub struct Learnt {
    /// By how much even registers go up, the last word on each last; of those of 32 bits the low 32 bits count.
    up: Vec<(Reg, i64)>,
    /// The loads, with the number of the first value of each.
    pub loads: Vec<(usize, SeenLoad)>,
    /// Where a sum lies that is kept in memory.
    pub cell: Option<SeenLoad>,
    /// Where is read what all rounds read, if a sum kept in memory could change it.
    pub kept: Vec<SeenLoad>,
    /// What an operand holds that no round changes.
    pub same: Vec<Same>,
    /// Which lanes take each branch, where these are not all.
    pub takes: Vec<Option<Masks>>,
    /// How many instructions of warps a round is.
    pub made: u64,
}

/// A register's rows, warp by warp.
pub enum Same {
    /// Of 32 bits.
    Narrow(Box<[Lanes32; WARPS]>),
    /// Of 64.
    Wide(Box<[Lanes64; WARPS]>),
}

impl Learnt {
    /// Whether all loads can be read straight from where they are.
    pub(super) fn is_direct<P>(&self, cx: &Machine<'_, P>) -> bool {
        self.loads.iter().all(|(_, seen)| seen.is_direct(cx))
    }

    /// By how much a register goes up.
    pub fn up(&self, reg: Reg) -> i64 {
        let last = self.up.iter().rev().find(|(r, _)| *r == reg);
        last.map_or(0, |(_, by)| *by)
    }

    /// Learns of one.
    pub fn goes_up(&mut self, reg: Reg, by: i64) {
        let by = match reg {
            Reg::D(_) => by,
            _ => i64::from(by as i32),
        };
        self.up.push((reg, by));
    }
}

impl File {
    /// Learns by how much the next round's result is more, or what it takes that all rounds have; `left` rounds are to be made at most.
    pub fn learn(&self, step: &Step, (ins, left): (&Ins, u64), learnt: &mut Learnt) -> Option<()> {
        match step {
            Step::Value { of, .. } | Step::Sum { of, .. } => {
                of.iter().for_each(|from| self.learn_same(from, learnt));
                Some(())
            }
            Step::Widen { of, .. } => {
                self.learn_same(of, learnt);
                Some(())
            }
            Step::Even => self.learn_even(ins, left, learnt),
            Step::Keep => {
                if let Ins::Ld64 { dst, .. } = *ins {
                    learnt.goes_up(Reg::D(dst), 0);
                }
                Some(())
            }
            Step::Count | Step::Cell | Step::Load { .. } => Some(()),
        }
    }

    /// Learns again what no round changes, which may be another thing each time.
    pub(super) fn learn_all_same(&self, plan: &Plan, learnt: &mut Learnt) {
        learnt.same.clear();
        for (_, step) in &plan.steps {
            match step {
                Step::Value { of, .. } | Step::Sum { of, .. } => {
                    of.iter().for_each(|from| self.learn_same(from, learnt));
                }
                Step::Widen { of, .. } => self.learn_same(of, learnt),
                _ => {}
            }
        }
    }

    fn learn_same(&self, from: &From, learnt: &mut Learnt) {
        let From::Same(reg) = from else { return };
        let last = self.width - 1;
        learnt.same.push(match reg {
            Reg::D(d) => {
                let row = |w: usize| self.row64_of(*d, w.min(last));
                Same::Wide(Box::new(std::array::from_fn(row)))
            }
            Reg::R(r) => {
                let row = |w: usize| *self.row32(*r, w.min(last));
                Same::Narrow(Box::new(std::array::from_fn(row)))
            }
            Reg::P(_) => return,
        });
    }

    fn learn_even(&self, ins: &Ins, left: u64, learnt: &mut Learnt) -> Option<()> {
        // A factor of what goes up is the same in all lanes, or they would go up by different steps.
        let product = |x: Reg, y: Reg| match (learnt.up(x), learnt.up(y)) {
            (0, 0) => Some(0),
            (0, by) => Some(by.wrapping_mul(self.uniform(x)?)),
            (by, 0) => Some(by.wrapping_mul(self.uniform(y)?)),
            _ => None,
        };
        let shifted = |x: Reg, y: Reg| match learnt.up(x) {
            0 => Some(0),
            up => Some(up.checked_shl(self.uniform(y)? as u32).unwrap_or(0)),
        };
        let (r, d) = (
            |reg: R| learnt.up(Reg::R(reg)),
            |reg: D| learnt.up(Reg::D(reg)),
        );
        let (to, by) = match *ins {
            Ins::Mov { dst, a } => (Reg::R(dst), r(a)),
            Ins::Mov64 { dst, a } => (Reg::D(dst), d(a)),
            Ins::Narrow { dst, a, .. } => (Reg::R(dst), d(a)),
            Ins::Mad { dst, a, b, c } => {
                let by = product(Reg::R(a), Reg::R(b))?;
                (Reg::R(dst), by.wrapping_add(r(c)))
            }
            Ins::Bin32 { op, dst, a, b } => {
                let by = match op {
                    Bin32::Add => r(a).wrapping_add(r(b)),
                    Bin32::Sub => r(a).wrapping_sub(r(b)),
                    Bin32::Mul => product(Reg::R(a), Reg::R(b))?,
                    Bin32::Shl => shifted(Reg::R(a), Reg::R(b))?,
                    _ => return None,
                };
                (Reg::R(dst), by)
            }
            Ins::Bin64 { op, dst, a, b } => {
                let by = match op {
                    Bin64::Add => d(a).wrapping_add(d(b)),
                    Bin64::Sub => d(a).wrapping_sub(d(b)),
                    Bin64::Mul => product(Reg::D(a), Reg::D(b))?,
                    Bin64::Shl => shifted(Reg::D(a), Reg::D(b))?,
                    _ => return None,
                };
                (Reg::D(dst), by)
            }
            Ins::Widen { op, dst, a } => {
                let by = self.stays_within(a, (r(a), left), op == Widen::S32)?;
                (Reg::D(dst), by)
            }
            Ins::Index {
                dst,
                base,
                index,
                scale,
                signed,
            } => {
                let by = self.stays_within(index, (r(index), left), signed)?;
                let far = by.wrapping_mul(i64::from(scale));
                (Reg::D(dst), d(base).wrapping_add(far))
            }
            _ => return None,
        };
        learnt.goes_up(to, by);
        Some(())
    }

    /// By how much an index goes up, if it does not wrap in so many rounds.
    fn stays_within(&self, index: R, (up, left): (i64, u64), signed: bool) -> Option<i64> {
        if up == 0 {
            return Some(0);
        }
        let range = match signed {
            true => i64::from(i32::MIN)..=i64::from(i32::MAX),
            false => 0..=i64::from(u32::MAX),
        };
        let whole = up.saturating_mul(left.min(MANY) as i64);
        let turn = if signed { 0 } else { 1 << 31 };
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for x in self.rows32(index).as_flattened() {
            low = low.min((x ^ turn) as i32);
            high = high.max((x ^ turn) as i32);
        }
        let ends = [low, high].map(|x| i64::from(x) + i64::from(turn));
        ends.iter()
            .all(|now| range.contains(&now.saturating_add(whole)))
            .then_some(up)
    }
}
