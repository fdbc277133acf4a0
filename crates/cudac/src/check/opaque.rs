//! Structs that are declared and never defined, as C libraries have them for their handles.
//! In: a type; out: whether its bytes are known. The rule: pointers to such a struct are like any other; what needs its size
//! or its members says so.
//! Next: class/layout.rs for structs that are defined.

use super::Checker;
use super::scope::{Entity, nearest};
use crate::ty::{StructId, Type};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl Checker<'_> {
    /// The struct that a type, or an array's element, is, if nothing defines it.
    pub(super) fn opaque(&self, ty: &Type) -> Option<StructId> {
        let mut inner = ty;
        while let Type::Array(of, _) = inner {
            inner = &of.ty;
        }
        match inner {
            Type::Struct(id) => (self.types.get(*id).size == 0
                && !self.classes.known.contains_key(id))
            .then_some(*id),
            _ => None,
        }
    }

    /// Says that a type has no bytes because nothing defines it; `None` if so.
    pub(super) fn defined(&mut self, ty: &Type, span: Span) -> Option<()> {
        self.whole(ty);
        let Some(id) = self.opaque(ty) else {
            return Some(());
        };
        let name = self.types.get(id).name.clone();
        let known = self.classes.known.keys();
        let others = known.map(|id| self.types.get(*id).name.as_str());
        let near = nearest(&name, others.filter(|other| !other.contains('<')));
        let message =
            format!("`{name}` is declared but never defined: it has no size and no members");
        let diag = Diag::error(Code::IncompleteType, span, message);
        let diag = match near.or_else(|| self.nearest_struct(&name)) {
            Some(near) => diag.help(format!("did you mean `{near}`?")),
            None => diag.help(format!(
                "keep to pointers to it, or define it: `struct {name} {{ … }};`"
            )),
        };
        self.note(diag);
        None
    }

    /// The struct of the file, perhaps not looked at yet, whose name is nearest to a misspelt one.
    fn nearest_struct(&self, name: &str) -> Option<String> {
        let near = self.names.scopes.nearest(name)?;
        let named = self.names.scopes.file_entry(&near)?;
        let Entity::Item(at) = named.entity else {
            return None;
        };
        let kind = self.items.get(at)?.kind;
        matches!(kind, cuda_parse::ast::ItemKind::Struct(s) if s.members.is_some()).then_some(near)
    }
}
