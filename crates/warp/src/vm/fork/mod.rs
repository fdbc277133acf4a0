//! Blocks on several hands: ranges of a grid run at once, each on its own view of memory, as if they had run one after the other.
//!
//! A machine between two blocks and a [`Crew`](crate::launch::Crew) go in; memory, counters and fuel come out as one hand would have left
//! them, or nothing has changed and one hand goes on. The rule: what a job did counts only if nobody could tell that others ran
//! beside it. So kernels whose blocks can lawfully talk to each other are left alone ([`quiet`]); and a job is given up, with all that run
//! beside it, if it finds anything, does not end, reads what an earlier one wrote, or takes more fuel than there is. Then the same blocks
//! run again one after the other, and say what they always said.
//!
//! **Unwatched**, blocks go in rounds: stores go into a log that is made when the round is over, in the order of the blocks, so that it
//! stays small and near. Only where a kernel reads what it writes (which the first round tells) jobs keep copies.
//! **Watched**, too, but all rounds count or none: races are looked for in each job alone, and between jobs by the bytes that each has read
//! and written, which the counters know anyway. One hand that went on in the middle would not know who had been where, so what rounds have stored is taken back
//! ([`before`]) if a later one is given up. Atomics of which nobody asks the result are logged and made in the order of blocks.

pub(crate) mod aside;
pub(crate) mod before;
pub(crate) mod copied;
pub(crate) mod job;
pub(crate) mod log;
pub(crate) mod view;

use super::block::Alike;
use super::calls::reached;
use super::mem::Ground;
use super::order::Order;
use super::{Env, Machine};
use crate::launch::{AtOnce, Crew, Dim3};
use crate::probe::Probe;
use aside::{Aside, Spare};
use before::PagesBefore;
use cuda_ir::Ins;
use cuda_ir::op::{AtomOp, Special};
use job::{Desk, Round, Store};
use log::{Log, make};
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use view::{ADDED, Own, Plan, READ, WROTE};

/// Jobs a round, unwatched: more than hands, so that none waits long.
const JOBS: u64 = 32;
/// The same for each hand where every job looks at what it reads anew: watched, and where jobs keep copies.
const EACH: u64 = 4;
/// A launch of so many blocks is shared out before any has run.
const SOME: u64 = 16;
/// Warp instructions a job has in the first round: setting it up is little beside them. Unwatched, and watched.
const ENOUGH: [u64; 2] = [1 << 13, 1 << 15];
/// Jobs become longer while their logs have fewer words than this, and shorter beyond four times as many: they are to have twice as
/// many, so that logs stay near. Unwatched, and watched.
const FEW: [usize; 2] = [1 << 13, 1 << 17];
/// By how much jobs become longer from one round to the next at most.
const GROWTH: u64 = 8;
/// What copies of all hands may take, at worst.
const MOST_BYTES: usize = 1 << 30 << (usize::BITS / 32);
/// So many bytes of copies take as long as one warp instruction: they are kept apart, noted, made and forgotten.
const BYTES: u64 = 16;
/// So many times as long where the copies are too large to be kept for the next launch, so that their pages are new to the system.
const NEW: u64 = 4;
/// How often what the first rounds show of a kernel may be put to use.
const LESSONS: u32 = 4;

/// Whether nothing but a race, or atomics that are asked what they found, lets blocks of a kernel know of each other. Accesses that are
/// `volatile` are looked at when they are made.
pub fn quiet(env: &Env<'_>) -> bool {
    !reached(env).into_iter().any(|ins| match ins {
        Ins::Print { .. } | Ins::Sys { .. } | Ins::Fence { .. } | Ins::GridBar => true,
        Ins::Special { what, .. } => matches!(what, Special::Clock | Special::ClockHigh),
        // What an atomic makes is known when it is made.
        Ins::Atom { op, .. } | Ins::Atom64 { op, .. } => {
            env.nonfinite && matches!(op, AtomOp::FAdd | AtomOp::HalfAdd | AtomOp::BfloatAdd)
        }
        _ => false,
    })
}

/// What there is to run.
#[derive(Clone, Copy)]
pub struct Todo {
    /// The grid.
    pub grid: Dim3,
    /// In which order.
    pub order: Order,
    /// How many in all.
    pub blocks: u64,
    /// What they have in common.
    pub alike: Alike,
    /// Warp instructions that a block, or those that go together, may take.
    pub slice: u64,
    /// What watching them takes beside the instructions, once that can be told; see [`Probe::effort`].
    pub effort: Option<u64>,
}

impl Todo {
    fn together(&self) -> u64 {
        self.alike.together.max(1) as u64
    }
}

/// When a launch's blocks are shared out.
pub struct Fork {
    crew: Option<Crew>,
    /// Whether it is worth it before anything has run.
    at_once: bool,
}

impl Fork {
    /// Looks at a launch once.
    pub fn new<P: Probe>(machine: &Machine<'_, P>, todo: &Todo, quiet: bool) -> Fork {
        let options = machine.options;
        let fits = quiet && options.watch.is_none() && todo.blocks > todo.together();
        let room = |crew: &Crew| crew.hands.saturating_mul(machine.mem.size()) <= MOST_BYTES;
        let crew = options
            .crew
            .filter(|crew| crew.hands > 1 && fits && room(crew));
        let loops = machine.env.facts().loops;
        // Of few blocks the first is a great part.
        let at_once = loops && todo.blocks.div_ceil(todo.together()) <= SOME;
        Fork { crew, at_once }
    }

    /// Whether the blocks of a machine that stands between two are to be shared out now.
    pub fn due<P>(&self, machine: &Machine<'_, P>) -> bool {
        let used = machine.options.fuel - machine.fuel;
        let after = |crew: &Crew| self.at_once || used >= crew.after;
        self.crew.as_ref().is_some_and(after) && machine.found.is_empty()
    }

    /// From here on one hand does everything.
    pub fn over(&mut self) {
        self.crew = None;
    }
}

/// What there was before the first round.
struct Start<P> {
    probe: P,
    fuel: u64,
    did: [Vec<u8>; 2],
    before: PagesBefore,
}

/// What all rounds have in common.
struct Setup<'a, S> {
    crew: &'a Crew,
    todo: &'a Todo,
    store: &'a Store<S>,
}

impl<'a, S> Setup<'a, S> {
    fn of(crew: &'a Crew, todo: &'a Todo, store: &'a Store<S>) -> Self {
        Setup { crew, todo, store }
    }
}

/// How a round ended.
enum Made {
    /// As on one hand; the longest log had so many words.
    All(usize),
    /// As on one hand, which would have taken less: copies were most of the work.
    Dear,
    /// It would have to be made in another way.
    Learned,
    /// Nothing has changed, and nothing will.
    Nothing,
}

impl<P: Probe> Machine<'_, P> {
    /// Runs blocks from this number on with the crew, for as long as that goes well; the number of the first that has not run.
    pub(super) fn share_out(&mut self, fork: &mut Fork, todo: &Todo, mut begun: u64) -> u64 {
        let (Some(crew), Some(at_once)) = (fork.crew, AtOnce::here()) else {
            return begun;
        };
        fork.over();
        let (buffers, symbols) = self.env.allocations();
        let kernel = &self.env.kernel.signature.name;
        let mut aside = self.aside();
        if !P::ON && aside.is_for_one(kernel) {
            self.leave(aside);
            return begun;
        }
        let mut plan = Plan {
            at_once,
            buffers,
            copies: aside.recall(kernel, (buffers, symbols)),
            reads: !P::ON,
            spare: Mutex::new(std::mem::take(&mut aside.copies)),
            stored: std::mem::take(&mut aside.stored),
        };
        let mut start = Start {
            probe: std::mem::replace(&mut self.probe, P::another(self.env, Default::default())),
            fuel: self.fuel,
            did: self.mem.did.clone(),
            before: PagesBefore::new(buffers + symbols, P::ON),
        };
        let mut logs = std::mem::take(&mut aside.logs);
        let (first, few) = (begun, FEW[usize::from(P::ON)]);
        let mut desks: Vec<Mutex<Desk<P>>> = Vec::new();
        let store = Store::default();
        let (mut lessons, mut enough) = (0, ENOUGH[usize::from(P::ON)]);
        while begun < todo.blocks {
            let used = self.options.fuel - self.fuel;
            let each = (begun > 0).then(|| (used / begun).max(1));
            let jobs = match P::ON || plan.copies.contains(&true) {
                true => EACH * crew.hands as u64,
                false => JOBS,
            };
            let ranges = cut(begun..todo.blocks, todo.together(), (each, enough, jobs));
            let left = each.map(|each| each.saturating_mul(todo.blocks - begun));
            let short = ranges.len() < 2 || left.is_some_and(|left| left < crew.after);
            if short && !(P::ON && begun > first) {
                break;
            }
            let end = ranges.last().map_or(begun, |range| range.end);
            let most = |range: &Range<u64>| {
                let expected = each.map_or(u64::MAX, |each| {
                    each.saturating_mul(range.end - range.start)
                });
                expected
                    .saturating_mul(64)
                    .saturating_add(1 << 24)
                    .min(self.fuel)
            };
            while desks.len() < ranges.len() {
                desks.push(Mutex::new(Desk::with(logs.pop().unwrap_or_default())));
            }
            for (desk, range) in desks.iter_mut().zip(&ranges) {
                let desk = desk.get_mut().unwrap_or_else(PoisonError::into_inner);
                (desk.fuel, desk.range) = (most(range), range.clone());
                (desk.used, desk.sound) = (0, false);
            }
            let desks = &mut desks[..ranges.len()];
            match self.round(Setup::of(&crew, todo, &store), &mut plan, desks, &mut start) {
                Made::All(words) => {
                    begun = end;
                    enough = towards(enough, words as u64, 2 * few as u64);
                }
                Made::Dear => {
                    begun = end;
                    aside.leave_to_one(kernel);
                    break;
                }
                Made::Learned if lessons < LESSONS => lessons += 1,
                Made::Learned | Made::Nothing => break,
            }
        }
        // Hands that wait for the next small launch take time, too.
        if fork.at_once && !P::ON && start.fuel - self.fuel < crew.after {
            aside.leave_to_one(kernel);
        }
        if lessons > 0 {
            aside.learn(kernel, &plan.copies, buffers);
        }
        aside.stored = std::mem::take(&mut plan.stored);
        aside.keep_logs(logs.into_iter().chain(logs_of(&mut desks)));
        aside.copies = at_rest(plan, desks);
        self.leave(aside);
        store.rest(self.env, (self.options.seed, todo.alike));
        let seen = std::mem::replace(&mut self.probe, start.probe);
        if P::ON && begun < todo.blocks {
            if let Ground::Whole(memory) = &mut self.mem.ground {
                start.before.restore(memory);
            }
            (self.fuel, self.mem.did) = (start.fuel, start.did);
            return first;
        }
        self.probe.join(seen);
        begun
    }

    /// What launches before have left.
    fn aside(&mut self) -> Aside {
        match &mut self.mem.ground {
            Ground::Whole(memory) => std::mem::take(&mut memory.aside),
            Ground::Part(_) => Aside::default(),
        }
    }

    fn leave(&mut self, mut aside: Aside) {
        if let Ground::Whole(memory) = &mut self.mem.ground {
            let all = memory.buffers.iter().chain(&memory.symbols);
            aside.copies.keep_for(all);
            memory.aside = aside;
        }
    }

    fn round(
        &mut self,
        setup: Setup<'_, P::Spare>,
        plan: &mut Plan,
        desks: &mut [Mutex<Desk<P>>],
        start: &mut Start<P>,
    ) -> Made {
        let Setup { crew, todo, store } = setup;
        let Ground::Whole(memory) = &mut self.mem.ground else {
            return Made::Nothing;
        };
        let round = Round {
            env: self.env,
            options: self.options,
            base: memory,
            globals: &self.mem.globals,
            plan,
            todo,
            stop: AtomicBool::new(false),
            store,
            shared: &self.mem.shared,
        };
        let shared: &[Mutex<Desk<P>>] = desks;
        let job = |i: usize| {
            if let Some(desk) = shared.get(i) {
                round.job(&mut desk.lock().unwrap_or_else(PoisonError::into_inner));
            }
        };
        (crew.work)(crew.hands, shared.len(), &job);
        let mut done: Vec<&mut Desk<P>> = desks
            .iter_mut()
            .map(|desk| desk.get_mut().unwrap_or_else(PoisonError::into_inner))
            .collect();
        if learn(plan, &done) {
            return Made::Learned;
        }
        let used: u64 = done.iter().map(|desk| desk.used).sum();
        let sound = done.iter().all(|desk| desk.sound) && used < self.fuel;
        if !sound || mixed(&done) || depends(plan, &done) {
            return Made::Nothing;
        }
        for probe in done.iter_mut().filter_map(|desk| desk.probe.take()) {
            if !start.probe.apart(&probe) || !self.probe.apart(&probe) {
                return Made::Nothing;
            }
            self.probe.join(probe);
        }
        self.fuel -= used;
        for (slot, did) in self.mem.did.iter_mut().flatten().enumerate() {
            *did |= all_did(&done, slot);
        }
        let owned: Vec<&Own> = done.iter().map(|desk| &desk.own).collect();
        make(crew, &owned, memory, &mut start.before);
        if !P::ON && is_dear(crew, &owned, used) {
            return Made::Dear;
        }
        Made::All(owned.iter().map(|own| own.words()).max().unwrap_or(0))
    }
}

/// Whether several hands save less than a quarter of the time that one would have taken for so many instructions, which needs no copies.
fn is_dear(crew: &Crew, owned: &[&Own], used: u64) -> bool {
    let copies = || owned.iter().flat_map(|own| own.copies.iter().flatten());
    let size: usize = copies().map(|copied| copied.resident()).sum();
    let changed: u64 = copies().map(|copied| copied.changed()).sum();
    let new = if size > aside::MOST_BYTES { NEW } else { 1 };
    let most = (3 * crew.hands as u64).saturating_sub(4) * BYTES / 4;
    changed.saturating_mul(new) > most.saturating_mul(used)
}

/// The logs of jobs that are over.
fn logs_of<P>(desks: &mut [Mutex<Desk<P>>]) -> impl Iterator<Item = Log> {
    let desks = desks.iter_mut().filter_map(|desk| desk.get_mut().ok());
    desks.map(|desk| std::mem::take(&mut desk.own.log))
}

/// The copies of jobs that are over.
fn at_rest<P>(plan: Plan, desks: Vec<Mutex<Desk<P>>>) -> Spare {
    let mut spare = plan.spare.into_inner().unwrap_or_default();
    let desks = desks.into_iter().filter_map(|desk| desk.into_inner().ok());
    spare.put(
        desks
            .flat_map(|desk| desk.own.copies)
            .flatten()
            .map(|copied| *copied),
    );
    spare
}

/// Warp instructions for jobs whose logs are to have as many words as wanted, if so many make logs of `words`.
fn towards(enough: u64, words: u64, wanted: u64) -> u64 {
    if (wanted / 2..=2 * wanted).contains(&words) {
        return enough;
    }
    let fit = u128::from(enough) * u128::from(wanted) / u128::from(words.max(1));
    let fit = u64::try_from(fit).unwrap_or(u64::MAX);
    fit.clamp((enough / 2).max(1), enough.saturating_mul(GROWTH))
}

/// Ranges of blocks for jobs: as many as one round has.
fn cut(
    left: Range<u64>,
    together: u64,
    (each, enough, jobs): (Option<u64>, u64, u64),
) -> Vec<Range<u64>> {
    let gangs = (left.end - left.start).div_ceil(together);
    let cost = each.unwrap_or(enough).saturating_mul(together);
    let most = gangs.div_ceil(jobs).max(1);
    let share = most.min((enough / cost).max(1));
    let starts = (0..jobs).map(|i| left.start + i * share * together);
    starts
        .take_while(|from| *from < left.end)
        .map(|from| from..left.end.min(from + share * together))
        .collect()
}

/// Notes allocations that jobs both read and wrote, or wrote twice where each store is watched, as such to be kept in copies; whether there are any.
fn learn<P: Probe>(plan: &mut Plan, done: &[&mut Desk<P>]) -> bool {
    let mut new = false;
    for (slot, copies) in plan.copies.iter_mut().enumerate() {
        let all = all_did(done, slot);
        let mut probes = done.iter().filter_map(|desk| desk.probe.as_ref());
        let needs = all & (READ | WROTE) == READ | WROTE
            || all & WROTE != 0 && probes.any(|probe| probe.stores_again(slot));
        if !*copies && needs {
            (*copies, new) = (true, true);
        }
    }
    new
}

fn all_did<P>(done: &[&mut Desk<P>], slot: usize) -> u8 {
    let did = done.iter().filter_map(|desk| desk.own.did.get(slot));
    did.fold(0, |all, did| all | did)
}

/// Whether some allocation has atomics and other accesses: the log says nothing of their order.
fn mixed<P>(done: &[&mut Desk<P>]) -> bool {
    let slots = done.iter().map(|desk| desk.own.did.len()).max();
    (0..slots.unwrap_or(0)).any(|slot| {
        let all = all_did(done, slot);
        all & ADDED != 0 && all != ADDED
    })
}

/// Whether some job read from a copy what an earlier one stored.
fn depends<P>(plan: &mut Plan, done: &[&mut Desk<P>]) -> bool {
    if !plan.reads {
        return false;
    }
    let stored = &mut plan.stored;
    (0..plan.copies.len()).any(|slot| {
        stored.clear();
        done.iter().any(|desk| {
            let Some(Some(copied)) = desk.own.copies.get(slot) else {
                return false;
            };
            let depends = copied.reads_of(stored);
            stored.add(copied);
            depends
        })
    })
}
