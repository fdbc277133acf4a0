//! Loops that never end, told for certain and long before the fuel is used up.
//!
//! A block that has been going for a while goes in; it has gone on a little when it comes out, with what is known of it. The rule: a warp that
//! comes back to a loop's head with all that decides there as it was ([`decides`]) will do so for ever. Where memory decides too, that holds as
//! long as memory stays as it is: so if every warp of every block goes round like this or waits, none ever ends. A block is
//! looked at when each of its warps has taken about 2<sup>17</sup> instructions, all of them 2<sup>12</sup> where a loop waits for what others store, then twice as many and so on, so that this costs next to nothing; and where it is
//! does not depend on who else runs.
//!
//! A warp whose loop counts in few bits (a counter of 8 or 16 bits wraps around) is followed for as many rounds as a 256th of the block's instructions so far allows.
//!
//! **Cannot see:** loops that take very long to come back to where they were, such as a counter of 32 bits that must wrap around; loops that wait for the clock, or
//! that store while what they wait for is in memory. They end with the fuel.

mod decides;
mod trace;

use super::block::{Block, TURN};
use super::independent_threads::reach::Reach;
use super::independent_threads::spin;
use super::trap;
use super::warp::{State, Turn, Warp};
use super::{Env, Machine};
use crate::probe::Probe;
use crate::report::Outcome;
use cuda_ir::Pc;
pub use decides::Decides;
use std::collections::HashMap;
use std::rc::Rc;
pub use trace::decided;
use trace::{Going, Trace};

/// Warp instructions of a block before it is looked at first, at least; then after twice as many, and so on.
pub const FIRST: u64 = 1 << 18;
/// The same of one of its warps: to look, each is followed alone, far slower than all go together.
const EACH: u64 = 1 << 17;
/// As `FIRST`, where a loop is made to wait for others.
const SOON: u64 = 1 << 12;
/// How many times a warp is followed round its loops.
const ROUNDS: u32 = 64;
/// How many times as many instructions a block has taken as a look may take for the sake of loops that count in few bits.
const PATIENCE: u64 = 256;
/// As far as the next time a loop goes back.
const STEP: Turn = Turn {
    whole: 1,
    access: TURN,
};
/// As far as a fragment comes at a time where nobody looks, so that it meets others as if nobody did.
const SMALL_STEP: Turn = Turn {
    whole: 1,
    access: 1,
};
/// How many more rounds warps may take to be executed together again.
const TOGETHER: u32 = 8;

/// After how many warp instructions so many warps that go together are looked at first.
pub fn first_look(waits: bool, warps: u64) -> u64 {
    match waits {
        true => SOON,
        false => FIRST.max(EACH.saturating_mul(warps)),
    }
}

/// What is known of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// It may come to an end.
    Moves,
    /// It goes round, or waits, until memory changes.
    Still,
}

/// What a launch keeps for this.
#[derive(Default)]
pub struct LivelockWatch {
    /// How often a warp that was alone may have changed memory.
    pub stirred: u64,
    /// Whether anything in the code can wait for memory, once somebody has asked.
    pub may_wait: Option<bool>,
    /// Which exchanges lanes may come to.
    pub reach: Reach,
    found: HashMap<(u32, Pc), Rc<Decides>>,
}

impl LivelockWatch {
    /// What decides in a loop of a code.
    pub fn decides(&mut self, env: &Env<'_>, code: u32, (head, end): (Pc, Pc)) -> Rc<Decides> {
        let known = self.found.entry((code, head));
        let make = || Rc::new(Decides::of(env, env.code(code), (head, end)));
        known.or_insert_with(make).clone()
    }
}

/// What is known of the fragments of a block's warps, by warp and fragment.
type Traces = HashMap<(usize, u32), (Trace, Option<u64>)>;

/// Whether one of them goes round a loop that may come back to where it was, if only late.
fn counts_in_few_bits(traces: &Traces) -> bool {
    traces.values().any(|(trace, _)| trace.counts_in_few_bits())
}

impl<P: Probe> Machine<'_, P> {
    /// Looks at a block, which goes on meanwhile. An outcome says that it never ends, or is what became of it.
    #[cold]
    pub fn look(&mut self, block: &mut Block) -> Result<Sight, Outcome> {
        let used = self.options.fuel - self.fuel;
        let mut traces = Traces::new();
        let step = if block.is_young() { SMALL_STEP } else { STEP };
        block.part(self.env);
        let patience = block.age() / PATIENCE;
        for round in 0.. {
            let taken = (self.options.fuel - self.fuel).saturating_sub(used);
            if round >= ROUNDS && !(taken < patience && counts_in_few_bits(&traces)) {
                break;
            }
            let mut ran = false;
            for (i, w) in block.warps.iter_mut().enumerate() {
                // Each fragment is to come round as often as the one of a warp that is whole.
                for _ in 0..w.fragments() {
                    if w.state == State::Ready && !self.goes_round(&traces, (i, w)) {
                        ran = true;
                        self.follow(&mut traces, (i, w), (used, step))?;
                    }
                }
            }
            ran |= self.count_arrivals(block)?;
            if ran {
                continue;
            }
            if block.warps.iter().any(|w| w.state == State::Ready) {
                return Ok(Sight::Still);
            }
            if !self.meet(block) {
                return Ok(Sight::Moves);
            }
            block.part(self.env);
        }
        self.bring_together(block)
    }

    /// Whether every fragment of a warp that can go on is known to go round until memory changes.
    fn goes_round(&self, traces: &Traces, (i, w): (usize, &Warp)) -> bool {
        let round = |id: u32| {
            let known = traces.get(&(i, id));
            known.is_some_and(|known| known.1 == Some(self.livelock.stirred))
        };
        w.ready().all(round)
    }

    /// Lets a warp go on to where a loop goes back, and looks at it there. If it goes round while lanes wait for it, those go on too.
    fn follow(
        &mut self,
        traces: &mut Traces,
        (i, w): (usize, &mut Warp),
        (used, step): (u64, Turn),
    ) -> Result<(), Outcome> {
        let known = traces.entry((i, w.standing().id)).or_default();
        let mut see = |cx: &mut Self, w: &mut Warp| {
            let (env, stirred) = (cx.env, cx.livelock.stirred);
            let mut find = |code: u32, around: (Pc, Pc)| cx.livelock.decides(env, code, around);
            let going = known.0.see(env, (w, stirred), &mut find);
            known.1 = (going == Going::Round).then_some(stirred);
            going
        };
        let going = match w.fragments.is_some() {
            false => {
                self.turn_of(w, STEP)?;
                see(self, w)
            }
            true => {
                let mut going = Going::On;
                self.turn_of_one(w, step, |cx, w| {
                    going = see(cx, w);
                    if going == Going::Round {
                        spin::helps(cx.env, w);
                    }
                })?;
                going
            }
        };
        match going {
            Going::ForEver => return Err(trap::endless(self.env, w, (used, false))),
            Going::Round if w.fragments.is_none() && self.split(w) => known.1 = None,
            _ => {}
        }
        Ok(())
    }

    /// Lets warps that are at one place be executed together again, if they come to one soon.
    fn bring_together(&mut self, block: &mut Block) -> Result<Sight, Outcome> {
        for _ in 0..TOGETHER {
            if block.unite() {
                break;
            }
            for w in block.warps.iter_mut().filter(|w| w.state == State::Ready) {
                self.turn_of(w, STEP)?;
            }
        }
        Ok(Sight::Moves)
    }

    /// The outcome if all blocks wait for memory to change, of which this is one.
    pub fn all_wait(&self, block: &Block) -> Outcome {
        let used = self.options.fuel - self.fuel;
        let goes = block.warps.iter().find(|w| w.state == State::Ready);
        let warp = goes.unwrap_or(&block.warps[0]);
        trap::endless(self.env, warp, (used, true))
    }
}
