//! Questions about types that the headers ask: `__is_trivially_copyable(T)` and its kin, `__builtin_offsetof`.
//! In: a name and types; out: a constant. The rule: the answers are those of the class as checked.
//! Next: construct.rs and drop.rs, which know them.

use super::construct::Given;
use crate::check::op::constant;
use crate::check::scope::Entity;
use crate::check::{Checker, Lvalue, Typed};
use crate::tree::{Const, Expr, Place, PlaceKind, VarId};
use crate::ty::{Field, Qualified, SIZE_T, Scalar, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// The questions.
const TRAITS: [&str; 15] = [
    "__is_trivially_copyable",
    "__is_trivial",
    "__is_trivially_destructible",
    "__is_standard_layout",
    "__is_polymorphic",
    "__is_abstract",
    "__is_aggregate",
    "__is_class",
    "__is_member_object_pointer",
    "__is_member_function_pointer",
    "__is_enum",
    "__is_empty",
    "__is_union",
    "__is_base_of",
    "__is_convertible",
];

impl<'a> Checker<'a> {
    /// A question about types, if the name is one.
    pub(in crate::check) fn type_trait(
        &mut self,
        name: &str,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Option<Expr>> {
        if name == "__builtin_offsetof" {
            return Some(self.offset_of(args, span));
        }
        if !TRAITS.contains(&name) {
            return None;
        }
        let types: Option<Vec<Qualified>> = args.iter().map(|e| self.type_argument(e)).collect();
        let answer = types.and_then(|types| self.answer(name, &types));
        if answer.is_none() {
            let message = format!("`{name}` asks about types");
            self.note(Diag::error(Code::NotAType, span, message));
        }
        Some(answer.map(|yes| constant(Const::Int(i64::from(yes)), Scalar::Bool, span)))
    }

    /// A type written where an expression can stand.
    fn type_argument(&mut self, e: &'a ast::Expr) -> Option<Qualified> {
        match &e.kind {
            A::Paren(inner) => self.type_argument(inner),
            A::Name(path) => match self.resolve(path) {
                Some(Entity::Type(q)) => Some(q),
                None => {
                    let name = crate::check::typex::spelled(path);
                    self.header_type(&name).map(Qualified::plain)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn answer(&mut self, name: &str, types: &[Qualified]) -> Option<bool> {
        let ty = &types.first()?.ty.clone();
        let class = match ty {
            Type::Struct(id) => Some(*id),
            _ => None,
        };
        Some(match name {
            "__is_trivially_copyable" => self.copies_trivially(ty),
            "__is_trivially_destructible" => !self.drops(ty),
            "__is_trivial" => self.copies_trivially(ty) && self.begins_plain(ty),
            "__is_standard_layout" => self.has_standard_layout(ty),
            "__is_polymorphic" => class.is_some_and(|id| self.is_polymorphic(id)),
            "__is_abstract" => class
                .is_some_and(|id| self.is_polymorphic(id) && !self.pure_functions(id).is_empty()),
            "__is_aggregate" => match class {
                Some(id) => self.is_open_aggregate(id),
                None => matches!(ty, Type::Array(..)),
            },
            "__is_member_object_pointer" | "__is_member_function_pointer" => {
                let wanted = name.ends_with("function_pointer");
                let member = self.member_behind(ty);
                member.is_some_and(|m| matches!(m.to.ty, Type::Function(_)) == wanted)
            }
            "__is_class" if self.member_behind(ty).is_some() => false,
            "__is_class" => class.is_some_and(|id| !self.types.get(id).union),
            "__is_union" => class.is_some_and(|id| self.types.get(id).union),
            "__is_enum" => matches!(ty, Type::Enum(_)),
            "__is_empty" => class.is_some_and(|id| self.types.get(id).fields.is_empty()),
            "__is_base_of" => match (class, &types.get(1)?.ty) {
                (Some(base), Type::Struct(derived)) => self.base_path(*derived, base).is_some(),
                _ => false,
            },
            _ => {
                let to = types.get(1)?.ty.clone();
                *ty == to || self.converts(ty, &to)
            }
        })
    }

    fn copies_trivially(&mut self, ty: &Type) -> bool {
        ty.referred().is_none()
            && self.copies_plain(ty)
            && self.assigns_plain(ty)
            && !self.drops(ty)
    }

    /// Whether it is laid out as C would: no virtual functions, one access for all fields, which are of one class of the bases and it.
    fn has_standard_layout(&self, ty: &Type) -> bool {
        let id = match ty {
            Type::Array(of, _) => return self.has_standard_layout(&of.ty),
            Type::Struct(id) => *id,
            ty => return ty.referred().is_none(),
        };
        let Some(class) = self.classes.known.get(&id) else {
            return true;
        };
        let of = self.types.get(id);
        let is_base = |n: usize| of.bases.iter().any(|(_, field)| *field as usize == n);
        let own = of.fields.iter().enumerate().filter(|(n, _)| !is_base(*n));
        let own: Vec<&Field> = own.map(|(_, f)| f).collect();
        let mut access = own.iter().map(|f| class.access.get(&f.name));
        let first = access.next();
        let alike = access.all(|one| Some(one) == first);
        let holding = of.bases.iter().filter(|(base, _)| !self.is_bare(*base));
        !self.is_polymorphic(id)
            && !class.fields.iter().any(|f| f.reference.is_some())
            && alike
            && holding.count() + usize::from(!own.is_empty()) <= 1
            && of.fields.iter().all(|f| self.has_standard_layout(&f.ty.ty))
    }

    /// Whether neither a class nor its bases have fields of their own.
    fn is_bare(&self, id: StructId) -> bool {
        let of = self.types.get(id);
        of.fields.len() == of.bases.len() && of.bases.iter().all(|(base, _)| self.is_bare(*base))
    }

    /// Whether it is an aggregate as C++17 has it: no constructors, no private fields.
    fn is_open_aggregate(&self, id: StructId) -> bool {
        let open = self.classes.known.get(&id).is_none_or(|class| {
            let fields = &self.types.get(id).fields;
            !fields.iter().any(|f| class.access.contains_key(&f.name))
        });
        open && self.is_aggregate(id) && !self.has_constructor(id)
    }

    /// Whether a value of one type becomes one of another without being asked.
    fn converts(&mut self, from: &Type, to: &Type) -> bool {
        if *to == Type::Void || *from == Type::Void {
            return from == to;
        }
        let (from, expiring) = match from {
            Type::Reference(q) => (q.ty.clone(), false),
            Type::Rvalue(q) => (q.ty.clone(), true),
            ty => (ty.clone(), true),
        };
        let place = Place {
            kind: PlaceKind::Var(VarId(u32::MAX)),
            ty: from,
            volatile: false,
            span: Span::default(),
        };
        let mut l = Lvalue::new(place, false);
        l.expiring = expiring;
        let typed = Typed::Place(l);
        if let Some(id) = self.class_of(to)
            && self.makes(id, &typed, Given::Copy)
        {
            return true;
        }
        self.fit(&typed, to).is_ok()
    }

    /// `__underlying_type(E)`.
    pub(in crate::check) fn underlying(&mut self, t: &'a ast::TypeExpr) -> Option<Type> {
        let q = self.ty(t)?;
        self.types.scalar(&q.ty).map(Type::Scalar)
    }

    fn offset_of(&mut self, args: &'a [ast::Expr], span: Span) -> Option<Expr> {
        let [of, member] = args else { return None };
        let mut ty = self.type_argument(of)?.ty;
        let mut names = Vec::new();
        let mut at = member;
        loop {
            match &at.kind {
                A::Name(path) => {
                    names.push(path.last().name.clone());
                    break;
                }
                A::Member(m) => {
                    names.push(m.member.name.clone());
                    at = &m.base;
                }
                _ => return None,
            }
        }
        let mut offset = 0;
        for name in names.into_iter().rev() {
            let Type::Struct(id) = ty else { return None };
            let path = match self.member_of(id, &name.text) {
                Some(Entity::Field(_, path)) => path,
                _ => {
                    self.no_member(id, &name);
                    return None;
                }
            };
            for field in path {
                let Type::Struct(id) = ty else { return None };
                let f = self.types.get(id).fields.get(field as usize)?;
                offset += f.offset;
                ty = f.ty.ty.clone();
            }
        }
        Some(constant(Const::Int(offset as i64), SIZE_T, span))
    }
}
