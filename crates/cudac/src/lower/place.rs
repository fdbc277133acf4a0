//! Places: variables in registers, everything else at an address.
//!
//! In: a typed place or a pointer expression; out: a [`Spot`]. The rule: an address is a 64-bit register and a
//! constant; constants of any kind in an index go to the constant, so that `a[i + 1]` costs what `a[i]` costs.
//! Next: memory.rs for what is there.

use super::Lowering;
use super::effects::bound_place;
use super::emit::{Entry, Mark};
use super::value::{Reg, field_leaves};
use crate::tree::{BinaryOp, Conversion, Expr, ExprKind, Place, PlaceKind, Scalar, Type, VarId};
use cuda_ir::op::Bin64;
use cuda_ir::{D, Ins};

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
        if let ExprKind::Call(callee, args) = &e.kind {
            let outer = std::mem::replace(&mut self.out.span, e.span);
            let spot = self.call_place(*callee, args);
            self.out.span = outer;
            if let Some(spot) = spot {
                return spot;
            }
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
            let from = self.types.stored(&narrow.ty);
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
}
