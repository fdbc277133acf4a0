//! Written types to types.
//! In: a `TypeExpr`, names in scope; out: a type with qualifiers.
//! The rule: a name that is no type, or a type we do not model, is refused here and nowhere else.
//! Next: structs.rs for what a struct's name leads to, init.rs for `auto`.

use super::decltype::decltype_name;
use super::scope::{Entity, nearest};
use super::{Checker, konst, refuse};
use crate::ty::{Qualified, SIZE_T, Scalar, Type, Types, UNSIZED};
use cuda_parse::ast::Builtin;
use cuda_parse::ast::{self, TypeExpr, TypeKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

/// The most types in one type, as a tree.
const MOST_PARTS: usize = 4096;

/// Names of <cstdint>, <cstddef> and CUDA's headers for scalar types.
const SCALARS: [(&str, Scalar); 46] = [
    ("size_t", SIZE_T),
    ("ssize_t", Scalar::Long),
    ("ptrdiff_t", Scalar::Long),
    ("intptr_t", Scalar::Long),
    ("uintptr_t", Scalar::ULong),
    ("int8_t", Scalar::SChar),
    ("uint8_t", Scalar::UChar),
    ("int16_t", Scalar::Short),
    ("uint16_t", Scalar::UShort),
    ("int32_t", Scalar::Int),
    ("uint32_t", Scalar::UInt),
    ("int64_t", Scalar::Long),
    ("uint64_t", Scalar::ULong),
    ("intmax_t", Scalar::Long),
    ("uintmax_t", Scalar::ULong),
    ("uint", Scalar::UInt),
    ("ushort", Scalar::UShort),
    ("ulong", Scalar::ULong),
    ("int_fast32_t", Scalar::Long),
    ("uint_fast32_t", Scalar::ULong),
    ("int_least32_t", Scalar::Int),
    ("uint_least32_t", Scalar::UInt),
    ("int_fast8_t", Scalar::SChar),
    ("uint_fast8_t", Scalar::UChar),
    ("int_fast16_t", Scalar::Long),
    ("uint_fast16_t", Scalar::ULong),
    ("int_fast64_t", Scalar::Long),
    ("uint_fast64_t", Scalar::ULong),
    ("int_least8_t", Scalar::SChar),
    ("uint_least8_t", Scalar::UChar),
    ("int_least16_t", Scalar::Short),
    ("uint_least16_t", Scalar::UShort),
    ("int_least64_t", Scalar::Long),
    ("uint_least64_t", Scalar::ULong),
    ("u_int8_t", Scalar::UChar),
    ("u_int16_t", Scalar::UShort),
    ("u_int32_t", Scalar::UInt),
    ("u_int64_t", Scalar::ULong),
    ("__int8_t", Scalar::SChar),
    ("__uint8_t", Scalar::UChar),
    ("__int16_t", Scalar::Short),
    ("__uint16_t", Scalar::UShort),
    ("__int32_t", Scalar::Int),
    ("__uint32_t", Scalar::UInt),
    ("__int64_t", Scalar::Long),
    ("__uint64_t", Scalar::ULong),
];

/// A scalar type that the headers name.
pub(super) fn header_scalar(name: &str) -> Option<Scalar> {
    // libcu++ has them as well.
    let standard = name.strip_prefix("cuda::std::");
    let plain = standard.or_else(|| name.strip_prefix("std::"));
    let plain = plain.unwrap_or(name);
    SCALARS.iter().find(|(n, _)| *n == plain).map(|(_, s)| *s)
}

/// The scalar of a fundamental type that we model.
fn fundamental(b: Builtin) -> Option<Type> {
    Some(match b {
        Builtin::Void => Type::Void,
        Builtin::Bool => Scalar::Bool.into(),
        Builtin::Char => Scalar::Char.into(),
        Builtin::SChar => Scalar::SChar.into(),
        Builtin::UChar | Builtin::Char8 => Scalar::UChar.into(),
        Builtin::Short => Scalar::Short.into(),
        Builtin::UShort | Builtin::Char16 => Scalar::UShort.into(),
        Builtin::Int | Builtin::WChar => Scalar::Int.into(),
        Builtin::UInt | Builtin::Char32 => Scalar::UInt.into(),
        Builtin::Long => Scalar::Long.into(),
        Builtin::ULong => Scalar::ULong.into(),
        Builtin::LongLong => Scalar::LongLong.into(),
        Builtin::ULongLong => Scalar::ULongLong.into(),
        Builtin::Float => Scalar::Float.into(),
        Builtin::Double => Scalar::Double.into(),
        Builtin::LongDouble => Scalar::LongDouble.into(),
        Builtin::Int128 | Builtin::UInt128 => return None,
    })
}

/// What a declaration's value says of a type that leaves something open.
#[derive(Clone, Debug, Default)]
pub(super) struct Placeholders {
    /// What `auto` stands for.
    pub auto: Option<Qualified>,
    /// What the bare name of a class template stands for.
    pub class: Option<Type>,
}

impl Placeholders {
    /// With what `auto` stands for.
    pub(super) fn auto(q: Qualified) -> Placeholders {
        Placeholders {
            auto: Some(q),
            class: None,
        }
    }

    /// With what the bare name of a class template stands for, if that is known.
    pub(super) fn class(class: Option<Type>) -> Placeholders {
        Placeholders { auto: None, class }
    }
}

impl<'a> Checker<'a> {
    /// A written type.
    pub(super) fn ty(&mut self, t: &'a TypeExpr) -> Option<Qualified> {
        self.ty_with(t, &Placeholders::default())
    }

    /// A written type of which the declaration's value says what it leaves open.
    pub(super) fn ty_with(
        &mut self,
        t: &'a TypeExpr,
        placeholders: &Placeholders,
    ) -> Option<Qualified> {
        if !self.spend(1, t.span) {
            return None;
        }
        let q = self.deeper(2, t.span, |c| c.written_type(t, placeholders))?;
        let compound = !matches!(t.kind, TypeKind::Named(_) | TypeKind::Builtin(_));
        if compound && q.ty.is_larger(MOST_PARTS) {
            let message = format!("this type has more than {MOST_PARTS} types inside");
            let diag = Diag::error(Code::TooDeep, t.span, message);
            self.note(
                diag.help(
                    "each type that names another is larger by that: make one of them a struct",
                ),
            );
            return None;
        }
        if !self.classes.naming {
            self.whole(&q.ty);
        }
        Some(q)
    }

    fn written_type(&mut self, t: &'a TypeExpr, placeholders: &Placeholders) -> Option<Qualified> {
        let ty = match &t.kind {
            TypeKind::Builtin(b) => self.builtin_type(*b, t.span)?,
            TypeKind::Named(path) => return self.named_type(path, t, placeholders),
            TypeKind::Auto => match placeholders.auto.clone() {
                Some(q) => return Some(self.qualify(q, t)),
                None => {
                    let diag = Diag::error(
                        Code::BadDeclaration,
                        t.span,
                        "`auto` has nothing to take its type from",
                    );
                    self.note(diag.help("give it a value, or write the type"));
                    return None;
                }
            },
            TypeKind::Decltype(e) => {
                if let Some(Entity::Type(q)) = self.lookup_inner(&decltype_name(e.span)) {
                    return Some(self.qualify(q, t));
                }
                let typed = match self.unevaluated_expr(e)? {
                    super::Typed::Value(v) => self.place_again(v),
                    place => place,
                };
                let q = self.decltype_of(e, &typed);
                return Some(self.qualify(q, t));
            }
            TypeKind::Bare(e) => {
                let typed = self.unevaluated_expr(e)?;
                return Some(Qualified::plain(Self::type_of_typed(&typed).clone()));
            }
            TypeKind::DecltypeAuto => {
                self.refuse(
                    t.span,
                    "`decltype(auto)` here is",
                    "write `auto` or the type",
                );
                return None;
            }
            TypeKind::Inside(made) => match self.inside(made, t.span)? {
                Entity::Type(q) => return Some(self.qualify(q, t)),
                _ => {
                    self.error(Code::NotAType, t.span, "this is not a type");
                    return None;
                }
            },
            TypeKind::Expand(_) => {
                self.refuse(t.span, "packs here are", "write the types out");
                return None;
            }
            TypeKind::MemberPointer(made) => {
                self.written_member_pointer((&made.0, &made.1), t.span)?
            }
            TypeKind::Pointer(to) => {
                let to = self.only_named(|c| c.ty_with(to, placeholders))?;
                if to.ty.referred().is_some() {
                    self.error(
                        Code::BadDeclaration,
                        t.span,
                        "there is no pointer to a reference",
                    );
                    return None;
                }
                Type::pointer_to(to)
            }
            TypeKind::LRef(to) => match self.referred_type(to, placeholders, t.span)? {
                // `T& &` and `T&& &` collapse to `T&`.
                Qualified {
                    ty: Type::Reference(to) | Type::Rvalue(to),
                    ..
                } => Type::Reference(to),
                to => Type::Reference(Arc::new(to)),
            },
            TypeKind::RRef(to) => match self.referred_type(to, placeholders, t.span)? {
                Qualified {
                    ty: made @ (Type::Reference(_) | Type::Rvalue(_)),
                    ..
                } => made,
                to => Type::Rvalue(Arc::new(to)),
            },
            TypeKind::Array(of, length) => {
                let of = self.ty_with(of, placeholders)?;
                return self.array_type(of, length.as_deref(), t.span);
            }
            TypeKind::Function(f) if matches!(&f.result.kind, TypeKind::Named(path) if path.plain_name() == Some("__underlying_type")) => {
                self.underlying(&f.params.first()?.ty)?
            }
            TypeKind::Function(f) => self.function_type(f)?,
            TypeKind::Error => return None,
        };
        Some(self.qualify(Qualified::plain(ty), t))
    }

    /// What a reference is to, which may be one itself.
    fn referred_type(
        &mut self,
        to: &'a TypeExpr,
        placeholders: &Placeholders,
        span: Span,
    ) -> Option<Qualified> {
        let to = self.ty_with(to, placeholders)?;
        if to.ty == Type::Void {
            let message = "there is no reference to `void`";
            self.error(Code::BadDeclaration, span, message);
            return None;
        }
        Some(to)
    }

    fn builtin_type(&mut self, b: Builtin, span: Span) -> Option<Type> {
        let found = fundamental(b);
        if found.is_none() {
            self.refuse(
                span,
                &format!("`{}` is", b.as_str()),
                "device code has no such type; use `double` or a 64-bit integer",
            );
        }
        found
    }

    /// What a name inside `decltype(…)` stands for.
    pub(super) fn inside(&mut self, made: &'a (TypeExpr, ast::Path), span: Span) -> Option<Entity> {
        let (of, path) = made;
        let of = self.ty(of)?.ty;
        let mut ty = match of {
            Type::Reference(to) | Type::Rvalue(to) => to.ty.clone(),
            ty => ty,
        };
        let mut found = None;
        for segment in &path.segments {
            found = self.member_of_type(&ty, &segment.name.text);
            if let Some(Entity::Type(q)) = &found {
                ty = q.ty.clone();
            }
        }
        if found.is_none() {
            let (shown, name) = (self.types.show(&ty), &path.last().name.text);
            let message = format!("`{shown}` has no `{name}`");
            self.error(Code::NoSuchMember, span, message);
        }
        found
    }

    fn qualify(&self, q: Qualified, t: &TypeExpr) -> Qualified {
        Qualified {
            constant: q.constant || t.cv.is_const,
            volatile: q.volatile || t.cv.is_volatile,
            ty: match q.ty {
                // `const T` of an array type makes its elements const.
                Type::Array(of, n) if t.cv.is_const => Type::array_of(
                    Qualified {
                        constant: true,
                        ..(*of).clone()
                    },
                    n,
                ),
                ty => ty,
            },
        }
    }

    fn array_type(
        &mut self,
        of: Qualified,
        length: Option<&'a ast::Expr>,
        span: Span,
    ) -> Option<Qualified> {
        match of.ty {
            Type::Void | Type::Reference(_) | Type::Rvalue(_) | Type::Array(_, UNSIZED) => {
                let shown = self.types.show(&of.ty);
                self.error(
                    Code::BadShape,
                    span,
                    format!("there is no array of `{shown}`"),
                );
                return None;
            }
            _ => {}
        }
        let n = match length {
            None => UNSIZED,
            Some(e) => self.array_length(e)?,
        };
        let constant = of.constant;
        Some(Qualified {
            constant,
            volatile: of.volatile,
            ty: Type::array_of(of, n),
        })
    }

    fn array_length(&mut self, e: &'a ast::Expr) -> Option<u64> {
        let mut value = self.rvalue(e)?;
        if self.class_of(&value.ty).is_some() {
            let purpose = super::coerce::Purpose::Other("the length of an array");
            value = self.convert_typed(super::Typed::Value(value), &SIZE_T.into(), &purpose)?;
        }
        let n = self.constant_integer(value, "the length of an array")?;
        if n < 0 {
            let diag = Diag::error(
                Code::BadShape,
                e.span,
                format!("the length of an array cannot be negative, and this is {n}"),
            );
            self.note(diag);
            return None;
        }
        Some(n.min(1 << 60) as u64)
    }

    /// The value of an integer expression that must be constant.
    pub(super) fn constant_integer(
        &mut self,
        e: crate::tree::Expr,
        what: &'static str,
    ) -> Option<i128> {
        let scalar = self.types.scalar(&e.ty);
        let (e, evaluation) = self.fold(e);
        match (&e.kind, scalar) {
            (crate::tree::ExprKind::Const(c), Some(s)) if s.is_integer() => konst::integer(*c, s),
            (_, Some(s)) if s.is_integer() => {
                let mut diag = Diag::error(
                    Code::NotConstant,
                    e.span,
                    format!("{what} must be known at compile time"),
                );
                if let crate::tree::ExprKind::Load(place) = &e.kind {
                    let name = self.describe(place);
                    diag.help = Some(format!(
                        "{name} has its value only when the program runs; make it `constexpr` or a template parameter"
                    ));
                }
                self.note(evaluation.explain(diag));
                None
            }
            _ => {
                let found = self.types.show(&e.ty);
                let message = format!("{what} must be an integer, not `{found}`");
                self.error(Code::TypeMismatch, e.span, message);
                None
            }
        }
    }

    fn named_type(
        &mut self,
        path: &'a ast::Path,
        t: &'a TypeExpr,
        placeholders: &Placeholders,
    ) -> Option<Qualified> {
        let name = spelled(path);
        let tagged = name.starts_with(ast::TAG);
        if tagged && let Some(q) = self.hidden_type(path) {
            return Some(self.qualify(q, t));
        }
        let ty = match self.resolve(path) {
            Some(Entity::Type(q)) => return Some(self.qualify(q, t)),
            Some(Entity::ClassTemplate(_))
                if path.last().args.is_none() && placeholders.class.is_some() =>
            {
                let ty = placeholders.class.clone()?;
                return Some(self.qualify(Qualified::plain(ty), t));
            }
            Some(Entity::ClassTemplate(_)) => {
                let message = format!("`{name}` is a class template and needs its arguments here");
                let diag = Diag::error(Code::NotAType, path.span, message);
                self.note(diag.help(format!("write `{name}<…>`")));
                return None;
            }
            Some(Entity::Broken) => return None,
            Some(_) => {
                let Some(q) = self.hidden_type(path) else {
                    self.error(Code::NotAType, path.span, format!("`{name}` is not a type"));
                    return None;
                };
                return Some(self.qualify(q, t));
            }
            None => match self.header_type(&name) {
                Some(ty) => ty,
                None => {
                    self.unknown_type(&name, path.span);
                    return None;
                }
            },
        };
        if path.last().args.is_some() {
            self.refuse(
                path.span,
                "class templates are",
                "write the struct out for the type you need",
            );
            return None;
        }
        Some(self.qualify(Qualified::plain(ty), t))
    }

    /// A type that CUDA's or the standard's headers name.
    pub(super) fn header_type(&self, name: &str) -> Option<Type> {
        let scalar = header_scalar(name).map(Type::Scalar);
        scalar.or_else(|| self.types.predefined(name).map(Type::Struct))
    }

    fn unknown_type(&mut self, name: &str, span: Span) {
        let home = self.home_of(name);
        if let Some(header) = home {
            let message = format!("`{name}` is not a type that is known here");
            let diag = Diag::error(Code::UnknownTypeName, span, message);
            self.note(diag.help(format!("it comes with `#include <{header}>`")));
            return;
        }
        if let Some(r) = refuse::lookup(name) {
            let message = self.on_this_side(r.message(name));
            self.note(Diag::error(Code::NotModelled, span, message).help(r.help));
            return;
        }
        let known = SCALARS.iter().map(|(n, _)| *n);
        let structs: Vec<String> = self.types.structs[..=Types::DIM3.0 as usize]
            .iter()
            .map(|s| s.name.clone())
            .collect();
        let near = nearest(
            name,
            known
                .chain(structs.iter().map(String::as_str))
                .chain(["float", "double", "int", "unsigned", "bool", "char"]),
        );
        let mut diag = Diag::error(
            Code::UnknownTypeName,
            span,
            format!("`{name}` is not a type that is known here"),
        );
        if let Some(near) = near.or_else(|| self.names.scopes.nearest(name)) {
            diag = diag.help(format!("did you mean `{near}`?"));
            // A name out of a macro stands where the macro is used, which is not to be replaced.
            if span.len() as usize == name.len() {
                diag = diag.fix(span, near);
            }
        }
        self.note(diag);
    }
}

/// A path as one name: `a::b`. Template arguments are left out.
pub(super) fn spelled(path: &ast::Path) -> String {
    let names: Vec<&str> = path.segments.iter().map(|s| &*s.name.text).collect();
    names.join("::")
}
