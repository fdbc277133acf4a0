//! `for (x : range)` and structured bindings.
//! In: their syntax; out: loops and declarations of the tree.
//! The rule: an array is walked by a pointer, anything else from its `begin()` to its `end()`, a member's or one found
//! beside the type; a binding is a hidden variable, and its names refer to its parts.
//! Next: loops.rs for other loops, init.rs for variables.

use super::call::Call;
use super::coerce::Purpose;
use super::scope::Entity;
use super::{Checker, Lvalue, Typed};
use crate::check::expr::Expect;
use crate::tree::{
    Change, CompareOp, Const, Expr, ExprKind, INDEX, Init, Place, PlaceKind, Stmt, StmtKind, VarId,
};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self, TypeKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// `for (init; variable : range) body`
    pub(super) fn range_for(
        &mut self,
        f: &'a ast::RangeFor,
        span: Span,
        unroll: bool,
        out: &mut Vec<Stmt>,
    ) {
        self.open(span);
        let mut before = Vec::new();
        if let Some(init) = &f.init {
            self.statement(init, &mut before);
        }
        let made = self.range_loop(f, span, unroll, &mut before);
        self.close();
        if made.is_none() {
            return;
        }
        out.push(Stmt {
            kind: StmtKind::Block(before),
            span,
        });
    }

    fn range_loop(
        &mut self,
        f: &'a ast::RangeFor,
        span: Span,
        unroll: bool,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let from = self.body.cleanups.len();
        let typed = self.range_object(&f.range)?;
        let object = self.hidden_reference(typed, f.range.span, out)?;
        let (first, last) = self.ends_of(object, f.range.span)?;
        let first = self.hidden_variable(first, out)?;
        let last = self.hidden_variable(last, out)?;
        let read = |c: &Self, id: VarId| c.var_place(id, f.range.span).map(Typed::Place);
        let (a, b) = (read(self, first)?, read(self, last)?);
        let unequal = self.binary_link(
            (ast::BinaryOp::Ne, super::op::Op::Compare(CompareOp::Ne)),
            a,
            b,
            f.range.span,
        )?;
        let cond = self.value(unequal)?;
        let cond = self.truth(cond)?;
        let cond = self.full(cond);
        let here = self.var_place(first, f.range.span)?;
        let step = self.next(here.clone(), f.range.span)?;
        let step = self.full(step);
        let body = self.range_body(f, here)?;
        out.push(Stmt {
            kind: StmtKind::Loop {
                init: Vec::new(),
                cond: Some(cond),
                step: Some(step),
                body,
                unroll,
            },
            span,
        });
        self.end_since(from, span, out);
        self.body.cleanups.truncate(from);
        Some(())
    }

    /// What is walked; braces are a list of values.
    fn range_object(&mut self, e: &'a ast::Expr) -> Option<Typed> {
        let ast::ExprKind::Braces(items) = &e.kind else {
            return self.expected(e, Expect::Place);
        };
        // An array of the first value's type.
        let first = items.first()?;
        let element = match self.type_of(&first.value)? {
            Type::Array(of, _) => Type::pointer_to((*of).clone()),
            other => other,
        };
        let n = self.brace_count(items)? as u64;
        let ty = Type::array_of(Qualified::with_const(element, true), n);
        let place = self.temporary_place(ty.clone(), e.span);
        let mut parts = Vec::new();
        self.braces(e, place.clone(), &ty, &mut parts)?;
        let stores: Vec<Expr> = parts
            .into_iter()
            .map(|(part, value)| self.store(part, value))
            .collect();
        let all = stores.into_iter().reduce(super::class::comma)?;
        let kind = PlaceKind::Then(Box::new(all), Box::new(place));
        let place = Place {
            kind,
            ty,
            volatile: false,
            span: e.span,
        };
        Some(Typed::Place(Lvalue::new(place, true)))
    }

    /// A reference without a name to an object; a value gets a variable that lives as long.
    fn hidden_reference(
        &mut self,
        typed: Typed,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<Lvalue> {
        match typed {
            Typed::Place(l) if !matches!(l.place.kind, PlaceKind::Then(..)) => {
                if let PlaceKind::Var(_) = l.place.kind {
                    return Some(l);
                }
                let to = Qualified {
                    ty: l.place.ty.clone(),
                    constant: l.constant,
                    volatile: l.place.volatile,
                };
                let pointer = self.reference_to(l.place, to.clone());
                let pointer = self.full(pointer);
                let ty = pointer.ty.clone();
                let id = self.temporary(ty, span);
                if let Some(var) = self.var_mut(id) {
                    var.reference = true;
                }
                out.push(Stmt {
                    kind: StmtKind::Declare {
                        var: id,
                        init: Init::Value(pointer),
                    },
                    span,
                });
                self.forget_temporary(id);
                self.var_place(id, span)
            }
            typed => {
                let value = match typed {
                    Typed::Place(Lvalue {
                        place:
                            Place {
                                kind: PlaceKind::Then(first, place),
                                ty,
                                ..
                            },
                        constant,
                        ..
                    }) => {
                        // What was just made in a variable of its own lives on there.
                        let array = matches!(ty, Type::Array(..));
                        let first = self.full(*first);
                        out.push(Stmt {
                            kind: StmtKind::Expr(first),
                            span,
                        });
                        let mut l = Lvalue::new(*place, constant || array);
                        l.constant = constant || array;
                        return Some(l);
                    }
                    Typed::Place(l) => self.value(Typed::Place(l))?,
                    Typed::Value(v) => v,
                };
                let id = self.hidden_variable(Typed::Value(value), out)?;
                self.var_place(id, span)
            }
        }
    }

    /// A variable without a name that holds a value to the end of the scope.
    pub(super) fn hidden_variable(&mut self, typed: Typed, out: &mut Vec<Stmt>) -> Option<VarId> {
        let value = self.value(typed)?;
        let value = self.full(value);
        let (ty, span) = (value.ty.clone(), value.span);
        let id = self.temporary(ty.clone(), span);
        self.forget_temporary(id);
        out.push(Stmt {
            kind: StmtKind::Declare {
                var: id,
                init: Init::Value(value),
            },
            span,
        });
        let place = Place {
            kind: PlaceKind::Var(id),
            ty,
            volatile: false,
            span,
        };
        self.lives(place, out);
        Some(id)
    }

    /// A temporary that a statement declares is not declared for the expression too.
    pub(super) fn forget_temporary(&mut self, id: VarId) {
        self.body.undeclared.retain(|other| *other != id);
    }

    /// Where a range begins and ends.
    fn ends_of(&mut self, object: Lvalue, span: Span) -> Option<(Typed, Typed)> {
        if let Some(ends) = self.open_ends(&object, span) {
            return ends;
        }
        if let Type::Array(of, n) = object.place.ty.clone() {
            let to = Qualified {
                constant: of.constant || object.constant,
                ..(*of).clone()
            };
            let ty = Type::pointer_to(to);
            self.take_address(&object.place);
            let first = Expr {
                kind: ExprKind::Decay(object.place),
                ty: ty.clone(),
                span,
            };
            self.whole(&of.ty);
            let count = super::op::constant(Const::Int(n as i64), INDEX, span);
            let last = Expr {
                kind: ExprKind::PtrAdd {
                    pointer: Box::new(first.clone()),
                    index: Box::new(count),
                    size: self.types.size(&of.ty),
                    minus: false,
                },
                ty,
                span,
            };
            return Some((Typed::Value(first), Typed::Value(last)));
        }
        let first = self.end_of(object.clone(), "begin", span)?;
        let last = self.end_of(object, "end", span)?;
        Some((first, last))
    }

    fn end_of(&mut self, object: Lvalue, name: &str, span: Span) -> Option<Typed> {
        let call = Call {
            name,
            callee: span,
            span,
            ordered: false,
        };
        let member = self
            .class_of(&object.place.ty)
            .and_then(|id| self.member_of(id, name));
        if let Some(Entity::Functions(list)) = member {
            return self.call_with_object(&call, Some(object), &list, None, Vec::new());
        }
        let args = vec![Typed::Place(object.clone())];
        let mut list = Vec::new();
        self.beside(name, &args, &mut list);
        if let Some(Entity::Functions(more)) = self.lookup(name, span) {
            list.extend(more);
        }
        list.sort_unstable();
        list.dedup();
        if list.is_empty() {
            let shown = self.types.show(&object.place.ty);
            let message =
                format!("`{shown}` cannot be walked: it is no array and has no `begin()`");
            self.error(Code::TypeMismatch, span, message);
            return None;
        }
        self.call_overloads(&call, &list, None, args)
    }

    /// `++it`
    fn next(&mut self, here: Lvalue, span: Span) -> Option<Expr> {
        if let Type::Pointer(to) = &here.place.ty {
            self.whole(&to.ty);
            let one = super::op::constant(Const::Int(1), INDEX, span);
            let ty = here.place.ty.clone();
            let change = Change::Pointer {
                index: Box::new(one),
                size: self.types.size(&to.ty),
                minus: false,
            };
            let kind = ExprKind::Update {
                place: here.place,
                change,
                old: false,
            };
            return Some(Expr { kind, ty, span });
        }
        let typed = self
            .user_operator("operator++", vec![Typed::Place(here)], span)
            .flatten()?;
        self.dropped(typed)
    }

    /// A value or place for its effects.
    fn dropped(&mut self, typed: Typed) -> Option<Expr> {
        match typed {
            Typed::Value(v) => Some(v),
            Typed::Place(l) => match l.place.kind {
                PlaceKind::Deref(pointer) => Some(*pointer),
                _ => self.value(Typed::Place(l)),
            },
        }
    }

    /// The turn: the variable from `*it`, then the body.
    fn range_body(&mut self, f: &'a ast::RangeFor, here: Lvalue) -> Option<Vec<Stmt>> {
        let span = f.range.span;
        self.body.loops += 1;
        self.body.breakable += 1;
        let marks = self.body.cleanups.len();
        self.body.break_marks.push(marks);
        self.body.continue_marks.push(marks);
        self.open(f.body.span);
        let mut body = Vec::new();
        let made = self.range_variable(f, here, span, &mut body);
        if made.is_some() {
            let inner = self.scoped(&f.body);
            body.push(Stmt {
                kind: StmtKind::Block(inner),
                span: f.body.span,
            });
            self.end_since(marks, f.body.span, &mut body);
        }
        self.body.cleanups.truncate(marks);
        self.close();
        self.body.break_marks.pop();
        self.body.continue_marks.pop();
        self.body.loops -= 1;
        self.body.breakable -= 1;
        made.map(|()| body)
    }

    fn range_variable(
        &mut self,
        f: &'a ast::RangeFor,
        here: Lvalue,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let element = match &here.place.ty {
            Type::Pointer(_) => {
                let pointer = self.value(Typed::Place(here))?;
                self.deref_value(pointer, span)?
            }
            _ => self
                .user_operator("operator*", vec![Typed::Place(here)], span)
                .flatten()?,
        };
        if f.names.is_empty() {
            return self.local_from(&f.variable, element, out);
        }
        self.bind_parts(&f.variable, &f.names, element, out)
    }

    // --------------------------------------------------------------------------- structured bindings

    /// `auto [a, b] = e;`
    pub(super) fn binding(&mut self, b: &'a ast::Binding, out: &mut Vec<Stmt>) {
        let typed = match &b.variable.init {
            Some(ast::Init::Equals(e)) => self.expected(e, Expect::Place),
            Some(ast::Init::Parens(list, _)) if list.len() == 1 => {
                self.expected(&list[0], Expect::Place)
            }
            Some(ast::Init::Braces(ast::Expr {
                kind: ast::ExprKind::Braces(items),
                ..
            })) if items.len() == 1 => self.expected(&items[0].value, Expect::Place),
            _ => {
                let message = "a structured binding needs a value to take apart";
                self.error(Code::BadInitialiser, b.variable.span, message);
                None
            }
        };
        let made = typed.and_then(|typed| self.bind_parts(&b.variable, &b.names, typed, out));
        if made.is_none() {
            for name in &b.names {
                self.names
                    .scopes
                    .declare(&name.text, Entity::Broken, name.span);
            }
        }
    }

    fn bind_parts(
        &mut self,
        v: &'a ast::Variable,
        names: &'a [ast::Ident],
        typed: Typed,
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let reference = matches!(v.ty.kind, TypeKind::LRef(_) | TypeKind::RRef(_));
        let written_const = matches!(
            &v.ty.kind,
            TypeKind::LRef(inner) | TypeKind::RRef(inner) if inner.cv.is_const
        ) || v.ty.cv.is_const;
        let mut whole = match typed {
            typed @ Typed::Place(_) if reference => self.hidden_reference(typed, v.span, out)?,
            Typed::Place(l) if matches!(l.place.ty, Type::Array(..)) => {
                self.copied_array(l, v.span, out)?
            }
            typed => {
                let id = self.hidden_variable(typed, out)?;
                self.var_place(id, v.span)?
            }
        };
        whole.constant |= written_const;
        let parts = self.parts_of_binding(&whole, names.len(), v.span)?;
        for (name, part) in names.iter().zip(parts) {
            let part = self.bound_bits(part, !reference)?;
            self.name_part(name, part, out)?;
        }
        Some(())
    }

    fn copied_array(&mut self, l: Lvalue, span: Span, out: &mut Vec<Stmt>) -> Option<Lvalue> {
        let Type::Array(_, n) = l.place.ty else {
            return None;
        };
        let id = self.temporary(l.place.ty.clone(), span);
        self.forget_temporary(id);
        let copy = self.var_place(id, span)?;
        let mut parts = Vec::new();
        for at in 0..n.min(4096) {
            let from = super::parts::element(&l.place, at)?;
            let to = super::parts::element(&copy.place, at)?;
            let value = self.value(Typed::Place(Lvalue::new(from, l.constant)))?;
            parts.push((to, value));
        }
        out.push(Stmt {
            kind: StmtKind::Declare {
                var: id,
                init: Init::Parts { zero: false, parts },
            },
            span,
        });
        Some(copy)
    }

    /// The parts that the names of a binding refer to.
    fn parts_of_binding(&mut self, whole: &Lvalue, n: usize, span: Span) -> Option<Vec<Typed>> {
        let part = |place: Place, constant: bool| {
            let mut l = Lvalue::new(place, constant);
            l.constant |= whole.constant;
            Typed::Place(l)
        };
        let found: Vec<Typed> = match whole.place.ty.clone() {
            Type::Array(of, count) => (0..count.min(4096))
                .filter_map(|at| super::parts::element(&whole.place, at))
                .map(|place| part(place, of.constant))
                .collect(),
            Type::Struct(id) => {
                if let Some(list) = self.tuple_parts(whole, n, span) {
                    list?
                } else {
                    let count = self.types.get(id).fields.len() as u32;
                    let mut list = Vec::new();
                    for at in 0..count {
                        list.push(self.field_of(whole.clone(), &[at], span)?);
                    }
                    list
                }
            }
            ty => {
                let shown = self.types.show(&ty);
                let message = format!("`{shown}` has no parts to name");
                self.error(Code::TypeMismatch, span, message);
                return None;
            }
        };
        if found.len() != n {
            let shown = self.types.show(&whole.place.ty);
            let message = format!(
                "`{shown}` has {} parts, and {n} names are given",
                found.len()
            );
            self.note(Diag::error(Code::BadShape, span, message));
            return None;
        }
        Some(found)
    }

    /// The parts of a type with a `get<i>()` of its own; `None` if it has none.
    fn tuple_parts(&mut self, whole: &Lvalue, n: usize, span: Span) -> Option<Option<Vec<Typed>>> {
        let id = self.class_of(&whole.place.ty)?;
        let Some(Entity::Functions(list)) = self.member_of(id, "__simt_part") else {
            return None;
        };
        let call = Call {
            name: "__simt_part",
            callee: span,
            span,
            ordered: false,
        };
        let mut parts = Vec::new();
        if let Some(Entity::Constant(Const::Int(count), _)) = self.member_of(id, "__simt_count")
            && count as usize != n
        {
            let shown = self.types.show(&whole.place.ty);
            let message = format!("`{shown}` has {count} parts, and {n} names are given");
            self.note(Diag::error(Code::BadShape, span, message));
            return Some(None);
        }
        for at in 0..n {
            let bound = vec![(
                "I".to_string(),
                Entity::Constant(Const::Int(at as i64), crate::ty::SIZE_T.into()),
            )];
            let mut found = None;
            for method in &list {
                let constant = self.functions.declared[*method]
                    .owner
                    .as_ref()
                    .is_some_and(|o| o.constant);
                if constant == whole.constant || found.is_none() {
                    found = Some(*method);
                }
            }
            let id = self.instance(found?, bound, None)?;
            parts.push(self.call_target(&call, id, Some(whole.clone()), Vec::new())?);
        }
        Some(Some(parts))
    }

    /// A name for a part: a reference to it.
    fn name_part(&mut self, name: &'a ast::Ident, part: Typed, out: &mut Vec<Stmt>) -> Option<()> {
        let (ty, constant) = match &part {
            Typed::Place(l) => (l.place.ty.clone(), l.constant),
            Typed::Value(v) => (v.ty.clone(), false),
        };
        let q = match &part {
            Typed::Place(_) => Qualified::with_const(ty, constant),
            Typed::Value(_) => Qualified::plain(ty),
        };
        let reference = match &part {
            Typed::Place(_) => Type::Reference(Arc::new(q)),
            Typed::Value(_) => Type::Rvalue(Arc::new(q)),
        };
        let pointer = self.bind(part, &reference, &Purpose::Init(name.text.to_string()))?;
        let held = Qualified::plain(Type::Pointer(reference.referred()?.clone()));
        let mut var = self.blank_var(name, &held, crate::tree::Space::Local);
        var.reference = true;
        let id = self.declare_var(var, name.span)?;
        out.push(Stmt {
            kind: StmtKind::Declare {
                var: id,
                init: Init::Value(pointer),
            },
            span: name.span,
        });
        Some(())
    }
}
