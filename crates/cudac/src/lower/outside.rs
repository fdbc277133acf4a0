//! What reaches outside the code at hand: system calls, `printf`, launches, and pointers to functions.
//!
//! In: those expressions; out: their sites, with a register for each leaf of each argument. The rule: a site says what
//! each register holds, so that the machine need not know the types.

use super::Lowering;
use super::call::{Abi, Callee};
use super::effects::{Node, changes};
use super::value::{Leaf, Reg, Value, flat_leaves, is_big, leaves};
use crate::tree::{Expr, FuncId, Launch, SysFn, Type};
use cuda_ir::Elem;
use cuda_ir::sys::SysSite;
use cuda_ir::{CallSite, CodeRef, Ins, ParamReg, PrintSite};

/// A register as a site names it.
pub(super) fn param(reg: Reg) -> ParamReg {
    match reg {
        Reg::R(r) => ParamReg::R(r),
        Reg::D(d) => ParamReg::D(d),
        Reg::P(p) => ParamReg::P(p),
    }
}

/// What a leaf is to the machine.
pub(super) fn leaf_elem(leaf: Leaf) -> Elem {
    match leaf {
        Leaf::Scalar(s) => super::elem(s),
        Leaf::Pointer => Elem::U64,
    }
}

impl Lowering<'_> {
    /// The leaves of arguments in registers that stay as they are until all are evaluated.
    fn leaves_of<'e>(&mut self, args: impl Iterator<Item = &'e Expr>) -> Vec<(ParamReg, Elem)> {
        let args: Vec<&Expr> = args.collect();
        let mut given: Vec<Vec<(ParamReg, Elem)>> = vec![Vec::new(); args.len()];
        let order = self.order(&args, 0);
        for (n, k) in order.iter().copied().enumerate() {
            let arg = args[k];
            let later = order[n + 1..].iter().any(|j| changes(Node::Expr(args[*j])));
            let parts = flat_leaves(self.types, &arg.ty);
            let value = self.expr(arg);
            let value = self.flat(value, &arg.ty);
            for (reg, (_, leaf)) in value.into_iter().zip(parts) {
                let fixed = reg.number() >= super::emit::FIXED;
                let reg = self.steady(reg, later && !fixed);
                given[k].push((param(reg), leaf_elem(leaf)));
            }
        }
        given.into_iter().flatten().collect()
    }

    pub(super) fn system_call(&mut self, what: SysFn, args: &[Expr], ty: &Type) -> Value {
        let result = self.out.fresh_leaves(&leaves(self.types, ty));
        let for_exceptions = matches!(
            what,
            SysFn::Guard | SysFn::Unguard | SysFn::Try | SysFn::EndTry
        );
        if for_exceptions && !self.host {
            return result; // a function of both sides: nothing is thrown on the device
        }
        let mark = self.out.mark();
        let mut args = self.leaves_of(args.iter());
        let what = match what {
            // The device's heap is one for `new` and `malloc`.
            SysFn::Alloc if !self.host => {
                args.truncate(1);
                SysFn::Malloc
            }
            SysFn::Free if !self.host => SysFn::CFree,
            what => what,
        };
        self.site(SysSite {
            what,
            args,
            results: result.iter().map(|r| param(*r)).collect(),
        });
        self.out.release(mark);
        result
    }

    fn site(&mut self, site: SysSite) {
        self.out.sys.push(site);
        let site = self.out.sys.len() as u32 - 1;
        self.out.emit(Ins::Sys { site });
    }

    pub(super) fn launch(&mut self, launch: &Launch) {
        let mark = self.out.mark();
        let args = self.leaves_of(launch.parts());
        self.site(SysSite {
            what: SysFn::Launch,
            args,
            results: Vec::new(),
        });
        self.out.release(mark);
    }

    pub(super) fn print(&mut self, format: &Expr, args: &[Expr]) -> Value {
        let dst = self.out.r();
        let mark = self.out.mark();
        let mut given = self.leaves_of(std::iter::once(format).chain(args));
        if given.is_empty() {
            return vec![Reg::R(dst)];
        }
        let format = match given.remove(0).0 {
            ParamReg::D(d) => d,
            _ => cuda_ir::D(u16::MAX),
        };
        self.out.prints.push(PrintSite {
            format,
            args: given,
            dst,
        });
        let site = self.out.prints.len() as u32 - 1;
        self.out.emit(Ins::Print { site });
        self.out.release(mark);
        vec![Reg::R(dst)]
    }

    pub(super) fn function_address(&mut self, id: FuncId) -> Reg {
        let func = match self.kernels.get(&id) {
            Some(n) => CodeRef::Kernel(*n),
            None => CodeRef::Function(self.callees.id(id, self.host)),
        };
        let dst = self.out.d();
        self.out.emit(Ins::FuncAddr { dst, func });
        Reg::D(dst)
    }

    pub(super) fn call_pointer(&mut self, pointer: &Expr, args: &[Expr], ty: &Type) -> Value {
        let result = self.fresh_value(ty);
        let mark = self.out.mark();
        let later = args.iter().any(|a| changes(Node::Expr(a)));
        let target = self.one(pointer);
        let target = self.steady(target, later).d();
        let params = match pointer.ty.pointee().map(|to| &to.ty) {
            Some(Type::Function(f)) => f.params.clone(),
            _ => Vec::new(),
        };
        let abi = Abi::of(self.types, params.iter(), ty);
        let site = self.call_site(
            Callee {
                func: None,
                ty,
                abi,
            },
            args,
            0,
            &result,
        );
        self.out.calls.push(site);
        let site = self.out.calls.len() as u32 - 1;
        self.out.emit(Ins::CallPointer { site, target });
        self.out.release(mark);
        result
    }

    /// The registers of a call: arguments into the callee's first registers, results out of them.
    pub(super) fn call_site(
        &mut self,
        callee: Callee<'_>,
        args: &[Expr],
        leading: usize,
        result: &[Reg],
    ) -> CallSite {
        let Callee { func, ty, abi } = callee;
        let mut site = CallSite {
            func,
            ..CallSite::default()
        };
        let order = self.order(args, leading);
        for (n, k) in order.iter().copied().enumerate() {
            let (arg, Some(param)) = (&args[k], abi.params.get(k)) else {
                continue;
            };
            let later = order[n + 1..]
                .iter()
                .any(|j| changes(Node::Expr(&args[*j])));
            let value = self.expr(arg);
            let value = self.kept(value, &arg.ty, later);
            for (theirs, ours) in param.iter().zip(value) {
                match (*theirs, ours) {
                    (Reg::R(to), from) => site.args32.push((to, from.r())),
                    (Reg::D(to), from) => site.args64.push((to, from.d())),
                    (Reg::P(to), from) => site.args_p.push((to, from.p())),
                }
            }
        }
        // A large result is stored where the caller says.
        if let (true, [ours], [theirs]) = (is_big(self.types, ty), result, &abi.results[..]) {
            site.args64.push((theirs.d(), ours.d()));
            return site;
        }
        for (ours, theirs) in result.iter().zip(&abi.results) {
            match (*ours, *theirs) {
                (Reg::R(to), from) => site.results32.push((to, from.r())),
                (Reg::D(to), from) => site.results64.push((to, from.d())),
                (Reg::P(to), from) => site.results_p.push((to, from.p())),
            }
        }
        site
    }
}
