//! A set as a list in order.

use std::borrow::Borrow;
use std::{fmt, slice, vec};

/// A set as a list in order; nothing is there twice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedSet<T> {
    list: Vec<T>,
}

impl<T> SortedSet<T> {
    /// One with nothing in it.
    pub const fn new() -> Self {
        SortedSet { list: Vec::new() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What is there, in order.
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.list.iter()
    }

    /// Keeps what the question says yes to.
    pub fn retain(&mut self, keeps: impl FnMut(&T) -> bool) {
        self.list.retain(keeps);
    }
}

impl<T: Ord> SortedSet<T> {
    /// Where one is, or where it would be.
    fn place<Q: Ord + ?Sized>(&self, one: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.list.binary_search_by(|own| own.borrow().cmp(one))
    }

    /// Whether one is there.
    pub fn contains<Q: Ord + ?Sized>(&self, one: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(one).is_ok()
    }

    /// Puts one in; whether it was not there.
    pub fn insert(&mut self, one: T) -> bool {
        let place = self.place(&one);
        if let Err(at) = place {
            self.list.insert(at, one);
        }
        place.is_err()
    }

    /// Takes one out; whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, one: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let place = self.place(one);
        if let Ok(at) = place {
            self.list.remove(at);
        }
        place.is_ok()
    }

    /// What is in both, in order.
    pub fn intersection<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a T> {
        self.iter().filter(|one| other.contains(*one))
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_set().entries(self.iter()).finish()
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, all: I) {
        for one in all {
            self.insert(one);
        }
    }
}

impl<'a, T: Ord + Copy + 'a> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, all: I) {
        for one in all {
            self.insert(*one);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(all);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(all: [T; N]) -> Self {
        all.into_iter().collect()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> slice::Iter<'a, T> {
        self.list.iter()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> vec::IntoIter<T> {
        self.list.into_iter()
    }
}
