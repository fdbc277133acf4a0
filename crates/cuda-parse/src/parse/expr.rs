//! Expressions: operators by precedence, casts, primaries.
//!
//! Rules: precedence climbing, so that the depth of the stack is the nesting of the program and not the number of
//! precedence levels; a chain of operators counts its links; inside `<…>` a `>` ends the expression.
//! Next: `postfix.rs` for calls, launches, indexing and members.

use std::sync::Arc;

use super::scopes::NameKind;
use super::{Parsed, Parser, literal};
use crate::ast::{
    BinaryOp, BraceItem, CastStyle, Construct, Expr, ExprKind, FloatLiteral, Fold, Ident, New,
    PointedMember, TypeExpr, TypeKind, UnaryOp,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let base = self.chain;
        let mut left = self.assignment()?;
        while self.is(Punct::Comma) && !self.is_ahead(1, Punct::Ellipsis) {
            let op = self.bump();
            let right = self.operand(base, Self::assignment)?;
            left = binary(BinaryOp::Comma, left, right, op);
        }
        Ok(left)
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Parsed<Expr> {
        self.nested(Self::assignment_here)
    }

    fn assignment_here(&mut self) -> Parsed<Expr> {
        if self.is_word(Keyword::Throw) {
            let start = self.bump();
            let alone = matches!(
                self.kind(),
                LexKind::Punct(Punct::Semi | Punct::RParen | Punct::Comma | Punct::Colon)
            );
            let value = match alone {
                true => None,
                false => Some(Box::new(self.assignment()?)),
            };
            return Ok(Expr {
                kind: ExprKind::Throw(value),
                span: self.since(start),
            });
        }
        let base = self.chain;
        let left = self.conditional_here()?;
        let LexKind::Punct(punct) = self.kind() else {
            return Ok(left);
        };
        let Some(op) = assignment_op(punct) else {
            return Ok(left);
        };
        let at = self.bump();
        let right = self.beside(base, |p| match p.is(Punct::LBrace) {
            true => p.braces(),
            false => p.assignment(),
        })?;
        let span = left.span.to(right.span);
        let kind = ExprKind::Assign(op, Box::new(left), Box::new(right), at);
        Ok(Expr { kind, span })
    }

    /// An expression without commas and assignments: a constant expression.
    pub(super) fn conditional(&mut self) -> Parsed<Expr> {
        self.nested(Self::conditional_here)
    }

    fn conditional_here(&mut self) -> Parsed<Expr> {
        let base = self.chain;
        let condition = self.binary(0)?;
        if !self.is(Punct::Question) {
            return Ok(condition);
        }
        let question = self.bump();
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let then = self.beside(base, |p| p.nested(Self::expression));
        self.angle_ends = angle_ends;
        let then = then?;
        if !self.take(Punct::Colon) {
            let message = format!("expected `:`, found {}", self.found());
            let diag = Diag::error(Code::Expected, self.before().after(), message);
            return Err(self.say(diag.label(question, "of this `?`")));
        }
        let otherwise = self.beside(base, Self::assignment)?;
        let span = condition.span.to(otherwise.span);
        let kind = ExprKind::Conditional(Box::new([condition, then, otherwise]));
        Ok(Expr { kind, span })
    }

    /// Operands joined by operators that bind at least this tightly.
    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let base = self.chain;
        let mut left = self.unary()?;
        while let LexKind::Punct(punct @ (Punct::DotStar | Punct::ArrowStar)) = self.kind() {
            self.bump();
            let pointer = self.operand(base, Self::unary)?;
            let span = left.span.to(pointer.span);
            let made = PointedMember {
                object: left,
                arrow: punct == Punct::ArrowStar,
                pointer,
            };
            let kind = ExprKind::PointedMember(Box::new(made));
            left = Expr { kind, span };
        }
        while let LexKind::Punct(punct) = self.kind()
            && let Some((op, level)) = binary_level(punct)
            && level >= least
            && !(self.angle_ends && matches!(punct, Punct::Gt | Punct::GtGt))
            && !self.is_launch_end()
            && !self.is_ahead(1, Punct::Ellipsis)
        {
            let at = self.bump();
            let right = self.operand(base, |p| p.binary(level + 1))?;
            left = match op {
                Some(op) => binary(op, left, right, at),
                None => super::defaulted::order_of(left, right, at),
            };
        }
        Ok(left)
    }

    /// An operand with its prefix operators.
    pub(super) fn unary(&mut self) -> Parsed<Expr> {
        match self.kind() {
            LexKind::Punct(punct) if unary_op(punct).is_some() => {
                self.nested(|p| p.prefixed(punct))
            }
            LexKind::Punct(Punct::LParen) if self.is_cast() => self.nested(Self::c_cast),
            LexKind::Punct(Punct::AmpAmp) if self.kind_ahead(1) == LexKind::Ident => {
                Err(self.expected("an operand"))
            }
            LexKind::Keyword(Keyword::Sizeof) => self.nested(Self::size_of),
            LexKind::Keyword(Keyword::Alignof) => self.nested(Self::align_of),
            // `::new` and `::delete`.
            LexKind::Punct(Punct::ColonColon)
                if matches!(
                    self.kind_ahead(1),
                    LexKind::Keyword(Keyword::New | Keyword::Delete)
                ) =>
            {
                self.bump();
                self.unary()
            }
            LexKind::Keyword(Keyword::New) => self.nested(Self::new_expression),
            LexKind::Keyword(Keyword::Delete) => self.nested(Self::delete_expression),
            LexKind::Keyword(Keyword::CoAwait | Keyword::CoYield) => {
                let start = self.bump();
                self.unary()?;
                Ok(Expr {
                    kind: ExprKind::Unmodelled("coroutines"),
                    span: self.since(start),
                })
            }
            _ => self.postfix(),
        }
    }

    fn prefixed(&mut self, punct: Punct) -> Parsed<Expr> {
        let start = self.bump();
        let operand = self.unary()?;
        let span = start.to(operand.span);
        let op = unary_op(punct).unwrap_or(UnaryOp::Plus);
        Ok(Expr {
            kind: ExprKind::Unary(op, Box::new(operand)),
            span,
        })
    }

    fn c_cast(&mut self) -> Parsed<Expr> {
        let open = self.bump();
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let ty = self.type_name();
        self.angle_ends = angle_ends;
        let ty = ty?;
        self.close(Punct::RParen, open)?;
        if self.is(Punct::LBrace) {
            return self.compound_literal(ty, open);
        }
        let operand = self.unary()?;
        let span = open.to(operand.span);
        let kind = ExprKind::Cast(CastStyle::C, Box::new(ty), Box::new(operand));
        Ok(Expr { kind, span })
    }

    /// `(T){a, b}`: C's, which the compilers that nvcc stands on take as `T{a, b}`.
    fn compound_literal(&mut self, ty: TypeExpr, open: Span) -> Parsed<Expr> {
        if matches!(ty.kind, TypeKind::Array(..)) {
            let message = "compound literals of arrays are not modelled";
            let diag = Diag::error(Code::NotModelledSyntax, self.span(), message);
            return Err(self.say(diag.help("give the array a name of its own")));
        }
        let span = open;
        self.construct(TypeExpr { span, ..ty })
    }

    fn size_of(&mut self) -> Parsed<Expr> {
        let start = self.bump();
        if self.take(Punct::Ellipsis) {
            let open = self.expect(Punct::LParen)?;
            let name = self.ident("the name of a pack")?;
            self.close(Punct::RParen, open)?;
            return Ok(Expr {
                kind: ExprKind::SizeofPack(name),
                span: self.since(start),
            });
        }
        let kind = if self.is(Punct::LParen)
            && self.begins_type_at(self.at + 1)
            && !self.is_call_ahead()
        {
            let open = self.bump();
            let ty = self.type_name()?;
            self.close(Punct::RParen, open)?;
            ExprKind::SizeofType(Box::new(ty))
        } else {
            ExprKind::SizeofExpr(Box::new(self.unary()?))
        };
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    /// Whether the type name after `(` at hand is called: `sizeof(float4(1))`.
    fn is_call_ahead(&self) -> bool {
        let called = |at: usize| self.token_at(at).kind == LexKind::Punct(Punct::LParen);
        match self.kind_ahead(1) {
            LexKind::Keyword(word) => {
                word.is_type() && called(self.at + 2) && !self.is_ahead(3, Punct::Star)
            }
            _ => self
                .look_path(self.at + 1)
                .is_some_and(|look| called(look.end)),
        }
    }

    fn align_of(&mut self) -> Parsed<Expr> {
        let start = self.bump();
        let open = self.expect(Punct::LParen)?;
        let ty = self.type_name()?;
        self.close(Punct::RParen, open)?;
        Ok(Expr {
            kind: ExprKind::Alignof(Box::new(ty)),
            span: self.since(start),
        })
    }

    /// `new T`, `new T[n]`, `new (place) T(…)`.
    fn new_expression(&mut self) -> Parsed<Expr> {
        let start = self.bump();
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let made = self.new_rest();
        self.angle_ends = angle_ends;
        Ok(Expr {
            kind: ExprKind::New(Box::new(made?)),
            span: self.since(start),
        })
    }

    fn new_rest(&mut self) -> Parsed<New> {
        let mut placement = Vec::new();
        if self.is(Punct::LParen) && !self.begins_type_at(self.at + 1) {
            let open = self.bump();
            placement = self.list(open, Punct::RParen, |p| p.initialiser_clause())?;
        }
        let (ty, count) = if self.is(Punct::LParen) {
            let open = self.bump();
            let ty = self.type_name()?;
            self.close(Punct::RParen, open)?;
            (ty, None)
        } else {
            self.new_type()?
        };
        let init = match self.kind() {
            LexKind::Punct(Punct::LParen) => {
                let open = self.bump();
                let list = self.list(open, Punct::RParen, |p| p.initialiser_clause())?;
                Some((list, false))
            }
            // Named fields: as if the braces stood in parentheses.
            LexKind::Punct(Punct::LBrace) if self.is_ahead(1, Punct::Dot) => {
                Some((vec![self.braces()?], false))
            }
            LexKind::Punct(Punct::LBrace) => {
                let open = self.bump();
                let list = self.list(open, Punct::RBrace, |p| p.initialiser_clause())?;
                Some((list, true))
            }
            _ => None,
        };
        Ok(New {
            placement,
            ty,
            count,
            init,
        })
    }

    /// The type after `new`, and the length of an array of it.
    fn new_type(&mut self) -> Parsed<(TypeExpr, Option<Expr>)> {
        let specs = self.specs()?;
        let mut ty = match specs.ty {
            Some(ty) => ty,
            None if self.kind() == LexKind::Ident => self.named_type()?,
            None => return Err(self.expected("a type")),
        };
        ty = self.prefixes(ty);
        if !self.is(Punct::LBracket) {
            return Ok((ty, None));
        }
        let open = self.bump();
        let count = self.expression()?;
        self.close(Punct::RBracket, open)?;
        Ok((self.array_suffixes(ty)?, Some(count)))
    }

    /// `delete e`, `delete[] e`.
    fn delete_expression(&mut self) -> Parsed<Expr> {
        let start = self.bump();
        let array = self.is(Punct::LBracket) && self.is_ahead(1, Punct::RBracket);
        if array {
            self.bump();
            self.bump();
        }
        let operand = Box::new(self.unary()?);
        Ok(Expr {
            kind: ExprKind::Delete(array, operand),
            span: self.since(start),
        })
    }

    // --------------------------------------------------------------------------------------- primaries

    /// A literal, a name, something in parentheses, a cast with a keyword, a lambda.
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let kind = match self.kind() {
            LexKind::Number => self.number()?,
            LexKind::Char => self.character()?,
            LexKind::Str => self.string()?,
            LexKind::Ident | LexKind::Punct(Punct::ColonColon) => return self.name(),
            LexKind::Keyword(Keyword::Operator) => return self.name(),
            LexKind::Punct(Punct::LParen) => return self.nested(Self::parenthesised),
            LexKind::Punct(Punct::LBracket) => return self.nested(Self::lambda),
            LexKind::Keyword(word) => return self.keyword_primary(word),
            _ => return Err(self.expected("an expression")),
        };
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    fn number(&mut self) -> Parsed<ExprKind> {
        if let Some((plain, suffix)) = literal::own_suffix(&self.token().text) {
            return self.suffixed(&plain, &suffix);
        }
        match literal::number(&self.token().text) {
            Ok(number) => {
                let written = self.source.slice(self.span()) == &*self.token().text;
                self.bump();
                Ok(match number {
                    literal::Number::Int(int) => ExprKind::Int(int),
                    literal::Number::Float(float) => {
                        ExprKind::Float(FloatLiteral { written, ..float })
                    }
                })
            }
            Err(bad) => {
                self.error(bad.code, self.span(), bad.message);
                self.bump();
                Ok(ExprKind::Error)
            }
        }
    }

    /// `10ms`: a number and a suffix that is no part of the language.
    fn suffixed(&mut self, plain: &str, suffix: &str) -> Parsed<ExprKind> {
        let span = self.bump();
        let kind = match literal::number(plain) {
            Ok(literal::Number::Int(int)) => ExprKind::Int(int),
            Ok(literal::Number::Float(float)) => ExprKind::Float(float),
            Err(bad) => {
                self.error(bad.code, span, bad.message);
                return Ok(ExprKind::Error);
            }
        };
        let name = Ident {
            text: suffix.into(),
            span,
        };
        Ok(ExprKind::Suffixed(Box::new(Expr { kind, span }), name))
    }

    fn character(&mut self) -> Parsed<ExprKind> {
        match literal::character(&self.token().text) {
            Ok((code, count)) => {
                self.bump();
                Ok(match count {
                    1 => ExprKind::Char(code),
                    _ => ExprKind::Int(literal::plain_int(code)),
                })
            }
            Err(bad) => {
                self.error(bad.code, self.span(), bad.message);
                self.bump();
                Ok(ExprKind::Error)
            }
        }
    }

    fn string(&mut self) -> Parsed<ExprKind> {
        let start = self.span();
        let mut bytes = Vec::new();
        while self.kind() == LexKind::Str {
            match literal::string(&self.token().text) {
                Ok(more) => bytes.extend(more),
                Err(bad) => {
                    self.error(bad.code, self.span(), bad.message);
                }
            }
            self.bump();
        }
        let kind = ExprKind::Str(Arc::from(bytes));
        let touching = self.before().end == self.span().start && self.kind() == LexKind::Ident;
        let own = matches!(&*self.token().text, "s" | "sv") || self.token().text.starts_with('_');
        if touching
            && own
            && let Some(name) = self.opt_ident()
        {
            let span = self.since(start);
            return Ok(ExprKind::Suffixed(Box::new(Expr { kind, span }), name));
        }
        Ok(kind)
    }

    fn name(&mut self) -> Parsed<Expr> {
        let look = self.look_path(self.at);
        let path = self.path()?;
        let span = path.span;
        let is_type = look.is_some_and(|look| look.kind == Some(NameKind::Type));
        let constructs = is_type
            && !self.may_be_called(&path)
            && (self.is(Punct::LBrace) || self.is(Punct::LParen) && !self.is_ahead(1, Punct::Star));
        // `unknown{}` can only be a value of a type that is declared elsewhere.
        let empty = self.is_ahead(1, Punct::RBrace);
        let braced = look.is_some_and(|look| look.kind.is_none() && (look.composed || empty))
            && self.is(Punct::LBrace);
        // Inside a class template its own name is a type; elsewhere the arguments are worked out.
        let bare = look.is_some_and(|look| look.kind == Some(NameKind::TypeTemplate))
            && self.is(Punct::LBrace);
        if constructs || braced || bare {
            let kind = TypeKind::Named(path);
            return self.construct(TypeExpr {
                kind,
                cv: Default::default(),
                span,
            });
        }
        Ok(Expr {
            kind: ExprKind::Name(path),
            span,
        })
    }

    /// `(…)` or `{…}` after a type.
    fn construct(&mut self, ty: TypeExpr) -> Parsed<Expr> {
        let start = ty.span;
        let open = self.span();
        let braces = self.take(Punct::LBrace);
        let close = if braces { Punct::RBrace } else { Punct::RParen };
        if !braces {
            self.expect(Punct::LParen)?;
        }
        let args = self.nested(|p| p.list(open, close, |p| p.brace_item()))?;
        let kind = ExprKind::Construct(Box::new(Construct { ty, args, braces }));
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let open = self.bump();
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let result = self.parenthesised_rest(open);
        self.angle_ends = angle_ends;
        result
    }

    fn parenthesised_rest(&mut self, open: Span) -> Parsed<Expr> {
        if self.is(Punct::RParen) {
            return Err(self.expected("an expression"));
        }
        if self.is(Punct::LBrace) {
            return self.block_value(open);
        }
        if self.take(Punct::Ellipsis) {
            let op = self.fold_op()?;
            let right = self.fold_operand()?;
            return self.fold(open, None, op, Some(right));
        }
        let inner = self.expression()?;
        if self.is_ahead(1, Punct::Ellipsis) && !self.is(Punct::RParen) {
            let op = self.fold_op()?;
            self.bump();
            if self.is(Punct::RParen) {
                return self.fold(open, Some(inner), op, None);
            }
            self.fold_op()?;
            let right = self.fold_operand()?;
            return self.fold(open, Some(inner), op, Some(right));
        }
        self.close(Punct::RParen, open)?;
        Ok(Expr {
            kind: ExprKind::Paren(Box::new(inner)),
            span: self.since(open),
        })
    }

    /// The operator beside `...` in a fold.
    fn fold_op(&mut self) -> Parsed<BinaryOp> {
        let op = match self.kind() {
            LexKind::Punct(Punct::Comma) => Some(BinaryOp::Comma),
            LexKind::Punct(punct) => binary_op(punct).map(|(op, _)| op),
            _ => None,
        };
        match op {
            Some(op) => {
                self.bump();
                Ok(op)
            }
            None => Err(self.expected("an operator")),
        }
    }

    fn fold_operand(&mut self) -> Parsed<Expr> {
        let operand = self.unary()?;
        self.link()?;
        Ok(operand)
    }

    fn fold(
        &mut self,
        open: Span,
        left: Option<Expr>,
        op: BinaryOp,
        right: Option<Expr>,
    ) -> Parsed<Expr> {
        self.close(Punct::RParen, open)?;
        Ok(Expr {
            kind: ExprKind::Fold(Box::new(Fold { left, op, right })),
            span: self.since(open),
        })
    }

    fn keyword_primary(&mut self, word: Keyword) -> Parsed<Expr> {
        let start = self.span();
        let kind = match word {
            Keyword::True => ExprKind::Bool(true),
            Keyword::False => ExprKind::Bool(false),
            Keyword::Nullptr => ExprKind::Nullptr,
            Keyword::NullU => ExprKind::Null,
            Keyword::This => ExprKind::This,
            Keyword::StaticCast => return self.named_cast(CastStyle::Static),
            Keyword::ReinterpretCast => return self.named_cast(CastStyle::Reinterpret),
            Keyword::ConstCast => return self.named_cast(CastStyle::Const),
            Keyword::DynamicCast => return self.named_cast(CastStyle::Dynamic),
            Keyword::Typeid => {
                self.bump();
                let called = self.is_call_ahead();
                let open = self.expect(Punct::LParen)?;
                let angle_ends = std::mem::replace(&mut self.angle_ends, false);
                let kind = if self.begins_type() && !called {
                    self.type_name().map(|t| ExprKind::TypeidType(Box::new(t)))
                } else {
                    let inner = self.nested(Self::expression);
                    inner.map(|e| ExprKind::TypeidExpr(Box::new(e)))
                };
                self.angle_ends = angle_ends;
                let kind = kind?;
                self.close(Punct::RParen, open)?;
                return Ok(Expr {
                    kind,
                    span: self.since(start),
                });
            }
            Keyword::Requires => return self.requires_expression(),
            Keyword::Noexcept => {
                self.bump();
                if self.is(Punct::LParen) {
                    self.skip_balanced();
                }
                // Nothing throws here.
                let kind = ExprKind::Bool(true);
                return Ok(Expr {
                    kind,
                    span: self.since(start),
                });
            }
            word if word.is_type()
                || matches!(
                    word,
                    Keyword::Typename
                        | Keyword::Decltype
                        | Keyword::Typeof
                        | Keyword::TypeofG
                        | Keyword::TypeofV
                ) =>
            {
                return self.type_construction();
            }
            _ => return Err(self.expected("an expression")),
        };
        self.bump();
        Ok(Expr { kind, span: start })
    }

    /// `float(x)`, `unsigned(x)`, `int{}`.
    fn type_construction(&mut self) -> Parsed<Expr> {
        let word = self.token().text.clone();
        let specs = self.specs()?;
        let Some(ty) = specs.ty else {
            return Err(self.expected("an expression"));
        };
        if let TypeKind::Inside(made) = &ty.kind
            && !self.is(Punct::LBrace)
            && !self.is(Punct::LParen)
        {
            return Ok(Expr {
                kind: ExprKind::Inside(made.clone()),
                span: ty.span,
            });
        }
        if !self.is(Punct::LParen) && !self.is(Punct::LBrace) {
            let message = format!("expected an expression, found the type `{word}`");
            return Err(self.error(Code::Expected, ty.span, message));
        }
        self.construct(ty)
    }

    fn named_cast(&mut self, style: CastStyle) -> Parsed<Expr> {
        self.nested(|p| {
            let start = p.bump();
            let open = p.expect(Punct::Lt)?;
            let angle_ends = std::mem::replace(&mut p.angle_ends, true);
            let ty = p.type_name();
            p.angle_ends = angle_ends;
            let ty = ty?;
            if !p.take_angle() {
                let message = format!("expected `>`, found {}", p.found());
                let diag = Diag::error(Code::Unclosed, p.span(), message);
                return Err(p.say(diag.label(open, "to close this")));
            }
            let open = p.expect(Punct::LParen)?;
            let angle_ends = std::mem::replace(&mut p.angle_ends, false);
            let operand = p.expression();
            p.angle_ends = angle_ends;
            let operand = operand?;
            p.close(Punct::RParen, open)?;
            let kind = ExprKind::Cast(style, Box::new(ty), Box::new(operand));
            Ok(Expr {
                kind,
                span: p.since(start),
            })
        })
    }

    // ------------------------------------------------------------------------------------ initialisers

    /// What stands after `=`: an expression without commas, or braces.
    pub(super) fn initialiser_clause(&mut self) -> Parsed<Expr> {
        let value = if self.is(Punct::LBrace) {
            self.braces()?
        } else {
            self.assignment()?
        };
        if self.is(Punct::Ellipsis) {
            self.bump();
            let span = value.span.to(self.before());
            return Ok(Expr {
                kind: ExprKind::Expand(Box::new(value)),
                span,
            });
        }
        Ok(value)
    }

    /// `{a, {b, c}, .d = e}`
    pub(super) fn braces(&mut self) -> Parsed<Expr> {
        self.nested(|p| {
            let open = p.expect(Punct::LBrace)?;
            let items = p.list(open, Punct::RBrace, |p| p.brace_item())?;
            Ok(Expr {
                kind: ExprKind::Braces(items),
                span: p.since(open),
            })
        })
    }

    fn brace_item(&mut self) -> Parsed<BraceItem> {
        let mut designator = None;
        if self.is(Punct::Dot) && self.kind_ahead(1) == LexKind::Ident {
            self.bump();
            designator = self.opt_ident();
            if !self.is(Punct::LBrace) {
                self.expect(Punct::Eq)?;
            }
        }
        Ok(BraceItem {
            designator,
            value: self.initialiser_clause()?,
        })
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr, at: Span) -> Expr {
    let span = left.span.to(right.span);
    Expr {
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right), at),
        span,
    }
}

fn unary_op(punct: Punct) -> Option<UnaryOp> {
    Some(match punct {
        Punct::Plus => UnaryOp::Plus,
        Punct::Minus => UnaryOp::Neg,
        Punct::Bang => UnaryOp::Not,
        Punct::Tilde => UnaryOp::BitNot,
        Punct::Star => UnaryOp::Deref,
        Punct::Amp => UnaryOp::AddressOf,
        Punct::PlusPlus => UnaryOp::PreInc,
        Punct::MinusMinus => UnaryOp::PreDec,
        _ => return None,
    })
}

/// An operator and how tightly it binds; `<=>`, which is a call of the library, has none.
fn binary_level(punct: Punct) -> Option<(Option<BinaryOp>, u8)> {
    match punct {
        Punct::Order => Some((None, 8)),
        _ => binary_op(punct).map(|(op, level)| (Some(op), level)),
    }
}

/// An operator and how tightly it binds; none of those that assign.
fn binary_op(punct: Punct) -> Option<(BinaryOp, u8)> {
    Some(match punct {
        Punct::PipePipe => (BinaryOp::Or, 1),
        Punct::AmpAmp => (BinaryOp::And, 2),
        Punct::Pipe => (BinaryOp::BitOr, 3),
        Punct::Caret => (BinaryOp::BitXor, 4),
        Punct::Amp => (BinaryOp::BitAnd, 5),
        Punct::EqEq => (BinaryOp::Eq, 6),
        Punct::BangEq => (BinaryOp::Ne, 6),
        Punct::Lt => (BinaryOp::Lt, 7),
        Punct::Gt => (BinaryOp::Gt, 7),
        Punct::LtEq => (BinaryOp::Le, 7),
        Punct::GtEq => (BinaryOp::Ge, 7),
        Punct::LtLt => (BinaryOp::Shl, 9),
        Punct::GtGt => (BinaryOp::Shr, 9),
        Punct::Plus => (BinaryOp::Add, 10),
        Punct::Minus => (BinaryOp::Sub, 10),
        Punct::Star => (BinaryOp::Mul, 11),
        Punct::Slash => (BinaryOp::Div, 11),
        Punct::Percent => (BinaryOp::Rem, 11),
        _ => return None,
    })
}

/// The operator that an assignment combines, if it is one.
#[allow(clippy::option_option)] // an assignment, perhaps with an operator
fn assignment_op(punct: Punct) -> Option<Option<BinaryOp>> {
    Some(match punct {
        Punct::Eq => None,
        Punct::PlusEq => Some(BinaryOp::Add),
        Punct::MinusEq => Some(BinaryOp::Sub),
        Punct::StarEq => Some(BinaryOp::Mul),
        Punct::SlashEq => Some(BinaryOp::Div),
        Punct::PercentEq => Some(BinaryOp::Rem),
        Punct::AmpEq => Some(BinaryOp::BitAnd),
        Punct::PipeEq => Some(BinaryOp::BitOr),
        Punct::CaretEq => Some(BinaryOp::BitXor),
        Punct::LtLtEq => Some(BinaryOp::Shl),
        Punct::GtGtEq => Some(BinaryOp::Shr),
        _ => return None,
    })
}
