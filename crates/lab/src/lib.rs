//! What a lab is, and the judge of what a learner wrote: a text in, check records and a verdict out.
//!
//! A [`Lab`] is data: parts, the kernels or functions they ask for, seeded cases with an oracle in plain Rust, and checks
//! in the order a learner should meet them. [`judge`] compiles a kernel's text once on a [`Device`], runs every case of a
//! part once, and derives every check of that part from those runs; [`judge_calls`] asks the functions of a lab in Rust.
//! Nothing here touches a file, a clock, a thread or a socket, and nothing names a device, so the terminal, a GPU and a
//! page share this judge.
//! Read next: `spec.rs` for how a lab says its parts, `case.rs` for their runs, `judge.rs` for the spine.

mod calls;
mod case;
mod correct;
mod counts;
mod data;
mod decide;
mod device;
mod folder;
mod half;
mod json;
mod judge;
mod launch;
mod measured;
mod metric;
mod program;
mod record;
mod runs;
mod seeded;
mod sha256;
mod shape;
mod spec;
mod text;
mod verify;

pub mod budget;
pub mod compare;
pub mod markers;

pub use budget::{Amount, Bound, Budget, Counted};
pub use calls::{
    Answer, Asking, Call, Guard, NEAR, Panic, Uncompiled, argument, judge_calls, uncompiled,
};
pub use case::{Buffer, Case, DEFAULT_FUEL, Output, cover};
pub use compare::{Expected, chain_tolerance, sum_tolerance};
pub use counts::{Banked, BufferCounts, Counts, Flops, LineCounts, Traffic};
pub use data::{Data, Elem, Field, Layout, Record, numbers};
pub use device::{
    Compiled, Complaint, Device, Ending, Fault, FaultKind, KernelFound, OTHER_ORDERS, Printed, Ran,
    Stored, Text,
};
pub use folder::Folder;
pub use half::{bf16_from_f32, bf16_to_f32, f16_from_f32, f16_to_f32};
pub use json::json_text;
pub use judge::{Judging, judge, judge_with_hidden, unavailable};
pub use launch::{Arg, Copy, Launch, Step, shape_text};
pub use measured::{Against, Measured, Measurement, Times};
pub use metric::{
    Accesses, FlopKind, Metric, SharedAccesses, accesses, barriers, divergent_branches,
    dot_products, doubles, fast_functions, flops, flops_of, lane_efficiency, launches, loads,
    scratch_bytes, shared, shuffles, special_functions, special_issued, stores,
};
pub use record::{CheckRecord, Place, Prints, Status, Verdict};
pub use seeded::{Seed, Seeded};
pub use sha256::sha256;
pub use shape::{Check, KernelSpec, Kind, Lab, Language, Part, Property, Select};
pub use spec::{Cases, HIDDEN, PartSpec, functions, part};
pub use text::{LabText, PartText, Passage, Problem};
pub use verify::{Candidate, Judge, named_check, verify};

/// Seconds one check may take unless it says otherwise.
pub const DEFAULT_LIMIT_S: u32 = 10;
