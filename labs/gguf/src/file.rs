//! Files for the checks, put together byte by byte: numbers and texts in, bytes out, and a few words for who reads of them.
//! The rule: nothing is checked or counted here, so that a file may lie.

use std::fmt;
use std::ops::Deref;

/// Bytes, and what is special about them: what a message shows instead of the bytes.
pub(crate) struct File {
    about: String,
    bytes: Vec<u8>,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "‹{}›", self.about)
    }
}

impl Deref for File {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl File {
    /// These bytes.
    pub fn of(about: impl Into<String>, bytes: &[u8]) -> File {
        let (about, bytes) = (about.into(), bytes.to_vec());
        File { about, bytes }
    }

    /// A header that claims so much.
    pub fn new(about: impl Into<String>, tensors: u64, pairs: u64) -> File {
        let header = File::of(about, b"GGUF");
        header.u32(3).u64(tensors).u64(pairs)
    }

    pub fn raw(mut self, bytes: &[u8]) -> File {
        self.bytes.extend(bytes);
        self
    }

    pub fn u32(self, n: u32) -> File {
        self.raw(&n.to_le_bytes())
    }

    pub fn u64(self, n: u64) -> File {
        self.raw(&n.to_le_bytes())
    }

    /// A length and the text.
    pub fn text(self, text: &str) -> File {
        self.u64(text.len() as u64).raw(text.as_bytes())
    }

    /// A key and a type; the value is what comes next.
    pub fn key(self, key: &str, kind: u32) -> File {
        self.text(key).u32(kind)
    }

    /// The type and count of an array; the elements are what comes next.
    pub fn array(self, kind: u32, count: u64) -> File {
        self.u32(kind).u64(count)
    }

    /// A tensor.
    pub fn info(self, name: &str, dims: &[u64], kind: u32, offset: u64) -> File {
        let named = self.text(name).u32(dims.len() as u32);
        let sized = dims.iter().fold(named, |file, dim| file.u64(*dim));
        sized.u32(kind).u64(offset)
    }

    /// Zeros up to a length.
    pub fn zeros(mut self, length: usize) -> File {
        self.bytes.resize(length, 0);
        self
    }

    /// Its first bytes, as a file of its own.
    pub fn cut(&self, length: usize) -> File {
        File::of(
            format!("the first {length} bytes of {}", self.about),
            &self.bytes[..length],
        )
    }
}

/// The example of `lab.md`: two pairs, one tensor of two numbers, 1.0 and −2.5.
pub(crate) fn tiny() -> File {
    File::new("the example", 1, 2)
        .key("general.architecture", 8)
        .text("tiny")
        .key("n", 4)
        .u32(2)
        .info("w", &[2], 0, 0)
        .zeros(128)
        .raw(&1f32.to_le_bytes())
        .raw(&(-2.5f32).to_le_bytes())
        .zeros(160)
}

/// Where two files differ first, in words.
pub(crate) fn difference(found: &[u8], right: &[u8]) -> String {
    let unlike = found.iter().zip(right).position(|(a, b)| a != b);
    match unlike {
        Some(at) => format!("byte {at} is {}, not {}", found[at], right[at]),
        None if found.len() != right.len() => {
            format!("{} bytes, not {}", found.len(), right.len())
        }
        None => "the same bytes".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of the example as they stand in `lab.md`, in hexadecimal.
    const LISTED: &str = "47475546 03000000 0100000000000000 0200000000000000 1400000000000000 \
        67656e65 72616c2e 6172636869746563 74757265 08000000 0400000000000000 \
        74696e79 0100000000000000 6e 04000000 02000000 0100000000000000 77 01000000 \
        0200000000000000 00000000 0000000000000000 \
        00000000000000000000 0000803f 000020c0";

    #[test]
    fn the_example_is_the_listed_bytes() {
        let digits: Vec<u8> = LISTED.bytes().filter(u8::is_ascii_hexdigit).collect();
        let byte = |pair: &[u8]| {
            let text = std::str::from_utf8(pair).unwrap_or_default();
            u8::from_str_radix(text, 16).unwrap_or_default()
        };
        let listed: Vec<u8> = digits.chunks(2).map(byte).collect();
        assert_eq!(listed.len(), 136);
        assert_eq!(tiny()[..136], listed);
        assert!(tiny().len() == 160 && tiny()[136..].iter().all(|b| *b == 0));
    }

    #[test]
    fn the_lab_page_shows_these_bytes() {
        let page = include_str!("../lab.md");
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let shown: String = page
            .lines()
            .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()))
            .filter_map(|line| line.split_once(" | ").map(|(_, bytes)| bytes))
            .map(|line| line.split("  ").next().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(squeezed(&shown), squeezed(LISTED));
    }

    #[test]
    fn a_difference_is_told_by_its_first_byte() {
        assert_eq!(difference(&[1, 2], &[1, 3]), "byte 1 is 2, not 3");
        assert_eq!(difference(&[1], &[1, 3]), "1 bytes, not 2");
        assert_eq!(difference(&[1], &[1]), "the same bytes");
    }
}
