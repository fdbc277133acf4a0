//! Structs, enumerations and aliases: from syntax to types in scope.
//! In: a declaration at any scope; out: a name for a type. The rule: structs are plain data here; what needs more
//! (methods, bases, unions) is refused when it is used, with its name.
//! Next: ty.rs for layouts, typex.rs for written types.

use super::Checker;
use super::coerce::Purpose;
use super::scope::Entity;
use crate::check::typex::Placeholders;
use crate::tree::{Const, ExprKind};
use crate::ty::{EnumId, Qualified, Scalar, Type, UNSIZED};
use cuda_parse::ast::{self, SpecifierKind, specifier};
use cuda_source::diag::Code;

impl<'a> Checker<'a> {
    /// `__align__(n)` and `alignas`.
    pub(super) fn written_alignment(&mut self, specifiers: &'a [ast::Specifier]) -> Option<u64> {
        let mut most = None;
        for s in specifiers {
            let n = match &s.kind {
                SpecifierKind::Align(e) => {
                    let value = self.rvalue(e)?;
                    let n = self.constant_integer(value, "an alignment")?;
                    if n <= 0 || n > 1 << 20 || n & (n - 1) != 0 {
                        self.error(
                            Code::BadShape,
                            e.span,
                            format!("an alignment is a power of two, not {n}"),
                        );
                        return None;
                    }
                    n as u64
                }
                SpecifierKind::AlignAs(t) => {
                    let q = self.ty(t)?;
                    self.types.align(&q.ty)
                }
                _ => continue,
            };
            most = most.max(Some(n));
        }
        most
    }

    /// Declares an enumeration and, unless it is scoped, its names.
    pub(super) fn declare_enum(&mut self, e: &'a ast::Enum, space: &str) -> Option<EnumId> {
        let key = format!("{space}{}", e.name.text);
        let underlying = match &e.underlying {
            Some(t) => {
                let q = self.ty(t)?;
                let scalar = self.types.scalar(&q.ty).filter(|s| s.is_integer());
                let Some(scalar) = scalar else {
                    self.error(
                        Code::TypeMismatch,
                        t.span,
                        "an enumeration is stored as an integer type",
                    );
                    return None;
                };
                scalar
            }
            None if e.scoped => Scalar::Int,
            None => self.enum_width(e),
        };
        let id = EnumId(self.types.enums.len() as u32);
        let name = if e.unnamed {
            String::new()
        } else {
            e.name.text.to_string()
        };
        self.types.enums.push(crate::ty::Enum {
            name,
            underlying,
            scoped: e.scoped,
        });
        self.names.scopes.declare(
            &key,
            Entity::Type(Qualified::plain(Type::Enum(id))),
            e.name.span,
        );
        self.names.enum_spaces.insert(id, self.names.space.clone());
        let mut next: i128 = 0;
        for value in e.values.iter().flatten() {
            if let Some(written) = &value.value {
                next = self.enumerator(written)?;
            }
            let c = super::konst::of_integer(next, underlying);
            let entity = Entity::Constant(c, Type::Enum(id));
            let values = self.names.enum_values.entry(id).or_default();
            values.insert(value.name.text.to_string(), entity.clone());
            if !e.scoped {
                self.names.scopes.declare(
                    &format!("{space}{}", value.name.text),
                    entity.clone(),
                    value.name.span,
                );
            }
            self.names.scopes.declare(
                &format!("{key}::{}", value.name.text),
                entity,
                value.name.span,
            );
            next += 1;
        }
        Some(id)
    }

    fn enumerator(&mut self, e: &'a ast::Expr) -> Option<i128> {
        let mut value = self.rvalue(e)?;
        if let (Type::Enum(_), Some(s)) = (&value.ty, self.types.scalar(&value.ty)) {
            value.ty = s.into();
        }
        self.constant_integer(value, "an enumerator")
    }

    /// The integer type of an enumeration that does not say: `unsigned` unless a value is negative, wider if needed.
    fn enum_width(&mut self, e: &'a ast::Enum) -> Scalar {
        let negative = e.values.iter().flatten().any(|v| {
            v.value.as_ref().is_some_and(|e| {
                let value = self.attempt(|c| {
                    let value = c.rvalue(e)?;
                    match (value.kind, c.types.scalar(&value.ty)) {
                        (ExprKind::Const(Const::Int(v)), Some(s)) if s.is_signed() => Some(v < 0),
                        _ => None,
                    }
                });
                value.unwrap_or(false)
            })
        });
        if negative { Scalar::Int } else { Scalar::UInt }
    }

    /// `using A = T;`
    pub(super) fn declare_alias(&mut self, a: &'a ast::Alias, space: &str) -> Option<()> {
        let key = format!("{space}{}", a.name.text);
        let Some(q) = self.ty(&a.ty) else {
            self.names.scopes.declare(&key, Entity::Broken, a.name.span);
            return None;
        };
        self.names
            .scopes
            .declare(&key, Entity::Type(q), a.name.span);
        Some(())
    }

    /// The type of a variable or field as written; `auto` takes it from the first value.
    pub(super) fn variable_type(&mut self, v: &'a ast::Variable) -> Option<Qualified> {
        self.variable_type_with(v, &Placeholders::default())
    }

    /// The same, of which the first value says what it leaves open.
    pub(super) fn variable_type_with(
        &mut self,
        v: &'a ast::Variable,
        placeholders: &Placeholders,
    ) -> Option<Qualified> {
        let mut q = self.ty_with(&v.ty, placeholders)?;
        if specifier(&v.specifiers, &SpecifierKind::Constexpr).is_some() {
            q.constant = true;
        }
        if let Type::Array(of, UNSIZED) = &q.ty
            && let Some(n) = self.length_of_braces(v, &q.ty)
        {
            q.ty = Type::array_of((**of).clone(), n);
        }
        Some(q)
    }

    /// The length that braces give an array declared with `[]`.
    fn length_of_braces(&mut self, v: &'a ast::Variable, ty: &Type) -> Option<u64> {
        let (ast::Init::Equals(e) | ast::Init::Braces(e)) = v.init.as_ref()? else {
            return None;
        };
        match &super::text::unbraced(e, ty).kind {
            ast::ExprKind::Braces(items) if !items.is_empty() => {
                self.brace_count(items).map(|n| n as u64)
            }
            ast::ExprKind::Str(text) => Some(text.len() as u64 + 1),
            _ => None,
        }
    }

    /// A scalar variable's type and first value, converted to it.
    pub(super) fn scalar_initial(
        &mut self,
        v: &'a ast::Variable,
    ) -> Option<(Qualified, Option<crate::tree::Expr>)> {
        let written = match &v.init {
            Some(ast::Init::Equals(e) | ast::Init::Braces(e)) => Some(e),
            Some(ast::Init::Parens(list, _)) => list.first(),
            None => None,
        };
        let single = written.map(|e| match &e.kind {
            ast::ExprKind::Braces(items) if items.len() == 1 => &items[0].value,
            _ => e,
        });
        let value = match single {
            Some(e) => Some(self.rvalue(e)?),
            None => None,
        };
        let auto = value.as_ref().map(|v| Qualified::plain(v.ty.clone()));
        let q = self.variable_type_with(v, &Placeholders { auto, class: None })?;
        self.types.scalar(&q.ty)?;
        let value = match value {
            Some(value) => {
                Some(self.coerce(value, &q.ty, &Purpose::Init(v.name.text.to_string()))?)
            }
            None => None,
        };
        Some((q, value))
    }
}
