//! What a page shows of a kernel's text and of its lab, as JSON.
//!
//! In: a text, a [`lab::Lab`]. Out: one line of JSON, the same for a page that judges by itself and for one that a server stands behind.
//! The rule: places are as JavaScript counts them, in UTF-16 units, and whatever the text, the line is bounded and always told.
//! Read next: `look.rs` for colours and diagnostics, `outline.rs` for a lab's parts and checks.

mod json;
mod look;
mod outline;
mod units;

pub use look::{CLASSES, look};
pub use outline::lab;
