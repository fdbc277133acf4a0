//! Casts in all their spellings: `(T)x`, `T(x)`, `T{x}`, `static_cast` and its kin.
//! In: a type and what is cast; out: the value in that type, or the same place seen as that type.
//! The rule: convert.rs decides what is allowed; the wording of a refusal is here.
//! Next: convert.rs, braces.rs for structs.

use super::convert::{Cast, Refused};
use super::expr::bare;
use super::op::constant;
use super::scope::Entity;
use super::{Checker, Side, Typed, convert};
use crate::check::expr::Expect;
use crate::check::typex::Placeholders;
use crate::tree::{Const, Expr, ExprKind, PlaceKind};
use crate::ty::{Qualified, SIZE_T, Scalar, Type, Types};
use cuda_parse::ast::{self, CastStyle, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Where the addresses of functions that are no kernels begin, as far as host code has any of a device function.
const NO_KERNEL: i64 = 0x10_0000;

impl<'a> Checker<'a> {
    pub(super) fn cast_expr(
        &mut self,
        style: CastStyle,
        t: &'a ast::TypeExpr,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        if style == CastStyle::Dynamic {
            return self.dynamic_cast(t, inner, span);
        }
        let q = self.ty(t)?;
        if let Some(to) = q.ty.referred() {
            let to = (**to).clone();
            let mut typed = self.cast_to_reference(style, to, inner, span)?;
            if let (Typed::Place(l), Type::Rvalue(_)) = (&mut typed, &q.ty) {
                l.expiring = true;
            }
            return Some(typed);
        }
        if let Some(stand_in) = self.device_function_untyped(inner, &q.ty) {
            return self.cast(Cast::C, stand_in, &q.ty, span).map(Typed::Value);
        }
        let typed = self.expr(inner)?;
        if *Self::type_of_typed(&typed) != q.ty
            && q.ty != Type::Void
            && let Some(done) =
                self.convert_class(typed.clone(), &q.ty, super::class::Given::Direct)
        {
            return done.map(Typed::Value);
        }
        if q.ty == Type::Void
            && let Typed::Place(l) = &typed
            && self.class_of(&l.place.ty).is_some()
        {
            let e = self.address_value(l.clone());
            return Some(Typed::Value(super::call::to_void(e, span)));
        }
        let value = self.value(typed)?;
        if let Some(done) = self.coerce_overloads(&value, &q.ty) {
            return done.map(Typed::Value);
        }
        let how = match style {
            CastStyle::C => Cast::C,
            CastStyle::Static => Cast::Static,
            CastStyle::Reinterpret => Cast::Reinterpret,
            CastStyle::Const => Cast::Const,
            CastStyle::Dynamic => return None,
        };
        self.cast(how, value, &q.ty, span).map(Typed::Value)
    }

    /// Host code that casts a device function to `void*` has the address of something that is no kernel: a launch of it fails when it is made.
    fn device_function_untyped(&mut self, e: &'a ast::Expr, to: &Type) -> Option<Expr> {
        let untyped = to.pointee().is_some_and(|q| q.ty == Type::Void);
        if !untyped || self.body.side != Side::Host {
            return None;
        }
        let A::Name(path) = &bare(e).kind else {
            return None;
        };
        let Some(Entity::Functions(list)) = self.attempt(|c| c.resolve(path)) else {
            return None;
        };
        let first = *list.first()?;
        let all = list.iter().all(|at| self.side_of(*at) == Side::Device);
        let address = Const::Int(NO_KERNEL + 16 * first as i64);
        all.then(|| constant(address, SIZE_T, e.span))
    }

    /// `reinterpret_cast<float4&>(x)`: the same place as another type.
    pub(super) fn cast_to_reference(
        &mut self,
        style: CastStyle,
        to: Qualified,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let Typed::Place(l) = self.expected(inner, Expect::Place)? else {
            self.error(
                Code::BadCast,
                span,
                "only something with an address can be seen as a reference",
            );
            return None;
        };
        let same = l.place.ty == to.ty;
        if let (Some(from), Some(into)) = (self.class_of(&l.place.ty), self.class_of(&to.ty))
            && matches!(style, CastStyle::Static | CastStyle::C)
            && from != into
            && self.base_path(from, into).is_some()
        {
            // A part of the object, which needs no address.
            let constant = l.constant && style == CastStyle::Static;
            let mut part = self.upcast(l, into)?;
            part.constant = constant || to.constant;
            return Some(Typed::Place(part));
        }
        if let (Some(from), Some(into)) = (self.class_of(&l.place.ty), self.class_of(&to.ty))
            && matches!(style, CastStyle::Static | CastStyle::C)
            && from != into
            && self.base_path(into, from).is_some()
        {
            let constant = l.constant;
            self.take_address(&l.place);
            let of = Qualified::with_const(l.place.ty.clone(), constant);
            let pointer = self.reference_to(l.place, of);
            let ty = Type::pointer_to(to.clone());
            let how = match style {
                CastStyle::C => Cast::C,
                _ => Cast::Static,
            };
            let pointer = self.cast(how, pointer, &ty, span)?;
            return self.pointee_place(pointer, to, span);
        }
        if !same && matches!(style, CastStyle::Static | CastStyle::Const) {
            let (a, b) = (self.types.show(&l.place.ty), self.types.show(&to.ty));
            let diag = Diag::error(Code::BadCast, span, format!("`{a}` is not `{b}`"));
            self.note(diag.help("`reinterpret_cast` looks at the same bytes as another type"));
            return None;
        }
        self.has_address(&l.place, span)?;
        self.take_address(&l.place);
        let from = Qualified {
            ty: l.place.ty.clone(),
            constant: l.constant,
            volatile: l.place.volatile,
        };
        let pointer = match l.place.kind {
            PlaceKind::Deref(pointer) => *pointer,
            _ => Expr {
                ty: Type::pointer_to(from),
                span: l.place.span,
                kind: ExprKind::AddressOf(l.place),
            },
        };
        let pointer = convert::force(&self.types, pointer, &Type::pointer_to(to.clone()));
        self.pointee_place(pointer, to, span)
    }

    /// A cast of a value.
    pub(super) fn cast(&mut self, how: Cast, value: Expr, to: &Type, span: Span) -> Option<Expr> {
        self.whole_behind(&value.ty, to);
        let found = self.types.show(&value.ty);
        let wanted = self.types.show(to);
        if *to == Type::Struct(Types::DIM3) && self.types.scalar(&value.ty).is_some() {
            return self.construct(to, vec![value], span);
        }
        let narrow =
            self.types.size(to) < 8 && *to != Type::BOOL && self.types.scalar(to).is_some();
        if matches!(value.ty, Type::Pointer(_)) && narrow && how == Cast::C {
            let message = format!("an address has 64 bits, and `{wanted}` keeps only some of them");
            let diag = Diag::warning(Code::Narrowing, span, message);
            self.note(diag.help("use `size_t` or `unsigned long long`"));
        }
        match convert::cast(&self.types, how, value, to) {
            Ok(e) => Some(Expr { span, ..e }),
            Err(why) => {
                let diag = Diag::error(
                    Code::BadCast,
                    span,
                    format!("`{found}` cannot be cast to `{wanted}` this way"),
                );
                self.note(match why {
                    Refused::LosesConst => diag.help("this cast keeps `const`: cast to a pointer to `const`"),
                    Refused::NeedsReinterpret => diag.help(format!("`reinterpret_cast<{wanted}>(…)` looks at the same bytes as another type")),
                    Refused::NeedsStatic => diag.help(format!("`static_cast<{wanted}>(…)` converts the number; `__float_as_int` and its kin keep the bits")),
                    Refused::Narrow => diag.help("an address has 64 bits: use `size_t` or `unsigned long long`"),
                    Refused::No => diag,
                });
                None
            }
        }
    }

    pub(super) fn construct_expr(&mut self, c: &'a ast::Construct, span: Span) -> Option<Expr> {
        let mut class = None;
        if let ast::TypeKind::Named(path) = &c.ty.kind
            && path.last().args.is_none()
            && let Some(super::scope::Entity::ClassTemplate(at)) = self.resolve(path)
        {
            let args: Vec<&'a ast::Expr> = c.args.iter().map(|i| &i.value).collect();
            class = self.deduce_written(at, (&args, c.braces), span);
        }
        let q = self.ty_with(&c.ty, &Placeholders::class(class))?;
        if let Some(id) = self.class_of(&q.ty) {
            return self.construct_written(id, c, span);
        }
        if let [one] = c.args.as_slice()
            && !matches!(
                one.value.kind,
                ast::ExprKind::Braces(_) | ast::ExprKind::Expand(_)
            )
        {
            let typed = self.expr(&one.value)?;
            if let Some(done) =
                self.convert_class(typed.clone(), &q.ty, super::class::Given::Direct)
            {
                return done;
            }
            let value = self.value(typed)?;
            return match c.braces {
                true => self.construct_typed(&q.ty, vec![value], span),
                false => self.construct_called(&q.ty, vec![value], span),
            };
        }
        let args = self.values_of(c.args.iter().map(|item| &item.value));
        if c.braces {
            return self.construct_typed(&q.ty, args?, span);
        }
        self.construct_called(&q.ty, args?, span)
    }

    /// `T(…)` and `T{…}` of a class.
    fn construct_written(
        &mut self,
        id: crate::ty::StructId,
        c: &'a ast::Construct,
        span: Span,
    ) -> Option<Expr> {
        use super::class::Given;
        if !c.braces {
            let args: Vec<&'a ast::Expr> = c.args.iter().map(|i| &i.value).collect();
            let typed = self.arguments_of(&args, id)?;
            let own = typed.len() == 1 && *Self::type_of_typed(&typed[0]) == Type::Struct(id);
            if self.is_aggregate(id) && !typed.is_empty() && !own {
                return self.construct_parens(id, typed, span);
            }
            return self.construct_class(id, typed, Given::Direct, span);
        }
        self.value_from_items(&c.args, id, span)
    }

    fn construct_parens(
        &mut self,
        id: crate::ty::StructId,
        typed: Vec<Typed>,
        span: Span,
    ) -> Option<Expr> {
        if let [one] = typed.as_slice()
            && let Some(done) =
                self.convert_class(one.clone(), &Type::Struct(id), super::class::Given::Direct)
        {
            return done;
        }
        self.aggregate_value(id, typed, span)
    }

    /// `T(…)`: of a struct without constructors only a copy or an empty one; `dim3` has one.
    pub(super) fn construct_called(
        &mut self,
        ty: &Type,
        args: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        if let Type::Struct(id) = ty
            && *id != Types::DIM3
            && args.first().is_some_and(|a| a.ty != *ty)
            && !self.has_constructor(*id)
        {
            let shown = self.types.show(ty);
            let message = format!("`{shown}` has no constructor to call with parentheses");
            let help = self.how_to_make(ty).unwrap_or_default();
            self.note(Diag::error(Code::BadInitialiser, span, message).help(help));
            return None;
        }
        self.construct_typed(ty, args, span)
    }

    /// `T(…)` for any type.
    pub(super) fn construct_typed(
        &mut self,
        ty: &Type,
        mut args: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        if let Type::Struct(_) = ty {
            return self.construct(ty, args, span);
        }
        match args.len() {
            0 if *ty == Type::Void => {
                let nothing = super::op::constant(crate::tree::Const::Int(0), Scalar::Int, span);
                Some(super::call::to_void(nothing, span))
            }
            0 => super::parts::zero(&self.types, ty, span).or_else(|| {
                let shown = self.types.show(ty);
                self.error(
                    Code::BadInitialiser,
                    span,
                    format!("there is no value `{shown}()`"),
                );
                None
            }),
            1 => {
                let value = args.pop()?;
                self.cast(Cast::C, value, ty, span)
            }
            _ => {
                let shown = self.types.show(ty);
                self.error(
                    Code::BadInitialiser,
                    args[1].span,
                    format!("`{shown}` takes one value"),
                );
                None
            }
        }
    }
}
