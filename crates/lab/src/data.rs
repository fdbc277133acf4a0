//! Typed contents of buffers: what an element is, how many there are, and their little-endian bytes.
//!
//! The rule: nothing assumes a size. An element is a number of one of nine types, or a record: so many bytes with named
//! fields at known offsets, like a quantised block. Bytes are what a device gets and what is compared.
//! Read next: `half.rs` for 16-bit floats, `compare.rs` for what "the same" means.

use crate::half;

/// The type of a number in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Elem {
    /// `signed char`.
    I8,
    /// `unsigned char`.
    U8,
    /// `__half`: 1 sign, 5 exponent and 10 fraction bits.
    F16,
    /// `__nv_bfloat16`: 1 sign, 8 exponent and 7 fraction bits.
    Bf16,
    /// `int`.
    I32,
    /// `unsigned int`.
    U32,
    /// `long long`.
    I64,
    /// `float`.
    F32,
    /// `double`.
    F64,
}

impl Elem {
    /// Its size in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Elem::I8 | Elem::U8 => 1,
            Elem::F16 | Elem::Bf16 => 2,
            Elem::I32 | Elem::U32 | Elem::F32 => 4,
            Elem::I64 | Elem::F64 => 8,
        }
    }

    /// Its name in CUDA C++.
    pub const fn name(self) -> &'static str {
        match self {
            Elem::I8 => "signed char",
            Elem::U8 => "unsigned char",
            Elem::F16 => "__half",
            Elem::Bf16 => "__nv_bfloat16",
            Elem::I32 => "int",
            Elem::U32 => "unsigned int",
            Elem::I64 => "long long",
            Elem::F32 => "float",
            Elem::F64 => "double",
        }
    }

    /// Bits of its fraction, the hidden one included; 0 for integers.
    pub const fn significand_bits(self) -> u32 {
        match self {
            Elem::F16 => 11,
            Elem::Bf16 => 8,
            Elem::F32 => 24,
            Elem::F64 => 53,
            _ => 0,
        }
    }

    /// The exponent of its smallest normal number, a power of two; 0 for integers.
    pub const fn least_exponent(self) -> i32 {
        match self {
            Elem::F16 => -14,
            Elem::Bf16 | Elem::F32 => -126,
            Elem::F64 => -1022,
            _ => 0,
        }
    }

    /// Whether it is a floating-point type.
    pub const fn is_float(self) -> bool {
        self.significand_bits() > 0
    }

    /// The number that an element's bytes stand for; exact but for 64-bit integers beyond 2⁵³. `None` where there are not enough bytes.
    pub fn number(self, bytes: &[u8]) -> Option<f64> {
        Some(match self {
            Elem::I8 => f64::from(i8::from_le_bytes(first(bytes)?)),
            Elem::U8 => f64::from(u8::from_le_bytes(first(bytes)?)),
            Elem::F16 => f64::from(half::f16_to_f32(u16::from_le_bytes(first(bytes)?))),
            Elem::Bf16 => f64::from(half::bf16_to_f32(u16::from_le_bytes(first(bytes)?))),
            Elem::I32 => f64::from(i32::from_le_bytes(first(bytes)?)),
            Elem::U32 => f64::from(u32::from_le_bytes(first(bytes)?)),
            Elem::I64 => i64::from_le_bytes(first(bytes)?) as f64,
            Elem::F32 => f64::from(f32::from_le_bytes(first(bytes)?)),
            Elem::F64 => f64::from_le_bytes(first(bytes)?),
        })
    }

    /// An element as a person reads it, all digits that tell it from its neighbours.
    pub fn text(self, bytes: &[u8]) -> String {
        let text = match self {
            Elem::I64 => first(bytes).map(|b| i64::from_le_bytes(b).to_string()),
            Elem::F64 => first(bytes).map(|b| format!("{:?}", f64::from_le_bytes(b))),
            float if float.is_float() => self.number(bytes).map(|v| format!("{:?}", v as f32)),
            _ => self.number(bytes).map(|v| format!("{v}")),
        };
        text.unwrap_or_else(|| "nothing".into())
    }
}

fn first<const N: usize>(bytes: &[u8]) -> Option<[u8; N]> {
    bytes.get(..N)?.try_into().ok()
}

/// A field of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its first byte in the record.
    pub at: usize,
    /// The type of its elements.
    pub elem: Elem,
    /// How many elements it has.
    pub len: usize,
}

/// A struct of the kernel's text: so many bytes with named fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name in CUDA C++.
    pub name: &'static str,
    /// Its size in bytes, padding included.
    pub bytes: usize,
    /// Its fields, in order.
    pub fields: &'static [Field],
}

impl Record {
    /// The field that a byte belongs to, and the place in it: `scales[3]`; `byte 1` for padding.
    pub fn place(&self, byte: usize) -> String {
        let holds = |f: &&Field| byte >= f.at && byte < f.at + f.len * f.elem.bytes();
        match self.fields.iter().find(holds) {
            Some(f) if f.len == 1 => f.name.to_owned(),
            Some(f) => format!("{}[{}]", f.name, (byte - f.at) / f.elem.bytes()),
            None => format!("byte {byte}"),
        }
    }

    /// The type of the element that a byte belongs to, and that element's first byte; a byte of its own for padding.
    pub fn element(&self, byte: usize) -> (Elem, usize) {
        let holds = |f: &&Field| byte >= f.at && byte < f.at + f.len * f.elem.bytes();
        match self.fields.iter().find(holds) {
            Some(f) => {
                let size = f.elem.bytes();
                (f.elem, f.at + (byte - f.at) / size * size)
            }
            None => (Elem::U8, byte),
        }
    }
}

/// What an element of a buffer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A number.
    Number(Elem),
    /// A record.
    Record(&'static Record),
}

impl Layout {
    /// Bytes an element.
    pub const fn bytes(self) -> usize {
        match self {
            Layout::Number(elem) => elem.bytes(),
            Layout::Record(record) => record.bytes,
        }
    }

    /// Its name in CUDA C++.
    pub const fn name(self) -> &'static str {
        match self {
            Layout::Number(elem) => elem.name(),
            Layout::Record(record) => record.name,
        }
    }
}

/// What a buffer holds before the first launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    layout: Layout,
    len: usize,
    /// `None` for room that nobody wrote.
    bytes: Option<Vec<u8>>,
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident: $type:ty => $elem:ident;)*) => {$(
        $(#[$doc])*
        pub fn $name(values: &[$type]) -> Data {
            let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
            Data { layout: Layout::Number(Elem::$elem), len: values.len(), bytes: Some(bytes) }
        }
    )*};
}

impl Data {
    numbers! {
        /// `signed char`s.
        i8: i8 => I8;
        /// `unsigned char`s.
        u8: u8 => U8;
        /// `int`s.
        i32: i32 => I32;
        /// `unsigned int`s.
        u32: u32 => U32;
        /// `long long`s.
        i64: i64 => I64;
        /// `float`s.
        f32: f32 => F32;
        /// `double`s.
        f64: f64 => F64;
    }

    /// `__half`s, each the nearest to a number; halfway cases go to the even one.
    pub fn f16(values: &[f32]) -> Data {
        Data::sixteen(Elem::F16, values.iter().map(|v| half::f16_from_f32(*v)))
    }

    /// `__nv_bfloat16`s, each the nearest to a number; halfway cases go to the even one.
    pub fn bf16(values: &[f32]) -> Data {
        Data::sixteen(Elem::Bf16, values.iter().map(|v| half::bf16_from_f32(*v)))
    }

    fn sixteen(elem: Elem, bits: impl ExactSizeIterator<Item = u16>) -> Data {
        let len = bits.len();
        let bytes = bits.flat_map(u16::to_le_bytes).collect();
        Data {
            layout: Layout::Number(elem),
            len,
            bytes: Some(bytes),
        }
    }

    /// Records, their bytes one after the other; a last one that is cut short is dropped.
    pub fn records(record: &'static Record, mut bytes: Vec<u8>) -> Data {
        let len = bytes.len() / record.bytes.max(1);
        bytes.truncate(len * record.bytes);
        Data {
            layout: Layout::Record(record),
            len,
            bytes: Some(bytes),
        }
    }

    /// Room for `len` numbers that nobody wrote.
    pub fn fresh(elem: Elem, len: usize) -> Data {
        Data::unwritten(Layout::Number(elem), len)
    }

    /// Room for `len` elements that nobody wrote.
    pub fn unwritten(layout: Layout, len: usize) -> Data {
        Data {
            layout,
            len,
            bytes: None,
        }
    }

    /// What an element is.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Little-endian contents; `None` where nobody wrote them.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Drops the contents; what nobody wrote stays so.
    pub(crate) fn forget(&mut self) {
        self.bytes = self.bytes.take().map(|_| Vec::new());
    }

    /// The numbers, where they are written and are numbers.
    pub fn numbers(&self) -> Vec<f64> {
        match (self.layout, &self.bytes) {
            (Layout::Number(elem), Some(bytes)) => numbers(elem, bytes),
            _ => Vec::new(),
        }
    }
}

/// Little-endian contents as numbers.
pub fn numbers(elem: Elem, bytes: &[u8]) -> Vec<f64> {
    let chunks = bytes.chunks_exact(elem.bytes());
    chunks.filter_map(|chunk| elem.number(chunk)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: Record = Record {
        name: "block_q4_K",
        bytes: 144,
        fields: &[
            field("d", 0, Elem::F16, 1),
            field("dmin", 2, Elem::F16, 1),
            field("scales", 4, Elem::U8, 12),
            field("qs", 16, Elem::U8, 128),
        ],
    };

    const fn field(name: &'static str, at: usize, elem: Elem, len: usize) -> Field {
        Field {
            name,
            at,
            elem,
            len,
        }
    }

    #[test]
    fn numbers_of_every_type_come_back() {
        let data = [
            Data::i8(&[-128, 127]),
            Data::u8(&[0, 255]),
            Data::f16(&[-1.5, 65504.0]),
            Data::bf16(&[-1.5, 256.0]),
            Data::i32(&[i32::MIN, 7]),
            Data::u32(&[0, u32::MAX]),
            Data::i64(&[-1, 1 << 40]),
            Data::f32(&[0.25, -0.0]),
            Data::f64(&[1e300, -1e-300]),
        ];
        let told: Vec<Vec<f64>> = data.iter().map(Data::numbers).collect();
        assert_eq!(told[0], [-128.0, 127.0]);
        assert_eq!(told[2], [-1.5, 65504.0]);
        assert_eq!(told[3], [-1.5, 256.0]);
        assert_eq!(told[5], [0.0, 4_294_967_295.0]);
        assert_eq!(told[6], [-1.0, 1_099_511_627_776.0]);
        assert_eq!(told[8], [1e300, -1e-300]);
        for data in &data {
            assert_eq!(
                data.bytes().map(<[u8]>::len),
                Some(2 * data.layout().bytes())
            );
        }
    }

    #[test]
    fn a_byte_of_a_record_has_a_name() {
        assert_eq!(BLOCK.place(1), "d");
        assert_eq!(BLOCK.place(7), "scales[3]");
        assert_eq!(BLOCK.place(143), "qs[127]");
        assert_eq!(BLOCK.element(3), (Elem::F16, 2));
        let two = Data::records(&BLOCK, vec![0; 300]);
        assert_eq!((two.len(), two.bytes().map(<[u8]>::len)), (2, Some(288)));
    }

    #[test]
    fn texts_tell_neighbours_apart() {
        assert_eq!(Elem::F16.text(&0x3c01u16.to_le_bytes()), "1.0009766");
        assert_eq!(
            Elem::I64.text(&i64::MAX.to_le_bytes()),
            "9223372036854775807"
        );
        assert_eq!(Elem::U8.text(&[200]), "200");
        assert_eq!(Elem::F32.text(&[1, 2]), "nothing");
    }
}
