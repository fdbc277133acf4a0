//! Tokens to `ast::Unit` and diagnostics: recursive descent with recovery.

pub mod literal;
