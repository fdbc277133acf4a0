//! Which loops only add up, found once a launch: a count, loads at even distances, and registers that gather what was loaded.
//!
//! Code goes in; for each loop of that kind comes out what a round of it does. The rule: a loop is planned only if every register that one round
//! leaves to the next is a count or a sum, so that many rounds can be made of the sums alone, and one round more gives
//! every other register what it should hold.

use super::what::{What, arithmetic};
use super::work::{Made, Term, Work};
use crate::ir::op::{Bin32, Cmp32, MemTy};
use crate::ir::{Code, D, Ins, Pc, R};
use crate::lower::value::Reg;
use crate::lower::walk::operands;
use std::collections::HashMap;

/// How many values a round may have.
const MOST_VALUES: usize = 64;

/// What a round of a loop does.
#[derive(Debug)]
pub struct Plan {
    /// Whether the loop goes on: this comparison.
    pub op: Cmp32,
    /// Its sides.
    pub sides: [R; 2],
    /// The first instruction, which compares.
    pub head: Pc,
    /// `EndLoop`.
    pub end: Pc,
    /// Registers that go up by another each round.
    pub counts: Vec<(R, R)>,
    /// What else a round does, in order.
    pub steps: Vec<(Pc, Step)>,
    /// The registers that are added to.
    pub sums: Vec<R>,
    /// The registers that a round writes besides these and counts.
    pub(crate) leaves: Vec<Reg>,
    /// How many values are made.
    pub values: usize,
}

/// What an instruction of a round does.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the variants say what they are")]
pub enum Step {
    /// It makes a part of an address, which goes up evenly.
    Even,
    /// It counts.
    Count,
    /// It loads so many values, the first of that number.
    Load { first: usize, n: u8 },
    /// It makes a value of others.
    Value {
        what: What,
        of: [From; 3],
        to: usize,
    },
    /// It adds to a register.
    Sum { what: What, of: [From; 3], to: R },
}

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// In a register that no round changes.
    Same(R),
    /// A value.
    Value(usize),
    /// It is the sum itself.
    Sum,
    /// There is none.
    None,
}

/// What is known of a register at some place in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Same,
    Even,
    Value(usize),
}

/// The loops of a piece of code that only add up.
pub fn plans(code: &Code) -> Vec<Plan> {
    let loops = (0..).zip(&code.ins).filter_map(|(pc, ins)| match ins {
        Ins::Loop { end, .. } => Plan::of(code, pc + 1, *end),
        _ => None,
    });
    loops.collect()
}

/// What is found about a round while its instructions are looked at in order.
struct Finder<'c> {
    code: &'c Code,
    head: Pc,
    end: Pc,
    /// How often a round writes a register.
    writes: HashMap<Reg, u32>,
    known: HashMap<Reg, Known>,
    counts: Vec<(R, R)>,
    /// Registers that are only added to.
    sums: Vec<R>,
    steps: Vec<(Pc, Step)>,
    values: usize,
}

impl Plan {
    fn of(code: &Code, head: Pc, end: Pc) -> Option<Plan> {
        let ins = |pc: Pc| code.ins.get(pc as usize).copied();
        let Some(Ins::Cmp32 { op, dst, a, b }) = ins(head) else {
            return None;
        };
        let test = matches!(ins(head + 1), Some(Ins::LoopTest { cond }) if cond == dst);
        let counts_up = !matches!(
            op,
            Cmp32::Eq | Cmp32::FEq | Cmp32::FNe | Cmp32::FLt | Cmp32::FLe
        );
        if !test || !counts_up {
            return None;
        }
        let mut finder = Finder {
            code,
            head,
            end,
            writes: HashMap::new(),
            known: HashMap::new(),
            counts: Vec::new(),
            sums: Vec::new(),
            steps: Vec::new(),
            values: 0,
        };
        let reads = finder.count();
        finder.find_counts();
        finder.find_sums(&reads);
        let counted: Vec<R> = finder.counts.iter().map(|(count, _)| *count).collect();
        let counts = |r: R| counted.contains(&r);
        if counts(a) == counts(b)
            || ![a, b]
                .iter()
                .all(|r| counts(*r) || finder.stays(Reg::R(*r)))
        {
            return None;
        }
        for pc in head + 2..end {
            finder.look(pc, &ins(pc)?)?;
        }
        if finder.sums.is_empty() {
            return None;
        }
        let summed = |reg: &Reg| matches!(reg, Reg::R(r) if finder.sums.contains(r));
        let counted = |reg: &Reg| matches!(reg, Reg::R(r) if counted.contains(r));
        let written = finder.writes.keys().copied();
        let leaves = written.filter(|reg| !summed(reg) && !counted(reg) && *reg != Reg::P(dst));
        let leaves = leaves.collect();
        Some(Plan {
            op,
            sides: [a, b],
            head,
            end,
            counts: finder.counts,
            steps: finder.steps,
            sums: finder.sums,
            leaves,
            values: finder.values,
        })
    }
}

impl Plan {
    /// Puts what is made and added in a round into the work; what all rounds have is numbered after the values.
    pub fn arrange(&self, work: &mut Work<'_>) {
        let mut next = self.values.max(1);
        for (_, step) in &self.steps {
            let (Step::Value { what, of, .. } | Step::Sum { what, of, .. }) = *step else {
                continue;
            };
            let own = of.iter().position(|from| *from == From::Sum).unwrap_or(0);
            let of = of.map(|from| match from {
                From::Value(v) => v,
                From::Same(_) => {
                    next += 1;
                    next - 1
                }
                From::Sum | From::None => 0,
            });
            match *step {
                Step::Value { to, .. } => work.made.push(Made { what, of, to }),
                Step::Sum { to, .. } => {
                    let at = self.sums.iter().position(|reg| *reg == to);
                    if let Some(sum) = at.and_then(|at| work.sums.get_mut(at)) {
                        sum.terms.push(Term { what, of, own });
                    }
                }
                _ => {}
            }
        }
    }
}

impl Finder<'_> {
    fn round(&self) -> &[Ins] {
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
                    let reg = match reg {
                        Reg::R(r) => Reg::R(R(r.0 + k)),
                        Reg::D(d) => Reg::D(D(d.0 + k)),
                        other => other,
                    };
                    let list = if written { &mut writes } else { &mut reads };
                    *list.entry(reg).or_default() += 1;
                }
            });
        }
        self.writes = writes;
        reads
    }

    fn stays(&self, reg: Reg) -> bool {
        !self.writes.contains_key(&reg)
    }

    fn once(&self, reg: R) -> bool {
        self.writes.get(&Reg::R(reg)) == Some(&1)
    }

    fn find_counts(&mut self) {
        let counts = self.round().iter().filter_map(|ins| match *ins {
            Ins::Bin32 {
                op: Bin32::Add,
                dst,
                a,
                b,
            } if a == dst || b == dst => {
                let by = if a == dst { b } else { a };
                (self.once(dst) && self.stays(Reg::R(by))).then_some((dst, by))
            }
            _ => None,
        });
        self.counts = counts.collect();
        let even = |(count, _): &(R, R)| (Reg::R(*count), Known::Even);
        self.known = self.counts.iter().map(even).collect();
    }

    /// What is written only where it is added to, and read nowhere else.
    fn find_sums(&mut self, reads: &HashMap<Reg, u32>) {
        let mut added: HashMap<R, u32> = HashMap::new();
        for ins in self.round() {
            let Some((what, dst, of)) = arithmetic(ins) else {
                continue;
            };
            let mut own = (0..).zip(of).filter(|(_, reg)| *reg == Some(dst));
            let first = own.next();
            if first.is_some_and(|(place, _)| what.sums_at(place)) && own.next().is_none() {
                *added.entry(dst).or_default() += 1;
            }
        }
        let only = |(reg, times): &(R, u32)| {
            let times = Some(times);
            let counted = self.known.contains_key(&Reg::R(*reg));
            let (writes, reads) = (self.writes.get(&Reg::R(*reg)), reads.get(&Reg::R(*reg)));
            !counted && writes == times && reads == times
        };
        let added: Vec<_> = added.into_iter().collect();
        self.sums = added
            .iter()
            .filter(|pair| only(pair))
            .map(|(r, _)| *r)
            .collect();
    }

    fn known(&self, reg: Reg) -> Option<Known> {
        match self.known.get(&reg) {
            Some(known) => Some(*known),
            None => self.stays(reg).then_some(Known::Same),
        }
    }

    /// Looks at an instruction; nothing if the loop is not of the kind.
    fn look(&mut self, pc: Pc, ins: &Ins) -> Option<()> {
        let step = match *ins {
            Ins::LoopStep => return Some(()),
            Ins::Bin32 { dst, .. } if self.counts.iter().any(|(r, _)| *r == dst) => Step::Count,
            Ins::Ld {
                ty: MemTy::B32,
                n: n @ (1 | 2 | 4),
                volatile: false,
                dst,
                addr,
                ..
            } => {
                self.known(Reg::D(addr))?;
                let first = self.values;
                for k in 0..usize::from(n) {
                    let reg = Reg::R(R(dst.0 + k as u16));
                    self.known.insert(reg, Known::Value(first + k));
                }
                self.values += usize::from(n);
                Step::Load { first, n }
            }
            _ => match self.even(ins) {
                Some(()) => Step::Even,
                None => self.value(ins)?,
            },
        };
        self.steps.push((pc, step));
        (self.values <= MOST_VALUES).then_some(())
    }

    /// An instruction of which the result goes up evenly, if it is one.
    fn even(&mut self, ins: &Ins) -> Option<()> {
        let r = |r: R| {
            self.known(Reg::R(r))
                .filter(|known| !matches!(known, Known::Value(_)))
        };
        let both = |a: Known, b: Known| if a == b { a } else { Known::Even };
        let product = |a: Known, b: Known| match (a, b) {
            (Known::Same, b) => Some(b),
            (a, Known::Same) => Some(a),
            _ => None,
        };
        let (to, known) = match *ins {
            Ins::Mov { dst, a } => (Reg::R(dst), r(a)?),
            Ins::Bin32 { op, dst, a, b } => {
                let (a, b) = (r(a)?, r(b)?);
                let known = match op {
                    Bin32::Add | Bin32::Sub => both(a, b),
                    Bin32::Mul => product(a, b)?,
                    Bin32::Shl if b == Known::Same => a,
                    _ => return None,
                };
                (Reg::R(dst), known)
            }
            Ins::Mad { dst, a, b, c } => (Reg::R(dst), both(product(r(a)?, r(b)?)?, r(c)?)),
            Ins::Index {
                dst, base, index, ..
            } => (Reg::D(dst), both(self.known(Reg::D(base))?, r(index)?)),
            Ins::Mov64 { dst, a } => (Reg::D(dst), self.known(Reg::D(a))?),
            _ => return None,
        };
        self.known.insert(to, known);
        Some(())
    }

    fn operand(&self, reg: R) -> Option<From> {
        match self.known(Reg::R(reg))? {
            Known::Same => Some(From::Same(reg)),
            Known::Value(v) => Some(From::Value(v)),
            Known::Even => None,
        }
    }

    fn value(&mut self, ins: &Ins) -> Option<Step> {
        let (what, dst, of) = arithmetic(ins)?;
        let sums = self.sums.contains(&dst);
        let mut from = [From::None; 3];
        for (from, reg) in from.iter_mut().zip(of) {
            *from = match reg {
                Some(reg) if sums && reg == dst => From::Sum,
                Some(reg) => self.operand(reg)?,
                None => From::None,
            };
        }
        if sums {
            return Some(Step::Sum {
                what,
                of: from,
                to: dst,
            });
        }
        let to = self.values;
        self.values += 1;
        self.known.insert(Reg::R(dst), Known::Value(to));
        Some(Step::Value { what, of: from, to })
    }
}
