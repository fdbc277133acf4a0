//! What stands after an operand: calls, launches, indexing, members, `++` and `--`; and lambdas.
//!
//! Rules: each link of a chain (`a.b[c](d)`) is counted; a launch has one to four arguments between `<<<` and
//! `>>>`, of which the grammar wants at least two.
//! Next: `expr.rs`.

use super::scopes::NameKind;
use super::{MAX_LAMBDAS, Parsed, Parser};
use crate::ast::{
    BinaryOp, Capture, Expr, ExprKind, Function, FunctionBody, FunctionName, Lambda, Launch,
    MemberExpr, Path, Segment, Specifier, SpecifierKind, TypeExpr, TypeKind,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// A primary with all that stands after it.
    pub(super) fn postfix(&mut self) -> Parsed<Expr> {
        let mut expr = self.primary()?;
        loop {
            let start = expr.span;
            let LexKind::Punct(punct) = self.kind() else {
                return Ok(expr);
            };
            let kind = match punct {
                Punct::LParen => {
                    let open = self.bump();
                    let args =
                        self.nested(|p| p.list(open, Punct::RParen, |p| p.initialiser_clause()))?;
                    ExprKind::Call(Box::new(expr), args)
                }
                Punct::LBracket => {
                    let index = self.nested(Self::index)?;
                    ExprKind::Index(Box::new(expr), Box::new(index))
                }
                Punct::Dot | Punct::Arrow => self.member_access(expr, punct == Punct::Arrow)?,
                Punct::PlusPlus | Punct::MinusMinus => {
                    self.bump();
                    ExprKind::PostStep(punct == Punct::PlusPlus, Box::new(expr))
                }
                Punct::LtLtLt => self.nested(|p| p.launch(expr))?,
                // As editors put it that know no launches.
                Punct::LtLt if self.is_ahead(1, Punct::Lt) => {
                    self.bump();
                    self.nested(|p| p.launch(expr))?
                }
                _ => return Ok(expr),
            };
            self.link()?;
            self.link()?; // each becomes two nodes when its meaning is known
            expr = Expr {
                kind,
                span: self.since(start),
            };
        }
    }

    fn index(&mut self) -> Parsed<Expr> {
        let open = self.bump();
        if self.is(Punct::RBracket) {
            return Err(self.expected("an index"));
        }
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let index = match self.is(Punct::LBrace) {
            true => self.braces(),
            false => self.expression(),
        };
        self.angle_ends = angle_ends;
        let index = index?;
        self.close(Punct::RBracket, open)?;
        Ok(index)
    }

    fn member_access(&mut self, base: Expr, arrow: bool) -> Parsed<ExprKind> {
        self.bump();
        let mut said = self.take_word(Keyword::Template) || self.is_word(Keyword::Operator);
        let name = match self.is(Punct::Tilde) || self.is_word(Keyword::Operator) {
            true => self.special_name()?,
            false => self.ident("the name of a member")?,
        };
        // `p->T::f()` names the class whose `f` is meant.
        let (mut name, mut segments) = (name, Vec::new());
        loop {
            let qualifies = self.is(Punct::Lt)
                && self
                    .look_args(self.at, Some(NameKind::TypeTemplate))
                    .is_some_and(|end| self.kind_at(end) == LexKind::Punct(Punct::ColonColon));
            let args = match qualifies {
                true => Some(self.template_args()?),
                false => None,
            };
            if !self.take(Punct::ColonColon) {
                break;
            }
            said = self.take_word(Keyword::Template) || self.is_word(Keyword::Operator);
            segments.push(Segment { name, args });
            name = match self.is(Punct::Tilde) || self.is_word(Keyword::Operator) {
                true => self.special_name()?,
                false => self.ident("the name of a member")?,
            };
        }
        let qualifier = segments.first().map(|first| Path {
            global: false,
            span: first.name.span,
            segments: segments.clone(),
        });
        // `p.f<int>(…)`, and not `p.n < limit`.
        let templated = said
            || self.scopes.find_inner(&name.text) == Some(NameKind::Template)
            || self.begins_type_at(self.at + 1)
            || self.is_call_of_unknown();
        let opens = templated && self.is(Punct::Lt) && self.look_args(self.at, None).is_some();
        let args = if opens {
            Some(self.template_args()?)
        } else {
            None
        };
        let member = Segment { name, args };
        Ok(ExprKind::Member(Box::new(MemberExpr {
            base,
            arrow,
            qualifier,
            member,
        })))
    }

    /// `<name>()` at hand: no comparison, since `()` is no operand.
    fn is_call_of_unknown(&self) -> bool {
        let marks = [
            (0, Punct::Lt),
            (2, Punct::Gt),
            (3, Punct::LParen),
            (4, Punct::RParen),
        ];
        marks.iter().all(|(by, punct)| self.is_ahead(*by, *punct))
    }

    /// `<<<grid, block, shared, stream>>>(…)` after a kernel.
    fn launch(&mut self, kernel: Expr) -> Parsed<ExprKind> {
        let open = self.bump();
        let config = self.list_of_launch(open)?;
        if config.len() < 2 || config.len() > 4 {
            let message = format!(
                "a launch takes `<<<grid, block>>>`, perhaps with shared bytes and a stream; {} given",
                config.len()
            );
            self.error(Code::BadLaunch, self.since(open), message);
        }
        if !self.is(Punct::LParen) {
            let place = self.before().after();
            let message = "a launch needs its arguments in parentheses after `>>>`";
            let diag = Diag::error(Code::BadLaunch, place, message);
            return Err(self.say(diag.fix(place, "()")));
        }
        let open = self.bump();
        let args = self.list(open, Punct::RParen, |p| p.initialiser_clause())?;
        Ok(ExprKind::Launch(Box::new(Launch {
            kernel,
            config,
            args,
        })))
    }

    /// `>> >`, which ends a launch like `>>>`: a shift has an operand.
    pub(super) fn is_launch_end(&self) -> bool {
        self.is(Punct::GtGt) && self.is_ahead(1, Punct::Gt)
    }

    /// The arguments up to `>>>`. Where `>>` was written instead, says so.
    fn list_of_launch(&mut self, open: Span) -> Parsed<Vec<Expr>> {
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let mut longest = 0;
        let mut config = Vec::new();
        let result = loop {
            if self.is(Punct::GtGtGt) || self.is_launch_end() || self.is_end() {
                break Ok(());
            }
            match self.sibling(&mut longest, |p| p.initialiser_clause()) {
                Ok(expr) => config.push(expr),
                Err(broken) => break Err(broken),
            }
            if !self.take(Punct::Comma) {
                break Ok(());
            }
        };
        self.chain += longest;
        self.angle_ends = angle_ends;
        result?;
        if self.take(Punct::GtGtGt) {
            return Ok(config);
        }
        if self.is_launch_end() {
            self.bump();
            self.bump();
            return Ok(config);
        }
        if let Some(Expr {
            kind: ExprKind::Binary(BinaryOp::Shr, _, _, at),
            ..
        }) = config.last()
        {
            let message = "the arguments of a launch end with `>>>`, this is a shift";
            let diag = Diag::error(Code::BadLaunch, *at, message);
            return Err(self.say(diag.label(open, "to close this").fix(*at, ">>>")));
        }
        let message = format!("expected `>>>`, found {}", self.found());
        let diag = Diag::error(Code::BadLaunch, self.span(), message);
        Err(self.say(diag.label(open, "to close this")))
    }

    // ----------------------------------------------------------------------------------------- lambdas

    /// `[captures](params) -> T { … }`
    pub(super) fn lambda(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.lambdas >= MAX_LAMBDAS {
            return Err(self.abandon("lambdas are nested too deeply"));
        }
        self.lambdas += 1;
        self.scopes.push();
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let lambda = self.lambda_rest();
        self.angle_ends = angle_ends;
        self.scopes.pop(false);
        self.lambdas -= 1;
        let kind = ExprKind::Lambda(Box::new(lambda?));
        Ok(Expr {
            kind,
            span: self.since(start),
        })
    }

    fn lambda_rest(&mut self) -> Parsed<Lambda> {
        let open = self.bump();
        let captures = self.list(open, Punct::RBracket, Self::capture)?;
        let mut specifiers = Vec::new();
        let mut template = Vec::new();
        if self.is(Punct::Lt) {
            let open = self.bump();
            let angle_ends = std::mem::replace(&mut self.angle_ends, true);
            let params = self.template_params(open);
            self.angle_ends = angle_ends;
            template = params?;
        }
        let before = self.opt_requires()?;
        while self.attribute(&mut specifiers)? {}
        let (mut params, mut variadic) = (Vec::new(), None);
        let at = self.span();
        if self.is(Punct::LParen) {
            let open = self.bump();
            (params, variadic) = self.params(open)?;
            for param in &params {
                if let Some(name) = &param.name {
                    self.scopes.declare(&name.text, NameKind::Value);
                }
            }
        }
        while self.attribute(&mut specifiers)? || self.take_word(Keyword::Noexcept) {}
        if self.follows_noexcept() && self.is(Punct::LParen) {
            self.skip_balanced();
        }
        let result = match self.take(Punct::Arrow) {
            true => self.type_name()?,
            false => TypeExpr {
                kind: TypeKind::Auto,
                cv: Default::default(),
                span: at,
            },
        };
        let requires = super::constraint::both(before, self.opt_requires()?);
        let signature = self.since(open);
        if !self.is(Punct::LBrace) {
            return Err(self.expected("the body of a lambda"));
        }
        template.extend(self.invented(&mut params));
        let body = FunctionBody::Block(self.body()?);
        let mutable = |one: &Specifier| one.kind == SpecifierKind::Mutable;
        let is_const = !specifiers.iter().any(mutable);
        specifiers.retain(|one| !mutable(one));
        let mut function = Function {
            specifiers,
            result,
            name: FunctionName::Operator("()".into(), open),
            qualifier: None,
            template_args: None,
            params,
            variadic,
            is_const,
            is_noexcept: false,
            requires,
            result_asks: None,
            initialisers: Vec::new(),
            body,
            signature,
        };
        self.ask_of_result(&mut function);
        Ok(Lambda {
            captures,
            template,
            function,
        })
    }

    fn follows_noexcept(&self) -> bool {
        self.at > 0 && self.token_at(self.at - 1).kind == LexKind::Keyword(Keyword::Noexcept)
    }

    /// `{e}` or `(e)` after a captured name.
    fn capture_braces(&mut self) -> Parsed<Expr> {
        let close = match self.is(Punct::LBrace) {
            true => Punct::RBrace,
            false => Punct::RParen,
        };
        let open = self.bump();
        let value = self.assignment()?;
        self.close(close, open)?;
        Ok(value)
    }

    fn capture(&mut self) -> Parsed<Capture> {
        if self.take_word(Keyword::This) {
            return Ok(Capture::This);
        }
        if self.is(Punct::Star) && self.kind_ahead(1) == LexKind::Keyword(Keyword::This) {
            self.bump();
            self.bump();
            return Ok(Capture::ThisCopy);
        }
        if self.take(Punct::Eq) {
            return Ok(Capture::AllByValue);
        }
        let by_reference = self.take(Punct::Amp);
        let Some(name) = self.opt_ident() else {
            if by_reference {
                return Ok(Capture::AllByReference);
            }
            return Err(self.expected("a capture"));
        };
        if self.take(Punct::Ellipsis) {
            return Ok(Capture::Pack(name, by_reference));
        }
        let value = match self.kind() {
            LexKind::Punct(Punct::Eq) => {
                self.bump();
                Some(Box::new(self.initialiser_clause()?))
            }
            LexKind::Punct(Punct::LBrace | Punct::LParen) => Some(Box::new(self.capture_braces()?)),
            _ => None,
        };
        if let Some(value) = value {
            self.scopes.declare(&name.text, NameKind::Value);
            return Ok(match by_reference {
                true => Capture::RefInit(name, value),
                false => Capture::Init(name, value),
            });
        }
        if by_reference {
            return Ok(Capture::Reference(name));
        }
        Ok(Capture::Value(name))
    }
}
