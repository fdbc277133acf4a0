//! Values where a type is asked for: arguments, first values and braces given to classes.
//! In: an expression (perhaps braces) and the type it must have; out: a value of that type.
//! The rule: braces of a class with constructors go to a constructor (one that takes a list first), braces of any
//! other to its fields.
//! Next: construct.rs.

use super::Implicit;
use super::construct::Given;
use crate::ast::{self, ExprKind as A};
use crate::check::coerce::Purpose;
use crate::check::{Checker, Lvalue, Typed, braces};
use crate::diag::Code;
use crate::source::Span;
use crate::tree::{Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind};
use crate::ty::{Qualified, StructId, Type};

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
            && self.type_of_quietly(&one.value).is_some_and(|t| t == ty)
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
    fn forget(&mut self, place: &Place) {
        if let PlaceKind::Var(id) = place.kind {
            self.body.undeclared.retain(|other| *other != id);
        }
    }

    /// A struct from the values of its fields, zeros where there is none; `None` where an array is in the way.
    fn assembled(
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
            return braces::zero(&self.types, ty, span);
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

    /// The type of an expression, saying nothing.
    pub(in crate::check) fn type_of_quietly(&mut self, e: &'a ast::Expr) -> Option<Type> {
        let diags = self.diags.len();
        let result = self.attempt(|c| c.type_of(e));
        while self.diags.len() > diags {
            if let Some(diag) = self.diags.pop() {
                self.said.remove(&(diag.span, diag.message));
            }
        }
        result
    }

    /// Braces given to the fields of what is at a place, as one expression.
    fn parts_as_effect(
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
    fn clear_elements(&mut self, place: Place, span: Span) -> Option<Expr> {
        let Type::Array(_, n) = place.ty else {
            return self.clear(place, span);
        };
        let mut all: Option<Expr> = None;
        for at in 0..n.min(4096) {
            let part = braces::element(&place, at)?;
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
        if let Some(zero) = braces::zero(&self.types, &place.ty, span) {
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
                if let Some(part) = braces::field(&self.types, place.clone(), at, span) {
                    self.clear_array(part, span, out);
                }
            }
        }
    }

    /// The arguments of a constructor, braces among them made what the constructor takes there.
    pub(in crate::check) fn constructor_arguments(
        &mut self,
        args: &'a [ast::Expr],
        id: StructId,
    ) -> Option<Vec<Typed>> {
        let args: Vec<&'a ast::Expr> = args.iter().collect();
        self.arguments_of(&args, id)
    }

    pub(in crate::check) fn arguments_of(
        &mut self,
        args: &[&'a ast::Expr],
        id: StructId,
    ) -> Option<Vec<Typed>> {
        let list = self.methods(id, super::NEW);
        self.typed_arguments(args, &list)
    }

    /// The arguments of a call of one of these functions.
    pub(in crate::check) fn arguments_for(
        &mut self,
        args: &'a [ast::Expr],
        list: &[usize],
    ) -> Option<Vec<Typed>> {
        let args: Vec<&'a ast::Expr> = args.iter().collect();
        self.typed_arguments(&args, list)
    }

    fn typed_arguments(&mut self, args: &[&'a ast::Expr], list: &[usize]) -> Option<Vec<Typed>> {
        let mut typed = Vec::new();
        let mut whole = true;
        for (n, e) in args.iter().enumerate() {
            match e.kind {
                A::Braces(_) => match self.braced_argument(e, n, args.len(), list) {
                    Some(one) => typed.push(one),
                    None => whole = false,
                },
                _ => whole &= self.each_expanded(e, &mut typed, Self::expr).is_some(),
            }
        }
        whole.then_some(typed)
    }

    /// Braces as an argument take the type of the parameter of the first function that takes so many.
    fn braced_argument(
        &mut self,
        e: &'a ast::Expr,
        n: usize,
        count: usize,
        list: &[usize],
    ) -> Option<Typed> {
        let takes_list = |c: &Self, at: usize| {
            let param = c.declared[at].ast.params.get(n);
            param.is_some_and(|p| mentions_list(&p.ty))
        };
        let (first, rest): (Vec<usize>, Vec<usize>) =
            list.iter().copied().partition(|at| takes_list(self, *at));
        for at in first.into_iter().chain(rest) {
            let d = self.declared[at].clone();
            let enough = d.ast.params.len() >= count
                && (count..d.ast.params.len()).all(|k| d.default(k).is_some());
            if enough
                && d.template.is_some()
                && d.ast.params.get(n).is_some_and(|p| mentions_list(&p.ty))
                && let Some(typed) = self.deduced_list(e, e.span)
            {
                return Some(typed);
            }
            if !enough || d.template.is_some() {
                continue;
            }
            let Some(signature) = self.attempt(|c| c.signature(at, &[])) else {
                continue;
            };
            let Some(ty) = signature.params.get(n).cloned() else {
                continue;
            };
            let ty = match ty {
                Type::Reference(to) | Type::Rvalue(to) => to.ty.clone(),
                ty => ty,
            };
            if let Some(value) = self.attempt(|c| c.value_from_braces(e, &ty)) {
                return Some(Typed::Value(value));
            }
        }
        self.error(
            Code::BadInitialiser,
            e.span,
            "braces are only a value where a type is given",
        );
        None
    }

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
        self.construct_class(id, typed, Given::Direct, span)
    }

    /// The `std::initializer_list<E>` that a constructor of the class takes first, and `E`.
    fn list_constructor(&mut self, id: StructId) -> Option<(StructId, Type)> {
        for at in self.methods(id, super::NEW) {
            let d = &self.declared[at];
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
    fn construct_from_list(
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
    fn list_value(
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
        let mut effects: Option<Expr> = None;
        for (k, one) in typed.into_iter().enumerate() {
            let value = self.convert_typed(one, element, &Purpose::Init(String::new()))?;
            let to = braces::element(&place, k as u64)?;
            let mut stored = self.store(to.clone(), value);
            stored = self.own_temporary(&to, stored);
            effects = Some(match effects {
                Some(before) => super::construct::comma(before, stored),
                None => stored,
            });
        }
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

    /// Whether braces with braces inside go to a constructor that takes a list: `{{1, 2}, {3, 4}}`.
    fn lists_braces(&mut self, id: StructId, items: &[ast::BraceItem]) -> bool {
        items.iter().any(|i| matches!(i.value.kind, A::Braces(_)))
            && self.class_of(&Type::Struct(id)).is_some()
            && self.list_constructor(id).is_some()
    }

    fn constructed_from_braces(
        &mut self,
        id: StructId,
        items: &'a [ast::BraceItem],
        span: Span,
    ) -> Option<Expr> {
        let (list, element) = self.list_constructor(id)?;
        let shown = self.list_from_braces(list, &element, items, span)?;
        let args = vec![Typed::Value(shown)];
        self.construct_class(id, args, Given::Direct, span)
    }

    /// The element of a `std::initializer_list`, if a class is one.
    fn listed_element(&self, id: StructId) -> Option<Type> {
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
    fn list_from_braces(
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

    /// Braces for a template's `std::initializer_list<T>`: `T` is the type of the first element.
    fn deduced_list(&mut self, e: &'a ast::Expr, span: Span) -> Option<Typed> {
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

    /// `place = value` of any types, operators of classes included.
    pub(in crate::check) fn assign_typed(
        &mut self,
        target: Lvalue,
        from: Typed,
        span: Span,
    ) -> Option<Expr> {
        if let Some(id) = self.class_of(&target.place.ty) {
            let written = self.own_methods(id, "operator=");
            if !written {
                let ty = target.place.ty.clone();
                let value_of = *Self::type_of_typed(&from) != ty;
                if self.assigns_plain(&ty) {
                    let value = if value_of {
                        self.convert_typed(from, &ty, &Purpose::Assign)?
                    } else {
                        self.plain_load(from)?
                    };
                    return self.assign(target, value, span);
                }
                if !self.writable(&target, span, "assign to") {
                    return None;
                }
                let from = match value_of {
                    true => Typed::Value(self.convert_typed(from, &ty, &Purpose::Assign)?),
                    false => from,
                };
                let from = self.object(from)?;
                let kind = if from.expiring && !from.constant {
                    Implicit::MoveAssign
                } else {
                    Implicit::Assign
                };
                let constant = kind == Implicit::Assign;
                let to = Qualified::with_const(ty.clone(), constant);
                let from = self.reference_to(from.place, to);
                let mut call = self.call_implicit(id, kind, target.place, vec![from], span)?;
                call.ty = Type::pointer_to(Qualified::plain(ty));
                return Some(call);
            }
            let done = self.user_operator("operator=", vec![Typed::Place(target), from], span)?;
            return match done? {
                Typed::Value(v) => Some(v),
                Typed::Place(l) => Some(self.address_value(l)),
            };
        }
        let ty = target.place.ty.clone();
        let value = self.convert_typed(from, &ty, &Purpose::Assign)?;
        self.assign(target, value, span)
    }

    /// The address of a place, where only its effects and its place are wanted.
    pub(in crate::check) fn address_value(&mut self, l: Lvalue) -> Expr {
        let to = Qualified::with_const(l.place.ty.clone(), l.constant);
        self.reference_to(l.place, to)
    }

    /// The bytes of an object, no constructor called.
    pub(in crate::check) fn plain_load(&mut self, typed: Typed) -> Option<Expr> {
        match typed {
            Typed::Value(v) => Some(v),
            Typed::Place(l) => {
                let (ty, span) = (l.place.ty.clone(), l.place.span);
                Some(Expr {
                    kind: ExprKind::Load(l.place),
                    ty,
                    span,
                })
            }
        }
    }

    /// Whether a class itself declares methods of a name.
    pub(in crate::check) fn own_methods(&self, id: StructId, name: &str) -> bool {
        let class = self.classes.known.get(&id);
        class.is_some_and(|c| matches!(c.names.get(name), Some(super::Member::Methods(..))))
    }

    /// Whether assigning copies bytes and nothing else.
    pub(in crate::check) fn assigns_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.assigns_plain(&of.ty),
            Type::Struct(id) => match self.classes.known.get(id) {
                None => true,
                Some(class) => {
                    let written = match class.names.get("operator=") {
                        Some(super::Member::Methods(list, _)) => list
                            .iter()
                            .any(|m| !matches!(m.ast.body, ast::FunctionBody::Default)),
                        _ => false,
                    };
                    let fields = &self.types.get(*id).fields;
                    !written && fields.iter().all(|f| self.assigns_plain(&f.ty.ty))
                }
            },
            _ => true,
        }
    }

    /// A class without constructors from one value a field.
    pub(in crate::check) fn aggregate_value(
        &mut self,
        id: StructId,
        typed: Vec<Typed>,
        span: Span,
    ) -> Option<Expr> {
        let fields: Vec<Type> = self
            .types
            .get(id)
            .fields
            .iter()
            .map(|f| f.ty.ty.clone())
            .collect();
        if typed.len() > fields.len() {
            let (shown, n) = (self.types.get(id).name.clone(), fields.len());
            self.error(
                Code::BadInitialiser,
                span,
                format!("too many values: `{shown}` has room for {n}"),
            );
            return None;
        }
        let arrays = fields.iter().any(|f| matches!(f, Type::Array(..)));
        if !arrays && !self.types.get(id).union {
            return self.aggregate_of(id, &fields, typed, span);
        }
        let place = self.temporary_place(Type::Struct(id), span);
        let mut all: Option<Expr> = None;
        let mut typed = typed.into_iter();
        for (at, ty) in fields.iter().enumerate() {
            let part = braces::field(&self.types, place.clone(), at as u32, span)?;
            let one = match typed.next() {
                Some(one) => {
                    let value = self.convert_typed(one, ty, &Purpose::Init(String::new()))?;
                    Some(self.store(part, value))
                }
                None => self.unmentioned(id, at, part, span),
            };
            all = match (all, one) {
                (Some(before), Some(one)) => Some(super::construct::comma(before, one)),
                (before, one) => before.or(one),
            };
        }
        match all {
            Some(all) => Some(self.then_load(all, place)),
            None => self.construct_class(id, Vec::new(), Given::Direct, span),
        }
    }

    fn aggregate_of(
        &mut self,
        id: StructId,
        fields: &[Type],
        typed: Vec<Typed>,
        span: Span,
    ) -> Option<Expr> {
        let place = self.temporary_place(Type::Struct(id), span);
        let mut values = Vec::new();
        let mut typed = typed.into_iter();
        for (at, ty) in fields.iter().enumerate() {
            values.push(match typed.next() {
                Some(one) => self.convert_typed(one, ty, &Purpose::Init(String::new()))?,
                None => {
                    let part = braces::field(&self.types, place.clone(), at as u32, span)?;
                    let made = self.unmentioned(id, at, part.clone(), span)?;
                    match made.kind {
                        ExprKind::Assign { value, .. } => *value,
                        _ => self.then_load(made, part),
                    }
                }
            });
        }
        Some(Expr {
            kind: ExprKind::Aggregate(values),
            ty: Type::Struct(id),
            span,
        })
    }

    /// A field that braces do not mention: its own first value, a constructor's, or zero.
    pub(in crate::check) fn unmentioned(
        &mut self,
        id: StructId,
        at: usize,
        part: Place,
        span: Span,
    ) -> Option<Expr> {
        let class = self.classes.known.get(&id);
        let init = class.and_then(|c| c.fields.get(at)?.ast?.init.as_ref());
        if let Some(ast::Init::Equals(e) | ast::Init::Braces(e)) = init {
            let ty = part.ty.clone();
            let space = self.classes.known[&id].space.clone();
            if let (A::Braces(_), Type::Array(..)) = (&e.kind, &ty) {
                let mut parts = Vec::new();
                let whole = self.at_file_scope(&space, |c| {
                    c.enter_class(id);
                    c.braces(e, part.clone(), &ty, &mut parts)
                })?;
                return self.parts_as_effect(part, parts, whole, span);
            }
            let value = self.at_file_scope(&space, |c| {
                c.enter_class(id);
                c.value_for(e, &ty)
            });
            return value.map(|v| self.store(part, v));
        }
        if let Some(made) = self.begin_at(part.clone(), span) {
            return Some(made);
        }
        let zero = braces::zero(&self.types, &part.ty, span)?;
        Some(self.store(part, zero))
    }

    /// A local variable of class type, or an array of such: made, and ended with its scope.
    pub(in crate::check) fn init_object(
        &mut self,
        place: Place,
        init: Option<&'a ast::Init>,
        out: &mut Vec<Stmt>,
    ) -> Option<Init> {
        let span = place.span;
        let ty = place.ty.clone();
        let then = |c: &mut Self, e: Expr, out: &mut Vec<Stmt>| {
            let e = c.full(e);
            let kind = StmtKind::Expr(e);
            out.push(Stmt { kind, span });
        };
        match (init, &ty) {
            (None, _) => {
                if let Some(e) = self.begin_at(place, span) {
                    then(self, e, out);
                } else if let Type::Struct(id) = &ty
                    && self.has_constructor(*id)
                {
                    // `= default` leaves the bytes as they are; anything else has been said.
                }
                Some(Init::None)
            }
            (Some(ast::Init::Parens(args, at)), Type::Struct(id)) => {
                let (id, at) = (*id, *at);
                let typed = self.constructor_arguments(args, id)?;
                if self.is_aggregate(id)
                    && !typed.is_empty()
                    && !(typed.len() == 1 && *Self::type_of_typed(&typed[0]) == ty)
                    && !self.has_constructor(id)
                {
                    let value = self.aggregate_value(id, typed, at)?;
                    return Some(Init::Value(self.full(value)));
                }
                let e = self.construct_at(place, id, typed, Given::Direct, at)?;
                then(self, e, out);
                Some(Init::None)
            }
            (Some(ast::Init::Equals(e) | ast::Init::Braces(e)), _) => match (&e.kind, &ty) {
                (A::Braces(items), Type::Struct(id)) if self.lists_braces(*id, items) => {
                    let value = self.constructed_from_braces(*id, items, e.span)?;
                    Some(Init::Value(self.full(value)))
                }
                (A::Braces(items), Type::Struct(id)) if !self.is_aggregate(*id) => {
                    let id = *id;
                    let args: Vec<&'a ast::Expr> = items.iter().map(|i| &i.value).collect();
                    let typed = self.arguments_of(&args, id)?;
                    if self.list_constructor(id).is_some() && !typed.is_empty() {
                        let value = self.listed_or_constructed(id, typed, e.span)?;
                        return Some(Init::Value(self.full(value)));
                    }
                    let e = self.construct_at(place, id, typed, Given::Direct, e.span)?;
                    then(self, e, out);
                    Some(Init::None)
                }
                (A::Braces(items), Type::Struct(id)) if items.is_empty() => {
                    if let Some(e) =
                        self.construct_at(place, *id, Vec::new(), Given::Direct, e.span)
                    {
                        then(self, e, out);
                    }
                    Some(Init::None)
                }
                (A::Braces(_), Type::Struct(_)) => {
                    let value = self.value_from_braces(e, &ty)?;
                    Some(Init::Value(self.full(value)))
                }
                (A::Braces(_), _) => {
                    let mut parts = Vec::new();
                    let whole = self.braces(e, place, &ty, &mut parts)?;
                    Some(Init::Parts {
                        zero: !whole,
                        parts,
                    })
                }
                _ => {
                    let value = self.value_for(e, &ty)?;
                    Some(Init::Value(self.full(value)))
                }
            },
            _ => None,
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

fn mentions_list(t: &ast::TypeExpr) -> bool {
    match &t.kind {
        ast::TypeKind::Named(path) => &*path.last().name.text == "initializer_list",
        ast::TypeKind::LRef(t) | ast::TypeKind::RRef(t) => mentions_list(t),
        _ => false,
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
