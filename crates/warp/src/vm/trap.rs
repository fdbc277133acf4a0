//! How a run stops before its end, and how arguments become bits.
//!
//! Three kinds of fault never mix: the program's own is a finding, or an outcome where nothing sensible can follow; a limit
//! is an outcome that names the limit; a bug of ours would be a warp that left its code, which ends as if it had returned.

use super::mask::LaneMask;
use super::mem::{Space, pointer};
use super::split::Frame;
use super::{Env, Machine, Warp};
use crate::launch::{Arg, scalar_bits};
use crate::probe::Probe;
use crate::probe::scene::Scene;
use crate::report::{FindingKind, Outcome, Place};
use cuda_ir::op::BarOp;
use cuda_ir::{ParamKind, Pc, R};

/// Why a warp stopped executing for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Its turn is over.
    Yield,
    /// It waits for its block.
    Barrier,
    /// It has come to a named barrier.
    Named,
    /// It waits for its grid.
    GridBarrier,
    /// It waits for lanes of its own that are elsewhere, to exchange something with them.
    Meeting,
    /// All its threads have returned.
    Done,
    /// `Trap`, with the message's number.
    Trap(u32),
    /// Calls are nested too deep.
    Overflow,
    /// A call through a pointer to no function that can be called so.
    NoFunction,
}

/// A trap's outcome.
pub fn trapped(env: &Env<'_>, warp: &Warp, message: u32) -> Outcome {
    let text = env
        .code(warp.code)
        .messages
        .get(message as usize)
        .cloned()
        .unwrap_or_else(|| "trap".to_string());
    Outcome::Trapped {
        message: text,
        place: here(env, warp, warp.at, "stopped here"),
    }
}

/// The outcome of a call through a pointer that leads to no function.
pub fn no_function(env: &Env<'_>, warp: &Warp) -> Outcome {
    Outcome::Trapped {
        message:
            "a call through a pointer that is null or no address of a device function of that type"
                .to_string(),
        place: here(env, warp, warp.at, "called here"),
    }
}

/// The outcome of a wait for the whole grid in a launch that is not cooperative.
pub fn alone(env: &Env<'_>, warp: &Warp) -> Outcome {
    Outcome::Trapped {
        message: "`grid.sync()` in an ordinary launch: only a cooperative one, made by `cudaLaunchCooperativeKernel`, has all blocks on the device at once so that they can wait for each other"
            .to_string(),
        place: here(env, warp, warp.at, "waited here"),
    }
}

/// A stack overflow's outcome.
pub fn overflow(env: &Env<'_>, warp: &Warp) -> Outcome {
    Outcome::StackOverflow {
        depth: warp.depth,
        place: here(env, warp, warp.at, "called here"),
    }
}

/// The outcome of fuel that ran out: the innermost loop that the warp goes round, or the call that it makes, or where
/// it is.
pub fn out_of_fuel(env: &Env<'_>, warp: &Warp, fuel: u64) -> Outcome {
    let place = around(env, warp, "still going round");
    Outcome::OutOfFuel { fuel, place }
}

/// The outcome of a loop that certainly never ends, after so many instructions; whether it waits for memory to change.
pub fn endless(env: &Env<'_>, warp: &Warp, (spent, waits): (u64, bool)) -> Outcome {
    let place = around(env, warp, "goes round for ever");
    Outcome::Endless {
        spent,
        waits,
        place,
    }
}

/// The innermost loop that the warp goes round; else where it is.
fn around(env: &Env<'_>, warp: &Warp, note: &str) -> Box<Place> {
    let calls = |f: &&Frame| matches!(f, Frame::Call { .. });
    let since_call = warp.frames.iter().rev().take_while(|f| !calls(f));
    let head = since_call
        .filter_map(|f| match f {
            Frame::Loop { head, .. } => Some(head.saturating_sub(1)),
            _ => None,
        })
        .next();
    match head {
        Some(pc) => here(env, warp, pc, note),
        None => here(env, warp, warp.at, "had come this far"),
    }
}

/// A place of the warp's first lane that executes.
pub fn here(env: &Env<'_>, warp: &Warp, pc: Pc, note: &str) -> Box<Place> {
    let lane = if warp.active.is_empty() {
        warp.live.lead()
    } else {
        warp.active.lead()
    };
    Box::new(
        Scene {
            env,
            warp,
            pc,
            held: None,
        }
        .place(lane, note),
    )
}

/// The register bits of an argument that validation has accepted.
pub fn param_bits(kind: ParamKind, arg: Arg) -> u64 {
    match (kind, arg) {
        (_, Arg::Buffer(b)) => pointer(Space::Global, b.0, 0),
        (_, Arg::BufferAt(b, offset)) => pointer(Space::Global, b.0, offset),
        (_, Arg::Null) | (ParamKind::Pointer(_), _) => 0,
        (ParamKind::Scalar(elem), _) => scalar_bits(elem, arg).unwrap_or(0),
    }
}

/// A warp comes to a barrier, perhaps with a predicate that is to be counted over the block.
pub fn barrier<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    reduction: Option<(BarOp, R, u32)>,
) -> Stop {
    w.reduction = reduction;
    if P::ON && w.fragments.is_none() {
        cx.probe.arrive(&Scene::of(cx.env, w), &mut cx.found);
    }
    Stop::Barrier
}

/// A finding for lanes that divided an integer by zero.
#[cold]
pub fn division_by_zero<P: Probe>(lanes: LaneMask, cx: &mut Machine<'_, P>, w: &Warp) {
    let scene = Scene::of(cx.env, w);
    let span = scene.at().span;
    cx.found.note(FindingKind::DivisionByZero, (span, span), lanes.count(), || crate::probe::found::Words {
        message: "integer division or remainder by zero".to_string(),
        places: vec![scene.place(lanes.lead(), "divided here")],
        help: Some("the device does not stop: a quotient has all bits set, a remainder is the dividend; test the divisor".to_string()),
    });
}
