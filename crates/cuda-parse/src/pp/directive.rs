//! Directives: a line after its `#` in; macros, conditionals, headers and pragmas obeyed.
//!
//! Rules: in a skipped part only conditionals are looked at; a faulty directive is said once and left out; a file closes
//! the conditionals that it opens.
//! Next: `condition.rs` for `#if`, `include.rs` for `#include`.

use std::rc::Rc;
use std::sync::Arc;

use super::sides::Host;
use super::{Conditional, Macro, Params, PpToken, Preprocessor};
use crate::ast::Text;
use cuda_source::diag::{Code, Diag, nearest};
use cuda_source::source::Span;
use cuda_source::token::{Kind, LexKind, Lexeme, Punct};

const DIRECTIVES: &[&str] = &[
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else",
    "endif", "error", "warning", "pragma", "line", "ident",
];

/// Pragmas of other tools; silence is what they get from a compiler that does not know them.
const FOREIGN_PRAGMAS: &[&str] = &[
    "GCC",
    "clang",
    "acc",
    "nv_diag_suppress",
    "nv_diag_default",
    "nv_diag_warning",
    "nv_diag_error",
    "nv_diag_once",
    "nv_diag_pop",
    "nv_diag_push",
    "nv_diag_remark",
    "nv_diagnostic",
    "diag_suppress",
    "diag_default",
    "diag_warning",
    "nv_exec_check_disable",
    "hd_warning_disable",
    "region",
    "endregion",
    "message",
    "warning",
    "comment",
    "STDC",
    "nounroll",
];

impl Preprocessor<'_> {
    /// Obeys one directive: the tokens of its line after the `#`.
    pub(super) fn directive(&mut self, line: &[PpToken], hash: Span) {
        let Some((name, rest)) = line.split_first() else {
            return;
        };
        if name.kind == Kind::Number {
            return; // `# 12 "file"`, as another preprocessor left it
        }
        match &*name.text {
            "if" | "ifdef" | "ifndef" => self.open_conditional(name, rest, hash),
            "elif" | "elifdef" | "elifndef" => self.elif(name, rest),
            "else" => self.else_branch(name),
            "endif" => self.end_conditional(name),
            _ if !self.active() => {}
            "define" => self.define(name, rest),
            "undef" => self.undef(name, rest),
            "include" => self.include(name, rest),
            "error" => {
                let text = self.rest_of_line(name, rest);
                self.error(
                    Code::ErrorDirective,
                    hash.to(name.span),
                    format!("#error {text}"),
                );
            }
            "warning" => {
                let text = self.rest_of_line(name, rest);
                let message = format!("#warning {text}");
                self.diags.push(Diag::warning(
                    Code::WarningDirective,
                    hash.to(name.span),
                    message,
                ));
            }
            "pragma" => self.pragma(rest, hash.to(name.span)),
            "line" | "ident" => {}
            _ => self.unknown_directive(name),
        }
    }

    fn unknown_directive(&mut self, name: &PpToken) {
        let message = format!("`#{}` is not a preprocessor directive", name.text);
        let mut diag = Diag::error(Code::UnknownDirective, name.span, message);
        if let Some(meant) = nearest(&name.text, DIRECTIVES.iter().copied()) {
            diag = diag
                .help(format!("did you mean `#{meant}`?"))
                .fix(name.span, meant);
        }
        self.diags.push(diag);
    }

    /// The text of a line after the directive's name, as written.
    fn rest_of_line(&self, name: &PpToken, rest: &[PpToken]) -> String {
        let Some(last) = rest.last() else {
            return String::new();
        };
        self.source
            .slice(Span::new(name.span.end, last.span.end))
            .trim()
            .to_string()
    }

    // ------------------------------------------------------------------------------------- conditionals

    fn open_conditional(&mut self, name: &PpToken, rest: &[PpToken], hash: Span) {
        let opened = hash.to(name.span);
        let outside = self.active();
        let holds = outside && self.condition(name, rest);
        let sides = match outside {
            true => self.sides((name, rest), opened, holds),
            false => None,
        };
        let on_host = sides.as_ref().is_some_and(|sides| sides.host_settled);
        let needless = !outside || sides.is_some();
        let kept = needless || self.asks_host((name, rest), holds, opened);
        self.conditionals.push(Conditional {
            opened,
            active: holds || on_host,
            settled: holds || !outside,
            host: Host {
                settled: kept,
                here: kept,
            },
            seen_else: None,
            sides,
        });
    }

    fn end_conditional(&mut self, name: &PpToken) {
        let is_own = self.conditionals.len() > self.outer_conditionals;
        match self.conditionals.pop_if(|_| is_own) {
            Some(closed) => {
                if let Some(sides) = closed.sides {
                    self.join_sides(*sides);
                }
            }
            None => {
                let message = "`#endif` without an `#if`";
                self.error(Code::UnbalancedConditional, name.span, message);
            }
        }
    }

    /// Whether the condition of an `#if` or `#elif`, or of one of their short forms, holds.
    pub(super) fn condition(&mut self, name: &PpToken, rest: &[PpToken]) -> bool {
        match &*name.text {
            "if" | "elif" => self.holds(rest, name.span),
            short => {
                let Some(macro_name) = self.macro_name(name, rest) else {
                    return false;
                };
                let defined = self.is_defined(&macro_name.text);
                if self.file.is_system() {
                    self.left_open.insert(Arc::clone(&macro_name.text));
                }
                defined != short.contains('n')
            }
        }
    }

    /// The conditional of this file that is open here.
    fn innermost(&self) -> Option<&Conditional> {
        self.conditionals[self.outer_conditionals..].last()
    }

    fn elif(&mut self, name: &PpToken, rest: &[PpToken]) {
        let settled = match self.innermost() {
            None => {
                let message = format!("`#{}` without an `#if`", name.text);
                self.error(Code::UnbalancedConditional, name.span, message);
                return;
            }
            Some(open) => open.settled,
        };
        if let Some(at) = self.conditionals.last().and_then(|open| open.seen_else) {
            let message = format!("`#{}` after `#else`", name.text);
            let diag = Diag::error(Code::UnbalancedConditional, name.span, message);
            self.diags.push(diag.label(at, "the `#else`"));
        }
        self.leave_sides();
        let holds = !settled && self.condition(name, rest);
        self.asks_host_again((name, rest), holds);
        self.next_branch(holds, |pp| pp.holds_on_host(name, rest));
    }

    fn else_branch(&mut self, name: &PpToken) {
        if self.innermost().is_none() {
            let message = "`#else` without an `#if`";
            return self.error(Code::UnbalancedConditional, name.span, message);
        }
        self.leave_sides();
        let Some(open) = self.conditionals.last_mut() else {
            return;
        };
        let holds = !open.settled;
        if let Some(first) = open.seen_else.replace(name.span) {
            let diag = Diag::error(Code::UnbalancedConditional, name.span, "a second `#else`");
            self.diags.push(diag.label(first, "the first"));
        }
        open.host.here = !open.host.settled;
        let left_out = !holds && open.host.here;
        self.next_branch(holds, |_| true);
        if left_out {
            self.leaves_host_out(name.span);
        }
    }

    /// Says which conditionals are still open at the end of the text.
    pub(super) fn close_conditionals(&mut self) {
        for open in self.conditionals.split_off(self.outer_conditionals) {
            let diag = Diag::error(
                Code::UnbalancedConditional,
                open.opened,
                "this conditional is never closed",
            );
            self.diags.push(diag.help("close it with `#endif`"));
        }
    }

    // ------------------------------------------------------------------------------------------- macros

    /// The name that `#define`, `#undef` and `#ifdef` want; says so if it is not there.
    fn macro_name<'t>(&mut self, directive: &PpToken, rest: &'t [PpToken]) -> Option<&'t PpToken> {
        match rest.first() {
            Some(name) if name.kind == Kind::Ident => Some(name),
            other => {
                let span = other.map_or(directive.span.after(), |token| token.span);
                let message = format!("`#{}` needs the name of a macro", directive.text);
                self.error(Code::MalformedDirective, span, message);
                None
            }
        }
    }

    fn undef(&mut self, directive: &PpToken, rest: &[PpToken]) {
        if let Some(name) = self.macro_name(directive, rest) {
            self.macros.remove(&name.text);
        }
    }

    fn define(&mut self, directive: &PpToken, rest: &[PpToken]) {
        let Some(name) = self.macro_name(directive, rest) else {
            return;
        };
        if &*name.text == "defined" {
            self.error(
                Code::MalformedDirective,
                name.span,
                "`defined` cannot be a macro",
            );
            return;
        }
        let mut body = &rest[1..];
        let mut params = None;
        if body
            .first()
            .is_some_and(|token| token.is(Punct::LParen) && !token.spaced)
        {
            let Some((list, taken)) = self.parameters(&body[1..], body[0].span) else {
                return;
            };
            params = Some(list);
            body = &body[1 + taken..];
        }
        if !self.body_is_well_formed(body, params.as_ref()) {
            return;
        }
        let made = Macro {
            params,
            body: body.to_vec(),
            defined: Some(name.span),
            own: !name.span.is_system(),
        };
        if let Some(old) = self.macros.get(&name.text)
            && let Some(at) = old.defined
            && !same(old, &made)
        {
            let message = format!("macro `{}` is defined again, differently", name.text);
            let diag = Diag::warning(Code::MacroRedefined, name.span, message);
            self.diags.push(diag.label(at, "first defined here"));
        }
        self.macros.insert(Arc::clone(&name.text), Rc::new(made));
    }

    /// The parameters after `(`, and how many tokens they and the `)` took.
    fn parameters(&mut self, rest: &[PpToken], open: Span) -> Option<(Params, usize)> {
        let mut names: Vec<Text> = Vec::new();
        let mut variadic = false;
        let mut at = 0;
        loop {
            match rest.get(at) {
                Some(token) if token.is(Punct::RParen) && names.is_empty() => {
                    return Some((Params { names, variadic }, at + 1));
                }
                Some(token) if token.is(Punct::Ellipsis) => {
                    names.push(Arc::from("__VA_ARGS__"));
                    variadic = true;
                }
                Some(token) if token.kind == Kind::Ident && !names.contains(&token.text) => {
                    names.push(Arc::clone(&token.text));
                    if rest
                        .get(at + 1)
                        .is_some_and(|next| next.is(Punct::Ellipsis))
                    {
                        variadic = true;
                        at += 1;
                    }
                }
                other => return self.bad_parameter(other, open),
            }
            at += 1;
            match rest.get(at) {
                Some(token) if token.is(Punct::RParen) => {
                    return Some((Params { names, variadic }, at + 1));
                }
                Some(token) if token.is(Punct::Comma) && !variadic => at += 1,
                other => return self.bad_parameter(other, open),
            }
        }
    }

    fn bad_parameter<T>(&mut self, found: Option<&PpToken>, open: Span) -> Option<T> {
        match found {
            None => {
                let message = "the parameters of this macro never end";
                let diag = Diag::error(Code::MalformedDirective, open, message);
                self.diags
                    .push(diag.help("close them with `)` on the same line"));
            }
            Some(token) => {
                let message = format!("`{}` cannot stand here in a macro's parameters", token.text);
                self.error(Code::MalformedDirective, token.span, message);
            }
        }
        None
    }

    /// `##` has two operands; `#` in a function-like macro is before a parameter.
    fn body_is_well_formed(&mut self, body: &[PpToken], params: Option<&Params>) -> bool {
        let ends = [body.first(), body.last()];
        if let Some(end) = ends
            .into_iter()
            .flatten()
            .find(|token| token.is(Punct::HashHash))
        {
            self.error(
                Code::BadPaste,
                end.span,
                "`##` needs something on both sides",
            );
            return false;
        }
        let Some(params) = params else { return true };
        for (at, token) in body
            .iter()
            .enumerate()
            .filter(|(_, token)| token.is(Punct::Hash))
        {
            let operand = body.get(at + 1).map(|next| &next.text);
            let fits =
                operand.is_some_and(|name| params.names.contains(name) || &**name == "__VA_OPT__");
            if !fits {
                let message = "`#` in a macro needs one of its parameters after it";
                self.error(Code::BadPaste, token.span, message);
                return false;
            }
        }
        true
    }

    // ------------------------------------------------------------------------------------------ pragmas

    /// `#pragma`: `unroll` is kept for the parser, what other tools say is left out, the rest is warned of.
    fn pragma(&mut self, rest: &[PpToken], span: Span) {
        let Some((name, args)) = rest.split_first() else {
            return;
        };
        let word = &*name.text;
        if word == "once" {
            self.once.insert(self.file.base());
        } else if word == "unroll" {
            let args = self.expand(args.to_vec(), 0);
            let span = span.to(name.span);
            self.out.push(Lexeme {
                kind: LexKind::Unroll,
                text: Arc::from("#pragma unroll"),
                span,
            });
            let end = args.last().map_or(span, |last| last.span).after();
            self.emit(args);
            self.out.push(Lexeme {
                kind: LexKind::UnrollEnd,
                text: Arc::from(""),
                span: end,
            });
        } else if word == "pack" {
            self.pack(args, name.span);
        } else if word == "omp" {
            self.openmp(args, span.to(name.span));
        } else if !FOREIGN_PRAGMAS.contains(&word) {
            let message = format!("the pragma `{word}` is not known and has no effect");
            let mut diag = Diag::warning(Code::UnusedPragma, name.span, message);
            if nearest(word, ["unroll"]).is_some() {
                diag = diag.help("did you mean `unroll`?").fix(name.span, "unroll");
            }
            self.diags.push(diag);
        }
    }

    /// `#pragma pack(push, 1)`, `pack(2)`, `pack(pop)` and their kin.
    fn pack(&mut self, args: &[PpToken], span: Span) {
        let args = self.expand(args.to_vec(), 0);
        let has = |word: &str| args.iter().any(|token| &*token.text == word);
        if has("push") {
            self.packs.push(self.pack.clone());
        }
        let number = args.iter().find(|token| token.kind == Kind::Number);
        self.pack = match number {
            Some(number) if !matches!(&*number.text, "1" | "2" | "4" | "8" | "16") => {
                let message = "`#pragma pack` takes 1, 2, 4, 8 or 16";
                self.error(Code::NotModelledSyntax, number.span, message);
                return;
            }
            Some(number) => number.text.clone(),
            None if has("pop") => self.packs.pop().unwrap_or_else(|| Arc::from("")),
            None if has("push") => return,
            None => Arc::from(""),
        };
        self.out.push(Lexeme {
            kind: LexKind::Pack,
            text: self.pack.clone(),
            span,
        });
    }

    /// `_Pragma("…")`: the tokens between the name and its `)`.
    pub(super) fn pragma_operator(&mut self, inner: &[PpToken], span: Span) {
        let Some(text) = inner.iter().find(|token| token.kind == Kind::Str) else {
            return;
        };
        let tokens = super::headers::tokens(text.text.trim_matches('"'), span);
        self.pragma(&tokens, span);
    }
}

/// Whether two definitions say the same.
fn same(a: &Macro, b: &Macro) -> bool {
    a.params == b.params
        && a.body.len() == b.body.len()
        && a.body.iter().zip(&b.body).all(|(x, y)| x.text == y.text)
}
