//! What variables are made of, for messages: from types to [`Parts`].
//!
//! A type goes in; how its memory is divided comes out, if a field of it has a name worth showing or it has rows. The rule: what is too large to
//! describe is described in part, since types may double with every name.

use super::elem;
use crate::ir::parts::{Field, Parts, Struct};
use crate::ty::{self, Type, Types};
use std::sync::Arc;

/// How many fields a type's description has at most.
const FIELDS: u32 = 200;

/// How a variable of this type is divided; none where elements say it all.
pub(super) fn parts(types: &Types, ty: &Type) -> Option<Arc<Parts>> {
    let (mut inner, mut dimensions) = (ty, 0);
    while let Type::Array(of, _) = inner {
        (inner, dimensions) = (&of.ty, dimensions + 1);
    }
    if dimensions < 2 {
        structure(types, inner)?;
    }
    let mut room = FIELDS;
    Some(divided(types, ty, &mut room))
}

/// The struct that a type is, if it has fields with names.
pub(super) fn structure(types: &Types, ty: &Type) -> Option<Struct> {
    let Type::Struct(id) = ty else { return None };
    let made = types.get(*id);
    let named = (0..made.fields.len()).any(|k| !name(made, k).is_empty());
    if made.vector.is_some() || made.union || !named {
        return None;
    }
    let mut room = FIELDS;
    Some(Struct {
        name: made.name.clone(),
        bytes: made.size,
        parts: divided(types, ty, &mut room),
    })
}

/// What a field is called in messages: nothing, if it is a base or its author did not name it.
fn name(of: &ty::Struct, k: usize) -> &str {
    let is_base = of.bases.iter().any(|(_, field)| *field as usize == k);
    let name = of.fields[k].name.as_str();
    match is_base || name.starts_with("__") {
        true => "",
        false => name,
    }
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
                fields.push(Field {
                    name: name(made, k).to_string(),
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
