//! What warps of a block know of each other by its named barriers.
//!
//! A warp that comes to a barrier leaves up to when it knows each warp, and itself up to now; who waited there knows the latest of all that
//! came. The rule: warps count as a whole, since a barrier does so; one that only arrives learns nothing.

use crate::vm::mask::LaneMask;
use std::collections::BTreeMap;

/// A moment up to which each warp is known.
type Moments = [u32; 32];

/// Of a block.
#[derive(Default)]
pub struct Named {
    /// By warp; empty until a barrier is over.
    known: Vec<Moments>,
    /// What those who have come to a barrier left, and who they are.
    left: BTreeMap<u32, (Moments, LaneMask)>,
}

impl Named {
    /// To the start of a block.
    pub fn clear(&mut self) {
        self.known.clear();
        self.left.clear();
    }

    /// Up to when warp `of` is known to warp `to`.
    pub fn known(&self, to: u32, of: u32) -> u32 {
        let known = self.known.get(to as usize);
        known.map_or(0, |known| known[of as usize % 32])
    }

    /// The last moment that a warp knows anything of.
    pub fn upto(&self, warp: u32) -> u32 {
        let known = self.known.get(warp as usize);
        known.map_or(0, |known| known.iter().copied().max().unwrap_or(0))
    }

    /// A warp comes to a barrier.
    pub fn comes(&mut self, id: u32, warp: u32, now: u32) {
        let mut mine = self.known.get(warp as usize).copied().unwrap_or_default();
        mine[warp as usize % 32] = now;
        let (left, who) = self.left.entry(id).or_default();
        learn(left, &mine);
        *who = who.or(LaneMask::only(warp as usize % 32));
    }

    /// A barrier is over for those that waited; who came.
    pub fn over(&mut self, id: u32, waited: LaneMask) -> LaneMask {
        let (left, who) = self.left.remove(&id).unwrap_or_default();
        for warp in waited.lanes() {
            if self.known.len() <= warp {
                self.known.resize(warp + 1, Moments::default());
            }
            learn(&mut self.known[warp], &left);
        }
        who
    }
}

fn learn(known: &mut Moments, more: &Moments) {
    for (k, m) in known.iter_mut().zip(more) {
        *k = (*k).max(*m);
    }
}
