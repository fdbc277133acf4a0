//! Kernel templates named in words: `tile<16, float>`, as a check or a command line asks for them.
//! In: the words; out: an instance of each kernel of that name, or what does not fit.
//! Next: template.rs for arguments in the source.

use super::scope::Entity;
use super::template::{Bindings, name_of};
use super::typex::header_scalar;
use super::{Checker, Side, Typed};
use crate::tree::Const;
use crate::ty::{Qualified, Scalar, Type};
use cuda_parse::ast::TemplateParamKind;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl Checker<'_> {
    /// Instantiates a kernel template named by the host: `tile<16, float>`.
    pub(super) fn instantiate_by_name(&mut self, text: &str) {
        let Some((name, rest)) = text.split_once('<') else {
            return;
        };
        let (name, list) = (name.trim(), rest.trim().trim_end_matches('>'));
        let Some(Entity::Functions(found)) = self.lookup(name, Span::default()) else {
            return;
        };
        let kernels = found.into_iter().filter(|at| {
            let d = &self.functions.declared[*at];
            d.template.is_some() && d.side == Side::Kernel
        });
        let words: Vec<&str> = list
            .split(',')
            .map(str::trim)
            .filter(|w| !w.is_empty())
            .collect();
        for at in kernels.collect::<Vec<_>>() {
            if let Some(bindings) = self.bindings_by_name(at, &words, text) {
                self.check_placement(at);
                let span = self.functions.declared[at].span;
                self.instance(at, bindings, Some(span));
            }
        }
    }

    fn bindings_by_name(&mut self, at: usize, words: &[&str], text: &str) -> Option<Bindings> {
        let d = self.functions.declared[at].clone();
        let params = d.template?;
        let mut bindings: Bindings = Vec::new();
        for (i, p) in params.iter().enumerate() {
            let name = name_of(p);
            let entity = match (words.get(i), &p.kind) {
                (None, _) => self.default_argument_of(p, &bindings, at),
                (Some(word), TemplateParamKind::Type(_)) => self
                    .type_of_word(word)
                    .map(|t| Entity::Type(Qualified::plain(t))),
                (Some(word), TemplateParamKind::Value(t, _)) => {
                    self.value_of_word(word, d.span).and_then(|value| {
                        let value = Typed::Value(value);
                        self.at_file(&d.space, |c| c.value_argument(t, value, &bindings))
                    })
                }
                _ => None,
            };
            let Some(entity) = entity else {
                let diag = Diag::error(
                    Code::BadTemplateArgument,
                    d.span,
                    format!(
                        "`{text}` is asked for, and its template arguments do not fit `{}`",
                        d.name
                    ),
                );
                self.note(diag);
                return None;
            };
            bindings.push((name, entity));
        }
        Some(bindings)
    }

    fn type_of_word(&mut self, word: &str) -> Option<Type> {
        let word = word.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(inner) = word.strip_suffix('*') {
            return Some(Type::pointer_to(Qualified::plain(
                self.type_of_word(inner)?,
            )));
        }
        let scalar = Scalar::ALL.into_iter().find(|s| s.name() == word);
        let scalar = scalar.or(match word.as_str() {
            "unsigned" => Some(Scalar::UInt),
            "unsigned long long" => Some(Scalar::ULongLong),
            other => header_scalar(other),
        });
        if let Some(s) = scalar {
            return Some(s.into());
        }
        match self.lookup(&word, Span::default()) {
            Some(Entity::Type(q)) => Some(q.ty),
            _ => self.types.predefined(&word).map(Type::Struct),
        }
    }

    fn value_of_word(&mut self, word: &str, span: Span) -> Option<crate::tree::Expr> {
        let constant = |v: i64, s: Scalar| Some(super::op::constant(Const::Int(v), s, span));
        match word {
            "true" => constant(1, Scalar::Bool),
            "false" => constant(0, Scalar::Bool),
            _ => match word.trim_end_matches(['u', 'U', 'l', 'L']).parse::<i64>() {
                Ok(v) if i32::try_from(v).is_ok() => constant(v, Scalar::Int),
                Ok(v) => constant(v, Scalar::Long),
                Err(_) => match self.lookup(word, Span::default()) {
                    Some(Entity::Constant(c, ty)) => Some(super::op::constant(c, ty, span)),
                    _ => None,
                },
            },
        }
    }
}
