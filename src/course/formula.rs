//! Arithmetic as calculators and checks read it: `2 * layers * kv_heads * head_dim * bytes / 1024`.
//!
//! A text comes in, a value or a sentence about what is wrong comes out. Numbers, names, `+ - * / ^`, brackets, and `min`, `max`,
//! `ceil`, `floor`. Names get their values from outside. The page's script (`static/calc.js`) reads the same grammar.

/// What is wrong with a formula: the byte where, and what.
pub type Wrong = (usize, String);

/// The deepest nesting of brackets that is read.
const DEEPEST: usize = 50;

/// The value of a formula; `name` gives the value of each name in it.
///
/// # Errors
/// Where it cannot be read, or has no value.
pub fn value(text: &str, name: &dyn Fn(&str) -> Option<f64>) -> Result<f64, Wrong> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        name,
    };
    let value = reader.sum()?;
    reader.blanks();
    if reader.at < text.len() {
        return Err((
            reader.at,
            format!("`{}` is not expected here", reader.rest()),
        ));
    }
    if !value.is_finite() {
        return Err((
            0,
            "the formula has no value: it divides by 0, or grows too large".to_owned(),
        ));
    }
    Ok(value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    name: &'t dyn Fn(&str) -> Option<f64>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Takes one of these signs, when it comes next.
    fn sign(&mut self, signs: &[char]) -> Option<char> {
        self.blanks();
        let next = self.rest().chars().next().filter(|c| signs.contains(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn sum(&mut self) -> Result<f64, Wrong> {
        let mut value = self.product()?;
        while let Some(sign) = self.sign(&['+', '-', '−']) {
            let other = self.product()?;
            value = if sign == '+' {
                value + other
            } else {
                value - other
            };
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, Wrong> {
        let mut value = self.power()?;
        while let Some(sign) = self.sign(&['*', '×', '/']) {
            let other = self.power()?;
            value = if sign == '/' {
                value / other
            } else {
                value * other
            };
        }
        Ok(value)
    }

    fn power(&mut self) -> Result<f64, Wrong> {
        if self.sign(&['-', '−']).is_some() {
            return self.deeper(Reader::power).map(|value| -value);
        }
        let base = self.one()?;
        match self.sign(&['^']) {
            Some(_) => Ok(base.powf(self.deeper(Reader::power)?)),
            None => Ok(base),
        }
    }

    fn deeper(&mut self, read: fn(&mut Self) -> Result<f64, Wrong>) -> Result<f64, Wrong> {
        if self.depth == DEEPEST {
            return Err((self.at, "the formula is nested too deeply".to_owned()));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// A number, a name, a function, or a formula in brackets.
    fn one(&mut self) -> Result<f64, Wrong> {
        self.blanks();
        let start = self.at;
        if self.sign(&['(']).is_some() {
            let value = self.deeper(Reader::sum)?;
            return self.close(start).map(|()| value);
        }
        let text = self.word();
        if text.is_empty() {
            let next = self.rest().chars().next();
            let message = next.map_or("the formula ends too early".to_owned(), |c| {
                format!("a number or a name is expected, not `{c}`")
            });
            return Err((start, message));
        }
        self.at += text.len();
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let number = text.parse::<f64>();
            return number.map_err(|_| (start, format!("`{text}` is not a number")));
        }
        if self.sign(&['(']).is_some() {
            return self.function(start, text.to_owned());
        }
        (self.name)(text).ok_or_else(|| (start, format!("`{text}` is no input")))
    }

    /// The number or name that comes next. The id of a figure may have a `-` in it (`dev.rtx-4090.bandwidth`): of what could be
    /// names with a dot in them the longest that is known is meant, and without one a `-` subtracts.
    fn word(&self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = |more: &str| {
            let is_out =
                |c: char| !(c.is_ascii_alphanumeric() || "_.".contains(c) || more.contains(c));
            rest.find(is_out).unwrap_or(rest.len())
        };
        let (shortest, mut longest) = (end(""), end("-"));
        while longest > shortest {
            let name = &rest[..longest];
            if name.contains('.') && (self.name)(name).is_some() {
                return name;
            }
            longest = name.rfind('-').unwrap_or(shortest);
        }
        &rest[..shortest]
    }

    fn function(&mut self, start: usize, name: String) -> Result<f64, Wrong> {
        let mut values = vec![self.deeper(Reader::sum)?];
        while self.sign(&[',']).is_some() {
            values.push(self.deeper(Reader::sum)?);
        }
        self.close(start)?;
        match (name.as_str(), values.as_slice()) {
            ("min", all) => Ok(all.iter().copied().fold(f64::INFINITY, f64::min)),
            ("max", all) => Ok(all.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
            ("ceil", [one]) => Ok(one.ceil()),
            ("floor", [one]) => Ok(one.floor()),
            ("ceil" | "floor", _) => Err((start, format!("`{name}` takes one value"))),
            _ => Err((
                start,
                format!("there is no `{name}`: min, max, ceil, floor"),
            )),
        }
    }

    fn close(&mut self, start: usize) -> Result<(), Wrong> {
        match self.sign(&[')']) {
            Some(_) => Ok(()),
            None => Err((start, "a bracket is not closed".to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(text: &str) -> Result<f64, String> {
        let name = |name: &str| (name == "n").then_some(4.0);
        value(text, &name).map_err(|(_, message)| message)
    }

    #[test]
    fn signs_bind_as_in_writing() {
        for (text, expected) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) × 3", 9.0),
            ("2 ^ 3 ^ 2", 512.0),
            ("-2 ^ 2", -4.0),
            ("7 − 2 - 1", 4.0),
            ("8 / n / 2", 1.0),
            ("max(n, 9, 2) + ceil(1.2) - min(n, 1)", 10.0),
        ] {
            assert_eq!(of(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn the_id_of_a_figure_may_have_a_hyphen() {
        let name = |name: &str| match name {
            "dev.rtx-4090.bandwidth" => Some(1008.0),
            "dev.rtx" | "x" | "y.a" => Some(2.0),
            _ => None,
        };
        for (text, expected) in [
            ("x * dev.rtx-4090.bandwidth", 2016.0),
            ("dev.rtx-4090.bandwidth-1", 1007.0),
            ("dev.rtx-1", 1.0),
            ("x-x", 0.0),
            ("2.5-x", 0.5),
            ("y.a-x", 0.0),
        ] {
            assert_eq!(value(text, &name), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(
            of("n / 0").unwrap_err(),
            "the formula has no value: it divides by 0, or grows too large"
        );
        assert_eq!(of("m").unwrap_err(), "`m` is no input");
        assert_eq!(of("2 +").unwrap_err(), "the formula ends too early");
        assert_eq!(of("(2").unwrap_err(), "a bracket is not closed");
        assert_eq!(
            of("sqrt(2)").unwrap_err(),
            "there is no `sqrt`: min, max, ceil, floor"
        );
        assert_eq!(of("2 2").unwrap_err(), "`2` is not expected here");
        assert_eq!(
            of(&"(".repeat(9999)).unwrap_err(),
            "the formula is nested too deeply"
        );
        assert_eq!(
            of(&"-".repeat(9999)).unwrap_err(),
            "the formula is nested too deeply"
        );
    }

    proptest! {
        #[test]
        fn anything_can_be_read(text in "[-+*/^(), a-z0-9.×é]{0,40}") {
            let _ = of(&text);
        }
    }
}
