//! Statements: what is declared, done and left.
//!
//! In: a list of statements; out: instructions, and whether control can come out at the end of the list. The rule:
//! a scope gives its registers back where it closes; what follows a jump in the same list is not lowered.

use super::effects::bound_place;
use super::emit::Declared;
use super::parts;
use super::place::Spot;
use super::value::{Reg, leaves, splits};
use super::{Exit, Lowering};
use crate::tree::{Expr, ExprKind, Init, Place, PlaceKind, Space, Stmt, StmtKind, Type, VarId};
use cuda_ir::{Ins, LocalVar, VarPlace, VarType, Variable};

impl Lowering<'_> {
    /// A scope: its statements, then everything declared in it is gone.
    pub(super) fn scope(&mut self, stmts: &[Stmt]) -> bool {
        let (mark, first) = (self.out.mark(), self.out.declared());
        let goes_on = self.statements(stmts);
        self.close(mark, first);
        goes_on
    }

    /// Ends the scope that began when `first` was declared and `mark` was made.
    pub(super) fn close(&mut self, mark: super::emit::Mark, first: Declared) {
        let here = self.out.pc() as u32;
        for variable in &mut self.out.variables[first.variables..] {
            variable.to = variable.to.min(here);
        }
        let over = first.scoped.min(self.out.scoped.len());
        for local in self.out.scoped.split_off(over) {
            if let Some(local) = self.out.locals.get_mut(usize::from(local)) {
                local.until = here;
            }
        }
        self.out.release(mark);
    }

    /// Statements one after another; false if none can come after them.
    pub(super) fn statements(&mut self, stmts: &[Stmt]) -> bool {
        stmts.iter().enumerate().all(|(n, stmt)| {
            if let StmtKind::Declare { var, init } = &stmt.kind {
                let outer = std::mem::replace(&mut self.out.span, stmt.span);
                let product = self.declare_product(*var, init, &stmts[n + 1..]);
                self.out.span = outer;
                if product {
                    return true;
                }
            }
            self.statement(stmt)
        })
    }

    fn statement(&mut self, stmt: &Stmt) -> bool {
        if !self.enter(stmt.span) {
            return false;
        }
        let outer = std::mem::replace(&mut self.out.span, stmt.span);
        let goes_on = self.statement_kind(&stmt.kind);
        self.out.span = outer;
        self.depth -= 1;
        goes_on
    }

    fn statement_kind(&mut self, kind: &StmtKind) -> bool {
        let mark = self.out.mark();
        match kind {
            StmtKind::Declare { var, init } => {
                self.declare(*var, init);
                return true;
            }
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::Block(body) => return self.scope(body),
            StmtKind::If { cond, then, other } => return self.branch(cond, then, other),
            StmtKind::Loop {
                init,
                cond,
                step,
                body,
                ..
            } => return self.turns(init, cond.as_ref(), step.as_ref(), body),
            StmtKind::DoWhile { body, cond } => self.turns_then_test(body, cond),
            StmtKind::Switch { value, arms } => self.switch(value, arms),
            StmtKind::Break => {
                let target = self.body().targets.last().map(|t| t.leave);
                target.into_iter().for_each(|frame| self.out.leave(frame));
                return false;
            }
            StmtKind::Continue => {
                let target = self.body().targets.iter().rev().find_map(|t| t.go_on);
                target.into_iter().for_each(|frame| self.out.go_on(frame));
                return false;
            }
            StmtKind::Label(_) | StmtKind::Goto(_) => {} // the checker leaves none
            StmtKind::Return(value) => {
                self.leave_function(value.as_ref());
                self.out.release(mark);
                return false;
            }
        }
        self.out.release(mark);
        true
    }

    fn leave_function(&mut self, value: Option<&Expr>) {
        match self.body().exit.clone() {
            Exit::Code(results) => {
                match value {
                    Some(value) if !results.is_empty() => self.into(&results, value),
                    Some(value) => self.effect(value),
                    None => {}
                }
                self.out.emit(Ins::Return);
            }
            Exit::Place(base) => {
                let spot = value.map(|value| match self.bind(value) {
                    Some(spot) => spot,
                    None => self.address(value),
                });
                let spot = match spot {
                    Some(Spot::Memory { base: from, offset }) => {
                        self.out.copy(Reg::D(base), Reg::D(from));
                        Some(Spot::Memory { base, offset })
                    }
                    spot => spot,
                };
                self.body_mut().returned = spot;
            }
            Exit::Inlined { result, frame } => {
                match value {
                    Some(value) if !result.is_empty() => self.into(&result, value),
                    Some(value) => self.effect(value),
                    None => {}
                }
                frame.into_iter().for_each(|frame| self.out.leave(frame));
            }
        }
    }

    pub(super) fn declare(&mut self, var: VarId, init: &Init) {
        let (func, k) = (self.body().func, var.0 as usize);
        let declared = func.var(var);
        if declared.space != Space::Local {
            return; // shared variables come to life with the block
        }
        if let (true, Init::Value(e)) = (declared.reference, init)
            && let Some(spot) = self.bind(e)
        {
            self.body_mut().aliases.insert(var, spot);
            return;
        }
        let outer = std::mem::replace(&mut self.out.span, declared.span);
        let spot = self.new_spot(var, init);
        self.out.span = outer;
        let mark = self.out.mark();
        match (init, &spot) {
            (Init::None, _) => {}
            (
                Init::Value(Expr {
                    kind: ExprKind::Aggregate(parts),
                    ..
                }),
                Spot::Registers(regs),
            ) => {
                let mut at = 0;
                for part in parts {
                    let n = leaves(self.types, &part.ty).len();
                    let to: Vec<Reg> = regs.iter().skip(at).take(n).copied().collect();
                    self.into(&to, part);
                    at += n;
                }
            }
            (Init::Value(e), Spot::Registers(regs)) => self.into(&regs.clone(), e),
            (Init::Value(e), Spot::Memory { .. }) => {
                let value = self.expr(e);
                let place = self.whole(var);
                self.store(&spot, &declared.ty, &value, &place);
            }
            (Init::Parts { zero, parts }, _) => {
                self.body_mut().spots[k] = Some(spot.clone());
                self.parts(var, &spot, *zero, parts);
            }
        }
        self.out.release(mark);
        self.body_mut().spots[k] = Some(spot.clone());
        self.announce(var, &spot);
    }

    pub(super) fn whole(&self, var: VarId) -> Place {
        let declared = self.body().func.var(var);
        Place {
            kind: PlaceKind::Var(var),
            ty: declared.ty.clone(),
            volatile: declared.volatile,
            span: declared.span,
        }
    }

    fn parts(&mut self, var: VarId, spot: &Spot, zero: bool, parts: &[(Place, Expr)]) {
        if zero {
            let ty = self.body().func.var(var).ty.clone();
            let place = self.whole(var);
            self.clear(spot, &ty, &place);
        }
        for (place, value) in parts {
            let mark = self.out.mark();
            if let Some(regs) = self.register_place(place) {
                self.into(&regs, value);
            } else {
                let value = self.expr(value);
                let at = self.place(place);
                self.store(&at, &place.ty, &value, place);
            }
            self.out.release(mark);
        }
    }

    /// What a reference initialised by `e` is another name for, if that can be known here.
    pub(super) fn bind(&mut self, e: &Expr) -> Option<Spot> {
        let since = self.out.mark();
        let spot = match (bound_place(e), &e.kind) {
            (Some(place), _) => self.place(place),
            (
                None,
                ExprKind::Load(Place {
                    kind: PlaceKind::Var(v),
                    ..
                }),
            ) => self.body().aliases.get(v)?.clone(),
            (None, ExprKind::Call(callee, args)) => self.call_place(*callee, args)?,
            _ => return None,
        };
        Some(self.settled(spot, since))
    }

    /// Storage for a local variable: registers, or a piece of the thread's local memory.
    pub(super) fn new_spot(&mut self, var: VarId, init: &Init) -> Spot {
        let declared = self.body().func.var(var);
        let in_memory = self.in_memory(var);
        if !in_memory && splits(self.types, &declared.ty) {
            return Spot::Registers(self.out.fresh_leaves(&leaves(self.types, &declared.ty)));
        }
        let tile = if in_memory {
            None
        } else {
            self.array_spot(var, init)
        };
        if let Some(spot) = tile {
            return spot;
        }
        let align = declared.align.max(self.types.align(&declared.ty)).min(16) as u32;
        let local = LocalVar {
            name: declared.name.clone(),
            bytes: self.types.size(&declared.ty),
            align,
            elem: self.element(&declared.ty),
            parts: parts::parts(self.types, &declared.ty),
            span: declared.span,
            in_registers: false,
            until: u32::MAX,
        };
        let told = !declared.name.is_empty() && !declared.span.is_system();
        let spot = self.local(local);
        if told {
            let number = self.out.locals.len().saturating_sub(1);
            self.out.scoped.push(number as u16);
        }
        spot
    }

    /// Tells findings about the variable from here on.
    pub(super) fn announce(&mut self, var: VarId, spot: &Spot) {
        let declared = self.body().func.var(var);
        if declared.name.is_empty() || declared.span.is_system() {
            return;
        }
        if super::value::is_big(self.types, &declared.ty) {
            return;
        }
        let first = self.out.variables.len() as u32;
        let from = self.out.pc() as u32;
        let parts = leaves(self.types, &declared.ty);
        if let Spot::Registers(regs) = spot {
            for ((offset, leaf), reg) in parts.iter().zip(regs) {
                let place = match *reg {
                    Reg::R(r) => VarPlace::R(r),
                    Reg::D(d) => VarPlace::D(d),
                    Reg::P(p) => VarPlace::P(p),
                };
                let name = format!(
                    "{}{}",
                    declared.name,
                    self.field_name(&declared.ty, *offset)
                );
                let elem = super::var_type(*leaf);
                self.out.variables.push(Variable {
                    name,
                    elem,
                    place,
                    from,
                    to: u32::MAX,
                });
            }
        } else if let (Spot::Memory { base, .. }, [(_, leaf)]) = (spot, parts.as_slice()) {
            let Some(local) = self.out.local_at(*base) else {
                return;
            };
            let name = declared.name.clone();
            let elem: VarType = super::var_type(*leaf);
            self.out.variables.push(Variable {
                name,
                elem,
                place: VarPlace::Local(local),
                from,
                to: u32::MAX,
            });
        }
        let known = first..self.out.variables.len() as u32;
        self.body_mut().names.insert(var, known);
    }

    /// `.x.y` or `[2]` for the leaf at an offset of a struct or an array; nothing for a scalar.
    pub(super) fn field_name(&self, ty: &Type, offset: u64) -> String {
        match ty {
            Type::Array(of, _) => {
                let size = self.types.size(&of.ty).max(1);
                format!(
                    "[{}]{}",
                    offset / size,
                    self.field_name(&of.ty, offset % size)
                )
            }
            Type::Struct(id) => {
                let made = self.types.get(*id);
                let Some(k) = made.fields.iter().rposition(|f| f.offset <= offset) else {
                    return String::new();
                };
                let field = &made.fields[k];
                let inner = self.field_name(&field.ty.ty, offset - field.offset);
                // What a base has is the object's own to whoever writes the source.
                match parts::written(made, k) {
                    "" => inner,
                    name => format!(".{name}{inner}"),
                }
            }
            _ => String::new(),
        }
    }
}
