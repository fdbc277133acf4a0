//! Launches that were made before and would do the same again: a benchmark's loop need not be run to be right.
//!
//! A launch's report goes in; whether it would change nothing now comes out. The rule: what a kernel leaves depends on what
//! it reads. If it wrote no buffer that it read, and no buffer that it touched was changed since, its stores would put
//! there what is there already. The report knows every buffer and variable that a launch touched, and each of these
//! has a stamp of its last change. Atomics, kernels that reach the host's own memory or print, and those with findings are always run.

use crate::launch::Memory;
use crate::probe::footprint::Footprint;
use crate::report::{Outcome, Report, Touched, Ways};
use crate::vm::Shape;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many launches are remembered.
const LAUNCHES: usize = 64;

/// A launch as it was made: the kernel's number, grid, block and shared bytes, parameters.
pub(super) type Made = (u32, [u32; 7], Vec<u64>);

/// What a launch did.
#[derive(Clone, Debug)]
pub(super) struct Done {
    buffers: Vec<(u32, u64)>,
    symbols: Vec<(usize, u64)>,
    pub work: u64,
    /// What it touched, where that was asked for.
    pub footprint: Option<Rc<Footprint>>,
}

/// The launches that are remembered.
#[derive(Debug, Default)]
pub(super) struct Again {
    known: BTreeMap<Made, Done>,
}

/// A launch as it is remembered.
pub(super) fn made(number: u32, shape: &Shape, params: &[u64]) -> Made {
    let (g, b) = (shape.grid, shape.block);
    let extents = [g.x, g.y, g.z, b.x, b.y, b.z, shape.shared_bytes];
    (number, extents, params.to_vec())
}

/// Stamps what a launch changed; whether it read nothing that it wrote.
fn stamp(touched: &Touched, memory: &mut Memory) -> bool {
    let wrote = |ways: &Ways| ways.wrote || ways.atomics;
    for (id, _) in (0..).zip(&touched.buffers).filter(|(_, ways)| wrote(ways)) {
        memory.stamp_buffer(id);
    }
    for (id, _) in (0..).zip(&touched.symbols).filter(|(_, ways)| wrote(ways)) {
        memory.stamp_symbol(id);
    }
    let all = touched.buffers.iter().chain(&touched.symbols);
    all.clone()
        .all(|ways| !(ways.atomics || ways.read && ways.wrote))
}

impl Again {
    /// What the launch did before, if it would do the same now.
    pub fn same(&self, made: &Made, memory: &Memory) -> Option<Done> {
        let done = self.known.get(made)?;
        let buffers = done.buffers.iter().all(|(id, stamp)| {
            let now = memory.buffers.get(*id as usize);
            now.is_some_and(|b| b.stamp == *stamp && !b.freed)
        });
        let symbols = done.symbols.iter().all(|(id, stamp)| {
            let now = memory.symbols.get(*id);
            now.is_some_and(|s| s.stamp == *stamp)
        });
        (buffers && symbols).then(|| done.clone())
    }

    /// Takes note of a launch.
    pub fn note(
        &mut self,
        made: Made,
        (report, footprint): (&Report, Option<Rc<Footprint>>),
        memory: &mut Memory,
    ) {
        let touched = &report.touched;
        let apart = stamp(touched, memory);
        let reaches_host = memory.hosted.reached_by_device();
        self.known.remove(&made);
        let clean = report.outcome == Outcome::Finished && report.findings.is_empty();
        if !apart || !clean || reaches_host || !report.printed.is_empty() {
            return;
        }
        if self.known.len() >= LAUNCHES {
            self.known.pop_first();
        }
        let buffers = (0u32..).zip(&touched.buffers);
        let buffers = buffers.filter(|(_, ways)| ways.any());
        let symbols = touched.symbols.iter().enumerate();
        let symbols = symbols.filter(|(_, ways)| ways.any());
        let done = Done {
            buffers: buffers
                .filter_map(|(id, _)| Some((id, memory.buffers.get(id as usize)?.stamp)))
                .collect(),
            symbols: symbols
                .filter_map(|(id, _)| Some((id, memory.symbols.get(id)?.stamp)))
                .collect(),
            work: report.counters.warp_instructions,
            footprint,
        };
        self.known.insert(made, done);
    }
}
