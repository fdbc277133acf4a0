//! A text as the words that are compared: a source comes in, numbers that stand for its tokens come out, each with its place.
//!
//! What a learner can change without thinking is gone: blanks, comments, `#include` lines, and what things are called. A name that
//! the language knows (a keyword, a type, `__syncthreads`, `threadIdx`) stays itself, every other name is one and the same word.
//! Numbers and literals keep what they say. Exercises in Rust are read by the same lexer: it cannot fail, and both texts are
//! read alike.

use std::ops::Range;

use simt::lex::{joined, tokens};
use simt::token::{Keyword, Kind, is_builtin_name, is_known_type};

/// Variables that device code has from the start and that no prefix tells.
const KNOWN: [&str; 6] = [
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "main",
];

/// A token as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Stands for its text; the same for every name of the learner's.
    pub code: u64,
    /// Where it stands, in bytes.
    pub place: Range<usize>,
}

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let mut at = 0;
    let mut line_starts = true;
    let mut directive = Directive::None;
    for token in tokens(text) {
        let place = at..at + token.len as usize;
        at = place.end;
        if token.kind == Kind::Newline {
            line_starts = true;
            directive = Directive::None;
            continue;
        }
        if token.kind.is_blank() {
            continue;
        }
        let written = joined(&text[place.clone()]);
        directive = match directive {
            Directive::None if line_starts && written == "#" => Directive::Hash,
            Directive::Hash if written == "include" => {
                // The `#` before it goes as well.
                found.pop();
                Directive::Include
            }
            Directive::Include => Directive::Include,
            _ => Directive::None,
        };
        line_starts = false;
        if directive != Directive::Include {
            let code = code(token.kind, &written);
            found.push(Word { code, place });
        }
    }
    found
}

/// How far into a line of the preprocessor a token is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    None,
    Hash,
    Include,
}

fn code(kind: Kind, written: &str) -> u64 {
    let is_own = kind == Kind::Ident
        && Keyword::of(written).is_none()
        && !is_known_type(written, true)
        && !is_builtin_name(written)
        && !KNOWN.contains(&written);
    if is_own { 1 } else { hash(written) }
}

/// FNV-1a: the same number on every machine, today and next year.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<u64> {
        words(text).into_iter().map(|word| word.code).collect()
    }

    #[test]
    fn names_layout_comments_and_includes_do_not_count() {
        let one = "#include <cstdio>\n__global__ void add(float *a, int n) {\n  // each\n  if (threadIdx.x < n) a[0] = 1.5f;\n}\n";
        let two = "# include \"x.h\"\n__global__   void sum ( float*out,int count ){ if(threadIdx.x<count)out[0]=1.5f; /* all */ }";
        assert_eq!(codes(one), codes(two));
        assert_eq!(codes(one)[0], hash("__global__"));
    }

    #[test]
    fn what_the_language_knows_counts() {
        assert_ne!(codes("a + b"), codes("a - b"));
        assert_ne!(codes("float x;"), codes("double x;"));
        assert_ne!(codes("threadIdx.x"), codes("blockIdx.x"));
        assert_ne!(codes("i < 32"), codes("i < 64"));
        assert_eq!(codes("i < 32"), codes("thread < 32"));
    }

    #[test]
    fn a_hash_elsewhere_is_a_word() {
        assert_eq!(codes("a # include b").len(), 4);
        assert_eq!(codes("#define N 3").len(), 4);
    }
}
