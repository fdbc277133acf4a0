//! `template<…>`: its parameters, and the declaration that they are for.
//!
//! Rules: the parameters are in scope in the declaration only, the name that it declares around them; explicit
//! instantiations say nothing new and leave no item.
//! Next: `decl.rs`.

use super::constraint::{both, concept_use, decltype_of, named};
use super::decl::{Place, Where};
use super::declarator::{Naming, plain_name};
use super::scopes::NameKind;
use super::{Parsed, Parser};
use crate::ast::{
    INVENTED, Ident, Item, ItemKind, Param, Template, TemplateParam, TemplateParamKind, TypeExpr,
    TypeKind,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

/// The `auto` inside a type's declarators.
pub(super) fn auto_in(ty: &mut TypeExpr) -> Option<&mut TypeExpr> {
    match ty.kind {
        TypeKind::Auto => Some(ty),
        _ => match &mut ty.kind {
            TypeKind::Pointer(inner)
            | TypeKind::LRef(inner)
            | TypeKind::RRef(inner)
            | TypeKind::Array(inner, _) => auto_in(inner),
            _ => None,
        },
    }
}

impl Parser<'_> {
    /// Makes a template parameter of each `auto` among the types of a function's parameters.
    pub(super) fn invented(&mut self, params: &mut [Param]) -> Vec<TemplateParam> {
        let mut made = Vec::new();
        for param in params {
            let span = param.ty.span;
            let Some(auto) = auto_in(&mut param.ty) else {
                continue;
            };
            let name = Ident {
                text: format!("{INVENTED}{}", made.len() + 1).into(),
                span,
            };
            let concept = self.concepts.remove(&auto.span);
            let concept = concept.map(|path| concept_use(path, named(&name), param.pack));
            auto.kind = named(&name).kind;
            made.push(TemplateParam {
                name: Some(name),
                kind: TemplateParamKind::Type(None),
                pack: param.pack,
                concept,
                span,
            });
        }
        made
    }

    /// `template<…>` and what it is of.
    pub(super) fn template(&mut self, place: Place<'_>) -> Parsed<Vec<Item>> {
        let start = self.bump();
        if !self.is(Punct::Lt) {
            // An explicit instantiation: whatever is used is instantiated anyway.
            while !self.is_end()
                && !matches!(
                    self.kind(),
                    LexKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace)
                )
            {
                self.bump();
            }
            self.semicolon("this instantiation")?;
            return Ok(Vec::new());
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
        let requires = self.opt_requires()?;
        let items = self.declaration(Where {
            place,
            templated: true,
        })?;
        let whole = self.since(start);
        let wrap = |item: Item| {
            let mut params = params.clone();
            let mut requires = requires.clone();
            let item = match item.kind {
                // `template<typename T> void f(T x, auto y)` is one template.
                ItemKind::Template(inner)
                    if !inner.params.is_empty() && inner.params.iter().all(|p| p.is_invented()) =>
                {
                    params.extend(inner.params);
                    inner.item
                }
                kind => Item {
                    kind,
                    span: item.span,
                },
            };
            let item = match item.kind {
                ItemKind::Function(mut f) => {
                    f.requires = both(requires.take(), f.requires);
                    let kind = ItemKind::Function(f);
                    Item { kind, ..item }
                }
                _ => item,
            };
            let template = Template {
                params,
                requires,
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

    pub(super) fn template_params(&mut self, open: Span) -> Parsed<Vec<TemplateParam>> {
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
            return self.template_template_param();
        }
        let is_type = matches!(
            self.kind(),
            LexKind::Keyword(Keyword::Typename | Keyword::Class)
        ) && !self.names_dependent_type();
        let concept = match is_type || self.is_constrained_auto() {
            false => self.look_concept().is_some(),
            true => false,
        };
        if is_type || concept {
            let concept = match concept {
                true => Some(self.path()?),
                false => {
                    self.bump();
                    None
                }
            };
            let pack = self.take(Punct::Ellipsis);
            let mut name = self.opt_ident();
            self.declare_opt(&name, NameKind::Type);
            let default = match self.take(Punct::Eq) {
                true => Some(self.type_name()?),
                false => None,
            };
            let concept = concept.map(|path| {
                let name = name.get_or_insert_with(|| Ident {
                    text: format!("__asked{}", start.start).into(),
                    span: path.span,
                });
                concept_use(path, named(name), pack)
            });
            let kind = TemplateParamKind::Type(default);
            return Ok(TemplateParam {
                name,
                kind,
                pack,
                concept,
                span: self.since(start),
            });
        }
        let specs = self.specs()?;
        let base = match specs.ty {
            Some(ty) => ty,
            None if self.kind() == LexKind::Ident => self.named_type()?,
            None => return Err(self.expected("a template parameter")),
        };
        let auto = matches!(base.kind, TypeKind::Auto).then_some(base.span);
        let pack = self.take(Punct::Ellipsis);
        let declared = self.declarator(base, Naming::Either, false)?;
        let name = plain_name(&declared).cloned();
        self.declare_opt(&name, NameKind::Value);
        let default = match self.take(Punct::Eq) {
            true => Some(self.conditional()?),
            false => None,
        };
        let concept = auto.and_then(|span| self.concepts.remove(&span));
        let concept = name
            .as_ref()
            .and_then(|name| Some(concept_use(concept?, decltype_of(name), pack)));
        let kind = TemplateParamKind::Value(declared.ty, default);
        Ok(TemplateParam {
            name,
            kind,
            pack,
            concept,
            span: self.since(start),
        })
    }

    /// `typename T::x`, the type of a parameter that is a value.
    fn names_dependent_type(&self) -> bool {
        let first = self.at + 1;
        self.token_at(first).kind == LexKind::Ident
            && self
                .look_path(first)
                .is_some_and(|look| look.end > first + 1 && look.composed)
    }

    /// `template<…> class C`
    fn template_template_param(&mut self) -> Parsed<TemplateParam> {
        let start = self.bump();
        let open = self.expect(Punct::Lt)?;
        self.scopes.push();
        let params = self.nested(|p| p.template_params(open));
        self.scopes.pop(false);
        let params = params?;
        if !self.take_word(Keyword::Class) && !self.take_word(Keyword::Typename) {
            return Err(self.expected("`class`"));
        }
        let pack = self.take(Punct::Ellipsis);
        let name = self.opt_ident();
        self.declare_opt(&name, NameKind::TypeTemplate);
        let default = match self.take(Punct::Eq) {
            true => Some(self.path()?),
            false => None,
        };
        Ok(TemplateParam {
            name,
            kind: TemplateParamKind::Template(params, default),
            pack,
            concept: None,
            span: self.since(start),
        })
    }

    fn declare_opt(&mut self, name: &Option<Ident>, kind: NameKind) {
        if let Some(name) = name {
            self.scopes.declare(&name.text, kind);
        }
    }
}
