//! Classes without constructors: their fields from the values in braces.
//! In: a class and a value for each of its first fields; out: a value of it.
//! The rule: a field that nothing mentions is what the class says, what its own class makes of it, or zero; a reference must
//! be given what it refers to.
//! Next: objects.rs for where such values are stored.

use super::construct::Given;
use crate::check::coerce::Purpose;
use crate::check::{Checker, Typed, parts};
use crate::tree::{Expr, ExprKind, Place, PlaceKind};
use crate::ty::{StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
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
    pub(super) fn holds_references(&mut self, id: StructId, span: Span) -> bool {
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
}
