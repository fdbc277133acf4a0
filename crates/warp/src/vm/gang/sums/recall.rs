//! What a gang remembers of a loop that it comes to again and again: a tile of a product of matrices in shared memory is read from the same
//! places for every tile.
//!
//! The registers at a loop's head go in; if all that tells where it loads is as it was, all its rounds are made at once, and none to learn from.
//! The rule: only loads from shared memory and constants are remembered, which nobody makes or frees while a kernel runs.

use super::learn::Learnt;
use super::load_patterns::Load;
use super::plan::{Plan, Step};
use super::{Batch, MANY, Rounds};
use crate::probe::Probe;
use crate::vm::Machine;
use crate::vm::gang::Gang;
use crate::vm::gang::file::{File, Masks, Pointer};
use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::warp::Warp;
use cuda_ir::operands::operands;
use cuda_ir::register::Reg;
use cuda_ir::{Ins, Pc};

/// What is known of a loop.
#[derive(Default)]
pub enum LoopMemory {
    /// Nothing yet.
    #[default]
    Nothing,
    /// It had better not be remembered.
    Never,
    /// How it was when the gang was there last.
    Before(Box<MetLoop>),
}

/// A loop as it was found.
pub struct MetLoop {
    seen: LoopState,
    learnt: Learnt,
    /// Where all its rounds load, once it was met again.
    loads: Option<(Rounds, Vec<Load>)>,
}

/// What tells where it loads and how many rounds there are.
pub struct LoopState {
    masks: Masks,
    rows: Vec<Row>,
    left: u64,
}

/// A register.
enum Row {
    Narrow(Vec<Lanes32>),
    Distances(u64, Vec<Lanes32>),
    Wide(Vec<Lanes64>),
    None,
}

impl Row {
    fn of(file: &File, reg: Reg) -> Row {
        match reg {
            Reg::R(r) => Row::Narrow(file.rows32(r).to_vec()),
            Reg::D(d) => match file.pointer(d) {
                Pointer::Distances(base, rows) => Row::Distances(base, rows.to_vec()),
                Pointer::Rows(rows) => Row::Wide(rows.to_vec()),
                Pointer::Shared(row) => Row::Wide(vec![*row]),
            },
            Reg::P(_) => Row::None,
        }
    }

    fn is(&self, file: &File, reg: Reg) -> bool {
        match (self, reg) {
            (Row::Narrow(before), Reg::R(r)) => before == file.rows32(r),
            (before, Reg::D(d)) => match (before, file.pointer(d)) {
                (Row::Distances(base, before), Pointer::Distances(now, rows)) => {
                    *base == now && before == rows
                }
                (Row::Wide(before), Pointer::Rows(rows)) => before == rows,
                (Row::Wide(before), Pointer::Shared(row)) => before[..] == [*row],
                _ => false,
            },
            _ => false,
        }
    }
}

/// The registers that tell where a round loads and whether another follows, as they are before it.
pub(super) fn fixed<'c>(
    round: impl Iterator<Item = (Pc, &'c Ins)>,
    steps: &[(Pc, Step)],
) -> Vec<Reg> {
    let (mut written, mut fixed) = (Vec::new(), Vec::new());
    for (pc, ins) in round {
        let step = steps.iter().find(|(at, _)| *at == pc).map(|(_, step)| step);
        let mut read = |reg: Reg| {
            let told = !matches!(reg, Reg::P(_)) && !written.contains(&reg);
            if told && !fixed.contains(&reg) {
                fixed.push(reg);
            }
        };
        let mut makes = Vec::new();
        let mut copy = *ins;
        operands(&mut copy, &mut |operand| {
            let (reg, count, writes) = operand.parts();
            let each = (0..u16::from(count)).map(|k| reg.after(k));
            match (writes, step) {
                (true, _) => makes.extend(each),
                (false, None | Some(Step::Even | Step::Count | Step::Load { .. })) => {
                    each.for_each(&mut read);
                }
                _ => {}
            }
        });
        written.extend(makes);
    }
    fixed
}

impl Gang {
    /// How a loop is found now, if it is to be remembered.
    pub(super) fn recall(&self, which: usize, (plan, left): (&Plan, u64)) -> Option<LoopState> {
        let tells = plan.cell.is_none() && !plan.keeps() && plan.branches.is_empty();
        if !tells || matches!(self.seen.get(which), Some(LoopMemory::Never)) {
            return None;
        }
        let rows = plan.fixed.iter().map(|reg| Row::of(&self.file, *reg));
        Some(LoopState {
            masks: self.file.active.masks,
            rows: rows.collect(),
            left,
        })
    }

    /// Remembers what was learnt of it.
    pub(super) fn remember(&mut self, which: usize, seen: Option<LoopState>, learnt: Learnt) {
        if self.seen.len() <= which {
            self.seen.resize_with(which + 1, LoopMemory::default);
        }
        let Some(seen) = seen else { return };
        let stays = learnt.loads.iter().all(|(_, load)| load.stays());
        self.seen[which] = match stays && seen.left < MANY {
            true => LoopMemory::Before(Box::new(MetLoop {
                seen,
                learnt,
                loads: None,
            })),
            false => LoopMemory::Never,
        };
    }

    /// Makes the rounds of a loop that is as it was; says how many, 0 if it is not.
    pub(super) fn sum_up_again<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (which, plan): (usize, &Plan),
        each: u64,
    ) -> u64 {
        let known = match self.seen.get_mut(which) {
            Some(known @ LoopMemory::Before(_)) => std::mem::take(known),
            _ => return 0,
        };
        let LoopMemory::Before(mut before) = known else {
            return 0;
        };
        if !self.is_as(&before.seen, plan) || !before.learnt.is_direct(cx) {
            return 0;
        }
        let last = u64::from(!self.file.leaves_nothing(plan));
        let rounds = Rounds {
            from: 0,
            count: before.seen.left - last,
        };
        if rounds.count > cx.fuel / each {
            return 0;
        }
        let MetLoop { learnt, loads, .. } = &mut *before;
        self.file.learn_all_same(plan, learnt);
        if loads.as_ref().is_none_or(|(known, _)| *known != rounds) {
            *loads = self
                .sound_loads(cx, learnt, rounds)
                .map(|loads| (rounds, loads));
        }
        let Some((_, loads)) = loads else { return 0 };
        // No first round has given each warp the row that it is to have.
        for reg in &plan.sums {
            match reg {
                Reg::R(r) => self.file.own32(*r),
                Reg::D(d) => self.file.own64(*d),
                Reg::P(_) => {}
            }
        }
        let made = {
            let batch = Batch {
                plan,
                learnt,
                loads,
                rounds: rounds.count,
            };
            self.many_rounds(cx, warps, batch)
        };
        self.seen[which] = LoopMemory::Before(before);
        if made { rounds.count } else { 0 }
    }

    /// Never remembers it.
    pub(super) fn forget(&mut self, which: usize) {
        if let Some(known) = self.seen.get_mut(which) {
            *known = LoopMemory::Never;
        }
    }

    /// Whether a loop is as it was.
    fn is_as(&self, seen: &LoopState, plan: &Plan) -> bool {
        let rows = seen.rows.iter().zip(&plan.fixed);
        seen.masks == self.file.active.masks
            && rows.into_iter().all(|(row, reg)| row.is(&self.file, *reg))
    }
}
