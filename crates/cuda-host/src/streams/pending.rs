//! Operations that the host has not waited for, with the bytes that each touched; and which bytes are in dispute.
//!
//! An operation goes in; the earlier ones that are in its way come out. The rule: what the host has waited for is dropped; an
//! operation that does again what an earlier one of its stream did stands for both, as whatever is unordered with the earlier one
//! is so with the later one; and what is kept is bounded: beyond [`OPERATIONS`] or [`TAKES`] the oldest is forgotten.

use super::clock::{Clocks, Mark};
use cuda_ir::pointer::Space;
use std::rc::Rc;
use warp::probe::Op;
use warp::probe::footprint::{Footprint, TouchedAllocation};
use warp::probe::pieces::Piece;
use warp::report::Place;

/// How many operations are remembered.
const OPERATIONS: usize = 512;
/// How much memory their bytes may take.
const TAKES: usize = 64 << 20;

/// What an operation is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// A launch of the kernel of this name; none for one of a library's.
    Kernel(Option<String>),
    Copy,
    Fill,
    Allocation,
    Free,
    HostFunction,
}

/// Something that was put into a stream.
#[derive(Clone, Debug)]
pub struct Operation {
    pub mark: Mark,
    pub deed: Deed,
    /// Where the host asked for it.
    pub place: Place,
    pub touched: Rc<Footprint>,
    /// [`Clocks::changes`] when it was begun.
    change: u64,
}

impl Operation {
    pub fn new(mark: Mark, deed: Deed, place: Place, touched: Rc<Footprint>) -> Self {
        Operation {
            mark,
            deed,
            place,
            touched,
            change: 0,
        }
    }

    fn repeats(&self, other: &Operation) -> bool {
        let same = (self.mark.0, &self.deed, self.place.span)
            == (other.mark.0, &other.deed, other.place.span);
        let touched = (&self.touched, &other.touched);
        same && (Rc::ptr_eq(touched.0, touched.1) || covers(touched.0, touched.1))
    }
}

/// Whether all that the second touched is touched by the first in the same ways.
fn covers(new: &Footprint, old: &Footprint) -> bool {
    let covered = |part: &TouchedAllocation| {
        let mut parts = new.parts.iter().filter(|p| p.of == part.of);
        parts.any(|p| {
            let mut sets = p.bytes.iter().zip(&part.bytes);
            p.volatile == part.volatile && sets.all(|(a, b)| a.covers(b))
        })
    };
    new.tells == old.tells && old.parts.iter().all(covered)
}

/// Bytes that two operations touch, at least one of them writing.
#[derive(Clone, Copy, Debug)]
pub struct Dispute {
    pub of: (Space, u32),
    /// What the earlier one does there, and the later one.
    pub ops: [Op; 2],
    pub run: Piece,
}

/// Which ways of touching a byte need an order; the plainest first.
const PAIRS: [(Op, Op); 7] = [
    (Op::Store, Op::Load),
    (Op::Store, Op::Store),
    (Op::Load, Op::Store),
    (Op::Atomic, Op::Load),
    (Op::Load, Op::Atomic),
    (Op::Atomic, Op::Store),
    (Op::Store, Op::Atomic),
];

/// The first bytes in dispute. Accesses that are each atomic or volatile are not; nor is anything between two that may have told each other.
pub fn dispute(old: &Footprint, new: &Footprint) -> Option<Dispute> {
    let both = || {
        let parts = old.parts.iter();
        parts.flat_map(|a| {
            new.parts
                .iter()
                .filter(|b| b.of == a.of)
                .map(move |b| (a, b))
        })
    };
    let strong =
        |p: &TouchedAllocation, op: Op, run: Piece| op == Op::Atomic || p.volatile.has(run);
    let meet = |a: &TouchedAllocation, b: &TouchedAllocation| {
        let all =
            |p: &TouchedAllocation| [p.bytes[Op::Atomic as usize].clone(), p.volatile.clone()];
        let (mine, theirs) = (all(a), all(b));
        let mut pairs = mine.iter().flat_map(|x| theirs.iter().map(move |y| (x, y)));
        pairs.any(|(x, y)| x.meet(y).next().is_some())
    };
    if old.tells && new.tells && both().any(|(a, b)| meet(a, b)) {
        return None;
    }
    both().find_map(|(a, b)| {
        PAIRS.iter().find_map(|(x, y)| {
            let mut runs = a.bytes[*x as usize].meet(&b.bytes[*y as usize]);
            let run = runs.find(|run| !(strong(a, *x, *run) && strong(b, *y, *run)))?;
            Some(Dispute {
                of: a.of,
                ops: [*x, *y],
                run,
            })
        })
    })
}

/// The operations, the oldest first.
#[derive(Debug, Default)]
pub struct Pending {
    pub list: Vec<Operation>,
}

impl Pending {
    /// Drops what the host has waited for.
    pub fn settle(&mut self, clocks: &Clocks) {
        self.list.retain(|o| !clocks.is_before(o.mark, None));
    }

    /// The latest operation that is in the way of a new one of a stream, and where.
    pub fn in_the_way(
        &self,
        clocks: &Clocks,
        stream: Option<usize>,
        new: &Footprint,
    ) -> Option<(&Operation, Dispute)> {
        let mut unordered = self.list.iter().rev();
        unordered.find_map(|o| match clocks.is_before(o.mark, stream) {
            true => None,
            false => Some((o, dispute(&o.touched, new)?)),
        })
    }

    /// Adds an operation. One that goes on with what the last one did, with nothing in between, becomes part of it: rows of a copy.
    pub fn add(&mut self, clocks: &Clocks, mut new: Operation) {
        new.change = clocks.changes;
        if new.touched.parts.is_empty() {
            return;
        }
        if let Some(last) = self.list.last_mut()
            && last.change + 1 == new.change
            && (last.mark.0, &last.deed, last.place.span) == (new.mark.0, &new.deed, new.place.span)
            && matches!(new.deed, Deed::Copy | Deed::Fill)
        {
            let touched = Rc::make_mut(&mut last.touched);
            new.touched
                .parts
                .iter()
                .for_each(|part| touched.add(part.clone()));
            (last.mark, last.change) = (new.mark, new.change);
            return;
        }
        self.list.retain(|old| !new.repeats(old));
        self.list.push(new);
        let takes = |list: &[Operation]| list.iter().map(|o| o.touched.takes()).sum::<usize>();
        let mut all = takes(&self.list);
        while self.list.len() > OPERATIONS || all > TAKES && self.list.len() > 1 {
            all -= self.list.remove(0).touched.takes().min(all);
        }
    }

    /// An allocation is gone, or its number is given to a new one.
    pub fn forget(&mut self, of: (Space, u32)) {
        for o in &mut self.list {
            if o.touched.parts.iter().any(|p| p.of == of) {
                Rc::make_mut(&mut o.touched).parts.retain(|p| p.of != of);
            }
        }
        self.list.retain(|o| !o.touched.parts.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(clocks: &mut Clocks, stream: usize, (id, run): (u32, Piece)) -> Operation {
        let mut touched = Footprint::default();
        touched.mark((Space::Global, id), Op::Store, run);
        let mark = clocks.act(stream);
        Operation::new(mark, Deed::Fill, Place::default(), Rc::new(touched))
    }

    #[test]
    fn what_is_kept_is_bounded_and_what_was_waited_for_is_dropped() {
        let (mut clocks, mut pending) = (Clocks::default(), Pending::default());
        for handle in [100, 101] {
            clocks.made(handle, (String::new(), 1, true));
        }
        // Two streams in turn, so that no operation goes on with the one before.
        for i in 0..2000 {
            let stream = 2 + i as usize % 2;
            let new = write(&mut clocks, stream, (i, (0, 4)));
            pending.add(&clocks, new);
        }
        assert_eq!(pending.list.len(), OPERATIONS);
        clocks.drained(2);
        pending.settle(&clocks);
        assert_eq!(pending.list.len(), OPERATIONS / 2);
        let new = write(&mut clocks, 2, (1999, (3, 5)));
        let found = pending.in_the_way(&clocks, Some(2), &new.touched);
        assert_eq!(found.map(|(o, d)| (o.mark.0, d.run)), Some((3, (3, 4))));
        clocks.idle();
        pending.settle(&clocks);
        assert!(pending.list.is_empty());
    }

    #[test]
    fn rows_of_a_copy_are_one_operation_and_repetitions_another() {
        let (mut clocks, mut pending) = (Clocks::default(), Pending::default());
        clocks.made(100, (String::new(), 1, false));
        for row in 0..100 {
            let new = write(&mut clocks, 2, (7, (64 * row, 64 * row + 32)));
            pending.add(&clocks, new);
        }
        assert_eq!(pending.list.len(), 1);
        clocks.record(500, 2);
        let new = write(&mut clocks, 2, (7, (0, 32)));
        pending.add(&clocks, new);
        clocks.record(501, 2);
        assert_eq!(pending.list.len(), 2);
        // What the event covers is ordered, what came after it is not.
        clocks.wait(0, 500);
        let apart: Vec<bool> = pending
            .list
            .iter()
            .map(|o| clocks.is_before(o.mark, None))
            .collect();
        assert_eq!(apart, [false, false]);
        clocks.met(500);
        pending.settle(&clocks);
        assert_eq!(pending.list.len(), 1);
        clocks.record(502, 2);
        let all = write(&mut clocks, 2, (7, (0, 6400)));
        pending.add(&clocks, all);
        assert_eq!(pending.list.len(), 1);
    }
}
