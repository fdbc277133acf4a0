//! What each side keeps of a function's statements (`pp/sides.rs`), where it declares something: the rest of the block goes with it.
//!
//! Rule: the declarations of a side are not in a block of their own, so what comes after them is in both.

use super::Parser;
use super::scopes::NameKind;
use crate::ast::{Block, Condition, ExprKind, If, ItemKind, Stmt, StmtKind};
use crate::pp::sides::ON_DEVICE;

/// Whether an `if` is one that the preprocessor has made, and asks for the side.
pub fn asks_for_side(made: &If) -> bool {
    match &made.condition {
        Condition::Expr(e) => match &e.kind {
            ExprKind::Name(path) => made.is_constexpr && path.plain_name() == Some(ON_DEVICE),
            _ => false,
        },
        Condition::Decl(_) => false,
    }
}

/// The blocks of both sides.
fn sides(stmt: &mut Stmt) -> Option<[&mut Block; 2]> {
    let StmtKind::If(made) = &mut stmt.kind else {
        return None;
    };
    if !asks_for_side(made) {
        return None;
    }
    match (&mut made.then.kind, &mut made.otherwise.as_mut()?.kind) {
        (StmtKind::Block(device), StmtKind::Block(host)) => Some([device, host]),
        _ => None,
    }
}

fn declares(block: &Block) -> bool {
    let declares = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Decl(_));
    block.stmts.iter().any(declares)
}

/// A block's statements, with what comes behind a side's declarations in both sides.
pub(super) fn spread(mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    for at in (0..stmts.len()).rev() {
        let Some(blocks) = sides(&mut stmts[at]) else {
            continue;
        };
        if !blocks.iter().any(|block| declares(block)) {
            continue;
        }
        let rest = stmts.split_off(at + 1);
        if let Some([device, host]) = sides(&mut stmts[at]) {
            device.stmts.extend(rest.iter().cloned());
            host.stmts.extend(rest);
        }
    }
    stmts
}

impl Parser<'_> {
    /// Declares what the sides of a statement declare: what comes behind it knows them.
    pub(super) fn declare_of_sides(&mut self, stmt: Option<&Stmt>) {
        let Some(StmtKind::If(made)) = stmt.map(|stmt| &stmt.kind) else {
            return;
        };
        if !asks_for_side(made) {
            return;
        }
        let branches = [Some(&made.then), made.otherwise.as_ref()];
        for branch in branches.into_iter().flatten() {
            let StmtKind::Block(block) = &branch.kind else {
                continue;
            };
            let items = block.stmts.iter().filter_map(|stmt| match &stmt.kind {
                StmtKind::Decl(items) => Some(items),
                _ => None,
            });
            for item in items.flatten() {
                if let ItemKind::Variable(made) = &item.kind {
                    self.scopes.declare(&made.name.text, NameKind::Value);
                }
            }
        }
    }
}
