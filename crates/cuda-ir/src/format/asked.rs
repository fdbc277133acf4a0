//! What a format asks for: its conversions, one after the other.
//!
//! The text of a `printf`'s format goes in; out comes what it says of each argument. The rule: read as `format` itself reads it, so that
//! what is said of a format is what it does.

use crate::Elem;

/// One conversion of a format, `%%` left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As written: `%-8.3lf`.
    pub text: String,
    /// How many `*` it has, each with an argument of its own before the number.
    pub stars: usize,
    /// Bytes that its length gives an integer: `hh`, `h`, none, or `l` and kin.
    pub size: u8,
    /// Whether its length is `L`.
    pub long_double: bool,
    /// The letter; 0 where the text ends before it.
    pub letter: u8,
}

/// All conversions of a format.
pub fn conversions(format: &[u8]) -> Vec<Asked> {
    let mut out = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|b| *b == b'%') {
        let (one, after) = conversion(&rest[at..]);
        rest = after;
        if one.letter != b'%' {
            out.push(one);
        }
    }
    out
}

/// The conversion that a text begins with, and what follows it.
fn conversion(text: &[u8]) -> (Asked, &[u8]) {
    let mut rest = &text[1..];
    let mut one = Asked {
        text: String::new(),
        stars: 0,
        size: 4,
        long_double: false,
        letter: 0,
    };
    let skip = |rest: &mut &[u8], some: &dyn Fn(u8) -> bool| {
        let n = rest.iter().take_while(|b| some(**b)).count();
        *rest = &rest[n..];
    };
    skip(&mut rest, &|b| b"-+ #0'".contains(&b));
    let mut count = |rest: &mut &[u8]| match rest.strip_prefix(b"*") {
        Some(after) => (*rest, one.stars) = (after, one.stars + 1),
        None => skip(rest, &|b| b.is_ascii_digit()),
    };
    count(&mut rest);
    if let Some(after) = rest.strip_prefix(b".") {
        rest = after;
        count(&mut rest);
    }
    while let Some((&length, after)) = rest.split_first() {
        one.size = match length {
            b'l' | b'z' | b'j' | b't' | b'q' | b'L' => 8,
            b'h' if one.size == 2 => 1,
            b'h' => 2,
            _ => break,
        };
        one.long_double |= length == b'L';
        rest = after;
    }
    if let Some((&letter, after)) = rest.split_first() {
        (one.letter, rest) = (letter, after);
    }
    one.text = String::from_utf8_lossy(&text[..text.len() - rest.len()]).into_owned();
    (one, rest)
}

/// What each argument is that a format asks for, as far as it matters where only its place is known: a `double`, or 64 bits.
pub fn kinds(format: &[u8]) -> Vec<Elem> {
    let mut kinds = Vec::new();
    for one in conversions(format) {
        kinds.extend(std::iter::repeat_n(Elem::U64, one.stars));
        match one.letter.to_ascii_lowercase() {
            b'a' | b'e' | b'f' | b'g' => kinds.push(Elem::F64),
            letter if letter.is_ascii_alphabetic() => kinds.push(Elem::U64),
            _ => {}
        }
    }
    kinds
}
