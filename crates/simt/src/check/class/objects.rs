//! Objects at their places: variables as they are declared, assignments, classes without constructors.
//! In: a place of class type and what it is set from; out: the calls and stores that do it.
//! The rule: bytes are copied only where the class has nothing of its own to do it.
//! Next: construct.rs for constructors.

use super::Implicit;
use super::construct::{Given, assigns_whole, comma};
use crate::ast::{self, ExprKind as A};
use crate::check::coerce::Purpose;
use crate::check::{Checker, Lvalue, Typed, parts};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind};
use crate::ty::{Qualified, StructId, Type, Types};

impl<'a> Checker<'a> {
    /// What an object that is not mentioned begins as: `None` where that is nothing.
    pub(in crate::check) fn begin_at(&mut self, part: Place, span: Span) -> Option<Expr> {
        if self.begins_plain(&part.ty) {
            return None;
        }
        match part.ty.clone() {
            Type::Array(..) if self.array_of_class(&part.ty).is_none() => self.begin_ones(part),
            Type::Array(..) => self.fill_array(part, span),
            Type::Struct(Types::DIM3) => self.begin_ones(part),
            Type::Struct(id) if !self.has_constructor(id) => {
                self.call_implicit(id, Implicit::New, part, Vec::new(), span)
            }
            Type::Struct(id) => self.construct_at(part, id, Vec::new(), Given::Direct, span),
            _ => None,
        }
    }

    /// A `dim3`, or an array of such, of which nothing is mentioned.
    fn begin_ones(&self, place: Place) -> Option<Expr> {
        let mut parts = Vec::new();
        self.ones(place, &mut parts);
        let stores = parts
            .into_iter()
            .map(|(part, value)| self.store(part, value));
        stores.reduce(comma)
    }

    /// `place = value` of any types, operators of classes included.
    pub(in crate::check) fn assign_typed(
        &mut self,
        target: Lvalue,
        from: Typed,
        span: Span,
    ) -> Option<Expr> {
        if let Some(id) = self.class_of(&target.place.ty) {
            if !self.assigned_by_own(id, &target, &from) {
                if self.holds_references(id, span) {
                    return None;
                }
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

    /// Whether a class says itself how a whole object is assigned.
    pub(in crate::check) fn says_assignment(&self, id: StructId) -> bool {
        let Some(class) = self.classes.known.get(&id) else {
            return false;
        };
        match class.names.get("operator=") {
            Some(super::Member::Methods(list, _)) => {
                let mut list = list.iter();
                list.any(|m| assigns_whole(m, &class.ast.name.text))
            }
            _ => false,
        }
    }

    /// Whether assigning copies bytes and nothing else.
    pub(in crate::check) fn assigns_plain(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.assigns_plain(&of.ty),
            Type::Struct(id) => match self.classes.known.get(id) {
                None => true,
                Some(class) => {
                    let written = match class.names.get("operator=") {
                        Some(super::Member::Methods(list, _)) => list.iter().any(|m| {
                            assigns_whole(m, &class.ast.name.text)
                                && !matches!(m.ast.body, ast::FunctionBody::Default)
                        }),
                        _ => false,
                    };
                    let fields = &self.types.get(*id).fields;
                    !written
                        && !self.is_polymorphic(*id)
                        && fields.iter().all(|f| self.assigns_plain(&f.ty.ty))
                }
            },
            _ => true,
        }
    }

    /// The reference that a field is written as, if it is one.
    pub(in crate::check) fn field_reference(&self, id: StructId, at: usize) -> Option<Type> {
        let class = self.classes.known.get(&id)?;
        class.fields.get(at)?.reference.clone()
    }

    /// Whether a field that nothing mentions is a reference to nothing; says so.
    pub(in crate::check) fn unbound(&mut self, id: StructId, at: usize, span: Span) -> bool {
        let class = self.classes.known.get(&id);
        let field = class.and_then(|c| c.fields.get(at));
        let reference = field.is_some_and(|f| f.reference.is_some());
        let init = field.and_then(|f| f.ast?.init.as_ref());
        if !reference || init.is_some() {
            return false;
        }
        let ty = self.types.get(id);
        let name = ty.fields.get(at).map_or("", |f| &*f.name);
        let message = format!(
            "`{name}` of `{}` is a reference, and nothing is given for it",
            ty.name
        );
        let diag = Diag::error(Code::BadInitialiser, span, message);
        self.note(
            diag.help("a reference needs what it refers to from the start: give it in the braces"),
        );
        true
    }

    /// Whether a class without constructors, of which nothing is mentioned, has such a reference; says so.
    pub(in crate::check) fn unbound_in(&mut self, id: StructId, span: Span) -> bool {
        let fields = self.types.get(id).fields.len();
        !self.has_constructor(id) && (0..fields).any(|at| self.unbound(id, at, span))
    }

    /// Whether objects of a class cannot be assigned because a reference of theirs stays what it is; says so.
    fn holds_references(&mut self, id: StructId, span: Span) -> bool {
        let Some(class) = self.classes.known.get(&id) else {
            return false;
        };
        let Some(at) = class.fields.iter().position(|f| f.reference.is_some()) else {
            return false;
        };
        if class.closure.is_some() {
            return false;
        }
        let ty = self.types.get(id);
        let name = ty.fields.get(at).map_or("", |f| &*f.name);
        let message = format!(
            "`{}` cannot be assigned: `{name}` is a reference, which stays what it is",
            ty.name
        );
        let diag = Diag::error(Code::NotAssignable, span, message);
        self.note(diag.help("make it a pointer, or write an `operator=`"));
        true
    }

    /// What a value is as a field of a class without constructors.
    fn part_value(&mut self, (id, at): (StructId, usize), typed: Typed, ty: &Type) -> Option<Expr> {
        let purpose = Purpose::Init(String::new());
        match self.field_reference(id, at) {
            Some(reference) => self.bind(typed, &reference, &purpose),
            None => self.convert_typed(typed, ty, &purpose),
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
            let part = parts::field(&self.types, place.clone(), at as u32, span)?;
            let one = match typed.next() {
                Some(one) => {
                    let value = self.part_value((id, at), one, ty)?;
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

    pub(super) fn aggregate_of(
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
                Some(one) => self.part_value((id, at), one, ty)?,
                None => {
                    let part = parts::field(&self.types, place.clone(), at as u32, span)?;
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
        if self.unbound(id, at, span) {
            return None;
        }
        let object = match &part.kind {
            PlaceKind::Field(object, _) => Some((**object).clone()),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.body.begun, object);
        let value = self.unmentioned_of(id, at, part, span);
        self.body.begun = outer;
        value
    }

    fn unmentioned_of(&mut self, id: StructId, at: usize, part: Place, span: Span) -> Option<Expr> {
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
        let zero = parts::zero(&self.types, &part.ty, span)?;
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
                if let Type::Struct(id) = ty
                    && self.unbound_in(id, span)
                {
                    return None;
                }
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
                let own = typed.len() == 1 && *Self::type_of_typed(&typed[0]) == ty;
                let fields = self.is_aggregate(id) && !self.has_constructor(id);
                if fields && !typed.is_empty() && !own {
                    let value = self.aggregate_value(id, typed, at)?;
                    return Some(Init::Value(self.full(value)));
                }
                let e = self.construct_at(place, id, typed, Given::Direct, at)?;
                then(self, e, out);
                Some(Init::None)
            }
            (Some(ast::Init::Equals(e) | ast::Init::Braces(e)), _) => match (&e.kind, &ty) {
                (A::Braces(items), Type::Struct(id))
                    if self
                        .listed_element(*id)
                        .is_some_and(|element| !self.drops(&element)) =>
                {
                    let value = self.value_from_items(items, *id, e.span)?;
                    Some(Init::Value(self.full(value)))
                }
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
                    self.in_braces = true;
                    let made = self.construct_at(place, id, typed, Given::Direct, e.span);
                    self.in_braces = false;
                    then(self, made?, out);
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
}
