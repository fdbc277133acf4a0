//! Which 32-bit arithmetic makes addresses: what a probe watches for wraps.
//!
//! In: finished code; out: for each access to memory the additions, subtractions, products and shifts of 32 bits whose result
//! reaches its address through nothing but more of them and a widening. The rule: a step is named only
//! where no other instruction can have written what its use reads, so what it last gave a lane is what that lane uses.

use super::flow::Flow;
use super::value::Reg;
use cuda_ir::op::{Bin64, Widen};
use cuda_ir::register::step_reads;
use cuda_ir::{D, Fits, Indexing, Ins, Pc, R};

/// The steps of an address, and what the result of each must fit.
type Steps = Vec<(Pc, Fits)>;

/// How many steps of one address are followed.
const MOST: usize = 16;

/// The steps in a piece of code.
pub(super) fn of(flow: &Flow<'_>) -> Indexing {
    let code = flow.code;
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

impl Flow<'_> {
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
