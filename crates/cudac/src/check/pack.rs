//! Packs: what `...` expands, one member after another; folds and `sizeof...`.
//! In: a pattern and the packs in it; out: the pattern once for each member.
//! The rule: for each member the names of the packs stand for that member in a scope of their own, so that a pattern
//! is checked as if it were written out; all packs of a pattern have the same length.
//! Next: template.rs, which binds packs; call.rs for arguments.

use super::scope::Entity;
use super::{Checker, Typed};
use crate::tree::{Const, Expr};
use crate::ty::{SIZE_T, Scalar};
use cuda_parse::ast::{self, ExprKind as A, TemplateArg, TypeExpr, TypeKind};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// What a member of a pack takes where it is put out, in bytes.
const MEMBER: u64 = 200;

/// The packs of a pattern, each with its members.
pub(super) type Packs = Vec<(String, Vec<Entity>)>;

impl<'a> Checker<'a> {
    /// The packs in scope that an expression expands.
    pub(super) fn packs_of_expr(&mut self, e: &ast::Expr) -> Packs {
        let mut names = Vec::new();
        names_in_expr(e, &mut names);
        self.packs_among(names)
    }

    /// The packs in scope that a type expands.
    pub(super) fn packs_of_type(&mut self, t: &TypeExpr) -> Packs {
        let mut names = Vec::new();
        names_in_type(t, &mut names);
        self.packs_among(names)
    }

    fn packs_among(&mut self, mut names: Vec<String>) -> Packs {
        names.sort();
        names.dedup();
        let mut packs = Packs::new();
        for name in names {
            if let Some(Entity::Pack(members)) = self.lookup_inner(&name) {
                packs.push((name, members));
            }
        }
        packs
    }

    /// How many members the packs of a pattern have.
    pub(super) fn pack_length(&mut self, packs: &Packs, span: Span) -> Option<usize> {
        let Some((first, members)) = packs.first() else {
            let diag = Diag::error(
                Code::BadTemplateArgument,
                span,
                "`...` expands a pack, and there is none in this",
            );
            self.note(diag.help("take the dots away, or name a parameter declared with `...`"));
            return None;
        };
        for (other, list) in packs {
            if list.len() != members.len() {
                let (a, b) = (members.len(), list.len());
                let message =
                    format!("`{first}` has {a} members and `{other}` {b}: they cannot go together");
                self.error(Code::BadTemplateArgument, span, message);
                return None;
            }
        }
        Some(members.len())
    }

    /// Runs something in a scope in which each pack stands for one of its members.
    pub(super) fn with_member<T>(
        &mut self,
        packs: &Packs,
        at: usize,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.names.scopes.push();
        for (name, members) in packs {
            if let Some(member) = members.get(at) {
                self.names
                    .scopes
                    .declare(name, member.clone(), Span::default());
            }
        }
        let result = f(self);
        self.names.scopes.pop();
        result
    }

    /// Runs something once for each member.
    pub(super) fn each_member<T>(
        &mut self,
        packs: &Packs,
        span: Span,
        mut f: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let n = self.pack_length(packs, span)?;
        if !self.spend(n * (1 + packs.len()), span) || !self.hold(MEMBER * n as u64, span) {
            return None;
        }
        (0..n)
            .map(|at| self.with_member(packs, at, &mut f))
            .collect()
    }

    /// Expressions of a list, those with `...` once for each member; `f` checks one.
    pub(super) fn each_expanded<T>(
        &mut self,
        e: &'a ast::Expr,
        out: &mut Vec<T>,
        mut f: impl FnMut(&mut Self, &'a ast::Expr) -> Option<T>,
    ) -> Option<()> {
        match &e.kind {
            A::Expand(inner) => {
                let packs = self.packs_of_expr(inner);
                out.extend(self.each_member(&packs, e.span, |c| f(c, inner))?);
            }
            _ => out.push(f(self, e)?),
        }
        Some(())
    }

    /// The values of a list, with those that `...` makes.
    pub(super) fn values_of(
        &mut self,
        list: impl Iterator<Item = &'a ast::Expr>,
    ) -> Option<Vec<Expr>> {
        let mut values = Vec::new();
        for e in list {
            self.each_expanded(e, &mut values, Self::rvalue)?;
        }
        Some(values)
    }

    /// The types that a list of types is, with those that `...` makes.
    pub(super) fn each_type<T>(
        &mut self,
        t: &'a TypeExpr,
        out: &mut Vec<T>,
        mut f: impl FnMut(&mut Self, &'a TypeExpr) -> Option<T>,
    ) -> Option<()> {
        match &t.kind {
            TypeKind::Expand(inner) => {
                let packs = self.packs_of_type(inner);
                out.extend(self.each_member(&packs, t.span, |c| f(c, inner))?);
            }
            _ => out.push(f(self, t)?),
        }
        Some(())
    }

    /// `sizeof...(P)`
    pub(super) fn size_of_pack(&mut self, name: &ast::Ident, span: Span) -> Option<Expr> {
        let Some(Entity::Pack(members)) = self.lookup_inner(&name.text) else {
            let message = format!("`{}` is not a pack", name.text);
            self.error(Code::BadTemplateArgument, name.span, message);
            return None;
        };
        let n = Const::Int(members.len() as i64);
        Some(super::op::constant(n, SIZE_T, span))
    }

    /// `(... + e)`, `(e + ...)`, and those with a first or last operand.
    pub(super) fn fold_expr(&mut self, fold: &'a ast::Fold, span: Span) -> Option<Typed> {
        let left = fold.left.as_ref().map(|e| (e, self.packs_of_expr(e)));
        let right = fold.right.as_ref().map(|e| (e, self.packs_of_expr(e)));
        let (pattern, packs, first, from_left) = match (left, right) {
            (None, Some((e, packs))) => (e, packs, None, true),
            (Some((e, packs)), None) => (e, packs, None, false),
            (Some((e, packs)), Some((other, others))) if others.is_empty() => {
                (e, packs, Some(other), false)
            }
            (Some((other, _)), Some((e, packs))) => (e, packs, Some(other), true),
            (None, None) => return None,
        };
        let n = self.pack_length(&packs, span)?;
        let mut order: Vec<usize> = (0..n).collect();
        if !from_left {
            order.reverse();
        }
        if fold.op == ast::BinaryOp::Comma {
            return self.fold_commas(pattern, &packs, first, span);
        }
        let mut value = match first {
            Some(first) => Some(self.expr(first)?),
            None => None,
        };
        for at in order {
            let next = self.with_member(&packs, at, |c| c.expr(pattern))?;
            value = Some(match value {
                None => next,
                Some(before) => {
                    let (l, r) = match from_left {
                        true => (before, next),
                        false => (next, before),
                    };
                    self.fold_link(fold.op, l, r, span)?
                }
            });
        }
        match value {
            Some(value) => Some(value),
            None => self.empty_fold(fold.op, span),
        }
    }

    fn fold_link(&mut self, op: ast::BinaryOp, l: Typed, r: Typed, span: Span) -> Option<Typed> {
        let how = super::expr::operator(op)?;
        self.binary_link((op, how), l, r, span)
    }

    /// `(f(xs), ...)`: one after the other, whatever side the dots are on.
    fn fold_commas(
        &mut self,
        pattern: &'a ast::Expr,
        packs: &Packs,
        first: Option<&'a ast::Expr>,
        span: Span,
    ) -> Option<Typed> {
        let mut all = Vec::new();
        if let Some(first) = first {
            all.extend(self.effect(first));
        }
        let n = self.pack_length(packs, span)?;
        for at in 0..n {
            let one = self.with_member(packs, at, |c| {
                let typed = c.expr(pattern)?;
                c.value(typed)
            })?;
            all.push(one);
        }
        let whole = all.into_iter().reduce(super::class::comma);
        let none =
            || super::call::to_void(super::op::constant(Const::Int(0), Scalar::Int, span), span);
        Some(Typed::Value(whole.unwrap_or_else(none)))
    }

    fn empty_fold(&mut self, op: ast::BinaryOp, span: Span) -> Option<Typed> {
        let truth = match op {
            ast::BinaryOp::And => 1,
            ast::BinaryOp::Or => 0,
            _ => {
                let diag = Diag::error(
                    Code::BadTemplateArgument,
                    span,
                    format!(
                        "this pack is empty, and `{}` of nothing has no value",
                        op.as_str()
                    ),
                );
                self.note(diag.help("give the fold a first operand: `(0 + ... + xs)`"));
                return None;
            }
        };
        let value = super::op::constant(Const::Int(truth), Scalar::Bool, span);
        Some(Typed::Value(value))
    }
}

/// The unqualified names in an expression outside of what is expanded in it already.
pub(super) fn names_in_expr(e: &ast::Expr, out: &mut Vec<String>) {
    let mut all = |list: &[ast::Expr]| list.iter().for_each(|e| names_in_expr(e, out));
    match &e.kind {
        A::Name(path) => names_in_path(path, out),
        A::Paren(e)
        | A::Unary(_, e)
        | A::PostStep(_, e)
        | A::SizeofExpr(e)
        | A::Delete(_, e)
        | A::Throw(Some(e))
        | A::Suffixed(e, _) => names_in_expr(e, out),
        A::Binary(_, a, b, _) | A::Assign(_, a, b, _) | A::Index(a, b) => {
            names_in_expr(a, out);
            names_in_expr(b, out);
        }
        A::Conditional(parts) => all(&parts[..]),
        A::Call(f, args) => {
            all(args);
            names_in_expr(f, out);
        }
        A::Launch(launch) => {
            all(&launch.config);
            all(&launch.args);
            names_in_expr(&launch.kernel, out);
        }
        A::PointedMember(m) => {
            names_in_expr(&m.object, out);
            names_in_expr(&m.pointer, out);
        }
        A::Member(m) => {
            names_in_expr(&m.base, out);
            names_in_args(m.member.args.as_deref(), out);
        }
        A::Cast(_, t, e) => {
            names_in_type(t, out);
            names_in_expr(e, out);
        }
        A::Construct(made) => {
            names_in_type(&made.ty, out);
            made.args.iter().for_each(|i| names_in_expr(&i.value, out));
        }
        A::Braces(items) => items.iter().for_each(|i| names_in_expr(&i.value, out)),
        A::SizeofType(t) | A::Alignof(t) | A::TypeidType(t) => names_in_type(t, out),
        A::TypeidExpr(e) => names_in_expr(e, out),
        A::Inside(made) => names_in_type(&made.0, out),
        A::New(made) => {
            all(&made.placement);
            if let Some((list, _)) = &made.init {
                all(list);
            }
            made.count.iter().for_each(|e| names_in_expr(e, out));
            names_in_type(&made.ty, out);
        }
        A::Lambda(_) | A::Requires(_) => {
            // Whatever is written in it may be expanded around it.
            let text = ast::print::expr(e);
            let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
            out.extend(words.filter(|w| !w.is_empty()).map(String::from));
        }
        _ => {}
    }
}

/// The unqualified names in a type outside of what is expanded in it already.
fn names_in_type(t: &TypeExpr, out: &mut Vec<String>) {
    match &t.kind {
        TypeKind::Named(path) => names_in_path(path, out),
        TypeKind::Decltype(e) | TypeKind::Bare(e) => names_in_expr(e, out),
        TypeKind::Inside(made) => names_in_type(&made.0, out),
        TypeKind::Pointer(t) | TypeKind::LRef(t) | TypeKind::RRef(t) => names_in_type(t, out),
        TypeKind::Array(t, n) => {
            names_in_type(t, out);
            n.iter().for_each(|e| names_in_expr(e, out));
        }
        TypeKind::MemberPointer(made) => {
            names_in_path(&made.0, out);
            names_in_type(&made.1, out);
        }
        TypeKind::Function(f) => {
            names_in_type(&f.result, out);
            let params = f.params.iter().filter(|p| !p.pack);
            params.for_each(|p| names_in_type(&p.ty, out));
        }
        _ => {}
    }
}

fn names_in_path(path: &ast::Path, out: &mut Vec<String>) {
    if let Some(first) = path.segments.first() {
        out.push(first.name.text.to_string());
    }
    for segment in &path.segments {
        names_in_args(segment.args.as_deref(), out);
    }
}

fn names_in_args(args: Option<&[TemplateArg]>, out: &mut Vec<String>) {
    for arg in args.into_iter().flatten() {
        match arg {
            TemplateArg::Type(t) => names_in_type(t, out),
            TemplateArg::Expr(e) => names_in_expr(e, out),
        }
    }
}
