//! The course's drawings of regular geometry, made by a program: lanes on sectors, banks, tiles, ring steps.
//!
//! In: a function a figure (`modules/`, one file a folder of lessons). Out: `content/<folder>/<stem>.svg`, the same bytes
//! each time. A drawing knows its texts: one that leaves its box, meets another, is too small or too long is a fault, and a
//! figure with faults is not written.
//!
//! Every figure is drawn from one vocabulary, so that a reader learns it once: a thread is a small square, a warp a row of
//! 32 (or of 8 and an ellipsis), a block a rounded box of warps, an SM a box with registers and shared memory in it
//! (`machine.rs`); a sector is a cell of 8 words, a line 4 sectors, a bank a column (`memory.rs`); time runs right, data that
//! moves is an arrow as wide as its bytes (`motion.rs`). Colours are variables only (`look.rs`), and no meaning is by colour
//! alone: a lane that is idle is hollow, an area has a hatch of its own. Read next: `figure.rs`, then `modules/cuda_kernels.rs`.

pub mod check;
pub mod figure;
pub mod geometry;
pub mod look;
pub mod machine;
pub mod memory;
pub mod modules;
pub mod motion;
pub mod stamp;
pub mod text;

pub use figure::Figure;
pub use geometry::Rect;
pub use look::{Hue, Look};
pub use text::Text;

use std::path::PathBuf;

/// The folder of the course's pages.
pub fn content() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../content")
}
