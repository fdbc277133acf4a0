//! A number for a parameter: what `ARGS.json` says it is in, its value out.
//!
//! Rule: the value is of its `ctype`: integers wrap, a real number loses its fraction, and `float` rounds. The machine then
//! converts it to the parameter's own type, so a caller need not know whether a size is an `int` or a `size_t`.

use serde_json::Value;
use simt::host::EntryArg;
use simt::launch::Elem;

use super::dtype::{Dtype, Number};

/// A value of a C type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// A number.
    Number(Number),
    /// `nullptr`.
    Null,
}

/// Spellings of the C types, with what each is here. `long` is the 64 bits of Linux.
const CTYPES: [(&str, Elem); 44] = [
    ("bool", Elem::Bool),
    ("_Bool", Elem::Bool),
    ("char", Elem::I8),
    ("signed char", Elem::I8),
    ("int8_t", Elem::I8),
    ("int8", Elem::I8),
    ("unsigned char", Elem::U8),
    ("uchar", Elem::U8),
    ("uint8_t", Elem::U8),
    ("uint8", Elem::U8),
    ("short", Elem::I16),
    ("int16_t", Elem::I16),
    ("int16", Elem::I16),
    ("unsigned short", Elem::U16),
    ("ushort", Elem::U16),
    ("uint16_t", Elem::U16),
    ("uint16", Elem::U16),
    ("int", Elem::I32),
    ("signed", Elem::I32),
    ("signed int", Elem::I32),
    ("int32_t", Elem::I32),
    ("int32", Elem::I32),
    ("unsigned", Elem::U32),
    ("unsigned int", Elem::U32),
    ("uint", Elem::U32),
    ("uint32_t", Elem::U32),
    ("uint32", Elem::U32),
    ("long", Elem::I64),
    ("long int", Elem::I64),
    ("long long", Elem::I64),
    ("long long int", Elem::I64),
    ("int64_t", Elem::I64),
    ("int64", Elem::I64),
    ("ssize_t", Elem::I64),
    ("ptrdiff_t", Elem::I64),
    ("unsigned long", Elem::U64),
    ("unsigned long long", Elem::U64),
    ("uint64_t", Elem::U64),
    ("uint64", Elem::U64),
    ("size_t", Elem::U64),
    ("float", Elem::F32),
    ("float32", Elem::F32),
    ("double", Elem::F64),
    ("float64", Elem::F64),
];

/// What a C type's name means; `c_int` and its kin are taken too.
pub fn ctype(name: &str) -> Option<Elem> {
    let name = name.trim().trim_start_matches("const ").trim();
    let found = CTYPES.iter().find(|row| row.0 == name);
    found.map(|row| row.1).or_else(|| {
        let short = name.strip_prefix("c_")?;
        Some(match short {
            "size_t" => Elem::U64,
            "ubyte" => Elem::U8,
            "byte" => Elem::I8,
            "ushort" => Elem::U16,
            "uint" => Elem::U32,
            "ulong" | "ulonglong" => Elem::U64,
            "longlong" => Elem::I64,
            other => CTYPES.iter().find(|row| row.0 == other)?.1,
        })
    })
}

/// The type that a name most likely means, where it is none.
pub fn nearest_ctype(name: &str) -> Option<&'static str> {
    simt::diag::nearest(name, CTYPES.iter().map(|row| row.0))
}

impl Scalar {
    /// The number that a JSON value says, as it is written; `nan` and `inf` are strings, for JSON has no word for them, and so may be `0x…`.
    pub fn number(value: &Value) -> Option<Number> {
        Some(match value {
            Value::Bool(truth) => Number::Whole((*truth).into()),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(whole), _) => Number::Whole(whole.into()),
                (None, Some(whole)) => Number::Whole(whole.into()),
                _ => Number::Real(number.as_f64()?),
            },
            Value::String(text) => parsed(text.trim())?,
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        })
    }

    /// What a JSON value says, of a type if one is given; null is a null pointer.
    pub fn from_json(value: &Value, elem: Option<Elem>) -> Option<Scalar> {
        if value.is_null() {
            return Some(Scalar::Null);
        }
        let number = Scalar::number(value)?;
        Some(Scalar::Number(
            elem.map_or(number, |elem| cast(number, elem)),
        ))
    }

    /// What the machine is given.
    pub fn arg(self) -> EntryArg {
        match self {
            Scalar::Number(Number::Whole(whole)) => EntryArg::Int(whole),
            Scalar::Number(Number::Real(real)) => EntryArg::Float(real),
            Scalar::Null => EntryArg::Null,
        }
    }
}

/// A number of a text.
fn parsed(text: &str) -> Option<Number> {
    if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return u64::from_str_radix(digits, 16)
            .ok()
            .map(|whole| Number::Whole(whole.into()));
    }
    let whole = text.parse().ok().map(Number::Whole);
    whole.or_else(|| text.parse().ok().map(Number::Real))
}

/// A number converted to a type, as C++ converts.
fn cast(number: Number, elem: Elem) -> Number {
    let dtype = match elem {
        Elem::F32 => return Number::Real(f64::from(number.real() as f32)),
        Elem::F64 => return Number::Real(number.real()),
        Elem::Bool => return Number::Whole((number.real() != 0.0).into()),
        Elem::I8 => Dtype::Int8,
        Elem::U8 => Dtype::Uint8,
        Elem::I16 => Dtype::Int16,
        Elem::U16 => Dtype::Uint16,
        Elem::I32 => Dtype::Int32,
        Elem::U32 => Dtype::Uint32,
        Elem::I64 => Dtype::Int64,
        Elem::U64 => Dtype::Uint64,
    };
    dtype.number(&number.whole().to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn arg(value: Value, named: &str) -> Option<EntryArg> {
        Scalar::from_json(&value, ctype(named)).map(Scalar::arg)
    }

    #[test]
    fn values_are_of_their_type() {
        use EntryArg::{Float, Int, Null};
        assert_eq!(arg(json!(1024), "int"), Some(Int(1024)));
        assert_eq!(arg(json!(-1), "unsigned"), Some(Int(0xffff_ffff)));
        assert_eq!(arg(json!(3), "float"), Some(Float(3.0)));
        assert_eq!(arg(json!(2.9), "int"), Some(Int(2)));
        assert_eq!(arg(json!(0.1), "float"), Some(Float(0.1f32.into())));
        assert_eq!(arg(json!(300), "uint8_t"), Some(Int(44)));
        assert_eq!(arg(json!(7), "bool"), Some(Int(1)));
        assert_eq!(arg(json!(u64::MAX), "size_t"), Some(Int(u64::MAX.into())));
        assert_eq!(arg(json!("inf"), "float"), Some(Float(f64::INFINITY)));
        assert_eq!(arg(json!("-0x1"), "float"), None);
        assert_eq!(arg(json!("0xff"), "int"), Some(Int(255)));
        assert_eq!(arg(Value::Null, "int"), Some(Null));
        assert_eq!(arg(json!([1]), "int"), None);
    }

    #[test]
    fn types_have_many_spellings() {
        assert_eq!(ctype("c_size_t"), Some(Elem::U64));
        assert_eq!(ctype("c_float"), Some(Elem::F32));
        assert_eq!(ctype("const int"), Some(Elem::I32));
        assert_eq!(ctype("unsigned long long"), Some(Elem::U64));
        assert_eq!(ctype("flaot"), None);
        assert_eq!(nearest_ctype("flaot"), Some("float"));
    }
}
