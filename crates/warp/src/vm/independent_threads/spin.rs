//! Loops in which lanes wait for other lanes of their warp.
//!
//! A warp whose turn ended where a loop goes back goes in; whether its waiting lanes are to go on comes out. The rule: lanes that go
//! round a loop whose conditions come from memory, and find them as they were, may wait for one of those that wait at its end: a lock that
//! another lane holds, a flag that another side of the branch sets. To let those go on is right at any time; it is done late, so that programs that need it
//! not keep their warps whole: after [`PATIENCE`] instructions in one such loop, and at once in a loop where it has helped before. Where nothing
//! is atomic and nothing `volatile`, no loop can wait like that but by mistake, and only [`livelock`](crate::vm::livelock) looks.

use crate::vm::calls::{reached, reached_codes};
use crate::vm::livelock::{Decides, decided};
use crate::vm::split::Frame;
use crate::vm::{Env, Machine, Warp};
use cuda_ir::{Code, Ins, Pc};

/// After how many instructions in one loop, with the same lanes, what decides there is looked at.
const PATIENCE: u64 = 1 << 13;
/// The same in a warp that is apart already.
const APART: u64 = 1 << 6;
/// After how many it no longer matters that what decides there changes.
const LONG: u64 = 1 << 17;

/// What is known of a loop that a warp goes round while lanes wait.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Spin {
    /// Code, head, and the lanes that go round.
    place: (u32, Pc, u32),
    used: u64,
    state: Vec<u32>,
}

/// Whether a kernel, with the functions that it may call, has anything by which a loop can wait.
pub fn may_wait(env: &Env<'_>) -> bool {
    reached(env).into_iter().any(waits)
}

/// Whether an instruction sees what others do meanwhile.
fn waits(ins: &Ins) -> bool {
    match ins {
        Ins::Atom { .. } | Ins::Atom64 { .. } => true,
        Ins::Ld { volatile, .. } | Ins::Ld64 { volatile, .. } => *volatile,
        _ => false,
    }
}

/// Whether a kernel, or a function that it may call, has a loop as [`loops`] finds them.
pub fn is_there(env: &Env<'_>) -> bool {
    reached_codes(env)
        .iter()
        .any(|code| !loops(env, code).is_empty())
}

/// Where loops go back whose conditions come from memory, and in which something is atomic or `volatile`.
pub fn loops(env: &Env<'_>, code: &Code) -> Vec<Pc> {
    let mut out = Vec::new();
    for (at, ins) in code.ins.iter().enumerate() {
        let Ins::Loop { end, .. } = ins else {
            continue;
        };
        let around = (at as Pc + 1, *end);
        let body = code.ins.get(at..*end as usize).unwrap_or(&[]);
        if body.iter().any(waits) && Decides::of(env, code, around).memory {
            out.push(*end);
        }
    }
    out
}

/// The loop of the warp that has just gone back: its code, head and end. The end of a loop that is over, inside another, is no step of
/// that other one.
pub fn back(env: &Env<'_>, w: &Warp) -> Option<(u32, (Pc, Pc))> {
    let went = matches!(env.code(w.code).ins.get(w.at as usize), Some(Ins::EndLoop));
    match w.frames.last() {
        Some(Frame::Loop { head, end, .. }) if went && w.pc == *head => {
            Some((w.code, (*head, *end)))
        }
        _ => None,
    }
}

/// Whether the fragment in the warp's fields has just gone back in a loop.
pub fn went_back(env: &Env<'_>, w: &Warp) -> bool {
    back(env, w).is_some()
}

/// Takes note of a loop whose waiting lanes go on: they will at once the next time.
pub fn learn(env: &Env<'_>, w: &mut Warp) {
    if let Some((code, (head, _))) = back(env, w)
        && !w.spins.contains(&(code, head))
    {
        w.spins.push((code, head));
    }
}

/// Takes note of a loop that goes round until memory changes while lanes wait.
pub fn helps(env: &Env<'_>, w: &mut Warp) {
    if w.divides() {
        learn(env, w);
    }
}

/// Whether the lanes that wait are to go on; the warp has just had a turn of so many instructions.
pub fn is_over<P>(cx: &mut Machine<'_, P>, w: &mut Warp, used: u64) -> bool {
    let Some((code, around)) = back(cx.env, w) else {
        return false;
    };
    let env = cx.env;
    if !w.divides() {
        return false;
    }
    if w.spins.contains(&(code, around.0)) {
        return true;
    }
    if !*cx.livelock.may_wait.get_or_insert_with(|| may_wait(env)) {
        return false;
    }
    let place = (code, around.0, w.active.0);
    let patience = if w.fragments.is_some() {
        APART
    } else {
        PATIENCE
    };
    let mut spin = w.spin.take().unwrap_or_default();
    if spin.place != place {
        *spin = Spin {
            place,
            ..Spin::default()
        };
    }
    spin.used += used;
    let mut over = false;
    if spin.used > patience {
        let decides = cx.livelock.decides(env, code, around);
        let state = decided(w, &decides);
        over = decides.memory && (spin.used > LONG || state == spin.state);
        spin.state = state;
    }
    w.spin = (!over).then_some(spin);
    if over {
        learn(env, w);
    }
    over
}
