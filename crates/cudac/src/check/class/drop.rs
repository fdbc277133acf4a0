//! The end of objects: destructors at the end of scopes and of whole expressions.
//! In: variables and temporaries as they are made; out: the calls that end them, in reverse.
//! The rule: a variable ends where its scope does, however control leaves it; a temporary at the end of the whole
//! expression, and only if it was made.
//! Next: implicit.rs for destructors that no program writes.

use super::construct::comma;
use super::{DELETE, Implicit, Member};
use crate::check::op::constant;
use crate::check::{Checker, Typed, flow};
use crate::tree::{Const, Expr, ExprKind, FuncId, Init, Place, PlaceKind, Stmt, StmtKind, VarId};
use crate::ty::{Scalar, StructId, Type};
use cuda_parse::ast::FunctionBody;
use cuda_source::source::Span;

/// An object without a name that the whole expression must end.
#[derive(Clone, Debug)]
pub(in crate::check) struct Temporary {
    /// Where it is.
    pub place: Place,
    /// Set once it is made, where that is not certain.
    pub made: Option<VarId>,
}

/// What is done where a scope ends, however control leaves it.
#[derive(Clone, Debug)]
pub(in crate::check) enum Living {
    /// An object ends; whether it has a guard.
    Object(Place, bool),
    /// A part of an object that is being made, or a variable that is returned: it loses its guard and lives on.
    Part(Place),
    /// What is in a `try`, or in a function that lets no exception out.
    Try,
    /// A handler is done with what it caught.
    Handler,
}

/// An expression as a statement.
fn effect_of(e: Expr, span: Span) -> Stmt {
    let kind = StmtKind::Expr(e);
    Stmt { kind, span }
}

impl<'a> Checker<'a> {
    /// Whether ending a value of this type calls a destructor.
    pub(in crate::check) fn drops(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(of, _) => self.drops(&of.ty),
            Type::Struct(id) => match self.classes.known.get(id) {
                None => false,
                Some(class) => {
                    self.writes_destructor(*id)
                        || class.ast.keyword != cuda_parse::ast::StructKeyword::Union
                            && self
                                .types
                                .get(*id)
                                .fields
                                .iter()
                                .any(|f| self.drops(&f.ty.ty))
                }
            },
            _ => false,
        }
    }

    fn writes_destructor(&self, id: StructId) -> bool {
        match self
            .classes
            .known
            .get(&id)
            .and_then(|c| c.names.get(DELETE))
        {
            Some(Member::Methods(list, _)) => list
                .iter()
                .any(|m| !matches!(m.ast.body, FunctionBody::Default | FunctionBody::Delete)),
            _ => false,
        }
    }

    /// The function that ends an object of a class.
    pub(in crate::check) fn destructor(&mut self, id: StructId) -> Option<FuncId> {
        if self.writes_destructor(id) {
            let at = *self.methods(id, DELETE).first()?;
            return self.instance(at, Vec::new(), None);
        }
        self.implicit(id, Implicit::Drop)
    }

    /// An expression that ends what is at a place.
    pub(in crate::check) fn drop_at(&mut self, place: Place, span: Span) -> Option<Expr> {
        if self.is_open_array(&place) {
            return self.end_open_array(&place, span);
        }
        if !self.drops(&place.ty) {
            return None;
        }
        if let Type::Array(..) = place.ty {
            let (id, n) = self.array_of_class(&place.ty)?;
            let func = self.implicit(id, Implicit::DropMany)?;
            return Some(self.call_many(func, place, id, n, span));
        }
        let id = self.class_of(&place.ty)?;
        let func = self.destructor(id)?;
        self.calls_to(func, span);
        let to = crate::ty::Qualified::plain(place.ty.clone());
        let this = self.reference_to(place, to);
        Some(Expr {
            kind: ExprKind::Call(func, vec![this].into()),
            ty: Type::Void,
            span,
        })
    }

    /// `p->~T()`.
    pub(in crate::check) fn end_object(
        &mut self,
        object: Typed,
        _name: &str,
        span: Span,
    ) -> Option<Typed> {
        let object = self.object(object)?;
        if let Some(id) = self.class_of(&object.place.ty)
            && super::dispatch::may_be_derived(&object.place)
            && self.is_polymorphic(id)
            && self.ends_virtually(id)
        {
            let to = crate::ty::Qualified::plain(object.place.ty.clone());
            let this = self.reference_to(object.place, to);
            return self.end_virtually(id, this, false, span).map(Typed::Value);
        }
        let ended = self.drop_at(object.place.clone(), span);
        let nothing = || {
            let zero = constant(Const::Int(0), Scalar::Int, span);
            crate::check::call::to_void(zero, span)
        };
        Some(Typed::Value(ended.unwrap_or_else(nothing)))
    }

    /// Notes that the variable at a place has begun to live in the scope that is open.
    pub(in crate::check) fn lives(&mut self, place: Place, out: &mut Vec<Stmt>) {
        if self.drops(&place.ty) {
            let span = place.span;
            let guard = self.guard(&place, span);
            let guarded = guard.is_some();
            out.extend(guard.map(|e| effect_of(e, span)));
            self.body.cleanups.push(Living::Object(place, guarded));
        }
    }

    /// The same of a temporary that a reference keeps, which has its guard already.
    pub(in crate::check) fn lives_on(&mut self, place: Place) {
        if self.drops(&place.ty) {
            let guarded = self.unguard(&place, place.span).is_some();
            self.body.cleanups.push(Living::Object(place, guarded));
        }
    }

    /// Calls what ends the variables that began after `from`, without forgetting them.
    pub(in crate::check) fn end_since(&mut self, from: usize, span: Span, out: &mut Vec<Stmt>) {
        let ending: Vec<Living> = self.body.cleanups[from..].iter().rev().cloned().collect();
        for living in ending {
            let ends = self.ending(living, span);
            out.extend(ends.into_iter().map(|e| effect_of(e, span)));
        }
    }

    /// Ends the scope whose variables are those after `from`.
    pub(in crate::check) fn end_scope(&mut self, from: usize, span: Span, out: &mut Vec<Stmt>) {
        if self.body.cleanups.len() > from && flow::falls_through(out) {
            let end = Span::new(span.end.saturating_sub(1), span.end);
            self.end_since(from, end, out);
        }
        self.body.cleanups.truncate(from);
    }

    /// Makes a temporary's making known to the whole expression that must end it.
    pub(in crate::check) fn own_temporary(&mut self, place: &Place, effect: Expr) -> Expr {
        if !self.drops(&place.ty) {
            return effect;
        }
        let span = place.span;
        if self.body.conditional == 0 {
            self.body.temporaries.push(Temporary {
                place: place.clone(),
                made: None,
            });
            return self.guarded(effect, place);
        }
        let flag = self.temporary_place(Type::BOOL, span);
        let PlaceKind::Var(id) = flag.kind else {
            return effect;
        };
        self.body.temporaries.push(Temporary {
            place: place.clone(),
            made: Some(id),
        });
        let yes = constant(Const::Int(1), Scalar::Bool, span);
        let set = self.store(flag, yes);
        let effect = self.guarded(effect, place);
        comma(effect, set)
    }

    /// A temporary's making, and its guard.
    fn guarded(&mut self, effect: Expr, place: &Place) -> Expr {
        match self.guard(place, place.span) {
            Some(guard) => comma(effect, guard),
            None => effect,
        }
    }

    /// Runs something that may not be evaluated: the right of `&&`, an arm of `? :`.
    pub(in crate::check) fn maybe<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.body.conditional += 1;
        let result = f(self);
        self.body.conditional -= 1;
        result
    }

    /// A whole expression with the ends of its temporaries.
    pub(in crate::check) fn full(&mut self, e: Expr) -> Expr {
        self.full_since(e, 0)
    }

    /// The same for the temporaries made after the first `from`.
    pub(in crate::check) fn full_since(&mut self, e: Expr, from: usize) -> Expr {
        if self.body.temporaries.len() <= from {
            return e;
        }
        let list = self.body.temporaries.split_off(from);
        let span = e.span;
        let mut ends: Option<Expr> = None;
        let mut flags = Vec::new();
        for t in list.into_iter().rev() {
            let place = t.place.clone();
            let Some(mut end) = self.drop_at(t.place, span) else {
                continue;
            };
            if let Some(off) = self.unguard(&place, span) {
                end = comma(off, end);
            }
            if let Some(made) = t.made {
                let flag = Place {
                    kind: PlaceKind::Var(made),
                    ty: Type::BOOL,
                    volatile: false,
                    span,
                };
                let asked = Expr {
                    kind: ExprKind::Load(flag.clone()),
                    ty: Type::BOOL,
                    span,
                };
                let nothing =
                    crate::check::call::to_void(constant(Const::Int(0), Scalar::Int, span), span);
                end = Expr {
                    kind: ExprKind::Select(Box::new(asked), Box::new(end), Box::new(nothing)),
                    ty: Type::Void,
                    span,
                };
                flags.push(flag);
            }
            ends = Some(match ends {
                Some(before) => comma(before, end),
                None => end,
            });
        }
        let Some(ends) = ends else { return e };
        let whole = if e.ty == Type::Void {
            comma(e, ends)
        } else {
            let kept = self.temporary_place(e.ty.clone(), span);
            let stored = self.store(kept.clone(), e);
            let after = self.then_load(ends, kept);
            comma(stored, after)
        };
        flags.into_iter().fold(whole, |whole, flag| {
            let no = constant(Const::Int(0), Scalar::Bool, span);
            comma(self.store(flag, no), whole)
        })
    }

    /// Gives the variables without names that a statement needs to the list before it.
    pub(in crate::check) fn declare_temporaries(
        &mut self,
        from: usize,
        at: usize,
        out: &mut Vec<Stmt>,
    ) {
        let list = self
            .body
            .undeclared
            .split_off(from.min(self.body.undeclared.len()));
        let declare = |id: VarId| {
            let span = self.body.vars[id.0 as usize].span;
            let kind = StmtKind::Declare {
                var: id,
                init: Init::None,
            };
            Stmt { kind, span }
        };
        let stmts: Vec<Stmt> = list.into_iter().map(declare).collect();
        out.splice(at..at, stmts);
    }
}
