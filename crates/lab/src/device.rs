//! Where a kernel runs: the simulated machine, a GPU, or a fake of a test; the judge cannot tell them apart.
//!
//! In: a text to compile, then cases to run. Out: plain data ([`Ran`]): how it ended, the buffers' contents, what
//! was found, what was counted. A device that cannot find or count says so with an empty list.
//! Read next: `counts.rs` for what is counted; `crates/lab-sim` is the device that always exists.

use crate::counts::Counts;
use crate::{Case, Measured, Measurement, Place};

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

    /// Runs the steps of one case, its launches in the order that `seed` draws. Needs a successful [`Device::compile`] before.
    /// A launch that does not finish ends the case.
    fn run(&mut self, case: &Case, seed: u64) -> Ran;

    /// In how many further orders, seeds 1, 2 and so on, a reordered case runs.
    fn orders(&self) -> u32 {
        OTHER_ORDERS
    }

    /// Why nothing is proved where it found nothing undefined; `None` for a device that watches every access. What such
    /// a device does find counts all the same.
    fn unwatched(&self) -> Option<&str> {
        None
    }

    /// Times a case beside its ceiling; `None` for a device that has no time.
    ///
    /// # Errors
    /// Why it could not be timed.
    fn measure(&mut self, _measured: &Measured) -> Option<Result<Measurement, String>> {
        None
    }

    /// Runs a case again and says which kernel stored into a byte of a buffer last.
    fn last_store(&mut self, _case: &Case, _buffer: &str, _byte: usize) -> Stored {
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
    /// All threads of all launches returned.
    Finished,
    /// It took more instructions than the case allows.
    Endless(Option<Place>),
    /// The device could not run it, and the kernel has no part in that: a sentence, and what to do about it.
    Unavailable {
        /// What is missing.
        message: String,
        /// What helps, or nothing.
        help: String,
    },
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
    /// The launch that showed it, by its place among the launches of the case.
    pub launch: usize,
}

/// What one run gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// How it ended.
    pub ending: Ending,
    /// The launch that did not finish; else how many there were.
    pub launches: usize,
    /// Contents of each buffer afterwards, by name.
    pub buffers: Vec<(&'static str, Vec<u8>)>,
    /// Bytes of each buffer that nobody ever wrote, by name.
    pub never_written: Vec<(&'static str, usize)>,
    /// Undefined behaviour, in the order in which it was found.
    pub faults: Vec<Fault>,
    /// What was counted, launch by launch; empty if the device does not count.
    pub counts: Vec<Counts>,
    /// What its threads printed.
    pub printed: Printed,
}

/// What the threads of a run printed with `printf`: the first texts, and how many there were besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// In the order in which they were printed.
    pub first: Vec<Text>,
    /// How many texts came after these.
    pub more: u64,
}

impl Printed {
    /// How many texts of a run are told.
    pub const MOST: usize = 12;
    /// How many characters of a text are told.
    pub const LONGEST: usize = 200;
}

/// What one thread printed with one `printf`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Its `blockIdx`.
    pub block: [u32; 3],
    /// Its `threadIdx`.
    pub thread: [u32; 3],
    /// The text, without the line's end.
    pub text: String,
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
            launches: 0,
            buffers: Vec::new(),
            never_written: Vec::new(),
            faults: Vec::new(),
            counts: Vec::new(),
            printed: Printed::default(),
        }
    }

    /// The contents of a buffer afterwards.
    pub fn bytes(&self, buffer: &str) -> &[u8] {
        self.buffers
            .iter()
            .find(|(name, _)| *name == buffer)
            .map_or(&[], |(_, bytes)| bytes)
    }

    /// What all launches counted together, if the device counts.
    pub fn all_counts(&self) -> Option<Counts> {
        let (first, rest) = self.counts.split_first()?;
        Some(rest.iter().fold(first.clone(), Counts::plus))
    }
}
