//! Control in a strip: its iterations part and meet as the lanes of a warp do.
//!
//! A control instruction goes in; the lanes that execute, the place in the code and the open constructs come out changed. The
//! rule: as [`flow`](warp::vm::gang::flow) has it for a gang, but that a way out of the strip's own loop is no control.

#![allow(
    clippy::needless_range_loop,
    reason = "a counted loop over warps is what the compiler vectorises"
)]

use super::run::Run;
use cuda_ir::{Ins, P, Pc};
use warp::vm::gang::file::{Masks, WARPS};

/// No lane.
pub(super) const NONE: Masks = [0; WARPS];

/// An open construct; see [`Fork`](warp::vm::gang::flow::Fork).
pub(super) enum Fork {
    If { waiting: Masks, next: Pc },
    Block { left: Masks, end: Pc },
    Loop(Round),
}

/// An open loop.
pub(super) struct Round {
    pub left: Masks,
    pub continued: Masks,
    pub head: Pc,
    pub step: Pc,
    pub end: Pc,
}

impl Fork {
    pub fn rejoin(&self) -> Pc {
        match self {
            Fork::If { next, .. } => *next,
            Fork::Block { end, .. } => *end,
            Fork::Loop(round) if round.continued == NONE => round.end,
            Fork::Loop(round) => round.step,
        }
    }
}

fn zip(a: &Masks, b: &Masks, f: impl Fn(u32, u32) -> u32) -> Masks {
    let mut out = NONE;
    for w in 0..WARPS {
        out[w] = f(a[w], b[w]);
    }
    out
}

fn or(a: &Masks, b: &Masks) -> Masks {
    zip(a, b, |a, b| a | b)
}

impl Run<'_> {
    fn has(&self, cond: P) -> Masks {
        zip(&self.masks(), self.file.pred(cond), |a, b| a & b)
    }

    pub(super) fn control(&mut self, ins: &Ins, limit: u64) -> Option<()> {
        let here = self.masks();
        match *ins {
            Ins::If { cond, other } => {
                let taken = self.has(cond);
                let waiting = zip(&here, &taken, |a, b| a & !b);
                self.forks.push(Fork::If {
                    waiting,
                    next: other,
                });
                if taken != here {
                    self.set(taken);
                }
            }
            Ins::LoopTest { cond } => {
                let stay = self.has(cond);
                if stay != here {
                    let out = zip(&here, &stay, |a, b| a & !b);
                    let Some(Fork::Loop(round)) = self.forks.last_mut() else {
                        return None;
                    };
                    round.left = or(&round.left, &out);
                    self.set(stay);
                }
            }
            Ins::EndLoop => {
                let Some(Fork::Loop(round)) = self.forks.last() else {
                    return None;
                };
                if self.file.active.warps == 0 {
                    let left = round.left;
                    self.forks.pop();
                    self.set(left);
                } else {
                    self.pc = round.head;
                    if self.steps > limit {
                        return None;
                    }
                }
            }
            Ins::LoopStep => {
                let Some(Fork::Loop(round)) = self.forks.last_mut() else {
                    return None;
                };
                let more = std::mem::replace(&mut round.continued, NONE);
                if more != NONE {
                    self.set(or(&here, &more));
                }
            }
            Ins::Loop { step, end } => self.forks.push(Fork::Loop(Round {
                left: NONE,
                continued: NONE,
                head: self.pc,
                step,
                end,
            })),
            Ins::Else { end } => {
                let Some(Fork::If { waiting, next }) = self.forks.last_mut() else {
                    return None;
                };
                let other = std::mem::replace(waiting, here);
                *next = end;
                self.set(other);
            }
            Ins::EndIf | Ins::EndBlock => {
                let lanes = match self.forks.pop()? {
                    Fork::If { waiting, .. } => waiting,
                    Fork::Block { left, .. } => left,
                    Fork::Loop(_) => return None,
                };
                if lanes != NONE {
                    self.set(or(&here, &lanes));
                }
            }
            Ins::Block { end } => self.forks.push(Fork::Block { left: NONE, end }),
            Ins::Leave { levels } | Ins::Continue { levels } => {
                let at = self.forks.len().checked_sub(1 + levels as usize)?;
                let to = match (self.forks.get_mut(at)?, ins) {
                    (Fork::Loop(round), Ins::Continue { .. }) => &mut round.continued,
                    (Fork::Loop(round), _) => &mut round.left,
                    (Fork::Block { left, .. }, _) => left,
                    (Fork::If { waiting, .. }, _) => waiting,
                };
                *to = or(to, &here);
                self.set(NONE);
            }
            _ => return None,
        }
        if self.file.active.warps == 0 {
            self.pc = self.forks.last()?.rejoin();
        }
        Some(())
    }
}
