//! What was made from what: values known by the key of everything that went into them.
//!
//! A name and a key come in, and out comes the value that was made under this name, if it was made from exactly that. Pages as
//! they were read, parsed and rendered, in memory or in a folder, are all known in this one way.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use serde::{Deserialize, Serialize};

/// A digest of everything that something was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Key(blake3::Hash);

impl Key {
    /// The key of these bytes.
    pub fn of(bytes: &[u8]) -> Key {
        Key(blake3::hash(bytes))
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// How an open page names the version it shows: 16 hexadecimal digits.
    pub fn short(&self) -> String {
        self.0.to_hex()[..16].to_owned()
    }
}

impl Default for Key {
    fn default() -> Key {
        Key::of(b"")
    }
}

impl From<&blake3::Hasher> for Key {
    fn from(hasher: &blake3::Hasher) -> Key {
        Key(hasher.finalize())
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        key.0.to_hex().to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = blake3::HexError;

    fn try_from(text: String) -> Result<Key, blake3::HexError> {
        blake3::Hash::from_hex(text).map(Key)
    }
}

/// Values by name, each with the key of what it was made from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Keyed<N: Hash + Eq, V> {
    values: HashMap<N, (Key, V)>,
}

impl<N: Hash + Eq, V> Default for Keyed<N, V> {
    fn default() -> Keyed<N, V> {
        Keyed {
            values: HashMap::new(),
        }
    }
}

impl<N: Hash + Eq, V> Keyed<N, V> {
    /// The value of this name, when it was made from what this key is of.
    pub fn get<Q>(&self, name: &Q, key: Key) -> Option<&V>
    where
        N: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let (known, value) = self.values.get(name)?;
        (*known == key).then_some(value)
    }

    /// The value of this name, whatever it was made from, and the key of that.
    pub fn last<Q>(&self, name: &Q) -> Option<&(Key, V)>
    where
        N: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.values.get(name)
    }

    /// Keeps a value in the place of the last one of its name.
    pub fn insert(&mut self, name: N, key: Key, value: V) {
        self.values.insert(name, (key, value));
    }
}

impl<N: Hash + Eq, V> FromIterator<(N, Key, V)> for Keyed<N, V> {
    fn from_iter<I: IntoIterator<Item = (N, Key, V)>>(all: I) -> Keyed<N, V> {
        let values = all.into_iter();
        Keyed {
            values: values
                .map(|(name, key, value)| (name, (key, value)))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_known_by_what_it_was_made_from() {
        let mut lengths: Keyed<String, usize> = Keyed::default();
        lengths.insert("a".to_owned(), Key::of(b"one"), 3);
        assert_eq!(lengths.get("a", Key::of(b"one")), Some(&3));
        assert_eq!(lengths.get("a", Key::of(b"two")), None);
        assert_eq!(lengths.get("b", Key::of(b"one")), None);
        assert_eq!(lengths.last("a"), Some(&(Key::of(b"one"), 3)));
        lengths.insert("a".to_owned(), Key::of(b"seven"), 5);
        assert_eq!(lengths.get("a", Key::of(b"one")), None);
    }

    #[test]
    fn keys_are_written_and_read() {
        let mut lengths: Keyed<String, usize> = Keyed::default();
        lengths.insert("a".to_owned(), Key::of(b"one"), 3);
        let text = serde_json::to_string(&lengths).unwrap();
        let read: Keyed<String, usize> = serde_json::from_str(&text).unwrap();
        assert_eq!(read.get("a", Key::of(b"one")), Some(&3));
        assert!(serde_json::from_str::<Key>("\"no digest\"").is_err());
        assert_eq!(Key::of(b"").short(), "af1349b9f5f9a1a6");
    }
}
