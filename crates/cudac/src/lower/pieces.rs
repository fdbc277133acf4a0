//! How wide a value's accesses are: the pieces that a type is moved in.
//!
//! In: a type; out: its leaves cut into single accesses, or its bytes. The rule is that of NVIDIA's compiler: whatever is
//! aligned is moved in pieces as large as its alignment, of 16 bytes at most, so that a struct of two `float`s aligned to
//! 8 bytes is one access. A piece is elements of one size, since registers hold one element each; a struct that mixes
//! sizes is copied from memory to memory by its bytes, and otherwise moved by halves of pieces until they fit.
//! Next: memory.rs, which makes the accesses.

use super::Lowering;
use super::effects::{Node, bound_place, changes};
use super::place::Spot;
use super::value::{Leaf, Reg, RegisterKind, flat_leaves, is_big, unit};
use crate::tree::{Expr, ExprKind, Place, PlaceKind, Scalar, Type, Types};
use std::ops::Range;

/// The most bytes of one access.
const WIDEST: u64 = 16;

/// Types that NVIDIA's headers give copying of their own, by one word: what holds them is not copied as one.
pub(super) const COPIED_ALONE: [&str; 2] = ["__half2", "__nv_bfloat162"];

/// One access: which leaves, and as how many elements. More elements than leaves read padding, too.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Piece {
    pub leaves: Range<usize>,
    pub elements: u8,
}

/// What a value is moved for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// A load on the device: padding may be read.
    Load,
    /// A store on the device.
    Store,
    /// Host code and `volatile`: vector types are one access, everything else one an element.
    AsWritten,
}

/// Cuts a type's leaves into single accesses.
pub(super) fn pieces(types: &Types, ty: &Type, parts: &[(u64, Leaf)], way: Way) -> Vec<Piece> {
    let mut cut = Cut {
        types,
        parts,
        way,
        out: Vec::new(),
    };
    let end = cut.value(ty, 0);
    debug_assert_eq!(end, parts.len());
    cut.out
}

struct Cut<'t> {
    types: &'t Types,
    parts: &'t [(u64, Leaf)],
    way: Way,
    out: Vec<Piece>,
}

impl Cut<'_> {
    fn push(&mut self, leaves: Range<usize>) {
        let elements = leaves.len() as u8;
        self.out.push(Piece { leaves, elements });
    }

    /// Cuts the value whose first leaf is `at`; the first leaf after it.
    fn value(&mut self, ty: &Type, at: usize) -> usize {
        match ty {
            Type::Void | Type::Error => at,
            Type::Array(of, n) => (0..*n).fold(at, |at, _| self.value(&of.ty, at)),
            Type::Struct(_) => self.record(ty, at),
            _ => {
                self.push(at..at + 1);
                at + 1
            }
        }
    }

    fn record(&mut self, ty: &Type, at: usize) -> usize {
        let Type::Struct(id) = ty else { return at };
        let s = self.types.get(*id);
        let n = flat_leaves(self.types, ty).len();
        let end = at + n;
        if let Some((scalar, n)) = s.vector {
            let step = match s.align == s.size {
                true => usize::from(n),
                false => (s.align / scalar.size()).max(1) as usize,
            };
            (at..end)
                .step_by(step)
                .for_each(|k| self.push(k..(k + step).min(end)));
            return end;
        }
        let wide = self.way != Way::AsWritten && !s.has_bits();
        if wide && !holds_copied_alone(self.types, ty, false) {
            let start = self.parts.get(at).map_or(0, |(offset, _)| *offset);
            let width = s.align.clamp(1, WIDEST);
            let start = start / width * width;
            for k in 0..s.size / width {
                self.window(at..end, (start + k * width, width));
            }
            return end;
        }
        if s.union || s.has_bits() {
            (at..end).for_each(|k| self.push(k..k + 1));
            return end;
        }
        s.fields.iter().fold(at, |at, f| self.value(&f.ty.ty, at))
    }

    /// Cuts what of some leaves begins in `width` bytes from `from` on.
    fn window(&mut self, among: Range<usize>, (from, width): (u64, u64)) {
        let list = &self.parts[among.clone()];
        let first = among.start + list.partition_point(|(at, _)| *at < from);
        let last = among.start + list.partition_point(|(at, _)| *at < from + width);
        if first >= last {
            return;
        }
        if let Some(elements) = self.alike(first..last, (from, width)) {
            return self.out.push(Piece {
                leaves: first..last,
                elements,
            });
        }
        let half = width / 2;
        if half == 0 || last - first == 1 && self.parts[first].1.size() >= width {
            return (first..last).for_each(|k| self.push(k..k + 1));
        }
        self.window(first..last, (from, half));
        self.window(first..last, (from + half, half));
    }

    /// As how many elements the leaves are one access of so many bytes.
    fn alike(&self, leaves: Range<usize>, (from, width): (u64, u64)) -> Option<u8> {
        let list = &self.parts[leaves];
        let leaf = list[0].1;
        let size = leaf.size();
        let one = |k: u64, (at, other): &(u64, Leaf)| {
            let same = leaf.kind() == other.kind() && leaf.memory() == other.memory();
            same && *at == from + k * size
        };
        let row = (0..).zip(list).all(|(k, part)| one(k, part));
        let filled = list.len() as u64 * size == width;
        // Reading the padding at the end makes one access of two.
        let padded = self.way == Way::Load && list.len() as u64 * size > width / 2;
        let fits = row && leaf.kind() != RegisterKind::P && (filled || padded);
        fits.then(|| (width / size) as u8)
    }
}

/// Whether a type that is copied by itself is somewhere inside; the type itself counts where `inside`.
fn holds_copied_alone(types: &Types, ty: &Type, inside: bool) -> bool {
    match ty {
        Type::Array(of, _) => holds_copied_alone(types, &of.ty, true),
        Type::Struct(id) => {
            let s = types.get(*id);
            let named = COPIED_ALONE.contains(&s.name.as_str());
            let mut fields = s.fields.iter();
            inside && named || !named && fields.any(|f| holds_copied_alone(types, &f.ty.ty, true))
        }
        _ => false,
    }
}

/// The width of the pieces in which bytes of a type are copied from memory to memory.
pub(super) fn width(types: &Types, ty: &Type, bytes: u64) -> u64 {
    let most = match holds_copied_alone(types, ty, false) {
        true => 4,
        false => WIDEST,
    };
    let mut width = types.align(ty).clamp(1, most);
    while !bytes.is_multiple_of(width) {
        width /= 2;
    }
    width
}

/// What so many bytes are copied as.
pub(super) fn row(at: u64, width: u64) -> Vec<(u64, Leaf)> {
    let (size, leaf) = match width {
        8.. => (8, Leaf::Scalar(Scalar::ULong)),
        width => (width, unit(width)),
    };
    (0..width / size).map(|k| (at + k * size, leaf)).collect()
}

/// Which of so many bytes are no leaf's.
pub(super) fn padding(parts: &[(u64, Leaf)], (from, width): (u64, u64)) -> u16 {
    let ends = |(at, leaf): &(u64, Leaf)| at + leaf.size();
    let bytes = (0..width.min(WIDEST)).filter(|k| {
        let after = parts.partition_point(|(at, _)| *at <= from + k);
        let last = after.checked_sub(1).and_then(|n| parts.get(n));
        last.is_none_or(|part| ends(part) <= from + k)
    });
    bytes.fold(0, |set, k| set | 1 << k)
}

impl Lowering<'_> {
    /// How a place's value is loaded or stored.
    pub(super) fn way(&self, device: Way, place: &Place) -> Way {
        match self.host || place.volatile {
            true => Way::AsWritten,
            false => device,
        }
    }

    /// Assigns what lies in memory to memory as its bytes, if that takes fewer accesses than leaf by leaf; whether it did.
    pub(super) fn assign_bytes(&mut self, to: &Place, value: &Expr) -> bool {
        let (ExprKind::Load(from), ty) = (&value.kind, &to.ty) else {
            return false;
        };
        let plain = !self.host && !to.volatile && !from.volatile && *ty == from.ty;
        let Type::Struct(id) = ty else { return false };
        let memory = self.in_memory_now(to) && self.in_memory_now(from);
        if !plain || !memory || is_big(self.types, ty) || changes(Node::Place(to)) {
            return false;
        }
        let s = self.types.get(*id);
        let parts = flat_leaves(self.types, ty);
        let by_leaves = |way| pieces(self.types, ty, &parts, way).len();
        let needed = by_leaves(Way::Load).max(by_leaves(Way::Store)) as u64;
        let natural = parts.iter().map(|(_, leaf)| leaf.size()).max();
        // Padding that no alignment asked for is left where it is.
        let padded = s.used < s.size && Some(s.align) == natural;
        let width = width(self.types, ty, s.size);
        if padded || s.vector.is_some() || s.size / width >= needed {
            return false;
        }
        let Spot::Memory { base, offset } = self.place(from) else {
            return false;
        };
        let outer = std::mem::replace(&mut self.out.span, from.span);
        let rows: Vec<_> = (0..s.size / width).map(|k| row(k * width, width)).collect();
        let values: Vec<Vec<Reg>> = rows
            .iter()
            .map(|row| self.load_group(base, offset, row, false))
            .collect();
        self.out.span = outer;
        if let Spot::Memory { base, offset } = self.place(to) {
            let outer = std::mem::replace(&mut self.out.span, to.span);
            for (row, value) in rows.iter().zip(&values) {
                self.out.padding = padding(&parts, (row[0].0, width));
                self.store_group(base, offset, row, (value, false));
                self.out.padding = 0;
            }
            self.out.span = outer;
        }
        true
    }

    /// Whether a place is certainly at an address.
    fn in_memory_now(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Global(_) => true,
            PlaceKind::Var(v) => matches!(
                self.body().spots.get(v.0 as usize),
                Some(Some(Spot::Memory { .. }))
            ),
            PlaceKind::Deref(e) if matches!(e.kind, ExprKind::Call(..)) => false,
            PlaceKind::Deref(e) => {
                !matches!(self.alias(e), Some(Spot::Registers(_)))
                    && bound_place(e).is_none_or(|p| self.in_memory_now(p))
            }
            PlaceKind::Index(of, _) | PlaceKind::Field(of, _) => self.in_memory_now(of),
            PlaceKind::Then(..) => false,
        }
    }
}
