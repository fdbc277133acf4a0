//! What findings say of an allocation.
//!
//! An allocation goes in; its name, elements and size come out, as they are at a launch. The rule: what was said of one is kept with it until it
//! is freed, so that a program with many of them pays for each once, not at every launch.

use crate::launch::{Allocation, Elem};
use cuda_ir::parts::Parts;
use std::sync::Arc;

/// What findings say of an allocation.
#[derive(Clone, Default, Debug)]
pub struct AllocationFacts {
    pub(crate) name: String,
    /// The line that made it and its number, where the program says no more.
    pub(crate) made: Option<(u32, u32)>,
    pub(crate) elem: Elem,
    pub(crate) bytes: u64,
    pub(crate) freed: bool,
    pub(crate) constant: bool,
    pub(crate) parts: Option<Arc<Parts>>,
}

impl AllocationFacts {
    pub(crate) fn new(i: usize, a: &Allocation) -> Self {
        let unnamed = a.name.is_empty() && a.unnamed && !a.freed;
        AllocationFacts {
            name: a.name.clone(),
            made: unnamed.then_some((a.line, i as u32 + 1)),
            elem: a.elem,
            bytes: a.bytes.len() as u64,
            freed: a.freed,
            constant: a.constant,
            parts: a.parts.clone(),
        }
    }

    pub(crate) fn name(&self) -> String {
        match self.made {
            Some((line, number)) => format!(
                "allocation #{number} of {} bytes, made on line {line}",
                self.bytes
            ),
            None => self.name.clone(),
        }
    }

    pub(crate) fn parts(&self) -> (String, Elem, u64) {
        (self.name(), self.elem, self.bytes)
    }
}
