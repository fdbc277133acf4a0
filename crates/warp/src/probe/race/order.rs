//! What is ordered before what: barriers, `__syncwarp`, fences with atomics, the grid's barrier.
//!
//! Synchronising events of the running block go in; for an access remembered and a thread now, whether the one is ordered
//! before the other comes out. The rule: knowledge is kept as it spreads. A barrier tells all of the block, `__syncwarp` the
//! lanes that it names, a named barrier those warps that wait at it ([`named`](super::named)), and an atomic or volatile store after a fence leaves at its location what its thread knew at the
//! fence ([`points`](super::points)); whoever then reads the location atomically takes that over, and who reads it by a volatile load
//! does at the next fence.

use super::clock::{Clock, NUMBER};
use super::named::Named;
use super::points::{MOST_KNOWN, Points, Release, ReleasesUpTo};
use crate::vm::mask::LaneMask;
use std::sync::Arc;

/// How an access remembered lies to one now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is ordered before.
    Before,
    /// Another lane of the warp made it, and nothing but lockstep orders the two.
    Lockstep,
    /// Nothing orders the two.
    Loose,
}

/// A moment up to which each lane (inner) is known to each lane (outer).
type Lanes = Box<[[u32; 32]; 32]>;

/// What the lanes of a warp know of each other.
#[derive(Default)]
struct Kin {
    /// Up to here all of all.
    all: u32,
    some: Option<Lanes>,
}

/// What somebody took over at an atomic: lanes of a warp, or with `warp` as [`ANY`] all of the block.
struct Taken {
    warp: u32,
    lanes: u32,
    known: ReleasesUpTo,
    held: Held,
}

/// How far what was taken over may be relied on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// A volatile load saw it, and no fence has followed.
    Seen,
    /// As to what was done in the own block.
    Mates,
    /// As to everything.
    All,
}

/// What an atomic or volatile access does.
#[derive(Clone, Copy)]
pub struct Does {
    /// It is a load, or an atomic.
    pub reads: bool,
    /// It is a store, or an atomic.
    pub writes: bool,
}

const ANY: u32 = u32::MAX;

/// A location: space, allocation, place, and the block whose memory it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// Its memory space, by number.
    pub space: u8,
    /// Its allocation there.
    pub id: u32,
    /// Which location of the allocation.
    pub place: u32,
    /// The block that alone meets there, and 0 for all.
    pub block: u64,
}

/// A thread's last fence: for the whole device, and for its block.
pub type Fenced = [u32; 2];

/// What is known of a block that has begun and not ended.
#[derive(Default)]
pub struct BlockHistory {
    /// Its place in the grid in row order.
    pub number: u64,
    /// The moment of its last barrier.
    barrier: u32,
    kin: Vec<Kin>,
    /// By thread: moment of its last fence, and of the barrier before that.
    fenced: Vec<(Fenced, u32)>,
    /// Each thread's fences as they were at the last barrier.
    shared_fences: Option<Arc<[Fenced]>>,
    taken: Vec<Taken>,
    /// By thread: where its last atomic was, and the atomic's number.
    changed: Vec<(Location, u32)>,
    /// All before this moment is held to be known.
    knows_all: u32,
    named: Named,
}

impl BlockHistory {
    /// To the start of a block.
    pub fn start(&mut self, number: u64, now: u32) {
        (self.number, self.barrier, self.knows_all) = (number, now, 0);
        self.kin.clear();
        self.fenced.clear();
        self.shared_fences = None;
        self.taken.clear();
        self.changed.clear();
        self.named.clear();
    }

    /// A warp comes to a named barrier.
    pub fn comes(&mut self, id: u32, warp: u32, now: u32) {
        self.named.comes(id, warp, now);
    }

    /// A named barrier is over for those that waited. What those who came had taken over all of the block is held to know.
    pub fn met_by_name(&mut self, id: u32, waited: LaneMask, now: u32) {
        let came = self.named.over(id, waited);
        let theirs = |t: &Taken| t.warp != ANY && came.has(t.warp as usize);
        let taken = self.taken.iter().filter(|t| theirs(t));
        let known: Vec<ReleasesUpTo> = taken.map(|t| t.known).collect();
        for known in known {
            self.take((ANY, !0), (known, Held::All), now);
        }
    }

    /// A thread changes a location by an atomic of this number.
    pub fn changes(&mut self, thread: u32, at: Location, number: u32) {
        let i = thread as usize;
        if self.changed.len() <= i {
            let nowhere = Location {
                space: u8::MAX,
                id: 0,
                place: 0,
                block: 0,
            };
            self.changed.resize(i + 1, (nowhere, 0));
        }
        self.changed[i] = (at, number);
    }

    /// Whether a thread has changed a location by an atomic after the one of this number: all atomics of a location are in one order, and what the thread does to
    /// it afterwards comes after those that its own found done.
    pub fn changed_since(&self, thread: u32, at: Location, number: u32) -> bool {
        let last = self.changed.get(thread as usize);
        last.is_some_and(|(place, last)| *place == at && number < *last)
    }

    /// All threads have met.
    pub fn meet(&mut self, now: u32) {
        self.barrier = now;
        if !self.fenced.is_empty() {
            self.shared_fences = Some(self.fenced.iter().map(|f| f.0).collect());
        }
        let known: Vec<ReleasesUpTo> = self.taken.drain(..).map(|t| t.known).collect();
        for known in known {
            self.take((ANY, !0), (known, Held::All), now);
        }
    }

    /// `__syncwarp`: of each lane that is here, the lanes that it names.
    pub fn sync_warp(
        &mut self,
        warp: u32,
        (here, live): (LaneMask, LaneMask),
        named: &[u32; 32],
        now: u32,
    ) {
        let i = warp as usize;
        if self.kin.len() <= i {
            self.kin.resize_with(i + 1, Kin::default);
        }
        for lane in here.lanes() {
            let group = named[lane] & here.0;
            if LaneMask(group).lead() != lane {
                continue;
            }
            for t in self
                .taken
                .iter_mut()
                .filter(|t| t.warp == warp && t.lanes & group != 0)
            {
                (t.lanes, t.held) = (t.lanes | group, Held::All);
            }
            let kin = &mut self.kin[i];
            if group == live.0 {
                (kin.all, kin.some) = (now, None);
            } else {
                spread(kin, group, now);
            }
        }
    }

    /// A fence by these threads.
    pub fn fence(&mut self, threads: impl Iterator<Item = u32>, block_only: bool, now: u32) {
        for thread in threads {
            self.rely(thread, block_only, now);
            let i = thread as usize;
            if self.fenced.len() <= i {
                self.fenced.resize(i + 1, ([0; 2], 0));
            }
            let (fenced, barrier) = &mut self.fenced[i];
            fenced[1] = now;
            *barrier = self.barrier;
            if !block_only {
                fenced[0] = now;
            }
        }
    }

    /// A fence lets a thread rely on what it has seen.
    fn rely(&mut self, thread: u32, block_only: bool, now: u32) {
        let (warp, lanes) = (thread / 32, 1 << (thread % 32));
        let held = if block_only { Held::Mates } else { Held::All };
        // What only one lane knows is told to others with more to rely on.
        let gains = |t: &mut Taken| {
            let less = t.held == Held::Seen || t.held == Held::Mates && held == Held::All;
            (t.warp, t.lanes) == (warp, lanes) && less
        };
        let gained: Vec<ReleasesUpTo> = self.taken.extract_if(.., gains).map(|t| t.known).collect();
        for known in gained {
            self.take((warp, lanes), (known, held), now);
        }
    }

    /// An atomic or volatile access: the thread takes over what was left there, and leaves what it knows.
    pub fn touch(
        &mut self,
        points: &mut Points,
        at: Location,
        (thread, now): (u32, u32),
        does: Does,
    ) {
        let (warp, lane) = (thread / 32, thread % 32);
        if does.reads
            && let Some(known) = points.known(at)
        {
            let held = if does.writes { Held::All } else { Held::Seen };
            self.take((warp, 1 << lane), (known, held), now);
        }
        if !does.writes {
            return;
        }
        let none = ([0; 2], 0);
        let (own, mates) = self.fenced.get(thread as usize).copied().unwrap_or(none);
        let named = self.named.upto(warp);
        if own[1] == 0 && self.shared_fences.is_none() && named == 0 {
            return;
        }
        let relied = |t: &&Taken| t.reaches(warp, lane) && t.held != Held::Seen;
        let knows: Vec<ReleasesUpTo> = self.taken.iter().filter(relied).map(|t| t.known).collect();
        let first = warp * 32;
        let kin = |_: &Kin| std::array::from_fn(|i| self.kin_moment(first + i as u32, thread));
        let release = Release {
            block: self.number,
            thread,
            own,
            mates,
            fences: self.shared_fences.clone(),
            kin: self.kin.get(warp as usize).map(kin).map(Arc::new),
            knows_all: self.knows_all.max(named),
            barrier: self.barrier,
        };
        points.leave(at, release, now, &knows);
    }

    fn take(&mut self, (warp, lanes): (u32, u32), (known, held): (ReleasesUpTo, Held), now: u32) {
        let same = |t: &&mut Taken| {
            (t.warp, t.lanes, t.held) == (warp, lanes, held) && t.known.point == known.point
        };
        if let Some(t) = self.taken.iter_mut().find(same) {
            t.known.upto = t.known.upto.max(known.upto);
        } else if self.taken.len() < MOST_KNOWN {
            self.taken.push(Taken {
                warp,
                lanes,
                known,
                held,
            });
        } else {
            self.taken.clear();
            self.knows_all = now;
        }
    }

    /// How the access `then` lies to one now by thread `now` of this block.
    pub fn order(
        &self,
        clock: &Clock,
        points: &Points,
        (then, by): (u32, u32),
        now: u32,
    ) -> Relation {
        let moment = clock.moment(then & NUMBER);
        let block = clock.block_of(then & NUMBER);
        let mate = block == self.number;
        if moment < points.grid.max(self.knows_all) || mate && (by == now || moment < self.barrier)
        {
            return Relation::Before;
        }
        if mate && moment < self.named.known(now / 32, by / 32) {
            return Relation::Before;
        }
        let kin = mate && by / 32 == now / 32;
        if kin && moment < self.kin_moment(by, now) {
            return Relation::Before;
        }
        let (warp, lane) = (now / 32, now % 32);
        let relied = |t: &&Taken| t.held == Held::All || t.held == Held::Mates && mate;
        let reaches = |t: &&Taken| t.reaches(warp, lane);
        let taken = self.taken.iter().filter(reaches).filter(relied);
        let mut known = taken.map(|t| t.known);
        if points.reach(&mut known, self.number, (block, by, moment)) {
            return Relation::Before;
        }
        if kin {
            Relation::Lockstep
        } else {
            Relation::Loose
        }
    }

    /// Whether a fence by thread `now` would let it rely on having seen that the access `then` was made.
    pub fn wants_fence(
        &self,
        clock: &Clock,
        points: &Points,
        (then, by): (u32, u32),
        now: u32,
    ) -> bool {
        let moment = clock.moment(then & NUMBER);
        let (warp, lane) = (now / 32, now % 32);
        let taken = self.taken.iter().filter(|t| t.reaches(warp, lane));
        let mut known = taken.map(|t| t.known);
        points.reach(
            &mut known,
            self.number,
            (clock.block_of(then & NUMBER), by, moment),
        )
    }

    fn kin_moment(&self, by: u32, now: u32) -> u32 {
        let Some(kin) = self.kin.get(now as usize / 32) else {
            return 0;
        };
        let some = kin
            .some
            .as_ref()
            .map_or(0, |lanes| lanes[now as usize % 32][by as usize % 32]);
        kin.all.max(some)
    }
}

impl Taken {
    fn reaches(&self, warp: u32, lane: u32) -> bool {
        self.warp == ANY || self.warp == warp && self.lanes >> lane & 1 != 0
    }
}

/// The lanes of a group tell each other what they know.
fn spread(kin: &mut Kin, group: u32, now: u32) {
    let lanes = kin.some.get_or_insert_with(|| Box::new([[0; 32]; 32]));
    let mut known = [0u32; 32];
    for lane in LaneMask(group).lanes() {
        for (k, l) in known.iter_mut().zip(&lanes[lane]) {
            *k = (*k).max(*l);
        }
    }
    LaneMask(group).lanes().for_each(|lane| known[lane] = now);
    LaneMask(group).lanes().for_each(|lane| lanes[lane] = known);
}
