//! Where the loads of a loop that only adds up lie, in the first round and in all that are made of it.
//!
//! The shares of a load that was just made go in; lines come out, which say for each unit where it reads and how much further the next round
//! does. The rule: a line is made only of what [`SeenLoad::stays_inside`] has said of all its rounds.

use super::Rounds;
use super::learn::Learnt;
use super::registers::{HalfWarp, half};
use super::word::Word;
use super::work::{Line, LoadPattern, UNIT};
use crate::vm::Machine;
use crate::vm::gang::Gang;
use crate::vm::gang::file::WARPS;
use crate::vm::gang::place::Reach;
use crate::vm::lanes::Lanes32;
use crate::vm::mask::LANES;
use crate::vm::mem::{Halves, Region, Shape, Space};
use crate::vm::warp::Warp;

/// Where a load's lanes lie in the first round, by warp, and how many bytes further in each next.
pub struct SeenLoad {
    regions: [Region; WARPS],
    at: [Lanes32; WARPS],
    lies: [(Shape, Halves); WARPS],
    /// The first warp that has lanes here.
    first: usize,
    step: i64,
    elements: u8,
    /// Whether these are of 64 bits.
    pub wide: bool,
}

impl Gang {
    /// Notes where a load of so many elements (of 64 bits or 32) that was just made lies, if it is in memory of the device.
    pub(super) fn see(
        &mut self,
        warps: &[Warp],
        (step, elements, wide): (i64, u8, bool),
    ) -> Option<SeenLoad> {
        let active = &self.file.active;
        self.reach.spread(active, warps);
        let Reach { groups, shared, .. } = &*self.reach;
        let region = groups[active.from].region;
        let direct = matches!(region.space, Space::Global | Space::Symbol | Space::Shared);
        if !direct {
            return None;
        }
        // Warps that have no lane in a branch are told as the first: what they would read there counts for nothing.
        let one = |w: usize| *shared || active.masks[w] == 0;
        let of = |w: usize| &groups[if one(w) { active.from } else { w }];
        Some(SeenLoad {
            regions: std::array::from_fn(|w| of(w).region),
            at: std::array::from_fn(|w| of(w).at),
            lies: std::array::from_fn(|w| (of(w).shape, of(w).halves)),
            first: active.from % WARPS,
            step,
            elements,
            wide,
        })
    }
}

impl SeenLoad {
    /// Whether it can be read straight from there in other rounds.
    pub fn is_direct<P>(&self, cx: &Machine<'_, P>) -> bool {
        !cx.mem.keeps_copy(self.regions[self.first])
    }

    /// Whether that memory is there as long as the kernel runs.
    pub fn stays(&self) -> bool {
        matches!(
            self.regions[self.first].space,
            Space::Shared | Space::Symbol
        )
    }

    /// Whether it is of the same allocation as another load.
    pub fn meets(&self, other: &SeenLoad) -> bool {
        let [own, other] = [self, other].map(|seen| &seen.regions[seen.first]);
        own.space == other.space && (own.id == other.id || own.space == Space::Shared)
    }

    /// The first byte that a lane reads in the first round.
    pub fn place(&self, warp: usize, lane: usize) -> u32 {
        self.at[warp % WARPS][lane % LANES]
    }

    /// Whether all lanes of a warp read within the allocation, each element whole, up to this round after the first. Lanes that are not
    /// active are told as the first that is.
    pub fn stays_inside(&self, warp: usize, last: u64) -> bool {
        let region = self.regions[warp];
        let (from, len) = (i64::from(region.base), i64::from(region.len));
        let each = if self.wide { 8 } else { 4 };
        let bytes = each * i64::from(self.elements);
        let Some(whole) = self.step.checked_mul(last as i64) else {
            return false;
        };
        let (mut low, mut high) = (u32::MAX, 0);
        for at in &self.at[warp] {
            low = low.min(*at);
            high = high.max(*at);
        }
        let least = i64::from(low).saturating_add(whole.min(0));
        let most = i64::from(high).saturating_add(whole.max(0));
        self.step % bytes == 0 && least >= from && most.saturating_add(bytes) <= from + len
    }

    /// Where the lanes of a unit read element `k` in the first of some rounds; `words` are all that can be read.
    fn lie<T: Word>(
        &self,
        unit: &HalfWarp,
        k: usize,
        (words, rounds): (usize, Rounds),
    ) -> LoadPattern {
        let gone = self.step.wrapping_mul(rounds.from as i64);
        let place = |at: u32| i64::from(at).wrapping_add(gone) as u32 / T::BYTES + k as u32;
        let at = half(&self.at[unit.warp % WARPS], unit.half);
        let (same, run) = match self.lies[unit.warp % WARPS] {
            (Shape::Same, _) | (_, Halves::Same) => (true, false),
            (Shape::Run, _) | (_, Halves::Runs) => (false, self.elements == 1),
            _ => alike(&at, unit.mask, T::BYTES),
        };
        let lead = unit.mask.trailing_zeros() as usize % UNIT;
        let first = place(at[lead]) as usize;
        if same {
            return LoadPattern::Same(first);
        }
        let whole = self.step / i64::from(T::BYTES) * (rounds.count as i64 - 1);
        if let Some(begin) = first.checked_sub(lead).filter(|_| run) {
            let inside = 0..=words as i64 - UNIT as i64;
            if inside.contains(&(begin as i64)) && inside.contains(&(begin as i64 + whole)) {
                return LoadPattern::Run(begin);
            }
        }
        LoadPattern::Any(at.map(place))
    }
}

/// Whether the lanes of half a warp read one word, and whether they read words in a row.
fn alike(at: &[u32; UNIT], mask: u16, bytes: u32) -> (bool, bool) {
    let lead = mask.trailing_zeros() as usize % UNIT;
    let lanes = || (lead..UNIT).filter(|lane| mask >> lane & 1 != 0);
    let same = lanes().all(|lane| at[lane] == at[lead]);
    let gap = |lane: usize| bytes * (lane - lead) as u32;
    let run = lanes().all(|lane| at[lane] == at[lead].wrapping_add(gap(lane)));
    (same, run)
}

/// Where a value of each round is loaded.
pub struct Load {
    value: usize,
    region: Region,
    wide: bool,
    /// How many bytes further the next round reads.
    step: i64,
    /// Unit by unit, in the first of the rounds.
    lies: Vec<LoadPattern>,
}

/// Where all values of some rounds are loaded.
pub fn loads<P>(
    cx: &Machine<'_, P>,
    learnt: &Learnt,
    (units, rounds): (&[HalfWarp], Rounds),
) -> Vec<Load> {
    let mut out = Vec::new();
    for (first, seen) in &learnt.loads {
        let Some(region) = units.first().map(|unit| seen.regions[unit.warp % WARPS]) else {
            continue;
        };
        let (bytes, _) = cx.mem.bytes(region);
        for k in 0..usize::from(seen.elements) {
            let lie = |unit: &HalfWarp| match seen.wide {
                true => seen.lie::<u64>(unit, k, (u64::words(bytes).len(), rounds)),
                false => seen.lie::<u32>(unit, k, (u32::words(bytes).len(), rounds)),
            };
            out.push(Load {
                value: first + k,
                region,
                wide: seen.wide,
                step: seen.step,
                lies: units.iter().map(lie).collect(),
            });
        }
    }
    out
}

/// Those of words of this width, with the memory that they read.
pub fn lines<'m, P, T: Word>(
    cx: &'m Machine<'_, P>,
    loads: &'m [Load],
) -> Vec<(usize, Line<'m, T>)> {
    let own = loads.iter().filter(|load| load.wide == (T::BYTES == 8));
    let line = |load: &'m Load| Line {
        words: T::words(cx.mem.bytes(load.region).0),
        step: (load.step / i64::from(T::BYTES)) as isize,
        lies: &load.lies,
    };
    own.map(|load| (load.value, line(load))).collect()
}
