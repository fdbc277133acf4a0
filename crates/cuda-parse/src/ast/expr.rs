//! Expressions as written. The rule: literals have their values; parentheses, casts and braces keep their form.
//! Next: `parse/expr.rs` makes these.

use std::sync::Arc;

use super::{Function, Ident, Param, Path, Segment, TemplateParam, TypeExpr};
use cuda_source::source::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What.
    pub kind: ExprKind,
    /// All of it.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `42u`
    Int(IntLiteral),
    /// `1.5f`
    Float(FloatLiteral),
    /// `'a'`, with its value; `L'a'` is not told apart.
    Char(u32),
    /// `"text"`, adjacent literals joined, escapes resolved. Not zero-terminated here.
    Str(Arc<[u8]>),
    /// `true`, `false`
    Bool(bool),
    /// `nullptr`
    Nullptr,
    /// `NULL`: a null pointer that is a number too.
    Null,
    /// `this`
    This,
    /// A name.
    Name(Path),
    /// `decltype(e)::name`
    Inside(Box<(TypeExpr, Path)>),
    /// `(e)`
    Paren(Box<Expr>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// `e++` (`true`) or `e--` (`false`).
    PostStep(bool, Box<Expr>),
    /// A binary operator that does not assign; where the operator stands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>, Span),
    /// `=`, or with an operator `+=` and the like; where the operator stands.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>, Span),
    /// `c ? a : b`
    Conditional(Box<[Expr; 3]>),
    /// `f(a, b)`. A call of a type's name (`dim3(1, 2)`, `T(x)`) is this too where the name is not known to be
    /// a type.
    Call(Box<Expr>, Vec<Expr>),
    /// `k<<<grid, block, shared, stream>>>(a, b)`
    Launch(Box<Launch>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `e.m` or `e->m`
    Member(Box<MemberExpr>),
    /// `e.*p` or `e->*p`
    PointedMember(Box<PointedMember>),
    /// A cast.
    Cast(CastStyle, Box<TypeExpr>, Box<Expr>),
    /// `T(a, b)` or `T{a, b}` where `T` is surely a type: `float(x)`, `float4{…}`.
    Construct(Box<Construct>),
    /// `{a, b}` as an initialiser.
    Braces(Vec<BraceItem>),
    /// `sizeof(T)`
    SizeofType(Box<TypeExpr>),
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `alignof(T)`
    Alignof(Box<TypeExpr>),
    /// `typeid(T)`
    TypeidType(Box<TypeExpr>),
    /// `typeid(e)`
    TypeidExpr(Box<Expr>),
    /// `[captures](params) { … }`
    Lambda(Box<Lambda>),
    /// `new T(…)`
    New(Box<New>),
    /// `delete e`; with `true`, `delete[] e`
    Delete(bool, Box<Expr>),
    /// `throw e`, `throw`
    Throw(Option<Box<Expr>>),
    /// `e...` among arguments, in braces or in a capture's value: `e` once for each member of the packs in it.
    Expand(Box<Expr>),
    /// `sizeof...(P)`
    SizeofPack(Ident),
    /// `(... + e)`, `(e + ... + x)`
    Fold(Box<Fold>),
    /// `10ms`, `"text"s`: a literal and the suffix that a program or library defines.
    Suffixed(Box<Expr>, Ident),
    /// `requires (T a) { … }`: whether all of it can be formed.
    Requires(Box<Requires>),
    /// Valid C++ that is not modelled, in a few words: `coroutines`.
    Unmodelled(&'static str),
    /// What could not be parsed; a diagnostic has been given.
    Error,
}

/// An integer literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntLiteral {
    /// Its value.
    pub value: u64,
    /// Decimal: never becomes unsigned without a suffix.
    pub decimal: bool,
    /// `u`.
    pub unsigned: bool,
    /// How many `l`.
    pub longs: u8,
}

/// A floating literal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FloatLiteral {
    /// Its value, rounded once to the literal's own type: for `f` it is exactly an `f32`.
    pub value: f64,
    /// Whether it is written where it stands; false for one out of a macro's body.
    pub written: bool,
    /// `f`: of type `float`.
    pub single: bool,
    /// `l`: of type `long double`.
    pub long: bool,
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Neg,
    /// `!`
    Not,
    /// `~`
    BitNot,
    /// `*`
    Deref,
    /// `&`
    AddressOf,
    /// `++e`
    PreInc,
    /// `--e`
    PreDec,
}

impl UnaryOp {
    /// As written.
    pub const fn as_str(self) -> &'static str {
        match self {
            UnaryOp::Plus => "+",
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
            UnaryOp::Deref => "*",
            UnaryOp::AddressOf => "&",
            UnaryOp::PreInc => "++",
            UnaryOp::PreDec => "--",
        }
    }
}

/// Binary operators that do not assign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // see `as_str`
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Gt,
    Le,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Comma,
}

impl BinaryOp {
    /// As written.
    pub const fn as_str(self) -> &'static str {
        match self {
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Comma => ",",
        }
    }
}

/// The ways to write a cast; `T(x)` is [`ExprKind::Construct`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastStyle {
    /// `(T)x`
    C,
    /// `static_cast<T>(x)`
    Static,
    /// `reinterpret_cast<T>(x)`
    Reinterpret,
    /// `const_cast<T>(x)`
    Const,
    /// `dynamic_cast<T>(x)`
    Dynamic,
}

/// `k<<<…>>>(…)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The kernel: a name, perhaps with template arguments.
    pub kernel: Expr,
    /// One to four: grid, block, shared bytes, stream.
    pub config: Vec<Expr>,
    /// The arguments.
    pub args: Vec<Expr>,
}

/// `e.m`, `e->m`.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberExpr {
    /// What it is a member of.
    pub base: Expr,
    /// Whether `->`.
    pub arrow: bool,
    /// Whether the class whose member is meant is named before it, `p->T::f`.
    pub qualifier: Option<Path>,
    /// The member, perhaps with template arguments.
    pub member: Segment,
}

/// `e.*p`, `e->*p`.
#[derive(Clone, Debug, PartialEq)]
pub struct PointedMember {
    /// What it is a member of.
    pub object: Expr,
    /// Whether `->*`.
    pub arrow: bool,
    /// The pointer to the member.
    pub pointer: Expr,
}

/// `T(…)`, `T{…}`.
#[derive(Clone, Debug, PartialEq)]
pub struct Construct {
    /// The type.
    pub ty: TypeExpr,
    /// The arguments.
    pub args: Vec<BraceItem>,
    /// Whether in braces.
    pub braces: bool,
}

/// One element of `{…}`.
#[derive(Clone, Debug, PartialEq)]
pub struct BraceItem {
    /// `.name =`, if given.
    pub designator: Option<Ident>,
    /// The value, which may itself be [`ExprKind::Braces`].
    pub value: Expr,
}

/// `new T`, `new (place) T[n]{…}`.
#[derive(Clone, Debug, PartialEq)]
pub struct New {
    /// What stands in parentheses before the type.
    pub placement: Vec<Expr>,
    /// The type; of `new T[n]` the element's.
    pub ty: TypeExpr,
    /// `n`, if it makes an array.
    pub count: Option<Expr>,
    /// What it is initialised from, and whether in braces.
    pub init: Option<(Vec<Expr>, bool)>,
}

/// A fold expression over the packs in one of its sides: that side stands once for each member, the operator between.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    /// What stands before `...`, if anything.
    pub left: Option<Expr>,
    /// The operator.
    pub op: BinaryOp,
    /// What stands after it, if anything.
    pub right: Option<Expr>,
}

/// `requires (T a) { … }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Requires {
    /// Names for values of the types asked about.
    pub params: Vec<Param>,
    /// What is asked, in its order.
    pub asks: Vec<Requirement>,
}

/// One line of a [`Requires`]; `{ e } -> C<int>;` is two of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// `e;`: it can be formed.
    Expr(Expr),
    /// `typename T::x;`: there is such a type.
    Type(TypeExpr),
    /// `requires e;`: it is true.
    Holds(Expr),
}

/// A lambda.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// What it captures.
    pub captures: Vec<Capture>,
    /// `<typename T>` after the captures, and one for each parameter whose type is `auto`.
    pub template: Vec<TemplateParam>,
    /// Its `operator()`: `const` unless it is `mutable`; the result is `auto` where none is written.
    pub function: Function,
}

/// One entry of a capture list.
#[derive(Clone, Debug, PartialEq)]
pub enum Capture {
    /// `=`
    AllByValue,
    /// `&`
    AllByReference,
    /// `x`
    Value(Ident),
    /// `&x`
    Reference(Ident),
    /// `x = e`
    Init(Ident, Box<Expr>),
    /// `&x = e`
    RefInit(Ident, Box<Expr>),
    /// `x...`; with `true`, `&x...`
    Pack(Ident, bool),
    /// `this`
    This,
    /// `*this`
    ThisCopy,
}
