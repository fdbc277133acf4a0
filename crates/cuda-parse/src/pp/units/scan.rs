//! What a text declares at namespace level: lexemes in, declarations with their names, scopes and linkage out.
//!
//! Rule: it goes by brackets and the words before a name, knows no types, and cannot fail. What it cannot read it gives
//! no name, and the rest of a text whose brackets do not match it does not read at all.

mod arguments;
mod linkage;
mod names;

use std::collections::HashSet;
use std::ops::Range;

use super::members::takes_brackets;
use crate::ast::Text;
use cuda_source::token::{Keyword, LexKind, Lexeme, Punct};

/// Which texts a name means the same in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Linkage {
    /// In every one.
    External,
    /// In its own alone.
    Internal,
    /// In its own, unless another text declares it `extern`: a device's variable.
    Device,
    /// In every one, each with the same definition: inline functions, templates, types.
    Shared,
    /// It declares nothing of its own: `using std::max`.
    Borrowed,
}

/// A declaration at namespace level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    /// What it declares; nothing for members, operators and specialisations.
    pub names: Vec<Text>,
    /// Its lexemes.
    pub range: Range<usize>,
    /// The namespaces around it, those without a name left out.
    pub scope: String,
    pub linkage: Linkage,
    /// Whether it is a function's, with its body.
    pub has_body: bool,
    /// Whether it may be a function's without a body.
    pub is_prototype: bool,
    /// Whether one copy does for several texts that say the same.
    pub constant: bool,
}

/// What a run of lexemes declares.
#[derive(Debug, Default)]
pub(super) struct Declared {
    pub all: Vec<Declaration>,
    /// The names of its namespaces.
    pub namespaces: Vec<Text>,
    /// Where `using namespace` stands.
    pub directives: Vec<usize>,
}

/// The place of each bracket's partner, and for everything else its own.
pub(super) fn partners(lexemes: &[Lexeme]) -> Vec<usize> {
    let mut partners: Vec<usize> = (0..lexemes.len()).collect();
    let mut open = Vec::new();
    for (at, lexeme) in lexemes.iter().enumerate() {
        match lexeme.kind {
            LexKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => open.push(at),
            LexKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                if let Some(partner) = open.pop() {
                    partners[partner] = at;
                    partners[at] = partner;
                }
            }
            _ => {}
        }
    }
    partners
}

/// What the lexemes of a range declare, with the variables' names that ranges before it left and it leaves.
pub(super) fn declared(
    lexemes: &[Lexeme],
    partners: &[usize],
    range: Range<usize>,
    variables: &mut HashSet<Text>,
) -> Declared {
    let mut scan = Scan {
        lexemes,
        partners,
        variables,
        end: range.end,
        scopes: Vec::new(),
        out: Declared::default(),
    };
    let mut at = range.start;
    while at < scan.end {
        at = scan.step(at).max(at + 1);
    }
    scan.out
}

struct Scan<'t> {
    lexemes: &'t [Lexeme],
    partners: &'t [usize],
    /// The variables of namespaces so far: one behind a name's bracket is an argument, not a parameter's type.
    variables: &'t mut HashSet<Text>,
    end: usize,
    /// The namespaces that are open: nothing for what is none, `extern "C" {`.
    scopes: Vec<Option<Text>>,
    out: Declared,
}

/// The parts of a declaration that its meaning follows from.
#[derive(Default)]
struct Shape {
    /// Words and marks before the first declarator's end, brackets and templates' arguments left out.
    head: Vec<usize>,
    /// The bracket before the parameters of a function, or the arguments of a variable.
    params: Option<usize>,
    /// The first brace.
    brace: Option<usize>,
    /// Commas behind the head.
    commas: Vec<usize>,
    is_template: bool,
    is_function: bool,
    end: usize,
}

impl Scan<'_> {
    fn kind(&self, at: usize) -> LexKind {
        match at < self.end {
            true => self.lexemes[at].kind,
            false => LexKind::End,
        }
    }

    fn is(&self, at: usize, punct: Punct) -> bool {
        self.kind(at) == LexKind::Punct(punct)
    }

    fn is_word(&self, at: usize, word: Keyword) -> bool {
        self.kind(at) == LexKind::Keyword(word)
    }

    fn text(&self, at: usize) -> Text {
        Text::clone(&self.lexemes[at].text)
    }

    /// The place behind a bracket's partner; the end where it has none.
    fn behind(&self, open: usize) -> usize {
        match self.partners[open] {
            close if close > open => (close + 1).min(self.end),
            _ => self.end,
        }
    }

    /// Reads what begins at a place; where the next begins.
    fn step(&mut self, at: usize) -> usize {
        match self.kind(at) {
            LexKind::Punct(Punct::RBrace) => {
                self.scopes.pop();
                at + 1
            }
            LexKind::Keyword(Keyword::Namespace) => self.namespace(at + 1),
            LexKind::Keyword(Keyword::Inline) if self.is_word(at + 1, Keyword::Namespace) => at + 1,
            LexKind::Keyword(Keyword::Extern)
                if self.kind(at + 1) == LexKind::Str && self.is(at + 2, Punct::LBrace) =>
            {
                self.scopes.push(None);
                at + 3
            }
            LexKind::Ident
            | LexKind::Keyword(_)
            | LexKind::Punct(Punct::ColonColon | Punct::LBracket) => self.declaration(at),
            LexKind::Punct(Punct::LBrace | Punct::LParen) => self.behind(at),
            _ => at + 1,
        }
    }

    fn namespace(&mut self, mut at: usize) -> usize {
        let mut name = String::new();
        loop {
            match self.kind(at) {
                LexKind::Punct(Punct::LBracket) => at = self.behind(at),
                LexKind::Punct(Punct::ColonColon) | LexKind::Keyword(Keyword::Inline) => at += 1,
                LexKind::Ident => {
                    self.out.namespaces.push(self.text(at));
                    name = format!("{name}{}::", self.lexemes[at].text);
                    at += 1;
                }
                LexKind::Punct(Punct::LBrace) => {
                    self.scopes.push(Some(Text::from(name)));
                    return at + 1;
                }
                _ => return self.behind_semicolon(at),
            }
        }
    }

    fn behind_semicolon(&self, from: usize) -> usize {
        (from..self.end)
            .find(|at| self.is(*at, Punct::Semi))
            .map_or(self.end, |at| at + 1)
    }

    /// The place behind a template's `<…>` that opens at a place; nothing where it is none.
    fn behind_angles(&self, open: usize) -> Option<usize> {
        let (mut depth, mut at) = (0, open);
        while at < self.end {
            match self.kind(at) {
                LexKind::Punct(Punct::Lt) => depth += 1,
                LexKind::Punct(Punct::Gt) => depth -= 1,
                LexKind::Punct(Punct::GtGt) => depth -= 2,
                LexKind::Punct(Punct::GtGtGt) => depth -= 3,
                LexKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => {
                    at = self.behind(at);
                    continue;
                }
                LexKind::Punct(Punct::Semi | Punct::RBrace) => return None,
                _ => {}
            }
            at += 1;
            if depth <= 0 {
                return Some(at);
            }
        }
        None
    }

    fn shape(&self, from: usize) -> Shape {
        let mut shape = Shape::default();
        let (mut at, mut in_head, mut has_value) = (from, true, false);
        while at < self.end {
            match self.kind(at) {
                LexKind::Punct(Punct::Semi) => {
                    at += 1;
                    break;
                }
                LexKind::Punct(Punct::RBrace) => break,
                LexKind::Punct(Punct::LParen) => {
                    let after_word = at > from && takes_brackets(self.kind(at - 1));
                    if !after_word && !has_value && shape.brace.is_none() {
                        shape.params.get_or_insert(at);
                        in_head = false;
                    }
                    at = self.behind(at);
                    continue;
                }
                LexKind::Punct(Punct::LBracket) => {
                    in_head &= at == from; // `[[nodiscard]]`
                    at = self.behind(at);
                    continue;
                }
                LexKind::Punct(Punct::LBrace) => {
                    shape.brace.get_or_insert(at);
                    in_head = false;
                    at = self.behind(at);
                    let goes_on = matches!(
                        self.kind(at),
                        LexKind::Punct(Punct::Comma | Punct::LBrace)
                            | LexKind::Keyword(Keyword::Catch)
                    );
                    if shape.params.is_some() && !has_value && !goes_on {
                        shape.is_function = true;
                        break;
                    }
                    continue;
                }
                LexKind::Punct(Punct::Eq) => {
                    has_value = true;
                    in_head = false;
                }
                LexKind::Punct(Punct::Comma) => {
                    shape.commas.push(at);
                    in_head = false;
                }
                LexKind::Punct(Punct::Lt) if in_head && at > from => {
                    let before = self.kind(at - 1);
                    shape.is_template |= before == LexKind::Keyword(Keyword::Template);
                    if matches!(before, LexKind::Ident | LexKind::Keyword(Keyword::Template))
                        && let Some(behind) = self.behind_angles(at)
                    {
                        at = behind;
                        continue;
                    }
                }
                _ if in_head => shape.head.push(at),
                _ => {}
            }
            at += 1;
        }
        shape.end = at;
        shape
    }

    fn declaration(&mut self, from: usize) -> usize {
        if self.is_word(from, Keyword::Using) && self.is_word(from + 1, Keyword::Namespace) {
            self.out.directives.push(from);
            return self.behind_semicolon(from);
        }
        let shape = self.shape(from);
        let has = |word| shape.head.iter().any(|at| self.is_word(*at, word));
        let variable = !shape.is_function
            && (self.has_no_parameters(&shape) || self.pointed(&shape).is_some());
        let (names, linkage) = match has(Keyword::Using) {
            true => self.using(&shape),
            false => (self.names(&shape, variable), self.linkage(&shape, variable)),
        };
        let unnamed = |scope: &Option<Text>| scope.as_ref().is_some_and(|name| name.is_empty());
        let linkage = match linkage {
            Linkage::Borrowed => linkage,
            _ if self.scopes.iter().any(unnamed) => Linkage::Internal,
            _ => linkage,
        };
        let inner = shape.brace.unwrap_or(shape.end)..shape.end;
        let lasting = inner
            .into_iter()
            .any(|at| self.is_word(at, Keyword::Static));
        let is_type = self.tag(&shape).is_some() || has(Keyword::Using) || has(Keyword::Typedef);
        let constant = match variable && !is_type {
            true => self.is_plain_constant(&shape),
            false => (is_type || shape.is_function) && !lasting,
        };
        if variable && !is_type {
            self.variables.extend(names.iter().cloned());
        }
        self.out.all.push(Declaration {
            names,
            range: from..shape.end,
            scope: self.scopes.iter().flatten().map(|name| &**name).collect(),
            linkage,
            has_body: shape.is_function,
            is_prototype: !shape.is_function && !variable,
            constant,
        });
        shape.end
    }

    /// `using X = …` and `using a::X`.
    fn using(&self, shape: &Shape) -> (Vec<Text>, Linkage) {
        let named = |at: &&usize| self.kind(**at) == LexKind::Ident;
        let names = |at: Option<&usize>| at.map(|at| self.text(*at)).into_iter().collect();
        let alias = shape
            .head
            .iter()
            .find(named)
            .filter(|at| self.is(**at + 1, Punct::Eq));
        match alias {
            Some(at) => (vec![self.text(*at)], Linkage::Shared),
            None => (names(shape.head.iter().rfind(named)), Linkage::Borrowed),
        }
    }
}
