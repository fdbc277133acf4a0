//! The stages before the check, with the language's own functions known by name.

use crate::builtin;
use cuda_parse::ast::Unit;
use cuda_parse::pp::Preprocessed;
use cuda_source::diag::Diag;
use cuda_source::source::Source;

/// Preprocesses a source. Whatever the text, lexemes come back, and what is wrong with it.
pub fn preprocess(source: &Source) -> (Preprocessed, Vec<Diag>) {
    cuda_parse::pp::preprocess(source, is_builtin)
}

/// Reads a source: lex, preprocess, parse. Whatever the text, a unit comes back, and a diagnostic for each thing wrong with it.
pub fn parse(source: &Source) -> (Unit, Vec<Diag>) {
    cuda_parse::parse::parse(source, is_builtin)
}

fn is_builtin(name: &str) -> bool {
    !builtin::lookup(name).is_empty()
}
