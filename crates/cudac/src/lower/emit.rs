//! The code of one kernel or called function in the making: instructions, registers, constants, open frames.
//!
//! The rule: registers are a stack. A variable takes its registers where its scope opens, a temporary where it is
//! made, and both give them back by returning to a [`Mark`]. Constants, built-in variables and the addresses of
//! variables have registers of their own for the whole of the code ([`FIXED`] and up until [`Emitter::finish`] numbers
//! them); what must compute them runs once, at entry.

mod finish;

use super::reuse::Known;
use super::tile::Tiles;
use super::value::{Leaf, Reg, RegisterKind};
use cuda_ir::caller::Caller;
use cuda_ir::cost::Unit;
use cuda_ir::op::{CopyStep, MemTy, Special};
use cuda_ir::operands::{Operand, operands};
use cuda_ir::sys::SysSite;
use cuda_ir::{
    At, CallSite, D, GlobalId, Ins, LocalId, LocalVar, MAX_REGISTERS, P, Pc, PrintSite, R,
    SharedId, Variable,
};
use cuda_source::source::{LineColumn, Source, Span};
use std::collections::HashMap;

/// Numbers from here on are registers held for the whole of the code, not yet numbered finally.
pub(super) const FIXED: u16 = 0x8000;

/// Most instructions of one kernel after inlining.
const MAX_INSTRUCTIONS: usize = 1 << 16;

/// How many registers of each kind were in use at some point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark([u16; 3]);

/// How much was declared at some point: source variables, and those of them in local memory.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    pub variables: usize,
    pub scoped: usize,
}

impl Mark {
    /// Whether the register was given out after the mark was made.
    pub(super) fn before(self, reg: Reg) -> bool {
        reg.number() < FIXED && reg.number() >= self.0[reg.kind() as usize]
    }
}

/// What is computed once, at entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Entry {
    Special(u8, u8),
    Shared(u16),
    Local(u16),
    Global(u32),
}

/// Constants with the registers that hold them.
type Constants = (Vec<(R, u32)>, Vec<(D, u64)>);

enum Frame {
    If { open: usize, other: Option<usize> },
    Block { open: usize },
    Loop { open: usize },
}

/// See the module's head.
pub(super) struct Emitter<'a> {
    source: &'a Source,
    /// Whether code is made as it comes: nothing is left out, nothing is rewritten.
    pub plain: bool,
    /// Where the next instructions come from.
    pub span: Span,
    /// Which bytes they move are no field's.
    pub padding: u16,
    /// Whether they are parts of one that a device has for them all.
    pub part: bool,
    /// Whether they are of a function on pairs of small floats, and the next operation on one is of the upper half.
    pub packed: bool,
    pub upper: bool,
    /// Whether they make an asynchronous copy: a device has one instruction that loads and stores.
    copying: bool,
    /// The call in the learner's text whose callee in a header of ours is being inlined.
    outside: Span,
    /// The calls that were inlined, and the one whose callee it is.
    callers: Vec<Caller>,
    caller: u32,
    ins: Vec<Ins>,
    at: Vec<At>,
    last_at: At,
    next: [u16; 3],
    most: [u16; 3],
    fixed: [u16; 3],
    consts32: HashMap<u32, R>,
    consts64: HashMap<u64, D>,
    consts: Constants,
    entry: Vec<(Ins, At)>,
    entries: HashMap<Entry, Reg>,
    frames: Vec<Frame>,
    /// The first instruction that may still be rewritten: nothing jumps between it and the end.
    open_from: usize,
    pub locals: Vec<LocalVar>,
    pub calls: Vec<CallSite>,
    pub sys: Vec<SysSite>,
    pub prints: Vec<PrintSite>,
    pub messages: Vec<String>,
    pub variables: Vec<Variable>,
    /// Declared variables in local memory, whose scopes end.
    pub scoped: Vec<u16>,
    pub mentions: Vec<(u32, u32)>,
    known: Known,
    /// Local arrays in registers.
    pub tiles: Tiles,
    /// Whether something ran over a limit.
    pub overflow: bool,
}

impl<'a> Emitter<'a> {
    /// What the program says at a place.
    pub(super) fn written(&self, span: Span) -> &'a str {
        self.source.slice(span)
    }

    pub(super) fn new(source: &'a Source, plain: bool) -> Emitter<'a> {
        Emitter {
            source,
            plain,
            span: Span::default(),
            padding: 0,
            part: false,
            packed: false,
            upper: false,
            copying: false,
            outside: Span::default(),
            callers: Vec::new(),
            caller: 0,
            ins: Vec::new(),
            at: Vec::new(),
            last_at: At::default(),
            next: [0; 3],
            most: [0; 3],
            fixed: [0; 3],
            consts32: HashMap::new(),
            consts64: HashMap::new(),
            consts: (Vec::new(), Vec::new()),
            entry: Vec::new(),
            entries: HashMap::new(),
            frames: Vec::new(),
            open_from: 0,
            locals: Vec::new(),
            calls: Vec::new(),
            sys: Vec::new(),
            prints: Vec::new(),
            messages: Vec::new(),
            variables: Vec::new(),
            scoped: Vec::new(),
            mentions: Vec::new(),
            known: Known::default(),
            tiles: Tiles::default(),
            overflow: false,
        }
    }

    // ---- registers ----

    pub(super) fn mark(&self) -> Mark {
        Mark(self.next)
    }

    pub(super) fn release(&mut self, mark: Mark) {
        self.next = mark.0;
        self.tiles.release(mark);
    }

    pub(super) fn fresh(&mut self, kind: RegisterKind) -> Reg {
        let k = kind as usize;
        let number = self.next[k];
        if number >= MAX_REGISTERS - 1 {
            self.overflow = true;
            return Reg::new(kind, number);
        }
        self.next[k] += 1;
        self.most[k] = self.most[k].max(self.next[k]);
        Reg::new(kind, number)
    }

    pub(super) fn r(&mut self) -> R {
        self.fresh(RegisterKind::R).r()
    }

    pub(super) fn d(&mut self) -> D {
        self.fresh(RegisterKind::D).d()
    }

    pub(super) fn p(&mut self) -> P {
        self.fresh(RegisterKind::P).p()
    }

    pub(super) fn fresh_leaves(&mut self, leaves: &[(u64, Leaf)]) -> Vec<Reg> {
        leaves
            .iter()
            .map(|(_, leaf)| self.fresh(leaf.kind()))
            .collect()
    }

    fn fixed(&mut self, kind: RegisterKind) -> Reg {
        let number = self.fixed[kind as usize];
        if number >= MAX_REGISTERS - 1 {
            self.overflow = true;
            return Reg::new(kind, FIXED);
        }
        self.fixed[kind as usize] += 1;
        Reg::new(kind, FIXED + number)
    }

    pub(super) fn const32(&mut self, value: u32) -> R {
        if let Some(r) = self.consts32.get(&value) {
            return *r;
        }
        let r = self.fixed(RegisterKind::R).r();
        self.consts32.insert(value, r);
        self.consts.0.push((r, value));
        r
    }

    pub(super) fn const64(&mut self, value: u64) -> D {
        if let Some(d) = self.consts64.get(&value) {
            return *d;
        }
        let d = self.fixed(RegisterKind::D).d();
        self.consts64.insert(value, d);
        self.consts.1.push((d, value));
        d
    }

    /// The register of something that is computed once, at entry.
    pub(super) fn at_entry(&mut self, what: Entry) -> Reg {
        if let Some(reg) = self.entries.get(&what) {
            return *reg;
        }
        let kind = if matches!(what, Entry::Special(..)) {
            RegisterKind::R
        } else {
            RegisterKind::D
        };
        let reg = self.fixed(kind);
        let ins = match what {
            Entry::Special(family, axis) => Ins::Special {
                dst: reg.r(),
                what: match family {
                    0 => Special::Tid(axis),
                    1 => Special::Ctaid(axis),
                    2 => Special::Ntid(axis),
                    _ => Special::Nctaid(axis),
                },
            },
            Entry::Shared(n) => Ins::SharedAddr {
                dst: reg.d(),
                var: SharedId(n),
            },
            Entry::Local(n) => Ins::LocalAddr {
                dst: reg.d(),
                var: LocalId(n),
            },
            Entry::Global(n) => Ins::GlobalAddr {
                dst: reg.d(),
                var: GlobalId(n),
            },
        };
        let at = self.here();
        self.entry.push((ins, at));
        self.entries.insert(what, reg);
        reg
    }

    /// Which local variable starts at the address in a register.
    pub(super) fn local_at(&self, base: D) -> Option<LocalId> {
        let found = self.entries.iter().find(|(_, reg)| **reg == Reg::D(base));
        match found {
            Some((Entry::Local(n), _)) => Some(LocalId(*n)),
            _ => None,
        }
    }

    // ---- instructions ----

    fn here(&mut self) -> At {
        let inside = self.span.is_system() && self.outside != Span::default();
        let span = if inside { self.outside } else { self.span };
        if self.last_at.span != span || self.last_at.line == 0 {
            let LineColumn { line, column } = self.source.line_column(span.start);
            self.last_at = At {
                span,
                line,
                column,
                library: inside,
                padding: 0,
                part: false,
                upper: false,
                caller: 0,
            };
        }
        self.last_at.library = inside;
        self.last_at.padding = self.padding;
        self.last_at.part = self.part;
        self.last_at.upper = false;
        self.last_at.caller = self.caller;
        self.last_at
    }

    /// Begins the body of an inlined call that stands at the current span; gives what [`Emitter::leave_call`] wants. What
    /// comes from a header of ours counts for the learner's call that led there; the callee has a name if it is the
    /// learner's own.
    pub(super) fn enter_call(&mut self, callee: Option<&str>) -> (Span, u32) {
        let before = (self.outside, self.caller);
        if !self.span.is_system() {
            self.outside = self.span;
        }
        if let Some(callee) = callee.filter(|_| self.outside != Span::default()) {
            let LineColumn { line, column } = self.source.line_column(self.outside.start);
            self.callers.push(Caller {
                span: self.outside,
                line,
                column,
                callee: callee.to_owned(),
                outer: self.caller,
            });
            self.caller = self.callers.len() as u32;
        }
        before
    }

    /// Ends the body of an inlined call.
    pub(super) fn leave_call(&mut self, before: (Span, u32)) {
        (self.outside, self.caller) = before;
    }

    /// The line that the current span starts on.
    pub(super) fn line(&mut self) -> u32 {
        self.here().line
    }

    pub(super) fn declared(&self) -> Declared {
        Declared {
            variables: self.variables.len(),
            scoped: self.scoped.len(),
        }
    }

    pub(super) fn pc(&self) -> usize {
        self.ins.len()
    }

    pub(super) fn emit(&mut self, ins: Ins) {
        if self.ins.len() >= MAX_INSTRUCTIONS {
            self.overflow = true;
            return;
        }
        let mut at = self.here();
        let price = cuda_ir::cost::cost(&ins);
        if self.packed && price.unit == Unit::Half && price.flops > 0 {
            at.upper = self.upper;
            self.upper = !self.upper;
        }
        match ins {
            Ins::Copies { step, .. } => self.copying = step == CopyStep::Begin,
            Ins::St { .. } | Ins::St64 { .. } => at.part |= self.copying,
            _ => {}
        }
        for reg in self.known.see(&ins) {
            self.tiles.write(reg, self.frames.len());
        }
        self.ins.push(ins);
        self.at.push(at);
    }

    /// `to = from`. Where `from` was just computed into a temporary (given out after `since`), the instruction that
    /// computed it writes `to` instead.
    pub(super) fn place_result(&mut self, to: Reg, from: Reg, since: Mark) {
        if to == from {
            return;
        }
        if !self.plain
            && since.before(from)
            && self.pc() > self.open_from
            && let Some(last) = self.ins.last_mut()
            && retarget(last, from, to)
        {
            self.known.moved(from, to);
            self.tiles.write(to, self.frames.len());
            return;
        }
        self.copy(to, from);
    }

    /// The same for a vector that was just loaded, if `to` is a row of registers too.
    pub(super) fn place_row(&mut self, to: &[Reg], from: &[Reg], since: Mark) -> bool {
        let row = |regs: &[Reg]| {
            regs.windows(2)
                .all(|w| w[0].kind() == w[1].kind() && w[0].number() + 1 == w[1].number())
        };
        let fits = to.len() == from.len() && !to.is_empty() && row(to) && since.before(from[0]);
        if self.plain || !fits || self.pc() <= self.open_from {
            return false;
        }
        match (self.ins.last_mut(), from[0], to[0]) {
            (Some(Ins::Ld { n, dst, .. }), Reg::R(from), Reg::R(first))
                if *dst == from && usize::from(*n) == to.len() =>
            {
                *dst = first;
            }
            (Some(Ins::Ld64 { n, dst, .. }), Reg::D(from), Reg::D(first))
                if *dst == from && usize::from(*n) == to.len() =>
            {
                *dst = first;
            }
            _ => return false,
        }
        from.iter()
            .zip(to)
            .for_each(|(from, to)| self.known.moved(*from, *to));
        true
    }

    /// Registers that already hold what a load would give, if it would be redundant.
    pub(super) fn held(
        &mut self,
        addr: D,
        offset: i32,
        shape: (Option<MemTy>, u8),
    ) -> Option<Vec<Reg>> {
        if self.plain {
            return None;
        }
        let regs = self.known.load(addr, offset, shape)?;
        self.seal(); // who gets the registers must not see the load moved elsewhere
        let live = |reg: &Reg| reg.number() < self.next[reg.kind() as usize];
        if regs.iter().all(live) {
            return Some(regs);
        }
        let own: Vec<Reg> = regs.iter().map(|reg| self.fresh(reg.kind())).collect();
        let mut moves: Vec<(Reg, Reg)> = own.iter().copied().zip(regs).collect();
        if moves[0].0.number() > moves[0].1.number() {
            moves.reverse(); // the rows may overlap
        }
        for (to, from) in moves.into_iter().filter(|(to, from)| to != from) {
            self.copy(to, from);
        }
        Some(own)
    }

    /// `to = from`.
    pub(super) fn copy(&mut self, to: Reg, from: Reg) {
        match (to, from) {
            (Reg::R(dst), Reg::R(a)) => self.emit(Ins::Mov { dst, a }),
            (Reg::D(dst), Reg::D(a)) => self.emit(Ins::Mov64 { dst, a }),
            (Reg::P(dst), Reg::P(a)) => self.emit(Ins::MovP { dst, a }),
            _ => self.emit(Ins::Mov {
                dst: R(u16::MAX),
                a: R(u16::MAX),
            }), // the verifier refuses it
        }
    }

    // ---- frames ----

    fn seal(&mut self) {
        self.open_from = self.ins.len();
    }

    pub(super) fn begin_if(&mut self, cond: P) {
        self.frames.push(Frame::If {
            open: self.pc(),
            other: None,
        });
        self.emit(Ins::If { cond, other: 0 });
        self.seal();
    }

    pub(super) fn begin_else(&mut self) {
        let here = self.pc();
        if let Some(Frame::If { other, .. }) = self.frames.last_mut() {
            *other = Some(here);
        }
        self.emit(Ins::Else { end: 0 });
        self.tiles.close(self.frames.len() - 1);
        self.known.forget();
        self.seal();
    }

    pub(super) fn begin_block(&mut self) -> usize {
        self.frames.push(Frame::Block { open: self.pc() });
        self.emit(Ins::Block { end: 0 });
        self.seal();
        self.frames.len() - 1
    }

    pub(super) fn begin_loop(&mut self) -> usize {
        self.frames.push(Frame::Loop { open: self.pc() });
        self.emit(Ins::Loop { step: 0, end: 0 });
        self.known.forget();
        self.seal();
        self.frames.len() - 1
    }

    pub(super) fn loop_step(&mut self) {
        let here = self.pc() as Pc;
        if let Some(Frame::Loop { open }) = self.frames.last()
            && let Some(Ins::Loop { step, .. }) = self.ins.get_mut(*open)
        {
            *step = here;
        }
        self.emit(Ins::LoopStep);
        self.known.forget();
        self.seal();
    }

    /// Closes the innermost frame.
    pub(super) fn end(&mut self) {
        let here = self.pc() as Pc;
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let (open, closing) = match frame {
            Frame::If { open, other } => {
                if let Some(Ins::Else { end }) = other.and_then(|pc| self.ins.get_mut(pc)) {
                    *end = here;
                }
                if let Some(Ins::If { other: target, .. }) = self.ins.get_mut(open) {
                    *target = other.map_or(here, |pc| pc as Pc);
                }
                (open, Ins::EndIf)
            }
            Frame::Block { open } => (open, Ins::EndBlock),
            Frame::Loop { open } => (open, Ins::EndLoop),
        };
        if let Some(Ins::Block { end } | Ins::Loop { end, .. }) = self.ins.get_mut(open) {
            *end = here;
        }
        self.emit(closing);
        self.tiles.close(self.frames.len());
        self.known.forget();
        self.seal();
    }

    fn levels(&self, frame: usize) -> u16 {
        (self.frames.len() - 1).saturating_sub(frame) as u16
    }

    /// Leaves the Block or Loop frame that `begin_…` numbered.
    pub(super) fn leave(&mut self, frame: usize) {
        let levels = self.levels(frame);
        self.emit(Ins::Leave { levels });
        self.seal();
    }

    pub(super) fn go_on(&mut self, frame: usize) {
        let levels = self.levels(frame);
        self.emit(Ins::Continue { levels });
        self.seal();
    }
}

/// Makes `ins`, if `from` is all that it writes, write `to`.
fn retarget(ins: &mut Ins, from: Reg, to: Reg) -> bool {
    if from.kind() != to.kind()
        || matches!(
            ins,
            Ins::Shfl { .. }
                | Ins::Call { .. }
                | Ins::CallPointer { .. }
                | Ins::Sys { .. }
                | Ins::Print { .. }
        )
    {
        return false;
    }
    let (mut writes, mut whole) = (false, true);
    operands(ins, &mut |operand: Operand<'_>| {
        let (reg, count, written) = operand.parts();
        if written {
            writes = reg == from;
            whole &= count == 1 && reg == from;
        }
    });
    if !(writes && whole) {
        return false;
    }
    operands(ins, &mut |operand: Operand<'_>| match (operand, to) {
        (
            Operand::R {
                reg, written: true, ..
            },
            Reg::R(to),
        ) => *reg = to,
        (
            Operand::D {
                reg, written: true, ..
            },
            Reg::D(to),
        ) => *reg = to,
        (
            Operand::P {
                reg, written: true, ..
            },
            Reg::P(to),
        ) => *reg = to,
        _ => {}
    });
    true
}
