//! Accesses whose lanes all have one address: variables of a function, and what a pointer that all lanes share points at.
//!
//! Addresses go in; the lanes' share of the access comes out. The rule: it is what [`locate`](super::mem::locate) would say, told from one lane.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::lanes::Lanes64;
use super::mask::{LANES, LaneMask};
use super::mem::{Group, Halves, Region, Shape};
use cuda_ir::pointer::{BIAS, OFFSET_MASK};

/// The address that all active lanes have, if it is one.
#[inline(always)]
pub fn one_address(addresses: &Lanes64, mask: LaneMask) -> Option<u64> {
    let first = addresses[mask.lead()];
    if mask.is_full() {
        let mut differ = 0;
        for i in 0..LANES {
            differ |= addresses[i] ^ first;
        }
        return (differ == 0).then_some(first);
    }
    // The last lane tells most that differ at once.
    let last = addresses[(31 ^ mask.0.leading_zeros() as usize) % LANES];
    (last == first && mask.lanes().all(|lane| addresses[lane] == first)).then_some(first)
}

/// As [`locate`](super::mem::locate), of one address for all lanes.
#[inline(always)]
pub fn locate_one(
    region: Option<Region>,
    address: u64,
    mask: LaneMask,
    bytes: u32,
) -> Option<Group> {
    let region = region?;
    let from = address.wrapping_sub((address & !OFFSET_MASK) | BIAS);
    let at = (from as u32).wrapping_add(region.base);
    let inside = from >> 32 == 0 && from + u64::from(bytes) <= u64::from(region.len);
    (inside && at & (bytes - 1) == 0).then_some(Group {
        region,
        mask,
        at: [at; LANES],
        shape: Shape::Same,
        halves: Halves::Same,
    })
}
