//! A CUDA source to the program as written.
//!
//! ```text
//! Source ─lex▶ tokens ─pp▶ tokens ─parse▶ ast::Unit
//! ```
//!
//! In: a text, and which names are the language's own functions. Out: the [`ast`], and everything that is wrong with it. The rule: broken
//! input is a value, so whatever the text, a unit comes back.

// Nothing that a source says may end the process: what cannot be is a value.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]

pub mod ast;
pub mod parse;
pub mod pp;
pub mod ptx;

pub use cuda_headers as headers;

/// Whether a name is a function of the language itself, which no text renames.
pub type IsBuiltin = fn(&str) -> bool;
