//! `course run`: a program with `main` runs as it would on a machine with a GPU, or one function of it is called.
//!
//! A `.cu` file and what was typed go in; the program's own output and exit status come out, then what was found. The work
//! is done in a thread of its own, so that a limit of time can end it. Read `program/mod.rs` next.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Duration;

use simt::diag::Diag;
use simt::host::{self, DEVICES, Device, Ended, ProgramOptions, ProgramReport};
use simt::source::Source;
use simt::{Module, launch::Memory};

use crate::cli::{ColourWhen, Format, RunArgs};
use crate::exit::{Exit, Failure};
use crate::program::call::{self, Call, Outcome};
use crate::program::include;
use crate::program::request::Request;
use crate::program::world::{Output, Surroundings};
use crate::tell::paint::Paint;
use crate::tell::{self, program as told};

/// The stack of the thread that compiles and runs: a deep program nests deep.
const STACK: usize = 256 << 20;

/// Runs `course run`.
///
/// # Errors
/// When what was typed makes no run: no such file, function or device, a request that does not fit.
pub fn run(args: RunArgs, colour: ColourWhen) -> Result<Exit, Failure> {
    let limit = args.seconds;
    let (tell, told) = mpsc::channel();
    let work = move || {
        let done = Running::new(args, colour).and_then(|running| running.go());
        // Who waits may have stopped waiting.
        let _ = tell.send(done);
    };
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(work)
        .map_err(|error| Failure::broken(format!("no thread could be started: {error}")))?;
    match told.recv_timeout(Duration::from_secs(limit)) {
        Ok(done) => done,
        Err(mpsc::RecvTimeoutError::Timeout) => {
            let said = format!("still running after {limit} seconds, and stopped");
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
struct Running {
    args: RunArgs,
    colour: ColourWhen,
    device: Device,
    request: Option<Request>,
    source: Source,
    here: PathBuf,
}

impl Running {
    fn new(args: RunArgs, colour: ColourWhen) -> Result<Running, Failure> {
        let device = match &args.device {
            None => Device::default(),
            Some(name) => device(name)?,
        };
        let here = std::env::current_dir().map_err(|error| {
            Failure::broken(format!("the current folder cannot be read: {error}"))
        })?;
        let source = include::source(&args.file, &args.include).map_err(Failure::wrong_use)?;
        let request = args.args.as_deref().map(Request::read).transpose()?;
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
            here,
        })
    }

    fn go(&self) -> Result<Exit, Failure> {
        let wanted: Vec<&str> = self.args.entry.as_deref().into_iter().collect();
        let module = match simt::compile_for(&self.source, &wanted) {
            Ok(module) => module,
            Err(diags) => return Ok(self.uncompiled(&diags)),
        };
        if self.args.format == Format::Human {
            let paint = Paint::stderr(self.colour);
            eprint!("{}", told::diags(paint, &self.source, module.warnings()));
        }
        match &self.args.entry {
            Some(name) => self.call(&module, name),
            None => self.main(&module),
        }
    }

    /// Says why it does not compile.
    fn uncompiled<'a>(&self, said: impl IntoIterator<Item = &'a Diag>) -> Exit {
        if self.args.format == Format::Json {
            tell::json(&told::uncompiled(&self.file(), &self.source, said));
        } else {
            let paint = Paint::stderr(self.colour);
            eprint!("{}", told::diags(paint, &self.source, said));
        }
        Exit::ChecksFailed
    }

    /// Runs the program's `main`.
    fn main(&self, module: &Module) -> Result<Exit, Failure> {
        if !module
            .code()
            .entries
            .iter()
            .any(|entry| entry.signature.name == "main")
        {
            return Err(self.no_main(module));
        }
        let mut world = self.world();
        let mut memory = Memory::new();
        let report = host::run_main(module, &mut memory, &mut world, &self.options());
        let own = u8::try_from(report.ended.status()).unwrap_or(u8::MAX);
        let status = match own {
            0 if self.fails_by_findings(&report) => 1,
            own => own,
        };
        self.tell(module, &report, &[], world, status);
        Ok(Exit::Program(status))
    }

    /// Calls one function and compares what it made.
    fn call(&self, module: &Module, name: &str) -> Result<Exit, Failure> {
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
        let mut world = self.world();
        let options = self.options();
        let report = host::call_entry(module, &call.entry, &mut call.memory, &mut world, &options);
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
        let good = report.ended.status() == 0
            && outcomes.iter().all(Outcome::is_close)
            && !self.fails_by_findings(&report);
        let exit = if good { Exit::Pass } else { Exit::ChecksFailed };
        self.tell(module, &report, &outcomes, world, exit.status());
        Ok(exit)
    }

    fn tell(
        &self,
        module: &Module,
        report: &ProgramReport,
        outcomes: &[Outcome],
        world: Surroundings,
        status: u8,
    ) {
        if let Output::Kept(out, err) = &world.output {
            let run = told::Run {
                file: &self.file(),
                entry: self.args.entry.as_deref(),
                verdict: if status == 0 { "pass" } else { "fail" },
                status,
                module,
                report,
                outcomes,
                output: (out, err),
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
        eprint!(
            "{}",
            told::after(Paint::stderr(self.colour), &self.source, report)
        );
    }

    fn fails_by_findings(&self, report: &ProgramReport) -> bool {
        self.args.strict && !report.findings.is_empty()
    }

    fn file(&self) -> String {
        self.args.file.display().to_string()
    }

    fn world(&self) -> Surroundings {
        let output = match self.args.format {
            Format::Human => Output::Through,
            Format::Json => Output::Kept(Vec::new(), Vec::new()),
        };
        Surroundings::new(output, &self.args.file, &self.here)
    }

    fn options(&self) -> ProgramOptions {
        let default = ProgramOptions::default();
        let mut args = vec![self.file()];
        args.extend(self.args.program_args.iter().cloned());
        ProgramOptions {
            kernel_fuel: self.args.fuel.unwrap_or(default.kernel_fuel),
            memory_bytes: self.args.memory << 20,
            checks: !self.args.no_checks,
            seed: self.args.seed,
            poison: self.args.poison,
            device: self.device,
            args,
            ..default
        }
    }

    fn no_main(&self, module: &Module) -> Failure {
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

/// The device of a name.
fn device(name: &str) -> Result<Device, Failure> {
    Device::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = DEVICES.iter().map(|device| device.name).collect();
        Failure::wrong_use(format!("no device is called `{name}`")).help(format!(
            "there are `{}`; a part of the name will do",
            names.join("`, `")
        ))
    })
}
