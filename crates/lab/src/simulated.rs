//! The warp-lockstep machine as a device, with every probe on. A case goes in; simt's report comes out as [`Ran`].
//!
//! The only file of this crate that knows simt: what its findings and counters are called here is decided below, and
//! nowhere else.

use crate::case::{Data, Value};
use crate::device::{
    Banked, BufferCounts, Compiled, Complaint, Counts, Device, Ending, Fault, FaultKind,
    KernelFound, LineCounts, OTHER_ORDERS, Ran, Stored, Traffic,
};
use crate::{Case, Place};
use simt::launch::{Arg, Buffer, Crew, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{self, FindingKind, Outcome, Report};
use simt::source::Source;

/// The warp-lockstep machine, with every probe on.
#[derive(Default)]
pub struct Simulated {
    module: Option<simt::Module>,
    crew: Option<Crew>,
    orders: Option<u32>,
}

/// Calls a job once with each number below the second, up to so many at a time as the first says; returns when all have returned.
pub type Work = fn(usize, usize, &(dyn Fn(usize) + Sync));

impl Simulated {
    /// A machine with the default device limits.
    pub fn new() -> Simulated {
        Simulated::default()
    }

    /// The same, whose blocks run at once on so many hands: what comes out is the same.
    pub fn on_hands(hands: usize, work: Work) -> Simulated {
        Simulated {
            crew: Some(Crew {
                hands,
                work,
                after: Crew::AFTER,
            }),
            ..Simulated::default()
        }
    }

    /// The same, in which reordered cases run in so many further orders.
    pub fn in_orders(self, orders: u32) -> Simulated {
        Simulated {
            orders: Some(orders),
            ..self
        }
    }
}

impl Device for Simulated {
    fn name(&self) -> &str {
        "simulated"
    }

    fn compile(&mut self, file: &str, text: &str) -> Result<Compiled, Vec<Complaint>> {
        let source = Source::new(file, text);
        self.module = None;
        let module = simt::compile(&source).map_err(|diags| {
            diags
                .iter()
                .map(|diag| complaint(&source, diag))
                .collect::<Vec<_>>()
        })?;
        let kernels = module.kernels().map(|k| KernelFound {
            name: k.name.clone(),
            params: k
                .params
                .iter()
                .map(|p| (p.ty.clone(), p.name.clone()))
                .collect(),
            place: place_of(&source, k.span, ""),
        });
        let compiled = Compiled {
            kernels: kernels.collect(),
            remarks: module
                .warnings()
                .iter()
                .map(|diag| complaint(&source, diag))
                .collect(),
        };
        self.module = Some(module);
        Ok(compiled)
    }

    fn run(&mut self, case: &Case, seed: u64) -> Ran {
        let (Some(module), Some(run)) = (&self.module, self.launch(case, seed, None)) else {
            return Ran::stopped("nothing was compiled", "");
        };
        let Launched {
            report,
            memory,
            buffers,
        } = run;
        Ran {
            ending: ending(&report.outcome),
            faults: report
                .findings
                .iter()
                // What a device might not mind fails no lab.
                .filter(|f| f.kind.severity() == simt::diag::Severity::Error)
                .map(|f| fault(module.source(), f))
                .collect(),
            counts: Some(counts(&report)),
            buffers: buffers
                .iter()
                .map(|(name, b)| (*name, memory.bytes(*b).to_vec()))
                .collect(),
            never_written: buffers
                .iter()
                .map(|(name, b)| (*name, memory.never_written(*b)))
                .collect(),
        }
    }

    fn orders(&self) -> u32 {
        self.orders.unwrap_or(OTHER_ORDERS)
    }

    fn last_store(&mut self, case: &Case, buffer: &str, element: usize) -> Stored {
        let watched = Some((buffer, element as u64 * 4));
        match self
            .launch(case, 0, watched)
            .map(|run| run.report.last_store)
        {
            Some(Some(place)) => Stored::At(told(&place)),
            Some(None) => Stored::Never,
            None => Stored::Unknown,
        }
    }
}

impl Simulated {
    /// Runs a case with everything counted: the code it ran, and what is known of it. None before a text has compiled.
    pub fn report(&self, case: &Case) -> Option<(&simt::Module, Report)> {
        let ran = self.launch(case, 0, None)?;
        Some((self.module.as_ref()?, ran.report))
    }

    /// Runs a case from fresh memory, watching one byte.
    fn launch(&self, case: &Case, seed: u64, watched: Option<(&str, u64)>) -> Option<Launched> {
        let module = self.module.as_ref()?;
        let mut memory = Memory::new();
        let (launch, buffers) = prepare(case, &mut memory);
        let watch = watched
            .and_then(|(name, byte)| Some((buffers.iter().find(|(n, _)| *n == name)?.1, byte)));
        let options = RunOptions {
            fuel: case.fuel,
            seed,
            watch,
            crew: self.crew,
            ..RunOptions::default()
        };
        let report = simt::run(module, &mut memory, &launch, &options);
        Some(Launched {
            report,
            memory,
            buffers,
        })
    }
}

struct Launched {
    report: Report,
    memory: Memory,
    buffers: Vec<(&'static str, Buffer)>,
}

fn prepare(case: &Case, memory: &mut Memory) -> (Launch, Vec<(&'static str, Buffer)>) {
    let mut buffers = Vec::new();
    let mut args = Vec::new();
    for (name, value) in &case.args {
        args.push(match value {
            Value::I32(v) => Arg::I32(*v),
            Value::F32(v) => Arg::F32(*v),
            Value::Buffer { data, skip } => {
                let elem = match data {
                    Data::F32(_) | Data::EmptyF32(_) => Elem::F32,
                    Data::I32(_) | Data::EmptyI32(_) => Elem::I32,
                };
                let init = data.bytes().map_or(Init::Uninit, Init::Bytes);
                let buffer = memory.alloc(name, elem, data.len(), init);
                buffers.push((*name, buffer));
                match skip {
                    0 => Arg::Buffer(buffer),
                    skip => Arg::BufferAt(buffer, (skip * elem.bytes()) as i64),
                }
            }
        });
    }
    let launch = Launch {
        kernel: case.kernel.into(),
        grid: dim(case.grid),
        block: dim(case.block),
        shared_bytes: case.shared_bytes,
        args,
    };
    (launch, buffers)
}

fn dim([x, y, z]: [u32; 3]) -> Dim3 {
    Dim3 { x, y, z }
}

fn ending(outcome: &Outcome) -> Ending {
    match outcome {
        Outcome::Finished => Ending::Finished,
        Outcome::OutOfFuel { place, .. } | Outcome::Endless { place, .. } => {
            Ending::Endless(Some(told(place)))
        }
        other => Ending::Stopped {
            message: other.message(),
            help: other.help().unwrap_or_default().to_owned(),
            place: other.place().map(told),
        },
    }
}

fn fault(source: &Source, finding: &report::Finding) -> Fault {
    Fault {
        kind: match finding.kind {
            FindingKind::Uninitialised | FindingKind::UnwrittenResult => FaultKind::Uninitialised,
            FindingKind::SharedRace
            | FindingKind::GlobalRace
            | FindingKind::LockstepRace
            | FindingKind::StreamRace
            | FindingKind::HostRace
            | FindingKind::WriteConflict => FaultKind::Race,
            FindingKind::BarrierDivergence | FindingKind::BarrierMissed => FaultKind::Barrier,
            FindingKind::OutOfBounds
            | FindingKind::NullPointer
            | FindingKind::WildPointer
            | FindingKind::DanglingLocal
            | FindingKind::Misaligned
            | FindingKind::WriteToConstant
            | FindingKind::UseAfterFree
            | FindingKind::BadFree
            | FindingKind::HostMemory
            | FindingKind::WrongSide
            | FindingKind::BadLane
            | FindingKind::IndexOverflow
            | FindingKind::NonFinite
            | FindingKind::DivisionByZero => FaultKind::Bounds,
        },
        message: finding.message.clone(),
        places: finding.places.iter().map(told).collect(),
        count: finding.count,
        excerpt: simt::excerpt::plain_finding(source, finding),
    }
}

/// A place of the machine with its note, thread, block and values in one line.
fn told(place: &report::Place) -> Place {
    let [x, y, z] = place.thread;
    let [bx, by, bz] = place.block;
    let mut note = format!("thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz})");
    if !place.note.is_empty() {
        note = format!("{}, {note}", place.note);
    }
    let values: Vec<String> = place
        .values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !values.is_empty() {
        note = format!("{note}, {}", values.join(", "));
    }
    Place {
        line: place.line,
        column: place.column,
        note,
    }
}

fn complaint(source: &Source, diag: &simt::diag::Diag) -> Complaint {
    Complaint {
        place: place_of(source, diag.span, &diag.message),
        message: diag.message.clone(),
        excerpt: simt::excerpt::plain(source, diag),
    }
}

fn place_of(source: &Source, span: simt::source::Span, note: &str) -> Place {
    let at = source.line_column(span.start);
    Place {
        line: at.line,
        column: at.column,
        note: note.into(),
    }
}

fn counts(report: &Report) -> Counts {
    let c = &report.counters;
    let buffers = c.buffers.iter().map(|b| BufferCounts {
        name: b.name.clone(),
        loads: traffic(&b.loads),
        stores: traffic(&b.stores).plus(traffic(&b.atomics)),
    });
    let lines = c.lines.iter().map(|(line, l)| LineCounts {
        line: *line,
        loads: traffic(&l.loads),
        stores: traffic(&l.stores).plus(traffic(&l.atomics)),
        shared_loads: banked(&l.shared.loads),
        shared_stores: banked(&l.shared.stores),
        special: l.special,
    });
    Counts {
        warp_instructions: c.warp_instructions,
        lane_instructions: c.lane_instructions,
        flops: c.flops,
        special: c.special,
        barriers: c.barriers,
        blocks: c.blocks,
        shared_bytes: u64::from(c.shared_bytes),
        shared_loads: banked(&c.shared.loads),
        shared_stores: banked(&c.shared.stores),
        buffers: buffers.collect(),
        lines: lines.collect(),
    }
}

fn traffic(t: &report::Traffic) -> Traffic {
    Traffic {
        requests: t.requests,
        sectors: t.sectors,
        bytes: t.bytes_requested,
        unique_bytes: t.unique_bytes,
    }
}

fn banked(b: &report::Banked) -> Banked {
    Banked {
        requests: b.requests,
        wavefronts: b.wavefronts,
        ideal_wavefronts: b.ideal_wavefronts,
    }
}
