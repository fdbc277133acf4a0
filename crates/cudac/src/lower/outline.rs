//! Which functions are called rather than inlined, and the facts of those that a side reaches.
//!
//! In: the tree and where a side begins (kernels, or the host's entries); out: for each function that can be reached its
//! [`Facts`], and whether calls of it are made out of line. The rule: device code inlines all that does not call itself;
//! host code inlines small functions without loops, counting what they would inline in turn.

use super::assigned::Known;
use super::effects::{Node, each, expressions};
use super::facts::{Facts, Found, facts};
use crate::tree::{ExprKind, FuncId, Stmt, StmtKind, Unit};

/// The most that a function inlined into host code may weigh: expressions, its own and those inlined into it.
const MOST_INLINED: u32 = 100;

/// What one side's lowering knows of functions.
pub(super) struct Outline {
    /// By function; blank for those that are not reached.
    pub facts: Vec<Facts>,
    /// Whether a call of the function is made out of line.
    pub called: Vec<bool>,
}

impl Outline {
    /// Of everything that `roots` lead to.
    pub(super) fn new(unit: &Unit, roots: Vec<FuncId>, host: bool, known: &mut Known) -> Outline {
        let n = unit.functions.len();
        let mut weights = Weights {
            unit,
            known: vec![None; n],
        };
        let mut outline = Outline {
            facts: std::iter::repeat_with(Facts::default).take(n).collect(),
            called: unit.functions.iter().map(|f| f.recursive).collect(),
        };
        if host {
            let all = (0..n as u32).map(FuncId);
            outline.called = all.map(|id| weights.of(id) > MOST_INLINED).collect();
        }
        let mut found = Found::of(outline.called.clone());
        let mut seen = vec![false; n];
        let mut open = roots;
        while let Some(id) = open.pop() {
            let at = id.0 as usize;
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            outline.facts[at] = facts(unit, id, known, &mut found);
            open.extend(outline.facts[at].reaches.iter().copied());
        }
        outline
    }
}

struct Weights<'a> {
    unit: &'a Unit,
    known: Vec<Option<u32>>,
}

impl Weights<'_> {
    fn of(&mut self, id: FuncId) -> u32 {
        let at = id.0 as usize;
        if let Some(weight) = self.known[at] {
            return weight;
        }
        let func = &self.unit.functions[at];
        if func.recursive || func.kernel || loops(&func.body) {
            self.known[at] = Some(u32::MAX);
            return u32::MAX;
        }
        let (mut weight, mut callees) = (func.vars.len() as u32, Vec::new());
        expressions(&func.body, &mut |e| {
            each(Node::Expr(e), &mut |node| {
                weight = weight.saturating_add(1);
                if let Node::Expr(e) = node
                    && let ExprKind::Call(callee, _) = &e.kind
                {
                    callees.push(*callee);
                }
            });
        });
        if weight <= MOST_INLINED {
            for callee in callees {
                let more = self.of(callee);
                if more <= MOST_INLINED {
                    weight = weight.saturating_add(more);
                }
            }
        }
        self.known[at] = Some(weight);
        weight
    }
}

fn loops(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Loop { .. } | StmtKind::DoWhile { .. } | StmtKind::Switch { .. } => true,
        StmtKind::Block(body) => loops(body),
        StmtKind::If { then, other, .. } => loops(then) || loops(other),
        _ => false,
    })
}
