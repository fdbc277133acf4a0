//! Statements: from syntax to structured control flow.
//! In: statements and the scopes around them; out: statements of the tree, appended.
//! The rule: a declaration in a condition becomes a block around it; a statement with a mistake is left out and
//! the next is checked all the same.
//! Next: init.rs for declarations, expr.rs for expressions.

use super::expr::bare;
use super::{Checker, Typed, konst};
use crate::tree::{Const, Expr, ExprKind, Place, PlaceKind, Stmt, StmtKind};
use crate::ty::{Scalar, Type};
use cuda_parse::ast::{self, Condition, ExprKind as A, ItemKind, StmtKind as S};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

impl<'a> Checker<'a> {
    /// A list of statements in the scope that is open.
    pub(super) fn statements(&mut self, list: &'a [ast::Stmt], out: &mut Vec<Stmt>) {
        for s in list {
            self.statement(s, out);
        }
    }

    /// A statement in a scope of its own.
    pub(super) fn scoped(&mut self, s: &'a ast::Stmt) -> Vec<Stmt> {
        self.names.scopes.push();
        self.body.ends.push(s.span.end);
        let living = self.body.cleanups.len();
        let mut out = Vec::new();
        match &s.kind {
            S::Block(block) => self.statements(&block.stmts, &mut out),
            _ => self.statement(s, &mut out),
        }
        self.end_scope(living, s.span, &mut out);
        self.body.ends.pop();
        self.names.scopes.pop();
        out
    }

    /// The body of a loop.
    pub(super) fn turn(&mut self, s: &'a ast::Stmt) -> Vec<Stmt> {
        self.body.loops += 1;
        self.body.breakable += 1;
        let living = self.body.cleanups.len();
        self.body.break_marks.push(living);
        self.body.continue_marks.push(living);
        let body = self.scoped(s);
        self.body.break_marks.pop();
        self.body.continue_marks.pop();
        self.body.loops -= 1;
        self.body.breakable -= 1;
        body
    }

    pub(super) fn statement(&mut self, s: &'a ast::Stmt, out: &mut Vec<Stmt>) {
        let (unnamed, at) = (self.body.undeclared.len(), out.len());
        self.statement_kind(s, out);
        if self.body.undeclared.len() > unnamed {
            self.declare_temporaries(unnamed, at, out);
            // What no later statement speaks of is gone after this one.
            if !matches!(s.kind, S::Decl(_)) && out.len() > at {
                let all = out.split_off(at);
                let span = s.span;
                let kind = StmtKind::Block(all);
                out.push(Stmt { kind, span });
            }
        }
    }

    fn statement_kind(&mut self, s: &'a ast::Stmt, out: &mut Vec<Stmt>) {
        let span = s.span;
        if !span.is_system() {
            self.said.learner = span;
        }
        let mut push = |kind| out.push(Stmt { kind, span });
        match &s.kind {
            S::Empty => {}
            S::Error => self.body.torn = true,
            S::Expr(e) => {
                if let Some(e) = self.effect(e) {
                    push(StmtKind::Expr(e));
                } else {
                    self.came_to_nothing(span);
                }
                self.body.temporaries.clear();
            }
            S::Decl(items) => items.iter().for_each(|item| self.declaration(item, out)),
            S::Block(_) => {
                let inner = self.scoped(s);
                push(StmtKind::Block(inner));
            }
            S::If(i) => self.if_statement(i, span, out),
            S::While(cond, body) => self.while_loop(cond, body, span, false, out),
            S::DoWhile(body, cond) => {
                let body = self.turn(body);
                if let Some(cond) = self.condition_expr(cond) {
                    push(StmtKind::DoWhile { body, cond });
                }
            }
            S::For(f) => self.for_loop(f, span, false, out),
            S::RangeFor(f) => self.range_for(f, span, false, out),
            S::Switch(sw) => self.switch(sw, span, out),
            S::Case(..) | S::Default if self.body.breakable > 0 => self.inner_case(s, out),
            S::Case(..) | S::Default => {
                self.error(
                    Code::MisplacedJump,
                    span,
                    "`case` and `default` belong in a `switch`",
                );
            }
            S::Return(e) => self.return_statement(e.as_ref(), span, out),
            S::Break if self.body.breakable > 0 => {
                let living = self.body.break_marks.last().copied().unwrap_or(0);
                self.end_since(living, span, out);
                let kind = StmtKind::Break;
                out.push(Stmt { kind, span });
            }
            S::Continue if self.body.loops > 0 => {
                let living = self.body.continue_marks.last().copied().unwrap_or(0);
                self.end_since(living, span, out);
                let kind = StmtKind::Continue;
                out.push(Stmt { kind, span });
            }
            S::Break => self.error(
                Code::MisplacedJump,
                span,
                "`break` outside a loop or `switch`",
            ),
            S::Continue => {
                let diag = Diag::error(Code::MisplacedJump, span, "`continue` outside a loop");
                self.note(diag.help("to end the thread's work early, write `return`"));
            }
            S::Unroll(factor, inner) => self.unrolled(factor.as_deref(), inner, span, out),
            S::Asm(asm) => self.asm_statement(asm, span, out),
            S::Try(t) => self.try_statement(t, span, out),
            S::Goto(label) => self.goto(label, span, out),
            S::Label(name) => self.label_statement(name, span, out),
            S::Unmodelled(what) => {
                let verb = if what.ends_with('s') { "are" } else { "is" };
                let help = "write it with `if`, loops and functions";
                self.refuse(span, &format!("{what} {verb}"), help);
            }
        }
    }

    /// An expression for its effects.
    pub(super) fn effect(&mut self, e: &'a ast::Expr) -> Option<Expr> {
        let typed = self.expr(e)?;
        let value = match typed {
            Typed::Value(v) if self.drops(&v.ty) => {
                let l = self.materialise(v)?;
                let e = self.address_value(l);
                return Some(self.full(e));
            }
            Typed::Place(l) if self.class_of(&l.place.ty).is_some() => {
                if !place_effect(&l.place) {
                    self.warn_unused(e, &l.place.ty);
                }
                let e = self.address_value(l);
                return Some(self.full(e));
            }
            Typed::Value(v) => v,
            Typed::Place(l) if l.place.volatile => self.value(Typed::Place(l))?,
            Typed::Place(l) => {
                if !place_effect(&l.place) {
                    self.warn_unused(e, &l.place.ty);
                }
                // Whatever computing the place does still happens.
                return match l.place.ty {
                    Type::Array(..) => {
                        let e = self.address_value(l);
                        Some(self.full(e))
                    }
                    _ => self.value(Typed::Place(l)).map(|e| self.full(e)),
                };
            }
        };
        if self.is_function_alone(&value) {
            self.warn_uncalled(e);
            let nothing = super::op::constant(Const::Int(0), Scalar::Int, e.span);
            return Some(super::call::to_void(nothing, e.span));
        }
        if self.unclear_value(&value) {
            return None;
        }
        if !has_effect(&value) {
            self.warn_unused(e, &value.ty);
        }
        Some(self.full(value))
    }

    pub(super) fn warn_unused(&mut self, e: &ast::Expr, ty: &Type) {
        // `(void)x;` says that it is meant; `new` makes something, even where its constructor does nothing.
        if *ty == Type::Void || matches!(bare(e).kind, A::New(_)) {
            return;
        }
        let mut diag = Diag::warning(
            Code::UnusedValue,
            e.span,
            "this value is computed and not used",
        );
        if let A::Binary(ast::BinaryOp::Eq, _, _, at) = &bare(e).kind {
            diag = diag.help("`=` assigns, `==` compares").fix(*at, "=");
        }
        self.note(diag);
    }

    fn declaration(&mut self, item: &'a ast::Item, out: &mut Vec<Stmt>) {
        match &item.kind {
            ItemKind::Variable(v) => self.local(v, out),
            ItemKind::Struct(s) if s.members.is_some() => drop(self.declare_struct(s, "")),
            ItemKind::Struct(_) => {}
            ItemKind::Enum(e) => drop(self.declare_enum(e, "")),
            ItemKind::Alias(a) => drop(self.declare_alias(a, "")),
            ItemKind::StaticAssert { condition, message } => {
                if let Some(Some(diag)) = self.static_assertion(condition, message.as_deref()) {
                    self.note(diag);
                }
            }
            ItemKind::NamespaceAlias { name, target } => {
                self.must_be_namespace(target);
                self.alias_namespace(name, target);
            }
            ItemKind::UsingNamespace(path) => {
                self.must_be_namespace(path);
                let space = self.names.space.clone();
                self.names
                    .use_namespace(&super::typex::spelled(path), &space);
            }
            ItemKind::UsingName(path) => {
                let name = path.last().name.text.to_string();
                let target = super::typex::spelled(path);
                if let Some(entity) = self.lookup(&target, item.span) {
                    self.names.scopes.declare(&name, entity, item.span);
                } else {
                    self.must_be_there(path);
                }
            }
            ItemKind::UsingEnum(path) => self.use_enum_here(path),
            ItemKind::Binding(b) => self.binding(b, out),
            ItemKind::Function(f) => {
                self.local_function(f, item.span);
            }
            ItemKind::Unmodelled(what) => {
                self.refuse(item.span, &format!("{what} is"), "leave it out")
            }
            _ => self.refuse(
                item.span,
                "this declaration inside a function is",
                "move it to file scope",
            ),
        }
    }

    /// `using enum E;` in a block.
    fn use_enum_here(&mut self, path: &'a ast::Path) {
        let found = self.resolve(path);
        let Some(super::scope::Entity::Type(q)) = found else {
            return self.must_be_there(path);
        };
        let crate::ty::Type::Enum(id) = q.ty else {
            let shown = self.types.show(&q.ty);
            let message = format!("`using enum` needs an enumeration, and this is `{shown}`");
            return self.error(Code::TypeMismatch, path.span, message);
        };
        for (name, entity) in self.names.enum_values.get(&id).cloned().unwrap_or_default() {
            self.names.scopes.declare(&name, entity, path.span);
        }
    }

    /// The condition of `if` and loops, with the warning for `=`.
    pub(super) fn condition_expr(&mut self, e: &'a ast::Expr) -> Option<Expr> {
        if let A::Assign(None, _, _, at) = &e.kind {
            let diag = Diag::warning(
                Code::SuspiciousAssignment,
                e.span,
                "this assigns, and the condition is the value assigned",
            );
            self.note(
                diag.help("`==` compares; if the assignment is meant, put it in parentheses")
                    .fix(*at, "=="),
            );
        }
        let typed = self.expr(e)?;
        let value = self.truth_of(typed)?;
        Some(self.full(value))
    }

    /// A condition; a declared variable goes to `before` and its value is the condition.
    pub(super) fn condition(&mut self, c: &'a Condition, before: &mut Vec<Stmt>) -> Option<Expr> {
        match c {
            Condition::Expr(e) => self.condition_expr(e),
            Condition::Decl(v) => {
                self.local(v, before);
                let span = v.name.span;
                let Some(super::scope::Entity::Local(id)) = self.lookup(&v.name.text, span) else {
                    return None;
                };
                let place = self.var_place(id, span)?;
                self.truth_of(Typed::Place(place))
            }
        }
    }

    pub(super) fn open(&mut self, span: Span) {
        self.names.scopes.push();
        self.body.ends.push(span.end);
    }

    pub(super) fn close(&mut self) {
        self.body.ends.pop();
        self.names.scopes.pop();
    }

    fn if_statement(&mut self, i: &'a ast::If, span: Span, out: &mut Vec<Stmt>) {
        if cuda_parse::parse::asks_for_side(i) {
            return self.of_each_side(i, span, out);
        }
        self.open(span);
        let living = self.body.cleanups.len();
        let mut before = Vec::new();
        if let Some(init) = &i.init {
            self.statement(init, &mut before);
        }
        let cond = self.condition(&i.condition, &mut before);
        if i.is_constexpr {
            self.if_constexpr(i, cond, before, out);
            self.close();
            return;
        }
        if matches!(i.then.kind, S::Empty) && i.otherwise.is_none() {
            let diag = Diag::warning(
                Code::EmptyBody,
                i.then.span,
                "this `;` is the whole body of the `if`",
            );
            self.note(diag.help("take it away, or write `{}`"));
        }
        let unset = self.body.unset.clone();
        let then = self.scoped(&i.then);
        let after_then = std::mem::replace(&mut self.body.unset, unset);
        let other = i.otherwise.as_ref().map_or(Vec::new(), |s| self.scoped(s));
        // Set on either side is enough: only what is never set is reported.
        self.body.unset.retain(|id, _| after_then.contains_key(id));
        self.close();
        let Some(cond) = cond else { return };
        let kind = StmtKind::If { cond, then, other };
        if self.body.cleanups.len() > living {
            before.push(Stmt { kind, span });
            self.end_scope(living, span, &mut before);
            let kind = StmtKind::Block(before);
            return out.push(Stmt { kind, span });
        }
        wrap(before, Stmt { kind, span }, out);
    }

    fn if_constexpr(
        &mut self,
        i: &'a ast::If,
        cond: Option<Expr>,
        before: Vec<Stmt>,
        out: &mut Vec<Stmt>,
    ) {
        let Some(cond) = cond else { return };
        let (cond, evaluation) = self.fold(cond);
        let ExprKind::Const(c) = cond.kind else {
            let diag = Diag::error(
                Code::NotConstant,
                cond.span,
                "the condition of `if constexpr` must be known at compile time",
            );
            return self.note(evaluation.explain(diag.help("write a plain `if`")));
        };
        let chosen = if konst::truth(c) {
            Some(&i.then)
        } else {
            i.otherwise.as_ref()
        };
        if let Some(s) = chosen {
            let inner = self.scoped(s);
            let span = s.span;
            wrap(
                before,
                Stmt {
                    kind: StmtKind::Block(inner),
                    span,
                },
                out,
            );
        }
    }
}

/// Puts a statement into a block with what must come before it, if anything does.
pub(super) fn wrap(mut before: Vec<Stmt>, s: Stmt, out: &mut Vec<Stmt>) {
    if before.is_empty() {
        return out.push(s);
    }
    let span = s.span;
    before.push(s);
    out.push(Stmt {
        kind: StmtKind::Block(before),
        span,
    });
}

/// Whether evaluating an expression does anything.
pub(super) fn has_effect(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Assign { .. }
        | ExprKind::Update { .. }
        | ExprKind::Call(..)
        | ExprKind::CallPointer(..)
        | ExprKind::Sys(..)
        | ExprKind::Print(..)
        | ExprKind::Launch(_)
        | ExprKind::Assert(..) => true,
        ExprKind::Builtin(what, _) => !matches!(
            what,
            crate::builtin::Builtin::Math1(_)
                | crate::builtin::Builtin::Math2(_)
                | crate::builtin::Builtin::Fma
        ),
        ExprKind::Convert(crate::tree::Conversion::Void, _) => true,
        ExprKind::Convert(_, e)
        | ExprKind::Unary(_, e)
        | ExprKind::Not(e)
        | ExprKind::Field(e, _) => has_effect(e),
        ExprKind::Comma(_, e) => has_effect(e),
        ExprKind::And(_, b) | ExprKind::Or(_, b) => has_effect(b),
        ExprKind::Select(_, a, b) => has_effect(a) || has_effect(b),
        ExprKind::Load(p) => p.volatile || place_effect(p),
        _ => e.ty == Type::Void,
    }
}

/// Whether finding a place does anything.
fn place_effect(p: &Place) -> bool {
    match &p.kind {
        PlaceKind::Var(_) | PlaceKind::Global(_) => false,
        PlaceKind::Deref(e) => has_effect(e),
        PlaceKind::Index(base, at) => place_effect(base) || has_effect(at),
        PlaceKind::Field(base, _) => place_effect(base),
        PlaceKind::Then(..) => true,
    }
}
