//! The members of classes and enumerations: lexemes in, names out.
//!
//! Rule: by brackets alone; a name too many only keeps two texts' names from being told apart.

use crate::ast::Text;
use cuda_source::token::{Keyword, LexKind, Lexeme, Punct};

/// The names of members that classes and enumerations have, anywhere in the lexemes that are asked for.
pub(super) fn members(lexemes: &[Lexeme], asked: impl Fn(usize) -> bool) -> Vec<&Text> {
    use Keyword::{Class, Enum, Struct, Union};
    use Punct::*;
    let mut names = Vec::new();
    // What each open bracket is: a class's braces or others.
    let mut open = Vec::new();
    // A class whose braces may follow: how many `<` are open, and whether its bases have begun.
    let mut coming: Option<(usize, bool)> = None;
    for (at, lexeme) in lexemes.iter().enumerate() {
        let next = lexemes.get(at + 1).map(|next| next.kind);
        match lexeme.kind {
            LexKind::Keyword(Struct | Class | Union | Enum) => coming = Some((0, false)),
            LexKind::Punct(punct) => {
                coming = match (punct, coming) {
                    (Lt, Some((depth, bases))) => Some((depth + 1, bases)),
                    (Gt, Some((depth, bases))) if depth > 0 || bases => {
                        Some((depth.saturating_sub(1), bases))
                    }
                    (Comma, Some((depth, bases))) if depth > 0 || bases => coming,
                    (LParen, Some(_)) if at > 0 && takes_brackets(lexemes[at - 1].kind) => coming,
                    (Gt | Comma | LParen | Semi | Eq | RBrace, _) => None,
                    (Colon, Some((depth, _))) => Some((depth, true)),
                    _ => coming,
                };
                match punct {
                    LBrace => open.push(coming.take().is_some()),
                    LParen | LBracket => open.push(false),
                    RBrace | RParen | RBracket => drop(open.pop()),
                    _ => {}
                }
            }
            LexKind::Ident if open.last() == Some(&true) && asked(at) => {
                if let Some(LexKind::Punct(
                    Semi | Comma | Eq | LBracket | LParen | LBrace | RBrace | Colon,
                )) = next
                {
                    names.push(&lexeme.text);
                }
            }
            _ => {}
        }
    }
    names
}

/// Whether a word takes brackets that are no function's parameters.
pub(super) fn takes_brackets(kind: LexKind) -> bool {
    use Keyword::*;
    let LexKind::Keyword(word) = kind else {
        return false;
    };
    matches!(
        word,
        Alignas
            | Align
            | Attribute
            | Declspec
            | LaunchBounds
            | Decltype
            | Noexcept
            | Explicit
            | Requires
    ) || matches!(word, StaticAssert | StaticAssertU | Asm | AsmU | AsmV)
}
