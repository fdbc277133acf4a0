//! Races on shared and on global memory, within a warp, a block and between blocks.
//!
//! **Definition.** Two accesses to one location race if different threads make them, at least one is a plain write, or one
//! is a plain read and the other writes, and nothing orders them. (Two accesses that are each atomic or volatile never
//! race; two writes of the same value are none either, whatever their order, nor a plain read and a compare-and-swap.) What orders, as the CUDA programming model
//! has it ("happens before", exactly): a thread's own program; a barrier of the block, of the grid; `__syncwarp` among the
//! lanes it names; and a fence with an atomic: what a thread knew at its last `__threadfence()` is left behind by its next
//! atomics and volatile stores, and taken over by whoever then reads that location by an atomic, or by a volatile load
//! that a fence, a barrier or a `__syncwarp` follows (`__threadfence_block()` does so within a block, on either side).
//! An atomic of a block's scope (`atomicAdd_block`, PTX's `.cta`, `cuda::thread_scope_block`) is one among the threads of its block only: with
//! what another block's thread does to the location, by an atomic too, it races, and neither takes over what the other left. Where a kernel has fences, what a thread does to a location after an atomic of its own there comes after
//! the atomics that this found done. Launches of one stream are in order, so each begins anew.
//! A location is as large as the smallest element by which its allocation is accessed, four bytes at most ([`shadow`]).
//!
//! **Lockstep.** If nothing orders two lanes of one warp but that they execute in step, on devices since compute
//! capability 7.0 they need not: that is a finding of its own, a warning. There two volatile accesses are held to order
//! too, unless the kernel has a fence. Lanes of one store that write different values to one location are another.
//!
//! **Method.** [`clock`] numbers accesses, [`shade`] keeps up to three for each location, [`order`] knows what orders.
//! Whether a race exists on a location does not depend on the order in which the machine runs blocks and warps, if
//! no atomics order them; which of several racing pairs is named does.
//!
//! **Cannot see:** local and constant memory, memory of the host; a third reader that is not ordered where the two that
//! are kept are; the scope of loads and stores (`ld.relaxed.cta`, `load` of a `cuda::atomic_ref`: they count as the device's); a fence missing after
//! an atomic that reads a flag (programs rely on it, and it is held to acquire); what lies before the 513th place at which a block took over
//! what others left (from there on it is held to know all). **Never wrong**, but for one habit that
//! works by chance: shuffles and votes order no memory here, as the programming guide says, though lanes wait at them.
//!
//! **Memory:** a byte a location while neighbouring threads access neighbouring locations; else, where a location is of four bytes, 8 where it is only
//! read or only written, at most 16, and where it is smaller two to four: at most four times what is touched. What no store of the launch can reach has no shadow
//! ([`stored`]); numbers that no location remembers are forgotten.

pub(crate) mod clock;
mod defer;
mod named;
mod order;
mod palette;
mod points;
mod rows;
pub(crate) mod shade;
mod shadow;
mod stored;
mod words;

use super::found::Findings;
use super::scene::Scene;
use super::{Access, Loads, Op, Values};
use crate::report::FindingKind;
use crate::vm::calls::reached;
use crate::vm::gang::level::Level;
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Group, Region, Shape, Space};
use crate::vm::{Env, Warp};
use clock::{Clock, NUMBER};
use cuda_ir::Ins;
use cuda_ir::op::{AtomOp, Scope};
use defer::{Deferred, Reads};
use order::{BlockHistory, Does, Location, Relation};
use palette::Palette;
use points::Points;
use shade::{Me, SETTLED, STRONG, Shade, THREAD, WRITE, thread_of};
use shadow::Shadow;
pub use shadow::Spare;
use std::collections::BTreeSet;
use stored::Stored;

/// How many instructions a number can tell apart.
pub const MAX_CODE: usize = 1 << 21;

/// The shadow of a launch's memory.
pub struct Race {
    clock: Clock,
    points: Points,
    block: BlockHistory,
    shared: Shade,
    /// Reads of shared memory that it has not seen.
    deferred: Deferred,
    /// Whether the shared memory's shadow has only what is older than the block, or its own.
    fresh: bool,
    aside: Vec<(BlockHistory, Shade)>,
    shadow: Shadow,
    /// log2 of a location's size in shared memory, and of the smallest anywhere.
    shift: u32,
    traits: Traits,
    stored: Stored,
    /// Whether some block was put aside, so that an older number may be the running block's.
    resumes: bool,
    level: Level,
    /// Allocations that atomics went to, by space and number.
    atomics: BTreeSet<(u8, u32)>,
    /// What looks at single locations took so far, in watched warp instructions.
    pub effort: u64,
}

/// How many watched warp instructions take as long as a closer look.
const CLOSER_EFFORT: u64 = 4;

/// What the kernel's code has that matters here.
#[derive(Clone, Copy, Default)]
struct Traits {
    fences: bool,
    volatile: bool,
    /// The grid meets, or blocks order each other in other ways.
    orders: bool,
    /// Some atomics are of a block's scope.
    narrow: bool,
}

impl Traits {
    /// Whether volatile accesses of one warp are held to order.
    fn steps(self) -> bool {
        self.volatile && !self.fences
    }
}

impl Race {
    /// Ready for a launch.
    pub fn new(env: &Env<'_>) -> Self {
        let (mut shift, mut traits) = (3, Traits::default());
        for ins in reached(env) {
            let bytes = match ins {
                Ins::Ld { ty, volatile, .. } | Ins::St { ty, volatile, .. } => {
                    traits.volatile |= volatile;
                    ty.bytes()
                }
                Ins::Ld64 { volatile, .. } | Ins::St64 { volatile, .. } => {
                    traits.volatile |= volatile;
                    8
                }
                Ins::Atom64 { scope, .. } => {
                    traits.narrow |= *scope == Scope::Block;
                    continue;
                }
                Ins::Atom { op, scope, .. } => {
                    traits.narrow |= *scope == Scope::Block;
                    AtomOp::bytes(*op)
                }
                Ins::Fence { .. } => {
                    (traits.fences, traits.orders) = (true, true);
                    continue;
                }
                Ins::GridBar => {
                    traits.orders = true;
                    continue;
                }
                _ => continue,
            };
            shift = shift.min(bytes.trailing_zeros());
        }
        Race {
            clock: Clock::new(env.flat_len()),
            points: Points::default(),
            block: BlockHistory::default(),
            shared: Shade::singly((env.shared_bytes as usize).div_ceil(1 << shift)),
            deferred: Deferred::new(1 << shift),
            fresh: true,
            aside: Vec::new(),
            shadow: Shadow::new(shift, env.allocations()),
            shift,
            traits,
            stored: Stored::new(env),
            resumes: false,
            level: Level::here(),
            atomics: BTreeSet::new(),
            effort: 0,
        }
    }

    /// A block begins or, if it was put aside, goes on.
    pub fn block(&mut self, number: u64) {
        self.clock.slice(number);
        match self.aside.iter().position(|(b, _)| b.number == number) {
            Some(i) => {
                (self.block, self.shared) = self.aside.swap_remove(i);
                self.fresh = false;
                self.deferred.resume();
            }
            None => {
                self.deferred.forget();
                self.block.start(number, self.clock.now);
                self.fresh = true;
            }
        }
    }

    /// A kernel got new memory of this number: what threads did with what had it before orders nothing now.
    pub fn renewed(&mut self, buffer: u32) {
        self.shadow.renewed(buffer);
    }

    /// Gives its memory back: no access will come.
    pub fn rest(&mut self) -> Spare {
        self.clock = Clock::new(0);
        self.points = Points::default();
        self.deferred = Deferred::new(1);
        self.shared = Shade::singly(0);
        self.shadow.rest()
    }

    /// Takes pieces to be used before new ones are made.
    pub fn lend(&mut self, spare: Spare) {
        self.shadow.spare = spare;
    }

    /// The running block is put aside.
    pub fn aside(&mut self) {
        self.resumes = true;
        self.show_all();
        let block = std::mem::take(&mut self.block);
        let clean = Shade::singly(self.shared.locations());
        self.aside
            .push((block, std::mem::replace(&mut self.shared, clean)));
    }

    /// A barrier: what was before it is ordered before what comes.
    pub fn meet(&mut self) {
        self.deferred.forget();
        self.clock.barrier();
        self.block.meet(self.clock.now);
    }

    /// A warp comes to a named barrier: it leaves what it knows.
    pub fn named(&mut self, id: u32, warp: u32) {
        self.show_all();
        self.clock.tick();
        self.block.comes(id, warp, self.clock.now);
    }

    /// A named barrier is over for the warps that waited: they know what all who came did.
    pub fn named_over(&mut self, id: u32, waited: LaneMask) {
        self.show_all();
        self.clock.tick();
        self.block.met_by_name(id, waited, self.clock.now);
    }

    /// All blocks have met.
    pub fn grid(&mut self) {
        self.clock.tick();
        self.points.grid = self.clock.now;
    }

    /// `__syncwarp`.
    pub fn sync_warp(&mut self, warp: &Warp, named: &[u32; 32]) {
        self.show_all();
        self.clock.tick();
        let lanes = (warp.active, warp.live);
        self.block
            .sync_warp(warp.index, lanes, named, self.clock.now);
    }

    /// `__threadfence`, or `__threadfence_block`.
    pub fn fence(&mut self, warp: &Warp, block_only: bool) {
        self.show_all();
        self.clock.tick();
        let first = warp.index * 32;
        let threads = warp.active.lanes().map(|lane| first + lane as u32);
        self.block.fence(threads, block_only, self.clock.now);
    }

    /// Loads of several warps; `false` if each must be looked at.
    #[inline]
    pub fn loads(&mut self, loads: &Loads<'_>) -> bool {
        let region = loads.region();
        if region.space != Space::Shared {
            return !self.stored.may(region) || matches!(region.space, Space::Host | Space::Stack);
        }
        if self.clock.full() {
            self.collect();
        }
        let me = self.me(loads.flat, 0, Space::Shared);
        self.deferred.put(loads, &me)
    }

    /// Shows locations what was deferred.
    #[cold]
    fn show(&mut self, list: Vec<Reads>) {
        for reads in &list {
            let times = (0..reads.count).flat_map(|k| reads.time(k));
            for (warp, group) in times {
                let access = Access {
                    op: Op::Load,
                    group: &group,
                    bytes: reads.bytes,
                    volatile: false,
                    unwritten: LaneMask::NONE,
                    values: Values::None,
                    content: &[],
                    constant: false,
                };
                self.locations(&mut Request {
                    access: &access,
                    told: None,
                    me: reads.me,
                    first: warp * 32,
                    shift: self.shift,
                    per: (reads.bytes >> self.shift).max(1) as usize,
                });
            }
        }
    }

    /// A copy of these lanes to shared memory is there: a write of theirs, by the instruction that began it.
    pub fn landed(&mut self, flat: usize, warp: u32, group: &Group, bytes: u32) {
        let access = Access {
            op: Op::Store,
            group,
            bytes,
            volatile: false,
            unwritten: LaneMask::NONE,
            values: Values::None,
            content: &[],
            constant: false,
        };
        let list = self.deferred.before(&access, warp, false);
        self.show(list);
        if self.clock.full() || self.shadow.full() {
            self.collect();
        }
        let me = self.me(flat, WRITE, Space::Shared);
        self.locations(&mut Request {
            access: &access,
            told: None,
            me,
            first: warp * 32,
            shift: self.shift,
            per: (bytes >> self.shift).max(1) as usize,
        });
    }

    fn show_all(&mut self) {
        let list = self.deferred.take_all();
        self.show(list);
    }

    /// One request.
    #[inline]
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
        let space = access.group.region.space;
        if matches!(space, Space::Local | Space::Host | Space::Stack) || access.constant {
            return;
        }
        if !self.stored.may(access.group.region) {
            if access.op == Op::Load && !access.volatile {
                return;
            }
            if access.op != Op::Load {
                self.stored.note(access.group.region);
            }
        }
        if access.op == Op::Store && access.group.shape != Shape::Run {
            words::conflict(access, scene, found);
        }
        let strong = access.volatile || access.op == Op::Atomic;
        if access.op == Op::Atomic {
            self.atomics.insert(numbered(access.group.region));
        }
        if space == Space::Shared {
            let list = self.deferred.before(access, scene.warp.index, strong);
            if !list.is_empty() {
                self.show(list);
            }
        }
        if self.clock.full() || self.shadow.full() {
            self.collect();
        }
        let kind = if strong { STRONG } else { 0 } | if access.op == Op::Load { 0 } else { WRITE };
        let me = self.me(scene.flat(), kind, space);
        let shift = match space {
            Space::Shared => self.shift,
            _ => self.shadow.shift(access.group.region, access.bytes),
        };
        let mut request = Request {
            access,
            told: Some((scene, found)),
            me,
            first: scene.warp.index * 32,
            shift,
            per: (access.bytes >> shift).max(1) as usize,
        };
        self.locations(&mut request);
        if strong && self.traits.fences {
            self.hand_on(&request);
        }
    }

    fn me(&mut self, flat: usize, kind: u32, space: Space) -> Me {
        let number = self.clock.number(flat);
        let since = self.clock.since;
        let shared = space == Space::Shared;
        let lo = if shared && self.fresh { 0 } else { since.slice };
        Me {
            id: number | kind,
            lo,
            span: since.barrier - lo,
            since,
            own: shared,
            near: match self.traits {
                Traits { narrow: true, .. } if !shared => u32::MAX,
                traits if traits.steps() => 32,
                _ => 0,
            },
            settles: !shared && !self.traits.orders && !self.resumes,
        }
    }

    /// One location that needs a closer look.
    #[inline(never)]
    fn closer(&mut self, at: usize, thread: u32, q: &mut Request<'_, '_>) {
        self.effort += CLOSER_EFFORT;
        let (ids, who) = self.on((at, 1), q, |shade, within| shade.state(within));
        let orders =
            [0, 1, 2].map(|slot: usize| self.relation(ids[slot], thread_of(who, slot), thread, q));
        let mut same = false;
        // What nothing orders is graver than what lockstep does.
        for grave in [Relation::Loose, Relation::Lockstep] {
            let slots = (0..3).filter(|slot| orders[*slot] == Some(grave));
            let then = slots.map(|slot| (ids[slot], thread_of(who, slot)));
            let mut racing = then.filter(|then| self.races(*then, thread, (grave, q)));
            let Some(then) = racing.next() else {
                continue;
            };
            same |= words::same_value(q, (then.0, at, q.shift), thread);
            if !same {
                let racing = Racing {
                    order: grave,
                    ids,
                    id: then.0,
                    by: then.1,
                };
                self.tell(racing, at, thread, q);
                break;
            }
        }
        let next = self.noted(Remembered { ids, who, orders }, thread, &q.me, same);
        let region = q.access.group.region;
        if region.space == Space::Shared && (next.0[1] | next.0[2]) & WRITE != 0 {
            self.deferred.close(region.id);
        }
        self.on((at, 1), q, |shade, within| shade.set(within, next));
    }

    /// How an access remembered lies to this one; `None` if there is none.
    fn relation(&self, id: u32, then: u32, thread: u32, q: &Request<'_, '_>) -> Option<Relation> {
        if id == 0 {
            return None;
        }
        if q.me.after(id, then, thread) {
            return Some(Relation::Before);
        }
        // Another block's access to shared memory is to that block's.
        let shared = q.access.group.region.space == Space::Shared;
        if shared && self.block_of(id) != self.block.number {
            return None;
        }
        let order = self
            .block
            .order(&self.clock, &self.points, (id, then), thread);
        let atomic = id & (STRONG | WRITE) == STRONG | WRITE && q.me.id & STRONG == 0;
        if order != Relation::Before && atomic {
            let byte = q.access.group.at[(thread % 32) as usize];
            let at = self.location(q, byte);
            if self.block.changed_since(thread, at, id & NUMBER) {
                return Some(Relation::Before);
            }
        }
        Some(order)
    }

    /// Whether two accesses that nothing orders race, looked at closely. A plain read does not race with a compare-and-swap,
    /// which checks what was read; of two of one warp that are atomic or volatile, neither may be atomic; and of two blocks' one must be an
    /// atomic of a block's scope.
    fn races(
        &self,
        (id, then): (u32, u32),
        thread: u32,
        (order, q): (Relation, &Request<'_, '_>),
    ) -> bool {
        // What was deferred cannot race.
        let Some((scene, _)) = &q.told else {
            return false;
        };
        let (before, now) = (
            atom(scene.env, self.clock.flat(id & NUMBER)),
            atom(scene.env, scene.flat()),
        );
        let swap = |atom| matches!(atom, Some((AtomOp::Cas | AtomOp::Cas16, _)));
        let read = |id: u32| id & (STRONG | WRITE) == 0;
        let checked = swap(before) && read(q.me.id) || swap(now) && read(id);
        let atoms = before.is_some() || now.is_some();
        let lax = atoms || order == Relation::Loose || !self.traits.steps();
        let strong = id & q.me.id & STRONG != 0;
        q.me.could(id, then, thread) && !checked && !(strong && lax && !self.beyond(id, scene, q))
    }

    /// Whether two atomic or volatile accesses are none to each other: of two blocks' one is an atomic of a block's scope.
    fn beyond(&self, id: u32, scene: &Scene<'_>, q: &Request<'_, '_>) -> bool {
        let places = [self.clock.flat(id & NUMBER), scene.flat()];
        let narrow = |flat: usize| matches!(atom(scene.env, flat), Some((_, Scope::Block)));
        id & q.me.id & STRONG != 0
            && q.access.group.region.space != Space::Shared
            && self.block_of(id) != self.block.number
            && places.into_iter().any(narrow)
    }

    /// What the location remembers from now on.
    fn noted(&self, was: Remembered, thread: u32, me: &Me, same: bool) -> ([u32; 3], u32) {
        let Remembered {
            mut ids,
            who,
            orders,
        } = was;
        let mut by = [0, 1, 2].map(|slot| thread_of(who, slot));
        let done = |order: Option<Relation>| order.is_none_or(|o| o == Relation::Before);
        let before = [0, 1, 2].map(|k: usize| done(orders[k]) && me.stands_for(ids[k]));
        if me.id & WRITE != 0 && (before == [true; 3] || me.id & STRONG == 0 && !same) {
            return ([me.id, 0, 0], thread);
        }
        let mut put = (me.id, thread);
        if me.id & WRITE != 0 && (before[0] || same) {
            let old = (ids[0], by[0]);
            (ids[0], by[0]) = put;
            put = if before[0] { (0, 0) } else { old };
        }
        if put.0 != 0 {
            let moved = self.moved(ids, by, before, put);
            if let Some(slot) = moved {
                (ids[slot], by[slot]) = put;
            }
        }
        let apart = |a: u32, b: u32| a != 0 && b != 0 && self.block_of(a) != self.block_of(b);
        let reads = (ids[1] | ids[2]) & WRITE == 0 && apart(ids[1], ids[2]);
        let atomics = ids[0] & ids[1] & STRONG != 0 && ids[0] & ids[1] & WRITE != 0;
        let settled = me.settles && (reads || atomics && apart(ids[0], ids[1]));
        let flag = if settled { SETTLED } else { 0 };
        (
            ids,
            (by[0] & THREAD) | (by[1] & THREAD) << 10 | (by[2] & THREAD) << 20 | flag,
        )
    }

    /// The slot that one more access takes; `None` if two at least as far from each other are known.
    fn moved(
        &self,
        ids: [u32; 3],
        by: [u32; 3],
        before: [bool; 3],
        new: (u32, u32),
    ) -> Option<usize> {
        if let Some(slot) = (1..3).find(|slot| ids[*slot] == 0 || before[*slot]) {
            return Some(slot);
        }
        // A plain access races with more than atomics do.
        if new.0 & STRONG == 0 && ids[0] & ids[1] & ids[2] & STRONG != 0 {
            return Some(2);
        }
        let (one, two) = (self.block_of(ids[1]), self.block_of(ids[2]));
        let other_block = one == two && self.block_of(new.0) != one;
        let other_warp = one == two && by[1] / 32 == by[2] / 32 && new.1 / 32 != by[1] / 32;
        (other_block || other_warp).then_some(2)
    }

    fn block_of(&self, id: u32) -> u64 {
        self.clock.block_of(id & NUMBER)
    }

    fn tell(&self, racing: Racing, at: usize, thread: u32, q: &mut Request<'_, '_>) {
        let Racing { order, ids, id, by } = racing;
        let space = q.access.group.region.space;
        let kind = match (order, space) {
            (Relation::Lockstep, _) => FindingKind::LockstepRace,
            (_, Space::Shared) => FindingKind::SharedRace,
            _ => FindingKind::GlobalRace,
        };
        let then = words::Then {
            flat: self.clock.flat(id & NUMBER),
            thread: by,
            block: self.block_of(id),
            beyond: q
                .told
                .as_ref()
                .is_some_and(|(scene, _)| self.beyond(id, scene, q)),
            mixed: q
                .told
                .as_ref()
                .is_some_and(|(scene, _)| self.mixed(ids, scene, q)),
            seen: self
                .block
                .wants_fence(&self.clock, &self.points, (id, by), thread),
        };
        let lane = (thread % 32) as usize;
        words::report(kind, &then, (lane, (at as u32) << q.shift), q);
    }

    /// Whether atomics may have been made at a location that remembers these.
    fn mixed(&self, ids: [u32; 3], scene: &Scene<'_>, q: &Request<'_, '_>) -> bool {
        let atomic = |id: &u32| {
            *id & (STRONG | WRITE) == STRONG | WRITE
                && atom(scene.env, self.clock.flat(id & NUMBER)).is_some()
        };
        // One that remembers as many as it can may have forgotten one.
        let forgets = ids.iter().all(|id| *id != 0);
        ids.iter().any(atomic) || forgets && self.atomics.contains(&numbered(q.access.group.region))
    }

    /// Where a byte is, to threads that hand on what they know.
    fn location(&self, q: &Request<'_, '_>, byte: u32) -> Location {
        let region = q.access.group.region;
        let (space, id) = numbered(region);
        let block = match region.space {
            Space::Shared => self.block.number,
            _ => 0,
        };
        Location {
            space,
            id,
            place: byte >> self.shift,
            block,
        }
    }

    /// Each atomic or volatile lane takes over what was left at its location, and leaves what it knows; by an atomic of a block's scope, what
    /// and to whom its block did and knows.
    fn hand_on(&mut self, q: &Request<'_, '_>) {
        let does = Does {
            reads: q.access.op != Op::Store,
            writes: q.access.op != Op::Load,
        };
        let env = q.told.as_ref().map(|(scene, _)| (scene.env, scene.flat()));
        let scope = env.and_then(|(env, flat)| atom(env, flat)).map(|a| a.1);
        let shared = q.access.group.region.space == Space::Shared;
        for lane in q.access.group.mask.lanes() {
            let at = self.location(q, q.access.group.at[lane]);
            let thread = q.first + lane as u32;
            let who = (thread, self.clock.now);
            if shared || scope != Some(Scope::Block) {
                self.block.touch(&mut self.points, at, who, does);
            }
            if self.traits.narrow && !shared {
                // What is left there for the own block alone, and by it.
                let own = Location {
                    block: self.block.number + 1,
                    ..at
                };
                self.block.touch(&mut self.points, own, who, does);
            }
            if q.access.op == Op::Atomic {
                self.block.changes(thread, at, q.me.id & NUMBER);
            }
        }
    }

    /// Forgets numbers that no location remembers.
    #[cold]
    fn collect(&mut self) {
        self.show_all();
        let (mut marks, nothing) = (self.clock.marks(), &mut Palette::default());
        let locations = self.shadow.mark(&mut marks);
        let shared = || {
            self.aside
                .iter()
                .map(|(_, shade)| shade)
                .chain([&self.shared])
        };
        shared().for_each(|shade| shade.mark(&mut marks, nothing));
        self.clock.renumber(&mut marks, locations);
        self.shadow.renumber(&marks);
        let aside = self.aside.iter_mut().map(|(_, shade)| shade);
        let shared = aside.chain([&mut self.shared]);
        shared.for_each(|shade| shade.renumber(&marks, &[]));
    }

    /// Bytes that the shadow takes.
    pub fn bytes(&self) -> usize {
        self.shadow.bytes() + self.shared.bytes() + self.clock.bytes() + self.deferred.bytes()
    }
}

/// An allocation by numbers: of its space, and its own there.
fn numbered(region: Region) -> (u8, u32) {
    let space = match region.space {
        Space::Shared => 0,
        Space::Symbol => 1,
        _ => 2,
    };
    (space, region.id)
}

/// What an instruction does atomically, and among whom.
fn atom(env: &Env<'_>, flat: usize) -> Option<(AtomOp, Scope)> {
    match env.instruction(flat)?.0 {
        Ins::Atom { op, scope, .. } | Ins::Atom64 { op, scope, .. } => Some((*op, *scope)),
        _ => None,
    }
}

/// What a location remembers of accesses before, and how they lie to the one that comes.
struct Remembered {
    ids: [u32; 3],
    /// Their threads, packed.
    who: u32,
    orders: [Option<Relation>; 3],
}

/// An access before that races with the one that comes.
struct Racing {
    order: Relation,
    /// All that the location remembers.
    ids: [u32; 3],
    /// The access that races.
    id: u32,
    /// Its thread.
    by: u32,
}

/// A request.
struct Request<'a, 'f> {
    access: &'a Access<'a>,
    /// Where it is and where what is found goes; none for what was deferred.
    told: Option<(&'a Scene<'a>, &'f mut Findings)>,
    me: Me,
    /// The warp's first thread.
    first: u32,
    /// log2 of a location's size.
    shift: u32,
    /// Locations a lane.
    per: usize,
}
