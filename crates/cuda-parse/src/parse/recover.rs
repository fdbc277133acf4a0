//! After an error: what is said, and where reading goes on.
//!
//! Rules: one complaint a statement or item; a complaint points at what is wrong, or at the end of what stands
//! before the place where something is missing; skipping stops where the next statement or item surely begins,
//! judged by brackets first and by line starts where brackets are broken.

use std::collections::HashSet;

use super::{Broken, Parsed, Parser};
use cuda_source::diag::{Code, Diag, nearest};
use cuda_source::source::{Source, Span};
use cuda_source::token::{Keyword, LexKind, Lexeme, Punct};

/// How much is said of one source before the rest of it is skipped; far more than is shown.
const MAX_DIAGS: usize = 100;

/// What the parser said, less what only echoes an error of the text itself on the same line or just before.
pub(super) fn without_echoes(source: &Source, text: &[Diag], grammar: Vec<Diag>) -> Vec<Diag> {
    let place = |diag: &Diag| {
        let file = source.file_of(diag.span);
        (file.base(), file.line(diag.span.start))
    };
    let errors = text.iter().filter(|diag| diag.is_error());
    let lines: HashSet<(u32, u32)> = errors.map(place).collect();
    let echo = |diag: &Diag| {
        let (file, line) = place(diag);
        lines.contains(&(file, line)) || lines.contains(&(file, line.saturating_sub(1)))
    };
    grammar.into_iter().filter(|diag| !echo(diag)).collect()
}

/// Whether each `{` has its `}`.
pub(super) fn is_braced(tokens: &[Lexeme]) -> bool {
    let mut open = 0usize;
    for token in tokens {
        match token.kind {
            LexKind::Punct(Punct::LBrace) => open += 1,
            LexKind::Punct(Punct::RBrace) => match open.checked_sub(1) {
                Some(outer) => open = outer,
                None => return false,
            },
            _ => {}
        }
    }
    open == 0
}

impl Parser<'_> {
    /// Says something, unless this statement or item has had its complaint.
    pub(super) fn say(&mut self, diag: Diag) -> Broken {
        if !diag.is_error() {
            if self.diags.len() < MAX_DIAGS {
                self.diags.push(diag);
            }
        } else if !self.complained && !self.abandoned {
            self.complained = true;
            self.diags.push(diag);
            if self.diags.len() > MAX_DIAGS {
                self.abandoned = true;
                self.at = self.tokens.len() - 1;
            }
        }
        Broken
    }

    pub(super) fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Broken {
        self.say(Diag::error(code, span, message))
    }

    /// The token at hand in words.
    pub(super) fn found(&self) -> String {
        match self.kind() {
            LexKind::End => "the end of the file".to_string(),
            LexKind::Unroll => "`#pragma unroll`".to_string(),
            LexKind::UnrollEnd => "the end of the line".to_string(),
            _ => format!("`{}`", self.token().text),
        }
    }

    /// Says that `what` was expected here.
    pub(super) fn expected(&mut self, what: &str) -> Broken {
        let span = if self.on_new_line() && self.at > 0 {
            self.before().after()
        } else {
            self.span()
        };
        let message = format!("expected {what}, found {}", self.found());
        self.error(Code::Expected, span, message)
    }

    /// A bracket or operator that must be there.
    pub(super) fn expect(&mut self, punct: Punct) -> Parsed<Span> {
        if self.is(punct) {
            return Ok(self.bump());
        }
        Err(self.expected(&format!("`{}`", punct.as_str())))
    }

    /// Where an unknown name is at hand that is nearly one of the keywords that fit here, says what is wrong with
    /// it, once, and makes it that keyword.
    pub(super) fn mend(&mut self, code: Code, wrong: &str, fits: impl Fn(Keyword) -> bool) -> bool {
        let known = |p: &Self| p.scopes.find(&p.token().text).is_some();
        if self.kind() != LexKind::Ident || self.is_ahead(1, Punct::ColonColon) || known(self) {
            return false;
        }
        let name = self.token().text.clone();
        if let Some(keyword) = self.mended.get(&name).copied().filter(|word| fits(*word)) {
            let at = self.at;
            self.tokens[at].kind = LexKind::Keyword(keyword);
            return true;
        }
        let words = Keyword::ALL.iter().filter(|word| fits(**word));
        let Some(meant) = nearest(&name, words.map(|word| word.as_str())) else {
            return false;
        };
        let Some(keyword) = Keyword::of(meant) else {
            return false;
        };
        let span = self.span();
        let diag = Diag::error(code, span, format!("`{name}` {wrong}"));
        self.say(
            diag.help(format!("did you mean `{meant}`?"))
                .fix(span, meant),
        );
        let at = self.at;
        self.tokens[at].kind = LexKind::Keyword(keyword);
        self.mended.insert(name, keyword);
        true
    }

    /// The closing bracket of `open`. If what stands there can only come after it, it is taken as read.
    pub(super) fn close(&mut self, close: Punct, open: Span) -> Parsed<()> {
        if self.take(close) {
            return Ok(());
        }
        let place = self.before().after();
        let text = close.as_str();
        let after = [Punct::Semi, Punct::LBrace, Punct::RBrace];
        let goes_on = after.iter().any(|punct| self.is(*punct));
        let diag = match self.is_end() {
            true => {
                let shown = self.source.slice(open).to_string();
                Diag::error(
                    Code::Unclosed,
                    open,
                    format!("this `{shown}` is never closed"),
                )
            }
            false => {
                let message = format!("expected `{text}`, found {}", self.found());
                let span = if self.on_new_line() {
                    place
                } else {
                    self.span()
                };
                let diag = Diag::error(Code::Unclosed, span, message);
                let diag = diag.label(open, "to close this");
                if goes_on { diag.fix(place, text) } else { diag }
            }
        };
        self.say(diag);
        if goes_on && close != Punct::RBrace {
            Ok(())
        } else {
            Err(Broken)
        }
    }

    /// The `;` that ends a statement or declaration. If it is missing and the next line begins something else,
    /// it is taken as read.
    pub(super) fn semicolon(&mut self, after: &str) -> Parsed<()> {
        if self.take(Punct::Semi) {
            return Ok(());
        }
        let place = self.before().after();
        if self.on_new_line() || self.is(Punct::RBrace) {
            let diag = Diag::error(
                Code::MissingSemicolon,
                place,
                format!("expected `;` after {after}"),
            );
            self.say(diag.fix(place, ";"));
            return Ok(());
        }
        let message = format!("expected `;` after {after}, found {}", self.found());
        let diag = Diag::error(Code::MissingSemicolon, self.span(), message);
        self.say(diag.label(place, "it would end here"));
        Err(Broken)
    }

    /// Skips to the end of a broken statement: past its `;` or block, or up to what surely begins another.
    pub(super) fn skip_statement(&mut self) {
        let mut brackets = 0usize;
        let start = self.at;
        while !self.is_end() {
            let fresh = self.at > start && self.on_new_line();
            if fresh && self.begins_statement_surely() || self.begins_item_surely() {
                return;
            }
            match self.kind() {
                LexKind::Punct(Punct::LParen | Punct::LBracket) => brackets += 1,
                LexKind::Punct(Punct::RParen | Punct::RBracket) => {
                    brackets = brackets.saturating_sub(1)
                }
                LexKind::Punct(Punct::Semi) => {
                    self.bump();
                    return;
                }
                LexKind::Punct(Punct::LBrace) => {
                    self.skip_balanced();
                    if brackets == 0 {
                        self.take(Punct::Semi);
                        return;
                    }
                    continue;
                }
                LexKind::Punct(Punct::RBrace) => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Skips what is left of a broken declaration, up to its `;`.
    pub(super) fn skip_to_end(&mut self) {
        self.skip_statement();
        if self.follows(Punct::Semi) {
            self.at -= 1;
        }
    }

    /// Skips to the end of a broken item: past its `;` or block, or up to what surely begins another.
    pub(super) fn skip_item(&mut self) {
        let start = self.at;
        while !self.is_end() {
            if self.at > start && self.begins_item_surely() {
                return;
            }
            match self.kind() {
                LexKind::Punct(Punct::Semi) => {
                    self.bump();
                    return;
                }
                LexKind::Punct(Punct::LBrace) => {
                    self.skip_balanced();
                    self.take(Punct::Semi);
                    return;
                }
                LexKind::Punct(Punct::RBrace) => return,
                LexKind::Punct(Punct::LParen) => self.skip_balanced(),
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Skips a bracket with all that is in it; of unbalanced ones, up to the next item.
    pub(super) fn skip_balanced(&mut self) {
        let mut depth = 0usize;
        while !self.is_end() {
            match self.kind() {
                LexKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                LexKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                    depth = depth.saturating_sub(1);
                }
                _ if self.begins_item_surely() => return,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips what is left in the parentheses of a statement's head, their end included. `depth` counts those
    /// that are open.
    pub(super) fn skip_head(&mut self) {
        let mut depth = 1usize;
        while !self.is_end() && !self.begins_item_surely() {
            match self.kind() {
                LexKind::Punct(Punct::LBrace | Punct::RBrace) => return,
                LexKind::Punct(Punct::LParen) => depth += 1,
                LexKind::Punct(Punct::RParen) => depth -= 1,
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    /// Whether a word is at hand that can only begin a statement.
    fn begins_statement_surely(&self) -> bool {
        let LexKind::Keyword(word) = self.kind() else {
            return false;
        };
        matches!(
            word,
            Keyword::If
                | Keyword::For
                | Keyword::While
                | Keyword::Do
                | Keyword::Switch
                | Keyword::Return
                | Keyword::Break
                | Keyword::Continue
                | Keyword::Case
                | Keyword::Default
                | Keyword::Shared
        )
    }

    /// Whether what is at hand can only stand at file scope: `__global__`, or, where some brace lacks its partner, one of a few words in
    /// column 1; or whether a header of ours begins here.
    pub(super) fn begins_item_surely(&self) -> bool {
        if self.span().is_system() && self.at > 0 && !self.token_at(self.at - 1).span.is_system() {
            return true;
        }
        let LexKind::Keyword(word) = self.kind() else {
            return false;
        };
        if word == Keyword::Global {
            return true;
        }
        let at_margin = || {
            let line = self.source.line_around(self.span().start);
            line.start == self.span().start && self.on_new_line()
        };
        matches!(
            word,
            Keyword::Device
                | Keyword::Host
                | Keyword::Template
                | Keyword::Namespace
                | Keyword::Extern
                | Keyword::Constant
                | Keyword::Static
                | Keyword::Inline
                | Keyword::Void
        ) && !self.braced
            && at_margin()
    }

    /// The `}` of a block. Of one that is missing, the brace is named that most likely lacks it: the first
    /// inside that closed at another indentation than it opened.
    pub(super) fn close_brace(&mut self, open: Span) -> bool {
        if self.is(Punct::RBrace) {
            let close = self.bump();
            if self.indentation(open) != self.indentation(close) && self.is_first_on_line(close) {
                self.misaligned.push((open, close));
            }
            return true;
        }
        let suspect = self
            .misaligned
            .iter()
            .find(|(inner, _)| inner.start > open.start)
            .copied();
        let (opener, closer) = suspect.map_or((open, None), |(open, close)| (open, Some(close)));
        let mut diag = Diag::error(Code::Unclosed, opener, "this `{` is never closed");
        if let Some(close) = closer {
            diag = diag.label(
                close,
                "this `}` closes it, but is indented as if it closed another",
            );
        } else if !self.is_end() {
            diag = diag.label(self.span(), "this cannot stand inside it");
        }
        if !self.abandoned && !std::mem::replace(&mut self.unclosed, true) {
            self.diags.push(diag);
        }
        self.complained = true;
        false
    }

    fn indentation(&self, span: Span) -> usize {
        let line = self.source.slice(self.source.line_around(span.start));
        line.len() - line.trim_start().len()
    }

    fn is_first_on_line(&self, span: Span) -> bool {
        let line = self.source.line_around(span.start);
        self.source
            .slice(Span::new(line.start, span.start))
            .trim()
            .is_empty()
    }
}
