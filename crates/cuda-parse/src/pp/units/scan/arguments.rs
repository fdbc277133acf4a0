//! `dim3 block(16, 16);` or `dim3 block(int, int);`: whether what follows a name in brackets makes a variable or tells a function's parameters.
//!
//! Rule: by the first lexemes in the brackets, and the variables' names known so far; in doubt it is a function, which is never renamed.

use super::{Scan, Shape};
use cuda_source::token::{Keyword, LexKind, Punct};

impl Scan<'_> {
    /// Whether a declaration has no brackets, or arguments in them.
    pub(super) fn has_no_parameters(&self, shape: &Shape) -> bool {
        shape.params.is_none_or(|open| self.are_arguments(open + 1))
    }

    /// Whether the first of what stands in brackets is a value.
    fn are_arguments(&self, first: usize) -> bool {
        use Keyword::{Alignof, False, Nullptr, Sizeof, True};
        // `T (*f)(int)` is a parameter.
        let is_called = |at: usize| {
            let pointed = [Punct::Star, Punct::Amp, Punct::AmpAmp];
            self.is(at, Punct::LParen) && !pointed.iter().any(|one| self.is(at + 1, *one))
        };
        match self.kind(first) {
            LexKind::Number | LexKind::Str | LexKind::Char => true,
            LexKind::Keyword(word) => {
                matches!(word, Sizeof | Alignof | True | False | Nullptr)
                    || word.is_type() && is_called(first + 1)
            }
            LexKind::Ident => {
                let name = &self.lexemes[first].text;
                self.variables.contains(name)
                    || is_operator(self.kind(first + 1))
                    || is_called(first + 1)
            }
            LexKind::Punct(punct) => matches!(
                punct,
                Punct::Minus
                    | Punct::Plus
                    | Punct::Bang
                    | Punct::Tilde
                    | Punct::Amp
                    | Punct::Star
                    | Punct::LParen
                    | Punct::LBrace
            ),
            _ => false,
        }
    }
}

/// Whether a name before it is a value's, as no parameter goes on with it.
fn is_operator(kind: LexKind) -> bool {
    use Punct::*;
    let LexKind::Punct(punct) = kind else {
        return false;
    };
    matches!(
        punct,
        Plus | Minus | Slash | Percent | LtLt | GtGt | EqEq | BangEq | Dot | Arrow | Question
    )
}
