//! JSON written by hand, so that the judge needs no dependency: members of one object, in the order given.
//!
//! The rule: what goes out is always valid JSON on one line; a number that JSON cannot hold becomes `null`.

use std::fmt::Write;

/// The members of an object, without its braces.
#[derive(Default)]
pub(crate) struct Members {
    out: String,
}

impl Members {
    /// Adds `"key": value` with `value` already JSON.
    pub(crate) fn raw(&mut self, key: &str, value: &str) {
        if !self.out.is_empty() {
            self.out.push(',');
        }
        quote(&mut self.out, key);
        self.out.push(':');
        self.out.push_str(value);
    }

    /// Adds a string.
    pub(crate) fn text(&mut self, key: &str, value: &str) {
        self.raw(key, &json_text(value));
    }

    /// Adds a string or `null`.
    pub(crate) fn opt_text(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some(value) => self.text(key, value),
            None => self.raw(key, "null"),
        }
    }

    /// Adds a number or `null`.
    pub(crate) fn number(&mut self, key: &str, value: Option<f64>) {
        match value {
            Some(value) if value.is_finite() => self.raw(key, &format!("{value}")),
            _ => self.raw(key, "null"),
        }
    }

    /// The members, comma-separated.
    pub(crate) fn finish(self) -> String {
        self.out
    }
}

/// A string as JSON, with its quotes.
pub fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote(&mut out, text);
    out
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if u32::from(c) < 0x20 => {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
