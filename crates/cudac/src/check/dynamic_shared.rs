//! `extern __shared__`: one name is one variable, wherever it is declared.
//! In: a declaration and its type; out: an error where the name was declared with another type before.
//! The rule: C++'s [dcl.link]: a declaration with `extern` in a function means the variable of the namespace around, so that kernels, and instances of
//! a kernel template, share it; each of a program's files has its own.
//! Next: init.rs for variables of functions, global.rs for those of the file.

use super::Checker;
use crate::ty::Qualified;
use cuda_parse::ast;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// Whether an `extern __shared__` variable of the file has the type that its name has elsewhere; says if not.
    pub(super) fn dynamic_shared_fits(&mut self, v: &'a ast::Variable) -> bool {
        match self.attempt(|c| c.variable_type(v)) {
            Some(q) => self.one_type_for_all(&v.name, &q).is_some(),
            // Where it is used it is said what is wrong.
            None => true,
        }
    }

    /// Says so if a name of dynamic shared memory was declared with another type before.
    pub(super) fn one_type_for_all(&mut self, name: &ast::Ident, q: &Qualified) -> Option<()> {
        let text = self.text_around(name.span);
        let key = (text, format!("{}{}", self.names.space, name.text));
        let Some((known, first)) = self.globals.dynamic_shared.get(&key) else {
            self.globals
                .dynamic_shared
                .insert(key, (q.clone(), name.span));
            return Some(());
        };
        if known == q {
            return Some(());
        }
        let (first, before, now) = (*first, self.shown_whole(known), self.shown_whole(q));
        let message = format!(
            "`{}` is `{now}` here and was `{before}` before: a name of dynamic shared memory has one type in the whole file",
            name.text
        );
        let mut diag = Diag::error(Code::BadShared, name.span, message);
        if first != name.span {
            diag = diag.label(first, "declared first here");
        }
        self.note(diag.help("declare it `extern __shared__ unsigned char bytes[];` and make a pointer of the type from it, or give each its own name"));
        None
    }

    fn shown_whole(&self, q: &Qualified) -> String {
        let shown = self.types.show(&q.ty);
        match q.volatile {
            true => format!("volatile {shown}"),
            false => shown,
        }
    }

    /// Which of the program's further texts a place is in; 0 for the first, and for headers.
    fn text_around(&self, span: Span) -> u32 {
        let text = self
            .texts
            .units
            .iter()
            .find(|text| text.contains(span.start));
        text.map_or(0, |text| text.start)
    }
}
