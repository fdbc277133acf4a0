//! Where the fields of a class lie: what the Itanium C++ ABI says, as g++ and nvcc have it on 64-bit Linux.
//! In: fields with what is written about them; out: offsets, size and alignment. The rule: in order, each at its
//! alignment; but the class with the table of functions comes first, a base without fields takes no room, a base
//! that is no plain C struct lends the padding at its end, and bit fields lie side by side.

use super::bits::{Bits, Run};
use super::{Field, HUGE, Qualified, StructId, Type, Types, round_up};

/// The fields of a class, bases among them.
#[derive(Clone, Debug, Default)]
pub struct ClassLayout {
    /// Names and types, in the order of the class.
    pub fields: Vec<(String, Qualified)>,
    /// For each the least alignment that is written.
    pub aligns: Vec<u64>,
    /// The widths of bit fields, by field.
    pub widths: Vec<Option<u32>>,
    /// Bit fields without a name: before which field, of which type and how wide.
    pub gaps: Vec<(u32, Type, u32)>,
    /// The least alignment of the whole.
    pub align: u64,
    /// The most that a field is aligned to, if that is written.
    pub pack: Option<u64>,
    /// The field that comes before all others: the pointer to the table of functions, or the base that has it.
    pub first: Option<u32>,
    /// Whether C could have the class: nothing lies in the padding at its end.
    pub plain: bool,
}

/// A layout on its way.
struct Cursor {
    /// The next free bit.
    at: u64,
    /// The last bit taken so far; a union's fields begin anew.
    end: u64,
    /// The largest alignment.
    most: u64,
    union: bool,
    run: Run,
    /// By field.
    offsets: Vec<u64>,
    bits: Vec<Option<Bits>>,
}

impl Cursor {
    fn begin(&self) -> u64 {
        if self.union { 0 } else { self.at }
    }

    fn take(&mut self, from: u64, bits: u64) {
        self.at = from.saturating_add(bits).min(HUGE);
        self.end = self.end.max(self.at);
    }

    /// Ends a run of bit fields; nothing else lies before byte `limit`.
    fn close(&mut self, limit: u64) {
        let run = std::mem::take(&mut self.run);
        let end = self.at.div_ceil(8);
        let end = round_up(end, 4).min(limit).max(end);
        for field in run.fields {
            if let Some(bits) = &mut self.bits[field] {
                bits.run = (run.start, end);
            }
        }
    }
}

impl Types {
    /// Lays out a class; a union's fields all begin at the start.
    pub fn lay_out_class(&mut self, id: StructId, class: ClassLayout) {
        let n = class.fields.len() as u32;
        let mut c = Cursor {
            at: 0,
            end: 0,
            most: class.align.max(1),
            union: self.get(id).union,
            run: Run::default(),
            offsets: vec![0; class.fields.len()],
            bits: vec![None; class.fields.len()],
        };
        let others = (0..n).filter(|at| Some(*at) != class.first);
        for at in class.first.into_iter().chain(others) {
            self.skip_gaps(&class, at, &mut c);
            match class.widths.get(at as usize).copied().flatten() {
                Some(width) => self.lay_out_bits(&class, (at, width), &mut c),
                None => self.lay_out_field(id, &class, at, &mut c),
            }
        }
        self.skip_gaps(&class, n, &mut c);
        let end = c.end.div_ceil(8);
        let size = round_up(end.max(1), c.most);
        let used = if class.plain { size } else { end };
        c.close(used);
        let union = c.union;
        let placed = class.fields.into_iter().zip(c.offsets).zip(c.bits);
        let placed = placed.map(|(((name, ty), offset), bits)| Field {
            name,
            ty,
            offset,
            bits: bits.map(|bits| Bits {
                run: if union { (0, size.min(8)) } else { bits.run },
                ..bits
            }),
        });
        let fields: Vec<Field> = placed.collect();
        let skewed = |f: &Field| f.bits.is_none() && self.is_skewed(f, c.most);
        self.skewed |= class.pack.is_some() && fields.iter().any(skewed);
        let packed = |f: &Field| f.bits.is_some() || self.holds_bits(&f.ty.ty);
        let packed = !union && fields.iter().any(packed);
        let s = &mut self.structs[id.0 as usize];
        (s.fields, s.size, s.align) = (fields, size, c.most);
        (s.used, s.packed) = (used, packed);
    }

    /// Whether a field may lie at an address that is no multiple of its type's alignment.
    fn is_skewed(&self, field: &Field, align: u64) -> bool {
        let natural = self.align(&field.ty.ty);
        natural > align || !field.offset.is_multiple_of(natural)
    }

    /// Whether some of a value's parts may lie so.
    pub fn has_skewed(&self, ty: &Type) -> bool {
        match ty {
            _ if !self.skewed => false,
            Type::Array(of, _) => self.has_skewed(&of.ty),
            Type::Struct(id) => {
                let s = self.get(*id);
                let part = |f: &Field| self.is_skewed(f, s.align) || self.has_skewed(&f.ty.ty);
                s.fields.iter().filter(|f| f.bits.is_none()).any(part)
            }
            _ => false,
        }
    }

    /// Whether field `n` of a struct may lie so.
    pub fn skews(&self, id: StructId, n: u32) -> bool {
        let s = self.get(id);
        self.skewed
            && s.fields
                .get(n as usize)
                .is_some_and(|f| self.is_skewed(f, s.align))
    }

    fn lay_out_field(&self, id: StructId, class: &ClassLayout, at: u32, c: &mut Cursor) {
        let Some((_, ty)) = class.fields.get(at as usize) else {
            return;
        };
        let least = class.aligns.get(at as usize).copied().unwrap_or(1);
        let natural = self.align(&ty.ty);
        let a = natural.min(class.pack.unwrap_or(natural)).max(least);
        c.most = c.most.max(a);
        let base = self.get(id).bases.iter().any(|(_, n)| *n == at);
        let empty = matches!(&ty.ty, Type::Struct(s) if self.is_empty(*s));
        if base && empty {
            return;
        }
        let offset = round_up(c.begin().div_ceil(8), a);
        c.close(offset);
        c.offsets[at as usize] = offset;
        let size = match base {
            true => self.used(&ty.ty),
            false => self.size(&ty.ty),
        };
        c.take(offset * 8, size.min(HUGE / 8) * 8);
    }

    fn lay_out_bits(&self, class: &ClassLayout, (at, width): (u32, u32), c: &mut Cursor) {
        let Some((_, ty)) = class.fields.get(at as usize) else {
            return;
        };
        let least = class.aligns.get(at as usize).copied().unwrap_or(1);
        let natural = self.align(&ty.ty);
        let a = natural.min(class.pack.unwrap_or(natural)).max(least);
        c.most = c.most.max(a);
        let from = match class.pack {
            Some(1) if width > 0 => c.begin(),
            _ => self.place_bits(c.begin(), (&ty.ty, width), least),
        };
        if c.run.fields.is_empty() {
            c.run.start = from / 8;
        }
        c.run.fields.push(at as usize);
        c.offsets[at as usize] = from / 8;
        c.bits[at as usize] = Some(Bits {
            at: from,
            width,
            run: (0, 0),
        });
        c.take(from, u64::from(width));
    }

    /// The bit fields without a name before a field. One of no width ends a run.
    fn skip_gaps(&self, class: &ClassLayout, before: u32, c: &mut Cursor) {
        for (_, ty, width) in class.gaps.iter().filter(|(at, ..)| *at == before) {
            let from = self.place_bits(c.begin(), (ty, *width), 1);
            if *width == 0 {
                c.close(from / 8);
            }
            c.take(from, u64::from(*width));
        }
    }

    /// Whether nothing is stored in a struct.
    fn is_empty(&self, id: StructId) -> bool {
        let fields = &self.get(id).fields;
        fields
            .iter()
            .all(|f| matches!(&f.ty.ty, Type::Struct(s) if self.is_empty(*s)))
    }
}
