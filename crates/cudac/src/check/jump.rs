//! `goto`, and `case` labels inside other statements.
//! In: the jump, from whatever blocks and loops it stands in; out: where all jumps of a function lead to labels further down
//! among its own statements, which is how C programs leave to their end, the statements from the label to the function's
//! end in the jump's place, and a `return` (on the device only where they are plain); else a label and a jump of the tree, which
//! tangle.rs makes pieces of.
//! The rule: a jump that leaves objects with destructors behind ends them; forward past such it is refused by name.
//! Next: stmt.rs, which asks; tangle.rs.

use sorted::SortedMap;

use super::{Checker, Side};
use crate::tree::{Arm, Stmt, StmtKind};
use crate::ty::Type;
use cuda_parse::ast::{self, ItemKind, SpecifierKind, StmtKind as S, specifier};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

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
    /// For a function whose jumps are left to tangle.rs.
    tangle: Option<Tangle>,
}

/// Labels and jumps that tangle.rs is to untangle.
#[derive(Debug, Default)]
struct Tangle {
    /// The number of each label that is spoken of.
    labels: SortedMap<String, u32>,
    /// Of each label met: where, and how many objects lived there.
    met: SortedMap<u32, (Span, usize)>,
    /// Jumps: from where, to which label, what to call it, and how many objects lived.
    jumps: Vec<(Span, u32, String, usize)>,
    /// For each open `switch`, its labels inside other statements.
    inside: Vec<(Type, Vec<Arm>)>,
    /// The next number.
    next: u32,
}

impl Tangle {
    fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn label(&mut self, name: &str) -> u32 {
        if let Some(known) = self.labels.get(name) {
            return *known;
        }
        let number = self.fresh();
        self.labels.insert(name.to_string(), number);
        number
    }
}

impl<'a> Checker<'a> {
    /// The statements of a function's body.
    pub(super) fn body_statements(&mut self, body: &'a [ast::Stmt], out: &mut Vec<Stmt>) {
        let jumps = Jumps {
            body,
            level: self.names.scopes.depth(),
            living: 0,
            again: 0,
            tangle: (needs_untangling(body, self.body.side != Side::Host)
                || self.passes_values_in_c(body))
            .then(Tangle::default),
        };
        let outer = self.body.jumps.replace(jumps);
        let from = out.len();
        self.outermost(body, out);
        let done = std::mem::replace(&mut self.body.jumps, outer);
        let (Some(first), Some(last)) = (body.first(), body.last()) else {
            return;
        };
        if let Some(tangle) = done.and_then(|jumps| jumps.tangle) {
            let made = out.split_off(from);
            if self.jumps_fit(&tangle, &made) {
                out.extend(self.untangled(made, first.span.to(last.span)));
            }
        }
    }

    /// Whether jumps of a function in C may pass first values, as they may there.
    fn passes_values_in_c(&self, body: &[ast::Stmt]) -> bool {
        let mut gotos = Vec::new();
        for s in body {
            gather(s, &mut gotos);
        }
        let Some((_, from)) = gotos.first() else {
            return false;
        };
        let has_value = |item: &ast::Item| match &item.kind {
            ItemKind::Variable(v) => v.init.is_some(),
            _ => false,
        };
        let passed = |s: &ast::Stmt| match &s.kind {
            S::Decl(items) => s.span.start > from.start && items.iter().any(has_value),
            _ => false,
        };
        self.is_in_c(*from) && body.iter().any(passed)
    }

    /// Whether every jump of a function can be made; says which cannot.
    fn jumps_fit(&mut self, tangle: &Tangle, made: &[Stmt]) -> bool {
        let before = self.said.diags.len();
        let mut spans = Vec::new();
        for (from, label, name, living) in &tangle.jumps {
            match tangle.met.get(label) {
                None => {
                    let message = format!("there is no label {name} in this function");
                    self.error(Code::MisplacedJump, *from, message);
                }
                Some((at, there)) if there > living || there < living && at.start > from.start => {
                    self.refuse(
                        *from,
                        &format!("a jump to {name} past objects with destructors is"),
                        "put what stands between in a function",
                    );
                }
                Some((at, _)) => spans.push((*from, *at, name.clone())),
            }
        }
        self.check_passed(made, &spans);
        self.said.diags.len() == before
    }

    /// A label that tangle.rs is to find.
    pub(super) fn label_statement(&mut self, name: &ast::Ident, span: Span, out: &mut Vec<Stmt>) {
        let living = self.body.cleanups.len();
        self.body.unset.clear();
        if let Some(tangle) = self
            .body
            .jumps
            .as_mut()
            .and_then(|jumps| jumps.tangle.as_mut())
        {
            let label = tangle.label(&name.text);
            tangle.met.insert(label, (span, living));
            let kind = StmtKind::Label(label);
            out.push(Stmt { kind, span });
        }
    }

    /// `case` or `default` inside another statement of a `switch`.
    pub(super) fn inner_case(&mut self, s: &'a ast::Stmt, out: &mut Vec<Stmt>) {
        let tangle = |c: &mut Self| Some(c.body.jumps.as_mut()?.tangle.as_mut()?.inside.len());
        if tangle(self).is_none_or(|open| open == 0) {
            let help = "put it directly in the braces of its `switch`";
            return self.refuse(s.span, "a `case` inside this block is", help);
        }
        let taken = |c: &mut Self| c.body.jumps.as_mut()?.tangle.as_mut()?.inside.pop();
        let Some((ty, mut arms)) = taken(self) else {
            return;
        };
        arms.push(Arm {
            cases: Vec::new(),
            default: false,
            body: Vec::new(),
            span: s.span,
        });
        self.label(s, &ty, &mut arms);
        let living = self.body.cleanups.len();
        self.body.unset.clear();
        if let Some(tangle) = self
            .body
            .jumps
            .as_mut()
            .and_then(|jumps| jumps.tangle.as_mut())
        {
            let label = tangle.fresh();
            tangle.met.insert(label, (s.span, living));
            if let Some(arm) = arms.last_mut() {
                let (kind, span) = (StmtKind::Goto(label), s.span);
                arm.body.push(Stmt { kind, span });
            }
            tangle.inside.push((ty, arms));
            let kind = StmtKind::Label(label);
            out.push(Stmt { kind, span: s.span });
        }
    }

    /// Begins to gather the labels inside the statements of a `switch`.
    pub(super) fn open_switch(&mut self, ty: &Type) {
        if let Some(tangle) = self
            .body
            .jumps
            .as_mut()
            .and_then(|jumps| jumps.tangle.as_mut())
        {
            tangle.inside.push((ty.clone(), Vec::new()));
        }
    }

    /// Adds what was gathered behind the arms of the `switch`, each as a jump to its label.
    pub(super) fn close_switch(&mut self, arms: Option<&mut Vec<Arm>>, span: Span) {
        let living = self.body.cleanups.len();
        let tangle = self
            .body
            .jumps
            .as_mut()
            .and_then(|jumps| jumps.tangle.as_mut());
        let Some((inside, tangle)) = tangle.and_then(|t| Some((t.inside.pop()?.1, t))) else {
            return;
        };
        let Some(arms) = arms.filter(|_| !inside.is_empty()) else {
            return;
        };
        for arm in &inside {
            if let Some(StmtKind::Goto(label)) = arm.body.first().map(|s| &s.kind) {
                let jump = (span, *label, "this `case`".to_string(), living);
                tangle.jumps.push(jump);
            }
        }
        let twice = inside.iter().find_map(|arm| {
            let same = |a: &&Arm| {
                a.default && arm.default || a.cases.iter().any(|v| arm.cases.contains(v))
            };
            arms.iter().find(same).map(|first| (arm.span, first.span))
        });
        if let Some((again, first)) = twice {
            let diag = Diag::error(Code::DuplicateCase, again, "this label is there twice");
            self.note(diag.label(first, "first among these"));
        }
        if let Some(last) = arms.last_mut() {
            let kind = StmtKind::Break;
            last.body.push(Stmt { kind, span });
        }
        arms.extend(inside);
    }

    fn outermost(&mut self, list: &'a [ast::Stmt], out: &mut Vec<Stmt>) {
        for s in list {
            let living = self.body.cleanups.len();
            if let Some(jumps) = &mut self.body.jumps {
                jumps.living = living;
            }
            self.statement(s, out);
        }
    }

    /// `goto label;`
    pub(super) fn goto(&mut self, label: &ast::Ident, span: Span, out: &mut Vec<Stmt>) {
        if self.body.jumps.as_ref().is_some_and(|j| j.tangle.is_some()) {
            return self.tangled_goto(label, span, out);
        }
        let Some((body, at)) = self.aim(label, span) else {
            return;
        };
        let Some((level, living)) = self.body.jumps.as_ref().map(|j| (j.level, j.living)) else {
            return;
        };
        self.end_since(living, span, out);
        let inner = self.names.scopes.close_from(level);
        let ended = self.body.cleanups.split_off(living);
        let loops = std::mem::take(&mut self.body.loops);
        let breakable = std::mem::take(&mut self.body.breakable);
        self.names.scopes.push();
        self.set_jumps(level + 1, living);
        let mut all = Vec::new();
        let passed = body.iter().take(at).filter(|s| s.span.start > span.start);
        passed.for_each(|s| self.jump_over(s, label, span, &mut all));
        self.outermost(&body[at + 1..], &mut all);
        let returns = |s: &ast::Stmt| matches!(s.kind, S::Return(_));
        if !body.last().is_some_and(returns) {
            let end = body.last().map_or(span, |s| s.span);
            self.return_statement(None, end, &mut all);
        }
        self.names.scopes.pop();
        self.set_jumps(level, living);
        (self.body.loops, self.body.breakable) = (loops, breakable);
        self.body.cleanups.truncate(living);
        self.body.cleanups.extend(ended);
        self.names.scopes.open_again(inner);
        let kind = StmtKind::Block(all);
        out.push(Stmt { kind, span });
    }

    fn tangled_goto(&mut self, label: &ast::Ident, span: Span, out: &mut Vec<Stmt>) {
        let living = self.body.cleanups.len();
        let Some(jumps) = self.body.jumps.as_mut() else {
            return;
        };
        let is_it = |s: &ast::Stmt| matches!(&s.kind, S::Label(name) if name.text == label.text);
        let outermost = jumps.body.iter().any(is_it).then_some(jumps.living);
        let Some(tangle) = jumps.tangle.as_mut() else {
            return;
        };
        let number = tangle.label(&label.text);
        let name = format!("`{}`", label.text);
        // Backwards it is known what lives there; further down among the function's own statements, what lives in them here.
        let known = tangle.met.get(&number).map(|(_, living)| *living);
        let there = known.or(outermost).filter(|there| *there < living);
        let left = there.filter(|_| known.is_none()).unwrap_or(living);
        tangle.jumps.push((span, number, name, left));
        if let Some(there) = there {
            self.end_since(there, span, out);
        }
        let kind = StmtKind::Goto(number);
        out.push(Stmt { kind, span });
    }

    fn set_jumps(&mut self, level: usize, living: usize) {
        if let Some(jumps) = &mut self.body.jumps {
            (jumps.level, jumps.living) = (level, living);
        }
    }

    /// The statements among which a label is, and its number there; says why it cannot be jumped to.
    fn aim(&mut self, label: &ast::Ident, span: Span) -> Option<(&'a [ast::Stmt], usize)> {
        let jumps = self.body.jumps.as_mut()?;
        let body = jumps.body;
        let is_it = |s: &ast::Stmt| matches!(&s.kind, S::Label(name) if name.text == label.text);
        let at = body.iter().position(is_it);
        if let Some(at) = at {
            jumps.again += body.len() - at;
            if jumps.again <= MOST_AGAIN {
                return Some((body, at));
            }
        }
        let what = "`goto` to so much code is";
        let help = "put what stands at the label in a function, and call that before a `return`";
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

/// Whether a function's jumps are more than jumps to labels further down among its own statements, where the code at the
/// labels may be written out again. On the device that is only what threads can do apart: those that jump meet the others at a
/// barrier behind the label.
fn needs_untangling(body: &[ast::Stmt], device: bool) -> bool {
    let mut gotos = Vec::new();
    if body.iter().any(|s| gather(s, &mut gotos)) {
        return true;
    }
    let mut again = 0;
    gotos.iter().any(|(label, from)| {
        let is_it = |s: &ast::Stmt| matches!(&s.kind, S::Label(name) if name.text == label.text);
        let Some(at) = body.iter().position(is_it) else {
            return true;
        };
        again += body.len() - at;
        body[at].span.start <= from.start
            || again > MOST_AGAIN
            || body[at..].iter().any(keeps)
            || device && !body[at..].iter().all(is_plain)
    })
}

/// Gathers the jumps of a statement; true if it holds a `case` inside another statement.
fn gather<'s>(s: &'s ast::Stmt, gotos: &mut Vec<(&'s ast::Ident, Span)>) -> bool {
    match &s.kind {
        S::Goto(label) => {
            gotos.push((label, s.span));
            false
        }
        S::Case(..) | S::Default => true,
        S::Block(block) => block
            .stmts
            .iter()
            .fold(false, |any, s| gather(s, gotos) | any),
        S::If(i) => {
            let then = gather(&i.then, gotos);
            i.otherwise.as_ref().is_some_and(|s| gather(s, gotos)) | then
        }
        S::While(_, body) | S::DoWhile(body, _) | S::Unroll(_, body) => gather(body, gotos),
        S::For(f) => gather(&f.body, gotos),
        S::RangeFor(f) => gather(&f.body, gotos),
        S::Switch(switch) => {
            let own = |s: &&ast::Stmt| !matches!(s.kind, S::Case(..) | S::Default);
            let inner = switch.body.stmts.iter().filter(own);
            inner.fold(false, |any, s| gather(s, gotos) | any)
        }
        S::Try(t) => {
            let caught = t.catches.iter().flat_map(|c| &c.body.stmts);
            let all = t.body.stmts.iter().chain(caught);
            all.fold(false, |any, s| gather(s, gotos) | any)
        }
        _ => false,
    }
}

/// Whether a statement is short and calls nothing, so that no thread waits for another in it.
fn is_plain(s: &ast::Stmt) -> bool {
    match &s.kind {
        S::Empty | S::Label(_) | S::Return(None) => true,
        S::Expr(e) | S::Return(Some(e)) => computes(e),
        _ => false,
    }
}

/// Whether an expression is made of names, numbers, operators and elements alone.
fn computes(e: &ast::Expr) -> bool {
    use ast::ExprKind as E;
    match &e.kind {
        E::Name(_) | E::Int(_) | E::Float(_) | E::Char(_) | E::Bool(_) | E::Nullptr => true,
        E::Paren(e) | E::Unary(_, e) | E::PostStep(_, e) => computes(e),
        E::Binary(_, a, b, _) | E::Assign(_, a, b, _) | E::Index(a, b) => {
            computes(a) && computes(b)
        }
        _ => false,
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
