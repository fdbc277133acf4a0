//! How requests lie in global and in shared memory, counted: of one warp, or of all warps of a gang at once.
//!
//! Requests go in; the counters of [`Coalesce`] and [`Bank`] have them. The rule: requests of one instruction to one allocation are
//! summed up first, and pieces that go on where the last one ends are marked together.

use super::Op;
use super::bank::Bank;
use super::coalesce::{self, Coalesce};
use super::layout::{Lay, Layouts};
use super::once::Counted;
use super::pieces::Piece;
use crate::report::Counters;
use crate::vm::Env;
use crate::vm::mem::{Group, Region, Space};

/// Requests of one instruction to one allocation.
#[derive(Clone, Copy, Default)]
pub struct Sums {
    /// How many.
    pub requests: u64,
    /// Of all of them.
    pub sectors: u64,
    /// Of all of them, as few as they can be.
    pub ideal_sectors: u64,
    /// Of all of them.
    pub passes: u64,
    /// Of all of them, as few as they can be.
    pub ideal_passes: u64,
    /// Bytes that lanes asked for.
    pub asked: u64,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, lay: &Lay, (requests, asked): (u64, u64)) {
        self.requests += requests;
        self.sectors += requests * u64::from(lay.sectors);
        self.ideal_sectors += requests * u64::from(lay.bytes.div_ceil(32));
        self.passes += requests * u64::from(lay.passes.0);
        self.ideal_passes += requests * u64::from(lay.passes.1);
        self.asked += asked;
    }
}

/// Requests of one instruction.
#[derive(Clone, Copy)]
pub struct What {
    /// Its number among all code.
    pub flat: usize,
    /// What it does.
    pub op: Op,
    /// Bytes a lane.
    pub bytes: u32,
    /// Whether it counts.
    pub counted: Counted,
}

/// The counters of how requests lie.
pub struct Tally {
    layouts: Layouts,
    /// Sectors.
    pub coalesce: Coalesce,
    /// Wavefronts.
    pub bank: Bank,
}

impl Tally {
    /// Zeros.
    pub fn new(env: &Env<'_>) -> Self {
        Tally {
            layouts: Layouts::new(env.flat_len()),
            coalesce: Coalesce::new(env),
            bank: Bank::new(env),
        }
    }

    /// Requests to one allocation: of each the share of lanes, how many warps make it, and for how many bytes in all.
    #[inline(always)]
    pub fn requests<'g>(
        &mut self,
        what: &What,
        region: Region,
        requests: impl Iterator<Item = (&'g Group, u64, u64)>,
    ) {
        let mut sums = Sums::default();
        let to = (coalesce::set(what), region);
        let mut last: Piece = (0, 0);
        for (group, warps, asked) in requests {
            let (lay, pieces, by) = self.layouts.of(what.flat, group, what.bytes);
            sums.add(&lay, (warps, asked));
            if region.space == Space::Shared {
                continue;
            }
            let &[(start, end)] = pieces else {
                self.coalesce.touch(to, pieces, by);
                continue;
            };
            let (start, end) = (start.wrapping_add(by), end.wrapping_add(by));
            if start == last.1 {
                last.1 = end;
            } else if (start, end) != last {
                if last.1 > 0 {
                    self.coalesce.touch(to, &[last], 0);
                }
                last = (start, end);
            }
        }
        if last.1 > 0 {
            self.coalesce.touch(to, &[last], 0);
        }
        match (what.counted, region.space) {
            (Counted::Whole, Space::Shared) => self.bank.add(what.flat, &sums),
            (Counted::Whole, _) => self.coalesce.add(what.flat, (what.op, region), &sums),
            (_, Space::Shared) => {}
            _ => self.coalesce.leave_out((what.op, region), &sums),
        }
    }

    /// Adds what another has counted.
    pub fn join(&mut self, other: Tally) {
        self.coalesce.join(other.coalesce);
        self.bank.join(&other.bank);
    }

    /// The sums.
    pub fn tell(&self, env: &Env<'_>, out: &mut Counters) {
        self.coalesce.tell(env, out);
        self.bank.tell(env, out);
    }
}
