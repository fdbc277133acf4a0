//! The machine on kernels built by hand: arithmetic, control, counters, findings.
//!
//! Expected numbers are worked out by hand or by a plain loop over threads; the front end takes no part.

#[path = "machine/arithmetic.rs"]
mod arithmetic;
#[path = "machine/build.rs"]
mod build;
#[path = "machine/control.rs"]
mod control;
#[path = "machine/counters.rs"]
mod counters;
#[path = "machine/endings.rs"]
mod endings;
#[path = "machine/findings.rs"]
mod findings;
#[path = "machine/memory.rs"]
mod memory;
