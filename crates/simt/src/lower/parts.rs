//! What variables are made of, for messages: from types to [`Parts`].
//!
//! A type goes in; how its memory is divided comes out, if a field of it has a name worth showing. The rule: what is too large to
//! describe is described in part, since types may double with every name.

use super::elem;
use crate::ir::parts::{Field, Parts, Struct};
use crate::ty::{Type, Types};
use std::sync::Arc;

/// How many fields a type's description has at most.
const FIELDS: u32 = 200;

/// How a variable of this type is divided; none where elements say it all.
pub(super) fn parts(types: &Types, ty: &Type) -> Option<Arc<Parts>> {
    let mut inner = ty;
    while let Type::Array(of, _) = inner {
        inner = &of.ty;
    }
    structure(types, inner)?;
    let mut room = FIELDS;
    Some(divided(types, ty, &mut room))
}

/// The struct that a type is, if it has fields with names.
pub(super) fn structure(types: &Types, ty: &Type) -> Option<Struct> {
    let Type::Struct(id) = ty else { return None };
    let made = types.get(*id);
    let bases = made.bases.iter().map(|(_, field)| *field);
    let bases: Vec<u32> = bases.collect();
    let named = |(k, field): (usize, &crate::ty::Field)| {
        is_shown(&field.name) && !bases.contains(&(k as u32))
    };
    if made.vector.is_some() || made.union || !made.fields.iter().enumerate().any(named) {
        return None;
    }
    let mut room = FIELDS;
    Some(Struct {
        name: made.name.clone(),
        bytes: made.size,
        parts: divided(types, ty, &mut room),
    })
}

/// Whether an author may have given a field this name.
fn is_shown(name: &str) -> bool {
    !name.is_empty() && !name.starts_with("__")
}

fn divided(types: &Types, ty: &Type, room: &mut u32) -> Arc<Parts> {
    Arc::new(match ty {
        Type::Array(of, _) => Parts::Row(types.size(&of.ty), divided(types, &of.ty, room)),
        Type::Struct(id) if !types.get(*id).union => {
            let made = types.get(*id);
            let mut fields = Vec::new();
            for (k, field) in made.fields.iter().enumerate() {
                if *room == 0 {
                    break;
                }
                *room -= 1;
                let is_base = made.bases.iter().any(|(_, f)| *f as usize == k);
                let name = match is_shown(&field.name) && !is_base {
                    true => field.name.clone(),
                    false => String::new(),
                };
                fields.push(Field {
                    name,
                    at: field.offset,
                    bytes: types.size(&field.ty.ty),
                    parts: divided(types, &field.ty.ty, room),
                });
            }
            Parts::Fields(fields)
        }
        _ => Parts::Leaf(types.scalar(ty).map(elem)),
    })
}
