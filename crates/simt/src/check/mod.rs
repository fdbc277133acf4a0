//! `ast::Unit` to `tree::Unit`: names, types, templates, constants.

pub mod builtin;
