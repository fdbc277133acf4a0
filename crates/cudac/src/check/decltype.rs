//! `decltype` where it speaks of what is not in scope any more: of variables around a lambda, in the lambda's own types.
//! In: a lambda as written, where it stands; out: what its class must know.
//! The rule: each such type is worked out where the lambda is, and kept under a name that no source can have.

use super::Checker;
use super::pack::names_in_expr;
use super::scope::Entity;
use crate::ty::Qualified;
use cuda_parse::ast::{self, TypeKind};
use cuda_source::source::Span;

/// The name under which a closure's class has what a `decltype` in its parameters says; no name of a source.
pub(super) fn decltype_name(span: Span) -> String {
    format!("decltype {}", span.start)
}

impl<'a> Checker<'a> {
    /// What `decltype` says of variables around in the types of parameters and result, which may speak of them without a
    /// capture: by the name under which the closure's class has it.
    pub(super) fn said_of_variables(&mut self, l: &'a ast::Lambda) -> Vec<(String, Qualified)> {
        let mut said = Vec::new();
        let own = |name: &str| {
            let mut params = l.function.params.iter();
            params.any(|p| p.name.as_ref().is_some_and(|n| *n.text == *name))
        };
        let types = l.function.params.iter().map(|param| &param.ty);
        for mut ty in types.chain([&l.function.result]) {
            while let TypeKind::Pointer(to) | TypeKind::LRef(to) | TypeKind::RRef(to) = &ty.kind {
                ty = to;
            }
            let TypeKind::Decltype(e) = &ty.kind else {
                continue;
            };
            let mut names = Vec::new();
            names_in_expr(e, &mut names);
            let mut local =
                |name: &String| matches!(self.lookup_inner(name), Some(Entity::Local(_)));
            if !names.iter().any(|name| own(name))
                && names.iter().any(&mut local)
                && let Some(typed) = self.unevaluated_expr(e)
            {
                said.push((decltype_name(e.span), self.decltype_of(e, &typed)));
            }
        }
        said
    }
}
