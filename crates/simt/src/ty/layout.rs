//! Where the fields of a class lie: what the Itanium C++ ABI says, as g++ and nvcc have it on 64-bit Linux.
//! In: fields with what is written about them; out: offsets, size and alignment. The rule: in order, each at its
//! alignment; but the class with the table of functions comes first, a base without fields takes no room, and a base
//! that is no plain C struct lends the padding at its end.

use super::{Field, HUGE, Qualified, StructId, Type, Types, round_up};

/// The fields of a class, bases among them.
#[derive(Clone, Debug, Default)]
pub struct ClassLayout {
    /// Names and types, in the order of the class.
    pub fields: Vec<(String, Qualified)>,
    /// For each the least alignment that is written.
    pub aligns: Vec<u64>,
    /// The least alignment of the whole.
    pub align: u64,
    /// The field that comes before all others: the pointer to the table of functions, or the base that has it.
    pub first: Option<u32>,
    /// Whether C could have the class: nothing lies in the padding at its end.
    pub plain: bool,
}

impl Types {
    /// Lays out a class; a union's fields all begin at the start.
    pub fn lay_out_class(&mut self, id: StructId, class: ClassLayout) {
        let (mut offset, mut end, mut most) = (0u64, 0u64, class.align.max(1));
        let (union, n) = (self.get(id).union, class.fields.len() as u32);
        let mut offsets = vec![0; class.fields.len()];
        let others = (0..n).filter(|at| Some(*at) != class.first);
        for at in class.first.into_iter().chain(others) {
            let Some((_, ty)) = class.fields.get(at as usize) else {
                continue;
            };
            let least = class.aligns.get(at as usize).copied().unwrap_or(1);
            let a = self.align(&ty.ty).max(least);
            most = most.max(a);
            let base = self.get(id).bases.iter().any(|(_, n)| *n == at);
            let empty = matches!(&ty.ty, Type::Struct(s) if self.is_empty(*s));
            if base && empty {
                continue;
            }
            offset = if union { 0 } else { round_up(offset, a) };
            offsets[at as usize] = offset;
            let size = match base {
                true => self.used(&ty.ty),
                false => self.size(&ty.ty),
            };
            offset = offset.saturating_add(size).min(HUGE);
            end = end.max(offset);
        }
        let placed = class.fields.into_iter().zip(offsets);
        let placed = placed.map(|((name, ty), offset)| Field { name, ty, offset });
        let fields = placed.collect();
        let s = &mut self.structs[id.0 as usize];
        (s.fields, s.size, s.align) = (fields, round_up(end.max(1), most), most);
        s.used = if class.plain { s.size } else { end };
    }

    /// Whether nothing is stored in a struct.
    fn is_empty(&self, id: StructId) -> bool {
        let fields = &self.get(id).fields;
        fields
            .iter()
            .all(|f| matches!(&f.ty.ty, Type::Struct(s) if self.is_empty(*s)))
    }
}
