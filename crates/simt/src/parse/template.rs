//! `template<…>`: its parameters, and the declaration that they are for.
//!
//! Rules: the parameters are in scope in the declaration only, the name that it declares around them; explicit
//! instantiations and constraints are left as unmodelled items.
//! Next: `decl.rs`.

use super::decl::{Place, Where};
use super::declarator::{Naming, plain_name};
use super::names::NameKind;
use super::{Parsed, Parser};
use crate::ast::{Ident, Item, ItemKind, Template, TemplateParam, TemplateParamKind};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// `template<…>` and what it is of.
    pub(super) fn template(&mut self, place: Place<'_>) -> Parsed<Vec<Item>> {
        let start = self.bump();
        if !self.is(Punct::Lt) {
            self.skip_item();
            let kind = ItemKind::Unmodelled("explicit instantiation of a template");
            return Ok(vec![Item {
                kind,
                span: self.since(start),
            }]);
        }
        let open = self.bump();
        self.scopes.push();
        let result = self.template_rest(place, start, open);
        self.scopes.pop(false);
        result
    }

    fn template_rest(&mut self, place: Place<'_>, start: Span, open: Span) -> Parsed<Vec<Item>> {
        let angle_ends = std::mem::replace(&mut self.angle_ends, true);
        let params = self.template_params(open);
        self.angle_ends = angle_ends;
        let params = params?;
        let span = self.since(start);
        if self.is_word(Keyword::Requires) {
            self.skip_item();
            let kind = ItemKind::Unmodelled("concepts");
            return Ok(vec![Item {
                kind,
                span: self.since(start),
            }]);
        }
        let items = self.declaration(Where {
            place,
            templated: true,
        })?;
        let whole = self.since(start);
        let wrap = |item: Item| {
            let template = Template {
                params: params.clone(),
                item,
                span,
            };
            Item {
                kind: ItemKind::Template(Box::new(template)),
                span: whole,
            }
        };
        Ok(items.into_iter().map(wrap).collect())
    }

    fn template_params(&mut self, open: Span) -> Parsed<Vec<TemplateParam>> {
        let mut params = Vec::new();
        while !self.is(Punct::Gt) && !self.is_end() {
            params.push(self.nested(Self::template_param)?);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        if !self.take_angle() {
            let message = format!("expected `>`, found {}", self.found());
            let diag = Diag::error(Code::Unclosed, self.span(), message);
            return Err(self.say(diag.label(open, "to close this")));
        }
        Ok(params)
    }

    fn template_param(&mut self) -> Parsed<TemplateParam> {
        let start = self.span();
        if self.is_word(Keyword::Template) {
            while !matches!(
                self.kind(),
                LexKind::Keyword(Keyword::Class | Keyword::Typename) | LexKind::End
            ) || self.is_ahead(1, Punct::Comma)
                || self.is_ahead(1, Punct::Gt)
            {
                if self.is_end() {
                    return Err(self.expected("a template parameter"));
                }
                self.bump();
            }
            self.bump();
            let name = self.opt_ident();
            self.declare_opt(&name, NameKind::TypeTemplate);
            let (kind, pack) = (TemplateParamKind::Template, false);
            return Ok(TemplateParam {
                name,
                kind,
                pack,
                span: self.since(start),
            });
        }
        let is_type = matches!(
            self.kind(),
            LexKind::Keyword(Keyword::Typename | Keyword::Class)
        ) && !self.is_ahead(2, Punct::ColonColon);
        if is_type {
            self.bump();
            let pack = self.take(Punct::Ellipsis);
            let name = self.opt_ident();
            self.declare_opt(&name, NameKind::Type);
            let default = match self.take(Punct::Eq) {
                true => Some(self.type_name()?),
                false => None,
            };
            let kind = TemplateParamKind::Type(default);
            return Ok(TemplateParam {
                name,
                kind,
                pack,
                span: self.since(start),
            });
        }
        let specs = self.specs()?;
        let Some(base) = specs.ty else {
            return Err(self.expected("a template parameter"));
        };
        let pack = self.take(Punct::Ellipsis);
        let declared = self.declarator(base, Naming::Either, false)?;
        let name = plain_name(&declared).cloned();
        self.declare_opt(&name, NameKind::Value);
        let default = match self.take(Punct::Eq) {
            true => Some(self.conditional()?),
            false => None,
        };
        let kind = TemplateParamKind::Value(declared.ty, default);
        Ok(TemplateParam {
            name,
            kind,
            pack,
            span: self.since(start),
        })
    }

    fn declare_opt(&mut self, name: &Option<Ident>, kind: NameKind) {
        if let Some(name) = name {
            self.scopes.declare(&name.text, kind);
        }
    }
}
