//! Arrays whose length is known only when host code runs: `float row[n];`, which GCC has and nvcc lets through.
//! In: such a declaration; out: a pointer to memory that the end of the scope gives back, and how many bytes it is.
//! The rule: `sizeof` and `&` see the array and not the pointer; only the outermost length may be open.
//! Next: init.rs for other variables.

use super::class::Living;
use super::expr::bare;
use super::op::constant;
use super::scope::Entity;
use super::{Checker, Side, convert};
use crate::ast::{self, ExprKind as A, TypeExpr, TypeKind};
use crate::source::Span;
use crate::tree::{
    BinaryOp, Const, Conversion, Expr, ExprKind, INDEX, Init, Place, PlaceKind, Stmt, StmtKind,
    SysFn, VarId,
};
use crate::ty::{Qualified, SIZE_T, Type};

impl<'a> Checker<'a> {
    /// The element and the length of a declared array whose length is no constant.
    pub(super) fn open_length(
        &mut self,
        v: &'a ast::Variable,
    ) -> Option<(&'a TypeExpr, &'a ast::Expr)> {
        let TypeKind::Array(of, Some(length)) = &v.ty.kind else {
            return None;
        };
        let literal = matches!(bare(length).kind, A::Int(..));
        if self.body.side != Side::Host || v.init.is_some() || literal {
            return None;
        }
        let value = self.attempt(|c| c.rvalue(length))?;
        let whole = self.types.scalar(&value.ty).is_some_and(|s| s.is_integer());
        let value = self.folded(value);
        (whole && !matches!(value.kind, ExprKind::Const(_))).then_some((&**of, &**length))
    }

    /// Declares it.
    pub(super) fn open_array(
        &mut self,
        v: &'a ast::Variable,
        (of, length): (&'a TypeExpr, &'a ast::Expr),
        out: &mut Vec<Stmt>,
    ) -> Option<()> {
        let span = v.span;
        let of = self.ty(of)?;
        if !self.begins_plain(&of.ty) || self.drops(&of.ty) {
            self.refuse(
                v.name.span,
                "arrays of objects whose length is not constant are",
                "use `std::vector`",
            );
            return None;
        }
        let size = constant(Const::Int(self.types.size(&of.ty) as i64), INDEX, span);
        let typed = self.expr(length)?;
        let n = self.plain_operand(typed, None, false)?;
        let n = self.index(n, "the length of an array")?;
        let bytes = self.temporary_place(SIZE_T.into(), span);
        let product = Expr {
            kind: ExprKind::Binary(BinaryOp::Mul, Box::new(n), Box::new(size)),
            ty: INDEX.into(),
            span,
        };
        let product = convert::force(&self.types, product, &SIZE_T.into());
        let kept = self.store(bytes.clone(), product);
        let kept = self.full(kept);
        let PlaceKind::Var(counted) = bytes.kind else {
            return None;
        };
        self.declare_temporaries(out.len(), 0, out);
        out.push(Stmt {
            kind: StmtKind::Expr(kept),
            span,
        });
        let align = self.types.align(&of.ty).max(16) as i64;
        let align = constant(Const::Int(align), SIZE_T, span);
        let void = Type::pointer_to(Qualified::plain(Type::Void));
        let memory = Expr {
            kind: ExprKind::Sys(SysFn::Alloc, vec![load(&bytes), align]),
            ty: void,
            span,
        };
        let pointer = Type::pointer_to(of);
        let first = Expr {
            kind: ExprKind::Convert(Conversion::Pointer, Box::new(memory)),
            ty: pointer.clone(),
            span,
        };
        let var = self.blank(v, &Qualified::plain(pointer.clone()));
        let id = self.declare_var(var, v.name.span)?;
        out.push(Stmt {
            kind: StmtKind::Declare {
                var: id,
                init: Init::Value(first),
            },
            span,
        });
        self.body.open_arrays.insert(id, counted);
        let place = Place {
            kind: PlaceKind::Var(id),
            ty: pointer,
            volatile: false,
            span,
        };
        self.body.cleanups.push(Living::Object(place, false));
        Some(())
    }

    /// `sizeof row`.
    pub(super) fn open_size(&mut self, e: &'a ast::Expr, span: Span) -> Option<Expr> {
        let A::Name(path) = &bare(e).kind else {
            return None;
        };
        let Some(Entity::Local(id)) = self.resolve(path) else {
            return None;
        };
        let counted = *self.body.open_arrays.get(&id)?;
        Some(load(&Place {
            kind: PlaceKind::Var(counted),
            ty: SIZE_T.into(),
            volatile: false,
            span,
        }))
    }

    /// Whether a place is such an array.
    pub(super) fn is_open_array(&self, place: &Place) -> bool {
        matches!(place.kind, PlaceKind::Var(id) if self.body.open_arrays.contains_key(&id))
    }

    /// What gives its memory back.
    pub(super) fn end_open_array(&self, place: &Place, span: Span) -> Expr {
        let void = Type::pointer_to(Qualified::plain(Type::Void));
        let pointer = Expr {
            kind: ExprKind::Convert(Conversion::Pointer, Box::new(load(place))),
            ty: void,
            span,
        };
        Expr {
            kind: ExprKind::Sys(SysFn::Free, vec![pointer]),
            ty: Type::Void,
            span,
        }
    }
}

/// The variable that holds how many bytes each such array of a function is, by the variable of the array.
pub(super) type OpenArrays = std::collections::BTreeMap<VarId, VarId>;

fn load(place: &Place) -> Expr {
    Expr {
        kind: ExprKind::Load(place.clone()),
        ty: place.ty.clone(),
        span: place.span,
    }
}
