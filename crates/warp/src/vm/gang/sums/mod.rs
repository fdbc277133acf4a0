//! Loops that only add up, many rounds at once: the inner loop of a product of matrices is the longest of most programs.
//!
//! A gang at the head of a loop for which there is a [`Plan`] goes in; it comes out at that head again, some rounds later. The rule: the first
//! round is made as any other, and tells where the loads of the next ones lie; what is left out after it must read within the same
//! allocations, and the loop's last round is left to be made as any other too if its registers are read afterwards. Only where nobody
//! watches.

mod arrange;
mod cell;
mod finder;
pub mod learn;
pub(crate) mod left;
mod load_patterns;
mod panels;
pub mod plan;
pub(crate) mod recall;
pub mod registers;
mod tiles;
pub(crate) mod what;
pub mod word;
pub mod work;

use super::Gang;
use super::file::{Masks, WARPS};
use super::level::Level;
use crate::probe::Probe;
use crate::vm::Machine;
use crate::vm::lanes::Lanes32;
use crate::vm::mask::LaneMask;
use crate::vm::warp::{Turn, Warp};
use cuda_ir::register::Reg;
use cuda_ir::{Code, Ins};
use learn::Learnt;
use plan::{Plan, Step};
use registers::keep_same;
use std::sync::Arc;
use work::Work;

const NOBODY: Masks = [0; WARPS];

/// How many rounds must be left to be worth it.
pub const FEW: u64 = 6;

/// How many rounds are made at once at most: so that nobody waits long who wants the program to stop.
pub const MANY: u64 = 1 << 16;

/// A code's plans.
pub type Plans = Arc<[Plan]>;

/// What can be planned of the code on this processor, branches aside.
pub fn plans(code: &Code, level: Level) -> Plans {
    let all = all_plans(code, level);
    all.into_iter()
        .filter(|plan| plan.branches.is_empty())
        .collect()
}

/// What can be planned of the code on this processor.
fn all_plans(code: &Code, level: Level) -> Vec<Plan> {
    match level.sums() {
        Some(_) => plan::plans(code),
        None => Vec::new(),
    }
}

impl Gang {
    /// Whether to look if the loop that goes on here only adds up: where it begins, and once more in each turn.
    #[inline(always)]
    pub fn may_sum_up(&mut self, ins: &Ins) -> bool {
        match ins {
            _ if !Level::MAY_BE_BETTER => false,
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
        let plans = self
            .plans
            .get_or_insert_with(|| all_plans(code, level).into());
        let plans = plans.clone();
        let Some(which) = plans.iter().position(|plan| plan.head == self.pc) else {
            return 0;
        };
        let plan = &plans[which];
        let length = u64::from(plan.end - plan.head + 1);
        if steps + length >= turn.access || self.file.active.warps == 0 {
            return 0;
        }
        let each = length * u64::from(self.file.active.warps);
        let again = self.sum_up_again(cx, warps, (which, plan), each);
        if again > 0 {
            return each * again;
        }
        let left = self.file.rounds_left(plan);
        if left < FEW {
            return 0;
        }
        let seen = self.recall(which, (plan, left));
        let (learnt, sound) = self.first_round(cx, warps, (plan, left));
        let each = learnt.made;
        if !sound {
            self.forget(which);
            return each;
        }
        // Of the rounds left one was made, and one is for the loop itself if others may look at what it leaves.
        let last = u64::from(!self.file.leaves_nothing(plan));
        let rounds = Rounds {
            from: 1,
            count: (left - 1 - last).min(MANY).min(cx.fuel / each),
        };
        let loads = self.sound_loads(cx, &learnt, rounds);
        let made = loads.is_some_and(|loads| {
            let batch = Batch {
                plan,
                learnt: &learnt,
                loads: &loads,
                rounds: rounds.count,
            };
            self.many_rounds(cx, warps, batch)
        });
        self.remember(which, seen, learnt);
        if made {
            each * (rounds.count + 1)
        } else {
            each
        }
    }

    /// Makes a round as any other, and learns where it loads from, and whether the next ones can be told from it.
    fn first_round<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (plan, left): (&Plan, u64),
    ) -> (Learnt, bool) {
        let code = &cx.env.kernel.code;
        let (mut learnt, mut sound) = (Learnt::default(), true);
        for (count, by) in &plan.counts {
            let by = self.file.step_of(*by);
            sound &= by.is_some();
            learnt.goes_up(*count, by.unwrap_or(0));
        }
        let mut steps = plan.steps.iter().peekable();
        while self.pc < plan.end {
            let pc = self.pc;
            let ins = &code.ins[pc as usize];
            (self.at, self.pc) = (pc, pc + 1);
            learnt.made += u64::from(self.file.active.warps);
            // Those of a branch that no lane takes.
            while steps.next_if(|(at, _)| *at < pc).is_some() {}
            let step = steps.next_if(|(at, _)| *at == pc).map(|(_, step)| step);
            if let Some(step) = step {
                sound = sound && self.file.learn(step, (ins, left), &mut learnt).is_some();
            }
            let done = match ins {
                Ins::LoopStep | Ins::LoopTest { .. } | Ins::Fence { .. } => true,
                Ins::If { .. } | Ins::EndIf => {
                    self.take_branch(cx, warps, (ins, &mut learnt));
                    true
                }
                Ins::Ld { .. } | Ins::Ld64 { .. } | Ins::St { .. } | Ins::St64 { .. } => {
                    self.move_memory(cx, warps, ins)
                }
                _ => self.level.compute(&mut self.file, ins),
            };
            if !done {
                sound = false;
                self.one_by_one(cx, warps, ins, 0);
            }
            if let (true, Some(step)) = (sound, step) {
                sound = self.see_load(cx, warps, (step, ins), &mut learnt);
            }
        }
        // The way back.
        learnt.made += u64::from(self.file.active.warps);
        self.pc = plan.head;
        (learnt, sound)
    }

    /// Takes a branch, or comes together after it, and learns which lanes took it.
    fn take_branch<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        (ins, learnt): (&Ins, &mut Learnt),
    ) {
        let all = self.file.active.masks;
        self.control(cx, warps, ins, false);
        if matches!(ins, Ins::If { .. }) {
            let taken = self.file.active.masks;
            learnt.takes.push((taken != all).then_some(taken));
        }
    }

    /// Notes where a load that was just made lies; `false` if what the next rounds load cannot be read from there.
    fn see_load<P: Probe>(
        &mut self,
        cx: &Machine<'_, P>,
        warps: &[Warp],
        (step, ins): (&Step, &Ins),
        learnt: &mut Learnt,
    ) -> bool {
        let (Ins::Ld { addr, .. } | Ins::Ld64 { addr, .. }) = ins else {
            return true;
        };
        let up = learnt.up(Reg::D(*addr));
        match *step {
            Step::Load { first, n, wide } => {
                let seen = self.see(warps, (up, n, wide));
                let seen = seen.filter(|seen| seen.is_direct(cx));
                let sound = seen.is_some();
                learnt.loads.extend(seen.map(|seen| (first, seen)));
                sound
            }
            Step::Cell => {
                let wide = matches!(ins, Ins::Ld64 { .. });
                learnt.cell = self.see(warps, (up, 1, wide));
                up == 0 && learnt.cell.is_some()
            }
            Step::Keep => {
                learnt.kept.extend(self.see(warps, (up, 1, true)));
                up == 0
            }
            _ => true,
        }
    }

    /// Where some rounds load, if all of them stay inside and nobody else would see the sums.
    fn sound_loads<P: Probe>(
        &self,
        cx: &Machine<'_, P>,
        learnt: &Learnt,
        rounds: Rounds,
    ) -> Option<Vec<load_patterns::Load>> {
        let active = &self.file.active;
        let last = (rounds.from + rounds.count).checked_sub(1)?;
        let here = || (active.from..active.to).filter(|w| active.masks[*w] != 0);
        let inside = |seen: &load_patterns::SeenLoad| here().all(|w| seen.stays_inside(w, last));
        let sound = rounds.count > 0
            && learnt.loads.iter().all(|(_, seen)| inside(seen))
            && learnt.has_own_cells(active);
        sound.then(|| load_patterns::loads(cx, learnt, (&self.file.units(), rounds)))
    }

    /// Makes so many rounds of the sums, and counts them; `false` if only some lanes of a row are to be changed that all warps share, or this level makes none.
    fn many_rounds<P: Probe>(
        &mut self,
        cx: &mut Machine<'_, P>,
        warps: &mut [Warp],
        batch: Batch<'_>,
    ) -> bool {
        let Batch {
            plan,
            learnt,
            loads,
            rounds,
        } = batch;
        let Some(sum_up) = self.level.sums() else {
            return false;
        };
        let active = self.file.active;
        // The row that all warps share is that of the first: it must have all lanes.
        let shared = plan.sums.iter().any(|reg| self.file.shares(*reg));
        if shared && active.masks[active.from] != active.any {
            return false;
        }
        let taken = |branch: &Option<usize>| *learnt.takes.get((*branch)?)?;
        let only: Vec<Option<Masks>> = match plan.branches.is_empty() {
            true => Vec::new(),
            false => plan.within.iter().map(taken).collect(),
        };
        let mut parts = plan.sums.iter().zip(&only);
        if parts.any(|(reg, only)| only.is_some_and(|m| m != NOBODY) && self.file.shares(*reg)) {
            return false;
        }
        let nobody = |(_, takes): &(_, &Option<Masks>)| **takes == Some(NOBODY);
        let branches = plan.branches.iter().zip(&learnt.takes);
        let units = self.file.units();
        let mut work = Work {
            rounds: rounds as usize,
            values: plan.values.max(1),
            left_out: branches.filter(nobody).map(|(branch, _)| *branch).collect(),
            only,
            ..Work::default()
        };
        work.narrow.lines = load_patterns::lines(cx, loads);
        work.wide.lines = load_patterns::lines(cx, loads);
        keep_same(learnt, &units, &mut work);
        self.file.begin_sums(plan, &units, &mut work);
        plan.arrange(&mut work);
        sum_up(&mut work, &mut self.room);
        self.file.put_sums(plan, &units, &work);
        if let Some(pc) = plan.cell {
            let ins = &cx.env.kernel.code.ins[pc as usize];
            (self.at, self.pc) = (pc, pc + 1);
            if !self.move_memory(cx, warps, ins) {
                self.one_by_one(cx, warps, ins, 0);
            }
            self.pc = plan.head;
        }
        for (reg, _) in &plan.counts {
            self.file
                .count_up(*reg, learnt.up(*reg).wrapping_mul(rounds as i64) as u64);
        }
        true
    }
}

/// Rounds of sums to be made at once.
struct Batch<'a> {
    plan: &'a Plan,
    learnt: &'a Learnt,
    /// Where they load.
    loads: &'a [load_patterns::Load],
    /// How many.
    rounds: u64,
}

/// Some rounds of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rounds {
    /// How many are before them, from the one that was seen.
    from: u64,
    /// How many they are.
    count: u64,
}

/// Whether all lanes of a set have the value.
fn is_all(row: &Lanes32, value: u32, mask: u32) -> bool {
    let mut differ = 0;
    for x in row {
        differ |= x ^ value;
    }
    differ == 0 || LaneMask(mask).lanes().all(|lane| row[lane] == value)
}
