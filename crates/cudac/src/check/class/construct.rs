//! Objects made: constructors chosen and called, values converted to classes, copies.
//! In: a class and arguments; out: an expression that makes the object at a place, or whose value is the object.
//! The rule: a value of class type is bytes that somebody owns; making a value from a value of the same type takes
//! it over, making one from a place calls the copy or move constructor where there is one.
//! Next: bodies.rs for the constructors themselves, drop.rs for the end of objects.

use super::method::Choices;
use super::{Implicit, NEW};
use crate::check::call::Call;
use crate::check::convert::Fit;
use crate::check::overload::{Candidate, Choice};
use crate::check::{Checker, Lvalue, Typed};
use crate::tree::{Const, Expr, ExprKind, FuncId, INDEX, Place, PlaceKind};
use crate::ty::{Qualified, StructId, Type, Types};
use cuda_parse::ast::{self, FunctionBody, SpecifierKind, TypeKind, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

/// How an object is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Given {
    /// `T x(…)`, `T(…)`: every constructor counts.
    Direct,
    /// `T{…}`: the same, and the arguments are evaluated in their order.
    Braces,
    /// `T x = …`, an argument, a result: not the `explicit` ones.
    Copy,
}

impl<'a> Checker<'a> {
    /// Whether a class has constructors that the program wrote.
    pub(in crate::check) fn has_constructor(&self, id: StructId) -> bool {
        let class = self.classes.known.get(&id);
        class.is_some_and(|c| c.names.contains_key(NEW)) || self.inherits_from(id).is_some()
    }

    /// The base whose constructors `using Base::Base;` takes over, and the field that holds it. The base may be named by
    /// another name of it, `using Super = Base<T>; using Super::Super;`.
    fn inherits_from(&self, id: StructId) -> Option<(StructId, u32)> {
        let class = self.classes.known.get(&id)?;
        let bases = &self.types.get(id).bases;
        let of_name = bases.iter().copied().find(|(base, _)| {
            let Some(base) = self.classes.known.get(base) else {
                return false;
            };
            class.used.contains_key(&*base.ast.name.text)
        });
        let twice = |path: &ast::Path| {
            let mut names = path.segments.iter().rev().map(|s| &s.name.text);
            matches!((names.next(), names.next()), (Some(a), Some(b)) if a == b)
        };
        let of_alias = || match bases.as_slice() {
            [only] => {
                let mut used = class.used.values().flatten();
                used.any(|(path, _)| twice(path)).then_some(*only)
            }
            _ => None,
        };
        of_name.or_else(of_alias)
    }

    /// The class whose constructors make an object of a class through `using`, and the classes and fields on the way.
    fn inherited_way(&self, id: StructId, maker: StructId) -> Option<Vec<(StructId, u32)>> {
        let (mut way, mut at) = (Vec::new(), id);
        while at != maker {
            let (base, field) = self.inherits_from(at)?;
            way.push((at, field));
            at = base;
        }
        Some(way)
    }

    /// Whether an object begins as bytes: no constructor, no value of a field, no such part.
    pub(in crate::check) fn begins_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.begins_plain(&of.ty),
            Type::Struct(id) => {
                let Some(class) = self.classes.known.get(id) else {
                    return *id != Types::DIM3;
                };
                let written = class.names.get(NEW).is_some_and(|m| match m {
                    super::Member::Methods(list, _) => !list.iter().any(|m| {
                        m.ast.params.is_empty() && matches!(m.ast.body, FunctionBody::Default)
                    }),
                    _ => false,
                });
                let given = |f: &super::FieldInfo<'_>| f.ast.is_some_and(|v| v.init.is_some());
                !written
                    && !self.is_polymorphic(*id)
                    && !class.fields.iter().any(given)
                    && self
                        .types
                        .get(*id)
                        .fields
                        .iter()
                        .all(|f| self.begins_plain(&f.ty.ty))
            }
            _ => true,
        }
    }

    /// Whether braces give values to its fields one by one.
    pub(in crate::check) fn is_aggregate(&self, id: StructId) -> bool {
        let Some(class) = self.classes.known.get(&id) else {
            return true;
        };
        if self.inherits_from(id).is_some() || self.is_polymorphic(id) {
            return false;
        }
        match class.names.get(NEW) {
            Some(super::Member::Methods(list, _)) => list
                .iter()
                .all(|m| matches!(m.ast.body, FunctionBody::Default)),
            _ => true,
        }
    }

    /// Whether copying the bytes is all there is to copying a value.
    pub(in crate::check) fn copies_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.copies_plain(&of.ty),
            Type::Struct(id) => match self.classes.known.get(id) {
                None => true,
                Some(class) => {
                    let copies = match class.names.get(NEW) {
                        Some(super::Member::Methods(list, _)) => list.iter().any(|m| {
                            m.template.is_none()
                                && copy_kind(m.ast, &class.ast.name.text).is_some()
                                && !matches!(m.ast.body, FunctionBody::Default)
                        }),
                        _ => false,
                    };
                    !copies
                        && !self.is_polymorphic(*id)
                        && self
                            .types
                            .get(*id)
                            .fields
                            .iter()
                            .all(|f| self.copies_plain(&f.ty.ty))
                }
            },
            _ => true,
        }
    }

    /// Which implicit copy functions a class has: copying, moving.
    fn implicit_copies(&self, id: StructId) -> (bool, bool) {
        let Some(class) = self.classes.known.get(&id) else {
            return (true, true);
        };
        let (mut copy, mut moved) = (true, true);
        if let Some(super::Member::Methods(list, _)) = class.names.get(NEW) {
            // A template is never what copies.
            for m in list.iter().filter(|m| m.template.is_none()) {
                match copy_kind(m.ast, &class.ast.name.text) {
                    Some(true) => (copy, moved) = (false, false),
                    Some(false) => moved = false,
                    None => {}
                }
            }
        }
        (copy, moved)
    }

    /// An expression that makes an object of a class at a place.
    pub(in crate::check) fn construct_at(
        &mut self,
        place: Place,
        id: StructId,
        mut args: Vec<Typed>,
        how: Given,
        span: Span,
    ) -> Option<Expr> {
        let ty = Type::Struct(id);
        if let [Typed::Value(v)] = args.as_slice()
            && v.ty == ty
        {
            let value = v.clone();
            return Some(self.store(place, value));
        }
        if args.is_empty() && !self.has_constructor(id) {
            let cleared = self.clear(place.clone(), span)?;
            if self.begins_plain(&ty) {
                return Some(cleared);
            }
            let made = self.call_implicit(id, Implicit::New, place, Vec::new(), span)?;
            return Some(comma(cleared, made));
        }
        if args.len() == 1 && !self.has_constructor(id) && Self::type_of_typed(&args[0]) == &ty {
            let from = args.pop()?;
            return self.copy_to(place, id, from, span);
        }
        let (target, implicit) = self.choose_constructor(id, &args, how, span)?;
        match (target, implicit) {
            (Some(target), _) => {
                let name = self.types.get(id).name.clone();
                let call = Call {
                    name: &name,
                    callee: span,
                    span,
                    ordered: how == Given::Braces,
                };
                let whole = Lvalue::new(place.clone(), false);
                let made = self.call_target(&call, target, Some(whole), args)?;
                let made = self.value(made)?;
                let at = self.templates.instances[target.0 as usize].declared;
                let owner = self.functions.declared[at].owner.as_ref().map(|o| o.class);
                let way = owner.and_then(|maker| self.inherited_way(id, maker));
                Some(self.make_rests(&way.unwrap_or_default(), place, made, span))
            }
            (None, _) => {
                let from = args.pop()?;
                let given = self.class_of(Self::type_of_typed(&from));
                if let Some(given) = given.filter(|given| *given != id)
                    && self.base_path(given, id).is_none()
                    && let Some(value) = self.convert_class(from.clone(), &ty, Given::Copy)
                {
                    return value.map(|value| self.store(place, value));
                }
                self.copy_to(place, id, from, span)
            }
        }
    }

    /// After an inherited constructor: what each class on the way adds to its base, the innermost first.
    fn make_rests(
        &mut self,
        way: &[(StructId, u32)],
        place: Place,
        mut made: Expr,
        span: Span,
    ) -> Expr {
        let mut wholes = vec![place];
        for (_, field) in way {
            let whole = wholes[wholes.len() - 1].clone();
            wholes.extend(crate::check::parts::field(&self.types, whole, *field, span));
        }
        for ((id, field), place) in way.iter().zip(wholes).rev() {
            made = self.make_rest(*id, *field, place, made, span);
        }
        made
    }

    /// After an inherited constructor has made its base: the other parts as the class says.
    fn make_rest(&mut self, id: StructId, base: u32, place: Place, made: Expr, span: Span) -> Expr {
        let n = self.types.get(id).fields.len() as u32;
        let mut all = made;
        for at in (0..n).filter(|at| *at != base) {
            let part = crate::check::parts::field(&self.types, place.clone(), at, span);
            let given = self.classes.known[&id].fields[at as usize]
                .ast
                .is_some_and(|v| v.init.is_some());
            if let Some(part) = part
                && (given || !self.begins_plain(&part.ty))
                && let Some(one) = self.unmentioned(id, at as usize, part, span)
            {
                all = comma(all, one);
            }
        }
        all
    }

    /// Copies or moves an object of the same class (or of one derived from it) with what the language provides.
    fn copy_to(&mut self, place: Place, id: StructId, from: Typed, span: Span) -> Option<Expr> {
        let from = self.object(from)?;
        let from = self.upcast(from, id)?;
        if self.copies_plain(&Type::Struct(id)) {
            let value = Expr {
                ty: from.place.ty.clone(),
                kind: ExprKind::Load(from.place),
                span,
            };
            return Some(self.store(place, value));
        }
        let kind = if from.expiring {
            Implicit::Move
        } else {
            Implicit::Copy
        };
        let constant = !from.expiring;
        let to = Qualified::with_const(Type::Struct(id), constant);
        let from = self.reference_to(from.place, to);
        self.call_implicit(id, kind, place, vec![from], span)
    }

    /// The constructor that fits; `None` inside for an implicit copy.
    fn choose_constructor(
        &mut self,
        id: StructId,
        args: &[Typed],
        how: Given,
        span: Span,
    ) -> Option<(Option<FuncId>, bool)> {
        let name = self.types.get(id).name.clone();
        let call = Call {
            name: &name,
            callee: span,
            span,
            ordered: false,
        };
        let list = self.constructors(id, how);
        let mut choices = match list.is_empty() {
            true => Choices::default(),
            false => self.choices(&call, false, &list, None, args)?,
        };
        let (copy, moved) = self.implicit_copies(id);
        let written = choices.candidates.len();
        if args.len() == 1 {
            let this = |constant| Arc::new(Qualified::with_const(Type::Struct(id), constant));
            let plain = |ty| Candidate {
                params: vec![ty],
                required: 1,
                template: false,
                weights: Vec::new(),
                formula: None,
                object: false,
                variadic: false,
                declared: None,
            };
            if copy {
                choices.candidates.push(plain(Type::Reference(this(true))));
            }
            if moved {
                choices.candidates.push(plain(Type::Rvalue(this(false))));
            }
        }
        match self.choose(args, &choices.candidates) {
            Choice::One(at) if at < written => Some((Some(choices.targets[at]), false)),
            Choice::One(_) => Some((None, true)),
            Choice::Tie(a, b) => {
                let (a, b) = (&choices.candidates[a], &choices.candidates[b]);
                self.ambiguous(&call, args, a, b);
                None
            }
            Choice::None => {
                choices.candidates.truncate(written);
                self.no_constructor(&call, id, args.to_vec(), &choices);
                None
            }
        }
    }

    /// The constructors that may be meant; those of a base too, where `using Base::Base;` says so.
    pub(super) fn constructors(&mut self, id: StructId, how: Given) -> Vec<usize> {
        let mut list = self.methods(id, NEW);
        let mut heir = id;
        while let Some((base, _)) = self.inherits_from(heir) {
            heir = base;
            let name = self.classes.known[&base].ast.name.text.clone();
            let more = self.methods(base, NEW);
            list.extend(more.into_iter().filter(|at| {
                let d = &self.functions.declared[*at];
                d.template.is_some() || copy_kind(d.ast, &name).is_none()
            }));
        }
        if how == Given::Copy {
            list.retain(|at| {
                let d = &self.functions.declared[*at];
                let explicit = |f: &ast::Function| {
                    specifier(&f.specifiers, &SpecifierKind::Explicit).is_some()
                };
                !explicit(d.ast) && !d.prototype.is_some_and(explicit)
            });
        }
        list
    }

    fn no_constructor(&mut self, call: &Call, id: StructId, args: Vec<Typed>, choices: &Choices) {
        if !choices.candidates.is_empty() {
            return self.no_overload(call, args, &choices.candidates, &choices.not_meant);
        }
        let shown = self.types.get(id).name.clone();
        let found = args
            .first()
            .map(|a| self.types.show(Self::type_of_typed(a)));
        let message = match found {
            Some(found) => format!("`{shown}` cannot be made from `{found}`"),
            None => format!("`{shown}` has no constructor without arguments"),
        };
        let mut diag = Diag::error(Code::NoOverload, call.span, message);
        diag.help = self.how_to_make(&Type::Struct(id));
        self.note(diag);
    }

    /// An object of a class as a value.
    pub(in crate::check) fn construct_class(
        &mut self,
        id: StructId,
        mut args: Vec<Typed>,
        how: Given,
        span: Span,
    ) -> Option<Expr> {
        let ty = Type::Struct(id);
        if args.len() == 1 && *Self::type_of_typed(&args[0]) == ty {
            match args.pop()? {
                Typed::Value(v) => return Some(v),
                Typed::Place(l) if self.copies_plain(&ty) => {
                    return Some(Expr {
                        kind: ExprKind::Load(l.place),
                        ty,
                        span,
                    });
                }
                place => args.push(place),
            }
        }
        if args.is_empty() && self.unbound_in(id, span) {
            return None;
        }
        if args.is_empty()
            && self.begins_plain(&ty)
            && let Some(zero) = crate::check::parts::zero(&self.types, &ty, span)
        {
            return Some(zero);
        }
        self.concrete(&ty, span)?;
        let place = self.temporary_place(ty.clone(), span);
        let made = self.construct_at(place.clone(), id, args, how, span)?;
        Some(self.then_load(made, place))
    }

    /// The effect, then what is at the place.
    pub(in crate::check) fn then_load(&self, effect: Expr, place: Place) -> Expr {
        let (ty, span) = (place.ty.clone(), place.span);
        let load = Expr {
            kind: ExprKind::Load(place),
            ty: ty.clone(),
            span,
        };
        Expr {
            kind: ExprKind::Comma(Box::new(effect), Box::new(load)),
            ty,
            span,
        }
    }

    /// A new variable without a name.
    pub(in crate::check) fn temporary_place(&mut self, ty: Type, span: Span) -> Place {
        let id = self.temporary(ty.clone(), span);
        Place {
            kind: PlaceKind::Var(id),
            ty,
            volatile: false,
            span,
        }
    }

    /// `place = value`, bytes alone.
    pub(in crate::check) fn store(&self, place: Place, value: Expr) -> Expr {
        let (ty, span) = (place.ty.clone(), value.span);
        Expr {
            kind: ExprKind::Assign {
                place,
                value: Box::new(value),
            },
            ty,
            span,
        }
    }

    /// All bytes of a place zero.
    pub(in crate::check) fn clear(&mut self, place: Place, span: Span) -> Option<Expr> {
        let zero = crate::check::parts::zero(&self.types, &place.ty, span);
        match zero {
            Some(zero) => Some(self.store(place, zero)),
            None => {
                let Type::Struct(id) = place.ty else {
                    return None;
                };
                self.call_implicit(id, Implicit::Zero, place, Vec::new(), span)
            }
        }
    }

    /// A value as a place that lives until the end of the whole expression.
    pub(in crate::check) fn materialise(&mut self, value: Expr) -> Option<Lvalue> {
        let (ty, span) = (value.ty.clone(), value.span);
        if ty == Type::Void || ty == Type::Error {
            return None;
        }
        let (kind, var) = match value.kind {
            // It has just been made in a variable of its own.
            ExprKind::Comma(effect, load) if self.loads_temporary(&load).is_some() => {
                let place = self.loads_temporary(&load)?;
                (PlaceKind::Then(effect, Box::new(place.clone())), place)
            }
            kind => {
                let place = self.temporary_place(ty.clone(), span);
                let value = Expr {
                    kind,
                    ty: ty.clone(),
                    span,
                };
                let store = self.store(place.clone(), value);
                let then = PlaceKind::Then(Box::new(store), Box::new(place.clone()));
                (then, place)
            }
        };
        self.refer_to(&var);
        let effect = match kind {
            PlaceKind::Then(effect, _) => *effect,
            _ => return None,
        };
        let effect = self.own_temporary(&var, effect);
        let place = Place {
            kind: PlaceKind::Then(Box::new(effect), Box::new(var)),
            ty,
            volatile: false,
            span,
        };
        Some(Lvalue {
            place,
            constant: false,
            known: None,
            expiring: true,
        })
    }

    fn loads_temporary(&self, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Load(
                place @ Place {
                    kind: PlaceKind::Var(id),
                    ..
                },
            ) if self.var(*id).is_some_and(|v| v.name.is_empty()) => Some(place.clone()),
            _ => None,
        }
    }

    /// A place of class type read as a value: its copy, or what `std::move` lets go.
    pub(in crate::check) fn copy_value(&mut self, l: Lvalue) -> Option<Expr> {
        let (id, span) = (self.class_of(&l.place.ty)?, l.place.span);
        self.construct_class(id, vec![Typed::Place(l)], Given::Copy, span)
    }

    /// Whether reading a place of this type calls a constructor.
    pub(in crate::check) fn copy_calls(&self, ty: &Type) -> bool {
        matches!(ty, Type::Struct(_)) && !self.copies_plain(ty)
    }

    /// A value or place made a value of another type, conversions of classes included: `None` if none leads there.
    pub(in crate::check) fn convert_class(
        &mut self,
        typed: Typed,
        to: &Type,
        how: Given,
    ) -> Option<Option<Expr>> {
        let from = Self::type_of_typed(&typed).clone();
        if from == *to {
            return None;
        }
        let span = match &typed {
            Typed::Place(l) => l.place.span,
            Typed::Value(v) => v.span,
        };
        let (source, target) = (self.class_of(&from), self.class_of(to));
        if source.is_none() && target.is_none() {
            return None;
        }
        if let Some(func) = self.closure_pointer(&from, to) {
            return Some(self.closure_address(typed, func));
        }
        if let (Some(a), Some(b)) = (source, target)
            && self.base_path(a, b).is_some()
        {
            return Some(self.construct_class(b, vec![typed], Given::Direct, span));
        }
        if let Some(id) = target
            && self.makes(id, &typed, how)
        {
            return Some(self.construct_class(id, vec![typed], how, span));
        }
        let id = source?;
        let at = self.conversion_to(id, to, how != Given::Copy)?;
        let called = self.call_conversion(typed, at, to);
        Some(called.and_then(|typed| {
            let value = self.value(typed)?;
            self.coerce(
                value,
                to,
                &crate::check::coerce::Purpose::Init(String::new()),
            )
        }))
    }

    /// The conversion operator that leads to a type.
    pub(in crate::check) fn conversion_to(
        &mut self,
        id: StructId,
        to: &Type,
        explicit: bool,
    ) -> Option<usize> {
        self.conversion_fit(id, to, explicit).map(|(at, _)| at)
    }

    /// The same, with how well what the operator gives fits.
    pub(in crate::check) fn conversion_fit(
        &mut self,
        id: StructId,
        to: &Type,
        explicit: bool,
    ) -> Option<(usize, Fit)> {
        let mut best: Option<(usize, Fit)> = None;
        for at in self.conversions(id, explicit) {
            if self.deduced_conversion(at, to).is_some() {
                best = best.or(Some((at, Fit::Exact)));
                continue;
            }
            let Some(result) = self.conversion_result(at) else {
                continue;
            };
            let probe = Expr {
                kind: ExprKind::Load(Place {
                    kind: PlaceKind::Var(crate::tree::VarId(0)),
                    ty: result.clone(),
                    volatile: false,
                    span: Span::default(),
                }),
                ty: result,
                span: Span::default(),
            };
            if let Ok(fit) = crate::check::convert::implicit(&self.types, &probe, to)
                && best.is_none_or(|(_, b)| fit < b)
            {
                best = Some((at, fit));
            }
        }
        best
    }

    /// Whether a constructor of a class takes this one argument without a second conversion.
    pub(in crate::check) fn makes(&mut self, id: StructId, arg: &Typed, how: Given) -> bool {
        if self.classes.converting || !self.instantiated(id) || !self.classes.known[&id].complete {
            return false;
        }
        let list = self.constructors(id, how);
        if list.is_empty() {
            return false;
        }
        self.classes.converting = true;
        let name = self.types.get(id).name.clone();
        let span = Span::default();
        let call = Call {
            name: &name,
            callee: span,
            span,
            ordered: false,
        };
        let args = vec![arg.clone()];
        let found = self.attempt(|c| {
            let choices = c.choices(&call, false, &list, None, &args)?;
            match c.choose(&args, &choices.candidates) {
                Choice::None => None,
                _ => Some(()),
            }
        });
        self.classes.converting = false;
        found.is_some()
    }

    /// A call of an implicit function with the place as its object.
    pub(in crate::check) fn call_implicit(
        &mut self,
        id: StructId,
        kind: Implicit,
        place: Place,
        mut more: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let func = self.implicit(id, kind)?;
        let this = self.reference_to(place, Qualified::plain(Type::Struct(id)));
        let mut args = vec![this];
        args.append(&mut more);
        self.calls_to(func, span);
        Some(Expr {
            kind: ExprKind::Call(func, args.into()),
            ty: Type::Void,
            span,
        })
    }

    /// Makes every element of an array of objects.
    pub(in crate::check) fn fill_array(&mut self, place: Place, span: Span) -> Option<Expr> {
        let (id, n) = self.array_of_class(&place.ty)?;
        let func = self.implicit(id, Implicit::NewMany)?;
        Some(self.call_many(func, place, id, n, span))
    }

    /// The class and the number of the elements of an array, arrays inside counted through.
    pub(in crate::check) fn array_of_class(&self, ty: &Type) -> Option<(StructId, u64)> {
        let (mut inner, mut n) = (ty, 1u64);
        while let Type::Array(of, k) = inner {
            n = n.saturating_mul(*k);
            inner = &of.ty;
        }
        Some((self.class_of(inner)?, n))
    }

    /// `f(&array[0], n)`.
    pub(super) fn call_many(
        &mut self,
        func: FuncId,
        place: Place,
        id: StructId,
        n: u64,
        span: Span,
    ) -> Expr {
        self.take_address(&place);
        self.calls_to(func, span);
        let element = Type::pointer_to(Qualified::plain(Type::Struct(id)));
        let outer = place.ty.element().cloned();
        let decayed = Expr {
            kind: ExprKind::Decay(place),
            ty: Type::pointer_to(outer.unwrap_or(Qualified::plain(Type::Struct(id)))),
            span,
        };
        let pointer = match decayed.ty == element {
            true => decayed,
            false => crate::check::convert::force(&self.types, decayed, &element),
        };
        let count = crate::check::op::constant(Const::Int(n as i64), INDEX, span);
        Expr {
            kind: ExprKind::Call(func, vec![pointer, count].into()),
            ty: Type::Void,
            span,
        }
    }
}

/// One expression after another.
pub(in crate::check) fn comma(first: Expr, second: Expr) -> Expr {
    let (ty, span) = (second.ty.clone(), second.span);
    Expr {
        kind: ExprKind::Comma(Box::new(first), Box::new(second)),
        ty,
        span,
    }
}

/// Whether a function, an `operator=`, is what copies or moves a whole object of a class.
pub(super) fn assigns_whole(m: &super::Method, class: &str) -> bool {
    let by_value = |p: &ast::Param| matches!(&p.ty.kind, TypeKind::Named(path) if *path.last().name.text == *class);
    m.template.is_none()
        && (copy_kind(m.ast, class).is_some() || m.ast.params.first().is_some_and(by_value))
}

/// Whether a constructor copies (`true`) or moves (`false`) an object of its class.
pub(super) fn copy_kind(f: &ast::Function, class: &str) -> Option<bool> {
    let first = f.params.first()?;
    if f.params[1..].iter().any(|p| p.default.is_none()) {
        return None;
    }
    let (inner, copies) = match &first.ty.kind {
        TypeKind::LRef(t) => (t, true),
        TypeKind::RRef(t) => (t, false),
        _ => return None,
    };
    match &inner.kind {
        TypeKind::Named(path) if *path.last().name.text == *class => Some(copies),
        _ => None,
    }
}
