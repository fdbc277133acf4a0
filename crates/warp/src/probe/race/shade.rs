//! What locations remember: up to three accesses each, as rows of numbers side by side.
//!
//! A request's locations go in; whether all of them can take the access without a closer look comes out, and if so they have
//! taken it. The rule: first comes the last write (or atomic); then up to two others that it does not rule out: reads, or
//! further atomics, of threads as far apart as can be: of two blocks, else two warps, else two lanes. A plain write
//! that is in order rules out all before it. Rows of plain numbers make the usual case a loop that vectorises; and as long as
//! neighbouring threads access neighbouring locations, sixteen of them are remembered as one.

mod packed;
mod together;

use super::clock::{NUMBER, Since};
use super::palette::{Palette, State};
use packed::Packed;
use together::{SPAN, Together};

/// The access is atomic or volatile: two such never race.
pub const STRONG: u32 = 1 << 31;
/// The access writes.
pub const WRITE: u32 = 1 << 30;
/// The two that a location remembers are of two blocks: one more of the same sort is no news.
pub const SETTLED: u32 = 1 << 30;
/// Locations in one piece of global memory's shadow.
pub const PIECE: usize = 1024;
/// A thread of a block.
pub const THREAD: u32 = 1023;

/// What locations say to a row of accesses.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Some access may race with one that is remembered.
    bad: bool,
    /// Some read has no place.
    full: bool,
    /// Some read has no place but the second.
    second: bool,
    /// Some read is not known.
    news: bool,
}

impl Seen {
    #[inline(always)]
    fn add(&mut self, more: Seen) {
        self.bad |= more.bad;
        self.full |= more.full;
        self.second |= more.second;
        self.news |= more.news;
    }
}

/// What a piece of memory remembers.
pub struct Shade {
    /// How many locations.
    len: usize,
    /// What they remember as long as all of them do so [`Together`]; empty if they do not, or nothing.
    spans: Vec<Together>,
    /// log2 of how many locations one thread has in a span.
    grain: u32,
    /// Whether each location remembers for itself.
    singly: bool,
    /// Three accesses a location: number and kind; 0 is none. A row is made when it first has one.
    ids: [Vec<u32>; 3],
    /// Their threads, ten bits each, and [`SETTLED`].
    pub who: Vec<u32>,
    /// The same in less room, instead of rows.
    packed: Option<Box<Packed>>,
}

/// An access, as far as it is the same for all its locations.
#[derive(Clone, Copy, Default)]
pub struct Me {
    /// Number and kind.
    pub id: u32,
    /// Numbers from `lo` on, `span` of them, are ordered before this access.
    pub lo: u32,
    /// See `lo`.
    pub span: u32,
    /// Where the block's numbers begin.
    pub since: Since,
    /// Whether all who may come later have been at the barrier before: the memory is the block's own.
    pub own: bool,
    /// Two accesses that are atomic or volatile are looked at where their threads' numbers differ in lower bits only than this has: those
    /// of one warp with 32, all with the highest number, none with 0.
    pub near: u32,
    /// Whether [`SETTLED`] may be relied on.
    pub settles: bool,
}

impl Me {
    /// Whether an access remembered is certainly ordered before this one.
    #[inline(always)]
    pub fn after(&self, id: u32, then: u32, thread: u32) -> bool {
        let n = id & NUMBER;
        (n.wrapping_sub(self.lo) < self.span) | ((then == thread) & (n >= self.since.slice))
    }

    /// Whether the two could race at all, by what they do.
    #[inline(always)]
    pub fn could(&self, id: u32, then: u32, thread: u32) -> bool {
        let writes = (id | self.id) & WRITE != 0;
        let strong = id & self.id & STRONG != 0;
        writes & !(strong & ((then ^ thread) >= self.near))
    }

    #[inline(always)]
    fn clear(&self, id: u32, then: u32, thread: u32) -> bool {
        (id == 0) | self.after(id, then, thread) | !self.could(id, then, thread)
    }

    /// Whether this access races with all that one remembered races with, if that is ordered before it: what races with a plain access need not
    /// race with an atomic, and what races with a write need not with a read.
    #[inline(always)]
    pub fn stands_for(&self, id: u32) -> bool {
        let met = self.own & ((id & NUMBER).wrapping_sub(self.lo) < self.span);
        let plain = (self.id & STRONG == 0) | (id & STRONG != 0);
        let writes = (self.id & WRITE != 0) | (id & WRITE == 0);
        (id == 0) | met | (plain & writes)
    }

    /// Whether the place of an access remembered may be taken.
    #[inline(always)]
    fn free(&self, id: u32, then: u32, thread: u32) -> bool {
        let stands = (id & WRITE == 0) & self.stands_for(id);
        (id == 0) | (stands & self.after(id, then, thread))
    }
}

impl Me {
    /// Whether the second of two reads remembered may be forgotten for this one: it is ordered before, or both are as near
    /// to each other as this one is not.
    #[inline(always)]
    fn gives_way(&self, b: u32, c: u32, who: u32, thread: u32) -> bool {
        let (t1, t2) = (thread_of(who, 1), thread_of(who, 2));
        let reads = (b | c) & WRITE == 0;
        let older =
            self.settles & (b & NUMBER < self.since.slice) & (c & NUMBER < self.since.slice);
        let both = (b & NUMBER >= self.since.moment) & (c & NUMBER >= self.since.moment);
        let near = both & ((t1 ^ t2) < 32) & ((t1 ^ thread) >= 32);
        let stands = self.stands_for(b) & self.stands_for(c);
        reads & (self.free(c, t2, thread) | (stands & (older | near)))
    }

    /// Notes a read in a place that is free, or gives way.
    #[inline(always)]
    fn read(&self, b: &mut u32, c: &mut u32, who: &mut u32, thread: u32) {
        if self.free(*b, thread_of(*who, 1), thread) {
            *b = self.id;
            *who = *who & !(THREAD << 10) | thread << 10;
            return;
        }
        // No block was ever put aside where this may be relied on: older numbers are another block's.
        let apart = self.settles & (*b & NUMBER < self.since.slice);
        *c = self.id;
        let flag = if apart { SETTLED } else { 0 };
        *who = *who & !(THREAD << 20 | SETTLED) | thread << 20 | flag;
    }
}

/// The thread of one of a location's accesses.
#[inline(always)]
pub fn thread_of(who: u32, slot: usize) -> u32 {
    who >> (10 * slot) & THREAD
}

impl Shade {
    /// Of so many locations that nobody has touched.
    pub fn new(locations: usize) -> Self {
        Shade {
            len: locations,
            spans: Vec::new(),
            grain: 0,
            singly: false,
            ids: Default::default(),
            who: Vec::new(),
            packed: None,
        }
    }

    /// The same, each of which remembers for itself.
    pub fn singly(locations: usize) -> Self {
        let mut shade = Shade::new(locations);
        shade.part();
        shade
    }

    /// How many locations it is of.
    pub fn locations(&self) -> usize {
        self.len
    }

    /// Forgets all accesses, but not its memory.
    pub fn clear(&mut self) {
        self.singly = false;
        self.spans.clear();
        self.packed = None;
    }

    /// Whether each location remembers for itself.
    pub fn is_singly(&self) -> bool {
        self.singly
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        let rows = self.ids.iter().chain([&self.who]);
        let rows = rows.map(|row| 4 * row.len()).sum::<usize>();
        let packed = self.packed.as_ref().map_or(0, |packed| packed.bytes());
        rows + packed + self.spans.len() * size_of::<Together>()
    }

    /// Lets each location remember for itself.
    #[inline(always)]
    pub fn part(&mut self) {
        if !self.singly {
            self.take_singly();
        }
    }

    #[cold]
    fn take_singly(&mut self) {
        self.singly = true;
        self.ids.iter_mut().for_each(|row| row.fill(0));
        self.who.clear();
        self.who.resize(self.len, 0);
        for (k, of) in std::mem::take(&mut self.spans).into_iter().enumerate() {
            let from = k * SPAN;
            for at in from..(from + SPAN).min(self.len) {
                let further = (at - from) as u32 >> self.grain;
                self.remember(0, at, of.wrote.0);
                self.remember(1, at, of.read.0);
                self.who[at] =
                    (of.wrote.1 + further) & THREAD | ((of.read.1 + further) & THREAD) << 10;
            }
        }
    }

    /// An access of a location.
    #[inline(always)]
    pub fn id(&self, slot: usize, at: usize) -> u32 {
        self.ids[slot].get(at).copied().unwrap_or(0)
    }

    /// Remembers an access of a location, or that there is none.
    #[inline(always)]
    pub fn remember(&mut self, slot: usize, at: usize, id: u32) {
        if id != 0 {
            self.make(slot);
        }
        if let Some(place) = self.ids[slot].get_mut(at) {
            *place = id;
        }
    }

    /// What a location remembers, in rows.
    #[inline(always)]
    pub fn state(&self, at: usize) -> State {
        let ids = [0, 1, 2].map(|slot| self.id(slot, at));
        (ids, self.who.get(at).copied().unwrap_or(0))
    }

    /// Lets a location in rows remember this.
    #[inline(always)]
    pub fn set(&mut self, at: usize, (ids, who): State) {
        for (slot, id) in ids.into_iter().enumerate() {
            self.remember(slot, at, id);
        }
        if let Some(place) = self.who.get_mut(at) {
            *place = who;
        }
    }

    /// Makes a row.
    #[inline(always)]
    fn make(&mut self, slot: usize) {
        if self.ids[slot].is_empty() {
            self.ids[slot] = vec![0; self.len];
        }
    }

    /// What neighbouring locations remember in one slot.
    #[inline(always)]
    fn row<const N: usize>(&self, slot: usize, from: usize) -> [u32; N] {
        let row = &self.ids[slot];
        let known = row.get(from..).and_then(|row| row.first_chunk::<N>());
        known.copied().unwrap_or([0; N])
    }

    /// Plain writes by these threads, one a location from `from` on. `false`: nothing was noted, look at each.
    #[inline(always)]
    pub fn write_row(&mut self, from: usize, threads: &[u32], me: &Me) -> bool {
        let n = threads.len();
        if from + n > self.who.len() {
            return true;
        }
        if !self.is_before(from, n, me) && self.look_all(from, threads, me).bad {
            return false;
        }
        self.make(0);
        let [a, b, c] = &mut self.ids;
        a[from..from + n].fill(me.id);
        for row in [b, c] {
            if let Some(row) = row.get_mut(from..from + n) {
                row.fill(0);
            }
        }
        self.who[from..from + n].copy_from_slice(threads);
        true
    }

    /// Reads by these threads, one a location from `from` on. `false`: nothing was noted, look at each.
    #[inline(always)]
    pub fn read_row(&mut self, from: usize, threads: &[u32], me: &Me) -> bool {
        let n = threads.len();
        if from + n > self.who.len() {
            return true;
        }
        let seen = self.look_all(from, threads, me);
        if seen.bad || seen.full {
            return false;
        }
        if !seen.news {
            return true;
        }
        self.make(1);
        if seen.second {
            self.make(2);
        }
        let [_, b, c] = &mut self.ids;
        let (b, who) = (&mut b[from..from + n], &mut self.who[from..from + n]);
        if !seen.second {
            b.fill(me.id);
            for (w, t) in who.iter_mut().zip(threads) {
                *w = *w & !(THREAD << 10) | t << 10;
            }
        } else {
            let c = &mut c[from..from + n];
            for j in 0..n {
                let (w, t) = (who[j], threads[j]);
                if !known(b[j], c[j], w, t, me) {
                    me.read(&mut b[j], &mut c[j], &mut who[j], t);
                }
            }
        }
        true
    }

    /// Whether all that a row of locations remembers is ordered before an access by its numbers alone, told where each slot has one number: what
    /// a barrier leaves.
    #[inline(always)]
    fn is_before(&self, from: usize, n: usize, me: &Me) -> bool {
        self.ids.iter().all(|row| {
            let Some(ids) = row.get(from..from + n) else {
                return row.is_empty();
            };
            let first = ids.first().copied().unwrap_or(0);
            let differ = ids.iter().fold(0, |differ, id| differ | id ^ first);
            differ == 0 && (first == 0 || (first & NUMBER).wrapping_sub(me.lo) < me.span)
        })
    }

    /// What a row of locations says to a row of accesses: sixteen at a time, which are one vector.
    #[inline(always)]
    fn look_all(&self, from: usize, threads: &[u32], me: &Me) -> Seen {
        let (many, few) = threads.as_chunks::<16>();
        let (mut seen, mut at) = (Seen::default(), from);
        for threads in many {
            seen.add(self.look(at, threads, me));
            at += threads.len();
        }
        for thread in few {
            seen.add(self.look(at, &[*thread], me));
            at += 1;
        }
        seen
    }

    #[inline(always)]
    fn look<const N: usize>(&self, from: usize, threads: &[u32; N], me: &Me) -> Seen {
        let who = self.who.get(from..).and_then(|who| who.first_chunk::<N>());
        let who = who.copied().unwrap_or([0; N]);
        let (a, b) = (self.row::<N>(0, from), self.row::<N>(1, from));
        let c = self.row::<N>(2, from);
        let mut seen = Seen::default();
        for j in 0..N {
            let (w, t) = (who[j], threads[j]);
            seen.bad |= !(me.clear(a[j], thread_of(w, 0), t)
                & me.clear(b[j], thread_of(w, 1), t)
                & me.clear(c[j], thread_of(w, 2), t));
            let known = known(b[j], c[j], w, t, me);
            let (one, two) = (
                me.free(b[j], thread_of(w, 1), t),
                me.gives_way(b[j], c[j], w, t),
            );
            seen.news |= !known;
            seen.second |= !(known | one);
            seen.full |= !(known | one | two);
        }
        seen
    }

    /// One location's access, if it needs no closer look.
    #[inline(always)]
    pub fn one(&mut self, at: usize, thread: u32, me: &Me) -> bool {
        let Some(&w) = self.who.get(at) else {
            return true;
        };
        let (a, mut b, mut c) = (self.id(0, at), self.id(1, at), self.id(2, at));
        let (t0, t1, t2) = (thread_of(w, 0), thread_of(w, 1), thread_of(w, 2));
        if !(me.clear(a, t0, thread) & me.clear(b, t1, thread) & me.clear(c, t2, thread)) {
            return false;
        }
        let mut who = w;
        if me.id & WRITE == 0 {
            if known(b, c, w, thread, me) {
                return true;
            }
            if !(me.free(b, t1, thread) | me.gives_way(b, c, w, thread)) {
                return false;
            }
            me.read(&mut b, &mut c, &mut who, thread);
            self.remember(1, at, b);
            self.remember(2, at, c);
        } else {
            let ordered =
                |id: u32, then: u32| (id == 0) | (me.after(id, then, thread) & me.stands_for(id));
            let all = ordered(a, t0) & ordered(b, t1) & ordered(c, t2);
            if me.id & STRONG != 0 && !all {
                return me.settles & (w & SETTLED != 0) & (a & b & WRITE != 0);
            }
            self.remember(0, at, me.id);
            self.remember(1, at, 0);
            self.remember(2, at, 0);
            who = thread;
        }
        self.who[at] = who;
        true
    }

    /// Marks the numbers that are remembered.
    pub fn mark(&self, marks: &mut [u32], palette: &mut Palette) {
        if let Some(packed) = &self.packed {
            return packed.histories().for_each(|of| palette.mark(of, marks));
        }
        let mut mark = |id: u32| {
            if let Some(mark) = marks.get_mut((id & NUMBER) as usize) {
                *mark = 1;
            }
        };
        if self.singly {
            self.ids.iter().flatten().for_each(|id| mark(*id));
        }
        for of in &self.spans {
            mark(of.wrote.0);
            mark(of.read.0);
        }
    }

    /// Takes the new numbers, those of histories too.
    pub fn renumber(&mut self, marks: &[u32], histories: &[u32]) {
        if let Some(packed) = &mut self.packed {
            return packed.renumber(histories);
        }
        let renumber = |id: &mut u32| {
            let new = marks.get((*id & NUMBER) as usize).copied().unwrap_or(0);
            *id = if new == 0 { 0 } else { *id & !NUMBER | new };
        };
        if self.singly {
            self.ids.iter_mut().flatten().for_each(renumber);
        }
        self.spans
            .iter_mut()
            .flat_map(Together::ids)
            .for_each(renumber);
    }
}

/// Whether one more read is no news: two of different blocks are known, or two of this moment and of this block that are
/// as far from each other as this one could be from either.
#[inline(always)]
fn known(b: u32, c: u32, who: u32, thread: u32, me: &Me) -> bool {
    let (t1, t2) = (thread_of(who, 1), thread_of(who, 2));
    let reads = (b | c) & WRITE == 0;
    let settled = me.settles & (who & SETTLED != 0);
    let fresh = (b & NUMBER >= me.since.moment) & (c & NUMBER >= me.since.moment);
    let apart = (t1 != t2) & (((t1 ^ t2) >= 32) | ((t1 ^ thread) < 32));
    let again = (t1 == thread) & (b & NUMBER >= me.since.moment);
    // Strong ones do not stand for a plain one.
    let plain = (me.id & STRONG != 0) | ((b | c) & STRONG == 0);
    reads & plain & (settled | (fresh & apart) | again)
}

#[cfg(test)]
mod tests;
