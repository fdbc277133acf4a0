//! Which 32-bit arithmetic makes addresses: what a probe watches for wraps.
//!
//! In: finished code; out: for each access to memory the additions, subtractions, products and shifts of 32 bits whose result
//! reaches its address through nothing but more of them and a widening. The rule: a step is named only
//! where no other instruction can have written what its use reads, so what it last gave a lane is what that lane uses.

use super::value::Reg;
use super::walk::operands;
use crate::ir::op::{Bin32, Bin64, Widen};
use crate::ir::{Code, D, Fits, Indexing, Ins, Pc, R};
use std::collections::HashMap;

/// The steps of an address, and what the result of each must fit.
type Steps = Vec<(Pc, Fits)>;

/// How many steps of one address are followed.
const MOST: usize = 16;

/// The steps in a piece of code.
pub(super) fn of(code: &Code) -> Indexing {
    let flow = Flow::new(code);
    let mut out = Indexing::default();
    for (pc, ins) in (0..).zip(&code.ins) {
        let (Ins::Ld { addr, .. }
        | Ins::St { addr, .. }
        | Ins::Ld64 { addr, .. }
        | Ins::St64 { addr, .. }
        | Ins::Atom { addr, .. }
        | Ins::Atom64 { addr, .. }) = *ins
        else {
            continue;
        };
        let mut steps = Vec::new();
        flow.address(addr, pc, &mut steps);
        if !steps.is_empty() {
            out.steps.resize(code.ins.len(), None);
            for (at, fits) in &steps {
                let known = &mut out.steps[*at as usize];
                *known =
                    Some(known.map_or(*fits, |old| if old == *fits { old } else { Fits::Either }));
            }
            out.accesses
                .push((pc, steps.into_iter().map(|(at, _)| at).collect()));
        }
    }
    out
}

/// A stretch of code between the instructions that open and close it: all of it, a branch, a block or a loop's body.
struct Region {
    from: Pc,
    to: Pc,
    outer: usize,
    looping: bool,
}

/// Who writes which register, and what encloses what.
struct Flow<'c> {
    code: &'c Code,
    writers: HashMap<Reg, Vec<Pc>>,
    regions: Vec<Region>,
    /// The innermost region of each instruction.
    inside: Vec<usize>,
}

impl<'c> Flow<'c> {
    fn new(code: &'c Code) -> Flow<'c> {
        let mut flow = Flow {
            code,
            writers: HashMap::new(),
            regions: Vec::new(),
            inside: Vec::with_capacity(code.ins.len()),
        };
        flow.open(0, 0, false);
        let mut here = 0;
        for (pc, ins) in (0..).zip(&code.ins) {
            flow.inside.push(here);
            flow.note_writes(pc, ins);
            let (closes, opens) = match ins {
                Ins::If { .. } | Ins::Block { .. } => (false, Some(false)),
                Ins::Loop { .. } => (false, Some(true)),
                Ins::Else { .. } => (true, Some(false)),
                Ins::EndIf | Ins::EndBlock | Ins::EndLoop => (true, None),
                _ => (false, None),
            };
            if closes {
                flow.regions[here].to = pc;
                here = flow.regions[here].outer;
            }
            if let Some(looping) = opens {
                here = flow.open(pc + 1, here, looping);
            }
        }
        flow
    }

    fn open(&mut self, from: Pc, outer: usize, looping: bool) -> usize {
        self.regions.push(Region {
            from,
            to: self.code.ins.len() as Pc,
            outer,
            looping,
        });
        self.regions.len() - 1
    }

    fn note_writes(&mut self, pc: Pc, ins: &Ins) {
        let mut write = |reg: Reg| {
            let list = self.writers.entry(reg).or_default();
            if list.last() != Some(&pc) {
                list.push(pc);
            }
        };
        operands(&mut ins.clone(), &mut |operand| {
            if let (first, count, true) = operand.parts() {
                (0..count as u16).for_each(|k| match first {
                    Reg::R(R(i)) => write(Reg::R(R(i + k))),
                    Reg::D(D(i)) => write(Reg::D(D(i + k))),
                    Reg::P(_) => {}
                });
            }
        });
        if let Ins::Call { site } | Ins::CallPointer { site, .. } = *ins
            && let Some(site) = self.code.calls.get(site as usize)
        {
            site.results32.iter().for_each(|(r, _)| write(Reg::R(*r)));
            site.results64.iter().for_each(|(d, _)| write(Reg::D(*d)));
        }
    }

    /// The only instruction whose result `reg` can hold where `pc` reads it.
    fn writer(&self, reg: Reg, pc: Pc) -> Option<(Pc, &'c Ins)> {
        let writers = self.writers.get(&reg)?;
        let before = writers.partition_point(|at| *at < pc);
        let (at, next) = (*writers.get(before.checked_sub(1)?)?, writers.get(before));
        let mut region = self.inside[pc as usize];
        let home = self.inside[at as usize];
        if pc >= self.regions[home].to {
            return None;
        }
        // A loop that the writer is not in goes round: what the rest of it writes comes first the next time.
        while self.regions[region].from > at {
            let r = &self.regions[region];
            if r.looping && next.is_some_and(|next| *next < r.to) {
                return None;
            }
            region = r.outer;
        }
        Some((at, self.code.ins.get(at as usize)?))
    }

    fn address(&self, reg: D, pc: Pc, out: &mut Steps) {
        let Some((at, ins)) = self.writer(Reg::D(reg), pc) else {
            return;
        };
        match *ins {
            Ins::Mov64 { a, .. } => self.address(a, at, out),
            Ins::Bin64 {
                op: Bin64::Add | Bin64::Sub | Bin64::Mul | Bin64::Shl,
                a,
                b,
                ..
            } => [a, b].into_iter().for_each(|d| self.address(d, at, out)),
            Ins::Index {
                base,
                index,
                signed,
                ..
            } => {
                self.address(base, at, out);
                let fits = if signed { Fits::Int } else { Fits::Either };
                self.step((index, fits), at, out);
            }
            Ins::Widen {
                op: Widen::S32, a, ..
            } => self.step((a, Fits::Int), at, out),
            Ins::Widen {
                op: Widen::U32, a, ..
            } => self.step((a, Fits::Either), at, out),
            _ => {}
        }
    }

    fn step(&self, (reg, fits): (R, Fits), pc: Pc, out: &mut Steps) {
        let Some((at, ins)) = self.writer(Reg::R(reg), pc) else {
            return;
        };
        if let Ins::Mov { a, .. } = *ins {
            return self.step((a, fits), at, out);
        }
        let Some(read) =
            step_reads(ins).filter(|_| out.len() < MOST && out.iter().all(|step| step.0 != at))
        else {
            return;
        };
        out.push((at, fits));
        read.into_iter().for_each(|r| self.step((r, fits), at, out));
    }
}

/// What a step reads, if the instruction is one; where there are two sources, the second twice.
pub(crate) fn step_reads(ins: &Ins) -> Option<[R; 3]> {
    match *ins {
        Ins::Bin32 {
            op: Bin32::Add | Bin32::Sub | Bin32::Mul | Bin32::Shl,
            a,
            b,
            ..
        } => Some([a, b, b]),
        Ins::Mad { a, b, c, .. } => Some([a, b, c]),
        _ => None,
    }
}
