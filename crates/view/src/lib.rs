//! What a page shows of a kernel's text, of its lab and of its run, as JSON.
//!
//! In: a text, a [`lab::Lab`]. Out: lines of JSON, the same for a page that judges by itself and for one that a server stands behind.
//! The rule: places are as JavaScript counts them, in UTF-16 units, and whatever the text, what is told is bounded.
//! Read next: `look.rs` for colours and diagnostics, `outline.rs` for a lab's parts and checks, `trace.rs` for a run, step by step.

mod json;
mod look;
mod outline;
mod steps;
mod trace;
mod units;

pub use look::{CLASSES, look};
pub use outline::lab;
pub use simt::headers;
pub use trace::{MOST_STEPS, run, trace};
