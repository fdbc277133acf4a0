//! What the host reads that nothing has written: results that no thread computed.
//!
//! **Definition.** After a copy from the device to memory of the host, a line of the program's own host code reads a value of which no
//! byte was ever written: by no kernel, no copy, no fill, and not by the host since.
//!
//! **Not seen.** Copies into local variables of more than 64 KiB, or that were moved too often; what comes after 67 million accesses; managed memory, which reads as zeros; reads by the library, such as those of `std::copy` or `printf` of a text;
//! memory of the host that nobody wrote and no copy brought; a value of which some bytes are written, as in a structure with holes;
//! a second read of an allocation: the first says it all. Nothing is said once a launch has failed, which is why results are
//! missing then, or once a kernel has stored what it made of unwritten memory, which was told where it did.
//!
//! **No false positives.** A copy of what nobody wrote is no finding, only a read of it, which C++ leaves undefined; each byte is looked up.

use super::Streams;
use super::guard::Of;
use super::words::range_words;
use crate::fault::Failed;
use crate::machine::Machine;
use crate::op::Op;
use cuda_ir::pointer::{Space, Target, target};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use warp::launch::{Allocation, Side, all_written, first_written, is_written};
use warp::report::{Finding, FindingKind, Place};

/// From where a copy brought what nobody wrote.
#[derive(Clone, Debug)]
struct Origin {
    of: Of,
    /// Where the first byte of the destination's allocation would be in it.
    start: i64,
    place: Place,
}

/// What is known of an allocation with bytes that nothing has written.
#[derive(Debug)]
enum Known {
    /// Its reads are looked at; where the bytes came from.
    Watched(Origin),
    /// All was said of it that is to be said.
    Said,
}

/// Allocations with bytes that nothing has written.
#[derive(Debug, Default)]
pub(crate) struct Unwritten {
    known: BTreeMap<Of, Known>,
    /// How often an access was looked at.
    asked: Cell<u64>,
}

/// How many accesses are looked at: a program that reads on and on what it may read is not slow for ever.
const ASKED: u64 = 1 << 26;

impl Unwritten {
    /// Allocations whose reads are looked at.
    pub fn watched(&self) -> impl Iterator<Item = Of> {
        let watched = |known: &Known| matches!(known, Known::Watched(_));
        let some = self.known.iter().filter(move |(_, known)| watched(known));
        some.map(|(of, _)| *of)
    }

    pub(super) fn is_watched(&self, of: Of) -> bool {
        matches!(self.known.get(&of), Some(Known::Watched(_)))
    }
}

/// Which allocation an address is in.
fn of(address: u64) -> Option<Of> {
    match target(address) {
        Target::In(space, id, _) => Some((space, id)),
        _ => None,
    }
}

impl Streams {
    /// Whether reads of what is at an address are looked at.
    pub fn watches_unwritten(&self, address: u64) -> bool {
        let asked = &self.guard.unwritten.asked;
        asked.set(asked.get() + 1);
        of(address).is_some_and(|of| self.guard.unwritten.is_watched(of))
    }

    /// From here on an allocation's reads are looked at, if not all was said of it.
    fn watch_unwritten(&mut self, of: Of, origin: Origin) {
        if let Entry::Vacant(new) = self.guard.unwritten.known.entry(of) {
            new.insert(Known::Watched(origin));
            self.guard.stale = true;
        }
    }

    /// Where bytes come from that a copy takes on: from where the one before it brought them, and how much further on they are there.
    fn first_of(&self, of: Of, start: i64) -> (Of, i64) {
        match self.guard.unwritten.known.get(&of) {
            Some(Known::Watched(origin)) => (origin.of, start + origin.start),
            _ => (of, start),
        }
    }

    /// Looks at no more reads once that were enough of them.
    pub(super) fn rest_from_unwritten(&mut self) {
        let unwritten = &mut self.guard.unwritten;
        if unwritten.asked.get() > ASKED && unwritten.watched().next().is_some() {
            for known in unwritten.known.values_mut() {
                *known = Known::Said;
            }
            self.guard.stale = true;
        }
    }

    /// An allocation is gone, or all of it is written.
    pub fn forget_unwritten(&mut self, of: Of) {
        if self.guard.unwritten.known.remove(&of).is_some() {
            self.guard.stale = true;
        }
    }
}

impl Machine<'_> {
    /// A copy has brought bytes to memory that the host reads, of which some (`missing`, true a byte; empty for none) nothing has written.
    pub fn brought(&mut self, (to, from): (u64, u64), missing: &[bool]) {
        let (Target::In(space, id, at), Target::In(source, number, start)) =
            (target(to), target(from))
        else {
            return;
        };
        let Some((len, marks)) = self.marks((space, id)) else {
            return;
        };
        if missing.is_empty() {
            if !marks.is_empty() && is_written(marks, 0, len) {
                *marks = Vec::new();
                self.streams.forget_unwritten((space, id));
            }
            return;
        }
        let new = marks.is_empty();
        if new {
            *marks = all_written(len);
        }
        for (byte, _) in (at as usize..)
            .zip(missing)
            .filter(|(_, missing)| **missing)
        {
            if let Some(eight) = marks.get_mut(byte / 8) {
                *eight &= !(1 << (byte % 8));
            }
        }
        if new && space == Space::Stack {
            // What had this number before is gone.
            self.streams.forget_unwritten((space, id));
        }
        let (of, start) = self.streams.first_of((source, number), start - at);
        let place = self.place("brought here");
        let origin = Origin { of, start, place };
        self.streams.watch_unwritten((space, id), origin);
    }

    /// How many bytes an allocation has that host code reads in its place, and which were written, if it is known.
    fn marks(&mut self, (space, id): Of) -> Option<(usize, &mut Vec<u8>)> {
        if !self.options.checks {
            return None;
        }
        match space {
            Space::Host => {
                let b = self.memory.hosted.blocks.get_mut(id as usize)?;
                (!b.device).then_some((b.bytes.len(), &mut b.written))
            }
            Space::Global => {
                let b = self.memory.buffers.get_mut(id as usize)?;
                (b.side == Side::Pinned).then_some((b.bytes.len(), &mut b.written))
            }
            Space::Stack => self.stack.marks(id),
            _ => None,
        }
    }

    /// An access that was held up: whether it reads what nothing has written; then it is told of, and not held up again.
    pub fn reads_unwritten(&mut self, failed: &Failed) -> bool {
        let (Some(of), false) = (of(failed.address), failed.store) else {
            return false;
        };
        let watched = self.streams.watches_unwritten(failed.address);
        if !watched || !self.view().is_unwritten(failed.address, failed.bytes) {
            return false;
        }
        let known = self.streams.guard.unwritten.known.insert(of, Known::Said);
        self.streams.guard.stale = true;
        let own = self.calls.last().is_some_and(|open| {
            let at = self.code(open.func).at.get(self.pc(open) as usize);
            at.is_some_and(|at| !at.span.is_system() && at.line > 0)
        });
        let failures = self.launches.iter().any(|launch| launch.failure.is_some());
        // Of a value that was made from what nobody wrote the kernel's own line was told.
        let undefined = FindingKind::Uninitialised;
        let made = self.found.list.iter().any(|f| f.finding.kind == undefined);
        if let (Some(Known::Watched(origin)), Target::In(_, _, at), true, false) =
            (known, target(failed.address), own, failures || made)
        {
            let finding = self.unwritten_read(at, failed.bytes as usize, origin);
            self.found.add(finding, None);
        }
        true
    }

    fn unwritten_read(&self, at: i64, bytes: usize, origin: Origin) -> Finding {
        let (space, id) = origin.of;
        let start = usize::try_from(at + origin.start).unwrap_or(0);
        let source = match space {
            Space::Symbol => self.memory.symbols.get(id as usize),
            Space::Global => self.memory.buffers.get(id as usize),
            _ => None,
        };
        let name = self.allocation_name(space, id);
        let size = self.is_indexed(bytes).then_some(bytes as u32);
        let whole = self.size_of(space, id) == Some(bytes as u64);
        let words = |end: usize| {
            let run = (start as u32, end as u32);
            range_words(name.clone(), size, run, whole).0
        };
        let end = source.map_or(0, |b| end_of_gap(b, start));
        // Of memory that is free again nobody knows any more.
        let none = |b: &Allocation| !b.freed && b.written.iter().all(|eight| *eight == 0);
        let nothing = source.is_some_and(none);
        let help = match nothing {
            true => format!(
                "nothing was ever stored in {name}: was the kernel launched, and with this pointer?"
            ),
            false => format!(
                "nothing was ever stored in {}: has the grid a thread for every element?",
                words(end.max(start + bytes))
            ),
        };
        let it = words(start + bytes);
        Finding {
            kind: FindingKind::UnwrittenResult,
            message: format!(
                "the host reads {it}, copied from the device, where nothing has written it"
            ),
            places: vec![self.place("read here"), origin.place],
            count: 1,
            help: Some(help),
        }
    }

    /// Whether what runs reads an element of an array of values of so many bytes, as far as the operation says.
    fn is_indexed(&self, bytes: usize) -> bool {
        match self.last_op() {
            Some(Op::LdAt { scale, .. }) => scale as usize == bytes,
            Some(Op::LdVia { scale, .. }) => scale as usize == bytes,
            Some(Op::LdMad { .. }) => bytes == 4,
            _ => false,
        }
    }
}

/// The end of the bytes from a place on that nothing has written.
fn end_of_gap(b: &Allocation, at: usize) -> usize {
    if b.written.is_empty() {
        return at.min(b.bytes.len());
    }
    first_written(&b.written, at).map_or(b.bytes.len(), |end| end.min(b.bytes.len()))
}
