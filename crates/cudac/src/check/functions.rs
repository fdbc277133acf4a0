//! The functions of a program as they are declared, and what is known of them besides.
//! In: declarations, as they are met; out: each by its number.
//! The rule: a declaration is never taken out, so that its number stays what it is.
//! Next: decl.rs, which declares them; templates.rs for what is made of them.

use sorted::{SortedMap, SortedSet};

use super::Declared;
use super::overloaded::OverloadSet;
use crate::tree::FuncId;
use crate::ty::Type;
use cuda_parse::ast;

/// All functions that are declared.
#[derive(Default)]
pub(super) struct Functions<'a> {
    /// Each declaration, by its number.
    pub declared: Vec<Declared<'a>>,
    /// Default arguments that blocks gave to functions of the file, each with what the function had before.
    pub lent: Vec<(usize, Option<&'a ast::Function>)>,
    /// Functions that are no kernels and were to be, by declaration, of which that was said.
    pub no_kernels: SortedSet<usize>,
    /// Names of several functions that were met as values.
    pub sets: Vec<OverloadSet<'a>>,
    /// The language's own functions that have an address.
    pub of_the_language: SortedMap<(String, Vec<Type>), FuncId>,
}
