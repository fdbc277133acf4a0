//! Control in a gang: its warps part and meet at the same constructs as the lanes of one.
//!
//! A control instruction goes in; the gang's masks, its place in the code and its open constructs come out changed. The rule: what each
//! warp's share of it is (its lanes in every mask) is what [`control`](crate::vm::control) would have made of the warp
//! alone, so a gang can be taken apart into its warps anywhere, and put together where all wait at one place.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over warps is what the compiler vectorises"
)]

use super::Gang;
use super::file::{Active, Masks, WARPS};
use crate::probe::Probe;
use crate::vm::Machine;
use crate::vm::mask::LaneMask;
use crate::vm::split::Frame;
use crate::vm::trap::Stop;
use crate::vm::warp::Warp;
use cuda_ir::{Ins, Pc};

/// An open construct of a gang; see [`Frame`], which is one warp's share of it.
#[derive(Clone)]
#[allow(missing_docs, reason = "they are those of `Frame`")]
pub enum Fork {
    If {
        waiting: Masks,
        next: Pc,
        from: Pc,
    },
    Block {
        left: Masks,
        end: Pc,
        from: Pc,
    },
    Loop {
        left: Masks,
        continued: Masks,
        head: Pc,
        step: Pc,
        end: Pc,
    },
}

const NONE: Masks = [0; WARPS];

#[inline(always)]
fn and(a: &Masks, b: &Masks) -> Masks {
    let mut out = NONE;
    for w in 0..WARPS {
        out[w] = a[w] & b[w];
    }
    out
}

#[inline(always)]
fn without(a: &Masks, b: &Masks) -> Masks {
    let mut out = NONE;
    for w in 0..WARPS {
        out[w] = a[w] & !b[w];
    }
    out
}

#[inline(always)]
fn or(a: &Masks, b: &Masks) -> Masks {
    let mut out = NONE;
    for w in 0..WARPS {
        out[w] = a[w] | b[w];
    }
    out
}

impl Fork {
    fn rejoin(&self) -> Pc {
        match self {
            Fork::If { next, .. } => *next,
            Fork::Block { end, .. } => *end,
            Fork::Loop {
                continued,
                step,
                end,
                ..
            } => {
                if *continued == NONE {
                    *end
                } else {
                    *step
                }
            }
        }
    }

    fn leave(&mut self, lanes: &Masks) {
        match self {
            Fork::If { waiting, .. } => *waiting = or(waiting, lanes),
            Fork::Block { left, .. } | Fork::Loop { left, .. } => *left = or(left, lanes),
        }
    }

    fn go_on(&mut self, lanes: &Masks) {
        if let Fork::Loop { continued, .. } = self {
            *continued = or(continued, lanes);
        }
    }

    /// One warp's share.
    pub fn of(&self, w: usize) -> Frame {
        let lanes = |masks: &Masks| LaneMask(masks[w]);
        match self {
            Fork::If {
                waiting,
                next,
                from,
            } => Frame::If {
                waiting: lanes(waiting),
                next: *next,
                from: *from,
            },
            Fork::Block { left, end, from } => Frame::Block {
                left: lanes(left),
                end: *end,
                from: *from,
            },
            Fork::Loop {
                left,
                continued,
                head,
                step,
                end,
            } => Frame::Loop {
                left: lanes(left),
                continued: lanes(continued),
                head: *head,
                step: *step,
                end: *end,
            },
        }
    }

    /// The construct that a warp is in, with no lanes yet.
    pub fn like(frame: &Frame) -> Option<Fork> {
        Some(match *frame {
            Frame::If { next, from, .. } => Fork::If {
                waiting: NONE,
                next,
                from,
            },
            Frame::Block { end, from, .. } => Fork::Block {
                left: NONE,
                end,
                from,
            },
            Frame::Loop {
                head, step, end, ..
            } => Fork::Loop {
                left: NONE,
                continued: NONE,
                head,
                step,
                end,
            },
            Frame::Call { .. } | Frame::Calls { .. } => return None,
        })
    }

    /// Takes up a warp's share; `false` if it is of another construct.
    pub fn join(&mut self, w: usize, frame: &Frame) -> bool {
        match (self, frame) {
            (
                Fork::If {
                    waiting,
                    next,
                    from,
                },
                Frame::If {
                    waiting: lanes,
                    next: n,
                    from: f,
                },
            ) if (*next, *from) == (*n, *f) => waiting[w] = lanes.0,
            (
                Fork::Block { left, from, .. },
                Frame::Block {
                    left: lanes,
                    from: f,
                    ..
                },
            ) if from == f => left[w] = lanes.0,
            (
                Fork::Loop {
                    left,
                    continued,
                    head,
                    ..
                },
                Frame::Loop {
                    left: l,
                    continued: c,
                    head: h,
                    ..
                },
            ) if head == h => (left[w], continued[w]) = (l.0, c.0),
            _ => return false,
        }
        true
    }
}

impl Gang {
    #[inline(always)]
    fn masks(&self) -> &Masks {
        &self.file.active.masks
    }

    #[inline(always)]
    fn set(&mut self, masks: Masks) {
        self.file.active = Active::new(masks, &self.live);
    }

    /// Executes a control instruction; `over` says that the gang's turn is over.
    #[inline(always)]
    pub fn control<Q: Probe>(
        &mut self,
        cx: &mut Machine<'_, Q>,
        warps: &mut [Warp],
        ins: &Ins,
        over: bool,
    ) -> Option<Stop> {
        match *ins {
            Ins::If { cond, other } => {
                let taken = and(self.masks(), self.file.pred(cond));
                self.tell_branch(cx, &taken);
                self.forks.push(Fork::If {
                    waiting: without(self.masks(), &taken),
                    next: other,
                    from: self.at,
                });
                if taken != *self.masks() {
                    self.set(taken);
                }
            }
            Ins::LoopTest { cond } => {
                let stay = and(self.masks(), self.file.pred(cond));
                self.tell_branch(cx, &stay);
                if stay != *self.masks() {
                    let out = without(self.masks(), &stay);
                    if let Some(fork) = self.forks.last_mut() {
                        fork.leave(&out);
                    }
                    self.set(stay);
                }
            }
            Ins::EndLoop => {
                let went_back = self.end_loop();
                if went_back && over {
                    return Some(Stop::Yield);
                }
            }
            Ins::LoopStep => {
                if let Some(Fork::Loop { continued, .. }) = self.forks.last_mut()
                    && *continued != NONE
                {
                    let more = std::mem::replace(continued, NONE);
                    self.set(or(self.masks(), &more));
                }
            }
            Ins::Loop { step, end } => {
                self.tell_entry(cx, warps);
                self.forks.push(Fork::Loop {
                    left: NONE,
                    continued: NONE,
                    head: self.pc,
                    step,
                    end,
                });
            }
            Ins::Else { end } => {
                let here = *self.masks();
                if let Some(Fork::If { waiting, next, .. }) = self.forks.last_mut() {
                    let other = std::mem::replace(waiting, here);
                    *next = end;
                    self.set(other);
                }
            }
            Ins::EndIf | Ins::EndBlock => {
                if let Some(Fork::If { waiting: lanes, .. } | Fork::Block { left: lanes, .. }) =
                    self.forks.pop()
                    && lanes != NONE
                {
                    self.set(or(self.masks(), &lanes));
                }
            }
            Ins::Block { end } => self.forks.push(Fork::Block {
                left: NONE,
                end,
                from: self.at,
            }),
            Ins::Leave { levels } => self.go_out(levels, Fork::leave),
            Ins::Continue { levels } => self.go_out(levels, Fork::go_on),
            Ins::Return => self.give_back(warps),
            _ => {}
        }
        if self.file.active.warps == 0 {
            match self.forks.last() {
                None => return Some(Stop::Done),
                Some(fork) => self.pc = fork.rejoin(),
            }
        }
        None
    }

    /// At the end of the innermost loop: back to its head, or out of it if no lane is left. Says whether it went back.
    #[inline(always)]
    fn end_loop(&mut self) -> bool {
        let Some(Fork::Loop { left, head, .. }) = self.forks.last() else {
            return false;
        };
        if self.file.active.warps == 0 {
            let left = *left;
            self.forks.pop();
            self.set(left);
            return false;
        }
        self.pc = *head;
        let alive = self.live.iter().filter(|live| **live != 0).count();
        let waits = (self.file.active.warps as usize) < alive;
        self.waited = match waits || self.spins() {
            true => self.waited + 1,
            false => 0,
        };
        true
    }

    #[inline(always)]
    fn tell_entry<Q: Probe>(&self, cx: &mut Machine<'_, Q>, warps: &[Warp]) {
        if Q::ON {
            for (w, warp) in warps.iter().enumerate().take(WARPS) {
                cx.probe
                    .enter(self.at as usize, warp.index, self.masks()[w]);
            }
        }
    }

    #[inline(always)]
    fn tell_branch<Q: Probe>(&self, cx: &mut Machine<'_, Q>, taken: &Masks) {
        if Q::ON {
            let active = &self.file.active;
            for w in active.from..active.to {
                if active.masks[w] != 0 {
                    cx.probe.branch(
                        self.at as usize,
                        LaneMask(taken[w]),
                        LaneMask(active.masks[w]),
                    );
                }
            }
        }
    }

    fn go_out(&mut self, levels: u16, f: impl FnOnce(&mut Fork, &Masks)) {
        let lanes = *self.masks();
        self.set(NONE);
        let at = self.forks.len().checked_sub(1 + levels as usize);
        if let Some(fork) = at.and_then(|at| self.forks.get_mut(at)) {
            f(fork, &lanes);
        }
    }

    /// `Return`: the active lanes end.
    fn give_back(&mut self, warps: &mut [Warp]) {
        let lanes = *self.masks();
        self.live = without(&self.live, &lanes);
        for (w, warp) in warps.iter_mut().enumerate() {
            warp.live = LaneMask(self.live[w]);
            if lanes[w] == u32::MAX {
                warp.exits = [self.at; 32];
            } else {
                LaneMask(lanes[w])
                    .lanes()
                    .for_each(|lane| warp.exits[lane] = self.at);
            }
        }
        self.set(NONE);
    }
}
