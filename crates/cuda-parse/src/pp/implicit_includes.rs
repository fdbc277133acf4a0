//! Headers that come along: with nvcc itself, which includes `cuda_runtime.h` before the first line, and with other
//! headers, as NVIDIA's compiler over GCC's library has it.
//!
//! Rule: a header comes along only where one of its names is mentioned, so that what no program mentions costs no time.
//! A name of `std` counts where `std::` stands before it or some file is `using` that namespace; a name of C counts
//! anywhere. The mentions are those of the main text and of the learner's files that it includes, in any order.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Preprocessor;
use super::implicit_table::ALONG;
use cuda_source::lex;
use cuda_source::source::{File, Span};
use cuda_source::token::{Kind, Punct};

/// How many of the learner's files are looked through.
const MAX_LOOKED_THROUGH: usize = 200;

/// What a text mentions.
pub(super) struct Mentioned {
    /// Of [`ALONG`], each.
    along: [bool; ALONG.len()],
    /// The same, by a name alone that `std` would have to stand before.
    alone: [bool; ALONG.len()],
    /// Whether some file is `using` the namespace `std`: files that include it see its names alone too.
    using_std: bool,
    /// The CUDA runtime.
    runtime: bool,
}

impl Default for Mentioned {
    fn default() -> Self {
        Mentioned {
            along: [false; ALONG.len()],
            alone: [false; ALONG.len()],
            using_std: false,
            runtime: false,
        }
    }
}

/// Which of [`ALONG`] a name brings: each with whether it must be a name of `std`.
static NAMES: LazyLock<HashMap<&str, Vec<(usize, bool)>>> = LazyLock::new(|| {
    let mut names: HashMap<&str, Vec<(usize, bool)>> = HashMap::new();
    for (i, along) in ALONG.iter().enumerate() {
        for name in along.c.split_whitespace() {
            names.entry(name).or_default().push((i, false));
        }
        for name in along.std.split_whitespace() {
            names.entry(name).or_default().push((i, true));
        }
    }
    names
});

impl Mentioned {
    /// Notes a name; whether it is one of `std`.
    fn note(&mut self, word: &str, in_std: bool) {
        for &(i, needs_std) in NAMES.get(word).into_iter().flatten() {
            self.along[i] |= in_std || !needs_std;
            self.alone[i] |= needs_std;
        }
    }

    /// What is mentioned, once all files are looked through.
    fn decided(&self) -> [bool; ALONG.len()] {
        std::array::from_fn(|i| self.along[i] || self.using_std && self.alone[i])
    }
}

impl<'a> Preprocessor<'a> {
    /// Looks through the learner's files for what they mention, and includes what is always there.
    pub(super) fn include_implicit(&mut self) {
        let mut files = vec![self.source.main()];
        files.extend(self.source.units());
        let mut next = 0;
        while let Some(&file) = files.get(next) {
            let mut included = Vec::new();
            self.look_through(file, &mut included);
            for name in included {
                let found = self.source.local(name, file.name());
                let new =
                    found.filter(|f| !f.is_system() && files.iter().all(|k| k.base() != f.base()));
                if files.len() < MAX_LOOKED_THROUGH {
                    files.extend(new);
                }
            }
            next += 1;
        }
        self.include_along("");
        if self.mentioned.runtime {
            self.include_alone("cuda_runtime.h", Span::default(), false);
        }
    }

    /// Notes what a file mentions, and the names in quotes that it includes.
    fn look_through(&mut self, file: &'a File, included: &mut Vec<&'a str>) {
        let text = file.text();
        self.mentioned.using_std |= text.contains("using namespace std");
        let (mut at, mut before, mut before_that) = (0, "", "");
        for token in lex::tokens(text) {
            let word = &text[at..at + token.len as usize];
            at += token.len as usize;
            if token.kind.is_blank() || token.kind == Kind::Newline {
                continue;
            }
            if token.kind == Kind::Ident {
                self.mentioned.runtime |= word.starts_with("cuda")
                    && word[4..].starts_with(|c: char| c.is_ascii_uppercase());
                let in_std = before == "::" && before_that == "std";
                self.mentioned.note(word, in_std);
            } else if token.kind == Kind::Punct(Punct::Order) {
                self.mentioned.note(word, true);
            } else if token.kind == Kind::Str && before == "include" && before_that == "#" {
                included.push(word.trim_matches('"'));
            }
            (before_that, before) = (before, word);
        }
    }

    /// Includes what comes along with a header; with none, what is always there.
    pub(super) fn include_along(&mut self, with: &str) {
        for (along, mentioned) in ALONG.iter().zip(self.mentioned.decided()) {
            let comes = match with {
                "" => along.with.is_empty(),
                _ => along.with.iter().any(|list| list.contains(&with)),
            };
            if mentioned && comes {
                self.include_alone(along.header, Span::default(), false);
            }
        }
    }
}
