//! Literals: the text of a number, character or string in, its value out, or what is wrong with it.
//!
//! Rules: a floating literal is rounded once, to its own type; text outside ASCII is UTF-8 in a string and a
//! code point in a character literal.
//! Next: `expr.rs` calls these.

use crate::ast::{FloatLiteral, IntLiteral};
use cuda_source::diag::Code;
use cuda_source::lex::splice;

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// Without point or exponent.
    Int(IntLiteral),
    /// With one.
    Float(FloatLiteral),
}

/// What is wrong with a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLiteral {
    /// The kind of diagnostic.
    pub code: Code,
    /// The message.
    pub message: String,
}

fn bad_number<T>(message: String) -> Result<T, BadLiteral> {
    Err(BadLiteral {
        code: Code::BadNumber,
        message,
    })
}

/// The value of a number as the preprocessor delimits it.
pub fn number(text: &str) -> Result<Number, BadLiteral> {
    let plain: String = text.chars().filter(|c| *c != '\'').collect();
    let lower = plain.to_ascii_lowercase();
    if let Some(hex) = lower.strip_prefix("0x") {
        return match hex.contains(['.', 'p']) {
            true => hex_float(text, hex),
            false => integer(text, hex, 16),
        };
    }
    if let Some(binary) = lower.strip_prefix("0b") {
        return integer(text, binary, 2);
    }
    if lower.contains(['.', 'e']) || is_float_by_suffix(&lower) {
        return decimal_float(text, &lower);
    }
    match lower.strip_prefix('0') {
        Some(octal) if octal.starts_with(|c: char| c.is_ascii_digit()) => integer(text, octal, 8),
        _ => integer(text, &lower, 10),
    }
}

/// A number with a suffix that libraries and programs define (`10ms`, `1.5s`, `7_km`), cut in two.
pub fn own_suffix(text: &str) -> Option<(String, String)> {
    const KNOWN: [&str; 6] = ["h", "min", "s", "ms", "us", "ns"];
    let at = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '\'')?;
    let (plain, suffix) = text.split_at(at);
    let own = KNOWN.contains(&suffix) || suffix.starts_with('_');
    (own && !plain.is_empty()).then(|| (plain.to_string(), suffix.to_string()))
}

/// `1f` is not C++, but what was meant is plain.
fn is_float_by_suffix(lower: &str) -> bool {
    lower
        .strip_suffix('f')
        .is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
}

fn integer(text: &str, body: &str, radix: u32) -> Result<Number, BadLiteral> {
    let end = body
        .find(|c: char| !c.is_digit(radix.max(10)))
        .unwrap_or(body.len());
    let (digits, suffix) = body.split_at(end);
    let Some((unsigned, longs)) = integer_suffix(suffix) else {
        return bad_number(format!(
            "`{suffix}` is not a suffix of an integer, in `{text}`"
        ));
    };
    if let Some(wrong) = digits.chars().find(|c| !c.is_digit(radix)) {
        let name = if radix == 8 { "octal" } else { "binary" };
        return bad_number(
            format!("`{wrong}` is not an {name} digit, in `{text}`").replace("an b", "a b"),
        );
    }
    if digits.is_empty() {
        return bad_number(format!("the number `{text}` has no digits"));
    }
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(Number::Int(IntLiteral {
            value,
            decimal: radix == 10,
            unsigned,
            longs,
        })),
        Err(_) => bad_number(format!("the number `{text}` does not fit 64 bits")),
    }
}

/// Whether unsigned, and how many `l`.
fn integer_suffix(suffix: &str) -> Option<(bool, u8)> {
    Some(match suffix {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ll" => (false, 2),
        "ul" | "lu" | "uz" | "zu" => (true, 1),
        "ull" | "llu" => (true, 2),
        "z" => (false, 1),
        _ => return None,
    })
}

fn decimal_float(text: &str, lower: &str) -> Result<Number, BadLiteral> {
    let (digits, single) = match lower.strip_suffix(['f', 'l']) {
        Some(digits) => (digits, lower.ends_with('f')),
        None => (lower, false),
    };
    if !digits.contains(['.', 'e']) {
        let message = format!("`{text}` needs a point: write `{digits}.0f`");
        return bad_number(message);
    }
    let value = match single {
        true => digits.parse::<f32>().map(f64::from),
        false => digits.parse::<f64>(),
    };
    match value {
        Ok(value) if value.is_finite() => Ok(Number::Float(FloatLiteral {
            value,
            written: true,
            single,
            long: lower.ends_with('l'),
        })),
        Ok(_) => bad_number(format!("the number `{text}` is too large for its type")),
        Err(_) => bad_number(format!("`{text}` is not a number")),
    }
}

fn hex_float(text: &str, body: &str) -> Result<Number, BadLiteral> {
    let wrong = || BadLiteral {
        code: Code::BadNumber,
        message: format!("`{text}` is not a hexadecimal floating number"),
    };
    let (mantissa, rest) = body.split_once('p').ok_or_else(wrong)?;
    let single = rest.ends_with('f');
    let exponent: i32 = rest
        .trim_end_matches(['f', 'l'])
        .parse()
        .map_err(|_| wrong())?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || digits.len() > 28 {
        return Err(wrong());
    }
    let bits = u128::from_str_radix(&digits, 16).map_err(|_| wrong())?;
    let scale = exponent.clamp(-5000, 5000) - 4 * fraction.len() as i32;
    let value = match single {
        true => f64::from((scaled(bits as f32 as f64, scale)) as f32),
        false => scaled(bits as f64, scale),
    };
    Ok(Number::Float(FloatLiteral {
        value,
        written: true,
        single,
        long: rest.ends_with('l'),
    }))
}

/// `value * 2^scale` in steps that do not overflow on the way.
fn scaled(mut value: f64, mut scale: i32) -> f64 {
    while scale != 0 {
        let step = scale.clamp(-1000, 1000);
        value *= 2f64.powi(step);
        scale -= step;
    }
    value
}

/// The value of a character literal, quotes and prefix included, and of how many characters it is. Of several, up to four, it is a number:
/// of each character a byte, the last one lowest, as compilers make it.
pub fn character(text: &str) -> Result<(u32, usize), BadLiteral> {
    let body = text.trim_start_matches(['L', 'u', 'U', '8']);
    let body = body.strip_prefix('\'').unwrap_or(body);
    let body = body.strip_suffix('\'').unwrap_or(body);
    let mut units = Vec::new();
    let mut rest = body;
    while let Some((unit, after)) = next_unit(rest)? {
        units.push(unit);
        rest = after;
    }
    match units.as_slice() {
        [one] => Ok((one.code(), 1)),
        [] => Err(BadLiteral {
            code: Code::BadCharLiteral,
            message: "a character literal holds one character, this one none".to_string(),
        }),
        few @ [_, _, ..] if few.len() <= 4 && few.iter().all(|unit| unit.code() < 256) => {
            let number = few.iter().fold(0, |all, unit| all << 8 | unit.code());
            Ok((number, few.len()))
        }
        many => Err(BadLiteral {
            code: Code::BadCharLiteral,
            message: format!(
                "a character literal holds one character, or up to four as a number; this one {}",
                many.len()
            ),
        }),
    }
}

/// A number as an `int` that is written without a suffix.
pub fn plain_int(value: u32) -> IntLiteral {
    IntLiteral {
        value: u64::from(value),
        decimal: true,
        unsigned: false,
        longs: 0,
    }
}

/// The bytes of a string literal, quotes and prefix included.
pub fn string(text: &str) -> Result<Vec<u8>, BadLiteral> {
    let (prefix, rest) = text.split_at(text.find('"').unwrap_or(0));
    let body = rest.strip_prefix('"').unwrap_or(rest);
    let body = body.strip_suffix('"').unwrap_or(body);
    if prefix.ends_with('R') {
        let open = body.find('(').map_or(0, |at| at + 1);
        let close = body.rfind(')').unwrap_or(body.len()).max(open);
        return Ok(body.as_bytes()[open..close].to_vec());
    }
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((unit, after)) = next_unit(rest)? {
        match unit {
            Unit::Byte(byte) => out.push(byte),
            Unit::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = after;
    }
    Ok(out)
}

enum Unit {
    Byte(u8),
    Char(char),
}

impl Unit {
    fn code(&self) -> u32 {
        match self {
            Unit::Byte(byte) => u32::from(*byte),
            Unit::Char(c) => *c as u32,
        }
    }
}

/// The first unit of a literal's body and what follows it; line splices are nothing.
fn next_unit(text: &str) -> Result<Option<(Unit, &str)>, BadLiteral> {
    let text = skip_splices(text);
    let mut chars = text.chars();
    match chars.next() {
        None => Ok(None),
        Some('\\') => escape(chars.as_str()).map(Some),
        Some(c) => Ok(Some((Unit::Char(c), chars.as_str()))),
    }
}

fn skip_splices(mut text: &str) -> &str {
    while splice(text) > 0 {
        text = &text[splice(text)..];
    }
    text
}

/// What follows a backslash.
fn escape(text: &str) -> Result<(Unit, &str), BadLiteral> {
    let bad = |message: String| {
        Err(BadLiteral {
            code: Code::BadEscape,
            message,
        })
    };
    let Some(first) = text.chars().next() else {
        return bad("a backslash at the end of a literal".to_string());
    };
    let rest = &text[first.len_utf8()..];
    let simple = match first {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'a' => 7,
        'b' => 8,
        'f' => 12,
        'v' => 11,
        'e' => 27,
        '\\' | '\'' | '"' | '?' => first as u8,
        'x' => {
            let (value, rest) = digits(rest, 16, 8);
            return match value {
                Some(value) => Ok((Unit::Byte(value as u8), rest)),
                None => bad("`\\x` needs hexadecimal digits".to_string()),
            };
        }
        'u' | 'U' => {
            let (value, rest) = digits(rest, 16, if first == 'u' { 4 } else { 8 });
            return match value.and_then(char::from_u32) {
                Some(c) => Ok((Unit::Char(c), rest)),
                None => bad(format!("`\\{first}` needs the number of a character")),
            };
        }
        '0'..='7' => {
            let (value, rest) = digits(text, 8, 3);
            return Ok((Unit::Byte(value.unwrap_or(0) as u8), rest));
        }
        // Of an unknown sequence compilers leave the character, and warn.
        other => return Ok((Unit::Char(other), rest)),
    };
    Ok((Unit::Byte(simple), rest))
}

/// At most `most` digits at the start, as a number.
fn digits(text: &str, radix: u32, most: usize) -> (Option<u32>, &str) {
    let len = text
        .chars()
        .take(most)
        .take_while(|c| c.is_digit(radix))
        .count();
    (u32::from_str_radix(&text[..len], radix).ok(), &text[len..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Option<(u64, bool, bool, u8)> {
        match number(text) {
            Ok(Number::Int(i)) => Some((i.value, i.decimal, i.unsigned, i.longs)),
            _ => None,
        }
    }

    fn float(text: &str) -> Option<(f64, bool)> {
        match number(text) {
            Ok(Number::Float(f)) => Some((f.value, f.single)),
            _ => None,
        }
    }

    #[test]
    fn integers() {
        assert_eq!(int("42"), Some((42, true, false, 0)));
        assert_eq!(int("0xFFu"), Some((255, false, true, 0)));
        assert_eq!(int("0b101ull"), Some((5, false, true, 2)));
        assert_eq!(int("017"), Some((15, false, false, 0)));
        assert_eq!(int("1'000'000LL"), Some((1_000_000, true, false, 2)));
        assert_eq!(int("0"), Some((0, true, false, 0)));
        for wrong in [
            "08",
            "0b2",
            "12abc",
            "0x",
            "99999999999999999999",
            "1.2.3",
            "1e",
            "5f",
        ] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn floats_are_rounded_once() {
        assert_eq!(float("0.1f"), Some((f64::from(0.1f32), true)));
        assert_eq!(float("1e-3"), Some((1e-3, false)));
        assert_eq!(float(".5F"), Some((0.5, true)));
        assert_eq!(float("1."), Some((1.0, false)));
        assert_eq!(float("0x1.8p3f"), Some((12.0, true)));
        assert_eq!(
            float("3.40282346638528859812e+38F"),
            Some((f64::from(f32::MAX), true))
        );
        assert!(number("1e99f").is_err());
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'a'"), Ok((97, 1)));
        assert_eq!(character("'\\n'"), Ok((10, 1)));
        assert_eq!(character("'\\0'"), Ok((0, 1)));
        assert_eq!(character("'\\x41'"), Ok((65, 1)));
        assert!(character("''").is_err());
        assert_eq!(character("'\\%'"), Ok((37, 1)));
        assert_eq!(character("'ab'"), Ok((0x6162, 2)));
        assert!(character("'abcde'").is_err());
        assert_eq!(string("\"a\\tb\\\"\""), Ok(b"a\tb\"".to_vec()));
        assert_eq!(string("R\"(a\\n)\""), Ok(b"a\\n".to_vec()));
        assert_eq!(string("\"\\q\""), Ok(b"q".to_vec()));
    }
}
