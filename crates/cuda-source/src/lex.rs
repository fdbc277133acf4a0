//! Text to tokens, and tokens to colours. Any text goes in; tokens whose lengths add up to it come out.
//!
//! Rules: it is pure and cannot fail; a token is a kind and a length, and what is wrong with it is a flag on
//! it that a later stage may complain about. A backslash before a line end joins two lines wherever it stands, within a
//! name, a number or an operator too ([`joined`] gives its text); in a raw string it stays.
//! Next: `pp/mod.rs` gives the tokens their text and place; `classify` serves pages.

use std::borrow::Cow;
use std::ops::Range;

use crate::token::{
    Flaw, Keyword, Kind, Punct, Token, is_builtin_name, is_known_type, is_small_float_type,
};

/// The tokens of a text, blanks and comments included.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut rest = text;
    std::iter::from_fn(move || {
        let token = first_token(rest)?;
        rest = &rest[token.len as usize..];
        Some(token)
    })
}

/// The token that a text begins with; none only for an empty text.
fn first_token(text: &str) -> Option<Token> {
    let first = text.chars().next()?;
    let (kind, len, flaw) = match first {
        '\n' => (Kind::Newline, 1, None),
        '\r' if text.starts_with("\r\n") => (Kind::Newline, 2, None),
        '\\' if splice(text) > 0 => (Kind::Splice, splice(text), None),
        _ if is_space(first) => (Kind::Space, run(text, is_space_before_line_end(text)), None),
        '/' if second(text).1 == Some('/') => {
            (Kind::LineComment, line_comment(text, second(text).0), None)
        }
        '/' if second(text).1 == Some('*') => block_comment(text, second(text).0),
        '0'..='9' => (Kind::Number, number(text), None),
        '.' if second(text).1.is_some_and(|c| c.is_ascii_digit()) => {
            (Kind::Number, number(text), None)
        }
        '"' | '\'' => quoted(text, 0),
        _ if is_ident_start(first) => word(text),
        _ => punct_or_unknown(text, first),
    };
    Some(Token {
        kind,
        len: len as u32,
        flaw,
    })
}

fn is_space(c: char) -> bool {
    c != '\n' && (c.is_whitespace() || c == '\u{feff}' || c == '\0')
}

/// Blanks, but not the `\r` of a line end.
fn is_space_before_line_end(text: &str) -> impl Fn(usize, char) -> bool + '_ {
    |at, c| is_space(c) && !(c == '\r' && text[at..].starts_with("\r\n"))
}

fn is_ident_start(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic()
}

fn is_ident_continue(c: char) -> bool {
    is_ident_start(c) || c.is_alphanumeric()
}

/// Bytes from the start for which the predicate holds.
fn run(text: &str, holds: impl Fn(usize, char) -> bool) -> usize {
    text.char_indices()
        .find(|(at, c)| !holds(*at, *c))
        .map_or(text.len(), |(at, _)| at)
}

/// The length of a backslash and the line end after it, blanks between them included as compilers have it; 0 if that is not what is there.
pub fn splice(text: &str) -> usize {
    let Some(rest) = text.strip_prefix('\\') else {
        return 0;
    };
    let end = rest.trim_start_matches([' ', '\t', '\x0b', '\x0c']);
    match end.as_bytes() {
        [b'\n', ..] => text.len() - end.len() + 1,
        [b'\r', b'\n', ..] => text.len() - end.len() + 2,
        _ => 0,
    }
}

/// How many bytes the line ends take that are joined here, one after the other.
fn joins(text: &str) -> usize {
    let mut at = 0;
    loop {
        match splice(&text[at..]) {
            0 => return at,
            more => at += more,
        }
    }
}

/// The second character of a text whose first has one byte, and where it stands.
fn second(text: &str) -> (usize, Option<char>) {
    let at = 1 + joins(&text[1..]);
    (at, text[at..].chars().next())
}

/// A token's text without the line ends that are joined in it.
pub fn joined(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        match splice(from) {
            0 => {
                out.push('\\');
                rest = &from[1..];
            }
            taken => rest = &from[taken..],
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The rest of a line comment whose second slash stands at `slash`.
fn line_comment(text: &str, slash: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = slash + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if splice(&text[at..]) > 0 => at += splice(&text[at..]),
            b'\n' => break,
            b'\r' if text[at..].starts_with("\r\n") => break,
            _ => at += char_len(text, at),
        }
    }
    at
}

fn char_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

/// A comment whose first star stands at `star`.
fn block_comment(text: &str, star: usize) -> (Kind, usize, Option<Flaw>) {
    let mut at = star + 1;
    while let Some(next) = text[at..].find('*') {
        at += next + 1;
        let slash = at + joins(&text[at..]);
        if text[slash..].starts_with('/') {
            return (Kind::BlockComment, slash + 1, None);
        }
    }
    (Kind::BlockComment, text.len(), Some(Flaw::Unterminated))
}

/// A preprocessing number: digits, letters, `.`, `'` between digits, and a sign after an exponent's letter.
fn number(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut last) = (1, bytes[0]);
    loop {
        let here = at + joins(&text[at..]);
        let Some(&byte) = bytes.get(here) else {
            return at;
        };
        let goes_on = match byte {
            b'+' | b'-' => matches!(last, b'e' | b'E' | b'p' | b'P'),
            b'\'' => bytes.get(here + 1).is_some_and(u8::is_ascii_alphanumeric),
            byte => byte == b'.' || byte == b'_' || byte.is_ascii_alphanumeric(),
        };
        if !goes_on {
            return at;
        }
        (at, last) = (here + 1, byte);
    }
}

/// A name; or, where it is a literal's prefix, the literal.
fn word(text: &str) -> (Kind, usize, Option<Flaw>) {
    let mut len = run(text, |_, c| is_ident_continue(c));
    let mut next = len;
    while text[next..].starts_with('\\') {
        next += joins(&text[next..]);
        let more = run(&text[next..], |_, c| is_ident_continue(c));
        if more == 0 {
            break;
        }
        next += more;
        len = next;
    }
    match (&*joined(&text[..len]), text[next..].chars().next()) {
        ("R" | "LR" | "u8R" | "uR" | "UR", Some('"')) => raw_string(text, next),
        ("L" | "u8" | "u" | "U", Some('"' | '\'')) => quoted(text, next),
        _ => (Kind::Ident, len, None),
    }
}

/// A string or character literal whose quote stands at `quote`. Without its end it stops at the line end.
fn quoted(text: &str, quote: usize) -> (Kind, usize, Option<Flaw>) {
    let bytes = text.as_bytes();
    let mark = bytes[quote];
    let kind = if mark == b'"' { Kind::Str } else { Kind::Char };
    let mut at = quote + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if splice(&text[at..]) > 0 => at += splice(&text[at..]),
            b'\\' if at + 1 < bytes.len() && !matches!(bytes[at + 1], b'\r' | b'\n') => {
                at += 1 + char_len(text, at + 1);
            }
            b'\n' => break,
            b'\r' if text[at..].starts_with("\r\n") => break,
            byte if byte == mark => return (kind, at + 1, None),
            _ => at += char_len(text, at),
        }
    }
    (kind, at, Some(Flaw::Unterminated))
}

/// `R"tag(…)tag"`.
fn raw_string(text: &str, quote: usize) -> (Kind, usize, Option<Flaw>) {
    let body = &text[quote + 1..];
    let Some(open) = body
        .find(['(', '\n', '"'])
        .filter(|at| body[*at..].starts_with('('))
    else {
        return quoted(text, quote);
    };
    let closing = format!("){}\"", &body[..open]);
    match body[open..].find(&closing) {
        Some(at) => (Kind::Str, quote + 1 + open + at + closing.len(), None),
        None => (Kind::Str, text.len(), Some(Flaw::Unterminated)),
    }
}

fn punct_or_unknown(text: &str, first: char) -> (Kind, usize, Option<Flaw>) {
    // The characters of the longest operator, and where each ends.
    let (mut spelled, mut ends, mut at) = ([0; 3], [0; 3], 0);
    let mut count = 0;
    while count < 3 {
        at += joins(&text[at..]);
        let Some(byte) = text.as_bytes().get(at).filter(|byte| byte.is_ascii()) else {
            break;
        };
        at += 1;
        (spelled[count], ends[count]) = (*byte, at);
        count += 1;
    }
    for n in (1..=count).rev() {
        let known = std::str::from_utf8(&spelled[..n]).ok().and_then(Punct::of);
        if let Some(punct) = known {
            return (Kind::Punct(punct), ends[n - 1], None);
        }
    }
    (Kind::Unknown, first.len_utf8(), None)
}

/// What a piece of text is, for colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A comment.
    Comment,
    /// A string or character literal, or a header's name in an `#include`.
    String,
    /// A number.
    Number,
    /// A keyword that is no type.
    Keyword,
    /// A type that the language knows.
    Type,
    /// A function or variable that device code has from the start.
    Builtin,
    /// `#` and the word after it.
    Preprocessor,
    /// An operator or bracket.
    Operator,
    /// Any other name.
    Name,
    /// A character that begins no token.
    Unknown,
}

/// The coloured pieces of a text, in order and apart; blanks are left out.
pub fn classify(text: &str) -> Vec<(Range<usize>, Class)> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut directive = Directive::LineStart;
    while at < text.len() {
        if directive == Directive::Include
            && let Some(len) = header_name(&text[at..])
        {
            out.push((at..at + len, Class::String));
            at += len;
            directive = Directive::Ordinary;
            continue;
        }
        let Some(token) = first_token(&text[at..]) else {
            break;
        };
        let range = at..at + token.len as usize;
        let word = &*joined(&text[range.clone()]);
        if let Some(class) = class_of(token.kind, word, directive) {
            out.push((range.clone(), class));
        }
        directive = directive.after(token.kind, word);
        at = range.end;
    }
    out
}

/// How far into a preprocessor line we are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Directive {
    LineStart,
    Hash,
    Include,
    Ordinary,
}

impl Directive {
    fn after(self, kind: Kind, word: &str) -> Directive {
        match (self, kind) {
            (_, Kind::Newline) => Directive::LineStart,
            (_, Kind::Space | Kind::Splice | Kind::BlockComment | Kind::LineComment) => self,
            (Directive::LineStart, Kind::Punct(Punct::Hash)) => Directive::Hash,
            (Directive::Hash, Kind::Ident) if word == "include" => Directive::Include,
            _ => Directive::Ordinary,
        }
    }
}

/// The length of `<…>` at the start, on one line.
fn header_name(text: &str) -> Option<usize> {
    let end = text.strip_prefix('<')?.find(['>', '\n'])?;
    text[1 + end..].starts_with('>').then_some(end + 2)
}

fn class_of(kind: Kind, word: &str, directive: Directive) -> Option<Class> {
    Some(match kind {
        Kind::Space | Kind::Newline | Kind::Splice => return None,
        Kind::LineComment | Kind::BlockComment => Class::Comment,
        Kind::Number => Class::Number,
        Kind::Str | Kind::Char => Class::String,
        Kind::Unknown => Class::Unknown,
        Kind::Punct(Punct::Hash) if directive == Directive::LineStart => Class::Preprocessor,
        Kind::Punct(_) => Class::Operator,
        Kind::Ident if directive == Directive::Hash => Class::Preprocessor,
        Kind::Ident => class_of_name(word),
    })
}

fn class_of_name(word: &str) -> Class {
    match Keyword::of(word) {
        Some(keyword) if keyword.is_type() => Class::Type,
        Some(_) => Class::Keyword,
        None if is_known_type(word, false) => Class::Type,
        None if is_small_float_type(word) && word != "half" => Class::Type,
        None if is_builtin_name(word) => Class::Builtin,
        None => Class::Name,
    }
}
