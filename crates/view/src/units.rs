//! Places in a text as JavaScript counts them: bytes in, UTF-16 units out.

/// Goes through a text once, from the front.
pub(crate) struct Units<'t> {
    text: &'t str,
    at: usize,
    units: usize,
}

impl<'t> Units<'t> {
    pub(crate) fn new(text: &'t str) -> Units<'t> {
        Units {
            text,
            at: 0,
            units: 0,
        }
    }

    /// The units before a byte that is not before the last one asked for; past the end there are no more.
    pub(crate) fn before(&mut self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        if byte > self.at
            && let Some(between) = self.text.get(self.at..byte)
        {
            self.units += in_units(between);
            self.at = byte;
        }
        self.units
    }
}

/// How many UTF-16 units a text has.
pub(crate) fn in_units(text: &str) -> usize {
    match text.is_ascii() {
        true => text.len(),
        false => text.chars().map(char::len_utf16).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_character_is_two_units_and_four_bytes() {
        let text = "a😀é b";
        let mut units = Units::new(text);
        let at = |what: &str| text.find(what).expect("it is there");
        assert_eq!(units.before(at("a")), 0);
        assert_eq!(units.before(at("é")), 3);
        assert_eq!(units.before(at("b")), 5);
        assert_eq!(units.before(text.len() + 9), 6);
        assert_eq!(units.before(2), 6, "it never goes back");
    }
}
