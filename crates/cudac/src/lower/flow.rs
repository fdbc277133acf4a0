//! Where control goes in finished code, and which instruction wrote what another reads.
//!
//! In: flat code; out: the constructs that enclose each instruction, and for a register that is read the only instruction whose result it can
//! hold there. The rule: unsure is "none". indexing.rs, invariant.rs and alias.rs ask.

use super::value::Reg;
use cuda_ir::operands::operands;
use cuda_ir::{Code, Ins, ParamReg, Pc};
use std::collections::HashMap;

/// What a stretch of code is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// All of the code.
    Whole,
    /// One side of a branch.
    Side,
    /// What `Leave` may leave.
    Block,
    /// The body of a loop.
    Loop,
}

/// A stretch of code between the instructions that open and close it: all of it, a branch's side, a block or a loop's body.
pub(super) struct Region {
    pub from: Pc,
    pub to: Pc,
    pub outer: usize,
    pub way: Way,
}

/// What a register holds where it is read.
#[derive(Clone, Copy)]
pub(super) enum Source<'c> {
    /// What it held when the code began.
    Entry,
    /// What this instruction gave.
    From(Pc, &'c Ins),
    /// The result of one of several.
    Unsure,
}

/// Who writes which register, and what encloses what.
pub(super) struct Flow<'c> {
    pub code: &'c Code,
    writers: HashMap<Reg, Vec<Pc>>,
    /// Where lanes go on with a loop's step.
    continues: Vec<Pc>,
    pub regions: Vec<Region>,
    /// The innermost region of each instruction; one that opens a construct is outside it, one that closes it inside.
    pub inside: Vec<usize>,
}

impl<'c> Flow<'c> {
    pub(super) fn new(code: &'c Code) -> Flow<'c> {
        let mut flow = Flow {
            code,
            writers: HashMap::new(),
            continues: Vec::new(),
            regions: Vec::new(),
            inside: Vec::with_capacity(code.ins.len()),
        };
        flow.open(0, 0, Way::Whole);
        let mut here = 0;
        for (pc, ins) in (0..).zip(&code.ins) {
            flow.inside.push(here);
            flow.note_writes(pc, ins);
            let (closes, opens) = match ins {
                Ins::If { .. } => (false, Some(Way::Side)),
                Ins::Block { .. } => (false, Some(Way::Block)),
                Ins::Loop { .. } => (false, Some(Way::Loop)),
                Ins::Else { .. } => (true, Some(Way::Side)),
                Ins::EndIf | Ins::EndBlock | Ins::EndLoop => (true, None),
                _ => (false, None),
            };
            if closes {
                flow.regions[here].to = pc;
                here = flow.regions[here].outer;
            }
            if let Some(way) = opens {
                here = flow.open(pc + 1, here, way);
            }
        }
        flow
    }

    fn open(&mut self, from: Pc, outer: usize, way: Way) -> usize {
        self.regions.push(Region {
            from,
            to: self.code.ins.len() as Pc,
            outer,
            way,
        });
        self.regions.len() - 1
    }

    fn note_writes(&mut self, pc: Pc, ins: &Ins) {
        let mut write = |reg: Reg| {
            let list = self.writers.entry(reg).or_default();
            if list.last() != Some(&pc) {
                list.push(pc);
            }
        };
        operands(&mut ins.clone(), &mut |operand| {
            if let (first, count, true) = operand.parts() {
                (0..u16::from(count))
                    .for_each(|k| write(Reg::new(first.kind(), first.number().wrapping_add(k))));
            }
        });
        match *ins {
            Ins::Call { site } | Ins::CallPointer { site, .. } => {
                if let Some(site) = self.code.calls.get(site as usize) {
                    site.results32.iter().for_each(|(r, _)| write(Reg::R(*r)));
                    site.results64.iter().for_each(|(d, _)| write(Reg::D(*d)));
                    site.results_p.iter().for_each(|(p, _)| write(Reg::P(*p)));
                }
            }
            Ins::Continue { .. } => self.continues.push(pc),
            Ins::Print { site } => {
                if let Some(site) = self.code.prints.get(site as usize) {
                    write(Reg::R(site.dst));
                }
            }
            Ins::Sys { site } => {
                let results = self.code.sys.get(site as usize).map(|s| &s.results);
                results.into_iter().flatten().for_each(|reg| {
                    write(match *reg {
                        ParamReg::R(r) => Reg::R(r),
                        ParamReg::D(d) => Reg::D(d),
                        ParamReg::P(p) => Reg::P(p),
                    })
                });
            }
            _ => {}
        }
    }

    /// What `reg` holds where `pc` reads it.
    pub(super) fn source(&self, reg: Reg, pc: Pc) -> Source<'c> {
        let none = Vec::new();
        let writers = self.writers.get(&reg).unwrap_or(&none);
        let before = writers.partition_point(|at| *at < pc);
        let next = writers.get(before).copied();
        let last = before.checked_sub(1).and_then(|k| writers.get(k)).copied();
        let home = last.map_or(0, |at| self.inside[at as usize]);
        if let Some(at) = last
            && (pc >= self.regions[home].to || self.passed_over(at, pc))
        {
            return Source::Unsure;
        }
        // A loop that the writer is not in goes round: what the rest of it writes comes first the next time.
        let mut region = self.inside[pc as usize];
        while region != 0 && last.is_none_or(|at| self.regions[region].from > at) {
            let r = &self.regions[region];
            if r.way == Way::Loop && next.is_some_and(|next| next < r.to) {
                return Source::Unsure;
            }
            region = r.outer;
        }
        match last {
            None => Source::Entry,
            Some(at) => match self.code.ins.get(at as usize) {
                Some(ins) => Source::From(at, ins),
                None => Source::Unsure,
            },
        }
    }

    /// Whether lanes may come to `pc`, in the step of the loop that `at` is in, without passing `at`.
    fn passed_over(&self, at: Pc, pc: Pc) -> bool {
        let home = &self.regions[self.inside[at as usize]];
        let open = home.from.checked_sub(1);
        let Some(Ins::Loop { step, .. }) = open.and_then(|pc| self.code.ins.get(pc as usize))
        else {
            return false;
        };
        let mut early = self
            .continues
            .iter()
            .filter(|c| (home.from..at).contains(c));
        home.way == Way::Loop && (at..pc).contains(step) && early.next().is_some()
    }

    /// Whether an instruction in a stretch of code writes the register.
    pub(super) fn is_written(&self, reg: Reg, within: std::ops::Range<Pc>) -> bool {
        let writers = self.writers.get(&reg);
        writers.is_some_and(|list| {
            let first = list.partition_point(|at| *at < within.start);
            list.get(first).is_some_and(|at| *at < within.end)
        })
    }

    /// The only instruction whose result `reg` can hold where `pc` reads it.
    pub(super) fn writer(&self, reg: Reg, pc: Pc) -> Option<(Pc, &'c Ins)> {
        match self.source(reg, pc) {
            Source::From(at, ins) => Some((at, ins)),
            _ => None,
        }
    }

    /// The regions around an instruction, innermost first, without the whole.
    pub(super) fn around(&self, pc: Pc) -> impl Iterator<Item = usize> + '_ {
        let mut region = self.inside.get(pc as usize).copied().unwrap_or(0);
        std::iter::from_fn(move || {
            let here = region;
            region = self.regions.get(here)?.outer;
            (here != 0).then_some(here)
        })
    }
}
