//! How a learner stands: what counts as done, in numbers alone.
//!
//! An [`Outline`] of a course and somebody's [`Rows`] come in, [`Counted`] comes out. The rule: everything is a number — an item, a lab,
//! a check, a step is its place in the outline's lists — so the same code counts for the terminal, which names the numbers after a
//! course, and for a page, which names them after `outline.json`. A number beyond its list is something that a course names and nobody
//! has: it is never on, passed or done. Nothing here knows a text, a clock or a store.
//!
//! `count.rs` is the rule, with that of labs in `labs.rs` and that of reviews in `reviews.rs`; `numbers.rs` writes all of it as one list
//! of numbers, and reads it back; `page.rs` is what a page calls.

mod count;
mod counted;
mod labs;
mod numbers;
mod outline;
#[cfg(any(feature = "page", test))]
pub mod page;
mod reviews;
mod rows;

pub use count::count;
pub use counted::{Counted, LabCount, Next, Row, State, StepCount};
pub use numbers::{Numbers, Reader, VERSION};
pub use outline::{Bound, Item, Lab, Module, Outline, Part, Step, Work};
pub use reviews::next_due;
pub use rows::{LabRows, Pass, Rows};

#[cfg(test)]
mod tests;
