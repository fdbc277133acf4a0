//! What can be asked of constant evaluation: the value of a call, of an expression, of an initialiser, and why there is none.

use super::{MOST_CALLS, MOST_STEPS, Value};
use crate::check::Checker;
use crate::tree::{Const, Expr, ExprKind, FuncId, Init, VarId};
use crate::ty::Type;
use cuda_source::diag::Diag;

/// How an evaluation went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::check) struct Evaluation {
    /// Whether it came to its bounds.
    pub cut_short: bool,
}

impl Evaluation {
    /// What is said of a value that is not known: why, if it would have taken too long to work out.
    pub(in crate::check) fn explain(self, mut diag: Diag) -> Diag {
        if self.cut_short {
            diag.message += &format!(
                ": it takes more than {MOST_STEPS} steps, or {MOST_CALLS} calls inside one another, to work out"
            );
            diag.help = Some("compute it in fewer steps, or when the program runs".to_string());
        }
        diag
    }
}

impl Checker<'_> {
    /// The value of a call with constant arguments.
    pub(in crate::check) fn evaluate(&mut self, id: FuncId, args: &[Expr]) -> Option<Const> {
        let value = self.run(|run| {
            let args: Option<Vec<Value>> = args.iter().map(|a| run.eval(a)).collect();
            run.call(id, args?)
        });
        value.0?.scalar()
    }

    /// An expression, as a constant if it can be worked out now.
    pub(in crate::check) fn folded(&mut self, e: Expr) -> Expr {
        self.fold(e).0
    }

    /// The same, and how the evaluation went.
    pub(in crate::check) fn fold(&mut self, e: Expr) -> (Expr, Evaluation) {
        if matches!(e.kind, ExprKind::Const(_)) || self.types.scalar(&e.ty).is_none() {
            return (e, Evaluation::default());
        }
        let (value, evaluation) = self.run(|run| run.eval(&e));
        let folded = match value.and_then(|v| v.scalar()) {
            Some(c) => Expr {
                kind: ExprKind::Const(c),
                ..e
            },
            None => e,
        };
        (folded, evaluation)
    }

    /// What an initialiser makes of a variable, if that can be worked out now.
    pub(in crate::check) fn folded_init(&mut self, ty: &Type, init: &Init) -> Option<Value> {
        let id = VarId(u32::MAX);
        let (value, _) = self.run(|run| {
            run.declare(id, ty, init)?;
            run.frames.last_mut()?.remove(&id)
        });
        value.filter(Value::is_whole)
    }

    /// What an expression gives, if that can be worked out now, of any type.
    pub(in crate::check) fn folded_object(&mut self, e: &Expr) -> (Option<Value>, Evaluation) {
        let (value, evaluation) = self.run(|run| run.eval(e));
        (value.filter(Value::is_whole), evaluation)
    }
}
