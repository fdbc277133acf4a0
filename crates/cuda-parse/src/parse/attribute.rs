//! `__attribute__((…))` and `#pragma pack`: what they say of a struct's layout; the rest of them is passed over.
//!
//! Rule: `packed` and `aligned` become specifiers; a pragma is in force from where it stands, at the `{` of a struct.
//! Next: `ty/layout.rs`, which lays out by it.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, IntLiteral, Specifier, SpecifierKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{LexKind, Lexeme, Punct};

/// A `#pragma pack`: before which token it stands, its number (0 for none), its place.
pub(super) type Pack = (usize, u64, Span);

/// What `aligned` without a number says.
const WIDEST: IntLiteral = IntLiteral {
    value: 16,
    decimal: true,
    unsigned: false,
    longs: 0,
};

/// The tokens without the pragmas among them, and those.
pub(super) fn without_packs(mut tokens: Vec<Lexeme>) -> (Vec<Lexeme>, Vec<Pack>) {
    if tokens.iter().all(|token| token.kind != LexKind::Pack) {
        return (tokens, Vec::new());
    }
    let (mut packs, mut kept) = (Vec::new(), 0);
    tokens.retain(|token| {
        if token.kind == LexKind::Pack {
            packs.push((kept, token.text.parse().unwrap_or(0), token.span));
            return false;
        }
        kept += 1;
        true
    });
    (tokens, packs)
}

impl Parser<'_> {
    /// What `#pragma pack` says of a struct whose `{` is the token at `at`.
    pub(super) fn pack_at(&self, at: usize) -> Option<Specifier> {
        let after = self.packs.partition_point(|(before, ..)| *before <= at);
        let (_, most, span) = *self.packs.get(after.checked_sub(1)?)?;
        let kind = SpecifierKind::Packed(most);
        (most > 0).then_some(Specifier { kind, span })
    }

    /// `[[a, b(c)]]`, any number, where they say nothing to a program.
    pub(super) fn skip_attributes(&mut self) {
        while self.is(Punct::LBracket) && self.is_ahead(1, Punct::LBracket) {
            self.skip_balanced();
        }
    }

    /// `__attribute__((a, b(c)))`, at its first word.
    pub(super) fn gnu_attributes(&mut self, out: &mut Vec<Specifier>) -> Parsed<()> {
        let start = self.bump();
        if !self.is(Punct::LParen) || !self.is_ahead(1, Punct::LParen) {
            if self.is(Punct::LParen) {
                self.skip_balanced();
            }
            let (kind, span) = (SpecifierKind::Ignored, self.since(start));
            out.push(Specifier { kind, span });
            return Ok(());
        }
        let (outer, inner) = (self.bump(), self.bump());
        while !self.is(Punct::RParen) && !self.is_end() {
            let at = self.bump();
            let name = self.token_at(self.at - 1).text.clone();
            let open = self.is(Punct::LParen);
            let kind = match name.trim_matches('_') {
                "packed" if open => SpecifierKind::Packed(self.number_in_parens()?),
                "packed" => SpecifierKind::Packed(1),
                "aligned" if open => {
                    let open = self.bump();
                    let to = Box::new(self.assignment()?);
                    self.close(Punct::RParen, open)?;
                    SpecifierKind::Align(to)
                }
                "aligned" => SpecifierKind::Align(Box::new(Expr {
                    kind: ExprKind::Int(WIDEST),
                    span: at,
                })),
                "vector_size" => {
                    let message = "vectors of GNU C++ are not modelled";
                    let help = "use an array, or a struct with the operators that you need";
                    let diag = Diag::error(Code::NotModelledSyntax, at, message);
                    self.say(diag.help(help));
                    if open {
                        self.skip_balanced();
                    }
                    SpecifierKind::Ignored
                }
                _ => {
                    if open {
                        self.skip_balanced();
                    }
                    SpecifierKind::Ignored
                }
            };
            let span = self.since(at);
            out.push(Specifier { kind, span });
            self.take(Punct::Comma);
        }
        self.close(Punct::RParen, inner)?;
        self.close(Punct::RParen, outer)?;
        Ok(())
    }

    fn number_in_parens(&mut self) -> Parsed<u64> {
        let open = self.bump();
        let number = self.token().text.parse().ok();
        let number = number.filter(|n: &u64| n.is_power_of_two() && *n <= 16);
        self.bump();
        self.close(Punct::RParen, open)?;
        Ok(number.unwrap_or(1))
    }
}
