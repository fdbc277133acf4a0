//! Deduction guides, `template <class T> Box(T *) -> Box<T>;`, and inline namespaces: what one declaration says twice.
//! In: the declaration; out: for a guide a function without a body that gives the class, under a name that no program can write.
//! Next: check/class/deduce.rs, which asks it.

use super::decl::Where;
use super::declarator::Naming;
use super::specifiers::Specs;
use super::{Parsed, Parser};
use crate::ast::{Cv, FunctionName, Ident, Item, ItemKind, TypeExpr, TypeKind, guide_name};
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// `inline namespace name { … }`: the namespace, and that its names are the outer one's too.
    pub(super) fn inline_namespace(&mut self) -> Parsed<Vec<Item>> {
        let start = self.bump();
        let kind = self.namespace()?;
        let span = self.since(start);
        let inner = match &kind {
            ItemKind::Namespace { name, .. } => name.clone(),
            _ => None,
        };
        let also = inner.map(|name| Item {
            kind: ItemKind::InlineNamespace(name),
            span,
        });
        let whole = Item { kind, span };
        Ok(std::iter::once(whole).chain(also).collect())
    }

    /// Whether one begins here: a name, parentheses and an arrow.
    pub(super) fn begins_guide(&self) -> bool {
        let explicit = usize::from(self.is_word(Keyword::Explicit));
        if self.kind_ahead(explicit) != LexKind::Ident
            || !self.is_ahead(explicit + 1, Punct::LParen)
        {
            return false;
        }
        let (mut depth, mut at) = (0, explicit + 1);
        loop {
            match self.kind_ahead(at) {
                LexKind::Punct(Punct::LParen) => depth += 1,
                LexKind::Punct(Punct::RParen) => depth -= 1,
                LexKind::Punct(Punct::Semi | Punct::LBrace) | LexKind::End => return false,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return self.is_ahead(at, Punct::Arrow);
            }
        }
    }

    pub(super) fn guide(&mut self, at: Where<'_>) -> Parsed<Vec<Item>> {
        let start = self.span();
        if self.is_word(Keyword::Explicit) {
            self.bump();
        }
        let span = self.span();
        let auto = TypeExpr {
            kind: TypeKind::Auto,
            cv: Cv::default(),
            span,
        };
        let mut declared = self.declarator(auto, Naming::Named, false)?;
        if let Some(named) = &mut declared.name
            && let FunctionName::Plain(name) = &mut named.name
        {
            let (text, span) = (guide_name(&name.text).into(), name.span);
            *name = Ident { text, span };
        }
        let specs = Specs {
            specifiers: Vec::new(),
            ty: None,
            typedef: None,
            span,
        };
        let mut items = Vec::new();
        self.function(&specs, declared, at, start, &mut items)?;
        self.semicolon("this guide")?;
        Ok(items)
    }
}
