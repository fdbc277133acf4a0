//! Places inside places: `*p`, `&x`, `a[i]`, `s.m`, `threadIdx.x`.
//! In: the syntax of an access; out: the place (or, for a part of a value, the value).
//! The rule: an array that is a place is indexed as one; anything else is pointer arithmetic and a dereference.
//! Next: expr.rs for everything else, init.rs for references.

use super::expr::bare;
use super::scope::{SPECIALS, nearest};
use super::{Checker, Lvalue, Typed};
use crate::ast::{self, ExprKind as A};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Axis, Const, Expr, ExprKind, Place, PlaceKind, Special};
use crate::ty::{Qualified, Scalar, Type, Types};

impl<'a> Checker<'a> {
    pub(super) fn special_of(&mut self, e: &ast::Expr) -> Option<Special> {
        let A::Name(path) = &bare(e).kind else {
            return None;
        };
        let name = &path.plain()?.text;
        if self.scopes.find_inner(name).is_some() || self.scopes.file(name).is_some() {
            return None;
        }
        SPECIALS
            .iter()
            .find(|(n, _)| *n == &**name)
            .map(|(_, which)| *which)
    }

    pub(super) fn deref(&mut self, inner: &'a ast::Expr, span: Span) -> Option<Typed> {
        let pointer = self.rvalue(inner)?;
        let Some(to) = pointer.ty.pointee().cloned() else {
            let found = self.types.show(&pointer.ty);
            let diag = Diag::error(
                Code::NotAPointer,
                span,
                format!("`*` needs a pointer, and this is `{found}`"),
            );
            self.note(diag);
            return None;
        };
        self.pointee_place(pointer, to, span)
    }

    /// What a pointer points at.
    pub(super) fn pointee_place(
        &mut self,
        pointer: Expr,
        to: Qualified,
        span: Span,
    ) -> Option<Typed> {
        if to.ty == Type::Void {
            let diag = Diag::error(
                Code::NotAPointer,
                span,
                "a `void*` points at nothing that has a type",
            );
            self.note(diag.help("cast it first: `static_cast<float*>(p)`"));
            return None;
        }
        let place = Place {
            kind: PlaceKind::Deref(Box::new(pointer)),
            ty: to.ty,
            volatile: to.volatile,
            span,
        };
        Some(Typed::Place(Lvalue::new(place, to.constant)))
    }

    pub(super) fn address_of(&mut self, inner: &'a ast::Expr, span: Span) -> Option<Expr> {
        self.past_end = matches!(bare(inner).kind, A::Index(..));
        match self.expr_or_place(inner, true)? {
            Typed::Place(l) => {
                self.take_address(&l.place);
                let to = Qualified {
                    ty: l.place.ty.clone(),
                    constant: l.constant,
                    volatile: l.place.volatile,
                };
                let ty = Type::pointer_to(to);
                // `&*p` and `&p[i]` are the pointer itself.
                if let PlaceKind::Deref(pointer) = l.place.kind {
                    return Some(Expr {
                        kind: pointer.kind,
                        ty,
                        span,
                    });
                }
                Some(Expr {
                    kind: ExprKind::AddressOf(l.place),
                    ty,
                    span,
                })
            }
            Typed::Value(_) => {
                let diag = Diag::error(
                    Code::NotAssignable,
                    span,
                    "only a variable, an element or a field has an address, and this is a value",
                );
                self.note(diag.help("store it in a variable first"));
                None
            }
        }
    }

    pub(super) fn index_expr(
        &mut self,
        base: &'a ast::Expr,
        index: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        let past_end = std::mem::take(&mut self.past_end);
        let (base, at) = (self.expr(base), self.rvalue(index));
        let (base, at) = (base?, at?);
        if let Typed::Place(l) = &base
            && let Type::Array(of, n) = &l.place.ty
        {
            let (of, n, l) = (of.clone(), *n, l.clone());
            let at = self.index(at, "an index")?;
            self.warn_past_end(&l, &at, n.saturating_add(u64::from(past_end)));
            let volatile = l.place.volatile || of.volatile;
            let constant = l.constant || of.constant;
            let kind = PlaceKind::Index(Box::new(l.place), Box::new(at));
            let place = Place {
                kind,
                ty: of.ty.clone(),
                volatile,
                span,
            };
            return Some(Typed::Place(Lvalue::new(place, constant)));
        }
        let base = self.value(base)?;
        let (pointer, at) = match (&base.ty, &at.ty) {
            (Type::Pointer(_), _) => (base, at),
            (_, Type::Pointer(_)) => (at, base),
            _ => {
                let found = self.types.show(&base.ty);
                let mut diag = Diag::error(
                    Code::NotIndexable,
                    base.span,
                    format!("`{found}` has no elements to index"),
                );
                if matches!(&base.ty, Type::Struct(id) if self.types.get(*id).vector.is_some()) {
                    diag = diag.help("its components are `.x`, `.y`, `.z`, `.w`");
                }
                self.note(diag);
                return None;
            }
        };
        let to = pointer.ty.pointee()?.clone();
        let at = self.index(at, "an index")?;
        let sum = self.advance(pointer, at, false, span)?;
        self.pointee_place(sum, to, span)
    }

    pub(super) fn warn_past_end(&mut self, l: &Lvalue, at: &Expr, n: u64) {
        let ExprKind::Const(Const::Int(i)) = at.kind else {
            return;
        };
        if n != crate::ty::UNSIZED && (i < 0 || i as u64 >= n) {
            let shown = self.types.show(&l.place.ty);
            let what = self.describe(&l.place);
            let diag = Diag::warning(
                Code::NotIndexable,
                at.span,
                format!("index {i} is outside {what}, which is `{shown}`"),
            );
            self.note(diag.help(format!("its elements are 0 to {}", n - 1)));
        }
    }

    pub(super) fn member(&mut self, m: &'a ast::MemberExpr, span: Span) -> Option<Typed> {
        let name = &m.member.name;
        if !m.arrow
            && let Some(which) = self.special_of(&m.base)
        {
            return self.special_member(which, name, span);
        }
        let base = if m.arrow {
            self.deref(&m.base, m.base.span)?
        } else {
            self.expr(&m.base)?
        };
        let ty = match &base {
            Typed::Place(l) => l.place.ty.clone(),
            Typed::Value(v) => v.ty.clone(),
        };
        let Type::Struct(id) = ty else {
            let shown = self.types.show(&ty);
            let mut diag = Diag::error(
                Code::NoSuchMember,
                name.span,
                format!("`{shown}` has no members"),
            );
            if matches!(&ty, Type::Pointer(to) if matches!(to.ty, Type::Struct(_))) {
                diag = diag.help(format!("it is a pointer: write `->{}`", name.text));
            }
            self.note(diag);
            return None;
        };
        let Some(at) = self
            .types
            .get(id)
            .fields
            .iter()
            .position(|f| *f.name == *name.text)
        else {
            self.no_member(id, name);
            return None;
        };
        match base {
            Typed::Place(l) => {
                let field_const = self
                    .types
                    .get(id)
                    .fields
                    .get(at)
                    .is_some_and(|f| f.ty.constant);
                let place = super::braces::field(&self.types, l.place, at as u32, span)?;
                Some(Typed::Place(Lvalue {
                    place,
                    constant: l.constant || field_const,
                    known: None,
                    expiring: l.expiring,
                }))
            }
            Typed::Value(v) => {
                let ty = self.types.get(id).fields.get(at)?.ty.ty.clone();
                if let Type::Array(..) = ty {
                    self.refuse(
                        span,
                        "arrays inside a struct that is only a value are",
                        "store the struct in a variable first",
                    );
                    return None;
                }
                Some(Typed::Value(Expr {
                    kind: ExprKind::Field(Box::new(v), at as u32),
                    ty,
                    span,
                }))
            }
        }
    }

    pub(super) fn no_member(&mut self, id: crate::ty::StructId, name: &ast::Ident) {
        if self.has_method(id, &name.text) {
            self.refuse(
                name.span,
                &format!("`{}`: methods of structs are", name.text),
                "make it a `__device__` function that takes the struct",
            );
            return;
        }
        let s = self.types.get(id);
        let near = nearest(&name.text, s.fields.iter().map(|f| f.name.as_str()));
        let list: Vec<String> = s.fields.iter().map(|f| format!("`{}`", f.name)).collect();
        let diag = Diag::error(
            Code::NoSuchMember,
            name.span,
            format!("`{}` has no member `{}`", s.name, name.text),
        );
        let diag = match near {
            Some(near) => diag
                .help(format!("did you mean `{near}`?"))
                .fix(name.span, near),
            None if list.is_empty() => diag,
            None => diag.help(format!("it has {}", list.join(", "))),
        };
        self.note(diag);
    }

    pub(super) fn special_member(
        &mut self,
        which: Special,
        name: &ast::Ident,
        span: Span,
    ) -> Option<Typed> {
        let axis = match &*name.text {
            "x" => Axis::X,
            "y" => Axis::Y,
            "z" => Axis::Z,
            _ => {
                let owner = SPECIALS
                    .iter()
                    .find(|(_, s)| *s == which)
                    .map_or("", |(n, _)| n);
                let diag = Diag::error(
                    Code::NoSuchMember,
                    name.span,
                    format!("`{owner}` has no member `{}`", name.text),
                );
                self.note(diag.help("it has `x`, `y` and `z`"));
                return None;
            }
        };
        Some(Typed::Value(special(which, axis, span)))
    }
}

pub(super) fn special(which: Special, axis: Axis, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Special(which, axis),
        ty: Scalar::UInt.into(),
        span,
    }
}

/// `blockDim` as a whole: a `dim3`, or a `uint3` for an index.
pub(super) fn whole_special(which: Special, span: Span) -> Expr {
    let parts = [Axis::X, Axis::Y, Axis::Z]
        .map(|axis| special(which, axis, span))
        .to_vec();
    let ty = match which {
        Special::BlockDim | Special::GridDim => Type::Struct(Types::DIM3),
        _ => Types::vector(Scalar::UInt, 3).map_or(Type::Error, Type::Struct),
    };
    Expr {
        kind: ExprKind::Aggregate(parts),
        ty,
        span,
    }
}
