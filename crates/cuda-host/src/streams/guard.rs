//! The host's accesses to memory that an operation which nobody waited for has touched, or that has bytes which nothing has written.
//!
//! Addresses go in; bytes, or a refusal that makes the interpreter stop, come out. The rule: while host code runs, the bytes of
//! such allocations are not where it looks for them, so that an access fails, comes here, and is answered from what was taken
//! away; all other accesses cost what they always did. Before anything else looks at memory they are put back.

use super::unwritten::Unwritten;
use super::{Agent, Streams};
use crate::view::Stack;
use cuda_ir::pointer::{Space, Target, target};
use std::cell::{Cell, RefCell};
use warp::launch::{HostKind, Memory, Side};
use warp::probe::Op;
use warp::probe::footprint::{Footprint, TouchedAllocation};
use warp::probe::pieces::Piece;

/// An allocation.
pub(super) type Of = (Space, u32);

/// An allocation's bytes, away from their place.
#[derive(Debug)]
struct Taken {
    of: Of,
    bytes: Vec<u8>,
    /// Whether host code may read all of them, once it was asked: operations that nobody waited for often only read, too.
    readable: Cell<Option<bool>>,
}

/// What was taken away.
#[derive(Debug, Default)]
pub(crate) struct Guard {
    /// Allocations to be taken away while host code runs.
    watched: Vec<Of>,
    /// Their bytes, while it does.
    taken: Vec<Taken>,
    /// Whether the list must be made again.
    pub(super) stale: bool,
    /// What a stream's function has touched so far.
    seen: RefCell<Footprint>,
    /// Allocations with bytes that nothing has written.
    pub(super) unwritten: Unwritten,
}

/// An allocation's number, and the place of so many bytes in it.
fn place(address: u64, bytes: u64) -> Option<(Of, Piece)> {
    let Target::In(space, id, offset) = target(address) else {
        return None;
    };
    let start = u32::try_from(offset).ok()?;
    let end = start.checked_add(u32::try_from(bytes).ok()?)?;
    Some(((space, id), (start, end)))
}

/// What an access does.
fn way(store: bool) -> Op {
    if store { Op::Store } else { Op::Load }
}

/// Where an allocation's bytes are kept, if both sides reach it.
fn bytes_of(memory: &mut Memory, (space, id): Of) -> Option<&mut Vec<u8>> {
    let i = id as usize;
    let list = match space {
        Space::Global => &mut memory.buffers,
        Space::Symbol => &mut memory.symbols,
        Space::Host => {
            let block = memory.hosted.blocks.get_mut(i)?;
            let looked_at = block.device || !block.written.is_empty();
            return (looked_at && block.kind != HostKind::Literal).then_some(&mut block.bytes);
        }
        _ => return None,
    };
    let shared = list.get_mut(i).filter(|b| b.side != Side::Device);
    shared.map(|b| &mut b.bytes)
}

/// All allocations that both sides reach.
fn shared(memory: &Memory) -> Vec<Of> {
    let both = |list: &[warp::launch::Allocation], space: Space| {
        let some = (0..).zip(list).filter(|(_, b)| b.side != Side::Device);
        some.map(|(id, _)| (space, id)).collect::<Vec<Of>>()
    };
    let mut out = both(&memory.buffers, Space::Global);
    out.extend(both(&memory.symbols, Space::Symbol));
    if memory.hosted.reached_by_device() {
        let blocks = (0..).zip(&memory.hosted.blocks);
        let registered = blocks.filter(|(_, b)| b.device && b.kind != HostKind::Literal);
        out.extend(registered.map(|(id, _)| (Space::Host, id)));
    }
    out
}

impl Streams {
    /// Whether host code must not find all memory in its place.
    #[inline]
    pub fn guards(&self) -> bool {
        self.guard.stale || !self.guard.watched.is_empty() || self.agent.is_some()
    }

    /// Takes away what the host's accesses are to be looked at for; so many calls are open.
    pub fn raise(&mut self, (memory, stack): (&mut Memory, &mut Stack), depth: usize) {
        if self.agent.as_ref().is_some_and(|a| depth < a.depth) {
            // It was left by an exception.
            self.agent = None;
            self.guard.stale = true;
        }
        self.rest_from_unwritten();
        if self.guard.stale {
            self.guard.stale = false;
            self.guard.watched = match &self.agent {
                Some(_) => shared(memory),
                None => self.disputable(),
            };
            self.guard.watched.retain(|of| match of {
                (Space::Stack, id) => stack.is_marked(*id),
                of => bytes_of(memory, *of).is_some(),
            });
        }
        if self.agent.as_ref().is_some_and(|a| depth == a.depth) {
            return;
        }
        for of in &self.guard.watched {
            let taken = match of {
                (Space::Stack, id) => stack.take(*id),
                of => bytes_of(memory, *of).map(std::mem::take),
            };
            self.guard.taken.extend(taken.map(|bytes| Taken {
                of: *of,
                bytes,
                readable: Cell::new(None),
            }));
        }
    }

    /// Puts everything back.
    pub fn lower(&mut self, memory: &mut Memory, stack: &mut Stack) {
        for Taken { of, bytes, .. } in self.guard.taken.drain(..) {
            if let (Space::Stack, id) = of {
                stack.put(id, &bytes);
            } else if let Some(place) = bytes_of(memory, of) {
                *place = bytes;
            }
        }
    }

    /// What operations have touched that the host has not waited for, and what has bytes that nothing has written.
    fn disputable(&self) -> Vec<Of> {
        let parts = self.pending.list.iter().flat_map(|o| &o.touched.parts);
        let mut all: Vec<Of> = parts.map(|p| p.of).collect();
        all.extend(self.guard.unwritten.watched());
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether an access of the host's races with nothing.
    fn is_free(&self, of: Of, run: Piece, store: bool) -> bool {
        let now = self.accessor();
        let ways = match store {
            true => &[Op::Load, Op::Store, Op::Atomic][..],
            false => &[Op::Store, Op::Atomic][..],
        };
        let meets = |p: &TouchedAllocation| {
            let mut ways = ways.iter();
            p.of == of && ways.any(|op| p.bytes[*op as usize].touches(run))
        };
        let mut all = self.pending.list.iter();
        !all.any(|o| o.touched.parts.iter().any(meets) && !self.clocks.is_before(o.mark, now))
    }

    /// The bytes taken from an allocation.
    fn taken(&self, of: Of) -> Option<(usize, &Taken)> {
        let mut all = self.guard.taken.iter().enumerate();
        all.find(|(_, taken)| taken.of == of)
    }

    /// Whether the host may read any of these bytes.
    fn is_readable(&self, taken: &Taken) -> bool {
        let known = taken.readable.get();
        known.unwrap_or_else(|| {
            let free = self.is_free(taken.of, (0, u32::MAX), false);
            taken.readable.set(Some(free));
            free
        })
    }

    fn look(&self, address: u64, bytes: u64, store: bool) -> Option<(usize, (usize, usize))> {
        let (of, run) = place(address, bytes)?;
        let (i, taken) = self.taken(of)?;
        if run.1 as usize > taken.bytes.len() {
            return None;
        }
        let readable = !store && self.is_readable(taken);
        if !readable && !self.is_free(of, run, store) {
            return None;
        }
        if self.agent.is_some() {
            self.guard.seen.borrow_mut().mark(of, way(store), run);
        }
        Some((i, (run.0 as usize, run.1 as usize)))
    }

    /// All bytes that were taken from an address's allocation, if the host may read any and nobody asks which it does.
    pub fn open(&self, address: u64) -> Option<&[u8]> {
        let Target::In(space, id, _) = target(address) else {
            return None;
        };
        let (_, taken) = self.taken((space, id))?;
        let asked = self.agent.is_some() || self.guard.unwritten.is_watched(taken.of);
        (!asked && self.is_readable(taken)).then_some(&taken.bytes)
    }

    /// Bytes that were taken away, to be read.
    pub fn read(&self, address: u64, bytes: u64) -> Option<&[u8]> {
        let (i, (start, end)) = self.look(address, bytes, false)?;
        self.guard.taken.get(i)?.bytes.get(start..end)
    }

    /// The same, to be written.
    pub fn write(&mut self, address: u64, bytes: u64) -> Option<&mut [u8]> {
        let (i, (start, end)) = self.look(address, bytes, true)?;
        self.guard.taken.get_mut(i)?.bytes.get_mut(start..end)
    }

    /// An access of the host's, as an operation; none where it need not be looked at.
    pub(super) fn accessed(&self, address: u64, bytes: u64, store: bool) -> Option<Footprint> {
        let (of, run) = place(address, bytes)?;
        if !self.guard.stale && !self.guard.watched.contains(&of) {
            return None;
        }
        if self.agent.is_some() {
            self.guard.seen.borrow_mut().mark(of, way(store), run);
        }
        let mut out = Footprint::default();
        out.mark(of, way(store), run);
        Some(out)
    }

    /// What the function touched that a stream called; its accesses are the host's own again.
    pub(super) fn leave(&mut self) -> Option<(Agent, Footprint)> {
        self.guard.stale = true;
        let seen = std::mem::take(&mut *self.guard.seen.borrow_mut());
        Some((self.agent.take()?, seen))
    }
}
