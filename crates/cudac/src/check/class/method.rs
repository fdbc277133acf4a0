//! Calls of methods: the object, the overloads, `this`.
//! In: an object and the functions of a name; out: a call whose first argument is the object's address.
//! The rule: the object is an argument like any other, except that a temporary may be changed through it.
//! Next: ../call.rs for plain functions, operator.rs for operators.

use crate::check::call::Call;
use crate::check::misfit::NotMeant;
use crate::check::overload::{Candidate, Choice};
use crate::check::scope::Entity;
use crate::check::{Checker, Lvalue, Typed};
use crate::tree::{Expr, ExprKind, FuncId, Place, PlaceKind};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A, FunctionBody};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

/// Functions that a call with an object may mean.
#[derive(Default)]
pub(in crate::check) struct Choices {
    /// Concrete functions.
    pub targets: Vec<FuncId>,
    /// Their parameters, the object's first.
    pub candidates: Vec<Candidate>,
    /// Those that are not meant, and why.
    pub not_meant: NotMeant,
}

/// A call whose function is not chosen yet.
struct Undecided<'a, 'c> {
    /// The call.
    call: &'c Call<'c>,
    /// Whether it has an object.
    object: bool,
    /// Its template arguments, if any are given.
    explicit: Option<&'a [ast::TemplateArg]>,
    /// Its arguments, without the object.
    args: &'c [Typed],
}

impl<'a> Checker<'a> {
    /// `o.f(args)`, `p->f(args)`.
    pub(in crate::check) fn member_call(
        &mut self,
        m: &'a ast::MemberExpr,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let name = &m.member.name;
        let base = if m.arrow {
            self.arrow(&m.base)?
        } else {
            self.expr(&m.base)?
        };
        let base = self.as_named(base, m.qualifier.as_ref())?;
        let ty = Self::type_of_typed(&base).clone();
        if let Some(rest) = name.text.strip_prefix('~') {
            return self.end_object(base, rest, span);
        }
        let Some(id) = self.class_of(&ty) else {
            let typed = self.member_of_typed(base, m, span)?;
            return self.call_value(typed, args, span);
        };
        if let Some(done) = self.assigned_by_name(&name.text, &base, args, span) {
            return done;
        }
        let text = name.text.to_string();
        match self.member_of(id, &text) {
            Some(Entity::Functions(list)) => {
                // Of `p->T::f()` that very function is called.
                let full = match m.qualifier {
                    Some(_) => format!("{}::{text}", self.types.get(id).name),
                    None => text,
                };
                let call = Call {
                    name: &full,
                    callee: name.span,
                    span,
                    ordered: false,
                };
                let object = self.object(base)?;
                let explicit = m.member.args.as_deref();
                let typed = self.arguments_for(args, &list, explicit)?;
                self.call_with_object(&call, Some(object), &list, explicit, typed)
            }
            Some(Entity::Broken) => None,
            Some(_) => {
                let typed = self.member_of_typed(base, m, span)?;
                self.call_value(typed, args, span)
            }
            None => {
                self.no_member(id, name);
                None
            }
        }
    }

    /// An object seen as the class that stands before a member's name.
    pub(in crate::check) fn as_named(
        &mut self,
        base: Typed,
        path: Option<&'a ast::Path>,
    ) -> Option<Typed> {
        let Some(path) = path else { return Some(base) };
        let ty = Self::type_of_typed(&base).clone();
        let named = self.resolve(path);
        let (Some(Entity::Type(q)), Some(id)) = (named, self.class_of(&ty)) else {
            return Some(base);
        };
        match self.class_of(&q.ty) {
            Some(to) if self.base_path(id, to).is_some() => {
                let object = self.object(base)?;
                self.upcast(object, to).map(Typed::Place)
            }
            _ => {
                let (a, b) = (self.types.show(&q.ty), self.types.show(&ty));
                let message = format!("`{a}` is not `{b}` and none of its bases");
                self.error(Code::NoSuchMember, path.span, message);
                None
            }
        }
    }

    /// `o(args)` of an object.
    pub(in crate::check) fn call_value(
        &mut self,
        callee: Typed,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let (ty, at) = match &callee {
            Typed::Place(l) => (l.place.ty.clone(), l.place.span),
            Typed::Value(v) => (v.ty.clone(), v.span),
        };
        let found = self
            .class_of(&ty)
            .and_then(|id| self.member_of(id, "operator()"));
        if Self::function_behind(&ty).is_some() {
            return self.call_pointer(callee, args, span);
        }
        let Some(Entity::Functions(list)) = found else {
            let shown = self.types.show(&ty);
            let message = match &callee {
                Typed::Place(l) if !self.spell(&l.place).is_empty() => {
                    format!("{} is not a function", self.describe(&l.place))
                }
                _ => format!("this is `{shown}` and cannot be called"),
            };
            self.error(Code::NotCallable, at, message);
            return None;
        };
        let call = Call {
            name: "operator()",
            callee: at,
            span,
            ordered: false,
        };
        let object = self.object(callee)?;
        let typed = self.arguments_for(args, &list, None)?;
        self.call_with_object(&call, Some(object), &list, None, typed)
    }

    /// What stands before `->`: what a pointer points at, or what `operator->` leads to.
    pub(in crate::check) fn arrow(&mut self, base: &'a ast::Expr) -> Option<Typed> {
        if let A::This = crate::check::expr::bare(base).kind {
            return self.this_object(base.span).map(Typed::Place);
        }
        let mut typed = self.expr(base)?;
        for _ in 0..20 {
            let ty = match &typed {
                Typed::Place(l) => &l.place.ty,
                Typed::Value(v) => &v.ty,
            };
            let ty = ty.clone();
            if self.class_of(&ty).is_none() {
                break;
            }
            let Some(next) = self.user_operator("operator->", vec![typed], base.span) else {
                return self.no_pointer(&ty, base.span);
            };
            typed = next?;
        }
        let pointer = self.value(typed)?;
        match pointer.ty.pointee() {
            Some(_) => self.deref_value(pointer, base.span),
            None => self.no_pointer(&pointer.ty, base.span),
        }
    }

    /// `->` on what is no pointer.
    fn no_pointer(&mut self, ty: &Type, span: Span) -> Option<Typed> {
        let shown = self.types.show(ty);
        let message = format!("`->` needs a pointer, and this is `{shown}`");
        let mut diag = Diag::error(Code::NotAPointer, span, message);
        if matches!(ty, Type::Struct(_)) {
            diag = diag.help("an object's member follows a dot: write `.` instead");
        }
        self.note(diag);
        None
    }

    /// An object as a place: a value gets a variable.
    pub(in crate::check) fn object(&mut self, typed: Typed) -> Option<Lvalue> {
        match typed {
            Typed::Place(l) => Some(l),
            Typed::Value(v) => self.materialise(v),
        }
    }

    /// `*this`.
    pub(in crate::check) fn this_object(&mut self, span: Span) -> Option<Lvalue> {
        let Some(this) = self.this_pointer(span) else {
            let diag = Diag::error(
                Code::UnknownName,
                span,
                "`this` is only there in a method, which has an object",
            );
            self.note(diag);
            return None;
        };
        let to = this.ty.pointee()?.clone();
        let place = Place {
            kind: PlaceKind::Deref(Box::new(this)),
            ty: to.ty,
            volatile: false,
            span,
        };
        Some(Lvalue::new(place, to.constant))
    }

    /// `this`.
    pub(in crate::check) fn this_pointer(&mut self, span: Span) -> Option<Expr> {
        if let Some(object) = self.body.begun.clone() {
            let to = Qualified::plain(object.ty.clone());
            return Some(self.reference_to(object, to));
        }
        if let Some((_, closure)) = self.closure_here() {
            return self.captured_this(closure, span);
        }
        self.own_this(span)
    }

    /// The `this` that a lambda has captured.
    fn captured_this(&mut self, closure: StructId, span: Span) -> Option<Expr> {
        let Some(Entity::Field(_, path)) = self.member_of(closure, super::THIS) else {
            return None;
        };
        let object = self.own_object(span)?;
        let Typed::Place(l) = self.field_of(object, &path, span)? else {
            return None;
        };
        let to = Qualified::with_const(l.place.ty.clone(), l.constant);
        Some(match l.place.ty {
            Type::Struct(_) => self.reference_to(l.place, to),
            _ => Expr {
                ty: l.place.ty.clone(),
                kind: ExprKind::Load(l.place),
                span,
            },
        })
    }

    /// The object of the function being checked, a lambda's own object in a lambda.
    fn own_object(&mut self, span: Span) -> Option<Lvalue> {
        let this = self.own_this(span)?;
        let to = this.ty.pointee()?.clone();
        let place = Place {
            kind: PlaceKind::Deref(Box::new(this)),
            ty: to.ty,
            volatile: false,
            span,
        };
        Some(Lvalue::new(place, to.constant))
    }

    fn own_this(&mut self, span: Span) -> Option<Expr> {
        let id = self.body.this?;
        let ty = self.var(id)?.ty.clone();
        let place = Place {
            kind: PlaceKind::Var(id),
            ty: ty.clone(),
            volatile: false,
            span,
        };
        Some(Expr {
            kind: ExprKind::Load(place),
            ty,
            span,
        })
    }

    /// A field of the object whose method is being checked.
    pub(in crate::check) fn own_field(
        &mut self,
        id: StructId,
        path: &[u32],
        name: &str,
        span: Span,
    ) -> Option<Typed> {
        let object = match self.body.this {
            _ if self.body.begun.is_some() => self.this_object(span)?,
            Some(_) if self.closure_here().is_some_and(|(_, own)| own == id) => {
                self.own_object(span)?
            }
            Some(_) => self.this_object(span)?,
            None if self.body.unevaluated > 0 => self.no_object(id, span),
            None => {
                let owner = self.types.get(id).name.clone();
                let diag = Diag::error(
                    Code::NotAValue,
                    span,
                    format!("`{name}` is a field of `{owner}`, and there is no object here"),
                );
                self.note(diag.help("a `static` function has none: pass one as a parameter"));
                return None;
            }
        };
        let object = self.upcast(object, id)?;
        self.field_of(object, path, span)
    }

    /// An object that nothing evaluates.
    fn no_object(&self, id: StructId, span: Span) -> Lvalue {
        let ty = Type::Struct(id);
        let null = Expr {
            kind: ExprKind::Const(crate::tree::Const::Null),
            ty: Type::pointer_to(Qualified::plain(ty.clone())),
            span,
        };
        let place = Place {
            kind: PlaceKind::Deref(Box::new(null)),
            ty,
            volatile: false,
            span,
        };
        Lvalue::new(place, false)
    }

    /// A field by its path inside an object.
    pub(in crate::check) fn field_of(
        &mut self,
        object: Lvalue,
        path: &[u32],
        span: Span,
    ) -> Option<Typed> {
        let mut l = object;
        for at in path {
            let Type::Struct(id) = l.place.ty else {
                return None;
            };
            let constant = self.types.get(id).fields.get(*at as usize)?.ty.constant;
            let class = self.classes.known.get(&id);
            let info = class.and_then(|c| c.fields.get(*at as usize)).cloned();
            let place = crate::check::parts::field(&self.types, l.place, *at, span)?;
            let mutable = info.as_ref().is_some_and(|f| f.mutable);
            if let Some(reference) = info.and_then(|f| f.reference) {
                let to = reference.referred()?.clone();
                let pointer = Expr {
                    ty: place.ty.clone(),
                    kind: ExprKind::Load(place),
                    span,
                };
                let place = Place {
                    kind: PlaceKind::Deref(Box::new(pointer)),
                    ty: to.ty.clone(),
                    volatile: to.volatile,
                    span,
                };
                l = Lvalue::new(place, to.constant);
                continue;
            }
            l = Lvalue {
                place,
                constant: (l.constant && !mutable) || constant,
                known: None,
                expiring: l.expiring,
            };
        }
        Some(Typed::Place(l))
    }

    /// Where a base class lies in a class: the fields that lead there.
    pub(in crate::check) fn base_path(&self, from: StructId, to: StructId) -> Option<Vec<u32>> {
        self.types.base_path(from, to)
    }

    /// An object seen as one of its bases.
    pub(in crate::check) fn upcast(&mut self, object: Lvalue, to: StructId) -> Option<Lvalue> {
        let Type::Struct(from) = object.place.ty else {
            return None;
        };
        let span = object.place.span;
        let path = self.base_path(from, to)?;
        match self.field_of(object, &path, span)? {
            Typed::Place(l) => Some(l),
            Typed::Value(_) => None,
        }
    }

    /// Functions with the object's parameter before their own.
    pub(in crate::check) fn choices(
        &mut self,
        call: &Call,
        object: bool,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: &[Typed],
    ) -> Option<Choices> {
        let mut choices = Choices::default();
        let mut usable = self.usable(call, list)?;
        // `o.f<int>(x)` means a template.
        let template = |at: &usize| self.functions.declared[*at].template.is_some();
        if explicit.is_some() && usable.iter().any(template) {
            usable.retain(template);
        }
        let undecided = Undecided {
            call,
            object,
            explicit,
            args,
        };
        for at in usable {
            self.add_choice(&mut choices, at, &undecided)?;
        }
        Some(choices)
    }

    fn add_choice(
        &mut self,
        choices: &mut Choices,
        at: usize,
        undecided: &Undecided<'a, '_>,
    ) -> Option<()> {
        let &Undecided {
            call,
            object,
            explicit,
            args,
        } = undecided;
        let d = &self.functions.declared[at];
        let template = d.template.is_some();
        let owner = d.owner.as_ref().filter(|o| o.this);
        let this = owner.map(|o| Qualified::with_const(Type::Struct(o.class), o.constant));
        if this.is_none() && d.owner.is_none() && object {
            return Some(());
        }
        if !template && args.len() > d.ast.params.len() && d.ast.variadic.is_none() {
            // Not this one, whatever its parameters are; but a single one is worth a better message.
            let implicit = self.functions.declared[at]
                .owner
                .as_ref()
                .is_some_and(|o| o.implicit.is_some());
            if !implicit && self.usable(call, &[at])?.is_empty() {
                return Some(());
            }
        }
        let id = if template {
            match self.compare_functions(|c| c.deduce_call(at, explicit, args, call.callee)) {
                Ok(id) => id,
                Err(why) => {
                    self.keep_not_meant(&mut choices.not_meant, at, why);
                    return Some(());
                }
            }
        } else {
            let mut unmet = None;
            let made = self.compare_functions(|c| {
                c.attempt(|c| {
                    let made = c.instance_or_unmet(at, Vec::new(), None);
                    made.map_err(|why| unmet = why).ok()
                })
            });
            match made {
                Some(id) => id,
                None => {
                    choices.not_meant.unmet = unmet.or(choices.not_meant.unmet.take());
                    return Some(());
                }
            }
        };
        let mut params = self.templates.instances[id.0 as usize]
            .signature
            .params
            .clone();
        let defaults = (0..params.len())
            .filter(|n| self.functions.declared[at].default(*n).is_some())
            .count();
        let mut required = params.len() - defaults.min(params.len());
        if object {
            params.insert(
                0,
                match this.clone() {
                    Some(this) => Type::Reference(Arc::new(this)),
                    None => Type::Error,
                },
            );
            required += 1;
        }
        choices.candidates.push(Candidate {
            params,
            required,
            template,
            weights: self.weights(at, args.len()),
            formula: self.formula_of(id),
            object: object && this.is_some(),
            variadic: self.functions.declared[at].ast.variadic.is_some(),
            declared: self.shown_place(at),
        });
        choices.targets.push(id);
        Some(())
    }

    /// A call of one of several functions, perhaps with an object.
    pub(in crate::check) fn call_with_object(
        &mut self,
        call: &Call,
        object: Option<Lvalue>,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let mut choices = self.choices(call, object.is_some(), list, explicit, &args)?;
        if let Some(object) = &object {
            // What `using Base::f;` brings competes as the class's own.
            for c in choices.candidates.iter_mut().filter(|c| c.object) {
                if let Some(Type::Reference(to)) = c.params.first() {
                    let own = Qualified::with_const(object.place.ty.clone(), to.constant);
                    c.params[0] = Type::Reference(Arc::new(own));
                }
            }
        }
        let mut all: Vec<Typed> = object.iter().cloned().map(Typed::Place).collect();
        all.extend(args.iter().cloned());
        match self.choose(&all, &choices.candidates) {
            Choice::One(at) => self.call_target(call, choices.targets[at], object, args),
            Choice::Tie(a, b) => {
                let (a, b) = (&choices.candidates[a], &choices.candidates[b]);
                self.ambiguous(call, &all, a, b);
                None
            }
            Choice::None => {
                if choices.not_meant.any && choices.candidates.is_empty() {
                    self.cannot_deduce(call, list, explicit, choices.not_meant);
                } else {
                    self.no_method(call, object, args, choices);
                }
                None
            }
        }
    }

    /// Calls a function that has been chosen.
    pub(in crate::check) fn call_target(
        &mut self,
        call: &Call,
        id: FuncId,
        object: Option<Lvalue>,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let at = self.templates.instances[id.0 as usize].declared;
        let d = &self.functions.declared[at];
        if let FunctionBody::Delete = d.ast.body {
            let (name, span) = (d.name.clone(), d.span);
            let diag = Diag::error(
                Code::NotCallable,
                call.span,
                format!("`{name}` is deleted: it cannot be used"),
            );
            self.note(diag.label(span, "`= delete` here"));
            return None;
        }
        self.may_call(at, call.callee)?;
        let d = &self.functions.declared[at];
        let Some(owner) = d.owner.clone().filter(|o| o.this) else {
            let effect = object.and_then(|o| place_effect(o.place));
            let typed = self.call_user(call, id, None, args)?;
            return Some(match effect {
                Some(effect) => after(effect, typed),
                None => typed,
            });
        };
        let object = match object {
            Some(object) => object,
            None => {
                let usable = self.this_class().is_some() && self.body.this.is_some();
                if !usable {
                    let name = self.functions.declared[at].name.clone();
                    let diag = Diag::error(
                        Code::NotCallable,
                        call.callee,
                        format!("`{name}` is a method and needs an object"),
                    );
                    self.note(diag.help("write `object.` before it, or make it `static`"));
                    return None;
                }
                self.this_object(call.callee)?
            }
        };
        let slot = self.dispatched(call, at, &object);
        let this = self.this_argument(object, &owner)?;
        match slot {
            Some(slot) => self.call_virtual(call, (id, slot), this, args),
            None => self.call_user(call, id, Some(this), args),
        }
    }

    /// The address of an object as the `this` of a method.
    fn this_argument(&mut self, object: Lvalue, owner: &super::Owner<'a>) -> Option<Expr> {
        let object = self.upcast(object, owner.class)?;
        let to = Qualified::with_const(Type::Struct(owner.class), owner.constant);
        Some(self.reference_to(object.place, to))
    }

    /// The address of a place, for a reference to it.
    pub(in crate::check) fn reference_to(&mut self, place: Place, to: Qualified) -> Expr {
        self.refer_to(&place);
        let (span, ty) = (place.span, Type::pointer_to(to));
        let kind = match place.kind {
            PlaceKind::Deref(pointer) => pointer.kind,
            _ => ExprKind::AddressOf(place),
        };
        Expr { kind, ty, span }
    }

    fn no_method(
        &mut self,
        call: &Call,
        object: Option<Lvalue>,
        args: Vec<Typed>,
        choices: Choices,
    ) {
        let (mut candidates, mut not_meant) = (choices.candidates, choices.not_meant);
        if candidates.is_empty()
            && let Some(mut diag) = not_meant.unmet.take()
        {
            diag.span = call.callee;
            return self.note(*diag);
        }
        if let Some(object) = &object {
            let constant = object.constant
                && !candidates.is_empty()
                && candidates
                    .iter()
                    .all(|c| matches!(c.params.first(), Some(Type::Reference(to)) if !to.constant));
            if constant {
                let what = self.describe(&object.place);
                let what = if what == "``" {
                    "the object".into()
                } else {
                    what
                };
                let message = format!(
                    "`{}` may change its object, and {what} is `const`",
                    call.name
                );
                let diag = Diag::error(Code::DiscardsConst, call.callee, message);
                self.note(diag.help(
                    "write `const` after the parameters of the method if it changes nothing",
                ));
                return;
            }
            for c in &mut candidates {
                c.params.remove(0);
                c.required = c.required.saturating_sub(1);
                c.object = false;
            }
        }
        self.no_overload(call, args, &candidates, &not_meant);
    }
}

/// What computing a place does besides, where nobody needs the place.
fn place_effect(place: Place) -> Option<Expr> {
    match place.kind {
        PlaceKind::Then(effect, place) => Some(match place_effect(*place) {
            Some(more) => super::comma(*effect, more),
            None => *effect,
        }),
        PlaceKind::Deref(pointer) => match pointer.kind {
            ExprKind::Load(_) | ExprKind::AddressOf(_) | ExprKind::Const(_) => None,
            _ => Some(*pointer),
        },
        PlaceKind::Field(of, _) => place_effect(*of),
        _ => None,
    }
}

/// What an expression turned out to be, after an effect.
pub(in crate::check) fn after(effect: Expr, typed: Typed) -> Typed {
    match typed {
        Typed::Value(value) => Typed::Value(super::comma(effect, value)),
        Typed::Place(l) => {
            let place = Place {
                ty: l.place.ty.clone(),
                volatile: l.place.volatile,
                span: l.place.span,
                kind: PlaceKind::Then(Box::new(effect), Box::new(l.place)),
            };
            Typed::Place(Lvalue { place, ..l })
        }
    }
}
