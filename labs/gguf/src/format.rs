//! What is in a file: the types that the learner's functions give and take, and what may be wrong with one.

/// A value of the metadata. The ids of the types in a file are 0 to 12 in this order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Id 0.
    U8(u8),
    /// Id 1.
    I8(i8),
    /// Id 2.
    U16(u16),
    /// Id 3.
    I16(i16),
    /// Id 4.
    U32(u32),
    /// Id 5.
    I32(i32),
    /// Id 6.
    F32(f32),
    /// Id 7: a byte, 0 or 1.
    Bool(bool),
    /// Id 8: a length of 64 bits, then so many bytes of UTF-8.
    Str(String),
    /// Id 9: the id of the elements' type, a count of 64 bits, the elements.
    Array(u32, Vec<Value>),
    /// Id 10.
    U64(u64),
    /// Id 11.
    I64(i64),
    /// Id 12.
    F64(f64),
}

/// A tensor, as the file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// At most 64 bytes, and no two alike.
    pub name: String,
    /// At most four; the first is the one whose values lie side by side.
    pub dims: Vec<u64>,
    /// How its values are kept: 0 F32, 1 F16, 2 Q4_0, 8 Q8_0, 12 Q4_K.
    pub kind: u32,
    /// Where its bytes begin, counted from the start of the data.
    pub offset: u64,
    /// How many bytes it has; follows from `dims` and `kind`, and is in no file.
    pub bytes: u64,
}

/// A whole file but for the tensors' bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Gguf {
    /// Keys and values, in the file's order.
    pub meta: Vec<(String, Value)>,
    /// The tensors, in the file's order.
    pub tensors: Vec<Tensor>,
    /// Where the data start, counted from the start of the file.
    pub data_start: u64,
}

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GgufError {
    /// It ends where something must follow.
    Truncated,
    /// It does not begin with the four bytes `GGUF`.
    Magic,
    /// It is not of version 3.
    Version,
    /// A count that the rest of the file has no room for.
    TooMany,
    /// A text that is no UTF-8.
    Utf8,
    /// A type of values that there is not, or an element that is not of its array's type.
    Type,
    /// A `Bool` that is neither 0 nor 1.
    Bool,
    /// Arrays more than four deep.
    Depth,
    /// A key or a tensor's name that is there already.
    Duplicate,
    /// A tensor's name of more than 64 bytes.
    Name,
    /// More than four dimensions, or a first one that is no whole number of blocks.
    Dims,
    /// A kind of tensor that there is not.
    TensorType,
    /// A tensor whose size does not fit into 64 bits.
    Overflow,
    /// An alignment that is no `U32`, no multiple of 8 or 0; an offset that is no multiple of the alignment.
    Alignment,
    /// A tensor that does not end within the file.
    OutOfFile,
    /// Two tensors that share bytes.
    Overlap,
}
