//! Which slots are wanted after each stretch of straight code.
//!
//! A function's operations go in; out come the stretches, and for each the slots that are read after it. The rule: a
//! caller, a finding that would print a variable and whoever catches an exception are readers too. `shorten` leaves out
//! what nobody reads.

use super::op::{Flat, Op, Slot};
use super::slots::Touch;
use cuda_ir::sys::SysFn;
use cuda_ir::{Code, ParamReg, VarPlace};
use std::ops::Range;

/// A set of slots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SlotSet(Vec<u64>);

impl SlotSet {
    fn of(slots: usize) -> SlotSet {
        SlotSet(vec![0; slots.div_ceil(64)])
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

    fn join(&mut self, other: &SlotSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// The stretches of a function's code, and what is wanted after each.
pub(super) struct Liveness<'a> {
    code: &'a Code,
    results: Vec<Slot>,
    pub stretches: Vec<Range<usize>>,
    /// What is read after each stretch.
    pub after: Vec<SlotSet>,
    /// Whether an exception may go on in this very function, and what is wanted there.
    catches: bool,
    caught: SlotSet,
}

/// More than this is not worth the time.
const MOST: usize = 8 << 20;

impl<'a> Liveness<'a> {
    /// Of a function that returns `results`; `None` if it is too large.
    pub fn new(flat: &mut Flat, code: &'a Code, results: &[ParamReg]) -> Option<Liveness<'a>> {
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
        let mut wanted = Liveness {
            code,
            results: results.iter().map(|reg| flat.slot(*reg)).collect(),
            after: vec![SlotSet::of(slots); stretches.len()],
            stretches,
            catches: flat.ops.iter().any(|op| sets_a_try(op, code)),
            caught: SlotSet::of(slots),
        };
        wanted.settle(flat, slots);
        Some(wanted)
    }

    fn settle(&mut self, flat: &mut Flat, slots: usize) {
        let mut stretch_at = vec![usize::MAX; flat.ops.len() + 1];
        for (k, stretch) in self.stretches.iter().enumerate() {
            stretch_at[stretch.start] = k;
        }
        let mut before = vec![SlotSet::of(slots); self.stretches.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for k in (0..self.stretches.len()).rev() {
                let Range { start, end } = self.stretches[k].clone();
                let mut live = SlotSet::of(slots);
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
    pub fn step(&self, flat: &mut Flat, at: usize, live: &mut SlotSet) {
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
