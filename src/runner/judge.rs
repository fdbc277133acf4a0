//! Which program judges a lab: this one, started again, for kernels; the learner's own functions, compiled apart, for labs
//! in Rust.
//!
//! The rule: a kernel is never the cause of a build. Whatever judges speaks the protocol of `crates/checker`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use exercise::{Begun, CargoEnded, Pending, Trouble};
use lab::{Folder, Lab, Language, Uncompiled};

use super::process::{How, Job};
use super::run::Request;
use super::timed;
use crate::exit::Failure;

/// The longest silence of cargo.
const LIMIT: Duration = Duration::from_secs(300);
/// Bytes kept of what cargo says, which is data and never cut.
const SAID: usize = 32 << 20;

/// The word that starts this program as a judge; it is in no help, for only the runner says it.
const JUDGE: &str = "judge-kernel";
/// The word that has this program become another one, within the limits that the environment names.
const BOUNDED: &str = "judge-bounded";
/// Names the key of hidden cases to a judge, which judges them, too.
pub(super) const HIDDEN_KEY: &str = "COURSE_HIDDEN";

/// Says on which device a judge judges: [`GPU`], or the simulated machine.
pub(super) const DEVICE: &str = "COURSE_DEVICE";
/// The GPU of this computer.
pub(super) const GPU: &str = "gpu";

/// A program, and its arguments before those that name checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Judge {
    /// The program.
    pub program: PathBuf,
    /// What comes before the names of checks.
    pub first: Vec<String>,
}

/// Why nothing can be judged.
#[derive(Clone, Debug)]
pub(super) enum NoJudge {
    /// The learner's Rust does not compile; the compiler's words.
    Uncompiled(Uncompiled),
    /// The run was ended while cargo was at work.
    Cancelled,
    /// The course or the machine is at fault.
    Failed(Failure),
}

/// The program that judges what was written for a lab; `building` is called before cargo is.
pub(super) fn of(request: Request<'_>, building: &mut dyn FnMut()) -> Result<Judge, NoJudge> {
    match request.lab.language {
        Language::Cuda => Ok(Judge {
            program: this_program().map_err(NoJudge::Failed)?,
            first: vec![JUDGE.to_owned(), request.lab.id.to_owned()],
        }),
        Language::Rust => {
            let program = compiled(request, building)?;
            Ok(Judge {
                program,
                first: Vec::new(),
            })
        }
    }
}

/// The same judge within limits: what judges kernels keeps them itself, another program is started by this one.
pub(super) fn bounded(judge: Judge, language: Language) -> Result<Judge, Failure> {
    if language == Language::Cuda {
        return Ok(judge);
    }
    let native = judge.program.to_string_lossy().into_owned();
    Ok(Judge {
        program: this_program()?,
        first: vec![BOUNDED.to_owned(), native],
    })
}

/// Becomes the program that is named first, within limits; gives a status where it cannot.
fn become_bounded(mut arguments: impl Iterator<Item = OsString>) -> std::process::ExitCode {
    let program = arguments.next().unwrap_or_default();
    super::bounds::take();
    die_with_parent();
    let mut command = std::process::Command::new(&program);
    command.args(arguments);
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    #[cfg(not(unix))]
    let error = match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(3)),
        Err(error) => error,
    };
    eprintln!("error: the judge could not be started: {error}");
    std::process::ExitCode::from(3)
}

/// The learner's functions, compiled apart.
fn compiled(request: Request<'_>, building: &mut dyn FnMut()) -> Result<PathBuf, NoJudge> {
    let course = exercise::Course {
        root: std::path::absolute(&request.config.workspace).unwrap_or_default(),
        cache: std::path::absolute(request.config.cache()).unwrap_or_default(),
    };
    match course.begin(request.lab, request.source) {
        Ok(Begun::Built(program)) => Ok(program),
        Ok(Begun::Needed(pending)) => {
            building();
            call_cargo(request, pending)
        }
        Err(trouble) => Err(no_program(request.lab, trouble)),
    }
}

fn call_cargo(request: Request<'_>, pending: Pending) -> Result<PathBuf, NoJudge> {
    let call = pending.call();
    let job = Job {
        program: call.program.clone(),
        args: call.args.clone(),
        env: Vec::new(),
        dir: call.dir.clone(),
        limit: LIMIT,
        keep: SAID,
    };
    let ended = request.executor.run(&job, request.cancel, &mut || false);
    let success = match ended.how {
        How::Cancelled(_) => return Err(NoJudge::Cancelled),
        How::NotStarted(why) => return Err(no_program(request.lab, Trouble::NoCargo(why))),
        How::TimedOut => {
            return Err(NoJudge::Failed(Failure::broken(format!(
                "compiling `{}` took longer than {} minutes",
                request.lab.file,
                LIMIT.as_secs() / 60
            ))));
        }
        How::Exited(code) => code == 0,
        How::Signal(_) => false,
    };
    let ended = CargoEnded {
        success,
        stdout: ended.stdout,
        stderr: ended.stderr,
    };
    let built = pending.end(&ended);
    built.map_err(|trouble| no_program(request.lab, trouble))
}

fn no_program(lab: &Lab, trouble: Trouble) -> NoJudge {
    NoJudge::Failed(match trouble {
        Trouble::Learner(why) => return NoJudge::Uncompiled(why),
        Trouble::NoCargo(why) => Failure::broken(format!("cargo could not be started ({why})"))
            .help("a lab in Rust is compiled with it: install Rust from https://rustup.rs"),
        Trouble::Lab(words) => {
            Failure::broken(format!("the checks of `{}` do not build\n{words}", lab.id))
        }
        Trouble::Files(words) => Failure::broken(words),
    })
}

/// Where this program stands; `COURSE_JUDGE` names another in its place, for tests of judges that misbehave. A build that replaces it while it runs leaves a path that is no file.
pub(super) fn this_program() -> Result<PathBuf, Failure> {
    if let Some(other) = std::env::var_os("COURSE_JUDGE").filter(|path| !path.is_empty()) {
        return Ok(PathBuf::from(other));
    }
    let path = std::env::current_exe().map_err(|error| {
        Failure::broken(format!("this program cannot find its own file: {error}"))
    })?;
    match path.is_file() {
        true => Ok(path),
        false => {
            Err(Failure::broken("this program was replaced while it ran").help("start it again"))
        }
    }
}

/// Has the system end this process with the one that started it: at once, and whatever this one is doing. Elsewhere than on
/// Linux, and where that one was gone before, the file that it held is what tells (`crates/checker/src/parent.rs`).
fn die_with_parent() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        let _ = set_parent_process_death_signal(Some(Signal::KILL));
    }
}

/// Judges, when this program was started to: what follows the program's name comes in, the status to end with comes out.
pub fn asked(
    arguments: &mut dyn Iterator<Item = OsString>,
    labs: &'static [Folder],
) -> Option<std::process::ExitCode> {
    let word = arguments.next()?;
    if word == timed::TIME {
        die_with_parent();
        let rest = arguments.map(|word| word.to_string_lossy().into_owned());
        return Some(timed::asked(&rest.collect::<Vec<_>>(), labs));
    }
    if word == BOUNDED {
        return Some(become_bounded(arguments));
    }
    if word != JUDGE {
        return None;
    }
    super::bounds::take();
    let mut arguments = arguments.map(|word| word.to_string_lossy().into_owned());
    let id = arguments.next().unwrap_or_default();
    let Some(folder) = labs.iter().find(|folder| folder.id == id) else {
        eprintln!("error: there is no lab `{id}` to judge");
        return Some(std::process::ExitCode::from(2));
    };
    die_with_parent();
    // It lives as long as this process, which judges one part and ends.
    let lab = Box::leak(Box::new(folder.lab()));
    let on_gpu = std::env::var(DEVICE).is_ok_and(|device| device == GPU);
    if !on_gpu {
        return Some(checker::kernel(lab, arguments));
    }
    Some(match gpu::open() {
        Ok(mut gpu) => checker::kernel_on(lab, arguments, gpu.as_mut()),
        Err(trouble) => {
            let (why, help) = (trouble.to_string(), trouble.help());
            checker::kernel_on_none(lab, arguments, (&why, &help))
        }
    })
}
