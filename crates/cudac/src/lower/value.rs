//! Where values are while code is made: registers of three kinds, and structs taken apart into leaves.
//!
//! In: types; out: the leaves of a type in order of address, and the kind of register that each needs. The rule: a
//! value of a struct type is one register a leaf, so that most structs cost what their scalars cost.

use crate::tree::{Scalar, Type, Types};
use cuda_ir::op::MemTy;
pub(super) use cuda_ir::register::{Reg, RegisterKind};

/// A value: one register a leaf; none for `void`.
pub(super) type Value = Vec<Reg>;

/// A scalar inside a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Leaf {
    Scalar(Scalar),
    Pointer,
}

impl Leaf {
    pub(super) fn kind(self) -> RegisterKind {
        match self {
            Leaf::Pointer => RegisterKind::D,
            Leaf::Scalar(Scalar::Bool) => RegisterKind::P,
            Leaf::Scalar(s) if s.size() == 8 => RegisterKind::D,
            Leaf::Scalar(_) => RegisterKind::R,
        }
    }

    /// Bytes in memory.
    pub(super) fn size(self) -> u64 {
        match self {
            Leaf::Pointer => 8,
            Leaf::Scalar(s) => s.size(),
        }
    }

    /// How a leaf of up to 32 bits lies in memory.
    pub(super) fn memory(self) -> MemTy {
        use Scalar::*;
        match self {
            Leaf::Scalar(Bool | UChar) => MemTy::U8,
            Leaf::Scalar(Char | SChar) => MemTy::S8,
            Leaf::Scalar(Short) => MemTy::S16,
            Leaf::Scalar(UShort) => MemTy::U16,
            _ => MemTy::B32,
        }
    }
}

/// The most leaves that a struct has in registers.
const MOST_LEAVES: u64 = 32;

/// Whether a value of the type is the address of memory that holds it.
pub(super) fn is_big(types: &Types, ty: &Type) -> bool {
    match ty {
        // What has bit fields is taken apart only where it lies.
        Type::Struct(id) if types.get(*id).packed => true,
        Type::Struct(_) => count(types, ty, MOST_LEAVES) > MOST_LEAVES,
        _ => false,
    }
}

/// How many leaves a type has, or some number beyond `most`.
fn count(types: &Types, ty: &Type, most: u64) -> u64 {
    match ty {
        Type::Array(of, n) => count(types, &of.ty, most).saturating_mul(*n),
        Type::Struct(id) if types.get(*id).union => {
            let align = types.align(ty).max(1);
            types.size(ty) / align.min(8)
        }
        Type::Struct(id) => {
            let mut sum = 0u64;
            for field in &types.get(*id).fields {
                sum = sum.saturating_add(count(types, &field.ty.ty, most));
                if sum > most {
                    break;
                }
            }
            sum
        }
        _ => 1,
    }
}

/// The leaves of a value of the type, with their offsets, in order. An array inside contributes each of its elements; a
/// large struct is one pointer, to itself.
pub(super) fn leaves(types: &Types, ty: &Type) -> Vec<(u64, Leaf)> {
    if is_big(types, ty) {
        return vec![(0, Leaf::Pointer)];
    }
    flat_leaves(types, ty)
}

/// Whether a type's first leaves are those of another, bit for bit.
pub(super) fn begins_as(types: &Types, whole: &Type, part: &Type) -> bool {
    if whole == part {
        return true;
    }
    let few = |ty| count(types, ty, MOST_LEAVES) <= MOST_LEAVES;
    if !few(whole) || !few(part) {
        return false;
    }
    let (whole, part) = (flat_leaves(types, whole), flat_leaves(types, part));
    let alike = |a: &(u64, Leaf), b: &(u64, Leaf)| {
        a.0 == b.0 && a.1.kind() == b.1.kind() && a.1.memory() == b.1.memory()
    };
    part.len() <= whole.len() && whole.iter().zip(&part).all(|(a, b)| alike(a, b))
}

/// The leaves of a type, whatever its size.
pub(super) fn flat_leaves(types: &Types, ty: &Type) -> Vec<(u64, Leaf)> {
    let mut out = Vec::new();
    collect(types, ty, 0, &mut out);
    out
}

fn collect(types: &Types, ty: &Type, at: u64, out: &mut Vec<(u64, Leaf)>) {
    match ty {
        Type::Pointer(_) | Type::Reference(_) | Type::Rvalue(_) => out.push((at, Leaf::Pointer)),
        Type::Struct(id) if types.get(*id).union => {
            // The bytes, in pieces as large as the alignment allows: reading another member reads the same bytes.
            let (size, align) = (types.size(ty), types.align(ty));
            let piece = [Scalar::ULong, Scalar::UInt, Scalar::UShort, Scalar::UChar];
            let piece = piece
                .into_iter()
                .find(|s| s.size() <= align && size % s.size() == 0);
            let piece = piece.unwrap_or(Scalar::UChar);
            let n = size / piece.size();
            out.extend((0..n).map(|k| (at + k * piece.size(), Leaf::Scalar(piece))));
        }
        Type::Struct(id) => {
            let s = types.get(*id);
            let mut runs = Vec::new();
            for field in &s.fields {
                match field.bits {
                    // Fields of one run are copied as its units.
                    Some(bits) if runs.contains(&bits.run) => {}
                    Some(bits) => {
                        runs.push(bits.run);
                        let units = crate::ty::units(bits.run, s.align).into_iter();
                        out.extend(units.map(|(offset, size)| (at + offset, unit(size))));
                    }
                    None => collect(types, &field.ty.ty, at + field.offset, out),
                }
            }
        }
        Type::Array(of, n) => {
            let size = types.size(&of.ty);
            for k in 0..*n {
                collect(types, &of.ty, at + k * size, out);
            }
        }
        _ => out.extend(types.stored(ty).map(|s| (at, Leaf::Scalar(s)))),
    }
}

/// What a unit of bit fields is copied as.
pub(super) fn unit(size: u64) -> Leaf {
    Leaf::Scalar(match size {
        4 => Scalar::UInt,
        2 => Scalar::UShort,
        _ => Scalar::UChar,
    })
}

/// Whether values of the type can be taken apart: no array anywhere inside.
pub(super) fn splits(types: &Types, ty: &Type) -> bool {
    match ty {
        Type::Array(..) => false,
        Type::Struct(_) if is_big(types, ty) => false,
        Type::Struct(id) if types.get(*id).union => false,
        Type::Struct(id) => types
            .get(*id)
            .fields
            .iter()
            .all(|f| splits(types, &f.ty.ty)),
        _ => true,
    }
}

/// Which leaves of a struct are those of its field `n`.
pub(super) fn field_leaves(types: &Types, ty: &Type, n: u32) -> std::ops::Range<usize> {
    let Type::Struct(id) = ty else { return 0..0 };
    if types.get(*id).union {
        return 0..leaves(types, ty).len();
    }
    let fields = &types.get(*id).fields;
    let count = |f: &crate::ty::Field| flat_leaves(types, &f.ty.ty).len();
    let start: usize = fields.iter().take(n as usize).map(count).sum();
    start..start + fields.get(n as usize).map_or(0, count)
}
