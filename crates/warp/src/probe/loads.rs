//! Loads of several warps at once, and how they are counted.
//!
//! What a gang of warps is about to load goes in; counters have it. The rule: what all warps ask for alike is worked out once; where a compiler leaves
//! some of the requests out, each warp's is looked at.

use super::once::{self, Counted};
use super::tally::What;
use super::{Op, Probes, is_counted};
use crate::vm::gang::file::{Active, WARPS};
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Group, Region, Shape, Space};

/// Loads of all warps of a gang that are at one, of memory that is all written.
pub struct Loads<'a> {
    /// The instruction's number among all code.
    pub flat: usize,
    /// By warp; only those of warps with active lanes are meant, and only that of the first such where `shared`.
    pub groups: &'a [Group; WARPS],
    /// Which lanes load.
    pub active: &'a Active,
    /// Whether all warps ask for the same, but for the lanes that are not active.
    pub shared: bool,
    /// Bytes a lane.
    pub bytes: u32,
    /// The number of the gang's first warp in its block.
    pub first: u32,
}

impl<'a> Loads<'a> {
    /// The allocation.
    #[inline(always)]
    pub fn region(&self) -> Region {
        self.groups[self.active.from].region
    }

    /// The warps that load.
    #[inline(always)]
    pub fn warps(&self) -> impl Iterator<Item = usize> + Clone + use<'a> {
        let active = self.active;
        (active.from..active.to).filter(|w| active.masks[*w] != 0)
    }

    /// Whether one group tells where all warps' lanes go.
    #[inline(always)]
    pub fn as_one(&self) -> bool {
        let any = self.active.any;
        let whole = || self.warps().all(|w| self.active.masks[w] == any);
        self.shared && (self.groups[self.active.from].shape == Shape::Same || whole())
    }
}

impl Probes {
    /// Counts the loads of some of the warps that load.
    #[inline(always)]
    pub(super) fn tally_loads(
        &mut self,
        q: &Loads<'_>,
        warps: impl Iterator<Item = usize> + Clone,
        counted: Counted,
    ) {
        let region = q.region();
        let asked = |w: usize| u64::from(q.active.masks[w].count_ones() * q.bytes);
        let number = || warps.clone().count() as u64;
        if region.space == Space::Local {
            if counted == Counted::Whole {
                let all = warps.clone().map(asked).sum();
                self.count.local_loads(number(), all);
            }
            return;
        }
        if !is_counted(region.space) {
            return;
        }
        let what = What {
            flat: q.flat,
            op: Op::Load,
            bytes: q.bytes,
            counted,
        };
        if q.shared {
            let all = warps.clone().map(asked).sum();
            let one = (&q.groups[q.active.from], number(), all);
            self.tally.requests(&what, region, std::iter::once(one));
        } else {
            let each = warps.map(|w| (&q.groups[w], 1, asked(w)));
            self.tally.requests(&what, region, each);
        }
    }

    /// The same of an instruction of which a compiler leaves something out.
    #[inline(never)]
    pub(super) fn tally_by_warp(&mut self, q: &Loads<'_>) {
        let mut found = [(0usize, Counted::Whole); WARPS];
        let mut n = 0;
        for w in q.warps() {
            let lanes = q.active.masks[w];
            let first = once::first(LaneMask(lanes));
            let counted = self
                .once
                .counted(q.flat, q.first + w as u32, (lanes, first));
            found[n] = (w, counted);
            n += 1;
        }
        for way in [Counted::Whole, Counted::Again, Counted::Dead] {
            let some = found[..n].iter().filter(|f| f.1 == way).map(|f| f.0);
            if some.clone().next().is_some() {
                self.tally_loads(q, some, way);
            }
        }
    }
}
