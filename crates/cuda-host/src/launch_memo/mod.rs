//! Launches that were made before and would do the same again: a benchmark's loop need not be run to be right.
//!
//! A launch's report goes in; what it would do now comes out, if that is known. The rule: what a kernel leaves depends on what
//! it reads. There are two ways to know. If it wrote no buffer that it read, and no buffer that it touched was changed
//! since, its stores would put there what is there already: stamps of the last changes tell. And if all that it touched holds the
//! very bytes that it held at a run before, it leaves the very bytes that it left then ([`state`]). A launch that reaches
//! the host's own memory, prints or does not finish is always run.

mod state;

use cuda_ir::pointer::{Space, Target, pointer, target};
use cuda_ir::{Kernel, ParamKind};
use state::{Here, Place, State};
use std::collections::BTreeMap;
use std::rc::Rc;
use warp::launch::Memory;
use warp::probe::footprint::Footprint;
use warp::report::{Finding, Outcome, Report, Touched, Ways};
use warp::vm::Shape;

pub(super) use state::Before;

/// How many launches are remembered.
const LAUNCHES: usize = 1024;

/// How many states before a launch are remembered.
const STATES: usize = 4;

/// How many bytes all states may take.
const KEPT: usize = 256 << 20;

/// How many bytes of a state are worth a warp instruction that is not run: of a launch that came again, and of one that may never.
const WORTH: u64 = 32;
const WORTH_A_GUESS: u64 = 2;

/// How many bytes are kept of any launch: that costs less than to begin one.
const LITTLE: usize = 1 << 15;

/// After how many states that never came back states are only kept now and then.
const PATIENCE: u32 = 3;

/// A launch as it is made: the kernel's number, grid, block and shared bytes, parameters, in which buffers are
/// numbered in the order in which they come; then these buffers. So a launch on memory that was freed and allocated anew is alike.
#[derive(Clone, Debug)]
pub(super) struct Made {
    key: (u32, [u32; 7], Vec<u64>),
    buffers: Vec<u32>,
}

/// What a launch did.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// In warp instructions.
    pub work: u64,
    /// What it found.
    pub findings: Vec<Finding>,
    /// What it touched, where that was asked for.
    pub footprint: Option<Rc<Footprint>>,
}

/// What is known of a launch.
#[derive(Debug)]
struct Known {
    done: Done,
    /// What it touched, how, and the buffer's number and stamp after that.
    touched: Vec<(Place, Ways, (u32, u64))>,
    /// Whether it read nothing that it wrote.
    apart: bool,
    states: Vec<State>,
    /// How often it was run, and how many states since the last that came back were kept.
    runs: u32,
    fruitless: u32,
}

/// The launches that are remembered.
#[derive(Debug, Default)]
pub(super) struct LaunchMemo {
    known: BTreeMap<(u32, [u32; 7], Vec<u64>), Known>,
    /// How many bytes their states take.
    kept: usize,
}

/// A launch as it is remembered.
pub(super) fn made((number, kernel): (u32, &Kernel), shape: &Shape, params: &[u64]) -> Made {
    let (g, b) = (shape.grid, shape.block);
    let extents = [g.x, g.y, g.z, b.x, b.y, b.z, shape.shared_bytes];
    let mut buffers: Vec<u32> = Vec::new();
    let alike = kernel.signature.params.iter().zip(params).map(|(p, bits)| {
        let Target::In(Space::Global, id, offset) = target(*bits) else {
            return *bits;
        };
        if !matches!(p.kind, ParamKind::Pointer(_)) {
            return *bits;
        }
        let at = buffers.iter().position(|b| *b == id).unwrap_or_else(|| {
            buffers.push(id);
            buffers.len() - 1
        });
        pointer(Space::Global, at as u32, offset)
    });
    let key = (number, extents, alike.collect());
    Made { key, buffers }
}

/// Stamps what a launch changed; whether it read nothing that it wrote.
pub(super) fn stamp(touched: &Touched, memory: &mut Memory) -> bool {
    for (id, _) in (0..).zip(&touched.buffers).filter(|(_, w)| w.changed()) {
        memory.stamp_buffer(id);
    }
    for (id, _) in (0..).zip(&touched.symbols).filter(|(_, w)| w.changed()) {
        memory.stamp_symbol(id);
    }
    let all = touched.buffers.iter().chain(&touched.symbols);
    all.clone()
        .all(|ways| !(ways.atomics || ways.read && ways.wrote))
}

/// How many bytes may be kept of a launch of so many warp instructions, at so many bytes each.
fn worth(work: u64, rate: u64) -> usize {
    let bytes = usize::try_from(work.saturating_mul(rate)).unwrap_or(KEPT);
    bytes.clamp(LITTLE, KEPT / 2)
}

impl LaunchMemo {
    /// Does what the launch did before, if it would do the same now, and says what that was. `gathers` asks for
    /// a footprint.
    pub fn recall(&mut self, made: &Made, memory: &mut Memory, gathers: bool) -> Option<Done> {
        let known = self.known.get_mut(&made.key)?;
        let enough = |done: &Done| done.footprint.is_some() || !gathers;
        let unchanged = |(place, _, (id, stamp)): &(Place, Ways, (u32, u64))| {
            let now = place.find(&made.buffers, memory);
            now.is_some_and(|(at, a)| at == *id && a.stamp == *stamp && !a.freed)
        };
        if known.apart && enough(&known.done) && known.touched.iter().all(unchanged) {
            return Some(known.done.clone());
        }
        let same = |s: &&State| enough(&s.done) && s.holds(&made.buffers, memory);
        let state = known.states.iter().find(same)?;
        state.restore(&made.buffers, memory);
        known.fruitless = 0;
        Some(state.done_with(&made.buffers))
    }

    /// What a launch that is about to run will find, if it was run before and remembering that would cost little beside
    /// running it.
    pub fn before(&self, made: &Made, memory: &Memory) -> Option<Before> {
        let here = Here {
            params: &made.buffers,
            memory,
        };
        let Some(known) = self.known.get(&made.key) else {
            return Some(Before::guessed(here));
        };
        let tired = known.fruitless >= PATIENCE && !known.runs.is_power_of_two();
        if tired {
            return None;
        }
        Before::of(&known.touched, here, worth(known.done.work, WORTH))
    }

    /// Takes note of a launch that was run.
    pub fn note(
        &mut self,
        (made, before): (Made, Option<Before>),
        (report, footprint): (&Report, Option<Rc<Footprint>>),
        memory: &mut Memory,
    ) {
        let touched = &report.touched;
        let apart = stamp(touched, memory);
        let reaches_host = memory.hosted.reached_by_device();
        let faults = report.findings.iter().any(|f| f.kind.stops_a_device());
        let clean = report.outcome == Outcome::Finished && report.findings_dropped == 0 && !faults;
        if !clean || reaches_host || !report.printed.is_empty() {
            self.forget(&made);
            return;
        }
        if self.known.len() >= LAUNCHES && !self.known.contains_key(&made.key) {
            let gone = self.known.pop_first();
            self.kept -= gone.map_or(0, |(_, k)| k.states.iter().map(State::bytes).sum());
        }
        let done = Done {
            work: report.counters.warp_instructions,
            findings: report.findings.clone(),
            footprint,
        };
        let buffers = (0u32..).zip(&touched.buffers);
        let buffers = buffers.map(|(id, ways)| (Place::buffer(id, &made.buffers), *ways));
        let symbols = (0..).zip(&touched.symbols);
        let symbols = symbols.map(|(id, ways)| (Place::Symbol(id), *ways));
        let all = buffers.chain(symbols).filter(|(_, ways)| ways.any());
        let touched: Vec<_> = all
            .filter_map(|(place, ways)| {
                let (id, a) = place.find(&made.buffers, memory)?;
                Some((place, ways, (id, a.stamp)))
            })
            .collect();
        let old = self.known.remove(&made.key);
        let most = old.is_none().then(|| worth(done.work, WORTH_A_GUESS));
        let here = Here {
            params: &made.buffers,
            memory,
        };
        let state = before.and_then(|b| State::after(b, most, &touched, here, &done));
        let (mut states, runs, fruitless) = match old {
            Some(old) => (old.states, old.runs, old.fruitless),
            None => (Vec::new(), 0, 0),
        };
        let fruitless = fruitless + u32::from(state.is_some() && runs > 0);
        if let Some(state) = state {
            if states.len() >= STATES {
                self.kept -= states.remove(0).bytes();
            }
            self.kept += state.bytes();
            states.push(state);
        }
        let known = Known {
            done,
            touched,
            apart,
            states,
            runs: runs + 1,
            fruitless,
        };
        self.known.insert(made.key, known);
        if self.kept > KEPT {
            self.kept = 0;
            self.known.values_mut().for_each(|k| k.states.clear());
        }
    }

    fn forget(&mut self, made: &Made) {
        let gone = self.known.remove(&made.key);
        self.kept -= gone.map_or(0, |k| k.states.iter().map(State::bytes).sum());
    }
}
