//! What findings say of an allocation.
//!
//! An allocation goes in; its name, elements and size come out, as they are at a launch. The rule: what was said of one is kept with it until it
//! is freed, so that a program with many of them pays for each once, not at every launch.

use crate::ir::parts::Parts;
use crate::launch::{Allocation, Elem};
use std::sync::Arc;

/// What findings say of an allocation.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known {
    pub name: String,
    /// The line that made it and its number, where the program says no more.
    pub made: Option<(u32, u32)>,
    pub elem: Elem,
    pub bytes: u64,
    pub freed: bool,
    pub constant: bool,
    pub parts: Option<Arc<Parts>>,
}

impl Known {
    pub fn new(i: usize, a: &Allocation) -> Self {
        let unnamed = a.name.is_empty() && a.unnamed && !a.freed;
        Known {
            name: a.name.clone(),
            made: unnamed.then_some((a.line, i as u32 + 1)),
            elem: a.elem,
            bytes: a.bytes.len() as u64,
            freed: a.freed,
            constant: a.constant,
            parts: a.parts.clone(),
        }
    }

    pub fn name(&self) -> String {
        match self.made {
            Some((line, number)) => format!(
                "allocation #{number} of {} bytes, made on line {line}",
                self.bytes
            ),
            None => self.name.clone(),
        }
    }

    pub fn parts(&self) -> (String, Elem, u64) {
        (self.name(), self.elem, self.bytes)
    }
}
