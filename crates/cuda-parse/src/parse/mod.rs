//! A source in; its `ast::Unit` and everything wrong with its text, tokens and grammar out.
//!
//! # How
//!
//! Recursive descent, a function a production. A production that always yields is named for what it yields;
//! one that fails has said why and returns [`Broken`], and the statement, member or item that it stood in skips
//! to its end and goes on: at most one complaint each. A missing `;` or `)` before something that can only come
//! after it is taken as read. Loops over lists must advance ([`Parser::must_advance`]).
//!
//! **Types and names.** C++ cannot be parsed without knowing which names are types, so `scopes.rs` keeps a scope
//! of what each declared name is. An unknown name is judged by what stands after it, never by trying twice.
//!
//! **Depth.** Brackets, statements and operands nest at most [`MAX_NESTING`] deep, chains such as `a + b + …` are
//! at most [`MAX_CHAIN`] long on any path, so that neither this parser nor who walks its trees can run out of
//! stack.
//!
//! Next: `decl.rs`, `declarator.rs`, `stmt.rs`, `expr.rs`; `recover.rs` for what happens after an error.

mod attribute;
mod block_value;
mod constraint;
mod decl;
mod declarator;
mod defaulted;
mod expr;
mod foreign;
mod foresee;
mod function_type;
mod guide;
pub(crate) mod literal;
mod names;
mod postfix;
mod record;
mod recover;
mod scopes;
mod sided;
mod specifiers;
mod stmt;
mod template;
mod using;

pub use sided::asks_for_side;
use sorted::SortedMap;
use std::collections::HashMap;
use std::sync::Arc;

use crate::IsBuiltin;
use crate::ast::{Expr, FunctionType, Ident, Item, Path, Text, Unit};
use crate::pp;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::{File, MAX_SOURCE_BYTES, Source, Span};
use cuda_source::token::{Keyword, LexKind, Lexeme, Punct};
use scopes::Scopes;

/// How deep brackets, statements, types and operands may nest.
pub const MAX_NESTING: u32 = 200;

/// How deep lambdas may nest; each has chains of its own.
const MAX_LAMBDAS: u32 = 4;

/// How many links the chains of operators on one path of an expression may have together.
pub const MAX_CHAIN: u32 = 300;

/// Reads a source: lex, preprocess, parse. Whatever the text, a unit comes back; what could not be understood
/// is `Error` nodes in it, and a diagnostic each.
pub fn parse(source: &Source, is_builtin: IsBuiltin) -> (Unit, Vec<Diag>) {
    let size = source.text().len();
    if size > MAX_SOURCE_BYTES {
        let message = format!("the source is too large: {size} bytes, at most {MAX_SOURCE_BYTES}");
        return (
            Unit::default(),
            vec![Diag::error(Code::SourceTooLarge, Span::at(0), message)],
        );
    }
    if let Some(diag) = foreign::wide_text(source) {
        return (Unit::default(), vec![diag]);
    }
    let (preprocessed, mut diags) = pp::preprocess(source, is_builtin);
    let mut parser = Parser::new(source, preprocessed);
    let items = parser.unit();
    let mut grammar = recover::without_echoes(source, &diags, parser.diags);
    if pp::lacks_header(&diags) {
        grammar.retain(|diag| diag.code != Code::UnknownTypeName); // it may be declared there
    }
    diags.extend(grammar);
    if let Some(diag) = foreign::not_cuda(source, &diags) {
        return (Unit::default(), vec![diag]);
    }
    let unit = Unit {
        items,
        tries: parser.tries,
        mentioned: parser.mentioned,
        unasked: parser.concepts.values().map(|path| path.span).collect(),
        in_c: texts_in_c(source),
        units: source.units().map(whole).collect(),
    };
    (unit, diags)
}

/// Where the texts in C are.
fn texts_in_c(source: &Source) -> Vec<Span> {
    let texts = source.units().filter(|text| text.name().ends_with(".c"));
    texts.map(whole).collect()
}

fn whole(text: &File) -> Span {
    Span::new(text.base(), text.end())
}

/// Makes a keyword of what is one in C alone: `restrict`.
fn with_words_of_c(source: &Source, mut tokens: Vec<Lexeme>) -> Vec<Lexeme> {
    for text in texts_in_c(source) {
        let restricts = tokens.iter_mut().filter(|token| {
            token.kind == LexKind::Ident
                && &*token.text == "restrict"
                && (text.start..text.end).contains(&token.span.start)
        });
        restricts.for_each(|token| token.kind = LexKind::Keyword(Keyword::Restrict));
    }
    tokens
}

/// A production failed and has said why.
#[derive(Clone, Copy, Debug)]
struct Broken;

/// What a production yields.
type Parsed<T> = Result<T, Broken>;

struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<Lexeme>,
    packs: Vec<attribute::Pack>,
    at: usize,
    diags: Vec<Diag>,
    /// Whether the statement or item at hand has had its complaint.
    complained: bool,
    /// Whether the rest of the file is skipped.
    abandoned: bool,
    depth: u32,
    chain: u32,
    /// Misspelt keywords and what they were taken for.
    mended: HashMap<Text, Keyword>,
    /// Whether the declarator at hand had `...` in it.
    saw_pack: bool,
    /// How many lambdas are open.
    lambdas: u32,
    /// Whether `>` ends the expression at hand, as in a template's arguments.
    angle_ends: bool,
    scopes: Scopes,
    /// Structs and enums defined inside the declaration at hand.
    defined: Vec<Item>,
    /// Structs declared by the mention of their names, `typedef struct Hidden Handle`: they belong to the namespace.
    heard: Vec<Item>,
    unnamed: u32,
    /// Names of types that are a function's.
    function_types: HashMap<Text, FunctionType>,
    /// Structs that are first heard of where a declaration uses them.
    mentioned: Vec<Ident>,
    /// Concepts before `auto`, by where that stands, until what they are asked of is known.
    concepts: SortedMap<Span, Path>,
    /// Braces that closed at another indentation than they opened: the opener and the closer.
    misaligned: Vec<(Span, Span)>,
    /// Whether every brace of the file has its partner, so that none is missing.
    braced: bool,
    /// Whether a missing `}` has been said; one makes all around it seem unclosed.
    unclosed: bool,
    /// Whether there was a `try`.
    tries: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source, preprocessed: pp::Preprocessed) -> Self {
        let (tokens, packs) = attribute::without_packs(preprocessed.lexemes);
        Parser {
            source,
            braced: recover::is_braced(&tokens),
            tokens: with_words_of_c(source, tokens),
            packs,
            at: 0,
            diags: Vec::new(),
            complained: false,
            abandoned: false,
            depth: 0,
            chain: 0,
            mended: HashMap::new(),
            saw_pack: false,
            lambdas: 0,
            angle_ends: false,
            scopes: Scopes::new(preprocessed.small_floats),
            defined: Vec::new(),
            heard: Vec::new(),
            unnamed: 0,
            function_types: HashMap::new(),
            mentioned: Vec::new(),
            concepts: SortedMap::new(),
            misaligned: Vec::new(),
            unclosed: false,
            tries: false,
        }
    }

    // ------------------------------------------------------------------------------------------- cursor

    /// The token at hand; at the end of the file, `End` for ever.
    fn token(&self) -> &Lexeme {
        self.ahead(0)
    }

    /// The token `by` places on.
    fn ahead(&self, by: usize) -> &Lexeme {
        self.token_at(self.at + by)
    }

    fn token_at(&self, at: usize) -> &Lexeme {
        &self.tokens[at.min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> LexKind {
        self.token().kind
    }

    fn kind_ahead(&self, by: usize) -> LexKind {
        self.ahead(by).kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// The token before the one at hand; at the start of the file an empty place.
    fn before(&self) -> Span {
        match self.at.min(self.tokens.len()).checked_sub(1) {
            Some(at) => self.tokens[at].span,
            None => Span::at(0),
        }
    }

    /// From a place to the end of what has been taken.
    fn since(&self, start: Span) -> Span {
        if self.before().end <= start.start {
            start
        } else {
            start.to(self.before())
        }
    }

    fn is(&self, punct: Punct) -> bool {
        self.kind() == LexKind::Punct(punct)
    }

    fn is_ahead(&self, by: usize, punct: Punct) -> bool {
        self.kind_ahead(by) == LexKind::Punct(punct)
    }

    fn is_word(&self, keyword: Keyword) -> bool {
        self.kind() == LexKind::Keyword(keyword)
    }

    fn is_end(&self) -> bool {
        self.kind() == LexKind::End
    }

    fn bump(&mut self) -> Span {
        let span = self.span();
        if !self.is_end() {
            self.at += 1;
        }
        span
    }

    /// Takes a bracket or operator if it is there.
    fn take(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.bump();
        }
        found
    }

    fn take_word(&mut self, keyword: Keyword) -> bool {
        let found = self.is_word(keyword);
        if found {
            self.bump();
        }
        found
    }

    /// Takes one `>`, splitting `>>` and `>>>` if need be.
    fn take_angle(&mut self) -> bool {
        let rest = match self.kind() {
            LexKind::Punct(Punct::Gt) => {
                self.bump();
                return true;
            }
            LexKind::Punct(Punct::GtGt) => Punct::Gt,
            LexKind::Punct(Punct::GtGtGt) => Punct::GtGt,
            LexKind::Punct(Punct::GtEq) => Punct::Eq,
            LexKind::Punct(Punct::GtGtEq) => Punct::GtEq,
            _ => return false,
        };
        let at = self.at;
        let token = &mut self.tokens[at];
        token.kind = LexKind::Punct(rest);
        token.text = Arc::from(rest.as_str());
        if token.span.len() > 1 {
            token.span.start += 1;
        }
        true
    }

    /// The name at hand, if it is one.
    fn opt_ident(&mut self) -> Option<Ident> {
        if self.kind() != LexKind::Ident {
            return None;
        }
        let ident = Ident {
            text: Arc::clone(&self.token().text),
            span: self.span(),
        };
        self.bump();
        Some(ident)
    }

    /// A name that must be there; `what` says which.
    fn ident(&mut self, what: &str) -> Parsed<Ident> {
        match self.opt_ident() {
            Some(ident) => Ok(ident),
            None => Err(self.expected(what)),
        }
    }

    /// Whether the token at hand is the first of its line.
    fn on_new_line(&self) -> bool {
        let before = self.before();
        let here = self.span().start;
        let same_file = self.source.file(before.end).base() == self.source.file(here).base();
        self.is_end() || !same_file || self.source.line(before.end) < self.source.line(here)
    }

    // -------------------------------------------------------------------------------------------- depth

    /// Runs a production one level deeper.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.abandon(&format!(
                "nested too deeply: {MAX_NESTING} levels are the most"
            )));
        }
        self.depth += 1;
        let result = production(self);
        self.depth -= 1;
        result
    }

    /// Counts one link of a chain of operators.
    fn link(&mut self) -> Parsed<()> {
        self.chain += 1;
        if self.chain > MAX_CHAIN {
            return Err(self.abandon("this expression is too long: give parts of it names"));
        }
        Ok(())
    }

    /// The right operand of an operator whose operands' chains begin at `base`: the longer of the two counts, and
    /// the operator is one more link.
    fn operand(
        &mut self,
        base: u32,
        production: impl FnOnce(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let right = self.beside(base, production)?;
        self.link()?;
        Ok(right)
    }

    /// Runs a production whose chain stands beside one that began at `base`: the longer of the two counts.
    fn beside<T>(
        &mut self,
        base: u32,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let before = std::mem::replace(&mut self.chain, base);
        let result = production(self);
        self.chain = self.chain.max(before);
        result
    }

    /// Runs a production whose chains stand beside those of its siblings: of several, the longest counts.
    fn sibling<T>(
        &mut self,
        longest: &mut u32,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let base = self.chain;
        let result = production(self);
        *longest = (*longest).max(self.chain - base);
        self.chain = base;
        result
    }

    /// Says what cannot be gone on from, and skips the rest of the file.
    fn abandon(&mut self, message: &str) -> Broken {
        if !self.abandoned {
            let span = self.span();
            self.diags.push(Diag::error(Code::TooDeep, span, message));
        }
        self.abandoned = true;
        self.at = self.tokens.len() - 1;
        Broken
    }

    // -------------------------------------------------------------------------------------------- lists

    /// Makes sure that a loop takes something: if nothing was taken since `from`, takes one token.
    fn must_advance(&mut self, from: usize) {
        if self.at == from {
            self.bump();
        }
    }

    /// Elements between commas up to `close`, which is taken; `open` is what it closes.
    fn list<T>(
        &mut self,
        open: Span,
        close: Punct,
        mut element: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let mut longest = 0;
        let mut out = Vec::new();
        let result = loop {
            if self.is(close) || self.is_end() {
                break Ok(());
            }
            match self.sibling(&mut longest, &mut element) {
                Ok(one) => out.push(one),
                Err(Broken) => break Err(Broken),
            }
            if !self.take(Punct::Comma) {
                break Ok(());
            }
        };
        self.chain += longest;
        self.angle_ends = angle_ends;
        result?;
        self.close(close, open)?;
        Ok(out)
    }
}
