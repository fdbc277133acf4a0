//! Which slots an operation reads and writes, and which are wanted at the end of each stretch of straight code.
//!
//! Operations go in; out come their slots one by one, the stretches, and for each the slots that are read after it. The
//! rule: where it is not known what is read, all that could be is. `shorten` leaves out what nobody reads.

use super::op::{Flat, Op, Slot};
use crate::ir::sys::SysFn;
use crate::ir::{Code, ParamReg, Pc, VarPlace};
use std::ops::Range;

/// How an operation touches a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Touch {
    Read,
    /// Reads so many from this one on.
    Reads(u8),
    Write,
    Writes(u8),
}

impl Op {
    /// Where it may go on besides at the next operation.
    pub fn target(&mut self) -> Option<&mut Pc> {
        match self {
            Op::Jump { to }
            | Op::Back { to }
            | Op::JumpUnless { to, .. }
            | Op::JumpUnlessLtS { to, .. }
            | Op::JumpUnless32 { to, .. }
            | Op::JumpUnless64 { to, .. }
            | Op::Next { to, .. }
            | Op::Again32 { to, .. }
            | Op::Again64 { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Every slot that the operation itself names, reads before writes; a call's are with its site.
    pub fn slots(&mut self, f: &mut impl FnMut(&mut Slot, Touch)) {
        use Touch::{Read, Reads, Write, Writes};
        match self {
            Op::Const { d, .. }
            | Op::Local { d, .. }
            | Op::Wide { d, .. }
            | Op::Global { d, .. }
            | Op::Rand { d } => f(d, Write),
            Op::Mov { d, a }
            | Op::Sext { d, a }
            | Op::Un32 { d, a, .. }
            | Op::Un64 { d, a, .. }
            | Op::Math32 { d, a, .. }
            | Op::Math64 { d, a, .. }
            | Op::Count64 { d, a, .. }
            | Op::Cvt32 { d, a, .. }
            | Op::Widen { d, a, .. }
            | Op::Narrow { d, a, .. }
            | Op::Cvt64 { d, a, .. }
            | Op::Class32 { d, a, .. }
            | Op::Class64 { d, a, .. }
            | Op::Not { d, a }
            | Op::Truth { d, a } => {
                f(a, Read);
                f(d, Write);
            }
            Op::Load { n, d, addr, .. } | Op::Load64 { n, d, addr, .. } => {
                f(addr, Read);
                f(d, Writes(*n));
            }
            Op::Store { n, s, addr, .. } | Op::Store64 { n, s, addr, .. } => {
                f(addr, Read);
                f(s, Reads(*n));
            }
            Op::Ld32 { d, addr, .. } | Op::Ld64 { d, addr, .. } => {
                f(addr, Read);
                f(d, Write);
            }
            Op::St32 { s, addr, .. } | Op::St64 { s, addr, .. } => {
                f(addr, Read);
                f(s, Read);
            }
            Op::Next {
                i, step, bound, d, ..
            } => {
                [&mut *i, step, bound]
                    .into_iter()
                    .for_each(|slot| f(slot, Read));
                f(i, Write);
                f(d, Write);
            }
            Op::JumpUnless { cond, .. } => f(cond, Read),
            Op::CallPointer { target, .. } => f(target, Read),
            Op::Jump { .. }
            | Op::Back { .. }
            | Op::Call { .. }
            | Op::Return
            | Op::Sys { .. }
            | Op::Print { .. }
            | Op::Trap { .. }
            | Op::Kernel => {}
            _ => self.more_slots(f),
        }
    }

    /// The slots of operations with two operands and more.
    fn more_slots(&mut self, f: &mut impl FnMut(&mut Slot, Touch)) {
        use Touch::{Read, Write};
        match self {
            Op::Add32 { d, a, b }
            | Op::Sub32 { d, a, b }
            | Op::Mul32 { d, a, b }
            | Op::FAdd32 { d, a, b }
            | Op::FSub32 { d, a, b }
            | Op::FMul32 { d, a, b }
            | Op::FDiv32 { d, a, b }
            | Op::Add64 { d, a, b }
            | Op::Sub64 { d, a, b }
            | Op::Mul64 { d, a, b }
            | Op::FAdd64 { d, a, b }
            | Op::FSub64 { d, a, b }
            | Op::FMul64 { d, a, b }
            | Op::FDiv64 { d, a, b }
            | Op::Bin32 { d, a, b, .. }
            | Op::Bin64 { d, a, b, .. }
            | Op::Cmp32 { d, a, b, .. }
            | Op::Cmp64 { d, a, b, .. }
            | Op::Pred { d, a, b, .. }
            | Op::Pack { d, lo: a, hi: b }
            | Op::JumpUnlessLtS { d, a, b, .. }
            | Op::JumpUnless32 { d, a, b, .. }
            | Op::JumpUnless64 { d, a, b, .. }
            | Op::Again32 { d, a, b, .. }
            | Op::Again64 { d, a, b, .. }
            | Op::IndexS {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::IndexU {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::IndexL {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::LdAt {
                d,
                base: a,
                index: b,
                ..
            }
            | Op::LdVia {
                d,
                holder: a,
                index: b,
                ..
            } => {
                f(a, Read);
                f(b, Read);
                f(d, Write);
            }
            Op::Mad { d, a, b, c }
            | Op::Fma32 { d, a, b, c }
            | Op::Fma64 { d, a, b, c }
            | Op::MulAdd32 { d, a, b, c }
            | Op::MulAdd64 { d, a, b, c }
            | Op::Intrinsic32 { d, a, b, c, .. }
            | Op::Intrinsic64 { d, a, b, c, .. }
            | Op::Select { d, cond: c, a, b } => {
                f(a, Read);
                f(b, Read);
                f(c, Read);
                f(d, Write);
            }
            Op::StAt { s, base, index, .. }
            | Op::StVia {
                s,
                holder: base,
                index,
                ..
            } => [s, base, index].into_iter().for_each(|slot| f(slot, Read)),
            Op::LdMad { d, base, a, b, c } => {
                [base, a, b, c].into_iter().for_each(|slot| f(slot, Read));
                f(d, Write);
            }
            Op::StMad { s, base, a, b, c } => {
                [s, base, a, b, c]
                    .into_iter()
                    .for_each(|slot| f(slot, Read));
            }
            _ => {}
        }
    }

    /// Whether it only computes: it can be left out if nobody reads its result, and done again later if its operands are still there.
    pub fn is_pure(&self) -> bool {
        match self {
            Op::Bin32 { op, .. } => !crate::vm::scalar::divides32(*op),
            Op::Bin64 { op, .. } => !crate::vm::scalar::divides64(*op),
            Op::Mov { .. }
            | Op::Const { .. }
            | Op::Local { .. }
            | Op::Wide { .. }
            | Op::Global { .. }
            | Op::Add32 { .. }
            | Op::Sub32 { .. }
            | Op::Mul32 { .. }
            | Op::Mad { .. }
            | Op::FAdd32 { .. }
            | Op::FSub32 { .. }
            | Op::FMul32 { .. }
            | Op::FDiv32 { .. }
            | Op::Fma32 { .. }
            | Op::Add64 { .. }
            | Op::Sub64 { .. }
            | Op::Mul64 { .. }
            | Op::FAdd64 { .. }
            | Op::FSub64 { .. }
            | Op::FMul64 { .. }
            | Op::FDiv64 { .. }
            | Op::Fma64 { .. }
            | Op::MulAdd32 { .. }
            | Op::MulAdd64 { .. }
            | Op::IndexS { .. }
            | Op::IndexU { .. }
            | Op::IndexL { .. }
            | Op::Sext { .. }
            | Op::Un32 { .. }
            | Op::Un64 { .. }
            | Op::Math32 { .. }
            | Op::Math64 { .. }
            | Op::Count64 { .. }
            | Op::Cvt32 { .. }
            | Op::Widen { .. }
            | Op::Narrow { .. }
            | Op::Cvt64 { .. }
            | Op::Intrinsic32 { .. }
            | Op::Intrinsic64 { .. }
            | Op::Pack { .. }
            | Op::Cmp32 { .. }
            | Op::Cmp64 { .. }
            | Op::Class32 { .. }
            | Op::Class64 { .. }
            | Op::Pred { .. }
            | Op::Not { .. }
            | Op::Truth { .. }
            | Op::Select { .. } => true,
            _ => false,
        }
    }

    /// Whether there can be no finding about it.
    fn is_quiet(&self) -> bool {
        let control = matches!(
            self,
            Op::JumpUnless { .. }
                | Op::JumpUnlessLtS { .. }
                | Op::JumpUnless32 { .. }
                | Op::JumpUnless64 { .. }
                | Op::Jump { .. }
                | Op::Back { .. }
                | Op::Next { .. }
                | Op::Again32 { .. }
                | Op::Again64 { .. }
                | Op::Rand { .. }
                | Op::Return
        );
        control || self.is_pure()
    }

    /// Whether it may change memory, or hand over to what may.
    pub fn has_effects(&self) -> bool {
        matches!(
            self,
            Op::Store { .. }
                | Op::Store64 { .. }
                | Op::St32 { .. }
                | Op::St64 { .. }
                | Op::StAt { .. }
                | Op::StVia { .. }
                | Op::StMad { .. }
        ) || self.hands_over()
    }

    fn hands_over(&self) -> bool {
        matches!(
            self,
            Op::Call { .. }
                | Op::CallPointer { .. }
                | Op::Sys { .. }
                | Op::Print { .. }
                | Op::Trap { .. }
                | Op::Kernel
        )
    }
}

/// A set of slots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Set(Vec<u64>);

impl Set {
    fn of(slots: usize) -> Set {
        Set(vec![0; slots.div_ceil(64)])
    }

    pub fn has(&self, slot: Slot) -> bool {
        let word = self.0.get(slot as usize / 64).copied().unwrap_or(!0);
        word >> (slot % 64) & 1 != 0
    }

    pub fn put(&mut self, slot: Slot, there: bool) {
        if let Some(word) = self.0.get_mut(slot as usize / 64) {
            *word = *word & !(1 << (slot % 64)) | u64::from(there) << (slot % 64);
        }
    }

    fn join(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// The stretches of a function's code, and what is wanted after each.
pub(super) struct Wanted<'a> {
    code: &'a Code,
    results: Vec<Slot>,
    pub stretches: Vec<Range<usize>>,
    /// What is read after each stretch.
    pub after: Vec<Set>,
    /// Whether an exception may go on in this very function, and what is wanted there.
    catches: bool,
    caught: Set,
}

/// More than this is not worth the time.
const MOST: usize = 8 << 20;

impl<'a> Wanted<'a> {
    /// Of a function that returns `results`; `None` if it is too large.
    pub fn new(flat: &mut Flat, code: &'a Code, results: &[ParamReg]) -> Option<Wanted<'a>> {
        let slots = flat.entry.len();
        let n = flat.ops.len();
        let mut begins = vec![false; n + 1];
        for at in 0..n {
            let sets_a_try = sets_a_try(&flat.ops[at], code);
            let op = &mut flat.ops[at];
            let returns = matches!(op, Op::Return);
            if let Some(to) = op.target() {
                begins[(*to as usize).min(n)] = true;
                begins[at + 1] = true;
            }
            begins[at + 1] |= sets_a_try || returns;
        }
        let mut stretches: Vec<Range<usize>> = Vec::new();
        let mut from = 0;
        let ends = begins.iter().enumerate().skip(1);
        for (at, _) in ends.filter(|(at, begins)| *at == n || **begins) {
            stretches.push(from..at);
            from = at;
        }
        if stretches.len().saturating_mul(slots) > MOST {
            return None;
        }
        let mut wanted = Wanted {
            code,
            results: results.iter().map(|reg| flat.slot(*reg)).collect(),
            after: vec![Set::of(slots); stretches.len()],
            stretches,
            catches: flat.ops.iter().any(|op| sets_a_try(op, code)),
            caught: Set::of(slots),
        };
        wanted.settle(flat, slots);
        Some(wanted)
    }

    fn settle(&mut self, flat: &mut Flat, slots: usize) {
        let mut stretch_at = vec![usize::MAX; flat.ops.len() + 1];
        for (k, stretch) in self.stretches.iter().enumerate() {
            stretch_at[stretch.start] = k;
        }
        let mut before = vec![Set::of(slots); self.stretches.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for k in (0..self.stretches.len()).rev() {
                let Range { start, end } = self.stretches[k].clone();
                let mut live = Set::of(slots);
                let last = end - 1;
                let op = &mut flat.ops[last];
                let falls = !matches!(op, Op::Jump { .. } | Op::Back { .. } | Op::Return);
                let target = op.target().map(|to| *to as usize);
                let next = falls.then_some(end);
                for to in target.into_iter().chain(next) {
                    if let Some(set) = stretch_at.get(to).and_then(|k| before.get(*k)) {
                        live.join(set);
                    }
                }
                self.after[k].clone_from(&live);
                for at in (start..end).rev() {
                    self.step(flat, at, &mut live);
                }
                if sets_a_try(&flat.ops[last], self.code) && next.is_some() {
                    let set = before.get(k + 1).cloned().unwrap_or_default();
                    self.caught.join(&set);
                }
                if before[k] != live {
                    before[k] = live;
                    changed = true;
                }
            }
        }
    }

    /// From what is wanted after an operation to what is wanted before it.
    pub fn step(&self, flat: &mut Flat, at: usize, live: &mut Set) {
        let op = &mut flat.ops[at];
        op.slots(&mut |slot, touch| match touch {
            Touch::Write => live.put(*slot, false),
            Touch::Writes(n) => (0..u16::from(n)).for_each(|k| live.put(*slot + k, false)),
            _ => {}
        });
        self.given(flat, at, &mut |slot| live.put(slot, false));
        let op = &mut flat.ops[at];
        if self.catches && op.hands_over() {
            live.join(&self.caught);
        }
        op.slots(&mut |slot, touch| match touch {
            Touch::Read => live.put(*slot, true),
            Touch::Reads(n) => (0..u16::from(n)).for_each(|k| live.put(*slot + k, true)),
            _ => {}
        });
        self.taken(flat, at, &mut |slot| live.put(slot, true));
    }

    /// The slots that a call writes.
    pub fn given(&self, flat: &Flat, at: usize, f: &mut impl FnMut(Slot)) {
        match flat.ops[at] {
            Op::Call { site } | Op::CallPointer { site, .. } => {
                let site = flat.calls.get(site as usize);
                site.into_iter()
                    .flat_map(|site| &site.results)
                    .for_each(|result| f(result.2));
            }
            Op::Sys { site } => {
                let site = self.code.sys.get(site as usize);
                site.into_iter()
                    .flat_map(|site| &site.results)
                    .for_each(|reg| f(flat.slot(*reg)));
            }
            Op::Print { site } => {
                let site = self.code.prints.get(site as usize);
                site.into_iter()
                    .for_each(|site| f(flat.slot(ParamReg::R(site.dst))));
            }
            _ => {}
        }
    }

    /// The slots that a call or a return reads, or that a finding about an operation would.
    pub fn taken(&self, flat: &Flat, at: usize, f: &mut impl FnMut(Slot)) {
        match flat.ops[at] {
            Op::Call { site } | Op::CallPointer { site, .. } => {
                let site = flat.calls.get(site as usize);
                site.into_iter()
                    .flat_map(|site| &site.args)
                    .for_each(|arg| f(arg.2));
            }
            Op::Sys { site } => {
                let site = self.code.sys.get(site as usize);
                site.into_iter()
                    .flat_map(|site| &site.args)
                    .for_each(|(reg, _)| f(flat.slot(*reg)));
            }
            Op::Print { site } => {
                if let Some(site) = self.code.prints.get(site as usize) {
                    f(flat.slot(ParamReg::D(site.format)));
                    site.args.iter().for_each(|(reg, _)| f(flat.slot(*reg)));
                }
            }
            Op::Return => self.results.iter().for_each(|slot| f(*slot)),
            _ => {}
        }
        if !flat.ops[at].is_quiet() {
            self.told(flat, at, f);
        }
    }

    /// The slots of the variables that a finding at an operation would print.
    fn told(&self, flat: &Flat, at: usize, f: &mut impl FnMut(Slot)) {
        let pc = flat.from.get(at).copied().unwrap_or(0);
        let Some(place) = self.code.at.get(pc as usize) else {
            return;
        };
        let from = self.code.mentions.partition_point(|m| m.0 < place.line);
        let mentions = self.code.mentions.get(from..).unwrap_or_default().iter();
        let variables = mentions
            .take_while(|m| m.0 == place.line)
            .filter_map(|m| self.code.variables.get(m.1 as usize))
            .filter(|v| v.from <= pc && pc < v.to);
        for v in variables {
            match v.place {
                VarPlace::R(r) => f(flat.slot(ParamReg::R(r))),
                VarPlace::D(d) => f(flat.slot(ParamReg::D(d))),
                VarPlace::P(p) => f(flat.slot(ParamReg::P(p))),
                VarPlace::Local(_) => {}
            }
        }
    }
}

/// Whether control may come back to after this operation, with an exception.
fn sets_a_try(op: &Op, code: &Code) -> bool {
    let Op::Sys { site } = op else {
        return false;
    };
    let site = code.sys.get(*site as usize);
    site.is_some_and(|site| site.what == SysFn::Try)
}
