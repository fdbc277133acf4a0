//! Places: variables in registers, everything else at an address.
//!
//! In: a typed place or a pointer expression; out: a [`Spot`]. The rule: an address is a 64-bit register and a
//! constant; constants of any kind in an index go to the constant, so that `a[i + 1]` costs what `a[i]` costs.

use super::Lowering;
use super::effects::bound_place;
use super::emit::{Entry, Mark};
use super::value::{Kind, Leaf, Reg, Value, field_leaves, flat_leaves, is_big};
use crate::ir::op::Bin64;
use crate::ir::{D, Ins};
use crate::tree::{BinaryOp, Conversion, Expr, ExprKind, Place, PlaceKind, Scalar, Type, VarId};

/// Where something is stored.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    /// One register a leaf.
    Registers(Vec<Reg>),
    /// At `base + offset`.
    Memory { base: D, offset: i64 },
}

impl Lowering<'_> {
    /// The registers of a place that is (part of) a variable in registers, if it is one. Computes nothing.
    pub(super) fn register_place(&self, place: &Place) -> Option<Vec<Reg>> {
        match &place.kind {
            PlaceKind::Var(v) => match self.spot_of(*v) {
                Some(Spot::Registers(regs)) => Some(regs.clone()),
                _ => None,
            },
            PlaceKind::Field(of, n) => {
                let regs = self.register_place(of)?;
                regs.get(field_leaves(self.types, &of.ty, *n))
                    .map(<[Reg]>::to_vec)
            }
            PlaceKind::Index(of, index) => {
                let regs = self.register_place(of)?;
                self.known_element(of, &regs, index)
            }
            PlaceKind::Deref(e) => match self.alias(e)? {
                Spot::Registers(regs) => Some(regs.clone()),
                Spot::Memory { .. } => None,
            },
            _ => None,
        }
    }

    /// The place that a reference variable is bound to, where `e` is that variable.
    pub(super) fn alias(&self, e: &Expr) -> Option<&Spot> {
        let ExprKind::Load(Place {
            kind: PlaceKind::Var(v),
            ..
        }) = &e.kind
        else {
            return None;
        };
        self.body().aliases.get(v)
    }

    fn spot_of(&self, var: VarId) -> Option<&Spot> {
        self.body().spots.get(var.0 as usize)?.as_ref()
    }

    /// Where a place is; evaluates what its indices need.
    pub(super) fn place(&mut self, place: &Place) -> Spot {
        let outer = std::mem::replace(&mut self.out.span, place.span);
        let spot = self.place_kind(place);
        self.out.span = outer;
        spot
    }

    fn place_kind(&mut self, place: &Place) -> Spot {
        match &place.kind {
            PlaceKind::Var(v) => {
                self.mention(*v);
                match self.spot_of(*v) {
                    Some(spot) => spot.clone(),
                    None => self.bring_to_life(*v),
                }
            }
            PlaceKind::Global(g) => Spot::Memory {
                base: self.out.at_entry(Entry::Global(g.0)).d(),
                offset: 0,
            },
            PlaceKind::Deref(e) => self.pointee(e),
            PlaceKind::Index(of, index) => match self.place(of) {
                Spot::Memory { base, offset } => {
                    let size = self.types.size(&place.ty);
                    self.add_index(base, offset, index, (size, false))
                }
                Spot::Registers(regs) => Spot::Registers(self.element_of(of, regs, index)),
            },
            PlaceKind::Field(of, n) => match self.place(of) {
                Spot::Memory { base, offset } => {
                    let Type::Struct(id) = &of.ty else {
                        return Spot::Memory { base, offset };
                    };
                    let field = self.types.get(*id).fields.get(*n as usize);
                    Spot::Memory {
                        base,
                        offset: offset + field.map_or(0, |f| f.offset as i64),
                    }
                }
                Spot::Registers(regs) => {
                    let range = field_leaves(self.types, &of.ty, *n);
                    Spot::Registers(regs.get(range).map(<[Reg]>::to_vec).unwrap_or_default())
                }
            },
            PlaceKind::Then(e, of) => {
                self.effect(e);
                self.place(of)
            }
        }
    }

    /// What a pointer expression points at.
    fn pointee(&mut self, e: &Expr) -> Spot {
        if let Some(spot) = self.alias(e) {
            return spot.clone();
        }
        if let ExprKind::Call(callee, args) = &e.kind
            && let Some(spot) = self.call_place(*callee, args)
        {
            return spot;
        }
        match bound_place(e) {
            Some(place) => self.place(place),
            None => self.address(e),
        }
    }

    /// A pointer expression as base and constant.
    pub(super) fn address(&mut self, e: &Expr) -> Spot {
        if !self.enter(e.span) {
            return Spot::Memory {
                base: self.out.const64(0),
                offset: 0,
            };
        }
        let spot = match &e.kind {
            ExprKind::PtrAdd {
                pointer,
                index,
                size,
                minus,
            } => match self.address(pointer) {
                Spot::Memory { base, offset } => {
                    let later = super::effects::changes(super::effects::Node::Expr(index));
                    let base = self.steady(Reg::D(base), later).d();
                    self.add_index(base, offset, index, (*size, *minus))
                }
                registers => registers,
            },
            ExprKind::Convert(Conversion::Pointer, e) => self.address(e),
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => self.place(place),
            _ => Spot::Memory {
                base: self.one(e).d(),
                offset: 0,
            },
        };
        self.depth -= 1;
        spot
    }

    /// `base + offset ± index * size`.
    pub(super) fn add_index(
        &mut self,
        base: D,
        offset: i64,
        index: &Expr,
        (size, minus): (u64, bool),
    ) -> Spot {
        if let Some(k) = self.known_integer(index) {
            let by = k.wrapping_mul(size as i64);
            let offset = if minus {
                offset.wrapping_sub(by)
            } else {
                offset.wrapping_add(by)
            };
            return Spot::Memory { base, offset };
        }
        if let (ExprKind::Convert(Conversion::Integer, narrow), Ok(scale), false) =
            (&index.kind, u32::try_from(size), minus)
        {
            let from = self.types.scalar(&narrow.ty);
            if let Some(from) = from.filter(|s| s.size() <= 4 && *s != Scalar::Bool) {
                let (narrow, more) = self.peel(narrow, from);
                let index = self.one(narrow).r();
                let dst = self.out.d();
                self.out.emit(Ins::Index {
                    dst,
                    base,
                    index,
                    scale,
                    signed: from.is_signed(),
                });
                return Spot::Memory {
                    base: dst,
                    offset: offset.wrapping_add(more.wrapping_mul(size as i64)),
                };
            }
        }
        let mut by = self.one(index).d();
        if size != 1 {
            let size = self.out.const64(size);
            by = self.bin64(Bin64::Mul, by, size);
        }
        let op = if minus { Bin64::Sub } else { Bin64::Add };
        Spot::Memory {
            base: self.bin64(op, base, by),
            offset,
        }
    }

    /// `i + 3` as `i` and 3, for `int`, where wrapping is nobody's intent.
    fn peel<'e>(&self, index: &'e Expr, from: Scalar) -> (&'e Expr, i64) {
        if from != Scalar::Int {
            return (index, 0);
        }
        match &index.kind {
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                match self.known_integer(b) {
                    Some(k) if *op == BinaryOp::Add => (a, k),
                    Some(k) => (a, -k),
                    None => (index, 0),
                }
            }
            _ => (index, 0),
        }
    }

    /// The address of a spot as a value.
    pub(super) fn pointer_to(&mut self, spot: &Spot) -> D {
        match spot {
            Spot::Memory { base, offset: 0 } => *base,
            Spot::Memory { base, offset } => {
                let by = self.out.const64(*offset as u64);
                self.bin64(Bin64::Add, *base, by)
            }
            Spot::Registers(_) => D(u16::MAX), // `effects::facts` put every such variable into memory
        }
    }

    /// The spot with an address that later code cannot change: one given out before `since` may be a variable's.
    pub(super) fn settled(&mut self, spot: Spot, since: Mark) -> Spot {
        match spot {
            Spot::Memory { base, offset }
                if base.0 < super::emit::FIXED && !since.before(Reg::D(base)) =>
            {
                Spot::Memory {
                    base: self.steady(Reg::D(base), true).d(),
                    offset,
                }
            }
            other => other,
        }
    }

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
        let parts = flat_leaves(self.types, ty);
        let mut value = Vec::with_capacity(parts.len());
        for group in groups(self.types, ty, &parts) {
            value.extend(self.load_group(base, offset, &parts[group], place.volatile));
        }
        self.out.span = outer;
        value
    }

    fn load_group(&mut self, base: D, offset: i64, group: &[(u64, Leaf)], volatile: bool) -> Value {
        let (addr, offset) = self.reach(base, offset.wrapping_add(group[0].0 as i64));
        let n = group.len() as u8;
        let leaf = group[0].1;
        let shape = (leaf.kind() != Kind::D).then(|| leaf.memory());
        let known = if volatile {
            None
        } else {
            self.out.held(addr, offset, (shape, n))
        };
        if let Some(regs) = known {
            return self.loaded(leaf, regs);
        }
        if leaf.kind() == Kind::D {
            let regs: Vec<Reg> = group.iter().map(|_| self.out.fresh(Kind::D)).collect();
            self.out.emit(Ins::Ld64 {
                n,
                volatile,
                dst: regs[0].d(),
                addr,
                offset,
            });
            return regs;
        }
        let regs: Vec<Reg> = group.iter().map(|_| self.out.fresh(Kind::R)).collect();
        self.out.emit(Ins::Ld {
            ty: leaf.memory(),
            n,
            volatile,
            dst: regs[0].r(),
            addr,
            offset,
        });
        self.loaded(leaf, regs)
    }

    fn loaded(&mut self, leaf: Leaf, regs: Vec<Reg>) -> Value {
        if leaf.kind() != Kind::P {
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
        let parts = flat_leaves(self.types, ty);
        for group in groups(self.types, ty, &parts) {
            if let Some(regs) = value.get(group.clone()) {
                self.store_group(base, offset, &parts[group], (regs, place.volatile));
            }
        }
        self.out.span = outer;
    }

    fn store_group(
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

/// Cuts a type's leaves into single accesses: a vector type that is aligned to its size is one (or, past 16 bytes,
/// several of 16), everything else is one an element.
fn groups(
    types: &crate::tree::Types,
    ty: &Type,
    parts: &[(u64, Leaf)],
) -> Vec<std::ops::Range<usize>> {
    let mut cuts = Vec::new();
    group(types, ty, 0, &mut cuts);
    debug_assert_eq!(
        cuts.last().map_or(0, |r: &std::ops::Range<usize>| r.end),
        parts.len()
    );
    cuts
}

fn group(
    types: &crate::tree::Types,
    ty: &Type,
    at: usize,
    cuts: &mut Vec<std::ops::Range<usize>>,
) -> usize {
    match ty {
        Type::Void | Type::Error => at,
        Type::Array(of, n) => (0..*n).fold(at, |at, _| group(types, &of.ty, at, cuts)),
        Type::Struct(id) => {
            let s = types.get(*id);
            if s.union {
                let n = flat_leaves(types, ty).len();
                (0..n).for_each(|k| cuts.push(at + k..at + k + 1));
                return at + n;
            }
            let Some((scalar, n)) = s.vector else {
                return s
                    .fields
                    .iter()
                    .fold(at, |at, f| group(types, &f.ty.ty, at, cuts));
            };
            let n = usize::from(n);
            let step = if s.align == s.size {
                n
            } else {
                (s.align / scalar.size()).max(1) as usize
            };
            (0..n)
                .step_by(step)
                .for_each(|k| cuts.push(at + k..(at + k + step).min(at + n)));
            at + n
        }
        _ => {
            cuts.push(at..at + 1);
            at + 1
        }
    }
}
