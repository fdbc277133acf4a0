//! A map as a list of keys and values, in the order of keys.

use std::borrow::Borrow;
use std::ops::Index;
use std::{fmt, slice, vec};

/// A map as a list of keys and values, in the order of keys; no key is there twice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedMap<K, V> {
    list: Vec<(K, V)>,
}

impl<K, V> SortedMap<K, V> {
    /// One with nothing in it.
    pub const fn new() -> Self {
        SortedMap { list: Vec::new() }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Keys and values, in the order of keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        self.list.iter().map(|(key, value)| (key, value))
    }

    /// Keys in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.list.iter().map(|(key, _)| key)
    }

    /// Values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.list.iter().map(|(_, value)| value)
    }

    /// Keys in their order, by value.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator {
        self.list.into_iter().map(|(key, _)| key)
    }

    /// Values in the order of their keys, by value.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> + ExactSizeIterator {
        self.list.into_iter().map(|(_, value)| value)
    }

    /// Keeps what the question says yes to.
    pub fn retain(&mut self, mut keeps: impl FnMut(&K, &mut V) -> bool) {
        self.list.retain_mut(|(key, value)| keeps(key, value));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Where a key is, or where it would be.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.list.binary_search_by(|(own, _)| own.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(&self.list[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(&mut self.list[at].1)
    }

    /// Whether a key is there.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Gives a key this value; out comes the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.list[at].1, value)),
            Err(at) => {
                self.list.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes a key out; out comes its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.place(key).ok()?;
        Some(self.list.remove(at).1)
    }

    /// A key's place, which may still be empty.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        let place = self.place(&key);
        let list = &mut self.list;
        Entry { list, place, key }
    }
}

/// A key's place in a map, which may still be empty.
#[derive(Debug)]
pub struct Entry<'a, K, V> {
    list: &'a mut Vec<(K, V)>,
    place: Result<usize, usize>,
    key: K,
}

impl<'a, K, V> Entry<'a, K, V> {
    /// The value there; where there is none, what this makes.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        let (Ok(at) | Err(at)) = self.place;
        if self.place.is_err() {
            self.list.insert(at, (self.key, make()));
        }
        &mut self.list[at].1
    }

    /// The value there; where there is none, this one.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value there; where there is none, what its type has for that.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.iter()).finish()
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, all: I) {
        for (key, value) in all {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(all: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(all);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(all: [(K, V); N]) -> Self {
        all.into_iter().collect()
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for SortedMap<K, V> {
    type Output = V;

    /// # Panics
    /// When the key is not there.
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key is in the map")
    }
}

/// Keys and values, in the order of keys.
pub type Iter<'a, K, V> = std::iter::Map<slice::Iter<'a, (K, V)>, fn(&(K, V)) -> (&K, &V)>;

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> vec::IntoIter<(K, V)> {
        self.list.into_iter()
    }
}
