//! Barriers that not every thread reaches, or not the same one.
//!
//! **Definition.** A barrier diverges if a warp reaches it with only some of its threads while the others are still to run, or
//! if two warps wait at different barriers of the source at once. A barrier is missed if, when the block meets at it, some
//! of its threads have ended. **Can be strict:** devices since compute capability 7.0 let threads that have ended be
//! absent, so a missed barrier may work there; the language asks for all threads of the block, and a tile that those threads
//! should have filled stays unfilled. After a divergent barrier in a block no missed one is reported for it: one cause, one finding.

use super::found::{Findings, Words};
use super::scene::{Scene, triple};
use crate::report::{Counters, FindingKind};
use crate::vm::mask::LaneMask;
use crate::vm::{Env, State, Warp};
use cuda_ir::Ins;

/// What is known of the running block.
#[derive(Default)]
pub struct Sync {
    completed: u64,
    diverged: bool,
}

impl Sync {
    /// A new block.
    pub fn block(&mut self) {
        self.diverged = false;
    }

    /// A warp comes to a barrier.
    pub fn arrive(&mut self, scene: &Scene<'_>, found: &mut Findings) {
        let w = scene.warp;
        let absent = w.live.without(w.active);
        if absent.is_empty() {
            return;
        }
        self.diverged = true;
        let span = scene.at().span;
        found.note(
            FindingKind::BarrierDivergence,
            (span, span),
            absent.count(),
            || {
                let (here, there) = (w.active.lead(), absent.lead());
                let message = format!(
                    "{} of the warp's {} threads are at this barrier; the others took another way",
                    w.active.count(),
                    w.live.count()
                );
                let mut places =
                    vec![scene.place(here, &format!("thread {} is here", triple(w.thread(here))))];
                if let Some(pc) = w.waits_since(there) {
                    let scene = Scene { pc, ..*scene };
                    places.push(scene.place(
                        there,
                        &format!("thread {} went another way", triple(w.thread(there))),
                    ));
                }
                Words {
                    message,
                    places,
                    help: Some(way_out(scene).to_string()),
                }
            },
        );
    }

    /// The block's warps that have not ended are all at a barrier.
    pub fn meet(&mut self, warps: &[Warp], env: &Env<'_>, found: &mut Findings) {
        self.completed += 1;
        let waiting = || warps.iter().filter(|w| w.state == State::AtBarrier);
        let Some(first) = waiting().next() else {
            return;
        };
        if let Some(other) = waiting().find(|w| (w.code, w.at) != (first.code, first.at)) {
            self.diverged = true;
            elsewhere(first, other, env, found);
        }
        let gone: u32 = warps.iter().map(|w| w.ended().count()).sum();
        if gone > 0 && !self.diverged {
            missed(first, warps, gone, env, found);
        }
    }

    /// A named barrier is over.
    pub fn named_over(&mut self) {
        self.completed += 1;
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: &Sync) {
        self.completed += other.completed;
    }

    /// The sums.
    pub fn tell(&self, out: &mut Counters) {
        out.barriers = self.completed;
    }
}

/// What to do about a barrier that part of a warp comes to.
fn way_out(scene: &Scene<'_>) -> &'static str {
    match scene.env.instruction(scene.flat()) {
        Some((Ins::NamedBar { .. }, _)) => {
            "a named barrier counts whole warps: decide by warp, not by thread, who comes to it"
        }
        _ => "move `__syncthreads()` out of the branch or loop that splits the warp",
    }
}

fn elsewhere(first: &Warp, other: &Warp, env: &Env<'_>, found: &mut Findings) {
    let (one, two) = (Scene::of(env, first), Scene::of(env, other));
    found.note(
        FindingKind::BarrierDivergence,
        (one.at().span, two.at().span),
        1,
        || {
            let message = "threads of one block wait at two different barriers".to_string();
            let at = |s: &Scene<'_>| {
                let lane = s.warp.active.lead();
                s.place(
                    lane,
                    &format!("thread {} waits here", triple(s.warp.thread(lane))),
                )
            };
            Words {
                message,
                places: vec![at(&one), at(&two)],
                help: Some(
                    "let all threads of the block take the same way to one `__syncthreads()`"
                        .to_string(),
                ),
            }
        },
    );
}

fn missed(first: &Warp, warps: &[Warp], gone: u32, env: &Env<'_>, found: &mut Findings) {
    let scene = Scene::of(env, first);
    let Some(absent) = warps.iter().find(|w| !w.ended().is_empty()) else {
        return;
    };
    let lane = absent.ended().lead();
    let exit = absent.exits[lane] as usize;
    let exit_span = env
        .instruction(exit)
        .map_or(scene.at().span, |(_, at)| at.span);
    found.note(
        FindingKind::BarrierMissed,
        (scene.at().span, exit_span),
        gone,
        || {
            let all: u32 = warps.iter().map(|w| w.exists.count()).sum();
            let message =
                format!("{gone} of the block's {all} threads ended without reaching this barrier");
            let here = first.active.lead();
            let thread = absent.thread(lane);
            let places = vec![
                scene.place(
                    here,
                    &format!("thread {} waits here", triple(first.thread(here))),
                ),
                env.place(
                    exit,
                    thread,
                    absent.block,
                    &format!("thread {} ended here", triple(thread)),
                ),
            ];
            let help =
                "do not return before a barrier: guard the loads and stores with the test instead";
            Words {
                message,
                places,
                help: Some(help.to_string()),
            }
        },
    );
}

/// A named barrier to which not all threads come that it is for.
#[derive(Clone, Copy)]
pub struct Unmet {
    /// Which.
    pub id: u32,
    /// How many threads have come.
    pub came: u32,
    /// How many it is for; 0: all.
    pub threads: u32,
}

/// A named barrier to which no more threads will come than those that have; the first warp of them.
pub fn never_over(
    first: &Warp,
    Unmet { id, came, threads }: Unmet,
    warps: &[Warp],
    env: &Env<'_>,
    found: &mut Findings,
) {
    let scene = Scene::of(env, first);
    let here = first.active.lead();
    let gone = warps.iter().find(|w| w.live.is_empty());
    let other = |w: &&Warp| !w.live.is_empty() && w.named.is_none_or(|a| a.id != id);
    let other = warps.iter().find(other);
    let all = match threads {
        0 => "all threads of the block".to_string(),
        n => format!("{n} threads"),
    };
    let span = scene.at().span;
    found.note(FindingKind::BarrierMissed, (span, span), 1, || {
        let mut places = vec![scene.place(here, &format!("thread {} waits here", triple(first.thread(here))))];
        if let Some(w) = other {
            let lane = w.active.lead();
            let note = format!("thread {} waits here", triple(w.thread(lane)));
            places.push(Scene::of(env, w).place(lane, &note));
        } else if let Some(w) = gone {
            let thread = w.thread(0);
            let note = format!("thread {} ended here", triple(thread));
            places.push(env.place(w.exits[0] as usize, thread, w.block, &note));
        }
        let help = "as many threads, in whole warps, come to `bar.sync` and `bar.arrive` of a barrier as its second operand says; on a device the block hangs";
        Words {
            message: format!("barrier {id} is for {all}, of which {came} have come, and no more will"),
            places,
            help: Some(help.to_string()),
        }
    });
}

/// Lanes named by a warp instruction's mask that are there but do not take part.
#[cold]
pub fn bad_member(named: LaneMask, scene: &Scene<'_>, found: &mut Findings) {
    let span = scene.at().span;
    found.note(FindingKind::BadLane, (span, span), named.count(), || {
        let (here, there) = (scene.warp.active.lead(), named.lead());
        let message = format!(
            "the mask names lane {there}, which does not reach this instruction with the others"
        );
        let mut places = vec![scene.place(here, "executed here")];
        if let Some(pc) = scene.warp.waits_since(there) {
            let scene = Scene { pc, ..*scene };
            places.push(scene.place(there, &format!("lane {there} went another way")));
        }
        Words {
            message,
            places,
            help: Some(
                "compute the mask before the branch, or move the instruction out of it".to_string(),
            ),
        }
    });
}

/// Lanes that take part although their own mask leaves them out.
#[cold]
pub fn not_in_mask(lanes: LaneMask, scene: &Scene<'_>, found: &mut Findings) {
    let span = scene.at().span;
    found.note(FindingKind::BadLane, (span, span), lanes.count(), || {
        let lane = lanes.lead();
        let message = format!("lane {lane} executes this, but its mask leaves it out");
        Words {
            message,
            places: vec![scene.place(lane, "executed here")],
            help: Some("the mask must name every lane that gets here".to_string()),
        }
    });
}
