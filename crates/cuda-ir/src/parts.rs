//! What memory is made of, for messages: the fields of structs by their names.
//!
//! A byte goes in; the name of the part that it belongs to comes out, as the source would write it after the variable's own name. The rule:
//! only what the author named is named. What has no such name (the word inside a half, a base, padding) adds nothing.

use crate::Elem;
use std::fmt::Write as _;
use std::sync::Arc;

/// How a piece of memory is divided.
#[derive(Clone, PartialEq, Debug)]
pub enum Parts {
    /// Not further: a number, or something that is none.
    Leaf(Option<Elem>),
    /// Elements one after another, each of so many bytes.
    Row(u64, Arc<Parts>),
    /// Fields, in the order of their places.
    Fields(Vec<Field>),
    /// A pointer, and what it leads to.
    Pointer(Arc<Pointee>),
}

/// What a pointer leads to, as far as its type says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pointee {
    /// The scalars that it is all made of, if they are of one kind.
    pub elem: Option<Elem>,
    /// The struct that it is.
    pub made: Option<StructParts>,
}

impl Pointee {
    /// Elements like it, one after another: how they are divided, if they are structs.
    pub fn row(&self) -> Option<Arc<Parts>> {
        let made = self.made.as_ref()?;
        Some(Arc::new(Parts::Row(made.bytes, made.parts.clone())))
    }
}

/// A field of a struct.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Its name; empty where none is shown.
    pub name: String,
    /// Its first byte in the struct.
    pub at: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Its parts.
    pub parts: Arc<Parts>,
}

/// A struct's name and size, and how it is divided.
#[derive(Clone, PartialEq, Debug)]
pub struct StructParts {
    /// As the source writes it.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// Its parts.
    pub parts: Arc<Parts>,
}

/// A part of memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What is there, if it is a number.
    pub elem: Option<Elem>,
    /// Its first byte, counted like the byte that was asked for.
    pub at: u64,
}

impl Parts {
    /// How many elements an array of so many bytes has in each dimension, slowest first; `None` if not all of it is an
    /// array of numbers in two dimensions or more.
    pub fn dimensions(&self, bytes: u64) -> Option<Vec<u64>> {
        let (mut bytes, mut parts, mut out) = (bytes, self, Vec::new());
        while let Parts::Row(stride, of) = parts {
            out.push(bytes / stride.max(&1));
            (bytes, parts) = (*stride, of.as_ref());
        }
        let numbers = matches!(parts, Parts::Leaf(_) | Parts::Pointer(_));
        (numbers && out.len() > 1).then_some(out)
    }

    /// Whether there are fields, so that places in it are more than numbers of elements.
    pub fn has_fields(&self) -> bool {
        match self {
            Parts::Leaf(_) | Parts::Pointer(_) => false,
            Parts::Row(_, of) => of.has_fields(),
            Parts::Fields(_) => true,
        }
    }

    /// The pointer that begins at a byte: its name is added to `name`; and what it leads to.
    pub fn pointer_at(&self, byte: u64, name: &mut String) -> Option<&Arc<Pointee>> {
        match self {
            Parts::Leaf(_) => None,
            Parts::Pointer(to) => (byte == 0).then_some(to),
            Parts::Row(bytes, of) => {
                let k = byte / bytes.max(&1);
                let _ = write!(name, "[{k}]");
                of.pointer_at(byte - k * bytes, name)
            }
            Parts::Fields(fields) => {
                let holds = |f: &&Field| f.at <= byte && byte < f.at + f.bytes;
                let field = fields.iter().find(holds)?;
                if !field.name.is_empty() {
                    let _ = write!(name, ".{}", field.name);
                }
                field.parts.pointer_at(byte - field.at, name)
            }
        }
    }

    /// The smallest part that has a byte: its name is added to `part`'s, its place too.
    pub fn part(&self, byte: u64, part: &mut Part) {
        match self {
            Parts::Leaf(elem) => part.elem = *elem,
            Parts::Pointer(_) => part.elem = None,
            Parts::Row(bytes, of) => {
                let k = byte / bytes.max(&1);
                let _ = write!(part.name, "[{k}]");
                part.at += k * bytes;
                of.part(byte - k * bytes, part);
            }
            Parts::Fields(fields) => {
                let holds = |f: &&Field| f.at <= byte && byte < f.at + f.bytes;
                let Some(field) = fields.iter().find(holds) else {
                    let _ = write!(part.name, " at byte {byte}");
                    part.at += byte;
                    return;
                };
                if !field.name.is_empty() {
                    let _ = write!(part.name, ".{}", field.name);
                }
                part.at += field.at;
                field.parts.part(byte - field.at, part);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_is_named_by_its_field() {
        let field = |name: &str, at, bytes, parts: Parts| Field {
            name: name.to_string(),
            at,
            bytes,
            parts: Arc::new(parts),
        };
        let parts = Parts::Fields(vec![
            field("n", 0, 1, Parts::Leaf(Some(Elem::I8))),
            field(
                "w",
                4,
                16,
                Parts::Row(4, Arc::new(Parts::Leaf(Some(Elem::F32)))),
            ),
        ]);
        let row = Parts::Row(20, Arc::new(parts));
        let named = |byte| {
            let mut part = Part {
                name: "b".to_string(),
                elem: None,
                at: 0,
            };
            row.part(byte, &mut part);
            (part.name, part.elem, part.at)
        };
        assert_eq!(named(20), ("b[1].n".to_string(), Some(Elem::I8), 20));
        assert_eq!(named(50), ("b[2].w[1]".to_string(), Some(Elem::F32), 48));
        assert_eq!(named(3), ("b[0] at byte 3".to_string(), None, 3));
    }
}
