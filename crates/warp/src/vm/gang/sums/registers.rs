//! A gang's registers, as far as sums need them: what sums begin with and end with, half a warp at a time, and counts that go on.
//!
//! A plan and a gang's registers go in; the work, or the registers, come out changed.

use super::learn::{Learnt, Same};
use super::plan::Plan;
use super::word::Word;
use super::work::{Half, MOST, Side, Sum, UNIT, Work};
use crate::vm::gang::file::{File, WARPS};
use crate::vm::gang::rows::At;
use crate::vm::lanes::Lanewise;
use crate::vm::mask::LANES;
use cuda_ir::register::Reg;

/// Half a warp.
pub struct HalfWarp {
    /// Of which.
    pub warp: usize,
    /// 0 or 1.
    pub half: usize,
    /// Its active lanes.
    pub mask: u16,
}

impl File {
    /// Adds to a count in all rows.
    pub fn count_up(&mut self, reg: Reg, by: u64) {
        let file = self;
        match reg {
            Reg::R(r) => At::<0>(file).map32(r, r, (), |x| x.wrapping_add(by as u32)),
            Reg::D(d) if file.move_distances(d, by) => {}
            Reg::D(d) => At::<0>(file).map64(d, d, (), |x| x.wrapping_add(by)),
            Reg::P(_) => {}
        }
    }

    /// Whether nobody reads what a round leaves but sums and counts.
    pub fn leaves_nothing(&self, plan: &Plan) -> bool {
        plan.leaves.iter().all(|reg| match reg {
            Reg::R(r) => self.is_brief(0, r.0),
            Reg::D(d) => self.is_brief(1, d.0),
            Reg::P(_) => false,
        })
    }

    /// Whether all warps share the row of a register.
    pub fn shares(&self, reg: Reg) -> bool {
        match reg {
            Reg::R(r) => self.shares32(r),
            Reg::D(d) => self.shares64(d),
            Reg::P(_) => false,
        }
    }

    /// Puts what the sums are now into the work: of a row that all warps share, once.
    pub fn begin_sums(&mut self, plan: &Plan, units: &[HalfWarp], work: &mut Work<'_>) {
        let first = self.active.from;
        for reg in &plan.sums {
            let shared = self.shares(*reg);
            let own = units.iter().filter(|u| !shared || u.warp == first);
            match reg {
                Reg::R(r) => {
                    let row = |u: &HalfWarp| half(self.row32(*r, u.warp), u.half);
                    work.narrow.sums.push(Sum::of(own.map(row)));
                }
                Reg::D(d) => {
                    self.whole(*d);
                    let row = |u: &HalfWarp| half(self.row64(*d, u.warp), u.half);
                    work.wide.sums.push(Sum::of(own.map(row)));
                }
                Reg::P(_) => {}
            }
        }
    }

    /// Writes the registers of the sums.
    pub fn put_sums(&mut self, plan: &Plan, units: &[HalfWarp], work: &Work<'_>) {
        let (mut narrow, mut wide) = (work.narrow.sums.iter(), work.wide.sums.iter());
        for (k, reg) in plan.sums.iter().enumerate() {
            let only = work.only.get(k).copied().flatten();
            let mask = |u: &HalfWarp| match only {
                Some(masks) => u.mask & (masks[u.warp] >> (u.half * UNIT)) as u16,
                None => u.mask,
            };
            match reg {
                Reg::R(r) => {
                    let halves = narrow.next().map_or(&[][..], |sum| &sum.units);
                    for (u, half) in units.iter().zip(halves) {
                        self.put_half(*r, (u.warp, u.half), (mask(u), half));
                    }
                }
                Reg::D(d) => {
                    let halves = wide.next().map_or(&[][..], |sum| &sum.units);
                    for (u, half) in units.iter().zip(halves) {
                        self.put_half64(*d, (u.warp, u.half), (mask(u), half));
                    }
                }
                Reg::P(_) => {}
            }
        }
    }

    /// The halves of warps that have active lanes.
    pub fn units(&self) -> Vec<HalfWarp> {
        let active = &self.active;
        let halves = (active.from..active.to).flat_map(|warp| [(warp, 0), (warp, 1)]);
        let units = halves.map(|(warp, half)| HalfWarp {
            warp,
            half,
            mask: (active.masks[warp] >> (half * UNIT)) as u16,
        });
        let mut out = Vec::with_capacity(MOST);
        out.extend(units.filter(|unit| unit.mask != 0));
        out
    }
}

/// Puts the values that all rounds have into the work, after those that a round makes.
pub fn keep_same(learnt: &Learnt, units: &[HalfWarp], work: &mut Work<'_>) {
    for rows in &learnt.same {
        match rows {
            Same::Narrow(rows) => keep(&mut work.narrow, work.values, (units, rows)),
            Same::Wide(rows) => keep(&mut work.wide, work.values, (units, rows)),
        }
        work.values += 1;
    }
}

/// Puts a value that all rounds have into the work.
fn keep<T: Word>(
    side: &mut Side<'_, T>,
    value: usize,
    (units, rows): (&[HalfWarp], &[[T; LANES]; WARPS]),
) {
    let halves = units.iter().map(|u| half(&rows[u.warp % WARPS], u.half));
    side.same.push((value, halves.collect()));
}

/// A half of a row.
pub(super) fn half<T: Word>(row: &[T; LANES], half: usize) -> Half<T> {
    row.as_chunks::<UNIT>().0[half % 2]
}
