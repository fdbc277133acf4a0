//! Macro expansion: a run of tokens in, the same with every macro replaced out.
//!
//! Rules: a token whose hide set names a macro is not expanded by it; an argument is expanded on its own before
//! it is put in, unless `#` or `##` stands beside its parameter; the result is scanned again with what follows.
//! What goes wrong (too few arguments, too much output) is said once at the outermost use, and the name stays.
//! Next: `directive.rs` makes the macros.

use std::rc::Rc;
use std::sync::Arc;

use super::{HideSet, MAX_EXPANDED, MAX_MADE, Macro, Params, PpToken, Preprocessor};
use crate::ast::Text;
use cuda_source::diag::{Code, Diag};
use cuda_source::lex;
use cuda_source::source::Span;
use cuda_source::token::{Kind, Punct};

/// How deep macro arguments may nest, and how many macros a token may come out of.
const MAX_DEPTH: usize = 100;

/// How many uses without a closing parenthesis are looked at; each is a search to the end of the text.
const MAX_UNCLOSED: usize = 20;

/// One argument of a use: as written, and expanded when first needed.
struct Argument {
    written: Vec<PpToken>,
    expanded: Option<Vec<PpToken>>,
}

/// What a use of a macro brings to its body.
struct Use<'a> {
    params: &'a Params,
    args: Vec<Argument>,
    span: Span,
    depth: usize,
}

impl Preprocessor<'_> {
    /// Expands a run of tokens.
    pub(super) fn expand(&mut self, tokens: Vec<PpToken>, depth: usize) -> Vec<PpToken> {
        let mut todo = tokens;
        todo.reverse();
        let mut out = Vec::with_capacity(todo.len());
        while let Some(token) = todo.pop() {
            if token.kind != Kind::Ident {
                out.push(token);
            } else if let Some(body) = self.expand_name(&token, &mut todo, depth) {
                todo.extend(body.into_iter().rev());
            } else {
                out.push(token);
            }
        }
        out
    }

    /// What one name becomes, or nothing if it stays. `todo` holds what follows, reversed; a function-like
    /// macro takes its arguments from there.
    fn expand_name(
        &mut self,
        name: &PpToken,
        todo: &mut Vec<PpToken>,
        depth: usize,
    ) -> Option<Vec<PpToken>> {
        if let Some(made) = self.special(name) {
            return Some(vec![made]);
        }
        let found = Rc::clone(self.macros.get(&name.text)?);
        if hidden(&name.hide, &name.text)
            || self.expanded > MAX_EXPANDED
            || self.not_for_here(name, &found)
        {
            return None;
        }
        if name.hide.as_ref().is_some_and(|set| set.len() > MAX_DEPTH) || depth > MAX_DEPTH {
            let what = format!("macros are nested more than {MAX_DEPTH} deep");
            self.too_much(name, &what);
            return None;
        }
        let (mut body, hide) = match &found.params {
            None => {
                let hide = with_name(&name.hide, &name.text);
                (self.fill_object(&found.body, name.span), hide)
            }
            Some(params) => {
                if !todo.last().is_some_and(|next| next.is(Punct::LParen)) {
                    return None;
                }
                let (args, close) = self.arguments(name, &found, todo)?;
                let both = intersection(&name.hide, &close.hide);
                let span = name.span.to(close.span);
                let used = Use {
                    params,
                    args,
                    span,
                    depth,
                };
                (self.fill(&found.body, used), with_name(&both, &name.text))
            }
        };
        self.expanded += body.len() + 1;
        if self.expanded > MAX_EXPANDED {
            let what = format!("macros expand to more than {MAX_EXPANDED} tokens");
            self.too_much(name, &what);
            return None;
        }
        self.hide(&mut body, &hide);
        if self.made > MAX_MADE {
            let what = format!("macros make more than {} MiB of text", MAX_MADE >> 20);
            self.too_much(name, &what);
            return None;
        }
        match body.first_mut() {
            Some(first) => first.spaced = name.spaced,
            None => join_blank(name, todo),
        }
        Some(body)
    }

    /// Adds the names of a hide set to those of tokens; neighbours mostly have the same.
    fn hide(&mut self, body: &mut [PpToken], hide: &HideSet) {
        let mut last: Option<(HideSet, HideSet)> = None;
        let same = |a: &HideSet, b: &HideSet| match (a, b) {
            (None, None) => true,
            (Some(x), Some(y)) => Rc::ptr_eq(x, y),
            _ => false,
        };
        for token in body {
            let made = match &last {
                Some((before, made)) if same(before, &token.hide) => made.clone(),
                _ => {
                    let made = union(&token.hide, hide);
                    self.made += made.as_ref().map_or(0, |names| size_of_val(&names[..]));
                    made
                }
            };
            last = Some((std::mem::replace(&mut token.hide, made.clone()), made));
        }
    }

    /// Whether a macro is the learner's and this is a header of ours: GCC's library spells its own names so that none
    /// of a program's can be among them, and `#define T float` before an `#include` means nothing to it.
    fn not_for_here(&self, name: &PpToken, found: &Macro) -> bool {
        self.file.is_system() && found.own && !self.left_open.contains(&name.text)
    }

    fn too_much(&mut self, name: &PpToken, what: &str) {
        if !self
            .diags
            .iter()
            .any(|diag| diag.code == Code::MacroExpansion)
        {
            let message = format!("{what} at `{}`", name.text);
            self.error(Code::MacroExpansion, name.span, message);
        }
        self.expanded = MAX_EXPANDED + 1;
    }

    /// `__LINE__`, `__FILE__` and `__COUNTER__`.
    fn special(&mut self, name: &PpToken) -> Option<PpToken> {
        let (kind, text) = match &*name.text {
            "__LINE__" => (Kind::Number, self.source.line(name.span.start).to_string()),
            "__FILE__" => (Kind::Str, quote(self.source.file_of(name.span).name())),
            "__COUNTER__" => {
                self.counter += 1;
                (Kind::Number, (self.counter - 1).to_string())
            }
            _ => return None,
        };
        Some(PpToken {
            kind,
            text: Arc::from(text),
            ..name.clone()
        })
    }

    /// Takes `( … )` off `todo` and cuts it at its outer commas. On a fault everything is put back.
    fn arguments(
        &mut self,
        name: &PpToken,
        found: &Macro,
        todo: &mut Vec<PpToken>,
    ) -> Option<(Vec<Argument>, PpToken)> {
        let params = found.params.as_ref()?;
        let mut depth = 0usize;
        let mut pieces: Vec<Vec<PpToken>> = vec![Vec::new()];
        let close_at = todo.iter().rposition(|token| {
            match token.kind {
                Kind::Punct(Punct::LParen) => depth += 1,
                Kind::Punct(Punct::RParen) => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        let Some(close_at) = close_at else {
            let open = todo.last().map_or(name.span, |token| token.span);
            let message = format!("the arguments of macro `{}` never end", name.text);
            self.diags
                .push(Diag::error(Code::MacroArguments, open, message).help("close them with `)`"));
            self.unclosed_uses += 1;
            if self.unclosed_uses > MAX_UNCLOSED {
                self.expanded = MAX_EXPANDED + 1;
            }
            return None;
        };
        let close = todo[close_at].clone();
        let inside: Vec<_> = todo.drain(close_at..).rev().collect();
        self.expanded += inside.len();
        for token in &inside[1..inside.len() - 1] {
            match token.kind {
                Kind::Punct(Punct::LParen) => depth += 1,
                Kind::Punct(Punct::RParen) => depth -= 1,
                _ => {}
            }
            let rest = params.variadic && pieces.len() == params.names.len();
            if depth == 0 && token.is(Punct::Comma) && !rest {
                pieces.push(Vec::new());
            } else if let Some(last) = pieces.last_mut() {
                last.push(token.clone());
            }
        }
        if params.variadic && pieces.len() + 1 == params.names.len() {
            pieces.push(Vec::new());
        }
        if params.names.is_empty() && pieces.len() == 1 && pieces[0].is_empty() {
            pieces.clear();
        }
        if pieces.len() != params.names.len() {
            self.wrong_arguments(name, close.span, found, pieces.len());
            todo.extend(inside.into_iter().rev());
            return None;
        }
        let args = pieces
            .into_iter()
            .map(|written| Argument {
                written,
                expanded: None,
            })
            .collect();
        Some((args, close))
    }

    fn wrong_arguments(&mut self, name: &PpToken, close: Span, found: &Macro, given: usize) {
        let Some(params) = &found.params else { return };
        let takes = match (params.names.len(), params.variadic) {
            (n, true) => format!("at least {}", n - 1),
            (n, false) => n.to_string(),
        };
        let plural = if takes == "1" { "" } else { "s" };
        let message = format!(
            "macro `{}` takes {takes} argument{plural}, {given} given",
            name.text
        );
        let mut diag = Diag::error(Code::MacroArguments, name.span.to(close), message);
        if let Some(defined) = found.defined {
            diag = diag.label(defined, "defined here");
        }
        self.diags.push(diag);
    }

    /// The body of an object-like macro, `##` done.
    fn fill_object(&mut self, body: &[PpToken], span: Span) -> Vec<PpToken> {
        let params = Params {
            names: Vec::new(),
            variadic: false,
        };
        self.fill(
            body,
            Use {
                params: &params,
                args: Vec::new(),
                span,
                depth: 0,
            },
        )
    }

    /// The body with the arguments put in, `#` and `##` done.
    fn fill(&mut self, body: &[PpToken], mut used: Use<'_>) -> Vec<PpToken> {
        let mut out: Vec<PpToken> = Vec::with_capacity(body.len());
        let mut at = 0;
        let function_like = !used.args.is_empty() || !used.params.names.is_empty();
        while at < body.len() && self.expanded + out.len() <= MAX_EXPANDED && self.made <= MAX_MADE
        {
            let token = &body[at];
            let next = body.get(at + 1);
            if token.is(Punct::HashHash) && at > 0 && next.is_some() {
                let (piece, taken) = self.piece(body, at + 1, &mut used, true);
                at += 1 + taken;
                self.paste(&mut out, piece, &body[at - taken], &used);
            } else if function_like
                && token.is(Punct::Hash)
                && let Some(param) = next.and_then(|next| used.param(&next.text))
            {
                let written = &used.args[param].written;
                // A backslash or quote in a literal becomes two characters.
                let most: usize = written.iter().map(|token| 2 * token.text.len() + 1).sum();
                self.made += most;
                if self.made <= MAX_MADE {
                    out.push(stringised(written, token, used.span));
                }
                at += 2;
            } else {
                let pasted = next.is_some_and(|next| next.is(Punct::HashHash));
                let (piece, taken) = self.piece(body, at, &mut used, pasted);
                if piece.is_empty() && pasted {
                    out.push(placemarker(token, used.span));
                }
                out.extend(piece);
                at += taken;
            }
        }
        out.retain(|token| token.kind != Kind::Space);
        out
    }

    /// What one token of a body stands for, and how many tokens of the body that took.
    fn piece(
        &mut self,
        body: &[PpToken],
        at: usize,
        used: &mut Use<'_>,
        raw: bool,
    ) -> (Vec<PpToken>, usize) {
        let token = &body[at];
        if token.is_name("__VA_OPT__")
            && used.params.variadic
            && let Some(close) = matching(body, at + 1)
        {
            let given = used.args.last().is_some_and(|arg| !arg.written.is_empty());
            let taken = close + 1 - at;
            if !given {
                return (Vec::new(), taken);
            }
            let mut out = Vec::new();
            let mut inner = at + 2;
            while inner < close {
                let (piece, taken) = self.piece(body, inner, used, false);
                out.extend(piece);
                inner += taken;
            }
            return (out, taken);
        }
        let Some(param) = used
            .param(&token.text)
            .filter(|_| token.kind == Kind::Ident)
        else {
            return (
                vec![PpToken {
                    span: used.span,
                    ..token.clone()
                }],
                1,
            );
        };
        let mut tokens = if raw {
            used.args[param].written.clone()
        } else {
            self.expanded_argument(used, param)
        };
        if let Some(first) = tokens.first_mut() {
            first.spaced = token.spaced;
        }
        (tokens, 1)
    }

    fn expanded_argument(&mut self, used: &mut Use<'_>, param: usize) -> Vec<PpToken> {
        if used.args[param].expanded.is_none() {
            let written = used.args[param].written.clone();
            used.args[param].expanded = Some(self.expand(written, used.depth + 1));
        }
        used.args[param].expanded.clone().unwrap_or_default()
    }

    /// `left ## right`: the last token so far and the first of the piece become one. After a comma, the rest of
    /// a variadic macro's arguments follow it, or take it away if there are none.
    fn paste(
        &mut self,
        out: &mut Vec<PpToken>,
        piece: Vec<PpToken>,
        right: &PpToken,
        used: &Use<'_>,
    ) {
        let variadic = used.params.variadic
            && used
                .param(&right.text)
                .is_some_and(|at| at + 1 == used.params.names.len());
        if variadic && out.last().is_some_and(|left| left.is(Punct::Comma)) {
            if piece.is_empty() {
                out.pop();
            }
            out.extend(piece);
            return;
        }
        let mut piece = piece.into_iter();
        let Some(right) = piece.next() else { return };
        let Some(left) = out.pop().filter(|left| left.kind != Kind::Space) else {
            out.push(right);
            out.extend(piece);
            return;
        };
        self.made += left.text.len() + right.text.len();
        if self.made > MAX_MADE {
            return;
        }
        let text = format!("{}{}", left.text, right.text);
        let mut made = lex::tokens(&text);
        match (made.next(), made.next()) {
            (Some(token), None) if !token.kind.is_blank() && token.kind != Kind::Unknown => {
                let hide = union(&left.hide, &right.hide);
                let span = used.span;
                let text = Arc::from(text.as_str());
                out.push(PpToken {
                    kind: token.kind,
                    text,
                    span,
                    hide,
                    ..left
                });
            }
            _ => {
                let message = format!(
                    "`##` of `{}` and `{}` does not make one token",
                    left.text, right.text
                );
                self.error(Code::BadPaste, used.span, message);
                out.push(left);
                out.push(right);
            }
        }
        out.extend(piece);
    }
}

impl Use<'_> {
    fn param(&self, name: &str) -> Option<usize> {
        self.params.names.iter().position(|param| &**param == name)
    }
}

/// The index of the parenthesis that closes the one at `open`.
fn matching(body: &[PpToken], open: usize) -> Option<usize> {
    if !body.get(open)?.is(Punct::LParen) {
        return None;
    }
    let mut depth = 0usize;
    for (at, token) in body.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Punct(Punct::LParen) => depth += 1,
            Kind::Punct(Punct::RParen) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// An empty operand on the left of `##`; gone when the body is filled.
fn placemarker(token: &PpToken, span: Span) -> PpToken {
    PpToken {
        kind: Kind::Space,
        text: Arc::from(""),
        span,
        ..token.clone()
    }
}

/// Where a macro came to nothing, the blank before it is before what follows.
fn join_blank(name: &PpToken, todo: &mut [PpToken]) {
    if let Some(next) = todo.last_mut() {
        next.spaced |= name.spaced;
    }
}

fn stringised(tokens: &[PpToken], hash: &PpToken, span: Span) -> PpToken {
    let mut text = String::new();
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && token.spaced {
            text.push(' ');
        }
        text.push_str(&token.text);
    }
    let escape = |token: &PpToken| matches!(token.kind, Kind::Str | Kind::Char);
    let text = if tokens.iter().any(escape) {
        quote_tokens(tokens)
    } else {
        format!("\"{text}\"")
    };
    PpToken {
        kind: Kind::Str,
        text: Arc::from(text),
        span,
        ..hash.clone()
    }
}

/// As [`stringised`], with the quotes and backslashes of literals escaped.
fn quote_tokens(tokens: &[PpToken]) -> String {
    let mut out = String::from("\"");
    for (at, token) in tokens.iter().enumerate() {
        if at > 0 && token.spaced {
            out.push(' ');
        }
        match token.kind {
            Kind::Str | Kind::Char => out.push_str(&quote(&token.text)[1..]),
            _ => out.push_str(&token.text),
        }
        if matches!(token.kind, Kind::Str | Kind::Char) {
            out.pop();
        }
    }
    out.push('"');
    out
}

/// A text as a string literal.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

fn hidden(set: &HideSet, name: &Text) -> bool {
    set.as_ref()
        .is_some_and(|names| names.binary_search(name).is_ok())
}

fn with_name(set: &HideSet, name: &Text) -> HideSet {
    let mut names = set.as_ref().map_or_else(Vec::new, |names| names.to_vec());
    if let Err(at) = names.binary_search(name) {
        names.insert(at, Arc::clone(name));
    }
    Some(Rc::new(names))
}

fn union(a: &HideSet, b: &HideSet) -> HideSet {
    match (a, b) {
        (None, other) | (other, None) => other.clone(),
        (Some(x), Some(y)) if Rc::ptr_eq(x, y) => a.clone(),
        (Some(x), Some(y)) => {
            let mut names: Vec<Text> = x.iter().chain(y.iter()).cloned().collect();
            names.sort();
            names.dedup();
            Some(Rc::new(names))
        }
    }
}

fn intersection(a: &HideSet, b: &HideSet) -> HideSet {
    let (Some(x), Some(y)) = (a, b) else {
        return None;
    };
    if Rc::ptr_eq(x, y) {
        return a.clone();
    }
    let names: Vec<Text> = x
        .iter()
        .filter(|name| y.binary_search(name).is_ok())
        .cloned()
        .collect();
    (!names.is_empty()).then(|| Rc::new(names))
}
