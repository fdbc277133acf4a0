//! `({ … })`: a block with the value of its last statement. GCC has it, nvcc takes it, and macros are written with it.
//!
//! Rules: it is read as the call of a lambda that captures everything by reference, whose last statement is what it returns. So
//! `return`, `goto` and a `break` of a loop around it, which would leave the function or the loop, are refused.
//! Next: `postfix.rs` for lambdas; `expr.rs`, which asks.

use super::{MAX_LAMBDAS, Parsed, Parser};
use crate::ast::{
    Block, Capture, Cv, Expr, ExprKind, Function, FunctionBody, FunctionName, Lambda, Stmt,
    StmtKind, TypeExpr, TypeKind,
};
use cuda_source::diag::Code;
use cuda_source::source::Span;
use cuda_source::token::Punct;

impl Parser<'_> {
    /// `{ … })`, the `(` being taken.
    pub(super) fn block_value(&mut self, open: Span) -> Parsed<Expr> {
        if self.lambdas >= MAX_LAMBDAS {
            return Err(self.abandon("`({ … })` is nested too deeply"));
        }
        self.lambdas += 1;
        let body = self.body();
        self.lambdas -= 1;
        let mut body = body?;
        self.close(Punct::RParen, open)?;
        if let Some((span, word)) = leaving(&body.stmts, false) {
            let message = format!("`{word}` inside `({{ … }})` is not modelled");
            let diag = cuda_source::diag::Diag::error(Code::NotModelledSyntax, span, message);
            let diag =
                diag.help("write its statements where they are needed, without the parentheses");
            return Err(self.say(diag));
        }
        if let Some(last) = body.stmts.last_mut() {
            let kind = std::mem::replace(&mut last.kind, StmtKind::Empty);
            last.kind = match kind {
                StmtKind::Expr(e) => StmtKind::Return(Some(e)),
                kind => kind,
            };
        }
        let span = self.since(open);
        let result = TypeExpr {
            kind: TypeKind::Auto,
            cv: Cv::default(),
            span: open,
        };
        let function = Function {
            specifiers: Vec::new(),
            result,
            name: FunctionName::Operator("()".into(), open),
            qualifier: None,
            template_args: None,
            params: Vec::new(),
            variadic: None,
            is_const: true,
            is_noexcept: false,
            requires: None,
            result_asks: None,
            initialisers: Vec::new(),
            body: FunctionBody::Block(body),
            signature: open,
        };
        let lambda = Lambda {
            captures: vec![Capture::AllByReference],
            template: Vec::new(),
            function,
        };
        let lambda = Expr {
            kind: ExprKind::Lambda(Box::new(lambda)),
            span,
        };
        Ok(Expr {
            kind: ExprKind::Call(Box::new(lambda), Vec::new()),
            span,
        })
    }
}

/// The first statement that leaves a block for what is around it; `inside` says whether a loop of its own is around.
fn leaving(stmts: &[Stmt], inside: bool) -> Option<(Span, &'static str)> {
    stmts.iter().find_map(|stmt| leaves(stmt, inside))
}

fn leaves(stmt: &Stmt, inside: bool) -> Option<(Span, &'static str)> {
    let of_block = |block: &Block| leaving(&block.stmts, inside);
    let of_switch = |block: &Block| leaving(&block.stmts, true);
    match &stmt.kind {
        StmtKind::Return(_) => Some((stmt.span, "return")),
        StmtKind::Goto(_) => Some((stmt.span, "goto")),
        StmtKind::Break if !inside => Some((stmt.span, "break")),
        StmtKind::Continue if !inside => Some((stmt.span, "continue")),
        StmtKind::Block(block) => of_block(block),
        StmtKind::If(one) => {
            leaves(&one.then, inside).or_else(|| leaves(one.otherwise.as_ref()?, inside))
        }
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => leaves(body, true),
        StmtKind::For(one) => leaves(&one.body, true),
        StmtKind::RangeFor(one) => leaves(&one.body, true),
        StmtKind::Switch(one) => of_switch(&one.body),
        StmtKind::Unroll(_, body) => leaves(body, inside),
        StmtKind::Try(one) => {
            of_block(&one.body).or_else(|| one.catches.iter().find_map(|one| of_block(&one.body)))
        }
        _ => None,
    }
}
