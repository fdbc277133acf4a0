//! The end of arrays whose length is known only when host code runs: their objects' destructors, and their memory.
//! In: such an array's variable; out: what its scope's end does.
//! The rule: objects end latest first, as in any array; a guard ends them if an exception passes.
//! Next: ../class/drop.rs, which asks.

use super::{as_pointer, load, times, variable};
use crate::check::class::Implicit;
use crate::check::op::constant;
use crate::check::{Checker, Typed};
use crate::tree::{
    Const, Conversion, Expr, ExprKind, INDEX, Place, PlaceKind, Stmt, StmtKind, SysFn, VarId,
};
use crate::ty::{Qualified, SIZE_T, StructId, Type};
use cuda_source::source::Span;

impl Checker<'_> {
    /// The class of so many elements, if it has a destructor, and a variable that holds how many objects they are.
    pub(super) fn open_objects(
        &mut self,
        of: &Type,
        count: Expr,
        out: &mut Vec<Stmt>,
    ) -> Option<(StructId, VarId)> {
        if !self.drops(of) {
            return None;
        }
        let (mut inner, mut each) = (of, 1);
        while let Type::Array(of, n) = inner {
            (inner, each) = (&of.ty, each * *n as i64);
        }
        let id = self.class_of(inner)?;
        let each = constant(Const::Int(each), INDEX, count.span);
        let all = self.hidden_variable(Typed::Value(times(count, each)), out)?;
        Some((id, all))
    }

    /// Gives the objects of such an array a guard, where there are guards.
    pub(super) fn guard_open(&mut self, place: &Place, span: Span, out: &mut Vec<Stmt>) {
        let Some((id, n)) = self.open_objects_at(place) else {
            return;
        };
        if self.guards()
            && let Some(ends) = self.destructor_address(id, span)
        {
            let n = load(&variable(n, INDEX.into(), span));
            let n = crate::check::convert::force(&self.types, n, &SIZE_T.into());
            let size = self.types.size(&Type::Struct(id)) as i64;
            let size = constant(Const::Int(size), SIZE_T, span);
            let guard = self.asked(
                SysFn::Guard,
                vec![untyped(place, span), ends, n, size],
                span,
            );
            let kind = StmtKind::Expr(guard);
            out.push(Stmt { kind, span });
        }
    }

    fn open_objects_at(&self, place: &Place) -> Option<(StructId, VarId)> {
        match place.kind {
            PlaceKind::Var(id) => self.body.open_arrays.get(&id)?.objects,
            _ => None,
        }
    }

    /// What ends its objects and gives its memory back.
    pub(in crate::check) fn end_open_array(&mut self, place: &Place, span: Span) -> Option<Expr> {
        let free = Expr {
            kind: ExprKind::Sys(SysFn::Free, vec![untyped(place, span)]),
            ty: Type::Void,
            span,
        };
        let Some((id, n)) = self.open_objects_at(place) else {
            return Some(free);
        };
        let first = as_pointer(
            load(place),
            Type::pointer_to(Qualified::plain(Type::Struct(id))),
        );
        let n = load(&variable(n, INDEX.into(), span));
        let ended = self.call_on_all(Implicit::DropMany, id, first, n, span)?;
        let ended = match self.guards() {
            true => {
                let off = self.asked(SysFn::Unguard, vec![untyped(place, span)], span);
                crate::check::class::comma(off, ended)
            }
            false => ended,
        };
        Some(crate::check::class::comma(ended, free))
    }
}

/// The address of the first element.
fn untyped(place: &Place, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Convert(Conversion::Pointer, Box::new(load(place))),
        ty: Type::pointer_to(Qualified::plain(Type::Void)),
        span,
    }
}
