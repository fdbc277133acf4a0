//! What a page shows of a kernel's text, of its lab and of its run, as JSON.
//!
//! In: a text, a [`lab::Lab`]. Out: lines of JSON, the same for a page that judges by itself and for one that a server stands behind.
//! The rule: places are as JavaScript counts them, in UTF-16 units, and whatever the text, what is told is bounded.
//! Read next: `look.rs` for colours and diagnostics, `parts.rs` for a lab's parts and checks, `trace.rs` for a run of its, step by step;
//! `outline.rs` for what of any text can be started, `play/` for a launch of a kernel of it, `program.rs` for
//! a run of its `main`.

mod element;
mod json;
mod look;
mod outline;
mod parts;
mod play;
#[cfg(feature = "host")]
mod program;
mod steps;
mod told;
mod trace;
mod uncompiled;
mod units;

pub use look::{CLASSES, look};
pub use outline::outline;
pub use parts::lab;
pub use play::{Means, play};
#[cfg(feature = "host")]
pub use program::program;
pub use simt::headers;
pub use trace::{MOST_STEPS, run, trace};
