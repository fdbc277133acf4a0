//! `tree::Unit` to `ir::Module`: registers given out, calls inlined, control flow made structured.
