//! A program as meant: what `check` makes of the syntax and `lower` turns into instructions.
//! The rule: nothing of C++ is left to know. Names are ids, templates are instantiated, every expression
//! has a type, every conversion is a node, places (lvalues) and values (rvalues) are different types,
//! constants are folded where the language demands it, and a reference is a pointer that is dereferenced.
//! Next: ty.rs for the types, check/mod.rs for how this is made, lower/mod.rs for what becomes of it.

pub use crate::ty::{Class, INDEX, Qualified, Scalar, StructId, Type, Types, UNSIZED};
pub use cuda_ir::sys::SysFn;
use cuda_source::source::Span;

/// Which function of [`Unit::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FuncId(pub u32);

/// Which variable of [`Function::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// Which variable of [`Unit::globals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// Everything that runs on the device.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Structs and enumerations.
    pub types: Types,
    /// `__constant__` and `__device__` variables of the file.
    pub globals: Vec<Global>,
    /// Kernels and the device functions they reach, concrete: a template appears once an instantiation.
    pub functions: Vec<Function>,
    /// The host function that gives the file's variables the first values that are no constants.
    pub startup: Option<FuncId>,
}

impl Unit {
    /// The kernels, in the order of the file (instantiations of templates last).
    pub fn kernels(&self) -> impl Iterator<Item = (FuncId, &Function)> {
        let numbered = self.functions.iter().enumerate();
        numbered
            .filter(|(_, f)| f.kernel)
            .map(|(at, f)| (FuncId(at as u32), f))
    }
}

/// A file-scope variable that device code can touch. Host constants are folded away and are not here.
#[derive(Clone, Debug)]
pub struct Global {
    /// As written.
    pub name: String,
    /// Never a reference.
    pub ty: Type,
    /// [`Space::Constant`], [`Space::Global`] or [`Space::Host`].
    pub space: Space,
    /// `__managed__`: in [`Space::Global`], and host code reaches it too.
    pub managed: bool,
    /// `const`: host code may read it too.
    pub unchanging: bool,
    /// The bytes it starts with, as long as the type; empty for zeros.
    pub bytes: Vec<u8>,
    /// Addresses among them, by their places; the bytes there are zeros.
    pub addresses: Vec<(u64, StaticAddress)>,
    /// Where it is declared.
    pub span: Span,
}

/// An address that is known before anything runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaticAddress {
    /// A function's.
    Function(FuncId),
    /// So many bytes from the start of a variable.
    Global(GlobalId, i64),
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// One a thread: a register, or local memory where its address is needed.
    Local,
    /// `__shared__` with a size: one a block.
    Shared,
    /// `extern __shared__`: the bytes given at launch. All such variables start at the same place.
    SharedDynamic,
    /// `__constant__`.
    Constant,
    /// `__device__`, and every buffer.
    Global,
    /// The host's memory: a variable of the file that host code has, or the bytes of a string literal (an unnamed
    /// global of type `const char[n]`, which device code may read too).
    Host,
}

/// A concrete function.
#[derive(Clone, Debug)]
pub struct Function {
    /// As a person calls it, `tile<16, float>` for an instantiation.
    pub name: String,
    /// `__global__`.
    pub kernel: bool,
    /// `Void` for a kernel.
    pub result: Type,
    /// The first `params` of `vars`, in order. A reference parameter has a pointer type.
    pub params: u32,
    /// All variables, parameters first, then in order of declaration.
    pub vars: Vec<Var>,
    /// The body.
    pub body: Vec<Stmt>,
    /// Whether a call can reach the function again: it cannot be inlined.
    pub recursive: bool,
    /// Whether it is host code, which may hold [`ExprKind::Sys`] and [`ExprKind::Launch`]. A function of both sides is not.
    pub host: bool,
    /// Whether a caller may begin with it, by name: a host function of the file itself.
    pub entry: bool,
    /// `__launch_bounds__`: most threads a block.
    pub max_threads: Option<u32>,
    /// The name where it is declared.
    pub span: Span,
    /// From the declaration to the closing brace.
    pub extent: Span,
}

impl Function {
    /// A variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.0 as usize]
    }
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Var {
    /// As written; empty for one that the checker made.
    pub name: String,
    /// For a reference the pointer that stands for it.
    pub ty: Type,
    /// Local, Shared or SharedDynamic.
    pub space: Space,
    /// Declared `T&`: `ty` is a pointer that is set once, by its declaration, to an [`ExprKind::AddressOf`] (or
    /// to another reference's value) and only ever dereferenced. Lowering may bind it to the place itself.
    pub reference: bool,
    /// Whether `&v` is written (or an array decays other than to be indexed): it needs memory.
    pub address_taken: bool,
    /// Whether a reference is bound to it: needs memory unless lowering binds the place.
    pub referenced: bool,
    /// Declared `const` or `constexpr`.
    pub constant: bool,
    /// Declared `volatile`.
    pub volatile: bool,
    /// A pointer parameter declared `__restrict__`: what it points at is reached through it alone.
    pub restrict: bool,
    /// Bytes; at least the type's own.
    pub align: u64,
    /// The name where it is declared.
    pub span: Span,
    /// Where the name can be used.
    pub scope: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A local variable comes to life, once for each time it is passed.
    Declare {
        /// Which; a shared variable never has an initialiser.
        var: VarId,
        /// Its first value.
        init: Init,
    },
    /// For its effects; the value is dropped.
    Expr(Expr),
    /// Statements in a scope of their own.
    Block(Vec<Stmt>),
    /// `if`.
    If {
        /// A `bool`.
        cond: Expr,
        /// When true.
        then: Vec<Stmt>,
        /// When false; empty where there is none.
        other: Vec<Stmt>,
    },
    /// `while` and `for`: test, body, step. `continue` goes to the step.
    Loop {
        /// What a `for` does first; its variables live as long as the loop.
        init: Vec<Stmt>,
        /// A `bool`, tested before each turn; none means for ever.
        cond: Option<Expr>,
        /// After each turn.
        step: Option<Expr>,
        /// The turn.
        body: Vec<Stmt>,
        /// `#pragma unroll` before it.
        unroll: bool,
    },
    /// `do body while (cond)`. `continue` goes to the test.
    DoWhile {
        /// The turn.
        body: Vec<Stmt>,
        /// A `bool`, tested after each turn.
        cond: Expr,
    },
    /// `switch`.
    Switch {
        /// An integer (promoted).
        value: Expr,
        /// In source order; one that does not end in `break` runs into the next.
        arms: Vec<Arm>,
    },
    /// Leaves the innermost loop or switch.
    Break,
    /// Next turn of the innermost loop.
    Continue,
    /// Where a [`StmtKind::Goto`] of the same number leads. Neither leaves the checker.
    Label(u32),
    /// A jump to a label of the same function.
    Goto(u32),
    /// Ends the function, with a value of exactly its result type unless that is `void`.
    Return(Option<Expr>),
}

/// The first value of a variable.
#[derive(Clone, Debug)]
pub enum Init {
    /// None: the bytes are indeterminate.
    None,
    /// A value of the variable's type (never an array).
    Value(Expr),
    /// Braces, flattened: each place inside the variable gets a value, in order.
    Parts {
        /// Set all bytes to zero first (some part is not mentioned).
        zero: bool,
        /// Places are `Field` and `Index` (with constant index) chains on the variable.
        parts: Vec<(Place, Expr)>,
    },
}

/// The statements from one group of labels to the next.
#[derive(Clone, Debug)]
pub struct Arm {
    /// `case` values in the type of the switch's value.
    pub cases: Vec<i64>,
    /// Whether `default:` is among the labels.
    pub default: bool,
    /// What runs.
    pub body: Vec<Stmt>,
    /// The first label.
    pub span: Span,
}

/// Something with an address: an lvalue.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which.
    pub kind: PlaceKind,
    /// What is stored there.
    pub ty: Type,
    /// Through a `volatile` name: every access happens.
    pub volatile: bool,
    /// What names it.
    pub span: Span,
}

/// The places.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// A variable of this function.
    Var(VarId),
    /// A variable of the file.
    Global(GlobalId),
    /// What a pointer points at. `p[i]` is `Deref(PtrAdd(p, i))`.
    Deref(Box<Expr>),
    /// An element of an array that is itself a place; the index has type [`INDEX`].
    Index(Box<Place>, Box<Expr>),
    /// A field of a struct or a component of a vector type, by number.
    Field(Box<Place>, u32),
    /// Evaluate the expression for its effects, then the place: `(a, b) = …`, `(x += 1) = …`.
    Then(Box<Expr>, Box<Place>),
}

/// A value.
#[derive(Clone, Debug)]
pub struct Expr {
    /// How it is made.
    pub kind: ExprKind,
    /// Never an array, a reference or `Error`.
    pub ty: Type,
    /// What it is written as.
    pub span: Span,
}

/// The values. "Same type" below is exact: conversions are nodes.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number, a `bool`, an enumerator or a null pointer.
    Const(Const),
    /// What is stored in a place, of any type but an array.
    Load(Place),
    /// `&place`.
    AddressOf(Place),
    /// The address of an array's first element; the type is a pointer to the element.
    Decay(Place),
    /// `threadIdx.x` and its kin, `unsigned int`.
    Special(Special, Axis),
    /// The operand in another type.
    Convert(Conversion, Box<Expr>),
    /// On a promoted operand, of the same type.
    Unary(UnaryOp, Box<Expr>),
    /// Both operands and the result have the same (promoted) type; a shift's count has its own.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Both operands have the same type, arithmetic or pointer; the result is `bool`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `!` on a `bool`.
    Not(Box<Expr>),
    /// `a && b` on `bool`s; `b` is evaluated only if `a`.
    And(Box<Expr>, Box<Expr>),
    /// `a || b` on `bool`s; `b` is evaluated only if not `a`.
    Or(Box<Expr>, Box<Expr>),
    /// `c ? a : b`; only one arm is evaluated, both have the result's type (which may be `void`).
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The first for its effects, then the second.
    Comma(Box<Expr>, Box<Expr>),
    /// Pointer plus or minus an index of type [`INDEX`], in elements of `size` bytes.
    PtrAdd {
        /// The pointer; its type is the result's.
        pointer: Box<Expr>,
        /// How many elements.
        index: Box<Expr>,
        /// Bytes an element.
        size: u64,
        /// Whether the index is subtracted.
        minus: bool,
    },
    /// The difference of two pointers in elements of `size` bytes, of type [`INDEX`].
    PtrDiff {
        /// Minuend.
        left: Box<Expr>,
        /// Subtrahend.
        right: Box<Expr>,
        /// Bytes an element.
        size: u64,
    },
    /// Stores; the value of the expression is what was stored.
    Assign {
        /// Evaluated once, after the value.
        place: Place,
        /// Of the place's type, structs included.
        value: Box<Expr>,
    },
    /// `op=`, `++` and `--`: the place is evaluated once, read, changed and written.
    Update {
        /// Of scalar or pointer type.
        place: Place,
        /// The change.
        change: Change,
        /// Whether the expression's value is the one from before (`x++`).
        old: bool,
    },
    /// A device function; arguments have exactly the parameters' types.
    Call(FuncId, Args),
    /// A function of the language; see [`Builtin`] for the arguments.
    Builtin(Builtin, Vec<Expr>),
    /// A field of a struct that is a value, by number.
    Field(Box<Expr>, u32),
    /// A struct from one value a field, each of the field's type (no field is an array).
    Aggregate(Vec<Expr>),
    /// `k<<<grid, block, shared, stream>>>(args)`, `void`. Host code only.
    Launch(Box<Launch>),
    /// A system call: a function that a header only declares. Variadic ones have their arguments promoted.
    Sys(SysFn, Vec<Expr>),
    /// `printf(format, args…)`, an `int`; the arguments have C's default promotions behind them.
    Print(Box<Expr>, Vec<Expr>),
    /// The address of a function or kernel; the type is a pointer to a [`Type::Function`].
    FunctionAddress(FuncId),
    /// The address of one variable on the host, of another on the device; a pointer.
    SideAddress {
        /// On the host.
        host: GlobalId,
        /// On the device.
        device: GlobalId,
    },
    /// A call through a pointer to a function; arguments have exactly the parameters' types.
    CallPointer(Box<Expr>, Vec<Expr>),
    /// `assert(cond)` on a `bool`; `void`. What is written there is the text of the condition's span.
    Assert(Box<Expr>),
}

/// The arguments of a call. Device code evaluates them from the first to the last. Host code does as g++ has it: the first
/// `leading` in their order (the object of a method, the operands of `<<`, what stands in braces), then the rest from
/// the last to the first.
#[derive(Clone, Debug)]
pub struct Args {
    /// In the order of the parameters.
    list: Vec<Expr>,
    leading: usize,
}

impl Args {
    /// Arguments of which the first so many are evaluated in their order.
    pub fn new(list: Vec<Expr>, leading: usize) -> Args {
        let leading = leading.min(list.len());
        Args { list, leading }
    }

    /// How many are evaluated in their order before the others.
    pub fn leading(&self) -> usize {
        self.leading
    }
}

impl From<Vec<Expr>> for Args {
    fn from(list: Vec<Expr>) -> Args {
        Args { list, leading: 0 }
    }
}

impl std::ops::Deref for Args {
    type Target = [Expr];

    fn deref(&self) -> &[Expr] {
        &self.list
    }
}

/// A launch of a kernel.
#[derive(Clone, Debug)]
pub struct Launch {
    /// A pointer to a kernel, usually an [`ExprKind::FunctionAddress`].
    pub kernel: Expr,
    /// A `dim3`.
    pub grid: Expr,
    /// A `dim3`.
    pub block: Expr,
    /// Dynamic shared bytes, a `size_t`.
    pub shared: Expr,
    /// The stream, a pointer.
    pub stream: Expr,
    /// Of exactly the parameters' types.
    pub args: Vec<Expr>,
}

impl Launch {
    /// Its expressions, in order of evaluation.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        [
            &self.kernel,
            &self.grid,
            &self.block,
            &self.shared,
            &self.stream,
        ]
        .into_iter()
        .chain(&self.args)
    }
}

/// What an [`ExprKind::Update`] does to the value read.
#[derive(Clone, Debug)]
pub enum Change {
    /// `(place type) ((work type) old op operand)`.
    Arithmetic {
        /// The operation.
        op: BinaryOp,
        /// The (promoted) type it is done in.
        work: Type,
        /// From the place's type to `work`; none when they are the same.
        widen: Option<Conversion>,
        /// From `work` back; none when they are the same.
        narrow: Option<Conversion>,
        /// Of type `work`; a shift's count has its own type. Evaluated before the place.
        operand: Box<Expr>,
    },
    /// A pointer moves.
    Pointer {
        /// How many elements, of type [`INDEX`].
        index: Box<Expr>,
        /// Bytes an element.
        size: u64,
        /// Whether backwards.
        minus: bool,
    },
}

/// A folded value; the expression's type says which scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Const {
    /// Of any integer type, `bool` (0 or 1) or an enumeration: the value, sign- or zero-extended (an unsigned
    /// 64-bit value as the `i64` of the same bits).
    Int(i64),
    /// `float`.
    F32(f32),
    /// `double`.
    F64(f64),
    /// The null pointer.
    Null,
}

/// How a value becomes one of another type. The types are those of the operand and of the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Integer (`bool`, enumeration) to integer or enumeration, not to `bool`: truncate, or extend by the
    /// operand's sign.
    Integer,
    /// Integer to `float` or `double`, to nearest even.
    IntToFloat,
    /// `float` or `double` to integer, toward zero, saturating; NaN gives 0.
    FloatToInt,
    /// `float` to `double` or back, to nearest even.
    Float,
    /// Anything scalar, pointers included, to `bool`: is it not zero.
    ToBool,
    /// Pointer to pointer; the bits stay.
    Pointer,
    /// Pointer to a 64-bit integer.
    PointerToInt,
    /// A 64-bit integer to a pointer.
    IntToPointer,
    /// To `void`: the value is dropped.
    Void,
}

/// Unary arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-x`.
    Neg,
    /// `~x`.
    BitNot,
}

/// Binary arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`, integers only.
    Rem,
    /// `&`, integers only.
    And,
    /// `|`, integers only.
    Or,
    /// `^`, integers only.
    Xor,
    /// `<<`, integers only.
    Shl,
    /// `>>`, integers only; arithmetic for signed operands.
    Shr,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// `threadIdx`
    ThreadIdx,
    /// `blockIdx`
    BlockIdx,
    /// `blockDim`
    BlockDim,
    /// `gridDim`
    GridDim,
    /// Whether this is the device's code, a `bool`: what a function of both sides keeps for one.
    OnDevice,
}

/// A component of a built-in variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `.x`
    X,
    /// `.y`
    Y,
    /// `.z`
    Z,
}

pub use crate::builtin::Builtin;
