//! A block's named barriers: PTX's `bar.sync a, n` and `bar.arrive a, n`.
//!
//! Warps that have come to one go in; those that waited come out when as many threads have come as it is for. The rule: whole warps
//! count, as on a device, whatever lanes execute, once all lanes of the warp that go their own way are there; a warp that has come stops until it is counted, which is at once unless another's turn
//! is first, so it cannot come twice to one round of a barrier. Where no warp can go on and a barrier is still waited for, it never
//! will be over: that is a finding, and it is let go so that the rest of the run is seen.

use super::block::Block;
use super::mask::LaneMask;
use super::trap::{self, Stop, here};
use super::warp::{State, Warp};
use super::{Env, Machine};
use crate::probe::{Probe, sync};
use crate::report::Outcome;
use cuda_ir::R;

/// How many a block has.
const BARRIERS: u32 = 16;

/// What a warp has come to a named barrier with.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// Which barrier.
    pub id: u32,
    /// For how many threads it is; 0 for all of the block.
    pub threads: u32,
    /// Whether it waits.
    waits: bool,
    /// Whether its lanes say different things.
    differs: bool,
    /// Whether it is counted.
    counted: bool,
}

/// One round of a barrier.
#[derive(Clone, Copy, Default)]
struct Barrier {
    /// As its first warp said; 0 for all of the block.
    threads: u32,
    came: LaneMask,
}

/// A block's barriers, those that some warp has come to.
#[derive(Default)]
pub struct Named {
    list: [Barrier; BARRIERS as usize],
}

impl Named {
    /// How many threads have come to one.
    fn came(&self, id: u32) -> u32 {
        let barrier = self.list.get(id as usize);
        barrier.map_or(0, |b| 32 * b.came.count())
    }
}

/// A warp comes to a named barrier. Barrier 0 for all threads is `__syncthreads()`.
pub fn come<P: Probe>(
    cx: &mut Machine<'_, P>,
    w: &mut Warp,
    (id, threads, waits): (R, R, bool),
) -> Stop {
    let (ids, counts) = (&w.g.r[id.0 as usize], &w.g.r[threads.0 as usize]);
    let lead = w.active.lead();
    let (id, threads) = (ids[lead], counts[lead]);
    let other = |lane: usize| (ids[lane], counts[lane]) != (id, threads);
    let differs = w.active.lanes().any(other);
    let all = (cx.env.block.count() as u32).next_multiple_of(32);
    if id == 0 && waits && !differs && (threads == 0 || threads == all) {
        return trap::barrier(cx, w, None);
    }
    w.named = Some(Arrival {
        id,
        threads,
        waits,
        differs,
        counted: false,
    });
    trap::barrier(cx, w, None);
    Stop::Named
}

/// The outcome of a named barrier that only some lanes of a warp come to while the others wait for something else.
fn in_parts(env: &Env<'_>, w: &Warp) -> Outcome {
    let all = w.live.count();
    let message = format!(
        "{} of the warp's {all} threads come to a named barrier while the others wait for something else: whole warps come to one here",
        w.active.count()
    );
    Outcome::Trapped {
        message,
        place: here(env, w, w.at, "came here"),
    }
}

/// What is wrong with an arrival, beside how many have come.
fn fault(arrival: Arrival, barrier: Option<&Barrier>) -> Option<String> {
    let Arrival { id, threads, .. } = arrival;
    let Some(barrier) = barrier else {
        return Some(format!(
            "there is no barrier {id}: a block has {BARRIERS}, numbered from 0"
        ));
    };
    if arrival.differs {
        return Some("threads of one warp name different barriers here".to_string());
    }
    if !threads.is_multiple_of(32) {
        return Some(format!(
            "barrier {id} is for {threads} threads here: a barrier counts whole warps, so this is a multiple of 32"
        ));
    }
    let begun = !barrier.came.is_empty();
    let all = |threads: u32| match threads {
        0 => "all threads of the block".to_string(),
        n => format!("{n} threads"),
    };
    (begun && barrier.threads != threads).then(|| {
        format!(
            "barrier {id} is for {} here, and for {} where other warps came to it before",
            all(threads),
            all(barrier.threads)
        )
    })
}

impl<P: Probe> Machine<'_, P> {
    /// Counts the warps that have come to named barriers; whether one can go on by that.
    pub fn count_arrivals(&mut self, block: &mut Block) -> Result<bool, Outcome> {
        let mut on = false;
        for i in 0..block.warps.len() {
            let w = &block.warps[i];
            let Some(arrival) = w.named.filter(|_| w.state == State::AtNamed) else {
                continue;
            };
            if !arrival.counted {
                on |= !arrival.waits;
                self.count(block, i, arrival)?;
            }
            on |= self.may_end(block, arrival.id);
        }
        Ok(on)
    }

    fn count(&mut self, block: &mut Block, i: usize, arrival: Arrival) -> Result<(), Outcome> {
        let barrier = block.named.list.get_mut(arrival.id as usize);
        let w = &mut block.warps[i];
        if w.fragments.is_some() {
            return Err(in_parts(self.env, w));
        }
        if let Some(message) = fault(arrival, barrier.as_deref()) {
            let place = here(self.env, w, w.at, "came here");
            return Err(Outcome::Trapped { message, place });
        }
        let Some(barrier) = barrier else {
            return Ok(());
        };
        barrier.threads = arrival.threads;
        barrier.came = barrier.came.or(LaneMask::only(w.index as usize));
        if P::ON {
            self.probe.named(arrival.id, w.index);
        }
        if arrival.waits {
            w.named = Some(Arrival {
                counted: true,
                ..arrival
            });
        } else {
            (w.named, w.state) = (None, State::Ready);
            self.may_end(block, arrival.id);
        }
        Ok(())
    }

    /// Ends a round if all have come; whether it did.
    fn may_end(&mut self, block: &mut Block, id: u32) -> bool {
        let Some(barrier) = block.named.list.get(id as usize) else {
            return false;
        };
        let live = block.warps.iter().filter(|w| w.state != State::Done);
        let all = 32 * live.count() as u32;
        let wanted = if barrier.threads == 0 {
            all
        } else {
            barrier.threads
        };
        let over = !barrier.came.is_empty() && block.named.came(id) >= wanted;
        if over {
            self.end(block, id);
        }
        over
    }

    fn end(&mut self, block: &mut Block, id: u32) {
        let mut waited = LaneMask::NONE;
        for w in &mut block.warps {
            let here = |a: &Arrival| a.id == id && a.counted;
            if w.named.as_ref().is_some_and(here) {
                waited = waited.or(LaneMask::only(w.index as usize));
                (w.named, w.state, w.turns) = (None, State::Ready, 0);
            }
        }
        if let Some(barrier) = block.named.list.get_mut(id as usize) {
            *barrier = Barrier::default();
        }
        if P::ON {
            self.probe.named_over(id, waited);
        }
    }

    /// Lets those go on that wait at a named barrier, where no warp can go on that could come to it; `false` if there are none.
    pub fn give_up_named(&mut self, block: &mut Block) -> bool {
        let warps = &block.warps;
        let runs = |w: &Warp| w.state == State::Ready && !w.live.is_empty();
        if warps.iter().any(runs) {
            return false;
        }
        let mut waits = warps.iter().filter(|w| w.state == State::AtNamed);
        let Some((first, arrival)) = waits.find_map(|w| Some((w, w.named?))) else {
            return false;
        };
        let id = arrival.id;
        if P::ON {
            let unmet = sync::Unmet {
                id,
                came: block.named.came(id),
                threads: arrival.threads,
            };
            sync::never_over(first, unmet, warps, self.env, &mut self.found);
        }
        self.end(block, id);
        true
    }
}
