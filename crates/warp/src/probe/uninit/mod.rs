//! Values that nobody set, followed from where they are read to where they matter.
//!
//! **Definition.** Each byte of a buffer made with `Init::Uninit`, of shared memory (anew for each block) and of local
//! memory knows whether it was written. Reading one that was not makes an *undefined* value, lane by lane; what is computed
//! from one is undefined too, and storing one leaves memory unwritten. A finding it is where an undefined value first
//! decides something: a branch or a loop, an address, a vote, what is printed, the operand of an atomic, or a store to
//! global memory: of anything computed from it, and of the value itself if it came from shared or local memory, or from
//! a buffer of which no byte was ever written. An atomic on unwritten memory is one at once, but for an exchange whose
//! result nobody takes. One finding for each place that reads, at its first use.
//!
//! What a shuffle gives to a lane that reads from one which does not take part is undefined as well, and a finding in the same
//! way: where it first decides something, or is stored to global memory. Nobody minds what a tree of shuffles puts into
//! lanes that are not read again.
//!
//! **Copies.** Reading alone is none: a vector load over a tail, a `struct` with a gap, a copy of a buffer of which
//! only a part is in use. A copy from global to global memory makes its target unwritten.
//!
//! **Cannot see:** a local variable that lives in a register (the compiler warns of those); what host code does with what it
//! copies back. Values are followed bit by bit through moves, integer arithmetic, logic, shifts and comparisons ([`bits`]) and
//! whole through the rest; memory knows bytes, so that a byte of which some bit was set counts as written, and a bit
//! field that is set makes its neighbours in the same unit count as written.
//!
//! **Cost:** nothing until the first undefined value; then its warp follows registers until the block ends ([`follow`]).

pub(crate) mod bits;
pub(crate) mod follow;

use super::found::{Findings, Words};
use super::scene::Scene;
use super::{Access, Op};
use crate::report::{FindingKind, Place};
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Group, Region, Space};
use cuda_ir::Ins;
use cuda_source::source::Span;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

/// Of how many reads it is remembered which thread read what.
const CELLS: usize = 1 << 13;

/// How many places of undefined values that were stored are remembered.
const STORED: usize = 1 << 14;

/// What following one instruction takes, in watched ones: some 250 ns to 10 (a product of unwritten matrices, 2026-11).
const EFFORT: u64 = 24;

/// Where an undefined value was read.
struct Origin {
    span: Span,
    place: Place,
    cause: Cause,
    /// What is read there, and the instruction.
    region: Option<Region>,
    flat: usize,
    /// The byte that each thread of a block read first, as far as there was room.
    cells: HashMap<(u64, u32), u32>,
}

/// Why it is undefined.
enum Cause {
    /// Nobody wrote it.
    Unwritten {
        what: String,
        /// Whether what was stored there was itself never set.
        unset: bool,
        /// Whether storing the value as it is to global memory is a use.
        counts: bool,
        /// What to do about it.
        help: String,
    },
    /// A shuffle read it from a lane that does not take part.
    Absent { reader: usize, from: usize },
}

/// What is known of undefined values in a launch.
#[derive(Default)]
pub struct Uninit {
    origins: Vec<Origin>,
    /// By instruction, and by the region if it loads.
    by_place: BTreeMap<(usize, Option<(Space, u32)>), u32>,
    /// Where undefined values were stored, whose they are, and whether they were made from those.
    stored: BTreeMap<(Space, u32, u32), (u32, bool)>,
    /// Whether a buffer was written at all when it was first read.
    empty: BTreeMap<(Space, u32), bool>,
    /// What following took, as [`crate::probe::Probe::effort`] has it.
    effort: u64,
    /// How many reads are remembered by thread.
    cells: usize,
}

/// How an undefined value matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// A branch or loop.
    Branch,
    /// An address.
    Address,
    /// A vote or count of lanes or threads.
    Vote,
    /// A store to global memory.
    Store,
    /// An atomic's operand.
    Atomic,
    /// `printf`.
    Print,
}

impl Uninit {
    /// What following took so far, in watched warp instructions.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Where the lanes of a group read what nobody wrote: the number of the origin, and whether what they read was made from it.
    #[cold]
    pub fn origin(
        &mut self,
        (group, lanes): (&Group, LaneMask),
        (written, unset): (&[u8], bool),
        scene: &Scene<'_>,
    ) -> (u32, bool) {
        let (region, lane) = (group.region, lanes.lead());
        let at = group.at[lane];
        if let Some(known) = self.stored.get(&(region.space, region.id, at)) {
            return *known;
        }
        let key = (scene.flat(), Some((region.space, region.id)));
        if let Some(known) = self.by_place.get(&key).copied() {
            self.remember(known, (group, lanes), scene);
            return (known, false);
        }
        let empty = matches!(region.space, Space::Global | Space::Symbol)
            && *self
                .empty
                .entry((region.space, region.id))
                .or_insert_with(|| written.iter().all(|b| *b == 0));
        let cause = Cause::Unwritten {
            what: scene.env.part(region, at - region.base, scene.warp).name,
            unset,
            counts: empty || matches!(region.space, Space::Shared | Space::Local),
            help: help(region, scene),
        };
        let number = self.add(key, scene.place(lane, "read here"), scene, cause);
        if let Some(origin) = self.origins.get_mut(number as usize) {
            origin.region = Some(region);
        }
        self.remember(number, (group, lanes), scene);
        (number, false)
    }

    /// Remembers which thread read what, so that a thread by which it matters is told of its own.
    fn remember(&mut self, origin: u32, (group, lanes): (&Group, LaneMask), scene: &Scene<'_>) {
        let Some(origin) = self.origins.get_mut(origin as usize) else {
            return;
        };
        let block = scene.env.block_number(scene.warp.block);
        for lane in lanes.lanes() {
            if self.cells >= CELLS {
                return;
            }
            let key = (block, scene.warp.index * 32 + lane as u32);
            if let Entry::Vacant(free) = origin.cells.entry(key) {
                free.insert(group.at[lane]);
                self.cells += 1;
            }
        }
    }

    /// Where the lanes of a shuffle read from one that does not take part: the number of the origin.
    #[cold]
    pub fn absent(&mut self, (lanes, from): (LaneMask, usize), scene: &Scene<'_>) -> u32 {
        let (key, reader) = ((scene.flat(), None), lanes.lead());
        if let Some(known) = self.by_place.get(&key) {
            return *known;
        }
        let cause = Cause::Absent { reader, from };
        self.add(key, scene.place(reader, "read here"), scene, cause)
    }

    fn add(
        &mut self,
        key: (usize, Option<(Space, u32)>),
        place: Place,
        scene: &Scene<'_>,
        cause: Cause,
    ) -> u32 {
        self.origins.push(Origin {
            span: scene.at().span,
            place,
            cause,
            region: None,
            flat: scene.flat(),
            cells: HashMap::new(),
        });
        let number = self.origins.len() as u32 - 1;
        self.by_place.insert(key, number);
        number
    }

    /// Whether storing an undefined value of this origin to global memory as it is matters.
    pub fn counts(&self, origin: u32) -> bool {
        let origin = self.origins.get(origin as usize);
        origin.is_some_and(|o| !matches!(o.cause, Cause::Unwritten { counts: false, .. }))
    }

    /// Remembers whose an undefined value is that was stored at a place, and whether it was made from that.
    pub fn stored(&mut self, at: (Space, u32, u32), whose: (u32, bool)) {
        if self.stored.len() < STORED {
            self.stored.insert(at, whose);
        }
    }

    /// Notes that undefined values matter here.
    #[cold]
    pub fn used(
        &self,
        (how, lanes, origin): (Use, LaneMask, u32),
        scene: &Scene<'_>,
        found: &mut Findings,
    ) {
        let Some(origin) = self.origins.get(origin as usize) else {
            return;
        };
        let kind = match origin.cause {
            Cause::Unwritten { .. } => FindingKind::Uninitialised,
            Cause::Absent { .. } => FindingKind::BadLane,
        };
        let spans = (origin.span, origin.span);
        found.note(kind, spans, lanes.count(), || {
            let (depends, note) = how.words();
            let lane = origin.reader_among(lanes, scene);
            let (first, own) = origin.read_by(lane, scene);
            let (message, help) = match &origin.cause {
                Cause::Unwritten {
                    what, unset: true, ..
                } => (
                    format!(
                        "{depends} `{}`, and what a kernel stored there was never set",
                        own.as_ref().unwrap_or(what)
                    ),
                    UNSET,
                ),
                Cause::Unwritten { what, help, .. } => (
                    format!(
                        "{depends} `{}`, which was never written",
                        own.as_ref().unwrap_or(what)
                    ),
                    help.as_str(),
                ),
                Cause::Absent { reader, from } => (
                    format!("lane {reader} reads from lane {from}, which does not take part"),
                    "every lane that is read from must be in the mask and execute the same shuffle",
                ),
            };
            Words {
                message,
                places: vec![first, scene.place(lane, note)],
                help: Some(help.to_string()),
            }
        });
    }
}

impl Origin {
    /// Of lanes that use the value, the one that is shown: the thread that read first, if it is one of them.
    fn reader_among(&self, lanes: LaneMask, scene: &Scene<'_>) -> usize {
        let warp = scene.warp;
        let is_first = |lane: &usize| {
            warp.block == self.place.block && warp.thread(*lane) == self.place.thread
        };
        lanes.lanes().find(is_first).unwrap_or(lanes.lead())
    }

    /// Where a lane's thread read such a value, and its name if it is another than the first.
    fn read_by(&self, lane: usize, scene: &Scene<'_>) -> (Place, Option<String>) {
        let (env, warp) = (scene.env, scene.warp);
        let thread = warp.thread(lane);
        if (warp.block, thread) == (self.place.block, self.place.thread) {
            return (self.place.clone(), None);
        }
        let key = (env.block_number(warp.block), warp.index * 32 + lane as u32);
        match self.region.zip(self.cells.get(&key)) {
            Some((region, at)) => {
                let name = env.part(region, at - region.base, warp).name;
                let place = env.place(self.flat, thread, warp.block, &self.place.note);
                (place, Some(name))
            }
            None => (self.place.clone(), None),
        }
    }
}

impl Use {
    /// What depends on the value, and a label for where it does.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Use::Branch => ("which way the thread goes depends on", "decides here"),
            Use::Address => ("an address depends on", "becomes an address here"),
            Use::Vote => ("a vote depends on", "votes here"),
            Use::Store => ("what is stored depends on", "stored here"),
            Use::Atomic => ("an atomic's operand depends on", "goes into an atomic here"),
            Use::Print => ("what is printed depends on", "printed here"),
        }
    }
}

/// Notes the lanes of `access.unwritten`, of which there is at least one, of an atomic.
#[cold]
pub fn atomic(access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
    debug_assert!(access.op == Op::Atomic);
    let (span, count) = (scene.at().span, access.unwritten.count());
    found.note(FindingKind::Uninitialised, (span, span), count, || {
        let lane = access.unwritten.lead();
        let region = access.group.region;
        let at = access.group.at[lane] - region.base;
        let what = scene.env.part(region, at, scene.warp).name;
        Words {
            message: format!("atomic of `{what}`, which was never written"),
            places: vec![scene.place(lane, "read here")],
            help: Some(help(region, scene)),
        }
    });
}

const UNSET: &str =
    "it was copied from memory that nobody wrote, or computed from such: write that memory first";

fn help(region: Region, scene: &Scene<'_>) -> String {
    let text = match region.space {
        Space::Shared => {
            "shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?"
        }
        Space::Local => return help_of_local(region, scene),
        _ => {
            "`cudaMalloc` does not clear memory: write before reading, or start from a known value"
        }
    };
    text.to_string()
}

/// An array in a kernel with barriers was meant for all threads of the block, as likely as not.
fn help_of_local(region: Region, scene: &Scene<'_>) -> String {
    let (name, elem, bytes) = scene.env.name(region.space, region.id, scene.warp);
    let meets = |ins: &Ins| matches!(ins, Ins::Bar | Ins::BarRed { .. });
    let shared = bytes > elem.bytes() as u64 && scene.code().ins.iter().any(meets);
    match shared {
        true => format!(
            "each thread has its own `{name}`, and this thread has not written there: if the block is to share it, write `__shared__` before its type"
        ),
        false => "give the variable a value where it is declared".to_string(),
    }
}
