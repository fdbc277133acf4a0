//! Where a kernel runs: the simulated machine, or a GPU elsewhere; the judge cannot tell them apart.
//!
//! In: a text to compile, then cases to run. Out: plain data ([`Ran`]): how it ended, the buffers' contents, what
//! was found, what was counted. A device that cannot find or count says so with an empty list or `None`.
//! Read next: `simulated.rs` for the one that always exists.

use crate::{Case, Place};

/// In how many further orders reordered cases run unless more are asked for.
pub const OTHER_ORDERS: u32 = 2;

/// Something that compiles a text and runs its kernels.
pub trait Device {
    /// What records call it: `simulated`, or the GPU's name.
    fn name(&self) -> &str;

    /// Compiles the learner's text and keeps the result for [`Device::run`]. Gives the kernels that it has, and what
    /// the compiler remarks without refusing.
    ///
    /// # Errors
    /// Everything that the compiler complains of, in the order of the text; never an empty list.
    fn compile(&mut self, file: &str, text: &str) -> Result<Compiled, Vec<Complaint>>;

    /// Runs one case in the order that `seed` draws. Needs a successful [`Device::compile`] before.
    fn run(&mut self, case: &Case, seed: u64) -> Ran;

    /// In how many further orders, seeds 1, 2 and so on, a reordered case runs.
    fn orders(&self) -> u32 {
        OTHER_ORDERS
    }

    /// Runs a case again and says who stored into an element of a buffer last.
    fn last_store(&mut self, _case: &Case, _buffer: &str, _element: usize) -> Stored {
        Stored::Unknown
    }
}

/// Who stored into an element last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stored {
    /// This line, thread and block, with the values that the line mentions.
    At(Place),
    /// Nobody.
    Never,
    /// The device cannot tell.
    Unknown,
}

/// A text that compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// Its kernels, in the order of the text.
    pub kernels: Vec<KernelFound>,
    /// What runs and is probably a mistake.
    pub remarks: Vec<Complaint>,
}

/// A kernel of the learner's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelFound {
    /// Its name.
    pub name: String,
    /// Its parameters: type as the compiler writes it, and name.
    pub params: Vec<(String, String)>,
    /// Where it is declared.
    pub place: Place,
}

/// One complaint of the compiler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
    /// The message with the lines it speaks of, as plain text.
    pub excerpt: String,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// All threads returned.
    Finished,
    /// It took more instructions than the case allows.
    Endless(Option<Place>),
    /// It could not be launched, or stopped itself: a sentence, and what to do about it.
    Stopped {
        /// What happened.
        message: String,
        /// What helps, or nothing.
        help: String,
        /// Where, if it was running.
        place: Option<Place>,
    },
}

/// What kind of undefined behaviour was found; each is a check of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Outside an allocation, misaligned, null or not writable, or arithmetic that CUDA leaves undefined.
    Bounds,
    /// A barrier that some live threads do not meet.
    Barrier,
    /// Two threads, one address, no barrier between.
    Race,
    /// A read of what nobody wrote.
    Uninitialised,
}

/// Undefined behaviour that a run showed.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Which check it belongs to.
    pub kind: FaultKind,
    /// What was found, in one line.
    pub message: String,
    /// Where, who, and the values that the line mentions.
    pub places: Vec<Place>,
    /// How often.
    pub count: u64,
    /// The message with the lines it speaks of, what the threads had in hand, and what helps, as plain text.
    pub excerpt: String,
}

/// Warp-level requests to global memory and what they touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Instructions of a warp with at least one active lane.
    pub requests: u64,
    /// Distinct aligned 32-byte pieces touched, summed over the requests.
    pub sectors: u64,
    /// Bytes that the lanes asked for.
    pub bytes: u64,
    /// Distinct bytes touched over the whole run.
    pub unique_bytes: u64,
}

impl Traffic {
    /// Both together; distinct bytes are added up.
    pub fn plus(self, other: Traffic) -> Traffic {
        Traffic {
            requests: self.requests + other.requests,
            sectors: self.sectors + other.sectors,
            bytes: self.bytes + other.bytes,
            unique_bytes: self.unique_bytes + other.unique_bytes,
        }
    }
}

/// Requests to shared memory and the passes over the banks they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Banked {
    /// Instructions of a warp with at least one active lane.
    pub requests: u64,
    /// Passes over the 32 banks.
    pub wavefronts: u64,
    /// Passes that the same bytes need without conflicts.
    pub ideal_wavefronts: u64,
}

impl Banked {
    /// Passes for each that suffices; 0 without requests.
    pub fn passes(self) -> f64 {
        if self.ideal_wavefronts == 0 {
            0.0
        } else {
            self.wavefronts as f64 / self.ideal_wavefronts as f64
        }
    }
}

/// The traffic of one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BufferCounts {
    /// The parameter's name.
    pub name: String,
    /// Reads.
    pub loads: Traffic,
    /// Writes.
    pub stores: Traffic,
}

/// What one line of the kernel did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineCounts {
    /// 1-based line.
    pub line: u32,
    /// Reads of global memory.
    pub loads: Traffic,
    /// Writes of global memory.
    pub stores: Traffic,
    /// Reads of shared memory.
    pub shared_loads: Banked,
    /// Writes of shared memory.
    pub shared_stores: Banked,
    /// Special functions.
    pub special: u64,
}

/// What a run counted; all of it exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Instructions issued to warps.
    pub warp_instructions: u64,
    /// The same, times the lanes active in each.
    pub lane_instructions: u64,
    /// Floating-point operations; a fused multiply-add is two.
    pub flops: u64,
    /// Special functions (sine, square root, …) of single lanes.
    pub special: u64,
    /// Block-wide barriers completed.
    pub barriers: u64,
    /// Blocks run.
    pub blocks: u64,
    /// Shared memory a block, static and dynamic, in bytes.
    pub shared_bytes: u64,
    /// Reads of shared memory.
    pub shared_loads: Banked,
    /// Writes of shared memory.
    pub shared_stores: Banked,
    /// Each buffer.
    pub buffers: Vec<BufferCounts>,
    /// Each line that did something, in order.
    pub lines: Vec<LineCounts>,
}

/// One run's outcome.
#[derive(Clone, Debug)]
pub struct Ran {
    /// How it ended.
    pub ending: Ending,
    /// Contents of the buffers afterwards, by parameter name.
    pub buffers: Vec<(&'static str, Vec<u8>)>,
    /// Bytes of each buffer that nobody ever wrote, by parameter name; a device that cannot tell says 0.
    pub never_written: Vec<(&'static str, usize)>,
    /// Undefined behaviour.
    pub faults: Vec<Fault>,
    /// Counters, if the device counts.
    pub counts: Option<Counts>,
}

impl Ran {
    /// A run that never began.
    pub fn stopped(message: impl Into<String>, help: impl Into<String>) -> Ran {
        Ran {
            ending: Ending::Stopped {
                message: message.into(),
                help: help.into(),
                place: None,
            },
            buffers: Vec::new(),
            never_written: Vec::new(),
            faults: Vec::new(),
            counts: None,
        }
    }

    /// The contents of a buffer afterwards.
    pub fn bytes(&self, buffer: &str) -> &[u8] {
        self.buffers
            .iter()
            .find(|(name, _)| *name == buffer)
            .map_or(&[], |(_, bytes)| bytes)
    }
}
