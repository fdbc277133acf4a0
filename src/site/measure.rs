//! How large a picture is, so that a page keeps room for it before it is loaded: bytes of a file come in, pixels come out.

use std::path::Path;

/// Width and height of the picture in this file; none when it is of a kind that is not read.
pub fn file(path: &Path) -> Option<(u32, u32)> {
    of(&std::fs::read(path).ok()?)
}

/// Width and height of an SVG, PNG, GIF or JPEG.
pub fn of(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG") {
        return Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?));
    }
    if bytes.starts_with(b"GIF8") {
        let little =
            |at: usize| Some(u32::from(*bytes.get(at)?) | u32::from(*bytes.get(at + 1)?) << 8);
        return Some((little(6)?, little(8)?));
    }
    if bytes.starts_with(b"\xff\xd8") {
        return jpeg(bytes);
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let tag = text.get(text.find("<svg")?..)?;
    svg(tag.get(..tag.find('>')?)?)
}

fn big(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let digits = bytes.get(at..at + count)?;
    Some(
        digits
            .iter()
            .fold(0, |sum, byte| sum << 8 | u32::from(*byte)),
    )
}

/// A start-of-frame segment holds the size; the others are skipped by their length.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1)?;
        if bytes.get(at) != Some(&0xff) {
            return None;
        }
        if (0xc0..=0xcf).contains(&marker) && ![0xc4, 0xc8, 0xcc].contains(&marker) {
            return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
        }
        at += 2 + big(bytes, at + 2, 2)? as usize;
    }
}

fn svg(tag: &str) -> Option<(u32, u32)> {
    let value = |name: &str| {
        let rest = &tag[tag.find(&format!(" {name}=\""))? + name.len() + 3..];
        rest.split('"').next()
    };
    let pixels = |text: &str| text.trim_end_matches("px").parse::<f64>().ok();
    let size = match (
        value("width").and_then(pixels),
        value("height").and_then(pixels),
    ) {
        (Some(width), Some(height)) => (width, height),
        _ => {
            let numbers: Vec<f64> = value("viewBox")?
                .split([' ', ','])
                .filter_map(|number| number.parse().ok())
                .collect();
            (*numbers.get(2)?, *numbers.get(3)?)
        }
    };
    Some((size.0.round() as u32, size.1.round() as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_broken_files_have_none() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\x01\0";
        assert_eq!(of(png), Some((16, 256)));
        assert_eq!(of(b"GIF89a\x05\0\x06\0"), Some((5, 6)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x07\0\x09\x03";
        assert_eq!(of(jpeg), Some((9, 7)));
        assert_eq!(of(b"<svg viewBox=\"0 0 30 20\">"), Some((30, 20)));
        assert_eq!(of(b"<?xml?><svg width=\"8px\" height=\"4\">"), Some((8, 4)));
        for broken in [
            &b"\xff\xd8"[..],
            b"\x89PNG",
            b"",
            b"<svg",
            b"\xff\xd8\xff\xe0\0\0",
        ] {
            assert_eq!(of(broken), None);
        }
    }
}
