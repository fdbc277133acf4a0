//! Where the loads of a loop that only adds up lie, in the first round and in all that are made of it.
//!
//! The shares of a load that was just made go in; lines come out, which say for each unit where it reads and how much further the next round
//! does. The rule: a line is made only of what [`Seen::stays_inside`] has said of all its rounds.

use super::learn::Learnt;
use super::work::{Lie, Line, UNIT};
use super::{Unit, half};
use crate::probe::Probe;
use crate::vm::Machine;
use crate::vm::gang::Gang;
use crate::vm::gang::file::WARPS;
use crate::vm::gang::place::Reach;
use crate::vm::lanes::Lanes32;
use crate::vm::mem::{Halves, Region, Shape, Space};
use crate::vm::warp::Warp;

/// Where a load's lanes lie in the first round, by warp, and how many bytes further in each next.
pub struct Seen {
    regions: [Region; WARPS],
    at: [Lanes32; WARPS],
    lies: [(Shape, Halves); WARPS],
    step: i64,
    elements: u8,
}

impl Gang {
    /// Notes where a load of so many elements that was just made lies; nothing if what the next rounds load cannot be read straight
    /// from there.
    pub(super) fn see<P: Probe>(
        &mut self,
        cx: &Machine<'_, P>,
        warps: &[Warp],
        (step, elements): (i64, u8),
    ) -> Option<Seen> {
        let active = &self.file.active;
        self.reach.spread(active, warps);
        let Reach { groups, shared, .. } = &*self.reach;
        let region = groups[active.from].region;
        let direct = matches!(region.space, Space::Global | Space::Symbol | Space::Shared);
        if !direct || cx.mem.keeps_copy(region) {
            return None;
        }
        let of = |w: usize| &groups[if *shared { active.from } else { w }];
        Some(Seen {
            regions: std::array::from_fn(|w| of(w).region),
            at: std::array::from_fn(|w| of(w).at),
            lies: std::array::from_fn(|w| (of(w).shape, of(w).halves)),
            step,
            elements,
        })
    }
}

impl Seen {
    /// Whether all lanes of a warp read within the allocation, each element whole, in so many rounds more. Lanes that are not active
    /// are told as the first that is.
    pub fn stays_inside(&self, warp: usize, rounds: u64) -> bool {
        let region = self.regions[warp];
        let (from, len) = (i64::from(region.base), i64::from(region.len));
        let bytes = 4 * i64::from(self.elements);
        let Some(whole) = self.step.checked_mul(rounds as i64) else {
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

    /// Where the lanes of a unit read element `k` in the next round; `words` are all that can be read.
    fn lie(&self, unit: &Unit, k: usize, (words, rounds): (usize, u64)) -> Lie {
        let place = |at: u32| (i64::from(at) + self.step) as u32 / 4 + k as u32;
        let at = half(&self.at[unit.warp % WARPS], unit.half);
        let (same, run) = match self.lies[unit.warp % WARPS] {
            (Shape::Same, _) | (_, Halves::Same) => (true, false),
            (Shape::Run, _) | (_, Halves::Runs) => (false, self.elements == 1),
            _ => alike(&at, unit.mask),
        };
        let lead = unit.mask.trailing_zeros() as usize % UNIT;
        let first = place(at[lead]) as usize;
        if same {
            return Lie::Same(first);
        }
        let whole = self.step / 4 * (rounds as i64 - 1);
        if let Some(begin) = first.checked_sub(lead).filter(|_| run) {
            let inside = 0..=words as i64 - UNIT as i64;
            if inside.contains(&(begin as i64)) && inside.contains(&(begin as i64 + whole)) {
                return Lie::Run(begin);
            }
        }
        Lie::Any(at.map(place))
    }
}

/// Whether the lanes of half a warp read one word, and whether they read words in a row.
fn alike(at: &[u32; UNIT], mask: u16) -> (bool, bool) {
    let lead = mask.trailing_zeros() as usize % UNIT;
    let lanes = || (lead..UNIT).filter(|lane| mask >> lane & 1 != 0);
    let same = lanes().all(|lane| at[lane] == at[lead]);
    let gap = |lane: usize| 4 * (lane - lead) as u32;
    let run = lanes().all(|lane| at[lane] == at[lead].wrapping_add(gap(lane)));
    (same, run)
}

/// What is loaded in the rounds after the first.
pub fn lines<'m, P>(
    cx: &'m Machine<'_, P>,
    learnt: &Learnt,
    (units, rounds): (&[Unit], u64),
) -> Vec<(usize, Line<'m>)> {
    let mut out = Vec::new();
    for (first, seen) in &learnt.loads {
        let Some(region) = units.first().map(|unit| seen.regions[unit.warp % WARPS]) else {
            continue;
        };
        let words = cx.mem.bytes(region).0.as_chunks::<4>().0;
        for k in 0..usize::from(seen.elements) {
            let lies = units
                .iter()
                .map(|unit| seen.lie(unit, k, (words.len(), rounds)));
            let line = Line {
                words,
                step: (seen.step / 4) as isize,
                lies: lies.collect(),
            };
            out.push((first + k, line));
        }
    }
    out
}
