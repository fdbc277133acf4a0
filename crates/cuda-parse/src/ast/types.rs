//! Types as written. A declarator is already applied: a type reads from the outside in.
//! Next: `decl.rs`.

use super::{Expr, Param, Path};
use cuda_source::source::Span;

/// `const` and `volatile` (and `__restrict__` on pointers).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cv {
    /// `const`.
    pub is_const: bool,
    /// `volatile`.
    pub is_volatile: bool,
    /// `__restrict__`.
    pub is_restrict: bool,
}

/// A type as written, declarator applied.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// What kind of type.
    pub kind: TypeKind,
    /// Qualifiers of this level: in `const int *volatile p` the pointer is volatile, its target const.
    pub cv: Cv,
    /// Where it is written (the specifiers, or the piece of the declarator).
    pub span: Span,
}

/// The kinds of type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `int`, `unsigned long long`, `float`, …
    Builtin(Builtin),
    /// A name: `float4`, `size_t`, `T`, `Params`, `std::vector<float>`.
    Named(Path),
    /// `auto`.
    Auto,
    /// `decltype(e)`.
    Decltype(Box<Expr>),
    /// What `auto` stands for in the type of a variable, `decltype` of it without `const` and reference: the parser's, for
    /// concepts.
    Bare(Box<Expr>),
    /// `decltype(auto)`.
    DecltypeAuto,
    /// `decltype(e)::name`, `typename decltype(e)::a::b`.
    Inside(Box<(TypeExpr, Path)>),
    /// `T...` among template arguments or bases: `T` once for each member of the packs in it.
    Expand(Box<TypeExpr>),
    /// `T C::*`, a pointer to a member.
    MemberPointer(Box<(Path, TypeExpr)>),
    /// Pointer to.
    Pointer(Box<TypeExpr>),
    /// `T &`.
    LRef(Box<TypeExpr>),
    /// `T &&`.
    RRef(Box<TypeExpr>),
    /// Array of; without a length for `[]`.
    Array(Box<TypeExpr>, Option<Box<Expr>>),
    /// Function type.
    Function(Box<FunctionType>),
    /// What could not be parsed; a diagnostic has been given.
    Error,
}

/// `R(A, B, …)`.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionType {
    /// The result.
    pub result: TypeExpr,
    /// The parameters.
    pub params: Vec<Param>,
    /// Whether `...` ends the list.
    pub variadic: bool,
    /// `const` after the list, as in `int (S::*)() const`.
    pub is_const: bool,
}

/// The fundamental types. `char`, `signed char` and `unsigned char` are three types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names are the types
pub enum Builtin {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    WChar,
    Char8,
    Char16,
    Char32,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
    Float,
    Double,
    LongDouble,
}

impl Builtin {
    /// The type as C++ writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Builtin::Void => "void",
            Builtin::Bool => "bool",
            Builtin::Char => "char",
            Builtin::SChar => "signed char",
            Builtin::UChar => "unsigned char",
            Builtin::WChar => "wchar_t",
            Builtin::Char8 => "char8_t",
            Builtin::Char16 => "char16_t",
            Builtin::Char32 => "char32_t",
            Builtin::Short => "short",
            Builtin::UShort => "unsigned short",
            Builtin::Int => "int",
            Builtin::UInt => "unsigned int",
            Builtin::Long => "long",
            Builtin::ULong => "unsigned long",
            Builtin::LongLong => "long long",
            Builtin::ULongLong => "unsigned long long",
            Builtin::Int128 => "__int128",
            Builtin::UInt128 => "unsigned __int128",
            Builtin::Float => "float",
            Builtin::Double => "double",
            Builtin::LongDouble => "long double",
        }
    }
}
