//! The names that a declaration declares: its shape in, the names out.
//!
//! Rule: they are told by what stands before and behind them; a member of another (`A::f`) is no name of the text's own.

use super::{Scan, Shape};
use crate::ast::Text;
use cuda_source::token::{Keyword, LexKind, Punct};

impl Scan<'_> {
    /// The word `struct`, `class`, `union` or `enum` of a declaration of a type, with or without its members.
    pub(super) fn tag(&self, shape: &Shape) -> Option<usize> {
        if shape.params.is_some() {
            return None;
        }
        let words = [
            Keyword::Struct,
            Keyword::Class,
            Keyword::Union,
            Keyword::Enum,
        ];
        let is_tag = |at: &usize| words.iter().any(|word| self.is_word(*at, *word));
        let at = shape.head.iter().copied().find(is_tag)?;
        let forward = self.kind(at + 1) == LexKind::Ident && self.is(at + 2, Punct::Semi);
        (shape
            .brace
            .is_some_and(|brace| !self.has_value_before(shape, brace))
            || forward)
            .then_some(at)
    }

    pub(super) fn has_value_before(&self, shape: &Shape, place: usize) -> bool {
        let last = shape.head.last().copied().unwrap_or(place);
        (last..place).any(|at| self.is(at, Punct::Eq))
    }

    /// The name in `(*name)(…)` and `(&name)[…]`.
    pub(super) fn pointed(&self, shape: &Shape) -> Option<usize> {
        let open = shape.params?;
        let close = self.behind(open);
        let marked = self.is(open + 1, Punct::Star) || self.is(open + 1, Punct::Amp);
        let again = self.is(close, Punct::LParen) || self.is(close, Punct::LBracket);
        (open..close)
            .find(|at| self.kind(*at) == LexKind::Ident)
            .filter(|_| marked && again)
    }

    /// A name, unless it is another's member.
    pub(super) fn own_name(&self, at: usize) -> Option<Text> {
        let apart = at > 0
            && matches!(
                self.lexemes[at - 1].kind,
                LexKind::Punct(Punct::ColonColon | Punct::Tilde)
                    | LexKind::Keyword(Keyword::Operator)
            );
        (self.kind(at) == LexKind::Ident && !apart).then(|| self.text(at))
    }

    pub(super) fn names(&self, shape: &Shape, variable: bool) -> Vec<Text> {
        let mut names = Vec::new();
        if let Some(tag) = self.tag(shape) {
            let head = shape.head.iter().filter(|at| **at > tag);
            let mut words = head.filter(|at| {
                !self.is_word(**at, Keyword::Class) && !self.is_word(**at, Keyword::Struct)
            });
            names.extend(
                words
                    .find(|at| self.kind(**at) == LexKind::Ident)
                    .and_then(|at| self.own_name(*at)),
            );
            if let Some(brace) = shape.brace {
                names.extend(self.declarator(self.behind(brace)));
            }
        } else if let Some(at) = self.pointed(shape) {
            names.push(self.text(at));
        } else if !variable {
            names.extend(
                shape
                    .params
                    .and_then(|open| self.own_name(open.checked_sub(1)?)),
            );
        } else {
            let last = shape
                .head
                .iter()
                .rfind(|at| self.kind(**at) == LexKind::Ident);
            names.extend(last.and_then(|at| self.own_name(*at)));
        }
        names.extend(shape.commas.iter().filter_map(|at| self.declarator(at + 1)));
        names.dedup();
        names
    }

    /// The name of a declarator that begins at a place.
    pub(super) fn declarator(&self, mut at: usize) -> Option<Text> {
        while matches!(
            self.kind(at),
            LexKind::Punct(Punct::Star | Punct::Amp) | LexKind::Keyword(Keyword::Const)
        ) {
            at += 1;
        }
        let ends = [
            Punct::Eq,
            Punct::Comma,
            Punct::Semi,
            Punct::LBracket,
            Punct::LBrace,
            Punct::LParen,
        ];
        let ended = ends.iter().any(|punct| self.is(at + 1, *punct));
        self.own_name(at).filter(|_| ended)
    }
}
