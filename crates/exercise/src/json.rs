//! JSON read: one line of cargo's or of a checker's in, a value out. Small, so that a learner's first check compiles little.
//!
//! The rule: what is not JSON is `None`, and a member that is not there is [`Json::Null`], so that readers need no cases.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// The deepest nesting that is read; a compiler's spans inside expansions stay far below.
const DEEPEST: usize = 128;

impl Json {
    /// Reads a whole text.
    pub(crate) fn read(text: &str) -> Option<Json> {
        let mut reader = Reader {
            rest: text.trim(),
            depth: 0,
        };
        let value = reader.value()?;
        reader.rest.trim().is_empty().then_some(value)
    }

    /// A member of an object.
    pub(crate) fn get(&self, key: &str) -> &Json {
        match self {
            Json::Object(members) => members
                .iter()
                .find(|(known, _)| known == key)
                .map_or(&Json::Null, |(_, value)| value),
            _ => &Json::Null,
        }
    }

    /// Its text, or nothing.
    pub(crate) fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    /// Its items, or none.
    pub(crate) fn list(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    /// Its number.
    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Json::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Its number as a line or a column; 0 for what is none.
    pub(crate) fn count(&self) -> u32 {
        self.number().map_or(0, |number| number as u32)
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl Reader<'_> {
    fn takes(&mut self, word: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(word)?;
        Some(())
    }

    fn value(&mut self) -> Option<Json> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '{' => self.nested(|r| r.members()),
            '[' => self.nested(|r| r.items()),
            '"' => self.text().map(Json::Text),
            't' => self.takes("true").map(|()| Json::Bool(true)),
            'f' => self.takes("false").map(|()| Json::Bool(false)),
            'n' => self.takes("null").map(|()| Json::Null),
            _ => self.digits(),
        }
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Option<Json>) -> Option<Json> {
        self.depth += 1;
        let value = (self.depth <= DEEPEST).then(|| read(self)).flatten();
        self.depth -= 1;
        value
    }

    fn members(&mut self) -> Option<Json> {
        let mut members = Vec::new();
        self.takes("{")?;
        if self.takes("}").is_some() {
            return Some(Json::Object(members));
        }
        loop {
            self.rest = self.rest.trim_start();
            let key = self.text()?;
            self.takes(":")?;
            members.push((key, self.value()?));
            if self.takes(",").is_none() {
                return self.takes("}").map(|()| Json::Object(members));
            }
        }
    }

    fn items(&mut self) -> Option<Json> {
        let mut items = Vec::new();
        self.takes("[")?;
        if self.takes("]").is_some() {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            if self.takes(",").is_none() {
                return self.takes("]").map(|()| Json::List(items));
            }
        }
    }

    fn digits(&mut self) -> Option<Json> {
        let digit = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let end = self.rest.find(|c| !digit(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().ok().map(Json::Number)
    }

    fn text(&mut self) -> Option<String> {
        let mut out = String::new();
        let mut chars = self.rest.strip_prefix('"')?.chars();
        loop {
            match chars.next()? {
                '"' => break,
                '\\' => out.push(escaped(&mut chars)?),
                c => out.push(c),
            }
        }
        self.rest = chars.as_str();
        Some(out)
    }
}

fn escaped(chars: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match chars.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{c}',
        'u' => {
            let high = unit(chars)?;
            if !(0xd800..0xdc00).contains(&high) {
                return Some(char::from_u32(high).unwrap_or('\u{fffd}'));
            }
            let ahead = chars.as_str().strip_prefix("\\u").map(str::chars);
            let Some(mut ahead) = ahead else {
                return Some('\u{fffd}');
            };
            let low = unit(&mut ahead)?;
            *chars = ahead;
            let code = 0x10000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
            char::from_u32(code).unwrap_or('\u{fffd}')
        }
        other => other,
    })
}

fn unit(chars: &mut std::str::Chars<'_>) -> Option<u32> {
    let mut code = 0;
    for _ in 0..4 {
        code = code * 16 + chars.next()?.to_digit(16)?;
    }
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_kind_are_read() {
        let read = Json::read(
            r#" {"a": [1, -2.5e1, true, null], "b": {"c": "x\n\"\u00e9\ud83d\ude00"}} "#,
        );
        let read = read.unwrap();
        let numbers: Vec<Option<f64>> = read.get("a").list().iter().map(Json::number).collect();
        assert_eq!(numbers, [Some(1.0), Some(-25.0), None, None]);
        assert_eq!(read.get("b").get("c").text(), "x\n\"é😀");
        assert_eq!(read.get("z").get("y"), &Json::Null);
    }

    #[test]
    fn what_is_no_json_is_nothing() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "\"open",
            "1 2",
            "nul",
            "\"\\u12\"",
        ] {
            assert_eq!(Json::read(text), None, "{text}");
        }
        assert_eq!(Json::read(&"[".repeat(100_000)), None);
    }
}
