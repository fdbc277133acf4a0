//! `course run`: a program with `main` runs as it would on a machine with a GPU, or one function of it is called.
//!
//! A `.cu` file and what was typed go in; the program's own output and exit status come out, then what was found. The work
//! is done in a thread of its own, so that a limit of time can end it, and the program in another, which the system confines. Read `program/mod.rs` next.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use simt::Compiled;
use simt::diag::Diags;
use simt::host::{self, Device, Ended, ProgramOptions, ProgramReport};
use simt::launch::{Halt, Memory};
use simt::source::Source;

use crate::cli::{ColourWhen, Format, ReportArgs, RunArgs};
use crate::exit::{Exit, Failure};
use crate::hands;
use crate::program::call::{self, Call, Outcome};
use crate::program::files::Wrote;
use crate::program::reach::{Reach, asks_for_files};
use crate::program::request::Request;
use crate::program::schedules::{self, Schedules, Seen};
use crate::program::world::{Output, Surroundings, room};
use crate::program::{confine, device, include};
use crate::tell::paint::Paint;
use crate::tell::{self, program as told};

/// The stack of the thread that compiles and runs: a deep program nests deep.
const STACK: usize = simt::STACK_BYTES;

/// How many warp instructions of a kernel are watched if its run is only to be seen: what a product of 250 squared takes, and about
/// a third of a second. Beyond that a run that ends is worth more than one that is watched to the end.
const WATCHED: u64 = 1 << 22;

/// How many instructions host code may take: more than `--seconds` leave it, which then tell the place it had come to.
const HOST_FUEL: u64 = 1 << 42;

/// How many warp instructions all launches may take unless `--fuel` says: likewise, as a loop that never ends is mostly told for certain.
const KERNEL_FUEL: u64 = 1 << 40;

/// How many bytes a program may write where they go straight to the terminal and to files: more than anybody reads, and less than
/// fills a disk. Where the output is kept for JSON, the machine's own bound holds.
const OUTPUT: u64 = 4 << 30;

/// Whether the run that this process makes is to end.
static HALT: AtomicBool = AtomicBool::new(false);

/// Whether the program has begun: before, it is read and compiled, which nothing halts.
static BEGUN: AtomicBool = AtomicBool::new(false);

/// How long a run may take to say what it had come to.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Runs `course run`.
///
/// # Errors
/// When what was typed makes no run: no such file, function or device, a request that does not fit.
pub fn run(args: RunArgs, colour: ColourWhen) -> Result<Exit, Failure> {
    in_time(args.seconds, move || Running::new(args, colour)?.go())
}

/// Does the work in a thread with a deep stack, and no longer than so many seconds.
///
/// # Errors
/// What the work returns, or that it took too long.
pub(super) fn in_time(
    limit: u64,
    work: impl FnOnce() -> Result<Exit, Failure> + Send + 'static,
) -> Result<Exit, Failure> {
    let (tell, told) = mpsc::channel();
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        // Who waits may have stopped waiting.
        .spawn(move || drop(tell.send(work())))
        .map_err(|error| Failure::broken(format!("no thread could be started: {error}")))?;
    match told.recv_timeout(Duration::from_secs(limit)) {
        Ok(done) => done,
        Err(mpsc::RecvTimeoutError::Timeout) => {
            HALT.store(true, Ordering::Relaxed);
            let begun = BEGUN.load(Ordering::Relaxed);
            let does = if begun { "running" } else { "compiling" };
            let said = format!("still {does} after {limit} seconds, and stopped");
            let words = if begun { LAST_WORDS } else { Duration::ZERO };
            if let Ok(done) = told.recv_timeout(words) {
                tell::err(&format!(
                    "{said}: raise the limit with `--seconds` if it is meant to take this long\n"
                ));
                return done;
            }
            Err(Failure::new(Exit::Program(124), said)
                .help("if it is meant to take this long, raise the limit with `--seconds`"))
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => match worker.join() {
            Ok(()) => Err(Failure::bug("the run ended without a word")),
            Err(panic) => std::panic::resume_unwind(panic),
        },
    }
}

/// What was typed, looked up.
pub(super) struct Running {
    args: RunArgs,
    colour: ColourWhen,
    device: Device,
    request: Option<Request>,
    source: Source,
    reach: Reach,
    /// How many bytes the program may have.
    memory: u64,
}

/// A run that came to an end.
pub(super) struct Ran {
    /// What came of it.
    pub report: ProgramReport,
    /// What each tensor holds; none without a call.
    outcomes: Vec<Outcome>,
    output: Output,
    /// What it left in files.
    pub wrote: Wrote,
}

impl Running {
    pub(super) fn new(args: RunArgs, colour: ColourWhen) -> Result<Running, Failure> {
        let here = std::env::current_dir().map_err(|error| {
            Failure::broken(format!("the current folder cannot be read: {error}"))
        })?;
        let device = device::seen(&device::find(&here, args.device.as_deref())?);
        let source = include::source(&args.file, &args.more, &args.include)
            .and_then(|source| include::defined(source, &args.define))
            .map(|source| source.for_capability(device.capability))
            .map_err(Failure::wrong_use)?;
        let request = args.args.as_deref().map(Request::read).transpose()?;
        let reach = Reach::new(&args.reach, (&args.file, &args.more), &here)?;
        let memory = args.memory.map_or_else(room, |mib| mib << 20);
        if let (Some(entry), false) = (&args.entry, args.program_args.is_empty()) {
            let said = format!(
                "`{entry}` takes its arguments from `--args`; what follows `--` is for `main`"
            );
            return Err(Failure::wrong_use(said));
        }
        Ok(Running {
            args,
            colour,
            device,
            request,
            source,
            reach,
            memory,
        })
    }

    fn go(&self) -> Result<Exit, Failure> {
        let module = match self.compiled() {
            Ok(module) => module,
            Err(exit) => return Ok(exit),
        };
        let ran = self.ran(&module)?;
        let mut status = self.status(&ran);
        let schedules = self.schedules(&module)?;
        if schedules.as_ref().is_some_and(|s| s.differs.is_some()) {
            status = status.max(1);
        }
        self.tell(&module, ran, (status, schedules.as_ref()));
        Ok(match self.args.entry {
            Some(_) if status == 0 => Exit::Pass,
            Some(_) => Exit::ChecksFailed,
            None => Exit::Program(status),
        })
    }

    /// Other orders of blocks and warps, if they were asked for.
    fn schedules(&self, module: &Compiled) -> Result<Option<Schedules>, Failure> {
        if self.args.schedules == 0 {
            return Ok(None);
        }
        let again = |seed| {
            let quiet = Running {
                args: RunArgs {
                    seed,
                    report: ReportArgs {
                        format: Format::Json,
                    },
                    out: None,
                    ..self.args.clone()
                },
                device: self.device.clone(),
                request: self.request.clone(),
                source: self.source.clone(),
                reach: self.reach.clone(),
                ..*self
            };
            let ran = quiet.ran(module)?;
            let output = match ran.output {
                Output::Kept(out, _) => out,
                Output::Through => Vec::new(),
            };
            let tensors = ran.outcomes.into_iter();
            Ok(Seen {
                status: ran.report.ended.status(),
                output,
                tensors: tensors.map(|o| (o.tensor.name, o.data)).collect(),
            })
        };
        schedules::compare((self.args.seed, self.args.schedules), again).map(Some)
    }

    /// The program's code; or it was told why there is none.
    pub(super) fn compiled(&self) -> Result<Compiled, Exit> {
        let wanted: Vec<&str> = self.args.entry.as_deref().into_iter().collect();
        match simt::compile_for(&self.source, &wanted) {
            Ok(module) => {
                if self.args.report.format == Format::Human {
                    let paint = Paint::stderr(self.colour);
                    tell::err(&told::diags(paint, &self.source, module.warnings()));
                }
                Ok(module)
            }
            Err(diags) => Err(self.uncompiled(&diags)),
        }
    }

    /// Runs what was asked for.
    ///
    /// # Errors
    /// When there is no such function, or the arguments do not fit.
    pub(super) fn ran(&self, module: &Compiled) -> Result<Ran, Failure> {
        match &self.args.entry {
            Some(name) => self.call(module, name),
            None => self.main(module),
        }
    }

    /// The exit status: the program's own, or 1 where a tensor or a finding fails it.
    fn status(&self, ran: &Ran) -> u8 {
        let own = u8::try_from(ran.report.ended.status()).unwrap_or(u8::MAX);
        let wanting = !ran.report.findings.is_empty() || told::leaves_or_fails(&ran.report);
        let wanting = self.args.strict && wanting;
        let wrong = self.args.entry.is_some() && own != 0;
        let far = ran.outcomes.iter().any(|outcome| !outcome.is_close());
        match own {
            0 if wanting || far => 1,
            _ if wrong => 1,
            own => own,
        }
    }

    /// Says why it does not compile.
    fn uncompiled(&self, said: &Diags) -> Exit {
        if self.args.report.format == Format::Json {
            tell::json(&told::uncompiled(&self.file(), &self.source, said));
        } else {
            let paint = Paint::stderr(self.colour);
            tell::err(&told::refused(paint, &self.source, said));
        }
        Exit::ChecksFailed
    }

    /// Runs the program's `main`.
    fn main(&self, module: &Compiled) -> Result<Ran, Failure> {
        let mut entries = module.code().entries.iter();
        if !entries.any(|entry| entry.signature.name == "main") {
            return Err(self.no_main(module));
        }
        let mut memory = Memory::new();
        let (report, output, wrote) = self.confined(module, |world| {
            host::run_main(module, &mut memory, world, &self.options())
        })?;
        Ok(Ran {
            report,
            outcomes: Vec::new(),
            output,
            wrote,
        })
    }

    /// Runs the program in a thread that may touch what the program may.
    fn confined(
        &self,
        module: &Compiled,
        run: impl FnOnce(&mut Surroundings) -> ProgramReport + Send,
    ) -> Result<(ProgramReport, Output, Wrote), Failure> {
        let output = match self.args.report.format {
            Format::Human => Output::Through,
            Format::Json => Output::Kept(Vec::new(), Vec::new()),
        };
        let mut world = Surroundings::new(output, &self.reach, asks_for_files(module));
        hands::count();
        BEGUN.store(true, Ordering::Relaxed);
        let allowed = world.allowed(&self.reach);
        let report = confine::apart(&allowed, STACK, || run(&mut world))
            .map_err(|error| Failure::broken(format!("no thread could be started: {error}")))?;
        let wrote = world.close_files();
        Ok((report, world.output, wrote))
    }

    /// Calls one function and compares what it made.
    fn call(&self, module: &Compiled, name: &str) -> Result<Ran, Failure> {
        let signature = call::find(module, name, &self.file())?;
        let request = match &self.request {
            Some(request) => request,
            None if signature.params.is_empty() => &Request::default(),
            None => {
                let said = format!("`{name}` takes arguments, and no file says them");
                return Err(Failure::wrong_use(said).help(format!(
                    "{}; name a file of arguments with `--args`",
                    call::shown(signature)
                )));
            }
        };
        let mut call = Call::new(module, signature, request, self.args.poison)?;
        let (entry, memory) = (&call.entry, &mut call.memory);
        let (report, output, wrote) = self.confined(module, |world| {
            host::call_entry(module, entry, memory, world, &self.options())
        })?;
        if let Ended::NotStarted { message, help } = &report.ended {
            let failure = Failure::wrong_use(message.clone());
            return Err(match help {
                Some(help) => failure.help(help.clone()),
                None => failure,
            });
        }
        let outcomes = call.outcomes(request);
        if let Some(folder) = &self.args.out {
            std::fs::create_dir_all(folder).map_err(|error| {
                Failure::wrong_use(format!("`{}` cannot be made: {error}", folder.display()))
            })?;
            for outcome in &outcomes {
                outcome.write(folder)?;
            }
        }
        Ok(Ran {
            report,
            outcomes,
            output,
            wrote,
        })
    }

    fn tell(&self, module: &Compiled, ran: Ran, (status, schedules): (u8, Option<&Schedules>)) {
        let (report, outcomes) = (&ran.report, ran.outcomes.as_slice());
        if let Output::Kept(out, err) = &ran.output {
            let run = told::Run {
                file: &self.file(),
                entry: self.args.entry.as_deref(),
                verdict: if status == 0 { "pass" } else { "fail" },
                status,
                module,
                report,
                outcomes,
                schedules,
                output: (out, err),
                wrote: &ran.wrote,
            };
            tell::json(&run.json());
            return;
        }
        let paint = Paint::stdout(self.colour);
        let lines: String = outcomes
            .iter()
            .map(|outcome| told::tensor(paint, outcome))
            .collect();
        tell::out(&lines);
        let paint = Paint::stderr(self.colour);
        tell::err(&told::after(paint, module, report, self.args.strict));
        tell::err(&told::files(paint, &ran.wrote));
        if let Some(schedules) = schedules {
            let paint = Paint::stderr(self.colour);
            tell::err(&told::schedules(paint, schedules, &self.file()));
        }
    }

    fn file(&self) -> String {
        self.args.file.display().to_string()
    }

    fn options(&self) -> ProgramOptions {
        let default = ProgramOptions::default();
        let mut args = vec![self.file()];
        args.extend(self.args.program_args.iter().cloned());
        ProgramOptions {
            host_fuel: HOST_FUEL,
            kernel_fuel: self.args.fuel.unwrap_or(KERNEL_FUEL),
            memory_bytes: self.memory,
            output_bytes: match self.args.report.format {
                Format::Human => OUTPUT,
                Format::Json => default.output_bytes,
            },
            checks: !self.args.no_checks,
            watched: self.watched(),
            seed: self.args.seed,
            poison: self.args.poison,
            nonfinite: self.args.nonfinite,
            crew: Some(hands::crew(self.args.threads)),
            halt: Some(Halt(&HALT)),
            device: self.device.clone(),
            args,
            ..default
        }
    }

    /// How many warp instructions of a kernel the probes watch: all where what they say is the result.
    fn watched(&self) -> u64 {
        let args = &self.args;
        let all = args.strict || args.nonfinite || args.report.format == Format::Json;
        let unsaid = if all { u64::MAX } else { WATCHED };
        args.watch.unwrap_or(unsaid)
    }

    fn no_main(&self, module: &Compiled) -> Failure {
        let file = self.file();
        let names: Vec<&str> = call::entries(module).map(|s| s.name.as_str()).collect();
        let failure = Failure::wrong_use(format!("`{file}` has no `main`"));
        match names.as_slice() {
            [] => failure.help("it defines no other function that can be called either"),
            [first, ..] => failure.help(format!(
                "`course run {file} --entry {first} --args ARGS.json` calls one of its functions: `{}`",
                names.join("`, `")
            )),
        }
    }
}
