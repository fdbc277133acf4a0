//! Pointers to members: `int S::*` is how far a field is from the start of its object, `R (S::*)(A)` a function and how far
//! the object that it is for.
//! In: `&S::x`, `s.*p`, `p->*f` and calls of the latter; out: structs of one and two words, as C++'s ABI has them.
//! The rule: each such type is a struct of its own that no program names; a virtual function is meant by a small function
//! that calls through the object's table.
//! Next: fnptr.rs for pointers to functions, overloaded.rs for names of several functions.

use sorted::SortedMap;

use super::op::constant;
use super::scope::Entity;
use super::{Checker, Side, Signature, convert};
use crate::tree::{
    CompareOp, Const, Expr, ExprKind, FuncId, INDEX, Place, PlaceKind, Stmt, StmtKind,
};
use crate::ty::{FunctionType, Qualified, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::Code;
use cuda_source::source::Span;
use std::sync::Arc;

/// What a pointer to a member is of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Member {
    /// The class.
    pub class: StructId,
    /// The field's type, or a function's without its object.
    pub to: Qualified,
}

impl Member {
    pub(super) fn function(&self) -> Option<Arc<FunctionType>> {
        match &self.to.ty {
            Type::Function(f) => Some(f.clone()),
            _ => None,
        }
    }

    /// Whether the function takes a `const` object.
    pub(super) fn constant(&self) -> bool {
        matches!(&self.to.ty, Type::Function(f) if f.constant)
    }
}

/// The types of pointers to members.
#[derive(Clone, Debug, Default)]
pub(super) struct MemberPointers {
    of: SortedMap<StructId, Member>,
    made: SortedMap<Member, StructId>,
    /// The functions that call a virtual one.
    thunks: SortedMap<FuncId, FuncId>,
}

impl<'a> Checker<'a> {
    /// What a type points to a member of, if it does.
    pub(super) fn member_behind(&self, ty: &Type) -> Option<&Member> {
        match ty {
            Type::Struct(id) => self.member_pointers.of.get(id),
            _ => None,
        }
    }

    /// The type of a pointer to a member.
    pub(super) fn member_pointer(&mut self, member: Member) -> Type {
        if let Some(id) = self.member_pointers.made.get(&member) {
            return Type::Struct(*id);
        }
        let class = self.types.get(member.class).name.clone();
        let word = || Qualified::plain(INDEX.into());
        let (name, fields) = match member.function() {
            None => {
                let shown = self.types.show(&member.to.ty);
                let constant = if member.to.constant { "const " } else { "" };
                let fields = vec![("<offset>".to_string(), word())];
                (format!("{constant}{shown} {class}::*"), fields)
            }
            Some(f) => {
                let params: Vec<String> = f.params.iter().map(|p| self.types.show(p)).collect();
                let (result, params) = (self.types.show(&f.result), params.join(", "));
                let constant = if f.constant { " const" } else { "" };
                let function = Qualified::plain(self.with_object(&member, &f));
                let fields = vec![
                    (
                        "<function>".to_string(),
                        Qualified::plain(Type::pointer_to(function)),
                    ),
                    ("<adjustment>".to_string(), word()),
                ];
                (format!("{result} ({class}::*)({params}){constant}"), fields)
            }
        };
        let id = self.types.add_struct(name, fields, 1);
        self.member_pointers.of.insert(id, member.clone());
        self.member_pointers.made.insert(member, id);
        Type::Struct(id)
    }

    /// The function that a method is: its object's address comes first.
    pub(super) fn with_object(&self, member: &Member, f: &FunctionType) -> Type {
        let object = Qualified::with_const(Type::Struct(member.class), f.constant);
        let mut params = vec![Type::pointer_to(object)];
        params.extend(f.params.iter().cloned());
        Type::Function(Arc::new(FunctionType {
            result: f.result.clone(),
            params,
            variadic: false,
            constant: false,
        }))
    }

    /// `T C::*` and `R (C::*)(A)` as written.
    pub(super) fn written_member_pointer(
        &mut self,
        (path, to): (&'a ast::Path, &'a ast::TypeExpr),
        span: Span,
    ) -> Option<Type> {
        let class = match self.resolve(path) {
            Some(Entity::Type(q)) => self.class_of(&q.ty),
            Some(Entity::Broken) => return None,
            _ => None,
        };
        let Some(class) = class else {
            let message = "a pointer to a member names a class before `::*`";
            self.error(Code::NotAType, span, message);
            return None;
        };
        let to = self.ty(to)?;
        Some(self.member_pointer(Member { class, to }))
    }

    /// The type of the address of a function: of a method it points to a member.
    pub(super) fn address_type(&mut self, id: FuncId) -> Option<Type> {
        let ty = self.pointer_to_function(id)?;
        let at = self.templates.instances.get(id.0 as usize)?.declared;
        let owner = self.functions.declared[at]
            .owner
            .as_ref()
            .filter(|o| o.this);
        let Some((class, constant)) = owner.map(|o| (o.class, o.constant)) else {
            return Some(ty);
        };
        let Type::Function(f) = &ty.pointee()?.ty else {
            return None;
        };
        let to = Qualified::plain(Type::Function(Arc::new(FunctionType {
            constant,
            ..(**f).clone()
        })));
        Some(self.member_pointer(Member { class, to }))
    }

    /// `&C::x` of a member that objects have; `None` if it names something else.
    pub(super) fn address_of_member(
        &mut self,
        inner: &'a ast::Expr,
        span: Span,
    ) -> Option<Option<Expr>> {
        let A::Name(path) = &inner.kind else {
            return None;
        };
        if path.segments.len() < 2 {
            return None;
        }
        match self.attempt(|c| c.resolve(path))? {
            Entity::Field(class, fields) => Some(self.address_of_field(class, &fields, span)),
            Entity::Functions(list) => {
                let method = |at: &usize| {
                    self.functions.declared[*at]
                        .owner
                        .as_ref()
                        .is_some_and(|o| o.this)
                };
                if !list.iter().any(method) {
                    return None;
                }
                let explicit = path.last().args.is_some();
                let [at] = list.as_slice() else {
                    return Some(self.value_of_set(list, path));
                };
                if self.functions.declared[*at].template.is_some() || explicit {
                    return Some(self.value_of_set(list, path));
                }
                let id = self.instance(*at, Vec::new(), None)?;
                Some(self.address_of_method(id, span))
            }
            _ => None,
        }
    }

    fn value_of_set(&mut self, list: Vec<usize>, path: &'a ast::Path) -> Option<Expr> {
        let typed = self.overload_set(list, path);
        self.value(typed)
    }

    fn address_of_field(&mut self, class: StructId, path: &[u32], span: Span) -> Option<Expr> {
        // A field of a base is the base's member.
        let (mut class, mut path) = (class, path.to_vec());
        while path.len() > 1 {
            let bases = &self.types.get(class).bases;
            let Some((base, _)) = bases.iter().find(|(_, field)| *field == path[0]) else {
                break;
            };
            class = *base;
            path.remove(0);
        }
        let mut place = Place {
            kind: PlaceKind::Deref(Box::new(constant(
                Const::Null,
                Type::pointer_to(Qualified::plain(Type::Struct(class))),
                span,
            ))),
            ty: Type::Struct(class),
            volatile: false,
            span,
        };
        let mut to = Qualified::plain(Type::Error);
        for at in path {
            let Type::Struct(id) = place.ty else {
                return None;
            };
            to = self.types.get(id).fields.get(at as usize)?.ty.clone();
            place = super::parts::field(&self.types, place, at, span)?;
        }
        if super::bitfield::bits_of(&self.types, &place).is_some() {
            let message = "this is a bit field, and there is no pointer to one";
            self.error(Code::NotAssignable, span, message);
            return None;
        }
        let offset = self.offset(&place) as i64;
        let ty = self.member_pointer(Member { class, to });
        Some(self.words(ty, vec![number(offset, span)], span))
    }

    /// A pointer to a method.
    pub(super) fn address_of_method(&mut self, id: FuncId, span: Span) -> Option<Expr> {
        let ty = self.address_type(id)?;
        let member = self.member_behind(&ty)?.clone();
        let function = Type::pointer_to(Qualified::plain(
            self.with_object(&member, &*member.function()?),
        ));
        let target = self.virtual_thunk(id).unwrap_or(id);
        let address = self.function_address(target, span)?;
        let address = convert::force(&self.types, address, &function);
        Some(self.words(ty, vec![address, number(0, span)], span))
    }

    fn words(&self, ty: Type, words: Vec<Expr>, span: Span) -> Expr {
        Expr {
            kind: ExprKind::Aggregate(words),
            ty,
            span,
        }
    }

    /// The function that calls a virtual one as its object has it; `None` if it is not virtual.
    fn virtual_thunk(&mut self, id: FuncId) -> Option<FuncId> {
        if let Some(made) = self.member_pointers.thunks.get(&id) {
            return Some(*made);
        }
        let instance = self.templates.instances[id.0 as usize].clone();
        let owner = self.functions.declared[instance.declared].owner.clone()?;
        let slot = self.slot_of(owner.class, instance.declared)?;
        let object = Qualified::with_const(Type::Struct(owner.class), owner.constant);
        let mut params = vec![Type::pointer_to(object)];
        params.extend(instance.signature.params.iter().cloned());
        let result = instance.signature.result.clone();
        let side = match self.side_of(instance.declared) {
            Side::Host => Side::Host,
            Side::Both => Side::Both,
            _ => Side::Device,
        };
        let class = owner.class;
        let signature = Signature {
            params: params.clone(),
            result: result.clone(),
        };
        let made = self.made_function(&instance.name, side, (&params, &result), |c, args| {
            let span = Span::default();
            let Some(this) = args.first().cloned() else {
                return Vec::new();
            };
            let Some(pointer) = c.in_table(class, slot, this, signature, span) else {
                return Vec::new();
            };
            let ty = match result.referred() {
                Some(to) => Type::Pointer(to.clone()),
                None => result.clone(),
            };
            let void = ty == Type::Void;
            let call = Expr {
                kind: ExprKind::CallPointer(Box::new(pointer), args),
                ty,
                span,
            };
            let kind = match void {
                true => StmtKind::Expr(call),
                false => StmtKind::Return(Some(call)),
            };
            vec![Stmt { kind, span }]
        });
        self.member_pointers.thunks.insert(id, made);
        Some(made)
    }

    /// The null pointer of a type that points to a member.
    pub(super) fn no_member_pointer(&mut self, ty: &Type, span: Span) -> Option<Expr> {
        let member = self.member_behind(ty)?.clone();
        let words = match member.function() {
            None => vec![number(-1, span)],
            Some(f) => {
                let function = Type::pointer_to(Qualified::plain(self.with_object(&member, &f)));
                vec![constant(Const::Null, function, span), number(0, span)]
            }
        };
        Some(self.words(ty.clone(), words, span))
    }

    /// Whether a pointer to a member is to one, as a condition.
    pub(super) fn member_pointer_truth(&mut self, pointer: Expr) -> Option<Expr> {
        let null = self.no_member_pointer(&pointer.ty, pointer.span)?;
        self.compare_members(CompareOp::Ne, pointer, null)
    }

    /// `==` and `!=` of two pointers to members of one type.
    pub(super) fn compare_members(&mut self, op: CompareOp, a: Expr, b: Expr) -> Option<Expr> {
        let (ty, span) = (a.ty.clone(), a.span.to(b.span));
        let member = self.member_behind(&ty)?.clone();
        let first: Type = match member.function() {
            None => INDEX.into(),
            Some(f) => Type::pointer_to(Qualified::plain(self.with_object(&member, &f))),
        };
        Some(Expr {
            kind: ExprKind::Compare(
                op,
                Box::new(word(a, 0, first.clone())),
                Box::new(word(b, 0, first)),
            ),
            ty: Type::BOOL,
            span,
        })
    }

    /// A value as a pointer to a member of another type: of none, of a base's member, or one of several functions.
    pub(super) fn as_member_pointer(&mut self, value: &Expr, to: &Type) -> Option<Expr> {
        let wanted = self.member_behind(to)?.clone();
        if value.ty == *to {
            return Some(value.clone());
        }
        if matches!(value.kind, ExprKind::Const(Const::Null | Const::Int(0)))
            && !matches!(value.ty, Type::Overloads(_))
        {
            return self.no_member_pointer(to, value.span);
        }
        let given = self.member_behind(&value.ty)?.clone();
        let path = self.base_path(wanted.class, given.class)?;
        let alike = given.to.ty == wanted.to.ty;
        if !alike || given.to.constant && !wanted.to.constant {
            return None;
        }
        // The base is where the object begins: the same words.
        let mut place = self.temporary_place(Type::Struct(wanted.class), value.span);
        let begun = place.clone();
        for at in path {
            place = super::parts::field(&self.types, place, at, value.span)?;
        }
        self.forget(&begun);
        if self.offset(&place) != 0 {
            let help = "make the pointer one to a member of the derived class from the start";
            self.refuse(
                value.span,
                "this conversion of a pointer to a member is",
                help,
            );
            return None;
        }
        let (first, kept) = self.kept_words(value.clone());
        let words = match given.function() {
            None => vec![word(kept, 0, INDEX.into())],
            Some(f) => {
                let own = Type::pointer_to(Qualified::plain(self.with_object(&given, &f)));
                let new = Type::pointer_to(Qualified::plain(self.with_object(&wanted, &f)));
                let target = word(kept.clone(), 0, own);
                let target = convert::force(&self.types, target, &new);
                vec![target, word(kept, 1, INDEX.into())]
            }
        };
        let made = self.words(to.clone(), words, value.span);
        Some(match first {
            Some(first) => super::class::comma(first, made),
            None => made,
        })
    }

    /// Two operands as pointers to members of one type, if one of them is such.
    pub(super) fn as_member_pointers(&mut self, a: &Expr, b: &Expr) -> Option<(Expr, Expr)> {
        let to = match self.member_behind(&a.ty).is_some() {
            true => a.ty.clone(),
            false => self.member_behind(&b.ty).map(|_| b.ty.clone())?,
        };
        Some((
            self.as_member_pointer(a, &to)?,
            self.as_member_pointer(b, &to)?,
        ))
    }

    /// Whether [`Checker::as_member_pointer`] would do.
    pub(super) fn fits_member_pointer(&self, from: &Type, null: bool, to: &Type) -> bool {
        let Some(wanted) = self.member_behind(to) else {
            return false;
        };
        let given = self.member_behind(from);
        null || given.is_some_and(|given| {
            given.to.ty == wanted.to.ty && self.base_path(wanted.class, given.class).is_some()
        })
    }
}

/// One of the words of a pointer to a member.
pub(super) fn word(pointer: Expr, at: u32, ty: Type) -> Expr {
    let span = pointer.span;
    if let ExprKind::Aggregate(words) = &pointer.kind
        && let Some(word) = words.get(at as usize)
    {
        return word.clone();
    }
    let kind = ExprKind::Field(Box::new(pointer), at);
    Expr { kind, ty, span }
}

fn number(n: i64, span: Span) -> Expr {
    constant(Const::Int(n), INDEX, span)
}
