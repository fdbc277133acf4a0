//! A warp's lanes among themselves: shuffles, votes, matches, reductions.
//!
//! Registers and a member mask go in; a register comes out. The rule: a lane may only depend on lanes that execute the same
//! instruction and that its mask names; anything else is a finding, and a lane that does not execute it is read as 0: what its
//! register holds is not its variable's value there, but whatever was last kept in that register.

use super::Machine;
use super::lanes::{blend, blend_bits};
use super::mask::{LANES, LaneMask};
use super::warp::Warp;
use crate::probe::Probe;
use crate::probe::scene::Scene;
use crate::probe::sync::{bad_member, not_in_mask};
use crate::probe::uninit::follow;
use cuda_ir::op::{ReduxOp, ShflOp, VoteOp};
use cuda_ir::{Ins, P, R};

/// Checks a member mask against the lanes that are here.
pub fn check_members<Q: Probe>(cx: &mut Machine<'_, Q>, w: &mut Warp, member: R) {
    let named = &w.g.r[member.0 as usize];
    let (mut absent, mut left_out) = (0, 0);
    for lane in w.active.lanes() {
        absent |= named[lane] & w.live.0 & !w.active.0;
        left_out |= !named[lane] & 1 << lane;
    }
    if absent | left_out != 0 {
        let scene = Scene::of(cx.env, w);
        if absent != 0 {
            bad_member(LaneMask(absent), &scene, &mut cx.found);
        }
        if left_out != 0 {
            not_in_mask(LaneMask(left_out), &scene, &mut cx.found);
        }
    }
}

/// Executes an exchange among the lanes that are here.
pub fn exchange<Q: Probe>(cx: &mut Machine<'_, Q>, w: &mut Warp, ins: &Ins, member: R) {
    check_members(cx, w, member);
    if let (Some((lanes, from)), Ins::Shfl { dst, .. }) = (made(cx, w, ins), *ins)
        && let Some(u) = cx.probe.uninit()
    {
        follow::lonely(u, cx.env, w, dst, follow::Absent { lanes, from });
    }
}

/// The same without a look at the masks. Lanes that read from one that does not take part come out, with the first such.
pub fn made<Q: Probe>(
    cx: &mut Machine<'_, Q>,
    w: &mut Warp,
    ins: &Ins,
) -> Option<(LaneMask, usize)> {
    match *ins {
        Ins::Shfl {
            op,
            dst,
            src,
            lane,
            width,
            member,
        } => return shfl(w, op, dst, [src, lane, width, member]),
        Ins::Vote {
            op,
            dst,
            src,
            member,
        } => vote(w, op, dst, src, member),
        Ins::Ballot { dst, src, member } => ballot(w, dst, src, member),
        Ins::MatchAny { dst, src, member } => match_any(w, dst, src, member),
        Ins::Redux {
            op,
            dst,
            src,
            member,
        } => redux(w, op, dst, src, member),
        Ins::SyncWarp { member } if Q::ON => cx.probe.sync_warp(w, &w.g.r[member.0 as usize]),
        _ => {}
    }
    None
}

/// The lane that `lane` reads, as PTX's `shfl.sync` computes it.
pub fn source(op: ShflOp, lane: usize, arg: u32, width: u32) -> usize {
    let width = if width.is_power_of_two() && width <= 32 {
        width as usize
    } else {
        32
    };
    let first = lane & !(width - 1);
    let last = first + width - 1;
    match op {
        ShflOp::Idx => first + (arg as usize & (width - 1)),
        ShflOp::Up => lane
            .checked_sub(arg as usize & 31)
            .filter(|j| *j >= first)
            .unwrap_or(lane),
        ShflOp::Down => Some(lane + (arg as usize & 31))
            .filter(|j| *j <= last)
            .unwrap_or(lane),
        ShflOp::Xor => Some(lane ^ (arg as usize & 31))
            .filter(|j| *j <= last)
            .unwrap_or(lane),
    }
}

/// A shuffle.
fn shfl(
    w: &mut Warp,
    op: ShflOp,
    dst: R,
    [src, lane, width, member]: [R; 4],
) -> Option<(LaneMask, usize)> {
    let reg = |r: R| &w.g.r[r.0 as usize];
    let (value, arg, width, named) = (reg(src), reg(lane), reg(width), reg(member));
    let mut out = [0; LANES];
    let mut lonely = None;
    for i in w.active.lanes() {
        let from = source(op, i, arg[i], width[i]);
        out[i] = if w.active.has(from) { value[from] } else { 0 };
        if !w.active.has(from) || named[i] >> from & 1 == 0 {
            let (lanes, first) = lonely.unwrap_or((LaneMask::NONE, from));
            lonely = Some((lanes.or(LaneMask::only(i)), first));
        }
    }
    blend(&mut w.g.r[dst.0 as usize], &out, w.active);
    lonely
}

/// For each active lane, a result over the lanes that its mask names and that are here.
fn over_members(w: &Warp, member: R, mut f: impl FnMut(LaneMask) -> u32) -> [u32; LANES] {
    let named = &w.g.r[member.0 as usize];
    let mut out = [0; LANES];
    let mut last: Option<(u32, u32)> = None;
    for i in w.active.lanes() {
        let value = match last {
            Some((mask, value)) if mask == named[i] => value,
            _ => f(LaneMask(named[i]).and(w.active)),
        };
        last = Some((named[i], value));
        out[i] = value;
    }
    out
}

/// `__any_sync`, `__all_sync`.
fn vote(w: &mut Warp, op: VoteOp, dst: P, src: P, member: R) {
    let bits = w.g.p[src.0 as usize];
    let out = over_members(w, member, |lanes| {
        let yes = bits & lanes.0;
        match op {
            VoteOp::Any => (yes != 0) as u32,
            VoteOp::All => (yes == lanes.0) as u32,
            VoteOp::Uni => (yes == 0 || yes == lanes.0) as u32,
        }
    });
    let bits = (0..LANES).fold(0, |bits, i| bits | out[i] << i);
    blend_bits(&mut w.g.p[dst.0 as usize], bits, w.active);
}

/// `__ballot_sync`.
fn ballot(w: &mut Warp, dst: R, src: P, member: R) {
    let bits = w.g.p[src.0 as usize];
    let out = over_members(w, member, |lanes| bits & lanes.0);
    blend(&mut w.g.r[dst.0 as usize], &out, w.active);
}

/// `__match_any_sync`.
fn match_any(w: &mut Warp, dst: R, src: R, member: R) {
    let (value, named) = (&w.g.r[src.0 as usize], &w.g.r[member.0 as usize]);
    let mut out = [0; LANES];
    for i in w.active.lanes() {
        let lanes = LaneMask(named[i]).and(w.active);
        out[i] = lanes
            .lanes()
            .filter(|j| value[*j] == value[i])
            .fold(0, |bits, j| bits | 1 << j);
    }
    blend(&mut w.g.r[dst.0 as usize], &out, w.active);
}

/// `__reduce_add_sync` and kin.
fn redux(w: &mut Warp, op: ReduxOp, dst: R, src: R, member: R) {
    let value = w.g.r[src.0 as usize];
    let out = over_members(w, member, |lanes| {
        lanes
            .lanes()
            .map(|i| value[i])
            .reduce(|a, b| reduce(op, a, b))
            .unwrap_or(0)
    });
    blend(&mut w.g.r[dst.0 as usize], &out, w.active);
}

/// Two of a reduction's values as one.
pub fn reduce(op: ReduxOp, a: u32, b: u32) -> u32 {
    match op {
        ReduxOp::Add => a.wrapping_add(b),
        ReduxOp::MinS => (a as i32).min(b as i32) as u32,
        ReduxOp::MinU => a.min(b),
        ReduxOp::MaxS => (a as i32).max(b as i32) as u32,
        ReduxOp::MaxU => a.max(b),
        ReduxOp::And => a & b,
        ReduxOp::Or => a | b,
        ReduxOp::Xor => a ^ b,
    }
}
