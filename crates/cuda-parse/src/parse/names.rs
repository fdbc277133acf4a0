//! What begins at a token, told by looking ahead: a path, a type, a cast, a declaration.
//!
//! Rules: looking ahead takes nothing and is bounded; a name that nobody declared is a type where only a type can stand.
//! Next: scopes.rs for what a name is.

use super::Parser;
use super::scopes::NameKind;
use cuda_source::token::{Keyword, LexKind, Punct};

/// How far a list of template arguments is looked through.
pub(super) const MAX_LOOK: usize = 400;

/// What a path that begins at a token is, found by looking ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// What its last name is, if anything is known of it.
    pub(super) kind: Option<NameKind>,
    /// The index of the token after it.
    pub(super) end: usize,
    /// Whether it has a qualifier or template arguments.
    pub(super) composed: bool,
}

impl Parser<'_> {
    pub(super) fn kind_at(&self, at: usize) -> LexKind {
        self.token_at(at).kind
    }

    pub(super) fn is_at(&self, at: usize, punct: Punct) -> bool {
        self.kind_at(at) == LexKind::Punct(punct)
    }

    /// Looks over the path that begins at the token of index `at`, if one does.
    pub(super) fn look_path(&self, at: usize) -> Option<Look> {
        let mut at = at;
        let mut composed = false;
        let mut around: Option<usize> = None;
        let mut of_instance = false;
        if self.is_at(at, Punct::ColonColon) {
            at += 1;
            composed = true;
        }
        loop {
            if self.kind_at(at) != LexKind::Ident {
                return None;
            }
            let name = &self.token_at(at).text;
            let of = around.map(|at| &self.token_at(at).text);
            let mut kind = match of.and_then(|of| self.scopes.find_member(of, name)) {
                None if composed => self.scopes.find_inner(name),
                None => self.scopes.find(name),
                found => found,
            };
            around = Some(at);
            at += 1;
            let arguments = match self.is_at(at, Punct::Lt) {
                true => self.look_args(at, kind),
                false => None,
            };
            // `numeric_limits<T>::is_signed`: a class template of that name is another one.
            if of_instance && arguments.is_none() && kind == Some(NameKind::TypeTemplate) {
                kind = None;
            }
            of_instance = arguments.is_some();
            if let Some(end) = arguments {
                at = end;
                composed = true;
                if kind == Some(NameKind::TypeTemplate) {
                    kind = Some(NameKind::Type);
                }
            }
            let goes_on = self.is_at(at, Punct::ColonColon)
                && matches!(
                    self.kind_at(at + 1),
                    LexKind::Ident | LexKind::Keyword(Keyword::Template)
                );
            if !goes_on {
                return Some(Look {
                    kind,
                    end: at,
                    composed,
                });
            }
            at += 1;
            if self.kind_at(at) == LexKind::Keyword(Keyword::Template) {
                at += 1;
            }
            composed = true;
        }
    }

    /// Whether `<` at this index opens template arguments of a name of that kind, and where they end.
    pub(super) fn look_args(&self, open: usize, kind: Option<NameKind>) -> Option<usize> {
        if kind.is_some_and(|kind| !kind.takes_args()) {
            return None;
        }
        let surely = kind.is_some();
        let qualified = open >= 2 && self.is_at(open - 2, Punct::ColonColon);
        let end = self.look_angle(open, surely || qualified)?;
        // After `a < b >` of a comparison an operand must come; `(`, `&`, `*` and names may also begin one, but
        // nobody compares so with a name that is not declared.
        let declares = matches!(
            self.kind_at(end),
            LexKind::Keyword(Keyword::Const | Keyword::Volatile | Keyword::Operator)
        );
        let fits = declares
            || !matches!(
                self.kind_at(end),
                LexKind::Keyword(_)
                    | LexKind::Number
                    | LexKind::Str
                    | LexKind::Char
                    | LexKind::Punct(
                        Punct::Plus
                            | Punct::Minus
                            | Punct::Bang
                            | Punct::Tilde
                            | Punct::PlusPlus
                            | Punct::MinusMinus
                    )
            );
        (surely || fits).then_some(end)
    }

    /// The index after the `>` that closes the `<` at `open`, where one does within an expression. `logic` says
    /// whether `&&` and `||` may stand between them.
    fn look_angle(&self, open: usize, logic: bool) -> Option<usize> {
        let mut angles = 0i32;
        let mut brackets = 0usize;
        for at in open..open + MAX_LOOK {
            match self.kind_at(at) {
                LexKind::Punct(Punct::LParen | Punct::LBracket) => brackets += 1,
                LexKind::Punct(Punct::RParen | Punct::RBracket) => {
                    brackets = brackets.checked_sub(1)?
                }
                LexKind::Punct(Punct::LBrace) if logic || brackets > 0 => brackets += 1,
                LexKind::Punct(Punct::RBrace) if brackets > 0 => brackets -= 1,
                LexKind::Punct(Punct::Semi) if brackets > 0 && logic => {} // in a lambda's body
                LexKind::Punct(Punct::Semi | Punct::LBrace | Punct::RBrace) | LexKind::End => {
                    return None;
                }
                _ if brackets > 0 => {}
                LexKind::Punct(Punct::Lt) if at > open && self.compares(at) => {}
                LexKind::Punct(Punct::Lt) => angles += 1,
                LexKind::Punct(Punct::Gt) => angles -= 1,
                LexKind::Punct(Punct::GtGt) => angles -= 2,
                LexKind::Punct(Punct::GtGtGt) => angles -= 3,
                LexKind::Punct(Punct::AmpAmp | Punct::PipePipe) if !logic => return None,
                LexKind::Punct(Punct::Eq) | LexKind::Str => return None,
                _ => {}
            }
            if angles <= 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// Whether the `<` at this index follows a name that takes no arguments, and is the sign of a comparison.
    fn compares(&self, at: usize) -> bool {
        let qualified = matches!(
            self.kind_at(at.saturating_sub(2)),
            LexKind::Punct(Punct::ColonColon | Punct::Dot | Punct::Arrow)
                | LexKind::Keyword(Keyword::Template)
        );
        let name = self.token_at(at - 1);
        let known = name.kind == LexKind::Ident && !qualified;
        known && self.scopes.find(&name.text) == Some(NameKind::Value)
    }

    /// Whether a type begins at hand: in a cast, a parameter list, a template argument.
    pub(super) fn begins_type(&self) -> bool {
        self.begins_type_at(self.at)
    }

    pub(super) fn begins_type_at(&self, at: usize) -> bool {
        match self.kind_at(at) {
            LexKind::Keyword(word) => begins_type(word),
            LexKind::Ident | LexKind::Punct(Punct::ColonColon) => {
                let Some(look) = self.look_path(at) else {
                    return false;
                };
                match look.kind {
                    Some(NameKind::Type | NameKind::TypeTemplate) => true,
                    // Of a concept.
                    _ if self.kind_at(look.end) == LexKind::Keyword(Keyword::Auto) => true,
                    Some(_) => false,
                    // An unknown name before a name can only be a type, and so can one with `*` and nothing after.
                    None => self.kind_at(look.end) == LexKind::Ident || self.ends_in_star(look.end),
                }
            }
            _ => false,
        }
    }

    /// Whether `*`, `&`, `const` stand from this index up to what no operand begins with.
    fn ends_in_star(&self, from: usize) -> bool {
        let mut at = from;
        while let LexKind::Punct(Punct::Star | Punct::Amp | Punct::AmpAmp)
        | LexKind::Keyword(Keyword::Const | Keyword::Restrict) = self.kind_at(at)
        {
            at += 1;
        }
        let ended = matches!(
            self.kind_at(at),
            LexKind::Punct(Punct::RParen | Punct::Comma | Punct::Gt | Punct::GtGt)
        );
        at > from && ended
    }

    /// Whether `(` at hand opens a C-style cast.
    pub(super) fn is_cast(&self) -> bool {
        let first = self.at + 1;
        let named = matches!(
            self.kind_at(first),
            LexKind::Ident | LexKind::Punct(Punct::ColonColon)
        );
        if named {
            let Some(look) = self.look_path(first) else {
                return false;
            };
            let mut end = look.end;
            while self.is_at(end, Punct::Star)
                || self.kind_at(end) == LexKind::Keyword(Keyword::Const)
                || self.kind_at(end) == LexKind::Keyword(Keyword::Restrict)
            {
                end += 1;
            }
            let known = matches!(look.kind, Some(NameKind::Type | NameKind::TypeTemplate));
            if known {
                return !self.is_at(end, Punct::LParen) && !self.is_at(end, Punct::LBrace)
                    || self.is_at(end + 1, Punct::Star);
            }
            let starred = end > look.end && self.is_at(end, Punct::RParen);
            let operand = self.is_at(end, Punct::RParen)
                && look.kind.is_none()
                && matches!(
                    self.kind_at(end + 1),
                    LexKind::Ident | LexKind::Number | LexKind::Str
                );
            return starred || operand;
        }
        let LexKind::Keyword(word) = self.kind_at(first) else {
            return false;
        };
        let functional = word.is_type()
            && matches!(
                self.kind_at(first + 1),
                LexKind::Punct(Punct::LParen | Punct::LBrace)
            )
            && !self.is_at(first + 2, Punct::Star);
        begins_type(word) && !functional
    }

    /// Whether a declaration begins at hand, in a block.
    pub(super) fn begins_declaration(&self) -> bool {
        match self.kind() {
            LexKind::Keyword(word) if word.is_type() || word == Keyword::Typename => {
                let call = matches!(
                    self.kind_ahead(1),
                    LexKind::Punct(Punct::LParen | Punct::LBrace)
                );
                !call
                    || word == Keyword::Auto
                    || self.is_grouped_declarator(self.at + 1)
                    || self.is_name_in_parens(self.at + 1)
            }
            LexKind::Keyword(word) => begins_type(word) || begins_declaration(word),
            LexKind::Ident | LexKind::Punct(Punct::ColonColon) => self
                .look_path(self.at)
                .is_some_and(|look| self.path_declares(look)),
            LexKind::Punct(Punct::LBracket) => self.is_ahead(1, Punct::LBracket), // an attribute
            _ => false,
        }
    }

    /// `(name) =` and its like: `int (i) = 0` declares.
    fn is_name_in_parens(&self, at: usize) -> bool {
        self.is_at(at, Punct::LParen)
            && self.kind_at(at + 1) == LexKind::Ident
            && self.is_at(at + 2, Punct::RParen)
            && matches!(
                self.kind_at(at + 3),
                LexKind::Punct(Punct::Eq | Punct::Semi | Punct::Comma | Punct::LBracket)
            )
    }

    /// `(*name)(` or `(&name)[` at this index: the declarator of a function pointer or array reference.
    pub(super) fn is_grouped_declarator(&self, at: usize) -> bool {
        if self.is_at(at, Punct::LParen)
            && self.kind_at(at + 1) == LexKind::Ident
            && self.member_pointer_at(at + 1)
        {
            return true;
        }
        let mark = |at| self.is_at(at, Punct::Star) || self.is_at(at, Punct::Amp);
        let mut name = at + 1;
        while mark(name) || name > at + 1 && self.kind_at(name) == LexKind::Keyword(Keyword::Const)
        {
            name += 1;
        }
        self.is_at(at, Punct::LParen)
            && mark(at + 1)
            && self.kind_at(name) == LexKind::Ident
            && (self.is_at(name + 1, Punct::RParen) || self.is_at(name + 1, Punct::LBracket))
            && (self.is_at(name + 2, Punct::LParen)
                || self.is_at(name + 2, Punct::LBracket)
                || !self.is_at(name + 1, Punct::RParen))
    }

    /// Whether a statement that begins with this path declares something.
    fn path_declares(&self, look: Look) -> bool {
        let end = look.end;
        match look.kind {
            // Of a concept.
            _ if self.kind_at(end) == LexKind::Keyword(Keyword::Auto) => true,
            Some(NameKind::Type | NameKind::TypeTemplate) => {
                let used = matches!(
                    self.kind_at(end),
                    LexKind::Punct(
                        Punct::LParen
                            | Punct::LBrace
                            | Punct::ColonColon
                            | Punct::Dot
                            | Punct::Arrow
                            | Punct::Eq
                    )
                );
                !used || self.is_grouped_declarator(end)
            }
            Some(_) => false,
            None => match self.kind_at(end) {
                LexKind::Ident => true,
                LexKind::Keyword(word) => {
                    matches!(word, Keyword::Const | Keyword::Restrict | Keyword::Volatile)
                }
                LexKind::Punct(Punct::Star | Punct::Amp) => {
                    let mut at = end;
                    while self.is_at(at, Punct::Star) || self.is_at(at, Punct::Amp) {
                        at += 1;
                    }
                    if let LexKind::Keyword(Keyword::Const | Keyword::Restrict) = self.kind_at(at) {
                        return true;
                    }
                    let named = self.kind_at(at) == LexKind::Ident
                        && self.scopes.find(&self.token_at(at).text).is_none();
                    named
                        && matches!(
                            self.kind_at(at + 1),
                            LexKind::Punct(
                                Punct::Eq | Punct::Semi | Punct::Comma | Punct::LBracket
                            )
                        )
                }
                _ => false,
            },
        }
    }
}

/// Whether a keyword begins a type.
fn begins_type(word: Keyword) -> bool {
    word.is_type()
        || matches!(
            word,
            Keyword::Const
                | Keyword::ConstU
                | Keyword::Volatile
                | Keyword::VolatileU
                | Keyword::Struct
                | Keyword::Class
                | Keyword::Union
                | Keyword::Enum
                | Keyword::Typename
                | Keyword::Decltype
                | Keyword::Typeof
                | Keyword::TypeofG
                | Keyword::TypeofV
        )
}

/// Whether a keyword that begins no type begins a declaration.
fn begins_declaration(word: Keyword) -> bool {
    matches!(
        word,
        Keyword::Typedef
            | Keyword::Using
            | Keyword::StaticAssert
            | Keyword::StaticAssertU
            | Keyword::Template
            | Keyword::Namespace
            | Keyword::Extern
            | Keyword::Static
            | Keyword::Inline
            | Keyword::InlineU
            | Keyword::InlineV
            | Keyword::ForceInline
            | Keyword::ForceInlineV
            | Keyword::NoInline
            | Keyword::Constexpr
            | Keyword::Consteval
            | Keyword::Constinit
            | Keyword::Register
            | Keyword::ThreadLocal
            | Keyword::Mutable
            | Keyword::Virtual
            | Keyword::Explicit
            | Keyword::Friend
            | Keyword::Global
            | Keyword::Device
            | Keyword::Host
            | Keyword::Shared
            | Keyword::Constant
            | Keyword::Managed
            | Keyword::GridConstant
            | Keyword::LaunchBounds
            | Keyword::Align
            | Keyword::Alignas
            | Keyword::Attribute
            | Keyword::Declspec
    )
}
