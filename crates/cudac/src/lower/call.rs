//! Calls: inlined where they can be, made where a function calls itself.
//!
//! In: a function and its arguments; out: the registers of the result. The rule: a parameter that the function never
//! changes is the argument's own register; a reference parameter is the place itself; a `return` that is not the last
//! statement leaves a Block frame.

use super::contract::Factors;
use super::effects::{Node, changes};
use super::emit::Mark;
use super::fuse::product;
use super::pieces::COPIED_ALONE;
use super::place::Spot;
use super::value::{Reg, RegisterKind, Value, leaves, splits};
use super::{Body, Exit, Lowering};
use crate::tree::{
    Args, Expr, ExprKind, FuncId, Function, Init, Place, PlaceKind, Scalar, StmtKind, Type, Types,
    VarId,
};
use cuda_source::source::Span;
use std::borrow::Borrow;

/// Deepest nesting of inlined calls.
const MAX_INLINED: usize = 48;

/// What an inlined function's parameter is.
enum Given {
    Alias(Spot),
    Value(Value),
}

impl<'a> Lowering<'a> {
    pub(super) fn call(&mut self, callee: FuncId, args: &Args, ty: &Type) -> Value {
        let func = &self.unit.functions[callee.0 as usize];
        if self.called_out_of_line[callee.0 as usize]
            || self.bodies.len() > MAX_INLINED && self.host
        {
            return self.call_out_of_line(callee, func, args);
        }
        let result = self.fresh_value(ty);
        if self.bodies.len() > MAX_INLINED {
            self.refuse(self.out.span, "calls are nested too deeply here");
            return result;
        }
        let mark = self.out.mark();
        let first = self.out.declared();
        let given = self.arguments(func, args, mark);
        let facts = self.facts;
        let returns_last = facts[callee.0 as usize].returns_last;
        let frame = (!returns_last).then(|| self.out.begin_block());
        self.bodies.push(Body::new(
            callee,
            func,
            Exit::Inlined {
                result: result.clone(),
                frame,
            },
        ));
        for (k, given) in given.into_iter().enumerate() {
            self.parameter(VarId(k as u32), given);
        }
        let outside = self.enter_call();
        self.inlined(func);
        self.out.leave_call(outside);
        self.bodies.pop();
        frame.into_iter().for_each(|_| self.out.end());
        self.close(mark, first);
        result
    }

    /// Begins the innermost body, which a call opened.
    fn enter_call(&mut self) -> (Span, u32) {
        let callee = self.bodies.last().map(|body| body.func);
        let own = callee.filter(|f| !f.span.is_system());
        self.out.enter_call(own.map(|f| f.name.as_str()))
    }

    /// The statements of a function that is inlined.
    fn inlined(&mut self, func: &'a Function) {
        let packed = self.out.packed;
        if !packed && self.is_on_pairs(func) {
            (self.out.packed, self.out.upper) = (true, false);
        }
        self.statements(&func.body);
        self.out.packed = packed;
    }

    /// Whether a function of our headers works on pairs of small floats, lower half first, as one instruction of a device does.
    fn is_on_pairs(&self, func: &Function) -> bool {
        let result = func.result.pointee().map_or(&func.result, |q| &q.ty);
        match result {
            Type::Struct(id) => {
                let name = self.types.get(*id).name.as_str();
                func.span.is_system() && COPIED_ALONE.contains(&name)
            }
            _ => false,
        }
    }

    /// The factors of the product that a function returns and does nothing else.
    pub(super) fn call_for_factors(&mut self, callee: FuncId, args: &Args) -> Option<Factors> {
        let func = &self.unit.functions[callee.0 as usize];
        let Some(StmtKind::Return(Some(value))) = func.body.first().map(|s| &s.kind) else {
            return None;
        };
        if self.bodies.len() > MAX_INLINED {
            return None;
        }
        let (x, y, negative) = product(value)?;
        let own = [x, y].map(|e| match self.types.stored(&e.ty) {
            Some(Scalar::Double) => self.out.fresh(RegisterKind::D),
            _ => self.out.fresh(RegisterKind::R),
        });
        let mark = self.out.mark();
        let first = self.out.declared();
        let given = self.arguments(func, args, mark);
        self.bodies
            .push(Body::new(callee, func, Exit::Code(Vec::new())));
        for (k, given) in given.into_iter().enumerate() {
            self.parameter(VarId(k as u32), given);
        }
        let outside = self.enter_call();
        for (own, e) in own.into_iter().zip([x, y]) {
            self.into(&[own], e);
        }
        self.out.leave_call(outside);
        self.bodies.pop();
        self.close(mark, first);
        let [x, y] = own;
        Some(Factors { x, y, negative })
    }

    /// The place that a call of a function that returns a reference stands for; `None` where only its address can be
    /// had.
    pub(super) fn call_place(&mut self, callee: FuncId, args: &Args) -> Option<Spot> {
        let func = &self.unit.functions[callee.0 as usize];
        let facts = self.facts;
        if self.called_out_of_line[callee.0 as usize]
            || !facts[callee.0 as usize].returns_place
            || self.bodies.len() > MAX_INLINED
        {
            return None;
        }
        let base = self.out.d();
        let mark = self.out.mark();
        let first = self.out.declared();
        let given = self.arguments(func, args, mark);
        self.bodies.push(Body::new(callee, func, Exit::Place(base)));
        for (k, given) in given.into_iter().enumerate() {
            self.parameter(VarId(k as u32), given);
        }
        let outside = self.enter_call();
        self.inlined(func);
        self.out.leave_call(outside);
        let spot = self.bodies.pop().and_then(|body| body.returned);
        self.close(mark, first);
        Some(spot.unwrap_or(Spot::Memory { base, offset: 0 }))
    }

    fn arguments(&mut self, func: &Function, args: &Args, since: Mark) -> Vec<Given> {
        let mut given: Vec<Option<Given>> = args.iter().map(|_| None).collect();
        let order = self.order(args, args.leading());
        for (n, k) in order.iter().copied().enumerate() {
            let (Some(param), arg) = (func.vars.get(k), &args[k]) else {
                continue;
            };
            if param.reference
                && let Some(spot) = self.bind(arg)
            {
                given[k] = Some(Given::Alias(spot));
                continue;
            }
            let later = order[n + 1..]
                .iter()
                .any(|j| changes(Node::Expr(&args[*j])));
            let value = self.expr(arg);
            given[k] = Some(Given::Value(self.kept(value, &arg.ty, later)));
        }
        let mut given: Vec<Given> = given.into_iter().flatten().collect();
        let shared_registers = given
            .iter()
            .any(|g| matches!(g, Given::Alias(Spot::Registers(_))));
        if shared_registers {
            for given in &mut given {
                if let Given::Value(regs) = given {
                    for reg in regs.iter_mut().filter(|r| !since.before(**r)) {
                        *reg = self.steady(*reg, true);
                    }
                }
            }
        }
        given
    }

    /// The order in which arguments are evaluated. g++ reads plain variables last of all.
    pub(super) fn order(&self, args: &[impl Borrow<Expr>], leading: usize) -> Vec<usize> {
        if !self.host {
            return (0..args.len()).collect();
        }
        let leading = leading.min(args.len());
        let backwards = (leading..args.len()).rev();
        let (plain, others): (Vec<usize>, Vec<usize>) =
            backwards.partition(|k| self.is_plain_read(args[*k].borrow()));
        (0..leading).chain(others).chain(plain).collect()
    }

    /// Whether an argument is a variable that nothing refers to, and nothing more.
    fn is_plain_read(&self, arg: &Expr) -> bool {
        let ExprKind::Load(Place {
            kind: PlaceKind::Var(id),
            ..
        }) = &arg.kind
        else {
            return false;
        };
        let var = self.body().func.var(*id);
        !var.address_taken && !var.referenced && leaves(self.types, &arg.ty).len() == 1
    }

    fn parameter(&mut self, var: VarId, given: Given) {
        let k = var.0 as usize;
        let value = match given {
            Given::Alias(spot) => {
                self.body_mut().aliases.insert(var, spot);
                return;
            }
            Given::Value(value) => value,
        };
        let changed = self.facts[self.body().id.0 as usize].changed[k];
        let ty = &self.body().func.vars[k].ty;
        let in_memory = self.in_memory(var) || !splits(self.types, ty);
        let spot = match in_memory {
            false if !changed => Spot::Registers(value),
            false => {
                let own: Vec<Reg> = value.iter().map(|r| self.out.fresh(r.kind())).collect();
                own.iter()
                    .zip(&value)
                    .for_each(|(to, from)| self.out.copy(*to, *from));
                Spot::Registers(own)
            }
            true => self.spill(var, &value),
        };
        self.body_mut().spots[k] = Some(spot.clone());
        self.announce(var, &spot);
    }

    /// A parameter whose address is taken: its value goes to local memory.
    pub(super) fn spill(&mut self, var: VarId, value: &[Reg]) -> Spot {
        let spot = self.new_spot(var, &Init::None);
        let declared = self.body().func.var(var);
        let place = Place {
            kind: PlaceKind::Var(var),
            ty: declared.ty.clone(),
            volatile: false,
            span: declared.span,
        };
        self.store(&spot, &declared.ty, value, &place);
        spot
    }

    fn call_out_of_line(&mut self, callee: FuncId, func: &Function, args: &Args) -> Value {
        let result = self.fresh_value(&func.result);
        let mark = self.out.mark();
        let abi = Abi::new(self.types, func);
        let target = self.callees.id(callee, self.host);
        let callee = Callee {
            func: Some(target),
            ty: &func.result,
            abi,
        };
        let site = self.call_site(callee, args, args.leading(), &result);
        self.out.calls.push(site);
        let site = self.out.calls.len() as u32 - 1;
        self.out.emit(cuda_ir::Ins::Call { site });
        self.out.release(mark);
        result
    }
}

/// Who is called out of line.
pub(super) struct Callee<'a> {
    /// The function; none through a pointer.
    pub func: Option<cuda_ir::FuncId>,
    /// What it returns.
    pub ty: &'a Type,
    /// Where its parameters and results are.
    pub abi: Abi,
}

/// Which registers of a called function its parameters and results are: the first of each kind, in order.
pub(super) struct Abi {
    pub params: Vec<Vec<Reg>>,
    pub results: Vec<Reg>,
}

impl Abi {
    pub(super) fn new(types: &Types, func: &Function) -> Abi {
        let params = func.vars.iter().take(func.params as usize);
        Abi::of(types, params.map(|v| &v.ty), &func.result)
    }

    /// Of a function with such parameters and result.
    pub(super) fn of<'t>(
        types: &Types,
        params: impl Iterator<Item = &'t Type>,
        result: &Type,
    ) -> Abi {
        let mut next = [0u16; 3];
        let mut take = |kind: RegisterKind| {
            let n = &mut next[kind as usize];
            *n += 1;
            Reg::new(kind, *n - 1)
        };
        let mut all = |ty: &Type| -> Vec<Reg> {
            leaves(types, ty)
                .iter()
                .map(|(_, leaf)| take(leaf.kind()))
                .collect()
        };
        Abi {
            params: params.map(&mut all).collect(),
            results: all(result),
        }
    }
}
