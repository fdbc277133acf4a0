//! Whether control can reach the end of a list of statements.
//! In: statements of the tree; out: yes or no. The rule: a condition that is not constant may go either way.
//! Next: template.rs, which warns of a missing `return`.

use super::structurize::tangled;
use crate::builtin::Builtin;
use crate::tree::{Const, Expr, ExprKind, Stmt, StmtKind};

/// Whether control can run off the end.
pub(super) fn falls_through(list: &[Stmt]) -> bool {
    // Behind a label, or what holds one, control may come from elsewhere.
    let label = list.iter().rposition(labels);
    let after = label.map_or(0, |at| at + 1);
    list[after..].iter().all(passes)
}

fn labels(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Label(_)) || !matches!(s.kind, StmtKind::Goto(_)) && tangled(s)
}

fn always(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Const::Int(v)) if v != 0)
}

fn passes(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) => false,
        StmtKind::Label(_) => true,
        StmtKind::Expr(e) => !matches!(e.kind, ExprKind::Builtin(Builtin::Trap, _)),
        StmtKind::Declare { .. } => true,
        StmtKind::Block(list) => falls_through(list),
        StmtKind::If { cond, then, .. } if always(cond) => falls_through(then),
        StmtKind::If { then, other, .. } => falls_through(then) || falls_through(other),
        StmtKind::Loop { cond, body, .. } => !cond.as_ref().is_none_or(always) || breaks(body),
        StmtKind::DoWhile { body, cond } => breaks(body) || (falls_through(body) && !always(cond)),
        StmtKind::Switch { arms, .. } => {
            let total = arms.iter().any(|a| a.default);
            !total
                || arms.iter().any(|a| breaks(&a.body))
                || arms.last().is_some_and(|a| falls_through(&a.body))
        }
    }
}

/// Whether a `break` in the list leaves the loop or switch around it.
fn breaks(list: &[Stmt]) -> bool {
    list.iter().any(|s| match &s.kind {
        StmtKind::Break => true,
        StmtKind::Block(list) => breaks(list),
        StmtKind::If { then, other, .. } => breaks(then) || breaks(other),
        _ => false,
    })
}
