//! Types with a name of their own: `typedef`, and functions that are declared by the name of a function's type.
//!
//! In: a declarator that is read; out: the item, or the declarator as if the parameters stood there. The rule: only what the file has named so far
//! counts, for `K f;` is a function if `K` is one's type, and a variable otherwise.

use super::decl::{Place, Where};
use super::declarator::{Declared, FunctionParts, plain_name};
use super::scopes::NameKind;
use super::specifiers::Specs;
use super::{Parsed, Parser};
use crate::ast::{Alias, Cv, FunctionType, Item, ItemKind, Text, TypeExpr, TypeKind};
use cuda_source::diag::Code;
use cuda_source::source::Span;
use cuda_source::token::Punct;

impl Parser<'_> {
    pub(super) fn typedef(
        &mut self,
        declared: Declared,
        at: Where<'_>,
        start: Span,
        items: &mut Vec<Item>,
    ) -> Parsed<()> {
        let name = match plain_name(&declared) {
            Some(name) => name.clone(),
            None => {
                return Err(self.error(
                    Code::BadDeclaration,
                    declared.span,
                    "this cannot name a type",
                ));
            }
        };
        self.declare_name(&name.text, NameKind::Type, at);
        let ty = match declared.function {
            None => declared.ty,
            Some(FunctionParts {
                params,
                variadic,
                is_const,
                ..
            }) => {
                let function = FunctionType {
                    result: declared.ty,
                    params,
                    variadic: variadic.is_some(),
                    is_const,
                };
                let kind = TypeKind::Function(Box::new(function));
                TypeExpr {
                    kind,
                    cv: Cv::default(),
                    span: declared.span,
                }
            }
        };
        self.name_function_type(&name.text, &ty);
        let kind = ItemKind::Alias(Box::new(Alias { name, ty }));
        items.push(Item {
            kind,
            span: self.since(start),
        });
        Ok(())
    }

    /// Remembers what a name of a type stands for, if that is a function's type.
    pub(super) fn name_function_type(&mut self, name: &Text, ty: &TypeExpr) {
        match &ty.kind {
            TypeKind::Function(function) => {
                self.function_types
                    .insert(name.clone(), function.as_ref().clone());
            }
            _ => _ = self.function_types.remove(name),
        }
    }

    /// `K f;`, where `K` is the name of a function's type: as if the parameters stood there.
    pub(super) fn by_type_name(
        &self,
        mut declared: Declared,
        specs: &Specs,
        at: Where<'_>,
    ) -> Declared {
        let ends = self.is(Punct::Semi) || self.is(Punct::Comma);
        let plain = at.place == Place::File && specs.typedef.is_none() && ends;
        let (TypeKind::Named(path), None, true) = (&declared.ty.kind, &declared.function, plain)
        else {
            return declared;
        };
        let name = path.plain().map(|name| &name.text);
        let Some(of) = name.and_then(|name| self.function_types.get(name)) else {
            return declared;
        };
        let of = of.clone();
        declared.function = Some(FunctionParts {
            params: of.params,
            variadic: of.variadic.then_some(declared.span),
            is_const: of.is_const,
            is_noexcept: false,
            requires: None,
            after: Vec::new(),
            trailing: None,
        });
        declared.ty = of.result;
        declared
    }
}
