//! Launches: what `<<<...>>>` and `cudaLaunchKernel` do.
//!
//! A kernel, a shape and parameters go in; the machine of warps runs it on the program's memory, and what it found and
//! counted is merged into the program's report. The rule: a launch that the device would refuse does not run and leaves
//! CUDA's error; a kernel that faults leaves the error that stays; findings change nothing.

use super::cuda::{error, widened};
use super::launch_memo::{self, Done};
use super::library::Answer;
use super::machine::{End, Machine};
use super::occupancy::{Footprint, Occupancy};
use super::pace::{self, Traffic};
use super::program::{Ended, LaunchFailure, Unseen};
use super::refusal::{Refusal, refusal};
use cuda_ir::format::Argument;
use cuda_ir::pointer::code_target;
use cuda_ir::{CodeRef, Kernel, ParamKind};
use warp::launch::{Dim3, RunOptions, static_shared_bytes};
use warp::report::{EndingKind, Outcome, Report};
use warp::vm::{self, Shape};

/// `cudaStreamPerThread`.
const PER_THREAD: u64 = 2;

/// What a launch asks for besides its shape.
#[derive(Clone, Copy)]
struct Asked {
    shared: u64,
    stream: u64,
    cooperative: bool,
}

impl Machine<'_> {
    /// The kernel's address, grid, block, shared bytes and stream, then the parameters' bits.
    pub fn launch(&mut self, args: &[Argument]) -> Answer {
        let a = |i: usize| args.get(i).map_or(0, |arg| arg.0);
        let dim = |i: usize| Dim3 {
            x: a(i) as u32,
            y: a(i + 1) as u32,
            z: a(i + 2) as u32,
        };
        let params = args
            .get(9..)
            .unwrap_or_default()
            .iter()
            .map(|arg| arg.0)
            .collect();
        let how = Asked {
            shared: a(7),
            stream: a(8),
            cooperative: false,
        };
        self.start(a(0), (dim(1), dim(4)), params, how)
    }

    /// `cudaLaunchKernel`: the parameters are pointers to values.
    pub fn launch_by_pointers(&mut self, args: &[Argument]) -> Answer {
        let a = |i: usize| args.get(i).map_or(0, |arg| arg.0);
        let dim = |i: usize| Dim3 {
            x: a(i) as u32,
            y: a(i + 1) as u32,
            z: a(i + 2) as u32,
        };
        let Some((_, kernel)) = self.kernel(a(0)) else {
            return self.no_kernel(a(0), (dim(1), dim(4)));
        };
        let places = leaves(kernel);
        let mut params = Vec::new();
        for (argument, offset, elem) in places {
            let slot = a(7).wrapping_add(8 * argument);
            let Some(at) = self.view().load::<8>(slot).map(u64::from_le_bytes) else {
                self.bad_range(slot, 8, false)?;
                return self.error(error::INVALID_VALUE);
            };
            let at = at.wrapping_add(offset);
            let bytes = elem.bytes() as u64;
            let value = self.view().range(at, bytes).map(|b| widened(elem, b));
            let Some(value) = value else {
                self.bad_range(at, bytes, false)?;
                return self.error(error::INVALID_VALUE);
            };
            params.push(value);
        }
        let how = Asked {
            shared: a(8),
            stream: a(9),
            cooperative: a(10) as i32 != 0,
        };
        self.start(a(0), (dim(1), dim(4)), params, how)
    }

    fn start(
        &mut self,
        address: u64,
        (grid, block): (Dim3, Dim3),
        params: Vec<u64>,
        how: Asked,
    ) -> Answer {
        self.fetch()?;
        self.flush();
        let module = self.module;
        let Some((number, kernel)) = self.kernel(address) else {
            return self.no_kernel(address, (grid, block));
        };
        let shape = Shape {
            grid,
            block,
            shared_bytes: u32::try_from(how.shared).unwrap_or(u32::MAX),
        };
        if self.cuda.sticky != 0 {
            return self.error(0);
        }
        let allowed = self
            .dynamic_limit(number, kernel)
            .saturating_add(static_shared_bytes(kernel) as u32);
        let limits = self.options.device.limits(allowed);
        if let Some(refused) = refusal(kernel, &shape, &limits, params.len()) {
            return self.refused((number, kernel), shape, refused);
        }
        if how.cooperative && grid.count() > self.resident_blocks(kernel, &shape) {
            let refused = Refusal {
                error: error::COOPERATIVE_TOO_LARGE,
                message: "a cooperative launch has more blocks than fit on the device at a time"
                    .to_string(),
                help: Some("ask `cudaOccupancyMaxActiveBlocksPerMultiprocessor` how many fit, and let each do more".to_string()),
            };
            return self.refused((number, kernel), shape, refused);
        }
        let facts = self.cuda.facts.entry(number).or_default().clone();
        if let Err(outcome) = vm::fits((module, kernel, &facts), self.memory) {
            return Err(self.limit(&outcome));
        }
        let made = launch_memo::made((number, kernel), &shape, &params);
        if how.stream == PER_THREAD {
            self.streams.begin(self.options.checks);
        }
        let gathers = self.streams.on;
        if let Some(done) = self.cuda.launch_memo.recall(&made, self.memory, gathers) {
            self.launched(how.stream, kernel, done.footprint.clone());
            return self.repeated((number, kernel), shape, done);
        }
        let watched = self.cuda.watching.next(number, self.options.watched);
        let options = RunOptions {
            watched: watched.unwrap_or(1),
            fuel: self
                .options
                .kernel_fuel
                .saturating_sub(self.cuda.executed)
                .max(1),
            seed: self.options.seed,
            checks: self.options.checks && watched.is_some(),
            device: limits,
            max_findings: self.options.max_findings.max(1),
            poison: self.options.poison,
            nonfinite: self.options.nonfinite,
            cooperative: how.cooperative,
            footprint: gathers,
            crew: self.options.crew,
            halt: self.options.halt,
            ..RunOptions::default()
        };
        let before = self.cuda.launch_memo.before(&made, self.memory);
        let loaded = vm::Loaded {
            module,
            kernel,
            facts: &facts,
        };
        let (report, touched) = vm::run_kernel(loaded, self.memory, shape, params, &options);
        let touched = touched.map(|touched| self.kept(touched));
        self.cuda.executed += report.counters.warp_instructions;
        let executed = report.counters.warp_instructions;
        let share = vm::grid::share(executed, report.watched, shape.grid.count());
        let watched = report.part.unwrap_or(share);
        (self.cuda.watching).note(number, watched + report.effort);
        if !how.cooperative && !facts.calls_out(module, kernel) {
            let touched = touched.clone();
            let again = &mut self.cuda.launch_memo;
            again.note((made, before), (&report, touched), self.memory);
        } else {
            // Others that are remembered have read what this one changed.
            launch_memo::stamp(&report.touched, self.memory);
        }
        self.launched(how.stream, kernel, touched);
        self.finished((number, kernel), shape, report)
    }

    /// A launch of what is no kernel, such as a pointer to a function of the host: CUDA makes it an error, and does nothing.
    fn no_kernel(&mut self, address: u64, (grid, block): (Dim3, Dim3)) -> Answer {
        let module = self.module;
        let called = match code_target(address) {
            Some(CodeRef::Function(id)) => module.functions.get(id.0 as usize),
            _ => None,
        };
        let name = called.map_or("no kernel", |f| &f.name);
        let message = match called {
            Some(f) => format!(
                "`{}` is not a kernel, and only a kernel can be launched",
                f.name
            ),
            None => "what is launched here is no kernel".to_string(),
        };
        let failure = LaunchFailure {
            kind: Some(EndingKind::BadLaunch),
            error: error::INVALID_DEVICE_FUNCTION,
            message,
            place: self.place("launched here"),
            line: self.line(),
            help: Some("give the launch a `__global__` function".to_string()),
        };
        let shape = Shape {
            grid,
            block,
            shared_bytes: 0,
        };
        let number = called.map_or(u32::MAX, |_| (address as u32) | 1 << 31);
        self.record(number, name, shape, Err(failure));
        self.error(error::INVALID_DEVICE_FUNCTION)
    }

    /// A kernel called like a function, which only a pointer to it can be: CUDA finds no configuration of a launch, keeps
    /// that error and does nothing.
    pub(super) fn unconfigured(&mut self, address: u64) -> Result<(), End> {
        let Some((number, kernel)) = self.kernel(address) else {
            return Err(self.faulted("a call of no function"));
        };
        let name = kernel.signature.name.clone();
        let failure = LaunchFailure {
            kind: Some(EndingKind::BadLaunch),
            error: error::MISSING_CONFIGURATION,
            message: format!(
                "`{name}` is a kernel, and a call without `<<<…>>>` launches nothing: the next `cudaGetLastError` gives \
                 `cudaErrorMissingConfiguration`"
            ),
            place: self.place("called here"),
            line: self.line(),
            help: Some(
                "launch it, also through a pointer: `pointer<<<blocks, threads>>>(…)`".to_string(),
            ),
        };
        let none = Dim3 { x: 0, y: 0, z: 0 };
        let shape = Shape {
            grid: none,
            block: none,
            shared_bytes: 0,
        };
        self.record(number, &name, shape, Err(failure));
        self.error(error::MISSING_CONFIGURATION).map(drop)
    }

    /// A launch that does not begin.
    fn refused(
        &mut self,
        (number, kernel): (u32, &Kernel),
        shape: Shape,
        refused: Refusal,
    ) -> Answer {
        let error = refused.error;
        let failure = LaunchFailure {
            kind: Some(EndingKind::BadLaunch),
            error,
            message: refused.message,
            place: self.place("launched here"),
            line: self.line(),
            help: refused.help,
        };
        self.record(number, &kernel.signature.name, shape, Err(failure));
        self.error(error)
    }

    /// A launch that would do what it did before.
    fn repeated(&mut self, (number, kernel): (u32, &Kernel), shape: Shape, done: Done) -> Answer {
        self.pass((number, &shape), done.work);
        let report = Report {
            findings: done.findings,
            ..Report::default()
        };
        self.record(number, &kernel.signature.name, shape, Ok(report));
        self.error(0)
    }

    /// Lets the device's clock go on by a launch of so many warp instructions.
    fn pass(&mut self, (number, shape): (u32, &Shape), work: u64) {
        self.cuda.warp_instructions += work;
        // What a launch takes besides: so that fuel bounds a loop of empty ones.
        self.steps += 1_000;
        let traffic = self.cuda.traffic.get(&number).copied().unwrap_or_default();
        self.cuda.nanos += pace::nanos(&self.options.device, shape, (work, traffic));
    }

    /// What a launch printed, which stays on the device until something brings it. Algorithms of ours that launch kernels wait for them.
    fn printed(&mut self, kernel: &str, text: &[u8]) -> Result<(), End> {
        if text.is_empty() {
            return Ok(());
        }
        self.cuda.printed.extend_from_slice(text);
        self.cuda.unseen = Some(Unseen {
            kernel: kernel.to_string(),
            place: self.place("launched here"),
        });
        match kernel.contains("__simt_") {
            true => self.fetch(),
            false => Ok(()),
        }
    }

    /// Brings what kernels printed from the device: CUDA's programming guide ("Formatted output") names what does, a launch, a copy
    /// or a call that waits; the end of a program does not.
    pub(super) fn fetch(&mut self) -> Result<(), End> {
        self.cuda.unseen = None;
        let text = std::mem::take(&mut self.cuda.printed);
        match text.is_empty() {
            true => Ok(()),
            false => self.write(1, &text).map(drop),
        }
    }

    /// Merges a launch's report; a fault becomes the error that stays.
    fn finished(
        &mut self,
        (number, kernel): (u32, &Kernel),
        shape: Shape,
        report: Report,
    ) -> Answer {
        if let Some(traffic) = Traffic::of(&report, shape.grid.count(), self.cuda.device_bytes) {
            self.cuda.traffic.insert(number, traffic);
        }
        self.pass((number, &shape), report.counters.warp_instructions);
        self.printed(&kernel.signature.name, &report.printed)?;
        let illegal = report.findings.iter().any(|f| f.kind.stops_a_device());
        let failed = match &report.outcome {
            Outcome::Finished if illegal => Some(error::ILLEGAL_ADDRESS),
            Outcome::Finished => None,
            Outcome::Trapped { message, place } => {
                let asserted = message.starts_with("assertion");
                let [b, t] = [place.block, place.thread]
                    .map(|at| format!("[{},{},{}]", at[0], at[1], at[2]));
                let line = place.line;
                let text = format!(
                    "line {line}: {}: block: {b}, thread: {t} {message}.\n",
                    kernel.signature.name
                );
                if asserted {
                    self.write(2, text.as_bytes())?;
                }
                Some(if asserted {
                    error::ASSERT
                } else {
                    error::LAUNCH_FAILURE
                })
            }
            Outcome::StackOverflow { .. } => Some(error::LAUNCH_FAILURE),
            Outcome::OutOfFuel { .. } | Outcome::Endless { .. } | Outcome::BadLaunch { .. } => {
                let message = format!(
                    "kernel `{}`: {}",
                    kernel.signature.name,
                    report.outcome.message()
                );
                let place = report
                    .outcome
                    .place()
                    .cloned()
                    .unwrap_or_else(|| self.place("launched here"));
                let kind = report.outcome.kind().unwrap_or(EndingKind::Limit);
                let help = report.outcome.help().map(str::to_string);
                self.record(number, &kernel.signature.name, shape, Ok(report));
                return Err(Box::new(Ended::Limit {
                    kind,
                    message,
                    place,
                    help,
                }));
            }
        };
        let failure = failed.map(|error| LaunchFailure {
            kind: report.outcome.kind(),
            error,
            message: match &report.outcome {
                Outcome::Finished => "the kernel touched an illegal address".to_string(),
                stopped => stopped.message(),
            },
            place: match report.outcome.place() {
                Some(place) => place.clone(),
                None => self.place("launched here"),
            },
            line: self.line(),
            help: report.outcome.help().map(str::to_string),
        });
        let index = self.record(number, &kernel.signature.name, shape, Ok(report));
        if let Some(failure) = failure {
            self.cuda.sticky = failure.error;
            if let Some(record) = index.and_then(|i| self.launches.get_mut(i)) {
                record.failure.get_or_insert(failure);
            }
        }
        self.error(0)
    }

    /// How many blocks of a shape are on the device at a time.
    fn resident_blocks(&self, kernel: &Kernel, shape: &Shape) -> u64 {
        let device = &self.options.device;
        let threads = u32::try_from(shape.block.count()).unwrap_or(u32::MAX);
        let of = Footprint::of(kernel, threads, shape.shared_bytes.into());
        u64::from(Occupancy::on(device, of).blocks) * u64::from(device.multiprocessors)
    }

    fn limit(&self, outcome: &Outcome) -> End {
        Box::new(Ended::Limit {
            kind: EndingKind::Limit,
            message: outcome.message(),
            place: self.place("launched here"),
            help: outcome.help().map(str::to_string),
        })
    }
}

/// For each leaf of a kernel's parameters: which argument, how many bytes into it, and what it is.
fn leaves(kernel: &Kernel) -> Vec<(u64, u64, cuda_ir::Elem)> {
    let mut out = Vec::new();
    let (mut argument, mut offset) = (0u64, 0u64);
    let mut last: Option<&str> = None;
    for param in &kernel.signature.params {
        let elem = match param.kind {
            ParamKind::Scalar(elem) => elem,
            ParamKind::Pointer(_) => cuda_ir::Elem::U64,
        };
        let base = param.name.split(['.', '[']).next().unwrap_or("");
        let inside = base.len() < param.name.len();
        if last.is_some_and(|before| !(inside && before == base)) {
            argument += 1;
            offset = 0;
        }
        last = Some(base);
        let size = elem.bytes() as u64;
        offset = offset.next_multiple_of(size);
        out.push((argument, offset, elem));
        offset += size;
    }
    out
}
