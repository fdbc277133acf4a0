//! Kinds of tokens and sets of kinds.
