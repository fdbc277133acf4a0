//! Rust's tokens, as far as colours need them.

use super::scan::{Scan, in_name, is_in};
use super::shade::{Pieces, Shade};

const KEYWORDS: &[&str] = &[
    "as",
    "async",
    "await",
    "break",
    "const",
    "continue",
    "crate",
    "dyn",
    "else",
    "enum",
    "extern",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro_rules",
    "match",
    "mod",
    "move",
    "mut",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "try",
    "type",
    "union",
    "unsafe",
    "use",
    "where",
    "while",
    "yield",
];
const TYPES: &[&str] = &[
    "bool", "char", "f128", "f16", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str",
    "u128", "u16", "u32", "u64", "u8", "usize",
];

pub(super) fn pieces(text: &str) -> Pieces {
    let mut scan = Scan::new(text);
    while !scan.is_done() {
        match scan.peek(0) {
            b if b.is_ascii_whitespace() => scan.blanks(),
            b'/' if scan.peek(1) == b'/' => scan.line(Shade::Comment),
            b'/' if scan.peek(1) == b'*' => comment(&mut scan),
            b'"' => scan.quoted(1, b'"', Shade::Text),
            b'\'' => tick(&mut scan),
            b'#' if scan.peek(1) == b'[' || scan.rest().starts_with("#![") => attribute(&mut scan),
            b'0'..=b'9' => scan.number(),
            b if in_name(b) => name(&mut scan),
            b if b.is_ascii_punctuation() => {
                let operator = !matches!(
                    b,
                    b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'.'
                );
                scan.take(1, operator.then_some(Shade::Operator));
            }
            _ => scan.take(1, None),
        }
    }
    scan.finish()
}

/// Comments nest.
fn comment(scan: &mut Scan<'_>) {
    let bytes = scan.rest().as_bytes();
    let (mut depth, mut at) = (0, 0);
    while at < bytes.len() {
        match &bytes[at..bytes.len().min(at + 2)] {
            b"/*" => (depth, at) = (depth + 1, at + 2),
            b"*/" => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    scan.take(at, Some(Shade::Comment));
}

/// `'a'` is a character, `'a` a lifetime.
fn tick(scan: &mut Scan<'_>) {
    let mut rest = scan.rest()[1..].chars();
    let (first, second) = (rest.next(), rest.next());
    if first == Some('\\') || second == Some('\'') {
        scan.quoted(1, b'\'', Shade::Text);
    } else {
        scan.at += 1;
        let len = scan.run(in_name);
        scan.at -= 1;
        scan.take(len + 1, Some(Shade::Type));
    }
}

/// `#[…]`, brackets counted.
fn attribute(scan: &mut Scan<'_>) {
    let mut depth = 0;
    let mut len = scan.rest().len();
    for (at, byte) in scan.rest().bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth == 1 => {
                len = at + 1;
                break;
            }
            b']' => depth -= 1,
            _ => {}
        }
    }
    scan.take(len, Some(Shade::Directive));
}

fn name(scan: &mut Scan<'_>) {
    if let Some(len) = prefixed_string(scan.rest()) {
        return scan.take(len, Some(Shade::Text));
    }
    let len = scan.run(in_name);
    let word = &scan.rest()[..len];
    let after = &scan.rest()[len..];
    let is_macro = after.starts_with('!') && !after.starts_with("!=");
    let shade = match word {
        "true" | "false" => Some(Shade::Number),
        _ if is_macro => Some(Shade::Builtin),
        _ if is_in(KEYWORDS, word) => Some(Shade::Keyword),
        _ if is_in(TYPES, word) || word.starts_with(|c: char| c.is_uppercase()) => {
            Some(Shade::Type)
        }
        _ if after.starts_with('(') || after.starts_with("::<") => Some(Shade::Function),
        _ => None,
    };
    scan.take(len + usize::from(is_macro), shade);
}

/// The length of `r"…"`, `r#"…"#`, `b"…"`, `b'…'` or `c"…"` at the start.
fn prefixed_string(text: &str) -> Option<usize> {
    let letters = text
        .bytes()
        .take_while(|byte| matches!(byte, b'r' | b'b' | b'c'))
        .count();
    if letters == 0 || letters > 2 {
        return None;
    }
    let after = &text[letters..];
    let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
    let quote = *after.as_bytes().get(hashes)?;
    let raw = text[..letters].contains('r');
    if quote != b'"' && (quote != b'\'' || raw) || (hashes > 0 && !raw) {
        return None;
    }
    let body = letters + hashes + 1;
    if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(
            text[body..]
                .find(&end)
                .map_or(text.len(), |at| body + at + end.len()),
        );
    }
    let mut scan = Scan::new(text);
    scan.quoted(body, quote, Shade::Text);
    Some(scan.at)
}
