//! Statements.
//!
//! Rules: a broken statement becomes `Error` and the next one is read; a broken head of a loop or condition does
//! not lose its body; what C++ has and this machine does not (`co_return`) becomes `Unmodelled`, for the
//! checker to refuse where it matters.
//! Next: `expr.rs`.

use std::cell::Cell;

use super::decl::{Place, Where};
use super::declarator::{Naming, plain_name};
use super::scopes::NameKind;
use super::{Broken, Parsed, Parser};
use crate::ast::{
    Asm, AsmOperand, Block, Catch, Condition, Expr, For, If, RangeFor, Stmt, StmtKind, Switch, Try,
    Variable,
};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::Span;
use cuda_source::token::{Keyword, LexKind, Punct};

impl Parser<'_> {
    /// The body of a function, at its `{`.
    pub(super) fn body(&mut self) -> Parsed<Block> {
        let outer = std::mem::take(&mut self.misaligned);
        let angle_ends = std::mem::replace(&mut self.angle_ends, false);
        let block = self.nested(Self::block);
        self.angle_ends = angle_ends;
        self.misaligned = outer;
        block
    }

    /// `{ … }` in a scope of its own.
    fn block(&mut self) -> Parsed<Block> {
        let open = self.expect(Punct::LBrace)?;
        let complained = self.complained;
        self.scopes.push();
        let mut stmts = Vec::new();
        while !self.is(Punct::RBrace) && !self.is_end() && !self.begins_item_surely() {
            let from = self.at;
            self.statement_into(&mut stmts);
            self.declare_of_sides(stmts.last());
            self.must_advance(from);
        }
        self.scopes.pop(false);
        self.complained = complained;
        self.close_brace(open);
        Ok(Block {
            stmts: super::sided::spread(stmts),
            span: self.since(open),
        })
    }

    fn statement_into(&mut self, stmts: &mut Vec<Stmt>) {
        let start = self.span();
        self.complained = false;
        let chain = std::mem::replace(&mut self.chain, 0);
        let result = self.nested(Self::statement);
        self.chain = chain;
        match result {
            Ok(stmt) => stmts.push(stmt),
            Err(Broken) => {
                self.defined.clear();
                self.skip_statement();
                stmts.push(Stmt {
                    kind: StmtKind::Error,
                    span: self.since(start),
                });
            }
        }
    }

    /// A statement where exactly one must stand: the body of a loop or of a branch. Labels before it make a block.
    pub(super) fn sub_statement(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        let complained = std::mem::replace(&mut self.complained, false);
        self.scopes.push();
        let mut stmts = Vec::new();
        loop {
            if self.is(Punct::RBrace) || self.is_end() {
                self.complained = complained;
                self.expected("a statement");
                break;
            }
            self.statement_into(&mut stmts);
            let labelled = matches!(
                stmts.last().map(|stmt| &stmt.kind),
                Some(StmtKind::Case(..) | StmtKind::Default | StmtKind::Label(_))
            );
            if !labelled {
                break;
            }
        }
        self.scopes.pop(false);
        self.complained = complained;
        let span = self.since(start);
        match stmts.pop() {
            Some(only) if stmts.is_empty() => Ok(only),
            Some(last) => {
                stmts.push(last);
                Ok(Stmt {
                    kind: StmtKind::Block(Block { stmts, span }),
                    span,
                })
            }
            None => Ok(Stmt {
                kind: StmtKind::Error,
                span,
            }),
        }
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        self.skip_attributes(); // `[[likely]]` and its kin
        self.mend_keyword();
        let kind = match self.kind() {
            LexKind::Punct(Punct::LBrace) => StmtKind::Block(self.block()?),
            LexKind::Punct(Punct::Semi) => {
                self.bump();
                StmtKind::Empty
            }
            LexKind::Unroll => self.unroll()?,
            LexKind::Keyword(word) => match self.keyword_statement(word)? {
                Some(kind) => kind,
                None => self.other_statement()?,
            },
            LexKind::Ident
                if self.is_ahead(1, Punct::Colon) && !self.is_ahead(1, Punct::ColonColon) =>
            {
                let label = self.ident("a label")?;
                self.bump();
                StmtKind::Label(label)
            }
            _ => self.other_statement()?,
        };
        Ok(Stmt {
            kind,
            span: self.since(start),
        })
    }

    /// A declaration or an expression.
    fn other_statement(&mut self) -> Parsed<StmtKind> {
        if self.begins_declaration() {
            let at = Where {
                place: Place::Block,
                templated: false,
            };
            return Ok(StmtKind::Decl(self.declaration(at)?));
        }
        let expr = self.expression()?;
        self.semicolon("this expression")?;
        Ok(StmtKind::Expr(expr))
    }

    /// Where an unknown name stands as a keyword would and is nearly one, says so and makes it that.
    fn mend_keyword(&mut self) {
        use Keyword as K;
        if self.kind() != LexKind::Ident {
            return;
        }
        let fitting: &[Keyword] = match self.kind_ahead(1) {
            LexKind::Punct(Punct::Semi) => &[K::Return, K::Break, K::Continue],
            LexKind::Punct(Punct::LBrace) => &[K::Else, K::Do],
            LexKind::Punct(Punct::LParen) if self.is_head_of_block() => {
                &[K::For, K::While, K::If, K::Switch]
            }
            LexKind::Ident | LexKind::Number => &[K::Return, K::Case],
            _ => return,
        };
        self.mend(Code::Expected, "begins no statement", |word| {
            fitting.contains(&word)
        });
    }

    /// Whether the parentheses after the name at hand are followed by `{`.
    fn is_head_of_block(&self) -> bool {
        let mut depth = 0usize;
        for by in 1..400 {
            match self.kind_ahead(by) {
                LexKind::Punct(Punct::LParen) => depth += 1,
                LexKind::Punct(Punct::RParen) => depth -= 1,
                LexKind::Punct(Punct::LBrace | Punct::RBrace) | LexKind::End => return false,
                _ => {}
            }
            if depth == 0 {
                return self.is_ahead(by + 1, Punct::LBrace);
            }
        }
        false
    }

    /// The statement that a keyword begins, if it does.
    fn keyword_statement(&mut self, word: Keyword) -> Parsed<Option<StmtKind>> {
        let kind = match word {
            Keyword::If => self.if_statement()?,
            Keyword::While => self.while_statement()?,
            Keyword::Do => self.do_statement()?,
            Keyword::For => self.for_statement()?,
            Keyword::Switch => self.switch_statement()?,
            Keyword::Case => self.case_label()?,
            Keyword::Default => {
                self.bump();
                self.expect(Punct::Colon)?;
                StmtKind::Default
            }
            Keyword::Return => self.return_statement()?,
            Keyword::Break => self.simple(StmtKind::Break, "`break`")?,
            Keyword::Continue => self.simple(StmtKind::Continue, "`continue`")?,
            Keyword::Goto => {
                self.bump();
                let label = self.ident("a label")?;
                self.semicolon("`goto`")?;
                StmtKind::Goto(label)
            }
            Keyword::Try => self.try_statement()?,
            Keyword::Asm | Keyword::AsmU | Keyword::AsmV => self.asm_statement()?,
            Keyword::CoReturn => {
                self.skip_statement();
                StmtKind::Unmodelled("coroutines")
            }
            Keyword::Else => {
                let message = "this `else` belongs to no `if`";
                return Err(self.error(Code::Expected, self.span(), message));
            }
            _ => return Ok(None),
        };
        Ok(Some(kind))
    }

    fn simple(&mut self, kind: StmtKind, what: &str) -> Parsed<StmtKind> {
        self.bump();
        self.semicolon(what)?;
        Ok(kind)
    }

    fn return_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        if self.take(Punct::Semi) {
            return Ok(StmtKind::Return(None));
        }
        if self.is(Punct::RBrace) {
            self.semicolon("`return`")?;
            return Ok(StmtKind::Return(None));
        }
        let value = if self.is(Punct::LBrace) {
            self.braces()?
        } else {
            self.expression()?
        };
        self.semicolon("`return`")?;
        Ok(StmtKind::Return(Some(value)))
    }

    // ------------------------------------------------------------------------- branches and loops

    /// The parentheses of a statement's head. A broken head is said, skipped, and an `Error` in the tree.
    fn head<T>(
        &mut self,
        broken: impl FnOnce(&Self, Span) -> T,
        inside: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let open = self.expect(Punct::LParen)?;
        let closed = inside(self).and_then(|value| {
            if self.is(Punct::RParen) {
                self.bump();
                return Ok(value);
            }
            self.close(Punct::RParen, open).map(|()| value)
        });
        match closed {
            Ok(value) => Ok(value),
            Err(Broken) => {
                self.skip_head();
                Ok(broken(self, self.since(open)))
            }
        }
    }

    fn error_condition(&self, span: Span) -> Condition {
        Condition::Expr(self.error_expr(span))
    }

    /// An expression, or a declaration of one variable.
    fn condition(&mut self) -> Parsed<Condition> {
        if self.begins_declaration() {
            return Ok(Condition::Decl(Box::new(self.condition_variable()?)));
        }
        Ok(Condition::Expr(self.expression()?))
    }

    fn condition_variable(&mut self) -> Parsed<Variable> {
        let mut variable = self.loop_variable()?;
        variable.init = self.opt_initialiser()?;
        variable.span = self.since(variable.span);
        Ok(variable)
    }

    /// A type and a name, without an initialiser.
    fn loop_variable(&mut self) -> Parsed<Variable> {
        let specs = self.specs()?;
        let Some(base) = specs.ty else {
            return Err(self.expected("a type"));
        };
        let declared = self.declarator(base, Naming::Named, true)?;
        let name = match plain_name(&declared) {
            Some(name) => name.clone(),
            None => {
                return Err(self.error(Code::BadDeclaration, declared.span, "expected a variable"));
            }
        };
        self.scopes.declare(&name.text, NameKind::Value);
        let specifiers = specs.specifiers;
        let span = declared.span;
        Ok(Variable {
            specifiers,
            ty: declared.ty,
            name,
            qualifier: None,
            template_args: None,
            init: None,
            bits: None,
            span,
        })
    }

    /// The statement before the `;` in a head, where the head has one.
    fn opt_head_init(&mut self) -> Parsed<Option<Stmt>> {
        if !self.head_has(Punct::Semi) {
            return Ok(None);
        }
        self.head_init().map(Some)
    }

    fn head_init(&mut self) -> Parsed<Stmt> {
        let start = self.span();
        let kind = if self.take(Punct::Semi) {
            StmtKind::Empty
        } else {
            self.other_statement()?
        };
        Ok(Stmt {
            kind,
            span: self.since(start),
        })
    }

    /// Whether the parentheses at hand (inside them) have this token at their own level.
    fn head_has(&self, punct: Punct) -> bool {
        let mut depth = 0usize;
        let mut questions = 0usize;
        for by in 0..400 {
            match self.kind_ahead(by) {
                LexKind::Punct(Punct::Question) => questions += 1,
                LexKind::Punct(Punct::Colon) if questions > 0 => questions -= 1,
                LexKind::Punct(found) if found == punct && depth == 0 => return true,
                LexKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                LexKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) if depth > 0 => {
                    depth -= 1
                }
                LexKind::Punct(Punct::RParen | Punct::RBrace | Punct::Semi) | LexKind::End => {
                    return false;
                }
                _ => {}
            }
        }
        false
    }

    /// Whether the head at hand (inside its parentheses) is `declaration : range`, perhaps after a statement.
    fn head_is_range(&self) -> bool {
        if self.begins_declaration() && self.head_has(Punct::Colon) {
            return true;
        }
        let (mut depth, mut semis) = (0usize, 0usize);
        for by in 0..400 {
            match self.kind_ahead(by) {
                LexKind::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => depth += 1,
                LexKind::Punct(Punct::RParen) if depth == 0 => return false,
                LexKind::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => {
                    depth = depth.saturating_sub(1)
                }
                LexKind::Punct(Punct::Semi) if depth == 0 => semis += 1,
                LexKind::Punct(Punct::Question) => return false,
                LexKind::Punct(Punct::Colon) if depth == 0 => return semis == 1,
                LexKind::End => return false,
                _ => {}
            }
        }
        false
    }

    fn if_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let is_constexpr = self.take_word(Keyword::Constexpr);
        self.scopes.push();
        let result = self.if_rest(is_constexpr);
        self.scopes.pop(false);
        result
    }

    fn if_rest(&mut self, is_constexpr: bool) -> Parsed<StmtKind> {
        let broken = |p: &Self, span| (None, p.error_condition(span));
        let (init, condition) = self.head(broken, |p| Ok((p.opt_head_init()?, p.condition()?)))?;
        let then = self.sub_statement()?;
        let otherwise = match self.take_word(Keyword::Else) {
            true => Some(self.sub_statement()?),
            false => None,
        };
        Ok(StmtKind::If(Box::new(If {
            is_constexpr,
            init,
            condition,
            then,
            otherwise,
        })))
    }

    fn while_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.scopes.push();
        let head = self.head(Self::error_condition, Self::condition);
        let result = head.and_then(|condition| {
            let body = Box::new(self.sub_statement()?);
            Ok(StmtKind::While(condition, body))
        });
        self.scopes.pop(false);
        result
    }

    fn do_statement(&mut self) -> Parsed<StmtKind> {
        let start = self.bump();
        let body = Box::new(self.sub_statement()?);
        if !self.take_word(Keyword::While) {
            let message = format!(
                "expected `while` after the body of `do`, found {}",
                self.found()
            );
            let diag = Diag::error(Code::Expected, self.before().after(), message);
            return Err(self.say(diag.label(start, "this `do`")));
        }
        let condition = self.head(Self::error_expr, Self::expression)?;
        self.semicolon("`do … while (…)`")?;
        Ok(StmtKind::DoWhile(body, condition))
    }

    fn for_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.scopes.push();
        let result = if self.is(Punct::LParen) {
            self.for_rest()
        } else {
            Err(self.expected("`(`"))
        };
        self.scopes.pop(false);
        result
    }

    fn for_rest(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let ranged = self.head_is_range();
        self.at -= 1;
        if ranged {
            return self.range_for();
        }
        let kept = Cell::new(None); // what a broken head declares stays known
        let broken = |p: &Self, span| {
            let kind = StmtKind::Error;
            let init = kept.take().unwrap_or(Stmt { kind, span });
            (init, Some(p.error_condition(span)), None)
        };
        let (init, condition, step) = self.head(broken, |p| {
            let init = p.head_init()?;
            match p.for_head() {
                Ok((condition, step)) => Ok((init, condition, step)),
                Err(Broken) => {
                    kept.set(Some(init));
                    Err(Broken)
                }
            }
        })?;
        let body = self.sub_statement()?;
        Ok(StmtKind::For(Box::new(For {
            init,
            condition,
            step,
            body,
        })))
    }

    /// The condition and the step.
    fn for_head(&mut self) -> Parsed<(Option<Condition>, Option<Expr>)> {
        let condition = if self.is(Punct::Semi) {
            None
        } else {
            Some(self.condition()?)
        };
        if !self.take(Punct::Semi) {
            let place = self.before().after();
            let message = format!(
                "expected `;` after the condition of `for`, found {}",
                self.found()
            );
            let diag = Diag::error(Code::MissingSemicolon, place, message);
            return Err(self.say(diag.fix(place, ";")));
        }
        let step = if self.is(Punct::RParen) {
            None
        } else {
            Some(self.expression()?)
        };
        Ok((condition, step))
    }

    fn range_for(&mut self) -> Parsed<StmtKind> {
        let open = self.bump();
        let init = self.opt_head_init()?;
        self.skip_attributes();
        let (variable, names) = match self.opt_structured_binding()? {
            Some(made) => (made.variable, made.names),
            None => (self.loop_variable()?, Vec::new()),
        };
        self.expect(Punct::Colon)?;
        let range = if self.is(Punct::LBrace) {
            self.braces()?
        } else {
            self.expression()?
        };
        self.close(Punct::RParen, open)?;
        let body = self.sub_statement()?;
        let body = self.ask_of_loop(&variable, body);
        Ok(StmtKind::RangeFor(Box::new(RangeFor {
            init,
            variable,
            names,
            range,
            body,
        })))
    }

    /// `#pragma unroll`, perhaps with a factor, before a loop.
    fn unroll(&mut self) -> Parsed<StmtKind> {
        let start = self.bump();
        let mut factor = None;
        if self.kind() != LexKind::UnrollEnd {
            match self.conditional() {
                Ok(expr) => factor = Some(Box::new(expr)),
                Err(Broken) => {
                    while self.kind() != LexKind::UnrollEnd && !self.is_end() {
                        self.bump();
                    }
                }
            }
        }
        if self.kind() != LexKind::UnrollEnd {
            let message = "`#pragma unroll` takes one factor";
            self.error(Code::MalformedDirective, self.span(), message);
        }
        while self.kind() != LexKind::UnrollEnd && !self.is_end() {
            self.bump();
        }
        self.bump();
        let looped = matches!(
            self.kind(),
            LexKind::Keyword(Keyword::For | Keyword::While | Keyword::Do) | LexKind::Unroll
        );
        if !looped {
            let message = "`#pragma unroll` stands before no loop and has no effect";
            self.diags
                .push(Diag::warning(Code::MisplacedPragma, start, message));
            return Ok(StmtKind::Empty);
        }
        let body = self.nested(Self::statement)?;
        Ok(StmtKind::Unroll(factor, Box::new(body)))
    }

    // ---------------------------------------------------------------------------------------- switch

    fn switch_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        self.scopes.push();
        let result = self.switch_rest();
        self.scopes.pop(false);
        result
    }

    fn switch_rest(&mut self) -> Parsed<StmtKind> {
        let broken = |p: &Self, span| (None, p.error_condition(span));
        let (init, condition) = self.head(broken, |p| Ok((p.opt_head_init()?, p.condition()?)))?;
        let body = if self.is(Punct::LBrace) {
            self.nested(Self::block)?
        } else {
            let only = self.sub_statement()?;
            let span = only.span;
            match only.kind {
                StmtKind::Block(block) => block,
                _ => Block {
                    stmts: vec![only],
                    span,
                },
            }
        };
        Ok(StmtKind::Switch(Box::new(Switch {
            init,
            condition,
            body,
        })))
    }

    fn case_label(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let value = self.conditional()?;
        let last = match self.take(Punct::Ellipsis) {
            true => Some(self.conditional()?),
            false => None,
        };
        if !self.take(Punct::Colon) {
            let place = self.before().after();
            let message = format!("expected `:` after this `case`, found {}", self.found());
            let diag = Diag::error(Code::Expected, place, message);
            let fix = if self.is(Punct::Semi) {
                self.bump()
            } else {
                place
            };
            self.say(diag.fix(fix, ":"));
        }
        Ok(StmtKind::Case(value, last))
    }

    // ---------------------------------------------------------------------------------------- others

    /// `try { … } catch (…) { … }`
    fn try_statement(&mut self) -> Parsed<StmtKind> {
        self.tries = true;
        self.bump();
        let body = self.nested(Self::block)?;
        let mut catches = Vec::new();
        while self.take_word(Keyword::Catch) {
            self.scopes.push();
            let clause = self.clause();
            self.scopes.pop(false);
            catches.push(clause?);
        }
        if catches.is_empty() {
            return Err(self.expected("`catch`"));
        }
        Ok(StmtKind::Try(Box::new(Try { body, catches })))
    }

    fn clause(&mut self) -> Parsed<Catch> {
        let open = self.expect(Punct::LParen)?;
        let param = match self.take(Punct::Ellipsis) {
            true => None,
            false => Some(self.param()?),
        };
        self.close(Punct::RParen, open)?;
        if let Some(name) = param.as_ref().and_then(|param| param.name.as_ref()) {
            self.scopes.declare(&name.text, NameKind::Value);
        }
        let body = self.nested(Self::block)?;
        Ok(Catch { param, body })
    }

    fn asm_statement(&mut self) -> Parsed<StmtKind> {
        self.bump();
        let mut is_volatile = false;
        while self.is_word(Keyword::Volatile) || self.is_word(Keyword::VolatileU) {
            is_volatile = true;
            self.bump();
        }
        let open = self.expect(Punct::LParen)?;
        let template = self.text_literal()?;
        let mut asm = Asm {
            is_volatile,
            template,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
        };
        for section in 0.. {
            if self.take(Punct::ColonColon) {
                // `::` is two colons with nothing between them.
                if section == 0 {
                    asm.inputs = self.asm_operands()?;
                } else {
                    asm.clobbers = self.asm_clobbers()?;
                }
                if section == 0 && self.take(Punct::Colon) {
                    asm.clobbers = self.asm_clobbers()?;
                }
                break;
            }
            if !self.take(Punct::Colon) {
                break;
            }
            match section {
                0 => asm.outputs = self.asm_operands()?,
                1 => asm.inputs = self.asm_operands()?,
                _ => asm.clobbers = self.asm_clobbers()?,
            }
        }
        self.close(Punct::RParen, open)?;
        self.semicolon("`asm(…)`")?;
        Ok(StmtKind::Asm(Box::new(asm)))
    }

    /// `"r"(x), "l"(p)`; NVIDIA's compiler takes them without commas too.
    fn asm_operands(&mut self) -> Parsed<Vec<AsmOperand>> {
        let mut out = Vec::new();
        while self.kind() == LexKind::Str {
            let constraint = self.text_literal()?;
            let open = self.expect(Punct::LParen)?;
            let expr = self.expression()?;
            self.close(Punct::RParen, open)?;
            out.push(AsmOperand { constraint, expr });
            self.take(Punct::Comma);
        }
        Ok(out)
    }

    fn asm_clobbers(&mut self) -> Parsed<Vec<String>> {
        let mut out = Vec::new();
        while self.kind() == LexKind::Str {
            out.push(self.text_literal()?);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        Ok(out)
    }
}
