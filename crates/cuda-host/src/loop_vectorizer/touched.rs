//! What a strip has touched, and whether one iteration may meet another there.
//!
//! An access's bytes, lane by lane, go in; how many iterations can be made together comes out, where not all can. A strip executes each
//! instruction for all its lanes before the next one, the interpreter each iteration before the next one. The rule: where two accesses come
//! to the same bytes and one of them stores, the lane of the one that the strip executes first must not be after the other's lane; then both
//! orders give the same.

use super::address_pattern::{AddressPattern, LanePlaces};
use cuda_ir::pointer::OFFSET_BITS;
use warp::vm::gang::file::{Active, Masks, WARPS};
use warp::vm::lanes::Lanes32;
use warp::vm::mask::LANES;

/// How many are kept apart in an allocation; further ones are taken together.
const APART: usize = 8;

/// What an access does there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    Load,
    Store,
    /// Lanes change what they find, one after the other; whether another order comes to the same.
    Tally(bool),
}

impl Deed {
    pub fn of(store: bool) -> Deed {
        match store {
            true => Deed::Store,
            false => Deed::Load,
        }
    }
}

/// The bytes of an access, or of several that lie alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    pub allocation: u64,
    /// From a lane's bytes to the next one's; 0 if all touch the same, `None` if there is no such rule.
    step: Option<i64>,
    /// Lane 0's bytes; without a rule, those of all lanes and what is between.
    low: i64,
    high: i64,
    /// The lanes that came here, the first of them and the last.
    lanes: Masks,
    ends: (usize, usize),
    deed: Deed,
}

/// The first and the last lane of some.
pub(super) fn ends(lanes: &Masks) -> (usize, usize) {
    let some = |(_, mask): &(usize, &u32)| **mask != 0;
    let first = lanes.iter().enumerate().find(some);
    let last = lanes.iter().enumerate().rfind(some);
    (
        first.map_or(0, |(w, mask)| w * LANES + mask.trailing_zeros() as usize),
        last.map_or(0, |(w, mask)| {
            w * LANES + 31 - mask.leading_zeros() as usize
        }),
    )
}

impl Touch {
    /// An access of the active lanes, so many bytes each; `at` is where they go if they follow no rule.
    pub fn new(
        lanes: LanePlaces,
        at: &[Lanes32; WARPS],
        active: &Active,
        bytes: u32,
        deed: Deed,
    ) -> Touch {
        let (step, low, high) = match lanes.pattern {
            AddressPattern::One(at) => (Some(0), at, at),
            AddressPattern::Steps(first, step) => (Some(step), first, first),
            AddressPattern::Any => {
                let (low, high) = bounds(active, at);
                (None, low, high)
            }
        };
        Touch {
            allocation: lanes.address >> OFFSET_BITS,
            step,
            low,
            high: high + i64::from(bytes),
            lanes: active.masks,
            ends: ends(&active.masks),
            deed,
        }
    }

    /// The same, and as much further, and all between.
    pub fn further(mut self, gone: i64) -> Touch {
        self.low += gone.min(0);
        self.high += gone.max(0);
        self
    }

    /// From the first byte to one past the last.
    fn span(&self) -> (i64, i64) {
        let step = self.step.unwrap_or(0);
        let (a, b) = (step * self.ends.0 as i64, step * self.ends.1 as i64);
        (self.low + a.min(b), self.high + a.max(b))
    }

    /// Whether each lane has bytes of its own.
    fn own(&self) -> bool {
        self.step
            .is_some_and(|step| step.abs() >= self.high - self.low)
    }

    /// The lanes that touch any of some bytes; none of what follows no rule, or overlaps.
    fn lanes_at(&self, (low, high): (i64, i64)) -> impl Iterator<Item = usize> {
        let (first, last) = (self.ends.0 as i64, self.ends.1 as i64);
        let step = self.step.filter(|step| *step != 0).unwrap_or(1);
        // Lane i touches them if low - self.high < step * i < high - self.low.
        let (a, b) = (low - self.high, high - self.low);
        let (from, to) = match step > 0 {
            true => (a.div_euclid(step) + 1, -(-b).div_euclid(step) - 1),
            false => ((-b).div_euclid(-step) + 1, -(a.div_euclid(-step)) - 1),
        };
        let lanes = self.lanes;
        (from.max(first)..=to.min(last))
            .map(|lane| lane as usize)
            .filter(move |lane| lanes[lane / LANES] >> (lane % LANES) & 1 != 0)
    }

    /// How many iterations can be made together if `self` is executed before `next`; `None` if all can.
    fn clash(&self, next: &Touch) -> Option<usize> {
        let (a, b) = (self.span(), next.span());
        if a.1 <= b.0 || b.1 <= a.0 {
            return None;
        }
        match (self.deed, next.deed) {
            (Deed::Load, Deed::Load) | (Deed::Tally(true), Deed::Tally(true)) => return None,
            (Deed::Tally(_), _) | (_, Deed::Tally(_)) => return Some(0),
            _ => {}
        }
        match (self.step, next.step) {
            (None, _) | (_, None) | (Some(0), Some(0)) => Some(0),
            (Some(0), _) => {
                let met = next.lanes_at((self.low, self.high)).next()?;
                (self.ends.1 > met).then_some(met + 1)
            }
            (_, Some(0)) => {
                let first = next.ends.0;
                self.lanes_at((next.low, next.high))
                    .find(|met| *met > first)
            }
            (Some(step), Some(other)) if step == other => self.distance(next, step),
            _ => Some(0),
        }
    }

    /// The least that a lane of `self` is after the lane of `next` that it meets, both going on by the same `step`.
    fn distance(&self, next: &Touch, step: i64) -> Option<usize> {
        // Lanes i and j meet if next.low - self.high < step * (i - j) < next.high - self.low.
        let (low, high) = match step > 0 {
            true => (next.low - self.high, next.high - self.low),
            false => (self.low - next.high, self.high - next.low),
        };
        let step = step.abs();
        let least = (low.div_euclid(step) + 1).max(1);
        let most = self.ends.1 as i64 - next.ends.0 as i64;
        (step * least < high && least <= most).then_some(least as usize)
    }

    /// Takes another's bytes in, if both lie alike.
    fn take_in(&mut self, other: &Touch) -> bool {
        let alike = self.allocation == other.allocation
            && self.deed == other.deed
            && self.step == other.step;
        let both = Touch {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            ..*self
        };
        let as_before = (both.low, both.high) == (self.low, self.high);
        let takes = alike && (as_before || self.step.is_none() || both.own());
        if takes {
            *self = both;
            self.join(other);
        }
        takes
    }

    /// Takes any other's bytes in, and what is between.
    fn surround(&mut self, other: &Touch) {
        let (a, b) = (self.span(), other.span());
        (self.step, self.low, self.high) = (None, a.0.min(b.0), a.1.max(b.1));
        self.join(other);
    }

    fn join(&mut self, other: &Touch) {
        for (mine, mask) in self.lanes.iter_mut().zip(&other.lanes) {
            *mine |= mask;
        }
        self.ends = (self.ends.0.min(other.ends.0), self.ends.1.max(other.ends.1));
    }
}

/// Where the first of the active lanes goes, and the last.
fn bounds(active: &Active, at: &[Lanes32; WARPS]) -> (i64, i64) {
    let (mut low, mut high) = (u32::MAX, 0);
    for w in active.from..active.to {
        for (i, at) in at[w].iter().enumerate() {
            if active.masks[w] >> i & 1 != 0 {
                (low, high) = (low.min(*at), high.max(*at));
            }
        }
    }
    (i64::from(low), i64::from(high))
}

/// All that a strip has touched.
#[derive(Default)]
pub(super) struct Touched {
    all: Vec<Touch>,
    /// How many iterations can be made together, where an access was refused.
    pub fit: usize,
}

impl Touched {
    pub fn clear(&mut self) {
        self.all.clear();
        self.fit = 0;
    }

    /// Takes note of an access; `None` if one iteration would meet another there.
    pub fn note(&mut self, next: &Touch) -> Option<()> {
        if next.deed == Deed::Store && !next.own() {
            self.fit = 0;
            return None;
        }
        let (mut apart, mut taken) = (0, false);
        for known in &mut self.all {
            if known.allocation != next.allocation {
                continue;
            }
            if let Some(fit) = known.clash(next) {
                self.fit = fit;
                return None;
            }
            apart += 1;
            taken = taken || known.take_in(next);
        }
        if taken {
            return Some(());
        }
        let alike =
            |known: &&mut Touch| known.allocation == next.allocation && known.deed == next.deed;
        match self.all.iter_mut().rfind(alike) {
            Some(known) if apart >= APART => known.surround(next),
            _ => self.all.push(*next),
        }
        Some(())
    }
}
