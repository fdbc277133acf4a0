//! `dynamic_cast` and `typeid`: host code asks an object of what class it is.
//! In: casts and questions; out: calls of the function that stands first in each table of virtual functions on the host, which
//! knows the whole of its class.
//! The rule: that function is given a pointer to the part of the object that has the table, and a number: 0 asks for the
//! whole object, 1 for what `typeid` gives, another for the part of that class. It is made at the end, when it is known what
//! is asked. Names are those of the Itanium C++ ABI.
//! Next: class/virtuals.rs for the tables, throw.rs for the numbers of types.

use sorted::SortedMap;

use super::op::constant;
use super::scope::Entity;
use super::{Checker, Side, Signature, Typed, convert};
use crate::check::expr::Expect;
use crate::tree::{
    CompareOp, Const, Expr, ExprKind, FuncId, GlobalId, INDEX, Place, PlaceKind, Space, Stmt,
    StmtKind, SysFn,
};
use crate::ty::{Qualified, Scalar, StructId, Type};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What asks for the whole object, and for its `std::type_info`.
const WHOLE: i64 = 0;
const INFO: i64 = 1;

/// What is known of `typeid` and `dynamic_cast` in a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Rtti {
    /// Whether anything asks an object.
    asked: bool,
    /// Whether anything asks for a `std::type_info`.
    named: bool,
    /// Its objects.
    infos: SortedMap<Type, GlobalId>,
}

fn untyped() -> Type {
    Type::pointer_to(Qualified::plain(Type::Void))
}

fn only_host(span: Span) -> Diag {
    let message = "device code cannot ask an object of what class it is";
    Diag::error(Code::WrongSide, span, message)
        .help("ask it by a virtual function, or keep its kind beside it")
}

impl<'a> Checker<'a> {
    /// `dynamic_cast<T*>(e)` and `dynamic_cast<T&>(e)`.
    pub(super) fn dynamic_cast(
        &mut self,
        t: &'a ast::TypeExpr,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Option<Typed> {
        self.only_host(only_host(span))?;
        let q = self.ty(t)?;
        if let Some(to) = q.ty.referred() {
            let to = (**to).clone();
            let typed = self.expected(inner, Expect::Place)?;
            let object = self.object(typed)?;
            let from = Qualified::with_const(object.place.ty.clone(), object.constant);
            let pointer = self.reference_to(object.place, from);
            let found = self.cast_down(pointer, to.clone(), span)?;
            let failed = self.bad_cast(&found.ty, span);
            let (first, again) = self.kept_pointer(found, span);
            let found = choice(is_some(first), again, failed);
            return self.pointee_place(found, to, span);
        }
        let Some(to) = q.ty.pointee().cloned() else {
            let message = "`dynamic_cast` makes a pointer or a reference to a class";
            self.error(Code::BadCast, span, message);
            return None;
        };
        let pointer = self.rvalue(inner)?;
        self.cast_down(pointer, to, span).map(Typed::Value)
    }

    /// A pointer to another part of the object, null where it has none.
    fn cast_down(&mut self, pointer: Expr, to: Qualified, span: Span) -> Option<Expr> {
        let ty = Type::pointer_to(to.clone());
        let from = pointer.ty.pointee().cloned();
        let class = from.as_ref().and_then(|q| self.class_of(&q.ty));
        let into = self.class_of(&to.ty);
        let (Some(from), Some(class)) = (from, class) else {
            let found = self.types.show(&pointer.ty);
            let message =
                format!("`dynamic_cast` asks an object of a class, and this is `{found}`");
            self.error(Code::BadCast, span, message);
            return None;
        };
        if from.constant && !to.constant {
            let message = "`dynamic_cast` would drop the `const`";
            self.error(Code::DiscardsConst, span, message);
            return None;
        }
        if into.is_some_and(|into| self.base_path(class, into).is_some()) {
            return self.cast(convert::Cast::Static, pointer, &ty, span);
        }
        if !self.is_polymorphic(class) {
            let shown = self.types.get(class).name.clone();
            let message =
                format!("`{shown}` has no virtual functions: its objects do not know their class");
            let diag = Diag::error(Code::BadCast, span, message);
            self.note(diag.help("give it a virtual destructor"));
            return None;
        }
        let ask = match (into, &to.ty) {
            (Some(_), ty) => i64::from(self.type_number(&ty.clone())) + INFO,
            (None, Type::Void) => WHOLE,
            _ => {
                let shown = self.types.show(&ty);
                let message = format!("`{shown}` is no pointer to a class");
                self.error(Code::BadCast, span, message);
                return None;
            }
        };
        let (first, again) = self.kept_pointer(pointer, span);
        let found = self.asked_object(class, again, ask, span)?;
        let found = convert::force(&self.types, found, &ty);
        let null = constant(Const::Null, ty, span);
        Some(choice(is_some(first), found, null))
    }

    /// A call of the function that knows the class of an object; `pointer` is used twice.
    fn asked_object(
        &mut self,
        class: StructId,
        pointer: Expr,
        ask: i64,
        span: Span,
    ) -> Option<Expr> {
        self.rtti.asked = true;
        let signature = Signature {
            params: vec![untyped(), INDEX.into()],
            result: untyped(),
        };
        let function = self.first_in_table(class, pointer.clone(), signature, span)?;
        let this = convert::force(&self.types, pointer, &untyped());
        let ask = constant(Const::Int(ask), INDEX, span);
        Some(Expr {
            kind: ExprKind::CallPointer(Box::new(function), vec![this, ask]),
            ty: untyped(),
            span,
        })
    }

    /// What stands for the object where a reference cannot be cast.
    fn bad_cast(&mut self, ty: &Type, span: Span) -> Expr {
        let null = constant(Const::Null, ty.clone(), span);
        let thrower = self.attempt(|c| c.lookup("std::__no_such_object", span));
        let id = match thrower {
            Some(Entity::Functions(list)) => list
                .first()
                .and_then(|at| self.instance(*at, Vec::new(), None)),
            _ => None,
        };
        let kind = match id {
            Some(id) => {
                self.templates.want(id);
                self.calls_to(id, Span::default());
                ExprKind::Call(id, Vec::new().into())
            }
            None => {
                let text = b"terminate called after throwing an instance of 'std::bad_cast'\n  what():  std::bad_cast";
                let Some(text) = self.text_value(text, span) else {
                    return null;
                };
                ExprKind::Sys(SysFn::Fail, vec![text])
            }
        };
        let ended = Expr {
            kind,
            ty: Type::Void,
            span,
        };
        super::class::comma(ended, null)
    }

    /// `typeid(T)`.
    pub(super) fn typeid_of_type(&mut self, t: &'a ast::TypeExpr, span: Span) -> Option<Typed> {
        self.only_host(only_host(span))?;
        let q = self.ty(t)?;
        let ty = q.ty.referred().map_or(q.ty.clone(), |to| to.ty.clone());
        self.info_place(&ty, span)
    }

    /// `typeid(e)`: of an object with virtual functions its own class.
    pub(super) fn typeid_of(&mut self, e: &'a ast::Expr, span: Span) -> Option<Typed> {
        self.only_host(only_host(span))?;
        let ty = self.type_of(e)?;
        let class = self.class_of(&ty).filter(|id| self.is_polymorphic(*id));
        let Some(class) = class else {
            return self.info_place(&ty, span);
        };
        let Typed::Place(object) = self.expected(e, Expect::Place)? else {
            return self.info_place(&ty, span);
        };
        let info = self.info_type(span)?;
        let from = Qualified::with_const(ty, object.constant);
        let pointer = self.reference_to(object.place, from);
        let (first, again) = self.kept_pointer(pointer, span);
        let found = self.asked_object(class, again, INFO, span)?;
        let found = super::class::comma(first, found);
        let to = Qualified::with_const(Type::Struct(info), true);
        let found = convert::force(&self.types, found, &Type::pointer_to(to.clone()));
        self.pointee_place(found, to, span)
    }

    /// `std::type_info`.
    fn info_type(&mut self, span: Span) -> Option<StructId> {
        let found = self.at_file("", |c| c.attempt(|c| c.lookup("std::type_info", span)));
        let class = match found {
            Some(Entity::Type(q)) => self.class_of(&q.ty),
            _ => None,
        };
        if class.is_none() {
            let message = "`typeid` needs the header that declares `std::type_info`";
            let diag = Diag::error(Code::UnknownName, span, message);
            self.note(diag.help("`#include <typeinfo>`"));
        }
        self.rtti.named |= class.is_some();
        class
    }

    fn info_place(&mut self, ty: &Type, span: Span) -> Option<Typed> {
        let info = self.info_type(span)?;
        if self.mangled(ty).is_none() {
            let shown = self.types.show(ty);
            let help = "compare types with `std::is_same`, or name the class yourself";
            self.refuse(span, &format!("`typeid` of `{shown}` is"), help);
            return None;
        }
        let id = self.info(ty)?;
        let to = Qualified::with_const(Type::Struct(info), true);
        let pointer = self.start_of(id, span)?;
        let pointer = convert::force(&self.types, pointer, &Type::pointer_to(to.clone()));
        self.pointee_place(pointer, to, span)
    }

    /// The address of a variable of the file that is an array.
    fn start_of(&self, id: GlobalId, span: Span) -> Option<Expr> {
        let ty = self.globals.all.get(id.0 as usize)?.ty.clone();
        let of = ty.element()?.clone();
        let place = Place {
            kind: PlaceKind::Global(id),
            ty,
            volatile: false,
            span,
        };
        Some(Expr {
            kind: ExprKind::Decay(place),
            ty: Type::pointer_to(of),
            span,
        })
    }

    /// The object that says of which type something is: it is the name itself.
    fn info(&mut self, ty: &Type) -> Option<GlobalId> {
        if let Some(known) = self.rtti.infos.get(ty) {
            return Some(*known);
        }
        let span = Span::default();
        // What has no name here can still be compared: asking for its name ends the program.
        let shown = self.types.show(ty);
        let text = self.mangled(ty).unwrap_or_else(|| format!("?{shown}"));
        let name = ast::Ident {
            text: format!("typeid of {shown}").into(),
            span,
        };
        let mut bytes = text.into_bytes();
        bytes.push(0);
        let letter = Qualified::with_const(Scalar::Char.into(), true);
        let q = Qualified::with_const(Type::array_of(letter, bytes.len() as u64), true);
        let id = self.new_global(&name, &q, Space::Host)?;
        self.globals.all.get_mut(id.0 as usize)?.bytes = bytes;
        self.rtti.infos.insert(ty.clone(), id);
        Some(id)
    }

    /// The function that stands first in a table of a class on the host, whose pointer lies so many bytes from the start of
    /// its objects; `None` where nothing asks.
    pub(super) fn knower(&mut self, id: StructId, here: u64) -> Option<FuncId> {
        if !self.rtti.asked {
            return None;
        }
        let mut parts = vec![(Type::Struct(id), 0)];
        self.bases_of(id, 0, &mut parts);
        let info = match self.rtti.named {
            true => self.info(&Type::Struct(id)),
            false => None,
        };
        let mut answers = Vec::new();
        for (ty, offset) in &parts {
            let size = self.types.size(ty);
            let twice = parts.iter().filter(|(t, _)| t == ty).count() > 1;
            // Of two parts of one class the one that the pointer is in.
            if twice && !(*offset..offset + size.max(1)).contains(&here) {
                continue;
            }
            if let Some(number) = self.number_of(ty) {
                answers.push((i64::from(number) + INFO, *offset as i64 - here as i64));
            }
        }
        answers.push((WHOLE, -(here as i64)));
        let name = format!("the class of {}", self.types.get(id).name);
        let params = [untyped(), INDEX.into()];
        let made = self.made_function(&name, Side::Host, (&params, &untyped()), |c, args| {
            let span = Span::default();
            let [this, ask] = args.as_slice() else {
                return Vec::new();
            };
            let mut result = constant(Const::Null, untyped(), span);
            for (number, by) in answers {
                let found = c.moved_bytes(this.clone(), by);
                result = choice(asks(ask, number), found, result);
            }
            if let Some(address) = info.and_then(|id| c.start_of(id, span)) {
                let address = convert::force(&c.types, address, &untyped());
                result = choice(asks(ask, INFO), address, result);
            }
            let kind = StmtKind::Return(Some(result));
            vec![Stmt { kind, span }]
        });
        Some(made)
    }

    fn moved_bytes(&self, pointer: Expr, by: i64) -> Expr {
        let span = pointer.span;
        let bytes = Type::pointer_to(Qualified::plain(Scalar::Char.into()));
        let start = convert::force(&self.types, pointer, &bytes);
        let moved = Expr {
            kind: ExprKind::PtrAdd {
                pointer: Box::new(start),
                index: Box::new(constant(Const::Int(by), INDEX, span)),
                size: 1,
                minus: false,
            },
            ty: bytes,
            span,
        };
        convert::force(&self.types, moved, &untyped())
    }
}

fn asks(ask: &Expr, number: i64) -> Expr {
    let number = constant(Const::Int(number), INDEX, ask.span);
    Expr {
        kind: ExprKind::Compare(CompareOp::Eq, Box::new(ask.clone()), Box::new(number)),
        ty: Type::BOOL,
        span: ask.span,
    }
}

fn is_some(pointer: Expr) -> Expr {
    let span = pointer.span;
    let null = constant(Const::Null, pointer.ty.clone(), span);
    Expr {
        kind: ExprKind::Compare(CompareOp::Ne, Box::new(pointer), Box::new(null)),
        ty: Type::BOOL,
        span,
    }
}

fn choice(cond: Expr, then: Expr, other: Expr) -> Expr {
    Expr {
        span: then.span,
        ty: then.ty.clone(),
        kind: ExprKind::Select(Box::new(cond), Box::new(then), Box::new(other)),
    }
}
