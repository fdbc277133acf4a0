//! What names mean: the scopes that are open, and the namespaces that names of the file are looked for in.
//! In: what is declared, and `using` with its kin; out: what a name or a namespace is known by.
//! The rule: it holds what the text says of names and decides nothing; how a name is looked up is in decl.rs.
//! Next: scope.rs for one scope, spaces.rs for namespaces, decl.rs for the lookup.

use sorted::{SortedMap, SortedSet};

use super::claims::Claim;
use super::scope::{Entity, Scopes};
use crate::ty::EnumId;
use cuda_source::source::Span;

/// All names of a program, as far as it has been looked at.
pub(super) struct Names<'a> {
    /// The file's scope and those that are open inside it.
    pub scopes: Scopes,
    /// The namespace of what is being checked, with `::` at its end.
    pub space: String,
    /// `using namespace`, each with `::` at its end.
    pub usings: Vec<String>,
    /// Namespaces that are `using` others: each with what it uses.
    pub nested_usings: Vec<(String, String)>,
    /// Namespaces that are opened somewhere, each with `::` at its end.
    pub open_spaces: SortedSet<String>,
    /// Other names of namespaces.
    pub namespaces: SortedMap<String, String>,
    /// What `using` and its kin speak of, each with the namespace that they stand in.
    pub claims: Vec<(Claim<'a>, String)>,
    /// Where structs are declared before they are defined.
    pub forward: SortedMap<String, Span>,
    /// The names of enumerations with their values.
    pub enum_values: SortedMap<EnumId, SortedMap<String, Entity>>,
    /// The namespaces of enumerations.
    pub enum_spaces: SortedMap<EnumId, String>,
}

impl Names<'_> {
    /// The file's scope, with nothing in it.
    pub(super) fn new() -> Self {
        Names {
            scopes: Scopes::new(),
            space: String::new(),
            usings: Vec::new(),
            nested_usings: Vec::new(),
            open_spaces: SortedSet::new(),
            namespaces: SortedMap::new(),
            claims: Vec::new(),
            forward: SortedMap::new(),
            enum_values: SortedMap::new(),
            enum_spaces: SortedMap::new(),
        }
    }

    /// A name whose first part is another name for a namespace, with the namespace's own.
    pub(super) fn unaliased(&self, name: &str) -> Option<String> {
        let (first, rest) = match name.split_once("::") {
            Some((first, rest)) => (first, Some(rest)),
            None => (name, None),
        };
        let target = self.namespaces.get(first).filter(|t| **t != *first)?;
        rest.map(|rest| format!("{target}::{rest}"))
    }
}
