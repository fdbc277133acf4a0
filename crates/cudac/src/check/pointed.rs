//! Members through pointers to them: `s.*p`, `q->*p`, and calls of methods.
//! In: an object and a pointer to a member of its class or of a base; out: the place of the field, or the call.
//! The rule: the pointer is looked at once, the object is in memory.
//! Next: member_pointer.rs for the pointers.

use super::member_pointer::{Member, word};
use super::{Checker, Lvalue, Typed, convert};
use crate::tree::{Expr, ExprKind, INDEX, Place, PlaceKind};
use crate::ty::{Qualified, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// `s.*p` taken apart.
struct Pointed {
    object: Lvalue,
    /// What computes the pointer, if it is kept.
    first: Option<Expr>,
    pointer: Expr,
    member: Member,
}

/// A pointer to bytes, so many bytes on.
fn moved(start: Expr, bytes: Expr, span: Span) -> Expr {
    Expr {
        ty: start.ty.clone(),
        span,
        kind: ExprKind::PtrAdd {
            pointer: Box::new(start),
            index: Box::new(bytes),
            size: 1,
            minus: false,
        },
    }
}

impl<'a> Checker<'a> {
    /// `s.*p` and `q->*p` of a field.
    pub(super) fn pointed_member(
        &mut self,
        m: &'a ast::PointedMember,
        span: Span,
    ) -> Option<Typed> {
        let Pointed {
            object,
            first,
            pointer,
            member,
        } = self.pointed(m, span)?;
        if member.function().is_some() {
            let diag = Diag::error(
                Code::NotAValue,
                span,
                "this is a method: it can only be called",
            );
            self.note(diag.help("write `(object.*pointer)(arguments)`"));
            return None;
        }
        let object_constant = object.constant;
        self.take_address(&object.place);
        let bytes = Qualified::plain(crate::ty::Scalar::Char.into());
        let start = self.reference_to(object.place, Qualified::plain(Type::Struct(member.class)));
        let start = convert::force(&self.types, start, &Type::pointer_to(bytes.clone()));
        let field = moved(start, word(pointer, 0, INDEX.into()), span);
        let mut to = member.to;
        to.constant |= object_constant;
        let field = convert::force(&self.types, field, &Type::pointer_to(to.clone()));
        let place = self.pointee_place(field, to, span)?;
        Some(match first {
            Some(first) => super::class::after(first, place),
            None => place,
        })
    }

    /// `(s.*f)(a)`.
    pub(super) fn call_pointed(
        &mut self,
        m: &'a ast::PointedMember,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let Pointed {
            object,
            first,
            pointer,
            member,
        } = self.pointed(m, span)?;
        let Some(f) = member.function() else {
            let callee = self.pointed_member(m, span)?;
            return self.call_value(callee, args, span);
        };
        if object.constant && !f.constant {
            let what = self.describe(&object.place);
            let message = format!("the method may change its object, and {what} is `const`");
            self.error(Code::DiscardsConst, span, message);
            return None;
        }
        let given = self.arguments(args)?;
        if given.len() != f.params.len() {
            let message = super::misfit::count_message("the method", f.params.len(), given.len());
            self.error(Code::WrongArguments, span, message);
            return None;
        }
        self.take_address(&object.place);
        let to = Qualified::with_const(Type::Struct(member.class), f.constant);
        let start = self.reference_to(object.place, to);
        let function = Type::pointer_to(Qualified::plain(self.with_object(&member, &f)));
        let target = word(pointer.clone(), 0, function);
        let this = moved(start, word(pointer, 1, INDEX.into()), span);
        let mut values = vec![this];
        values.append(&mut self.pass(given, &f.params, "the method")?);
        let called = self.called_through(target, values, f.result.clone(), span)?;
        Some(match first {
            Some(first) => super::class::after(first, called),
            None => called,
        })
    }

    /// The object as one of the member's class, the pointer for several uses, and what it is of.
    fn pointed(&mut self, m: &'a ast::PointedMember, span: Span) -> Option<Pointed> {
        let object = match m.arrow {
            true => self.arrow(&m.object)?,
            false => self.expr(&m.object)?,
        };
        let pointer = self.rvalue(&m.pointer)?;
        let Some(member) = self.member_behind(&pointer.ty).cloned() else {
            let found = self.types.show(&pointer.ty);
            let message = format!("a pointer to a member belongs here, and this is `{found}`");
            self.error(Code::TypeMismatch, pointer.span, message);
            return None;
        };
        let object = self.object(object)?;
        let from = self.class_of(&object.place.ty);
        let Some(from) = from.filter(|from| self.base_path(*from, member.class).is_some()) else {
            let found = self.types.show(&object.place.ty);
            let class = self.types.get(member.class).name.clone();
            let message = format!("the pointer is to a member of `{class}`, and this is `{found}`");
            self.error(Code::TypeMismatch, span, message);
            return None;
        };
        let object = match from == member.class {
            true => object,
            false => self.upcast(object, member.class)?,
        };
        let (first, pointer) = self.kept_words(pointer);
        Some(Pointed {
            object,
            first,
            pointer,
            member,
        })
    }

    /// A pointer to a member that may be looked at twice, and what is to be done before.
    pub(super) fn kept_words(&mut self, pointer: Expr) -> (Option<Expr>, Expr) {
        if let ExprKind::Load(Place {
            kind: PlaceKind::Var(_),
            ..
        })
        | ExprKind::Aggregate(_) = &pointer.kind
        {
            return (None, pointer);
        }
        let (span, ty) = (pointer.span, pointer.ty.clone());
        let kept = self.temporary_place(ty.clone(), span);
        let stored = self.store(kept.clone(), pointer);
        let kind = ExprKind::Load(kept);
        (Some(stored), Expr { kind, ty, span })
    }
}
