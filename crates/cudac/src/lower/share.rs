//! Whole numbers and addresses that are computed again: the machine takes the first result, as an optimising compiler would.
//!
//! In: finished code; out: the same with fewer instructions. **Definition.** Values are numbered along the code, branch by branch: where control
//! meets, and in a loop, a register that was written on the way holds something new. An instruction goes if another that every lane has passed on its way
//! computed the same, and if each reader of its result reads none other; the readers then read a register of their own, which nothing else writes.
//! An instruction whose result nobody reads goes as well. Variables keep their registers, since findings show them; and the 32-bit steps of an index
//! ([`indexing`](super::indexing)) are told from each other, since each may wrap where it is written: they go with what was made of them.

use sorted::SortedMap;

use super::value::{Reg, RegisterKind};
use cuda_ir::op::{Bin32, Bin64, Widen};
use cuda_ir::operands::{Operand, operands};
use cuda_ir::register::step_reads;
use cuda_ir::{Code, D, Ins, MAX_REGISTERS, ParamReg, Pc, R, VarPlace};
use std::collections::HashMap;

/// The most registers of each kind that are added: each is a row for which every warp needs room.
const MOST: u16 = 12;

/// Takes out of finished code what is computed again; `results` are registers that are read when it returns.
pub(super) fn share(code: &mut Code, results: &[Reg]) {
    let mut way = Way::new(code, results);
    for (pc, ins) in (0..).zip(&code.ins) {
        way.control(pc, ins);
        way.see(pc, ins);
    }
    let free: Vec<Pc> = way.free().collect();
    let mut groups = way.groups();
    let mut readers = way.readers;
    readers.sort_unstable();
    let read_by = |pc: Pc| {
        let from = readers.partition_point(|(by, _)| *by < pc);
        readers[from..].iter().take_while(move |(by, _)| *by == pc)
    };
    let unread = |pc: &Pc| read_by(*pc).next().is_none();
    groups.retain(|first, again| {
        again.retain(|pc| !unread(pc));
        !again.is_empty() && !unread(first)
    });
    let mut gone = vec![false; code.ins.len()];
    let (mut added, mut kept) = ([0; 2], Vec::new());
    for (first, again) in groups {
        let kind = match code.ins[first as usize] {
            Ins::Index { .. } | Ins::Bin64 { .. } | Ins::Widen { .. } => RegisterKind::D,
            _ => RegisterKind::R,
        } as usize;
        let number = code.registers[kind];
        if added[kind] == MOST || number >= MAX_REGISTERS - 1 {
            continue;
        }
        added[kind] += 1;
        code.registers[kind] += 1;
        for pc in again.iter().chain([&first]) {
            let Some(old) = written(&code.ins[*pc as usize]) else {
                continue;
            };
            for (_, reader) in read_by(*pc) {
                rename(&mut code.ins[*reader as usize], (old, false), number);
            }
            rename(&mut code.ins[*pc as usize], (old, true), number);
        }
        again.iter().for_each(|pc| gone[*pc as usize] = true);
        kept.push(first);
    }
    for pc in free.into_iter().rev() {
        let dead = read_by(pc).all(|(_, reader)| gone[*reader as usize]);
        gone[pc as usize] |= dead && kept.binary_search(&pc).is_err();
    }
    remove(code, &gone);
}

/// The register that a shared instruction writes.
fn written(ins: &Ins) -> Option<Reg> {
    let mut out = None;
    operands(&mut { *ins }, &mut |operand: Operand<'_>| {
        let (reg, _, written) = operand.parts();
        out = if written { Some(reg) } else { out };
    });
    out
}

/// Makes an instruction read, or write, a register of another number.
fn rename(ins: &mut Ins, (old, writes): (Reg, bool), number: u16) {
    operands(ins, &mut |operand: Operand<'_>| match (operand, old) {
        (Operand::R { reg, written, .. }, Reg::R(r)) if *reg == r && written == writes => {
            *reg = R(number);
        }
        (Operand::D { reg, written, .. }, Reg::D(d)) if *reg == d && written == writes => {
            *reg = D(number);
        }
        _ => {}
    });
}

/// Takes instructions out; whatever names a later one moves along.
fn remove(code: &mut Code, gone: &[bool]) {
    let mut to = Vec::with_capacity(gone.len() + 1);
    let mut next: Pc = 0;
    for gone in gone {
        to.push(next);
        next += Pc::from(!gone);
    }
    to.push(next);
    if next as usize == gone.len() {
        return;
    }
    let moved = |pc: Pc| to.get(pc as usize).copied().unwrap_or(next);
    for ins in &mut code.ins {
        match ins {
            Ins::If { other: pc, .. } | Ins::Else { end: pc } | Ins::Block { end: pc } => {
                *pc = moved(*pc);
            }
            Ins::Loop { step, end } => (*step, *end) = (moved(*step), moved(*end)),
            _ => {}
        }
    }
    for variable in &mut code.variables {
        (variable.from, variable.to) = (moved(variable.from), moved(variable.to));
    }
    for local in code
        .locals
        .iter_mut()
        .filter(|local| local.until != Pc::MAX)
    {
        local.until = moved(local.until);
    }
    let mut each = gone.iter();
    code.ins.retain(|_| each.next() == Some(&false));
    let mut each = gone.iter();
    code.at.retain(|_| each.next() == Some(&false));
}

/// The number of a value.
type Number = u32;

/// An operation and the numbers of what it is made of.
type Key = [u32; 5];

/// What a register holds: the number of its value, and who wrote it, if that is known.
type Held = (Number, Option<Pc>);

/// A value, and who computed it last on every lane's way here.
type Made = (Number, Pc);

/// A way through the code.
struct Way<'c> {
    code: &'c Code,
    next: Number,
    /// By register, those of 32 bits first.
    held: Vec<Held>,
    made: HashMap<Key, Made>,
    /// How long the two journals were when each open construct began.
    frames: Vec<(usize, usize)>,
    /// What registers held before they were written, and what was known of values.
    was_held: Vec<(usize, Held)>,
    was_made: Vec<(Key, Option<Made>)>,
    /// Registers whose readers may read something that is not known.
    bound: Vec<bool>,
    /// Instructions whose result is read along with others.
    spoilt: Vec<bool>,
    /// Who wrote what is read, and who reads it.
    readers: Vec<(Pc, Pc)>,
    /// Every instruction that can be shared: the register that it writes, and who computed the same before.
    met: Vec<(Pc, usize, Option<Pc>)>,
}

impl<'c> Way<'c> {
    fn new(code: &'c Code, results: &[Reg]) -> Way<'c> {
        let many = usize::from(code.registers[0]) + usize::from(code.registers[1]);
        let mut way = Way {
            code,
            next: many as Number,
            held: (0..many as Number).map(|n| (n, None)).collect(),
            made: HashMap::new(),
            frames: Vec::new(),
            was_held: Vec::new(),
            was_made: Vec::new(),
            bound: vec![false; many],
            spoilt: vec![false; code.ins.len()],
            readers: Vec::new(),
            met: Vec::new(),
        };
        for reg in named(code).into_iter().chain(results.iter().copied()) {
            if let Some(at) = way.at(reg) {
                way.bound[at] = true;
            }
        }
        way
    }

    fn at(&self, reg: Reg) -> Option<usize> {
        match reg {
            Reg::R(r) => Some(usize::from(r.0)),
            Reg::D(d) => Some(usize::from(self.code.registers[0]) + usize::from(d.0)),
            Reg::P(_) => None,
        }
    }

    fn number(&self, reg: Reg) -> Number {
        self.at(reg).map_or(0, |at| self.held[at].0)
    }

    fn write(&mut self, at: usize, held: Held) {
        self.was_held.push((at, self.held[at]));
        self.held[at] = held;
    }

    /// A register holds something that is not known.
    fn lose(&mut self, at: usize) {
        self.next += 1;
        self.held[at] = (self.next, None);
    }

    /// What an instruction does to the way.
    fn control(&mut self, pc: Pc, ins: &Ins) {
        match *ins {
            Ins::If { .. } | Ins::Block { .. } => self.open(),
            Ins::Loop { end, .. } => {
                self.open();
                for at in self.written_in(pc..end) {
                    self.write(at, (0, None));
                    self.lose(at);
                }
            }
            Ins::Else { .. } => {
                let from = self.back();
                for (at, held) in self.was_held[from..].iter().rev() {
                    self.held[*at] = *held;
                }
            }
            Ins::LoopStep => self.meet(),
            Ins::EndIf | Ins::EndBlock | Ins::EndLoop => {
                self.meet();
                self.frames.pop();
            }
            Ins::Call { site } | Ins::CallPointer { site, .. } => {
                let site = &self.code.calls[site as usize];
                let words = site.results32.iter().map(|(r, _)| Reg::R(*r));
                let doubles = site.results64.iter().map(|(d, _)| Reg::D(*d));
                self.change(words.chain(doubles).collect());
            }
            Ins::Sys { site } => {
                let site = &self.code.sys[site as usize];
                self.change(site.results.iter().map(|reg| of(*reg)).collect());
            }
            Ins::Print { site } => self.change(vec![Reg::R(self.code.prints[site as usize].dst)]),
            _ => {}
        }
    }

    fn open(&mut self) {
        self.frames.push((self.was_held.len(), self.was_made.len()));
    }

    /// Forgets the values computed since the innermost construct began; where its journal of registers begins.
    fn back(&mut self) -> usize {
        let (held, made) = self.frames.last().copied().unwrap_or_default();
        for (key, was) in self.was_made.drain(made..).rev() {
            match was {
                Some(was) => self.made.insert(key, was),
                None => self.made.remove(&key),
            };
        }
        held
    }

    /// Lanes meet that came along different ways since the innermost construct began.
    fn meet(&mut self) {
        let from = self.back();
        for k in from..self.was_held.len() {
            self.lose(self.was_held[k].0);
        }
    }

    /// Registers are written that are no operands.
    fn change(&mut self, regs: Vec<Reg>) {
        for at in regs
            .into_iter()
            .filter_map(|reg| self.at(reg))
            .collect::<Vec<_>>()
        {
            self.write(at, (0, None));
            self.lose(at);
        }
    }

    /// The registers that are written in a loop.
    fn written_in(&self, pcs: std::ops::Range<Pc>) -> Vec<usize> {
        let mut out = Vec::new();
        for pc in pcs {
            let ins = &self.code.ins[pc as usize];
            operands(&mut { *ins }, &mut |operand: Operand<'_>| {
                let (reg, count, written) = operand.parts();
                if let (Some(at), true) = (self.at(reg), written) {
                    out.extend(at..at + usize::from(count));
                }
            });
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// What an instruction reads and writes.
    fn see(&mut self, pc: Pc, ins: &Ins) {
        let mut writes = Vec::new();
        operands(&mut { *ins }, &mut |operand: Operand<'_>| {
            let (reg, count, written) = operand.parts();
            let Some(first) = self.at(reg) else {
                return;
            };
            let all = first..first + usize::from(count);
            if written {
                return writes.extend(all);
            }
            for at in all {
                match self.held[at].1 {
                    Some(by) => {
                        self.readers.push((by, pc));
                        self.spoilt[by as usize] |= count > 1;
                    }
                    None => self.bound[at] = true,
                }
            }
        });
        let Some(key) = self.key(ins) else {
            let copied = match *ins {
                Ins::Mov { a, .. } => Some(self.number(Reg::R(a))),
                Ins::Mov64 { a, .. } => Some(self.number(Reg::D(a))),
                _ => None,
            };
            for at in writes {
                self.next += 1;
                self.write(at, (copied.unwrap_or(self.next), Some(pc)));
            }
            return;
        };
        let before = self.made.get(&key).copied();
        self.next += 1;
        let number = before.map_or(self.next, |(number, _)| number);
        self.made.insert(key, (number, pc));
        self.was_made.push((key, before));
        for at in writes {
            self.met.push((pc, at, before.map(|(_, by)| by)));
            self.write(at, (number, Some(pc)));
        }
    }

    /// What an instruction computes, if it is one that is shared.
    fn key(&self, ins: &Ins) -> Option<Key> {
        let (r, d) = (|r| self.number(Reg::R(r)), |d| self.number(Reg::D(d)));
        let sorted = |a: Number, b: Number| (a.min(b), a.max(b));
        Some(match *ins {
            Ins::Index {
                base,
                index,
                scale,
                signed,
                ..
            } => [0, d(base), r(index), scale, u32::from(signed)],
            Ins::Mad { a, b, c, .. } => {
                let (x, y) = sorted(r(a), r(b));
                [1, x, y, r(c), 0]
            }
            Ins::Widen {
                op: Widen::S32, a, ..
            } => [2, 0, r(a), 0, 0],
            Ins::Widen {
                op: Widen::U32, a, ..
            } => [2, 1, r(a), 0, 0],
            Ins::Bin32 { op, a, b, .. } => {
                let (x, y) = match op {
                    Bin32::Add | Bin32::Mul | Bin32::And | Bin32::Or | Bin32::Xor => {
                        sorted(r(a), r(b))
                    }
                    Bin32::Sub | Bin32::Shl | Bin32::ShrS | Bin32::ShrU => (r(a), r(b)),
                    _ => return None,
                };
                [3, op as u32, x, y, 0]
            }
            Ins::Bin64 { op, a, b, .. } => {
                let (x, y) = match op {
                    Bin64::Add | Bin64::Mul | Bin64::And | Bin64::Or | Bin64::Xor => {
                        sorted(d(a), d(b))
                    }
                    Bin64::Sub | Bin64::Shl | Bin64::ShrS | Bin64::ShrU => (d(a), d(b)),
                    _ => return None,
                };
                [4, op as u32, x, y, 0]
            }
            _ => return None,
        })
    }

    /// Whether whoever reads an instruction's result reads that of no other.
    fn is_free(&self, pc: Pc, at: usize) -> bool {
        !self.bound[at] && !self.spoilt[pc as usize]
    }

    /// The instructions that may go if nobody reads them.
    fn free(&self) -> impl Iterator<Item = Pc> + '_ {
        let free = self.met.iter().filter(|(pc, at, _)| self.is_free(*pc, *at));
        free.map(|(pc, ..)| *pc)
    }

    /// Who computes what others compute again, and those.
    fn groups(&self) -> SortedMap<Pc, Vec<Pc>> {
        let mut first: HashMap<Pc, Pc> = HashMap::new();
        let mut groups: SortedMap<Pc, Vec<Pc>> = SortedMap::new();
        for (pc, at, before) in &self.met {
            let known = before.and_then(|before| first.get(&before).copied());
            match (known, self.is_free(*pc, *at)) {
                (Some(by), free) => {
                    first.insert(*pc, by);
                    if free && step_reads(&self.code.ins[*pc as usize]).is_none() {
                        groups.entry(by).or_default().push(*pc);
                    }
                }
                (None, true) => drop(first.insert(*pc, *pc)),
                (None, false) => {}
            }
        }
        groups
    }
}

fn of(reg: ParamReg) -> Reg {
    match reg {
        ParamReg::R(r) => Reg::R(r),
        ParamReg::D(d) => Reg::D(d),
        ParamReg::P(p) => Reg::P(p),
    }
}

/// The registers that something else than an instruction names.
fn named(code: &Code) -> Vec<Reg> {
    let mut out = Vec::new();
    for variable in &code.variables {
        match variable.place {
            VarPlace::R(r) => out.push(Reg::R(r)),
            VarPlace::D(d) => out.push(Reg::D(d)),
            VarPlace::P(_) | VarPlace::Local(_) => {}
        }
    }
    for site in &code.calls {
        out.extend(site.args32.iter().map(|(_, r)| Reg::R(*r)));
        out.extend(site.args64.iter().map(|(_, d)| Reg::D(*d)));
        out.extend(site.results32.iter().map(|(r, _)| Reg::R(*r)));
        out.extend(site.results64.iter().map(|(d, _)| Reg::D(*d)));
    }
    for site in &code.sys {
        out.extend(site.args.iter().map(|(reg, _)| of(*reg)));
        out.extend(site.results.iter().map(|reg| of(*reg)));
    }
    for site in &code.prints {
        out.extend(site.args.iter().map(|(reg, _)| of(*reg)));
        out.extend([Reg::D(site.format), Reg::R(site.dst)]);
    }
    out
}
