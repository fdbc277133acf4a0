//! What reaches a terminal: any text comes in, one that only says something comes out.
//!
//! The rule: line ends, tabs and our own colours pass; every other control character, and those that turn the order of
//! letters round, are shown as what they are (`\\x1b`). Everything that is told goes through here.

use std::borrow::Cow;

use super::paint::sequence;

/// The text as it is written to a terminal.
pub fn shown(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c == '\n' || c == '\t' || !(is_hidden(c) || sequence(c).is_some());
    if text.chars().all(plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let next = || rest.clone().find(|next| sequence(*next).is_none());
        let ends_a_line = c == '\r' && next() == Some('\n');
        match sequence(c) {
            Some(sequence) => out.push_str(sequence),
            None if ends_a_line || plain(c) => out.push(c),
            None if c.is_ascii() => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            None => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    Cow::Owned(out)
}

/// JSON with the same characters as JSON itself can name them.
pub(super) fn json(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c != '\n' && (is_hidden(c) || sequence(c).is_some()) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    out
}

/// Control characters, and those that turn the order of letters round.
fn is_hidden(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_line_ends_and_tabs_is_obeyed() {
        for (text, told) in [
            ("plain, é\n\tß", "plain, é\n\tß"),
            ("a\r\nb", "a\r\nb"),
            ("over\rwritten", "over\\x0dwritten"),
            ("\x1b[31mred", "\\x1b[31mred"),
            ("\x1b]52;c;cm0=\x07", "\\x1b]52;c;cm0=\\x07"),
            ("\u{9b}2J\u{7f}", "\\u{9b}2J\\x7f"),
            ("\u{202e}cba", "\\u{202e}cba"),
        ] {
            assert_eq!(shown(text), told);
        }
    }

    #[test]
    fn json_stays_json() {
        let value = serde_json::json!({ "text": "\x1b[2J\u{9b}\u{7f}\u{202e}é" });
        let told = json(&value.to_string());
        assert!(told.is_ascii() || told.contains('é'));
        assert!(!told.chars().any(char::is_control), "{told}");
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&told).unwrap(),
            value
        );
    }
}
