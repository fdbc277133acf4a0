//! Which loops can be executed in strips, and what there is to do for each of their instructions.
//!
//! A function's code goes in, strips come out. The rule: a loop in which another is worth it is left to that one, for
//! neighbours in memory are mostly neighbours in the inner loop. What its registers are is asked of `registers`.

use sorted::SortedMap;

use super::Kind;
use crate::liveness::Liveness;
use crate::op::{Flat, Op};
use cuda_ir::operands::{Operand, operands};
use cuda_ir::register::Reg;
use cuda_ir::sys::SysFn;
use cuda_ir::{Code, Function, Ins, ParamReg, Pc, R};
use std::collections::{HashMap, HashSet};
use warp::vm::scalar::{divides32, divides64};

/// Functions with more registers than this have no strips: a strip's take room.
const REGISTERS: u16 = 1024;

/// Finds the strips of a function and puts them where its loops are entered; `flat` is not yet shortened.
pub fn plan(flat: &mut Flat, function: &Function) {
    let code = &function.code;
    let entered: Vec<usize> = (0..flat.ops.len())
        .filter(|at| matches!(flat.ops[*at], Op::Strip { .. }))
        .collect();
    let small = code.registers.iter().all(|n| *n <= REGISTERS);
    let wanted = match entered.is_empty() || !small {
        true => None,
        false => Liveness::new(flat, code, &function.results),
    };
    let mut taken: Vec<(Pc, Pc)> = Vec::new();
    // The inner loops first.
    for at in entered.into_iter().rev() {
        let from = flat.from[at];
        let strip = wanted.as_ref().and_then(|wanted| {
            let Some(Ins::Loop { end, .. }) = code.ins.get(from as usize) else {
                return None;
            };
            if taken.iter().any(|inner| from < inner.0 && inner.1 < *end) {
                return None;
            }
            let strip = Plan::new(flat, code, (from, *end))?.strip(wanted)?;
            if strip.sums.is_empty() && strip.bests.is_empty() {
                taken.push((from, *end));
            }
            Some(strip)
        });
        flat.ops[at] = match strip {
            Some(strip) => {
                if strip.kinds.contains(&Kind::Alone) {
                    again_after_one(flat, from + strip.end, at);
                }
                flat.strips.push(strip);
                let strip = flat.strips.len() as u32 - 1;
                Op::Strip { strip }
            }
            None => Op::Mov { d: 0, a: 0 },
        };
    }
}

/// A loop that needs the interpreter for some of its iterations goes back to where strips are tried.
fn again_after_one(flat: &mut Flat, end: Pc, begin: usize) {
    let back = flat
        .from
        .iter()
        .zip(&mut flat.ops)
        .find(|(pc, op)| **pc == end && matches!(op, Op::Back { .. }));
    if let Some((_, Op::Back { to })) = back {
        *to = begin as Pc;
    }
}

/// What is known of the registers at a place: which were written on every way there. `None` where no lane comes.
type Written = Option<HashSet<Reg>>;

fn both(a: Written, b: Written) -> Written {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (a, b) => a.or(b),
    }
}

/// An open construct: what had been written when it was opened, or in its first branch.
struct Open {
    is_loop: bool,
    before: Written,
    first: Option<Written>,
}

/// A write of a register.
#[derive(Clone, Copy)]
pub(super) struct Write {
    pub at: usize,
    /// Whether each iteration comes there just once.
    pub always: bool,
    /// Whether it is in no inner loop.
    pub outside: bool,
    /// Whether it is in a branch.
    pub maybe: bool,
    /// After the loop's test.
    pub tested: bool,
}

/// A loop that is looked at.
pub(super) struct Plan<'a> {
    pub flat: &'a Flat,
    pub outer: &'a Code,
    pub from: Pc,
    pub ins: Vec<Ins>,
    pub kinds: Vec<Kind>,
    pub test: Option<Pc>,
    pub step: Pc,
    pub writes: SortedMap<u32, Vec<Write>>,
    pub regs: HashMap<u32, Reg>,
    pub reads: HashMap<u32, usize>,
    /// Where each register is read first.
    pub read_from: HashMap<u32, usize>,
    /// Registers that are read before they are written.
    pub early: HashSet<u32>,
    /// Registers that every iteration has written at its end.
    pub surely: HashSet<u32>,
    pub loops: bool,
    pub draws: Vec<R>,
    /// Stores that every iteration makes.
    stores: Vec<usize>,
}

/// A register as a number, in a fixed order.
pub(super) fn key(reg: Reg) -> u32 {
    match reg {
        Reg::R(r) => u32::from(r.0),
        Reg::D(d) => 1 << 16 | u32::from(d.0),
        Reg::P(p) => 2 << 16 | u32::from(p.0),
    }
}

/// The registers that an instruction reads, and those that it writes.
pub(super) fn touched(ins: &Ins) -> (Vec<Reg>, Vec<Reg>) {
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    let mut ins = *ins;
    operands(&mut ins, &mut |operand: Operand<'_>| {
        let (reg, count, written) = operand.parts();
        let list = if written { &mut writes } else { &mut reads };
        for k in 0..u16::from(count) {
            list.push(match reg {
                Reg::R(r) => Reg::R(cuda_ir::R(r.0 + k)),
                Reg::D(d) => Reg::D(cuda_ir::D(d.0 + k)),
                Reg::P(p) => Reg::P(p),
            });
        }
    });
    (reads, writes)
}

/// Reads what was copied instead of the copy, along straight code.
fn without_copies(ins: &mut [Ins]) {
    let mut copies: HashMap<Reg, Reg> = HashMap::new();
    for ins in ins {
        operands(ins, &mut |operand: Operand<'_>| {
            let (reg, count, written) = operand.parts();
            let from = copies.get(&reg).filter(|_| !written && count == 1);
            match (operand, from) {
                (Operand::R { reg, .. }, Some(Reg::R(from))) => *reg = *from,
                (Operand::D { reg, .. }, Some(Reg::D(from))) => *reg = *from,
                (Operand::P { reg, .. }, Some(Reg::P(from))) => *reg = *from,
                _ => {}
            }
        });
        for reg in touched(ins).1 {
            copies.retain(|to, from| *to != reg && *from != reg);
        }
        match *ins {
            Ins::Mov { dst, a } if dst != a => _ = copies.insert(Reg::R(dst), Reg::R(a)),
            Ins::Mov64 { dst, a } if dst != a => _ = copies.insert(Reg::D(dst), Reg::D(a)),
            Ins::MovP { dst, a } if dst != a => _ = copies.insert(Reg::P(dst), Reg::P(a)),
            _ if ins.steers() || matches!(ins, Ins::Sys { .. } | Ins::Print { .. }) => {
                copies.clear();
            }
            _ => {}
        }
    }
}

impl<'a> Plan<'a> {
    /// Looks at a loop from its `Loop` to its `EndLoop`; `None` if it cannot be one.
    fn new(flat: &'a Flat, outer: &'a Code, (from, end): (Pc, Pc)) -> Option<Self> {
        let mut ins = outer.ins.get(from as usize..=end as usize)?.to_vec();
        for ins in &mut ins {
            let near = |to: &mut Pc| *to = to.saturating_sub(from);
            match ins {
                Ins::If { other, .. } => near(other),
                Ins::Else { end } | Ins::Block { end } => near(end),
                Ins::Loop { step, end } => {
                    near(step);
                    near(end);
                }
                _ => {}
            }
        }
        without_copies(&mut ins);
        let step = match ins.first() {
            Some(Ins::Loop { step, .. }) => *step,
            _ => return None,
        };
        let mut plan = Plan {
            flat,
            outer,
            from,
            kinds: vec![Kind::Nothing; ins.len()],
            ins,
            test: None,
            step,
            writes: SortedMap::new(),
            regs: HashMap::new(),
            reads: HashMap::new(),
            read_from: HashMap::new(),
            early: HashSet::new(),
            surely: HashSet::new(),
            loops: false,
            draws: Vec::new(),
            stores: Vec::new(),
        };
        plan.walk()?;
        plan.test?;
        if plan.stores_in_one_place() {
            return None;
        }
        (plan.draws.is_empty() || !plan.loops).then_some(plan)
    }

    /// Goes through the code once, as control does.
    fn walk(&mut self) -> Option<()> {
        let mut open: Vec<Open> = Vec::new();
        let mut written: Written = Some(HashSet::new());
        // Some lanes may have gone on to the step.
        let mut skipped = false;
        let last = self.ins.len() - 1;
        for at in 1..last {
            let ins = self.ins[at];
            let depth = open.len();
            let kind = self.kind(at, &ins, depth);
            self.kinds[at] = kind;
            let always = depth == 0 && !skipped;
            if kind == Kind::Alone {
                if always {
                    return None;
                }
                written = None;
                continue;
            }
            self.note(at, &ins, &mut written, (always, &open));
            if always && matches!(ins, Ins::St { .. } | Ins::St64 { .. }) {
                self.stores.push(at);
            }
            match ins {
                Ins::If { .. } | Ins::Block { .. } | Ins::Loop { .. } => {
                    let is_loop = matches!(ins, Ins::Loop { .. });
                    self.loops |= is_loop;
                    open.push(Open {
                        is_loop,
                        before: written.clone(),
                        first: None,
                    });
                }
                Ins::Else { .. } => {
                    let open = open.last_mut()?;
                    open.first = Some(written);
                    written = open.before.clone();
                }
                Ins::EndIf => {
                    let open = open.pop()?;
                    written = both(written, open.first.unwrap_or(open.before));
                }
                Ins::EndBlock | Ins::EndLoop => written = open.pop()?.before,
                Ins::LoopTest { .. } if depth == 0 => {
                    let another = self.test.replace(at as Pc).is_some();
                    (!another && at as Pc <= self.step).then_some(())?;
                }
                Ins::LoopStep if depth == 0 => {
                    if skipped {
                        let before = written.take().unwrap_or_default();
                        written = Some(before);
                    }
                    skipped = false;
                }
                Ins::Continue { levels } => {
                    skipped |= levels as usize == depth;
                    written = None;
                }
                Ins::Leave { .. } => written = None,
                _ => {}
            }
            if skipped && depth == 0 {
                // What is written from here on, some lanes have not.
                let surely = self.surely.clone();
                written = written.map(|w| {
                    w.into_iter()
                        .filter(|r| surely.contains(&key(*r)))
                        .collect()
                });
            } else if depth == 0
                && let Some(written) = &written
            {
                self.surely = written.iter().map(|reg| key(*reg)).collect();
            }
        }
        Some(())
    }

    /// Whether every iteration stores in the same place, as one of `c[i] += a[k] * b[k]` over `k` does: a strip would always be undone, and
    /// the loop around this one is the one for it. What is loaded from one place is taken for the same each time: where `c` begins, where it
    /// is a `std::vector` or an array of rows.
    fn stores_in_one_place(&self) -> bool {
        let mut same: HashSet<u32> = HashSet::new();
        for (at, ins) in self.ins.iter().enumerate() {
            let fixed = |reg: &Reg| {
                let key = key(*reg);
                !self.writes.contains_key(&key) || same.contains(&key)
            };
            if let Ins::St { addr, .. } | Ins::St64 { addr, .. } = ins
                && self.stores.contains(&at)
                && fixed(&Reg::D(*addr))
            {
                return true;
            }
            let (reads, writes) = touched(ins);
            let computes = matches!(self.kinds[at], Kind::Compute | Kind::Address | Kind::Memory);
            let stays = computes && reads.iter().all(fixed);
            for key in writes.into_iter().map(key) {
                let write = |w: &Write| w.at == at && w.always;
                let always = self.writes.get(&key).is_some_and(|w| w.iter().any(write));
                match stays && always {
                    true => same.insert(key),
                    false => same.remove(&key),
                };
            }
        }
        false
    }

    /// What there is to do for an instruction.
    fn kind(&mut self, at: usize, ins: &Ins, depth: usize) -> Kind {
        match *ins {
            Ins::Leave { levels } if levels as usize >= depth => Kind::Alone,
            Ins::Continue { levels } if levels as usize > depth => Kind::Alone,
            Ins::Return | Ins::Call { .. } | Ins::CallPointer { .. } | Ins::Trap { .. } => {
                Kind::Alone
            }
            Ins::Bin32 { op, .. } if divides32(op) => Kind::Divide,
            Ins::Bin64 { op, .. } if divides64(op) => Kind::Divide,
            Ins::Sys { site } => match self.outer.sys.get(site as usize) {
                Some(site) if site.what == SysFn::Rand && depth == 0 && self.test.is_some() => {
                    match site.results[..] {
                        [ParamReg::R(dst)] => {
                            self.draws.push(dst);
                            Kind::Draw
                        }
                        _ => Kind::Alone,
                    }
                }
                _ => Kind::Alone,
            },
            Ins::Ld { volatile, .. } | Ins::St { volatile, .. } if volatile => Kind::Alone,
            Ins::Ld64 { volatile, .. } | Ins::St64 { volatile, .. } if volatile => Kind::Alone,
            Ins::Ld { .. } | Ins::Ld64 { .. } => Kind::Memory,
            // A store before the test would be made once too often.
            Ins::St { .. } | Ins::St64 { .. } if self.test.is_some() || at as Pc > self.step => {
                Kind::Memory
            }
            Ins::LocalAddr { .. } | Ins::GlobalAddr { .. } => Kind::Address,
            ref ins if ins.steers() => Kind::Control,
            ref ins if ins.computes() => Kind::Compute,
            _ => Kind::Alone,
        }
    }

    /// Takes note of the registers of an instruction.
    fn note(
        &mut self,
        at: usize,
        ins: &Ins,
        written: &mut Written,
        (always, open): (bool, &[Open]),
    ) {
        let (reads, mut writes) = touched(ins);
        for reg in reads {
            self.regs.insert(key(reg), reg);
            *self.reads.entry(key(reg)).or_default() += 1;
            self.read_from.entry(key(reg)).or_insert(at);
            if written
                .as_ref()
                .is_some_and(|written| !written.contains(&reg))
            {
                self.early.insert(key(reg));
            }
        }
        if self.kinds[at] == Kind::Draw {
            writes.extend(self.draws.last().map(|dst| Reg::R(*dst)));
        }
        for reg in writes {
            self.regs.insert(key(reg), reg);
            self.writes.entry(key(reg)).or_default().push(Write {
                at,
                always,
                outside: !open.iter().any(|open| open.is_loop),
                maybe: open.first().is_some_and(|open| !open.is_loop),
                tested: self.test.is_some(),
            });
            if let Some(written) = written {
                written.insert(reg);
            }
        }
    }
}
