//! Jumps that no loop and no `if` can say: `goto` backwards or into a block, and a `case` inside another statement.
//! In: a function's statements with labels and jumps among them; out: the same without.
//! The rule: what holds a label or a jump is taken apart into straight pieces, numbered as they stand; everything else stays
//! whole. Each piece says which comes next and runs where it is the next, one after another, with a loop around those that
//! a jump goes back over: so threads of a warp wait for each other where they would after `if` and loops. Variables that
//! are declared between pieces live as long as the function.
//! Next: jump.rs, which finds out that a function needs this.

use sorted::SortedMap;

use super::Checker;
use super::op::constant;
use crate::tree::{
    Arm, CompareOp, Const, Expr, ExprKind, Init, Place, PlaceKind, Space, Stmt, StmtKind, Var,
    VarId,
};
use crate::ty::Type;
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// Where `break` and `continue` lead.
#[derive(Clone, Copy)]
struct Ways {
    leave: Option<usize>,
    go_on: Option<usize>,
}

/// The pieces being made.
struct Pieces {
    list: Vec<Vec<Stmt>>,
    /// The one that statements go to.
    here: usize,
    /// The pieces as they stand in the function.
    order: Vec<usize>,
    /// The piece of each label.
    labels: SortedMap<u32, usize>,
    /// What is declared between pieces.
    hoisted: Vec<Stmt>,
    span: Span,
}

/// Whether labels or jumps are among the statements.
pub(super) fn is_tangled(list: &[Stmt]) -> bool {
    list.iter().any(tangled)
}

pub(super) fn tangled(s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::Label(_) | StmtKind::Goto(_) => true,
        StmtKind::Block(list) | StmtKind::DoWhile { body: list, .. } => is_tangled(list),
        StmtKind::If { then, other, .. } => is_tangled(then) || is_tangled(other),
        StmtKind::Loop { init, body, .. } => is_tangled(init) || is_tangled(body),
        StmtKind::Switch { arms, .. } => arms.iter().any(|arm| is_tangled(&arm.body)),
        _ => false,
    }
}

/// Whether a `break` or `continue` in the statement leads out of it.
fn leads_out(s: &Stmt, breaks: bool) -> bool {
    let any = |list: &[Stmt]| list.iter().any(|s| leads_out(s, breaks));
    match &s.kind {
        StmtKind::Break => breaks,
        StmtKind::Continue => true,
        StmtKind::Block(list) => any(list),
        StmtKind::If { then, other, .. } => any(then) || any(other),
        StmtKind::Switch { arms, .. } => {
            let mut all = arms.iter().flat_map(|arm| &arm.body);
            all.any(|s| leads_out(s, false))
        }
        _ => false,
    }
}

impl Pieces {
    fn piece(&mut self) -> usize {
        self.list.push(Vec::new());
        self.list.len() - 1
    }

    fn of_label(&mut self, label: u32) -> usize {
        if let Some(at) = self.labels.get(&label) {
            return *at;
        }
        let at = self.piece();
        self.labels.insert(label, at);
        at
    }

    fn push(&mut self, kind: StmtKind) {
        let span = self.span;
        self.list[self.here].push(Stmt { kind, span });
    }

    /// A jump, until the pieces have their numbers.
    fn towards(&self, to: usize) -> Stmt {
        let kind = StmtKind::Goto(to as u32);
        let span = self.span;
        Stmt { kind, span }
    }

    fn jump(&mut self, to: usize) {
        let there = self.towards(to);
        self.list[self.here].push(there);
    }

    /// What follows is another piece.
    fn enter(&mut self, piece: usize) {
        self.here = piece;
        self.order.push(piece);
    }

    /// Ends the piece with a jump; what follows is another piece.
    fn leave(&mut self, to: usize, then: usize) {
        self.jump(to);
        self.enter(then);
    }

    /// Gives the pieces their numbers; the ranges that jumps go back over, outer ones first.
    fn numbered(&mut self, next: &Place) -> Vec<(usize, usize)> {
        let mut number = vec![self.order.len(); self.list.len()];
        for (n, piece) in self.order.iter().enumerate() {
            number[*piece] = n;
        }
        let mut back = Vec::new();
        for (n, piece) in self.order.iter().enumerate() {
            let mut seen = |to: u32| {
                let to = number.get(to as usize).copied().unwrap_or(0);
                if to <= n {
                    back.push((to, n));
                }
                to
            };
            for s in &mut self.list[*piece] {
                resolve(s, next, &mut seen);
            }
        }
        nested(back)
    }

    fn branch(&mut self, cond: Expr, then: usize, other: usize) {
        let (then, other) = (vec![self.towards(then)], vec![self.towards(other)]);
        self.push(StmtKind::If { cond, then, other });
    }
}

impl Checker<'_> {
    /// A function's statements without labels and jumps.
    pub(super) fn untangled(&mut self, list: Vec<Stmt>, span: Span) -> Vec<Stmt> {
        let ends = super::flow::falls_through(&list);
        for var in &mut self.body.vars {
            // What a reference is bound to is no longer known where the reference is used.
            var.address_taken |= var.referenced;
        }
        let mut pieces = Pieces {
            list: vec![Vec::new(), Vec::new()],
            here: 0,
            order: vec![0],
            labels: SortedMap::new(),
            hoisted: Vec::new(),
            span,
        };
        let none = Ways {
            leave: None,
            go_on: None,
        };
        self.take_apart(list, none, &mut pieces);
        pieces.jump(END);
        let next = self.number_of_piece(span);
        let back = pieces.numbered(&next);
        let mut out = std::mem::take(&mut pieces.hoisted);
        let stmt = |kind| Stmt { kind, span };
        if let PlaceKind::Var(var) = next.kind {
            let init = Init::Value(constant(Const::Int(0), Type::INT, span));
            out.push(stmt(StmtKind::Declare { var, init }));
        }
        let last = pieces.order.len().saturating_sub(1);
        let walk = Walk {
            pieces: &pieces,
            next,
            back,
        };
        let body = walk.through(0, last, 0);
        match ends {
            true => out.extend(body),
            // Every way is a `return`, which control that comes to an end of a loop for ever says.
            false => out.push(stmt(StmtKind::Loop {
                init: Vec::new(),
                cond: None,
                step: None,
                body,
                unroll: false,
            })),
        }
        out
    }

    fn number_of_piece(&mut self, span: Span) -> Place {
        let var = Var {
            name: String::new(),
            ty: Type::INT,
            space: Space::Local,
            reference: false,
            address_taken: false,
            referenced: false,
            constant: false,
            volatile: false,
            restrict: false,
            align: 4,
            span,
            scope: span,
        };
        let id = self.add_var(var);
        Place {
            kind: PlaceKind::Var(id),
            ty: Type::INT,
            volatile: false,
            span,
        }
    }

    fn take_apart(&mut self, list: Vec<Stmt>, ways: Ways, to: &mut Pieces) {
        for s in list {
            to.span = s.span;
            if let StmtKind::Declare { var, init } = s.kind {
                self.declared_between(var, init, s.span, to);
            } else if tangled(&s) || leads_out(&s, true) {
                self.take_apart_one(s, ways, to);
            } else {
                to.list[to.here].push(s);
            }
        }
    }

    fn take_apart_one(&mut self, s: Stmt, ways: Ways, to: &mut Pieces) {
        match s.kind {
            StmtKind::Label(label) => {
                let at = to.of_label(label);
                to.leave(at, at);
            }
            StmtKind::Goto(label) => {
                let (at, after) = (to.of_label(label), to.piece());
                to.leave(at, after);
            }
            StmtKind::Break => {
                let after = to.piece();
                to.leave(ways.leave.unwrap_or(END), after);
            }
            StmtKind::Continue => {
                let after = to.piece();
                to.leave(ways.go_on.unwrap_or(END), after);
            }
            StmtKind::Block(list) => self.take_apart(list, ways, to),
            StmtKind::If { cond, then, other } => {
                let (first, second, after) = (to.piece(), to.piece(), to.piece());
                to.branch(cond, first, second);
                for (at, list) in [(first, then), (second, other)] {
                    to.enter(at);
                    self.take_apart(list, ways, to);
                    to.jump(after);
                }
                to.enter(after);
            }
            StmtKind::Loop {
                init,
                cond,
                step,
                body,
                ..
            } => {
                self.take_apart(init, ways, to);
                let (head, turn, stepping) = (to.piece(), to.piece(), to.piece());
                let after = to.piece();
                to.leave(head, head);
                match cond {
                    Some(cond) => to.branch(cond, turn, after),
                    None => to.jump(turn),
                }
                to.enter(turn);
                let inner = Ways {
                    leave: Some(after),
                    go_on: Some(stepping),
                };
                self.take_apart(body, inner, to);
                to.leave(stepping, stepping);
                step.into_iter().for_each(|e| to.push(StmtKind::Expr(e)));
                to.leave(head, after);
            }
            StmtKind::DoWhile { body, cond } => {
                let (turn, test, after) = (to.piece(), to.piece(), to.piece());
                to.leave(turn, turn);
                let inner = Ways {
                    leave: Some(after),
                    go_on: Some(test),
                };
                self.take_apart(body, inner, to);
                to.leave(test, test);
                to.branch(cond, turn, after);
                to.enter(after);
            }
            StmtKind::Switch { value, arms } => self.take_apart_switch(value, arms, ways, to),
            kind => to.push(kind),
        }
    }

    fn take_apart_switch(&mut self, value: Expr, arms: Vec<Arm>, ways: Ways, to: &mut Pieces) {
        let bodies: Vec<usize> = arms.iter().map(|_| to.piece()).collect();
        let after = to.piece();
        let span = to.span;
        let mut chosen: Vec<Arm> = arms
            .iter()
            .zip(&bodies)
            .filter(|(arm, _)| arm.default || !arm.cases.is_empty())
            .map(|(arm, at)| {
                let kind = StmtKind::Break;
                let body = vec![to.towards(*at), Stmt { kind, span }];
                Arm {
                    body,
                    ..arm.clone()
                }
            })
            .collect();
        if !chosen.iter().any(|arm| arm.default) {
            chosen.push(Arm {
                cases: Vec::new(),
                default: true,
                body: vec![to.towards(after)],
                span,
            });
        }
        to.push(StmtKind::Switch {
            value,
            arms: chosen,
        });
        let inner = Ways {
            leave: Some(after),
            ..ways
        };
        for (n, arm) in arms.into_iter().enumerate() {
            to.enter(bodies[n]);
            self.take_apart(arm.body, inner, to);
            to.jump(bodies.get(n + 1).copied().unwrap_or(after));
        }
        to.enter(after);
    }

    /// A variable that several pieces may speak of: declared before them all, and given its first value where it was.
    fn declared_between(&mut self, var: VarId, init: Init, span: Span, to: &mut Pieces) {
        let Some(declared) = self.body.vars.get_mut(var.0 as usize) else {
            return;
        };
        declared.reference = false;
        let place = Place {
            kind: PlaceKind::Var(var),
            ty: declared.ty.clone(),
            volatile: declared.volatile,
            span,
        };
        let kind = StmtKind::Declare {
            var,
            init: Init::None,
        };
        to.hoisted.push(Stmt { kind, span });
        match init {
            Init::None => {}
            Init::Value(value) => {
                let value = self.store(place, value);
                to.push(StmtKind::Expr(value));
            }
            Init::Parts { zero, parts } => {
                let zeros = if zero { self.clear(place, span) } else { None };
                zeros.into_iter().for_each(|e| to.push(StmtKind::Expr(e)));
                for (part, value) in parts {
                    let value = self.store(part, value);
                    to.push(StmtKind::Expr(value));
                }
            }
        }
    }

    /// Says which jumps pass the first values of variables, each from its place to that of its label.
    pub(super) fn check_passed(&mut self, list: &[Stmt], jumps: &[(Span, Span, String)]) {
        let mut begun = Vec::new();
        initialised(list, &mut begun);
        for (from, to, name) in jumps {
            // In C a variable whose first value is passed has none.
            if self.is_in_c(*from) {
                continue;
            }
            let passed = begun.iter().find_map(|id| {
                let var = self.body.vars.get(id.0 as usize)?;
                let within = |at: &Span| var.scope.start <= at.start && at.start < var.scope.end;
                (within(to) && !within(from) && !var.name.is_empty()).then_some(var)
            });
            let Some(var) = passed else { continue };
            let message = format!(
                "this jump to {name} passes the first value of `{}`",
                var.name
            );
            let diag = Diag::error(Code::MisplacedJump, *from, message);
            let diag = diag.label(var.span, "declared here");
            self.note(diag.help("declare it before the jump, and give it its value here"));
        }
    }
}

/// The piece after the last.
const END: usize = 1;

/// The pieces with their numbers.
struct Walk<'p> {
    pieces: &'p Pieces,
    /// The variable that says which piece comes next.
    next: Place,
    /// The ranges that jumps go back over, outer ones first.
    back: Vec<(usize, usize)>,
}

impl Walk<'_> {
    fn is(&self, op: CompareOp, n: usize) -> Expr {
        let span = self.next.span;
        let read = Expr {
            kind: ExprKind::Load(self.next.clone()),
            ty: Type::INT,
            span,
        };
        let number = constant(Const::Int(n as i64), Type::INT, span);
        Expr {
            kind: ExprKind::Compare(op, Box::new(read), Box::new(number)),
            ty: Type::BOOL,
            span,
        }
    }

    /// The pieces from one to another, with loops for the ranges from one of the list on.
    fn through(&self, first: usize, last: usize, ranges: usize) -> Vec<Stmt> {
        let span = self.next.span;
        let mut out = Vec::new();
        let mut n = first;
        while n <= last {
            let mut open = self.back.iter().enumerate().skip(ranges);
            if let Some((at, (_, end))) = open.find(|(_, (start, _))| *start == n) {
                let body = self.through(n, *end, at + 1);
                let bounds = [self.is(CompareOp::Ge, n), self.is(CompareOp::Le, *end)];
                let [low, high] = bounds.map(Box::new);
                let cond = Expr {
                    kind: ExprKind::And(low, high),
                    ty: Type::BOOL,
                    span,
                };
                let kind = StmtKind::DoWhile { body, cond };
                out.push(Stmt { kind, span });
                n = end + 1;
                continue;
            }
            let piece = self
                .pieces
                .order
                .get(n)
                .and_then(|p| self.pieces.list.get(*p));
            let kind = StmtKind::If {
                cond: self.is(CompareOp::Eq, n),
                then: piece.cloned().unwrap_or_default(),
                other: Vec::new(),
            };
            out.push(Stmt { kind, span });
            n += 1;
        }
        out
    }
}

/// Jumps as what they are: the number of the piece that comes next is stored.
fn resolve(s: &mut Stmt, next: &Place, number: &mut impl FnMut(u32) -> usize) {
    match &mut s.kind {
        StmtKind::Goto(to) => {
            let (n, span) = (number(*to), s.span);
            let value = constant(Const::Int(n as i64), Type::INT, span);
            let kind = ExprKind::Assign {
                place: next.clone(),
                value: Box::new(value),
            };
            let ty = Type::INT;
            s.kind = StmtKind::Expr(Expr { kind, ty, span });
        }
        StmtKind::If { then, other, .. } => {
            let both = then.iter_mut().chain(other);
            both.for_each(|s| resolve(s, next, number));
        }
        StmtKind::Switch { arms, .. } => {
            let all = arms.iter_mut().flat_map(|arm| &mut arm.body);
            all.for_each(|s| resolve(s, next, number));
        }
        _ => {}
    }
}

/// Ranges of which any two are apart or one inside the other, outer ones first, each beginning at a place of its own.
fn nested(mut ranges: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    ranges.sort_by_key(|(from, to)| (*from, std::cmp::Reverse(*to)));
    ranges.dedup_by_key(|(from, _)| *from);
    loop {
        let meet = |a: &(usize, usize), b: &(usize, usize)| b.0 <= a.1 && a.1 < b.1;
        let two = (0..ranges.len()).find_map(|n| {
            let more = (n + 1..ranges.len()).find(|m| meet(&ranges[n], &ranges[*m]))?;
            Some((n, more))
        });
        let Some((n, more)) = two else {
            return ranges;
        };
        let (_, end) = ranges.remove(more);
        ranges[n].1 = end;
    }
}

/// The variables that are declared with a first value.
fn initialised(list: &[Stmt], out: &mut Vec<VarId>) {
    for s in list {
        match &s.kind {
            StmtKind::Declare {
                init: Init::None, ..
            } => {}
            StmtKind::Declare { var, .. } => out.push(*var),
            StmtKind::Block(list) | StmtKind::DoWhile { body: list, .. } => initialised(list, out),
            StmtKind::If { then, other, .. } => {
                initialised(then, out);
                initialised(other, out);
            }
            StmtKind::Loop { init, body, .. } => {
                initialised(init, out);
                initialised(body, out);
            }
            StmtKind::Switch { arms, .. } => {
                arms.iter().for_each(|arm| initialised(&arm.body, out));
            }
            _ => {}
        }
    }
}
