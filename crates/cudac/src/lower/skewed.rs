//! What may lie at an address that is no multiple of its size, in device code: fields of packed structs.
//!
//! In: a scalar at an address; out: an access a byte, as NVIDIA's compiler makes of it, and what puts them together. The rule: what is
//! read through a pointer to the scalar's own type is not looked at: its address must be aligned.
//! Next: `ty/layout.rs` for which fields may lie so.

use super::Lowering;
use super::value::{Leaf, Reg, RegisterKind};
use crate::tree::{Place, PlaceKind, Scalar, Type};
use cuda_ir::D;
use cuda_ir::intrinsic::Intrinsic;
use cuda_ir::op::{Bin32, Bin64, Narrow, Widen};

const BYTE: Leaf = Leaf::Scalar(Scalar::UChar);

/// A place in memory that may lie at any byte.
#[derive(Clone, Copy)]
pub(super) struct SkewedPlace {
    /// The address from which it is counted.
    pub base: D,
    /// How far from there.
    pub offset: i64,
    /// Whether it is written as it stands.
    pub volatile: bool,
}

impl Lowering<'_> {
    /// Whether a place, or a part of what it holds, may lie so.
    pub(super) fn is_skewed(&self, place: &Place) -> bool {
        if self.host || !self.types.skewed {
            return false;
        }
        self.types.has_skewed(&place.ty) || self.lies_skewed(place)
    }

    fn lies_skewed(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Field(of, n) => {
                let here = match &of.ty {
                    Type::Struct(id) => self.types.skews(*id, *n),
                    _ => false,
                };
                here || self.lies_skewed(of)
            }
            PlaceKind::Index(of, _) | PlaceKind::Then(_, of) => self.lies_skewed(of),
            _ => false,
        }
    }

    /// Reads a leaf, byte by byte.
    pub(super) fn load_skewed(
        &mut self,
        base: D,
        offset: i64,
        (at, leaf): (u64, Leaf),
        volatile: bool,
    ) -> Reg {
        let bytes: Vec<Reg> = (at..at + leaf.size())
            .map(|at| self.load_group(base, offset, &[(at, BYTE)], volatile)[0])
            .collect();
        if leaf.kind() != RegisterKind::D {
            let mut all = bytes[0].r();
            for (k, byte) in bytes.iter().enumerate().skip(1) {
                let by = self.out.const32(8 * k as u32);
                let byte = self.bin32(Bin32::Shl, byte.r(), by);
                all = self.bin32(Bin32::Or, all, byte);
            }
            return self.as_read(leaf, all);
        }
        let mut all = self.widen(Widen::U32, bytes[0].r());
        for (k, byte) in bytes.iter().enumerate().skip(1) {
            let by = self.out.const64(8 * k as u64);
            let byte = self.widen(Widen::U32, byte.r());
            let byte = self.bin64(Bin64::Shl, byte, by);
            all = self.bin64(Bin64::Or, all, byte);
        }
        Reg::D(all)
    }

    /// A register of the bits that were read, as a load of the leaf gives it.
    fn as_read(&mut self, leaf: Leaf, bits: cuda_ir::R) -> Reg {
        match leaf {
            Leaf::Scalar(Scalar::Short) => {
                let (low, width) = (self.out.const32(0), self.out.const32(16));
                let with = [Reg::R(bits), Reg::R(low), Reg::R(width)];
                self.intrinsic(Intrinsic::Bfe(true), &with, &Scalar::UInt.into())
            }
            _ => Reg::R(bits),
        }
    }

    /// Writes a leaf, byte by byte.
    pub(super) fn store_skewed(&mut self, to: SkewedPlace, at: u64, leaf: Leaf, value: Reg) {
        let SkewedPlace {
            base,
            offset,
            volatile,
        } = to;
        for k in 0..leaf.size() {
            let byte = match value {
                Reg::D(all) => {
                    let by = self.out.const64(8 * k);
                    let part = self.bin64(Bin64::ShrU, all, by);
                    self.narrow(Narrow::Lo, part)
                }
                other => {
                    let (all, by) = (self.as_int(other), self.out.const32(8 * k as u32));
                    self.bin32(Bin32::ShrU, all, by)
                }
            };
            self.store_group(base, offset, &[(at + k, BYTE)], (&[Reg::R(byte)], volatile));
        }
    }
}
