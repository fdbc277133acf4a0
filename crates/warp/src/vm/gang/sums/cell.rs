//! A sum that a loop keeps in memory: `c[i] += a[k] * b[k]`, loaded, added to and stored in each round.
//!
//! A round's instructions go in, and where its lanes load and store; out comes whether it is such a sum. The rule: the place is the same in all
//! rounds, no two lanes share it, and nothing else in the loop is read from that allocation, so nobody can tell that the sum was stored once.

use super::learn::Learnt;
use super::what::arithmetic;
use crate::vm::gang::file::Active;
use crate::vm::mask::LaneMask;
use cuda_ir::op::MemTy;
use cuda_ir::operands::operands;
use cuda_ir::register::Reg;
use cuda_ir::{D, Ins, Pc};

/// A load and a store of one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    /// The address.
    pub addr: D,
    /// What is loaded.
    pub loaded: Reg,
    /// What is stored.
    pub stored: Reg,
    loaded_at: Pc,
    /// Where it is added to.
    pub summed_at: Pc,
    /// Where it is stored.
    pub stored_at: Pc,
}

/// A word's register and address, if the instruction loads one or stores one.
fn moved(ins: &Ins) -> Option<(bool, Reg, (D, i32))> {
    match *ins {
        Ins::Ld {
            ty: MemTy::B32,
            n: 1,
            volatile: false,
            dst,
            addr,
            offset,
        } => Some((false, Reg::R(dst), (addr, offset))),
        Ins::St {
            ty: MemTy::B32,
            n: 1,
            volatile: false,
            src,
            addr,
            offset,
        } => Some((true, Reg::R(src), (addr, offset))),
        Ins::Ld64 {
            n: 1,
            volatile: false,
            dst,
            addr,
            offset,
        } => Some((false, Reg::D(dst), (addr, offset))),
        Ins::St64 {
            n: 1,
            volatile: false,
            src,
            addr,
            offset,
        } => Some((true, Reg::D(src), (addr, offset))),
        _ => None,
    }
}

/// How often an instruction reads a register, and whether it writes it.
fn touches(ins: &Ins, reg: Reg) -> (usize, bool) {
    let (mut reads, mut writes) = (0, false);
    let mut copy = *ins;
    operands(&mut copy, &mut |operand| {
        let (first, count, written) = operand.parts();
        if (0..u16::from(count)).any(|k| first.after(k) == reg) {
            writes |= written;
            reads += usize::from(!written);
        }
    });
    (reads, writes)
}

fn writes(ins: &Ins, reg: Reg) -> bool {
    touches(ins, reg).1
}

/// How often is read what an instruction of a round writes to a register, before another one does; in the next round too.
fn reads_of(round: &[Ins], at: usize, reg: Reg) -> usize {
    let (before, after) = round.split_at(at);
    let mut reads = 0;
    for ins in after.iter().skip(1).chain(before) {
        let (read, writes) = touches(ins, reg);
        reads += read;
        if writes {
            break;
        }
    }
    reads
}

impl Cell {
    /// The only store of a round that begins at `head`, if the same place is loaded before it.
    pub fn of(round: &[Ins], head: Pc) -> Option<Cell> {
        let all = || (head..).zip(round);
        let stores = |(_, ins): &(Pc, &Ins)| matches!(ins, Ins::St { .. } | Ins::St64 { .. });
        let (stored_at, store) = all().find(stores)?;
        let (_, stored, place) = moved(store)?;
        let mut loads = all().take_while(|(pc, _)| *pc < stored_at);
        let (loaded_at, loaded) = loads.find_map(|(pc, ins)| match moved(ins)? {
            (false, reg, at) if at == place => Some((pc, reg)),
            _ => None,
        })?;
        let summed_at = all().filter(|(_, ins)| writes(ins, stored)).last()?.0;
        let adds = |(_, dst, of): (_, Reg, [Option<Reg>; 3])| {
            dst == stored && dst != loaded && of.contains(&Some(loaded))
        };
        let between = loaded_at < summed_at && summed_at < stored_at;
        let added = arithmetic(round.get((summed_at - head) as usize)?).is_some_and(adds);
        let only = all().filter(stores).count() == 1
            && reads_of(round, (loaded_at - head) as usize, loaded) == 1
            && reads_of(round, (summed_at - head) as usize, stored) == 1;
        (between && added && only).then_some(Cell {
            addr: place.0,
            loaded,
            stored,
            loaded_at,
            summed_at,
            stored_at,
        })
    }

    /// Whether its load or its store stands there.
    pub fn is_at(&self, pc: Pc) -> bool {
        pc == self.loaded_at || pc == self.stored_at
    }
}

impl Learnt {
    /// Whether no two lanes share the place of a sum that is kept in memory, and no other load is from that allocation.
    pub(super) fn has_own_cells(&self, active: &Active) -> bool {
        let Some(cell) = &self.cell else {
            return true;
        };
        let mut loads = self.loads.iter().map(|(_, seen)| seen).chain(&self.kept);
        if loads.any(|seen| seen.meets(cell)) {
            return false;
        }
        let warps = (active.from..active.to).filter(|w| active.masks[*w] != 0);
        let places = warps.flat_map(|w| {
            let lanes = LaneMask(active.masks[w]).lanes();
            lanes.map(move |lane| cell.place(w, lane))
        });
        let mut places: Vec<u32> = places.collect();
        places.sort_unstable();
        places.is_sorted_by(|a, b| a < b)
    }
}
