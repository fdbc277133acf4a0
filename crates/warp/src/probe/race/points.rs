//! Locations at which threads hand on what they know: flags, tickets, locks.
//!
//! Each atomic or volatile write of a thread that has fenced leaves a release at its location; each atomic or volatile
//! read takes over all releases there so far. The rule: what is taken over is a place and a count, not a copy, so it
//! costs the same however many blocks have passed; the question whether it covers an access asks the last release of each
//! thread, and goes on to the points that those before it knew of, summed up as they were left.

use super::order::{Fenced, Location};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Who knows of more places than this is held to know all that was before: what is asked and kept at every atomic stays bounded, and what is
/// then no longer found are races, never orders.
pub const MOST_KNOWN: usize = 512;

/// How many points all questions of a launch may look at, a second or two; who asks after that is held to know what is asked for. A thousand
/// locks that are each taken by many take more than anybody would wait for.
const MOST_LOOKED_AT: u64 = 1 << 24;

/// The first `upto` releases of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReleasesUpTo {
    /// Which point.
    pub point: u32,
    /// How many of its releases.
    pub upto: u32,
}

/// What a thread left.
pub struct Release {
    /// Its block.
    pub block: u64,
    /// Its number in the block.
    pub thread: u32,
    /// The moment of its fence, for the device and for the block: its own accesses before are covered.
    pub own: Fenced,
    /// The moment of the block's last barrier before the fence: all of the block's accesses before are covered.
    pub mates: u32,
    /// The other threads' fences before the last barrier: their accesses before these are covered.
    pub fences: Option<Arc<[Fenced]>>,
    /// What it knew of the lanes of its warp.
    pub kin: Option<Arc<[u32; 32]>>,
    /// All before this moment is held to be known to it.
    pub knows_all: u32,
    /// The moment of the block's last barrier: no fence of another thread that it knows of is later.
    pub barrier: u32,
}

impl Release {
    /// Whether it covers an access of its block; `scope` is 0 for the device, 1 for the block.
    fn covers(&self, thread: u32, moment: u32, scope: usize) -> bool {
        let fence = |f: &Arc<[Fenced]>| f.get(thread as usize).map_or(0, |f| f[scope]);
        let own = self.own[scope];
        let kin = || self.kin.as_ref().map_or(0, |kin| kin[thread as usize % 32]);
        let known = thread / 32 == self.thread / 32 && moment < own.min(kin());
        own != 0 && (moment < self.mates || thread == self.thread && moment < own || known)
            || self.fences.as_ref().is_some_and(|f| moment < fence(f))
    }

    /// Whether it covers what `other` does, as one does that is left by the next round of a thread that spins.
    fn same(&self, other: &Release) -> bool {
        let fences = match (&self.fences, &other.fences) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        fences && (self.own, self.mates) == (other.own, other.mates)
    }
}

/// A release where it was left.
struct Left {
    release: Release,
    /// What it and all before it at this point had taken over of other points.
    knows: Arc<[ReleasesUpTo]>,
}

#[derive(Default)]
struct Point {
    left: Vec<Left>,
    /// By block and thread, the places of its releases: each covers all that those of its thread before it do.
    by: BTreeMap<(u64, u32), Vec<u32>>,
}

impl Point {
    /// What is known of other points once `more` is known too.
    fn knows_with(&self, number: u32, more: &[ReleasesUpTo]) -> Arc<[ReleasesUpTo]> {
        let so_far: Arc<[ReleasesUpTo]> = self
            .left
            .last()
            .map_or_else(Arc::default, |l| l.knows.clone());
        let news = |k: &&ReleasesUpTo| {
            let covered = |s: &ReleasesUpTo| s.point == k.point && s.upto >= k.upto;
            k.point != number && !so_far.iter().any(covered)
        };
        let mut all: BTreeMap<u32, u32> = BTreeMap::new();
        for k in more.iter().filter(news) {
            let upto = all.entry(k.point).or_default();
            *upto = (*upto).max(k.upto);
        }
        if all.is_empty() {
            return so_far;
        }
        for k in so_far.iter() {
            all.entry(k.point).or_insert(k.upto);
        }
        all.into_iter()
            .map(|(point, upto)| ReleasesUpTo { point, upto })
            .collect()
    }

    /// Whether one of the first `upto` releases covers an access by `thread` of `block` at `moment`.
    fn covers(&self, upto: u32, (block, thread, moment): (u64, u32, u32), scope: usize) -> bool {
        self.by
            .range((block, 0)..=(block, u32::MAX))
            .any(|(_, places)| {
                let last = places.partition_point(|place| *place < upto).checked_sub(1);
                let left = last.and_then(|last| self.left.get(*places.get(last)? as usize));
                left.is_some_and(|l| l.release.covers(thread, moment, scope))
            })
    }
}

/// All points of a launch.
#[derive(Default)]
pub struct Points {
    at: BTreeMap<Location, u32>,
    list: Vec<Point>,
    /// The moment of the grid's last barrier.
    pub grid: u32,
    /// By block, a moment from which on none of its releases covers anything.
    ends: BTreeMap<u64, u32>,
    /// The last moment before which somebody is held to know all.
    all: u32,
    /// How many releases of each point the question that is asked has looked at, and which question that was.
    seen: RefCell<(u32, Vec<(u32, u32)>)>,
    /// How many points were looked at so far.
    looked: Cell<u64>,
}

impl Points {
    /// What is to be taken over at a location now.
    pub fn known(&self, at: Location) -> Option<ReleasesUpTo> {
        let point = *self.at.get(&at)?;
        let upto = self.list.get(point as usize)?.left.len() as u32;
        Some(ReleasesUpTo { point, upto })
    }

    /// Leaves a release at a location now, by a thread that has taken over `knows`.
    pub fn leave(&mut self, at: Location, mut release: Release, now: u32, knows: &[ReleasesUpTo]) {
        let next = self.list.len() as u32;
        let number = *self.at.entry(at).or_insert(next);
        if number == next {
            self.list.push(Point::default());
        }
        let point = &mut self.list[number as usize];
        let mut knows = point.knows_with(number, knows);
        if knows.len() > MOST_KNOWN {
            (knows, release.knows_all) = (Arc::default(), now);
        }
        let own = release.own[0].max(release.own[1]).max(release.mates);
        let ends = self.ends.entry(release.block).or_default();
        *ends = (*ends).max(own).max(release.barrier);
        self.all = self.all.max(release.knows_all);
        let before = point.left.last();
        let all = before.map_or(0, |l| l.release.knows_all);
        let nothing_new =
            release.knows_all <= all && before.is_some_and(|l| Arc::ptr_eq(&l.knows, &knows));
        release.knows_all = release.knows_all.max(all);
        let mine = point.by.entry((release.block, release.thread)).or_default();
        // Who spins at a lock leaves the same again and again.
        let last = mine
            .last()
            .and_then(|place| point.left.get(*place as usize));
        if nothing_new && last.is_some_and(|l| l.release.same(&release)) {
            return;
        }
        mine.push(point.left.len() as u32);
        point.left.push(Left { release, knows });
    }

    /// Whether what is known covers an access by `thread` of `block` at `moment`, for somebody of block `asker`.
    pub fn reach(
        &self,
        known: &mut dyn Iterator<Item = ReleasesUpTo>,
        asker: u64,
        access: (u64, u32, u32),
    ) -> bool {
        let (block, _, moment) = access;
        let end = self.ends.get(&block).copied().unwrap_or(0);
        if moment >= end.max(self.all) {
            return false;
        }
        if self.looked.get() > MOST_LOOKED_AT {
            return true;
        }
        let scope = (block == asker) as usize;
        let mut open: Vec<ReleasesUpTo> = known.collect();
        let (question, seen) = &mut *self.seen.borrow_mut();
        if *question == u32::MAX {
            (*question, *seen) = (0, Vec::new());
        }
        *question += 1;
        seen.resize(self.list.len(), (0, 0));
        while let Some(ReleasesUpTo { point, upto }) = open.pop() {
            let Some((p, before)) = self
                .list
                .get(point as usize)
                .zip(seen.get_mut(point as usize))
            else {
                continue;
            };
            if before.0 == *question && before.1 >= upto {
                continue;
            }
            *before = (*question, upto);
            self.looked.update(|n| n + 1);
            let last = p.left.get(upto as usize - 1);
            let all = last.map_or(0, |l| l.release.knows_all);
            if moment < all || p.covers(upto, access, scope) {
                return true;
            }
            open.extend(last.iter().flat_map(|l| l.knows.iter()).copied());
        }
        false
    }
}
