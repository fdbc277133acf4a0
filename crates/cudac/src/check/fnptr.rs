//! Functions as values: their addresses, and calls through pointers to them.
//! In: the name of a function where a value is needed, or a call of something that is no name; out: a pointer to a
//! [`Type::Function`], or the call.
//! The rule: the name of a function is its address, and so is `*p` of a pointer to one.
//! Next: call.rs for calls by name, launch.rs for kernels.

use super::coerce::Purpose;
use super::typex::spelled;
use super::{Checker, Side, Typed};
use crate::tree::{Expr, ExprKind, FuncId};
use crate::ty::{FunctionType, Qualified, Type};
use cuda_parse::ast::{self, TypeKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use std::sync::Arc;

impl<'a> Checker<'a> {
    /// `R(A, B)`.
    pub(super) fn function_type(&mut self, f: &'a ast::FunctionType) -> Option<Type> {
        let result = match f.result.kind {
            TypeKind::Auto => return None,
            _ => self.ty(&f.result)?.ty,
        };
        let mut params = Vec::with_capacity(f.params.len());
        for p in &f.params {
            if p.pack {
                let packs = self.packs_of_type(&p.ty);
                let types = self.each_member(&packs, p.span, |c| c.parameter_type(p))?;
                params.extend(types.into_iter().map(|q| q.ty));
            } else {
                params.push(self.parameter_type(p)?.ty);
            }
        }
        Some(Type::Function(Arc::new(FunctionType {
            result,
            params,
            variadic: f.variadic,
            constant: f.is_const,
        })))
    }

    /// The type of a pointer to a function of the program.
    pub(super) fn pointer_to_function(&self, id: FuncId) -> Option<Type> {
        let instance = self.templates.instances.get(id.0 as usize)?;
        let f = FunctionType {
            result: instance.signature.result.clone(),
            params: instance.signature.params.clone(),
            variadic: self.functions.declared[instance.declared]
                .ast
                .variadic
                .is_some(),
            constant: false,
        };
        let f = Type::Function(Arc::new(f));
        Some(Type::pointer_to(Qualified::plain(f)))
    }

    /// The address of a function.
    pub(super) fn function_address(&mut self, id: FuncId, span: Span) -> Option<Expr> {
        self.templates.want(id);
        self.calls_to(id, span);
        self.templates.instances[id.0 as usize].addressed = true;
        let at = self.templates.instances[id.0 as usize].declared;
        if matches!(self.functions.declared[at].ast.result.kind, TypeKind::Auto) {
            self.check_instance(id);
        }
        Some(Expr {
            kind: ExprKind::FunctionAddress(id),
            ty: self.pointer_to_function(id)?,
            span,
        })
    }

    /// The name of a function where a value is needed.
    pub(super) fn function_value(&mut self, list: &[usize], path: &'a ast::Path) -> Option<Typed> {
        let (name, span) = (spelled(path), path.span);
        let here = self.body.side;
        let fits = |c: &Self, at: usize| match c.side_of(at) {
            Side::Kernel => matches!(here, Side::Host | Side::Both),
            side => here.calls(side),
        };
        let usable: Vec<usize> = list.iter().copied().filter(|at| fits(self, *at)).collect();
        let explicit = path.last().args.as_deref();
        if let (Some(at), true) = (list.first().copied(), usable.is_empty()) {
            let diag = match self.side_of(at) {
                Side::Host => self.host_called(at, span, &name),
                Side::Device => self.device_called(at, span, &name),
                _ => Diag::error(
                    Code::KernelCall,
                    span,
                    format!("`{name}` is a kernel, which device code cannot use as a value"),
                ),
            };
            self.note(diag);
            return None;
        }
        let found = match (usable.as_slice(), explicit) {
            ([at], None) if self.functions.declared[*at].template.is_none() => {
                self.instance(*at, Vec::new(), None)
            }
            (_, Some(_)) => {
                let mut found = usable.iter().filter_map(|at| {
                    self.functions.declared[*at].template?;
                    self.compare_functions(|c| c.deduce_call(*at, explicit, &[], span).ok())
                });
                let first = found.next();
                first.filter(|_| found.next().is_none())
            }
            _ => None,
        };
        match found {
            Some(id) => self.function_address(id, span).map(Typed::Value),
            None => Some(self.overload_set(usable, path)),
        }
    }

    /// What a pointer to a function points at.
    pub(super) fn function_behind(ty: &Type) -> Option<Arc<FunctionType>> {
        match &ty.pointee()?.ty {
            Type::Function(f) => Some(f.clone()),
            _ => None,
        }
    }

    /// A call through a pointer to a function.
    pub(super) fn call_pointer(
        &mut self,
        callee: Typed,
        args: &'a [ast::Expr],
        span: Span,
    ) -> Option<Typed> {
        let pointer = self.value(callee)?;
        let f = Self::function_behind(&pointer.ty)?;
        let given = self.arguments(args)?;
        if given.len() != f.params.len() {
            let (n, m) = (f.params.len(), given.len());
            let message = super::misfit::count_message("the function", n, m);
            self.error(Code::WrongArguments, span, message);
            return None;
        }
        let values = self.pass(given, &f.params, "the function")?;
        let result = f.result.clone();
        self.called_through(pointer, values, result, span)
    }

    pub(super) fn called_through(
        &mut self,
        pointer: Expr,
        values: Vec<Expr>,
        result: Type,
        span: Span,
    ) -> Option<Typed> {
        let kind = match pointer.kind {
            ExprKind::FunctionAddress(id) if self.calls_directly(id) => {
                ExprKind::Call(id, values.into())
            }
            _ => ExprKind::CallPointer(Box::new(pointer), values),
        };
        match result.referred().cloned() {
            Some(to) => {
                let ty = Type::Pointer(to.clone());
                self.pointee_place(Expr { kind, ty, span }, (*to).clone(), span)
            }
            None => Some(Typed::Value(Expr {
                kind,
                ty: result,
                span,
            })),
        }
    }

    /// Whether a call through the address of a function is the call itself: it is no kernel, and the tree has it.
    fn calls_directly(&self, id: FuncId) -> bool {
        let d = &self.functions.declared[self.templates.instances[id.0 as usize].declared];
        d.side != Side::Kernel && d.outside().is_none()
    }

    /// Arguments converted to the parameters that they are for.
    pub(super) fn pass(
        &mut self,
        args: Vec<Typed>,
        params: &[Type],
        name: &str,
    ) -> Option<Vec<Expr>> {
        let mut values = Vec::with_capacity(params.len());
        for (n, (arg, param)) in args.into_iter().zip(params).enumerate() {
            let purpose = Purpose::Argument(n + 1, name.into());
            values.push(match param {
                Type::Reference(_) | Type::Rvalue(_) => self.bind(arg, param, &purpose)?,
                param => self.convert_typed(arg, param, &purpose)?,
            });
        }
        Some(values)
    }
}
