//! Places inside places: `*p`, `&x`, `a[i]`, `s.m`.
//! In: the syntax of an access; out: the place (or, for a part of a value, the value).
//! The rule: an array that is a place is indexed as one; anything else is pointer arithmetic and a dereference.
//! Next: specials.rs for `threadIdx.x`, expr.rs for everything else, init.rs for references.

use super::expr::bare;
use super::scope::{Entity, nearest};
use super::{Checker, Lvalue, Typed};
use crate::check::expr::Expect;
use crate::tree::{Const, Expr, ExprKind, Place, PlaceKind};
use crate::ty::{Qualified, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn deref(&mut self, inner: &'a ast::Expr, span: Span) -> Option<Typed> {
        if let A::This = bare(inner).kind {
            return self.this_object(span).map(Typed::Place);
        }
        let typed = self.expr(inner)?;
        if self.class_of(Self::type_of_typed(&typed)).is_some() {
            if let Some(done) = self.user_operator("operator*", vec![typed.clone()], span) {
                return done;
            }
            let pointer = self.plain_operand(typed, None, false)?;
            return self.deref_value(pointer, span);
        }
        let pointer = self.value(typed)?;
        self.deref_value(pointer, span)
    }

    /// What a pointer that is a value points at.
    pub(super) fn deref_value(&mut self, pointer: Expr, span: Span) -> Option<Typed> {
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
        if let Type::Function(_) = to.ty {
            return Some(Typed::Value(Expr { span, ..pointer }));
        }
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

    /// `&x`: the program's own `operator&`, a member or a free one, else the address.
    pub(super) fn address_of(&mut self, inner: &'a ast::Expr, span: Span) -> Option<Typed> {
        if let Some(member) = self.address_of_member(inner, span) {
            return member.map(Typed::Value);
        }
        let typed = self.expected(inner, Expect::Address)?;
        if self.has_operators(&typed) && (!span.is_system() || self.is_address_of_library(&typed)) {
            let args = vec![typed.clone()];
            if self.finds_operator("operator&", &args, span)
                && let Some(done) = self.user_operator("operator&", args, span)
            {
                return done;
            }
        }
        self.plain_address(typed, span).map(Typed::Value)
    }

    /// Whether `&x` of an object is a library's operator. Libraries mean the address itself of what programs define, as `std::addressof`
    /// does.
    fn is_address_of_library(&mut self, typed: &Typed) -> bool {
        let class = self.class_of(Self::type_of_typed(typed));
        match class.and_then(|id| self.member_of(id, "operator&")) {
            Some(Entity::Functions(list)) => list
                .iter()
                .any(|at| self.functions.declared[*at].span.is_system()),
            _ => false,
        }
    }

    /// The address of a variable, an element or a field, whatever operators the program has.
    fn plain_address(&mut self, typed: Typed, span: Span) -> Option<Expr> {
        match typed {
            Typed::Place(l) if self.is_open_array(&l.place) => self.value(Typed::Place(l)),
            Typed::Place(l) => {
                self.has_address(&l.place, span)?;
                self.take_address(&l.place);
                self.warn_of_copys_address(&l.place);
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
            Typed::Value(e) if matches!(e.kind, ExprKind::FunctionAddress(_)) => Some(e),
            Typed::Value(e) if matches!(e.ty, Type::Overloads(_)) => Some(Expr { span, ..e }),
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
        whole: &'a ast::Expr,
        (base, index): (&'a ast::Expr, &'a ast::Expr),
        expect: Expect,
    ) -> Option<Typed> {
        let span = whole.span;
        if let Some(done) = self.open_element(whole, span) {
            return done;
        }
        let base = self.expr(base);
        if let Some(typed) = &base
            && self.class_of(Self::type_of_typed(typed)).is_some()
        {
            let at = self.index_argument(index, Self::type_of_typed(typed).clone())?;
            let args = vec![base?, at];
            if let Some(done) = self.user_operator("operator[]", args.clone(), span) {
                return done;
            }
            let mut args = args.into_iter();
            let pointer = self.plain_operand(args.next()?, None, false)?;
            let at = self.value(args.next()?)?;
            return self.index_pointer(pointer, at, span);
        }
        let at = self.expr(index);
        let at = at.and_then(|at| self.plain_operand(at, None, false));
        let (base, at) = (base?, at?);
        if let Typed::Place(l) = &base
            && let Type::Array(of, n) = &l.place.ty
        {
            let (of, n, l) = (of.clone(), *n, l.clone());
            let at = self.index(at, "an index")?;
            // `&a[n]` may name the place one past the end.
            let past_end = u64::from(expect == Expect::Address);
            self.warn_past_end(&l, &at, n.saturating_add(past_end));
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
        self.index_pointer(base, at, span)
    }

    /// `a[{i, j}]`: braces take the type of the operator's parameter.
    fn index_argument(&mut self, index: &'a ast::Expr, ty: Type) -> Option<Typed> {
        if let (A::Braces(_), Some(id)) = (&index.kind, self.class_of(&ty))
            && let Some(super::scope::Entity::Functions(list)) = self.member_of(id, "operator[]")
        {
            return self
                .arguments_for(std::slice::from_ref(index), &list, None)?
                .pop();
        }
        self.expr(index)
    }

    /// `p[i]` of values.
    fn index_pointer(&mut self, base: Expr, at: Expr, span: Span) -> Option<Typed> {
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
        if n != crate::ty::UNSIZED && n > 0 && (i < 0 || i as u64 >= n) {
            let shown = self.types.show(&l.place.ty);
            let what = self.describe(&l.place);
            let diag = Diag::warning(
                Code::PastTheEnd,
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
            self.needs_threads(m.base.span)?;
            return self.special_member(which, name, span);
        }
        let base = if m.arrow {
            self.arrow(&m.base)?
        } else {
            self.expr(&m.base)?
        };
        let base = self.as_named(base, m.qualifier.as_ref())?;
        self.member_in(base, m, span)
    }

    /// A member of what an expression turned out to be.
    pub(super) fn member_in(
        &mut self,
        base: Typed,
        m: &'a ast::MemberExpr,
        span: Span,
    ) -> Option<Typed> {
        let name = &m.member.name;
        let ty = Self::type_of_typed(&base).clone();
        let Type::Struct(id) = ty else {
            if let Typed::Value(v) = &base
                && self.unclear_value(v)
            {
                return None;
            }
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
        if self.class_of(&ty).is_some() {
            return self.class_member(base, id, name, span);
        }
        let at = self
            .types
            .get(id)
            .fields
            .iter()
            .position(|f| *f.name == *name.text);
        let Some(at) = at else {
            self.no_member(id, name);
            return None;
        };
        match base {
            Typed::Place(l) => self.field_of(l, &[at as u32], span),
            Typed::Value(v) => self.field_of_value(v, id, at as u32, span),
        }
    }

    fn field_of_value(
        &mut self,
        v: Expr,
        id: crate::ty::StructId,
        at: u32,
        span: Span,
    ) -> Option<Typed> {
        let ty = self.types.get(id).fields.get(at as usize)?.ty.ty.clone();
        Some(Typed::Value(Expr {
            kind: ExprKind::Field(Box::new(v), at),
            ty,
            span,
        }))
    }

    /// A member of an object of a class that is not called.
    fn class_member(
        &mut self,
        base: Typed,
        id: crate::ty::StructId,
        name: &ast::Ident,
        span: Span,
    ) -> Option<Typed> {
        use super::scope::Entity;
        let found = self.member_of(id, &name.text);
        if found.is_some()
            && !matches!(found, Some(Entity::Functions(_)))
            && !self.may_use(id, &name.text, name.span)
        {
            return None;
        }
        match found {
            Some(Entity::Field(_, path)) => {
                if let (Typed::Value(v), [at]) = (&base, path.as_slice()) {
                    let plain = self.classes.known[&id].fields.get(*at as usize);
                    let plain = plain.is_some_and(|f| f.reference.is_none());
                    let ty = self.types.get(id).fields.get(*at as usize)?.ty.ty.clone();
                    let array = matches!(ty, Type::Array(..));
                    if plain && !array && !self.drops(&v.ty) && !self.types.get(id).union {
                        return self.field_of_value(v.clone(), id, *at, span);
                    }
                }
                let object = self.object(base)?;
                self.field_of(object, &path, span)
            }
            Some(Entity::Constant(c, ty)) => Some(Typed::Value(super::op::constant(c, ty, span))),
            Some(Entity::Global(global)) => self.global_place(global, span).map(Typed::Place),
            Some(Entity::Known(at, c, _)) => {
                let global = self.host_variable(at)?;
                let mut place = self.global_place(global, span)?;
                place.known = Some(c);
                Some(Typed::Place(place))
            }
            Some(Entity::Host(at)) if self.may_use_host(at, &name.text, span) => {
                let global = self.host_variable(at)?;
                self.global_place(global, span).map(Typed::Place)
            }
            Some(Entity::Host(_)) => {
                let message = format!(
                    "`{}` is a variable of the host: device code cannot reach it",
                    name.text
                );
                let diag = Diag::error(Code::WrongSide, name.span, message);
                self.note(diag.help(
                    "pass its value as an argument, or make it `constexpr` if it never changes",
                ));
                None
            }
            Some(Entity::Functions(_)) => {
                let message = format!("`{}` is a method: call it, `{}(…)`", name.text, name.text);
                self.error(Code::NotAValue, name.span, message);
                None
            }
            Some(Entity::Broken) => None,
            _ => {
                self.no_member(id, name);
                None
            }
        }
    }

    pub(super) fn no_member(&mut self, id: crate::ty::StructId, name: &ast::Ident) {
        if self.defined(&Type::Struct(id), name.span).is_none() {
            return;
        }
        let s = self.types.get(id);
        let class = self.classes.known.get(&id);
        let methods = class
            .iter()
            .flat_map(|c| c.names.keys().map(String::as_str));
        let fields = s.fields.iter().map(|f| f.name.as_str());
        let near = nearest(&name.text, fields.chain(methods));
        let named = s.fields.iter().filter(|f| !f.name.is_empty());
        let named = named.filter(|f| !f.name.starts_with('<'));
        let list: Vec<String> = named.map(|f| format!("`{}`", f.name)).collect();
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
}
