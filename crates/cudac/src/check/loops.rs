//! `while`, `for` and `#pragma unroll`.
//! In: the syntax of a loop; out: one loop of the tree: test, body, step.
//! The rule: a variable declared in a condition is declared before the loop and set anew before each test.
//! Next: stmt.rs for the other statements.

use super::Checker;
use super::stmt::has_effect;
use crate::tree::{Expr, ExprKind, Init, Place, PlaceKind, Stmt, StmtKind};
use cuda_parse::ast::{self, Condition, StmtKind as S};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    pub(super) fn while_loop(
        &mut self,
        c: &'a Condition,
        body: &'a ast::Stmt,
        span: Span,
        unroll: bool,
        out: &mut Vec<Stmt>,
    ) {
        self.open(span);
        self.body.loops += 1;
        let mut before = Vec::new();
        let cond = self.condition(c, &mut before);
        self.body.loops -= 1;
        let cond = cond.map(|cond| repeat_declaration(before.clone(), cond));
        if matches!(body.kind, S::Empty) && !cond.as_ref().is_some_and(turns) {
            let diag = Diag::warning(
                Code::EmptyBody,
                body.span,
                "this `;` is the whole body of the loop",
            );
            self.note(diag.help("take it away, or write `{}`"));
        }
        let body = self.turn(body);
        self.close();
        let Some(cond) = cond else { return };
        let init = declare_only(before);
        let kind = StmtKind::Loop {
            init,
            cond: Some(cond),
            step: None,
            body,
            unroll,
        };
        out.push(Stmt { kind, span });
    }

    pub(super) fn for_loop(
        &mut self,
        f: &'a ast::For,
        span: Span,
        unroll: bool,
        out: &mut Vec<Stmt>,
    ) {
        self.open(span);
        let living = self.body.cleanups.len();
        let mut init = Vec::new();
        self.statement(&f.init, &mut init);
        self.body.loops += 1;
        let mut before = Vec::new();
        let cond = f.condition.as_ref().map(|c| self.condition(c, &mut before));
        self.body.loops -= 1;
        let unset = self.body.unset.clone();
        let body = self.turn(&f.body);
        // The step runs after the body, but what the body sets it may not: keep what was known before.
        self.body.loops += 1;
        let step = f.step.as_ref().map(|e| self.effect(e));
        self.body.loops -= 1;
        let _ = unset;
        self.close();
        let cond = match cond {
            Some(None) => return,
            Some(Some(cond)) => Some(repeat_declaration(before.clone(), cond)),
            None => None,
        };
        init.extend(declare_only(before));
        let kind = StmtKind::Loop {
            init,
            cond,
            step: step.flatten(),
            body,
            unroll,
        };
        if self.body.cleanups.len() > living {
            let mut all = vec![Stmt { kind, span }];
            self.end_scope(living, span, &mut all);
            // The variables of the loop outlive it by their destructors.
            if let Some(Stmt {
                kind: StmtKind::Loop { init, .. },
                ..
            }) = all.first_mut()
            {
                let mut before = std::mem::take(init);
                before.append(&mut all);
                let kind = StmtKind::Block(before);
                out.push(Stmt { kind, span });
            }
            return;
        }
        out.push(Stmt { kind, span });
    }

    pub(super) fn unrolled(
        &mut self,
        factor: Option<&'a ast::Expr>,
        s: &'a ast::Stmt,
        span: Span,
        out: &mut Vec<Stmt>,
    ) {
        let mut unroll = true;
        if let Some(e) = factor
            && let Some(value) = self.rvalue(e)
            && let Some(n) = self.constant_integer(value, "the factor of `#pragma unroll`")
        {
            unroll = n != 1;
        }
        match &s.kind {
            S::For(f) => self.for_loop(f, span, unroll, out),
            S::While(c, body) => self.while_loop(c, body, span, unroll, out),
            S::RangeFor(f) => self.range_for(f, span, unroll, out),
            _ => self.statement(s, out),
        }
    }
}

/// Whether a condition may come out otherwise the next time, by itself: it calls, stores, or reads what others write. A loop
/// on it needs no body.
fn turns(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Compare(_, a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Comma(a, b) => turns(a) || turns(b),
        ExprKind::Select(c, a, b) => turns(c) || turns(a) || turns(b),
        ExprKind::Convert(_, a)
        | ExprKind::Unary(_, a)
        | ExprKind::Not(a)
        | ExprKind::Field(a, _) => turns(a),
        _ => has_effect(e),
    }
}

/// `while (T x = e)`: the variable is set anew before each test.
fn repeat_declaration(before: Vec<Stmt>, cond: Expr) -> Expr {
    before.into_iter().rev().fold(cond, |cond, s| match s.kind {
        StmtKind::Declare {
            var,
            init: Init::Value(value),
        } => {
            let span = value.span;
            let place = Place {
                kind: PlaceKind::Var(var),
                ty: value.ty.clone(),
                volatile: false,
                span,
            };
            let ty = value.ty.clone();
            let store = Expr {
                kind: ExprKind::Assign {
                    place,
                    value: Box::new(value),
                },
                ty,
                span,
            };
            let (ty, span) = (cond.ty.clone(), cond.span);
            Expr {
                kind: ExprKind::Comma(Box::new(store), Box::new(cond)),
                ty,
                span,
            }
        }
        _ => cond,
    })
}

/// The declarations without their values, which the condition sets.
fn declare_only(before: Vec<Stmt>) -> Vec<Stmt> {
    let bare = |s: Stmt| match s.kind {
        StmtKind::Declare { var, .. } => Stmt {
            kind: StmtKind::Declare {
                var,
                init: Init::None,
            },
            span: s.span,
        },
        kind => Stmt { kind, span: s.span },
    };
    before.into_iter().map(bare).collect()
}
