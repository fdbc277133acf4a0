//! Where lanes part and meet: branches, loops and `switch`.
//!
//! In: conditions and lists of statements; out: frames. The rule: a condition that is a constant makes no frame; a
//! chain of `&&` makes one test after another instead of one predicate, so that its later parts see fewer lanes.

use super::value::{Leaf, Reg, RegisterKind};
use super::{Lowering, Target};
use crate::tree::{Arm, Expr, ExprKind, Special, Stmt, VarId};
use cuda_ir::Ins;
use cuda_ir::op::PredOp;

impl Lowering<'_> {
    /// Whether an expression can be computed for lanes that do not ask for it.
    pub(super) fn is_free(&self, e: &Expr) -> bool {
        if self.out.plain {
            return false;
        }
        let body = self.body();
        let in_register = |v: VarId| {
            let spot = body.spots.get(v.0 as usize);
            body.counters.contains_key(&v)
                || matches!(spot, Some(Some(super::place::Spot::Registers(_))))
        };
        super::effects::free(e, &in_register)
    }

    pub(super) fn branch(&mut self, cond: &Expr, then: &[Stmt], other: &[Stmt]) -> bool {
        let of_side = match cond.kind {
            ExprKind::Special(Special::OnDevice, _) => Some(!self.host),
            _ => None,
        };
        match of_side.or_else(|| self.known_truth(cond)) {
            Some(true) => return self.scope(then),
            Some(false) => return self.scope(other),
            None => {}
        }
        let mark = self.out.mark();
        if other.is_empty() {
            let frames = self.open_ifs(cond);
            self.out.release(mark);
            self.scope(then);
            (0..frames).for_each(|_| self.out.end());
            return true;
        }
        let asked = self.truth(cond);
        self.out.begin_if(asked);
        self.out.release(mark);
        let first = self.scope(then);
        self.out.begin_else();
        let second = self.scope(other);
        self.out.end();
        first || second
    }

    /// One frame for each part of a chain of `&&`; how many were opened.
    fn open_ifs(&mut self, cond: &Expr) -> u32 {
        if let ExprKind::And(a, b) = &cond.kind
            && !self.is_free(b)
            && self.known_truth(a).is_none()
        {
            return self.open_ifs(a) + self.open_ifs(b);
        }
        let asked = self.truth(cond);
        self.out.begin_if(asked);
        1
    }

    /// Lanes for which a loop's condition fails leave it.
    fn loop_tests(&mut self, cond: &Expr) {
        if let ExprKind::And(a, b) = &cond.kind
            && !self.is_free(b)
        {
            self.loop_tests(a);
            return self.loop_tests(b);
        }
        if self.known_truth(cond) == Some(true) {
            return;
        }
        let mark = self.out.mark();
        let outer = std::mem::replace(&mut self.out.span, cond.span);
        let cond = self.truth(cond);
        self.out.emit(Ins::LoopTest { cond });
        self.out.span = outer;
        self.out.release(mark);
    }

    /// `for` and `while`.
    pub(super) fn turns(
        &mut self,
        init: &[Stmt],
        cond: Option<&Expr>,
        step: Option<&Expr>,
        body: &[Stmt],
    ) -> bool {
        if self.unrolled((init, cond, step), body) {
            return true;
        }
        let (mark, first) = (self.out.mark(), self.out.declared());
        self.statements(init);
        let frame = self.out.begin_loop();
        cond.into_iter().for_each(|cond| self.loop_tests(cond));
        self.body_mut().targets.push(Target {
            leave: frame,
            go_on: Some(frame),
        });
        self.scope(body);
        self.body_mut().targets.pop();
        self.out.loop_step();
        if let Some(step) = step {
            let mark = self.out.mark();
            let outer = std::mem::replace(&mut self.out.span, step.span);
            self.effect(step);
            self.out.span = outer;
            self.out.release(mark);
        }
        self.out.end();
        self.close(mark, first);
        let forever = cond.is_none_or(|c| self.known_truth(c) == Some(true));
        !forever || breaks(body)
    }

    pub(super) fn turns_then_test(&mut self, body: &[Stmt], cond: &Expr) {
        let frame = self.out.begin_loop();
        self.body_mut().targets.push(Target {
            leave: frame,
            go_on: Some(frame),
        });
        self.scope(body);
        self.body_mut().targets.pop();
        self.out.loop_step();
        self.loop_tests(cond);
        self.out.end();
    }

    /// A Block frame for `break`; a lane runs an arm if it ran the one before (and did not leave) or is named by it.
    pub(super) fn switch(&mut self, value: &Expr, arms: &[Arm]) {
        let (mark, first) = (self.out.mark(), self.out.declared());
        let leaf = self.leaf(&value.ty);
        let span = value.span;
        let value = self.one(value);
        let value = self.steady(value, true);
        let running = self.out.fresh(RegisterKind::P);
        let block = self.out.begin_block();
        self.out.emit(Ins::PredConst {
            dst: running.p(),
            value: false,
        });
        let by_default = arms
            .iter()
            .any(|arm| arm.default)
            .then(|| self.named_by_none(arms, leaf, value));
        self.body_mut().targets.push(Target {
            leave: block,
            go_on: None,
        });
        for (k, arm) in arms.iter().enumerate() {
            let inner = self.out.mark();
            let outer = std::mem::replace(&mut self.out.span, span);
            for case in &arm.cases {
                let hit = self.equals(leaf, value, *case);
                self.out.emit(Ins::Pred {
                    op: PredOp::Or,
                    dst: running.p(),
                    a: running.p(),
                    b: hit,
                });
            }
            if let (true, Some(rest)) = (arm.default, by_default) {
                self.out.emit(Ins::Pred {
                    op: PredOp::Or,
                    dst: running.p(),
                    a: running.p(),
                    b: rest.p(),
                });
            }
            self.out.release(inner);
            self.out.span = outer;
            // A last `default` takes whoever is still here.
            let everyone = arm.default && k + 1 == arms.len();
            if !everyone {
                self.out.begin_if(running.p());
            }
            // Not a scope: a later arm may use what an earlier one declares.
            self.statements(&arm.body);
            if !everyone {
                self.out.end();
            }
        }
        self.body_mut().targets.pop();
        self.out.end();
        self.close(mark, first);
    }

    /// Whether no `case` has the value.
    fn named_by_none(&mut self, arms: &[Arm], leaf: Leaf, value: Reg) -> Reg {
        let rest = self.out.fresh(RegisterKind::P);
        self.out.emit(Ins::PredConst {
            dst: rest.p(),
            value: true,
        });
        let mark = self.out.mark();
        for case in arms.iter().flat_map(|arm| &arm.cases) {
            let hit = self.equals(leaf, value, *case);
            self.out.emit(Ins::Pred {
                op: PredOp::AndNot,
                dst: rest.p(),
                a: rest.p(),
                b: hit,
            });
        }
        self.out.release(mark);
        rest
    }

    /// `assert`: a lane without it ends the run.
    pub(super) fn assertion(&mut self, cond: &Expr) {
        if self.known_truth(cond) == Some(true) {
            return;
        }
        let holds = self.truth(cond);
        let fails = self.out.p();
        self.out.emit(Ins::PredNot {
            dst: fails,
            a: holds,
        });
        self.out.begin_if(fails);
        let text = self.out.written(cond.span);
        self.trap(format!("assertion `{text}` failed"));
        self.out.end();
    }

    pub(super) fn trap(&mut self, text: String) {
        self.out.messages.push(text);
        let message = self.out.messages.len() as u32 - 1;
        self.out.emit(Ins::Trap { message });
    }
}

/// Whether a `break` in the list leaves the loop whose body it is.
fn breaks(body: &[Stmt]) -> bool {
    use crate::tree::StmtKind::*;
    body.iter().any(|stmt| match &stmt.kind {
        Break => true,
        Block(list) => breaks(list),
        If { then, other, .. } => breaks(then) || breaks(other),
        _ => false,
    })
}
