//! `using`: other names for types, names out of namespaces and bases, whole namespaces.
//! In: the tokens after `using`; out: the item, after the structs that it defines.
//! Next: `decl.rs`, which asks.

use super::decl::Where;
use super::scopes::NameKind;
use super::{Parsed, Parser};
use crate::ast::{Alias, Item, ItemKind};
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// `using …;`, after the structs that it defines.
    pub(super) fn using_with_types(&mut self, at: Where<'_>) -> Parsed<Vec<Item>> {
        let start = self.span();
        let outer = std::mem::take(&mut self.defined);
        let kinds = self.using(at);
        let mut items = std::mem::replace(&mut self.defined, outer);
        let kinds = kinds?;
        let span = self.since(start);
        items.extend(kinds.into_iter().map(|kind| Item { kind, span }));
        Ok(items)
    }

    fn using(&mut self, at: Where<'_>) -> Parsed<Vec<ItemKind>> {
        self.bump();
        if self.take_word(Keyword::Namespace) {
            let path = self.path()?;
            self.semicolon("`using`")?;
            return Ok(vec![ItemKind::UsingNamespace(path)]);
        }
        let attributed = self.is_ahead(1, Punct::LBracket) && self.is_ahead(2, Punct::LBracket);
        if self.kind() == LexKind::Ident
            && (self.is_ahead(1, Punct::Eq)
                || attributed
                || self.kind_ahead(1) == LexKind::Keyword(Keyword::Attribute))
        {
            let name = self.ident("a name")?;
            let mut ignored = Vec::new();
            while self.attribute(&mut ignored)? {}
            self.expect(Punct::Eq)?;
            let ty = self.type_name()?;
            self.semicolon("`using`")?;
            self.declare_name(&name.text, NameKind::Type, at);
            self.name_function_type(&name.text, &ty);
            return Ok(vec![ItemKind::Alias(Box::new(Alias { name, ty }))]);
        }
        if self.take_word(Keyword::Enum) {
            let path = self.path()?;
            self.semicolon("`using`")?;
            return Ok(vec![ItemKind::UsingEnum(path)]);
        }
        let mut names = vec![self.used_name(at)?];
        while self.take(Punct::Comma) {
            names.push(self.used_name(at)?);
        }
        self.semicolon("`using`")?;
        Ok(names)
    }

    /// One of the names that `using` brings.
    fn used_name(&mut self, at: Where<'_>) -> Parsed<ItemKind> {
        self.take_word(Keyword::Typename);
        let path = self.path()?;
        let pack = self.take(Punct::Ellipsis);
        let name = &path.last().name.text;
        if self.scopes.find(name) == Some(NameKind::Value) {
            self.declare_name(name, NameKind::Value, at);
        }
        Ok(match pack {
            true => ItemKind::UsingPack(path),
            false => ItemKind::UsingName(path),
        })
    }
}
