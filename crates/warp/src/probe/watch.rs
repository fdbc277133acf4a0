//! Who stored into one element last. A place in a buffer goes in; the last store to it comes out.
//!
//! **Definition.** Of all stores and atomics that touch the watched byte, the last in the order of the run; of several
//! lanes of one instruction the last one, whose value stays. **Cannot see:** stores out of bounds, which are dropped.
//! **Can be wrong:** no.

use super::scene::Scene;
use super::{Access, Op};
use crate::launch::Buffer;
use crate::report::Place;
use crate::vm::mem::Space;

/// Watches one byte, or none.
pub struct Watch {
    byte: Option<(Buffer, u64)>,
    last: Option<Place>,
}

impl Watch {
    /// Watches this byte of this buffer.
    pub fn new(byte: Option<(Buffer, u64)>) -> Self {
        Watch { byte, last: None }
    }

    /// The last store, if there was one.
    pub fn into_place(self) -> Option<Place> {
        self.last
    }

    /// A memory instruction.
    #[inline]
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>) {
        if let Some((buffer, byte)) = self.byte {
            self.look(access, scene, buffer, byte);
        }
    }

    #[cold]
    fn look(&mut self, access: &Access<'_>, scene: &Scene<'_>, buffer: Buffer, byte: u64) {
        let region = access.group.region;
        if access.op == Op::Load || region.space != Space::Global || region.id != buffer.0 {
            return;
        }
        let touches = |lane: &usize| {
            let at = (access.group.at[*lane] - region.base) as u64;
            access.group.mask.has(*lane) && (at..at + access.bytes as u64).contains(&byte)
        };
        if let Some(lane) = (0..32).rev().find(touches) {
            self.last = Some(scene.place(lane, "stored here"));
        }
    }
}
