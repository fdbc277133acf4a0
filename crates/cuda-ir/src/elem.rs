//! Kinds of element in memory: what loads, stores, arguments and buffers are made of.

/// The kind of an element in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Elem {
    /// `bool`, one byte.
    Bool,
    /// `signed char` (and plain `char`).
    I8,
    /// `unsigned char`.
    #[default]
    U8,
    /// `short`.
    I16,
    /// `unsigned short`.
    U16,
    /// `int`.
    I32,
    /// `unsigned int`.
    U32,
    /// `long long`.
    I64,
    /// `unsigned long long`, `size_t`.
    U64,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

impl Elem {
    /// Its size in bytes.
    #[inline]
    pub const fn bytes(self) -> usize {
        match self {
            Elem::Bool | Elem::I8 | Elem::U8 => 1,
            Elem::I16 | Elem::U16 => 2,
            Elem::I32 | Elem::U32 | Elem::F32 => 4,
            Elem::I64 | Elem::U64 | Elem::F64 => 8,
        }
    }

    /// Its name in CUDA C++.
    pub const fn name(self) -> &'static str {
        match self {
            Elem::Bool => "bool",
            Elem::I8 => "signed char",
            Elem::U8 => "unsigned char",
            Elem::I16 => "short",
            Elem::U16 => "unsigned short",
            Elem::I32 => "int",
            Elem::U32 => "unsigned int",
            Elem::I64 => "long long",
            Elem::U64 => "unsigned long long",
            Elem::F32 => "float",
            Elem::F64 => "double",
        }
    }
}
