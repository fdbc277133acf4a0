//! Branches, and those that split a warp.
//!
//! **Definition.** A branch is one warp's `If` or loop test; it splits the warp if some active lanes have the condition and
//! some do not. **Cannot see:** a choice that lowering turned into a select, which costs both sides and splits nothing.

use crate::report::Counters;
use crate::vm::Env;
use crate::vm::mask::LaneMask;
use cuda_ir::kept::Kept;

/// Counts by instruction.
pub struct Diverge {
    by_pc: Vec<[u64; 2]>,
}

impl Diverge {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        Diverge {
            by_pc: vec![[0; 2]; env.flat_len()],
        }
    }

    /// One branch of one warp.
    #[inline(always)]
    pub fn branch(&mut self, flat: usize, taken: LaneMask, active: LaneMask) {
        if let Some([all, split]) = self.by_pc.get_mut(flat) {
            *all += 1;
            *split += (!taken.is_empty() && taken != active) as u64;
        }
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: &Diverge) {
        for (t, o) in self.by_pc.iter_mut().zip(&other.by_pc) {
            t[0] += o[0];
            t[1] += o[1];
        }
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, out: &mut Counters) {
        for (flat, [all, split]) in self.by_pc.iter().enumerate().filter(|(_, n)| n[0] > 0) {
            let Some((_, at)) = env.instruction(flat) else {
                continue;
            };
            if env.kernel.code.kept.get(flat) == Some(&Kept::Never) {
                continue;
            }
            let line = out.lines.entry(at.main_line()).or_default();
            line.branches += all;
            line.divergent_branches += split;
            out.branches += all;
            out.divergent_branches += split;
        }
    }
}
