//! How often the lanes of an atomic meet at one address.
//!
//! **Definition.** A device does atomics on one address one after the other; a request takes as many turns as lanes want its
//! busiest address. Compared are first bytes. **Modelled:** what meets with other warps, or is joined on its way by the
//! device, is not counted; nor is a compare-and-swap loop's next try, which is a request of its own.

use super::scene::Scene;
use super::{Access, Op};
use crate::report::{Contention, Counters};
use crate::vm::Env;
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Group, Shape};

/// Turns by instruction.
pub struct Contend {
    by_pc: Vec<Contention>,
}

impl Contend {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        Contend {
            by_pc: vec![Contention::default(); env.flat_len()],
        }
    }

    /// One request.
    #[inline]
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>) {
        if access.op != Op::Atomic {
            return;
        }
        if let Some(here) = self.by_pc.get_mut(scene.flat()) {
            here.requests += 1;
            here.turns += u64::from(turns(access.group));
        }
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: &Contend) {
        for (t, o) in self.by_pc.iter_mut().zip(&other.by_pc) {
            t.requests += o.requests;
            t.turns += o.turns;
        }
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, out: &mut Counters) {
        let met = self.by_pc.iter().enumerate();
        for (flat, here) in met.filter(|(_, here)| here.requests > 0) {
            let Some((_, at)) = env.instruction(flat) else {
                continue;
            };
            let line = out.lines.entry(at.main_line()).or_default();
            for sum in [&mut out.contention, &mut line.contention] {
                sum.requests += here.requests;
                sum.turns += here.turns;
            }
        }
    }
}

/// The lanes at the busiest address.
fn turns(group: &Group) -> u32 {
    match group.shape {
        Shape::Run => return 1,
        Shape::Same => return group.mask.count(),
        Shape::Any => {}
    }
    let (mut left, mut most) = (group.mask, 0);
    while let Some(first) = left.lanes().next() {
        let same = left
            .lanes()
            .filter(|lane| group.at[*lane] == group.at[first]);
        let same = same.fold(0u32, |mask, lane| mask | 1 << lane);
        most = most.max(same.count_ones());
        left = LaneMask(left.0 & !same);
    }
    most
}
