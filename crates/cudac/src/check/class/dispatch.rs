//! Calls of virtual functions: through the table that the object points to.
//! In: a method that has been chosen, its object and arguments; out: the call, direct where the object's class is known.
//! The rule: a variable is of its own class, what a pointer or reference leads to may be of a derived one; `Base::f()`
//! means that very function.
//! Next: virtuals.rs for the tables.

use super::virtuals::Virtual;
use crate::check::call::Call;
use crate::check::op::constant;
use crate::check::{Checker, Lvalue, Signature, Typed};
use crate::tree::{Const, Conversion, Expr, ExprKind, FuncId, INDEX, Place, PlaceKind};
use crate::ty::{FunctionType, Qualified, StructId, Type};
use cuda_source::source::Span;
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// The place of a method in its class's table, where a call with this object goes through it.
    pub(super) fn dispatched(&mut self, call: &Call, at: usize, object: &Lvalue) -> Option<usize> {
        let class = self.functions.declared[at].owner.as_ref()?.class;
        if !self.is_polymorphic(class) || call.name.contains("::") || !may_be_derived(&object.place)
        {
            return None;
        }
        let slots = self.virtuals(class);
        slots.iter().position(|s| s.what == Virtual::Method(at))
    }

    /// A call through the table: `this` is a pointer to the class that has the slot.
    pub(super) fn call_virtual(
        &mut self,
        call: &Call,
        (id, slot): (FuncId, usize),
        this: Expr,
        args: Vec<Typed>,
    ) -> Option<Typed> {
        let instance = self.templates.instances[id.0 as usize].clone();
        let class = self.functions.declared[instance.declared]
            .owner
            .as_ref()?
            .class;
        let mut params = vec![this.ty.clone()];
        params.extend(instance.signature.params);
        let result = instance.signature.result;
        let (this, again) = self.kept_pointer(this, call.span);
        let signature = Signature {
            params,
            result: result.clone(),
        };
        let pointer = self.in_table(class, slot, this, signature, call.span)?;
        let mut values = vec![again];
        values.append(&mut self.passed(call, id, args)?);
        self.called_through(pointer, values, result, call.span)
    }

    /// A pointer to be used twice: what computes it and keeps it, and what was kept.
    pub(in crate::check) fn kept_pointer(&mut self, pointer: Expr, span: Span) -> (Expr, Expr) {
        if let ExprKind::Load(Place {
            kind: PlaceKind::Var(id),
            ..
        }) = &pointer.kind
        {
            if self.body.this == Some(*id) {
                self.body.this_kept = true;
            }
            return (pointer.clone(), pointer);
        }
        let kept = self.temporary_place(pointer.ty.clone(), span);
        let load = Expr {
            ty: pointer.ty.clone(),
            kind: ExprKind::Load(kept.clone()),
            span,
        };
        let stored = self.store(kept, pointer);
        (super::construct::comma(stored, load.clone()), load)
    }

    /// The place of a method in the table of its class, if it is virtual.
    pub(in crate::check) fn slot_of(&mut self, class: StructId, at: usize) -> Option<usize> {
        if !self.is_polymorphic(class) {
            return None;
        }
        let slots = self.virtuals(class);
        slots.iter().position(|s| s.what == Virtual::Method(at))
    }

    /// The function in a slot of the table that an object points to; its first parameter is the object's.
    pub(in crate::check) fn in_table(
        &mut self,
        class: StructId,
        slot: usize,
        this: Expr,
        signature: Signature,
        span: Span,
    ) -> Option<Expr> {
        self.table_entry(class, slot + 1, this, signature, span)
    }

    /// The function that stands first in a table on the host: it knows of what class the whole object is.
    pub(in crate::check) fn first_in_table(
        &mut self,
        class: StructId,
        this: Expr,
        signature: Signature,
        span: Span,
    ) -> Option<Expr> {
        self.table_entry(class, 0, this, signature, span)
    }

    fn table_entry(
        &mut self,
        class: StructId,
        at_entry: usize,
        this: Expr,
        signature: Signature,
        span: Span,
    ) -> Option<Expr> {
        let mut place = Place {
            kind: PlaceKind::Deref(Box::new(this)),
            ty: Type::Struct(class),
            volatile: false,
            span,
        };
        for at in self.table_path(class) {
            place = crate::check::parts::field(&self.types, place, at, span)?;
        }
        let function = Type::Function(Arc::new(FunctionType {
            result: signature.result,
            params: signature.params,
            variadic: false,
            constant: false,
        }));
        let function = Type::pointer_to(Qualified::plain(function));
        let entries = Type::pointer_to(Qualified::with_const(function.clone(), true));
        let table = Expr {
            ty: place.ty.clone(),
            kind: ExprKind::Load(place),
            span,
        };
        let table = Expr {
            kind: ExprKind::Convert(Conversion::Pointer, Box::new(table)),
            ty: entries.clone(),
            span,
        };
        let entry = Expr {
            kind: ExprKind::PtrAdd {
                pointer: Box::new(table),
                index: Box::new(constant(Const::Int(at_entry as i64), INDEX, span)),
                size: 8,
                minus: false,
            },
            ty: entries,
            span,
        };
        let place = Place {
            kind: PlaceKind::Deref(Box::new(entry)),
            ty: function.clone(),
            volatile: false,
            span,
        };
        Some(Expr {
            kind: ExprKind::Load(place),
            ty: function,
            span,
        })
    }

    /// What ends the object that a pointer leads to, whatever its class is, and with `free` its memory too.
    pub(super) fn end_virtually(
        &mut self,
        class: StructId,
        pointer: Expr,
        free: bool,
        span: Span,
    ) -> Option<Expr> {
        let wanted = match free {
            true => Virtual::Deleting,
            false => Virtual::Destructor,
        };
        let slots = self.virtuals(class);
        let slot = slots.iter().position(|s| s.what == wanted)?;
        let (this, again) = self.kept_pointer(pointer, span);
        let signature = Signature {
            params: vec![this.ty.clone()],
            result: Type::Void,
        };
        let function = self.in_table(class, slot, this, signature, span)?;
        Some(Expr {
            kind: ExprKind::CallPointer(Box::new(function), vec![again]),
            ty: Type::Void,
            span,
        })
    }
}

/// Whether what is at a place may be an object of a derived class: it is not a variable itself or a part of one.
pub(super) fn may_be_derived(place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Deref(_) => true,
        PlaceKind::Var(_) | PlaceKind::Global(_) | PlaceKind::Index(..) => false,
        // A base inside an object that is known is that of the object's class.
        PlaceKind::Field(of, _) => may_be_derived(of),
        PlaceKind::Then(_, place) => may_be_derived(place),
    }
}
