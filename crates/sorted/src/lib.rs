//! Maps and sets as sorted lists, with the names of the standard library's `BTreeMap` and `BTreeSet`.
//!
//! For what holds tens of things, or is filled in order: a lookup is a binary search, and what is put before others moves
//! them. They are there for the build: each type of a `BTreeMap` is five thousand lines for the compiler's back end, each of
//! these some hundreds, and a quarter of `cudac` was such maps (`cargo llvm-lines`). The same structure is
//! `rustc_data_structures::sorted_map::SortedMap`. What holds thousands and is not filled in order is a `HashMap`.

mod map;
mod set;

pub use map::{Entry, SortedMap};
pub use set::SortedSet;
