//! Element types of a tensor: a name in, its size, its mark in an `.npy` file and its values out.
//!
//! Rule: bytes are little-endian and mean one number each; a number is whole or real, and nothing is rounded on the way
//! out. `bfloat16` has no mark of its own in `.npy`: it travels as `uint16`. Read `npy.rs` next.

use simt::launch::Elem;

/// The type of a tensor's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dtype {
    /// `float`
    Float32,
    /// `double`
    Float64,
    /// `__half`
    Float16,
    /// `__nv_bfloat16`
    Bfloat16,
    /// `signed char`
    Int8,
    /// `unsigned char`
    Uint8,
    /// `short`
    Int16,
    /// `unsigned short`
    Uint16,
    /// `int`
    Int32,
    /// `unsigned int`
    Uint32,
    /// `long long`
    Int64,
    /// `unsigned long long`
    Uint64,
    /// `bool`
    Bool,
}

/// One element's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Of an integer type, or a truth value.
    Whole(i128),
    /// Of a floating-point type.
    Real(f64),
}

/// Every type with its name, its mark in an `.npy` file, its size and what the machine calls it.
const TABLE: [(Dtype, &str, &str, usize, Elem); 13] = [
    (Dtype::Float32, "float32", "<f4", 4, Elem::F32),
    (Dtype::Float64, "float64", "<f8", 8, Elem::F64),
    (Dtype::Float16, "float16", "<f2", 2, Elem::U16),
    (Dtype::Bfloat16, "bfloat16", "<u2", 2, Elem::U16),
    (Dtype::Int8, "int8", "|i1", 1, Elem::I8),
    (Dtype::Uint8, "uint8", "|u1", 1, Elem::U8),
    (Dtype::Int16, "int16", "<i2", 2, Elem::I16),
    (Dtype::Uint16, "uint16", "<u2", 2, Elem::U16),
    (Dtype::Int32, "int32", "<i4", 4, Elem::I32),
    (Dtype::Uint32, "uint32", "<u4", 4, Elem::U32),
    (Dtype::Int64, "int64", "<i8", 8, Elem::I64),
    (Dtype::Uint64, "uint64", "<u8", 8, Elem::U64),
    (Dtype::Bool, "bool", "|b1", 1, Elem::Bool),
];

impl Dtype {
    /// The type that a name means.
    pub fn named(name: &str) -> Option<Dtype> {
        let row = TABLE.iter().find(|row| row.1 == name);
        row.map(|row| row.0)
    }

    /// The type that a mark in an `.npy` file means; `<u2` is `uint16` here.
    pub fn marked(mark: &str) -> Option<Dtype> {
        if matches!(mark, "|V2" | "<V2") {
            return Some(Dtype::Bfloat16);
        }
        let same =
            |known: &str| known == mark || (known.starts_with('|') && known[1..] == mark[1..]);
        let row = TABLE.iter().find(|row| {
            row.0 != Dtype::Bfloat16 && mark.is_ascii() && mark.len() == 3 && same(row.2)
        });
        row.map(|row| row.0)
    }

    /// Every name, for help.
    pub fn names() -> Vec<&'static str> {
        TABLE.iter().map(|row| row.1).collect()
    }

    fn row(self) -> &'static (Dtype, &'static str, &'static str, usize, Elem) {
        &TABLE[self as usize]
    }

    /// Its name, as in `float32`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Its mark in an `.npy` file.
    pub fn mark(self) -> &'static str {
        self.row().2
    }

    /// Bytes an element.
    pub fn bytes(self) -> usize {
        self.row().3
    }

    /// What the machine calls an element.
    pub fn elem(self) -> Elem {
        self.row().4
    }

    /// The number that one element's bytes mean; missing bytes count as zeros.
    pub fn number(self, bytes: &[u8]) -> Number {
        let mut low = [0; 8];
        let n = bytes.len().min(self.bytes());
        low[..n].copy_from_slice(&bytes[..n]);
        let bits = u64::from_le_bytes(low);
        match self {
            Dtype::Float32 => Number::Real(f32::from_bits(bits as u32).into()),
            Dtype::Float64 => Number::Real(f64::from_bits(bits)),
            Dtype::Float16 => Number::Real(half(bits as u16)),
            Dtype::Bfloat16 => Number::Real(f32::from_bits((bits as u32) << 16).into()),
            Dtype::Int8 => Number::Whole((bits as i8).into()),
            Dtype::Int16 => Number::Whole((bits as i16).into()),
            Dtype::Int32 => Number::Whole((bits as i32).into()),
            Dtype::Int64 => Number::Whole((bits as i64).into()),
            Dtype::Uint8 | Dtype::Uint16 | Dtype::Uint32 | Dtype::Uint64 => {
                Number::Whole(bits.into())
            }
            Dtype::Bool => Number::Whole((bits != 0).into()),
        }
    }
}

impl Dtype {
    /// The bytes of a number as an element: integers wrap, a real number loses its fraction, floats round.
    pub fn element(self, number: Number) -> Vec<u8> {
        let single = number.real() as f32;
        match self {
            Dtype::Float32 => single.to_le_bytes().to_vec(),
            Dtype::Float64 => number.real().to_le_bytes().to_vec(),
            Dtype::Float16 => lab::f16_from_f32(single).to_le_bytes().to_vec(),
            Dtype::Bfloat16 => lab::bf16_from_f32(single).to_le_bytes().to_vec(),
            Dtype::Bool => vec![u8::from(number.real() != 0.0)],
            _ => number.whole().to_le_bytes()[..self.bytes()].to_vec(),
        }
    }
}

impl Number {
    /// As a whole number, without its fraction.
    pub fn whole(self) -> i128 {
        match self {
            Number::Whole(value) => value,
            Number::Real(value) => value as i128,
        }
    }

    /// As a real number; a large integer is rounded.
    pub fn real(self) -> f64 {
        match self {
            Number::Whole(value) => value as f64,
            Number::Real(value) => value,
        }
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Number::Whole(value) => write!(f, "{value}"),
            Number::Real(value) if value == 0.0 || (1e-4..1e7).contains(&value.abs()) => {
                let text = format!("{value:.7}");
                f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
            }
            Number::Real(value) if value.is_finite() => write!(f, "{value:.6e}"),
            Number::Real(value) => write!(f, "{value}"),
        }
    }
}

/// The value of an IEEE half.
fn half(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_types() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, at);
            assert_eq!(Dtype::named(row.1), Some(row.0));
            assert_eq!(row.4.bytes(), row.3);
        }
        assert_eq!(Dtype::marked("<u2"), Some(Dtype::Uint16));
        assert_eq!(Dtype::marked("<b1"), Some(Dtype::Bool));
        assert_eq!(Dtype::marked(">f4"), None);
    }

    #[test]
    fn bytes_mean_numbers() {
        let real = |dtype: Dtype, bits: u64| dtype.number(&bits.to_le_bytes()).real();
        assert_eq!(real(Dtype::Float16, 0x3c00), 1.0);
        assert_eq!(real(Dtype::Float16, 0xc000), -2.0);
        assert_eq!(real(Dtype::Float16, 0x0001), 2f64.powi(-24));
        assert_eq!(real(Dtype::Float16, 0x7bff), 65504.0);
        assert_eq!(real(Dtype::Float16, 0xfc00), f64::NEG_INFINITY);
        assert!(real(Dtype::Float16, 0x7e00).is_nan());
        assert_eq!(real(Dtype::Bfloat16, 0x3fc0), 1.5);
        assert_eq!(Dtype::Int8.number(&[0xff]), Number::Whole(-1));
        assert_eq!(
            Dtype::Uint64.number(&[0xff; 8]),
            Number::Whole(u64::MAX.into())
        );
        assert_eq!(Dtype::Bool.number(&[2]), Number::Whole(1));
    }

    #[test]
    fn a_number_is_an_element_of_any_type() {
        let back = |dtype: Dtype, number| dtype.number(&dtype.element(number));
        for (dtype, ..) in TABLE {
            assert_eq!(back(dtype, Number::Whole(1)).real(), 1.0, "{dtype:?}");
            assert_eq!(dtype.element(Number::Whole(1)).len(), dtype.bytes());
        }
        assert_eq!(back(Dtype::Float16, Number::Real(-1.5)).real(), -1.5);
        assert_eq!(back(Dtype::Int8, Number::Whole(130)), Number::Whole(-126));
        assert_eq!(back(Dtype::Uint8, Number::Real(2.9)), Number::Whole(2));
    }

    #[test]
    fn numbers_are_shown_shortly() {
        let shown = |value: f64| Number::Real(value).to_string();
        assert_eq!(shown(0.5), "0.5");
        assert_eq!(shown(-3.0), "-3");
        assert_eq!(shown(1e-9), "1.000000e-9");
        assert_eq!(shown(f64::NAN), "NaN");
    }
}
