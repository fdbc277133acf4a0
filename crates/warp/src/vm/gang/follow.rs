//! Whether the lanes of a gang hold values that go on by the same step.
//!
//! Rows of values, the lanes that count and a rule go in; whether all of those follow it comes out. The rule: lanes that do not count may hold
//! anything. These loops are built for each level of the processor (`level`).

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use crate::vm::lanes::{Lanes32, Lanes64};
use crate::vm::mask::LANES;

/// Whether lane `i` from the first row on holds `first + i * step`, if its mask has it; all modulo 2^32.
#[inline(always)]
pub fn distances(rows: &[Lanes32], masks: &[u32], (first, step): (u32, u32)) -> bool {
    let mut differ = 0;
    for (w, (row, mask)) in rows.iter().zip(masks).enumerate() {
        let start = first.wrapping_add(step.wrapping_mul((w * LANES) as u32));
        let expected = |i: usize| start.wrapping_add(step.wrapping_mul(i as u32));
        if *mask == u32::MAX {
            for i in 0..LANES {
                differ |= row[i] ^ expected(i);
            }
        } else {
            for i in 0..LANES {
                differ |= (row[i] ^ expected(i)) & 0u32.wrapping_sub(mask >> i & 1);
            }
        }
        // Places that follow no rule differ in the first row as a rule.
        if w == 0 && differ != 0 {
            return false;
        }
    }
    differ == 0
}

/// The same of addresses, modulo 2^64.
#[inline(always)]
pub fn addresses(rows: &[Lanes64], masks: &[u32], (first, step): (u64, u64)) -> bool {
    let further: Lanes64 = std::array::from_fn(|i| step.wrapping_mul(i as u64));
    let mut differ = 0;
    for (w, (row, mask)) in rows.iter().zip(masks).enumerate() {
        let start = first.wrapping_add(step.wrapping_mul((w * LANES) as u64));
        if *mask == u32::MAX {
            for i in 0..LANES {
                differ |= row[i] ^ start.wrapping_add(further[i]);
            }
        } else {
            for i in 0..LANES {
                let here = 0u64.wrapping_sub(u64::from(mask >> i & 1));
                differ |= (row[i] ^ start.wrapping_add(further[i])) & here;
            }
        }
        if w == 0 && differ != 0 {
            return false;
        }
    }
    differ == 0
}
