//! One job: a range of blocks, on a view of memory of its own.
//!
//! A desk with the range goes in; what its blocks did to memory, what they showed and what they took comes out on it. The rule: nothing
//! but the desk changes, and whether all went as it would have alone is said there.

use super::Todo;
use super::log::Log;
use super::view::{Own, Plan, View};
use crate::launch::{Memory, RunOptions};
use crate::probe::Probe;
use crate::vm::block::{Alike, Block, Pause};
use crate::vm::clock::Clock;
use crate::vm::livelock::LivelockWatch;
use crate::vm::mem::{Ground, SharedMemory, Spaces};
use crate::vm::{Env, Machine};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a hand needs to run blocks.
struct Seat<S> {
    block: Block,
    shared: SharedMemory,
    spare: S,
}

/// What hands leave to each other.
pub struct Store<S> {
    /// Seats that no hand has now.
    seats: Mutex<Vec<Seat<S>>>,
}

/// A job: what it is to do, and what it has done.
pub struct Desk<P> {
    /// What its blocks have done to memory.
    pub own: Own,
    /// What they have shown, at rest.
    pub probe: Option<P>,
    /// Which blocks.
    pub range: Range<u64>,
    /// Warp instructions that they may take.
    pub fuel: u64,
    /// How many they took.
    pub used: u64,
    /// Whether all have ended, and nothing tells that others ran beside them.
    pub sound: bool,
}

/// What all jobs of a round have in common.
pub struct Round<'r, 'a, P: Probe> {
    /// The launch.
    pub env: &'r Env<'a>,
    /// How it is run.
    pub options: &'r RunOptions,
    /// Memory as it was before the round.
    pub base: &'r Memory,
    /// Where the symbols are.
    pub globals: &'r [u64],
    /// What is kept in copies.
    pub plan: &'r Plan,
    /// All there is to run.
    pub todo: &'r Todo,
    /// Set when the round will not count.
    pub stop: AtomicBool,
    /// What is left for others.
    pub store: &'r Store<P::Spare>,
    /// Shared memory as blocks have it.
    pub shared: &'r SharedMemory,
}

impl<S> Default for Store<S> {
    fn default() -> Self {
        Store {
            seats: Mutex::default(),
        }
    }
}

impl<S> Store<S> {
    /// Leaves the hands' blocks to later launches.
    pub fn rest(self, env: &Env<'_>, (seed, alike): (u64, Alike)) {
        let seats = self.seats.into_inner().unwrap_or_default();
        let blocks = seats.into_iter().map(|seat| seat.block);
        env.facts.rest(env, (seed, alike), blocks);
    }
}

impl<P> Default for Desk<P> {
    fn default() -> Self {
        Desk {
            own: Own::default(),
            probe: None,
            range: 0..0,
            fuel: 0,
            used: 0,
            sound: false,
        }
    }
}

impl<P> Desk<P> {
    /// With an empty log, which may have its memory already.
    pub fn with(log: Log) -> Self {
        let mut desk = Desk::default();
        desk.own.log = log;
        desk
    }
}

/// A list that hands share.
fn open<T>(list: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P: Probe> Round<'_, '_, P> {
    /// One job: its range of blocks, one after the other.
    pub fn job(&self, desk: &mut Desk<P>) {
        let mut own = std::mem::take(&mut desk.own);
        own.clear();
        let fresh = || Seat {
            block: (self.env.facts).block(self.env, self.options.seed, self.todo.alike),
            shared: self.shared.like(),
            spare: Default::default(),
        };
        let free = open(&self.store.seats).pop();
        let seat = free.unwrap_or_else(fresh);
        let mut machine = Machine {
            env: self.env,
            mem: Spaces {
                ground: Ground::Part(View::new(self.base, self.plan, own)),
                globals: self.globals.to_vec(),
                shared: seat.shared,
                printed: Vec::new(),
                prints: Default::default(),
                print_full: false,
                did: Default::default(),
                window: Vec::new(),
            },
            probe: P::another(self.env, seat.spare),
            found: crate::probe::found::Findings::new(1),
            fuel: desk.fuel,
            livelock: LivelockWatch::default(),
            clock: Clock::default(),
            options: self.options,
        };
        let mut block = seat.block;
        desk.sound = self.blocks(&mut machine, &mut block, desk.range.clone());
        if !desk.sound {
            self.stop.store(true, Ordering::Relaxed);
        }
        desk.used = desk.fuel - machine.fuel;
        let shared = std::mem::take(&mut machine.mem.shared);
        if let Ground::Part(view) = machine.mem.ground {
            desk.own = view.own;
        }
        let spare = machine.probe.rest();
        open(&self.store.seats).push(Seat {
            block,
            shared,
            spare,
        });
        desk.probe = Some(machine.probe);
    }

    /// Whether all blocks of a range have ended, and did nothing that tells them from what they would have done alone.
    fn blocks(&self, machine: &mut Machine<'_, P>, block: &mut Block, range: Range<u64>) -> bool {
        let Todo { grid, order, .. } = self.todo;
        // Unwatched, no block that has long to go begins the next beside it: who waits for another is out of fuel some time.
        let slice = if P::ON { self.todo.slice } else { u64::MAX };
        let mut from = range.start;
        while from < range.end {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            let to = range.end.min(from + self.todo.together());
            machine.begin(block, (from..to).map(|i| grid.place(order.at(i))));
            let ended = matches!(machine.slice(block, slice), Ok(Pause::Ended));
            let spoiled = match &machine.mem.ground {
                Ground::Part(view) => view.own.spoiled,
                Ground::Whole(_) => true,
            };
            if !ended || spoiled || !machine.found.is_empty() {
                return false;
            }
            from = to;
        }
        true
    }
}
