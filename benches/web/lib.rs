//! The workloads as a WebAssembly module, for `run.mjs` to time; without the feature `workloads` the fused multiply-add alone, for `fused.mjs`.
//!
//! The host calls `prepare(number)`, then `launch(checks)` as often as it likes, each time over cleared results, then `sound()`. The module has
//! no clock; who calls measures. Before that it may make a multiply-add of `fused_at`'s bytes, put it into the exported table, and say where (`fuse`).
#![allow(
    unsafe_code,
    reason = "names that a host can call; there is nothing else of it here"
)]

#[cfg(feature = "workloads")]
mod timed;

use simt::vm::fused;
use std::sync::OnceLock;

static FUSED: OnceLock<Vec<u8>> = OnceLock::new();

/// Where the bytes of a module with a multiply-add are; see [`fused::module`].
#[unsafe(no_mangle)]
pub extern "C" fn fused_at() -> *const u8 {
    FUSED.get_or_init(fused::module).as_ptr()
}

/// How many they are.
#[unsafe(no_mangle)]
pub extern "C" fn fused_len() -> usize {
    FUSED.get_or_init(fused::module).len()
}

/// Takes the function of that module which the host has put into the table there; 0 if it does not give the bits that it should.
#[cfg(target_arch = "wasm32")]
#[unsafe(no_mangle)]
pub extern "C" fn fuse(index: usize) -> u32 {
    simt::vm::gang::level::fuse(index) as u32
}
