//! What locations remember: up to three accesses each, as rows of numbers side by side.
//!
//! A request's locations go in; whether all of them can take the access without a closer look comes out, and if so they have
//! taken it. The rule: first comes the last write (or atomic); then up to two others that it does not rule out: reads, or
//! further atomics, of threads as far apart as can be: of two blocks, else two warps, else two lanes. A plain write
//! that is in order rules out all before it. Rows of plain numbers make the usual case a loop that vectorises.

use super::clock::{NUMBER, Since};

/// The access is atomic or volatile: two such never race.
pub const STRONG: u32 = 1 << 31;
/// The access writes.
pub const WRITE: u32 = 1 << 30;
/// The two that a location remembers are of two blocks: one more of the same sort is no news.
pub const SETTLED: u32 = 1 << 30;
/// A thread of a block.
pub const THREAD: u32 = 1023;

/// What a piece of memory remembers.
pub struct Shade {
    /// Three accesses a location: number and kind; 0 is none.
    pub ids: [Vec<u32>; 3],
    /// Their threads, ten bits each, and [`SETTLED`].
    pub who: Vec<u32>,
}

/// An access, as far as it is the same for all its locations.
#[derive(Clone, Copy)]
pub struct Me {
    /// Number and kind.
    pub id: u32,
    /// Numbers from `lo` on, `span` of them, are ordered before this access.
    pub lo: u32,
    /// See `lo`.
    pub span: u32,
    /// Where the block's numbers begin.
    pub since: Since,
    /// Whether volatile accesses of one warp are held to order.
    pub kin: bool,
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
        writes & !(strong & (!self.kin | ((then ^ thread) >= 32)))
    }

    #[inline(always)]
    fn clear(&self, id: u32, then: u32, thread: u32) -> bool {
        (id == 0) | self.after(id, then, thread) | !self.could(id, then, thread)
    }

    /// Whether the place of an access remembered may be taken.
    #[inline(always)]
    fn free(&self, id: u32, then: u32, thread: u32) -> bool {
        (id == 0) | ((id & WRITE == 0) & self.after(id, then, thread))
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
        reads & (self.free(c, t2, thread) | older | near)
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
        let row = || vec![0; locations];
        Shade {
            ids: [row(), row(), row()],
            who: row(),
        }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.who.len() * 16
    }

    /// The locations that a row of accesses lies on: numbers and threads.
    #[inline(always)]
    fn rows(&mut self, from: usize, n: usize) -> Option<([&mut [u32]; 3], &mut [u32])> {
        let [a, b, c] = &mut self.ids;
        let to = from + n;
        Some((
            [
                a.get_mut(from..to)?,
                b.get_mut(from..to)?,
                c.get_mut(from..to)?,
            ],
            self.who.get_mut(from..to)?,
        ))
    }

    /// Plain writes by these threads, one a location from `from` on. `false`: nothing was noted, look at each.
    #[inline]
    pub fn write_row(&mut self, from: usize, threads: &[u32], me: &Me) -> bool {
        let Some(([a, b, c], who)) = self.rows(from, threads.len()) else {
            return true;
        };
        let mut bad = false;
        for j in 0..threads.len() {
            let (w, t) = (who[j], threads[j]);
            bad |= !(me.clear(a[j], thread_of(w, 0), t)
                & me.clear(b[j], thread_of(w, 1), t)
                & me.clear(c[j], thread_of(w, 2), t));
        }
        if bad {
            return false;
        }
        a.fill(me.id);
        b.fill(0);
        c.fill(0);
        who.copy_from_slice(threads);
        true
    }

    /// Reads by these threads, one a location from `from` on. `false`: nothing was noted, look at each.
    #[inline]
    pub fn read_row(&mut self, from: usize, threads: &[u32], me: &Me) -> bool {
        let Some(([a, b, c], who)) = self.rows(from, threads.len()) else {
            return true;
        };
        let (mut bad, mut full, mut second, mut news) = (false, false, false, false);
        for j in 0..threads.len() {
            let (w, t) = (who[j], threads[j]);
            bad |= !(me.clear(a[j], thread_of(w, 0), t)
                & me.clear(b[j], thread_of(w, 1), t)
                & me.clear(c[j], thread_of(w, 2), t));
            let known = known(b[j], c[j], w, t, me);
            let (one, two) = (
                me.free(b[j], thread_of(w, 1), t),
                me.gives_way(b[j], c[j], w, t),
            );
            news |= !known;
            second |= !(known | one);
            full |= !(known | one | two);
        }
        if bad || full {
            return false;
        }
        if news && !second {
            for j in 0..threads.len() {
                b[j] = me.id;
                who[j] = who[j] & !(THREAD << 10) | threads[j] << 10;
            }
        } else if second {
            for j in 0..threads.len() {
                let (w, t) = (who[j], threads[j]);
                if !known(b[j], c[j], w, t, me) {
                    me.read(&mut b[j], &mut c[j], &mut who[j], t);
                }
            }
        }
        true
    }

    /// One location's access, if it needs no closer look.
    #[inline(always)]
    pub fn one(&mut self, at: usize, thread: u32, me: &Me) -> bool {
        let Some(([a, b, c], who)) = self.rows(at, 1) else {
            return true;
        };
        let (a, b, c, who) = (&mut a[0], &mut b[0], &mut c[0], &mut who[0]);
        let w = *who;
        let (t0, t1, t2) = (thread_of(w, 0), thread_of(w, 1), thread_of(w, 2));
        if !(me.clear(*a, t0, thread) & me.clear(*b, t1, thread) & me.clear(*c, t2, thread)) {
            return false;
        }
        if me.id & WRITE == 0 {
            if known(*b, *c, w, thread, me) {
                return true;
            }
            if me.free(*b, t1, thread) | me.gives_way(*b, *c, w, thread) {
                me.read(b, c, who, thread);
                return true;
            }
            return false;
        }
        let ordered = |id: u32, then: u32| (id == 0) | me.after(id, then, thread);
        if me.id & STRONG == 0 || ordered(*a, t0) & ordered(*b, t1) & ordered(*c, t2) {
            (*a, *b, *c, *who) = (me.id, 0, 0, thread);
            return true;
        }
        me.settles & (w & SETTLED != 0) & (*a & *b & WRITE != 0)
    }

    /// Marks the numbers that are remembered.
    pub fn mark(&self, marks: &mut [u32]) {
        for id in self.ids.iter().flatten() {
            if let Some(mark) = marks.get_mut((id & NUMBER) as usize) {
                *mark = 1;
            }
        }
    }

    /// Takes the new numbers.
    pub fn renumber(&mut self, marks: &[u32]) {
        for id in self.ids.iter_mut().flatten() {
            let new = marks.get((*id & NUMBER) as usize).copied().unwrap_or(0);
            *id = if new == 0 { 0 } else { *id & !NUMBER | new };
        }
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
    reads & (settled | (fresh & apart) | again)
}
