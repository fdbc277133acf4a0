//! A lambda that holds nothing as the function it is: where a pointer to a function is wanted.

use crate::check::{Checker, Typed};
use crate::tree::{Expr, ExprKind, FuncId};
use crate::ty::Type;

impl Checker<'_> {
    /// The function that an object of a lambda's class is where a pointer to a function is wanted.
    pub(in crate::check) fn closure_pointer(&mut self, from: &Type, to: &Type) -> Option<FuncId> {
        let wanted = Self::function_behind(to)?;
        let id = self.class_of(from)?;
        self.classes.known[&id]
            .closure
            .as_ref()
            .filter(|c| !c.captures)?;
        let at = *self.methods(id, "operator()").first()?;
        let func = match self.functions.declared[at].template {
            Some(_) => self.deduce_target(at, None, &wanted, self.functions.declared[at].span),
            None => self.compare_functions(|c| c.instance(at, Vec::new(), None)),
        };
        func.filter(|func| self.has_type(*func, &wanted))
    }

    /// The function that a lambda is where an operator needs a pointer: one without captures that is no template.
    pub(in crate::check) fn closure_function(&mut self, typed: &Typed) -> Option<FuncId> {
        let id = self.class_of(Self::type_of_typed(typed))?;
        self.classes.known[&id]
            .closure
            .as_ref()
            .filter(|c| !c.captures)?;
        let at = *self.methods(id, "operator()").first()?;
        self.functions.declared[at]
            .template
            .is_none()
            .then_some(())?;
        self.instance(at, Vec::new(), None)
    }

    /// The address of the function that a lambda is, after what making the lambda does.
    pub(in crate::check) fn closure_address(&mut self, typed: Typed, func: FuncId) -> Option<Expr> {
        let (span, made) = match typed {
            Typed::Place(l) => (l.place.span, None),
            Typed::Value(v) => (v.span, Some(v)),
        };
        let address = self.function_address(func, span)?;
        let made = made.filter(|v| !matches!(v.kind, ExprKind::Aggregate(_) | ExprKind::Load(_)));
        Some(match made {
            Some(made) => crate::check::class::comma(made, address),
            None => address,
        })
    }
}
