//! `#include`: a header's name in; its text gone through in its place.
//!
//! Rules: what is written in quotes is looked for among the learner's files first, what is written in `<>` among the
//! headers that this crate brings along (`cuda_headers`), those of NVIDIA's samples aside, which no compiler has; a header may also be one whose names are there from the start
//! (`headers.rs`). An unknown header is an error that names the nearest known one, since its names would all be unknown
//! after. Some headers need no `#include` (`implicit_includes.rs`). Files nest at most [`MAX_NESTING`] deep.

use super::headers::{self, Header};
use super::{PpToken, Preprocessor};
use cuda_source::diag::{Code, Diag, nearest};
use cuda_source::lex;
use cuda_source::source::{File, Span};
use cuda_source::token::{Kind, Punct};

/// How deep files may include one another.
const MAX_NESTING: usize = 40;

/// How many files may be included in all, each as often as it is.
const MAX_INCLUSIONS: usize = 2000;

impl<'a> Preprocessor<'a> {
    pub(super) fn include(&mut self, directive: &PpToken, rest: &[PpToken]) {
        let Some(first) = rest.first() else {
            let message = "`#include` needs the name of a header";
            self.error(Code::MalformedDirective, directive.span.after(), message);
            return;
        };
        if first.kind == Kind::Ident {
            let tokens = self.expand(rest.to_vec(), 0);
            if tokens
                .first()
                .is_some_and(|token| token.kind != Kind::Ident)
            {
                return self.include(directive, &tokens);
            }
        }
        let span = rest
            .iter()
            .fold(first.span, |all, token| all.to(token.span));
        if first.kind == Kind::Str {
            let name = first.text.trim_matches('"').to_string();
            return self.include_named(&name, first.span, true);
        }
        let close = rest.iter().position(|token| token.is(Punct::Gt));
        match close.filter(|_| first.is(Punct::Lt)) {
            Some(at) => {
                let inside = Span::new(first.span.end, rest[at].span.start);
                let name = lex::joined(self.source.slice(inside)).trim().to_string();
                let span = first.span.to(rest[at].span);
                let name = match inside.is_empty() {
                    // Out of a macro, where every token has the macro's place.
                    true => rest[1..at].iter().map(|token| &*token.text).collect(),
                    false => name,
                };
                self.include_named(&name, span, false);
            }
            None => {
                let diag = Diag::error(
                    Code::MalformedDirective,
                    span,
                    "`#include` needs `<name>` or `\"name\"`",
                );
                self.diags.push(diag);
            }
        }
    }

    /// Includes a header and, where it is the learner who asks for it, what comes along with it.
    pub(super) fn include_named(&mut self, name: &str, span: Span, quoted: bool) {
        self.include_alone(name, span, quoted);
        if !self.file.is_system() {
            self.include_along(name);
        }
    }

    pub(super) fn include_alone(&mut self, name: &str, span: Span, quoted: bool) {
        // As Windows's compiler has them: `<thrust\sort.h>`.
        let name = &*name.replace('\\', "/");
        let local = self.source.local(name, self.file.name());
        let first = quoted || is_of_samples(name);
        if let Some(file) = local.filter(|file| first || file.is_system()) {
            return self.include_file(file, span);
        }
        let name = headers::whole_of(name);
        let known = headers::find(name);
        if let Some(Header::Known(lists)) = known {
            self.small_floats |= headers::names_small_floats(name);
            for list in lists {
                headers::define_all(self, list);
            }
        }
        if let Some(text) = cuda_headers::find(name) {
            return match self.source.system(name, text) {
                Some(file) => self.include_file(file, span),
                None => self.too_many(span),
            };
        }
        if let Some(file) = local {
            return self.include_file(file, span);
        }
        match known {
            Some(Header::Known(_)) => {}
            Some(Header::NotModelled(what)) => {
                let message = format!("the header `{name}` is not modelled: {what}");
                self.error(Code::UnknownHeader, span, message);
            }
            None if quoted => {
                let message = format!("there is no file `{name}` beside this one");
                let diag = Diag::error(Code::LocalInclude, span, message);
                let help = "give the file too, or put what you need from it into this one";
                self.diags.push(diag.help(help));
            }
            None => {
                let message = format!("no header `{name}` is known");
                let mut diag = Diag::error(Code::UnknownHeader, span, message);
                if let Some(meant) = nearest(name, headers::names().chain(embedded_names())) {
                    diag = diag
                        .help(format!("did you mean `<{meant}>`?"))
                        .fix(span, format!("<{meant}>"));
                }
                self.diags.push(diag);
            }
        }
    }

    fn include_file(&mut self, file: &'a File, span: Span) {
        if !file.is_system() {
            self.note_inclusion(file);
        }
        if self.once.contains(&file.base()) {
            return;
        }
        if self.nesting >= MAX_NESTING || self.included >= MAX_INCLUSIONS {
            return self.too_many(span);
        }
        self.included += 1;
        self.nesting += 1;
        self.go_through(file);
        self.nesting -= 1;
    }

    fn too_many(&mut self, span: Span) {
        let said = |diag: &Diag| diag.code == Code::UnknownHeader && diag.help.is_some();
        if !self.diags.iter().any(said) {
            let diag = Diag::error(
                Code::UnknownHeader,
                span,
                "files include one another without end",
            );
            self.diags
                .push(diag.help("put `#pragma once` at the top of each"));
        }
    }
}

/// Whether a header stands for one that NVIDIA's samples bring along: whoever has a file of that name means it.
fn is_of_samples(name: &str) -> bool {
    name == "exception.h" || name.starts_with("helper_")
}

/// The names of the headers that this crate brings along.
fn embedded_names() -> impl Iterator<Item = &'static str> {
    let names = cuda_headers::NAMES.iter().copied();
    names.filter(|name| !name.starts_with("simt/"))
}
