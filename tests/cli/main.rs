//! The `course` binary, end to end: arguments and files in; exit status, output and progress.db out.
//!
//! Every test has a course of its own in a temporary folder (`fixture.rs`).

mod at_limits;
#[cfg(unix)]
mod checkers;
mod commands;
#[cfg(unix)]
mod connections;
mod ending;
mod explaining;
mod fixture;
mod gpu;
mod grade;
#[cfg(unix)]
mod grade_faults;
mod grade_report;
#[cfg(unix)]
mod importing;
mod kernels;
mod misfortunes;
mod old_stores;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(unix)]
mod places;
mod profiling;
mod running;
mod rust_labs;
mod sandbox;
#[cfg(unix)]
mod storing;
mod walking;
mod watching;
