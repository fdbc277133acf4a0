//! Who waits where: the open constructs of a warp, one stack of one enum.
//!
//! A lane that leaves the straight path is put in the waiting set of the construct at whose end it goes on; the active
//! set simply loses it. So nothing between the lane and its construct has to be touched, and closing a construct is
//! one union. When the active set is empty the warp goes on at [`Frame::rejoin`] of the innermost construct.

use super::lanes::{Registers, blend, blend_bits};
use super::mask::LaneMask;
use super::warp::Saved;
use cuda_ir::Pc;

/// One open construct.
#[derive(Clone)]
#[allow(missing_docs, reason = "a variant's text names its fields")]
pub enum Frame {
    /// `If`: lanes that wait for the other side, or that came to its end.
    If {
        waiting: LaneMask,
        next: Pc,
        from: Pc,
    },
    /// `Block`: lanes that left it.
    Block { left: LaneMask, end: Pc, from: Pc },
    /// `Loop`: lanes that left it, and lanes that wait for its step.
    Loop {
        left: LaneMask,
        continued: LaneMask,
        head: Pc,
        step: Pc,
        end: Pc,
    },
    /// `CallPointer` whose lanes do not all call one function: those that have not called yet, and those whose call is
    /// over. The calls are made one after the other.
    Calls {
        waiting: LaneMask,
        done: LaneMask,
        from: Pc,
    },
    /// `Call`: lanes that returned, and the caller's state.
    Call {
        returned: LaneMask,
        saved: Box<Saved>,
    },
}

impl Frame {
    /// Where a warp without active lanes goes on; `None` if the frame is a call, which ends instead.
    pub fn rejoin(&self) -> Option<Pc> {
        match self {
            Frame::If { next, .. } => Some(*next),
            Frame::Block { end, .. } => Some(*end),
            Frame::Loop {
                continued,
                step,
                end,
                ..
            } => Some(if continued.is_empty() { *end } else { *step }),
            Frame::Calls { from, .. } => Some(*from),
            Frame::Call { .. } => None,
        }
    }

    /// The lanes that wait here, and the instruction that opened the construct; `None` for a call.
    pub fn waiting(&self) -> Option<(LaneMask, Pc)> {
        match self {
            Frame::If { waiting, from, .. } => Some((*waiting, *from)),
            Frame::Block { left, from, .. } => Some((*left, *from)),
            Frame::Loop {
                left,
                continued,
                head,
                ..
            } => Some((left.or(*continued), head - 1)),
            Frame::Calls {
                waiting,
                done,
                from,
            } => Some((waiting.or(*done), *from)),
            Frame::Call { .. } => None,
        }
    }

    /// The lanes that it holds: those that wait here, or that have returned to the caller.
    pub fn holds(&self) -> LaneMask {
        match self {
            Frame::Call { returned, .. } => *returned,
            _ => self.waiting().map_or(LaneMask::NONE, |(lanes, _)| lanes),
        }
    }

    /// Keeps nobody who waits, and of the lanes that made a call only these.
    pub fn keep_only(&mut self, lanes: LaneMask) {
        match self {
            Frame::If { waiting, .. } => *waiting = LaneMask::NONE,
            Frame::Block { left, .. } => *left = LaneMask::NONE,
            Frame::Loop {
                left, continued, ..
            } => (*left, *continued) = (LaneMask::NONE, LaneMask::NONE),
            Frame::Calls { waiting, done, .. } => {
                (*waiting, *done) = (LaneMask::NONE, LaneMask::NONE);
            }
            Frame::Call { returned, saved } => {
                *returned = LaneMask::NONE;
                saved.callers = saved.callers.and(lanes);
            }
        }
    }

    /// Whether it is the same construct, on the same side, for lanes that went there at different times.
    pub fn is_like(&self, other: &Frame) -> bool {
        match (self, other) {
            (
                Frame::If { next, from, .. },
                Frame::If {
                    next: n, from: f, ..
                },
            ) => (next, from) == (n, f),
            (Frame::Block { from, .. }, Frame::Block { from: f, .. }) => from == f,
            (Frame::Loop { head, .. }, Frame::Loop { head: h, .. }) => head == h,
            (Frame::Calls { from, .. }, Frame::Calls { from: f, .. }) => from == f,
            (Frame::Call { saved: a, .. }, Frame::Call { saved: b, .. }) => {
                (a.code, a.pc, a.locals_from) == (b.code, b.pc, b.locals_from)
            }
            _ => false,
        }
    }

    /// Takes these lanes in, with what they hold in one like it.
    pub fn take_in(&mut self, other: Frame, lanes: LaneMask) {
        match (self, other) {
            (Frame::If { waiting, .. }, Frame::If { waiting: w, .. }) => *waiting = waiting.or(w),
            (Frame::Block { left, .. }, Frame::Block { left: l, .. }) => *left = left.or(l),
            (
                Frame::Loop {
                    left, continued, ..
                },
                Frame::Loop {
                    left: l,
                    continued: c,
                    ..
                },
            ) => (*left, *continued) = (left.or(l), continued.or(c)),
            (
                Frame::Calls { waiting, done, .. },
                Frame::Calls {
                    waiting: w,
                    done: d,
                    ..
                },
            ) => (*waiting, *done) = (waiting.or(w), done.or(d)),
            (
                Frame::Call { returned, saved },
                Frame::Call {
                    returned: r,
                    saved: s,
                },
            ) => {
                *returned = returned.or(r);
                saved.callers = saved.callers.or(s.callers);
                saved.g.take_in(&s.g, lanes);
            }
            _ => {}
        }
    }

    /// Notes that lanes left the construct.
    pub fn leave(&mut self, lanes: LaneMask) {
        match self {
            Frame::If { waiting, .. } => *waiting = waiting.or(lanes),
            Frame::Block { left, .. } | Frame::Loop { left, .. } => *left = left.or(lanes),
            Frame::Calls { done, .. } => *done = done.or(lanes),
            Frame::Call { returned, .. } => *returned = returned.or(lanes),
        }
    }

    /// Notes that lanes wait for the loop's step.
    pub fn go_on(&mut self, lanes: LaneMask) {
        if let Frame::Loop { continued, .. } = self {
            *continued = continued.or(lanes);
        }
    }
}

impl Registers {
    /// Takes these lanes' values from registers of the same code.
    pub fn take_in(&mut self, from: &Registers, lanes: LaneMask) {
        let r = self.r.iter_mut().zip(&from.r);
        r.for_each(|(to, from)| blend(to, from, lanes));
        let d = self.d.iter_mut().zip(&from.d);
        d.for_each(|(to, from)| blend(to, from, lanes));
        let p = self.p.iter_mut().zip(&from.p);
        p.for_each(|(to, from)| blend_bits(to, *from, lanes));
        if self.undefined.is_some() || from.undefined.is_some() {
            let none = Box::default();
            let marks = from.undefined.as_ref().unwrap_or(&none);
            let own = self.undefined.get_or_insert_default();
            own.take_in(marks, lanes);
        }
    }
}

/// The frame `levels` out from the innermost.
pub fn outward(frames: &mut [Frame], levels: u16) -> Option<&mut Frame> {
    let at = frames.len().checked_sub(1 + levels as usize)?;
    frames.get_mut(at)
}
