//! Where the lanes of a strip's access go.
//!
//! An address's register goes in; how the lanes lie in their allocation comes out. The rule: all that execute are inside, in one
//! allocation; mostly they follow one rule, which is looked for first.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::memory::Touches;
use super::touched::{Deed, Touch, ends};
use crate::view::View;
use cuda_ir::D;
use cuda_ir::pointer::{BIAS, OFFSET_BITS, OFFSET_MASK};
use warp::vm::gang::file::{Active, File, Pointer, WARPS};
use warp::vm::gang::level::Level;
use warp::vm::lanes::Lanes32;
use warp::vm::mask::LANES;

/// The longest allocation whose places are found in 32 bits.
const LONGEST: usize = 1 << 31;
/// How far a base may be from its allocation's start.
const FAR: i64 = 1 << 30;

/// How the lanes of an access lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum AddressPattern {
    /// All at one place.
    One(i64),
    /// Lane 0 there, and each so much further.
    Steps(i64, i64),
    #[default]
    Any,
}

/// Where the lanes of an access go.
#[derive(Clone, Copy, Debug)]
pub(super) struct LanePlaces {
    /// The first active lane's address.
    pub address: u64,
    /// How they lie in its allocation.
    pub pattern: AddressPattern,
}

impl AddressPattern {
    /// Where a lane of a warp goes; `at` is where lanes go that follow no rule.
    #[inline(always)]
    pub(super) fn place(self, at: &[Lanes32; WARPS], (warp, lane): (usize, usize)) -> usize {
        match self {
            AddressPattern::One(at) => at as usize,
            AddressPattern::Steps(first, step) => {
                (first + step * (warp * LANES + lane) as i64) as usize
            }
            AddressPattern::Any => at[warp][lane] as usize,
        }
    }
}

/// An access: its address's register, what is added, the bytes of a lane, whether it stores.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub addr: D,
    pub offset: i32,
    pub bytes: u32,
    pub store: bool,
}

impl Access {
    fn plus(&self) -> u64 {
        i64::from(self.offset) as u64
    }

    /// How many bytes there are for it in an address's allocation.
    fn reach(&self, view: &View<'_>, address: u64) -> Option<usize> {
        let (all, _) = match self.store {
            true => view.whole(address)?,
            false => view.open(address)?,
        };
        Some(all.len())
    }
}

impl Touches {
    /// The same, with nothing noted.
    pub(super) fn find(
        &mut self,
        file: &File,
        view: &View<'_>,
        access: &Access,
    ) -> Option<LanePlaces> {
        let (address, pattern) = match rule(file.pointer(access.addr), &file.active, access) {
            Some(rule) => followed(view, &file.active, rule, access),
            None => self.apart(file, view, access),
        }?;
        Some(LanePlaces { address, pattern })
    }

    /// Finds the lanes' places in their allocation, and notes them: the first active lane's address, and how the others lie.
    pub(super) fn place(
        &mut self,
        file: &File,
        view: &View<'_>,
        access: Access,
    ) -> Option<LanePlaces> {
        let lanes = self.find(file, view, &access)?;
        let deed = Deed::of(access.store);
        let touch = Touch::new(lanes, &self.at, &file.active, access.bytes, deed);
        self.touched.note(&touch)?;
        Some(lanes)
    }

    /// Finds places that follow no rule, lane by lane; those of lanes that do not execute are a place of one that does.
    fn apart(
        &mut self,
        file: &File,
        view: &View<'_>,
        access: &Access,
    ) -> Option<(u64, AddressPattern)> {
        let active = &file.active;
        let from = active.from;
        let lead = (active.masks[from].trailing_zeros() & 31) as usize;
        let plus = access.plus();
        let (address, rows) = match file.pointer(access.addr) {
            Pointer::Distances(base, rows) => {
                let base = base.wrapping_add(plus);
                let away = rows[if rows.len() == 1 { 0 } else { from }][lead] as i32;
                let address = base.wrapping_add(i64::from(away) as u64);
                let start = offset(base);
                if (base ^ address) >> OFFSET_BITS != 0 || !(-FAR..2 * FAR).contains(&start) {
                    return None;
                }
                for (w, row) in rows.iter().enumerate() {
                    for i in 0..LANES {
                        self.at[w][i] = row[i].wrapping_add(start as u32);
                    }
                }
                (address, rows.len())
            }
            Pointer::Rows(rows) => {
                let address = rows[from][lead].wrapping_add(plus);
                for w in from..active.to {
                    let strange = self.spread(w, &rows[w], (plus, address), active.masks[w]);
                    if strange {
                        return None;
                    }
                }
                (address, rows.len())
            }
            Pointer::Shared(row) => {
                let address = row[lead].wrapping_add(plus);
                if self.spread(0, row, (plus, address), active.any) {
                    return None;
                }
                (address, 1)
            }
        };
        if rows == 1 {
            let row = self.at[0];
            self.at[1..].fill(row);
        }
        let len = access.reach(view, address)?;
        let most = len
            .checked_sub(access.bytes as usize)
            .filter(|_| len <= LONGEST)?;
        self.inside(active, self.at[from][lead], most as u32)
            .then_some((address, AddressPattern::Any))
    }

    /// Takes whole addresses apart; whether a lane goes to another allocation.
    fn spread(
        &mut self,
        w: usize,
        row: &[u64; LANES],
        (plus, lead): (u64, u64),
        mask: u32,
    ) -> bool {
        let mut strange = false;
        for i in 0..LANES {
            let address = row[i].wrapping_add(plus);
            let away = offset(address);
            let inside = mask >> i & 1 == 0
                || (address ^ lead) >> OFFSET_BITS == 0 && (0..LONGEST as i64).contains(&away);
            strange |= !inside;
            self.at[w][i] = away as u32;
        }
        strange
    }

    /// Whether no active lane is further than `most`; the others are put at `first`.
    fn inside(&mut self, active: &Active, first: u32, most: u32) -> bool {
        let mut outside = false;
        for w in active.from..active.to {
            let mask = active.masks[w];
            let row = &mut self.at[w];
            for i in 0..LANES {
                row[i] = if mask >> i & 1 != 0 { row[i] } else { first };
                outside |= row[i] > most;
            }
        }
        !outside
    }
}

/// The rule that the active lanes' addresses follow: the first one's address, and how much further each lane is than the one before.
/// A lane by itself is taken for one of neighbours.
#[inline]
fn rule(pointer: Pointer<'_>, active: &Active, access: &Access) -> Option<(u64, i64)> {
    let (from, to) = (active.from, active.to);
    let (lead, last) = ends(&active.masks);
    let next = second(active, lead).unwrap_or(lead);
    let masks = &active.masks[from..to];
    let lane = |lane: usize| (lane / LANES - from, lane % LANES);
    let ((w, i), (v, j)) = (lane(lead), lane(next));
    // From the first warp's lane 0 on.
    let before = (lead - from * LANES) as i64;
    let steps = |away: i64| match (next - lead) as i64 {
        0 => Some(i64::from(access.bytes)),
        lanes if away % lanes == 0 => Some(away / lanes).filter(|step| step.abs() <= FAR),
        _ => None,
    };
    let level = Level::here();
    let (address, step) = match pointer {
        Pointer::Distances(base, [row]) if to - from > 1 => {
            let here = base.wrapping_add(i64::from(row[i] as i32) as u64);
            same(row, active.any, i).then_some((here, 0))?
        }
        Pointer::Shared(row) if to - from > 1 => same(row, active.any, i).then_some((row[i], 0))?,
        Pointer::Distances(base, rows) => {
            let rows = if rows.len() == 1 {
                rows
            } else {
                &rows[from..to]
            };
            let at = i64::from(rows[w][i] as i32);
            let step = steps(i64::from(rows[v][j] as i32) - at)?;
            let end = i32::try_from(at + step * (last - lead) as i64);
            let first = (at - step * before) as u32;
            let follow = end.is_ok() && level.distances_follow(rows, masks, (first, step as u32));
            follow.then_some((base.wrapping_add(at as u64), step))?
        }
        Pointer::Rows(_) | Pointer::Shared(_) => {
            let rows = match pointer {
                Pointer::Rows(rows) => &rows[from..to],
                Pointer::Shared(row) => std::slice::from_ref(row),
                Pointer::Distances(..) => return None,
            };
            let at = rows[w][i];
            let step = steps(rows[v][j].wrapping_sub(at) as i64)?;
            let first = at.wrapping_sub((step * before) as u64);
            let follow = level.addresses_follow(rows, masks, (first, step as u64));
            follow.then_some((at, step))?
        }
    };
    Some((address.wrapping_add(access.plus()), step))
}

/// The second of the active lanes.
fn second(active: &Active, lead: usize) -> Option<usize> {
    let (from, to) = (active.from, active.to);
    let others = active.masks[from] & !(1 << (lead % LANES));
    std::iter::once(others)
        .chain(active.masks[from + 1..to].iter().copied())
        .zip(from..to)
        .find(|(mask, _)| *mask != 0)
        .map(|(mask, w)| w * LANES + mask.trailing_zeros() as usize)
}

/// Whether some lanes of a row have what lane `i` has.
fn same<T: PartialEq>(row: &[T; LANES], lanes: u32, i: usize) -> bool {
    (0..LANES).all(|k| lanes >> k & 1 == 0 || row[k] == row[i])
}

/// How lanes lie that follow a rule; `None` if one is outside.
#[inline]
fn followed(
    view: &View<'_>,
    active: &Active,
    (address, step): (u64, i64),
    access: &Access,
) -> Option<(u64, AddressPattern)> {
    let len = access.reach(view, address)? as i64;
    let ends = ends(&active.masks);
    let first = offset(address);
    let last = first + step * (ends.1 - ends.0) as i64;
    if first.min(last) < 0 || first.max(last) + i64::from(access.bytes) > len {
        return None;
    }
    let lie = match step {
        0 => AddressPattern::One(first),
        _ => AddressPattern::Steps(first - step * ends.0 as i64, step),
    };
    Some((address, lie))
}

/// How far an address is from its allocation's start.
fn offset(address: u64) -> i64 {
    (address & OFFSET_MASK) as i64 - BIAS as i64
}
