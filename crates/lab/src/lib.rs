//! What a lab is, and the judge of a kernel: CUDA text in, check records and a verdict out.
//!
//! A [`Lab`] is plain static data: parts, the kernels they ask for, seeded cases with an oracle in plain Rust, and
//! checks in the order a learner should meet them. [`judge`] compiles the text once, runs every case of a part once
//! with all probes on, and derives every check of that part from those runs. Nothing here touches a file, a clock,
//! a thread or a socket, so the terminal, a GPU and a page share this judge.
//! Read next: `shape.rs` for the data, `judge.rs` for the spine.

mod case;
mod correct;
mod decide;
mod device;
mod json;
mod judge;
mod program;
mod record;
mod shape;
mod simulated;
mod verify;

pub mod budget;
pub mod compare;
pub mod hints;
pub mod markers;

pub use budget::{Bound, Budget, Metric};
pub use case::{Case, DEFAULT_FUEL, Data, Output, Seeded, Value, cover};
pub use compare::Expected;
pub use device::{
    Banked, BufferCounts, Compiled, Complaint, Counts, Device, Ending, Fault, FaultKind,
    KernelFound, LineCounts, OTHER_ORDERS, Ran, Stored, Traffic,
};
pub use json::json_text;
pub use judge::judge;
pub use record::{CheckRecord, Place, Status, Verdict};
pub use shape::{CheckDef, KernelSpec, Kind, Lab, Part, Property, Select};
pub use simulated::{Simulated, Work};
pub use verify::verify;

/// Seconds one check may take unless it says otherwise.
pub const DEFAULT_LIMIT_S: u32 = 10;
