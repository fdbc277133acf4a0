//! `k<<<grid, block, shared, stream>>>(args)`.
//! In: the syntax of a launch in host code; out: the launch with its sizes as `dim3` and its arguments as the kernel's
//! parameters want them.
//! The rule: the kernel is chosen like the callee of a call, among kernels only, or is a pointer to one.
//! Next: call.rs for calls, fnptr.rs for functions as values.

use super::call::{Call, Meanings, Target};
use super::coerce::Purpose;
use super::expr::bare;
use super::scope::Entity;
use super::typex::spelled;
use super::{Checker, Side};
use crate::tree::{Const, Expr, ExprKind, Launch};
use crate::ty::{Qualified, SIZE_T, Type, Types};
use cuda_parse::ast::{self, ExprKind as A};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// A launch.
    pub(super) fn launch(&mut self, l: &'a ast::Launch, span: Span) -> Option<Expr> {
        let diag = Diag::error(
            Code::NotModelled,
            span,
            "launching a kernel from device code (dynamic parallelism) is not modelled",
        );
        self.body.launches = true;
        self.only_host(diag.help(
            "launch both kernels from the host, or make the inner one a `__device__` function",
        ))?;
        let grid = self.extent(l.config.first()?);
        let block = l.config.get(1).and_then(|e| self.extent(e));
        let shared = self.shared_bytes(l.config.get(2), span);
        let stream = self.stream(l.config.get(3), span);
        let (kernel, args) = self.launched(l, span)?;
        let launch = Launch {
            kernel,
            grid: grid?,
            block: block?,
            shared: shared?,
            stream: stream?,
            args,
        };
        Some(Expr {
            kind: ExprKind::Launch(Box::new(launch)),
            ty: Type::Void,
            span,
        })
    }

    /// A size of the grid or block, as a `dim3`.
    fn extent(&mut self, e: &'a ast::Expr) -> Option<Expr> {
        let dim3 = Type::Struct(Types::DIM3);
        if let A::Braces(items) = &bare(e).kind {
            let values: Option<Vec<Expr>> = items.iter().map(|i| self.rvalue(&i.value)).collect();
            return self.construct(&dim3, values?, e.span);
        }
        let value = self.rvalue(e)?;
        if self.types.scalar(&value.ty).is_some() {
            return self.construct(&dim3, vec![value], e.span);
        }
        self.coerce(value, &dim3, &Purpose::Other("the size of a grid or block"))
    }

    fn shared_bytes(&mut self, e: Option<&'a ast::Expr>, span: Span) -> Option<Expr> {
        let Some(e) = e else {
            return Some(super::op::constant(Const::Int(0), SIZE_T, span));
        };
        let typed = self.expr(e)?;
        let purpose = Purpose::Other("the number of shared bytes");
        self.convert_typed(typed, &SIZE_T.into(), &purpose)
    }

    fn stream(&mut self, e: Option<&'a ast::Expr>, span: Span) -> Option<Expr> {
        let any = Type::pointer_to(Qualified::plain(Type::Void));
        let Some(e) = e else {
            return Some(super::op::constant(Const::Null, any, span));
        };
        let typed = self.expr(e)?;
        self.convert_typed(typed, &any, &Purpose::Other("a stream"))
    }

    /// The kernel and its arguments.
    fn launched(&mut self, l: &'a ast::Launch, span: Span) -> Option<(Expr, Vec<Expr>)> {
        let callee = bare(&l.kernel);
        let A::Name(path) = &callee.kind else {
            return self.launched_through(l);
        };
        let name = spelled(path);
        let list = match self.lookup(&name, path.span) {
            Some(Entity::Functions(list)) => list,
            Some(Entity::Broken) => return None,
            Some(_) => return self.launched_through(l),
            None => {
                self.unknown(&name, path.span);
                return None;
            }
        };
        let kernels: Vec<usize> = list
            .iter()
            .copied()
            .filter(|at| self.functions.declared[*at].side == Side::Kernel)
            .collect();
        if kernels.is_empty() {
            if let Some(at) = list.first()
                && !self.functions.no_kernels.insert(*at)
            {
                return None;
            }
            let message = format!("`{name}` is not a kernel, and only a kernel can be launched");
            let mut diag = Diag::error(Code::KernelCall, path.span, message);
            if let Some(at) = list.first() {
                diag = diag.label(
                    self.functions.declared[*at].span,
                    "declared without `__global__`",
                );
            }
            self.note(diag.help("write `__global__` before it, or call it without `<<<…>>>`"));
            return None;
        }
        let explicit = path.last().args.as_deref();
        let args = self.arguments_for(&l.args, &kernels, explicit)?;
        let call = Call {
            name: &name,
            callee: path.span,
            span,
            ordered: false,
        };
        let meanings = Meanings {
            usable: kernels,
            all: &list,
            language: false,
        };
        let Target::User(id) = self.resolve_overload(&call, meanings, explicit, &args)? else {
            return None;
        };
        let kernel = self.function_address(id, path.span)?;
        let args = self.passed(&call, id, args)?;
        Some((kernel, args.into_iter().map(|a| self.owned(a)).collect()))
    }

    /// An argument that the launch ends, if its type has a destructor: device code gets its bytes.
    fn owned(&mut self, arg: Expr) -> Expr {
        if !self.drops(&arg.ty) {
            return arg;
        }
        let place = self.temporary_place(arg.ty.clone(), arg.span);
        let made = self.store(place.clone(), arg);
        let made = self.own_temporary(&place, made);
        self.then_load(made, place)
    }

    /// A launch through a pointer to a kernel.
    fn launched_through(&mut self, l: &'a ast::Launch) -> Option<(Expr, Vec<Expr>)> {
        let pointer = self.rvalue(&l.kernel)?;
        let target = pointer.ty.pointee().map(|to| to.ty.clone());
        let Some(Type::Function(f)) = target else {
            let shown = self.types.show(&pointer.ty);
            let message = format!("this is `{shown}`, and only a kernel can be launched");
            self.error(Code::KernelCall, pointer.span, message);
            return None;
        };
        let given = self.arguments(&l.args)?;
        if given.len() != f.params.len() {
            let (n, m) = (f.params.len(), given.len());
            let message = super::misfit::count_message("the kernel", n, m);
            self.error(Code::WrongArguments, l.kernel.span, message);
            return None;
        }
        let args = self.pass(given, &f.params, "the kernel")?;
        Some((pointer, args.into_iter().map(|a| self.owned(a)).collect()))
    }
}
