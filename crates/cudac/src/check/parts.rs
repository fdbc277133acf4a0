//! The parts of a place: an element, a field, each with its value; and the zero of a type.
//! In: a place or a type; out: the places inside it, or the value it has where nothing is given.
//! The rule: a part is as volatile as what it is in; no zero is made up for arrays and unions.
//! Next: braces.rs, which gives values to parts.

use super::Checker;
use crate::tree::{Const, Expr, ExprKind, INDEX, Place, PlaceKind};
use crate::ty::{Type, Types};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// A struct built from parts, given to its parts.
    pub(super) fn spread(&self, place: Place, value: Expr, parts: &mut Vec<(Place, Expr)>) {
        match value.kind {
            ExprKind::Aggregate(fields) => {
                for (at, e) in fields.into_iter().enumerate() {
                    if let Some(part) = field(&self.types, place.clone(), at as u32, place.span) {
                        self.spread(part, e, parts);
                    }
                }
            }
            _ => parts.push((place, value)),
        }
    }

    /// What a variable begins as where nothing is given: every `dim3` in it is 1 by 1 by 1, and nothing else of it is set.
    pub(super) fn ones(&self, place: Place, parts: &mut Vec<(Place, Expr)>) {
        match &place.ty {
            Type::Struct(id) if *id == Types::DIM3 => {
                if let Some(one) = zero(&self.types, &place.ty, place.span) {
                    self.spread(place, one, parts);
                }
            }
            Type::Array(of, n) if *n <= MOST_ONES && !self.begins_plain(&of.ty) => {
                let elements = (0..*n).filter_map(|i| element(&place, i));
                elements.for_each(|part| self.ones(part, parts));
            }
            _ => {}
        }
    }
}

/// The longest array of `dim3` that is set element by element.
const MOST_ONES: u64 = 4096;

/// A constant index into a place.
pub(super) fn element(base: &Place, i: u64) -> Option<Place> {
    let of = base.ty.element()?;
    let index = Expr {
        kind: ExprKind::Const(Const::Int(i as i64)),
        ty: INDEX.into(),
        span: base.span,
    };
    let volatile = base.volatile || of.volatile;
    let kind = PlaceKind::Index(Box::new(base.clone()), Box::new(index));
    Some(Place {
        kind,
        ty: of.ty.clone(),
        volatile,
        span: base.span,
    })
}

/// A field of a place.
pub(super) fn field(types: &Types, base: Place, at: u32, span: Span) -> Option<Place> {
    let Type::Struct(id) = &base.ty else {
        return None;
    };
    let f = types.get(*id).fields.get(at as usize)?;
    let (ty, volatile) = (f.ty.ty.clone(), base.volatile || f.ty.volatile);
    Some(Place {
        kind: PlaceKind::Field(Box::new(base), at),
        ty,
        volatile,
        span,
    })
}

/// What empty parentheses or braces make: a zero of a type, if it is a scalar, a pointer or made of such, and 1 by 1 by 1 for a `dim3`.
pub(super) fn zero(types: &Types, ty: &Type, span: Span) -> Option<Expr> {
    let kind = match ty {
        Type::Scalar(s) if s.is_float() => match s.size() {
            4 => ExprKind::Const(Const::F32(0.0)),
            _ => ExprKind::Const(Const::F64(0.0)),
        },
        Type::Scalar(_) | Type::Enum(_) => ExprKind::Const(Const::Int(0)),
        Type::Pointer(_) => ExprKind::Const(Const::Null),
        Type::Struct(id) if types.get(*id).union => return None,
        Type::Struct(id) if *id == Types::DIM3 => {
            let one = Expr {
                kind: ExprKind::Const(Const::Int(1)),
                ty: crate::ty::Scalar::UInt.into(),
                span,
            };
            ExprKind::Aggregate(vec![one; 3])
        }
        Type::Struct(id) => {
            let fields = types
                .get(*id)
                .fields
                .iter()
                .map(|f| zero(types, &f.ty.ty, span));
            ExprKind::Aggregate(fields.collect::<Option<Vec<Expr>>>()?)
        }
        _ => return None,
    };
    Some(Expr {
        kind,
        ty: ty.clone(),
        span,
    })
}
