//! The C, C++ and CUDA headers, written in the CUDA C++ that `cudac` compiles.
//!
//! In: the files of `include/`, found when this crate is built. Out: [`EMBEDDED`]. Rule: a header's text is gone through only where it is
//! included; names that begin with `simt/` are for other headers alone. To add one: a file.

/// Each header's name, as included, and its text; sorted by path.
pub const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));
