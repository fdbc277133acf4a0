//! `return`.
//! In: what is returned; out: a value of exactly the function's result type.
//! The rule: a function that returns a reference returns a pointer; `auto` is settled by the first `return`.
//! Next: instance.rs for functions.

use super::coerce::Purpose;
use super::overload::is_place_again;
use super::{Checker, Side, Typed};
use crate::tree::{Expr, ExprKind, Place, PlaceKind, Stmt, StmtKind};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

/// How the result of a function is worked out from what it returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    /// `auto`.
    #[default]
    Value,
    /// `auto&`, `const auto&`.
    Reference(bool),
    /// `auto&&`.
    Forward,
    /// `decltype(auto)`.
    Decltype,
}

/// How a result that has `auto` in it is worked out; `None` if it has none.
pub(super) fn form_of(t: &ast::TypeExpr) -> Option<Form> {
    use ast::TypeKind as K;
    let auto = |t: &ast::TypeExpr| t.kind == K::Auto;
    match &t.kind {
        K::Auto => Some(Form::Value),
        K::DecltypeAuto => Some(Form::Decltype),
        K::LRef(inner) if auto(inner) => Some(Form::Reference(inner.cv.is_const)),
        K::RRef(inner) if auto(inner) => Some(Form::Forward),
        K::Pointer(inner) if auto(inner) => Some(Form::Value),
        _ => None,
    }
}

impl<'a> Checker<'a> {
    pub(super) fn return_statement(
        &mut self,
        e: Option<&'a ast::Expr>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let Some(e) = e else {
            if let Some(result) = self.body.result.clone()
                && !matches!(result, Type::Void | Type::Error)
            {
                // What g++ takes with a warning.
                if self.body.side == Side::Host
                    && let Some(zero) = super::parts::zero(&self.types, &result, span)
                {
                    let kind = StmtKind::Return(Some(zero));
                    return out.push(Stmt { kind, span });
                }
                let shown = self.types.show(&result);
                self.error(
                    Code::BadReturn,
                    span,
                    format!("the function returns `{shown}`, and this `return` has no value"),
                );
            }
            if self.body.result.is_none() {
                self.body.result = Some(Type::Void);
            }
            self.end_since(0, span, out);
            return out.push(Stmt {
                kind: StmtKind::Return(None),
                span,
            });
        };
        let own = self.returned_variable(e);
        if let Some(value) = self.returned(e, span) {
            let value = self.full(value);
            let value = self.end_before_return(value, own, span, out);
            out.push(Stmt {
                kind: StmtKind::Return(Some(value)),
                span,
            });
        }
    }

    /// A variable of this function that is returned as it is: its bytes go to the caller, and it does not end here.
    fn returned_variable(&mut self, e: &'a ast::Expr) -> Option<crate::tree::VarId> {
        let A::Name(path) = &super::expr::bare(e).kind else {
            return None;
        };
        let name = path.plain()?;
        let Some(super::scope::Entity::Local(id)) = self.lookup(&name.text, name.span) else {
            return None;
        };
        let var = self.var(id)?;
        let whole = !var.reference && var.space == crate::tree::Space::Local;
        let same = match &self.body.result {
            Some(ty) => *ty == var.ty,
            None => true,
        };
        (whole && same && self.class_of(&var.ty).is_some()).then_some(id)
    }

    /// Ends what lives in the function, the value being kept meanwhile.
    fn end_before_return(
        &mut self,
        value: Expr,
        own: Option<crate::tree::VarId>,
        span: Span,
        out: &mut Vec<Stmt>,
    ) -> Expr {
        use super::class::Living;
        let is_own = |place: &crate::tree::Place| matches!(place.kind, crate::tree::PlaceKind::Var(id) if Some(id) == own);
        let all = self.body.cleanups.clone();
        let outlives = |living: &Living| match living {
            Living::Object(place, guarded) if is_own(place) => {
                guarded.then(|| Living::Part(place.clone()))
            }
            living => Some(living.clone()),
        };
        let kept: Vec<_> = all.iter().filter_map(outlives).collect();
        if kept.is_empty() {
            return value;
        }
        self.body.cleanups = kept;
        let value = match value.kind {
            crate::tree::ExprKind::Const(_) => {
                self.end_since(0, span, out);
                value
            }
            _ if value.ty == Type::Void => {
                let kind = StmtKind::Expr(value.clone());
                out.push(Stmt { kind, span });
                self.end_since(0, span, out);
                super::call::to_void(
                    super::op::constant(crate::tree::Const::Int(0), crate::ty::Scalar::Int, span),
                    span,
                )
            }
            _ => {
                let place = self.temporary_place(value.ty.clone(), span);
                let ty = value.ty.clone();
                let kept = self.store(place.clone(), value);
                let kind = StmtKind::Expr(kept);
                out.push(Stmt { kind, span });
                self.end_since(0, span, out);
                Expr {
                    kind: crate::tree::ExprKind::Load(place),
                    ty,
                    span,
                }
            }
        };
        self.body.cleanups = all;
        value
    }

    pub(super) fn returned(&mut self, e: &'a ast::Expr, span: Span) -> Option<Expr> {
        let result = self.body.result.clone();
        if let (A::Braces(_), Some(ty)) = (&e.kind, &result)
            && self.class_of(ty).is_some()
        {
            return self.value_from_braces(e, ty);
        }
        if let Some(id) = self.returned_variable(e)
            && let Some(l) = self.var_place(id, e.span)
        {
            if self.body.result.is_none() {
                self.body.result = Some(l.place.ty.clone());
            }
            let ty = l.place.ty.clone();
            return Some(Expr {
                kind: crate::tree::ExprKind::Load(l.place),
                ty,
                span: e.span,
            });
        }
        if let (A::Braces(items), Some(ty)) = (&e.kind, &result) {
            let mut list = Vec::new();
            let whole = items.iter().all(|i| {
                self.each_expanded(&i.value, &mut list, Self::rvalue)
                    .is_some()
            });
            let values = whole.then_some(list);
            return self.construct_typed(ty, values?, e.span);
        }
        let typed = self.expr(e)?;
        match result {
            Some(Type::Void) => {
                let value = self.value(typed)?;
                if value.ty == Type::Void {
                    return Some(value);
                }
                let what = if self.body.kernel {
                    "a kernel"
                } else {
                    "this function"
                };
                let diag = Diag::error(
                    Code::BadReturn,
                    span,
                    format!("{what} returns nothing, and this `return` has a value"),
                );
                self.note(diag.help(if self.body.kernel {
                    "store the value in memory: `out[i] = …`"
                } else {
                    "write the result type in place of `void`, or `return;` alone"
                }));
                None
            }
            Some(to @ (Type::Reference(_) | Type::Rvalue(_))) => {
                // `return a < b ? b : a;` leads to one of the two, not to a copy.
                let typed = match typed {
                    Typed::Value(v) if is_place_again(&v) => self.place_again(v),
                    typed => typed,
                };
                self.bind(typed, &to, &Purpose::Return)
            }
            Some(ty) => self.convert_typed(typed, &ty, &Purpose::Return),
            None => match self.deduced_result(e, &typed) {
                Some(to) => {
                    self.body.result = Some(to.clone());
                    self.bind(typed, &to, &Purpose::Return)
                }
                None => {
                    let value = self.value(typed)?;
                    self.body.result = Some(value.ty.clone());
                    Some(value)
                }
            },
        }
    }

    /// The reference that `auto&`, `auto&&` or `decltype(auto)` stands for; `None` where it is a value.
    fn deduced_result(&self, e: &ast::Expr, typed: &Typed) -> Option<Type> {
        let Typed::Place(l) = typed else {
            return match (self.body.form, typed) {
                (Form::Forward, Typed::Value(v)) => {
                    Some(Type::Rvalue(Arc::new(Qualified::plain(v.ty.clone()))))
                }
                _ => None,
            };
        };
        let to = |constant: bool| {
            Arc::new(Qualified {
                ty: l.place.ty.clone(),
                constant: l.constant || constant,
                volatile: l.place.volatile,
            })
        };
        match self.body.form {
            Form::Value => None,
            Form::Reference(constant) => Some(Type::Reference(to(constant))),
            Form::Forward if l.expiring => Some(Type::Rvalue(to(false))),
            Form::Forward => Some(Type::Reference(to(false))),
            Form::Decltype => match self.decltype_of(e, typed).ty {
                reference @ (Type::Reference(_) | Type::Rvalue(_)) => Some(reference),
                _ => None,
            },
        }
    }

    /// What `decltype` says of an expression: of a name its declared type, of another lvalue a reference.
    pub(super) fn decltype_of(&self, e: &ast::Expr, typed: &Typed) -> Qualified {
        let l = match typed {
            // The name of a function is that function, whatever else it would become.
            Typed::Value(v)
                if matches!(
                    (&e.kind, &v.kind),
                    (A::Name(_), ExprKind::FunctionAddress(_))
                ) =>
            {
                let function = v.ty.pointee().map(|to| to.ty.clone());
                return Qualified::plain(function.unwrap_or_else(|| v.ty.clone()));
            }
            Typed::Value(v) => return Qualified::plain(v.ty.clone()),
            Typed::Place(l) => l,
        };
        let q = Qualified {
            ty: l.place.ty.clone(),
            constant: l.constant,
            volatile: l.place.volatile,
        };
        match &e.kind {
            A::Name(_) => {
                let pointer = match &l.place.kind {
                    PlaceKind::Deref(pointer) => match &pointer.kind {
                        ExprKind::Load(Place {
                            kind: PlaceKind::Var(id),
                            ..
                        }) => self.var(*id),
                        _ => None,
                    },
                    _ => None,
                };
                match pointer.is_some_and(|var| var.reference) {
                    true => Qualified::plain(Type::Reference(Arc::new(q))),
                    false => q,
                }
            }
            A::Member(_) => q,
            _ if l.expiring => Qualified::plain(Type::Rvalue(Arc::new(q))),
            _ => Qualified::plain(Type::Reference(Arc::new(q))),
        }
    }
}
