//! Objects at their places: variables as they are declared, assignments, classes without constructors.
//! In: a place of class type and what it is set from; out: the calls and stores that do it.
//! The rule: bytes are copied only where the class has nothing of its own to do it.
//! Next: construct.rs for constructors.

use super::Implicit;
use super::construct::{Given, assigns_whole, comma};
use crate::check::coerce::Purpose;
use crate::check::{Checker, Lvalue, Typed};
use crate::tree::{Expr, ExprKind, Init, Place, Stmt, StmtKind};
use crate::ty::{Qualified, StructId, Type, Types};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::source::Span;

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
            let defaulted = self.assigns_by_default(id, &target, &from);
            if defaulted || !self.assigned_by_own(id, &target, &from) {
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

    /// Whether an object is assigned one of its own class, of which the class says that it is as the language has it.
    pub(in crate::check) fn assigns_by_default(
        &self,
        id: StructId,
        to: &Lvalue,
        from: &Typed,
    ) -> bool {
        let same = *Self::type_of_typed(from) == to.place.ty;
        same && self.says_assignment(id) && self.assigns_plain(&to.place.ty)
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
                    let made = self.construct_at(place, id, typed, Given::Braces, e.span);
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
