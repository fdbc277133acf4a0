//! Braces that a constructor takes as a list: `std::vector<int> v = {1, 2, 3};`.
//! In: a class and the values in braces; out: an array of them and the `std::initializer_list` that shows it.
//! The rule: a constructor that takes a list is asked first; braces inside braces are the list's elements.
//! Next: values.rs for other braces.

use super::arguments::mentions_list;
use super::construct::Given;
use crate::check::coerce::Purpose;
use crate::check::{Checker, Typed, parts};
use crate::tree::{Expr, ExprKind, Place};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// `T{a, b}` of a class with constructors: one that takes a list of values, or the one that fits.
    pub(in crate::check) fn listed_or_constructed(
        &mut self,
        id: StructId,
        typed: Vec<Typed>,
        span: Span,
    ) -> Option<Expr> {
        if !typed.is_empty()
            && let Some((list, element)) = self.list_constructor(id)
            && let Some(value) =
                self.attempt(|c| c.construct_from_list(id, list, &element, typed.clone(), span))
        {
            return Some(value);
        }
        self.construct_class(id, typed, Given::Braces, span)
    }

    /// The `std::initializer_list<E>` that a constructor of the class takes first, and `E`.
    pub(super) fn list_constructor(&mut self, id: StructId) -> Option<(StructId, Type)> {
        for at in self.constructors(id, Given::Direct) {
            let d = &self.functions.declared[at];
            let mentions = d.ast.params.first().is_some_and(|p| mentions_list(&p.ty));
            if !mentions || d.template.is_some() {
                continue;
            }
            let signature = self.attempt(|c| c.signature(at, &[]))?;
            let first = match signature.params.first()?.clone() {
                Type::Reference(to) | Type::Rvalue(to) => to.ty.clone(),
                ty => ty,
            };
            let Type::Struct(list) = first else { continue };
            let origin = self.types.get(list).origin.clone()?;
            if let Some(crate::ty::OriginArg::Type(q)) = origin.args.first() {
                return Some((list, q.ty.clone()));
            }
        }
        None
    }

    /// An array of the values, a list that shows it, and the constructor called with it.
    pub(super) fn construct_from_list(
        &mut self,
        id: StructId,
        list: StructId,
        element: &Type,
        typed: Vec<Typed>,
        span: Span,
    ) -> Option<Expr> {
        let (effects, shown) = self.list_value(list, element, typed, span)?;
        let object = self.temporary_place(Type::Struct(id), span);
        let made = self.construct_at(
            object.clone(),
            id,
            vec![Typed::Value(shown)],
            Given::Direct,
            span,
        )?;
        let made = match effects {
            Some(before) => super::construct::comma(before, made),
            None => made,
        };
        Some(self.then_load(made, object))
    }

    /// A `std::initializer_list` that shows an array of these values, and what sets the array.
    pub(super) fn list_value(
        &mut self,
        list: StructId,
        element: &Type,
        typed: Vec<Typed>,
        span: Span,
    ) -> Option<(Option<Expr>, Expr)> {
        let n = typed.len() as u64;
        let array = Type::array_of(Qualified::plain(element.clone()), n);
        let place = self.temporary_place(array, span);
        self.take_address(&place);
        let effects = self.set_elements(&place, element, typed)?;
        let pointer_type = Type::pointer_to(Qualified::with_const(element.clone(), true));
        let pointer = Expr {
            kind: ExprKind::Decay(place),
            ty: pointer_type,
            span,
        };
        let count =
            crate::check::op::constant(crate::tree::Const::Int(n as i64), crate::ty::SIZE_T, span);
        let shown = Expr {
            kind: ExprKind::Aggregate(vec![pointer, count]),
            ty: Type::Struct(list),
            span,
        };
        Some((effects, shown))
    }

    /// Sets a temporary array's elements, one after the other.
    fn set_elements(
        &mut self,
        place: &Place,
        element: &Type,
        typed: Vec<Typed>,
    ) -> Option<Option<Expr>> {
        let mut effects: Option<Expr> = None;
        for (k, one) in typed.into_iter().enumerate() {
            let value = self.convert_typed(one, element, &Purpose::Init(String::new()))?;
            let to = parts::element(place, k as u64)?;
            let mut stored = self.store(to.clone(), value);
            stored = self.own_temporary(&to, stored);
            effects = Some(match effects {
                Some(before) => super::construct::comma(before, stored),
                None => stored,
            });
        }
        Some(effects)
    }

    /// Braces for a parameter that is a reference to a constant array, `const T (&)[n]`: a temporary array. What braces leave out is zero.
    pub(super) fn array_from_braces(
        &mut self,
        e: &'a ast::Expr,
        (element, n): (&Qualified, u64),
    ) -> Option<Typed> {
        let A::Braces(items) = &e.kind else {
            return None;
        };
        let mut typed = Vec::new();
        for item in items {
            self.each_expanded(&item.value, &mut typed, Self::expr)?;
        }
        if typed.is_empty() || typed.len() as u64 > n {
            return None;
        }
        for _ in typed.len() as u64..n {
            let zero = parts::zero(&self.types, &element.ty, e.span)?;
            typed.push(Typed::Value(zero));
        }
        let array = Type::array_of(element.clone(), n);
        let place = self.temporary_place(array.clone(), e.span);
        self.take_address(&place);
        let effects = self.set_elements(&place, &element.ty, typed)?;
        let to = Qualified::with_const(array, true);
        let pointer = self.reference_to(place, to.clone());
        let made = match effects {
            Some(effects) => super::construct::comma(effects, pointer),
            None => pointer,
        };
        self.pointee_place(made, to, e.span)
    }

    /// Whether braces with braces inside go to a constructor that takes a list: `{{1, 2}, {3, 4}}`.
    pub(super) fn lists_braces(&mut self, id: StructId, items: &[ast::BraceItem]) -> bool {
        items.iter().any(|i| matches!(i.value.kind, A::Braces(_)))
            && self.class_of(&Type::Struct(id)).is_some()
            && self.list_constructor(id).is_some()
    }

    pub(super) fn constructed_from_braces(
        &mut self,
        id: StructId,
        items: &'a [ast::BraceItem],
        span: Span,
    ) -> Option<Expr> {
        let (list, element) = self.list_constructor(id)?;
        // Braces that are no elements are arguments: `{{1, 2}}` of a list of numbers. Only the innermost are tried both ways.
        if items.iter().all(|item| holds_no_braces(&item.value)) {
            let listed = self.attempt(|c| c.constructed_with(id, (list, &element), items, span));
            let made = listed.or_else(|| self.attempt(|c| c.constructed_by(id, items, span)));
            if made.is_some() {
                return made;
            }
        }
        self.constructed_with(id, (list, &element), items, span)
    }

    /// An object of the list that the braces are.
    fn constructed_with(
        &mut self,
        id: StructId,
        (list, element): (StructId, &Type),
        items: &'a [ast::BraceItem],
        span: Span,
    ) -> Option<Expr> {
        let shown = self.list_from_braces(list, element, items, span)?;
        let args = vec![Typed::Value(shown)];
        self.construct_class(id, args, Given::Direct, span)
    }

    /// An object of what stands in the braces, one argument each.
    fn constructed_by(
        &mut self,
        id: StructId,
        items: &'a [ast::BraceItem],
        span: Span,
    ) -> Option<Expr> {
        let args: Vec<&'a ast::Expr> = items.iter().map(|i| &i.value).collect();
        let typed = self.arguments_of(&args, id)?;
        self.construct_class(id, typed, Given::Braces, span)
    }

    /// The element of a `std::initializer_list`, if a class is one.
    pub(super) fn listed_element(&self, id: StructId) -> Option<Type> {
        let origin = self.types.get(id).origin.as_ref()?;
        let template = self.classes.templates.get(origin.template as usize)?;
        if template.name != "initializer_list" {
            return None;
        }
        match origin.args.first() {
            Some(crate::ty::OriginArg::Type(q)) => Some(q.ty.clone()),
            _ => None,
        }
    }

    /// Braces as a `std::initializer_list`.
    pub(super) fn list_from_braces(
        &mut self,
        id: StructId,
        element: &Type,
        items: &'a [ast::BraceItem],
        span: Span,
    ) -> Option<Expr> {
        let mut typed = Vec::new();
        for item in items {
            match item.value.kind {
                A::Braces(_) => {
                    typed.push(Typed::Value(self.value_from_braces(&item.value, element)?));
                }
                _ => self.each_expanded(&item.value, &mut typed, Self::expr)?,
            }
        }
        if typed.is_empty() {
            return self.construct_class(id, Vec::new(), Given::Direct, span);
        }
        let (effects, shown) = self.list_value(id, element, typed, span)?;
        Some(match effects {
            Some(effects) => super::construct::comma(effects, shown),
            None => shown,
        })
    }

    /// Braces for `auto x = {1, 2};`: a list that lasts as long as the function. Elements that end with the statement do not.
    pub(in crate::check) fn lasting_list(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        let typed = self.attempt(|c| c.deduced_list(e, e.span))?;
        let Type::Struct(id) = Self::type_of_typed(&typed) else {
            return None;
        };
        let element = self.listed_element(*id)?;
        (!self.drops(&element)).then_some(typed)
    }

    /// Braces for a template's `std::initializer_list<T>`: `T` is the type of the first element.
    pub(super) fn deduced_list(&mut self, e: &'a ast::Expr, span: Span) -> Option<Typed> {
        let A::Braces(items) = &e.kind else {
            return None;
        };
        let first = self.typed_quietly(&items.first()?.value)?;
        let element = self.as_value(&first).ty;
        let template = self
            .classes
            .templates
            .iter()
            .position(|t| t.name == "initializer_list")?;
        let name = self.classes.templates[template]
            .params
            .first()?
            .name
            .as_ref()?;
        let bound = crate::check::scope::Entity::Type(Qualified::plain(element.clone()));
        let bindings = vec![(name.text.to_string(), bound)];
        let id = self.class_of_bindings(template, bindings, span)?;
        self.list_from_braces(id, &element, items, span)
            .map(Typed::Value)
    }
}

/// Whether there are no braces in an expression's own braces, if it is such.
fn holds_no_braces(e: &ast::Expr) -> bool {
    match &e.kind {
        A::Braces(inner) => inner.iter().all(|i| !matches!(i.value.kind, A::Braces(_))),
        _ => true,
    }
}
