//! Dead code: what no store, barrier or other effect of a kernel depends on.
//!
//! In: the flow of a kernel's code; out: the instructions that a compiler removes. **Definition.** Needed is what writes memory, meets other
//! threads, calls, prints or traps; what computes something that a needed instruction may read; and what decides whether lanes come to one.
//! Everything else is dead: a loop whose results nobody takes, a load nobody looks at, stores to a local array that is never read. Going back
//! through the code once finds what each instruction's readers need; loops, and what decides, take it once more until nothing changes.

use super::alias::{Alias, Root, address, is_pure, reads};
use super::value::Reg;
use cuda_ir::kept::Kept;
use cuda_ir::operands::operands;
use cuda_ir::register::RegisterSet;
use cuda_ir::{Code, Ins, ParamReg, Pc};

/// The most work that is done for it, in words of registers; beyond that nothing is called dead.
const MOST: usize = 1 << 24;

/// Marks what is dead. Of local variables that a device has in registers, `in_registers`, neither accesses nor addresses are any instructions.
pub(super) fn mark(alias: &Alias<'_, '_>, in_registers: &[bool], kept: &mut [Kept]) {
    let code = alias.flow.code;
    let mut sweep = Sweep::new(alias, in_registers);
    let cost = sweep.live.words() * code.ins.len();
    if cost > MOST {
        return;
    }
    while sweep.once() {
        if sweep.rounds * cost > MOST {
            return;
        }
    }
    let both = sweep.needed.iter().zip(&sweep.in_registers);
    for (kept, (needed, in_register)) in kept.iter_mut().zip(both) {
        if !needed || *in_register {
            *kept = Kept::Never;
        }
    }
}

/// A construct, entered from its end.
struct Frame {
    /// The instruction that opens it.
    open: Pc,
    /// Live behind it.
    after: RegisterSet,
    /// Live at the beginning of the second side of a branch, or at a loop's step.
    other: Option<RegisterSet>,
}

struct Sweep<'c> {
    code: &'c Code,
    /// Where each kind of register begins.
    begins: [usize; 3],
    live: RegisterSet,
    /// By instruction.
    needed: Vec<bool>,
    /// By `Loop`: live where a turn begins.
    heads: std::collections::HashMap<Pc, RegisterSet>,
    /// By the instruction that opens a construct: whether something in it is needed.
    holds: Vec<bool>,
    /// What opened the construct that each instruction closes, or the other side begins at.
    opens: Vec<Pc>,
    /// Stores that nobody reads.
    unread: Vec<bool>,
    /// Accesses to local variables that a device has in registers.
    in_registers: Vec<bool>,
    changed: bool,
    rounds: usize,
}

impl<'c> Sweep<'c> {
    fn new(alias: &Alias<'_, 'c>, variables: &[bool]) -> Sweep<'c> {
        let code = alias.flow.code;
        let [r, d, p] = code.registers.map(usize::from);
        let n = code.ins.len();
        let in_register = |pc| match alias.site(pc).map(|site| site.root) {
            Some(Root::Local(id)) => variables.get(usize::from(id)) == Some(&true),
            _ => false,
        };
        Sweep {
            code,
            begins: [0, r, r + d],
            live: RegisterSet::new(r + d + p),
            needed: vec![false; n],
            heads: Default::default(),
            holds: vec![false; n],
            opens: opens(code),
            unread: unread(alias),
            in_registers: (0..n as Pc).map(in_register).collect(),
            changed: false,
            rounds: 0,
        }
    }

    fn index(&self, reg: Reg) -> usize {
        self.begins[reg.kind() as usize] + usize::from(reg.number())
    }

    /// Once back through the code; whether anything was new.
    fn once(&mut self) -> bool {
        (self.changed, self.rounds) = (false, self.rounds + 1);
        self.live.clear();
        let mut frames: Vec<Frame> = Vec::new();
        for pc in (0..self.code.ins.len()).rev() {
            self.step(pc as Pc, &mut frames);
        }
        self.changed
    }

    fn need(&mut self, pc: Pc, frames: &[Frame]) {
        let needed = &mut self.needed[pc as usize];
        self.changed |= !*needed;
        *needed = true;
        for frame in frames {
            self.changed |= !self.holds[frame.open as usize];
            self.holds[frame.open as usize] = true;
        }
    }

    fn step(&mut self, pc: Pc, frames: &mut Vec<Frame>) {
        let ins = self.code.ins[pc as usize];
        match ins {
            Ins::EndIf | Ins::EndBlock | Ins::EndLoop => {
                let open = self.opens[pc as usize];
                let after = self.live.clone();
                if let (Ins::EndLoop, Some(head)) = (ins, self.heads.get(&open)) {
                    self.live = head.clone();
                } else if ins == Ins::EndLoop {
                    self.live.clear();
                }
                frames.push(Frame {
                    open,
                    after,
                    other: None,
                });
            }
            Ins::Else { .. } => {
                if let Some(frame) = frames.last_mut() {
                    let after = frame.after.clone();
                    frame.other = Some(std::mem::replace(&mut self.live, after));
                }
            }
            Ins::LoopStep => {
                if let Some(frame) = frames.last_mut() {
                    frame.other = Some(self.live.clone());
                }
            }
            Ins::Block { .. } => {
                frames.pop();
            }
            Ins::If { cond, .. } => {
                if let Some(frame) = frames.pop() {
                    self.live.join(frame.other.as_ref().unwrap_or(&frame.after));
                }
                if self.holds[pc as usize] {
                    self.need(pc, frames);
                    self.live.add(self.index(Reg::P(cond)));
                }
            }
            Ins::Loop { .. } => {
                frames.pop();
                let grown = match self.heads.get_mut(&pc) {
                    Some(head) => {
                        let before = head.clone();
                        head.join(&self.live);
                        *head != before
                    }
                    None => self.heads.insert(pc, self.live.clone()).is_none(),
                };
                self.changed |= grown;
            }
            Ins::LoopTest { cond } => self.leave(pc, (0, false), Some(cond), frames),
            Ins::Leave { levels } => self.leave(pc, (levels, false), None, frames),
            Ins::Continue { levels } => self.leave(pc, (levels, true), None, frames),
            _ => self.plain(pc, &ins, frames),
        }
    }

    /// Lanes may go to the end of a construct, or to its step; some go on where there is a condition.
    fn leave(
        &mut self,
        pc: Pc,
        (levels, step): (u16, bool),
        cond: Option<cuda_ir::P>,
        frames: &[Frame],
    ) {
        let target = frames.len().checked_sub(1 + usize::from(levels));
        let Some(frame) = target.and_then(|at| frames.get(at)) else {
            return self.need(pc, frames);
        };
        let there = match step {
            true => frame.other.as_ref().unwrap_or(&frame.after),
            false => &frame.after,
        };
        match cond {
            Some(_) => self.live.join(there),
            None => self.live = there.clone(),
        }
        if self.holds[frame.open as usize] {
            self.need(pc, frames);
            if let Some(cond) = cond {
                self.live.add(self.index(Reg::P(cond)));
            }
        }
    }

    fn plain(&mut self, pc: Pc, ins: &Ins, frames: &[Frame]) {
        if matches!(ins, Ins::Return) {
            self.live.clear();
        }
        let mut wanted = self.has_effect(pc, ins);
        let mut writes = Vec::new();
        operands(&mut ins.clone(), &mut |operand| {
            if let (reg, count, true) = operand.parts() {
                let first = self.index(reg);
                writes.extend(first..first + usize::from(count));
            }
        });
        wanted |= writes.iter().any(|at| self.live.has(*at));
        if !wanted {
            return;
        }
        self.need(pc, frames);
        writes.iter().for_each(|at| self.live.remove(*at));
        let registers = self.in_registers[pc as usize];
        let address = address(ins).filter(|_| registers).map(Reg::D);
        for reg in reads(ins).into_iter().filter(|reg| Some(*reg) != address) {
            self.live.add(self.index(reg));
        }
        self.given(ins);
    }

    /// What a call or `printf` is given.
    fn given(&mut self, ins: &Ins) {
        let code = self.code;
        let mut add = |reg: Reg| {
            let at = self.index(reg);
            self.live.add(at);
        };
        match *ins {
            Ins::Call { site } | Ins::CallPointer { site, .. } => {
                if let Some(site) = code.calls.get(site as usize) {
                    site.args32.iter().for_each(|(_, r)| add(Reg::R(*r)));
                    site.args64.iter().for_each(|(_, d)| add(Reg::D(*d)));
                    site.args_p.iter().for_each(|(_, p)| add(Reg::P(*p)));
                }
            }
            Ins::Print { site } => {
                if let Some(site) = code.prints.get(site as usize) {
                    add(Reg::D(site.format));
                    site.args.iter().for_each(|(reg, _)| add(of(*reg)));
                }
            }
            Ins::Sys { site } => {
                if let Some(site) = code.sys.get(site as usize) {
                    site.args.iter().for_each(|(reg, _)| add(of(*reg)));
                }
            }
            _ => {}
        }
    }

    fn has_effect(&self, pc: Pc, ins: &Ins) -> bool {
        match ins {
            Ins::Ld { volatile, .. } | Ins::Ld64 { volatile, .. } => *volatile,
            Ins::St { .. } | Ins::St64 { .. } => !self.unread[pc as usize],
            Ins::Mma { .. } | Ins::Mma64 { .. } | Ins::ActiveMask { .. } => false,
            ins => !is_pure(ins),
        }
    }
}

fn of(reg: ParamReg) -> Reg {
    match reg {
        ParamReg::R(r) => Reg::R(r),
        ParamReg::D(d) => Reg::D(d),
        ParamReg::P(p) => Reg::P(p),
    }
}

fn opens(code: &Code) -> Vec<Pc> {
    let (mut out, mut stack) = (vec![0; code.ins.len()], Vec::new());
    for (pc, ins) in (0..).zip(&code.ins) {
        match ins {
            Ins::If { .. } | Ins::Block { .. } | Ins::Loop { .. } => stack.push(pc),
            Ins::EndIf | Ins::EndBlock | Ins::EndLoop => {
                out[pc as usize] = stack.pop().unwrap_or(0);
            }
            _ => {}
        }
    }
    out
}

/// The stores to local variables that no load may read and whose address goes nowhere else.
fn unread(alias: &Alias<'_, '_>) -> Vec<bool> {
    let code = alias.flow.code;
    let mut read = alias.escaping();
    let mut stores: Vec<(Pc, u16)> = Vec::new();
    for (pc, ins) in (0..).zip(&code.ins) {
        let Some(Root::Local(id)) = alias.site(pc).map(|site| site.root) else {
            continue;
        };
        if matches!(ins, Ins::St { .. } | Ins::St64 { .. }) {
            stores.push((pc, id));
        } else if let Some(read) = read.get_mut(usize::from(id)) {
            *read = true;
        }
    }
    let mut out = vec![false; code.ins.len()];
    for (pc, id) in stores {
        out[pc as usize] = read.get(usize::from(id)) == Some(&false);
    }
    out
}
