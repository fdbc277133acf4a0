//! A shell's tokens, as far as colours need them: commands, words, strings with what they expand, here-documents.

use super::scan::{Scan, in_name, is_in};
use super::shade::{Pieces, Shade};

const KEYWORDS: &[&str] = &[
    "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select",
    "then", "time", "until", "while",
];
const BUILTINS: &[&str] = &[
    "alias", "break", "cd", "continue", "declare", "echo", "eval", "exec", "exit", "export",
    "false", "getopts", "hash", "let", "local", "printf", "pwd", "read", "readonly", "return",
    "set", "shift", "shopt", "source", "test", "trap", "true", "type", "ulimit", "umask",
    "unalias", "unset", "wait",
];

pub(super) fn pieces(text: &str) -> Pieces {
    let mut scan = Scan::new(text);
    // Whether the next word names a command.
    let mut command = true;
    // Where a here-document ends, once its line is over.
    let mut document: Option<String> = None;
    while !scan.is_done() {
        match scan.peek(0) {
            b'\n' => {
                scan.at += 1;
                command = true;
                if let Some(end) = document.take() {
                    here_document(&mut scan, &end);
                }
            }
            b if b.is_ascii_whitespace() => scan.at += 1,
            b'#' if starts_word(&scan) => scan.line(Shade::Comment),
            b'\'' => {
                scan.through(1, "'", Shade::Text);
                command = false;
            }
            b'"' => {
                string(&mut scan);
                command = false;
            }
            b'$' => {
                expansion(&mut scan);
                command = false;
            }
            b'\\' => scan.take(2, None),
            b'<' if scan.rest().starts_with("<<") && !scan.rest().starts_with("<<<") => {
                document = ending(scan.rest());
                scan.take(2, Some(Shade::Operator));
            }
            b'|' | b'&' | b';' | b'(' | b'{' | b'!' | b'`' => {
                scan.take(1, Some(Shade::Operator));
                command = true;
            }
            b'<' | b'>' | b'=' | b'*' | b'?' | b')' | b'}' | b'[' | b']' => {
                scan.take(1, Some(Shade::Operator))
            }
            b => command = word(&mut scan, b, command),
        }
    }
    scan.finish()
}

fn starts_word(scan: &Scan<'_>) -> bool {
    scan.at == 0 || scan.text.as_bytes()[scan.at - 1].is_ascii_whitespace()
}

/// A word; gives whether the next one names a command.
fn word(scan: &mut Scan<'_>, first: u8, command: bool) -> bool {
    let fresh = starts_word(scan);
    let len = scan
        .run(|byte| in_name(byte) || b"-./:,+%@~^#".contains(&byte))
        .max(1);
    let word = scan.rest().get(..len).unwrap_or("");
    if command && scan.peek(len) == b'=' {
        scan.take(len, None);
        return true;
    }
    if command && is_in(KEYWORDS, word) || matches!(word, "in" | "do" | "then") && fresh {
        scan.take(len, Some(Shade::Keyword));
        return !matches!(word, "for" | "case" | "select" | "function" | "in");
    }
    let shade = match first {
        _ if command && is_in(BUILTINS, word) => Some(Shade::Builtin),
        _ if command => Some(Shade::Function),
        b'0'..=b'9'
            if fresh
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'.') =>
        {
            Some(Shade::Number)
        }
        b'-' if fresh => Some(Shade::Type),
        _ => None,
    };
    scan.take(len, shade);
    false
}

/// `"…"`, with what it expands in the colour of variables.
fn string(scan: &mut Scan<'_>) {
    scan.take(1, Some(Shade::Text));
    while !scan.is_done() {
        match scan.peek(0) {
            b'"' => return scan.take(1, Some(Shade::Text)),
            b'\\' => scan.take(2, Some(Shade::Text)),
            b'$' => expansion(scan),
            _ => {
                let len = scan.run(|byte| !matches!(byte, b'"' | b'\\' | b'$'));
                scan.take(len, Some(Shade::Text));
            }
        }
    }
}

/// `$x`, `${x…}`, `$1`; of `$(…)` only the opening, since a command follows.
fn expansion(scan: &mut Scan<'_>) {
    match scan.peek(1) {
        b'{' => scan.through(2, "}", Shade::Builtin),
        b'(' => scan.take(1, Some(Shade::Operator)),
        next if in_name(next) => {
            scan.at += 1;
            let len = scan.run(in_name);
            scan.at -= 1;
            scan.take(len + 1, Some(Shade::Builtin));
        }
        next if b"@*#?$!-".contains(&next) => scan.take(2, Some(Shade::Builtin)),
        _ => scan.take(1, Some(Shade::Text)),
    }
}

/// The word that ends a here-document, from its `<<`.
fn ending(text: &str) -> Option<String> {
    let text = text[2..].trim_start_matches('-').trim_start_matches(' ');
    let text = text.trim_start_matches(['"', '\'', '\\']);
    let len = text.bytes().take_while(|byte| in_name(*byte)).count();
    (len > 0).then(|| text[..len].to_owned())
}

fn here_document(scan: &mut Scan<'_>, end: &str) {
    let mut len = 0;
    for line in scan.rest().split_inclusive('\n') {
        if line.trim() == end {
            scan.take(len, Some(Shade::Text));
            return scan.take(line.trim_end().len(), Some(Shade::Operator));
        }
        len += line.len();
    }
    scan.take(len, Some(Shade::Text));
}
