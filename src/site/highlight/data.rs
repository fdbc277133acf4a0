//! JSON, YAML and TOML: keys, strings, numbers, what is true, comments.

use super::scan::{Scan, in_name};
use super::shade::{Pieces, Shade};

const CONSTANTS: [&str; 8] = ["true", "false", "null", "yes", "no", "~", "inf", "nan"];

pub(super) fn json(text: &str) -> Pieces {
    let mut scan = Scan::new(text);
    while !scan.is_done() {
        match scan.peek(0) {
            b if b.is_ascii_whitespace() => scan.blanks(),
            b'/' if scan.peek(1) == b'/' => scan.line(Shade::Comment),
            b'"' => {
                let shade = if is_key(scan.rest()) {
                    Shade::Function
                } else {
                    Shade::Text
                };
                scan.quoted(1, b'"', shade);
            }
            b'-' | b'0'..=b'9' => scan.number(),
            b if in_name(b) => {
                let len = scan.run(in_name);
                scalar(&mut scan, len);
            }
            _ => scan.take(1, None),
        }
    }
    scan.finish()
}

/// Whether the string at the start is followed by a colon.
fn is_key(text: &str) -> bool {
    let mut string = Scan::new(text);
    string.quoted(1, b'"', Shade::Text);
    string.rest().trim_start().starts_with(':')
}

/// A bare word or number of this many bytes.
fn scalar(scan: &mut Scan<'_>, len: usize) {
    let word = scan.rest().get(..len.max(1)).unwrap_or("").trim_end();
    let number = word
        .trim_start_matches(['-', '+'])
        .starts_with(|c: char| c.is_ascii_digit());
    let plain = word
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+-._:".contains(&byte));
    let coloured = number && plain || CONSTANTS.contains(&word);
    scan.take(len.max(1), coloured.then_some(Shade::Number));
}

pub(super) fn toml(text: &str) -> Pieces {
    let mut scan = Scan::new(text);
    let mut at_key = true;
    while !scan.is_done() {
        match scan.peek(0) {
            b'\n' => {
                scan.at += 1;
                at_key = true;
            }
            b if b.is_ascii_whitespace() => scan.at += 1,
            b'#' => scan.line(Shade::Comment),
            b'[' if at_key => {
                let len = scan.run(|byte| !matches!(byte, b'#' | b'\n'));
                scan.take(len, Some(Shade::Type));
            }
            b'"' if scan.rest().starts_with("\"\"\"") => scan.through(3, "\"\"\"", Shade::Text),
            b'\'' if scan.rest().starts_with("'''") => scan.through(3, "'''", Shade::Text),
            b'"' => scan.quoted(1, b'"', if at_key { Shade::Function } else { Shade::Text }),
            b'\'' => scan.through(1, "'", Shade::Text),
            b'=' => {
                scan.take(1, Some(Shade::Operator));
                at_key = false;
            }
            b'{' | b',' => {
                // Inside an inline table keys come again.
                scan.take(1, None);
                at_key = scan
                    .rest()
                    .split(['\n', ',', '}'])
                    .next()
                    .is_some_and(|next| next.contains('='));
            }
            _ if at_key => {
                let len = scan
                    .run(|byte| in_name(byte) || matches!(byte, b'-' | b'.'))
                    .max(1);
                scan.take(len, Some(Shade::Function));
            }
            _ => {
                let len = scan.run(|byte| in_name(byte) || b"+-.:".contains(&byte));
                scalar(&mut scan, len);
            }
        }
    }
    scan.finish()
}

pub(super) fn yaml(text: &str) -> Pieces {
    let mut scan = Scan::new(text);
    // The indentation of a line that opened a block of text (`|`, `>`).
    let mut block: Option<usize> = None;
    while !scan.is_done() {
        let line = scan.rest().split('\n').next().unwrap_or("");
        let indent = line.len() - line.trim_start().len();
        if let Some(outer) = block {
            if line.trim().is_empty() || indent > outer {
                scan.take(line.len(), Some(Shade::Text));
                scan.take(1, None);
                continue;
            }
            block = None;
        }
        yaml_line(&mut scan, line.len());
        let shown = line.split(" #").next().unwrap_or("").trim_end();
        if shown.ends_with(['|', '>']) || shown.ends_with("|-") || shown.ends_with(">-") {
            block = Some(indent);
        }
        scan.take(1, None);
    }
    scan.finish()
}

fn yaml_line(scan: &mut Scan<'_>, len: usize) {
    let end = scan.at + len;
    while scan.at < end {
        let rest = &scan.text[scan.at..end];
        match scan.peek(0) {
            b' ' | b'\t' | b'\r' => scan.at += 1,
            b'#' if scan.at == 0 || scan.text.as_bytes()[scan.at - 1].is_ascii_whitespace() => {
                scan.line(Shade::Comment)
            }
            b'-' if rest == "---" => scan.take(3, Some(Shade::Directive)),
            b'-' if rest.len() == 1 || rest.starts_with("- ") => {
                scan.take(1, Some(Shade::Operator))
            }
            b'&' | b'*' | b'!' => {
                let len = rest.find([' ', ',', ']']).unwrap_or(rest.len());
                scan.take(len, Some(Shade::Type));
            }
            b'{' | b'}' | b'[' | b']' | b',' | b'|' | b'>' | b':' => {
                scan.take(1, Some(Shade::Operator))
            }
            quote @ (b'"' | b'\'') => {
                let mut string = Scan::new(rest);
                string.quoted(1, quote, Shade::Text);
                let key = string.rest().starts_with(':');
                let len = string.at;
                scan.take(len, Some(if key { Shade::Function } else { Shade::Text }));
            }
            _ => match key(rest) {
                Some(len) => scan.take(len, Some(Shade::Function)),
                None => {
                    let len = rest.find([',', ']', '}']).unwrap_or(rest.len());
                    let len = rest.find(" #").unwrap_or(len).min(len).max(1);
                    scalar(scan, len);
                }
            },
        }
    }
}

/// The length of a key at the start: up to a colon with a blank or the line's end after it.
fn key(text: &str) -> Option<usize> {
    let colon = text
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].is_empty() || text[at + 1..].starts_with([' ', '\r']))?;
    let name = &text[..colon];
    (!name.contains([',', '{', '[', '#'])).then_some(colon)
}
