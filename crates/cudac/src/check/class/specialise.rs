//! Which specialisation of a template is meant.
//! In: a template's specialisations and the arguments of an instance; out: the one that fits, and what its own
//! parameters stand for.
//! The rule: of those that fit the one that says most about its arguments; a bare parameter says nothing.
//! Next: template.rs, which makes the instance; ../deduce.rs for how a pattern is matched.

use super::template::ClassTemplate;
use crate::check::constraint::{self, Formula, Home};
use crate::check::deduce::Deduced;
use crate::check::scope::Entity;
use crate::check::template::{Bindings, name_of};
use crate::check::{Checker, TemplateArg};
use cuda_parse::ast::{self, TypeExpr, TypeKind};

impl<'a> Checker<'a> {
    /// The specialisation for these arguments, and what its parameters stand for.
    pub(super) fn specialisation(
        &mut self,
        t: &ClassTemplate<'a>,
        key: &[TemplateArg],
    ) -> Option<(&'a ast::Struct, Bindings)> {
        let mut best: Option<(usize, Option<Formula>, &'a ast::Struct, Bindings)> = None;
        for (template, s) in &t.special {
            let params = &*template.params;
            let patterns = s.template_args.as_deref().unwrap_or_default();
            let home = t.home();
            let Some(bound) = self.match_arguments(t.params, params, patterns, home, key) else {
                continue;
            };
            let asked = constraint::asked(params, template.requires.as_deref());
            if !self.all_hold(&asked, home, &bound) {
                continue;
            }
            let formula = self.formula(&asked, home, &bound);
            let rank: usize = patterns.iter().map(|p| weight(params, p)).sum();
            let better = best.as_ref().is_none_or(|(r, other, ..)| {
                rank > *r || rank == *r && constraint::says_more(&formula, other)
            });
            if better {
                best = Some((rank, formula, s, bound));
            }
        }
        best.map(|(_, _, s, bound)| (s, bound))
    }

    /// What the parameters of a specialisation must be so that its arguments are these.
    pub(super) fn match_arguments(
        &mut self,
        of: &'a [ast::TemplateParam],
        params: &'a [ast::TemplateParam],
        patterns: &'a [ast::TemplateArg],
        home: Home<'_>,
        key: &[TemplateArg],
    ) -> Option<Bindings> {
        let mut found = Deduced::new(params.len());
        self.unify_arguments(params, patterns, key, &mut found);
        if found.is_torn() {
            return None;
        }
        let mut bound = Bindings::new();
        for (n, p) in params.iter().enumerate() {
            let name = p
                .name
                .as_ref()
                .map_or(String::new(), |n| n.text.to_string());
            let entity = match found.take(n) {
                Some(entity) => entity,
                None if p.pack => Entity::Pack(Vec::new()),
                None => return None,
            };
            bound.push((name, entity));
        }
        let check = |c: &mut Self| {
            c.bind_names(&bound);
            let mut written = c.attempt(|c| c.explicit(of, patterns, home.space))?;
            if let Some(p) = of.get(written.len()).filter(|p| p.pack) {
                written.push((name_of(p), Entity::Pack(Vec::new())));
            }
            let written: Vec<TemplateArg> = written.iter().map(|(_, e)| c.as_argument(e)).collect();
            (same_arguments(&written, key)).then_some(())
        };
        match home.outer {
            Some(outer) => self.in_class(outer, check)?,
            None => self.at_file(home.space, check)?,
        }
        Some(bound)
    }
}

/// Whether two lists of arguments are the same; a number's type does not matter.
pub(super) fn same_arguments(a: &[TemplateArg], b: &[TemplateArg]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (TemplateArg::Value(a, _), TemplateArg::Value(b, _)) => a == b,
            (TemplateArg::Pack(a), TemplateArg::Pack(b)) => same_arguments(a, b),
            (a, b) => a == b,
        })
}

/// How much a pattern says: a bare parameter nothing, anything around or instead of it something.
pub(super) fn weight(params: &[ast::TemplateParam], pattern: &ast::TemplateArg) -> usize {
    let is_param = |path: &ast::Path| {
        path.plain().is_some_and(|name| {
            params
                .iter()
                .any(|p| p.name.as_ref().is_some_and(|n| n.text == name.text))
        })
    };
    match pattern {
        ast::TemplateArg::Expr(e) => match &crate::check::expr::bare(e).kind {
            ast::ExprKind::Name(path) if is_param(path) => 1,
            // A type that its place did not show to be one.
            ast::ExprKind::Name(path) => match &path.last().args {
                Some(args) => 2 + args.iter().map(|a| weight(params, a)).sum::<usize>(),
                None => 100,
            },
            ast::ExprKind::Expand(_) => 0,
            _ => 100,
        },
        ast::TemplateArg::Type(t) => type_weight(t, &is_param, params),
    }
}

fn type_weight(
    t: &TypeExpr,
    is_param: &dyn Fn(&ast::Path) -> bool,
    params: &[ast::TemplateParam],
) -> usize {
    let cv = usize::from(t.cv.is_const) + usize::from(t.cv.is_volatile);
    cv + match &t.kind {
        TypeKind::Named(path) if is_param(path) => 1,
        TypeKind::Expand(_) => 0,
        TypeKind::Named(path) => {
            let args = path.last().args.as_deref().unwrap_or_default();
            let inside: usize = args.iter().map(|a| weight(params, a)).sum();
            match args.is_empty() {
                true => 100,
                false => 2 + inside,
            }
        }
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) => {
            2 + type_weight(t, is_param, params)
        }
        TypeKind::Array(t, n) => 2 + usize::from(n.is_some()) + type_weight(t, is_param, params),
        // Of two patterns for methods, the one that spells the function out.
        TypeKind::MemberPointer(made) => 2 + type_weight(&made.1, is_param, params),
        TypeKind::Function(_) => 2,
        _ => 100,
    }
}
