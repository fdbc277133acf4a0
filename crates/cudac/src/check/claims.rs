//! What `using` and other names of namespaces speak of must be there.
//! In: what the file says so, once all of it is known; out: what is not there, by name.
//! The rule: a name of the language's own, one that is refused by name and one that was refused before say nothing here.
//! Next: spaces.rs for what they do.

use super::typex::{header_scalar, spelled};
use super::{Checker, refuse};
use crate::builtin;
use cuda_parse::ast::Path;
use cuda_source::diag::{Code, Diag};

/// Something that the file speaks of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim<'a> {
    /// A namespace.
    Space(&'a Path),
    /// Anything that has a name.
    Name(&'a Path),
}

/// Namespaces that are there without a header, as nvcc brings some of each along.
const OWN: [&str; 2] = ["std", "cuda"];
/// Names of the language that no declaration has.
const LANGUAGE: [&str; 3] = ["std::nullptr_t", "std::max_align_t", "std::byte"];

impl<'a> Checker<'a> {
    /// Says what the file speaks of and does not have.
    pub(super) fn check_claims(&mut self) {
        for (claim, space) in std::mem::take(&mut self.names.claims) {
            self.at_file(&space, |c| match claim {
                Claim::Space(path) => c.must_be_namespace(path),
                Claim::Name(path) => c.must_be_there(path),
            });
        }
    }

    /// `using namespace a;`
    pub(super) fn must_be_namespace(&mut self, path: &'a Path) {
        let name = spelled(path);
        if path.span.is_system() || self.is_namespace(&name) {
            return;
        }
        self.not_there(&name, path, "no namespace here is called");
    }

    /// `using a::b;`
    pub(super) fn must_be_there(&mut self, path: &'a Path) {
        let name = spelled(path);
        let known = path.span.is_system()
            || header_scalar(&name).is_some()
            || LANGUAGE.contains(&&*name)
            || !builtin::lookup(&name).is_empty()
            || refuse::lookup(&name).is_some()
            || self.lookup(&name, path.span).is_some();
        if !known {
            self.not_there(&name, path, "nothing here is called");
        }
    }

    fn not_there(&mut self, name: &str, path: &Path, what: &str) {
        let diag = Diag::error(Code::UnknownName, path.span, format!("{what} `{name}`"));
        self.note(match self.header_of(name) {
            Some(header) => diag.help(format!("it comes with `#include <{header}>`")),
            None => diag,
        });
    }

    /// Whether a name is a namespace's where it is used.
    fn is_namespace(&mut self, name: &str) -> bool {
        // Of another name for one it was said where that is made.
        if self.names.namespaces.contains_key(name) {
            return true;
        }
        let name = self
            .names
            .unaliased(name)
            .unwrap_or_else(|| name.to_string());
        if OWN.contains(&&*name) {
            return true;
        }
        let around = std::iter::once(self.names.space.as_str())
            .chain(self.names.usings.iter().map(|u| &**u));
        let mut outer: Vec<String> = around.map(str::to_string).collect();
        // A namespace is searched, and what is around it.
        let mut space = self.names.space.trim_end_matches("::");
        while let Some((shorter, _)) = space.rsplit_once("::") {
            outer.push(format!("{shorter}::"));
            space = shorter;
        }
        outer.push(String::new());
        let inner = outer.into_iter().map(|outer| format!("{outer}{name}::"));
        inner.into_iter().any(|inner| {
            self.names.open_spaces.contains(&inner) || self.space_through_another(&inner)
        })
    }

    /// Whether `a::b::` is a namespace because `a` is using one that has a `b`.
    fn space_through_another(&self, name: &str) -> bool {
        self.names.nested_usings.iter().any(|(space, target)| {
            let rest = name.strip_prefix(space.as_str());
            rest.is_some_and(|rest| self.names.open_spaces.contains(&format!("{target}{rest}")))
        })
    }
}
