//! `#include`: a header's name in; its text gone through in its place.
//!
//! Rules: what is written in quotes is looked for among the learner's files first, what is written in `<>` among the
//! headers that this crate brings along ([`EMBEDDED`]); a header may also be one whose names are there from the start
//! (`headers.rs`). An unknown header is an error that names the nearest known one, since its names would all be unknown
//! after. Some headers need no `#include` ([`IMPLICIT`]). Files nest at most [`MAX_NESTING`] deep.

use super::embedded::EMBEDDED;
use super::headers::{self, Header};
use super::{PpToken, Preprocessor};
use crate::diag::{Code, Diag, nearest};
use crate::lex;
use crate::source::{File, Span};
use crate::token::{Kind, Punct};

/// How deep files may include one another.
const MAX_NESTING: usize = 40;

/// How many files may be included in all, each as often as it is.
const MAX_INCLUSIONS: usize = 2000;

/// Headers that are there without an `#include`, as nvcc includes `cuda_runtime.h` by itself, and the names whose mention
/// brings each in: what no program mentions costs no time.
const IMPLICIT: &[(&str, &[&str])] = &[
    (
        "cstdlib",
        &[
            "abort", "atof", "atoi", "atol", "calloc", "exit", "free", "getenv", "malloc", "qsort",
            "rand", "realloc", "srand", "strtol",
        ],
    ),
    (
        "cstring",
        &[
            "memcmp", "memcpy", "memmove", "memset", "strcat", "strcmp", "strcpy", "strlen",
            "strncpy",
        ],
    ),
    ("utility", &["swap"]),
    (
        "simt/sync.h",
        &[
            "__sync_fetch_and_add",
            "__sync_add_and_fetch",
            "__atomic_fetch_add",
            "__atomic_add_fetch",
            "__sync_fetch_and_sub",
            "__sync_sub_and_fetch",
            "__atomic_fetch_sub",
            "__atomic_sub_fetch",
            "__sync_fetch_and_and",
            "__sync_and_and_fetch",
            "__atomic_fetch_and",
            "__atomic_and_fetch",
            "__sync_fetch_and_or",
            "__sync_or_and_fetch",
            "__atomic_fetch_or",
            "__atomic_or_fetch",
            "__sync_fetch_and_xor",
            "__sync_xor_and_fetch",
            "__atomic_fetch_xor",
            "__atomic_xor_fetch",
            "__sync_bool_compare_and_swap",
            "__sync_val_compare_and_swap",
            "__sync_lock_test_and_set",
            "__sync_lock_release",
            "__sync_synchronize",
            "__atomic_load_n",
            "__atomic_load",
            "__atomic_store_n",
            "__atomic_store",
            "__atomic_exchange_n",
            "__atomic_compare_exchange_n",
            "__atomic_test_and_set",
            "__atomic_clear",
            "__atomic_thread_fence",
        ],
    ),
    (
        "simt/vector_atomics.h",
        &["atomicAdd", "atomicAdd_block", "atomicAdd_system"],
    ),
    ("ctime", &["clock", "clock_t", "time_t", "timespec"]),
];

impl<'a> Preprocessor<'a> {
    /// Includes what the main text needs without saying so.
    pub(super) fn include_implicit(&mut self) {
        let text = self.source.text();
        let mut wanted = [false; IMPLICIT.len()];
        let mut runtime = false;
        let mut at = 0;
        for token in lex::tokens(text) {
            let end = at + token.len as usize;
            if token.kind == Kind::Ident {
                let word = &text[at..end];
                runtime |= word.starts_with("cuda")
                    && word[4..].starts_with(|c: char| c.is_ascii_uppercase());
                for (wanted, (_, names)) in wanted.iter_mut().zip(IMPLICIT) {
                    *wanted |= names.contains(&word);
                }
            }
            at = end;
        }
        let headers = IMPLICIT.iter().zip(wanted).filter(|(_, wanted)| *wanted);
        for ((name, _), _) in headers {
            self.include_named(name, Span::default(), false);
        }
        if runtime {
            self.include_named("cuda_runtime.h", Span::default(), false);
        }
    }

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
                let name = self.source.slice(inside).trim().to_string();
                self.include_named(&name, first.span.to(rest[at].span), false);
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

    fn include_named(&mut self, name: &str, span: Span, quoted: bool) {
        let local = self.source.local(name, self.file.name());
        if let Some(file) = local.filter(|file| quoted || file.is_system()) {
            return self.include_file(file, span);
        }
        let known = headers::find(name);
        if let Some(Header::Known(macros)) = known {
            self.small_floats |= headers::names_small_floats(name);
            headers::define_all(self, macros);
        }
        if let Some(text) = EMBEDDED.iter().find(|(known, _)| *known == name) {
            return match self.source.system(name, text.1) {
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

/// The names of the headers that this crate brings along.
fn embedded_names() -> impl Iterator<Item = &'static str> {
    EMBEDDED
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !name.starts_with("simt/"))
}
