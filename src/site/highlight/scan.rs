//! The cursor that our lexers of other languages share: it walks a text once and keeps what has a colour.
//!
//! A lexer here cannot fail and never looks back: any text gives pieces that are in order and apart. Bytes above ASCII
//! count as letters, so a piece never begins or ends inside a character.

use super::shade::{Pieces, Shade};

pub(super) struct Scan<'t> {
    pub text: &'t str,
    pub at: usize,
    pieces: Pieces,
}

/// Whether a byte belongs to a name.
pub(super) fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a word stands in a list in byte order.
pub(super) fn is_in(list: &[&str], word: &str) -> bool {
    list.binary_search(&word).is_ok()
}

impl<'t> Scan<'t> {
    pub fn new(text: &'t str) -> Scan<'t> {
        Scan {
            text,
            at: 0,
            pieces: Vec::with_capacity(text.len() / 6),
        }
    }

    pub fn finish(self) -> Pieces {
        self.pieces
    }

    /// The byte this far ahead; 0 past the end.
    pub fn peek(&self, ahead: usize) -> u8 {
        self.text
            .as_bytes()
            .get(self.at + ahead)
            .copied()
            .unwrap_or(0)
    }

    pub fn is_done(&self) -> bool {
        self.at >= self.text.len()
    }

    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Takes this many bytes, more when they end inside a character.
    pub fn take(&mut self, len: usize, shade: Option<Shade>) {
        let mut end = (self.at + len).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        if let (Some(shade), true) = (shade, end > self.at) {
            self.pieces.push((self.at..end, shade));
        }
        self.at = end;
    }

    /// How many bytes from here on are as asked.
    pub fn run(&self, is: impl Fn(u8) -> bool) -> usize {
        self.rest().bytes().take_while(|byte| is(*byte)).count()
    }

    /// Takes blanks, line ends included.
    pub fn blanks(&mut self) {
        let len = self.run(|byte| byte.is_ascii_whitespace());
        self.at += len;
    }

    /// Takes the rest of the line.
    pub fn line(&mut self, shade: Shade) {
        let len = self.run(|byte| byte != b'\n');
        self.take(len, Some(shade));
    }

    /// Takes up to and with `end`; without one, everything.
    pub fn through(&mut self, start: usize, end: &str, shade: Shade) {
        let rest = self.rest();
        let from = start.min(rest.len());
        let len = rest
            .get(from..)
            .and_then(|rest| rest.find(end))
            .map_or(rest.len(), |at| from + at + end.len());
        self.take(len, Some(shade));
    }

    /// Takes a string in this quote, `start` bytes of which are already known; a backslash hides what follows it.
    pub fn quoted(&mut self, start: usize, quote: u8, shade: Shade) {
        let bytes = self.rest().as_bytes();
        let mut at = start;
        while let Some(byte) = bytes.get(at) {
            match *byte {
                b'\\' => at += 1,
                byte if byte == quote => {
                    at += 1;
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        self.take(at, Some(shade));
    }

    /// Takes a number as most languages write it: digits, `0x…`, a fraction, an exponent, a suffix.
    pub fn number(&mut self) {
        let bytes = self.rest().as_bytes();
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
        let hex = byte(0) == b'0' && matches!(byte(1), b'x' | b'X');
        let mut at = 0;
        loop {
            let exponent = at > 0 && !hex && matches!(byte(at - 1), b'e' | b'E');
            match byte(at) {
                b'.' if byte(at + 1).is_ascii_digit() => at += 1,
                b'.' if byte(at + 1) != b'.' && !in_name(byte(at + 1)) && at > 0 => {
                    at += 1;
                    break;
                }
                b'+' | b'-' if exponent => at += 1,
                next if in_name(next) => at += 1,
                _ => break,
            }
        }
        self.take(at.max(1), Some(Shade::Number));
    }
}
