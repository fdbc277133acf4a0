//! `goto` to a label further down among a function's own statements: how C programs leave to their end.
//! In: the jump, from whatever blocks and loops it stands in; out: in its place the statements from the label to the
//! function's end, and a `return`.
//! The rule: forward and outward alone. Backwards it would be a loop, and into a block it passes declarations: both are
//! refused by name.
//! Next: stmt.rs, which asks; returns.rs.

use super::Checker;
use crate::ast::{self, ItemKind, SpecifierKind, StmtKind as S, specifier};
use crate::diag::{Code, Diag};
use crate::source::Span;
use crate::tree::{Stmt, StmtKind};

/// Most statements that the jumps of one function may write out again.
const MOST_AGAIN: usize = 4000;

/// Where the jumps of a function can lead.
#[derive(Debug)]
pub(super) struct Jumps<'a> {
    /// The statements of the function's own block.
    body: &'a [ast::Stmt],
    /// How many scopes are open there.
    level: usize,
    /// How many objects live where the statement of that block began that is being checked.
    living: usize,
    /// How many statements were written out again.
    again: usize,
}

impl<'a> Checker<'a> {
    /// The statements of a function's body.
    pub(super) fn body_statements(&mut self, body: &'a [ast::Stmt], out: &mut Vec<Stmt>) {
        let jumps = Jumps {
            body,
            level: self.scopes.depth(),
            living: 0,
            again: 0,
        };
        let outer = self.jumps.replace(jumps);
        self.outermost(body, out);
        self.jumps = outer;
    }

    fn outermost(&mut self, list: &'a [ast::Stmt], out: &mut Vec<Stmt>) {
        for s in list {
            let living = self.body.cleanups.len();
            if let Some(jumps) = &mut self.jumps {
                jumps.living = living;
            }
            self.statement(s, out);
        }
    }

    /// `goto label;`
    pub(super) fn goto(&mut self, label: &ast::Ident, span: Span, out: &mut Vec<Stmt>) {
        let Some((body, at)) = self.aim(label, span) else {
            return;
        };
        let Some((level, living)) = self.jumps.as_ref().map(|j| (j.level, j.living)) else {
            return;
        };
        self.end_since(living, span, out);
        let inner = self.scopes.close_from(level);
        let ended = self.body.cleanups.split_off(living);
        let loops = std::mem::take(&mut self.body.loops);
        let breakable = std::mem::take(&mut self.body.breakable);
        self.scopes.push();
        self.set_jumps(level + 1, living);
        let mut all = Vec::new();
        let passed = body.iter().take(at).filter(|s| s.span.is_behind(span));
        passed.for_each(|s| self.jump_over(s, label, span, &mut all));
        self.outermost(&body[at + 1..], &mut all);
        let returns = |s: &ast::Stmt| matches!(s.kind, S::Return(_));
        if !body.last().is_some_and(returns) {
            let end = body.last().map_or(span, |s| s.span);
            self.return_statement(None, end, &mut all);
        }
        self.scopes.pop();
        self.set_jumps(level, living);
        (self.body.loops, self.body.breakable) = (loops, breakable);
        self.body.cleanups.truncate(living);
        self.body.cleanups.extend(ended);
        self.scopes.open_again(inner);
        let kind = StmtKind::Block(all);
        out.push(Stmt { kind, span });
    }

    fn set_jumps(&mut self, level: usize, living: usize) {
        if let Some(jumps) = &mut self.jumps {
            (jumps.level, jumps.living) = (level, living);
        }
    }

    /// The statements among which a label is, and its number there; says why it cannot be jumped to.
    fn aim(&mut self, label: &ast::Ident, span: Span) -> Option<(&'a [ast::Stmt], usize)> {
        let jumps = self.jumps.as_mut()?;
        let body = jumps.body;
        let is_it = |s: &ast::Stmt| matches!(&s.kind, S::Label(name) if name.text == label.text);
        let at = body.iter().position(is_it);
        let (what, help) = match at {
            None => (
                "`goto` to a label inside a block is",
                "put the label among the function's outermost statements, or write it with `if` and loops",
            ),
            Some(at) if !body[at].span.is_behind(span) => (
                "`goto` backwards is",
                "write a loop: `while (true)` with `break`",
            ),
            Some(at) => {
                jumps.again += body.len() - at;
                if jumps.again <= MOST_AGAIN && !body[at..].iter().any(keeps) {
                    return Some((body, at));
                }
                (
                    "`goto` to so much code, or to code with `static` variables, is",
                    "put what stands at the label in a function, and call that before a `return`",
                )
            }
        };
        self.refuse(span, what, help);
        None
    }

    /// A declaration that a jump passes: it may have no first value.
    fn jump_over(&mut self, s: &'a ast::Stmt, label: &ast::Ident, span: Span, out: &mut Vec<Stmt>) {
        let S::Decl(items) = &s.kind else { return };
        let first = items.iter().find_map(|item| match &item.kind {
            ItemKind::Variable(v) if v.init.is_some() => Some(v),
            _ => None,
        });
        let Some(v) = first else {
            return self.statement(s, out);
        };
        let message = format!(
            "this jump to `{}` passes the first value of `{}`",
            label.text, v.name.text
        );
        let diag = Diag::error(Code::MisplacedJump, span, message);
        self.note(
            diag.label(v.name.span, "declared here")
                .help("declare it before the `goto`, and give it its value here"),
        );
    }
}

/// Whether a statement declares what must not be there twice.
fn keeps(s: &ast::Stmt) -> bool {
    match &s.kind {
        S::Decl(items) => items.iter().any(|item| match &item.kind {
            ItemKind::Variable(v) => specifier(&v.specifiers, &SpecifierKind::Static).is_some(),
            _ => false,
        }),
        S::Block(block) => block.stmts.iter().any(keeps),
        S::If(i) => keeps(&i.then) || i.otherwise.as_ref().is_some_and(keeps),
        S::While(_, body) | S::DoWhile(body, _) | S::Unroll(_, body) => keeps(body),
        S::For(f) => keeps(&f.body),
        S::RangeFor(f) => keeps(&f.body),
        S::Switch(switch) => switch.body.stmts.iter().any(keeps),
        S::Try(_) => true,
        _ => false,
    }
}
