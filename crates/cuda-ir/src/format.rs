//! The text of C's `printf`, from a format and values; and, in `read`, numbers out of text as `strtod` has them.
//!
//! A format and promoted arguments as bits go in, bytes come out. The rule: what glibc prints, digit for digit, whatever the
//! arguments are; an argument that does not fit its conversion is read as the conversion says, and a missing one as 0.
//! A text longer than [`LONGEST`] is refused.
//! It reaches no memory itself: `%s` asks the caller for the text at an address.

mod asked;
mod read;

pub use asked::{Asked, conversions, kinds};
pub use read::read_number;

use crate::Elem;

/// One argument: its bits and what it is after C's promotions; a pointer is [`Elem::U64`].
pub type Argument = (u64, Elem);

/// The longest text that one call makes, in bytes, and so the most that a width or a precision may ask for.
pub const LONGEST: usize = 1 << 24;

/// Digits after which those of a `double` are all 0: the last of the least one is its 1,074th after the point.
const DIGITS: usize = 1100;

/// The text would be longer than [`LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

/// A conversion as written: `%-8.3lf`.
#[derive(Clone, Copy, Debug, Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// Bytes of an integer.
    size: u8,
}

/// Appends the text of a `printf` to `out`. `text` gives the bytes at an address, without the zero.
///
/// # Errors
/// When the text, or a width or precision, is over [`LONGEST`]; what `out` holds then is no whole text.
pub fn format(
    format: &[u8],
    args: &[Argument],
    text: &mut dyn FnMut(u64) -> Option<Vec<u8>>,
    out: &mut Vec<u8>,
) -> Result<(), TooLong> {
    let mut args = args.iter().copied();
    let mut rest = format;
    let most = out.len().saturating_add(LONGEST);
    while let Some((&byte, more)) = rest.split_first() {
        if out.len() > most {
            return Err(TooLong);
        }
        rest = more;
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        let begun = rest;
        let (mut spec, after) = read_spec(rest, &mut args);
        if spec.width.max(spec.precision.unwrap_or(0)) > LONGEST {
            return Err(TooLong);
        }
        let Some((&conversion, after)) = after.split_first() else {
            out.push(b'%');
            out.extend_from_slice(begun);
            return Ok(());
        };
        rest = after;
        match conversion {
            b'%' => out.push(b'%'),
            b'd' | b'i' => {
                let value = signed(args.next(), spec.size);
                integer(out, &spec, value < 0, value.unsigned_abs(), conversion);
            }
            b'u' | b'o' | b'x' | b'X' => {
                let value = unsigned(args.next(), spec.size);
                spec.plus = false;
                spec.space = false;
                integer(out, &spec, false, value, conversion);
            }
            b'c' => {
                let value = args.next().map_or(0, |(bits, _)| bits as u8);
                pad(out, &spec, &[value]);
            }
            b's' => {
                let address = args.next().map_or(0, |(bits, _)| bits);
                let found = text(address).unwrap_or_else(|| b"(null)".to_vec());
                let shown = spec
                    .precision
                    .map_or(&found[..], |p| &found[..p.min(found.len())]);
                pad(out, &spec, shown);
            }
            b'p' => {
                let value = args.next().map_or(0, |(bits, _)| bits);
                let shown = if value == 0 {
                    "(nil)".to_string()
                } else {
                    format!("{value:#x}")
                };
                pad(out, &spec, shown.as_bytes());
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                real(out, &spec, float(args.next()), conversion);
            }
            b'n' => drop(args.next()),
            _ => {
                out.push(b'%');
                let taken = begun.len() - rest.len();
                out.extend_from_slice(&begun[..taken]);
            }
        }
    }
    Ok(())
}

/// Flags, width, precision and length; what follows is the conversion.
fn read_spec<'f>(
    mut rest: &'f [u8],
    args: &mut impl Iterator<Item = Argument>,
) -> (Spec, &'f [u8]) {
    let mut spec = Spec {
        size: 4,
        ..Spec::default()
    };
    while let Some((&flag, more)) = rest.split_first() {
        match flag {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            b'\'' => {}
            _ => break,
        }
        rest = more;
    }
    let (width, more) = count(rest, args);
    rest = more;
    spec.left |= width < 0;
    spec.width = width.unsigned_abs() as usize;
    if let Some(more) = rest.strip_prefix(b".") {
        let (precision, more) = count(more, args);
        spec.precision = usize::try_from(precision).ok();
        rest = more;
    }
    while let Some((&length, more)) = rest.split_first() {
        spec.size = match length {
            b'l' | b'z' | b'j' | b't' | b'q' | b'L' => 8,
            b'h' if spec.size == 2 => 1,
            b'h' => 2,
            _ => break,
        };
        rest = more;
    }
    (spec, rest)
}

/// A number written out, or `*` for the next argument.
fn count<'f>(rest: &'f [u8], args: &mut impl Iterator<Item = Argument>) -> (i64, &'f [u8]) {
    if let Some(more) = rest.strip_prefix(b"*") {
        return (args.next().map_or(0, |(bits, _)| bits as i32 as i64), more);
    }
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = rest[..digits].iter().fold(0i64, |all, d| {
        (all * 10 + (d - b'0') as i64).min(i32::MAX as i64)
    });
    (value, &rest[digits..])
}

/// An argument's bits as a 64-bit integer, extended as its own type says.
fn bits(arg: Option<Argument>) -> i64 {
    match arg {
        None => 0,
        Some((bits, Elem::I32 | Elem::I16 | Elem::I8)) => bits as i32 as i64,
        Some((bits, Elem::U32 | Elem::U16 | Elem::U8 | Elem::Bool | Elem::F32)) => {
            bits as u32 as i64
        }
        Some((bits, _)) => bits as i64,
    }
}

fn signed(arg: Option<Argument>, size: u8) -> i64 {
    let bits = bits(arg);
    match size {
        1 => bits as i8 as i64,
        2 => bits as i16 as i64,
        4 => bits as i32 as i64,
        _ => bits,
    }
}

fn unsigned(arg: Option<Argument>, size: u8) -> u64 {
    let bits = bits(arg);
    match size {
        1 => bits as u8 as u64,
        2 => bits as u16 as u64,
        4 => bits as u32 as u64,
        _ => bits as u64,
    }
}

fn float(arg: Option<Argument>) -> f64 {
    match arg {
        Some((bits, Elem::F64)) => f64::from_bits(bits),
        Some((bits, Elem::F32)) => f32::from_bits(bits as u32) as f64,
        _ => 0.0,
    }
}

/// Fills up to the width with blanks.
fn pad(out: &mut Vec<u8>, spec: &Spec, shown: &[u8]) {
    let fill = spec.width.saturating_sub(shown.len());
    if !spec.left {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(shown);
    if spec.left {
        out.resize(out.len() + fill, b' ');
    }
}

/// Sign or prefix, then zeros where they are wanted, then digits.
fn number(out: &mut Vec<u8>, spec: &Spec, prefix: &str, digits: &str, zeros: bool) {
    let fill = spec.width.saturating_sub(prefix.len() + digits.len());
    if zeros && !spec.left {
        let shown = format!("{prefix}{}{digits}", "0".repeat(fill));
        out.extend_from_slice(shown.as_bytes());
    } else {
        pad(out, spec, format!("{prefix}{digits}").as_bytes());
    }
}

fn sign(spec: &Spec, negative: bool) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, _, _) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

fn integer(out: &mut Vec<u8>, spec: &Spec, negative: bool, value: u64, conversion: u8) {
    let mut digits = match conversion {
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        _ => value.to_string(),
    };
    let precision = spec.precision.unwrap_or(1);
    if value == 0 && precision == 0 {
        digits.clear();
    }
    if digits.len() < precision {
        digits.insert_str(0, &"0".repeat(precision - digits.len()));
    }
    if spec.alternate && conversion == b'o' && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = match conversion {
        b'x' if spec.alternate && value != 0 => "0x",
        b'X' if spec.alternate && value != 0 => "0X",
        _ => sign(spec, negative),
    };
    number(
        out,
        spec,
        prefix,
        &digits,
        spec.zero && spec.precision.is_none(),
    );
}

fn real(out: &mut Vec<u8>, spec: &Spec, value: f64, conversion: u8) {
    let mut prefix = sign(spec, value.is_sign_negative()).to_string();
    let size = value.abs();
    let upper = conversion.is_ascii_uppercase();
    let lower = conversion.to_ascii_lowercase();
    if lower == b'a' && size.is_finite() {
        prefix.push_str(if upper { "0X" } else { "0x" });
    }
    let mut digits = if size.is_nan() {
        "nan".to_string()
    } else if size.is_infinite() {
        "inf".to_string()
    } else {
        match lower {
            b'f' => fixed(size, spec.precision.unwrap_or(6), spec.alternate),
            b'e' => exponent(size, spec.precision.unwrap_or(6), spec.alternate),
            b'g' => shortest(size, spec.precision.unwrap_or(6), spec.alternate),
            _ => hexadecimal(size, spec.precision, spec.alternate),
        }
    };
    if upper {
        digits.make_ascii_uppercase();
    }
    number(out, spec, &prefix, &digits, spec.zero && size.is_finite());
}

fn fixed(value: f64, precision: usize, point: bool) -> String {
    let dot = if precision == 0 && point { "." } else { "" };
    let told = precision.min(DIGITS);
    let zeros = "0".repeat(precision - told);
    format!("{value:.told$}{dot}{zeros}")
}

/// Digits and exponent of `d.ddde±dd`.
fn scientific(value: f64, precision: usize) -> (String, i32) {
    let told = precision.min(DIGITS);
    let shown = format!("{value:.told$e}");
    match shown.split_once('e') {
        Some((digits, exponent)) => {
            let zeros = "0".repeat(precision - told);
            (format!("{digits}{zeros}"), exponent.parse().unwrap_or(0))
        }
        None => (shown, 0),
    }
}

fn exponent(value: f64, precision: usize, point: bool) -> String {
    let (digits, exponent) = scientific(value, precision);
    let dot = if precision == 0 && point { "." } else { "" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}{dot}e{sign}{:02}", exponent.abs())
}

fn shortest(value: f64, precision: usize, keep: bool) -> String {
    // Zeros at the end are cut off again, so they need not be made.
    let most = if keep { LONGEST } else { DIGITS };
    let precision = precision.clamp(1, most);
    let (_, x) = scientific(value, precision - 1);
    let cut = |text: String| {
        if keep || !text.contains('.') {
            return text;
        }
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    };
    if x >= -4 && (x as i64) < precision as i64 {
        return cut(fixed(
            value,
            (precision as i64 - 1 - x as i64) as usize,
            keep,
        ));
    }
    let (digits, x) = scientific(value, precision - 1);
    let sign = if x < 0 { '-' } else { '+' };
    let dot = if keep && !digits.contains('.') {
        "."
    } else {
        ""
    };
    format!("{}{dot}e{sign}{:02}", cut(digits), x.abs())
}

/// `1.8p+1`, which stands behind `0x`.
fn hexadecimal(value: f64, precision: Option<usize>, point: bool) -> String {
    let bits = value.to_bits();
    let (mut fraction, raw) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    let (mut whole, exponent) = match (raw, fraction) {
        (0, 0) => (0u64, 0),
        (0, _) => (0, -1022),
        _ => (1, raw - 1023),
    };
    let mut digits = 13;
    if let Some(p) = precision.filter(|p| *p < 13) {
        let cut = 52 - 4 * p as u32;
        let half = 1u64 << (cut - 1);
        let all = whole << 52 | fraction;
        let odd = all >> cut & 1;
        let rounded = (all + half - 1 + odd) >> cut << cut;
        (whole, fraction) = (rounded >> 52, rounded & ((1 << 52) - 1));
        digits = p;
    }
    let mut text = format!("{fraction:013x}");
    text.truncate(digits);
    match precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(p) => text.push_str(&"0".repeat(p.saturating_sub(13))),
    }
    let dot = if text.is_empty() && !point { "" } else { "." };
    format!("{whole}{dot}{text}p{exponent:+}")
}

#[cfg(test)]
mod tests;
