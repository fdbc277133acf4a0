//! A block: its shared memory, its warps in turn, its barriers.
//!
//! Warps go in at their first instruction; they come out with all threads returned, or with the outcome that stopped the
//! run. The rule: warps take turns in an order drawn from the seed, or go in gangs where there is no seed; when no warp can
//! go on, those that wait at a barrier meet and go on together. A gang goes instruction by instruction; a turn of warps that are alone is short enough that no warp runs far ahead of the others, as on a device, where a
//! warp that reads `s[0]` after a barrier has read it before another one, a few instructions on, overwrites it: the
//! first [`FAIR`] turns after a barrier end before their second access to memory, later ones before the first access
//! past [`TURN`] instructions; a seed draws turns of any length. Results of programs without races do not depend on it.

use super::gang::{self, ALONE, End, Gang};
use super::independent_threads::{Progress, spin};
use super::livelock::{self, Sight};
use super::mask::LaneMask;
use super::named::Named;
use super::order::{Order, mix};
use super::trap::{Stop, alone, no_function, out_of_fuel, overflow, trapped};
use super::warp::{self, State, Turn, Warp};
use super::{Env, Machine};
use crate::launch::Halt;
use crate::probe::Probe;
use crate::report::Outcome;
use cuda_ir::op::BarOp;

/// Warp instructions a turn.
pub const TURN: u64 = 256;

/// The same of a gang's warps in all.
const TOGETHER: u64 = 1 << 12;

/// How many turns after a barrier, or after the start, are of one access to memory.
pub const FAIR: u32 = 4;

/// How many rounds of turns blocks that have come apart go on while one of them waits at its barrier.
const ROUNDS: u32 = 64;

/// Why a block stopped for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    /// All its threads have returned.
    Ended,
    /// It had its share.
    Sliced,
    /// It goes round until memory changes.
    Still,
    /// Every warp that has not ended waits for the grid.
    AtGrid,
}

/// The warps of a block, or of several that run at once, to be used for one block after the other.
pub struct Block {
    /// By number, block after block.
    pub warps: Vec<Warp>,
    /// The same in gangs, where warps may be executed together: as numbered, and without calls.
    pub gangs: Vec<Gang>,
    /// How many warps each block has.
    each: usize,
    /// Its named barriers.
    pub named: Named,
    /// How often the loop over turns came round while blocks went apart.
    rounds: u32,
    /// How many instructions it has taken, and how many it is to have when it is looked at for endless loops.
    age: u64,
    look_at: u64,
    /// At which age it is looked at first.
    first_look: u64,
    /// Whether it is known to wait for other blocks.
    waits: bool,
}

/// What the blocks of a launch have in common.
#[derive(Clone, Copy, Debug)]
pub struct Alike {
    /// How many go together.
    pub together: usize,
    /// How far their shares of shared memory lie apart, in bytes.
    pub share: usize,
    /// After how many instructions they are looked at first for endless loops.
    pub first_look: u64,
}

impl Block {
    /// The warps and gangs that a launch needs for as many blocks as go together.
    pub fn new(env: &Env<'_>, seed: u64, alike: Alike) -> Block {
        let (blocks, share) = (alike.together, alike.share);
        let threads = env.block.count() as u32;
        let each = threads.div_ceil(32);
        let numbered = (0..blocks).flat_map(|block| (0..each).map(move |i| (block, i)));
        let warps: Vec<Warp> = numbered
            .map(|(block, i)| Warp {
                shared_from: (block * share) as u32,
                ..Warp::new(env, i, threads)
            })
            .collect();
        let gangs = match seed == 0 && gang::suits(env) {
            true => gang::gangs(env, &warps),
            false => Vec::new(),
        };
        Block {
            warps,
            gangs,
            each: (each as usize).max(1),
            named: Named::default(),
            rounds: 0,
            age: 0,
            look_at: alike.first_look,
            first_look: alike.first_look,
            waits: false,
        }
    }

    /// Makes one that has ended ready for another launch of the kernel.
    pub fn again(&mut self, alike: Alike) {
        self.first_look = alike.first_look;
        self.rounds = 0;
        self.gangs.iter_mut().for_each(Gang::forget_launch);
    }

    /// Lets warps that are executed together go on alone.
    pub fn part(&mut self, env: &Env<'_>) {
        let Block { warps, gangs, .. } = self;
        for gang in gangs {
            if gang.together && gang.state == State::Ready {
                gang.part(env, gang.among(warps));
            }
        }
    }

    /// Takes warps together again that are at one place; whether all are.
    pub fn unite(&mut self) -> bool {
        let Block { warps, gangs, .. } = self;
        for gang in gangs.iter_mut().filter(|gang| !gang.together) {
            gang.unite(gang.among(warps));
        }
        gangs.iter().all(|gang| gang.together)
    }

    /// Forgets which registers hold what nobody set: nobody watches any more.
    pub fn forget_undefined(&mut self) {
        self.warps.iter_mut().for_each(|w| w.g.undefined = None);
        self.gangs.iter_mut().for_each(Gang::forget_undefined);
    }

    /// Lets the warps that wait for the grid go on.
    pub fn leave_grid(&mut self) {
        let Block { warps, gangs, .. } = self;
        let waiting = warps.iter_mut().filter(|w| w.state == State::AtGrid);
        waiting.for_each(Warp::leave_grid);
        for gang in gangs {
            if gang.together && gang.state == State::AtGrid {
                (gang.state, gang.turns) = (State::Ready, 0);
            } else if !gang.together {
                gang.unite(gang.among(warps));
            }
        }
    }

    /// How many instructions it has taken.
    pub fn age(&self) -> u64 {
        self.age
    }

    /// Lets it be looked at again as soon as at first: it is known to wait now and then.
    pub fn look_soon(&mut self) {
        self.waits = true;
        self.look_at = self.age + self.first_look;
    }

    /// Whether it is looked at sooner than most, and so may well come to its end.
    pub fn is_young(&self) -> bool {
        self.age < livelock::FIRST && !self.waits
    }

    /// Whether it is several blocks that go apart, and one may have to meet while others go on; not at every time, since they
    /// had better meet all together.
    fn goes_apart(&mut self) -> bool {
        let apart = self.warps.len() > self.each && self.gangs.iter().any(|g| !g.together);
        self.rounds = if apart {
            self.rounds.wrapping_add(1)
        } else {
            0
        };
        apart && self.rounds.is_multiple_of(ROUNDS)
    }
}

/// A turn of any length, from one access to memory to as far as the warp comes: what a seed draws. Programs that rely on how warps
/// interleave show it.
fn drawn(seed: u64, w: &Warp) -> Turn {
    let [x, y, z] = w.block.map(u64::from);
    let place = x ^ y << 20 ^ z << 40 ^ u64::from(w.index) << 48;
    let drawn = mix(seed ^ mix(place ^ u64::from(w.turns) << 8));
    let turn = |bits: u64| 1 << (bits % 12);
    Turn {
        whole: turn(drawn >> 8),
        access: turn(drawn),
    }
}

impl<P: Probe> Machine<'_, P> {
    /// Begins blocks: as many as places are given, or as `block` has warps for.
    pub fn begin(&mut self, block: &mut Block, places: impl Iterator<Item = [u32; 3]>) {
        self.mem.shared.clear();
        (block.age, block.look_at, block.waits) = (0, block.first_look, false);
        block.named = Named::default();
        let Block {
            warps, gangs, each, ..
        } = block;
        let mut begun = 0;
        for (place, warps) in places.zip(warps.chunks_mut(*each)) {
            self.probe.block(self.env.block_number(place), true);
            for w in warps {
                match gangs.is_empty() {
                    true => w.start(self.env, place),
                    false => w.enter(self.env, place),
                }
                begun += 1;
            }
        }
        for w in &mut warps[begun..] {
            (w.live, w.active) = (LaneMask::NONE, LaneMask::NONE);
            w.state = State::Done;
        }
        for gang in gangs {
            gang.start(self.env, gang.among(warps));
        }
    }

    /// Runs a block until it ends or waits, or until about `slice` instructions are executed.
    pub fn slice(&mut self, block: &mut Block, slice: u64) -> Result<Pause, Outcome> {
        let place = block.warps.first().map_or([0; 3], |w| w.block);
        let linear = place[0] as u64 ^ (place[1] as u64) << 32 ^ (place[2] as u64) << 48;
        let seed = self.options.seed;
        let order = Order::new(
            block.warps.len() as u64,
            if seed < 2 {
                seed
            } else {
                mix(seed ^ linear).max(2)
            },
        );
        let until = self.fuel.saturating_sub(slice);
        let mut before = self.fuel;
        loop {
            // Before the first turn, too: a grid of many blocks that are short never comes to a second.
            if self.options.halt.is_some_and(Halt::is_set) {
                block.part(self.env);
                let runs = |w: &&Warp| w.state == State::Ready && !w.live.is_empty();
                if let Some(warp) = block.warps.iter().find(runs) {
                    let spent = self.options.fuel - self.fuel;
                    return Err(out_of_fuel(self.env, warp, spent));
                }
            }
            let mut ran = false;
            for i in 0..block.gangs.len() {
                ran |= self.gang_turn(block, i)?;
            }
            let alone = if block.gangs.is_empty() {
                block.warps.len()
            } else {
                0
            };
            for i in 0..alone as u64 {
                let w = &mut block.warps[order.at(i) as usize];
                if w.state == State::Ready {
                    ran = true;
                    self.turn(w)?;
                }
            }
            ran |= self.count_arrivals(block)?;
            let apart = block.goes_apart();
            let met = (!ran || apart) && self.meet(block);
            if !ran && !met {
                let parked = block.warps.iter().any(|w| w.state == State::AtGrid);
                return Ok(if parked { Pause::AtGrid } else { Pause::Ended });
            }
            block.age += before.saturating_sub(self.fuel);
            before = self.fuel;
            if block.age >= block.look_at {
                block.look_at = 2 * block.age;
                if self.look(block)? == Sight::Still {
                    return Ok(Pause::Still);
                }
            }
            if self.fuel <= until && block.warps.iter().any(|w| w.state != State::Done) {
                return Ok(Pause::Sliced);
            }
        }
    }

    /// One warp's turn.
    fn turn(&mut self, w: &mut Warp) -> Result<(), Outcome> {
        if self.fuel == 0 {
            return Err(out_of_fuel(self.env, w, self.options.fuel));
        }
        let turn = match self.options.seed {
            0 | 1 => Turn {
                whole: TURN.min(self.fuel),
                access: if w.turns < FAIR { 1 } else { TURN },
            },
            seed => drawn(seed, w).least(self.fuel),
        };
        self.turn_of(w, turn)
    }

    /// A turn of so much.
    pub fn turn_of(&mut self, w: &mut Warp, turn: Turn) -> Result<(), Outcome> {
        w.turns += 1;
        if w.fragments.is_some() {
            return self.turn_apart(w, turn);
        }
        let (stop, used) = warp::advance(self, w, turn);
        match self.ended(w, stop, used)? {
            Some(Progress::Ready) => {
                if w.active != w.live && spin::is_over(self, w, used) {
                    self.split(w);
                }
            }
            Some(Progress::Meeting) => self.part(w, Some(Progress::Meeting), used),
            Some(Progress::AtBarrier) => w.state = State::AtBarrier,
            Some(Progress::AtNamed) => w.state = State::AtNamed,
            Some(Progress::AtGrid) => w.state = State::AtGrid,
            None => w.state = State::Done,
        }
        Ok(())
    }

    /// What becomes of the lanes that have stopped so, after so many instructions: none if they have returned.
    pub fn ended(&mut self, w: &Warp, stop: Stop, used: u64) -> Result<Option<Progress>, Outcome> {
        self.fuel = self.fuel.saturating_sub(used);
        Ok(match stop {
            Stop::Yield if self.fuel == 0 => {
                return Err(out_of_fuel(self.env, w, self.options.fuel));
            }
            Stop::Yield => Some(Progress::Ready),
            Stop::Meeting => Some(Progress::Meeting),
            Stop::Barrier => Some(Progress::AtBarrier),
            Stop::Named => Some(Progress::AtNamed),
            Stop::GridBarrier if !self.options.cooperative => {
                return Err(alone(self.env, w));
            }
            Stop::GridBarrier => Some(Progress::AtGrid),
            Stop::Done => None,
            Stop::Trap(message) => return Err(trapped(self.env, w, message)),
            Stop::Overflow => return Err(overflow(self.env, w)),
            Stop::NoFunction => return Err(no_function(self.env, w)),
        })
    }

    /// A gang's turn, or one of each of its warps; `false` if none can go on.
    fn gang_turn(&mut self, block: &mut Block, i: usize) -> Result<bool, Outcome> {
        let Block { warps, gangs, .. } = block;
        let several = gangs.len() > 1;
        let gang = &mut gangs[i];
        let warps = gang.among(warps);
        if !gang.together {
            let mut ran = false;
            for w in warps.iter_mut().filter(|w| w.state == State::Ready) {
                ran = true;
                self.turn(w)?;
            }
            return Ok(ran);
        }
        if gang.state != State::Ready {
            return Ok(false);
        }
        let access = match several {
            false => ALONE,
            true if gang.turns < FAIR => 1,
            true => TURN,
        };
        let turn = Turn {
            whole: TOGETHER.min(self.fuel),
            access,
        };
        gang.turns += 1;
        let (mut end, mut used) = (End::Stop(Stop::Yield), 0);
        if self.fuel > 0 {
            (end, used) = gang.advance(self, warps, turn);
        }
        self.fuel = self.fuel.saturating_sub(used);
        match end {
            End::Parted => gang.part(self.env, warps),
            End::Stop(Stop::Yield) if self.fuel == 0 => {
                gang.part(self.env, warps);
                let runs = |w: &&Warp| w.state == State::Ready && !w.active.is_empty();
                let warp = warps.iter().find(runs).unwrap_or(&warps[0]);
                return Err(out_of_fuel(self.env, warp, self.options.fuel));
            }
            End::Stop(Stop::Done) => {
                gang.state = State::Done;
                warps.iter_mut().for_each(|w| w.state = State::Done);
            }
            End::Stop(Stop::GridBarrier) if !self.options.cooperative => {
                gang.part(self.env, warps);
                return Err(alone(self.env, &warps[0]));
            }
            End::Stop(_) => {}
        }
        Ok(true)
    }

    /// Lets the warps that wait for their block go on; `false` if there are none.
    pub fn meet(&mut self, block: &mut Block) -> bool {
        if self.give_up_named(block) {
            return true;
        }
        let Block {
            warps, gangs, each, ..
        } = block;
        let mut met = false;
        // Who is told that threads are missing also hears what the waiting ones hold.
        if P::ON && warps.iter().any(|w| !w.ended().is_empty()) {
            gangs.iter_mut().for_each(|gang| gang.show_registers(warps));
        }
        for warps in warps.chunks_mut(*each) {
            let waits = warps.iter().any(|w| w.state == State::AtBarrier);
            let runs = |w: &Warp| w.state == State::Ready && !w.live.is_empty();
            if waits && !warps.iter().any(runs) {
                self.release(warps);
                met = true;
            }
        }
        if !met {
            return false;
        }
        for gang in gangs {
            if gang.together && gang.state == State::AtBarrier {
                gang.state = State::Ready;
                gang.turns = 0;
            } else if !gang.together {
                gang.unite(gang.among(warps));
            }
        }
        true
    }

    /// Lets one block's warps that wait at its barrier go on.
    fn release(&mut self, warps: &mut [Warp]) {
        self.probe.meet(warps, self.env, &mut self.found);
        let (mut yes, mut all) = (0, 0);
        for w in warps.iter().filter(|w| w.state == State::AtBarrier) {
            let (y, a) = w.says();
            (yes, all) = (yes + y, all + a);
        }
        for w in warps.iter_mut().filter(|w| w.state == State::AtBarrier) {
            w.leave_barrier(|op| match op {
                BarOp::Count => yes,
                BarOp::And => (yes == all) as u32,
                BarOp::Or => (yes > 0) as u32,
            });
        }
    }
}
