//! Names as expressions: variables, constants, the language's own, and what is unknown.
//! In: a path; out: the place or value it stands for.
//! The rule: an unknown name is refused by name if we know of it, else met with the nearest name in scope; the second
//! use of the same slip says nothing.
//! Next: scope.rs for the lookup, decl.rs for the file's names.

use super::op::constant;
use super::scope::{Address, Entity, SPECIALS, nearest};
use super::specials::whole_special;
use super::typex::spelled;
use super::{Checker, Lvalue, Typed, refuse};
use crate::tree::{Const, Expr, ExprKind, GlobalId, Place, PlaceKind};
use crate::ty::{Scalar, Type};
use cuda_parse::ast::{self};
use cuda_parse::pp::headers;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// A name as an expression.
    pub(super) fn name(&mut self, path: &'a ast::Path) -> Option<Typed> {
        let (name, span) = (spelled(path), path.span);
        let place = match self.resolve(path) {
            Some(Entity::Local(id)) => {
                self.named_itself(id);
                self.var_place(id, span)?
            }
            Some(Entity::Global(id)) => self.global_place(id, span)?,
            Some(Entity::Constant(c, ty)) => return Some(Typed::Value(constant(c, ty, span))),
            Some(Entity::Address(address, ty)) => return self.known_address(address, ty, span),
            Some(Entity::Field(id, path)) => {
                if !self.is_closure(id) && !self.may_use(id, &path_name(&name), span) {
                    return None;
                }
                return self.own_field(id, &path, &name, span);
            }
            Some(Entity::FileShared(at)) => {
                let id = self.file_shared(at)?;
                self.var_place(id, span)?
            }
            Some(Entity::Known(at, c, _)) => {
                let id = self.host_variable(at)?;
                let mut place = self.global_place(id, span)?;
                place.known = Some(c);
                place
            }
            Some(Entity::Host(at)) if self.may_use_host(at, &name, span) => {
                let id = self.host_variable(at)?;
                self.global_place(id, span)?
            }
            Some(Entity::Functions(list)) => return self.function_value(&list, path),
            Some(Entity::Host(_)) => {
                let diag = Diag::error(
                    Code::WrongSide,
                    span,
                    format!("`{name}` is a variable of the host: device code cannot reach it"),
                );
                self.note(diag.help("pass it as an argument, make it `constexpr` if it never changes, or declare it `__constant__` or `__device__`"));
                return None;
            }
            Some(entity) => return self.not_a_value(&name, &entity, path),
            None => return self.predefined(&name, path),
        };
        Some(match place.place.ty {
            // A reference to a function is the function.
            Type::Function(_) => Typed::Value(self.value(Typed::Place(place))?),
            _ => Typed::Place(place),
        })
    }

    /// What a template parameter of pointer or reference type stands for.
    fn known_address(&mut self, address: Address, ty: Type, span: Span) -> Option<Typed> {
        let value = match address {
            Address::Function(id) => self.function_address(id, span)?,
            Address::Null => constant(Const::Null, ty, span),
            Address::Global(id) => {
                let l = self.global_place(id, span)?;
                if ty.referred().is_some() {
                    return Some(Typed::Place(l));
                }
                let kind = match l.place.ty {
                    Type::Array(..) => ExprKind::Decay(l.place),
                    _ => ExprKind::AddressOf(l.place),
                };
                Expr { kind, ty, span }
            }
        };
        Some(Typed::Value(value))
    }

    /// A variable of the file.
    pub(super) fn global_place(&self, id: GlobalId, span: Span) -> Option<Lvalue> {
        let g = self.globals.all.get(id.0 as usize)?;
        let constant = self.globals.constant.contains(&id)
            || matches!(&g.ty, Type::Array(of, _) if of.constant);
        let place = Place {
            kind: PlaceKind::Global(id),
            ty: g.ty.clone(),
            volatile: self.globals.volatile.contains(&id),
            span,
        };
        if self.globals.references.contains(&id) {
            let to = g.ty.pointee()?.clone();
            let pointer = Expr {
                ty: g.ty.clone(),
                kind: ExprKind::Load(place),
                span,
            };
            let place = Place {
                kind: PlaceKind::Deref(Box::new(pointer)),
                ty: to.ty,
                volatile: to.volatile,
                span,
            };
            return Some(Lvalue::new(place, to.constant));
        }
        Some(Lvalue::new(place, constant))
    }

    pub(super) fn not_a_value(
        &mut self,
        name: &str,
        entity: &Entity,
        path: &ast::Path,
    ) -> Option<Typed> {
        let diag = match entity {
            Entity::Type(_) => Diag::error(
                Code::NotAValue,
                path.span,
                format!("`{name}` is a type, and a value is needed here"),
            ),
            Entity::ClassTemplate(_) => {
                let message = format!("`{name}` is a class template, and a value is needed here");
                let help = format!("write its arguments and what is meant of it, `{name}<…>::…`");
                Diag::error(Code::NotAValue, path.span, message).help(help)
            }
            Entity::Broken => return None,
            Entity::Unbegun(reference) => {
                self.unbegun(name, *reference, path);
                return None;
            }
            _ => {
                let message = format!("`{name}` is no value, and one is needed here");
                Diag::error(Code::NotAValue, path.span, message)
            }
        };
        self.note(diag);
        None
    }

    /// The names of the language, which any declaration hides.
    pub(super) fn predefined(&mut self, name: &str, path: &'a ast::Path) -> Option<Typed> {
        let span = path.span;
        if let Some((_, which)) = SPECIALS.iter().find(|(n, _)| *n == name) {
            self.only_device(span, name)?;
            return Some(Typed::Value(whole_special(*which, span)));
        }
        if matches!(name, "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            let text = cuda_parse::pp::units::written(&self.body.name);
            return self.string_literal(text.as_bytes(), span);
        }
        if name == "warpSize" {
            return Some(Typed::Value(constant(Const::Int(32), Scalar::Int, span)));
        }
        if !crate::builtin::lookup(name).is_empty() {
            return Some(self.overload_set(Vec::new(), path));
        }
        self.unknown(name, span);
        None
    }

    /// Says that a name is unknown, or known and not modelled.
    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        let home = self.home_of(name);
        if let (Some(r), None) = (refuse::lookup(name), home) {
            let message = self.on_this_side(r.message(name));
            self.note(Diag::error(Code::NotModelled, span, message).help(r.help));
            return;
        }
        let mut diag = Diag::error(
            Code::UnknownName,
            span,
            format!("nothing here is called `{name}`"),
        );
        if let Some(header) = headers::home_of(name).or(home) {
            diag = diag.help(format!("it comes with `#include <{header}>`"));
        }
        // Looking for what was meant costs time: not for what will never be shown.
        let near = if self.said.diags.len() < 50 && diag.help.is_none() {
            self.near_name(name)
        } else {
            None
        };
        if let Some(near) = near {
            diag = diag.help(format!("did you mean `{near}`?"));
            // A name out of a macro stands where the macro is used, which is not to be replaced.
            if span.len() as usize == name.len() {
                diag = diag.fix(span, near);
            }
        }
        self.note(diag);
        // The second use of the same slip adds nothing, unless the first was only a trial that says nothing.
        if self.said.trials == 0 {
            self.names.scopes.declare(name, Entity::Broken, span);
        }
    }

    pub(super) fn near_name(&self, name: &str) -> Option<String> {
        let near = self.names.scopes.nearest(name);
        near.or_else(|| nearest(name, super::call::EXTRA.iter().copied()))
    }
}

/// The last part of a qualified name.
fn path_name(name: &str) -> String {
    name.rsplit("::").next().unwrap_or(name).to_string()
}
