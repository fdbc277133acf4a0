//! Every table of keys that an author can write, by the heading under which docs/reference.md explains it.
//!
//! The rule: what a table here holds is what the code accepts, for each is the very table that it reads by; a test holds the page to it.

use super::{access, blocks, code, listing, named};
use crate::course::authoring as course;

/// Headings of the reference, each with the keys that its section explains.
pub fn tables() -> Vec<(&'static str, Vec<&'static str>)> {
    let callouts = blocks::CALLOUTS.iter().map(|(word, ..)| *word);
    let mut tables = course::tables();
    tables.extend([
        ("Code fences", code::WORDS.to_vec()),
        ("Listings", listing::KEYS.to_vec()),
        ("Maps of a request", access::KEYS.to_vec()),
        ("Readings", named::READING_KEYS.to_vec()),
        ("Callouts", callouts.collect()),
    ]);
    tables
}
