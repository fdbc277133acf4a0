//! Values where a type is asked for: arguments, first values and braces given to classes.
//! In: an expression (perhaps braces) and the type it must have; out: a value of that type.
//! The rule: braces of a class with constructors go to a constructor (one that takes a list first), braces of any
//! other to its fields.
//! Next: construct.rs.

use super::construct::Given;
use crate::check::coerce::Purpose;
use crate::check::{Checker, Typed, parts};
use crate::tree::{Expr, ExprKind, Place, PlaceKind, Stmt, StmtKind};
use crate::ty::{StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// An expression, or braces, as a value of a type.
    pub(in crate::check) fn value_for(&mut self, e: &'a ast::Expr, ty: &Type) -> Option<Expr> {
        if let A::Braces(_) = e.kind {
            return self.value_from_braces(e, ty);
        }
        let typed = self.expr(e)?;
        self.convert_typed(typed, ty, &Purpose::Init(String::new()))
    }

    /// What an expression turned out to be, as a value of a type.
    pub(in crate::check) fn convert_typed(
        &mut self,
        typed: Typed,
        ty: &Type,
        purpose: &Purpose,
    ) -> Option<Expr> {
        if let Some(done) = self.convert_class(typed.clone(), ty, Given::Copy) {
            return done;
        }
        let value = self.value(typed)?;
        self.coerce(value, ty, purpose)
    }

    /// Braces as a value of a type.
    pub(in crate::check) fn value_from_braces(
        &mut self,
        e: &'a ast::Expr,
        ty: &Type,
    ) -> Option<Expr> {
        let A::Braces(items) = &e.kind else {
            return self.value_for(e, ty);
        };
        let span = e.span;
        if !self.whole(ty) {
            return None;
        }
        if let Type::Struct(id) = ty
            && let Some(element) = self.listed_element(*id)
        {
            return self.list_from_braces(*id, &element, items, span);
        }
        match ty {
            Type::Struct(id) if !self.is_aggregate(*id) || self.class_of(ty).is_none() => {
                let id = *id;
                if self.lists_braces(id, items) {
                    return self.constructed_from_braces(id, items, span);
                }
                if self.class_of(ty).is_none() {
                    let values = self.values_of(items.iter().map(|i| &i.value));
                    return self.construct_typed(ty, values?, span);
                }
                let args: Vec<&'a ast::Expr> = items.iter().map(|i| &i.value).collect();
                let typed = self.arguments_of(&args, id)?;
                self.listed_or_constructed(id, typed, span)
            }
            Type::Struct(id) => self.value_from_items(items, *id, span),
            _ => self.braced_scalar(e, ty, &Purpose::Init(String::new())),
        }
    }

    /// `T{a, b}` of a class.
    pub(in crate::check) fn value_from_items(
        &mut self,
        items: &'a [ast::BraceItem],
        id: StructId,
        span: Span,
    ) -> Option<Expr> {
        let ty = Type::Struct(id);
        if let Some(element) = self.listed_element(id) {
            return self.list_from_braces(id, &element, items, span);
        }
        if self.lists_braces(id, items) {
            return self.constructed_from_braces(id, items, span);
        }
        if !self.is_aggregate(id) {
            let args: Vec<&'a ast::Expr> = items.iter().map(|i| &i.value).collect();
            let typed = self.arguments_of(&args, id)?;
            return self.listed_or_constructed(id, typed, span);
        }
        if items.is_empty() {
            return self.construct_class(id, Vec::new(), Given::Direct, span);
        }
        if let [one] = items
            && one.designator.is_none()
            && !matches!(one.value.kind, A::Braces(_))
            && self.stated_type(&one.value).is_some_and(|t| t == ty)
        {
            return self.value_for(&one.value, &ty);
        }
        let place = self.temporary_place(ty.clone(), span);
        let mut parts = Vec::new();
        let whole = self.braces_of(items, place.clone(), &ty, &mut parts)?;
        let mut listed: Option<Vec<(Vec<u32>, Expr)>> = parts
            .iter()
            .map(|(place, value)| Some((field_path(place)?, value.clone())))
            .collect();
        if self.types.get(id).union {
            listed = None;
        }
        if let Some(mut listed) = listed
            && let Some(value) = self.assembled(&ty, &[], &mut listed, span)
            && listed.is_empty()
        {
            self.forget(&place);
            return Some(value);
        }
        let made = self.parts_as_effect(place.clone(), parts, whole, span)?;
        Some(self.then_load(made, place))
    }

    /// Leaves out a temporary that turned out not to be needed.
    pub(in crate::check) fn forget(&mut self, place: &Place) {
        if let PlaceKind::Var(id) = place.kind {
            self.body.undeclared.retain(|other| *other != id);
        }
    }

    /// A struct from the values of its fields, zeros where there is none; `None` where an array is in the way.
    pub(super) fn assembled(
        &mut self,
        ty: &Type,
        path: &[u32],
        parts: &mut Vec<(Vec<u32>, Expr)>,
        span: Span,
    ) -> Option<Expr> {
        if parts.first().is_some_and(|(at, _)| at == path) {
            return Some(parts.remove(0).1);
        }
        let Type::Struct(id) = ty else {
            return parts::zero(&self.types, ty, span);
        };
        let fields: Vec<Type> = self
            .types
            .get(*id)
            .fields
            .iter()
            .map(|f| f.ty.ty.clone())
            .collect();
        let mut values = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let mut inner = path.to_vec();
            inner.push(at as u32);
            values.push(self.assembled(field, &inner, parts, span)?);
        }
        Some(Expr {
            kind: ExprKind::Aggregate(values),
            ty: ty.clone(),
            span,
        })
    }

    /// The same, read off where the expression says it: `S{S{S{1}}}` is not looked at once more a level.
    fn stated_type(&mut self, e: &'a ast::Expr) -> Option<Type> {
        match &super::super::expr::bare(e).kind {
            A::Construct(made) => {
                let stated = self.attempt(|c| c.ty(&made.ty));
                stated.map(|q| q.ty).or_else(|| self.type_of_quietly(e))
            }
            _ => self.type_of_quietly(e),
        }
    }

    /// The type of an expression, saying nothing.
    pub(in crate::check) fn type_of_quietly(&mut self, e: &'a ast::Expr) -> Option<Type> {
        let diags = self.said.diags.len();
        let result = self.attempt(|c| c.type_of(e));
        self.said.forget_since(diags);
        result
    }

    /// Braces given to the fields of what is at a place, as one expression.
    pub(super) fn parts_as_effect(
        &mut self,
        place: Place,
        parts: Vec<(Place, Expr)>,
        whole: bool,
        span: Span,
    ) -> Option<Expr> {
        let mut all: Option<Expr> = None;
        if !whole {
            all = match place.ty {
                Type::Array(..) => self.clear_elements(place, span),
                _ => self.clear(place, span),
            };
        }
        for (place, value) in parts {
            let one = self.store(place, value);
            all = Some(match all {
                Some(before) => super::construct::comma(before, one),
                None => one,
            });
        }
        all
    }

    /// The elements of an array zero, one by one.
    pub(super) fn clear_elements(&mut self, place: Place, span: Span) -> Option<Expr> {
        let Type::Array(_, n) = place.ty else {
            return self.clear(place, span);
        };
        let mut all: Option<Expr> = None;
        for at in 0..n.min(4096) {
            let part = parts::element(&place, at)?;
            let one = self.clear_elements(part, span)?;
            all = Some(match all {
                Some(before) => super::construct::comma(before, one),
                None => one,
            });
        }
        all
    }

    /// Braces given to what is at a place, as statements and at most one expression after them.
    pub(in crate::check) fn init_place_braces(
        &mut self,
        place: Place,
        e: &'a ast::Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let A::Braces(items) = &e.kind else {
            return None;
        };
        let ty = place.ty.clone();
        match &ty {
            Type::Array(..) => {
                let mut parts = Vec::new();
                let whole = self.braces(e, place.clone(), &ty, &mut parts)?;
                if !whole {
                    self.clear_array(place, e.span, out);
                }
                for (place, value) in parts {
                    let made = self.store(place, value);
                    let made = self.full(made);
                    let kind = StmtKind::Expr(made);
                    out.push(Stmt { kind, span: e.span });
                }
                None
            }
            Type::Struct(id) if items.is_empty() => {
                self.construct_at(place, *id, Vec::new(), Given::Direct, e.span)
            }
            _ => {
                let value = self.value_from_braces(e, &ty)?;
                Some(self.store(place, value))
            }
        }
    }

    /// All bytes of an array zero.
    pub(in crate::check) fn clear_array(&mut self, place: Place, span: Span, out: &mut Vec<Stmt>) {
        if let Type::Array(_, n) = place.ty {
            self.zero_loop(place, n, span, out);
            return;
        }
        if let Some(zero) = parts::zero(&self.types, &place.ty, span) {
            let kind = StmtKind::Expr(self.store(place, zero));
            out.push(Stmt { kind, span });
        } else if let Type::Struct(id) = place.ty {
            let n = self.types.get(id).fields.len() as u32;
            // A union's largest field covers it.
            let sizes = self.types.get(id).fields.iter().enumerate();
            let largest = sizes.max_by_key(|(_, f)| self.types.size(&f.ty.ty));
            let only = largest
                .filter(|_| self.types.get(id).union)
                .map(|(at, _)| at as u32);
            for at in (0..n).filter(|at| only.is_none_or(|o| o == *at)) {
                if let Some(part) = parts::field(&self.types, place.clone(), at, span) {
                    self.clear_array(part, span, out);
                }
            }
        }
    }

    /// A member that is no call: a field or a static one.
    pub(in crate::check) fn member_of_typed(
        &mut self,
        base: Typed,
        m: &'a ast::MemberExpr,
        span: Span,
    ) -> Option<Typed> {
        self.member_in(base, m, span)
    }
}

/// The fields that lead from a variable to a part of it; `None` where an array is on the way.
fn field_path(place: &Place) -> Option<Vec<u32>> {
    match &place.kind {
        PlaceKind::Var(_) => Some(Vec::new()),
        PlaceKind::Field(of, at) => {
            let mut path = field_path(of)?;
            path.push(*at);
            Some(path)
        }
        _ => None,
    }
}
