//! What a lab is, and the judge of a kernel: CUDA text in, check records and a verdict out.
//!
//! A [`Lab`] is plain static data: parts, the kernels they ask for, seeded cases with an oracle in plain Rust, and
//! checks in the order a learner should meet them. [`judge`] compiles the text once, runs every case of a part once
//! with all probes on, and derives every check of that part from those runs. Nothing here touches a file, a clock,
//! a thread or a socket, so the terminal, a GPU and a page share this judge.
//! Read next: `shape.rs` for the data, `judge.rs` for the spine.

mod device;
mod json;
mod judge;
mod record;
mod shape;

pub mod hints;
pub mod markers;

pub use device::{Device, Simulated};
pub use judge::judge;
pub use record::{CheckRecord, Place, Status, Verdict};
pub use shape::{CheckDef, KernelSpec, Kind, Lab, Part, Select};

/// Seconds one check may take unless it says otherwise.
pub const DEFAULT_LIMIT_S: u32 = 10;
