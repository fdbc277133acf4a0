//! One warp on its way round its loops.
//!
//! The warp goes in each time a loop goes back; whether it has been there before, in all that decides, comes out. The rule: a loop is
//! left only by way of another one's end or by a call's, so who sees every step back knows that it was never left between two.
//! Of the states so far one is kept, and a later one after twice as many steps (Brent's way to find a cycle).

use super::decides::Decides;
use crate::vm::Env;
use crate::vm::independent_threads::spin;
use crate::vm::mask::LANES;
use crate::vm::split::Frame;
use crate::vm::warp::{State, Warp};
use cuda_ir::Pc;
use std::rc::Rc;

/// What a warp does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Going {
    /// Nothing is known of it.
    On,
    /// Round, until memory changes.
    Round,
    /// Round for ever.
    ForEver,
}

/// A loop that the warp goes round.
struct Level {
    /// How many constructs are open around it.
    depth: usize,
    head: Pc,
    decides: Rc<Decides>,
    kept: Vec<u32>,
    steps: u32,
    /// How many steps until another state is kept.
    patience: u32,
}

/// What is known of a warp.
#[derive(Default)]
pub struct Trace {
    /// The open calls.
    path: Vec<(u32, Pc)>,
    levels: Vec<Level>,
}

impl Trace {
    /// Whether the innermost loop that it goes round counts in few bits.
    pub fn counts_in_few_bits(&self) -> bool {
        let innermost = self.levels.last();
        innermost.is_some_and(|level| level.decides.small && !level.decides.hidden)
    }

    /// The warp's turn is over; `stirred` is how often memory has changed, `find` what decides in a loop of its code.
    pub fn see(
        &mut self,
        env: &Env<'_>,
        (w, stirred): (&Warp, u64),
        find: &mut dyn FnMut(u32, (Pc, Pc)) -> Rc<Decides>,
    ) -> Going {
        if w.state != State::Ready {
            // Others may wait for it there, and go on when it comes.
            self.levels.retain(|level| !level.decides.memory);
            return Going::On;
        }
        let Some((code, (head, end))) = spin::back(env, w) else {
            return Going::On;
        };
        let path = w.frames.iter().filter_map(|frame| match frame {
            Frame::Call { saved, .. } => Some((saved.code, saved.pc)),
            _ => None,
        });
        if !path.clone().eq(self.path.iter().copied()) {
            self.path = path.collect();
            self.levels.clear();
        }
        let depth = w.frames.len();
        self.levels
            .retain(|l| l.depth < depth || (l.depth, l.head) == (depth, head));
        if self.levels.last().is_none_or(|level| level.depth != depth) {
            self.levels.push(Level {
                depth,
                head,
                decides: find(code, (head, end)),
                kept: Vec::new(),
                steps: 0,
                patience: 1,
            });
        }
        match self.levels.last_mut() {
            Some(level) if !level.decides.hidden => level.step(w, stirred),
            _ => Going::On,
        }
    }
}

impl Level {
    fn step(&mut self, w: &Warp, stirred: u64) -> Going {
        let now = state(w, &self.decides, stirred);
        if now == self.kept {
            return match self.decides.memory {
                true => Going::Round,
                false => Going::ForEver,
            };
        }
        self.steps += 1;
        if self.steps == self.patience {
            (self.kept, self.steps) = (now, 0);
            self.patience *= 2;
        }
        Going::On
    }
}

/// All that decides where the warp goes from here.
fn state(w: &Warp, decides: &Decides, stirred: u64) -> Vec<u32> {
    let mut out = decided(w, decides);
    if decides.memory {
        out.extend([stirred as u32, (stirred >> 32) as u32]);
    }
    out
}

/// The same but for memory.
pub fn decided(w: &Warp, decides: &Decides) -> Vec<u32> {
    let [r, d, p] = &decides.registers;
    // Never grown: loops are looked at at each of their steps.
    let room = 3 * w.frames.len() + LANES * (r.len() + 2 * d.len()) + p.len() + 4;
    let mut out = Vec::with_capacity(room);
    out.extend([w.active.0, w.live.0]);
    for frame in &w.frames {
        match frame {
            Frame::If { waiting, next, .. } => out.extend([waiting.0, *next]),
            Frame::Block { left, end, .. } => out.extend([left.0, *end]),
            Frame::Loop {
                left,
                continued,
                head,
                ..
            } => out.extend([left.0, continued.0, *head]),
            Frame::Calls {
                waiting,
                done,
                from,
            } => out.extend([waiting.0, done.0, *from]),
            Frame::Call { returned, .. } => out.push(returned.0),
        }
    }
    for row in r.iter().filter_map(|i| w.g.r.get(usize::from(*i))) {
        out.extend(row);
    }
    for row in d.iter().filter_map(|i| w.g.d.get(usize::from(*i))) {
        out.extend(row.iter().flat_map(|x| [*x as u32, (*x >> 32) as u32]));
    }
    out.extend(p.iter().filter_map(|i| w.g.p.get(usize::from(*i))));
    out
}
