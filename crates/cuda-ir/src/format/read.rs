//! Numbers out of text, as C's `strtod` reads them.
//! In: bytes; out: the number at their start and how many bytes it took. The rule: the nearest double, or nothing.

/// The number that a text begins with, and how many bytes it takes; none takes 0. Blanks before it count.
pub fn read_number(text: &[u8]) -> (f64, usize) {
    let blank = |b: &&u8| matches!(b, b' ' | b'\t'..=b'\r');
    let start = text.iter().take_while(blank).count();
    let mut at = start;
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let rest = &text[at..];
    let sized = |value: f64, n: usize| (if negative { -value } else { value }, at + n);
    let begins =
        |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word);
    for (word, value) in [
        (&b"infinity"[..], f64::INFINITY),
        (&b"inf"[..], f64::INFINITY),
        (&b"nan"[..], f64::NAN),
    ] {
        if begins(word) {
            return sized(value, word.len());
        }
    }
    if begins(b"0x")
        && let Some((value, n)) = read_hexadecimal(&rest[2..])
    {
        return sized(value, n + 2);
    }
    let n = decimal_length(rest);
    if n == 0 {
        return (0.0, 0);
    }
    let value = std::str::from_utf8(&rest[..n])
        .ok()
        .and_then(|s| s.parse().ok());
    sized(value.unwrap_or(0.0), n)
}

/// How many bytes `12.5e-3` takes.
fn decimal_length(text: &[u8]) -> usize {
    let digits = |from: usize| {
        text[from.min(text.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let whole = digits(0);
    let mut n = whole;
    let mut fraction = 0;
    if text.get(n) == Some(&b'.') {
        fraction = digits(n + 1);
        n += 1 + fraction;
    }
    if whole + fraction == 0 {
        return 0;
    }
    if matches!(text.get(n), Some(b'e' | b'E')) {
        let signed = matches!(text.get(n + 1), Some(b'-' | b'+')) as usize;
        let exponent = digits(n + 1 + signed);
        if exponent > 0 {
            n += 1 + signed + exponent;
        }
    }
    n
}

/// What follows `0x`, as far as 53 bits are exact.
fn read_hexadecimal(text: &[u8]) -> Option<(f64, usize)> {
    let (mut value, mut n, mut seen, mut scale) = (0.0f64, 0, false, 0i32);
    let mut point = false;
    while let Some(&b) = text.get(n) {
        match (b as char).to_digit(16) {
            Some(d) => {
                value = value * 16.0 + d as f64;
                scale -= if point { 4 } else { 0 };
                seen = true;
            }
            None if b == b'.' && !point => point = true,
            None => break,
        }
        n += 1;
    }
    if matches!(text.get(n), Some(b'p' | b'P')) {
        let signed = matches!(text.get(n + 1), Some(b'-' | b'+')) as usize;
        let digits = text[(n + 1 + signed).min(text.len())..]
            .iter()
            .take_while(|b| b.is_ascii_digit());
        let (mut power, mut length) = (0i32, 0);
        for d in digits {
            power = (power * 10 + (d - b'0') as i32).min(5000);
            length += 1;
        }
        if length > 0 {
            scale += if text.get(n + 1) == Some(&b'-') {
                -power
            } else {
                power
            };
            n += 1 + signed + length;
        }
    }
    seen.then(|| (libm::scalbn(value, scale), n))
}
