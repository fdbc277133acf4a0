//! Races in words: the location, both threads, what each did and saw.
//!
//! **Values.** Of two racing accesses the machine makes one first. What a location holds when the second comes is what
//! the first wrote, or read; so both values are at hand when the race is found. Not so where atomics were made at the
//! location: they may have come in between, and the value of the earlier is left out.

use super::super::found::Words;
use super::super::scene::{Scene, scalar, triple};
use super::super::{Access, Op, Values};
use super::shade::WRITE;
use super::{Request, Shape};
use crate::report::FindingKind;
use crate::vm::mem::Space;
use cuda_ir::Elem;
use cuda_ir::op::{AtomOp, Scope};
use cuda_ir::{Code, Ins};

/// The earlier of two racing accesses.
#[derive(Clone, Copy)]
pub struct Then {
    /// Its instruction.
    pub flat: usize,
    /// Its thread in its block.
    pub thread: u32,
    /// Its block's place in the grid in row order.
    pub block: u64,
    /// Whether both are atomic or volatile, but one only to its block.
    pub beyond: bool,
    /// Whether atomics may have been made at the location.
    pub mixed: bool,
    /// Whether the other thread has seen that it was made, and no fence followed.
    pub seen: bool,
}

/// Notes a race of an access remembered with a lane's access to the location at this byte.
#[cold]
pub fn report(kind: FindingKind, then: &Then, (lane, byte): (usize, u32), q: &mut Request<'_, '_>) {
    let access = q.access;
    let Some((scene, found)) = &mut q.told else {
        return;
    };
    let (scene, env) = (*scene, scene.env);
    let Some((before, at)) = env.instruction(then.flat) else {
        return;
    };
    let (one, two) = (at.span, scene.at().span);
    let spans = if one <= two { (one, two) } else { (two, one) };
    found.note(kind, spans, 1, || {
        let region = access.group.region;
        let part = env.part(region, byte - region.base, scene.warp);
        let (what, elem) = (part.name, part.elem);
        let (held, new) = (held(access, elem, byte), stored(access, elem, lane, byte));
        let was = super::super::count::op_of(before);
        let scope = |flat: usize| super::atom(env, flat).map(|(_, scope)| scope);
        let scopes = [scope(then.flat), scope(scene.flat())];
        let seen = match access.op {
            Op::Load => held.as_ref(),
            _ => new.as_ref(),
        };
        let did = [
            deed((was, scopes[0]), held.as_ref().filter(|_| !then.mixed)),
            deed((access.op, scopes[1]), seen),
        ];
        let (block, thread) = (env.grid.place(then.block), env.thread(then.thread));
        let apart = block != scene.warp.block;
        let who = |thread: [u32; 3], block: [u32; 3]| match apart {
            true => format!("thread {} of block {}", triple(thread), triple(block)),
            false => format!("thread {}", triple(thread)),
        };
        let message = format!(
            "nothing orders two accesses to `{what}`: {} {}, {} {}",
            who(thread, block),
            did[0],
            who(scene.warp.thread(lane), scene.warp.block),
            did[1],
        );
        let first = env.place(then.flat, thread, block, &did[0]);
        Words {
            message,
            places: vec![first, scene.place(lane, &did[1])],
            help: Some(match (was, access.op) {
                _ if then.beyond => NARROW.to_string(),
                _ if then.seen => UNFENCED.to_string(),
                // Two threads read, add and write back.
                (Op::Load, Op::Store) | (Op::Store, Op::Load)
                    if one.start < two.end && two.start < one.end =>
                {
                    ADDS.to_string()
                }
                (Op::Load | Op::Store, Op::Load | Op::Store) if locks_unfenced(scene.code()) => {
                    LOCK.to_string()
                }
                _ if !apart && let Some(lines) = of_two_rounds(then.flat, scene) => {
                    next_round(kind, lines)
                }
                _ if !apart && kind == FindingKind::GlobalRace => OWN.to_string(),
                _ => help(kind, apart, was != Op::Load && access.op == Op::Load).to_string(),
            }),
        }
    });
}

fn deed((op, scope): (Op, Option<Scope>), value: Option<&String>) -> String {
    match (op, value) {
        (Op::Atomic, _) if scope == Some(Scope::Block) => {
            "changed it by an atomic of block scope".to_string()
        }
        (Op::Load, Some(v)) => format!("read {v}"),
        (Op::Load, None) => "read it".to_string(),
        (Op::Store, Some(v)) => format!("wrote {v}"),
        (Op::Store, None) => "wrote it".to_string(),
        (Op::Atomic, Some(v)) => format!("changed it to {v} by an atomic"),
        (Op::Atomic, None) => "changed it by an atomic".to_string(),
    }
}

const ADDS: &str = "reading, changing and writing back are three steps, between which other threads come: use an atomic such as `atomicAdd`, or give each thread its own element";

const NARROW: &str = "an atomic of block scope (`_block`, `.cta`, `cuda::thread_scope_block`) is one only to the threads of its block: where several blocks meet, use one of the device's scope, such as `atomicAdd`";

const UNFENCED: &str = "that a flag was read does not order what is read after it: put `__threadfence()` between the two (`__threadfence_block()` within a block), or read the flag by a load that acquires";

const LOCK: &str = "an atomic orders nothing but itself: if a lock is to guard this, put `__threadfence()` after it is taken and before it is given back; else give each thread its own element, or use an atomic such as `atomicAdd`";

/// Whether a code takes locks, by the look of it, and has no fence.
fn locks_unfenced(code: &Code) -> bool {
    let takes = |ins: &Ins| {
        matches!(
            ins,
            Ins::Atom {
                op: AtomOp::Cas,
                ..
            }
        )
    };
    let fences = |ins: &Ins| matches!(ins, Ins::Fence { .. });
    code.ins.iter().any(takes) && !code.ins.iter().any(fences)
}

const OWN: &str = "two threads come to this element: if each was to have its own, look at the index; if one hands it to the other, put `__syncthreads()` between the two, where every thread of the block reaches it";

/// Of two accesses in one loop with a barrier between them, the lines: that of the one further up, which is of the next round, as in one
/// round the barrier orders the two; and that of the other.
fn of_two_rounds(then: usize, scene: &Scene<'_>) -> Option<[u32; 2]> {
    let code = scene.code();
    let (now, then) = (
        scene.pc as usize,
        then.checked_sub(scene.env.base(scene.warp.code))?,
    );
    let (up, down) = (now.min(then), now.max(then));
    let meets = |ins: &Ins| matches!(ins, Ins::Bar | Ins::BarRed { .. } | Ins::SyncWarp { .. });
    let around = |(at, ins): (usize, &Ins)| match ins {
        Ins::Loop { end, .. } => at < up && down < *end as usize,
        _ => false,
    };
    let met = code.ins.get(up..down)?.iter().any(meets);
    let line = |pc: usize| Some(code.at.get(pc)?.line);
    (met && code.ins.iter().enumerate().any(around)).then_some([line(up)?, line(down)?])
}

/// What to do where an access of one round overtakes those of the round before.
fn next_round(kind: FindingKind, [up, down]: [u32; 2]) -> String {
    let (barrier, who) = match kind {
        FindingKind::LockstepRace => ("__syncwarp()", "lanes"),
        _ => ("__syncthreads()", "threads"),
    };
    format!(
        "the access of line {up} is the next round's: {who} that are done with a round go on to it while others are still at line {down}; put a second barrier, `{barrier}`, at the loop's end"
    )
}

fn help(kind: FindingKind, apart: bool, handed: bool) -> &'static str {
    match (kind, apart) {
        (FindingKind::LockstepRace, _) => {
            "lanes of a warp need not stay in step on devices since compute capability 7.0: put `__syncwarp()` between the two"
        }
        (_, false) => {
            "put `__syncthreads()` between the two, where every thread of the block reaches it"
        }
        (_, true) if handed => {
            "blocks run in any order: read what another block wrote in a later kernel, or after its `__threadfence()` and an atomic that tells of it"
        }
        (_, true) => {
            "blocks run in any order: give each its own elements, or use an atomic such as `atomicAdd`"
        }
    }
}

/// What the element at this byte holds now.
fn held(access: &Access<'_>, elem: Option<Elem>, byte: u32) -> Option<String> {
    let elem = elem?;
    let size = elem.bytes();
    let from = byte as usize / size * size;
    let bytes = access.content.get(from..from + size)?;
    let bits = bytes
        .iter()
        .rev()
        .fold(0u64, |bits, b| bits << 8 | *b as u64);
    Some(scalar(elem, bits))
}

/// What a lane's store puts there.
fn stored(access: &Access<'_>, elem: Option<Elem>, lane: usize, byte: u32) -> Option<String> {
    let elem = elem?;
    let size = elem.bytes() as u32;
    let from = byte / size * size;
    let bits = (from..from + size).rev().try_fold(0u64, |bits, at| {
        Some(bits << 8 | new_byte(access, lane, at)? as u64)
    })?;
    Some(scalar(elem, bits))
}

/// The byte that a lane's store puts at a place.
fn new_byte(access: &Access<'_>, lane: usize, at: u32) -> Option<u8> {
    let off = at.checked_sub(access.group.at[lane])?;
    if off >= access.bytes {
        return None;
    }
    let n = match access.values {
        Values::None => return None,
        Values::Words(list) => list.len(),
        Values::Doubles(list) => list.len(),
    } as u32;
    let size = access.bytes / n.max(1);
    let (i, shift) = ((off / size) as usize, 8 * (off % size));
    match access.values {
        Values::None => None,
        Values::Words(list) => Some((list.get(i)?[lane] >> shift) as u8),
        Values::Doubles(list) => Some((list.get(i)?[lane] >> shift) as u8),
    }
}

/// Whether a store puts at a location what the write remembered, the last there, has put.
pub fn same_value(q: &Request<'_, '_>, (id, at, shift): (u32, usize, u32), thread: u32) -> bool {
    if q.access.op != Op::Store || id & WRITE == 0 {
        return false;
    }
    let lane = (thread % 32) as usize;
    let from = (at as u32) << shift;
    (from..from + (1 << shift)).all(|byte| {
        let held = q.access.content.get(byte as usize).copied();
        held.is_some() && held == new_byte(q.access, lane, byte)
    })
}

/// Lanes of one store that write different values to one place.
#[inline]
pub fn conflict(access: &Access<'_>, scene: &Scene<'_>, found: &mut super::Findings) {
    let Some((a, b)) = differing(access) else {
        return;
    };
    let shared = access.group.region.space == Space::Shared;
    let kind = if shared {
        FindingKind::SharedRace
    } else {
        FindingKind::WriteConflict
    };
    let span = scene.at().span;
    found.note(kind, (span, span), 1, || {
        let (ta, tb) = (scene.warp.thread(a), scene.warp.thread(b));
        let region = access.group.region;
        let at = access.group.at[a] - region.base;
        let what = scene.env.part(region, at, scene.warp).name;
        let message = format!("threads {} and {} write different values to `{what}` in one instruction", triple(ta), triple(tb));
        let places = vec![scene.place(a, "one write"), scene.place(b, "the other write")];
        Words { message, places, help: Some("which value stays is not defined: give each thread its own element, or use an atomic".to_string()) }
    });
}

/// Two lanes of a store that write different values to one place.
fn differing(access: &Access<'_>) -> Option<(usize, usize)> {
    let (at, mask) = (&access.group.at, access.group.mask);
    if access.group.rises() {
        return None;
    }
    if access.group.shape == Shape::Same {
        let lead = mask.lead();
        return mask
            .lanes()
            .find(|lane| !alike(access.values, lead, *lane))
            .map(|lane| (lead, lane));
    }
    let mut order: [usize; 32] = std::array::from_fn(|i| i);
    order.sort_unstable_by_key(|i| (at[*i], *i));
    let mut last: Option<usize> = None;
    for lane in order.into_iter().filter(|lane| mask.has(*lane)) {
        if let Some(before) = last.filter(|b| at[*b] == at[lane])
            && !alike(access.values, before, lane)
        {
            return Some((before, lane));
        }
        last = Some(lane);
    }
    None
}

fn alike(values: Values<'_>, a: usize, b: usize) -> bool {
    match values {
        Values::None => true,
        Values::Words(list) => list.iter().all(|v| v[a] == v[b]),
        Values::Doubles(list) => list.iter().all(|v| v[a] == v[b]),
    }
}
