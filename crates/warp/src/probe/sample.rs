//! One request of each memory instruction, lane by lane: what an access map is drawn from.
//!
//! **Definition.** Of all requests of an instruction to global or shared memory, the first that has the most active lanes: most
//! often the first of the first warp. Kept are the lanes' first bytes. **Cannot see:** how other requests of the instruction
//! differ; the counters beside the map are of all of them.

use super::scene::Scene;
use super::{Access, Loads};
use crate::report::{AccessMap, Counters};
use crate::vm::Env;
use crate::vm::mask::LANES;
use crate::vm::mem::Space;

/// A request by instruction.
pub struct Sample {
    by_pc: Vec<Option<Box<AccessMap>>>,
}

impl Sample {
    /// Nothing yet.
    pub fn new(env: &Env<'_>) -> Self {
        Sample {
            by_pc: (0..env.flat_len()).map(|_| None).collect(),
        }
    }

    /// One request.
    #[inline]
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>) {
        let mask = access.group.mask;
        let Some(here) = self.by_pc.get_mut(scene.flat()) else {
            return;
        };
        let more = here
            .as_ref()
            .is_none_or(|kept| kept.lanes.count_ones() < mask.count());
        if more && access.group.region.space != Space::Local {
            *here = Some(Box::new(taken(access, scene)));
        }
    }

    /// Whether one of these requests would be kept.
    #[inline]
    pub fn wants(&self, loads: &Loads<'_>) -> bool {
        let Some(here) = self.by_pc.get(loads.flat) else {
            return false;
        };
        let kept = here.as_ref().map_or(0, |kept| kept.lanes.count_ones());
        let masks = loads.active.masks.iter();
        kept < LANES as u32 && masks.fold(0, |most, mask| mask.count_ones().max(most)) > kept
    }

    /// Adds what another has kept, whose requests come after.
    pub fn join(&mut self, other: Sample) {
        for (kept, new) in self.by_pc.iter_mut().zip(other.by_pc) {
            let lanes = |map: &Option<Box<AccessMap>>| map.as_ref().map(|m| m.lanes.count_ones());
            if lanes(&new) > lanes(kept) {
                *kept = new;
            }
        }
    }

    /// The requests, in order of the instructions.
    pub fn tell(self, out: &mut Counters) {
        out.maps = self.by_pc.into_iter().flatten().map(|map| *map).collect();
    }
}

#[cold]
fn taken(access: &Access<'_>, scene: &Scene<'_>) -> AccessMap {
    let (region, at) = (access.group.region, scene.at());
    let (name, _, _) = scene.env.name(region.space, region.id, scene.warp);
    AccessMap {
        span: at.span,
        line: at.main_line(),
        shared: region.space == Space::Shared,
        op: access.op,
        name,
        bytes: access.bytes,
        lanes: access.group.mask.0,
        at: access.group.at,
        block: scene.warp.block,
        warp: scene.warp.index,
    }
}
