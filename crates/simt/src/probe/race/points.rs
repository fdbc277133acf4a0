//! Locations at which threads hand on what they know: flags, tickets, locks.
//!
//! Each atomic or volatile write of a thread that has fenced leaves a release at its location; each atomic or volatile
//! read takes over all releases there so far. The rule: what is taken over is a place and a count, not a copy, so it
//! costs the same however many blocks have passed; the question whether it covers an access follows the releases on demand.

use super::order::Fenced;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The first `upto` releases of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
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
    /// What it had taken over itself.
    pub knows: Arc<[Known]>,
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

    fn same(&self, other: &Release, point: u32) -> bool {
        let others = |r: &Release| -> Vec<Known> {
            r.knows
                .iter()
                .filter(|k| k.point != point)
                .copied()
                .collect()
        };
        let fences = match (&self.fences, &other.fences) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        fences
            && (self.own, self.mates) == (other.own, other.mates)
            && others(self) == others(other)
    }
}

#[derive(Default)]
struct Point {
    releases: Vec<Release>,
    by_block: BTreeMap<u64, Vec<u32>>,
}

/// All points of a launch.
#[derive(Default)]
pub struct Points {
    at: BTreeMap<(u8, u32, u32, u64), u32>,
    list: Vec<Point>,
    /// The moment of the grid's last barrier.
    pub grid: u32,
}

impl Points {
    /// What is to be taken over at a location now.
    pub fn known(&self, at: (u8, u32, u32, u64)) -> Option<Known> {
        let point = *self.at.get(&at)?;
        let upto = self.list.get(point as usize)?.releases.len() as u32;
        Some(Known { point, upto })
    }

    /// Leaves a release at a location.
    pub fn leave(&mut self, at: (u8, u32, u32, u64), release: Release) {
        let next = self.list.len() as u32;
        let number = *self.at.entry(at).or_insert(next);
        if number == next {
            self.list.push(Point::default());
        }
        let point = &mut self.list[number as usize];
        let mine = point.by_block.entry(release.block).or_default();
        // Who spins at a lock leaves the same again and again.
        let last = mine
            .iter()
            .rev()
            .filter_map(|i| point.releases.get(*i as usize));
        let last = last.take(64).find(|r| r.thread == release.thread);
        if last.is_some_and(|r| r.same(&release, number)) {
            return;
        }
        mine.push(point.releases.len() as u32);
        point.releases.push(release);
    }

    /// Whether what is known covers an access by `thread` of `block` at `moment`, for somebody of block `asker`.
    pub fn reach(
        &self,
        known: &mut dyn Iterator<Item = Known>,
        asker: u64,
        (block, thread, moment): (u64, u32, u32),
    ) -> bool {
        let scope = (block == asker) as usize;
        let mut open: Vec<Known> = known.collect();
        let mut seen: BTreeMap<u32, u32> = BTreeMap::new();
        while let Some(Known { point, upto }) = open.pop() {
            let before = seen.insert(point, upto).unwrap_or(0);
            if before >= upto {
                seen.insert(point, before);
                continue;
            }
            let Some(p) = self.list.get(point as usize) else {
                continue;
            };
            let mine = p.by_block.get(&block).map_or(&[][..], |list| list);
            let mine = mine.iter().take_while(|i| **i < upto);
            let mut mine = mine.filter_map(|i| p.releases.get(*i as usize));
            if mine.any(|r| r.covers(thread, moment, scope)) {
                return true;
            }
            let new = p
                .releases
                .get(before as usize..upto as usize)
                .unwrap_or(&[]);
            let next: BTreeSet<(u32, u32)> = new
                .iter()
                .flat_map(|r| r.knows.iter().map(|k| (k.point, k.upto)))
                .filter(|(p, u)| seen.get(p).is_none_or(|s| s < u))
                .collect();
            open.extend(next.into_iter().map(|(point, upto)| Known { point, upto }));
        }
        false
    }
}
