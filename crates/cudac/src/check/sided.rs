//! What the sides keep of a function's statements, each checked as code of its side.
//! In: an `if` that asks for the side (`pp/sides.rs`); out: the branch of a function's own side, or both behind a condition that lowering knows.
//! The rule: what only the device can do may stand in its branch, and what only the host can do in the host's.
//! Next: side.rs for whom a side may call.

use super::{Checker, Side};
use crate::tree::{Axis, Expr, ExprKind, FuncId, Special, Stmt, StmtKind};
use crate::ty::Scalar;
use cuda_parse::ast;
use cuda_source::source::Span;

/// From which sides a function calls another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Callers {
    device: bool,
    host: bool,
}

impl Callers {
    /// Takes note of a call in code of a side.
    pub(super) fn add(&mut self, side: Side) {
        self.device |= side != Side::Host;
        self.host |= matches!(side, Side::Host | Side::Both);
    }
}

impl<'a> Checker<'a> {
    pub(super) fn of_each_side(&mut self, i: &'a ast::If, span: Span, out: &mut Vec<Stmt>) {
        let side = self.body.side;
        let host = |c: &mut Self| i.otherwise.as_ref().map_or(Vec::new(), |s| c.scoped(s));
        let kind = match side {
            Side::Host => StmtKind::Block(host(self)),
            Side::Kernel | Side::Device => StmtKind::Block(self.scoped(&i.then)),
            Side::Both => {
                let unset = self.body.unset.clone();
                self.body.side = Side::Device;
                let then = self.scoped(&i.then);
                let after_then = std::mem::replace(&mut self.body.unset, unset);
                self.body.side = Side::Host;
                let other = host(self);
                self.body.side = side;
                self.body.unset.retain(|id, _| after_then.contains_key(id));
                let cond = Expr {
                    kind: ExprKind::Special(Special::OnDevice, Axis::X),
                    ty: Scalar::Bool.into(),
                    span,
                };
                StmtKind::If { cond, then, other }
            }
        };
        out.push(Stmt { kind, span });
    }

    /// Whether a function calls another in code that the side executes.
    pub(super) fn calls_on(&self, id: FuncId, to: FuncId, host: bool) -> bool {
        let callers = self.templates.instances[id.0 as usize].callers.get(&to);
        callers.is_none_or(|by| if host { by.host } else { by.device })
    }
}
