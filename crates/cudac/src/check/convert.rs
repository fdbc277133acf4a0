//! Conversions: which are allowed, how good they are, and the nodes that carry them out.
//! In: a value and the type it must have; out: the value in that type, or why it cannot be.
//! The rule: every change of type is a `Convert` node (or a folded constant); adding `const` behind a pointer
//! changes the type and no bits. Follows C++ [conv] and [over.ics.rank] for the types we have.
//! Next: fit.rs for how good they are, call.rs for overloads, op.rs for arithmetic.

pub(super) use super::fit::{Fit, Why};
use super::{konst, single};
use crate::tree::{Conversion, Expr, ExprKind};
use crate::ty::{Class, Qualified, Scalar, Type, Types};

/// Whether `from` becomes `to` without being asked.
pub(super) fn implicit(types: &Types, from: &Expr, to: &Type) -> Result<Fit, Why> {
    // `(A *)nullptr` is an `A *` as any other.
    let of_any_type = from
        .ty
        .pointee()
        .is_none_or(|to| to.ty == Type::Struct(Types::NULLPTR));
    if let (ExprKind::Const(crate::tree::Const::Null), Type::Pointer(_), true) =
        (&from.kind, to, of_any_type)
    {
        return Ok(if from.ty == *to {
            Fit::Exact
        } else {
            Fit::Convert
        });
    }
    if is_null_number(&from.ty) && matches!(to, Type::Scalar(_)) {
        return Ok(Fit::Convert);
    }
    if matches!(from.kind, ExprKind::Const(crate::tree::Const::Null)) && *to == Type::BOOL {
        return Err(Why::PointerToNumber);
    }
    if is_null_constant(from) && matches!(to, Type::Pointer(_)) {
        return Ok(Fit::Convert);
    }
    implicit_type(types, &from.ty, to)
}

/// Whether a type is that of `NULL`, which g++ has as a `long`.
pub(super) fn is_null_number(ty: &Type) -> bool {
    ty.pointee()
        .is_some_and(|to| to.constant && to.ty == Type::Struct(Types::NULLPTR))
}

/// A value; for `NULL`, beside a number, the number that it is.
pub(super) fn null_as_number(e: Expr, beside: &Type) -> Expr {
    match (beside, is_null_number(&e.ty)) {
        (Type::Scalar(_) | Type::Enum(_), true) => Expr {
            kind: ExprKind::Const(crate::tree::Const::Int(0)),
            ty: Scalar::Long.into(),
            span: e.span,
        },
        _ => e,
    }
}

/// A literal zero, which is also a null pointer.
fn is_null_constant(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(crate::tree::Const::Int(0)))
        && matches!(e.ty, Type::Scalar(s) if s.is_integer())
}

fn implicit_type(types: &Types, from: &Type, to: &Type) -> Result<Fit, Why> {
    if from == to || *from == Type::Error || *to == Type::Error {
        return Ok(Fit::Exact);
    }
    match (from, to) {
        (Type::Scalar(a), Type::Scalar(b)) => Ok(arithmetic(*a, *b)),
        (Type::Enum(id), Type::Scalar(b)) => {
            let e = &types.enums[id.0 as usize];
            if e.scoped {
                return Err(Why::ScopedEnum);
            }
            Ok(if e.underlying.promoted() == *b {
                Fit::Promote
            } else {
                Fit::Convert
            })
        }
        (Type::Scalar(_), Type::Enum(_)) => Err(Why::ScopedEnum),
        (Type::Pointer(_), Type::Scalar(Scalar::Bool)) => Ok(Fit::Truth),
        (Type::Pointer(a), Type::Pointer(b)) => match (&a.ty, &b.ty) {
            (Type::Struct(Types::NULLPTR), _) => Ok(Fit::Convert),
            (Type::Struct(x), Type::Struct(y)) if x != y => match types.base_path(*x, *y) {
                Some(_) if a.constant && !b.constant => Err(Why::LosesConst),
                Some(path) => Ok(Fit::of_base(path.len())),
                None => pointers(a, b),
            },
            _ => pointers(a, b),
        },
        (Type::Pointer(_), Type::Scalar(_)) => Err(Why::PointerToNumber),
        (Type::Scalar(_), Type::Pointer(_)) => Err(Why::IntegerToPointer),
        _ => Err(Why::Unrelated),
    }
}

fn arithmetic(a: Scalar, b: Scalar) -> Fit {
    let promotes = a.promoted() == b || (a, b) == (Scalar::Float, Scalar::Double);
    if promotes { Fit::Promote } else { Fit::Convert }
}

fn pointers(a: &Qualified, b: &Qualified) -> Result<Fit, Why> {
    let same = a.ty == b.ty;
    if !same && matches!((&a.ty, &b.ty), (Type::Array(..), Type::Array(..))) {
        return match same_elements(a, b) {
            None => Err(Why::OtherPointer),
            Some((from, to)) if from.constant && !to.constant => Err(Why::LosesConst),
            Some((from, to)) if from.volatile && !to.volatile => Err(Why::LosesConst),
            Some(_) => Ok(Fit::Qualify),
        };
    }
    if !same && b.ty != Type::Void {
        return match pointers_behind(&a.ty, &b.ty) {
            Some(fit) if b.constant => Ok(fit),
            _ => Err(Why::OtherPointer),
        };
    }
    if (a.constant && !b.constant) || (a.volatile && !b.volatile) {
        return Err(Why::LosesConst);
    }
    Ok(if same { Fit::Qualify } else { Fit::Convert })
}

/// `T* const*` from `T**` and arrays behind pointers, where only qualifiers differ.
fn pointers_behind(a: &Type, b: &Type) -> Option<Fit> {
    match (a, b) {
        (Type::Pointer(a), Type::Pointer(b)) => pointers(a, b).ok().filter(|f| *f == Fit::Qualify),
        _ => None,
    }
}

/// The elements of two arrays, of arrays perhaps, that differ in no more than what may be done with those: an array of `const`
/// elements is `const`.
fn same_elements(a: &Qualified, b: &Qualified) -> Option<(Qualified, Qualified)> {
    match (&a.ty, &b.ty) {
        (Type::Array(x, n), Type::Array(y, m)) if n == m => {
            let (mut x, mut y) = ((**x).clone(), (**y).clone());
            x.constant |= a.constant;
            x.volatile |= a.volatile;
            y.constant |= b.constant;
            y.volatile |= b.volatile;
            same_elements(&x, &y)
        }
        (Type::Array(..), _) | (_, Type::Array(..)) => None,
        (x, y) => (x == y).then(|| (a.clone(), b.clone())),
    }
}

/// The value in another type, the conversion being known to exist.
pub(super) fn force(types: &Types, from: Expr, to: &Type) -> Expr {
    if from.ty == *to || from.ty == Type::Error || *to == Type::Error {
        return Expr {
            ty: to.clone(),
            ..from
        };
    }
    let span = from.span;
    let from = null_as_number(from, to);
    if let Some(base) = base_pointer(types, &from, to) {
        return base;
    }
    if let ExprKind::Const(c) = from.kind {
        if let (Some(a), Some(b)) = (types.scalar(&from.ty), types.scalar(to)) {
            return Expr {
                kind: ExprKind::Const(konst::convert(c, a, b)),
                ty: to.clone(),
                span,
            };
        }
        if matches!(to, Type::Pointer(_)) && !konst::truth(c) {
            return Expr {
                kind: ExprKind::Const(crate::tree::Const::Null),
                ty: to.clone(),
                span,
            };
        }
    }
    if *to == Type::FLOAT
        && let Some(single) = single::narrowed(&from)
    {
        return single;
    }
    match kind(types, &from.ty, to) {
        Some(how) => Expr {
            kind: ExprKind::Convert(how, Box::new(from)),
            ty: to.clone(),
            span,
        },
        None => Expr {
            ty: to.clone(),
            ..from
        },
    }
}

/// A pointer to an object as one to a base that does not lie at its start.
fn base_pointer(types: &Types, from: &Expr, to: &Type) -> Option<Expr> {
    let (a, b) = (from.ty.pointee()?, to.pointee()?);
    let (Type::Struct(x), Type::Struct(y)) = (&a.ty, &b.ty) else {
        return None;
    };
    let (x, y) = (*x, *y);
    if x == y {
        return None;
    }
    let (path, minus, mut at) = match types.base_path(x, y) {
        Some(path) => (path, false, x),
        None => (types.base_path(y, x)?, true, y),
    };
    let mut offset = 0;
    for field in path {
        let f = types.get(at).fields.get(field as usize)?;
        offset += f.offset;
        if let Type::Struct(inner) = f.ty.ty {
            at = inner;
        }
    }
    if offset == 0 {
        return None;
    }
    let bytes = Expr {
        kind: ExprKind::Const(crate::tree::Const::Int(offset as i64)),
        ty: crate::tree::INDEX.into(),
        span: from.span,
    };
    Some(Expr {
        span: from.span,
        kind: ExprKind::PtrAdd {
            pointer: Box::new(Expr {
                ty: to.clone(),
                kind: ExprKind::Convert(Conversion::Pointer, Box::new(from.clone())),
                span: from.span,
            }),
            index: Box::new(bytes),
            size: 1,
            minus,
        },
        ty: to.clone(),
    })
}

/// The node that turns one type into another; none where the two are the same to a machine.
pub(super) fn kind(types: &Types, from: &Type, to: &Type) -> Option<Conversion> {
    Some(match (types.class(from), types.class(to)) {
        (_, Class::Void) => Conversion::Void,
        (Class::Scalar(a), Class::Scalar(b)) if a == b && from == to => return None,
        (Class::Scalar(_) | Class::Pointer, Class::Scalar(Scalar::Bool)) => Conversion::ToBool,
        (Class::Scalar(a), Class::Scalar(b)) => match (a.is_float(), b.is_float()) {
            (false, false) => Conversion::Integer,
            (false, true) => Conversion::IntToFloat,
            (true, false) => Conversion::FloatToInt,
            (true, true) => Conversion::Float,
        },
        (Class::Pointer, Class::Pointer) => Conversion::Pointer,
        (Class::Pointer, Class::Scalar(_)) => Conversion::PointerToInt,
        (Class::Scalar(_), Class::Pointer) => Conversion::IntToPointer,
        _ => return None,
    })
}

/// The casts of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cast {
    /// `(T)x` and `T(x)`.
    C,
    /// `static_cast<T>(x)`.
    Static,
    /// `reinterpret_cast<T>(x)`.
    Reinterpret,
    /// `const_cast<T>(x)`.
    Const,
}

/// Why a cast is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It would drop `const`; only `const_cast` and `(T)` may.
    LosesConst,
    /// `static_cast` between pointers: `reinterpret_cast` is the one.
    NeedsReinterpret,
    /// `reinterpret_cast` between numbers: `static_cast` is the one.
    NeedsStatic,
    /// A pointer does not fit the integer.
    Narrow,
    /// There is no such conversion.
    No,
}

/// The value cast to another type.
pub(super) fn cast(types: &Types, how: Cast, from: Expr, to: &Type) -> Result<Expr, Refused> {
    if from.ty == Type::Error || *to == Type::Error {
        return Ok(Expr {
            ty: to.clone(),
            ..from
        });
    }
    let same_struct = from.ty == *to;
    match (types.class(&from.ty), types.class(to)) {
        (_, Class::Void) if how != Cast::Reinterpret && how != Cast::Const => {}
        (Class::Scalar(_), Class::Scalar(_)) => match how {
            Cast::Reinterpret if !same_struct => return Err(Refused::NeedsStatic),
            Cast::Const if !same_struct => return Err(Refused::No),
            _ => {}
        },
        (Class::Pointer, Class::Pointer) => pointer_cast(types, how, &from, to)?,
        (Class::Pointer, Class::Scalar(Scalar::Bool)) if how != Cast::Reinterpret => {}
        (Class::Pointer, Class::Scalar(s)) => match how {
            Cast::Static => return Err(Refused::NeedsReinterpret),
            Cast::Const => return Err(Refused::No),
            _ if s.is_float() => return Err(Refused::No),
            Cast::C if s.size() < 8 => {
                let wide = force(types, from, &Type::Scalar(Scalar::ULongLong));
                return Ok(force(types, wide, to));
            }
            _ if s.size() < 8 => return Err(Refused::Narrow),
            _ => {}
        },
        (Class::Scalar(s), Class::Pointer) => match how {
            _ if s.is_float() => return Err(Refused::No),
            Cast::Static if is_null_constant(&from) => {}
            Cast::Static => return Err(Refused::NeedsReinterpret),
            Cast::Const => return Err(Refused::No),
            _ if s.size() < 8 && !is_null_constant(&from) => {
                let wide = force(types, from, &Type::Scalar(Scalar::LongLong));
                return Ok(force(types, wide, to));
            }
            _ => {}
        },
        (Class::Struct(_), Class::Struct(_)) if same_struct => {}
        _ => return Err(Refused::No),
    }
    Ok(force(types, from, to))
}

fn pointer_cast(types: &Types, how: Cast, from: &Expr, to: &Type) -> Result<(), Refused> {
    let (Some(a), Some(b)) = (from.ty.pointee(), to.pointee()) else {
        return Ok(());
    };
    let drops = a.constant && !b.constant;
    match how {
        Cast::C => Ok(()),
        Cast::Const if similar(&a.ty, &b.ty) => Ok(()),
        Cast::Const => Err(Refused::No),
        _ if drops => Err(Refused::LosesConst),
        Cast::Reinterpret => Ok(()),
        Cast::Static if implicit(types, from, to).is_ok() || a.ty == Type::Void => Ok(()),
        Cast::Static if matches!((&a.ty, &b.ty), (Type::Struct(x), Type::Struct(y)) if types.base_path(*y, *x).is_some()) => {
            Ok(())
        }
        Cast::Static => Err(Refused::NeedsReinterpret),
    }
}

/// Whether types differ in `const` alone, at whatever level ([conv.qual]).
fn similar(a: &Type, b: &Type) -> bool {
    let (mut a, mut b) = (a, b);
    while let (Some(to_a), Some(to_b)) = (a.pointee(), b.pointee()) {
        (a, b) = (&to_a.ty, &to_b.ty);
    }
    a == b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Const, Place, PlaceKind, VarId};
    use cuda_source::source::Span;

    fn of(ty: Type) -> Expr {
        let span = Span::default();
        let place = Place {
            kind: PlaceKind::Var(VarId(0)),
            ty: ty.clone(),
            volatile: false,
            span,
        };
        Expr {
            kind: ExprKind::Load(place),
            ty,
            span,
        }
    }

    fn pointer(to: impl Into<Type>, constant: bool) -> Type {
        Type::pointer_to(Qualified::with_const(to.into(), constant))
    }

    #[test]
    fn promotions_are_better_than_conversions() {
        let types = Types::new();
        let fit = |a: Scalar, b: Scalar| implicit(&types, &of(a.into()), &b.into());
        assert_eq!(fit(Scalar::UChar, Scalar::Int), Ok(Fit::Promote));
        assert_eq!(fit(Scalar::UChar, Scalar::UInt), Ok(Fit::Convert));
        assert_eq!(fit(Scalar::Float, Scalar::Double), Ok(Fit::Promote));
        assert_eq!(fit(Scalar::Double, Scalar::Float), Ok(Fit::Convert));
        assert_eq!(fit(Scalar::Long, Scalar::LongLong), Ok(Fit::Convert));
        assert_eq!(fit(Scalar::Int, Scalar::Int), Ok(Fit::Exact));
    }

    #[test]
    fn pointers_gain_const_and_never_lose_it() {
        let types = Types::new();
        let fit = |a: Type, b: Type| implicit(&types, &of(a), &b);
        let (plain, constant) = (pointer(Type::FLOAT, false), pointer(Type::FLOAT, true));
        assert_eq!(fit(plain.clone(), constant.clone()), Ok(Fit::Qualify));
        assert_eq!(fit(constant.clone(), plain.clone()), Err(Why::LosesConst));
        assert_eq!(
            fit(plain.clone(), pointer(Type::Void, false)),
            Ok(Fit::Convert)
        );
        assert_eq!(
            fit(plain.clone(), pointer(Type::INT, false)),
            Err(Why::OtherPointer)
        );
        assert_eq!(fit(plain.clone(), Type::BOOL), Ok(Fit::Truth));
        assert_eq!(fit(plain, Type::INT), Err(Why::PointerToNumber));
        assert_eq!(fit(Type::INT, constant), Err(Why::IntegerToPointer));
    }

    #[test]
    fn a_literal_zero_is_a_null_pointer() {
        let types = Types::new();
        let zero = Expr {
            kind: ExprKind::Const(Const::Int(0)),
            ty: Type::INT,
            span: Span::default(),
        };
        let p = pointer(Type::FLOAT, false);
        assert_eq!(implicit(&types, &zero, &p), Ok(Fit::Convert));
        let null = force(&types, zero, &p);
        assert!(matches!(null.kind, ExprKind::Const(Const::Null)));
    }

    #[test]
    fn casts_want_the_right_word() {
        let types = Types::new();
        let (f, i) = (pointer(Type::FLOAT, false), pointer(Type::INT, false));
        let to = |how, from: &Type, to: &Type| cast(&types, how, of(from.clone()), to).err();
        assert_eq!(to(Cast::Static, &f, &i), Some(Refused::NeedsReinterpret));
        assert_eq!(to(Cast::Reinterpret, &f, &i), None);
        assert_eq!(to(Cast::C, &f, &i), None);
        assert_eq!(
            to(Cast::Reinterpret, &Type::FLOAT, &Type::INT),
            Some(Refused::NeedsStatic)
        );
        assert_eq!(
            to(Cast::Static, &pointer(Type::FLOAT, true), &f),
            Some(Refused::LosesConst)
        );
        assert_eq!(to(Cast::Const, &pointer(Type::FLOAT, true), &f), None);
        assert_eq!(to(Cast::C, &f, &Type::FLOAT), Some(Refused::No));
    }
}
