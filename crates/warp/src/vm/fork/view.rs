//! Memory as a job has it: everyone's, as it was when the jobs began, and what the job's own blocks have changed.
//!
//! Accesses are told before they are made ([`View::touch`]); loads then read the job's copy where there is one, stores go there or
//! into the [`Log`]. The rule: nothing that a job does is seen by another, and what it did is told so exactly that one can say afterwards
//! whether another should have seen it.

use super::aside::Spare;
use super::copied::{Copied, Reads, Stored};
use super::log::{Chunk, Log};
use crate::launch::{Allocation, AtOnce, Memory};
use crate::probe::Op;
use crate::report::Ways;
use crate::vm::mem::{Group, Region, Shape, Space};
use std::sync::{Mutex, PoisonError};

/// A job has read there, with plain loads.
pub const READ: u8 = 1;
/// A job has stored there.
pub const WROTE: u8 = 2;
/// A job has logged atomics there.
pub const ADDED: u8 = 4;

/// The same in words.
pub fn ways(did: u8) -> Ways {
    Ways {
        read: did & READ != 0,
        wrote: did & WROTE != 0,
        atomics: did & ADDED != 0,
    }
}

/// An access that is about to be made.
pub struct Touch {
    /// What it does.
    pub op: Op,
    /// Bytes a lane.
    pub bytes: u32,
    /// Whether the pointer is `volatile`.
    pub volatile: bool,
}

impl Touch {
    /// [`READ`], [`WROTE`] or [`ADDED`].
    #[inline(always)]
    pub fn way(&self) -> u8 {
        match self.op {
            Op::Load => READ,
            Op::Store => WROTE,
            Op::Atomic => ADDED,
        }
    }
}

/// How jobs keep what they store.
pub struct Plan {
    /// That there is a round at all.
    pub at_once: AtOnce,
    /// How many buffers there are; variables are numbered after them.
    pub buffers: usize,
    /// By allocation, whether in a copy, so that it can be read again.
    pub copies: Vec<bool>,
    /// Whether it is to be noted which bytes of copied allocations are read.
    pub reads: bool,
    /// Copies for jobs that need one more.
    pub spare: Mutex<Spare>,
    /// What jobs of a round have stored in one allocation.
    pub(super) stored: Stored,
}

impl Plan {
    fn spare(&self, of: &Allocation) -> Copied {
        let mut spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        spare.take(of)
    }

    /// The number of an allocation among all.
    #[inline(always)]
    pub fn slot(&self, region: Region) -> usize {
        match region.space {
            Space::Symbol => self.buffers + region.id as usize,
            _ => region.id as usize,
        }
    }
}

/// A job's copies, by allocation.
pub type Copies = Vec<Option<Box<Copied>>>;

/// What a job has of its own.
#[derive(Default)]
pub struct Own {
    /// What is to be stored when its turn has come.
    pub log: Log,
    /// By allocation, what it did there.
    pub did: Vec<u8>,
    /// Its copies, by allocation.
    pub copies: Copies,
    /// Whether what it did depends on what others do at the same time, or cannot be told.
    pub spoiled: bool,
}

impl Own {
    /// Forgets what the job did, but not its memory.
    pub fn clear(&mut self) {
        self.log.clear();
        self.did.fill(0);
        self.spoiled = false;
        self.copies.iter_mut().flatten().for_each(|c| c.clear());
    }

    /// The bytes of an allocation that all it stored there is among.
    pub fn among(&self, slot: usize) -> Option<(usize, usize)> {
        let copied = self.copied(slot).and_then(Copied::among);
        let logged = self.log.among(slot);
        match (copied, logged) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            _ => copied.or(logged),
        }
    }

    fn copied(&self, slot: usize) -> Option<&Copied> {
        let copied = self.copies.get(slot)?.as_deref();
        copied.filter(|_| self.did[slot] & WROTE != 0)
    }

    /// About how many words it stored.
    pub fn words(&self) -> usize {
        let copies = self.copies.iter().flatten();
        self.log.len() + copies.map(|copied| copied.words()).sum::<usize>()
    }

    /// Makes what it stored in a piece of memory.
    pub fn make(&self, piece: &mut Chunk<'_>) {
        if let Some(copied) = self.copied(piece.slot as usize) {
            copied.make(piece);
        }
        self.log.make(piece);
    }
}

/// A job's view of memory.
pub struct View<'m> {
    /// Everyone's.
    pub base: &'m Memory,
    /// How what is stored is kept.
    pub plan: &'m Plan,
    /// What is the job's.
    pub own: Own,
    /// Whether the last access goes past the job's copy, as all that it loads is as everyone has it.
    bypass: bool,
    #[expect(dead_code, reason = "its type says where there are views")]
    at_once: AtOnce,
}

/// Whether blocks of different jobs share a space.
#[inline(always)]
pub fn is_outer(space: Space) -> bool {
    matches!(space, Space::Global | Space::Symbol)
}

impl<'m> View<'m> {
    /// With what an earlier job left, cleared.
    pub fn new(base: &'m Memory, plan: &'m Plan, mut own: Own) -> Self {
        own.did.resize(plan.copies.len(), 0);
        own.copies.resize_with(plan.copies.len(), || None);
        View {
            base,
            plan,
            own,
            bypass: false,
            at_once: plan.at_once,
        }
    }

    /// Gives the job up.
    #[cold]
    pub fn spoil(&mut self) {
        self.own.spoiled = true;
    }

    /// Whether stores there go into the log.
    #[inline(always)]
    pub fn logs(&self, region: Region) -> bool {
        is_outer(region.space) && !self.keeps_copy(self.plan.slot(region))
    }

    #[inline(always)]
    fn keeps_copy(&self, slot: usize) -> bool {
        self.plan.copies.get(slot).copied().unwrap_or(true)
    }

    /// The log, and the allocation's number there.
    #[inline(always)]
    pub fn log(&mut self, region: Region) -> Option<(u32, &mut Log)> {
        if self.own.log.is_full() {
            self.spoil();
            self.own.log.clear();
        }
        Some((self.plan.slot(region) as u32, &mut self.own.log))
    }

    /// The job's copy, if it has one and the access goes there.
    #[inline(always)]
    pub fn copied(&self, region: Region) -> Option<(&[u8], &[u8])> {
        if self.bypass || !is_outer(region.space) {
            return None;
        }
        let copied = self.own.copies.get(self.plan.slot(region))?.as_ref()?;
        Some(copied.held())
    }

    /// The same, to be changed; without one there is nothing to change, and the job is given up.
    pub fn copied_mut(&mut self, region: Region) -> (&mut [u8], &mut [u8]) {
        let slot = self.plan.slot(region);
        let copied = match is_outer(region.space) {
            true => self.own.copies.get_mut(slot).and_then(Option::as_mut),
            false => None,
        };
        match copied {
            Some(copied) => copied.held_mut(),
            None => {
                self.own.spoiled = true;
                (&mut [], &mut [])
            }
        }
    }

    /// An access is about to be made, by one warp or by several that touch the same allocation.
    #[inline]
    pub fn touch<'g>(&mut self, groups: impl Iterator<Item = &'g Group> + Clone, touch: &Touch) {
        self.bypass = false;
        let Some(region) = groups.clone().next().map(|group| group.region) else {
            return;
        };
        if !is_outer(region.space) {
            if region.space == Space::Host && (touch.op != Op::Load || touch.volatile) {
                self.spoil();
            }
            return;
        }
        if touch.volatile {
            self.spoil();
        }
        let slot = self.plan.slot(region);
        let did = touch.way();
        let Some(known) = self.own.did.get_mut(slot) else {
            return self.spoil();
        };
        *known |= did;
        if did == ADDED {
            return;
        }
        if !self.keeps_copy(slot) {
            // What it read may be what it had stored.
            if self.own.did[slot] & (READ | WROTE) == READ | WROTE {
                self.spoil();
            }
            return;
        }
        if did == READ && !self.plan.reads && self.own.copies[slot].is_none() {
            return;
        }
        self.copy((slot, region), groups, touch);
    }

    /// Makes sure that what is accessed is in the copy, unless it is loaded and as everyone has it, and notes it.
    fn copy<'g>(
        &mut self,
        (slot, region): (usize, Region),
        groups: impl Iterator<Item = &'g Group> + Clone,
        touch: &Touch,
    ) {
        let base = match region.space {
            Space::Symbol => self.base.symbols.get(region.id as usize),
            _ => self.base.buffers.get(region.id as usize),
        };
        let Some(base) = base else {
            return self.spoil();
        };
        let noted = self.plan.reads;
        let copied = self.own.copies[slot].get_or_insert_with(|| Box::new(self.plan.spare(base)));
        let (stored, bytes) = (touch.op == Op::Store, touch.bytes as usize);
        let rows = Rows {
            groups: groups.clone(),
            bytes,
        };
        if !stored {
            self.bypass = rows.clone().all(|row| match row {
                Row::Run(at, n) => copied.is_unchanged(at, n),
                Row::Lanes(group) => copied.is_unchanged_for(group, bytes),
            });
        }
        let reads = Reads {
            here: !self.bypass,
            noted,
        };
        for row in rows {
            match row {
                Row::Run(at, n) if stored => copied.note_stored(at, n),
                Row::Run(at, n) => copied.note_read(base, (at, n), reads),
                Row::Lanes(group) => {
                    copied.note_lanes(base, (group, bytes), stored, reads);
                }
            }
        }
    }
}

/// Bytes of an access that follow one another, or lanes that lie in any way.
enum Row<'g> {
    /// From where on, and how many.
    Run(usize, usize),
    Lanes(&'g Group),
}

/// The rows of an access of so many bytes a lane; what follows the warp before is one with it.
#[derive(Clone)]
struct Rows<I> {
    groups: I,
    bytes: usize,
}

impl<'g, I: Iterator<Item = &'g Group> + Clone> Iterator for Rows<I> {
    type Item = Row<'g>;

    #[inline(always)]
    fn next(&mut self) -> Option<Row<'g>> {
        let group = self.groups.next()?;
        let from = group.at[0] as usize;
        match group.shape {
            Shape::Run => {
                let mut n = 32 * self.bytes;
                let mut further = self.groups.clone();
                while let Some(next) = further.next()
                    && next.shape == Shape::Run
                    && next.at[0] as usize == from + n
                {
                    n += 32 * self.bytes;
                    self.groups = further.clone();
                }
                Some(Row::Run(from, n))
            }
            Shape::Same => Some(Row::Run(from, self.bytes)),
            Shape::Any => Some(Row::Lanes(group)),
        }
    }
}
