//! Elements of 8 and of 16 bits: bytes, characters, halves.
//!
//! Memory and a [`Group`] go in, extended elements come out, or the other way round. The rule: what is asked once for all lanes (where the bytes are, how
//! an element is extended) is not asked again for each.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over 32 lanes is what the compiler vectorises"
)]

use super::Machine;
use super::lanes::Lanes32;
use super::mask::LANES;
use super::mem::{Group, Shape, Space};
use super::transfer::{Element, get, put};
use super::warp::Warp;
use cuda_ir::op::MemTy;

/// Elements of 8 or 16 bits, the `k`th of each lane, extended.
pub fn smalls<P>(cx: &Machine<'_, P>, w: &Warp, group: &Group, ty: MemTy, k: u32) -> Lanes32 {
    let plus = k * ty.bytes();
    let raw = match group.region.space {
        Space::Local => own_words(&w.local.rows, group, plus),
        _ => {
            let bytes = cx.mem.bytes(group.region).0;
            match ty.bytes() {
                1 => elements(bytes, group, plus, |[x]: [u8; 1]| u32::from(x)),
                _ => elements(bytes, group, plus, |x| u32::from(u16::from_le_bytes(x))),
            }
        }
    };
    match ty {
        MemTy::S8 => raw.map(|x| x as i8 as i32 as u32),
        MemTy::U8 => raw.map(|x| x & 0xff),
        MemTy::S16 => raw.map(|x| x as i16 as i32 as u32),
        MemTy::U16 => raw.map(|x| x & 0xffff),
        MemTy::B32 => raw,
    }
}

/// Elements of so many bytes, of which a run is read in one go.
#[inline(always)]
fn elements<const N: usize>(
    bytes: &[u8],
    group: &Group,
    plus: u32,
    word: impl Fn([u8; N]) -> u32,
) -> Lanes32 {
    let mut out = [0; LANES];
    match group.shape {
        _ if is_run::<N>(group) => {
            let run = bytes.get((group.at[0] + plus) as usize..).unwrap_or(&[]);
            for (out, x) in out.iter_mut().zip(run.as_chunks().0) {
                *out = word(*x);
            }
        }
        Shape::Same => out = [word(get(bytes, group.at[0] + plus)); LANES],
        _ => {
            for i in 0..LANES {
                out[i] = word(get(bytes, group.at[i] + plus));
            }
        }
    }
    out
}

/// Whether the lanes' elements of so many bytes lie one after the other: lanes with several each lie further apart.
#[inline(always)]
fn is_run<const N: usize>(group: &Group) -> bool {
    group.shape == Shape::Run && group.at[1].wrapping_sub(group.at[0]) == N as u32
}

/// The words of local memory that hold the elements, each moved down to its element.
#[inline(always)]
fn own_words(rows: &[Lanes32], group: &Group, plus: u32) -> Lanes32 {
    if group.shape == Shape::Same {
        let at = group.at[0] + plus;
        let shift = 8 * (at % 4);
        return rows
            .get(at as usize / 4)
            .map_or([0; LANES], |row| row.map(|x| x >> shift));
    }
    std::array::from_fn(|i| {
        let at = group.at[i] + plus;
        rows.get(at as usize / 4)
            .map_or(0, |row| row[i] >> (8 * (at % 4)))
    })
}

/// Stores elements of 8 or 16 bits, the `k`th of each lane.
pub fn put_smalls<P>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    group: &Group,
    Element { ty, k }: Element,
    values: &Lanes32,
) {
    let plus = k * ty.bytes();
    if group.region.space == Space::Local {
        let ones = if ty.bytes() == 1 { 0xff } else { 0xffff };
        return put_own(&mut w.local.rows, group, (plus, ones), values);
    }
    let bytes = cx.mem.bytes_mut(group.region).0;
    match ty.bytes() {
        1 => put_elements(bytes, group, plus, |i| [values[i] as u8]),
        _ => put_elements(bytes, group, plus, |i| (values[i] as u16).to_le_bytes()),
    }
}

#[inline(always)]
fn put_elements<const N: usize>(
    bytes: &mut [u8],
    group: &Group,
    plus: u32,
    element: impl Fn(usize) -> [u8; N],
) {
    if is_run::<N>(group) {
        let run = bytes
            .get_mut((group.at[0] + plus) as usize..)
            .unwrap_or_default();
        for (i, to) in run.as_chunks_mut().0.iter_mut().enumerate().take(LANES) {
            *to = element(i);
        }
        return;
    }
    for i in group.mask.lanes() {
        put(bytes, group.at[i] + plus, element(i));
    }
}

#[inline(always)]
fn put_own(rows: &mut [Lanes32], group: &Group, (plus, ones): (u32, u32), values: &Lanes32) {
    if group.shape == Shape::Same && group.mask.is_full() {
        let at = group.at[0] + plus;
        let shift = 8 * (at % 4);
        if let Some(row) = rows.get_mut(at as usize / 4) {
            for i in 0..LANES {
                row[i] = row[i] & !(ones << shift) | (values[i] & ones) << shift;
            }
        }
        return;
    }
    for i in group.mask.lanes() {
        let at = group.at[i] + plus;
        let shift = 8 * (at % 4);
        if let Some(row) = rows.get_mut(at as usize / 4) {
            row[i] = row[i] & !(ones << shift) | (values[i] & ones) << shift;
        }
    }
}
