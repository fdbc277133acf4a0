//! The kernel labs of this course and their judge as the WebAssembly module of its pages; what it exports stands in the crate `web`.
//!
//! Built for another machine it is empty: nothing links it there.

#![cfg(target_family = "wasm")]

include!(concat!(env!("OUT_DIR"), "/shelf.rs"));

web::page!(ALL);
