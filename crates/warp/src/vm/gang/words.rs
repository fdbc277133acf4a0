//! Words of a gang's warps to and from memory, all rows in one loop.
//!
//! Registers, the bytes of an allocation and the shares of its warps go in; a register or the bytes come out changed. The rule: a row of registers is
//! written in stores as wide as those who read it: what was stored in pieces and is read as one waits until every store before it has
//! been made, which takes longer than all the rest. So each way in which rows lie has a loop of its own: the ends of branches that write the same place
//! would be merged, and the rest of a row cut up.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::file::{Active, File, WARPS, Wide};
use super::place::Reach;
use super::rows::{each_row, fill_rows, fill32, fill64, put_part, put32};
use crate::vm::fork::log::Log;
use crate::vm::lanes::{Lanes32, blend};
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::{Group, Halves, Shape};
use crate::vm::transfer::gather_rows;
use crate::vm::warp::Warp;
use cuda_ir::{D, R};

/// Words, and by warp which of them is to count as the first.
pub type Words<'a> = (&'a [[u8; 4]], &'a [u32; WARPS]);

/// Loads the words of all warps, or those that all ask for.
#[inline(always)]
pub fn load_rows(file: &mut File, reach: &Reach, dst: R, (words, starts): Words<'_>) {
    let (shared, from) = (reach.shared, file.active.from);
    let alike = shared && !reach.split;
    macro_rules! fill {
        ($group:ident, $words:ident, $row:ident => $fill:expr) => {
            fill32!(file, dst, alike, w, row => {
                let $group = &reach.groups[if shared { from } else { w }];
                let start = if alike { 0 } else { starts[w] as usize };
                let ($words, $row) = (words.get(start..).unwrap_or(&[]), row);
                $fill;
            })
        };
    }
    match lies(reach, &file.active) {
        (Shape::Run, _) => fill!(group, words, row => run(words, group.at[0], row)),
        (Shape::Same, _) => fill!(group, words, row => *row = [word(words, group.at[0]); LANES]),
        (Shape::Any, Halves::Runs) => fill!(group, words, row => {
            for (half, out) in row.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                run(words, group.at[16 * half], out);
            }
        }),
        (Shape::Any, Halves::Same) => fill!(group, words, row => {
            for (half, out) in row.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                *out = [word(words, group.at[16 * half]); 16];
            }
        }),
        (Shape::Any, Halves::Any) => fill!(group, words, row => {
            for i in 0..LANES {
                row[i] = word(words, group.at[i]);
            }
        }),
    }
}

/// Loads 64 bits a lane, the `k`-th of each, of all warps, or those that all ask for.
#[inline(always)]
pub fn load_doubles(file: &mut File, reach: &Reach, (dst, k): (D, u32), bytes: &[u8]) {
    let (shared, from) = (reach.shared, file.active.from);
    let runs = k == 0 && runs_of_doubles(reach, &file.active);
    macro_rules! fill {
        ($group:ident, $row:ident => $fill:expr) => {
            fill64!(file, dst, shared, w, row => {
                let ($group, $row) = (&reach.groups[if shared { from } else { w }], row);
                $fill;
            })
        };
    }
    match lies(reach, &file.active).0 {
        Shape::Same => fill!(group, row => *row = [double(bytes, group.at[0] + 8 * k); LANES]),
        _ if runs => fill!(group, row => {
            for (half, out) in row.as_chunks_mut::<16>().0.iter_mut().enumerate() {
                run_of_doubles(bytes, group.at[16 * half], out);
            }
        }),
        _ => fill!(group, row => {
            for i in 0..LANES {
                row[i] = double(bytes, group.at[i] + 8 * k);
            }
        }),
    }
}

/// Whether both halves of every warp have doubles one after the other.
#[inline(always)]
fn runs_of_doubles(reach: &Reach, active: &Active) -> bool {
    if reach.shared {
        return reach.groups[active.from].runs_of(8);
    }
    let mut here = (active.from..active.to).filter(|w| active.masks[*w] != 0);
    here.all(|w| reach.groups[w].runs_of(8))
}

/// How all rows of an access lie: in any way where they do not lie alike.
#[inline(always)]
fn lies(reach: &Reach, active: &Active) -> (Shape, Halves) {
    let first = &reach.groups[active.from];
    let lies = (first.shape, first.halves);
    let mut alike = true;
    if !reach.shared {
        for w in active.from..active.to {
            let group = &reach.groups[w];
            alike &= active.masks[w] == 0 || (group.shape, group.halves) == lies;
        }
    }
    match alike {
        true => lies,
        false => (Shape::Any, Halves::Any),
    }
}

/// Loads the words of all warps from local memory.
#[inline(always)]
pub fn load_own(file: &mut File, reach: &Reach, dst: R, warps: &[Warp]) {
    let from = file.active.from;
    let first = &reach.groups[from];
    if reach.shared && first.shape == Shape::Same {
        let at = first.at[0] as usize / 4;
        return fill32!(file, dst, false, w, row => {
            if let Some(from) = warps.get(w).and_then(|warp| warp.local.rows.get(at)) {
                *row = *from;
            }
        });
    }
    fill32!(file, dst, false, w, row => {
        let group = &reach.groups[if reach.shared { from } else { w }];
        *row = gather_rows(&warps[w.min(warps.len() - 1)].local.rows, group, 0);
    });
}

/// Writes a register that has a value a warp.
#[inline(always)]
pub fn put_values(file: &mut File, dst: R, alike: bool, values: &[u32; WARPS]) {
    put32!(file, dst, alike, w => [values[w]; LANES]);
}

/// Writes a register from a row of each warp.
#[inline(always)]
pub fn put_rows(file: &mut File, dst: R, alike: bool, rows: &[&Lanes32; WARPS]) {
    put32!(file, dst, alike, w => *rows[w]);
}

/// Stores the words of all warps, lowest first.
#[inline(always)]
pub fn store_rows(file: &File, reach: &Reach, src: R, words: &mut [[u8; 4]]) {
    let active = &file.active;
    let runs = lies(reach, active).0 == Shape::Run;
    for w in active.from..active.to {
        let group = &reach.groups[w];
        if active.masks[w] == 0 {
            continue;
        }
        if runs {
            put_run(words, group.at[0], file.row32(src, w));
        } else {
            scatter(group, file.row32(src, w), words);
        }
    }
}

/// Stores 64 bits a lane of all warps, lowest first.
#[inline(always)]
pub fn store_doubles(file: &File, reach: &Reach, src: D, bytes: &mut [u8]) {
    let active = &file.active;
    for w in active.from..active.to {
        let (group, values) = (&reach.groups[w], file.row64(src, w));
        if active.masks[w] == 0 {
            continue;
        }
        if group.runs_of(8) {
            for (half, values) in values.as_chunks::<16>().0.iter().enumerate() {
                put_run_of_doubles(bytes, group.at[16 * half], values);
            }
            continue;
        }
        for lane in group.mask.lanes() {
            let place = bytes.get_mut(group.at[lane] as usize..);
            if let Some(place) = place.and_then(|b| b.first_chunk_mut()) {
                *place = values[lane].to_le_bytes();
            }
        }
    }
}

/// Whether every warp's row is full, and one run of words.
pub fn all_run(reach: &Reach, active: &Active) -> bool {
    lies(reach, active).0 == Shape::Run
}

/// Puts the rows of all warps down in a log, lowest first, if every one is a run: those that go on where the one before ends as one.
pub fn log_rows(file: &File, reach: &Reach, src: R, (slot, log): (u32, &mut Log)) {
    let active = &file.active;
    let (rows, apart) = (file.rows32(src), !file.shares32(src));
    let mut w = active.from;
    while w < active.to {
        let place = |w: usize| reach.groups[w].at[0];
        let first = w;
        w += 1;
        if active.masks[first] == 0 {
            continue;
        }
        let goes_on = |w: usize| active.masks[w] != 0 && place(w) == place(w - 1).wrapping_add(128);
        while apart && w < active.to && goes_on(w) {
            w += 1;
        }
        let from = if apart { first - active.from } else { 0 };
        let rows = rows.get(from..from + (w - first)).unwrap_or(&[]);
        log.row(slot, place(first), rows.as_flattened());
    }
}

/// Stores the words of all warps to one word of each thread's local memory.
#[inline(always)]
pub fn store_own(file: &File, word: usize, src: R, warps: &mut [Warp]) {
    let active = &file.active;
    for (w, warp) in warps.iter_mut().enumerate().take(active.to) {
        let mask = LaneMask(active.masks[w]);
        if let Some(row) = warp.local.rows.get_mut(word)
            && !mask.is_empty()
        {
            blend(row, file.row32(src, w), mask);
        }
    }
}

/// Stores the words of a warp's lanes, lowest lane first.
#[inline(always)]
pub fn scatter(group: &Group, values: &Lanes32, words: &mut [[u8; 4]]) {
    let at = &group.at;
    if group.shape == Shape::Run {
        return put_run(words, at[0], values);
    }
    if group.mask.is_full() && group.halves == Halves::Runs {
        for (half, values) in values.as_chunks::<16>().0.iter().enumerate() {
            put_run(words, at[16 * half], values);
        }
        return;
    }
    for lane in group.mask.lanes() {
        if let Some(word) = words.get_mut(at[lane] as usize / 4) {
            *word = values[lane].to_le_bytes();
        }
    }
}

#[inline(always)]
fn put_run<const N: usize>(words: &mut [[u8; 4]], at: u32, values: &[u32; N]) {
    let to = words.get_mut(at as usize / 4..);
    if let Some(to) = to.and_then(|w| w.first_chunk_mut::<N>()) {
        for i in 0..N {
            to[i] = values[i].to_le_bytes();
        }
    }
}

#[inline(always)]
fn put_run_of_doubles(bytes: &mut [u8], at: u32, values: &[u64; LANES / 2]) {
    let to = bytes.get_mut(at as usize..);
    let to = to.and_then(|b| b.as_chunks_mut::<8>().0.first_chunk_mut::<{ LANES / 2 }>());
    if let Some(to) = to {
        for i in 0..LANES / 2 {
            to[i] = values[i].to_le_bytes();
        }
    }
}

#[inline(always)]
fn word(words: &[[u8; 4]], at: u32) -> u32 {
    match words.get(at as usize / 4) {
        Some(b) => u32::from_le_bytes(*b),
        None => 0,
    }
}

#[inline(always)]
fn run<const N: usize>(words: &[[u8; 4]], at: u32, out: &mut [u32; N]) {
    let from = words
        .get(at as usize / 4..)
        .and_then(|w| w.first_chunk::<N>());
    if let Some(from) = from {
        for i in 0..N {
            out[i] = u32::from_le_bytes(from[i]);
        }
    }
}

#[inline(always)]
fn double(bytes: &[u8], at: u32) -> u64 {
    let place = bytes.get(at as usize..).and_then(|b| b.first_chunk());
    place.map_or(0, |b| u64::from_le_bytes(*b))
}

#[inline(always)]
fn run_of_doubles(bytes: &[u8], at: u32, out: &mut [u64; LANES / 2]) {
    let from = bytes
        .get(at as usize..)
        .and_then(|b| b.as_chunks::<8>().0.first_chunk::<{ LANES / 2 }>());
    if let Some(from) = from {
        for i in 0..LANES / 2 {
            out[i] = u64::from_le_bytes(from[i]);
        }
    }
}
