//! `constexpr` functions on constant arguments, run while compiling.
//! In: a checked function and constants; out: the constant it returns, or `None` if it does anything but compute.
//! The rule: bounded in steps and depth; what cannot be run here is simply called when the program runs.
//! Next: call.rs, which asks; konst.rs for the arithmetic.

use super::{Checker, konst};
use crate::tree::{
    Change, Const, Conversion, Expr, ExprKind, FuncId, Init, Place, PlaceKind, Stmt, StmtKind,
    VarId,
};
use crate::ty::{Scalar, Type};
use std::collections::BTreeMap;

/// Most steps of one evaluation.
const MOST_STEPS: u32 = 100_000;
/// Most calls inside one another.
const MOST_CALLS: u32 = 64;

/// How a statement ended.
enum End {
    Next,
    Break,
    Continue,
    Return(Const),
}

struct Run<'c, 'a> {
    checker: &'c Checker<'a>,
    vars: BTreeMap<VarId, Const>,
    steps: u32,
    calls: u32,
}

impl Checker<'_> {
    /// The value of a call with constant arguments.
    pub(super) fn evaluate(&self, id: FuncId, args: &[Expr]) -> Option<Const> {
        let constants: Option<Vec<Const>> = args
            .iter()
            .map(|a| match a.kind {
                ExprKind::Const(c) => Some(c),
                _ => None,
            })
            .collect();
        let mut run = Run {
            checker: self,
            vars: BTreeMap::new(),
            steps: 0,
            calls: 0,
        };
        run.call(id, constants?)
    }
}

impl Run<'_, '_> {
    fn call(&mut self, id: FuncId, args: Vec<Const>) -> Option<Const> {
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return None;
        }
        let checker = self.checker;
        let f = checker.instances[id.0 as usize].done.as_ref()?;
        let vars = args
            .into_iter()
            .enumerate()
            .map(|(i, c)| (VarId(i as u32), c))
            .collect();
        let outer = std::mem::replace(&mut self.vars, vars);
        let end = self.list(&f.body);
        self.vars = outer;
        self.calls -= 1;
        match end? {
            End::Return(c) => Some(c),
            _ => None,
        }
    }

    fn step(&mut self) -> Option<()> {
        self.steps += 1;
        (self.steps < MOST_STEPS).then_some(())
    }

    fn list(&mut self, list: &[Stmt]) -> Option<End> {
        for s in list {
            match self.statement(s)? {
                End::Next => {}
                end => return Some(end),
            }
        }
        Some(End::Next)
    }

    fn statement(&mut self, s: &Stmt) -> Option<End> {
        self.step()?;
        match &s.kind {
            StmtKind::Declare { var, init } => {
                match init {
                    Init::Value(e) => {
                        let c = self.eval(e)?;
                        self.vars.insert(*var, c);
                    }
                    Init::None => drop(self.vars.remove(var)),
                    Init::Parts { .. } => return None,
                }
                Some(End::Next)
            }
            StmtKind::Expr(e) => self.effect(e).map(|()| End::Next),
            StmtKind::Block(list) => self.list(list),
            StmtKind::If { cond, then, other } => {
                let c = self.eval(cond)?;
                self.list(if konst::truth(c) { then } else { other })
            }
            StmtKind::Loop {
                init,
                cond,
                step,
                body,
                ..
            } => {
                self.list(init)?;
                self.turns(cond.as_ref(), step.as_ref(), body)
            }
            StmtKind::DoWhile { body, cond } => {
                match self.list(body)? {
                    End::Break => return Some(End::Next),
                    End::Return(c) => return Some(End::Return(c)),
                    _ => {}
                }
                self.turns(Some(cond), None, body)
            }
            StmtKind::Switch { .. } => None,
            StmtKind::Break => Some(End::Break),
            StmtKind::Continue => Some(End::Continue),
            StmtKind::Return(Some(e)) => self.eval(e).map(End::Return),
            StmtKind::Return(None) => None,
        }
    }

    fn turns(&mut self, cond: Option<&Expr>, step: Option<&Expr>, body: &[Stmt]) -> Option<End> {
        loop {
            self.step()?;
            if let Some(cond) = cond
                && !konst::truth(self.eval(cond)?)
            {
                return Some(End::Next);
            }
            match self.list(body)? {
                End::Break => return Some(End::Next),
                End::Return(c) => return Some(End::Return(c)),
                _ => {}
            }
            if let Some(step) = step {
                self.effect(step)?;
            }
        }
    }

    fn effect(&mut self, e: &Expr) -> Option<()> {
        match &e.kind {
            ExprKind::Convert(Conversion::Void, inner) => self.effect(inner),
            _ => self.eval(e).map(drop),
        }
    }

    fn scalar(&self, ty: &Type) -> Option<Scalar> {
        self.checker.types.scalar(ty)
    }

    fn variable(&self, place: &Place) -> Option<VarId> {
        match place.kind {
            PlaceKind::Var(id) => Some(id),
            _ => None,
        }
    }

    fn eval(&mut self, e: &Expr) -> Option<Const> {
        self.step()?;
        let bool_of = |b: bool| Const::Int(i64::from(b));
        Some(match &e.kind {
            ExprKind::Const(c) => *c,
            ExprKind::Load(place) => *self.vars.get(&self.variable(place)?)?,
            ExprKind::Convert(_, inner) => {
                let (from, to) = (self.scalar(&inner.ty)?, self.scalar(&e.ty)?);
                konst::convert(self.eval(inner)?, from, to)
            }
            ExprKind::Unary(op, inner) => {
                konst::unary(*op, self.eval(inner)?, self.scalar(&e.ty)?)?
            }
            ExprKind::Binary(op, l, r) => {
                let (work, count) = (self.scalar(&l.ty)?, self.scalar(&r.ty)?);
                konst::binary(*op, self.eval(l)?, self.eval(r)?, work, count)?.value
            }
            ExprKind::Compare(op, l, r) => {
                let ty = self.scalar(&l.ty)?;
                bool_of(konst::compare(*op, self.eval(l)?, self.eval(r)?, ty)?)
            }
            ExprKind::Not(inner) => bool_of(!konst::truth(self.eval(inner)?)),
            ExprKind::And(l, r) => {
                bool_of(konst::truth(self.eval(l)?) && konst::truth(self.eval(r)?))
            }
            ExprKind::Or(l, r) => {
                bool_of(konst::truth(self.eval(l)?) || konst::truth(self.eval(r)?))
            }
            ExprKind::Select(c, a, b) => {
                let c = konst::truth(self.eval(c)?);
                self.eval(if c { a } else { b })?
            }
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.eval(b)?
            }
            ExprKind::Assign { place, value } => {
                let c = self.eval(value)?;
                self.vars.insert(self.variable(place)?, c);
                c
            }
            ExprKind::Update { place, change, old } => self.update(place, change, *old)?,
            ExprKind::Call(id, args) => {
                let args: Option<Vec<Const>> = args.iter().map(|a| self.eval(a)).collect();
                self.call(*id, args?)?
            }
            _ => return None,
        })
    }

    fn update(&mut self, place: &Place, change: &Change, old: bool) -> Option<Const> {
        let Change::Arithmetic {
            op, work, operand, ..
        } = change
        else {
            return None;
        };
        let id = self.variable(place)?;
        let (own, wide, count) = (
            self.scalar(&place.ty)?,
            self.scalar(work)?,
            self.scalar(&operand.ty)?,
        );
        let operand = self.eval(operand)?;
        let before = *self.vars.get(&id)?;
        let sum =
            konst::binary(*op, konst::convert(before, own, wide), operand, wide, count)?.value;
        let after = konst::convert(sum, wide, own);
        self.vars.insert(id, after);
        Some(if old { before } else { after })
    }
}
