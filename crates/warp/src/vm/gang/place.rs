//! Where the lanes of a gang's access lie: every warp's share as a [`Group`], if all of it is sound and in one allocation.
//!
//! An address register goes in; groups come out, or nothing, which says to look at each warp alone. The rule: what comes out is what
//! [`locate`](crate::vm::mem::locate) would say of each warp.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::file::{Active, File, Pointer, WARPS};
use super::level::Level;
use super::memory::Request;
use crate::vm::Machine;
use crate::vm::lanes::Lanes32;
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::{Group, Halves, Region, Shape, Space, level, shape};
use crate::vm::warp::Warp;
use cuda_ir::pointer::{BIAS, OFFSET_MASK};

/// The shares of an access.
pub struct Reach {
    /// By warp; only those of warps with active lanes are meant, and only that of the first where `shared` and not asked for each.
    pub groups: [Group; WARPS],
    /// Whether all warps ask for the same.
    pub shared: bool,
    /// Whether it is shared memory of several blocks: then shares are told as if all were the block's of the first warp here.
    pub split: bool,
}

/// What an access with distances from one base must keep to.
pub struct AddressPattern {
    /// What is added to a distance.
    pub plus: u32,
    /// The greatest sum that is inside.
    pub most: u32,
    /// How many bytes a lane touches.
    pub bytes: u32,
    /// The allocation's first byte.
    pub base: u32,
}

/// How 32 lanes lie, if they are sound.
pub type Found = Option<(Shape, Halves)>;

impl Default for Reach {
    fn default() -> Self {
        let region = Region {
            space: Space::Global,
            id: 0,
            base: 0,
            len: 0,
        };
        let group = || Group {
            region,
            mask: LaneMask::NONE,
            at: [0; LANES],
            shape: Shape::Any,
            halves: Halves::Any,
        };
        Reach {
            groups: std::array::from_fn(|_| group()),
            shared: false,
            split: false,
        }
    }
}

/// Places 32 distances.
#[inline(always)]
pub fn lie(from: &Lanes32, lie: &AddressPattern, mask: u32, at: &mut Lanes32) -> Found {
    if mask == u32::MAX {
        return lie_each(lie, LaneMask(mask), at, |i| from[i]);
    }
    let lead = from[(mask.trailing_zeros() & 31) as usize];
    lie_each(lie, LaneMask(mask), at, |i| {
        if mask & (1 << i) != 0 { from[i] } else { lead }
    })
}

/// The same of distances by lane, those of inactive lanes levelled, in one pass: what is asked of every lane is gathered in a greatest value
/// or in bits, which on narrow vectors costs one instruction where a comparison and a choice cost four.
#[inline(always)]
fn lie_each(
    lie: &AddressPattern,
    mask: LaneMask,
    at: &mut Lanes32,
    x: impl Fn(usize) -> u32,
) -> Found {
    let plus = lie.plus.wrapping_add(lie.base);
    let firsts = [0, 16].map(|i| x(i).wrapping_add(plus));
    let (mut most, mut low, mut gap, mut differ) = (0, 0, 0, 0);
    for i in 0..LANES {
        let sum = x(i).wrapping_add(lie.plus);
        let place = sum.wrapping_add(lie.base);
        most = most.max(sum);
        low |= place;
        let away = place.wrapping_sub(firsts[i / 16]);
        differ |= away;
        gap |= away ^ (i as u32 % 16).wrapping_mul(lie.bytes);
        at[i] = place;
    }
    if most > lie.most || low & (lie.bytes - 1) != 0 {
        return None;
    }
    Some(shape(firsts, (gap != 0, differ != 0), mask, lie.bytes))
}

/// Places the rows of all warps, or the one that they share; `false` if a lane is at fault.
#[inline(always)]
pub fn lie_all(
    rows: &[Lanes32],
    how: &AddressPattern,
    active: &Active,
    groups: &mut [Group; WARPS],
) -> bool {
    if let [row] = rows {
        let group = &mut groups[active.from];
        return match lie(row, how, active.any, &mut group.at) {
            Some(lies) => {
                (group.shape, group.halves) = lies;
                true
            }
            None => false,
        };
    }
    for w in active.from..active.to {
        let mask = active.masks[w];
        if mask == 0 {
            continue;
        }
        let group = &mut groups[w];
        match lie(&rows[w], how, mask, &mut group.at) {
            Some(lies) => (group.shape, group.halves) = lies,
            None => return false,
        }
        group.mask = LaneMask(mask);
    }
    true
}

impl Reach {
    /// Gives every warp its share where only the first has one.
    pub fn give(&mut self, active: &Active) {
        if self.shared {
            self.shared = share(active, &mut self.groups);
        }
    }

    /// Gives every warp its own share where only the first has one, though what all ask for is not the same memory: local memory,
    /// and shared memory of several blocks.
    pub fn spread(&mut self, active: &Active, warps: &[Warp]) {
        let local = self.groups[active.from].region.space == Space::Local;
        if self.shared && (local || self.split) {
            share(active, &mut self.groups);
            self.shared = false;
        }
        if !std::mem::replace(&mut self.split, false) {
            return;
        }
        let first = warps[active.from].shared_from;
        let groups = self.groups.iter_mut().zip(warps);
        for (group, warp) in groups.take(active.to).skip(active.from) {
            let further = warp.shared_from - first;
            group.region.base += further;
            for at in &mut group.at {
                *at += further;
            }
        }
    }
}

/// Gives every warp its share of what all ask for; the first has it already, for the lanes of all. Whether every share is
/// the whole, so that the first warp's still tells where the lanes of all of them go.
fn share(active: &Active, groups: &mut [Group; WARPS]) -> bool {
    let mut whole = true;
    let (region, lies, at) = {
        let first = &groups[active.from];
        (first.region, (first.shape, first.halves), first.at)
    };
    for w in active.from..active.to {
        let mask = LaneMask(active.masks[w]);
        let to = &mut groups[w];
        (to.region, to.mask, to.at) = (region, mask, at);
        (to.shape, to.halves) = lies;
        if mask.0 != active.any && !mask.is_empty() && lies.0 != Shape::Same {
            let lead = at[mask.lead()];
            for i in 0..LANES {
                to.at[i] = if mask.has(i) { at[i] } else { lead };
            }
            (to.shape, to.halves) = (Shape::Any, Halves::Any);
            whole = false;
        }
    }
    whole
}

impl Reach {
    /// Takes the shares of an access; `false` if a lane is at fault, or they touch several allocations. Where all warps ask for the same,
    /// only the first has its share unless each is to have it.
    #[inline]
    pub fn fill<P>(
        &mut self,
        cx: &Machine<'_, P>,
        file: &File,
        warps: &[Warp],
        level: Level,
        request: Request,
    ) -> bool {
        let active = &file.active;
        let lead = &warps[active.from.min(warps.len() - 1)];
        self.shared = false;
        if !self.shares(cx, file, lead, level, request) {
            return false;
        }
        let region = self.groups[active.from].region;
        self.split = region.space == Space::Shared && cx.mem.shared.is_split();
        true
    }

    /// The same, told for the block of the first warp here.
    #[inline(always)]
    fn shares<P>(
        &mut self,
        cx: &Machine<'_, P>,
        file: &File,
        lead: &Warp,
        level_of: Level,
        request: Request,
    ) -> bool {
        let out = self;
        let Request {
            addr,
            offset,
            bytes,
            each,
        } = request;
        let active = &file.active;
        match file.pointer(addr) {
            Pointer::Distances(base, rows) => {
                let base = base.wrapping_add(offset as i64 as u64);
                let Some(region) = cx.mem.region(base, lead) else {
                    return false;
                };
                let plus = (base & OFFSET_MASK) as i64 - BIAS as i64;
                let most = region.len as i64 - bytes as i64;
                if plus.unsigned_abs() > 1 << 30 || !(0..1 << 31).contains(&most) {
                    return false;
                }
                let lie = AddressPattern {
                    plus: plus as u32,
                    most: most as u32,
                    bytes,
                    base: region.base,
                };
                if !level_of.lie_all(rows, &lie, active, &mut out.groups) {
                    return false;
                }
                let shared = rows.len() == 1;
                out.shared = shared;
                if shared {
                    let first = &mut out.groups[active.from];
                    (first.region, first.mask) = (region, LaneMask(active.any));
                    if each {
                        out.shared = share(active, &mut out.groups);
                    }
                } else {
                    for group in &mut out.groups[active.from..active.to] {
                        group.region = region;
                    }
                }
            }
            Pointer::Rows(rows) => {
                let first = rows[active.from][LaneMask(active.masks[active.from]).lead()];
                let region = cx
                    .mem
                    .region(first.wrapping_add(offset as i64 as u64), lead);
                for w in active.from..active.to {
                    let mask = LaneMask(active.masks[w]);
                    if mask.is_empty() {
                        continue;
                    }
                    let addresses = level(&rows[w], offset, mask);
                    let own = addresses[mask.lead()];
                    if (own ^ first.wrapping_add(offset as i64 as u64))
                        >> cuda_ir::pointer::OFFSET_BITS
                        != 0
                    {
                        return false;
                    }
                    match level_of.locate(region, &addresses, mask, bytes) {
                        Some(group) => out.groups[w] = group,
                        None => return false,
                    }
                }
            }
            Pointer::Shared(row) => {
                let any = LaneMask(active.any);
                let addresses = level(row, offset, any);
                let region = cx.mem.region(addresses[any.lead()], lead);
                let Some(group) = level_of.locate(region, &addresses, any, bytes) else {
                    return false;
                };
                out.shared = true;
                out.groups[active.from] = group;
                if each {
                    out.shared = share(active, &mut out.groups);
                }
            }
        }
        true
    }
}
