//! Python's tokens, as far as colours need them.

use super::scan::{Scan, in_name, is_in};
use super::shade::{Pieces, Shade};

const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del",
    "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "match", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
    "yield",
];
const BUILTINS: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "bytes",
    "classmethod",
    "cls",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "eval",
    "exec",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "input",
    "int",
    "isinstance",
    "iter",
    "len",
    "list",
    "map",
    "max",
    "min",
    "next",
    "object",
    "oct",
    "open",
    "ord",
    "pow",
    "print",
    "property",
    "range",
    "repr",
    "reversed",
    "round",
    "self",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
];

pub(super) fn pieces(text: &str) -> Pieces {
    let mut scan = Scan::new(text);
    // What the word before says of the next name: `def` and `class` name something.
    let mut naming = None;
    while !scan.is_done() {
        match scan.peek(0) {
            b if b.is_ascii_whitespace() => scan.blanks(),
            b'#' => scan.line(Shade::Comment),
            b'"' | b'\'' => string(&mut scan, 0),
            b'@' if starts_line(&scan) => {
                scan.at += 1;
                let len = scan.run(|byte| in_name(byte) || byte == b'.');
                scan.at -= 1;
                scan.take(len + 1, Some(Shade::Directive));
            }
            b'0'..=b'9' => scan.number(),
            b'.' if scan.peek(1).is_ascii_digit() => scan.number(),
            b if in_name(b) => naming = name(&mut scan, naming.take()),
            b if b.is_ascii_punctuation() => {
                let operator = !matches!(
                    b,
                    b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'.' | b':'
                );
                scan.take(1, operator.then_some(Shade::Operator));
            }
            _ => scan.take(1, None),
        }
    }
    scan.finish()
}

fn starts_line(scan: &Scan<'_>) -> bool {
    scan.text[..scan.at]
        .rsplit('\n')
        .next()
        .unwrap_or("")
        .trim()
        .is_empty()
}

/// A string whose prefix is this long: in one quote or three.
fn string(scan: &mut Scan<'_>, prefix: usize) {
    let quote = scan.peek(prefix);
    if scan.peek(prefix + 1) != quote || scan.peek(prefix + 2) != quote {
        // An open one ends with its line.
        let line = scan.rest().find('\n').unwrap_or(scan.rest().len());
        let mut one = Scan::new(&scan.rest()[..line]);
        one.quoted(prefix + 1, quote, Shade::Text);
        let len = one.at;
        return scan.take(len, Some(Shade::Text));
    }
    let end = if quote == b'"' { "\"\"\"" } else { "'''" };
    scan.through(prefix + 3, end, Shade::Text);
}

/// A name; gives what it says of the next one.
fn name(scan: &mut Scan<'_>, naming: Option<Shade>) -> Option<Shade> {
    let len = scan.run(in_name);
    let word = &scan.rest()[..len];
    let letters = word.bytes().all(|byte| b"rRbBuUfFtT".contains(&byte));
    if len <= 2 && letters && matches!(scan.peek(len), b'"' | b'\'') {
        string(scan, len);
        return None;
    }
    let called = scan.peek(len) == b'(';
    let attribute = scan.at > 0 && scan.text.as_bytes()[scan.at - 1] == b'.';
    let shade = match word {
        _ if naming.is_some() => naming,
        "True" | "False" | "None" => Some(Shade::Number),
        "import" | "from" if !attribute => Some(Shade::Directive),
        // Words like `match` and `case` are keywords only where they open a statement.
        "match" | "case" | "type" if !starts_line(scan) || called => {
            called.then_some(Shade::Builtin)
        }
        _ if is_in(KEYWORDS, word) => Some(Shade::Keyword),
        _ if !attribute && is_in(BUILTINS, word) => Some(Shade::Builtin),
        _ if called => Some(Shade::Function),
        _ => None,
    };
    scan.take(len, shade);
    match word {
        "def" => Some(Shade::Function),
        "class" => Some(Shade::Type),
        _ => None,
    }
}
