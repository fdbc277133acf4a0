//! Loads and stores of what a place holds.
//!
//! In: a spot and the type of what is there; out: instructions that read or write it, and for a read its registers. The
//! rule: one access a piece of the type, as pieces.rs cuts it; what memory is known to hold is not read again.
//! Next: place.rs for spots, big.rs for what is too big for registers.

use super::Lowering;
use super::pieces::{Way, pieces};
use super::place::Spot;
use super::skewed::SkewedPlace;
use super::value::{Leaf, Reg, RegisterKind, Value, flat_leaves, is_big};
use crate::tree::{Place, Type};
use cuda_ir::op::Bin64;
use cuda_ir::{D, Ins};

impl Lowering<'_> {
    /// Reads a place.
    pub(super) fn load(&mut self, place: &Place) -> Value {
        let spot = self.place(place);
        self.load_spot(&spot, &place.ty, place)
    }

    /// Reads what `place` names, already found to be at `spot`.
    pub(super) fn load_spot(&mut self, spot: &Spot, ty: &Type, place: &Place) -> Value {
        let (base, offset) = match spot {
            Spot::Registers(regs) => {
                regs.iter().for_each(|reg| self.out.tiles.read(*reg));
                return regs.clone();
            }
            Spot::Memory { .. } if is_big(self.types, ty) => {
                return vec![Reg::D(self.pointer_to(spot))];
            }
            Spot::Memory { base, offset } => (*base, *offset),
        };
        let outer = std::mem::replace(&mut self.out.span, place.span);
        if let Some(field) = self.bit_field(spot, place) {
            let value = self.load_bits(&field);
            self.out.span = outer;
            return vec![value];
        }
        let parts = flat_leaves(self.types, ty);
        let mut value = Vec::with_capacity(parts.len());
        if self.is_skewed(place) {
            let one = |part: &(u64, Leaf)| self.load_skewed(base, offset, *part, place.volatile);
            value.extend(parts.iter().map(one));
            self.out.span = outer;
            return value;
        }
        for piece in pieces(self.types, ty, &parts, self.way(Way::Load, place)) {
            let group = (&parts[piece.leaves], piece.elements);
            value.extend(self.load_piece(base, offset, group, place.volatile));
        }
        self.out.span = outer;
        value
    }

    pub(super) fn load_group(
        &mut self,
        base: D,
        offset: i64,
        group: &[(u64, Leaf)],
        volatile: bool,
    ) -> Value {
        self.load_piece(base, offset, (group, group.len() as u8), volatile)
    }

    /// Some leaves by one load of `n` elements, of which those past the leaves are nobody's.
    fn load_piece(
        &mut self,
        base: D,
        offset: i64,
        (group, n): (&[(u64, Leaf)], u8),
        volatile: bool,
    ) -> Value {
        let (addr, offset) = self.reach(base, offset.wrapping_add(group[0].0 as i64));
        let leaf = group[0].1;
        let shape = (leaf.kind() != RegisterKind::D).then(|| leaf.memory());
        let known = if volatile {
            None
        } else {
            self.out.held(addr, offset, (shape, n))
        };
        if let Some(mut regs) = known {
            regs.truncate(group.len());
            return self.loaded(leaf, regs);
        }
        if leaf.kind() == RegisterKind::D {
            let regs: Vec<Reg> = group
                .iter()
                .map(|_| self.out.fresh(RegisterKind::D))
                .collect();
            self.out.emit(Ins::Ld64 {
                n,
                volatile,
                dst: regs[0].d(),
                addr,
                offset,
            });
            return regs;
        }
        let mut regs: Vec<Reg> = (0..n).map(|_| self.out.fresh(RegisterKind::R)).collect();
        self.out.emit(Ins::Ld {
            ty: leaf.memory(),
            n,
            volatile,
            dst: regs[0].r(),
            addr,
            offset,
        });
        regs.truncate(group.len());
        self.loaded(leaf, regs)
    }

    fn loaded(&mut self, leaf: Leaf, regs: Vec<Reg>) -> Value {
        if leaf.kind() != RegisterKind::P {
            return regs;
        }
        let dst = self.out.p();
        self.out.emit(Ins::ToPred {
            dst,
            a: regs[0].r(),
        });
        vec![Reg::P(dst)]
    }

    /// Writes a place already found to be at `spot`.
    pub(super) fn store(&mut self, spot: &Spot, ty: &Type, value: &[Reg], place: &Place) {
        if is_big(self.types, ty) {
            let mark = self.out.mark();
            let to = self.pointer_to(spot);
            let outer = std::mem::replace(&mut self.out.span, place.span);
            self.copy_value(to, value, ty);
            self.out.span = outer;
            return self.out.release(mark);
        }
        self.store_flat(spot, ty, value, place);
    }

    /// The same, of one register a leaf.
    pub(super) fn store_flat(&mut self, spot: &Spot, ty: &Type, value: &[Reg], place: &Place) {
        let (base, offset) = match spot {
            Spot::Registers(regs) => {
                let (regs, since) = (regs.clone(), self.out.mark());
                return self.settle(&regs, value, since);
            }
            Spot::Memory { base, offset } => (*base, *offset),
        };
        let outer = std::mem::replace(&mut self.out.span, place.span);
        if let (Some(field), [value]) = (self.bit_field(spot, place), value) {
            self.store_bits(&field, *value);
            self.out.span = outer;
            return;
        }
        let parts = flat_leaves(self.types, ty);
        if self.is_skewed(place) {
            let to = SkewedPlace {
                base,
                offset,
                volatile: place.volatile,
            };
            for ((at, leaf), value) in parts.iter().zip(value) {
                self.store_skewed(to, *at, *leaf, *value);
            }
            self.out.span = outer;
            return;
        }
        for piece in pieces(self.types, ty, &parts, self.way(Way::Store, place)) {
            if let Some(regs) = value.get(piece.leaves.clone()) {
                self.store_group(base, offset, &parts[piece.leaves], (regs, place.volatile));
            }
        }
        self.out.span = outer;
    }

    pub(super) fn store_group(
        &mut self,
        base: D,
        offset: i64,
        group: &[(u64, Leaf)],
        (regs, volatile): (&[Reg], bool),
    ) {
        let (addr, offset) = self.reach(base, offset.wrapping_add(group[0].0 as i64));
        let regs = self.in_a_row(regs);
        let (n, leaf) = (regs.len() as u8, group[0].1);
        match regs[0] {
            Reg::D(src) => self.out.emit(Ins::St64 {
                n,
                volatile,
                src,
                addr,
                offset,
            }),
            Reg::R(src) => self.out.emit(Ins::St {
                ty: leaf.memory(),
                n,
                volatile,
                src,
                addr,
                offset,
            }),
            Reg::P(_) => {
                let src = self.as_int(regs[0]);
                self.out.emit(Ins::St {
                    ty: leaf.memory(),
                    n: 1,
                    volatile,
                    src,
                    addr,
                    offset,
                });
            }
        }
    }

    /// The same values in registers that follow each other.
    fn in_a_row(&mut self, regs: &[Reg]) -> Vec<Reg> {
        let row = |w: &[Reg]| {
            w[0].kind() == w[1].kind() && w[0].number().wrapping_add(1) == w[1].number()
        };
        let held = regs.iter().any(|r| r.number() >= super::emit::FIXED);
        if regs.len() == 1 || (!held && regs.windows(2).all(row)) {
            return regs.to_vec();
        }
        let own: Vec<Reg> = regs.iter().map(|r| self.out.fresh(r.kind())).collect();
        own.iter()
            .zip(regs)
            .for_each(|(to, from)| self.out.copy(*to, *from));
        own
    }

    /// An address whose constant fits an instruction.
    pub(super) fn reach(&mut self, base: D, offset: i64) -> (D, i32) {
        match i32::try_from(offset) {
            Ok(offset) => (base, offset),
            Err(_) => {
                let by = self.out.const64(offset as u64);
                (self.bin64(Bin64::Add, base, by), 0)
            }
        }
    }
}
