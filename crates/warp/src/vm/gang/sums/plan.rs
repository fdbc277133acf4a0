//! Which loops only add up, found once a launch: a count, loads at even distances, and registers that gather what was loaded.
//!
//! Code goes in; for each loop of that kind comes out what a round of it does. The rule: a loop is planned only if every register that one round
//! leaves to the next is a count or a sum, so that many rounds can be made of the sums alone, and one round more gives
//! every other register what it should hold.

use super::finder::Finder;
use super::left::{Side, Test};
use super::recall;
use super::what::What;
use cuda_ir::op::Widen;
use cuda_ir::register::Reg;
use cuda_ir::{Code, Ins, Pc, R};

/// What a round of a loop does.
#[derive(Debug)]
pub struct Plan {
    /// Whether the loop goes on.
    pub(crate) test: Test,
    /// The first instruction.
    pub head: Pc,
    /// `EndLoop`.
    pub end: Pc,
    /// Registers that go up by as much each round.
    pub counts: Vec<(Reg, By)>,
    /// What else a round does, in order.
    pub steps: Vec<(Pc, Step)>,
    /// The registers that are added to.
    pub sums: Vec<Reg>,
    /// What tells where a round loads and how many there are: the registers that are read for it before a round writes them.
    pub(crate) fixed: Vec<Reg>,
    /// Branches that the same lanes take in all rounds: from `If` to `EndIf`.
    pub(crate) branches: Vec<(Pc, Pc)>,
    /// For each sum the branch in which it is added to.
    pub(crate) within: Vec<Option<usize>>,
    /// A place in memory that one of the sums is read from and written to in each round: its store.
    pub cell: Option<Pc>,
    /// The registers that a round writes besides these and counts.
    pub(crate) leaves: Vec<Reg>,
    /// How many values are made.
    pub values: usize,
}

/// By how much a count goes up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum By {
    /// By what a register holds, of the count's width.
    Reg(Reg),
    /// By what a register holds, times so much: an address.
    Scaled(R, u32, bool),
}

/// What an instruction of a round does.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the variants say what they are")]
pub enum Step {
    /// It makes a part of an address, which goes up evenly.
    Even,
    /// It counts.
    Count,
    /// It loads a sum from its place in memory, or stores it there.
    Cell,
    /// It loads what all rounds load: a pointer that is a member of a struct.
    Keep,
    /// It loads so many values, the first of that number.
    Load { first: usize, n: u8, wide: bool },
    /// It makes a value of others.
    Value {
        what: What,
        of: [From; 3],
        to: usize,
        wide: bool,
    },
    /// It makes a value of 64 bits of one of 32.
    Widen { how: Widen, of: From, to: usize },
    /// It adds to a register.
    Sum { what: What, of: [From; 3], to: Reg },
}

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// In a register that no round changes.
    Same(Reg),
    /// A value.
    Value(usize),
    /// It is the sum itself.
    Sum,
    /// There is none.
    None,
}

/// The loops of a piece of code that only add up.
pub fn plans(code: &Code) -> Vec<Plan> {
    let loops = (0..).zip(&code.ins).filter_map(|(pc, ins)| match ins {
        Ins::Loop { end, .. } => Plan::of(code, pc + 1, *end),
        _ => None,
    });
    loops.collect()
}

impl Plan {
    fn of(code: &Code, head: Pc, end: Pc) -> Option<Plan> {
        let ins = |pc: Pc| code.ins.get(pc as usize).copied();
        let (test, tested, dst) = Test::of(code, head)?;
        let mut finder = Finder::new(code, (head, end));
        let counted: Vec<Reg> = finder.counts.iter().map(|(count, _)| *count).collect();
        let [a, b] = test.sides.map(Side::reg);
        let sound = |side: Side| counted.contains(&side.reg()) || finder.stays(side.reg());
        if counted.contains(&a) == counted.contains(&b) || !test.sides.into_iter().all(sound) {
            return None;
        }
        for pc in (head..tested).chain(tested + 2..end) {
            finder.look(pc, &ins(pc)?)?;
        }
        if finder.sums.is_empty() {
            return None;
        }
        let kept =
            |reg: &Reg| finder.sums.contains(reg) || counted.contains(reg) || *reg == Reg::P(dst);
        let written = finder.writes.keys().copied();
        let leaves = written.filter(|reg| !kept(reg)).collect();
        let round = (head..).zip(finder.round());
        let fixed = recall::fixed(round, &finder.steps);
        let adds = |reg: &Reg| {
            let is_it = |step: &&(Pc, Step)| matches!(step.1, Step::Sum { to, .. } if to == *reg);
            finder.branch(finder.steps.iter().find(is_it)?.0)
        };
        Some(Plan {
            within: finder.sums.iter().map(adds).collect(),
            branches: finder.branches,
            fixed,
            test,
            head,
            end,
            counts: finder.counts,
            steps: finder.steps,
            sums: finder.sums,
            cell: finder.cell.map(|cell| cell.stored_at),
            leaves,
            values: finder.values,
        })
    }
}

impl Plan {
    /// Whether something is loaded that all rounds load.
    pub(super) fn keeps(&self) -> bool {
        self.steps.iter().any(|(_, step)| *step == Step::Keep)
    }
}
