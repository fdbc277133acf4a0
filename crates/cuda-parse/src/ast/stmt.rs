//! Statements as written. The rule: they stay structured; `case` is a mark between statements.
//! Next: `expr.rs`.

use super::{Expr, Ident, Item, Param, Variable};
use cuda_source::source::Span;

/// `{ … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// With the braces.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What.
    pub kind: StmtKind,
    /// All of it.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `e;`
    Expr(Expr),
    /// One declaration: one or several items of the kinds that may stand in a block.
    Decl(Vec<Item>),
    /// `{ … }`
    Block(Block),
    /// `if (init; condition) then else otherwise`
    If(Box<If>),
    /// `while (condition) body`
    While(Condition, Box<Stmt>),
    /// `do body while (condition);`
    DoWhile(Box<Stmt>, Expr),
    /// `for (init; condition; step) body`
    For(Box<For>),
    /// `for (declaration : range) body`
    RangeFor(Box<RangeFor>),
    /// `switch (init; condition) body`; the body is a block with [`StmtKind::Case`] and [`StmtKind::Default`] as
    /// marks between its statements. Such a mark elsewhere is misplaced.
    Switch(Box<Switch>),
    /// `case e:`, or `case first ... last:`
    Case(Expr, Option<Expr>),
    /// `default:`
    Default,
    /// `return e;`
    Return(Option<Expr>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `#pragma unroll` (with its factor, if given) before a loop.
    Unroll(Option<Box<Expr>>, Box<Stmt>),
    /// `asm(…);`
    Asm(Box<Asm>),
    /// `try { … } catch (…) { … }`
    Try(Box<Try>),
    /// `goto label;`
    Goto(Ident),
    /// `label:`, a mark between statements.
    Label(Ident),
    /// Valid C++ that is not modelled, in a few words: `co_return`.
    Unmodelled(&'static str),
    /// What could not be parsed; a diagnostic has been given.
    Error,
}

/// `if`.
#[derive(Clone, Debug, PartialEq)]
pub struct If {
    /// `if constexpr`.
    pub is_constexpr: bool,
    /// What stands before the `;`, if anything.
    pub init: Option<Stmt>,
    /// The condition.
    pub condition: Condition,
    /// Then.
    pub then: Stmt,
    /// Else.
    pub otherwise: Option<Stmt>,
}

/// `for`.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// A declaration, an expression statement, or [`StmtKind::Empty`].
    pub init: Stmt,
    /// The condition, if given.
    pub condition: Option<Condition>,
    /// The step, if given.
    pub step: Option<Expr>,
    /// The body.
    pub body: Stmt,
}

/// `for (x : e)`.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeFor {
    /// What stands before the `;`, if anything.
    pub init: Option<Stmt>,
    /// The variable, without an initialiser.
    pub variable: Variable,
    /// The names that its parts get, for `auto [a, b]`; the variable has a name then that no program can write.
    pub names: Vec<Ident>,
    /// What is walked.
    pub range: Expr,
    /// The body.
    pub body: Stmt,
}

/// `try`.
#[derive(Clone, Debug, PartialEq)]
pub struct Try {
    /// What is tried.
    pub body: Block,
    /// What is done about what is thrown, in order.
    pub catches: Vec<Catch>,
}

/// `catch (…) { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Catch {
    /// What is caught; none for `...`.
    pub param: Option<Param>,
    /// What is done.
    pub body: Block,
}

/// `switch`.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// What stands before the `;`, if anything.
    pub init: Option<Stmt>,
    /// What is compared.
    pub condition: Condition,
    /// The body.
    pub body: Block,
}

/// What stands in the parentheses of `if`, `while`, `for` and `switch`.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// An expression.
    Expr(Expr),
    /// `T x = e`: true when `x` is.
    Decl(Box<Variable>),
}

/// Inline PTX.
#[derive(Clone, Debug, PartialEq)]
pub struct Asm {
    /// `asm volatile`.
    pub is_volatile: bool,
    /// The text, adjacent literals joined.
    pub template: String,
    /// `"=r"(x)`, before the second colon.
    pub outputs: Vec<AsmOperand>,
    /// `"r"(x)`.
    pub inputs: Vec<AsmOperand>,
    /// `"memory"`.
    pub clobbers: Vec<String>,
}

/// One operand of [`Asm`].
#[derive(Clone, Debug, PartialEq)]
pub struct AsmOperand {
    /// `=r`, `f`, `l`, …
    pub constraint: String,
    /// What is bound.
    pub expr: Expr,
}
