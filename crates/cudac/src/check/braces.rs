//! Braces: `{1, 2, {3}}` given to the parts of a variable, and structs built from values.
//! In: a list and what it fills; out: one value for each part, in order.
//! The rule: C++'s aggregate rules, elision and `.name =` included; what is not mentioned is what its class says, else zero.
//! Next: parts.rs for the places of parts, init.rs for variables, decl.rs for variables of the file.

use super::Checker;
use super::coerce::Purpose;
use super::convert::Cast;
use super::pack::Packs;
use super::parts::{element, field, zero};
use crate::tree::{Const, Expr, ExprKind, Place};
use crate::ty::{Qualified, Type, Types};
use cuda_parse::ast::{self, BraceItem};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::ops::Range;
use std::rc::Rc;

impl<'a> Checker<'a> {
    pub(super) fn braced_scalar(
        &mut self,
        e: &'a ast::Expr,
        ty: &Type,
        purpose: &Purpose,
    ) -> Option<Expr> {
        let ast::ExprKind::Braces(items) = &e.kind else {
            let value = self.rvalue(e)?;
            return self.coerce(value, ty, purpose);
        };
        match items.as_slice() {
            [] => zero(&self.types, ty, e.span),
            [one] => self.braced_scalar(&one.value, ty, purpose),
            [_, second, ..] => {
                let shown = self.types.show(ty);
                self.error(
                    Code::BadInitialiser,
                    second.value.span,
                    format!("`{shown}` takes one value"),
                );
                None
            }
        }
    }

    /// `E e{1};`: a number directly in braces makes an enumerator of an enumeration whose type is said (scoped ones have one).
    pub(super) fn braced_enum(
        &mut self,
        e: &'a ast::Expr,
        ty: &Type,
        direct: bool,
    ) -> Option<Option<Expr>> {
        let (Type::Enum(_), true, ast::ExprKind::Braces(items)) = (ty, direct, &e.kind) else {
            return Some(None);
        };
        let [only] = items.as_slice() else {
            return Some(None);
        };
        if !self.is_scoped(ty) || matches!(only.value.kind, ast::ExprKind::Braces(_)) {
            return Some(None);
        }
        let value = self.rvalue(&only.value)?;
        Some(Some(match value.ty {
            Type::Scalar(from) if from.is_integer() => {
                self.cast(Cast::Static, value, ty, e.span)?
            }
            _ => self.coerce(value, ty, &Purpose::Other("this"))?,
        }))
    }

    /// All parts of a variable of the file.
    pub(super) fn initial_parts(
        &mut self,
        init: &'a ast::Init,
        q: &Qualified,
        place: Place,
    ) -> Option<Vec<(Place, Expr)>> {
        let mut parts = Vec::new();
        match init {
            ast::Init::Equals(e) | ast::Init::Braces(e) => match (&e.kind, &q.ty) {
                (ast::ExprKind::Braces(_), Type::Array(..) | Type::Struct(_)) => {
                    self.braces(e, place, &q.ty, &mut parts)?;
                }
                (ast::ExprKind::Str(_), Type::Array(..)) => {
                    self.text_parts(e, &place, &mut parts)??;
                }
                _ => {
                    let value = self.braced_scalar(e, &q.ty, &Purpose::Init(String::new()))?;
                    self.spread(place, value, &mut parts);
                }
            },
            ast::Init::Parens(list, span) => match list.as_slice() {
                [one] => {
                    let value = self.braced_scalar(one, &q.ty, &Purpose::Init(String::new()))?;
                    self.spread(place, value, &mut parts);
                }
                _ => {
                    self.error(Code::BadInitialiser, *span, "one value is expected here");
                    return None;
                }
            },
        }
        Some(parts)
    }

    /// Flattens braces onto a place; true if every part got a value.
    pub(super) fn braces(
        &mut self,
        e: &'a ast::Expr,
        place: Place,
        ty: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let ast::ExprKind::Braces(items) = &e.kind else {
            return None;
        };
        if !self.whole(ty) {
            return None;
        }
        if let Type::Struct(id) = ty
            && !self.is_aggregate(*id)
        {
            let value = self.value_from_braces(e, ty)?;
            parts.push((place, value));
            return Some(true);
        }
        self.braces_of(items, place, ty, parts)
    }

    /// The same for the items of braces.
    pub(super) fn braces_of(
        &mut self,
        items: &'a [BraceItem],
        place: Place,
        ty: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let mut cursor = Cursor {
            items: self.slots(items)?,
            at: 0,
            held: None,
        };
        if self.copied(&mut cursor, &place, ty, parts)? {
            return Some(true);
        }
        let whole = self.fill(&mut cursor, place, ty, parts)?;
        if let Some(extra) = cursor.items.get(cursor.at) {
            let (shown, n) = (self.types.show(ty), cursor.at);
            let diag = Diag::error(
                Code::BadInitialiser,
                extra.value.span,
                format!("too many values: `{shown}` has room for {n}"),
            );
            self.note(diag);
            return None;
        }
        Some(whole)
    }

    /// `T a{b}` of another `T`, or of what is derived from it, is a copy; any other value alone is that of the first part.
    fn copied(
        &mut self,
        cursor: &mut Cursor<'a>,
        place: &Place,
        ty: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let ([only], Type::Struct(id)) = (cursor.items.as_slice(), ty) else {
            return Some(false);
        };
        let only = only.clone();
        let text = matches!(
            only.value.kind,
            ast::ExprKind::Braces(_) | ast::ExprKind::Str(_)
        );
        if text || only.designator.is_some() {
            return Some(false);
        }
        let typed = self.in_slot(&only, Self::expr)?;
        let from = Self::type_of_typed(&typed).clone();
        let derived = match (self.class_of(&from), self.class_of(ty)) {
            (Some(a), Some(b)) => self.base_path(a, b).is_some(),
            _ => false,
        };
        if from != Type::Struct(*id) && !derived {
            cursor.held = Some(typed);
            cursor.at = 1;
            return Some(false);
        }
        let value = match self.convert_class(typed.clone(), ty, super::class::Given::Copy) {
            Some(made) => made?,
            None => self.value(typed)?,
        };
        parts.push((place.clone(), value));
        Some(true)
    }

    /// The values of braces, with those that `...` makes.
    fn slots(&mut self, items: &'a [BraceItem]) -> Option<Vec<Slot<'a>>> {
        let mut slots = Vec::with_capacity(items.len());
        for item in items {
            let designator = item.designator.as_ref();
            match &item.value.kind {
                ast::ExprKind::Expand(value) => {
                    let packs = self.packs_of_expr(value);
                    let n = self.pack_length(&packs, item.value.span)?;
                    let packs = Rc::new(packs);
                    slots.extend((0..n).map(|at| Slot {
                        designator,
                        value,
                        member: Some((Rc::clone(&packs), at)),
                    }));
                }
                _ => slots.push(Slot {
                    designator,
                    value: &item.value,
                    member: None,
                }),
            }
        }
        Some(slots)
    }

    /// How many values braces have, those that `...` makes counted.
    pub(super) fn brace_count(&mut self, items: &'a [BraceItem]) -> Option<usize> {
        self.slots(items).map(|slots| slots.len())
    }

    /// Runs something in the scope of a value.
    fn in_slot<T>(&mut self, slot: &Slot<'a>, f: impl FnOnce(&mut Self, &'a ast::Expr) -> T) -> T {
        match &slot.member {
            Some((packs, at)) => self.with_member(packs, *at, |c| f(c, slot.value)),
            None => f(self, slot.value),
        }
    }

    fn fill(
        &mut self,
        cursor: &mut Cursor<'a>,
        place: Place,
        ty: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let count = match ty {
            Type::Array(_, n) => *n,
            Type::Struct(id) => self.types.get(*id).fields.len() as u64,
            _ => return None,
        };
        let union = matches!(ty, Type::Struct(id) if self.types.get(*id).union);
        let (mut whole, mut i) = (!union, 0);
        while i < count {
            if cursor.is_empty() {
                whole = false;
                self.rest(&place, ty, i..count, parts);
                break;
            }
            if let (Some(item), Type::Struct(id)) = (cursor.items.get(cursor.at), ty)
                && let Some(name) = item.designator
            {
                let at = self
                    .types
                    .get(*id)
                    .fields
                    .iter()
                    .position(|f| *f.name == *name.text);
                match at {
                    Some(at) if at as u64 >= i => {
                        if at as u64 > i {
                            whole = false;
                            self.rest(&place, ty, i..at as u64, parts);
                        }
                        i = at as u64;
                    }
                    _ => {
                        let shown = self.types.show(ty);
                        self.error(
                            Code::BadInitialiser,
                            name.span,
                            format!("`.{}` is no field of `{shown}` that comes next", name.text),
                        );
                        return None;
                    }
                }
            }
            let part = match ty {
                Type::Array(..) => element(&place, i)?,
                _ => field(&self.types, place.clone(), i as u32, place.span)?,
            };
            let reference = match ty {
                Type::Struct(id) => self.field_reference(*id, i as usize),
                _ => None,
            };
            whole &= match reference {
                Some(reference) => self.fill_reference(cursor, part, &reference, parts)?,
                None => self.fill_part(cursor, part, parts)?,
            };
            i += 1;
            if union {
                break;
            }
        }
        Some(whole)
    }

    /// A field that is a reference is bound to what stands there.
    fn fill_reference(
        &mut self,
        cursor: &mut Cursor<'a>,
        part: Place,
        reference: &Type,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let typed = match cursor.held.take() {
            Some(typed) => typed,
            None => {
                let item = cursor.items.get(cursor.at)?.clone();
                cursor.at += 1;
                self.in_slot(&item, |c, e| match &e.kind {
                    ast::ExprKind::Braces(inner) => match inner.as_slice() {
                        [one] => c.expr(&one.value),
                        _ => c
                            .value_from_braces(e, &reference.referred()?.ty.clone())
                            .map(super::Typed::Value),
                    },
                    _ => c.expr(e),
                })?
            }
        };
        let value = self.bind(typed, reference, &Purpose::Init(String::new()))?;
        parts.push((part, value));
        Some(true)
    }

    fn fill_part(
        &mut self,
        cursor: &mut Cursor<'a>,
        part: Place,
        parts: &mut Vec<(Place, Expr)>,
    ) -> Option<bool> {
        let ty = part.ty.clone();
        let aggregate = matches!(ty, Type::Array(..) | Type::Struct(_));
        let purpose = Purpose::Init(String::new());
        if cursor.held.is_none()
            && let Some(item) = cursor.items.get(cursor.at).cloned()
            && let ast::ExprKind::Braces(_) = &item.value.kind
        {
            cursor.at += 1;
            if aggregate {
                return self.in_slot(&item, |c, e| c.braces(e, part, &ty, parts));
            }
            let value = self.in_slot(&item, |c, e| c.braced_scalar(e, &ty, &purpose))?;
            parts.push((part, value));
            return Some(true);
        }
        if cursor.held.is_none()
            && let Some(item) = cursor.items.get(cursor.at)
            && let Some(whole) = self.text_parts(item.value, &part, parts)
        {
            cursor.at += 1;
            return whole;
        }
        let typed = match cursor.held.take() {
            Some(typed) => typed,
            None => {
                let item = cursor.items.get(cursor.at)?.clone();
                cursor.at += 1;
                self.in_slot(&item, Self::expr)?
            }
        };
        if aggregate
            && let Some(done) = self.convert_class(typed.clone(), &ty, super::class::Given::Copy)
        {
            parts.push((part, done?));
            return Some(true);
        }
        let value = self.value(typed.clone())?;
        if aggregate && value.ty != ty && self.elides(&value, &ty) {
            cursor.held = Some(typed);
            return self.fill(cursor, part, &ty, parts);
        }
        let value = self.coerce(value, &ty, &purpose)?;
        parts.push((part, value));
        Some(true)
    }

    /// Whether one value is the first of several for the parts of a type, rather than the whole.
    fn elides(&mut self, value: &Expr, ty: &Type) -> bool {
        let Some(id) = self.class_of(ty) else {
            return true;
        };
        let from = self.class_of(&value.ty);
        let whole = from.is_some_and(|from| {
            self.base_path(from, id).is_some() || self.conversion_to(from, ty, false).is_some()
        });
        self.is_aggregate(id) && !whole
    }

    /// Parts that braces do not mention and that are more than zeros.
    fn rest(&mut self, place: &Place, ty: &Type, left: Range<u64>, parts: &mut Vec<(Place, Expr)>) {
        let unbound = matches!(ty, Type::Struct(id)
            if left.clone().any(|at| self.unbound(*id, at as usize, place.span)));
        if unbound || self.begins_plain(ty) {
            return;
        }
        match ty {
            Type::Struct(Types::DIM3) => {
                let mut all = Vec::new();
                self.ones(place.clone(), &mut all);
                let left = all.into_iter().skip(left.start as usize);
                parts.extend(left);
            }
            Type::Struct(id) => {
                let fields = self.types.get(*id).fields.clone();
                let left = left.start as usize..left.end as usize;
                for (at, f) in fields.iter().enumerate().take(left.end).skip(left.start) {
                    let class = self.classes.known.get(id);
                    let init = class.and_then(|c| c.fields.get(at)?.ast?.init.as_ref());
                    if let (Type::Array(..), Some(ast::Init::Equals(e) | ast::Init::Braces(e))) =
                        (&f.ty.ty, init)
                    {
                        let space = self.classes.known[id].space.clone();
                        if let Some(part) = field(&self.types, place.clone(), at as u32, place.span)
                        {
                            let (id, ty) = (*id, f.ty.ty.clone());
                            self.at_file_scope(&space, |c| {
                                c.enter_class(id);
                                c.braces(e, part, &ty, parts)
                            });
                        }
                        continue;
                    }
                    if (init.is_some() || !self.begins_plain(&f.ty.ty))
                        && let Some(part) = field(&self.types, place.clone(), at as u32, place.span)
                        && let Some(made) = self.unmentioned(*id, at, part.clone(), place.span)
                    {
                        match made.kind {
                            ExprKind::Assign { value, .. } => parts.push((part, *value)),
                            _ => {
                                let whole = self.then_load(made, part.clone());
                                parts.push((part, whole));
                            }
                        }
                    }
                }
            }
            Type::Array(of, n) if *n <= 4096 => {
                let Some(id) = self.class_of(&of.ty) else {
                    let rest = left.filter_map(|i| element(place, i));
                    return rest.for_each(|part| self.ones(part, parts));
                };
                for i in left {
                    let made = self.construct_class(
                        id,
                        Vec::new(),
                        super::class::Given::Direct,
                        place.span,
                    );
                    if let (Some(part), Some(value)) = (element(place, i), made) {
                        parts.push((part, value));
                    }
                }
            }
            _ => {}
        }
    }

    /// `T(a, b)` and `T{a, b}` of a struct, the arguments being values.
    pub(super) fn construct(
        &mut self,
        ty: &Type,
        mut given: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let Type::Struct(id) = ty else { return None };
        if given.len() == 1 && given[0].ty == *ty {
            return given.pop();
        }
        if self.classes.known.contains_key(id) {
            let id = *id;
            let typed: Vec<super::Typed> = given.into_iter().map(super::Typed::Value).collect();
            return match self.is_aggregate(id) && !typed.is_empty() {
                true => self.aggregate_value(id, typed, span),
                false => self.construct_class(id, typed, super::class::Given::Direct, span),
            };
        }
        let fields: Vec<Type> = self
            .types
            .get(*id)
            .fields
            .iter()
            .map(|f| f.ty.ty.clone())
            .collect();
        if given.len() > fields.len() {
            let (shown, n) = (self.types.show(ty), fields.len());
            self.error(
                Code::BadInitialiser,
                given[n].span,
                format!("too many values: `{shown}` has room for {n}"),
            );
            return None;
        }
        let mut values = Vec::with_capacity(fields.len());
        let mut given = given.into_iter();
        for (i, field) in fields.iter().enumerate() {
            let value = match given.next() {
                Some(value) => self.coerce(value, field, &Purpose::Other("this part"))?,
                None if *id == Types::DIM3 => {
                    super::op::constant(Const::Int(1), field.clone(), span)
                }
                None => match zero(&self.types, field, span) {
                    Some(zero) => zero,
                    None => {
                        let _ = i;
                        self.refuse(
                            span,
                            "structs with arrays made in the middle of an expression are",
                            "declare a variable with these values first",
                        );
                        return None;
                    }
                },
            };
            values.push(value);
        }
        Some(Expr {
            kind: ExprKind::Aggregate(values),
            ty: ty.clone(),
            span,
        })
    }
}

/// A value in braces.
#[derive(Clone)]
struct Slot<'a> {
    designator: Option<&'a ast::Ident>,
    value: &'a ast::Expr,
    /// For one that `...` makes, which member of which packs.
    member: Option<(Rc<Packs>, usize)>,
}

/// Braces being consumed; with elision one list feeds nested aggregates.
struct Cursor<'a> {
    items: Vec<Slot<'a>>,
    at: usize,
    /// A value that was looked at and not used yet.
    held: Option<super::Typed>,
}

impl Cursor<'_> {
    fn is_empty(&self) -> bool {
        self.held.is_none() && self.at >= self.items.len()
    }
}
