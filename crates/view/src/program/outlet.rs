//! What surrounds a program that a page runs: its output goes out as it comes, and there is nothing else.
//!
//! Bytes come in, lines `{"out":"…"}` and `{"err":"…"}` go out. The rule: a character is never cut in two, and beyond a bound bytes are only
//! counted.

use lab::json_text;
use simt::host::{Stream, World};

use crate::json::object;
use crate::told::more;

/// Bytes of each stream that are told.
pub(super) const MOST_TOLD: usize = 256 << 10;

/// One stream.
struct Told {
    key: &'static str,
    /// The beginning of a character whose rest is still to come.
    begun: Vec<u8>,
    left: usize,
    more: u64,
}

/// Where a program's output goes.
pub(super) struct Outlet<'t> {
    tell: &'t mut dyn FnMut(&str),
    out: Told,
    err: Told,
}

impl<'t> Outlet<'t> {
    pub(super) fn new(tell: &'t mut dyn FnMut(&str)) -> Outlet<'t> {
        let stream = |key| Told {
            key,
            begun: Vec::new(),
            left: MOST_TOLD,
            more: 0,
        };
        Outlet {
            tell,
            out: stream("out"),
            err: stream("err"),
        }
    }

    /// The program has ended: what is left of characters is told, and how much was only counted.
    pub(super) fn close(self) {
        let Outlet { tell, out, err } = self;
        for stream in [&out, &err] {
            if !stream.begun.is_empty() && stream.more == 0 {
                tell(&stream.line(&stream.begun));
            }
        }
        let counts = [more("out_more", out.more), more("err_more", err.more)];
        counts.iter().flatten().for_each(|line| tell(line));
    }
}

impl World for Outlet<'_> {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let of = match stream {
            Stream::Out => &mut self.out,
            Stream::Err => &mut self.err,
        };
        if let Some(line) = of.take(bytes) {
            (self.tell)(&line);
        }
    }
}

impl Told {
    /// The line for what can be told now.
    fn take(&mut self, bytes: &[u8]) -> Option<String> {
        let taken = bytes.len().min(self.left);
        self.left -= taken;
        self.more += (bytes.len() - taken) as u64;
        self.begun.extend_from_slice(&bytes[..taken]);
        let whole = self.begun.len() - cut(&self.begun);
        if whole == 0 {
            return None;
        }
        let rest = self.begun.split_off(whole);
        let line = self.line(&self.begun);
        self.begun = rest;
        Some(line)
    }

    fn line(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        object(&[(self.key, json_text(&text))])
    }
}

/// How many bytes at the end are the beginning of a character.
fn cut(bytes: &[u8]) -> usize {
    let last = bytes.len().saturating_sub(3);
    let tail = &bytes[last..];
    let starts = tail.iter().rposition(|byte| byte & 0xc0 != 0x80);
    let Some(at) = starts else { return 0 };
    let wanted = match tail[at] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    match tail.len() - at {
        there if there < wanted => there,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_comes_whole_and_a_flood_is_counted() {
        let mut lines = Vec::new();
        let mut tell = |line: &str| lines.push(line.to_owned());
        let mut outlet = Outlet::new(&mut tell);
        let text = "a😀b".as_bytes();
        outlet.write(Stream::Out, &text[..3]);
        outlet.write(Stream::Err, b"\xff");
        outlet.write(Stream::Out, &text[3..4]);
        outlet.write(Stream::Out, &text[4..]);
        outlet.write(Stream::Err, &vec![b'x'; MOST_TOLD + 9]);
        outlet.write(Stream::Out, b"\xe2\x82");
        outlet.close();
        assert_eq!(
            lines[..3],
            [r#"{"out":"a"}"#, r#"{"err":"�"}"#, r#"{"out":"😀b"}"#]
        );
        assert_eq!(lines[3].len(), MOST_TOLD - 1 + r#"{"err":""}"#.len());
        assert_eq!(lines[4..], [r#"{"out":"�"}"#, r#"{"err_more":10}"#]);
    }
}
