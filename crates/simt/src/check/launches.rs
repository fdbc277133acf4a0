//! Launches in host code: which kernel templates the file itself asks for.
//! In: the bodies of host functions; out: every `k<…><<<…>>>(…)`. The rule: host code is only looked through, never
//! checked; an argument that cannot be worked out here asks for nothing.
//! Next: template.rs, which makes the instances.

use super::scope::Entity;
use super::{Checker, Side, expr::bare, typex::spelled};
use crate::ast::{
    self, Block, Condition, Expr, ExprKind as A, Init, ItemKind, Stmt, StmtKind as S,
};

/// The launches in a block, outermost first.
fn launches(block: &Block) -> Vec<&ast::Launch> {
    let mut found = Vec::new();
    block.stmts.iter().for_each(|s| in_statement(s, &mut found));
    found
}

fn in_statement<'a>(s: &'a Stmt, out: &mut Vec<&'a ast::Launch>) {
    match &s.kind {
        S::Expr(e) => in_expr(e, out),
        S::Return(e) => e.iter().for_each(|e| in_expr(e, out)),
        S::Decl(items) => {
            for item in items {
                if let ItemKind::Variable(v) = &item.kind
                    && let Some(Init::Equals(e) | Init::Braces(e)) = &v.init
                {
                    in_expr(e, out);
                }
            }
        }
        S::Block(b) => b.stmts.iter().for_each(|s| in_statement(s, out)),
        S::If(i) => {
            i.init.iter().for_each(|s| in_statement(s, out));
            in_condition(&i.condition, out);
            in_statement(&i.then, out);
            i.otherwise.iter().for_each(|s| in_statement(s, out));
        }
        S::While(c, body) => {
            in_condition(c, out);
            in_statement(body, out);
        }
        S::DoWhile(body, c) => {
            in_statement(body, out);
            in_expr(c, out);
        }
        S::For(f) => {
            in_statement(&f.init, out);
            in_statement(&f.body, out);
        }
        S::RangeFor(f) => in_statement(&f.body, out),
        S::Switch(sw) => sw.body.stmts.iter().for_each(|s| in_statement(s, out)),
        S::Unroll(_, inner) => in_statement(inner, out),
        _ => {}
    }
}

fn in_condition<'a>(c: &'a Condition, out: &mut Vec<&'a ast::Launch>) {
    if let Condition::Expr(e) = c {
        in_expr(e, out);
    }
}

fn in_expr<'a>(e: &'a Expr, out: &mut Vec<&'a ast::Launch>) {
    match &e.kind {
        A::Launch(launch) => out.push(launch),
        A::Paren(e) | A::Unary(_, e) | A::PostStep(_, e) | A::Cast(_, _, e) => in_expr(e, out),
        A::Binary(_, l, r, _) | A::Assign(_, l, r, _) => {
            in_expr(l, out);
            in_expr(r, out);
        }
        A::Conditional(parts) => parts.iter().for_each(|e| in_expr(e, out)),
        A::Call(_, args) => args.iter().for_each(|e| in_expr(e, out)),
        A::Lambda(l) => {
            if let ast::FunctionBody::Block(body) = &l.function.body {
                body.stmts.iter().for_each(|s| in_statement(s, out));
            }
        }
        _ => {}
    }
}

impl Checker<'_> {
    /// Instantiates the kernel templates that host functions of the file launch with arguments we can work out.
    pub(super) fn instantiate_launched(&mut self) {
        for host in 0..self.declared.len() {
            let d = self.declared[host].clone();
            let ast::FunctionBody::Block(block) = &d.ast.body else {
                continue;
            };
            if d.side != Side::Host || d.template.is_some() {
                continue;
            }
            for launch in launches(block) {
                let A::Name(path) = &bare(&launch.kernel).kind else {
                    continue;
                };
                let Some(args) = path.last().args.as_deref() else {
                    continue;
                };
                let found = self.at_file(&d.space, |c| c.lookup(&spelled(path), path.span));
                let Some(Entity::Functions(list)) = found else {
                    continue;
                };
                for at in list {
                    if self.declared[at].side == Side::Kernel {
                        let id = self.attempt(|c| c.deduce_call(at, Some(args), &[], path.span));
                        if let Some(id) = id {
                            self.want(id);
                        }
                    }
                }
            }
        }
    }
}
