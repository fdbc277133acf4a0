//! Constant evaluation: expressions and `constexpr` functions run while compiling.
//! In: a checked expression or function and what is known; out: its value, or `None` if it does anything but compute.
//! The rule: bounded in steps and depth; what cannot be run here is simply left for when the program runs.
//! Next: interp/ask.rs for what can be asked, interp/values.rs for values and places; call.rs, which asks; konst.rs for the arithmetic.

mod ask;
mod values;

use sorted::SortedMap;

use super::budget::TURNS;
use super::{Checker, konst};
use crate::tree::{
    Change, Const, Conversion, Expr, ExprKind, FuncId, Init, Place, Stmt, StmtKind, VarId,
};
use crate::ty::{Scalar, Type};
pub(super) use ask::Evaluation;
pub(super) use values::{Room, Value};
use values::{Root, Target};

/// Most steps of one evaluation.
const MOST_STEPS: u32 = 1_000_000;
/// Most calls inside one another, as compilers have it.
const MOST_CALLS: usize = 512;
/// How often an evaluation begins again because a function was not checked yet.
const MOST_TRIES: u32 = 50;

/// How a statement ended.
enum End {
    Next,
    Break,
    Continue,
    Return(Value),
}

struct Run<'c, 'a> {
    checker: &'c Checker<'a>,
    /// The variables of the calls that are open; the first are those of the function being checked.
    frames: Vec<SortedMap<VarId, Value>>,
    /// Their functions, without the first.
    functions: Vec<FuncId>,
    steps: u32,
    /// A function that has not been checked.
    missing: Option<FuncId>,
    /// Whether a bound was reached.
    cut_short: bool,
}

impl<'a> Checker<'a> {
    fn run(
        &mut self,
        mut work: impl FnMut(&mut Run<'_, 'a>) -> Option<Value>,
    ) -> (Option<Value>, Evaluation) {
        let mut evaluation = Evaluation::default();
        for _ in 0..MOST_TRIES {
            let mut run = Run {
                checker: self,
                frames: vec![SortedMap::new()],
                functions: Vec::new(),
                steps: 0,
                missing: None,
                cut_short: false,
            };
            let value = work(&mut run);
            let (missing, cut_short, steps) = (run.missing, run.cut_short, run.steps);
            evaluation = Evaluation { cut_short };
            if !self.spend((steps / TURNS) as usize, self.body.extent) {
                return (None, evaluation);
            }
            let (None, Some(id)) = (&value, missing) else {
                return (value, evaluation);
            };
            if self.templates.instances[id.0 as usize].begun {
                return (None, evaluation);
            }
            self.check_instance(id);
        }
        (None, evaluation)
    }
}

impl Run<'_, '_> {
    fn call(&mut self, id: FuncId, args: Vec<Value>) -> Option<Value> {
        if self.frames.len() > MOST_CALLS {
            self.cut_short = true;
            return None;
        }
        let checker = self.checker;
        let Some(f) = checker.templates.instances[id.0 as usize].done.as_ref() else {
            self.missing = self.missing.or(Some(id));
            return None;
        };
        let numbered = args.into_iter().enumerate();
        let vars = numbered.map(|(i, c)| (VarId(i as u32), c)).collect();
        self.frames.push(vars);
        self.functions.push(id);
        let end = self.list(&f.body);
        self.frames.pop();
        self.functions.pop();
        match end? {
            End::Return(value) => Some(value),
            End::Next if f.result == Type::Void => Some(Value::Unset),
            _ => None,
        }
    }

    fn step(&mut self) -> Option<()> {
        self.steps(1)
    }

    /// Takes as many steps as values are copied.
    fn steps(&mut self, count: usize) -> Option<()> {
        self.steps = self
            .steps
            .saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        self.cut_short |= self.steps >= MOST_STEPS;
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

    fn declare(&mut self, var: VarId, ty: &Type, init: &Init) -> Option<()> {
        let value = match init {
            Init::Value(e) => self.eval(e)?,
            Init::None => {
                let blank = self.blank(ty, false)?;
                self.steps(blank.count())?;
                blank
            }
            Init::Parts { zero, parts } => {
                let whole = self.blank(ty, *zero)?;
                self.steps(whole.count())?;
                self.set_var(var, whole);
                for (place, value) in parts {
                    let value = self.eval(value)?;
                    let mut target = self.find(place)?;
                    if let Root::Var(_, id) = &mut target.root {
                        *id = var;
                    }
                    self.write(&target, value)?;
                }
                return Some(());
            }
        };
        self.set_var(var, value);
        Some(())
    }

    fn set_var(&mut self, var: VarId, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.insert(var, value);
        }
    }

    fn statement(&mut self, s: &Stmt) -> Option<End> {
        self.step()?;
        match &s.kind {
            StmtKind::Declare { var, init } => {
                let ty = match init {
                    Init::Value(e) => e.ty.clone(),
                    _ => self.declared_type(*var)?,
                };
                self.declare(*var, &ty, init)?;
                Some(End::Next)
            }
            StmtKind::Expr(e) => self.effect(e).map(|()| End::Next),
            StmtKind::Block(list) => self.list(list),
            StmtKind::If { cond, then, other } => {
                let c = self.truth(cond)?;
                self.list(if c { then } else { other })
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
            StmtKind::Switch { value, arms } => {
                let Const::Int(v) = self.constant(value)? else {
                    return None;
                };
                let fits = |arm: &crate::tree::Arm| arm.cases.contains(&v);
                let first = arms.iter().position(fits);
                let Some(first) = first.or_else(|| arms.iter().position(|arm| arm.default)) else {
                    return Some(End::Next);
                };
                for arm in &arms[first..] {
                    match self.list(&arm.body)? {
                        End::Next => {}
                        End::Break => return Some(End::Next),
                        end => return Some(end),
                    }
                }
                Some(End::Next)
            }
            StmtKind::Break => Some(End::Break),
            StmtKind::Continue => Some(End::Continue),
            StmtKind::Label(_) | StmtKind::Goto(_) => None,
            StmtKind::Return(Some(e)) if e.ty == Type::Void => {
                self.effect(e)?;
                Some(End::Return(Value::Unset))
            }
            StmtKind::Return(Some(e)) => self.eval(e).map(End::Return),
            StmtKind::Return(None) => Some(End::Return(Value::Unset)),
        }
    }

    fn turns(&mut self, cond: Option<&Expr>, step: Option<&Expr>, body: &[Stmt]) -> Option<End> {
        loop {
            self.step()?;
            if let Some(cond) = cond
                && !self.truth(cond)?
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
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            _ => self.eval(e).map(drop),
        }
    }

    fn scalar(&self, ty: &Type) -> Option<Scalar> {
        self.checker.types.scalar(ty)
    }

    fn constant(&mut self, e: &Expr) -> Option<Const> {
        self.eval(e)?.scalar()
    }

    fn truth(&mut self, e: &Expr) -> Option<bool> {
        Some(match self.eval(e)? {
            Value::Pointer(_) => true,
            value => konst::truth(value.scalar()?),
        })
    }

    fn eval(&mut self, e: &Expr) -> Option<Value> {
        self.step()?;
        let bool_of = |b: bool| Value::Const(Const::Int(i64::from(b)));
        Some(match &e.kind {
            ExprKind::Const(c) => Value::Const(*c),
            ExprKind::Load(place) => {
                let target = self.find(place)?;
                let value = self.read(&target)?;
                self.fitted(place, value)
            }
            ExprKind::AddressOf(place) => Value::Pointer(self.find(place)?),
            ExprKind::Decay(place) => {
                let mut target = self.find(place)?;
                target.path.push(0);
                Value::Pointer(target)
            }
            ExprKind::Convert(how, inner) => self.converted(*how, inner, &e.ty)?,
            ExprKind::Unary(op, inner) => Value::Const(konst::unary(
                *op,
                self.constant(inner)?,
                self.scalar(&e.ty)?,
            )?),
            ExprKind::Binary(op, l, r) => {
                let (work, count) = (self.scalar(&l.ty)?, self.scalar(&r.ty)?);
                let (l, r) = (self.constant(l)?, self.constant(r)?);
                Value::Const(konst::binary(*op, l, r, work, count)?.value)
            }
            ExprKind::Compare(op, l, r) => match (self.eval(l)?, self.eval(r)?) {
                (Value::Const(a), Value::Const(b)) => {
                    let ty = self.scalar(&l.ty).unwrap_or(Scalar::ULong);
                    bool_of(konst::compare(*op, a, b, ty)?)
                }
                (a, b) => bool_of(values::compare_pointers(*op, &a, &b)?),
            },
            ExprKind::Not(inner) => bool_of(!self.truth(inner)?),
            ExprKind::And(l, r) => bool_of(self.truth(l)? && self.truth(r)?),
            ExprKind::Or(l, r) => bool_of(self.truth(l)? || self.truth(r)?),
            ExprKind::Select(c, a, b) => {
                let c = self.truth(c)?;
                self.eval(if c { a } else { b })?
            }
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.eval(b)?
            }
            ExprKind::Assign { place, value } => {
                let value = self.eval(value)?;
                let target = self.find(place)?;
                let value = self.fitted(place, value);
                self.write(&target, value.clone())?;
                value
            }
            ExprKind::Update { place, change, old } => self.update(place, change, *old)?,
            ExprKind::Call(id, args) => {
                let args: Option<Vec<Value>> = args.iter().map(|a| self.eval(a)).collect();
                self.call(*id, args?)?
            }
            ExprKind::Aggregate(list) => {
                let list: Option<Vec<Value>> = list.iter().map(|a| self.eval(a)).collect();
                Value::Many(list?)
            }
            ExprKind::Field(inner, at) => match self.eval(inner)? {
                Value::Many(list) => {
                    let bits = match &inner.ty {
                        Type::Struct(id) => {
                            self.checker.types.get(*id).fields.get(*at as usize)?.bits
                        }
                        _ => None,
                    };
                    self.cut(list.into_iter().nth(*at as usize)?, (bits, &e.ty))
                }
                _ => return None,
            },
            ExprKind::PtrAdd {
                pointer,
                index,
                minus,
                ..
            } => {
                let Value::Pointer(target) = self.eval(pointer)? else {
                    return None;
                };
                self.moved(target, index, *minus)?
            }
            ExprKind::PtrDiff { left, right, .. } => {
                let (a, b) = (self.eval(left)?, self.eval(right)?);
                Value::Const(Const::Int(values::distance(&a, &b)?))
            }
            ExprKind::Assert(cond) => {
                if !self.truth(cond)? {
                    return None;
                }
                Value::Unset
            }
            _ => return None,
        })
    }

    fn moved(&mut self, mut target: Target, index: &Expr, minus: bool) -> Option<Value> {
        let Const::Int(by) = self.constant(index)? else {
            return None;
        };
        let by = if minus { by.checked_neg()? } else { by };
        match target.path.last_mut() {
            Some(at) => *at = at.checked_add(by)?,
            None if by == 0 => {}
            None => return None,
        }
        Some(Value::Pointer(target))
    }

    fn converted(&mut self, how: Conversion, inner: &Expr, to: &Type) -> Option<Value> {
        let value = self.eval(inner)?;
        Some(match (how, value) {
            (Conversion::Void, _) => Value::Unset,
            (Conversion::Pointer, value) => value,
            (Conversion::ToBool, Value::Pointer(_)) => Value::Const(Const::Int(1)),
            (Conversion::ToBool, Value::Const(c)) => {
                Value::Const(Const::Int(i64::from(konst::truth(c))))
            }
            (_, value) => {
                let (from, to) = (self.scalar(&inner.ty)?, self.scalar(to)?);
                Value::Const(konst::convert(value.scalar()?, from, to))
            }
        })
    }

    fn update(&mut self, place: &Place, change: &Change, old: bool) -> Option<Value> {
        let after = match change {
            Change::Arithmetic {
                op, work, operand, ..
            } => {
                let (own, wide) = (self.scalar(&place.ty)?, self.scalar(work)?);
                let count = self.scalar(&operand.ty)?;
                let operand = self.constant(operand)?;
                let target = self.find(place)?;
                let before = self.read(&target)?;
                let before = self.fitted(place, before);
                let widened = konst::convert(before.scalar()?, own, wide);
                let sum = konst::binary(*op, widened, operand, wide, count)?.value;
                (target, before, Value::Const(konst::convert(sum, wide, own)))
            }
            Change::Pointer { index, minus, .. } => {
                let target = self.find(place)?;
                let before = self.read(&target)?;
                let Value::Pointer(pointer) = before.clone() else {
                    return None;
                };
                let after = self.moved(pointer, index, *minus)?;
                (target, before, after)
            }
        };
        let (target, before, after) = after;
        let after = self.fitted(place, after);
        self.write(&target, after.clone())?;
        Some(if old { before } else { after })
    }
}
