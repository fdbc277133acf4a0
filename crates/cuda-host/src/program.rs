//! What a caller says about a run of a program, and what comes back.
//!
//! Options and arguments go in, a [`ProgramReport`] comes out. The rule: the program's fault, our limit and its own exit are
//! different endings; a finding never changes a result, and what findings mean for the caller is the caller's.

use super::device::Device;
use cuda_source::source::Span;
pub use warp::launch::{Buffer, Crew, Dim3, Halt, Side};
use warp::report::{Counters, EndingKind, Finding, Place};

/// How a program is to run.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramOptions {
    /// How many instructions the host may take.
    pub host_fuel: u64,
    /// How many warp instructions all launches together may take.
    pub kernel_fuel: u64,
    /// How many bytes the program's memory may have, the host's and the device's together.
    pub memory_bytes: u64,
    /// How many bytes it may write to `stdout`, `stderr` and files.
    pub output_bytes: u64,
    /// Whether the probes watch kernels.
    pub checks: bool,
    /// How many warp instructions of each kernel they watch, all its launches together: an eighth once so much was watched of all
    /// kernels; but of each launch some. See `RunOptions::watched`.
    pub watched: u64,
    /// The order of blocks and warps; see `RunOptions::seed`.
    pub seed: u64,
    /// Whether new memory is filled with a pattern instead of zeros.
    pub poison: bool,
    /// Whether kernels are watched for the first NaN and infinity; see `RunOptions::nonfinite`.
    pub nonfinite: bool,
    /// The device that the program sees.
    pub device: Device,
    /// `argv`, the program's name first.
    pub args: Vec<String>,
    /// How many distinct findings are kept.
    pub max_findings: usize,
    /// Who runs blocks at once; see `RunOptions::crew`.
    pub crew: Option<Crew>,
    /// Whether the run is to end; see `RunOptions::halt`.
    pub halt: Option<Halt>,
}

impl Default for ProgramOptions {
    fn default() -> Self {
        ProgramOptions {
            host_fuel: 20_000_000_000,
            kernel_fuel: 1 << 32,
            memory_bytes: 4 << 30,
            output_bytes: 64 << 20,
            checks: true,
            watched: u64::MAX,
            seed: 0,
            poison: false,
            nonfinite: false,
            device: Device::default(),
            args: vec!["program".to_string()],
            max_findings: 20,
            crew: None,
            halt: None,
        }
    }
}

/// An argument for a function that a caller begins with. Numbers become the parameter's own type, as a C cast does.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EntryArg {
    /// For a scalar.
    Bool(bool),
    /// For a scalar.
    Int(i128),
    /// For a scalar.
    Float(f64),
    /// For a pointer: a buffer's start. It is device memory, unless [`Memory::share_with_host`] was told of it.
    ///
    /// [`Memory::share_with_host`]: warp::launch::Memory::share_with_host
    Buffer(Buffer),
    /// For a pointer: so many bytes from a buffer's start.
    BufferAt(Buffer, i64),
    /// For a pointer.
    Null,
}

/// A call from outside: a host function, or a kernel with the shape of its launch.
#[derive(Clone, PartialEq, Debug)]
pub struct EntryCall {
    /// The function's name; an instance of a template with its arguments.
    pub name: String,
    /// One for each parameter.
    pub args: Vec<EntryArg>,
    /// For a kernel: grid, block, dynamic shared bytes.
    pub shape: Option<(Dim3, Dim3, u32)>,
}

/// How a program ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// `main` returned, or `exit` was called.
    Exit(i32),
    /// The entry function returned.
    Returned,
    /// It could not begin: no such function, or arguments that do not fit.
    NotStarted {
        /// What is wrong.
        message: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// `abort`, a failed `assert` or an exception.
    Aborted {
        /// What it said.
        message: String,
        /// Where.
        place: Place,
    },
    /// What the operating system would have stopped it for: the exit status 139.
    Faulted {
        /// What happened.
        message: String,
        /// Where.
        place: Place,
    },
    /// A limit of the caller's: instructions, output.
    Limit {
        /// Whose: the program's, or that of a kernel.
        kind: EndingKind,
        /// Which, in a sentence.
        message: String,
        /// Where.
        place: Place,
        /// What to do about it.
        help: Option<String>,
    },
}

impl Ended {
    /// The exit status that a shell would see.
    pub fn status(&self) -> i32 {
        match self {
            Ended::Exit(code) => *code & 0xff,
            Ended::Returned => 0,
            Ended::NotStarted { .. } => 127,
            Ended::Aborted { .. } => 134,
            Ended::Faulted { .. } => 139,
            Ended::Limit { .. } => 124,
        }
    }

    /// Its sort, if it is not in order: the kernel's where a kernel was stopped. What could not begin has none: that is
    /// the caller's mistake.
    pub fn kind(&self) -> Option<EndingKind> {
        match self {
            Ended::Exit(_) | Ended::Returned | Ended::NotStarted { .. } => None,
            Ended::Aborted { .. } => Some(EndingKind::Aborted),
            Ended::Faulted { .. } => Some(EndingKind::Faulted),
            Ended::Limit { kind, .. } => Some(*kind),
        }
    }

    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<&str> {
        match self {
            Ended::NotStarted { help, .. } | Ended::Limit { help, .. } => help.as_deref(),
            _ => None,
        }
    }

    /// Why it did not come to its own end, if so, and where.
    pub fn failure(&self) -> Option<(&str, Option<&Place>)> {
        match self {
            Ended::Exit(_) | Ended::Returned => None,
            Ended::NotStarted { message, .. } => Some((message, None)),
            Ended::Aborted { message, place }
            | Ended::Faulted { message, place }
            | Ended::Limit { message, place, .. } => Some((message, Some(place))),
        }
    }
}

/// Launches of one kernel in one shape that count the same.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchRecord {
    /// The kernel.
    pub kernel: String,
    /// Blocks.
    pub grid: Dim3,
    /// Threads a block.
    pub block: Dim3,
    /// Dynamic shared bytes.
    pub shared_bytes: u32,
    /// The line of the launch.
    pub line: u32,
    /// How often.
    pub times: u64,
    /// Of these, how many may have counted otherwise than the first: those past the most that are told apart, and those that were
    /// not watched to their end.
    pub unlike: u64,
    /// Blocks that ran, all times together; one that would have done what it did before is not run again.
    pub ran: u64,
    /// Those of them that the probes left out, as the kernel had been watched for as long as the options say.
    pub left_out: u64,
    /// Of the first of them.
    pub counters: Counters,
    /// Why it did not run, or how it ended, if not in order.
    pub failure: Option<LaunchFailure>,
}

/// A launch that did not end in order.
#[derive(Clone, PartialEq, Debug)]
pub struct LaunchFailure {
    /// Its sort; none where a finding says it.
    pub kind: Option<EndingKind>,
    /// The CUDA error that the program got.
    pub error: i32,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub place: Place,
    /// The line of the launch: an earlier one of its shape may have been in order.
    pub line: u32,
    /// What to do about it.
    pub help: Option<String>,
}

/// A finding of a kernel or of the host; a kernel's says in which launch it was found first.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramFinding {
    /// The index in [`ProgramReport::launches`]; none for the host's own.
    pub launch: Option<usize>,
    /// The line of that launch: the record speaks of the first one of its shape.
    pub line: u32,
    /// What; its count is over all launches.
    pub finding: Finding,
}

/// Memory of the CUDA runtime that was not freed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leak {
    /// The pointer variable's name, where it is known.
    pub name: String,
    /// How much.
    pub bytes: u64,
    /// The line that made it.
    pub line: u32,
    /// What made it.
    pub span: Span,
    /// Whose memory it is.
    pub side: Side,
}

/// A stream or an event that was not destroyed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undestroyed {
    /// The variable's name, where it is known.
    pub name: String,
    /// The line that made it.
    pub line: u32,
    /// What made it.
    pub span: Span,
    /// Whether it is an event.
    pub event: bool,
}

/// A command that a program gave to `system`, which runs none.
#[derive(Clone, PartialEq, Debug)]
pub struct Command {
    /// As it was given.
    pub text: String,
    /// Where it was given first.
    pub place: Place,
    /// How often.
    pub times: u64,
}

/// Device, managed or pinned memory that a program asked for and did not get; many programs never look at the error.
#[derive(Clone, PartialEq, Debug)]
pub struct Denied {
    /// How much it asked for.
    pub bytes: u64,
    /// Why it got none.
    pub why: &'static str,
    /// Where.
    pub place: Place,
}

/// All that is known after a program.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramReport {
    /// How it ended.
    pub ended: Ended,
    /// A scalar that the entry function returned: its bits.
    pub result: Option<u64>,
    /// What it did wrong, in order of discovery; each distinct one once.
    pub findings: Vec<ProgramFinding>,
    /// How many more distinct ones there were.
    pub findings_dropped: u64,
    /// Kernels by name and shape, in order of their first launch; the first 256.
    pub launches: Vec<LaunchRecord>,
    /// Instructions of the host.
    pub host_instructions: u64,
    /// Warp instructions of all launches.
    pub warp_instructions: u64,
    /// Device, managed and pinned memory that was not freed.
    pub leaks: Vec<Leak>,
    /// Streams and events that were not destroyed, by line.
    pub handles: Vec<Undestroyed>,
    /// Commands that it wanted run, in order; the first 16.
    pub commands: Vec<Command>,
    /// Memory that it asked for in vain; the first 4.
    pub denied: Vec<Denied>,
    /// The last launch whose output the device has kept to itself, if any.
    pub unseen: Option<Unseen>,
    /// The first event whose time was asked for too soon.
    pub untimed: Option<Untimed>,
    /// The CUDA error that was never asked for, if any.
    pub pending_error: Option<i32>,
}

/// An event whose time was asked for before anything had waited for it: there is none yet.
#[derive(Clone, PartialEq, Debug)]
pub struct Untimed {
    /// The event's variable, where it is known.
    pub event: String,
    /// Where it was asked for.
    pub place: Place,
}

/// A launch whose output nothing brought from the device before the program ended: it is not shown, as on a GPU.
#[derive(Clone, PartialEq, Debug)]
pub struct Unseen {
    /// The kernel's name.
    pub kernel: String,
    /// Where it was launched.
    pub place: Place,
}
