//! The warp-lockstep machine as a device of `lab`, with every probe on: a case goes in, simt's reports come out as [`Ran`].
//!
//! The only crate that knows both: what simt's findings and counters are called in a lab is decided here and nowhere else.
//! An atomic operation reads and writes: its bytes count among the loads and among the stores, as a GPU moves both ways.
//! The rule: memory lives as long as the case, so what one launch leaves in a buffer the next one finds; a launch that does
//! not finish ends the case.

use lab::{
    Arg, Banked, BufferCounts, Case, Compiled, Complaint, Copy, Counts, Data, Device, Elem, Ending,
    Fault, FaultKind, Flops, KernelFound, Launch, Layout, LineCounts, OTHER_ORDERS, Place, Printed,
    Ran, Step, Stored, Text, Traffic,
};
use simt::launch::{
    Arg as Given, Buffer, Crew, Dim3, Elem as Kind, Init, Launch as Started, Memory, RunOptions,
};
use simt::report::trace::Traced;
use simt::report::{self, FindingKind, Outcome, Report};
use simt::source::Source;

/// Bytes of text kept of a launch: many times those of the few that a lab tells, and a flood soon has none left.
const PRINTED: usize = 1 << 20;

/// The stack that the deepest text takes to be compiled, in bytes.
pub use simt::STACK_BYTES;

/// The warp-lockstep machine, with every probe on.
#[derive(Default)]
pub struct Simulated {
    module: Option<simt::Compiled>,
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
        let Some(ran) = self.carry_out(case, seed, Sight::Whole) else {
            return Ran::stopped("nothing was compiled", "");
        };
        let source = self.module.as_ref().map(simt::Compiled::source);
        let faults = ran.reports.iter().enumerate().flat_map(|(launch, report)| {
            let errors = report
                .findings
                .iter()
                // What every device minds; other warnings fail no lab.
                .filter(|f| counts_as_fault(f.kind));
            errors.filter_map(move |f| Some(fault(source?, f, launch)))
        });
        let last = ran.reports.last().map(|report| &report.outcome);
        Ran {
            ending: last.map_or(Ending::Finished, ending),
            launches: ran.reports.len(),
            faults: faults.collect(),
            counts: ran.reports.iter().map(counts).collect(),
            printed: printed(&ran.reports),
            buffers: ran
                .buffers
                .iter()
                .map(|(name, b)| (*name, ran.memory.bytes(*b).to_vec()))
                .collect(),
            never_written: ran
                .buffers
                .iter()
                .map(|(name, b)| (*name, ran.memory.never_written(*b)))
                .collect(),
        }
    }

    fn orders(&self) -> u32 {
        self.orders.unwrap_or(OTHER_ORDERS)
    }

    fn last_store(&mut self, case: &Case, buffer: &str, byte: usize) -> Stored {
        let Some(ran) = self.carry_out(case, 0, Sight::Byte(buffer, byte as u64)) else {
            return Stored::Unknown;
        };
        let last = ran.reports.iter().rev().find_map(|r| r.last_store.as_ref());
        last.map_or(Stored::Never, |place| Stored::At(told(place)))
    }
}

impl Simulated {
    /// Runs a case with everything counted: the code it ran, and a report a launch. None before a text has compiled.
    pub fn reports(&self, case: &Case) -> Option<(&simt::Compiled, Vec<Report>)> {
        let ran = self.carry_out(case, 0, Sight::Whole)?;
        Some((self.module.as_ref()?, ran.reports))
    }

    /// The same, in which the launch of this number tells the steps of a warp.
    pub fn traced(
        &self,
        case: &Case,
        launch: usize,
        of: Traced,
    ) -> Option<(&simt::Compiled, Vec<Report>)> {
        let ran = self.carry_out(case, 0, Sight::Warp(launch, of))?;
        Some((self.module.as_ref()?, ran.reports))
    }

    /// Runs the steps of a case from fresh memory, with an eye on one thing; up to the first launch that does not finish.
    fn carry_out(&self, case: &Case, seed: u64, sight: Sight<'_>) -> Option<CarriedOut> {
        let module = self.module.as_ref()?;
        let mut memory = Memory::new();
        let buffers: Vec<(&'static str, Buffer)> = case
            .buffers
            .iter()
            .map(|b| (b.name, allocate(&mut memory, b.name, &b.data)))
            .collect();
        let watch = match sight {
            Sight::Byte(name, byte) => buffer(&buffers, name).map(|b| (b, byte)),
            _ => None,
        };
        let mut fuel = case.fuel;
        let mut reports = Vec::new();
        for step in &case.steps {
            let launch = match step {
                Step::Copy(of) => {
                    copy(&mut memory, (case, &buffers), of);
                    continue;
                }
                Step::Launch(launch) => start(launch, (case, &buffers)),
            };
            let options = RunOptions {
                fuel,
                seed,
                watch,
                trace: match sight {
                    Sight::Warp(launch, of) if launch == reports.len() => Some(of),
                    _ => None,
                },
                crew: self.crew,
                printed: PRINTED,
                ..RunOptions::default()
            };
            let report = simt::run(module, &mut memory, &launch, &options);
            fuel = fuel.saturating_sub(report.counters.warp_instructions);
            let finished = report.outcome == Outcome::Finished;
            reports.push(report);
            if !finished {
                break;
            }
        }
        Some(CarriedOut {
            reports,
            memory,
            buffers,
        })
    }
}

/// What a run has an eye on, beside all that is always counted.
#[derive(Clone, Copy)]
enum Sight<'b> {
    /// Nothing.
    Whole,
    /// Who stores a buffer's byte last.
    Byte(&'b str, u64),
    /// The steps of a warp of the launch of this number.
    Warp(usize, Traced),
}

/// A case that was run.
struct CarriedOut {
    /// One a launch, in order.
    reports: Vec<Report>,
    memory: Memory,
    buffers: Vec<(&'static str, Buffer)>,
}

fn buffer(buffers: &[(&'static str, Buffer)], name: &str) -> Option<Buffer> {
    buffers.iter().find(|(n, _)| *n == name).map(|(_, b)| *b)
}

fn allocate(memory: &mut Memory, name: &str, data: &Data) -> Buffer {
    let (kind, len) = match data.layout() {
        Layout::Number(elem) => (kind(elem), data.len()),
        Layout::Record(record) => (Kind::U8, data.len() * record.bytes),
    };
    let init = data
        .bytes()
        .map_or(Init::Uninit, |bytes| Init::Bytes(bytes.to_vec()));
    memory.alloc(name, kind, len, init)
}

/// What the machine calls an element; 16-bit floats are 16 bits to it.
fn kind(elem: Elem) -> Kind {
    match elem {
        Elem::I8 => Kind::I8,
        Elem::U8 => Kind::U8,
        Elem::F16 | Elem::Bf16 => Kind::U16,
        Elem::I32 => Kind::I32,
        Elem::U32 => Kind::U32,
        Elem::I64 => Kind::I64,
        Elem::F32 => Kind::F32,
        Elem::F64 => Kind::F64,
    }
}

fn element_bytes(case: &Case, name: &str) -> usize {
    case.data_of(name).map_or(1, |data| data.layout().bytes())
}

fn copy(memory: &mut Memory, (case, buffers): (&Case, &[(&'static str, Buffer)]), of: &Copy) {
    let places = (buffer(buffers, of.from.0), buffer(buffers, of.to.0));
    let (Some(from), Some(to)) = places else {
        return;
    };
    let size = element_bytes(case, of.from.0);
    let start = of.from.1 * size;
    let bytes = memory.bytes(from);
    let end = (start + of.len * size).min(bytes.len());
    let bytes = bytes[start.min(end)..end].to_vec();
    memory.write_at(to, of.to.1 * element_bytes(case, of.to.0), &bytes);
}

fn start(launch: &Launch, (case, buffers): (&Case, &[(&'static str, Buffer)])) -> Started {
    let given = launch.args.iter().map(|(_, arg)| match arg {
        Arg::I32(v) => Given::I32(*v),
        Arg::U32(v) => Given::U32(*v),
        Arg::I64(v) => Given::I64(*v),
        Arg::F32(v) => Given::F32(*v),
        Arg::F64(v) => Given::F64(*v),
        Arg::Buffer { buffer: name, skip } => match buffer(buffers, name) {
            Some(b) if *skip == 0 => Given::Buffer(b),
            Some(b) => Given::BufferAt(b, (skip * element_bytes(case, name)) as i64),
            None => Given::Null,
        },
    });
    Started {
        kernel: launch.kernel.into(),
        grid: dim(launch.grid),
        block: dim(launch.block),
        shared_bytes: launch.shared_bytes,
        args: given.collect(),
    }
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

/// Errors, and reliance on lockstep: a warning where one launch is looked at, but undefined on every device since compute
/// capability 7.0, so that no lab may pass it.
fn counts_as_fault(kind: FindingKind) -> bool {
    kind.severity() == simt::diag::Severity::Error || kind == FindingKind::LockstepRace
}

fn fault(source: &Source, finding: &report::Finding, launch: usize) -> Fault {
    Fault {
        kind: match finding.kind {
            FindingKind::Uninitialised | FindingKind::UnwrittenResult => FaultKind::Uninitialised,
            FindingKind::SharedRace
            | FindingKind::GlobalRace
            | FindingKind::LockstepRace
            | FindingKind::BadLane
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
            | FindingKind::IndexOverflow
            | FindingKind::NonFinite
            | FindingKind::DivisionByZero => FaultKind::Bounds,
        },
        message: finding.message.clone(),
        places: finding.places.iter().map(told).collect(),
        count: finding.count,
        excerpt: simt::excerpt::plain_finding(source, finding),
        launch,
    }
}

fn told(place: &report::Place) -> Place {
    Place {
        line: place.line,
        column: place.column,
        note: note(place),
    }
}

/// What happened at a place, the thread and block whose it is, and what that one had in hand, in one line.
pub fn note(of: &report::Place) -> String {
    let mut all = Vec::new();
    if !of.note.is_empty() {
        all.push(of.note.clone());
    }
    if !of.host {
        let ([x, y, z], [bx, by, bz]) = (of.thread, of.block);
        all.push(format!(
            "thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz})"
        ));
    }
    let values = of.values.iter();
    all.extend(values.map(|(name, value)| format!("{name} = {value}")));
    all.join(", ")
}

/// What the threads of all launches printed, the first texts of it.
fn printed(reports: &[Report]) -> Printed {
    let mut out = Printed::default();
    for report in reports {
        let mut from = 0;
        for one in &report.prints.first {
            let text = report.printed.get(from..one.end).unwrap_or_default();
            from = one.end;
            if out.first.len() == Printed::MOST {
                break;
            }
            // Cut before it is made a text, so that a long one costs nothing.
            let text = &text[..text.len().min(4 * Printed::LONGEST)];
            let text = String::from_utf8_lossy(text);
            let mut shown: String = text.trim_end().chars().take(Printed::LONGEST).collect();
            if shown.len() < text.trim_end().len() {
                shown.push('…');
            }
            out.first.push(Text {
                block: one.block,
                thread: one.thread,
                text: shown,
            });
        }
        out.more += report.prints.texts;
    }
    out.more = out.more.saturating_sub(out.first.len() as u64);
    out
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
        loads: traffic(&b.loads).plus(traffic(&b.atomics)),
        stores: traffic(&b.stores).plus(traffic(&b.atomics)),
    });
    let variables = c.symbols.iter().map(|b| BufferCounts {
        name: b.name.clone(),
        loads: traffic(&b.loads).plus(traffic(&b.atomics)),
        stores: traffic(&b.stores).plus(traffic(&b.atomics)),
    });
    let lines = c.lines.iter().map(|(line, l)| LineCounts {
        line: *line,
        loads: traffic(&l.loads).plus(traffic(&l.atomics)),
        stores: traffic(&l.stores).plus(traffic(&l.atomics)),
        shared_loads: banked(&l.shared.loads),
        shared_stores: banked(&l.shared.stores),
        flops: l.flops,
        special: l.special,
        doubles: l.doubles,
        divergent_branches: l.divergent_branches,
    });
    Counts {
        launches: 1,
        warp_instructions: c.warp_instructions,
        lane_instructions: c.lane_instructions,
        flops: Flops {
            half: c.flops_by.half,
            single: c.flops_by.single,
            double: c.flops_by.double,
            tensor: c.flops_by.tensor,
        },
        special: c.special,
        special_issued: c.special_issued,
        special_fast: c.special_fast,
        doubles: c.doubles,
        shuffles: c.shuffles,
        dot_products: c.dot_products,
        divergent_branches: c.divergent_branches,
        barriers: c.barriers,
        blocks: c.blocks,
        shared_bytes: u64::from(c.shared_bytes),
        shared_loads: banked(&c.shared.loads),
        shared_stores: banked(&c.shared.stores),
        buffers: buffers.collect(),
        variables: variables.collect(),
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
        bytes: b.bytes_requested,
    }
}
