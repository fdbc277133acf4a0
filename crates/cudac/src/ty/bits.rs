//! Bit fields: where each lies, and through which whole units it is read and written.
//! In: a struct that was laid out; out: the pieces of a field. The rule: fields side by side are one run of bytes, padding
//! behind them included; a run is cut into aligned units of up to four bytes, and no access touches a byte outside it.

use super::{Struct, Type, Types, round_up};

/// What makes a field of a struct a bit field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Bits from the start of the struct.
    pub at: u64,
    /// How many there are.
    pub width: u32,
    /// The first byte of its run, and the byte after its last.
    pub run: (u64, u64),
}

/// A bit field's share of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Bytes from the start of the struct to the unit.
    pub offset: u64,
    /// Bytes of the unit: 1, 2 or 4.
    pub size: u64,
    /// The first of its bits that are the field's.
    pub low: u32,
    /// How many of them are.
    pub width: u32,
    /// Which bit of the field they begin with.
    pub at: u32,
}

/// Bit fields side by side, as they are laid out.
#[derive(Clone, Debug, Default)]
pub(super) struct Run {
    /// Their numbers among the fields.
    pub fields: Vec<usize>,
    /// The first byte.
    pub start: u64,
}

/// The units of a run of bytes, offsets with sizes.
pub fn units(run: (u64, u64), align: u64) -> Vec<(u64, u64)> {
    let (mut at, end) = run;
    let mut list = Vec::new();
    while at < end {
        let fits = |size: &u64| *size <= align && at.is_multiple_of(*size) && at + size <= end;
        let size = [4, 2, 1].into_iter().find(fits).unwrap_or(1);
        list.push((at, size));
        at += size;
    }
    list
}

impl Struct {
    /// The pieces of a bit field; none of another field.
    pub fn pieces(&self, field: u32) -> Vec<Piece> {
        let bits = self.fields.get(field as usize).and_then(|f| f.bits);
        let Some(bits) = bits else { return Vec::new() };
        let end = bits.at + u64::from(bits.width);
        let units = units(bits.run, self.align).into_iter();
        let piece = |(offset, size): (u64, u64)| {
            let (first, past) = (offset * 8, (offset + size) * 8);
            let (from, to) = (bits.at.max(first), end.min(past));
            (from < to).then(|| Piece {
                offset,
                size,
                low: (from - first) as u32,
                width: (to - from) as u32,
                at: (from - bits.at) as u32,
            })
        };
        units.filter_map(piece).collect()
    }

    /// Whether one of its own fields is a bit field.
    pub fn has_bits(&self) -> bool {
        self.fields.iter().any(|f| f.bits.is_some())
    }
}

impl Types {
    /// Whether a value of the type has bit fields somewhere inside.
    pub fn holds_bits(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.holds_bits(&of.ty),
            Type::Struct(id) => self.get(*id).packed,
            _ => false,
        }
    }

    /// Where a bit field of a type may lie from a bit on: it crosses no boundary of its type.
    pub(super) fn place_bits(&self, at: u64, (ty, width): (&Type, u32), least: u64) -> u64 {
        let (size, align) = (self.size(ty) * 8, self.align(ty) * 8);
        let at = if least > 1 {
            round_up(at, least * 8)
        } else {
            at
        };
        if width == 0 || at % align + u64::from(width) > size {
            return round_up(at, align);
        }
        at
    }
}
