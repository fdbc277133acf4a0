//! What `sscanf` reads: a text and a format go in, values for the pointers come out.
//!
//! The rule: C's conversions with widths, sets and `*`; it stops at the first that does not match, and says how many were
//! stored, or that the text ended first. Storing is the caller's.

use cuda_ir::format::read_number;

/// A value for one pointer.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Scanned {
    /// An integer of so many bytes.
    Int(u64, u8),
    /// A `float`.
    Single(f32),
    /// A `double`.
    Double(f64),
    /// Bytes, with a zero after them if they are a string.
    Text(Vec<u8>),
}

/// The values in order, and what `sscanf` returns.
pub(super) fn scan(text: &[u8], format: &[u8]) -> (Vec<Scanned>, i32) {
    let mut scanner = Scanner {
        text,
        at: 0,
        stored: Vec::new(),
    };
    let count = scanner.all(format);
    (scanner.stored, count)
}

struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    stored: Vec<Scanned>,
}

fn blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

impl Scanner<'_> {
    fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self) {
        self.at += self.rest().iter().take_while(|b| blank(**b)).count();
    }

    fn all(&mut self, mut format: &[u8]) -> i32 {
        let mut count = 0;
        while let Some((&byte, more)) = format.split_first() {
            format = more;
            if blank(byte) {
                self.skip();
                continue;
            }
            if byte != b'%' || format.first() == Some(&b'%') {
                if byte == b'%' {
                    format = &format[1..];
                    self.skip();
                }
                match self.rest().first() {
                    Some(b) if *b == byte => self.at += 1,
                    Some(_) => return count,
                    None => return if count == 0 { -1 } else { count },
                }
                continue;
            }
            let suppressed = format.first() == Some(&b'*');
            format = &format[suppressed as usize..];
            let digits = format.iter().take_while(|b| b.is_ascii_digit()).count();
            let width = format[..digits].iter().fold(0usize, |all, d| {
                (all * 10 + (d - b'0') as usize).min(1 << 20)
            });
            format = &format[digits..];
            let mut size = 4u8;
            while let Some((length @ (b'l' | b'h' | b'z' | b'j' | b't' | b'L'), more)) =
                format.split_first()
            {
                size = match (length, size) {
                    (b'h', 2) => 1,
                    (b'h', _) => 2,
                    _ => 8,
                };
                format = more;
            }
            let Some((&conversion, more)) = format.split_first() else {
                return count;
            };
            format = more;
            let set = (conversion == b'[').then(|| read_set(&mut format));
            if !matches!(conversion, b'c' | b'[' | b'n') {
                self.skip();
            }
            if self.rest().is_empty() && conversion != b'n' {
                return if count == 0 { -1 } else { count };
            }
            let width = if width == 0 { usize::MAX } else { width };
            let Some(value) = self.one(conversion, size, width, set.as_ref()) else {
                return count;
            };
            if !suppressed {
                self.stored.push(value);
                count += (conversion != b'n') as i32;
            }
        }
        count
    }

    fn one(
        &mut self,
        conversion: u8,
        size: u8,
        width: usize,
        set: Option<&Set>,
    ) -> Option<Scanned> {
        match conversion {
            b'd' | b'u' => self.integer(10, size, width),
            b'i' => self.integer(0, size, width),
            b'x' | b'X' | b'p' => {
                self.integer(16, if conversion == b'p' { 8 } else { size }, width)
            }
            b'o' => self.integer(8, size, width),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let window = &self.rest()[..width.min(self.rest().len())];
                let (value, n) = read_number(window);
                self.at += n;
                (n > 0).then_some(match size {
                    8 => Scanned::Double(value),
                    _ => Scanned::Single(value as f32),
                })
            }
            b'c' => {
                let width = if width == usize::MAX { 1 } else { width };
                self.take(width, |_| true, false)
            }
            b's' => self.take(width, |b| !blank(b), true),
            b'[' => self.take(width, |b| set.is_some_and(|s| s.has(b)), true),
            b'n' => Some(Scanned::Int(self.at as u64, size)),
            _ => None,
        }
    }

    fn take(&mut self, width: usize, fits: impl Fn(u8) -> bool, ends: bool) -> Option<Scanned> {
        let n = self
            .rest()
            .iter()
            .take(width)
            .take_while(|b| fits(**b))
            .count();
        let mut bytes = self.rest()[..n].to_vec();
        self.at += n;
        if ends {
            bytes.push(0);
        }
        (n > 0).then_some(Scanned::Text(bytes))
    }

    fn integer(&mut self, base: u32, size: u8, width: usize) -> Option<Scanned> {
        let window = &self.rest()[..width.min(self.rest().len())];
        let negative = window.first() == Some(&b'-');
        let mut n = matches!(window.first(), Some(b'-' | b'+')) as usize;
        let hexadecimal = window.get(n) == Some(&b'0')
            && matches!(window.get(n + 1), Some(b'x' | b'X'))
            && window.get(n + 2).is_some_and(u8::is_ascii_hexdigit);
        let base = match base {
            0 | 16 if hexadecimal => {
                n += 2;
                16
            }
            0 if window.get(n) == Some(&b'0') => 8,
            0 => 10,
            other => other,
        };
        let first = n;
        let mut value = 0u64;
        while let Some(d) = window.get(n).and_then(|b| (*b as char).to_digit(base)) {
            value = value.wrapping_mul(base as u64).wrapping_add(d as u64);
            n += 1;
        }
        if n == first {
            return None;
        }
        self.at += n;
        let value = if negative {
            value.wrapping_neg()
        } else {
            value
        };
        Some(Scanned::Int(value, size))
    }
}

/// The characters of `%[a-z]`.
struct Set {
    not: bool,
    ranges: Vec<(u8, u8)>,
}

impl Set {
    fn has(&self, b: u8) -> bool {
        self.ranges
            .iter()
            .any(|(from, to)| (*from..=*to).contains(&b))
            != self.not
    }
}

fn read_set(format: &mut &[u8]) -> Set {
    let not = format.first() == Some(&b'^');
    *format = &format[not as usize..];
    let mut ranges = Vec::new();
    let mut first = true;
    while let Some((&from, more)) = format.split_first() {
        *format = more;
        if from == b']' && !first {
            break;
        }
        first = false;
        match format {
            [b'-', to, rest @ ..] if *to != b']' => {
                ranges.push((from, *to));
                *format = rest;
            }
            _ => ranges.push((from, from)),
        }
    }
    Set { not, ranges }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_in_order() {
        let (values, count) = scan(b" 12 0x1f abc 2.5", b"%d %i %s %lf");
        assert_eq!(count, 4);
        let want = [
            Scanned::Int(12, 4),
            Scanned::Int(31, 4),
            Scanned::Text(b"abc\0".to_vec()),
            Scanned::Double(2.5),
        ];
        assert_eq!(values, want);
        assert_eq!(scan(b"x", b"%d").1, 0);
        assert_eq!(scan(b"", b"%d").1, -1);
        assert_eq!(scan(b"a=7;", b"%[a-z]=%d").0[1], Scanned::Int(7, 4));
    }
}
