//! What watches a run: a closed list of events, at most a few a warp instruction, and the probes that see them.
//!
//! The machine is generic over one [`Probe`] with two instances: [`NoProbe`], which costs nothing, and [`Probes`], which is
//! all of them. The rule: a probe sees and notes. What some answer (whether they watch on, what a location remembers) steers watching alone, never
//! the machine, so a run is the same with and without. Each probe's file opens with its definition, what it cannot see, and whether it can be wrong:
//! [`bounds`], [`dangling`], [`uninit`], [`race`], [`copies`], [`sync`], [`wrap`], [`nonfinite`] make findings; [`count`], [`coalesce`], [`bank`], [`contend`], [`diverge`] make counters, [`sample`] the
//! maps of accesses, and [`once`] tells counters what a compiler leaves out;
//! [`watch`] says who stored into one element last; [`record`] what one warp did, step by step; [`footprint`] which bytes a launch touched, for races between launches.

pub(crate) mod bank;
pub(crate) mod bounds;
pub(crate) mod bytes;
pub(crate) mod coalesce;
pub(crate) mod contend;
pub(crate) mod copies;
pub(crate) mod count;
pub(crate) mod dangling;
pub(crate) mod diverge;
pub mod footprint;
pub(crate) mod found;
mod guard;
pub(crate) mod layout;
pub(crate) mod loads;
pub(crate) mod nonfinite;
pub(crate) mod once;
pub mod pieces;
pub(crate) mod race;
pub(crate) mod record;
pub(crate) mod sample;
pub mod scene;
pub(crate) mod sparse_map;
pub(crate) mod sync;
pub(crate) mod tally;
pub(crate) mod touched;
pub(crate) mod uninit;
pub(crate) mod watch;
pub(crate) mod wrap;

use crate::launch::Buffer;
use crate::report::trace::{Traced, WarpTrace};
use crate::report::{Counters, Place};
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Fault, Group, Space};
use crate::vm::{Env, Lanes32, Lanes64, Warp};
use cuda_ir::op::CopyStep;
use footprint::{Footprint, Gathered};
use found::Findings;
use loads::Loads;
use once::Counted;
use scene::Scene;
use tally::What;

/// What a memory instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads and writes at once.
    Atomic,
}

impl Op {
    /// In messages.
    pub const fn word(self) -> &'static str {
        match self {
            Op::Load => "read",
            Op::Store => "write",
            Op::Atomic => "atomic",
        }
    }
}

/// What a store is about to write, by lane.
#[derive(Clone, Copy)]
pub enum Values<'a> {
    /// It is no store.
    None,
    /// Consecutive registers.
    Words(&'a [Lanes32]),
    /// Consecutive registers.
    Doubles(&'a [Lanes64]),
}

/// The sound lanes of one memory instruction on one allocation, before any byte moves.
pub struct Access<'a> {
    /// What it does.
    pub op: Op,
    /// The lanes and where they go.
    pub group: &'a Group,
    /// Bytes a lane, all elements of a vector access together.
    pub bytes: u32,
    /// Whether the pointer is `volatile`.
    pub volatile: bool,
    /// Lanes that read a byte which nobody wrote.
    pub unwritten: LaneMask,
    /// What a store writes.
    pub values: Values<'a>,
    /// The bytes of the whole space as they are before the access, counted like the group's places; none for local memory.
    pub content: &'a [u8],
    /// Whether kernels cannot write there.
    pub constant: bool,
}

/// How much of a gang's loads was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// Everything.
    All,
    /// All but races: each warp's is to be shown to [`Probe::raced`].
    Counted,
    /// Nothing: each warp's is to be shown to [`Probe::access`].
    Nothing,
}

/// Sees a run's events.
pub trait Probe: Send + Sized {
    /// Whether it looks at all; if not, the machine does not prepare events.
    const ON: bool;
    /// Memory that one that rests leaves to the next.
    type Spare: Default + Send;
    /// One like it for other blocks of the launch, that has seen nothing.
    fn another(env: &Env<'_>, spare: Self::Spare) -> Self;
    /// It will see no more: what only served to find is given back.
    fn rest(&mut self) -> Self::Spare;
    /// Whether no byte that one of the two wrote was touched by the other, which rests: else whether they may is for one that sees both.
    fn apart(&self, other: &Self) -> bool;
    /// Whether some byte of an allocation, buffers numbered first, was stored more than once.
    fn stores_again(&self, slot: usize) -> bool;
    /// Adds what another has seen, whose blocks come after its own.
    fn join(&mut self, other: Self);
    /// A block starts, or goes on after it was put aside; by its place in the grid in row order.
    fn block(&mut self, number: u64, fresh: bool);
    /// The running block is put aside.
    fn aside(&mut self);
    /// All blocks that have not ended have come to the grid's barrier, and go on.
    fn grid(&mut self);
    /// `__syncwarp` by the warp's active lanes; each names lanes.
    fn sync_warp(&mut self, warp: &Warp, named: &Lanes32);
    /// A fence by the warp's active lanes.
    fn fence(&mut self, warp: &Warp, block_only: bool);
    /// Lanes of a warp, by its number in the block, come to a `Loop`.
    fn enter(&mut self, flat: usize, warp: u32, lanes: u32);
    /// Lanes of a warp, by its number in the block, come to a step of asynchronous copies; `left` groups may stay under way.
    fn copies(&mut self, step: CopyStep, warp: (u32, LaneMask), left: &Lanes32);
    /// A warp executes the instruction with this number (of all code of the kernel and its functions).
    fn issue(&mut self, flat: usize, active: LaneMask);
    /// So many warps execute it at once, with so many lanes in all.
    fn issue_together(&mut self, flat: usize, warps: u32, lanes: u32);
    /// A step of an index is about to be executed, with these operands; see [`wrap`].
    fn step(&mut self, scene: &Scene<'_>, active: LaneMask, read: [&Lanes32; 3]);
    /// These lanes come to an access to memory, which may be a fault.
    fn reach(&mut self, scene: &Scene<'_>, lanes: LaneMask, found: &mut Findings);
    /// Of these, lanes go astray.
    fn fault(&mut self, scene: &Scene<'_>, fault: &Fault, what: (Op, u32));
    /// The number in its block of the warp that is followed step by step, if this is its block.
    fn follows(&self) -> Option<u32>;
    /// The warp that is followed is about to execute an instruction.
    fn follow(&mut self, scene: &Scene<'_>, active: LaneMask, found: &Findings);
    /// The buffer of this number is a new one.
    fn renewed(&mut self, buffer: u32);
    /// A two-way branch: of the active lanes, these have the condition.
    fn branch(&mut self, flat: usize, taken: LaneMask, active: LaneMask);
    /// What is known of undefined values, if they are watched.
    fn uninit(&mut self) -> Option<&mut uninit::Uninit>;
    /// A memory instruction.
    fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings);
    /// Loads of several warps at once.
    fn loads(&mut self, loads: &Loads<'_>) -> Seen;
    /// A load of which all but races was seen.
    fn raced(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings);
    /// Whether steps that certainly fit need not be shown.
    fn steps_may_fit(&self) -> bool;
    /// What watching took so far beyond what instructions mostly take, as so many more watched warp instructions.
    fn effort(&self) -> u64;
    /// A warp comes to a barrier with these lanes; those in `live` have not ended.
    fn arrive(&mut self, scene: &Scene<'_>, found: &mut Findings);
    /// All warps that have not ended are at a barrier, and go on.
    fn meet(&mut self, warps: &[Warp], env: &Env<'_>, found: &mut Findings);
    /// A warp, by its number in the block, has come to a named barrier.
    fn named(&mut self, id: u32, warp: u32);
    /// As many have come to a named barrier as it is for, or will ever: these warps go on.
    fn named_over(&mut self, id: u32, waited: LaneMask);
}

/// Sees nothing.
pub struct NoProbe;

impl Probe for NoProbe {
    const ON: bool = false;
    type Spare = ();
    fn another(_: &Env<'_>, (): ()) -> Self {
        NoProbe
    }
    fn rest(&mut self) {}
    fn apart(&self, _: &Self) -> bool {
        true
    }
    fn stores_again(&self, _: usize) -> bool {
        false
    }
    fn join(&mut self, _: Self) {}
    fn block(&mut self, _: u64, _: bool) {}
    fn aside(&mut self) {}
    fn grid(&mut self) {}
    fn sync_warp(&mut self, _: &Warp, _: &Lanes32) {}
    fn renewed(&mut self, _: u32) {}
    fn uninit(&mut self) -> Option<&mut uninit::Uninit> {
        None
    }
    fn fence(&mut self, _: &Warp, _: bool) {}
    fn copies(&mut self, _: CopyStep, _: (u32, LaneMask), _: &Lanes32) {}
    fn enter(&mut self, _: usize, _: u32, _: u32) {}
    fn issue(&mut self, _: usize, _: LaneMask) {}
    fn issue_together(&mut self, _: usize, _: u32, _: u32) {}
    fn step(&mut self, _: &Scene<'_>, _: LaneMask, _: [&Lanes32; 3]) {}
    fn reach(&mut self, _: &Scene<'_>, _: LaneMask, _: &mut Findings) {}
    fn fault(&mut self, _: &Scene<'_>, _: &Fault, _: (Op, u32)) {}
    fn follows(&self) -> Option<u32> {
        None
    }
    fn follow(&mut self, _: &Scene<'_>, _: LaneMask, _: &Findings) {}
    fn branch(&mut self, _: usize, _: LaneMask, _: LaneMask) {}
    fn access(&mut self, _: &Access<'_>, _: &Scene<'_>, _: &mut Findings) {}
    fn loads(&mut self, _: &Loads<'_>) -> Seen {
        Seen::All
    }
    fn raced(&mut self, _: &Access<'_>, _: &Scene<'_>, _: &mut Findings) {}
    fn steps_may_fit(&self) -> bool {
        true
    }
    fn effort(&self) -> u64 {
        0
    }
    fn arrive(&mut self, _: &Scene<'_>, _: &mut Findings) {}
    fn meet(&mut self, _: &[Warp], _: &Env<'_>, _: &mut Findings) {}
    fn named(&mut self, _: u32, _: u32) {}
    fn named_over(&mut self, _: u32, _: LaneMask) {}
}

/// All probes.
pub struct Probes {
    count: count::Count,
    dangling: dangling::Dangling,
    diverge: diverge::Diverge,
    tally: tally::Tally,
    contend: contend::Contend,
    once: once::Once,
    race: race::Race,
    copies: copies::Copies,
    sample: sample::Sample,
    uninit: uninit::Uninit,
    sync: sync::Sync,
    watch: watch::Watch,
    wrap: wrap::Wrap,
    /// If somebody asks for it.
    gathered: Option<Box<Gathered>>,
    /// If somebody asks for it.
    recorder: Option<Box<record::Recorder>>,
    /// The warp that is followed, in its block.
    followed: Option<u32>,
}

impl Probes {
    /// Ready for a launch.
    pub fn new(env: &Env<'_>, watched: Option<(Buffer, u64)>) -> Self {
        Probes {
            count: count::Count::new(env),
            dangling: dangling::Dangling::new(env),
            diverge: diverge::Diverge::new(env),
            tally: tally::Tally::new(env),
            contend: contend::Contend::new(env),
            once: once::Once::new(env),
            sample: sample::Sample::new(env),
            race: race::Race::new(env),
            copies: copies::Copies::default(),
            uninit: uninit::Uninit::default(),
            sync: sync::Sync::default(),
            watch: watch::Watch::new(watched),
            wrap: wrap::Wrap::default(),
            gathered: env.footprint.then(|| Box::new(Gathered::new(env))),
            recorder: None,
            followed: None,
        }
    }

    /// Asks for the steps of a warp.
    pub fn record(&mut self, env: &Env<'_>, of: Option<Traced>) {
        self.recorder = of.map(|of| Box::new(record::Recorder::new(env, of)));
    }

    /// These, if somebody asked for them.
    pub fn trace(&mut self) -> Option<Box<WarpTrace>> {
        let recorder = self.recorder.take()?;
        Some(Box::new(recorder.into_trace()))
    }

    /// Bytes in which accesses are remembered.
    pub fn shadow_bytes(&self) -> u64 {
        self.race.bytes() as u64
    }

    /// What the launch touched, if somebody asked for it.
    pub fn footprint(&mut self, env: &Env<'_>) -> Option<Footprint> {
        let gathered = self.gathered.take()?;
        Some(gathered.into_footprint(env, self.tally.coalesce.sets()))
    }

    /// What was counted, and the last store to what was watched.
    pub fn into_counters(self, env: &Env<'_>) -> (Counters, Option<Place>) {
        let mut out = Counters::default();
        self.count.tell(env, &self.once, &mut out);
        self.diverge.tell(env, &mut out);
        self.tally.tell(env, &mut out);
        self.contend.tell(env, &mut out);
        self.sample.tell(&mut out);
        self.sync.tell(&mut out);
        (out, self.watch.into_place())
    }
}

impl Probe for Probes {
    const ON: bool = true;

    type Spare = (race::Spare, touched::Spare);

    fn another(env: &Env<'_>, (shades, bits): Self::Spare) -> Self {
        let mut probes = Probes::new(env, None);
        probes.race.lend(shades);
        probes.tally.coalesce.lend(bits);
        probes
    }

    fn rest(&mut self) -> Self::Spare {
        (self.race.rest(), self.tally.coalesce.rest())
    }

    fn apart(&self, other: &Self) -> bool {
        self.tally.coalesce.apart(&other.tally.coalesce)
    }

    fn stores_again(&self, slot: usize) -> bool {
        self.tally.coalesce.stores_again(slot)
    }

    fn join(&mut self, other: Self) {
        self.count.join(&other.count);
        self.diverge.join(&other.diverge);
        self.tally.join(other.tally);
        self.contend.join(&other.contend);
        self.once.join(&other.once);
        self.sample.join(other.sample);
        self.sync.join(&other.sync);
        if let (Some(mine), Some(new)) = (&mut self.gathered, other.gathered) {
            mine.join(*new);
        }
    }

    fn block(&mut self, number: u64, fresh: bool) {
        self.race.block(number);
        self.copies.block(number);
        self.once.block(number, fresh);
        self.followed = self.recorder.as_ref().and_then(|r| r.follows(number));
        if fresh {
            self.sync.block();
        }
    }

    fn aside(&mut self) {
        self.copies.aside();
        self.once.put_aside();
        self.race.aside();
    }

    fn grid(&mut self) {
        self.race.grid();
    }

    fn sync_warp(&mut self, warp: &Warp, named: &Lanes32) {
        self.race.sync_warp(warp, named);
    }

    fn renewed(&mut self, buffer: u32) {
        self.race.renewed(buffer);
    }

    fn uninit(&mut self) -> Option<&mut uninit::Uninit> {
        Some(&mut self.uninit)
    }

    fn fence(&mut self, warp: &Warp, block_only: bool) {
        self.race.fence(warp, block_only);
    }

    fn copies(&mut self, step: CopyStep, warp: (u32, LaneMask), left: &Lanes32) {
        self.copies.step(step, warp, left, &mut self.race);
    }

    #[inline]
    fn enter(&mut self, flat: usize, warp: u32, lanes: u32) {
        self.once.enter(flat, warp, lanes);
    }

    #[inline(always)]
    fn issue(&mut self, flat: usize, active: LaneMask) {
        self.count.issue(flat, active);
    }

    #[inline(always)]
    fn issue_together(&mut self, flat: usize, warps: u32, lanes: u32) {
        self.count.issue_together(flat, warps, lanes);
    }

    #[inline]
    fn step(&mut self, scene: &Scene<'_>, active: LaneMask, read: [&Lanes32; 3]) {
        self.wrap.step(scene, active, read);
    }

    #[inline]
    fn reach(&mut self, scene: &Scene<'_>, lanes: LaneMask, found: &mut Findings) {
        self.wrap.used(scene, lanes, found);
    }

    #[cold]
    fn fault(&mut self, scene: &Scene<'_>, fault: &Fault, what: (Op, u32)) {
        if self.followed == Some(scene.warp.index)
            && let Some(recorder) = &mut self.recorder
        {
            recorder.fault(fault, scene, what);
        }
    }

    #[inline(always)]
    fn follows(&self) -> Option<u32> {
        self.followed
    }

    #[cold]
    fn follow(&mut self, scene: &Scene<'_>, active: LaneMask, found: &Findings) {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(scene, active, found);
        }
    }

    #[inline(always)]
    fn branch(&mut self, flat: usize, taken: LaneMask, active: LaneMask) {
        self.diverge.branch(flat, taken, active);
    }

    #[inline]
    fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
        self.reach(scene, access.group.mask, found);
        let lanes = (access.group.mask.0, once::first(scene.warp.active));
        let counted = self.once.counted(scene.flat(), scene.warp.index, lanes);
        if counted == Counted::Whole {
            self.count.access(access);
        }
        if let Some(gathered) = &mut self.gathered {
            gathered.access(access, scene.flat());
        }
        let what = What {
            flat: scene.flat(),
            op: access.op,
            bytes: access.bytes,
            counted,
        };
        if access.group.region.space == Space::Local {
            dangling::access(access, scene, found);
        }
        if is_counted(access.group.region.space) {
            let asked = (access.group.mask.count() * access.bytes) as u64;
            let one = std::iter::once((access.group, 1, asked));
            self.tally.requests(&what, access.group.region, one);
        }
        if self.followed == Some(scene.warp.index)
            && let Some(recorder) = &mut self.recorder
        {
            recorder.access(access, scene, counted);
        }
        self.contend.access(access, scene);
        self.sample.access(access, scene);
        if !access.unwritten.is_empty() && access.op == Op::Atomic {
            uninit::atomic(access, scene, found);
        }
        self.raced(access, scene, found);
        self.watch.access(access, scene);
    }

    #[inline]
    fn loads(&mut self, q: &Loads<'_>) -> Seen {
        let region = q.region();
        let local = region.space == Space::Local;
        if local && self.dangling.may(q) {
            return Seen::Nothing;
        }
        if self.followed.is_some() || !self.wrap.is_idle() || !local && self.sample.wants(q) {
            return Seen::Nothing;
        }
        if q.shared && !local && !q.as_one() {
            return Seen::Nothing;
        }
        if let Some(gathered) = &mut self.gathered {
            gathered.loads(q);
        }
        match self.once.keeps(q.flat) {
            true => self.tally_loads(q, q.warps(), Counted::Whole),
            false => self.tally_by_warp(q),
        }
        if local {
            return Seen::All;
        }
        let looked = region.space == Space::Shared && self.copies.any();
        match !looked && self.race.loads(q) {
            true => Seen::All,
            false => Seen::Counted,
        }
    }

    #[inline]
    fn raced(&mut self, access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
        let shared = access.group.region.space == Space::Shared;
        if !(shared && self.copies.access(access, scene, found)) {
            self.race.access(access, scene, found);
        }
    }

    fn steps_may_fit(&self) -> bool {
        self.wrap.is_idle()
    }

    fn effort(&self) -> u64 {
        self.race.effort + self.uninit.effort()
    }

    fn arrive(&mut self, scene: &Scene<'_>, found: &mut Findings) {
        self.sync.arrive(scene, found);
    }

    fn meet(&mut self, warps: &[Warp], env: &Env<'_>, found: &mut Findings) {
        self.sync.meet(warps, env, found);
        self.race.meet();
    }

    fn named(&mut self, id: u32, warp: u32) {
        self.race.named(id, warp);
    }

    fn named_over(&mut self, id: u32, waited: LaneMask) {
        self.sync.named_over();
        self.race.named_over(id, waited);
    }
}

/// Whether how requests lie there is counted.
fn is_counted(space: Space) -> bool {
    matches!(space, Space::Global | Space::Symbol | Space::Shared)
}
