//! `new` and `delete`: memory from the host's heap, objects made and ended in it.
//! In: the syntax; out: system calls around constructors and destructors.
//! The rule: `new T[n]` of a class with a destructor keeps `n` in sixteen bytes before the first element.
//! Next: construct.rs for constructors.

use super::Implicit;
use super::construct::{Given, comma};
use crate::check::op::constant;
use crate::check::typex::Placeholders;
use crate::check::{Checker, Side, convert};
use crate::tree::{BinaryOp, CompareOp, Const, Expr, ExprKind, INDEX, Place, PlaceKind, SysFn};
use crate::ty::{Qualified, SIZE_T, StructId, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Bytes before the first element of an array that knows its length.
const HEADER: i64 = 16;

impl<'a> Checker<'a> {
    /// `new T(…)`, `new T[n]`, `new (place) T(…)`.
    pub(in crate::check) fn new_expr(&mut self, new: &'a ast::New, span: Span) -> Option<Expr> {
        let placeholders = Placeholders::class(self.deduced_new(new));
        let q = self.ty_with(&new.ty, &placeholders)?;
        let ty = q.ty.clone();
        self.defined(&ty, span)?;
        let size = self.types.size(&ty);
        if size == 0 {
            let shown = self.types.show(&ty);
            self.error(Code::IncompleteType, span, format!("`{shown}` has no size"));
            return None;
        }
        self.concrete(&ty, span)?;
        let placed = new.placement.first().filter(|e| !is_nothrow(e));
        let count = match &new.count {
            Some(n) => {
                let typed = self.expr(n)?;
                let n = self.plain_operand(typed, None, false)?;
                Some(self.index(n, "the number of elements")?)
            }
            None => None,
        };
        let keeps = count.is_some() && placed.is_none() && self.drops(&ty);
        let pointer_type = Type::pointer_to(q);
        let mut effects: Option<Expr> = None;
        let mut then = |e: Expr| {
            effects = Some(match effects.take() {
                Some(before) => comma(before, e),
                None => e,
            });
        };
        let mut bytes = constant(Const::Int(size as i64), INDEX, span);
        let mut counted = None;
        if let Some(n) = count {
            let place = self.temporary_place(INDEX.into(), span);
            then(self.store(place.clone(), n));
            let n = load(&place);
            bytes = binary(BinaryOp::Mul, n.clone(), bytes);
            counted = Some(n);
        }
        if keeps {
            let header = constant(Const::Int(HEADER), INDEX, span);
            bytes = binary(BinaryOp::Add, bytes, header);
        }
        let memory = match (self.own_new(new, bytes.clone(), &ty, span), placed) {
            (Some(memory), _) => memory?,
            (None, Some(e)) => {
                let typed = self.expr(e)?;
                let pointer = self.value(typed)?;
                if !matches!(pointer.ty, Type::Pointer(_)) {
                    let found = self.types.show(&pointer.ty);
                    let message = format!("`new (…)` takes an address, and this is `{found}`");
                    self.error(Code::TypeMismatch, e.span, message);
                    return None;
                }
                pointer
            }
            (None, None) => self.new_memory(new, bytes, &ty, span),
        };
        let pointer = self.temporary_place(pointer_type.clone(), span);
        let mut first = cast(memory, &pointer_type);
        if keeps {
            let index = Type::pointer_to(Qualified::plain(INDEX.into()));
            let start = self.temporary_place(index.clone(), span);
            then(self.store(start.clone(), cast(first, &index)));
            let at = deref(load(&start));
            let n = counted.clone()?;
            then(self.store(at, n));
            first = cast(moved(load(&start), HEADER / 8, 8), &pointer_type);
        }
        then(self.store(pointer.clone(), first));
        let made = match counted {
            Some(n) => self.new_elements(&pointer, n, &ty, new, span)?,
            None => self.new_object(&pointer, &ty, new, span)?,
        };
        made.into_iter().for_each(&mut then);
        let effects = effects?;
        Some(self.then_load(effects, pointer))
    }

    /// Memory for so many bytes: from the library where it can throw, null with `std::nothrow`.
    fn new_memory(&mut self, new: &ast::New, bytes: Expr, ty: &Type, span: Span) -> Expr {
        let align = self.types.align(ty).max(16) as i64;
        let align = constant(Const::Int(align), SIZE_T, span);
        let bytes = convert::force(&self.types, bytes, &SIZE_T.into());
        let throws = new.placement.is_empty() || !self.on_host();
        let kind = match throws.then(|| self.allocator()).flatten() {
            Some(func) => ExprKind::Call(func, vec![bytes].into()),
            None if throws => ExprKind::Sys(SysFn::Alloc, vec![bytes, align]),
            None => ExprKind::Sys(SysFn::Malloc, vec![bytes]),
        };
        let ty = Type::pointer_to(Qualified::plain(Type::Void));
        Expr { kind, ty, span }
    }

    /// Frees the memory of an object: by the program's own function, if it has one.
    pub(super) fn freed(
        &mut self,
        array: bool,
        memory: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Expr> {
        match self.own_delete(array, memory.clone(), ty, span) {
            Some(freed) => freed,
            None => Some(Expr {
                kind: ExprKind::Sys(SysFn::Free, vec![memory]),
                ty: Type::Void,
                span,
            }),
        }
    }

    /// The library's function that throws where there is no memory left, for programs that can catch it.
    fn allocator(&mut self) -> Option<crate::tree::FuncId> {
        if !self.host.tries || !self.in_host_code() {
            return None;
        }
        self.own("std::__new_bytes")
    }

    /// A function of our own headers, which is called.
    fn own(&mut self, name: &str) -> Option<crate::tree::FuncId> {
        match self.lookup(name, Span::default())? {
            crate::check::scope::Entity::Functions(list) => {
                let func = self.instance(*list.first()?, Vec::new(), None)?;
                self.templates.want(func);
                self.calls_to(func, Span::default());
                Some(func)
            }
            _ => None,
        }
    }

    fn new_object(
        &mut self,
        pointer: &Place,
        ty: &Type,
        new: &'a ast::New,
        span: Span,
    ) -> Option<Option<Expr>> {
        let place = deref(load(pointer));
        let Some((args, braced)) = &new.init else {
            return Some(self.begin_at(place, span));
        };
        if let ([one], true) = (
            args.as_slice(),
            self.class_of(ty).is_some_and(|id| self.is_aggregate(id)),
        ) && let ast::ExprKind::Braces(_) = one.kind
            && !braced
        {
            let value = self.value_for(one, ty)?;
            return Some(Some(self.store(place, value)));
        }
        if let Some(id) = self.class_of(ty) {
            let typed = self.constructor_arguments(args, id)?;
            let own = typed.len() == 1 && Self::type_of_typed(&typed[0]) == ty;
            if self.is_aggregate(id) && !typed.is_empty() && !own {
                let value = self.aggregate_value(id, typed, span)?;
                return Some(Some(self.store(place, value)));
            }
            if *braced {
                let value = self.listed_or_constructed(id, typed, span)?;
                return Some(Some(self.store(place, value)));
            }
            return self
                .construct_at(place, id, typed, Given::Direct, span)
                .map(Some);
        }
        match args.as_slice() {
            [] => {
                let zero = crate::check::parts::zero(&self.types, ty, span)?;
                Some(Some(self.store(place, zero)))
            }
            [one] if !matches!(one.kind, ast::ExprKind::Expand(_)) => {
                let value = self.value_for(one, ty)?;
                Some(Some(self.store(place, value)))
            }
            list => {
                let values = self.values_of(list.iter())?;
                let value = self.construct_typed(ty, values, span)?;
                Some(Some(self.store(place, value)))
            }
        }
    }

    /// The elements of `new T[n]`: made where their class says so, set from braces.
    fn new_elements(
        &mut self,
        pointer: &Place,
        n: Expr,
        ty: &Type,
        new: &'a ast::New,
        span: Span,
    ) -> Option<Option<Expr>> {
        let args = new.init.as_ref().map(|(args, _)| args.as_slice());
        if !self.begins_plain(ty) {
            let args: Vec<&'a ast::Expr> = args.unwrap_or_default().iter().collect();
            return self.new_begun(pointer, n, ty, &args, span);
        }
        let Some(args) = args else {
            return Some(None);
        };
        // `()` and `{}` set every byte to zero.
        let size = constant(Const::Int(self.types.size(ty) as i64), INDEX, span);
        let bytes = convert::force(&self.types, binary(BinaryOp::Mul, n, size), &SIZE_T.into());
        let void = Type::pointer_to(Qualified::plain(Type::Void));
        let zero = constant(Const::Int(0), crate::ty::Scalar::Int, span);
        let given = vec![cast(load(pointer), &void), zero, bytes];
        let on_device = (self.body.side != Side::Host).then(|| self.own("__simt_device::memset"));
        let mut all = Expr {
            kind: match on_device.flatten() {
                Some(func) => ExprKind::Call(func, given.into()),
                None => ExprKind::Sys(SysFn::Memset, given),
            },
            ty: void,
            span,
        };
        for (at, e) in args.iter().enumerate() {
            let value = self.value_for(e, ty)?;
            let place = deref(moved(load(pointer), at as i64, self.types.size(ty)));
            all = comma(all, self.store(place, value));
        }
        Some(Some(all))
    }

    /// Elements that begin as something: the first ones from what is given, the others as their class says.
    pub(in crate::check) fn new_begun(
        &mut self,
        pointer: &Place,
        n: Expr,
        ty: &Type,
        args: &[&'a ast::Expr],
        span: Span,
    ) -> Option<Option<Expr>> {
        let (given, size) = (args.len() as i64, self.types.size(ty));
        let mut all: Option<Expr> = None;
        for (at, e) in args.iter().enumerate() {
            let value = self.value_for(e, ty)?;
            let place = deref(moved(load(pointer), at as i64, size));
            let made = self.store(place, value);
            all = Some(match all {
                Some(before) => comma(before, made),
                None => made,
            });
        }
        let (mut inner, mut each) = (ty, 1);
        while let Type::Array(of, n) = inner {
            (inner, each) = (&of.ty, each * *n as i64);
        }
        let rest = match given {
            0 => n,
            _ => binary(BinaryOp::Sub, n, constant(Const::Int(given), INDEX, span)),
        };
        let rest = binary(BinaryOp::Mul, rest, constant(Const::Int(each), INDEX, span));
        let first = moved(load(pointer), given, size);
        let made = match self.class_of(inner) {
            Some(id) => self.call_on_all(Implicit::NewMany, id, first, rest, span)?,
            None => {
                let func = self.own("__simt_new::ones")?;
                let first = cast(first, &Type::pointer_to(Qualified::plain(inner.clone())));
                Expr {
                    kind: ExprKind::Call(func, vec![first, rest].into()),
                    ty: Type::Void,
                    span,
                }
            }
        };
        Some(Some(match all {
            Some(before) => comma(before, made),
            None => made,
        }))
    }

    /// Calls what makes or ends so many objects of a class, one after another.
    pub(in crate::check) fn call_on_all(
        &mut self,
        kind: Implicit,
        id: StructId,
        pointer: Expr,
        n: Expr,
        span: Span,
    ) -> Option<Expr> {
        let func = self.implicit(id, kind)?;
        self.templates.want(func);
        self.calls_to(func, span);
        let plain = Type::pointer_to(Qualified::plain(Type::Struct(id)));
        Some(Expr {
            kind: ExprKind::Call(func, vec![cast(pointer, &plain), n].into()),
            ty: Type::Void,
            span,
        })
    }

    /// `delete p`, `delete[] p`.
    pub(in crate::check) fn delete_expr(
        &mut self,
        array: bool,
        e: &'a ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let typed = self.expr(e)?;
        let value = self.plain_operand(typed, None, false)?;
        let Some(to) = value.ty.pointee().cloned() else {
            let found = self.types.show(&value.ty);
            let diag = Diag::error(
                Code::NotAPointer,
                e.span,
                format!("`delete` takes an address, and this is `{found}`"),
            );
            self.note(diag);
            return None;
        };
        self.whole(&to.ty);
        let plain = Type::pointer_to(Qualified::plain(to.ty.clone()));
        let pointer = self.temporary_place(plain.clone(), span);
        let stored = self.store(pointer.clone(), cast(value, &plain));
        let void = Type::pointer_to(Qualified::plain(Type::Void));
        let free = |c: &mut Self, p: Expr| {
            let p = cast(p, &void);
            c.freed(array, p, &to.ty, span)
        };
        let class = self.class_of(&to.ty);
        let dynamic =
            class.filter(|id| !array && self.is_polymorphic(*id) && self.ends_virtually(*id));
        let id = class.filter(|_| dynamic.is_some() || self.drops(&to.ty));
        let Some(id) = id else {
            let freed = free(self, load(&pointer))?;
            return Some(comma(stored, freed));
        };
        let ended = if dynamic.is_some() {
            self.end_virtually(id, load(&pointer), true, span)?
        } else if array {
            let index = Type::pointer_to(Qualified::plain(INDEX.into()));
            let start = moved(cast(load(&pointer), &index), -(HEADER / 8), 8);
            let n = load(&deref(start.clone()));
            let ended = self.call_on_all(Implicit::DropMany, id, load(&pointer), n, span)?;
            comma(ended, free(self, start)?)
        } else {
            let ended = self.drop_at(deref(load(&pointer)), span)?;
            comma(ended, free(self, load(&pointer))?)
        };
        let null = Expr {
            kind: ExprKind::Const(Const::Null),
            ty: plain,
            span,
        };
        let there = Expr {
            kind: ExprKind::Compare(CompareOp::Ne, Box::new(load(&pointer)), Box::new(null)),
            ty: Type::BOOL,
            span,
        };
        let nothing = crate::check::call::to_void(
            constant(Const::Int(0), crate::ty::Scalar::Int, span),
            span,
        );
        let asked = Expr {
            kind: ExprKind::Select(Box::new(there), Box::new(ended), Box::new(nothing)),
            ty: Type::Void,
            span,
        };
        Some(comma(stored, asked))
    }
}

/// `std::nothrow` is no place.
fn is_nothrow(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Name(path) if &*path.last().name.text == "nothrow")
}

fn load(place: &Place) -> Expr {
    Expr {
        kind: ExprKind::Load(place.clone()),
        ty: place.ty.clone(),
        span: place.span,
    }
}

fn deref(pointer: Expr) -> Place {
    let (ty, span) = (pointer.ty.pointee().map(|q| q.ty.clone()), pointer.span);
    Place {
        kind: PlaceKind::Deref(Box::new(pointer)),
        ty: ty.unwrap_or(Type::Error),
        volatile: false,
        span,
    }
}

fn cast(pointer: Expr, to: &Type) -> Expr {
    if pointer.ty == *to {
        return pointer;
    }
    let span = pointer.span;
    Expr {
        kind: ExprKind::Convert(crate::tree::Conversion::Pointer, Box::new(pointer)),
        ty: to.clone(),
        span,
    }
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let (ty, span) = (a.ty.clone(), a.span);
    Expr {
        kind: ExprKind::Binary(op, Box::new(a), Box::new(b)),
        ty,
        span,
    }
}

fn moved(pointer: Expr, by: i64, size: u64) -> Expr {
    let (ty, span) = (pointer.ty.clone(), pointer.span);
    Expr {
        kind: ExprKind::PtrAdd {
            pointer: Box::new(pointer),
            index: Box::new(constant(Const::Int(by), INDEX, span)),
            size,
            minus: false,
        },
        ty,
        span,
    }
}
