//! `switch`: labels gathered into arms.
//! In: the block with its labels; out: arms in source order, each with its constant values.
//! The rule: labels that do not stand directly in the braces are jump.rs's; an arm without `break` runs into the next.
//! Next: stmt.rs.

use super::stmt::wrap;
use super::{Checker, Typed, convert, konst};
use crate::tree::{Arm, Const, Expr, Stmt, StmtKind};
use crate::ty::{Scalar, Type};
use cuda_parse::ast::{self, Condition, StmtKind as S};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn switch(&mut self, sw: &'a ast::Switch, span: Span, out: &mut Vec<Stmt>) {
        self.open(span);
        let mut before = Vec::new();
        if let Some(init) = &sw.init {
            self.statement(init, &mut before);
        }
        let value = match &sw.condition {
            Condition::Expr(e) => {
                let typed = self.expr(e);
                let value = typed.and_then(|t| self.plain_operand(t, None, false));
                value.map(|v| self.full(v))
            }
            Condition::Decl(v) => {
                self.local(v, &mut before);
                match self.lookup(&v.name.text, v.name.span) {
                    Some(super::scope::Entity::Local(id)) => self
                        .var_place(id, v.name.span)
                        .and_then(|place| self.value(Typed::Place(place))),
                    _ => None,
                }
            }
        };
        let value = value.and_then(|v| self.switch_value(v));
        let ty = value.as_ref().map_or(Type::INT, |v| v.ty.clone());
        self.body.breakable += 1;
        let living = self.body.cleanups.len();
        self.body.break_marks.push(living);
        let unset = std::mem::take(&mut self.body.unset);
        self.open_switch(&ty);
        let mut arms = self.arms(&sw.body, &ty);
        self.close_switch(arms.as_mut(), span);
        self.body.unset = unset;
        self.body.unset.clear();
        self.body.breakable -= 1;
        self.body.break_marks.pop();
        self.body.cleanups.truncate(living);
        self.close();
        let (Some(value), Some(arms)) = (value, arms) else {
            return;
        };
        wrap(
            before,
            Stmt {
                kind: StmtKind::Switch { value, arms },
                span,
            },
            out,
        );
    }

    pub(super) fn switch_value(&mut self, v: Expr) -> Option<Expr> {
        match self.types.scalar(&v.ty) {
            Some(s) if s.is_integer() => {
                let ty = s.promoted();
                Some(convert::force(&self.types, v, &ty.into()))
            }
            _ => {
                let found = self.types.show(&v.ty);
                self.error(
                    Code::TypeMismatch,
                    v.span,
                    format!("`switch` needs an integer, and this is `{found}`"),
                );
                None
            }
        }
    }

    pub(super) fn arms(&mut self, block: &'a ast::Block, ty: &Type) -> Option<Vec<Arm>> {
        let mut arms: Vec<Arm> = Vec::new();
        let (mut open, mut whole) = (false, true);
        self.open(block.span);
        for s in &block.stmts {
            match &s.kind {
                S::Case(..) | S::Default => {
                    if !open {
                        arms.push(Arm {
                            cases: Vec::new(),
                            default: false,
                            body: Vec::new(),
                            span: s.span,
                        });
                        open = true;
                    }
                    whole &= self.label(s, ty, &mut arms);
                }
                _ => {
                    open = false;
                    match arms.last_mut() {
                        Some(arm) => {
                            let mut body = std::mem::take(&mut arm.body);
                            self.statement(s, &mut body);
                            if let Some(arm) = arms.last_mut() {
                                arm.body = body;
                            }
                        }
                        None => {
                            let diag = Diag::warning(
                                Code::NeverRuns,
                                s.span,
                                "this stands before the first `case` and never runs",
                            );
                            let mut never = Vec::new();
                            self.statement(s, &mut never);
                            if super::structurize::is_tangled(&never) {
                                // Its own labels may lead here.
                                arms.push(Arm {
                                    cases: Vec::new(),
                                    default: false,
                                    body: never,
                                    span: s.span,
                                });
                            } else {
                                self.note(diag);
                            }
                        }
                    }
                }
            }
        }
        self.close();
        whole.then_some(arms)
    }

    pub(super) fn label(&mut self, s: &'a ast::Stmt, ty: &Type, arms: &mut [Arm]) -> bool {
        let twice = |c: &mut Self, what: String, first: Span| {
            let diag = Diag::error(
                Code::DuplicateCase,
                s.span,
                format!("{what} is there twice"),
            );
            c.note(diag.label(first, "first among these"));
            false
        };
        let S::Case(e, last) = &s.kind else {
            if let Some(arm) = arms.iter().find(|a| a.default) {
                return twice(self, "`default`".into(), arm.span);
            }
            if let Some(arm) = arms.last_mut() {
                arm.default = true;
            }
            return true;
        };
        let Some(first) = self.case_value(e, ty) else {
            return false;
        };
        let last = match last {
            Some(e) => match self.case_value(e, ty) {
                Some(v) => v,
                None => return false,
            },
            None => first,
        };
        if last < first || last - first > 4096 {
            self.error(
                Code::BadShape,
                s.span,
                "this range of cases is empty or too large",
            );
            return false;
        }
        for v in first..=last {
            if let Some(arm) = arms.iter().find(|a| a.cases.contains(&v)) {
                return twice(self, format!("`case {v}`"), arm.span);
            }
            if let Some(arm) = arms.last_mut() {
                arm.cases.push(v);
            }
        }
        true
    }

    pub(super) fn case_value(&mut self, e: &'a ast::Expr, ty: &Type) -> Option<i64> {
        let mut value = self.rvalue(e)?;
        if let (Type::Enum(_), Some(s)) = (&value.ty, self.types.scalar(&value.ty)) {
            value.ty = s.into();
        }
        let n = self.constant_integer(value, "a `case`")?;
        let scalar = self.types.scalar(ty).unwrap_or(Scalar::Int);
        match konst::of_integer(n, scalar) {
            Const::Int(v) => Some(v),
            _ => None,
        }
    }
}
