//! The machine: a grid of warps executed exactly, and everything that is found and counted on the way.
//!
//! ```text
//! Verified + Launch + Memory ──vm──▶ Outcome          grid ▷ block ▷ warp ▷ one match
//!                              │ events, one a warp instruction
//!                              ▼
//!                         probes ──▶ Report{outcome, findings, counters}
//! ```
//!
//! In: code that the verifier accepted, memory, a launch and options ([`launch`]). Out: a [`report`]. The rule: nothing but these
//! influences a run, and no probe changes a result. What is modelled is at the head of the crate `simt`.

// Nothing that a source says may end the process: what cannot be is a value.
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::unreachable
    )
)]

pub mod launch;
pub mod probe;
pub mod report;
pub mod vm;
