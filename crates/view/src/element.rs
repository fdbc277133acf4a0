//! What a buffer is made of: from a parameter's type to the numbers that each element holds.
//!
//! A pointer parameter comes in, its element with the place and kind of each number comes out, and numbers become bytes and bytes text. The
//! rule: a 16-bit float is a number like any other, and what has no numbers that can be told apart is bytes.

use lab::{bf16_from_f32, bf16_to_f32, f16_from_f32, f16_to_f32};
use simt::ir::parts::Parts;
use simt::ir::{Elem, Param, ParamKind};
use simt::launch::Arg;

/// Numbers that an element is told by at most; one with more is told as bytes.
const MOST_NUMBERS: usize = 32;

/// A kind of number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    /// As the machine has it.
    Plain(Elem),
    /// `__half`.
    Half,
    /// `__nv_bfloat16`.
    Bfloat,
}

/// A number as somebody wrote it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Written {
    /// Without a point.
    Whole(i128),
    /// With one.
    Real(f64),
}

/// What a pointer leads to.
pub(crate) struct Element {
    /// As the text names it; none for `void` and what has no name.
    pub(crate) name: Option<String>,
    /// Its size.
    pub(crate) bytes: usize,
    /// The first byte and the kind of each of its numbers.
    pub(crate) numbers: Vec<(usize, Number)>,
}

/// What a scalar of this type holds.
pub(crate) fn number_of(ty: &str, elem: Elem) -> Number {
    match (ty.trim_start_matches("const "), elem) {
        ("__half" | "half", Elem::U16) => Number::Half,
        ("__nv_bfloat16", Elem::U16) => Number::Bfloat,
        _ => Number::Plain(elem),
    }
}

impl Element {
    /// What the parameter points to.
    pub(crate) fn of(param: &Param) -> Element {
        let name = param.ty.trim_start_matches("const ").strip_suffix('*');
        let name = name.map(str::trim_end).unwrap_or_default();
        let elem = match param.kind {
            ParamKind::Pointer(elem) => elem,
            ParamKind::Scalar(elem) => Some(elem),
        };
        let mut numbers = Vec::new();
        if let Some(made) = &param.to {
            let bytes = made.bytes as usize;
            collect(&made.parts, (0, bytes), &mut numbers);
            let pairs = match name {
                "__half2" => Some(Number::Half),
                "__nv_bfloat162" => Some(Number::Bfloat),
                _ => None,
            };
            if let Some(kind) = pairs {
                numbers = vec![(0, kind), (2, kind)];
            }
            if numbers.is_empty() || numbers.len() > MOST_NUMBERS {
                numbers = (0..bytes.min(MOST_NUMBERS)).map(|at| (at, BYTE)).collect();
            }
            return Element {
                name: Some(name.to_owned()),
                bytes: bytes.max(1),
                numbers,
            };
        }
        let number = elem.map_or(BYTE, |elem| number_of(name, elem));
        let named = !name.is_empty() && elem.is_some();
        Element {
            name: named.then(|| name.to_owned()),
            bytes: number.bytes(),
            numbers: vec![(0, number)],
        }
    }

    /// What its bytes say: a number, or several in brackets.
    pub(crate) fn shown(&self, bytes: &[u8]) -> String {
        let one = |(at, number): &(usize, Number)| number.shown(bytes.get(*at..).unwrap_or(&[]));
        match self.numbers.as_slice() {
            [number] => one(number),
            many => format!("({})", many.iter().map(one).collect::<Vec<_>>().join(", ")),
        }
    }
}

/// What is no number that has a name.
const BYTE: Number = Number::Plain(Elem::U8);

/// The numbers of what is divided so and has so many bytes, up to one more than are told.
fn collect(parts: &Parts, (at, bytes): (usize, usize), out: &mut Vec<(usize, Number)>) {
    if out.len() > MOST_NUMBERS {
        return;
    }
    match parts {
        Parts::Leaf(Some(elem)) => out.push((at, Number::Plain(*elem))),
        Parts::Leaf(None) => {}
        Parts::Pointer(_) => out.push((at, Number::Plain(Elem::U64))),
        Parts::Row(stride, of) => {
            let stride = (*stride as usize).max(1);
            for k in 0..(bytes / stride).min(MOST_NUMBERS + 1) {
                collect(of, (at + k * stride, stride), out);
            }
        }
        Parts::Fields(fields) => {
            for field in fields {
                let place = (at + field.at as usize, field.bytes as usize);
                collect(&field.parts, place, out);
            }
        }
    }
}

impl Number {
    /// Its size.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Number::Plain(elem) => elem.bytes(),
            Number::Half | Number::Bfloat => 2,
        }
    }

    /// What the machine calls it: 16-bit floats are 16 bits to it.
    pub(crate) fn machine(self) -> Elem {
        match self {
            Number::Plain(elem) => elem,
            Number::Half | Number::Bfloat => Elem::U16,
        }
    }

    /// These bits as an argument of a launch.
    pub(crate) fn given(self, bits: u64) -> Arg {
        match self {
            Number::Half | Number::Bfloat => Arg::U32(bits as u32),
            Number::Plain(elem) => match elem {
                Elem::Bool => Arg::Bool(bits != 0),
                Elem::I8 | Elem::I16 | Elem::I32 => Arg::I32(bits as i32),
                Elem::U8 | Elem::U16 | Elem::U32 => Arg::U32(bits as u32),
                Elem::I64 => Arg::I64(bits as i64),
                Elem::U64 => Arg::U64(bits),
                Elem::F32 => Arg::F32(f32::from_bits(bits as u32)),
                Elem::F64 => Arg::F64(f64::from_bits(bits)),
            },
        }
    }

    /// Its type's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Number::Plain(elem) => elem.name(),
            Number::Half => "__half",
            Number::Bfloat => "__nv_bfloat16",
        }
    }

    /// Whether it may have a fraction.
    pub(crate) fn is_real(self) -> bool {
        !matches!(self, Number::Plain(elem) if !matches!(elem, Elem::F32 | Elem::F64))
    }

    /// The bits of a value, lowest byte first; none where the type does not hold it.
    pub(crate) fn bits(self, value: Written) -> Option<u64> {
        let real = match value {
            Written::Whole(n) => n as f64,
            Written::Real(x) => x,
        };
        let whole = match value {
            Written::Whole(n) => Some(n),
            Written::Real(x) if x.fract() == 0.0 && x.abs() < 1e15 => Some(x as i128),
            Written::Real(_) => None,
        };
        let fits = |least: i128, most: i128| {
            let n = whole.filter(|n| (least..=most).contains(n))?;
            Some(n as u64)
        };
        match self {
            Number::Half => Some(f16_from_f32(real as f32).into()),
            Number::Bfloat => Some(bf16_from_f32(real as f32).into()),
            Number::Plain(elem) => match elem {
                Elem::Bool => fits(0, 1),
                Elem::I8 => fits(i8::MIN.into(), i8::MAX.into()),
                Elem::U8 => fits(0, u8::MAX.into()),
                Elem::I16 => fits(i16::MIN.into(), i16::MAX.into()),
                Elem::U16 => fits(0, u16::MAX.into()),
                Elem::I32 => fits(i32::MIN.into(), i32::MAX.into()),
                Elem::U32 => fits(0, u32::MAX.into()),
                Elem::I64 => fits(i64::MIN.into(), i64::MAX.into()),
                Elem::U64 => fits(0, u64::MAX.into()),
                Elem::F32 => Some((real as f32).to_bits().into()),
                Elem::F64 => Some(real.to_bits()),
            },
        }
    }

    /// The value that counting comes to: a number that is too large for the type begins anew.
    pub(crate) fn counted(self, n: u64) -> u64 {
        match self {
            Number::Half => f16_from_f32(n as f32).into(),
            Number::Bfloat => bf16_from_f32(n as f32).into(),
            Number::Plain(Elem::F32) => (n as f32).to_bits().into(),
            Number::Plain(Elem::F64) => (n as f64).to_bits(),
            Number::Plain(Elem::Bool) => n & 1,
            Number::Plain(_) => n,
        }
    }

    /// What its bytes say, as short as it can be read back.
    fn shown(self, bytes: &[u8]) -> String {
        let mut word = [0; 8];
        let n = self.bytes().min(bytes.len());
        word[..n].copy_from_slice(&bytes[..n]);
        let bits = u64::from_le_bytes(word);
        match self {
            Number::Half => real(f16_to_f32(bits as u16).into(), f16_to_f32(bits as u16)),
            Number::Bfloat => real(bf16_to_f32(bits as u16).into(), bf16_to_f32(bits as u16)),
            Number::Plain(elem) => match elem {
                Elem::F32 => real(
                    f32::from_bits(bits as u32).into(),
                    f32::from_bits(bits as u32),
                ),
                Elem::F64 => real(f64::from_bits(bits), f64::from_bits(bits)),
                Elem::Bool => (bits != 0).to_string(),
                Elem::I8 => (bits as i8).to_string(),
                Elem::I16 => (bits as i16).to_string(),
                Elem::I32 => (bits as i32).to_string(),
                Elem::I64 => (bits as i64).to_string(),
                Elem::U8 | Elem::U16 | Elem::U32 | Elem::U64 => bits.to_string(),
            },
        }
    }
}

/// A real number; the second is the same in the type whose digits are meant.
fn real(value: f64, digits: impl std::fmt::Display + std::fmt::LowerExp) -> String {
    let size = value.abs();
    match value {
        v if v.is_nan() => "nan".to_owned(),
        v if v.is_infinite() => if v > 0.0 { "inf" } else { "-inf" }.to_owned(),
        _ if size != 0.0 && !(1e-5..1e16).contains(&size) => format!("{digits:e}"),
        _ => digits.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_in_and_come_out() {
        let back = |number: Number, value| {
            number
                .bits(value)
                .map(|bits| number.shown(&bits.to_le_bytes()))
        };
        use Number::{Bfloat, Half, Plain};
        use Written::{Real, Whole};
        for (number, value, wanted) in [
            (Plain(Elem::I32), Whole(-5), Some("-5")),
            (Plain(Elem::I32), Real(2.0), Some("2")),
            (Plain(Elem::I32), Real(2.5), None),
            (Plain(Elem::U8), Whole(256), None),
            (Plain(Elem::F32), Real(0.1), Some("0.1")),
            (Plain(Elem::F32), Whole(1 << 60), Some("1.1529215e18")),
            (Plain(Elem::F64), Real(-1e-9), Some("-1e-9")),
            (
                Plain(Elem::U64),
                Whole(u64::MAX as i128),
                Some("18446744073709551615"),
            ),
            (Half, Real(0.1), Some("0.099975586")),
            (Bfloat, Whole(3), Some("3")),
        ] {
            assert_eq!(
                back(number, value).as_deref(),
                wanted,
                "{number:?} {value:?}"
            );
        }
        assert_eq!(Plain(Elem::F32).shown(&f32::NAN.to_le_bytes()), "nan");
    }
}
