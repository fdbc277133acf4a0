//! The end of a kernel's code: what runs at entry goes to the front, and every register gets its final number.
//!
//! In: an [`Emitter`] whose frames are closed; out: its `Code`. The rule: numbers below [`FIXED`] stay, held registers
//! come after them, and everything that names a pc moves by the length of the entry.

use super::{Emitter, FIXED};
use crate::lower::value::RegisterKind;
use cuda_ir::operands::{Operand, operands};
use cuda_ir::{At, Code, Indexing, Ins, ParamReg, Pc, VarPlace};

impl Emitter<'_> {
    /// Ends the code: entry instructions go to the front, held registers get their final numbers.
    pub(in crate::lower) fn finish(mut self) -> Code {
        let registers = std::array::from_fn(|k| self.most[k] + self.fixed[k]);
        let most = self.most;
        let shift = self.entry.len() as Pc;
        let number = |kind: RegisterKind, n: &mut u16| {
            if *n >= FIXED && *n != u16::MAX {
                *n = *n - FIXED + most[kind as usize];
            }
        };
        let (front, front_at): (Vec<Ins>, Vec<At>) = self.entry.into_iter().unzip();
        for ins in &mut self.ins {
            shift_targets(ins, shift);
        }
        let mut ins = front;
        ins.append(&mut self.ins);
        let mut at = front_at;
        at.append(&mut self.at);
        for ins in &mut ins {
            operands(ins, &mut |operand: Operand<'_>| match operand {
                Operand::R { reg, .. } => number(RegisterKind::R, &mut reg.0),
                Operand::D { reg, .. } => number(RegisterKind::D, &mut reg.0),
                Operand::P { reg, .. } => number(RegisterKind::P, &mut reg.0),
            });
        }
        let (mut consts32, mut consts64) = self.consts;
        consts32
            .iter_mut()
            .for_each(|(r, _)| number(RegisterKind::R, &mut r.0));
        consts64
            .iter_mut()
            .for_each(|(d, _)| number(RegisterKind::D, &mut d.0));
        for site in &mut self.calls {
            site.args32
                .iter_mut()
                .for_each(|(_, r)| number(RegisterKind::R, &mut r.0));
            site.args64
                .iter_mut()
                .for_each(|(_, d)| number(RegisterKind::D, &mut d.0));
            site.args_p
                .iter_mut()
                .for_each(|(_, p)| number(RegisterKind::P, &mut p.0));
        }
        let renumber = |reg: &mut ParamReg| match reg {
            ParamReg::R(r) => number(RegisterKind::R, &mut r.0),
            ParamReg::D(d) => number(RegisterKind::D, &mut d.0),
            ParamReg::P(p) => number(RegisterKind::P, &mut p.0),
        };
        for site in &mut self.sys {
            site.args.iter_mut().for_each(|(reg, _)| renumber(reg));
            site.results.iter_mut().for_each(renumber);
        }
        for site in &mut self.prints {
            site.args.iter_mut().for_each(|(reg, _)| renumber(reg));
            number(RegisterKind::D, &mut site.format.0);
            number(RegisterKind::R, &mut site.dst.0);
        }
        for variable in &mut self.variables {
            variable.from += shift;
            variable.to += shift;
            match &mut variable.place {
                VarPlace::R(r) => number(RegisterKind::R, &mut r.0),
                VarPlace::D(d) => number(RegisterKind::D, &mut d.0),
                VarPlace::P(p) => number(RegisterKind::P, &mut p.0),
                VarPlace::Local(_) => {}
            }
        }
        for local in &mut self.locals {
            local.until = local.until.saturating_add(shift);
        }
        self.mentions.sort_unstable();
        self.mentions.dedup();
        Code {
            ins,
            at,
            registers,
            consts32,
            consts64,
            locals: self.locals,
            calls: self.calls,
            sys: self.sys,
            prints: self.prints,
            messages: self.messages,
            variables: self.variables,
            mentions: self.mentions,
            indexing: Indexing::default(),
            callers: self.callers,
            kept: Vec::new(),
        }
    }
}

fn shift_targets(ins: &mut Ins, by: Pc) {
    match ins {
        Ins::If { other: pc, .. } | Ins::Else { end: pc } | Ins::Block { end: pc } => *pc += by,
        Ins::Loop { step, end } => {
            *step += by;
            *end += by;
        }
        _ => {}
    }
}
