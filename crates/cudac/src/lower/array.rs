//! Local variables in memory that a device has in registers: those whose every index is a constant once loops are unrolled.
//!
//! In: the flow of a kernel's code; out: for each local variable whether it is such. **Definition.** Its address goes nowhere but to accesses, and
//! every access is at a constant distance, but for counters of loops that count from a constant to a constant and that NVIDIA's compiler unrolls unasked: of up to
//! [`TURNS`] turns and [`SIZE`] instructions in all. As many variables are in registers as [`ROOM`] bytes hold, the first first. The machine
//! keeps them in memory all the same, where a run finds what it must. `tile.rs` is for those that the machine has in registers itself.

use super::alias::{Alias, Root, is_pure, reads};
use super::flow::{Source, Way};
use super::value::Reg;
use cuda_ir::cost::cost;
use cuda_ir::op::{Bin32, Cmp32};
use cuda_ir::{Ins, Pc};
use std::collections::HashMap;

/// Most turns of a loop that is unrolled.
const TURNS: i64 = 256;

/// Most instructions of all turns together.
const SIZE: i64 = 2200;

/// Most instructions that are looked at, all such loops together.
const MOST: usize = 1 << 20;

/// Bytes of registers for variables: a thread has 255 of four, and needs some for other things.
const ROOM: u64 = 800;

/// What one call of a mathematical function is in instructions.
const FUNCTION: i64 = 30;

/// Deepest chain of steps that is followed.
const DEPTH: u32 = 40;

/// A loop that counts from a constant to a constant.
#[derive(Clone, Copy)]
struct Count {
    counter: Reg,
    first: i64,
    turns: i64,
}

struct Search<'a, 'f, 'c> {
    alias: &'a Alias<'f, 'c>,
    /// By region; none for one that does not count so.
    counts: HashMap<usize, Option<Count>>,
    /// The loops whose counters an address is made from.
    used: Vec<usize>,
    /// By instruction: whether its result is a constant, and what that is in the first turns.
    constants: HashMap<Pc, bool>,
    values: HashMap<Pc, Option<i64>>,
}

/// Which local variables a device has in registers.
pub(super) fn in_registers(alias: &Alias<'_, '_>) -> Vec<bool> {
    let code = alias.flow.code;
    let mut fits = vec![true; code.locals.len()];
    if fits.is_empty() {
        return fits;
    }
    let mut search = Search {
        alias,
        counts: HashMap::new(),
        used: Vec::new(),
        constants: HashMap::new(),
        values: HashMap::new(),
    };
    let lost = alias.escaping();
    for pc in 0..code.ins.len() as Pc {
        let Some(site) = alias.site(pc) else { continue };
        let Root::Local(id) = site.root else { continue };
        let id = usize::from(id);
        if fits.get(id) == Some(&true) {
            fits[id] = site.plain && !lost[id] && search.is_constant(Reg::D(site.addr), pc, DEPTH);
        }
    }
    let unrolls = |region: &usize| search.is_small(*region) && !search.is_left_early(*region);
    let work = search.used.len() * code.ins.len();
    if work > MOST || !search.used.iter().all(unrolls) {
        return vec![false; fits.len()];
    }
    let mut room = ROOM;
    for (fits, variable) in fits.iter_mut().zip(&code.locals) {
        *fits &= variable.bytes <= room;
        room -= if *fits { variable.bytes } else { 0 };
    }
    fits
}

impl Search<'_, '_, '_> {
    /// Whether a register holds a constant where it is read, once loops are unrolled.
    fn is_constant(&mut self, reg: Reg, pc: Pc, depth: u32) -> bool {
        let code = self.alias.flow.code;
        match self.alias.flow.source(reg, pc) {
            Source::Entry => match reg {
                Reg::R(r) => code.consts32.iter().any(|(c, _)| *c == r),
                Reg::D(d) => code.consts64.iter().any(|(c, _)| *c == d),
                Reg::P(_) => false,
            },
            Source::From(at, ins) if depth > 0 => {
                if let Some(known) = self.constants.get(&at) {
                    return *known;
                }
                let pure = is_pure(ins) && !matches!(ins, Ins::Special { .. });
                let mut reads = reads(ins).into_iter();
                let constant = pure && reads.all(|reg| self.is_constant(reg, at, depth - 1));
                self.constants.insert(at, constant);
                constant
            }
            Source::Unsure if depth > 0 => self.is_counter(reg, pc, depth - 1),
            _ => false,
        }
    }

    fn is_counter(&mut self, reg: Reg, pc: Pc, depth: u32) -> bool {
        let flow = self.alias.flow;
        let loops = flow
            .around(pc)
            .filter(|r| flow.regions[*r].way == Way::Loop);
        for region in loops {
            let body = &flow.regions[region];
            if !flow.is_written(reg, body.from..body.to) {
                continue;
            }
            let count = self
                .count(region, depth)
                .filter(|count| count.counter == reg);
            if count.is_some() && !self.used.contains(&region) {
                self.used.push(region);
            }
            return count.is_some();
        }
        false
    }

    /// How a loop counts.
    fn count(&mut self, region: usize, depth: u32) -> Option<Count> {
        if let Some(known) = self.counts.get(&region) {
            return *known;
        }
        self.counts.insert(region, None);
        let count = self.worked_out(region, depth);
        self.counts.insert(region, count);
        count
    }

    fn worked_out(&mut self, region: usize, depth: u32) -> Option<Count> {
        let flow = self.alias.flow;
        let (from, to) = (flow.regions[region].from, flow.regions[region].to);
        let own = |pc: &Pc| flow.inside.get(*pc as usize) == Some(&region);
        let test = (from..to)
            .filter(own)
            .find_map(|pc| match flow.code.ins.get(pc as usize) {
                Some(Ins::LoopTest { cond }) => Some((pc, *cond)),
                _ => None,
            });
        let (test, cond) = test?;
        let (at, ins) = flow.writer(Reg::P(cond), test)?;
        let Ins::Cmp32 { op, a, b, .. } = *ins else {
            return None;
        };
        let open = from.checked_sub(1)?;
        let counter = [a, b]
            .into_iter()
            .map(Reg::R)
            .find(|reg| flow.is_written(*reg, from..to))?;
        let mut writers = (from..to).filter(|pc| flow.is_written(counter, *pc..*pc + 1));
        let step = writers.next().filter(own)?;
        if writers.next().is_some() || !self.is_constant(counter, open, depth) {
            return None;
        }
        let first = self.value(counter, open, depth)?;
        let value = |s: &mut Self, reg, now| match Reg::R(reg) == counter {
            true => Some(now),
            false => s.value(Reg::R(reg), at, depth),
        };
        let (mut now, mut turns) = (first, 0);
        loop {
            let (x, y) = (value(self, a, now)?, value(self, b, now)?);
            if !holds(op, x, y)? {
                return Some(Count {
                    counter,
                    first,
                    turns,
                });
            }
            turns += 1;
            now = self.stepped((counter, now), step, depth)?;
            if turns > TURNS {
                return None;
            }
        }
    }

    /// The counter's next value.
    fn stepped(&mut self, (counter, now): (Reg, i64), step: Pc, depth: u32) -> Option<i64> {
        let Some(Ins::Bin32 { op, a, b, .. }) = self.alias.flow.code.ins.get(step as usize) else {
            return None;
        };
        let by = (Reg::R(*a) == counter).then_some(*b)?;
        arithmetic(*op, now, self.value(Reg::R(by), step, depth)?)
    }

    /// What a register holds where it is read, in the first turn of loops around that count.
    fn value(&mut self, reg: Reg, pc: Pc, depth: u32) -> Option<i64> {
        let depth = depth.checked_sub(1)?;
        let Reg::R(r) = reg else { return None };
        let flow = self.alias.flow;
        match flow.source(reg, pc) {
            Source::Entry => {
                let known = flow.code.consts32.iter().find(|(c, _)| *c == r);
                known.map(|(_, bits)| i64::from(*bits as i32))
            }
            Source::From(at, ins) => {
                if let Some(known) = self.values.get(&at) {
                    return *known;
                }
                let value = self.made(at, ins, depth);
                self.values.insert(at, value);
                value
            }
            Source::Unsure => {
                let loops = flow
                    .around(pc)
                    .filter(|r| flow.regions[*r].way == Way::Loop);
                for region in loops {
                    if let Some(count) = self.count(region, depth).filter(|c| c.counter == reg) {
                        return Some(count.first);
                    }
                }
                None
            }
        }
    }

    fn made(&mut self, at: Pc, ins: &Ins, depth: u32) -> Option<i64> {
        match *ins {
            Ins::Mov { a, .. } => self.value(Reg::R(a), at, depth),
            Ins::Bin32 { op, a, b, .. } => {
                let x = self.value(Reg::R(a), at, depth)?;
                arithmetic(op, x, self.value(Reg::R(b), at, depth)?)
            }
            _ => None,
        }
    }

    /// Whether something leaves a loop, with another inside that is to be unrolled.
    fn is_left_early(&self, region: usize) -> bool {
        let flow = self.alias.flow;
        let body = &flow.regions[region];
        let inside = |r: &usize| *r != region && flow.regions[*r].from >= body.from;
        let nested = self.used.iter().filter(|r| inside(r));
        let mut nested = nested.filter(|r| flow.regions[**r].to <= body.to);
        let leaves = |pc: Pc| match flow.code.ins.get(pc as usize) {
            Some(Ins::Leave { levels }) => {
                flow.around(pc).nth(usize::from(*levels)) == Some(region)
            }
            _ => false,
        };
        nested.next().is_some() && (body.from..body.to).any(leaves)
    }

    /// Whether all turns of a loop, with those of the loops inside that count, are few enough instructions.
    fn is_small(&self, region: usize) -> bool {
        let flow = self.alias.flow;
        let body = &flow.regions[region];
        let mut size = 0i64;
        for pc in body.from..body.to {
            let Some(ins) = flow.code.ins.get(pc as usize) else {
                continue;
            };
            let price = cost(ins);
            let moves = matches!(ins, Ins::Mov { .. } | Ins::Mov64 { .. } | Ins::Index { .. });
            if !price.issued || moves {
                continue;
            }
            let each = 1 + (FUNCTION - 1) * i64::from(price.special);
            let within = flow
                .around(pc)
                .take_while(|r| flow.regions[*r].from >= body.from);
            let turns = within.filter_map(|r| self.counts.get(&r).copied().flatten());
            size = size.saturating_add(turns.fold(each, |n, c| n.saturating_mul(c.turns.max(1))));
        }
        size <= SIZE
    }
}

fn arithmetic(op: Bin32, a: i64, b: i64) -> Option<i64> {
    let fits = |v: i64| i32::try_from(v).ok().map(i64::from);
    match op {
        Bin32::Add => fits(a + b),
        Bin32::Sub => fits(a - b),
        Bin32::Mul => fits(a * b),
        Bin32::Shl if (0..31).contains(&b) => fits(a << b),
        Bin32::ShrS if (0..32).contains(&b) => fits(a >> b),
        Bin32::ShrU if (0..32).contains(&b) && a >= 0 => fits(a >> b),
        Bin32::DivS if b > 0 => fits(a / b),
        _ => None,
    }
}

/// Whether two numbers compare so; none where that is about other numbers.
fn holds(op: Cmp32, a: i64, b: i64) -> Option<bool> {
    let small = a >= 0 && b >= 0;
    Some(match op {
        Cmp32::Eq => a == b,
        Cmp32::Ne => a != b,
        Cmp32::LtS => a < b,
        Cmp32::LeS => a <= b,
        Cmp32::LtU if small => a < b,
        Cmp32::LeU if small => a <= b,
        _ => return None,
    })
}
