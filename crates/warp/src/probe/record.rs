//! What one warp does, step by step: a trace for a stepper.
//!
//! **Definition.** The instructions of the warp that the options name, in the order in which it executes them, in steps as
//! [`trace`](crate::report::trace) defines them; after each step the variables whose registers it wrote and that hold other values now.
//! **Cannot see:** what a variable would hold that the compiler keeps nowhere; elements of arrays in memory. **Can be wrong:** no. It
//! only reads, and is asked for by [`RunOptions::trace`](crate::launch::RunOptions::trace) alone.

mod rows;
mod sites;

use super::found::Findings;
use super::once::Counted;
use super::scene::Scene;
use super::{Access, Op};
use crate::report::trace::{Traced, TracedRow, TracedWrite, WarpStep, WarpTrace};
use crate::vm::Env;
use crate::vm::mask::LaneMask;
use crate::vm::mem::{Fault, Space};
use cuda_ir::{Pc, VarType};
use sites::Sites;

/// Words that values and requests may take, 24 MiB; what comes later is counted only.
const ROOM: usize = 6 << 20;
/// Words that are reckoned for a write or a request, beside its row.
const EACH: usize = 8;

/// Records a warp.
pub struct Recorder {
    of: Traced,
    /// The number of its block in the grid.
    block: u64,
    sites: Sites,
    trace: WarpTrace,
    /// The step that instructions are added to, if there is one, and whether it is kept.
    open: Option<(Open, bool)>,
    /// What was executed and whose results were not looked at.
    done: Option<(usize, LaneMask)>,
    /// What each variable was last said to hold, and in which lanes.
    held: Vec<Option<Box<Held>>>,
    /// How many findings were known.
    found: usize,
    /// Whether local memory was stored to.
    stored: bool,
}

/// A block's number in the grid; one that no block has, if it is outside.
fn number(env: &Env<'_>, block: [u32; 3]) -> u64 {
    let grid = [env.grid.x, env.grid.y, env.grid.z];
    match block.iter().zip(grid).all(|(at, of)| *at < of) {
        true => env.block_number(block),
        false => u64::MAX,
    }
}

/// A variable's values.
#[derive(Clone, PartialEq)]
struct Held {
    bits: [u64; 32],
    lanes: u32,
}

/// A step that goes on.
struct Open {
    step: WarpStep,
    first: Pc,
    last: Pc,
    depth: u32,
}

impl Recorder {
    /// Nothing yet.
    pub fn new(env: &Env<'_>, of: Traced) -> Self {
        let sites = Sites::new(env);
        let variables = sites.variables();
        Recorder {
            of,
            block: number(env, of.block),
            held: variables.iter().map(|_| None).collect(),
            trace: WarpTrace {
                block: of.block,
                warp: of.warp,
                first: of.first,
                variables,
                ..WarpTrace::default()
            },
            sites,
            open: None,
            done: None,
            found: 0,
            stored: false,
        }
    }

    /// The warp's number in its block, if that is the block of this number in the grid.
    pub fn follows(&self, block: u64) -> Option<u32> {
        (block == self.block).then_some(self.of.warp)
    }

    /// The warp is about to execute the instruction.
    pub fn step(&mut self, scene: &Scene<'_>, active: LaneMask, found: &Findings) {
        self.trace.lanes = scene.warp.exists.0;
        self.note_found(scene, found);
        self.settle(scene);
        let (flat, code) = (scene.flat(), scene.warp.code);
        let of = self.sites.of(flat);
        let goes_on = self.open.as_ref().is_some_and(|(open, _)| {
            let step = &open.step;
            let here = (step.code, open.depth) == (code, scene.warp.depth);
            let again = (open.first..=open.last).contains(&scene.pc);
            let alike = step.active == active.0 && (of.line == 0 || of.line == step.line);
            here && (!of.begins || alike && !again)
        });
        if !goes_on && of.begins {
            self.close();
            self.begin(scene, (of.line, active));
        }
        if let Some((open, _)) = &mut self.open {
            if of.issued {
                open.step.issued += 1;
                open.step.pc = scene.pc + 1;
            }
            open.last = open.last.max(scene.pc);
        }
        self.done = Some((flat, active));
    }

    fn begin(&mut self, scene: &Scene<'_>, (line, active): (u32, LaneMask)) {
        let number = self.trace.all;
        self.trace.all += 1;
        let kept = self.keeps(number);
        let before = self.trace.steps.last().map_or(line, |step| step.line);
        let step = WarpStep {
            line: if line == 0 { before } else { line },
            code: scene.warp.code,
            active: active.0,
            ..WarpStep::default()
        };
        if kept && number == self.of.first {
            self.look_at_all(scene, active);
        }
        self.open = Some((
            Open {
                step,
                first: scene.pc,
                last: scene.pc,
                depth: scene.warp.depth,
            },
            kept,
        ));
    }

    fn keeps(&self, number: u64) -> bool {
        let steps = self.trace.steps.len();
        let next = number == self.of.first + steps as u64;
        let each = EACH * (self.trace.writes.len() + self.trace.requests.len());
        next && steps < self.of.most && self.trace.words.len() + each < ROOM
    }

    fn close(&mut self) {
        if let Some((Open { mut step, .. }, true)) = self.open.take() {
            step.writes = self.trace.writes.len() as u32;
            step.requests = self.trace.requests.len() as u32;
            self.trace.steps.push(step);
        }
    }

    fn is_kept(&self) -> bool {
        self.open.as_ref().is_some_and(|(_, kept)| *kept)
    }

    /// What was found since the last instruction was found in it, if this warp is named.
    fn note_found(&mut self, scene: &Scene<'_>, found: &Findings) {
        let new = found.list().get(self.found..).unwrap_or_default();
        self.found += new.len();
        let here = |place: &crate::report::Place| {
            let threads = (0..32).map(|lane| scene.warp.thread(lane));
            place.block == self.of.block && threads.into_iter().any(|t| t == place.thread)
        };
        let named = new.iter().any(|finding| finding.places.iter().any(here));
        if let Some((open, _)) = self.open.as_mut().filter(|_| named) {
            open.step.found = true;
        }
    }

    /// Looks at what the last instruction may have written.
    fn settle(&mut self, scene: &Scene<'_>) {
        let Some((flat, active)) = self.done.take() else {
            return;
        };
        if !self.is_kept() {
            return;
        }
        let here = scene.env.base(scene.warp.code);
        let same_code = (here..here + scene.code().ins.len()).contains(&flat);
        if !same_code {
            // A call: the parameters are there. A return: what was called for is in a register of the caller's.
            return self.look_at_all(scene, active);
        }
        for at in self.sites.written(flat) {
            let variable = self.sites.writes[at];
            self.look(scene, variable, active);
        }
        if std::mem::take(&mut self.stored) {
            for variable in self.sites.in_memory(scene.warp.code, scene.pc) {
                self.look(scene, variable, active);
            }
        }
    }

    /// Looks at all variables that are known here.
    fn look_at_all(&mut self, scene: &Scene<'_>, active: LaneMask) {
        for variable in self.sites.known(scene.warp.code, scene.pc) {
            self.look(scene, variable, active);
        }
    }

    /// Tells a variable if it holds something else than it was last said to hold.
    fn look(&mut self, scene: &Scene<'_>, variable: u32, active: LaneMask) {
        let place = self.sites.place(variable);
        let mut bits = [0; 32];
        for (lane, bits) in bits.iter_mut().enumerate() {
            *bits = scene.bits(place, lane).unwrap_or(0);
        }
        let last = self.held[variable as usize].as_deref();
        let lanes = active.0 | last.map_or(0, |held| held.lanes);
        let other = |held: &Held| held.lanes != lanes || held.bits != bits;
        if !last.is_none_or(other) {
            return;
        }
        let of = &self.trace.variables[variable as usize];
        let wide = match of.ty {
            VarType::Pointer => true,
            VarType::Scalar(elem) => elem.bytes() == 8,
        };
        let pointed = (of.ty == VarType::Pointer)
            .then(|| {
                self.sites
                    .pointed((scene, &mut self.trace.allocations), &bits, lanes)
            })
            .flatten();
        let (into, row) = match pointed {
            Some((into, offsets)) => (
                Some(into),
                rows::words(&offsets, lanes, &mut self.trace.words),
            ),
            None if wide => (None, rows::doubles(&bits, lanes, &mut self.trace.words)),
            None => {
                let low = bits.map(|bits| bits as u32);
                (None, rows::words(&low, lanes, &mut self.trace.words))
            }
        };
        self.trace.writes.push(TracedWrite {
            variable,
            lanes,
            into,
            row,
        });
        self.held[variable as usize] = Some(Box::new(Held { bits, lanes }));
    }

    /// A request of the warp's.
    pub fn access(&mut self, access: &Access<'_>, scene: &Scene<'_>, counted: Counted) {
        self.stored |= access.op != Op::Load && access.group.region.space == Space::Local;
        if self.is_kept() {
            let (list, words) = (&mut self.trace.allocations, &mut self.trace.words);
            let (cost, ideal) = sites::cost(access.group, access.bytes);
            let mut request = crate::report::trace::TracedRequest {
                site: 0,
                into: Some(self.sites.allocation((scene, list), access.group.region)),
                lanes: access.group.mask.0,
                at: rows::words(&access.group.at, access.group.mask.0, words),
                cost,
                ideal,
                spared: counted != Counted::Whole,
            };
            request.site = self
                .sites
                .site(scene, (access.op, access.bytes), &mut self.trace.sites);
            self.trace.requests.push(request);
        }
    }

    /// A request of the warp's that goes astray.
    pub fn fault(&mut self, fault: &Fault, scene: &Scene<'_>, (op, bytes): (Op, u32)) {
        let Some((open, true)) = &mut self.open else {
            return;
        };
        open.step.found = true;
        let site = self.sites.site(scene, (op, bytes), &mut self.trace.sites);
        self.trace
            .requests
            .push(crate::report::trace::TracedRequest {
                site,
                into: None,
                lanes: fault.mask.0,
                at: TracedRow::Same(0),
                cost: 0,
                ideal: 0,
                spared: false,
            });
    }

    /// The trace.
    pub fn into_trace(mut self) -> WarpTrace {
        self.close();
        self.trace
    }
}
