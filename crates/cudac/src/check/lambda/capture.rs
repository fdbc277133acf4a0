//! What a lambda captures: by name, by a default, arrays and packs among it.
//! In: captures as written, or the body that a default looks through; out: fields of the closure with their values.
//! The rule: a copy is made, or a reference taken, where the lambda is; a constant is known by its value and has no field.
//! Next: lambda.rs for the class that these are fields of.

use sorted::SortedSet;

use super::{Captured, Found};
use crate::check::class::THIS;
use crate::check::expr::Expect;
use crate::check::scope::Entity;
use crate::check::{Checker, Lvalue, Typed};
use crate::tree::{Conversion, Expr, ExprKind, Place, PlaceKind, Space};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self, Capture};
use cuda_source::diag::Code;
use cuda_source::source::Span;

/// The words of a lambda's text that are not its parameters.
fn words_from_outside<'t>(text: &'t str, l: &ast::Lambda) -> SortedSet<&'t str> {
    let own = |word: &str| {
        let mut params = l.function.params.iter();
        params.any(|p| p.name.as_ref().is_some_and(|n| *n.text == *word))
    };
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|w| !w.is_empty() && !own(w)).collect()
}

impl<'a> Checker<'a> {
    /// One capture that is written.
    pub(super) fn capture(
        &mut self,
        capture: &'a Capture,
        span: Span,
        captured: &mut Captured,
    ) -> Option<()> {
        match capture {
            Capture::Value(name) => self.capture_name(&name.text, false, name.span, captured),
            Capture::Reference(name) => self.capture_name(&name.text, true, name.span, captured),
            Capture::Pack(name, by_reference) => {
                self.capture_name(&name.text, *by_reference, name.span, captured)
            }
            Capture::Init(name, e) => {
                let typed = self.expr(e)?;
                let value = self.value(typed)?;
                let q = Qualified::plain(value.ty.clone());
                let at = captured.push(&name.text, q, None, value);
                captured
                    .names
                    .push((name.text.to_string(), Found::Field(at)));
                Some(())
            }
            Capture::RefInit(name, e) => {
                let Typed::Place(l) = self.expected(e, Expect::Place)? else {
                    let message = "a capture by reference needs a variable to refer to";
                    self.error(Code::TypeMismatch, e.span, message);
                    return None;
                };
                let at = self.capture_place(&name.text, l, true, captured)?;
                captured
                    .names
                    .push((name.text.to_string(), Found::Field(at)));
                Some(())
            }
            Capture::This => self.capture_this(span, captured),
            Capture::ThisCopy => {
                let object = self.this_object(span)?;
                let value = self.value(Typed::Place(object))?;
                let q = Qualified::plain(value.ty.clone());
                let at = captured.push(THIS, q, None, value);
                captured.names.push((THIS.into(), Found::Field(at)));
                Some(())
            }
            Capture::AllByValue | Capture::AllByReference => Some(()),
        }
    }

    fn capture_this(&mut self, span: Span, captured: &mut Captured) -> Option<()> {
        if captured.has(THIS) {
            return Some(());
        }
        let Some(this) = self.this_pointer(span) else {
            let message = "`this` is only there in a method, which has an object";
            self.error(Code::UnknownName, span, message);
            return None;
        };
        self.body.this_kept = true;
        let q = Qualified::plain(this.ty.clone());
        let at = captured.push(THIS, q, None, this);
        captured.names.push((THIS.into(), Found::Field(at)));
        Some(())
    }

    /// What a default captures: the variables around that the body names.
    pub(super) fn capture_used(
        &mut self,
        e: &ast::Expr,
        l: &'a ast::Lambda,
        by_reference: bool,
        span: Span,
        captured: &mut Captured,
    ) -> Option<()> {
        let text = ast::print::expr(e);
        for word in words_from_outside(&text, l) {
            if captured.has(word) {
                continue;
            }
            let variable = match self.lookup_inner(word) {
                // A copy of it would be of nothing: where its name is met, it is one of the lambda's own.
                Some(Entity::Local(id)) => by_reference || !self.is_beginning(id),
                Some(Entity::Pack(members)) => members
                    .iter()
                    .any(|m| matches!(m, Entity::Local(_) | Entity::Field(..))),
                Some(Entity::Field(id, _)) => self.is_closure(id),
                _ => false,
            };
            if variable {
                self.capture_name(word, by_reference, span, captured)?;
            }
        }
        if self.body.this.is_some() && self.this_pointer(span).is_some() {
            self.capture_this(span, captured)?;
        }
        Some(())
    }

    /// What a lambda without a default may name of the variables around: constants, which need no capture.
    pub(super) fn use_constants(
        &mut self,
        e: &ast::Expr,
        l: &'a ast::Lambda,
        captured: &mut Captured,
    ) {
        if self.body.known.is_empty() {
            return;
        }
        let text = ast::print::expr(e);
        for word in words_from_outside(&text, l) {
            if captured.has(word) {
                continue;
            }
            if let Some(Entity::Local(id)) = self.lookup_inner(word)
                && let Some(value) = self.body.known.get(&id).copied()
                && let Some(ty) = self.var(id).map(|v| v.ty.clone())
            {
                let found = Found::Known(value, ty);
                captured.names.push((word.to_string(), found));
            }
        }
    }

    fn capture_name(
        &mut self,
        name: &str,
        by_reference: bool,
        span: Span,
        captured: &mut Captured,
    ) -> Option<()> {
        let found = match self.lookup_inner(name) {
            Some(Entity::Pack(members)) => {
                let mut list = Vec::new();
                for member in members {
                    let place = self.captured_place(&member, name, span)?;
                    list.push(self.capture_place(name, place, by_reference, captured)?);
                }
                Found::Pack(list)
            }
            Some(Entity::Constant(c, ty)) => Found::Known(c, ty),
            Some(Entity::Local(id))
                if self.body.known.contains_key(&id) && !captured.addressed.contains(name) =>
            {
                let ty = self.var(id)?.ty.clone();
                Found::Known(self.body.known[&id], ty)
            }
            Some(entity @ (Entity::Local(_) | Entity::Field(..))) => {
                let place = self.captured_place(&entity, name, span)?;
                let shared = self.is_shared(&entity);
                Found::Field(self.capture_place(name, place, by_reference || shared, captured)?)
            }
            Some(Entity::Broken) => return None,
            // A variable of the file needs no capture.
            _ if self.lookup(name, span).is_some() => return Some(()),
            _ => {
                self.unknown(name, span);
                return None;
            }
        };
        captured.names.push((name.to_string(), found));
        Some(())
    }

    fn is_shared(&self, entity: &Entity) -> bool {
        let Entity::Local(id) = entity else {
            return false;
        };
        self.var(*id).is_some_and(|v| v.space != Space::Local)
    }

    fn captured_place(&mut self, entity: &Entity, name: &str, span: Span) -> Option<Lvalue> {
        match entity {
            Entity::Local(id) => {
                self.named_itself(*id);
                self.var_place(*id, span)
            }
            Entity::Field(id, path) => match self.own_field(*id, path, name, span)? {
                Typed::Place(l) => Some(l),
                Typed::Value(_) => None,
            },
            _ => None,
        }
    }

    fn capture_place(
        &mut self,
        name: &str,
        l: Lvalue,
        by_reference: bool,
        captured: &mut Captured,
    ) -> Option<u32> {
        let to = Qualified {
            ty: l.place.ty.clone(),
            constant: l.constant,
            volatile: l.place.volatile,
        };
        if by_reference {
            // The reference is kept in an object: what it refers to is in memory.
            self.take_address(&l.place);
            let pointer = self.reference_to(l.place, to.clone());
            let reference = Type::Reference(std::sync::Arc::new(to));
            let q = Qualified::plain(pointer.ty.clone());
            return Some(captured.push(name, q, Some(reference), pointer));
        }
        if let Type::Array(..) = to.ty {
            return self.capture_array(name, l, to, captured);
        }
        let value = self.value(Typed::Place(l))?;
        Some(captured.push(name, to, None, value))
    }

    /// An array by value: its bytes, as those of a struct that holds nothing else.
    fn capture_array(
        &mut self,
        name: &str,
        l: Lvalue,
        to: Qualified,
        captured: &mut Captured,
    ) -> Option<u32> {
        let span = l.place.span;
        if !self.copies_plain(&to.ty) {
            let help = format!("capture it by reference: `&{name}`");
            let what = format!("capturing the array `{name}` of objects by value is");
            self.refuse(span, &what, &help);
            return None;
        }
        let align = self.types.align(&to.ty);
        let fields = vec![("elements".to_string(), to.clone())];
        let holder = self
            .types
            .add_struct("captured array".into(), fields, align);
        self.take_address(&l.place);
        let from = self.reference_to(l.place, to);
        let ty = Type::Struct(holder);
        let pointer = Expr {
            ty: Type::pointer_to(Qualified::plain(ty.clone())),
            kind: ExprKind::Convert(Conversion::Pointer, Box::new(from)),
            span,
        };
        let place = Place {
            kind: PlaceKind::Deref(Box::new(pointer)),
            ty: ty.clone(),
            volatile: false,
            span,
        };
        let value = Expr {
            kind: ExprKind::Load(place),
            ty: ty.clone(),
            span,
        };
        let at = captured.push(name, Qualified::plain(ty), None, value);
        captured.arrays.push(at);
        Some(at)
    }
}
