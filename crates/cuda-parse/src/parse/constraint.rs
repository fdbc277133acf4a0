//! `concept`, `requires`, and concepts before the names of template parameters and before `auto`.
//!
//! Rules: `C T` asks `C<T>`, `C<int> T` asks `C<T, int>`, `C... Ts` asks `(C<Ts> && ...)`; `{ e } -> C<int>;` is `e;` and then
//! `requires C<decltype((e)), int>;`. So the checker knows expressions alone.
//! Next: `template.rs`, and `check/constraint.rs` for what holds.

use super::decl::Where;
use super::scopes::NameKind;
use super::{Parsed, Parser};
use crate::ast::{
    BinaryOp, Block, ConceptUse, Cv, Expr, ExprKind, Fold, Function, Ident, Item, ItemKind, Path,
    RESULT, Requirement, Requires, Segment, Stmt, StmtKind, TemplateArg, TypeExpr, TypeKind,
    Variable,
};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

/// A type parameter's name as a type.
pub(super) fn named(name: &Ident) -> TypeExpr {
    let segment = Segment {
        name: name.clone(),
        args: None,
    };
    let path = Path {
        global: false,
        segments: vec![segment],
        span: name.span,
    };
    plain(TypeKind::Named(path), name.span)
}

/// The type of a name or of an expression in parentheses.
fn decltype(e: Expr) -> TypeExpr {
    let span = e.span;
    plain(TypeKind::Decltype(Box::new(e)), span)
}

/// The type of a variable.
pub(super) fn decltype_of(name: &Ident) -> TypeExpr {
    let TypeKind::Named(path) = named(name).kind else {
        return named(name);
    };
    decltype(Expr {
        kind: ExprKind::Name(path),
        span: name.span,
    })
}

fn plain(kind: TypeKind, span: Span) -> TypeExpr {
    TypeExpr {
        kind,
        cv: Cv::default(),
        span,
    }
}

/// The concept asked of a type.
pub(super) fn asked_of(written: &Path, of: TypeExpr) -> Expr {
    let mut path = written.clone();
    if let Some(last) = path.segments.last_mut() {
        let rest = last.args.take().unwrap_or_default();
        last.args = Some([TemplateArg::Type(of)].into_iter().chain(rest).collect());
    }
    Expr {
        span: written.span,
        kind: ExprKind::Name(path),
    }
}

/// What a concept before a parameter's name asks: of each member where that is a pack.
pub(super) fn concept_use(written: Path, of: TypeExpr, pack: bool) -> Box<ConceptUse> {
    let mut asks = asked_of(&written, of);
    if pack {
        let fold = Fold {
            left: Some(asks),
            op: BinaryOp::And,
            right: None,
        };
        asks = Expr {
            kind: ExprKind::Fold(Box::new(fold)),
            span: written.span,
        };
    }
    Box::new(ConceptUse { written, asks })
}

/// `a && b`, of which either may be missing.
pub(super) fn both(a: Option<Box<Expr>>, b: Option<Box<Expr>>) -> Option<Box<Expr>> {
    match (a, b) {
        (Some(a), Some(b)) => {
            let span = a.span;
            let kind = ExprKind::Binary(BinaryOp::And, a, b, span);
            Some(Box::new(Expr { kind, span }))
        }
        (a, b) => a.or(b),
    }
}

impl Parser<'_> {
    /// `concept C = e;`
    pub(super) fn concept(&mut self, at: Where<'_>) -> Parsed<ItemKind> {
        self.bump();
        let name = self.ident("the name of a concept")?;
        self.declare_name(&name.text, NameKind::Value, at);
        self.scopes.declare_concept(&name.text);
        self.expect(Punct::Eq)?;
        let value = Box::new(self.conditional()?);
        self.semicolon("this concept")?;
        Ok(ItemKind::Concept { name, value })
    }

    /// `requires e`, if it is at hand.
    pub(super) fn opt_requires(&mut self) -> Parsed<Option<Box<Expr>>> {
        match self.take_word(Keyword::Requires) {
            true => Ok(Some(Box::new(self.constraint()?))),
            false => Ok(None),
        }
    }

    /// What stands after `requires`: names, `&&`, `||` and what is in parentheses.
    fn constraint(&mut self) -> Parsed<Expr> {
        let mut left = self.constraint_and()?;
        while self.is(Punct::PipePipe) {
            let at = self.bump();
            let right = self.constraint_and()?;
            left = joined(BinaryOp::Or, left, right, at);
            self.link()?;
        }
        Ok(left)
    }

    fn constraint_and(&mut self) -> Parsed<Expr> {
        let mut left = self.constraint_part()?;
        while self.is(Punct::AmpAmp) {
            let at = self.bump();
            let right = self.constraint_part()?;
            left = joined(BinaryOp::And, left, right, at);
            self.link()?;
        }
        Ok(left)
    }

    fn constraint_part(&mut self) -> Parsed<Expr> {
        if self.is(Punct::Bang) {
            return self.unary();
        }
        self.nested(Self::primary)
    }

    /// `requires (T a) { … }` as an expression.
    pub(super) fn requires_expression(&mut self) -> Parsed<Expr> {
        let start = self.bump();
        self.scopes.push();
        let made = self.nested(Self::requires_rest);
        self.scopes.pop(false);
        let kind = ExprKind::Requires(Box::new(made?));
        let span = self.since(start);
        Ok(Expr { kind, span })
    }

    fn requires_rest(&mut self) -> Parsed<Requires> {
        let mut params = Vec::new();
        if self.is(Punct::LParen) {
            let open = self.bump();
            params = self.params(open)?.0;
            for param in &params {
                if let Some(name) = &param.name {
                    self.scopes.declare(&name.text, NameKind::Value);
                }
            }
        }
        let open = self.expect(Punct::LBrace)?;
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let mut asks = Vec::new();
        let mut result = Ok(());
        while result.is_ok() && !self.is(Punct::RBrace) && !self.is_end() {
            result = self.requirement(&mut asks);
        }
        self.angle_ends = angle_ends;
        result?;
        self.close(Punct::RBrace, open)?;
        Ok(Requires { params, asks })
    }

    fn requirement(&mut self, asks: &mut Vec<Requirement>) -> Parsed<()> {
        match self.kind() {
            LexKind::Keyword(Keyword::Requires) if !self.opens_requires_expression() => {
                self.bump();
                asks.push(Requirement::Holds(self.conditional()?));
            }
            LexKind::Keyword(Keyword::Typename) => {
                asks.push(Requirement::Type(self.type_name()?));
            }
            LexKind::Punct(Punct::LBrace) => self.compound_requirement(asks)?,
            _ => asks.push(Requirement::Expr(self.expression()?)),
        }
        self.semicolon("this requirement")
    }

    /// Whether `requires` at hand begins an expression and not a condition.
    fn opens_requires_expression(&self) -> bool {
        self.is_ahead(1, Punct::LBrace)
    }

    /// `{ e } noexcept -> C<int>`
    fn compound_requirement(&mut self, asks: &mut Vec<Requirement>) -> Parsed<()> {
        let open = self.bump();
        let inner = self.expression()?;
        self.close(Punct::RBrace, open)?;
        let span = inner.span;
        self.take_word(Keyword::Noexcept); // as with the operator of that name, all is taken not to throw
        asks.push(Requirement::Expr(inner.clone()));
        if self.take(Punct::Arrow) {
            let concept = self.path()?;
            let kind = ExprKind::Paren(Box::new(inner));
            let of = decltype(Expr { kind, span });
            asks.push(Requirement::Holds(asked_of(&concept, of)));
        }
        Ok(())
    }

    /// The index after a concept's name at hand, with its arguments.
    pub(super) fn look_concept(&self) -> Option<usize> {
        if !matches!(
            self.kind(),
            LexKind::Ident | LexKind::Punct(Punct::ColonColon)
        ) {
            return None;
        }
        let look = self.look_path(self.at)?;
        // The last name outside of template arguments.
        let mut angles = 0i32;
        let mut last = None;
        for at in self.at..look.end {
            let token = self.token_at(at);
            match token.kind {
                LexKind::Punct(Punct::Lt) => angles += 1,
                LexKind::Punct(Punct::Gt) => angles -= 1,
                LexKind::Punct(Punct::GtGt) => angles -= 2,
                LexKind::Ident if angles == 0 => last = Some(&token.text),
                _ => {}
            }
        }
        last.filter(|last| self.scopes.is_concept(last))
            .map(|_| look.end)
    }

    /// Whether a concept and then `auto` stand at hand.
    pub(super) fn is_constrained_auto(&self) -> bool {
        self.look_concept()
            .is_some_and(|end| self.kind_at(end) == LexKind::Keyword(Keyword::Auto))
    }

    /// `C auto`: the type; what is asked of it stays known by where it stands.
    pub(super) fn constrained_auto(&mut self) -> Parsed<TypeExpr> {
        let concept = self.path()?;
        let span = self.bump();
        self.concepts.insert(span, concept);
        Ok(plain(TypeKind::Auto, span))
    }

    /// Keeps what stands before the `auto` of a function's result.
    pub(super) fn ask_of_result(&mut self, function: &mut Function) {
        let mut result = function.result.clone();
        let auto = super::template::auto_in(&mut result).map(|auto| auto.span);
        if let Some(concept) = auto.and_then(|span| self.concepts.remove(&span)) {
            let name = Ident {
                text: RESULT.into(),
                span: concept.span,
            };
            function.result_asks = Some(concept_use(concept, named(&name), false));
        }
    }

    /// Asks of the variable of a loop over a range what stands before its `auto`: first in the loop's body.
    pub(super) fn ask_of_loop(&mut self, variable: &Variable, body: Stmt) -> Stmt {
        let mut ty = variable.ty.clone();
        let auto = super::template::auto_in(&mut ty).map(|auto| auto.span);
        let Some(concept) = auto.and_then(|span| self.concepts.remove(&span)) else {
            return body;
        };
        let span = body.span;
        let asked = Stmt {
            kind: StmtKind::Decl(vec![asked_of_variable(&concept, &variable.name, span)]),
            span,
        };
        let stmts = vec![asked, body];
        Stmt {
            kind: StmtKind::Block(Block { stmts, span }),
            span,
        }
    }

    /// Asks of the variables just declared what stands before their `auto`.
    pub(super) fn ask_of_variables(&mut self, auto: &TypeExpr, items: &mut Vec<Item>) {
        let Some(concept) = self.concepts.get(&auto.span).cloned() else {
            return;
        };
        let mut asked = Vec::new();
        for item in items.iter() {
            if let ItemKind::Variable(v) = &item.kind {
                asked.push(asked_of_variable(&concept, &v.name, item.span));
            }
        }
        if !asked.is_empty() {
            self.concepts.remove(&auto.span);
        }
        items.append(&mut asked);
    }
}

/// A static assertion of what a concept asks of a variable.
fn asked_of_variable(concept: &Path, name: &Ident, span: Span) -> Item {
    let mut of = decltype_of(name);
    if let TypeKind::Decltype(e) = of.kind {
        of.kind = TypeKind::Bare(e);
    }
    let condition = Box::new(asked_of(concept, of));
    let last = &concept.last().name.text;
    let message = Some(format!(
        "the type of `{}` does not meet `{last}`",
        name.text
    ));
    let kind = ItemKind::StaticAssert { condition, message };
    Item { kind, span }
}

fn joined(op: BinaryOp, left: Expr, right: Expr, at: Span) -> Expr {
    let span = left.span.to(right.span);
    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right), at);
    Expr { kind, span }
}
