//! What variables are made of, for messages: from types to [`Parts`].
//!
//! A type goes in; how its memory is divided comes out, if a field of it has a name worth showing or it has rows. The rule: what is too large to
//! describe is described in part, since types may double with every name.

use super::elem;
use super::value::{Leaf, flat_leaves};
use crate::ty::{self, Type, Types};
use cuda_ir::Elem;
use cuda_ir::parts::{Field, Parts, Pointee, StructParts};
use std::sync::Arc;

/// How many fields a type's description has at most.
const FIELDS: u32 = 200;

/// How a variable of this type is divided; none where elements say it all.
pub(super) fn parts(types: &Types, ty: &Type) -> Option<Arc<Parts>> {
    let (mut inner, mut dimensions) = (ty, 0);
    while let Type::Array(of, _) = inner {
        (inner, dimensions) = (&of.ty, dimensions + 1);
    }
    if dimensions < 2 && !matches!(inner, Type::Pointer(_)) {
        structure(types, inner)?;
    }
    let mut room = FIELDS;
    Some(divided(types, ty, (&mut room, true)))
}

/// What a pointer to this type leads to.
pub(super) fn pointee(types: &Types, ty: &Type) -> Pointee {
    Pointee {
        elem: one_elem(types, ty),
        made: structure(types, ty),
    }
}

/// The element that a type is made of, if it is one kind only.
pub(super) fn one_elem(types: &Types, ty: &Type) -> Option<Elem> {
    let mut inner = ty;
    while let Type::Array(of, _) = inner {
        inner = &of.ty;
    }
    let leaves = match inner {
        Type::Void => return None,
        other => flat_leaves(types, other),
    };
    let (_, first) = *leaves.first()?;
    let alike = leaves.iter().all(|(_, leaf)| *leaf == first);
    alike.then_some(match first {
        Leaf::Scalar(s) => elem(s),
        Leaf::Pointer => Elem::U64,
    })
}

/// The type of the part of a value that begins at an offset, inside structs and arrays.
pub(super) fn leaf_type<'t>(types: &'t Types, ty: &'t Type, offset: u64) -> &'t Type {
    match ty {
        Type::Array(of, _) => leaf_type(types, &of.ty, offset % types.size(&of.ty).max(1)),
        Type::Struct(id) => {
            let fields = types.get(*id).fields.iter();
            match fields.rev().find(|f| f.offset <= offset) {
                Some(field) => leaf_type(types, &field.ty.ty, offset - field.offset),
                None => ty,
            }
        }
        _ => ty,
    }
}

/// The struct that a type is, if it has fields with names.
pub(super) fn structure(types: &Types, ty: &Type) -> Option<StructParts> {
    let Type::Struct(id) = ty else { return None };
    let made = types.get(*id);
    let named = (0..made.fields.len()).any(|k| !name(made, k).is_empty());
    if made.union || !named {
        return None;
    }
    let mut room = FIELDS;
    Some(StructParts {
        name: made.name.clone(),
        bytes: made.size,
        parts: divided(types, ty, (&mut room, false)),
    })
}

/// What a field is called in messages: nothing, if its author did not name it, or it is a header's own.
fn name(of: &ty::Struct, k: usize) -> &str {
    match written(of, k) {
        name if name.starts_with("__") => "",
        name => name,
    }
}

/// The name by which a source reaches a field: nothing, if it is a base, the table of one, or a struct without a name.
pub(super) fn written(of: &ty::Struct, k: usize) -> &str {
    let is_base = of.bases.iter().any(|(_, field)| *field as usize == k);
    let name = of.fields[k].name.as_str();
    match is_base || name.starts_with('<') {
        true => "",
        false => name,
    }
}

/// How a value of the type is divided, with what its pointers lead to if that is `told`: but not what these lead to, as types lead to themselves.
fn divided(types: &Types, ty: &Type, (room, told): (&mut u32, bool)) -> Arc<Parts> {
    Arc::new(match ty {
        Type::Array(of, _) => Parts::Row(types.size(&of.ty), divided(types, &of.ty, (room, told))),
        Type::Pointer(to) => Parts::Pointer(Arc::new(match told {
            true => pointee(types, &to.ty),
            false => Pointee::default(),
        })),
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
                    parts: divided(types, &field.ty.ty, (&mut *room, told)),
                });
            }
            Parts::Fields(fields)
        }
        _ => Parts::Leaf(types.stored(ty).map(elem)),
    })
}
