//! The device's clock: it counts warp instructions, all warps together, and goes faster where all that is done is to wait for it.
//!
//! A read goes in, the time comes out. The rule: while a loop goes round that does nothing but read the clock and
//! compute, and has done so for [`PATIENCE`] reads, the clock jumps from time to time by a part of the time that the loop has
//! waited. So `while (clock64() - start < 1000000000)` ends after some hundred jumps, about as late as it asked for; whoever
//! else looks at the clock meanwhile sees that time go by.

use super::{Env, Warp};
use cuda_ir::{Code, Ins, Pc};

/// So many reads of one place in a row are no measurement.
const PATIENCE: u32 = 1 << 12;
/// A jump is this part of what was waited.
const PART: u64 = 64;
/// Instructions from one jump to the next, so that warps which wait together see about the same time.
const APART: u64 = 1 << 10;
/// Instructions from one read to the next, if nothing else is done.
const NEAR: u64 = 64;

/// How far the clock is, and who waits for it.
#[derive(Default)]
pub struct Clock {
    /// How far it is ahead of the instructions.
    ahead: u64,
    /// The code and instruction that read it last.
    place: (u32, Pc),
    /// How often in a row.
    reads: u32,
    /// The time of the first of these, of the last, and of the last jump.
    first: u64,
    last: u64,
    jumped: u64,
}

impl Clock {
    /// The time after so many instructions of the launch.
    pub fn time(&self, instructions: u64) -> u64 {
        instructions + self.ahead
    }

    /// A warp reads the clock, after so many instructions of the launch: the time.
    pub fn read(&mut self, env: &Env<'_>, w: &Warp, instructions: u64) -> u64 {
        let (place, now) = ((w.code, w.at), self.time(instructions));
        if self.place == place && now.saturating_sub(self.last) <= NEAR {
            self.reads += 1;
        } else {
            (self.place, self.reads, self.first) = (place, 0, now);
        }
        self.last = now;
        if self.reads >= PATIENCE && now.saturating_sub(self.jumped) >= APART {
            if waits(env.code(w.code), w.at) {
                self.ahead += now.saturating_sub(self.first) / PART;
                self.last = self.time(instructions);
                self.jumped = self.last;
            } else {
                self.reads = 0;
            }
        }
        self.last
    }
}

/// Whether the innermost loop around an instruction only computes and reads the clock.
fn waits(code: &Code, at: Pc) -> bool {
    let around = |(head, ins): (usize, &Ins)| match *ins {
        Ins::Loop { end, .. } if (head as Pc..end).contains(&at) => Some(head..end as usize),
        _ => None,
    };
    let innermost = code.ins.iter().enumerate().filter_map(around).next_back();
    let body = innermost.and_then(|body| code.ins.get(body));
    body.is_some_and(|body| body.iter().all(computes))
}

fn computes(ins: &Ins) -> bool {
    !matches!(
        ins,
        Ins::Ld { .. }
            | Ins::Ld64 { .. }
            | Ins::St { .. }
            | Ins::St64 { .. }
            | Ins::Atom { .. }
            | Ins::Atom64 { .. }
            | Ins::Call { .. }
            | Ins::CallPointer { .. }
            | Ins::Sys { .. }
            | Ins::Print { .. }
            | Ins::Shfl { .. }
            | Ins::Vote { .. }
            | Ins::Ballot { .. }
            | Ins::MatchAny { .. }
            | Ins::Redux { .. }
            | Ins::SyncWarp { .. }
            | Ins::Mma { .. }
            | Ins::Mma64 { .. }
            | Ins::Bar
            | Ins::BarRed { .. }
            | Ins::NamedBar { .. }
            | Ins::GridBar
            | Ins::Fence { .. }
            | Ins::Copies { .. }
    )
}
