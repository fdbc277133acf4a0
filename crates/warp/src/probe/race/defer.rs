//! Reads of shared memory that nothing has raced with so far: deferred for what may come, instead of shown to each location at once.
//!
//! Loads of a gang go in; whether they were deferred comes out, and later the same loads in the same order, if something comes that may
//! race with them. The rule: between two barriers most shared variables are only read or only written. So a read of what nobody has
//! written since the last barrier is deferred in its variable's list; a write to what is read there, an atomic, a fence or `__syncwarp` has the list shown to
//! the locations first; and a barrier orders everything in it before what comes, which is to say that it can be forgotten.
//! Loads that differ from the ones before by a constant step, as in a loop, are one entry; a list is short, and a variable for which
//! it was in vain rests for some barriers.

use super::shade::Me;
use crate::probe::loads::Loads;
use crate::probe::{Access, Op};
use crate::vm::gang::file::Masks;
use crate::vm::gang::level::Level;
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Group, Halves, Shape};

/// Entries of a list at most.
const MOST: usize = 32;
/// Barriers that a variable rests at most.
const LONGEST_REST: u32 = 31;

/// From the first byte to the one past the last.
#[derive(Clone, Copy, Default)]
struct Ends {
    from: u32,
    to: u32,
}

impl Ends {
    /// Of what a group touches of locations of this size.
    fn of(group: &Group, bytes: u32, size: u32) -> Ends {
        let at = &group.at;
        let ends = |from: u32, to: u32| Ends {
            from: from & !(size - 1),
            to: (to + bytes).next_multiple_of(size),
        };
        match (group.shape, group.halves) {
            (Shape::Same, _) => ends(at[0], at[0]),
            (Shape::Run, _) => ends(at[0], at[31]),
            (Shape::Any, Halves::Runs | Halves::Same) => {
                ends(at[0].min(at[16]), at[15].max(at[31]))
            }
            (Shape::Any, Halves::Any) => {
                let least = at.iter().fold(u32::MAX, |a, b| a.min(*b));
                ends(least, at.iter().fold(0, |a, b| a.max(*b)))
            }
        }
    }

    fn meets(&self, other: &Ends) -> bool {
        self.from < other.to && other.from < self.to
    }

    fn add(&mut self, other: &Ends) {
        if self.to == 0 {
            *self = *other;
        }
        self.from = self.from.min(other.from);
        self.to = self.to.max(other.to);
    }

    fn moved(&self, by: u32, size: u32) -> Ends {
        Ends {
            from: self.from.wrapping_add(by) & !(size - 1),
            to: self.to.wrapping_add(by).next_multiple_of(size),
        }
    }
}

/// Loads of one instruction in one moment, repeated with a constant step.
#[derive(Default)]
pub struct Reads {
    /// The access, as far as it is the same for all locations.
    pub me: Me,
    /// Bytes a lane.
    pub bytes: u32,
    /// The number of the gang's first warp in its block.
    pub first: u32,
    /// By warp of the gang.
    pub masks: Masks,
    /// How many times.
    pub count: u32,
    /// How much further each time.
    step: u32,
    /// Whether all warps' lanes go where those of the one group go.
    shared: bool,
    groups: Vec<Group>,
    /// Warps whose loads are not meant any more, a bit each.
    gone: u8,
    /// The first time, and every time.
    ends: Ends,
    all: Ends,
}

impl Reads {
    fn put(&mut self, q: &Loads<'_>, me: Me, size: u32) {
        self.groups.clear();
        let groups = q.warps().map(|w| q.groups[w]);
        let some = if q.shared { 1 } else { usize::MAX };
        self.groups.extend(groups.take(some));
        (self.me, self.bytes, self.first) = (me, q.bytes, q.first);
        (self.masks, self.shared) = (q.active.masks, q.shared);
        (self.count, self.step, self.gone) = (1, 0, 0);
        self.ends = Ends::default();
        for group in &self.groups {
            self.ends.add(&Ends::of(group, q.bytes, size));
        }
        self.all = self.ends;
    }

    /// How much further than the first time these loads are, if they are its next repetition.
    fn next(&self, q: &Loads<'_>, (id, level): (u32, Level)) -> Option<u32> {
        let by = q.groups[q.active.from].at[0].wrapping_sub(self.groups[0].at[0]);
        let same = (self.me.id, self.first, self.shared, &self.masks)
            == (id, q.first, q.shared, &q.active.masks);
        if !same || self.gone != 0 || self.count > 1 && by != self.step.wrapping_mul(self.count) {
            return None;
        }
        let mut pairs = self.groups.iter().zip(q.warps().map(|w| &q.groups[w]));
        let alike = pairs.all(|(a, b)| is_moved((a, b), by, level));
        alike.then_some(by)
    }

    /// The warps, a bit each, that have read exactly what a store of theirs is about to write; `None` if others have read there.
    fn own(&self, store: &Store<'_>) -> Option<u8> {
        if !self.all.meets(&store.ends) {
            return Some(0);
        }
        let (to, bytes) = (store.access.group, store.access.bytes);
        let mut out = 0;
        for (w, i) in self.warps() {
            let read = &self.groups[i];
            let once = self.count == 1 && self.bytes == bytes;
            if once && !Ends::of(read, self.bytes, store.size).meets(&store.ends) {
                continue;
            }
            let same = self.masks[w] == to.mask.0 && read.at == to.at;
            if !(once && same && self.first + w as u32 == store.warp) {
                return None;
            }
            out |= 1 << w;
        }
        Some(out)
    }

    /// The warps that read, each with the number of its group.
    fn warps(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let some = (0..self.masks.len()).filter(|w| self.masks[*w] != 0);
        let groups = (0..).map(|i| if self.shared { 0 } else { i });
        some.zip(groups).filter(|(w, _)| self.gone >> w & 1 == 0)
    }

    /// The `k`-th time, warp by warp.
    pub fn time(&self, k: u32) -> impl Iterator<Item = (u32, Group)> + '_ {
        let by = self.step.wrapping_mul(k);
        self.warps().map(move |(w, i)| {
            let mut group = self.groups[i];
            group.mask = LaneMask(self.masks[w]);
            group.at = group.at.map(|at| at.wrapping_add(by));
            (self.first + w as u32, group)
        })
    }
}

/// A store that is about to be shown to locations.
struct Store<'a> {
    access: &'a Access<'a>,
    warp: u32,
    ends: Ends,
    /// Bytes of a location.
    size: u32,
}

/// Whether a group lies as another, so many bytes further.
#[inline(always)]
fn is_moved((a, b): (&Group, &Group), by: u32, level: Level) -> bool {
    let at = |lane: usize| a.at[lane].wrapping_add(by) == b.at[lane];
    if (a.shape, a.halves) != (b.shape, b.halves) {
        return false;
    }
    match (a.shape, a.halves) {
        (Shape::Run | Shape::Same, _) => at(0),
        (_, Halves::Runs | Halves::Same) => at(0) && at(16),
        _ => level.is_moved(&a.at, &b.at, by),
    }
}

/// One shared variable since the last barrier.
#[derive(Default)]
struct Variable {
    list: Vec<Reads>,
    /// How many of the list are meant: the rest only keep their memory.
    used: usize,
    read: Ends,
    wrote: Ends,
    /// Whether the locations have been shown a read.
    shown: bool,
    /// Whether nothing is deferred any more.
    closed: bool,
    /// For so many barriers nothing is deferred.
    rest: u32,
    /// How long it rested the last time.
    rested: u32,
}

impl Variable {
    fn tire(&mut self) {
        self.rested = (2 * self.rested + 1).min(LONGEST_REST);
        self.rest = self.rested;
    }

    /// Takes out what each lane of a store has itself read where it is about to write: nothing is remembered of it then. `false`, and
    /// nothing is taken out, if others have read there.
    fn give_way(&mut self, store: &Store<'_>) -> bool {
        // Of reads that locations have been shown another may have taken the place.
        if self.shown || !store.access.group.rises() {
            return false;
        }
        let list = &mut self.list[..self.used];
        let mut found = [0u8; MOST];
        for (reads, found) in list.iter().zip(&mut found) {
            match reads.own(store) {
                Some(warps) => *found = warps,
                None => return false,
            }
        }
        let pairs = list.iter_mut().zip(found);
        pairs.for_each(|(reads, found)| reads.gone |= found);
        true
    }

    fn take(&mut self) -> Vec<Reads> {
        self.list.truncate(self.used);
        self.used = 0;
        std::mem::take(&mut self.list)
    }
}

/// What is deferred.
pub struct Deferred {
    variables: Vec<Variable>,
    /// Whether nothing may be deferred before the next barrier.
    off: bool,
    level: Level,
    /// Bytes of a location.
    size: u32,
}

impl Deferred {
    /// Nothing so far, of locations of so many bytes.
    pub fn new(size: u32) -> Self {
        Deferred {
            variables: Vec::new(),
            off: false,
            level: Level::here(),
            size,
        }
    }

    /// Puts loads of a shared variable down; `false` if they must be shown to the locations.
    #[inline]
    pub fn put(&mut self, q: &Loads<'_>, me: &Me) -> bool {
        let (off, level, size) = (self.off, self.level, self.size);
        let v = self.variable(q.region().id);
        if off || v.closed || v.rest > 0 {
            return false;
        }
        if let Some(last) = v.list[..v.used].last_mut()
            && let Some(by) = last.next(q, (me.id, level))
        {
            let ends = last.ends.moved(by, size);
            if ends.meets(&v.wrote) {
                return false;
            }
            if last.count == 1 {
                last.step = by;
            }
            last.count += 1;
            last.all.add(&ends);
            v.read.add(&ends);
            return true;
        }
        if v.used >= MOST {
            return false;
        }
        if v.used == v.list.len() {
            v.list.push(Reads::default());
        }
        let entry = &mut v.list[v.used];
        entry.put(q, *me, size);
        if entry.ends.meets(&v.wrote) {
            // With nothing deferred it may as well rest at once.
            if v.used == 0 {
                v.tire();
            }
            return false;
        }
        v.read.add(&entry.ends);
        v.used += 1;
        true
    }

    fn variable(&mut self, id: u32) -> &mut Variable {
        let id = id as usize;
        if self.variables.len() <= id {
            self.variables.resize_with(id + 1, Variable::default);
        }
        &mut self.variables[id]
    }

    /// An access by a warp that is about to be shown to locations of a shared variable: what must be shown to them before it.
    #[inline]
    pub fn before(&mut self, access: &Access<'_>, warp: u32, strong: bool) -> Vec<Reads> {
        if strong {
            return self.take_all();
        }
        let size = self.size;
        let v = self.variable(access.group.region.id);
        v.shown |= access.op == Op::Load;
        if v.rest > 0 {
            return Vec::new();
        }
        let mut due = v.used > 0;
        if access.op != Op::Load {
            let ends = Ends::of(access.group, access.bytes, size);
            let store = Store {
                access,
                warp,
                ends,
                size,
            };
            due &= ends.meets(&v.read) && !v.give_way(&store);
            v.wrote.add(&ends);
        }
        if !due {
            return Vec::new();
        }
        v.tire();
        v.take()
    }

    /// A location of a variable remembers more than one write, which reads to come may take the place of: from now on they are all shown.
    #[cold]
    pub fn close(&mut self, id: u32) {
        self.variable(id).closed = true;
    }

    /// Everything, in vain: nothing more is deferred before the next barrier.
    #[cold]
    pub fn take_all(&mut self) -> Vec<Reads> {
        self.off = true;
        let mut out = Vec::new();
        for v in self.variables.iter_mut().filter(|v| v.used > 0) {
            v.tire();
            out.append(&mut v.take());
        }
        out
    }

    /// A barrier: all that was deferred is ordered before what comes.
    pub fn forget(&mut self) {
        self.off = false;
        for v in &mut self.variables {
            if v.used > 0 {
                (v.used, v.rested) = (0, 0);
            }
            (v.read, v.wrote, v.shown) = (Ends::default(), Ends::default(), false);
            v.rest = v.rest.saturating_sub(1);
        }
    }

    /// A block goes on of which it is not known what it has written since its last barrier.
    pub fn resume(&mut self) {
        self.forget();
        self.off = true;
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let entries = self.variables.iter().flat_map(|v| &v.list);
        let each =
            |reads: &Reads| size_of::<Reads>() + reads.groups.capacity() * size_of::<Group>();
        entries.map(each).sum()
    }
}
