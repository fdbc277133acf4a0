//! A grid: blocks one after the other, and side by side where they must be.
//!
//! The launch's blocks go in; they come out ended, or with the outcome that stopped the run. The rule: a block runs to its
//! end before the next begins, unless it waits for the grid or takes very long: then it stays resident, with its shared memory,
//! and the next begins beside it. Where the probes are to watch no more than so much, they see the first blocks only: as many as that is
//! worth by the first that ran, whoever runs them; and blocks that wait for the grid or are very long go on without in their midst. Small blocks of a kernel that nobody watches begin several at a time ([`gang`]). So a grid-wide barrier works, and so does a block that spins until another has come.

use super::block::{Alike, Block, Pause};
use super::facts::CodeFacts;
use super::fork::{Fork, Todo};
use super::gang;
use super::livelock::{self, Sight};
use super::mem::SharedMemory;
use super::order::Order;
use super::{Env, Machine};
use crate::launch::Dim3;
use crate::probe::Probe;
use crate::report::Outcome;
use std::collections::VecDeque;

/// Warp instructions that a block may take before the next begins beside it.
const SLICE: u64 = 1 << 17;
/// The same where blocks wait for each other anyway.
const SHORT: u64 = 1 << 14;
/// Warps that are resident at most: those of a device of 132 processors.
const MOST_WARPS: usize = 132 * 64;
/// What resident warps may take of memory.
const MOST_BYTES: usize = 256 << 20;

/// The same where no block can lawfully wait for another, so that the next only begins in case one does.
const LONG: u64 = 1 << 21;

/// So many warp instructions of a launch are watched whatever was before, and however long each takes to watch; fewer once a kernel was
/// launched very often.
pub const ALWAYS_WATCHED: u64 = 1 << 16;

/// After how many warp instructions it is said which block is the last that is watched.
const SURE: u64 = 1 << 16;
/// Of a launch of so few blocks all are watched, but where a kernel was launched very often.
const ALL_OF: u64 = 16;

/// Whether watching may stop before a launch has ended.
const MAY_STOP: bool = cfg!(feature = "unwatched");

/// What became of a grid.
pub(super) struct Ran {
    /// How it ended.
    pub outcome: Outcome,
    /// The blocks that go on unwatched.
    pub carried: Carried,
    /// How many blocks had begun, with those that had before.
    pub blocks: u64,
    /// How many of them were shared out.
    pub shared_out: u64,
    /// What watching took beside the instructions; see [`Probe::effort`].
    pub effort: u64,
}

/// Blocks that have been watched for long enough, and have not ended.
pub(super) type Carried = VecDeque<Resident>;

/// A block that has begun and not ended.
pub(super) struct Resident {
    block: Block,
    shared: SharedMemory,
}

/// How many blocks may be resident at once, barring those that wait for the grid.
fn most_resident(env: &Env<'_>) -> usize {
    let warps = (env.block.count() as usize).div_ceil(32).max(1);
    let [r, d, p] = env.kernel.code.registers.map(usize::from);
    let locals = env.kernel.code.locals.iter().map(|v| v.bytes as usize * 33);
    let bytes = 1024 + r * 128 + d * 256 + p * 4 + locals.sum::<usize>();
    (MOST_WARPS.min(MOST_BYTES / bytes) / warps).max(2)
}

/// How long blocks go on at first before it is another's turn.
fn first_slice(quiet: bool, together: bool, at_once: u64) -> u64 {
    match quiet {
        true => LONG * at_once,
        false if together => SHORT,
        false => SLICE,
    }
}

impl<P: Probe> Machine<'_, P> {
    /// All blocks from this number on, or those of them that are to be watched, beside those that have been carried over.
    pub(super) fn grid(&mut self, grid: Dim3, (from, carried): (u64, Carried)) -> Ran {
        let blocks = grid.count();
        let order = Order::new(blocks, self.options.seed);
        let CodeFacts {
            grid_barrier: together,
            quiet,
            spins,
            ..
        } = self.env.facts();
        let alone = !carried.is_empty();
        let (mut ready, mut parked) = (carried, Vec::new());
        let seed = self.options.seed;
        let at_once = together_of(self.env, P::ON || alone, seed, blocks);
        let mut slice = first_slice(quiet, together, at_once);
        let most = most_resident(self.env);
        let alike = self.alike(at_once, spins);
        let new = |env: &Env<'_>| env.facts.block(env, seed, alike);
        let (mut next, mut spare) = (new(self.env), Vec::new());
        let mut todo = Todo {
            grid,
            order,
            blocks,
            alike,
            slice,
            effort: None,
        };
        let mut fork = Fork::new(self, &todo, quiet);
        let (mut begun, mut shared_out) = (from, 0);
        let (mut still, mut next_look) = (false, 0);
        let many = blocks > ALL_OF || self.options.watched < ALWAYS_WATCHED;
        let mut limited = MAY_STOP && P::ON && quiet && self.options.watched < u64::MAX && many;
        loop {
            if self.found.are_enough() {
                return todo.ran(Outcome::Finished, begun, (shared_out, self.probe.effort()));
            }
            limited = self.weigh(&mut todo, begun, limited);
            if ready.is_empty() && !limited && fork.due(self) {
                let first = begun;
                begun = self.share_out(&mut fork, &todo, begun);
                shared_out += begun - first;
            }
            let fresh = begun < todo.blocks && (ready.is_empty() || ready.len() < most);
            let (block, paused) = if fresh {
                let last = todo.blocks.min(begun + at_once);
                let places = (begun..last).map(|i| grid.place(order.at(i)));
                self.begin(&mut next, places);
                begun = last;
                match self.slice(&mut next, slice) {
                    Ok(Pause::Ended) => continue,
                    paused => {
                        let after = spare.pop().unwrap_or_else(|| new(self.env));
                        (std::mem::replace(&mut next, after), paused)
                    }
                }
            } else if let Some(mut resident) = ready.pop_front() {
                self.resume(&mut resident);
                let waits = spins && still;
                let paused = self.go_on(&mut resident.block, slice, waits);
                (resident.block, paused)
            } else if parked.is_empty() {
                let blocks = std::iter::once(next).chain(spare);
                self.env.facts.rest(self.env, (seed, alike), blocks);
                return todo.ran(Outcome::Finished, begun, (shared_out, self.probe.effort()));
            } else {
                self.probe.grid();
                ready.extend(parked.drain(..).map(released));
                if self.is_seen_enough() {
                    return todo.carry(ready, begun, self.probe.effort());
                }
                continue;
            };
            match paused {
                Err(outcome) => return todo.ran(outcome, begun, (shared_out, self.probe.effort())),
                Ok(Pause::Ended) => spare.push(block),
                Ok(pause @ (Pause::Sliced | Pause::Still)) => {
                    // It may wait for one that has not begun.
                    todo.blocks = blocks;
                    still |= pause == Pause::Still;
                    ready.push_back(self.put_aside(block));
                    let used = self.options.fuel - self.fuel;
                    if !still && quiet && self.is_seen_enough() {
                        return todo.carry(ready, begun, self.probe.effort());
                    }
                    if !still {
                        continue;
                    }
                    slice = SHORT;
                    if (begun == blocks || ready.len() >= most) && used >= next_look {
                        next_look = used + used / 4;
                        if let Some(outcome) = self.look_at_all(&mut ready) {
                            return todo.ran(outcome, begun, (shared_out, self.probe.effort()));
                        }
                    }
                }
                Ok(Pause::AtGrid) => parked.push(self.put_aside(block)),
            }
        }
    }

    /// What blocks have in common of which so many go together; they get their shares of shared memory.
    fn alike(&mut self, at_once: u64, spins: bool) -> Alike {
        if at_once > 1 {
            let one = std::mem::take(&mut self.mem.shared);
            self.mem.shared = one.for_blocks(at_once as usize);
        }
        Alike {
            together: at_once as usize,
            share: self.mem.shared.share(),
            first_look: livelock::first_look(spins, at_once * self.env.block.count().div_ceil(32)),
        }
    }

    /// Once it can be told what a block takes: how many are watched, if that is limited, and what that will have taken. Out
    /// comes whether it is still to be said. It is before blocks are shared out, so that the answer is that of one thread.
    fn weigh(&self, todo: &mut Todo, begun: u64, limited: bool) -> bool {
        let (used, effort) = (self.options.fuel - self.fuel, self.probe.effort());
        let sure = match (limited, self.options.crew) {
            (true, _) => SURE.min(self.options.watched),
            (false, Some(crew)) => SURE.min(crew.after),
            (false, None) => SURE,
        };
        if todo.effort.is_some() || used < sure {
            return limited;
        }
        if limited {
            let quick = share(begun, self.options.watched.min(ALWAYS_WATCHED), used);
            let worth = share(begun, self.options.watched, used + effort).max(quick);
            todo.blocks = worth.clamp(begun, todo.blocks);
        }
        todo.effort = Some(share(effort, todo.blocks, begun));
        false
    }

    /// Whether blocks that have begun had better go on unwatched.
    fn is_seen_enough(&self) -> bool {
        let options = self.options;
        let whole = !MAY_STOP || !P::ON || options.watch.is_some();
        let most = options.watched.max(ALWAYS_WATCHED);
        let used = options.fuel - self.fuel;
        !whole && used.saturating_add(self.probe.effort()) > most
    }

    /// Looks at all resident blocks, one after the other, until one may come to an end; an outcome says that none does.
    fn look_at_all(&mut self, ready: &mut VecDeque<Resident>) -> Option<Outcome> {
        let stirred = self.livelock.stirred;
        for left in (0..ready.len()).rev() {
            let Some(mut next) = ready.pop_front() else {
                break;
            };
            self.resume(&mut next);
            let sight = match self.look(&mut next.block) {
                Ok(sight) => sight,
                Err(outcome) => return Some(outcome),
            };
            let still = sight == Sight::Still && self.livelock.stirred == stirred;
            if still && left == 0 {
                return Some(self.all_wait(&next.block));
            }
            ready.push_back(self.put_aside(next.block));
            if !still {
                break;
            }
        }
        None
    }

    /// A block that was put aside goes on.
    fn resume(&mut self, next: &mut Resident) {
        self.mem.shared = std::mem::take(&mut next.shared);
        let place = next.block.warps.first().map_or([0; 3], |w| w.block);
        self.probe.block(self.env.block_number(place), false);
    }

    /// So much more of a block; where blocks are known to wait for each other, only if this one does not still.
    fn go_on(&mut self, block: &mut Block, slice: u64, waits: bool) -> Result<Pause, Outcome> {
        if waits {
            if self.look(block)? == Sight::Still {
                return Ok(Pause::Still);
            }
            block.look_soon();
        }
        self.slice(block, slice)
    }

    fn put_aside(&mut self, block: Block) -> Resident {
        self.probe.aside();
        let fresh = self.mem.shared.like();
        Resident {
            block,
            shared: std::mem::replace(&mut self.mem.shared, fresh),
        }
    }
}

/// `a` times `b` over `of`, without going over on the way.
pub fn share(a: u64, b: u64, of: u64) -> u64 {
    let share = u128::from(a) * u128::from(b) / u128::from(of.max(1));
    u64::try_from(share).unwrap_or(u64::MAX)
}

impl Todo {
    /// How it went; `spent` is what watching took so far, which is all of it where a launch is too short to be weighed.
    fn ran(&self, outcome: Outcome, blocks: u64, (shared_out, spent): (u64, u64)) -> Ran {
        Ran {
            outcome,
            carried: Carried::new(),
            blocks,
            shared_out,
            effort: self.effort.unwrap_or(spent),
        }
    }

    /// How it went if these blocks go on unwatched.
    fn carry(&self, mut carried: Carried, begun: u64, effort: u64) -> Ran {
        carried
            .iter_mut()
            .for_each(|resident| resident.block.forget_undefined());
        Ran {
            carried,
            ..self.ran(Outcome::Finished, begun, (0, effort))
        }
    }
}

fn released(mut resident: Resident) -> Resident {
    resident.block.leave_grid();
    resident
}

/// How many blocks go together, as [`gang::blocks_together`] has it, with nobody watching.
fn together_of(env: &Env<'_>, watched: bool, seed: u64, blocks: u64) -> u64 {
    match watched || seed != 0 {
        true => 1,
        false => (gang::blocks_together(env) as u64).min(blocks),
    }
}
