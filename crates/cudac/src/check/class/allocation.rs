//! `operator new` and `operator delete` that a program defines: of a class, of its bases, or of the file for all of it.
//! In: what is allocated or freed; out: a call, or nothing where the machine's own memory is meant.
//! The rule: a class's own come before the file's; of several the one that takes what is given. Containers of the library keep to the
//! machine's memory.
//! Next: new.rs.

use crate::check::call::Call;
use crate::check::scope::Entity;
use crate::check::{Checker, Side, Typed};
use crate::tree::Expr;
use crate::ty::{SIZE_T, Type};
use cuda_parse::ast;
use cuda_source::source::Span;

/// Whether a member of this name belongs to the class rather than to an object, though `static` is not said.
pub(super) fn is_allocation(key: &str) -> bool {
    let rest = ["operatornew", "operatordelete"]
        .into_iter()
        .find_map(|n| key.strip_prefix(n));
    matches!(rest, Some("" | "[]"))
}

impl<'a> Checker<'a> {
    /// Memory for `new` by the program's own function; the inner `None` says that its call is broken.
    pub(super) fn own_new(
        &mut self,
        new: &'a ast::New,
        bytes: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Option<Expr>> {
        let list = self.allocations(
            "operatornew",
            new.count.is_some(),
            ty,
            1 + new.placement.len(),
        );
        if list.is_empty() {
            return None;
        }
        let mut args = vec![Typed::Value(crate::check::convert::force(
            &self.types,
            bytes,
            &SIZE_T.into(),
        ))];
        for e in &new.placement {
            match self.expr(e) {
                Some(typed) => args.push(typed),
                None => return Some(None),
            }
        }
        Some(self.call_allocation("operator new", &list, args, span))
    }

    /// Frees memory of an object of a type by the program's own function.
    pub(super) fn own_delete(
        &mut self,
        array: bool,
        memory: Expr,
        ty: &Type,
        span: Span,
    ) -> Option<Option<Expr>> {
        let mut args = vec![Typed::Value(memory)];
        let mut list = self.allocations("operatordelete", array, ty, 1);
        if list.is_empty() {
            list = self.allocations("operatordelete", array, ty, 2);
            let size = self.types.size(ty) as i64;
            args.push(Typed::Value(crate::check::op::constant(
                crate::tree::Const::Int(size),
                SIZE_T,
                span,
            )));
        }
        (!list.is_empty()).then(|| self.call_allocation("operator delete", &list, args, span))
    }

    fn call_allocation(
        &mut self,
        name: &str,
        list: &[usize],
        args: Vec<Typed>,
        span: Span,
    ) -> Option<Expr> {
        let call = Call {
            name,
            callee: span,
            span,
            ordered: false,
        };
        let typed = self.call_with_object(&call, None, list, None, args)?;
        self.value(typed)
    }

    /// The program's functions of the kind that take so many values.
    fn allocations(&mut self, name: &str, array: bool, ty: &Type, takes: usize) -> Vec<usize> {
        let key = match array {
            true => format!("{name}[]"),
            false => name.to_string(),
        };
        let mut of = ty;
        while let Type::Array(inner, _) = of {
            of = &inner.ty;
        }
        let member = self.class_of(of).and_then(|id| self.member_of(id, &key));
        let found = match member {
            Some(Entity::Functions(list)) => Some(list),
            // In device code the machine's heap stands for the file's, too.
            _ if self.body.side == Side::Host => match self.lookup_file(&key, Span::default()) {
                Some(Entity::Functions(list)) => Some(list),
                _ => None,
            },
            _ => None,
        };
        let mut list = found.unwrap_or_default();
        list.retain(|at| {
            let d = &self.functions.declared[*at];
            !d.span.is_system() && d.ast.params.len() == takes
        });
        list
    }
}
