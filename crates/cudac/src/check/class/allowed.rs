//! Who may use which member of a class: `public`, `protected`, `private`, and friends.
//! In: a member that has been found and where it is used; out: whether it may be used there.
//! The rule: a class's own functions, those of classes inside it and its friends may use everything; those of classes
//! derived from it what is protected. What the language does by itself asks nobody.
//! Next: lookup.rs, which finds members.

use super::MARK;
use crate::check::Checker;
use crate::ty::StructId;
use cuda_parse::ast::Access;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// Whether code here may use what a class or one of its bases calls so; says why if not.
    pub(in crate::check) fn may_use(&mut self, id: StructId, name: &str, span: Span) -> bool {
        match self.access_of(id, name) {
            Some((owner, access)) => self.allows(owner, access, name, span),
            None => true,
        }
    }

    /// Whether code here may call a function of a class; `None` if not, which is said.
    pub(in crate::check) fn may_call(&mut self, at: usize, span: Span) -> Option<()> {
        let d = &self.functions.declared[at];
        let Some(owner) = &d.owner else {
            return Some(());
        };
        let (class, access) = (owner.class, owner.access);
        let name = d.name.rsplit("::").next().unwrap_or(&d.name).to_string();
        if access != Access::Public && self.is_published(class, &name) {
            return Some(());
        }
        self.allows(class, access, &name, span).then_some(())
    }

    /// Whether a class derived from this one makes a function public, with `using Base::f;`.
    fn is_published(&self, owner: StructId, name: &str) -> bool {
        self.classes.known.iter().any(|(id, class)| {
            class.used.contains_key(name)
                && !class.access.contains_key(name)
                && self.base_path(*id, owner).is_some()
        })
    }

    /// The class that declares a member that is no function, and for whom.
    fn access_of(&self, id: StructId, name: &str) -> Option<(StructId, Access)> {
        let class = self.classes.known.get(&id)?;
        if let Some(access) = class.access.get(name) {
            return Some((id, *access));
        }
        if class.names.contains_key(name) {
            return None;
        }
        let mut bases = self.types.get(id).bases.iter();
        bases.find_map(|(base, _)| self.access_of(*base, name))
    }

    fn allows(&mut self, owner: StructId, access: Access, name: &str, span: Span) -> bool {
        if access == Access::Public || span.is_system() || self.is_inside(owner, access) {
            return true;
        }
        let word = match access {
            Access::Protected => "protected",
            _ => "private",
        };
        let shown = self.types.get(owner).name.clone();
        let message = format!("`{name}` is {word} in `{shown}`: it cannot be used here");
        let diag = Diag::error(Code::NoSuchMember, span, message);
        self.note(diag.help(match access {
            Access::Protected => "only the class, classes derived from it and its friends may use it",
            _ => "only the class itself and its friends may use it: call a public function of it, or make it public",
        }));
        false
    }

    /// Whether the code at hand belongs to a class, or is a friend of it, or for what is protected derives from it.
    fn is_inside(&self, owner: StructId, access: Access) -> bool {
        let Some(class) = self.classes.known.get(&owner) else {
            return true;
        };
        let friend = |name: &str| class.befriended.iter().any(|f| f == name);
        if friend(&self.body.name) {
            return true;
        }
        let template = |id: StructId| self.types.get(id).origin.as_ref().map(|o| o.template);
        (0..self.names.scopes.depth()).any(|level| {
            let mark = self.names.scopes.at(level, MARK);
            let Some(here) = mark.and_then(|n| Self::marked(&n.entity)) else {
                return false;
            };
            let Some(own) = self.classes.known.get(&here) else {
                return false;
            };
            here == owner
                || friend(&own.ast.name.text)
                || own.closure.as_ref().is_some_and(|c| friend(&c.within))
                || own.outer == Some(owner)
                || template(owner).is_some()
                    && template(owner) == template(here)
                    && friend(&class.ast.name.text)
                || access == Access::Protected && self.base_path(here, owner).is_some()
        })
    }
}
