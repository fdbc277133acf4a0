//! Constraints: concepts, what stands after `requires`, and what a `requires` expression asks.
//! In: a template's conditions and what its parameters stand for; out: whether they hold, and if not, which and why.
//! The rules: what cannot be formed does not hold, and nothing more is said of it; of two templates that are otherwise alike
//! the one is meant whose conditions imply the other's. Conditions are the same where they are the same text of one concept
//! with the same arguments.
//! Next: overload.rs for the choice, parse/constraint.rs for how `C T` is written out.

use super::expr::bare;
use super::scope::Entity;
use super::template::Bindings;
use super::typex::spelled;
use super::{Checker, TemplateArg};
use crate::tree::{Const, Expr, ExprKind, FuncId};
use crate::ty::{Scalar, StructId};
use cuda_parse::ast::{self, BinaryOp, ExprKind as A, Requirement};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;

/// A concept, or with `true` a function, and what its parameters stand for.
pub(super) type Question = (bool, usize, Vec<TemplateArg>);

/// Questions inside questions beyond this are a condition that never stops asking.
const MOST_NESTED: usize = 40;
/// Alternatives of a condition beyond which it is not compared with another.
const MOST_CLAUSES: usize = 64;

/// What a condition is made of, concepts written out.
#[derive(Clone, Debug)]
pub(super) enum Formula {
    /// What is no `&&` and no `||`: where it stands, and the arguments of the concept that it is part of.
    Atom(Span, Vec<TemplateArg>),
    /// Both.
    And(Box<[Formula; 2]>),
    /// Either.
    Or(Box<[Formula; 2]>),
}

/// Where a template stands.
#[derive(Clone, Copy)]
pub(super) struct Home<'h> {
    /// The namespace, with `::` at its end.
    pub space: &'h str,
    /// The class, if it is in one.
    pub outer: Option<StructId>,
}

impl<'h> Home<'h> {
    /// Of a template in no class.
    fn of_space(space: &'h str) -> Self {
        Home { space, outer: None }
    }
}

/// A template that is used with arguments.
#[derive(Clone, Copy)]
pub(super) struct Used<'n> {
    /// Its name, for messages.
    pub name: &'n str,
    /// Where it is used.
    pub span: Span,
}

/// All conditions of a template, in the order in which they are looked at.
pub(super) fn asked<'a>(
    params: &'a [ast::TemplateParam],
    requires: Option<&'a ast::Expr>,
) -> Vec<&'a ast::Expr> {
    let concepts = params.iter().filter_map(|p| p.concept.as_deref());
    concepts.map(|used| &used.asks).chain(requires).collect()
}

/// Whether the first of two implies the second, and not the other way round.
pub(super) fn says_more(a: &Option<Formula>, b: &Option<Formula>) -> bool {
    match (a, b) {
        (Some(_), None) => true,
        (Some(a), Some(b)) => a.implies(b) && !b.implies(a),
        (None, _) => false,
    }
}

type Clauses<'f> = Vec<Vec<&'f Formula>>;

impl Formula {
    fn implies(&self, other: &Formula) -> bool {
        let (Some(any), Some(all)) = (self.clauses(true), other.clauses(false)) else {
            return false;
        };
        let shared = |a: &[&Formula], b: &[&Formula]| a.iter().any(|x| b.iter().any(|y| x.is(y)));
        any.iter().all(|a| all.iter().all(|b| shared(a, b)))
    }

    fn is(&self, other: &Formula) -> bool {
        match (self, other) {
            (Formula::Atom(a, given), Formula::Atom(b, others)) => a == b && given == others,
            _ => false,
        }
    }

    /// As alternatives of which each holds if all in it do, or (`any` is false) the other way round.
    fn clauses(&self, any: bool) -> Option<Clauses<'_>> {
        let (parts, joined) = match self {
            Formula::Atom(..) => return Some(vec![vec![self]]),
            Formula::And(parts) => (parts, !any),
            Formula::Or(parts) => (parts, any),
        };
        let (mut a, b) = (parts[0].clauses(any)?, parts[1].clauses(any)?);
        if joined {
            a.extend(b);
        } else {
            let pairs = a
                .iter()
                .flat_map(|x| b.iter().map(|y| [&x[..], &y[..]].concat()));
            a = pairs.take(MOST_CLAUSES + 1).collect();
        }
        (a.len() <= MOST_CLAUSES).then_some(a)
    }
}

impl<'a> Checker<'a> {
    /// Whether what a function asks of its template's arguments holds; if not, what is to be said of that, and nothing
    /// where it hangs on its own answer.
    pub(super) fn meets(
        &mut self,
        at: usize,
        bindings: &Bindings,
        called: Option<Span>,
    ) -> Result<(), Option<Box<Diag>>> {
        let asked = self.asked_by(at);
        if asked.is_empty() {
            return Ok(());
        }
        let args = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
        let question = (true, at, args);
        if self.templates.asking.len() > MOST_NESTED || self.templates.asking.contains(&question) {
            return Err(None);
        }
        self.templates.asking.push(question);
        let found = self.in_function(at, bindings, |c| {
            let failed = asked.iter().find_map(|e| c.first_unmet(e))?;
            Some((
                c.shown_condition(failed),
                failed.span,
                c.why_unmet(failed, 0),
            ))
        });
        self.templates.asking.pop();
        let Some(found) = found else { return Ok(()) };
        let declared = &self.functions.declared[at];
        let (span, name) = (declared.span, declared.name.clone());
        Err(Some(Box::new(unmet(&name, called.unwrap_or(span), found))))
    }

    /// The same for a class, an alias or a variable.
    pub(super) fn met(
        &mut self,
        asked: &[&'a ast::Expr],
        home: Home<'_>,
        bindings: &Bindings,
        used: Used<'_>,
    ) -> bool {
        if asked.is_empty() {
            return true;
        }
        let found = self.in_home(home, bindings, |c| {
            let failed = asked.iter().find_map(|e| c.first_unmet(e))?;
            Some((
                c.shown_condition(failed),
                failed.span,
                c.why_unmet(failed, 0),
            ))
        });
        let Some(found) = found else { return true };
        self.note(unmet(used.name, used.span, found));
        false
    }

    /// Whether all of these hold; says nothing.
    pub(super) fn all_hold(
        &mut self,
        asked: &[&'a ast::Expr],
        home: Home<'_>,
        bindings: &Bindings,
    ) -> bool {
        asked.is_empty() || self.in_home(home, bindings, |c| asked.iter().all(|e| c.holds(e)))
    }

    /// What a template's conditions come to, if it has any.
    pub(super) fn formula(
        &mut self,
        asked: &[&'a ast::Expr],
        home: Home<'_>,
        bindings: &Bindings,
    ) -> Option<Formula> {
        match asked {
            [] => None,
            asked => self.in_home(home, bindings, |c| c.all_of(asked)),
        }
    }

    /// The same of a concrete function.
    pub(super) fn formula_of(&mut self, id: FuncId) -> Option<Formula> {
        let instance = &self.templates.instances[id.0 as usize];
        let at = instance.declared;
        let asked = self.asked_by(at);
        if asked.is_empty() {
            return None;
        }
        let bindings = self.templates.instances[id.0 as usize].bindings.clone();
        self.in_function(at, &bindings, |c| c.all_of(&asked))
    }

    fn asked_by(&self, at: usize) -> Vec<&'a ast::Expr> {
        let d = &self.functions.declared[at];
        asked(d.template.unwrap_or_default(), d.ast.requires.as_deref())
    }

    fn in_home<T>(
        &mut self,
        home: Home<'_>,
        bindings: &Bindings,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let run = |c: &mut Self| {
            c.bind_names(bindings);
            c.compare_functions(f)
        };
        match home.outer {
            Some(outer) => self.in_class(outer, run),
            None => self.at_file(home.space, run),
        }
    }

    /// Runs something where a function's conditions stand: what comes after its parameters may name them.
    fn in_function<T>(
        &mut self,
        at: usize,
        bindings: &Bindings,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let ast = self.functions.declared[at].ast;
        let mut names = Vec::new();
        if let Some(e) = &ast.requires {
            super::pack::names_in_expr(e, &mut names);
        }
        let named = |p: &ast::Param| {
            let name = p.name.as_ref();
            name.is_some_and(|name| names.iter().any(|n| *n == *name.text))
        };
        let speaks = ast.params.iter().any(named);
        self.in_scope_of(at, false, |c| {
            c.bind_names(bindings);
            if speaks {
                c.name_values(&ast.params);
            }
            c.compare_functions(f)
        })
    }

    /// Enters the names of values that are never made; false if the type of one cannot be formed.
    fn name_values(&mut self, params: &'a [ast::Param]) -> bool {
        let types = self.attempt(|c| {
            let mut types = Vec::new();
            for p in params {
                if p.pack {
                    let packs = c.packs_of_type(&p.ty);
                    let all = c.each_member(&packs, p.span, |c| c.parameter_type(p))?;
                    types.extend(all.into_iter().map(|q| q.ty));
                } else {
                    types.push(c.parameter_type(p)?.ty);
                }
            }
            Some(types)
        });
        match types {
            Some(types) => self.parameters(params, &types),
            None => return false,
        }
        true
    }

    /// Whether a condition holds.
    fn holds(&mut self, e: &'a ast::Expr) -> bool {
        match &bare(e).kind {
            A::Binary(BinaryOp::And, a, b, _) => self.holds(a) && self.holds(b),
            A::Binary(BinaryOp::Or, a, b, _) => self.holds(a) || self.holds(b),
            _ => self.atom_holds(e),
        }
    }

    fn atom_holds(&mut self, e: &'a ast::Expr) -> bool {
        let known = self.silently(|c| {
            let value = c.rvalue(e)?;
            let value = c.truth(value)?;
            Some(match c.fold(value) {
                (
                    Expr {
                        kind: ExprKind::Const(c),
                        ..
                    },
                    _,
                ) => Ok(super::konst::truth(c)),
                (_, evaluation) => Err(evaluation),
            })
        });
        if let Some(Err(evaluation)) = known {
            let message = "what a template asks for must be known at compile time";
            self.note(evaluation.explain(Diag::error(Code::NotConstant, e.span, message)));
        }
        matches!(known, Some(Ok(true)))
    }

    /// Runs a trial of which nothing is said, whatever comes of it.
    fn silently<T>(&mut self, f: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.said.diags.len();
        let result = self.attempt(f);
        self.said.forget_since(before);
        result
    }

    /// The first part of a condition that does not hold.
    fn first_unmet(&mut self, e: &'a ast::Expr) -> Option<&'a ast::Expr> {
        match &bare(e).kind {
            A::Binary(BinaryOp::And, a, b, _) => {
                self.first_unmet(a).or_else(|| self.first_unmet(b))
            }
            _ => (!self.holds(e)).then_some(e),
        }
    }

    /// The concept that an expression names: which template, its condition, and what its parameters stand for.
    fn concept_in(&mut self, e: &'a ast::Expr) -> Option<Named<'a>> {
        let A::Name(path) = &bare(e).kind else {
            return None;
        };
        let args = path.last().args.as_deref()?;
        let Some(Entity::OtherTemplate(at)) = self.lookup(&spelled(path), path.span) else {
            return None;
        };
        let t = self.classes.others[at].clone();
        let ast::ItemKind::Concept { name, value } = t.item else {
            return None;
        };
        let used = Used {
            name: &name.text,
            span: path.span,
        };
        let bindings = self.attempt(|c| c.all_arguments(t.params, None, args, t.home(), used))?;
        Some(Named {
            name: &name.text,
            value,
            bindings,
            space: t.space.clone(),
        })
    }

    /// Whether a concept holds of these; asked once.
    pub(super) fn concept_holds(
        &mut self,
        at: usize,
        value: &'a ast::Expr,
        bindings: &Bindings,
    ) -> bool {
        let args = bindings.iter().map(|(_, e)| self.as_argument(e)).collect();
        let question = (false, at, args);
        if let Some(known) = self.templates.answers.get(&question) {
            return *known;
        }
        if self.templates.asking.len() > MOST_NESTED || self.templates.asking.contains(&question) {
            return false;
        }
        self.templates.asking.push(question.clone());
        let space = self.classes.others[at].space.clone();
        let holds = self.in_home(Home::of_space(&space), bindings, |c| c.holds(value));
        self.templates.asking.pop();
        self.templates.answers.insert(question, holds);
        holds
    }

    fn all_of(&mut self, asked: &[&'a ast::Expr]) -> Option<Formula> {
        let mut all = Vec::new();
        for e in asked {
            all.push(self.written_out(e, &[], 0)?);
        }
        all.into_iter()
            .reduce(|a, b| Formula::And(Box::new([a, b])))
    }

    /// A condition with its concepts written out, inside one with these arguments.
    fn written_out(
        &mut self,
        e: &'a ast::Expr,
        args: &[TemplateArg],
        depth: usize,
    ) -> Option<Formula> {
        if depth > MOST_NESTED {
            return None;
        }
        if let A::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b, _) = &bare(e).kind {
            let both = Box::new([
                self.written_out(a, args, depth + 1)?,
                self.written_out(b, args, depth + 1)?,
            ]);
            return Some(match op {
                BinaryOp::And => Formula::And(both),
                _ => Formula::Or(both),
            });
        }
        let Some(named) = self.concept_in(e) else {
            return Some(Formula::Atom(e.span, args.to_vec()));
        };
        let own: Vec<TemplateArg> = named
            .bindings
            .iter()
            .map(|(_, e)| self.as_argument(e))
            .collect();
        self.in_home(Home::of_space(&named.space), &named.bindings, |c| {
            c.written_out(named.value, &own, depth + 1)
        })
    }

    /// A condition in words, with what it is asked of.
    fn shown_condition(&mut self, e: &'a ast::Expr) -> String {
        let Some(named) = self.concept_in(e) else {
            return match &bare(e).kind {
                A::Requires(_) => "the `requires` expression".into(),
                _ => format!("`{}`", ast::print::expr(bare(e))),
            };
        };
        let args = named.bindings.iter().map(|(_, e)| self.as_argument(e));
        let args: Vec<TemplateArg> = args.collect();
        let shown: Vec<String> = args.iter().map(|a| self.show_argument(a)).collect();
        format!("`{}<{}>`", named.name, shown.join(", "))
    }

    /// Where a condition comes to nothing, inside the concepts that it names.
    fn why_unmet(&mut self, e: &'a ast::Expr, depth: usize) -> Option<(Span, String)> {
        if depth > MOST_NESTED {
            return None;
        }
        if let Some(named) = self.concept_in(e) {
            return self.in_home(Home::of_space(&named.space), &named.bindings, |c| {
                let inner = c.first_unmet(named.value)?;
                c.why_unmet(inner, depth + 1)
                    .or(Some((inner.span, "this does not hold".into())))
            });
        }
        if let A::Requires(made) = &bare(e).kind {
            return self.with_values(&made.params, |c, _| {
                let failed = made.asks.iter().find(|ask| !c.requirement_met(ask))?;
                let deeper = match failed {
                    Requirement::Holds(e) => c.why_unmet(e, depth + 1),
                    _ => None,
                };
                let here = match failed {
                    Requirement::Expr(e) => (e.span, "this cannot be formed".to_string()),
                    Requirement::Type(t) => (t.span, "there is no such type".to_string()),
                    Requirement::Holds(e) => (e.span, "this does not hold".to_string()),
                };
                deeper.filter(|(span, _)| !span.is_system()).or(Some(here))
            });
        }
        None
    }

    /// `requires (T a) { … }`: whether all of it can be formed.
    pub(super) fn requires(&mut self, made: &'a ast::Requires, span: Span) -> Expr {
        let holds = self.with_values(&made.params, |c, formed| {
            formed && made.asks.iter().all(|ask| c.requirement_met(ask))
        });
        super::op::constant(Const::Int(i64::from(holds)), Scalar::Bool, span)
    }

    /// Runs something with names for values that are never made; it is told whether their types can be formed.
    fn with_values<T>(
        &mut self,
        params: &'a [ast::Param],
        f: impl FnOnce(&mut Self, bool) -> T,
    ) -> T {
        let vars = self.body.vars.len();
        self.names.scopes.push();
        self.body.unevaluated += 1;
        let result = self.compare_functions(|c| {
            let formed = c.name_values(params);
            f(c, formed)
        });
        self.body.unevaluated -= 1;
        self.names.scopes.pop();
        self.body.vars.truncate(vars);
        self.body.undeclared.retain(|id| (id.0 as usize) < vars);
        result
    }

    fn requirement_met(&mut self, ask: &'a Requirement) -> bool {
        match ask {
            Requirement::Expr(e) => self.silently(|c| c.unevaluated_expr(e)).is_some(),
            Requirement::Type(t) => self.silently(|c| c.ty(t)).is_some(),
            Requirement::Holds(e) => self.holds(e),
        }
    }
}

/// A concept where it is named.
struct Named<'a> {
    name: &'a str,
    value: &'a ast::Expr,
    bindings: Bindings,
    space: String,
}

type Reason = (String, Span, Option<(Span, String)>);

/// What is said where a condition does not hold.
fn unmet(name: &str, used: Span, (condition, asked, why): Reason) -> Diag {
    let message = format!("`{name}` asks that {condition} holds, and it does not");
    let mut diag = Diag::error(Code::UnmetConstraint, used, message);
    if !asked.is_system() {
        diag = diag.label(asked, "asked here");
    }
    match why {
        Some((span, words)) if !span.is_system() && span != asked => diag.label(span, words),
        _ => diag,
    }
}
