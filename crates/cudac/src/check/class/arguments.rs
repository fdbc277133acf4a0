//! The arguments of calls, with braces among them.
//! In: arguments as written and the functions that may be meant; out: what each is.
//! The rule: braces take the type of the parameter of the first function that takes so many, one that takes a list before
//! others; what a template's parameter is may be known from the other arguments.
//! Next: values.rs for braces whose type is known.

use crate::check::{Checker, Typed};
use crate::ty::{Qualified, StructId, Type};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::Code;

/// Braces among the arguments of a call.
struct BracedArgument<'a> {
    /// As written.
    e: &'a ast::Expr,
    /// Which argument they are.
    n: usize,
    /// How many arguments the call has.
    count: usize,
}

impl<'a> Checker<'a> {
    /// The arguments of a constructor, braces among them made what the constructor takes there.
    pub(in crate::check) fn constructor_arguments(
        &mut self,
        args: &'a [ast::Expr],
        id: StructId,
    ) -> Option<Vec<Typed>> {
        let args: Vec<&'a ast::Expr> = args.iter().collect();
        self.arguments_of(&args, id)
    }

    pub(in crate::check) fn arguments_of(
        &mut self,
        args: &[&'a ast::Expr],
        id: StructId,
    ) -> Option<Vec<Typed>> {
        let list = self.methods(id, super::NEW);
        self.typed_arguments(args, &list, None)
    }

    /// The arguments of a call of one of these functions, of which template arguments may be given.
    pub(in crate::check) fn arguments_for(
        &mut self,
        args: &'a [ast::Expr],
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
    ) -> Option<Vec<Typed>> {
        let args: Vec<&'a ast::Expr> = args.iter().collect();
        self.typed_arguments(&args, list, explicit)
    }

    fn typed_arguments(
        &mut self,
        args: &[&'a ast::Expr],
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
    ) -> Option<Vec<Typed>> {
        let mut typed = Vec::new();
        let (mut whole, mut braced) = (true, Vec::new());
        for (n, e) in args.iter().enumerate() {
            match e.kind {
                A::Braces(_) => braced.push((n, typed.len())),
                _ => whole &= self.each_expanded(e, &mut typed, Self::expr).is_some(),
            }
        }
        // What the other arguments say of a template's parameters is known once they all are.
        let others: Vec<(usize, Typed)> = match typed.len() + braced.len() == args.len() {
            true => (0..args.len())
                .filter(|n| braced.iter().all(|(b, _)| b != n))
                .zip(typed.iter().cloned())
                .collect(),
            false => Vec::new(),
        };
        for (done, (n, at)) in braced.into_iter().enumerate() {
            let braced = BracedArgument {
                e: args[n],
                n,
                count: args.len(),
            };
            match self.braced_argument(&braced, list, explicit, &others) {
                Some(one) if whole => typed.insert(at + done, one),
                Some(_) => {}
                None => whole = false,
            }
        }
        whole.then_some(typed)
    }

    /// Braces as an argument take the type of the parameter of the first function that takes so many; `others` are the
    /// arguments beside them, or none where not all are known.
    fn braced_argument(
        &mut self,
        &BracedArgument { e, n, count }: &BracedArgument<'a>,
        list: &[usize],
        explicit: Option<&'a [ast::TemplateArg]>,
        others: &[(usize, Typed)],
    ) -> Option<Typed> {
        let takes_list = |c: &Self, at: usize| {
            let param = c.functions.declared[at].ast.params.get(n);
            param.is_some_and(|p| mentions_list(&p.ty))
        };
        let (first, rest): (Vec<usize>, Vec<usize>) =
            list.iter().copied().partition(|at| takes_list(self, *at));
        for at in first.into_iter().chain(rest) {
            let d = self.functions.declared[at].clone();
            let enough = d.ast.params.len() >= count
                && (count..d.ast.params.len()).all(|k| d.default(k).is_some());
            if enough
                && d.template.is_some()
                && explicit.is_none()
                && d.ast.params.get(n).is_some_and(|p| mentions_list(&p.ty))
                && let Some(typed) = self.deduced_list(e, e.span)
            {
                return Some(typed);
            }
            let param = d.ast.params.get(n).filter(|_| enough);
            let ty = param.and_then(|param| match d.template {
                // Of a template's parameters those that say what is known without this argument.
                Some(_) => {
                    let known = self.bound_beside(at, explicit, others)?;
                    self.in_scope_of(at, false, |c| {
                        c.bind_names(&known);
                        c.attempt(|c| c.ty(&param.ty))
                    })
                }
                None => {
                    let signature = self.attempt(|c| c.signature(at, &[]))?;
                    Some(Qualified::plain(signature.params.get(n)?.clone()))
                }
            });
            let Some(Qualified { ty, .. }) = ty else {
                continue;
            };
            let ty = match ty {
                Type::Reference(to) | Type::Rvalue(to) => to.ty.clone(),
                ty => ty,
            };
            if let Type::Array(element, n) = &ty
                && let Some(array) = self.attempt(|c| c.array_from_braces(e, (element, *n)))
            {
                return Some(array);
            }
            if let Some(value) = self.attempt(|c| c.value_from_braces(e, &ty)) {
                return Some(Typed::Value(value));
            }
        }
        self.error(
            Code::BadInitialiser,
            e.span,
            "braces are only a value where a type is given",
        );
        None
    }
}

/// Whether a parameter is a `std::initializer_list`, or a reference to one.
pub(super) fn mentions_list(t: &ast::TypeExpr) -> bool {
    match &t.kind {
        ast::TypeKind::Named(path) => &*path.last().name.text == "initializer_list",
        ast::TypeKind::LRef(t) | ast::TypeKind::RRef(t) => mentions_list(t),
        _ => false,
    }
}
