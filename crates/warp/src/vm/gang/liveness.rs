//! Registers of which only the lanes that execute matter, so that a write may fill whole rows.
//!
//! A kernel's code goes in; for each register of 32 or 64 bits whether it is such a one comes out. The rule: what a lane that does
//! not execute holds in it is never read again, by itself or by another. A lane that does not execute waits for the other side of a branch, for
//! a construct's end or for a loop's step, or has ended, so it is asked what is live there: of every construct that a write stands in.

use cuda_ir::operands::{Operand, operands};
use cuda_ir::register::Reg;
use cuda_ir::register::RegisterSet;
use cuda_ir::{Code, Ins, Pc, VarPlace};
use std::collections::{HashMap, HashSet};

/// The most work that is done for [`loose`], in words of registers.
const MOST: usize = 1 << 22;

/// Which registers are written in each straight run of the code before they are read there, and never read by another lane.
pub fn brief(code: &Code) -> [Vec<bool>; 2] {
    let [r, d, _] = code.registers.map(usize::from);
    let mut out = [vec![true; r], vec![true; d]];
    let mut written: [HashSet<usize>; 2] = Default::default();
    for ins in &code.ins {
        let mut fresh = Vec::new();
        each(ins, &mut |(kind, reg), writes| {
            if writes {
                fresh.push((kind, reg));
            } else if exchanges(ins) || !written[kind].contains(&reg) {
                out[kind][reg] = false;
            }
        });
        fresh
            .iter()
            .for_each(|(kind, reg)| _ = written[*kind].insert(*reg));
        if ins.steers() {
            written.iter_mut().for_each(HashSet::clear);
        }
    }
    if code.ins.iter().any(hides) {
        out.iter_mut().for_each(|kind| kind.fill(false));
    }
    out
}

/// Which registers nobody reads again who waits while they are written; those that are [`brief`] are among them.
pub fn loose(code: &Code, brief: &[Vec<bool>; 2]) -> [Vec<bool>; 2] {
    let calls = |ins: &Ins| matches!(ins, Ins::Call { .. } | Ins::CallPointer { .. });
    let mut sweep = Sweep::new(code);
    if code.ins.iter().any(|ins| hides(ins) || calls(ins)) {
        return brief.clone();
    }
    let cost = sweep.live.words() * code.ins.len();
    for round in 1.. {
        if round * cost > MOST {
            return brief.clone();
        }
        if !sweep.once() {
            break;
        }
    }
    [0, 1].map(|kind| {
        let loose = (0..brief[kind].len()).map(|reg| {
            let at = reg + kind * sweep.wide_from;
            brief[kind][reg] || !sweep.held.has(at)
        });
        loose.collect()
    })
}

/// Those of them that hold no variable of the source.
pub fn unnamed(code: &Code, mut loose: [Vec<bool>; 2]) -> [Vec<bool>; 2] {
    for variable in &code.variables {
        let (kind, reg) = match variable.place {
            VarPlace::R(r) => (0, r.0),
            VarPlace::D(d) => (1, d.0),
            VarPlace::P(_) | VarPlace::Local(_) => continue,
        };
        if let Some(loose) = loose[kind].get_mut(usize::from(reg)) {
            *loose = false;
        }
    }
    loose
}

/// Whether an instruction has operands that [`operands`] does not show.
fn hides(ins: &Ins) -> bool {
    matches!(ins, Ins::Print { .. } | Ins::Sys { .. })
}

/// Whether an instruction reads what other lanes hold.
fn exchanges(ins: &Ins) -> bool {
    let rows = matches!(ins, Ins::Mma { .. } | Ins::Mma64 { .. });
    rows || hides(ins)
        || matches!(
            ins,
            Ins::Shfl { .. } | Ins::MatchAny { .. } | Ins::Redux { .. }
        )
}

/// Calls `see` with the kind (0 of 32 bits, 1 of 64) and number of each register that an instruction names, and whether it is written.
fn each(ins: &Ins, see: &mut dyn FnMut((usize, usize), bool)) {
    operands(&mut ins.clone(), &mut |operand: Operand<'_>| {
        let (reg, count, written) = operand.parts();
        let kind = match reg {
            Reg::R(_) => 0,
            Reg::D(_) => 1,
            Reg::P(_) => return,
        };
        let first = usize::from(reg.number());
        (first..first + usize::from(count)).for_each(|reg| see((kind, reg), written));
    });
}

/// A construct, entered from its end.
struct Frame {
    /// Live behind it.
    after: RegisterSet,
    /// Live at the beginning of the second side of a branch, while the first is gone through, or at a loop's step.
    other: Option<RegisterSet>,
}

/// One way back through the code after the other, until what is live at the head of each loop grows no more.
struct Sweep<'c> {
    code: &'c Code,
    /// Where registers of 64 bits begin.
    wide_from: usize,
    live: RegisterSet,
    /// What somebody reads who waits while it is written.
    held: RegisterSet,
    /// By the end of a loop: live where a turn begins.
    heads: HashMap<Pc, RegisterSet>,
    changed: bool,
}

impl<'c> Sweep<'c> {
    fn new(code: &'c Code) -> Sweep<'c> {
        let [r, d, _] = code.registers.map(usize::from);
        Sweep {
            code,
            wide_from: r,
            live: RegisterSet::new(r + d),
            held: RegisterSet::new(r + d),
            heads: HashMap::new(),
            changed: false,
        }
    }

    fn once(&mut self) -> bool {
        self.changed = false;
        self.live.clear();
        self.held.clear();
        let mut frames: Vec<(Pc, Frame)> = Vec::new();
        for pc in (0..self.code.ins.len() as Pc).rev() {
            self.step(pc, &mut frames);
        }
        self.changed
    }

    fn step(&mut self, pc: Pc, frames: &mut Vec<(Pc, Frame)>) {
        let ins = &self.code.ins[pc as usize];
        match *ins {
            Ins::EndIf | Ins::EndBlock | Ins::EndLoop => {
                let after = self.live.clone();
                if *ins == Ins::EndLoop {
                    self.live = self.head(pc).clone();
                }
                frames.push((pc, Frame { after, other: None }));
            }
            Ins::Else { .. } => {
                if let Some((_, frame)) = frames.last_mut() {
                    let after = frame.after.clone();
                    frame.other = Some(std::mem::replace(&mut self.live, after));
                }
            }
            Ins::LoopStep => {
                if let Some((_, frame)) = frames.last_mut() {
                    frame.other = Some(self.live.clone());
                }
            }
            Ins::Block { .. } => _ = frames.pop(),
            Ins::If { .. } => {
                if let Some((_, frame)) = frames.pop() {
                    self.live.join(frame.other.as_ref().unwrap_or(&frame.after));
                }
            }
            Ins::Loop { .. } => {
                let Some((end, _)) = frames.pop() else { return };
                let before = self.head(end).clone();
                let live = self.live.clone();
                self.head(end).join(&live);
                self.changed |= *self.head(end) != before;
            }
            Ins::LoopTest { .. } => self.leave((0, false), true, frames),
            Ins::Leave { levels } => self.leave((levels, false), false, frames),
            Ins::Continue { levels } => self.leave((levels, true), false, frames),
            Ins::Return | Ins::Trap { .. } => self.live.clear(),
            _ => self.plain(ins, frames),
        }
    }

    /// What is live where a turn of the loop begins that ends here, as far as it is known.
    fn head(&mut self, end: Pc) -> &mut RegisterSet {
        let none = || RegisterSet::new(self.wide_from + usize::from(self.code.registers[1]));
        self.heads.entry(end).or_insert_with(none)
    }

    /// Lanes go to the end of a construct, or to its step; or only some do.
    fn leave(&mut self, (levels, step): (u16, bool), some: bool, frames: &[(Pc, Frame)]) {
        let target = frames.len().checked_sub(1 + usize::from(levels));
        let Some((_, frame)) = target.and_then(|at| frames.get(at)) else {
            return;
        };
        if !some {
            self.live.clear();
        }
        self.live.join(match step {
            true => frame.other.as_ref().unwrap_or(&frame.after),
            false => &frame.after,
        });
    }

    fn plain(&mut self, ins: &Ins, frames: &[(Pc, Frame)]) {
        let (mut read, mut written) = (Vec::new(), Vec::new());
        each(ins, &mut |(kind, reg), writes| {
            let list = if writes { &mut written } else { &mut read };
            list.push(reg + kind * self.wide_from);
        });
        for at in written {
            let waited_for = |set: &RegisterSet| set.has(at);
            if frames.iter().any(|(_, frame)| {
                waited_for(&frame.after) || frame.other.as_ref().is_some_and(waited_for)
            }) {
                self.held.add(at);
            }
            self.live.remove(at);
        }
        for at in read {
            self.live.add(at);
            if exchanges(ins) {
                self.held.add(at);
            }
        }
    }
}
