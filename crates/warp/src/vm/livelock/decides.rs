//! What decides whether a loop goes on: the registers that its branches are made of.
//!
//! A loop goes in; the registers come out from which every condition in it follows, and whether memory takes part. The rule: what a condition
//! reads decides, and so does whatever is read where such a register is written; a sum that no condition asks for does not.

use crate::vm::Env;
use crate::vm::calls::reached;
use cuda_ir::op::{Bin32, Bin64, Cvt32, Special};
use cuda_ir::operands::operands;
use cuda_ir::register::Reg;
use cuda_ir::{Code, Ins, Pc};
use std::collections::HashSet;

/// What decides in one loop.
pub struct Decides {
    /// Registers of 32 bits, of 64, and predicates, by number.
    pub registers: [Vec<u16>; 3],
    /// Whether something that is loaded decides.
    pub memory: bool,
    /// Whether something does that is in no register and no memory: the clock, other warps, a new address.
    pub hidden: bool,
    /// Whether what decides is counted on in few bits (an 8-bit counter, `i = (i + 1) % n`), so that it comes back after some hundreds or thousands of rounds.
    pub small: bool,
}

impl Decides {
    /// Of the loop between two instructions.
    pub fn of(env: &Env<'_>, code: &Code, (head, end): (Pc, Pc)) -> Decides {
        let body = code.ins.get(head as usize..end as usize).unwrap_or(&[]);
        if body.iter().any(calls) {
            let count = code.registers.map(|n| (0..n).collect());
            return Decides {
                registers: count,
                memory: true,
                hidden: reached(env).into_iter().any(is_hidden),
                small: false,
            };
        }
        let mut body: Vec<Ins> = body.to_vec();
        let mut set = HashSet::new();
        for ins in body.iter_mut().filter(|ins| ins.steers()) {
            set.extend(reads(ins));
        }
        let (mut memory, mut hidden, mut before) = (false, false, usize::MAX);
        while before != set.len() {
            before = set.len();
            for ins in &mut body {
                if writes(ins).iter().any(|reg| set.contains(reg)) {
                    memory |= ins.touches_memory();
                    hidden |= is_hidden(ins);
                    set.extend(reads(ins));
                }
            }
        }
        let small = (0..body.len()).any(|at| {
            body.get(at).is_some_and(keeps_few_bits)
                && body
                    .get_mut(at)
                    .is_some_and(|ins| writes(ins).iter().any(|reg| set.contains(reg)))
                && goes_on_from_itself(&mut body, at)
        });
        let mut registers = [Vec::new(), Vec::new(), Vec::new()];
        for reg in set {
            match reg {
                Reg::R(r) => registers[0].push(r.0),
                Reg::D(d) => registers[1].push(d.0),
                Reg::P(p) => registers[2].push(p.0),
            }
        }
        registers.iter_mut().for_each(|list| list.sort_unstable());
        Decides {
            registers,
            memory,
            hidden,
            small,
        }
    }
}

/// Whether an instruction's result is one of few numbers.
fn keeps_few_bits(ins: &Ins) -> bool {
    match ins {
        Ins::Cvt32 { op, .. } => matches!(op, Cvt32::S8 | Cvt32::U8 | Cvt32::S16 | Cvt32::U16),
        Ins::Bin32 { op, .. } => matches!(op, Bin32::And | Bin32::RemS | Bin32::RemU),
        Ins::Bin64 { op, .. } => matches!(op, Bin64::And | Bin64::RemS | Bin64::RemU),
        _ => false,
    }
}

/// Whether what an instruction gives is made of what it gave a round before.
fn goes_on_from_itself(body: &mut [Ins], at: usize) -> bool {
    let Some(ins) = body.get_mut(at) else {
        return false;
    };
    let asked = reads(ins);
    let mut made: HashSet<Reg> = writes(ins).into_iter().collect();
    let mut before = 0;
    while before != made.len() {
        before = made.len();
        for ins in body.iter_mut() {
            if reads(ins).iter().any(|reg| made.contains(reg)) {
                made.extend(writes(ins));
            }
        }
    }
    asked.iter().any(|reg| made.contains(reg))
}

fn calls(ins: &Ins) -> bool {
    matches!(ins, Ins::Call { .. } | Ins::CallPointer { .. })
}

fn is_hidden(ins: &Ins) -> bool {
    match ins {
        Ins::Special { what, .. } => matches!(what, Special::Clock | Special::ClockHigh),
        Ins::Sys { .. } | Ins::BarRed { .. } => true,
        _ => false,
    }
}

fn reads(ins: &mut Ins) -> Vec<Reg> {
    named(ins, false)
}

fn writes(ins: &mut Ins) -> Vec<Reg> {
    named(ins, true)
}

fn named(ins: &mut Ins, wanted: bool) -> Vec<Reg> {
    let mut out = Vec::new();
    operands(ins, &mut |operand| {
        let (reg, count, written) = operand.parts();
        if written == wanted {
            out.extend((0..u16::from(count)).map(|k| further(reg, k)));
        }
    });
    out
}

fn further(reg: Reg, by: u16) -> Reg {
    match reg {
        Reg::R(mut r) => {
            r.0 += by;
            Reg::R(r)
        }
        Reg::D(mut d) => {
            d.0 += by;
            Reg::D(d)
        }
        Reg::P(p) => Reg::P(p),
    }
}
