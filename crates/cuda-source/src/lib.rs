//! A CUDA source as text: its files and places, its words, and what a compiler says of them.
//!
//! In: texts. Out: spans that know their file, line and column ([`source`]), tokens ([`lex`], which cannot fail and also colours
//! code on pages), and diagnostics with stable codes ([`diag`]; a page a code in `codes/`). The rule: nothing here knows what a
//! word means.

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

pub mod diag;
pub mod lex;
pub mod source;
pub mod token;
