//! What the bodies of a struct's functions know: its members, also those declared further on, and those of its bases.
//!
//! Rule: looking ahead takes nothing; only a name that means something else elsewhere is foreseen as a variable or function.

use super::Parser;
use super::scopes::NameKind;
use crate::ast::{Base, Function, Path, Text, TypeKind};
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// Opens the scope of a function's body: its class's members, if it is one of them, and its parameters. Two scopes.
    pub(super) fn open_body(&mut self, function: &Function) {
        let class = function.qualifier.iter();
        self.scopes
            .push_members(class.map(|path| &path.last().name.text));
        self.scopes.push();
        for param in &function.params {
            if let Some(name) = &param.name {
                self.scopes.declare(&name.text, NameKind::Value);
            }
        }
    }

    /// Whether `T::name(…)` may call a function though `name` is some struct's too: a call of a type makes a value all the same.
    /// An operator's name is never a type's.
    pub(super) fn may_be_called(&self, path: &Path) -> bool {
        let last = path.last();
        path.segments.len() > 1
            && last.args.is_none()
            && self.is_at(self.at, Punct::LParen)
            && (self.scopes.is_value_inside(&last.name.text) || names_operator(&last.name.text))
    }

    /// Opens the scopes of a struct's bases and of its own members, which begin here.
    pub(super) fn open_members(&mut self, bases: &[Base]) {
        let name = |base: &Base| match &base.ty.kind {
            TypeKind::Named(path) => Some(path.last().name.text.clone()),
            _ => None,
        };
        let bases: Vec<Text> = bases.iter().filter_map(name).collect();
        self.scopes.push_members(bases.iter());
        self.scopes.push();
        self.foresee_members();
    }

    /// Declares the types that a struct, whose members begin here, declares further on: the bodies of its functions know them already. So
    /// do they its variables and functions, where elsewhere such a name is a type's.
    fn foresee_members(&mut self) {
        let (mut depth, mut at) = (0usize, self.at);
        loop {
            match self.kind_at(at) {
                LexKind::End => return,
                LexKind::Punct(Punct::LBrace | Punct::LParen | Punct::LBracket) => depth += 1,
                LexKind::Punct(Punct::RBrace | Punct::RParen | Punct::RBracket) => {
                    match depth.checked_sub(1) {
                        Some(outer) => depth = outer,
                        None => return,
                    }
                }
                LexKind::Keyword(
                    Keyword::Struct | Keyword::Class | Keyword::Union | Keyword::Enum,
                ) if depth == 0 && self.begins_member(at) => {
                    let name = at + 1 + usize::from(self.is_record_word(at + 1));
                    if self.is_at(name + 1, Punct::LBrace) || self.is_at(name + 1, Punct::Colon) {
                        self.foresee(name, NameKind::Type);
                    }
                }
                LexKind::Keyword(Keyword::Using)
                    if depth == 0 && self.begins_member(at) && self.is_at(at + 2, Punct::Eq) =>
                {
                    self.foresee(at + 1, NameKind::Type);
                }
                LexKind::Ident if depth == 0 && self.names_value(at) => {
                    self.foresee(at, NameKind::Value);
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn is_record_word(&self, at: usize) -> bool {
        let kind = self.kind_at(at);
        matches!(kind, LexKind::Keyword(Keyword::Struct | Keyword::Class))
    }

    /// Whether a member begins at a token, one that is no template.
    fn begins_member(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|at| self.kind_at(at));
        matches!(
            before,
            Some(LexKind::Punct(
                Punct::Semi | Punct::LBrace | Punct::RBrace | Punct::Colon
            ))
        )
    }

    /// Whether a member's name that is a type's elsewhere stands here, behind its own type.
    fn names_value(&self, at: usize) -> bool {
        let ends = matches!(
            self.kind_at(at + 1),
            LexKind::Punct(
                Punct::Semi | Punct::Eq | Punct::Comma | Punct::LBracket | Punct::LParen
            )
        );
        if !ends || !self.scopes.is_type_elsewhere(&self.token_at(at).text) {
            return false;
        }
        let begins = (0..at).rev().find(|at| self.begins_member(*at));
        let aliases = begins.is_some_and(|first| {
            let words = [Keyword::Typedef, Keyword::Using, Keyword::Friend];
            words.map(LexKind::Keyword).contains(&self.kind_at(first))
        });
        let typed = match self.kind_at(at.saturating_sub(1)) {
            LexKind::Ident => true,
            LexKind::Keyword(word) => word.is_type() || word == Keyword::Const,
            LexKind::Punct(punct) => matches!(punct, Punct::Star | Punct::Amp | Punct::Gt),
            _ => false,
        };
        typed && !aliases
    }

    fn foresee(&mut self, at: usize, kind: NameKind) {
        if self.kind_at(at) == LexKind::Ident {
            let name = self.token_at(at).text.clone();
            if kind == NameKind::Value || self.scopes.find(&name).is_none() {
                self.scopes.declare(&name, kind);
            }
        }
    }
}

/// Whether a name is an operator's: `operator=`, `operator int`.
fn names_operator(name: &str) -> bool {
    let rest = name.strip_prefix("operator");
    rest.and_then(|rest| rest.chars().next())
        .is_some_and(|next| !next.is_alphanumeric() && next != '_')
}
