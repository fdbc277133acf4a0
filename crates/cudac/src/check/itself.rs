//! A variable's name inside its own initialiser.
//! In: a variable of a function whose first value is being worked out; out: whether that value names it.
//! The rule: C++ declares a name before its first value is written, so `T *p = malloc(sizeof(*p))` and `Node n = {&n}`
//! mean the new variable, never one outside of it. What has no type before its value (`auto`), and a reference, cannot
//! be named so early.
//! Next: init.rs, which asks; vars.rs for variables.

use super::scope::Entity;
use super::{Checker, Typed};
use crate::check::expr::Expect;
use crate::tree::{Init, Place, Stmt, StmtKind, VarId};
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};

impl<'a> Checker<'a> {
    /// From here to `end_itself` the first value of a variable is worked out.
    pub(super) fn begin_itself(&mut self, id: VarId, unset: bool) {
        self.body.beginning.push((id, false));
        if unset {
            self.body.unset.insert(id, self.body.loops);
        }
    }

    /// Whether the first value named the variable where it is evaluated.
    pub(super) fn end_itself(&mut self) -> bool {
        let Some((id, named)) = self.body.beginning.pop() else {
            return false;
        };
        self.body.unset.remove(&id);
        named
    }

    /// Takes note that a variable is named.
    pub(super) fn named_itself(&mut self, id: VarId) {
        if self.body.unevaluated > 0 {
            return;
        }
        for (beginning, named) in &mut self.body.beginning {
            *named |= *beginning == id;
        }
    }

    /// Whether the first value of a variable is being worked out.
    pub(super) fn is_beginning(&self, id: VarId) -> bool {
        self.body.beginning.iter().any(|(other, _)| *other == id)
    }

    /// A first value that names its variable is stored once the variable is there.
    pub(super) fn stored_after(
        &mut self,
        init: Init,
        place: &Place,
        v: &ast::Variable,
        later: &mut Vec<Stmt>,
    ) -> Init {
        let Init::Value(value) = init else {
            return init;
        };
        let value = self.full(value);
        let kind = StmtKind::Expr(self.store(place.clone(), value));
        later.insert(0, Stmt { kind, span: v.span });
        Init::None
    }

    /// The first value of what cannot be named in it.
    pub(super) fn before_its_name(
        &mut self,
        v: &'a ast::Variable,
        written: &'a ast::Expr,
        reference: bool,
    ) -> Option<Typed> {
        let expect = match reference {
            true => Expect::Place,
            false => Expect::Anything,
        };
        let name = &v.name.text;
        // A second declaration in one scope is refused when its own name is entered.
        if self.names.scopes.find_here(name).is_some() {
            return self.expected(written, expect);
        }
        self.names
            .scopes
            .declare(name, Entity::Unbegun(reference), v.name.span);
        let typed = self.expected(written, expect);
        self.names.scopes.forget_here(name);
        typed
    }

    /// Says that a name cannot be used in its own initialiser.
    pub(super) fn unbegun(&mut self, name: &str, reference: bool, path: &ast::Path) {
        let (what, help) = match reference {
            true => ("a reference", "use what it refers to"),
            false => (
                "declared with `auto`",
                "write its type instead of `auto`; for a lambda that calls itself, `std::function<…>`",
            ),
        };
        let message = format!("`{name}` is {what} and cannot be named in its own initialiser");
        let diag = Diag::error(Code::UnknownName, path.span, message);
        self.note(diag.help(help));
    }
}
