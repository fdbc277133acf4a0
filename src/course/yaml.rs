//! YAML as a tree in which every key and value knows its line and column.
//!
//! The course checks keys and types itself, so that every mistake of a file is listed at once and an unknown
//! key can name the nearest known one; only what is not YAML at all stops at the first place.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Location, Spanned};

/// A value and where it starts, both counted from 1 within the YAML text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Node {
    /// The value.
    pub value: Value,
    /// Its line.
    pub line: u32,
    /// Its column in characters.
    pub column: u32,
}

/// What YAML can say, numbers kept as they are used here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// Whether it is a map with this key.
    pub fn has(&self, key: &str) -> bool {
        let Value::Map(pairs) = &self.value else {
            return false;
        };
        let is_it =
            |(name, _): &(Node, Node)| matches!(&name.value, Value::Text(name) if name == key);
        pairs.iter().any(is_it)
    }
}

/// Text that is not YAML.
#[derive(Clone, Debug)]
pub(crate) struct NotYaml {
    /// What the parser says, on one line.
    pub message: String,
    /// Line within the YAML text; 0 when unknown.
    pub line: u32,
    /// Column in characters; 0 when unknown.
    pub column: u32,
}

/// Parses one YAML document; an empty one is `Null`.
pub(crate) fn parse(text: &str) -> Result<Node, NotYaml> {
    if text.trim().is_empty() {
        return Ok(Node {
            value: Value::Null,
            line: 1,
            column: 1,
        });
    }
    // `no` and `n` are words, as in YAML 1.2.
    let options = serde_yaml::options! { strict_booleans: true };
    match serde_yaml::from_str_with_options::<Spanned<Raw>>(text, options) {
        Ok(raw) => Ok(node(raw)),
        Err(error) => {
            let at = error.location();
            let (line, column) = at.as_ref().map_or((0, 0), place);
            Err(NotYaml {
                message: one_line(&error.without_snippet().to_string()),
                line,
                column,
            })
        }
    }
}

impl Value {
    /// The kind of value in words, for "expected …, found …".
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
        }
    }
}

enum Raw {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Text(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

fn place(at: &Location) -> (u32, u32) {
    (
        u32::try_from(at.line()).unwrap_or(0),
        u32::try_from(at.column()).unwrap_or(0),
    )
}

fn node(raw: Spanned<Raw>) -> Node {
    let (line, column) = place(&raw.referenced);
    let value = match raw.value {
        Raw::Null => Value::Null,
        Raw::Bool(b) => Value::Bool(b),
        Raw::Int(n) => Value::Int(n),
        Raw::Float(x) => Value::Float(x),
        Raw::Text(t) => Value::Text(t),
        Raw::List(items) => Value::List(items.into_iter().map(node).collect()),
        Raw::Map(pairs) => Value::Map(
            pairs
                .into_iter()
                .map(|(key, value)| {
                    let (line, column) = place(&key.referenced);
                    (
                        Node {
                            value: Value::Text(key.value),
                            line,
                            column,
                        },
                        node(value),
                    )
                })
                .collect(),
        ),
    };
    Node {
        value,
        line,
        column,
    }
}

/// The parser's own words without its `at line …` tail and without line breaks.
fn one_line(message: &str) -> String {
    let line = message.lines().next().unwrap_or_default().trim();
    let cut = line.strip_prefix("error: ").unwrap_or(line);
    let cut = match cut
        .strip_prefix("line ")
        .and_then(|rest| rest.split_once(": "))
    {
        Some((place, words))
            if place
                .chars()
                .all(|c| c.is_ascii_digit() || " column,:".contains(c)) =>
        {
            words
        }
        _ => cut,
    };
    let cut = cut.split(" at line ").next().unwrap_or(cut);
    if let Some(key) = cut
        .strip_prefix("duplicate mapping key: ")
        .and_then(|rest| rest.split(',').next())
    {
        return format!("the key `{key}` is there twice");
    }
    cut.trim_end_matches('.').to_owned()
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any YAML value")
    }

    fn visit_unit<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_none<E>(self) -> Result<Raw, E> {
        Ok(Raw::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        Raw::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Raw, E> {
        Ok(i64::try_from(value).map_or(Raw::Float(value as f64), Raw::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Raw::Map(pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_values_know_their_places() {
        let tree = parse("title: A B\nparts:\n  - id: p1\n    modules: [a, 2]\n").expect("is YAML");
        let Value::Map(pairs) = &tree.value else {
            panic!("a map: {tree:?}")
        };
        assert_eq!((pairs[0].0.line, pairs[0].0.column), (1, 1));
        assert_eq!((pairs[0].1.line, pairs[0].1.column), (1, 8));
        let Value::List(parts) = &pairs[1].1.value else {
            panic!("a list")
        };
        let Value::Map(part) = &parts[0].value else {
            panic!("a map")
        };
        assert_eq!((part[1].0.line, part[1].0.column), (4, 5));
        let Value::List(modules) = &part[1].1.value else {
            panic!("a list")
        };
        assert_eq!(
            modules[1],
            Node {
                value: Value::Int(2),
                line: 4,
                column: 18
            }
        );
    }

    #[test]
    fn what_is_not_yaml_has_a_place() {
        for text in [
            "a: [1, 2\nb: 3\n",
            "a: b: c\n",
            "a: \"open\n",
            "a: 1\na: 2\n",
            "a: *x\n",
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.line > 0, "{text:?}: {error:?}");
            assert!(!error.message.is_empty());
        }
    }
}
