//! The `course` binary, end to end: arguments and files in; exit status, output and progress.db out.
//!
//! Every test has a course of its own in a temporary folder (`fixture.rs`).

#[cfg(unix)]
mod checkers;
mod commands;
mod ending;
mod explaining;
mod fixture;
mod gpu;
mod kernels;
mod misfortunes;
mod old_stores;
mod profiling;
mod running;
mod rust_labs;
mod sandbox;
mod watching;
