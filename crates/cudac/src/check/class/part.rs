//! One base or field as a constructor makes it: from its entry in the list, or from the first value in the class.
//! In: the part's place and what is written for it; out: statements that make it.
//! The rule: a reference is bound, an array is made element by element, a class by its constructor, all else is stored.
//! Next: bodies.rs, which goes through the parts in their order.

use super::construct::Given;
use crate::check::Checker;
use crate::check::coerce::Purpose;
use crate::check::expr::Expect;
use crate::tree::{Expr, ExprKind, Place, Stmt, StmtKind};
use crate::ty::Type;
use cuda_parse::ast;
use cuda_source::diag::Code;
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn make_part(
        &mut self,
        part: Place,
        reference: Option<Type>,
        entry: &'a ast::MemberInit,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        if let Some(reference) = reference {
            return self.bind_part(part, &reference, entry.args.first(), span, out);
        }
        if entry.braces {
            // `a{…}` and `a({…})` alike go by the rules of braces.
            let made = self.braced_part(part, &entry.args, span, out);
            return self.then(made, span, out);
        }
        let made = match (&part.ty, entry.args.as_slice()) {
            (Type::Struct(id), args) => {
                let id = *id;
                if let [one] = args
                    && let ast::ExprKind::Braces(_) = one.kind
                {
                    let value = self.value_from_braces(one, &part.ty);
                    value.map(|v| self.store(part, v))
                } else {
                    let args = self.constructor_arguments(args, id);
                    args.and_then(|args| self.construct_at(part, id, args, Given::Direct, span))
                }
            }
            (Type::Array(..), []) => return self.zero_part(part, span, out),
            (_, []) => crate::check::parts::zero(&self.types, &part.ty, span)
                .map(|zero| self.store(part, zero)),
            (_, [one]) if matches!(one.kind, ast::ExprKind::Expand(_)) => {
                return self.part_from_pack(part, &entry.args, span, out);
            }
            (_, [one]) => {
                let value = self.rvalue(one);
                let ty = part.ty.clone();
                value
                    .and_then(|v| self.coerce(v, &ty, &Purpose::Init(String::new())))
                    .map(|v| self.store(part, v))
            }
            (_, [_, second, ..]) => {
                let shown = self.types.show(&part.ty);
                self.error(
                    Code::BadInitialiser,
                    second.span,
                    format!("`{shown}` takes one value"),
                );
                None
            }
        };
        self.then(made, span, out);
    }

    /// `: n(args...)` of a number or a pointer: nothing for an empty pack, its one member otherwise.
    fn part_from_pack(
        &mut self,
        part: Place,
        args: &'a [ast::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(mut typed) = self.arguments(args) else {
            return;
        };
        let ty = part.ty.clone();
        let made = match (typed.pop(), typed.is_empty()) {
            (None, _) if matches!(ty, Type::Array(..)) => {
                return self.zero_part(part, span, out);
            }
            (None, _) => crate::check::parts::zero(&self.types, &ty, span),
            (Some(one), true) => self.convert_typed(one, &ty, &Purpose::Init(String::new())),
            (Some(_), false) => {
                let (shown, given) = (self.types.show(&ty), typed.len() + 1);
                let message = format!("`{shown}` takes one value, and this pack has {given}");
                self.error(Code::BadInitialiser, span, message);
                None
            }
        };
        let made = made.map(|value| self.store(part, value));
        self.then(made, span, out);
    }

    /// `: r(x)` of a reference.
    fn bind_part(
        &mut self,
        part: Place,
        reference: &Type,
        written: Option<&'a ast::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(written) = written else {
            return self.error(
                Code::BadInitialiser,
                span,
                "a reference needs something to refer to",
            );
        };
        let typed = self.expected(written, Expect::Place);
        let bound = typed.and_then(|t| self.bind(t, reference, &Purpose::Init(String::new())));
        if let Some(place) = bound.as_ref().and_then(|e| match &e.kind {
            ExprKind::AddressOf(place) => Some(place.clone()),
            _ => None,
        }) {
            // The reference outlives this function: what it refers to is in memory.
            self.take_address(&place);
        }
        let made = bound.map(|pointer| self.store(part, pointer));
        self.then(made, span, out);
    }

    pub(super) fn part_from_init(
        &mut self,
        part: Place,
        reference: Option<Type>,
        init: &'a ast::Init,
        out: &mut Vec<Stmt>,
    ) {
        let span = part.span;
        if let Some(reference) = reference {
            let written = match init {
                ast::Init::Equals(e) | ast::Init::Braces(e) => Some(e),
                ast::Init::Parens(list, _) => list.first(),
            };
            return self.bind_part(part, &reference, written, span, out);
        }
        let (ast::Init::Equals(e) | ast::Init::Braces(e)) = init else {
            return;
        };
        let made = match &e.kind {
            ast::ExprKind::Braces(_) => self.init_place_braces(part, e, out),
            _ => self.value_for(e, &part.ty).map(|v| self.store(part, v)),
        };
        self.then(made, span, out);
    }

    fn braced_part(
        &mut self,
        part: Place,
        args: &'a [ast::Expr],
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        match (&part.ty, args) {
            (Type::Struct(id), []) => {
                let id = *id;
                self.construct_at(part, id, Vec::new(), Given::Direct, span)
            }
            (Type::Array(..), []) => {
                self.zero_part(part, span, out);
                None
            }
            (Type::Array(..), list) => {
                // Element by element; what is not mentioned is zero.
                self.zero_part(part.clone(), span, out);
                for (n, e) in list.iter().enumerate() {
                    let to = crate::check::parts::element(&part, n as u64)?;
                    let made = match (&to.ty, &e.kind) {
                        // A row has braces of its own.
                        (Type::Array(..), ast::ExprKind::Braces(_)) => {
                            self.init_place_braces(to, e, out)
                        }
                        _ => {
                            let value = self.value_for(e, &to.ty)?;
                            Some(self.store(to, value))
                        }
                    };
                    self.then(made, span, out);
                }
                None
            }
            (Type::Struct(id), list)
                if self.is_aggregate(*id) && self.class_of(&part.ty).is_some() =>
            {
                let id = *id;
                let typed = self.arguments(list)?;
                if let [one] = typed.as_slice()
                    && *Self::type_of_typed(one) == part.ty
                {
                    return self.construct_at(part, id, typed, Given::Direct, span);
                }
                let value = self.aggregate_value(id, typed, span)?;
                Some(self.store(part, value))
            }
            (Type::Struct(id), list) => {
                let id = *id;
                let typed = self.constructor_arguments(list, id)?;
                let value = self.listed_or_constructed(id, typed, span)?;
                Some(self.store(part, value))
            }
            (ty, []) => {
                let zero = crate::check::parts::zero(&self.types, ty, span)?;
                Some(self.store(part, zero))
            }
            (_, [one]) => {
                let value = self.value_for(one, &part.ty)?;
                Some(self.store(part, value))
            }
            _ => None,
        }
    }

    /// All elements of an array zero, or made.
    fn zero_part(&mut self, part: Place, span: Span, out: &mut Vec<Stmt>) {
        if self.array_of_class(&part.ty).is_some() && !self.begins_plain(&part.ty) {
            let made = self.fill_array(part, span);
            return self.then(made, span, out);
        }
        self.clear_array(part, span, out);
    }

    pub(super) fn then(&mut self, e: Option<Expr>, span: Span, out: &mut Vec<Stmt>) {
        if let Some(e) = e {
            let e = self.full(e);
            let kind = StmtKind::Expr(e);
            out.push(Stmt { kind, span });
        }
    }
}
