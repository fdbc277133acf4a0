//! Functions and variables of the file declared inside functions: `int f(int);`, `extern int y;` in a block.
//! In: the declaration; out: the name, and a function's default arguments for the rest of the function around.
//! Next: stmt.rs, which meets them.

use super::scope::Entity;
use super::{Checker, Declared};
use crate::ty::Type;
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// `int f(int);` says that the file has such a function further down. `float4 v();` declares a function, where nearly
    /// always a variable was meant.
    pub(super) fn local_function(&mut self, f: &'a ast::Function, span: Span) {
        let ast::FunctionName::Plain(name) = &f.name else {
            return;
        };
        if let Some(Entity::Functions(list)) = self.lookup(&name.text, span) {
            self.first_heard(name.text.to_string(), name.span);
            if f.params.iter().any(|p| p.default.is_some()) {
                self.lend_defaults(f, &list);
            }
            return;
        }
        let nothing = Entity::Functions(Vec::new());
        self.names.scopes.declare(&name.text, nothing, name.span);
        let diag = Diag::warning(
            Code::FunctionDeclared,
            span,
            "this declares a function, not a variable",
        );
        self.note(
            diag.help("for a variable leave the parentheses out; a function belongs at file scope"),
        );
    }

    /// `extern int y;` says that the file has such a variable further down, whatever the blocks around call `y`.
    pub(super) fn local_extern(&mut self, v: &'a ast::Variable) -> Option<()> {
        let (name, span) = (&*v.name.text, v.name.span);
        if let Some(key) = self.names.file_key(name) {
            self.first_heard(key, span);
        }
        let inner = self.names.scopes.enter_function();
        let found = self.lookup(name, span);
        self.names.scopes.leave_function(inner);
        match found {
            Some(Entity::Broken) => {}
            Some(entity) => {
                self.names.scopes.declare(name, entity, span);
                return Some(());
            }
            None => {
                let message = format!("no file of this program defines `{name}`");
                let diag = Diag::error(Code::UnknownName, span, message);
                self.note(diag.help("if another file defines it, name that file as well"));
            }
        }
        None
    }

    /// Default arguments written here: those of the function of these parameters, until the function around ends.
    fn lend_defaults(&mut self, f: &'a ast::Function, list: &[usize]) {
        let types = f.params.iter().map(|p| self.parameter_type(p));
        let Some(types) = types.collect::<Option<Vec<_>>>() else {
            return;
        };
        let types: Vec<Type> = types.into_iter().map(|q| q.ty).collect();
        for &at in list {
            let Declared { template, .. } = self.functions.declared[at];
            let same = template.is_none()
                && self
                    .attempt(|c| c.signature(at, &[]))
                    .is_some_and(|s| s.params == types);
            if same {
                let before = self.functions.declared[at].prototype.replace(f);
                self.functions.lent.push((at, before));
            }
        }
    }

    /// Takes back the default arguments that blocks gave since there were so many.
    pub(super) fn take_back_defaults(&mut self, kept: usize) {
        while self.functions.lent.len() > kept
            && let Some((at, before)) = self.functions.lent.pop()
        {
            self.functions.declared[at].prototype = before;
        }
    }
}
