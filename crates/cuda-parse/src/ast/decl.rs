//! Declarations as written: functions, variables, structs, enums, aliases, templates.
//! The rule: one declared thing, one node; what stood before several of them is repeated in each.
//! Next: `stmt.rs`.

use super::{Block, ConceptUse, Expr, Ident, Path, Template, TemplateArg, Text, TypeExpr};
use cuda_source::source::Span;

/// A word before a declaration that is no part of its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Specifier {
    /// Which.
    pub kind: SpecifierKind,
    /// Where.
    pub span: Span,
}

/// The specifiers.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecifierKind {
    /// `__global__`.
    Global,
    /// `__device__`.
    Device,
    /// `__host__`.
    Host,
    /// `__shared__`.
    Shared,
    /// `__constant__`.
    Constant,
    /// `__managed__`.
    Managed,
    /// `__grid_constant__`.
    GridConstant,
    /// `extern`, also `extern "C"` before one declaration.
    Extern,
    /// `static`.
    Static,
    /// `inline`, `__inline__`.
    Inline,
    /// `__forceinline__`.
    ForceInline,
    /// `__noinline__`.
    NoInline,
    /// `constexpr`, `consteval`, `constinit`.
    Constexpr,
    /// `mutable`.
    Mutable,
    /// `register`, `thread_local`, `[[…]]`, `__attribute__((…))`: no effect here.
    Ignored,
    /// `explicit`.
    Explicit,
    /// `friend`.
    Friend,
    /// `virtual`.
    Virtual,
    /// `override` after a function's parameters.
    Override,
    /// `final` after a function's parameters or a class's name.
    Final,
    /// `__launch_bounds__(most threads, least blocks)`: the arguments.
    LaunchBounds(Vec<Expr>),
    /// `__align__(n)`, `alignas(n)`.
    Align(Box<Expr>),
    /// `alignas(T)`.
    AlignAs(Box<TypeExpr>),
    /// `__attribute__((packed))`, `#pragma pack(n)`: fields are aligned to so many bytes at most.
    Packed(u64),
}

/// Whether a list of specifiers has this one (compared by kind; arguments do not matter).
pub fn specifier<'a>(list: &'a [Specifier], kind: &SpecifierKind) -> Option<&'a Specifier> {
    let wanted = std::mem::discriminant(kind);
    list.iter()
        .find(|one| std::mem::discriminant(&one.kind) == wanted)
}

/// Something at file, namespace, struct or block scope that declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What.
    pub kind: ItemKind,
    /// All of it, from the first specifier to the `;` or `}`.
    pub span: Span,
}

/// The kinds of item.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// A function, with or without a body.
    Function(Box<Function>),
    /// One variable, or a field of a struct.
    Variable(Box<Variable>),
    /// A struct, class or union.
    Struct(Box<Struct>),
    /// An enumeration.
    Enum(Box<Enum>),
    /// `using A = T;` or `typedef T A;`.
    Alias(Box<Alias>),
    /// `template<…>` before an item; without parameters it is a full specialisation.
    Template(Box<Template>),
    /// `namespace a { … }`; without a name for an unnamed one. `namespace a::b` is two, nested.
    Namespace {
        /// The name, if it has one.
        name: Option<Ident>,
        /// What is inside.
        items: Vec<Item>,
    },
    /// `namespace a = b;`
    NamespaceAlias {
        /// The new name.
        name: Ident,
        /// What it stands for.
        target: Path,
    },
    /// `using namespace a;`
    UsingNamespace(Path),
    /// What an inline namespace is besides itself: its names are those of the namespace around.
    InlineNamespace(Ident),
    /// `using a::b;`
    UsingName(Path),
    /// `using T::f...;` of a pack of bases.
    UsingPack(Path),
    /// `using enum E;`
    UsingEnum(Path),
    /// `auto [a, b] = e;`
    Binding(Box<Binding>),
    /// `concept C = e;`, inside a template.
    Concept {
        /// The name.
        name: Ident,
        /// When it holds.
        value: Box<Expr>,
    },
    /// `static_assert(condition, "message")`.
    StaticAssert {
        /// The condition.
        condition: Box<Expr>,
        /// The message, if given.
        message: Option<String>,
    },
    /// `extern "C" { … }`; one declaration after `extern "C"` is simply that declaration.
    Linkage(Vec<Item>),
    /// Valid C++ that is not modelled, in a few words: `` `asm` outside a function ``.
    Unmodelled(&'static str),
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// `__global__`, `static`, …
    pub specifiers: Vec<Specifier>,
    /// The result. A trailing one (`auto f() -> int`) is already here. For constructors and destructors `void`.
    pub result: TypeExpr,
    /// What it is called.
    pub name: FunctionName,
    /// For a member defined outside its struct (`S::f`), the path before the last `::`.
    pub qualifier: Option<Path>,
    /// For a full specialisation (`f<int>`), the arguments after the name.
    pub template_args: Option<Vec<TemplateArg>>,
    /// The parameters; `(void)` is none.
    pub params: Vec<Param>,
    /// Where `...` stands, if the list ends so.
    pub variadic: Option<Span>,
    /// `const` after the list of a method.
    pub is_const: bool,
    /// `noexcept`.
    pub is_noexcept: bool,
    /// What stands after `requires`: before the declaration, after it, or both.
    pub requires: Option<Box<Expr>>,
    /// What a concept before the `auto` of the result asks of it; the result's name is [`RESULT`].
    pub result_asks: Option<Box<ConceptUse>>,
    /// `: a(1), b{2}` of a constructor.
    pub initialisers: Vec<MemberInit>,
    /// What follows.
    pub body: FunctionBody,
    /// From the first specifier to the closing parenthesis, qualifiers after it included.
    pub signature: Span,
}

/// What a function is called.
#[derive(Clone, Debug, PartialEq)]
pub enum FunctionName {
    /// An ordinary name.
    Plain(Ident),
    /// The name of its struct: a constructor.
    Constructor(Ident),
    /// `~S`.
    Destructor(Ident),
    /// `operator+`, `operator()`, `operator[]`, …: the operator's text without the word, and where.
    Operator(Text, Span),
    /// `operator T`.
    Conversion(Box<TypeExpr>, Span),
}

/// The name of a function's result among what a concept asks of it; no program can write it.
pub const RESULT: &str = "<result>";

/// What the functions that stand for the deduction guides of a class template are called.
pub fn guide_name(class: &str) -> String {
    format!("<guide {class}>")
}

/// The class template that a function of this name guides to.
pub fn guided_class(name: &str) -> Option<&str> {
    name.strip_prefix("<guide ")?.strip_suffix('>')
}

impl FunctionName {
    /// Where the name is.
    pub fn span(&self) -> Span {
        match self {
            FunctionName::Plain(name)
            | FunctionName::Constructor(name)
            | FunctionName::Destructor(name) => name.span,
            FunctionName::Operator(_, span) | FunctionName::Conversion(_, span) => *span,
        }
    }
}

/// What stands where a function's body can.
#[derive(Clone, Debug, PartialEq)]
pub enum FunctionBody {
    /// `;`
    None,
    /// `{ … }`
    Block(Block),
    /// `= default;`
    Default,
    /// `= delete;`
    Delete,
    /// `= 0;`
    Pure,
}

/// One entry of a constructor's list.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberInit {
    /// The field or base.
    pub name: Path,
    /// The arguments.
    pub args: Vec<Expr>,
    /// Whether in braces.
    pub braces: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The type as written; an array or function type here means a pointer.
    pub ty: TypeExpr,
    /// `__grid_constant__` and the like.
    pub specifiers: Vec<Specifier>,
    /// The name, if it has one.
    pub name: Option<Ident>,
    /// The default argument.
    pub default: Option<Box<Expr>>,
    /// Whether it is a pack (`T... x`).
    pub pack: bool,
    /// All of it.
    pub span: Span,
}

/// A variable, at any scope, or a field.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// `__shared__`, `extern`, `static`, `constexpr`, … as written before the declaration it is part of.
    pub specifiers: Vec<Specifier>,
    /// The type, with the declarator applied.
    pub ty: TypeExpr,
    /// The name.
    pub name: Ident,
    /// For a static member defined outside its struct, the path before the last `::`.
    pub qualifier: Option<Path>,
    /// For a specialisation (`v<int>`), the arguments after the name.
    pub template_args: Option<Vec<TemplateArg>>,
    /// How it is initialised.
    pub init: Option<Init>,
    /// The width of a bit field.
    pub bits: Option<Box<Expr>>,
    /// From its declarator to the end of its initialiser.
    pub span: Span,
}

/// `auto [a, b] = e`: a variable, and names for its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The whole, under a name that no program can write.
    pub variable: Variable,
    /// The names.
    pub names: Vec<Ident>,
}

/// How a variable is initialised.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// `= e`, where `e` may be a [`ExprKind::Braces`].
    Equals(Expr),
    /// `(a, b)`.
    Parens(Vec<Expr>, Span),
    /// `{a, b}`: always a [`ExprKind::Braces`].
    Braces(Expr),
}

/// A struct, class or union.
#[derive(Clone, Debug, PartialEq)]
pub struct Struct {
    /// Which word began it.
    pub keyword: StructKeyword,
    /// The name. One without a name gets one that no program can write.
    pub name: Ident,
    /// For one defined outside its class or namespace (`struct A::B { … }`), what stands before the last `::`.
    pub qualifier: Option<Text>,
    /// `__align__`, `alignas`.
    pub specifiers: Vec<Specifier>,
    /// For a specialisation, the arguments after the name.
    pub template_args: Option<Vec<TemplateArg>>,
    /// What it derives from.
    pub bases: Vec<Base>,
    /// What is inside, in order; none for a mere declaration (`struct S;`).
    pub members: Option<Vec<Member>>,
}

/// A class that another derives from.
#[derive(Clone, Debug, PartialEq)]
pub struct Base {
    /// Which.
    pub ty: TypeExpr,
    /// Who may use what it brings; as the class's word says where nothing is written.
    pub access: Access,
    /// `virtual` before it.
    pub is_virtual: bool,
}

/// The words that begin a [`Struct`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StructKeyword {
    /// `struct`.
    Struct,
    /// `class`.
    Class,
    /// `union`.
    Union,
}

/// Who may use a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// `public:`.
    Public,
    /// `protected:`.
    Protected,
    /// `private:`.
    Private,
}

/// One member of a struct. A field is an [`ItemKind::Variable`], a method an [`ItemKind::Function`].
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Who may use it.
    pub access: Access,
    /// What it is.
    pub item: Item,
}

/// `enum` or `enum class`.
#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    /// The name. One without a name gets one that no program can write.
    pub name: Ident,
    /// Whether it was written without one.
    pub unnamed: bool,
    /// `enum class`: its names need the qualifier.
    pub scoped: bool,
    /// The underlying type, if given.
    pub underlying: Option<TypeExpr>,
    /// The names, each with its value if given; none for a mere declaration.
    pub values: Option<Vec<Enumerator>>,
}

/// One name of an enumeration.
#[derive(Clone, Debug, PartialEq)]
pub struct Enumerator {
    /// The name.
    pub name: Ident,
    /// Its value, if given.
    pub value: Option<Expr>,
}

/// Another name for a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// The name.
    pub name: Ident,
    /// What it stands for.
    pub ty: TypeExpr,
}
