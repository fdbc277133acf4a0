//! The kinds of token, and the sets of names that the language itself knows.
//!
//! A [`Token`] is what the lexer sees: a kind, a length and perhaps a flaw. A [`Lexeme`] is what the parser
//! sees: a kind, its text and where it was written, macros expanded. Rule: nothing here decides what a
//! program means; names such as `threadIdx` are ordinary names that a program may use for itself.
//! Next: `lex.rs`, then `pp/mod.rs`.

use std::sync::Arc;

use crate::source::Span;

/// One token of the text: how long it is, not what it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What kind.
    pub kind: Kind,
    /// Length in bytes; never 0.
    pub len: u32,
    /// What is wrong with it, if anything.
    pub flaw: Option<Flaw>,
}

/// The kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Blanks, and a byte order mark.
    Space,
    /// One line end.
    Newline,
    /// A backslash and a line end: the line goes on.
    Splice,
    /// `// …`, without its line end.
    LineComment,
    /// `/* … */`
    BlockComment,
    /// A name or keyword.
    Ident,
    /// A number as the preprocessor sees one: `0x1F`, `1.5e-3f`, also the malformed `1.2.3`.
    Number,
    /// A string literal with its prefix.
    Str,
    /// A character literal with its prefix.
    Char,
    /// An operator or bracket.
    Punct(Punct),
    /// A character that begins no token.
    Unknown,
}

impl Kind {
    /// Whether it separates tokens and is otherwise nothing.
    pub const fn is_blank(self) -> bool {
        matches!(
            self,
            Kind::Space | Kind::Newline | Kind::Splice | Kind::LineComment | Kind::BlockComment
        )
    }
}

/// What can be wrong with a token by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// A comment or literal that does not end.
    Unterminated,
}

/// What the parser reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What kind.
    pub kind: LexKind,
    /// Its text: as written, or as a macro made it.
    pub text: Arc<str>,
    /// Where it is written; what a macro made carries the span of the macro's use.
    pub span: Span,
}

/// The kinds of [`Lexeme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LexKind {
    /// A name.
    Ident,
    /// A keyword.
    Keyword(Keyword),
    /// A number.
    Number,
    /// A string literal.
    Str,
    /// A character literal.
    Char,
    /// An operator or bracket.
    Punct(Punct),
    /// `#pragma unroll`; its arguments follow, up to [`LexKind::UnrollEnd`].
    Unroll,
    /// The end of the arguments of `#pragma unroll`.
    UnrollEnd,
    /// `#pragma pack`: from here on fields are aligned to as many bytes as the text says, at most; as they are, if it says nothing.
    Pack,
    /// The end of the file.
    End,
}

/// Writes an enum of words with their texts from one table.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // the texts say it
        pub enum $name { $($variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// As written.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The one that is written so.
            pub fn of(text: &str) -> Option<$name> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// Operators and brackets.
    Punct {
        LParen = "(", RParen = ")", LBrace = "{", RBrace = "}", LBracket = "[", RBracket = "]",
        Semi = ";", Comma = ",", Colon = ":", ColonColon = "::", Question = "?",
        Dot = ".", DotStar = ".*", Ellipsis = "...", Arrow = "->", ArrowStar = "->*",
        Plus = "+", Minus = "-", Star = "*", Slash = "/", Percent = "%",
        Amp = "&", Pipe = "|", Caret = "^", Tilde = "~", Bang = "!",
        AmpAmp = "&&", PipePipe = "||", PlusPlus = "++", MinusMinus = "--",
        Eq = "=", EqEq = "==", BangEq = "!=", Lt = "<", Gt = ">", LtEq = "<=", GtEq = ">=",
        Order = "<=>",
        LtLt = "<<", GtGt = ">>", LtLtLt = "<<<", GtGtGt = ">>>",
        PlusEq = "+=", MinusEq = "-=", StarEq = "*=", SlashEq = "/=", PercentEq = "%=",
        AmpEq = "&=", PipeEq = "|=", CaretEq = "^=", LtLtEq = "<<=", GtGtEq = ">>=",
        Hash = "#", HashHash = "##",
    }
}

words! {
    /// The keywords of C++ and the words that CUDA adds to declarations.
    Keyword {
        Alignas = "alignas", Alignof = "alignof", Asm = "asm", AsmU = "__asm__", AsmV = "__asm", Auto = "auto",
        Bool = "bool", Break = "break", Case = "case", Catch = "catch", Char = "char", Char8 = "char8_t",
        Char16 = "char16_t", Char32 = "char32_t", Class = "class", Concept = "concept", Const = "const",
        ConstU = "__const__", Consteval = "consteval", Constexpr = "constexpr", Constinit = "constinit",
        ConstCast = "const_cast", Continue = "continue", Decltype = "decltype", Default = "default",
        Delete = "delete", Do = "do", Double = "double", DynamicCast = "dynamic_cast", Else = "else",
        Enum = "enum", Explicit = "explicit", Extern = "extern", False = "false", Float = "float", For = "for",
        Friend = "friend", Goto = "goto", If = "if", Inline = "inline", InlineU = "__inline__",
        InlineV = "__inline", Int = "int", Int128 = "__int128", Int128T = "__int128_t", UInt128T = "__uint128_t",
        Long = "long", Mutable = "mutable",
        Namespace = "namespace", New = "new", Noexcept = "noexcept", Nullptr = "nullptr", NullU = "__null", Operator = "operator",
        Private = "private", Protected = "protected", Public = "public", Register = "register",
        ReinterpretCast = "reinterpret_cast", Requires = "requires", Return = "return", Short = "short",
        Signed = "signed", Sizeof = "sizeof", Static = "static", StaticAssert = "static_assert",
        StaticAssertU = "_Static_assert", StaticCast = "static_cast", Struct = "struct", Switch = "switch",
        Template = "template", This = "this", ThreadLocal = "thread_local", Throw = "throw", True = "true",
        Try = "try", Typedef = "typedef", Typeid = "typeid", Typename = "typename", Typeof = "__typeof__", TypeofG = "typeof", TypeofV = "__typeof", Union = "union",
        Unsigned = "unsigned", Using = "using", Virtual = "virtual", Void = "void", Volatile = "volatile",
        VolatileU = "__volatile__", WChar = "wchar_t", While = "while",
        CoAwait = "co_await", CoReturn = "co_return", CoYield = "co_yield",
        Global = "__global__", Device = "__device__", Host = "__host__", Shared = "__shared__",
        Constant = "__constant__", Managed = "__managed__", GridConstant = "__grid_constant__",
        ForceInline = "__forceinline__", ForceInlineV = "__forceinline", NoInline = "__noinline__",
        Restrict = "__restrict__", RestrictV = "__restrict", LaunchBounds = "__launch_bounds__",
        Align = "__align__", Attribute = "__attribute__", Declspec = "__declspec",
    }
}

impl Keyword {
    /// Whether it names a type, or part of one.
    pub const fn is_type(self) -> bool {
        matches!(
            self,
            Keyword::Auto
                | Keyword::Bool
                | Keyword::Char
                | Keyword::Char8
                | Keyword::Char16
                | Keyword::Char32
                | Keyword::Double
                | Keyword::Float
                | Keyword::Int
                | Keyword::Int128
                | Keyword::Int128T
                | Keyword::UInt128T
                | Keyword::Long
                | Keyword::Short
                | Keyword::Signed
                | Keyword::Unsigned
                | Keyword::Void
                | Keyword::WChar
        )
    }
}

/// Types that CUDA and the C library name without a header or with `cuda_runtime.h`, vectors apart.
const PLAIN_TYPES: &[&str] = &[
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "intptr_t",
    "uintptr_t",
    "intmax_t",
    "uintmax_t",
    "u_int8_t",
    "u_int16_t",
    "u_int32_t",
    "u_int64_t",
    "__int8_t",
    "__int16_t",
    "__int32_t",
    "__int64_t",
    "__uint8_t",
    "__uint16_t",
    "__uint32_t",
    "__uint64_t",
    "uint",
    "uchar",
    "ushort",
    "ulong",
    "dim3",
    "cudaError_t",
    "cudaError",
    "cudaStream_t",
    "cudaEvent_t",
    "cudaDeviceProp",
    "cudaMemcpyKind",
    "cudaFuncAttributes",
    "clock_t",
    "time_t",
    "FILE",
];

/// Types of `cuda_fp16.h`, `cuda_bf16.h` and `cuda_fp8.h`; without the header they are ordinary names.
const SMALL_FLOAT_TYPES: &[&str] = &[
    "half",
    "half2",
    "__half",
    "__half2",
    "__half_raw",
    "__half2_raw",
    "nv_bfloat16",
    "nv_bfloat162",
    "__nv_bfloat16",
    "__nv_bfloat162",
    "__nv_fp8_e4m3",
    "__nv_fp8_e5m2",
    "__nv_fp8x2_e4m3",
    "__nv_fp8x4_e4m3",
];

const VECTOR_BASES: &[&str] = &[
    "char",
    "uchar",
    "short",
    "ushort",
    "int",
    "uint",
    "long",
    "ulong",
    "longlong",
    "ulonglong",
    "float",
    "double",
];

/// Whether a name is one of CUDA's vector types: `float4`, `uchar2`, …
pub fn is_vector_type(name: &str) -> bool {
    let Some(base) = name.strip_suffix(['1', '2', '3', '4']) else {
        return false;
    };
    VECTOR_BASES.contains(&base)
}

/// Whether a name is a type before any declaration. The half-precision names are only with their header.
pub fn is_known_type(name: &str, small_floats: bool) -> bool {
    PLAIN_TYPES.contains(&name)
        || is_vector_type(name)
        || (small_floats && is_small_float_type(name))
}

/// Whether a name is a type of `cuda_fp16.h` or its kin.
pub fn is_small_float_type(name: &str) -> bool {
    SMALL_FLOAT_TYPES.contains(&name)
}

/// Functions and variables of device code without a telling prefix, for colouring.
const BUILTIN_NAMES: &[&str] = &[
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "warpSize",
    "min",
    "max",
    "abs",
    "printf",
    "assert",
    "expf",
    "exp",
    "exp2f",
    "exp2",
    "exp10f",
    "logf",
    "log",
    "log2f",
    "log2",
    "log10f",
    "log1pf",
    "expm1f",
    "sinf",
    "sin",
    "cosf",
    "cos",
    "sincosf",
    "tanf",
    "tanhf",
    "tanh",
    "sqrtf",
    "sqrt",
    "rsqrtf",
    "rsqrt",
    "powf",
    "pow",
    "fabsf",
    "fabs",
    "fmaxf",
    "fmax",
    "fminf",
    "fmin",
    "fmaf",
    "fma",
    "floorf",
    "floor",
    "ceilf",
    "ceil",
    "roundf",
    "round",
    "rintf",
    "truncf",
    "fmodf",
    "erff",
    "isnan",
    "isinf",
    "copysignf",
];

/// Whether a name is one that device code has from the start, for colouring.
pub fn is_builtin_name(name: &str) -> bool {
    (name.starts_with("__") && name.len() > 2)
        || name
            .strip_prefix("atomic")
            .is_some_and(|rest| rest.starts_with(char::is_uppercase))
        || name.strip_prefix("make_").is_some_and(is_vector_type)
        || (name.starts_with("cuda") && name[4..].starts_with(char::is_uppercase))
        || BUILTIN_NAMES.contains(&name)
}
