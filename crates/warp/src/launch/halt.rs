//! A caller's word that a run is to end.
//!
//! A flag goes in, which another thread may set at any time; the run looks at it now and then and ends as it does when its fuel is used up: with the
//! place it had come to, and all that was found so far.

use std::sync::atomic::{AtomicBool, Ordering};

/// The flag.
#[derive(Clone, Copy, Debug)]
pub struct Halt(pub &'static AtomicBool);

impl Halt {
    /// Whether it is set.
    pub fn is_set(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Halt {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
