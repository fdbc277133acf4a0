//! Who waits where: the open constructs of a warp, one stack of one enum.
//!
//! A lane that leaves the straight path is put in the waiting set of the construct at whose end it goes on; the active
//! set simply loses it. So nothing between the lane and its construct has to be touched, and closing a construct is
//! one union. When the active set is empty the warp goes on at [`Frame::rejoin`] of the innermost construct.

use super::mask::LaneMask;
use super::warp::Saved;
use crate::ir::Pc;

/// One open construct.
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

/// The frame `levels` out from the innermost.
pub fn outward(frames: &mut [Frame], levels: u16) -> Option<&mut Frame> {
    let at = frames.len().checked_sub(1 + levels as usize)?;
    frames.get_mut(at)
}
