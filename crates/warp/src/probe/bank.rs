//! How the lanes of a request lie in shared memory: wavefronts.
//!
//! **Definition.** Shared memory has 32 banks of four-byte words; word `w` is in bank `w mod 32`. A pass (wavefront) serves
//! one word of each bank, to however many lanes want it. Accesses of up to 4 bytes go as one group of 32 lanes, of 8
//! bytes as two half warps, of 16 bytes as four quarter warps; a group takes as many passes as the busiest bank has distinct words. If all
//! words of the request fit one pass, as in a broadcast, it takes one. The ideal is ⌈distinct words / 32⌉.
//! **Modelled:** the definition is the documented one and equals the hardware's for 4-byte accesses; how halves and quarters
//! of partly equal addresses are merged is not documented.

use super::Op;
use super::tally::Sums;
use crate::report::{AccessCounters, Banked, Counters, Shared};
use crate::vm::Env;
use crate::vm::mask::{LANES, LaneMask};
use crate::vm::mem::{Group, Shape};

/// Passes by instruction.
pub struct Bank {
    by_pc: Vec<Banked>,
}

impl Bank {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        Bank {
            by_pc: vec![Banked::default(); env.flat_len()],
        }
    }

    /// Requests of one instruction.
    #[inline]
    pub fn add(&mut self, flat: usize, sums: &Sums) {
        if let Some(here) = self.by_pc.get_mut(flat) {
            here.requests += sums.requests;
            here.wavefronts += sums.passes;
            here.ideal_wavefronts += sums.ideal_passes;
            here.bytes_requested += sums.asked;
        }
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: &Bank) {
        for (t, o) in self.by_pc.iter_mut().zip(&other.by_pc) {
            t.requests += o.requests;
            t.wavefronts += o.wavefronts;
            t.ideal_wavefronts += o.ideal_wavefronts;
            t.bytes_requested += o.bytes_requested;
        }
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, out: &mut Counters) {
        for (flat, b) in self
            .by_pc
            .iter()
            .enumerate()
            .filter(|(_, b)| b.requests > 0)
        {
            let Some((ins, at)) = env.instruction(flat) else {
                continue;
            };
            let op = super::count::op_of(ins);
            let b = &Banked {
                requests: if at.part { 0 } else { b.requests },
                ..*b
            };
            out.add_access(AccessCounters {
                span: at.span,
                shared: true,
                op,
                requests: b.requests,
                cost: b.wavefronts,
                ideal: b.ideal_wavefronts,
            });
            add(&mut out.shared, op, b);
            add(
                &mut out.lines.entry(at.main_line()).or_default().shared,
                op,
                b,
            );
        }
    }
}

fn add(to: &mut Shared, op: Op, b: &Banked) {
    let sum = match op {
        Op::Load => &mut to.loads,
        Op::Store => &mut to.stores,
        Op::Atomic => &mut to.atomics,
    };
    sum.requests += b.requests;
    sum.wavefronts += b.wavefronts;
    sum.ideal_wavefronts += b.ideal_wavefronts;
    sum.bytes_requested += b.bytes_requested;
}

/// Passes, and the ideal, of a request.
#[inline]
pub fn passes(group: &Group, bytes: u32) -> (u32, u32) {
    match group.shape {
        Shape::Run if bytes >= 4 => (bytes / 4, bytes / 4),
        Shape::Run | Shape::Same => (1, 1),
        Shape::Any => passes_any(group, bytes),
    }
}

fn passes_any(group: &Group, bytes: u32) -> (u32, u32) {
    let words = bytes.div_ceil(4);
    if words == 1
        && let Some(distinct) = one_word_a_bank(group)
    {
        return (1, distinct.div_ceil(32));
    }
    let (most, distinct) = match words {
        1 => busiest::<LANES>(group, group.mask, 1),
        _ => busiest::<{ 4 * LANES }>(group, group.mask, words),
    };
    let ideal = distinct.div_ceil(32);
    if most <= 1 || words == 1 {
        return (most, ideal);
    }
    let width = LANES as u32 / words;
    let part = |k: u32| LaneMask(LaneMask::first_n(width).0 << (k * width)).and(group.mask);
    let sum = (0..words)
        .map(part)
        .filter(|m| !m.is_empty())
        .map(|m| busiest::<{ 4 * LANES }>(group, m, words).0)
        .sum();
    (sum, ideal)
}

/// The usual case of one word a lane: how many distinct words, if no two of them share a bank.
#[inline]
fn one_word_a_bank(group: &Group) -> Option<u32> {
    let mut held = [u32::MAX; 32];
    let mut taken = 0u32;
    for at in group.at {
        let word = at / 4;
        let bank = (word % 32) as usize;
        if taken >> bank & 1 != 0 && held[bank] != word {
            return None;
        }
        held[bank] = word;
        taken |= 1 << bank;
    }
    Some(taken.count_ones())
}

/// The most distinct words in one bank, and the distinct words in all, of which there are at most `N`.
fn busiest<const N: usize>(group: &Group, mask: LaneMask, words: u32) -> (u32, u32) {
    // A bank's words so far are a chain through `next`, newest first.
    let mut heads = [u8::MAX; 32];
    let mut next = [0u8; N];
    let mut word = [0u32; N];
    let mut depth = [0u32; 32];
    let (mut most, mut distinct) = (0, 0usize);
    for lane in mask.lanes() {
        for k in 0..words {
            let w = group.at[lane] / 4 + k;
            let bank = (w % 32) as usize;
            let mut i = heads[bank];
            while i != u8::MAX && word[i as usize] != w {
                i = next[i as usize];
            }
            if i == u8::MAX {
                word[distinct] = w;
                next[distinct] = heads[bank];
                heads[bank] = distinct as u8;
                distinct += 1;
                depth[bank] += 1;
                most = most.max(depth[bank]);
            }
        }
    }
    (most, distinct as u32)
}
