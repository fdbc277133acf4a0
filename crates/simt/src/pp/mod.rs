//! Tokens to tokens: directives obeyed, macros replaced, origins kept.
