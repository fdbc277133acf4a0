//! Loops that only add up, many rounds at once: the inner loop of a product of matrices is the longest of most programs.
//!
//! A gang at the head of a loop for which there is a [`Plan`] goes in; it comes out at that head again, some rounds later. The rule: the first
//! round is made as any other, and tells where the loads of the next ones lie; what is left out after it must read within the same
//! allocations, and the loop's last round is left to be made as any other too if its registers are read afterwards. Only where nobody
//! watches.

mod learn;
mod lies;
pub mod plan;
pub mod what;
pub mod work;

use super::Gang;
use super::file::WARPS;
use super::level::Level;
use super::rows::At;
use crate::ir::op::Cmp32;
use crate::ir::{Code, Ins, R};
use crate::lower::value::Reg;
use crate::probe::Probe;
use crate::vm::Machine;
use crate::vm::lanes::{Lanes32, Lanewise};
use crate::vm::mask::LaneMask;
use crate::vm::warp::{Turn, Warp};
use learn::Learnt;
use plan::{Plan, Step};
use std::sync::Arc;
use work::{Half, Sum, UNIT, Work};

/// How many rounds must be left to be worth it.
const FEW: u64 = 6;

/// How many rounds are made at once at most: so that nobody waits long who wants the program to stop.
const MANY: u64 = 1 << 16;

/// A code's plans.
pub type Plans = Arc<[Plan]>;

/// What can be planned of the code on this processor.
fn plans(code: &Code, level: Level) -> Plans {
    // Without a fused multiply-add of its own a processor gains little.
    match level {
        Level::Base => Arc::new([]),
        _ => plan::plans(code).into(),
    }
}

impl Gang {
    /// Whether to look if the loop that goes on here only adds up: where it begins, and once more in each turn.
    #[inline(always)]
    pub fn may_sum_up(&mut self, ins: &Ins) -> bool {
        match ins {
            Ins::Loop { .. } => true,
            Ins::EndLoop => std::mem::replace(&mut self.looks, false),
            _ => false,
        }
    }

    /// Makes rounds of the loop that begins here if it is planned, and says how many instructions of warps that took.
    pub fn sum_up<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (turn, steps): (Turn, u64),
    ) -> u64 {
        let (code, level) = (&cx.env.kernel.code, self.level);
        let plans = self.plans.get_or_insert_with(|| plans(code, level)).clone();
        let Some(plan) = plans.iter().find(|plan| plan.head == self.pc) else {
            return 0;
        };
        let length = u64::from(plan.end - plan.head + 1);
        if steps + length >= turn.access || self.file.active.warps == 0 {
            return 0;
        }
        let left = self.rounds_left(plan);
        if left < FEW {
            return 0;
        }
        let each = length * u64::from(self.file.active.warps);
        let Some(learnt) = self.first_round(cx, warps, (plan, left)) else {
            return each;
        };
        // Of the rounds left one was made, and one is for the loop itself if others may look at what it leaves.
        let last = u64::from(!self.leaves_nothing(plan));
        let rounds = (left - 1 - last).min(MANY).min(cx.fuel / each);
        if rounds == 0 || !self.many_rounds(cx, (plan, &learnt), rounds) {
            return each;
        }
        for (reg, _) in &plan.counts {
            let by = (learnt.up(*reg) as u32).wrapping_mul(rounds as u32);
            At::<0>(&mut self.file).map32(*reg, *reg, (), |x| x.wrapping_add(by));
        }
        each * (rounds + 1)
    }

    /// Whether nobody reads what a round leaves but sums and counts.
    fn leaves_nothing(&self, plan: &Plan) -> bool {
        plan.leaves.iter().all(|reg| match reg {
            Reg::R(r) => self.file.is_brief(0, r.0),
            Reg::D(d) => self.file.is_brief(1, d.0),
            Reg::P(_) => false,
        })
    }

    /// The rows of some registers, with the lanes that are meant: each warp's, or one for all where all share theirs.
    fn each_row<const N: usize>(&self, regs: [R; N], mut f: impl FnMut(u32, [&Lanes32; N])) {
        let (active, file) = (&self.file.active, &self.file);
        if regs.iter().all(|reg| file.shares32(*reg)) {
            return f(active.any, regs.map(|reg| file.row32(reg, active.from)));
        }
        for w in (active.from..active.to).filter(|w| active.masks[*w] != 0) {
            f(active.masks[w], regs.map(|reg| file.row32(reg, w)));
        }
    }

    /// The value that a register has in all active lanes.
    fn uniform(&self, reg: R) -> Option<i32> {
        let (mut found, mut alike) = (None, true);
        self.each_row([reg], |mask, [row]| {
            let first = row[LaneMask(mask).lead()];
            alike &= *found.get_or_insert(first) == first && is_all(row, first, mask);
        });
        found.filter(|_| alike).map(|x| x as i32)
    }

    /// How many rounds every active lane will make at least.
    fn rounds_left(&self, plan: &Plan) -> u64 {
        let [a, b] = plan.sides;
        let step = |side: R| plan.counts.iter().find(|(count, _)| *count == side);
        let by = |side| {
            step(side)
                .and_then(|(_, by)| self.uniform(*by))
                .map(i64::from)
        };
        let (step, left) = match (by(a), by(b)) {
            (Some(step), None) => (step, true),
            (None, Some(step)) => (-step, false),
            _ => return 0,
        };
        if step <= 0 {
            return 0;
        }
        let mut least = u64::MAX;
        self.each_row([a, b], |mask, [x, y]| {
            let lead = LaneMask(mask).lead();
            let one = rounds(plan.op, [x[lead], y[lead]], (step, left));
            least = least.min(one);
            if !is_all(x, x[lead], mask) || !is_all(y, y[lead], mask) {
                for lane in LaneMask(mask).lanes() {
                    least = least.min(rounds(plan.op, [x[lane], y[lane]], (step, left)));
                }
            }
        });
        least
    }

    /// Makes a round as any other, and learns where it loads from; nothing if the next ones cannot be told from it.
    fn first_round<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (plan, left): (&Plan, u64),
    ) -> Option<Learnt> {
        let code = &cx.env.kernel.code;
        let (mut learnt, mut sound) = (Learnt::default(), true);
        for (count, by) in &plan.counts {
            let by = self.uniform(*by);
            sound &= by.is_some();
            learnt.up.push((*count, by.unwrap_or(0)));
        }
        let mut steps = plan.steps.iter().peekable();
        for pc in plan.head..plan.end {
            let ins = &code.ins[pc as usize];
            (self.at, self.pc) = (pc, pc + 1);
            let step = steps.next_if(|(at, _)| *at == pc).map(|(_, step)| step);
            if let Some(step) = step {
                sound = sound && self.learn(step, (ins, left), &mut learnt).is_some();
            }
            let done = match ins {
                Ins::LoopStep | Ins::LoopTest { .. } => true,
                Ins::Ld { .. } => self.move_memory(cx, warps, ins),
                _ => self.level.compute(&mut self.file, ins),
            };
            if !done {
                sound = false;
                self.one_by_one(cx, warps, ins, 0);
            }
            if let (Some(Step::Load { first, n }), Ins::Ld { addr, .. }, true) = (step, ins, sound)
            {
                let seen = self.see(cx, warps, (learnt.far(*addr), *n));
                sound = seen.is_some();
                learnt.loads.extend(seen.map(|seen| (*first, seen)));
            }
        }
        self.pc = plan.head;
        sound.then_some(learnt)
    }

    /// Makes so many rounds more of the sums; `false` if they would read elsewhere.
    fn many_rounds<P: Probe>(
        &mut self,
        cx: &Machine<'_, P>,
        (plan, learnt): (&Plan, &Learnt),
        rounds: u64,
    ) -> bool {
        let active = self.file.active;
        let units = self.units();
        let shared = |reg: &R| self.file.shares32(*reg);
        // The row that all warps share is that of the first: it must have all lanes.
        if plan.sums.iter().any(shared) && active.masks[active.from] != active.any {
            return false;
        }
        let warps = || (active.from..active.to).filter(|w| active.masks[*w] != 0);
        let inside = |seen: &lies::Seen| warps().all(|w| seen.stays_inside(w, rounds));
        if !learnt.loads.iter().all(|(_, seen)| inside(seen)) {
            return false;
        }
        let mut work = Work {
            rounds: rounds as usize,
            lines: lies::lines(cx, learnt, (&units, rounds)),
            same: Vec::new(),
            made: Vec::new(),
            sums: Vec::new(),
            values: plan.values.max(1),
        };
        for rows in &learnt.same {
            let halves = units.iter().map(|u| half(&rows[u.warp % WARPS], u.half));
            work.same.push((work.values, halves.collect()));
            work.values += 1;
        }
        for reg in &plan.sums {
            let few = units
                .iter()
                .filter(|u| !shared(reg) || u.warp == active.from);
            let own = few.map(|u| half(self.file.row32(*reg, u.warp), u.half));
            work.sums.push(Sum {
                terms: Vec::new(),
                units: own.collect(),
            });
        }
        plan.arrange(&mut work);
        self.level.sum_up(&mut work, &mut self.room);
        for (reg, sum) in plan.sums.iter().zip(&work.sums) {
            for (unit, half) in units.iter().zip(&sum.units) {
                self.file
                    .put_half(*reg, (unit.warp, unit.half), (unit.mask, half));
            }
        }
        true
    }

    /// The halves of warps that have active lanes.
    fn units(&self) -> Vec<Unit> {
        let active = &self.file.active;
        let halves = (active.from..active.to).flat_map(|warp| [(warp, 0), (warp, 1)]);
        let units = halves.map(|(warp, half)| Unit {
            warp,
            half,
            mask: (active.masks[warp] >> (half * UNIT)) as u16,
        });
        units.filter(|unit| unit.mask != 0).collect()
    }
}

/// Half a warp.
struct Unit {
    warp: usize,
    half: usize,
    mask: u16,
}

fn half(row: &Lanes32, half: usize) -> Half {
    row.as_chunks::<UNIT>().0[half % 2]
}

/// Whether all lanes of a set have the value.
fn is_all(row: &Lanes32, value: u32, mask: u32) -> bool {
    let mut differ = 0;
    for x in row {
        differ |= x ^ value;
    }
    differ == 0 || LaneMask(mask).lanes().all(|lane| row[lane] == value)
}

/// How many rounds a loop makes that compares so, one side of which goes up by `step`, or the other down.
fn rounds(op: Cmp32, [a, b]: [u32; 2], (step, left): (i64, bool)) -> u64 {
    let wide = |x: u32| match op {
        Cmp32::LtU | Cmp32::LeU => i64::from(x),
        _ => i64::from(x as i32),
    };
    let gap = wide(b) - wide(a);
    let rounds = match op {
        Cmp32::LtS | Cmp32::LtU if gap > 0 => (gap - 1) / step + 1,
        Cmp32::LeS | Cmp32::LeU if gap >= 0 => gap / step + 1,
        Cmp32::Ne if gap > 0 && gap % step == 0 => gap / step,
        _ => 0,
    };
    // The count must not wrap before the loop ends.
    let (from, by) = if left {
        (wide(a), step)
    } else {
        (wide(b), -step)
    };
    let last = from + by * rounds;
    let range = match op {
        Cmp32::LtU | Cmp32::LeU => 0..=i64::from(u32::MAX),
        _ => i64::from(i32::MIN)..=i64::from(i32::MAX),
    };
    if range.contains(&last) {
        rounds as u64
    } else {
        0
    }
}
