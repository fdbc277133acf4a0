//! Bit fields: read out of the units that hold them, and put back among their neighbours.
//!
//! In: a place that is a bit field, at an address; out: loads, shifts and stores. The rule: an access is one a unit; a unit that
//! is the field's alone is only stored.
//! Next: `ty/bits.rs` for the units.

use super::Lowering;
use super::place::Spot;
use super::value::{Leaf, Reg, RegisterKind};
use crate::tree::{Place, PlaceKind, Scalar, StructId, Type};
use crate::ty::Piece;
use cuda_ir::D;
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{Bin32, Bin64, Narrow, Widen};

/// A bit field in memory: its struct's address, and what it is there.
pub(super) struct BitField {
    base: D,
    /// From the base to the struct.
    offset: i64,
    pieces: Vec<Piece>,
    width: u32,
    scalar: Scalar,
    volatile: bool,
}

impl Lowering<'_> {
    /// The bit field that a place is, found to be at `spot`.
    pub(super) fn bit_field(&self, spot: &Spot, place: &Place) -> Option<BitField> {
        match &place.kind {
            PlaceKind::Field(of, n) => match &of.ty {
                Type::Struct(id) => self.bit_field_of(spot, (*id, *n), place),
                _ => None,
            },
            PlaceKind::Then(_, inner) => self.bit_field(spot, inner),
            _ => None,
        }
    }

    /// The same for field `n` of a struct; `spot` is where the field begins.
    pub(super) fn bit_field_of(
        &self,
        spot: &Spot,
        (id, n): (StructId, u32),
        place: &Place,
    ) -> Option<BitField> {
        let s = self.types.get(id);
        let field = s.fields.get(n as usize)?;
        let (bits, Spot::Memory { base, offset }) = (field.bits?, spot) else {
            return None;
        };
        Some(BitField {
            base: *base,
            offset: offset.wrapping_sub(field.offset as i64),
            pieces: s.pieces(n),
            width: bits.width,
            scalar: self.types.stored(&field.ty.ty)?,
            volatile: place.volatile,
        })
    }

    /// Its value.
    pub(super) fn load_bits(&mut self, field: &BitField) -> Reg {
        let signed = field.scalar.is_signed();
        if let ([only], true) = (field.pieces.as_slice(), field.scalar.size() < 8) {
            let unit = self.load_unit(field, only);
            let value = self.extracted(unit, signed, (only.low, only.width));
            return self.as_held(value, field.scalar);
        }
        if field.scalar.size() < 8 {
            let mut all = Reg::R(self.out.const32(0));
            for piece in &field.pieces {
                let unit = self.load_unit(field, piece);
                let part = self.extracted(unit, false, (piece.low, piece.width));
                let count = self.out.const32(piece.at);
                let part = self.bin32(Bin32::Shl, part.r(), count);
                all = Reg::R(self.bin32(Bin32::Or, all.r(), part));
            }
            let value = self.extracted(all, signed, (0, field.width));
            return self.as_held(value, field.scalar);
        }
        let mut all = self.out.const64(0);
        for piece in &field.pieces {
            let unit = self.load_unit(field, piece);
            let part = self.extracted(unit, false, (piece.low, piece.width));
            let part = self.widen(Widen::U32, part.r());
            let count = self.out.const64(u64::from(piece.at));
            let part = self.bin64(Bin64::Shl, part, count);
            all = self.bin64(Bin64::Or, all, part);
        }
        self.fitted(field, Reg::D(all))
    }

    /// Stores a value; what the field then holds.
    pub(super) fn store_bits(&mut self, field: &BitField, value: Reg) -> Reg {
        let kept = self.fitted(field, value);
        for piece in &field.pieces {
            let part = match kept {
                Reg::D(all) => {
                    let count = self.out.const64(u64::from(piece.at));
                    let part = self.bin64(Bin64::ShrU, all, count);
                    self.narrow(Narrow::Lo, part)
                }
                other => {
                    let all = self.as_int(other);
                    let count = self.out.const32(piece.at);
                    match piece.at {
                        0 => all,
                        _ => self.bin32(Bin32::ShrU, all, count),
                    }
                }
            };
            let whole = u64::from(piece.width) == piece.size * 8;
            let unit = match whole {
                true => Reg::R(part),
                false => {
                    let before = self.load_unit(field, piece);
                    let where_to = self.out.const32(piece.low | piece.width << 8);
                    let with = [Reg::R(part), before, Reg::R(where_to)];
                    self.intrinsic(Intrinsic::BitInsert, &with, &Scalar::UInt.into())
                }
            };
            let leaf = [(piece.offset, super::value::unit(piece.size))];
            self.store_group(field.base, field.offset, &leaf, (&[unit], field.volatile));
        }
        kept
    }

    fn load_unit(&mut self, field: &BitField, piece: &Piece) -> Reg {
        let leaf = [(piece.offset, super::value::unit(piece.size))];
        let loaded = self.load_group(field.base, field.offset, &leaf, field.volatile);
        loaded.first().copied().unwrap_or(Reg::D(D(u16::MAX)))
    }

    /// Bits of a word, with the sign of the highest or without.
    fn extracted(&mut self, word: Reg, signed: bool, (low, width): (u32, u32)) -> Reg {
        if width == 32 {
            return word;
        }
        let (low, width) = (self.out.const32(low), self.out.const32(width));
        let with = [word, Reg::R(low), Reg::R(width)];
        self.intrinsic(Intrinsic::Bfe(signed), &with, &Scalar::UInt.into())
    }

    /// A value cut to the width of the field.
    fn fitted(&mut self, field: &BitField, value: Reg) -> Reg {
        let signed = field.scalar.is_signed();
        match value {
            Reg::P(_) => value,
            Reg::R(_) => self.extracted(value, signed, (0, field.width)),
            Reg::D(_) if field.width == 64 => value,
            Reg::D(_) => {
                let (low, width) = (
                    self.out.const64(0),
                    self.out.const64(u64::from(field.width)),
                );
                let with = [value, Reg::D(low), Reg::D(width)];
                self.intrinsic(Intrinsic::Bfe(signed), &with, &field.scalar.into())
            }
        }
    }

    fn as_held(&mut self, value: Reg, scalar: Scalar) -> Reg {
        let leaf = Leaf::Scalar(scalar);
        match leaf.kind() {
            RegisterKind::P => self.is_not_zero(Leaf::Scalar(Scalar::UInt), value),
            _ => value,
        }
    }
}
