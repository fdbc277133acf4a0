//! What must end if an exception passes: guards, which the machine keeps in the order in which objects were made.
//! In: an object that has just begun to live in host code; out: calls that give it a guard and take it away again.
//! The rule: an exception ends the objects that have guards, latest first, down to where it is caught. A program without
//! a `try` needs no guards: an exception that nothing catches ends it at once, as with g++.
//! Next: drop.rs for the end of objects, ../throw.rs for exceptions.

use super::Living;
use crate::check::op::constant;
use crate::check::{Checker, convert};
use crate::tree::{Const, Expr, ExprKind, Place, Stmt, StmtKind, SysFn};
use crate::ty::{Qualified, SIZE_T, StructId, Type};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// Whether objects of the function being checked have guards.
    pub(in crate::check) fn guards(&self) -> bool {
        self.host.tries && self.in_host_code() && self.body.unevaluated == 0
    }

    /// Gives the object at a place a guard.
    pub(in crate::check) fn guard(&mut self, place: &Place, span: Span) -> Option<Expr> {
        match self.guards() {
            true => self.ended_by(SysFn::Guard, place, span),
            false => None,
        }
    }

    /// What ends a variable that lives as long as the program, once it is there.
    pub(in crate::check) fn end_at_exit(&mut self, place: &Place, span: Span) -> Option<Stmt> {
        if !self.drops(&place.ty) || !self.in_host_code() {
            return None;
        }
        let kind = StmtKind::Expr(self.ended_by(SysFn::EndAtExit, place, span)?);
        Some(Stmt { kind, span })
    }

    /// A call that tells the machine what ends the object, or the objects, at a place.
    fn ended_by(&mut self, what: SysFn, place: &Place, span: Span) -> Option<Expr> {
        let (id, n) = match &place.ty {
            Type::Array(..) => self.array_of_class(&place.ty)?,
            ty => (self.class_of(ty)?, 1),
        };
        let ends = self.destructor_address(id, span)?;
        let size = self.types.size(&Type::Struct(id));
        let [n, size] = [n, size].map(|n| constant(Const::Int(n as i64), SIZE_T, span));
        let address = self.untyped_address(place.clone());
        Some(self.asked(what, vec![address, ends, n, size], span))
    }

    /// The address of the function that ends an object of a class.
    pub(in crate::check) fn destructor_address(
        &mut self,
        id: StructId,
        span: Span,
    ) -> Option<Expr> {
        let func = self.destructor(id)?;
        self.templates.want(func);
        self.calls_to(func, span);
        Some(Expr {
            kind: ExprKind::FunctionAddress(func),
            ty: Type::pointer_to(Qualified::plain(Type::Void)),
            span,
        })
    }

    /// Takes the guard of the object at a place away.
    pub(in crate::check) fn unguard(&mut self, place: &Place, span: Span) -> Option<Expr> {
        if !self.guards() {
            return None;
        }
        let address = self.untyped_address(place.clone());
        Some(self.asked(SysFn::Unguard, vec![address], span))
    }

    /// `&place`, as a `void*`.
    pub(in crate::check) fn untyped_address(&mut self, place: Place) -> Expr {
        self.take_address(&place);
        let to = Qualified::plain(place.ty.clone());
        let address = self.reference_to(place, to);
        let void = Type::pointer_to(Qualified::plain(Type::Void));
        convert::force(&self.types, address, &void)
    }

    /// A system call for its effect.
    pub(in crate::check) fn asked(&self, what: SysFn, args: Vec<Expr>, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Sys(what, args),
            ty: Type::Void,
            span,
        }
    }

    /// Notes that a part of the object that is being made is there.
    pub(super) fn part_made(&mut self, part: Place, span: Span, out: &mut Vec<Stmt>) {
        if self.drops(&part.ty)
            && let Some(guard) = self.guard(&part, span)
        {
            let kind = StmtKind::Expr(guard);
            out.push(Stmt { kind, span });
            self.body.cleanups.push(Living::Part(part));
        }
    }

    /// What ends something that lived in a scope.
    pub(super) fn ending(&mut self, living: Living, span: Span) -> Vec<Expr> {
        match living {
            Living::Object(place, guarded) => {
                let off = guarded.then(|| self.unguard(&place, span)).flatten();
                let end = self.drop_at(place, span);
                off.into_iter().chain(end).collect()
            }
            Living::Part(place) => self.unguard(&place, span).into_iter().collect(),
            Living::Try => vec![self.asked(SysFn::EndTry, Vec::new(), span)],
            Living::Handler => vec![self.asked(SysFn::EndCatch, Vec::new(), span)],
        }
    }
}
