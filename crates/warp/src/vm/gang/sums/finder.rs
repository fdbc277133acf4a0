//! What the instructions of a round are to a loop that only adds up, found one after another.
//!
//! A round's instructions go in; out come its counts, its sums and what each step does. The rule: what is known of a register holds from one write
//! of it to the next, and nothing is known of what one round leaves to the next but of counts and sums.

use super::cell::Cell;
use super::plan::{By, From, Step};
use super::what::arithmetic;
use cuda_ir::op::{Bin32, Bin64, MemTy, Narrow, Widen};
use cuda_ir::operands::operands;
use cuda_ir::register::Reg;
use cuda_ir::{Code, D, Ins, Pc};
use std::collections::HashMap;

/// How many values a round may have.
const MOST_VALUES: usize = 64;

/// What is known of a register at some place in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Same,
    Even,
    Value(usize),
}

impl Known {
    fn with(self, other: Known) -> Known {
        if self == other { self } else { Known::Even }
    }

    fn times(self, other: Known) -> Option<Known> {
        match (self, other) {
            (Known::Same, other) => Some(other),
            (own, Known::Same) => Some(own),
            _ => None,
        }
    }
}

/// What is found about a round while its instructions are looked at in order.
pub(super) struct Finder<'c> {
    code: &'c Code,
    head: Pc,
    end: Pc,
    /// How often a round writes a register.
    pub writes: HashMap<Reg, u32>,
    known: HashMap<Reg, Known>,
    pub counts: Vec<(Reg, By)>,
    /// Registers that are only added to.
    pub sums: Vec<Reg>,
    pub cell: Option<Cell>,
    /// From each `If` to its `EndIf`, where nothing else is done.
    pub branches: Vec<(Pc, Pc)>,
    pub steps: Vec<(Pc, Step)>,
    pub values: usize,
}

impl<'c> Finder<'c> {
    /// Looks at the round between a loop's first instruction and its `EndLoop`: finds its counts and sums.
    pub fn new(code: &'c Code, (head, end): (Pc, Pc)) -> Finder<'c> {
        let mut finder = Finder {
            code,
            head,
            end,
            writes: HashMap::new(),
            known: HashMap::new(),
            counts: Vec::new(),
            sums: Vec::new(),
            cell: None,
            branches: Vec::new(),
            steps: Vec::new(),
            values: 0,
        };
        let reads = finder.count();
        finder.find_branches();
        finder.find_counts();
        finder.find_sums(&reads);
        finder.find_cell();
        finder
    }

    pub fn round(&self) -> &[Ins] {
        let range = self.head as usize..self.end as usize;
        self.code.ins.get(range).unwrap_or(&[])
    }

    /// Counts how often each register is written; gives how often each is read.
    fn count(&mut self) -> HashMap<Reg, u32> {
        let (mut writes, mut reads) = (HashMap::new(), HashMap::new());
        for ins in self.round() {
            let mut copy = *ins;
            operands(&mut copy, &mut |operand| {
                let (reg, count, written) = operand.parts();
                for k in 0..u16::from(count) {
                    let list = if written { &mut writes } else { &mut reads };
                    *list.entry(reg.after(k)).or_default() += 1;
                }
            });
        }
        self.writes = writes;
        reads
    }

    fn find_branches(&mut self) {
        let mut after = self.head;
        let branches = (self.head..).zip(self.round()).filter_map(|(pc, ins)| {
            let end = match ins {
                Ins::If { other, .. } if pc >= after => *other,
                _ => return None,
            };
            after = end;
            let closes = matches!(self.code.ins.get(end as usize), Some(Ins::EndIf));
            (end < self.end && closes).then_some((pc, end))
        });
        self.branches = branches.collect();
    }

    /// The branch that an instruction is in.
    pub fn branch(&self, pc: Pc) -> Option<usize> {
        let has = |(from, to): &(Pc, Pc)| (*from..*to).contains(&pc);
        self.branches.iter().position(has)
    }

    pub fn stays(&self, reg: Reg) -> bool {
        !self.writes.contains_key(&reg)
    }

    fn find_counts(&mut self) {
        let added = |[dst, a, b]: [Reg; 3]| {
            let by = if a == dst { b } else { a };
            (a == dst || b == dst).then_some((dst, By::Reg(by), by))
        };
        let all = (self.head..).zip(self.round());
        let always = all.filter(|(pc, _)| self.branch(*pc).is_none());
        let counts = always.filter_map(|(_, ins)| {
            let (dst, by, from) = match *ins {
                Ins::Bin32 {
                    op: Bin32::Add,
                    dst,
                    a,
                    b,
                } => added([dst, a, b].map(Reg::R))?,
                Ins::Bin64 {
                    op: Bin64::Add,
                    dst,
                    a,
                    b,
                } => added([dst, a, b].map(Reg::D))?,
                Ins::Index {
                    dst,
                    base,
                    index,
                    scale,
                    signed,
                } if dst == base => (Reg::D(dst), By::Scaled(index, scale, signed), Reg::R(index)),
                _ => return None,
            };
            let once = self.writes.get(&dst) == Some(&1);
            (once && self.stays(from)).then_some((dst, by))
        });
        self.counts = counts.collect();
        let even = |(count, _): &(Reg, By)| (*count, Known::Even);
        self.known = self.counts.iter().map(even).collect();
    }

    /// What is written only where it is added to, and read nowhere else.
    fn find_sums(&mut self, reads: &HashMap<Reg, u32>) {
        let mut added: HashMap<Reg, u32> = HashMap::new();
        let mut within: HashMap<Reg, Option<usize>> = HashMap::new();
        for (pc, ins) in (self.head..).zip(self.round()) {
            let Some((what, dst, of)) = arithmetic(ins) else {
                continue;
            };
            let mut own = (0..).zip(of).filter(|(_, reg)| *reg == Some(dst));
            let first = own.next();
            let adds = first.is_some_and(|(place, _)| what.sums_at(place)) && own.next().is_none();
            // All its terms are added by the same lanes.
            if adds && *within.entry(dst).or_insert(self.branch(pc)) == self.branch(pc) {
                *added.entry(dst).or_default() += 1;
            }
        }
        let only = |(reg, times): &(&Reg, &u32)| {
            let (writes, reads) = (self.writes.get(*reg), reads.get(*reg));
            !self.known.contains_key(*reg) && writes == Some(*times) && reads == Some(*times)
        };
        self.sums = added.iter().filter(only).map(|(reg, _)| *reg).collect();
    }

    /// A sum that is kept in memory.
    fn find_cell(&mut self) {
        if !self.branches.is_empty() {
            return;
        }
        let found = Cell::of(self.round(), self.head).filter(|cell| {
            let written = self.writes.get(&Reg::D(cell.addr)).copied();
            written.unwrap_or(0) <= 1
        });
        self.sums.extend(found.map(|cell| cell.stored));
        self.cell = found;
    }

    fn known(&self, reg: Reg) -> Option<Known> {
        match self.known.get(&reg) {
            Some(known) => Some(*known),
            None => self.stays(reg).then_some(Known::Same),
        }
    }

    /// Looks at an instruction; nothing if the loop is not of the kind.
    pub fn look(&mut self, pc: Pc, ins: &Ins) -> Option<()> {
        let step = match *ins {
            // A band has fences where copies were.
            Ins::LoopStep | Ins::Fence { block_only: true } => return Some(()),
            Ins::If { .. } | Ins::EndIf | Ins::Cmp32 { .. } | Ins::Cmp64 { .. } => {
                return self.steer(pc, ins);
            }
            Ins::Ld { .. } | Ins::Ld64 { .. } | Ins::St { .. } | Ins::St64 { .. }
                if self.cell.is_some_and(|cell| cell.is_at(pc)) =>
            {
                self.known(Reg::D(self.cell?.addr))?;
                Step::Cell
            }
            Ins::Bin32 { dst, .. } if self.is_count(Reg::R(dst)) => Step::Count,
            Ins::Bin64 { dst, .. } | Ins::Index { dst, .. } if self.is_count(Reg::D(dst)) => {
                Step::Count
            }
            Ins::Ld64 {
                n: 1,
                volatile: false,
                dst,
                addr,
                ..
            } if self.known(Reg::D(addr)) == Some(Known::Same) => {
                self.known.insert(Reg::D(dst), Known::Same);
                Step::Keep
            }
            Ins::Ld {
                ty: MemTy::B32,
                n: n @ (1 | 2 | 4),
                volatile: false,
                dst,
                addr,
                ..
            } => self.load(addr, (Reg::R(dst), n))?,
            Ins::Ld64 {
                n: n @ (1 | 2),
                volatile: false,
                dst,
                addr,
                ..
            } => self.load(addr, (Reg::D(dst), n))?,
            _ => match self.even(ins).or_else(|| self.copies(ins)) {
                Some(()) => Step::Even,
                None => self.value(pc, ins)?,
            },
        };
        self.steps.push((pc, step));
        (self.values <= MOST_VALUES).then_some(())
    }

    /// A branch that the same lanes take in all rounds, and what it is told from.
    fn steer(&mut self, pc: Pc, ins: &Ins) -> Option<()> {
        let same = |reg: Reg| (self.known(reg)? == Known::Same).then_some(());
        match *ins {
            Ins::Cmp32 { dst, a, b, .. } => {
                same(Reg::R(a)).and(same(Reg::R(b)))?;
                self.known.insert(Reg::P(dst), Known::Same);
            }
            Ins::Cmp64 { dst, a, b, .. } => {
                same(Reg::D(a)).and(same(Reg::D(b)))?;
                self.known.insert(Reg::P(dst), Known::Same);
            }
            Ins::If { cond, .. } => {
                same(Reg::P(cond))?;
                self.branches.iter().find(|(from, _)| *from == pc)?;
            }
            _ => {
                let (from, _) = *self.branches.iter().find(|(_, to)| *to == pc)?;
                self.forget_written(from..pc);
            }
        }
        Some(())
    }

    /// What a branch writes is known only in it: others have not come there.
    fn forget_written(&mut self, branch: std::ops::Range<Pc>) {
        for ins in &self.code.ins[branch.start as usize..branch.end as usize] {
            let mut copy = *ins;
            operands(&mut copy, &mut |operand| {
                let (reg, count, written) = operand.parts();
                let own = (0..u16::from(count)).filter(|_| written);
                own.for_each(|k| _ = self.known.remove(&reg.after(k)));
            });
        }
    }

    fn is_count(&self, reg: Reg) -> bool {
        self.counts.iter().any(|(count, _)| *count == reg)
    }

    fn load(&mut self, addr: D, (dst, n): (Reg, u8)) -> Option<Step> {
        let known = self.known(Reg::D(addr))?;
        let first = self.values;
        for k in 0..u16::from(n) {
            let value = Known::Value(first + usize::from(k));
            self.known.insert(dst.after(k), value);
        }
        self.values += usize::from(n);
        let wide = matches!(dst, Reg::D(_));
        (!matches!(known, Known::Value(_))).then_some(Step::Load { first, n, wide })
    }

    /// An instruction of which the result goes up evenly, if it is one.
    fn even(&mut self, ins: &Ins) -> Option<()> {
        let even = |reg| {
            self.known(reg)
                .filter(|known| !matches!(known, Known::Value(_)))
        };
        let (r, d) = (|reg| even(Reg::R(reg)), |reg| even(Reg::D(reg)));
        let (to, known) = match *ins {
            Ins::Mov { dst, a } => (Reg::R(dst), r(a)?),
            Ins::Mov64 { dst, a } => (Reg::D(dst), d(a)?),
            Ins::Bin32 { op, dst, a, b } => {
                let (a, b) = (r(a)?, r(b)?);
                let known = match op {
                    Bin32::Add | Bin32::Sub => a.with(b),
                    Bin32::Mul => a.times(b)?,
                    Bin32::Shl if b == Known::Same => a,
                    _ => return None,
                };
                (Reg::R(dst), known)
            }
            Ins::Bin64 { op, dst, a, b } => {
                let (a, b) = (d(a)?, d(b)?);
                let known = match op {
                    Bin64::Add | Bin64::Sub => a.with(b),
                    Bin64::Mul => a.times(b)?,
                    Bin64::Shl if b == Known::Same => a,
                    _ => return None,
                };
                (Reg::D(dst), known)
            }
            Ins::Mad { dst, a, b, c } => (Reg::R(dst), r(a)?.times(r(b)?)?.with(r(c)?)),
            Ins::Index {
                dst, base, index, ..
            } => (Reg::D(dst), d(base)?.with(r(index)?)),
            Ins::Widen {
                op: Widen::S32 | Widen::U32,
                dst,
                a,
            } => (Reg::D(dst), r(a)?),
            Ins::Narrow {
                op: Narrow::Lo,
                dst,
                a,
            } => (Reg::R(dst), d(a)?),
            _ => return None,
        };
        self.known.insert(to, known);
        Some(())
    }

    /// A copy of a value, if it is one: it goes by the value's number.
    fn copies(&mut self, ins: &Ins) -> Option<()> {
        let (to, from) = match *ins {
            Ins::Mov { dst, a } => (Reg::R(dst), Reg::R(a)),
            Ins::Mov64 { dst, a } => (Reg::D(dst), Reg::D(a)),
            _ => return None,
        };
        let value = self.known(from)?;
        self.known.insert(to, value);
        Some(())
    }

    fn operand(&self, reg: Reg) -> Option<From> {
        match self.known(reg)? {
            Known::Same => Some(From::Same(reg)),
            Known::Value(v) => Some(From::Value(v)),
            Known::Even => None,
        }
    }

    /// Whether a register holds a sum before something is added to it.
    fn is_sum(&self, reg: Reg, dst: Reg) -> bool {
        match self.cell {
            Some(cell) if cell.stored == dst => cell.loaded == reg,
            _ => reg == dst,
        }
    }

    fn value(&mut self, pc: Pc, ins: &Ins) -> Option<Step> {
        let to = self.values;
        if let Ins::Widen { op, dst, a } = *ins {
            let of = self.operand(Reg::R(a))?;
            self.values += 1;
            self.known.insert(Reg::D(dst), Known::Value(to));
            return Some(Step::Widen { how: op, of, to });
        }
        let (what, dst, of) = arithmetic(ins)?;
        // The register of a sum in memory may hold something else before.
        let other = |cell: Cell| cell.stored == dst && cell.summed_at != pc;
        let sums = self.sums.contains(&dst) && !self.cell.is_some_and(other);
        let mut from = [From::None; 3];
        for (from, reg) in from.iter_mut().zip(of) {
            *from = match reg {
                Some(reg) if sums && self.is_sum(reg, dst) => From::Sum,
                Some(reg) => self.operand(reg)?,
                None => From::None,
            };
        }
        if sums {
            let own = from.iter().position(|from| *from == From::Sum)?;
            let of = from;
            return what.sums_at(own).then_some(Step::Sum { what, of, to: dst });
        }
        self.values += 1;
        self.known.insert(dst, Known::Value(to));
        let wide = matches!(dst, Reg::D(_));
        Some(Step::Value {
            what,
            of: from,
            to,
            wide,
        })
    }
}
