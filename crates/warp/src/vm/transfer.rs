//! Bytes to registers and back, for lanes that are known to be sound.
//!
//! Bytes and a [`Group`] go in, lanes come out, or the other way round. The rule: no lane can reach outside, and if one did by
//! a fault of ours, it would read zeros and write nothing. Local memory is interleaved: word `w` of all lanes is one row.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::lanes::{Lanes32, blend};
use super::mask::LANES;
use super::mem::{Group, Shape};
use cuda_ir::op::MemTy;

/// One element of each lane, of several that it loads or stores.
#[derive(Clone, Copy)]
pub struct Element {
    /// Its type.
    pub ty: MemTy,
    /// How many are before it.
    pub k: u32,
}

/// `N` bytes at `at`; zeros past the end, which a sound group never reaches.
#[inline(always)]
pub fn get<const N: usize>(bytes: &[u8], at: u32) -> [u8; N] {
    bytes
        .get(at as usize..)
        .and_then(|b| b.first_chunk::<N>())
        .copied()
        .unwrap_or([0; N])
}

/// Puts `N` bytes at `at`; nothing past the end, which a sound group never reaches.
#[inline(always)]
pub fn put<const N: usize>(bytes: &mut [u8], at: u32, value: [u8; N]) {
    if let Some(b) = bytes
        .get_mut(at as usize..)
        .and_then(|b| b.first_chunk_mut::<N>())
    {
        *b = value;
    }
}

/// The 32-bit words of all lanes, `k` words past the start of each lane's element of `stride` bytes. Sound lanes are
/// aligned, so memory is looked at as words, with one bounds check a lane.
#[inline(always)]
pub fn gather32(bytes: &[u8], group: &Group, k: u32, stride: u32) -> Lanes32 {
    let words = bytes.as_chunks::<4>().0;
    let word = |at: u32| {
        words
            .get((at / 4 + k) as usize)
            .map_or(0, |b| u32::from_le_bytes(*b))
    };
    let mut out = [0; LANES];
    match group.shape {
        Shape::Run if stride == 4 => {
            let from = words.get(group.at[0] as usize / 4..).unwrap_or(&[]);
            for (o, b) in out.iter_mut().zip(from) {
                *o = u32::from_le_bytes(*b);
            }
        }
        Shape::Same => out = [word(group.at[0]); LANES],
        _ => {
            for i in 0..LANES {
                out[i] = word(group.at[i]);
            }
        }
    }
    out
}

/// Stores the 32-bit words of the group's lanes, lowest lane first.
#[inline(always)]
pub fn scatter32(bytes: &mut [u8], group: &Group, k: u32, stride: u32, values: &Lanes32) {
    let words = bytes.as_chunks_mut::<4>().0;
    if group.shape == Shape::Run && stride == 4 {
        let to = words.get_mut(group.at[0] as usize / 4..).unwrap_or(&mut []);
        for (b, v) in to.iter_mut().zip(values) {
            *b = v.to_le_bytes();
        }
    } else {
        for lane in group.mask.lanes() {
            if let Some(b) = words.get_mut((group.at[lane] / 4 + k) as usize) {
                *b = values[lane].to_le_bytes();
            }
        }
    }
}

/// The words of local memory `k` words past each lane's start.
#[inline(always)]
pub fn gather_rows(rows: &[Lanes32], group: &Group, k: u32) -> Lanes32 {
    if group.shape == Shape::Same {
        return rows
            .get((group.at[0] / 4 + k) as usize)
            .copied()
            .unwrap_or([0; LANES]);
    }
    std::array::from_fn(|i| {
        rows.get((group.at[i] / 4 + k) as usize)
            .map_or(0, |row| row[i])
    })
}

/// Stores words of local memory.
#[inline(always)]
pub fn scatter_rows(rows: &mut [Lanes32], group: &Group, k: u32, words: &Lanes32) {
    if group.shape == Shape::Same {
        if let Some(row) = rows.get_mut((group.at[0] / 4 + k) as usize) {
            blend(row, words, group.mask);
        }
        return;
    }
    for lane in group.mask.lanes() {
        if let Some(row) = rows.get_mut((group.at[lane] / 4 + k) as usize) {
            row[lane] = words[lane];
        }
    }
}
