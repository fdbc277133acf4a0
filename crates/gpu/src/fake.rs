//! A pretended GPU: kernels run on the simulated machine, and every call fails as it is told to.
//!
//! In: the calls of [`Driver`]. Out: what a GPU would answer, as far as one watches its kernels: an access outside an
//! allocation stops it, one between two buffers of an allocation does not. The rule: its time is made from counts and is
//! the same every time; it is no estimate of any device's.

use std::time::Duration;

use simt::launch::{Arg, Buffer, Dim3, Elem, Init, Launch, Memory, RunOptions};
use simt::report::{FindingKind, Outcome, Report};
use simt::source::Source;

use crate::driver::{Address, Conditions, Driver, Facts, Launching, Mark, Text, Uncompiled, Value};
use crate::trouble::{Library, Trouble};

/// Warp instructions that a launch may take before it is called endless.
const FUEL: u64 = 20_000_000;
/// Addresses of neighbouring allocations are so far apart.
const SPAN: u64 = 1 << 36;
/// Bytes a second, and seconds that each launch takes at least.
const BYTES_PER_SECOND: f64 = 1e11;
const LAUNCH: f64 = 1e-8;
/// Seconds of a warp instruction.
const INSTRUCTION: f64 = 1e-10;

/// A pretended GPU.
pub struct Fake {
    facts: Facts,
    fails: Option<Fails>,
    module: Option<simt::Compiled>,
    memory: Memory,
    buffers: Vec<Buffer>,
    /// What a kernel did, told by whoever waits next.
    pending: Option<Trouble>,
    /// The context's last word, for ever.
    lost: Option<Trouble>,
    /// Seconds that have passed on the device.
    clock: f64,
    marks: Vec<f64>,
}

/// What fails, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fails {
    when: When,
    how: Trouble,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Opening,
    Allocating,
    Launching,
    Waiting,
    Timing,
    Multiplying,
    Asking,
}

/// Every way to fail, by the name that `COURSE_FAKE_GPU` has for it.
pub const WAYS: &[&str] = &[
    "no-driver",
    "no-compiler",
    "no-symbol",
    "no-device",
    "driver-too-old",
    "compiler-too-old",
    "unloadable",
    "out-of-memory",
    "refused",
    "illegal-address",
    "misaligned",
    "stopped",
    "timed-out",
    "no-time",
    "no-cublas",
    "no-nvml",
];

fn way(name: &str) -> Option<Fails> {
    let (when, how) = match name {
        "no-driver" => (
            When::Opening,
            Trouble::NoLibrary(Library::Driver, String::new()),
        ),
        "no-compiler" => (
            When::Opening,
            Trouble::NoLibrary(Library::Compiler, String::new()),
        ),
        "no-symbol" => (
            When::Opening,
            Trouble::NoSymbol(Library::Driver, "cuEventElapsedTime".into()),
        ),
        "no-device" => (When::Opening, Trouble::NoDevice),
        "driver-too-old" => (
            When::Opening,
            Trouble::TooOld(
                Library::Driver,
                "it supports CUDA 10.2, and 11.2 is needed".into(),
            ),
        ),
        "compiler-too-old" => (
            When::Opening,
            Trouble::TooOld(
                Library::Compiler,
                "NVRTC 11.2 knows devices up to sm_86, and this is sm_90".into(),
            ),
        ),
        "unloadable" => (
            When::Opening,
            Trouble::TooOld(
                Library::Driver,
                "it supports CUDA 12.2, and does not load the code of NVRTC 13.0".into(),
            ),
        ),
        "out-of-memory" => (When::Allocating, Trouble::OutOfMemory(3 << 20)),
        "refused" => (
            When::Launching,
            Trouble::Refused(
                "blocks of 256 × 1 × 1 threads take more registers than there are".into(),
            ),
        ),
        "illegal-address" => (When::Waiting, Trouble::IllegalAddress),
        "misaligned" => (When::Waiting, Trouble::Misaligned),
        "stopped" => (
            When::Waiting,
            Trouble::Stopped("unspecified launch failure (CUDA_ERROR_LAUNCH_FAILED)".into()),
        ),
        "timed-out" => (When::Waiting, Trouble::TimedOut(4000)),
        "no-time" => (
            When::Timing,
            Trouble::Other("invalid resource handle (CUDA_ERROR_INVALID_HANDLE)".into()),
        ),
        "no-cublas" => (
            When::Multiplying,
            Trouble::NoLibrary(Library::Products, String::new()),
        ),
        "no-nvml" => (
            When::Asking,
            Trouble::NoLibrary(Library::Management, String::new()),
        ),
        _ => return None,
    };
    Some(Fails { when, how })
}

impl Fake {
    /// A pretended GPU that fails in this way of [`WAYS`], or in none.
    ///
    /// # Errors
    /// Where it is to fail when it is opened.
    pub fn open(name: &str) -> Result<Fake, Trouble> {
        let fake = Fake {
            facts: Facts {
                name: "pretended GPU".into(),
                capability: (9, 0),
                multiprocessors: 1,
                l2_bytes: 16 << 10,
                memory: 1 << 30,
                driver: (13, 0),
                compiler: (13, 0),
            },
            fails: way(name),
            module: None,
            memory: Memory::new(),
            buffers: Vec::new(),
            pending: None,
            lost: None,
            clock: 0.0,
            marks: Vec::new(),
        };
        fake.may(When::Opening)?;
        Ok(fake)
    }

    fn may(&self, when: When) -> Result<(), Trouble> {
        if let Some(lost) = &self.lost {
            return Err(lost.clone());
        }
        match &self.fails {
            Some(fails) if fails.when == when => Err(fails.how.clone()),
            _ => Ok(()),
        }
    }

    /// The allocation that an address is in, and how far in.
    fn place(&self, at: Address) -> Result<(Buffer, usize), Trouble> {
        let number = usize::try_from(at.0 / SPAN).unwrap_or(0);
        let buffer = number.checked_sub(1).and_then(|n| self.buffers.get(n));
        let offset = usize::try_from(at.0 % SPAN).unwrap_or(usize::MAX);
        match buffer {
            Some(buffer) => Ok((*buffer, offset)),
            None => Err(Trouble::Other(
                "invalid argument (CUDA_ERROR_INVALID_VALUE)".into(),
            )),
        }
    }

    fn argument(&self, value: Value) -> Result<Arg, Trouble> {
        Ok(match value {
            Value::I32(v) => Arg::I32(v),
            Value::U32(v) => Arg::U32(v),
            Value::I64(v) => Arg::I64(v),
            Value::F32(v) => Arg::F32(v),
            Value::F64(v) => Arg::F64(v),
            Value::Null => Arg::Null,
            Value::Pointer(at) => {
                let (buffer, offset) = self.place(at)?;
                Arg::BufferAt(buffer, i64::try_from(offset).unwrap_or(i64::MAX))
            }
        })
    }

    fn bytes(&self, at: Address, len: usize) -> Result<Vec<u8>, Trouble> {
        let (buffer, offset) = self.place(at)?;
        let bytes = self.memory.bytes(buffer).get(offset..offset + len);
        bytes
            .map(<[u8]>::to_vec)
            .ok_or_else(|| Trouble::Other("invalid argument (CUDA_ERROR_INVALID_VALUE)".into()))
    }
}

impl Driver for Fake {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn compile(&mut self, text: &Text<'_>) -> Result<String, Uncompiled> {
        let source = Source::new(text.file, text.text);
        match simt::compile(&source) {
            Ok(module) => {
                self.module = Some(module);
                Ok(String::new())
            }
            Err(diags) => Err(Uncompiled::Said(log(&source, &diags))),
        }
    }

    fn allocate(&mut self, bytes: usize) -> Result<Address, Trouble> {
        self.may(When::Allocating)?;
        let init = Init::Bytes(vec![0; bytes]);
        self.buffers
            .push(self.memory.alloc("memory", Elem::U8, bytes, init));
        Ok(Address(self.buffers.len() as u64 * SPAN))
    }

    fn free(&mut self, _at: Address) {
        // Its room comes back when the pretended GPU goes.
    }

    fn write(&mut self, at: Address, bytes: &[u8]) -> Result<(), Trouble> {
        let (buffer, offset) = self.place(at)?;
        self.memory.write_at(buffer, offset, bytes);
        Ok(())
    }

    fn read(&mut self, at: Address, into: &mut [u8]) -> Result<(), Trouble> {
        into.copy_from_slice(&self.bytes(at, into.len())?);
        Ok(())
    }

    fn copy(&mut self, from: Address, to: Address, bytes: usize) -> Result<(), Trouble> {
        let found = self.bytes(from, bytes)?;
        self.write(to, &found)?;
        self.clock += LAUNCH + 2.0 * bytes as f64 / BYTES_PER_SECOND;
        Ok(())
    }

    fn launch(&mut self, launch: &Launching<'_>) -> Result<(), Trouble> {
        self.may(When::Launching)?;
        let args: Result<Vec<Arg>, Trouble> =
            launch.args.iter().map(|v| self.argument(*v)).collect();
        let started = Launch {
            kernel: launch.kernel.into(),
            grid: dim(launch.grid),
            block: dim(launch.block),
            shared_bytes: launch.shared_bytes,
            args: args?,
        };
        let Some(module) = &self.module else {
            return Err(Trouble::Other("nothing was loaded".into()));
        };
        let options = RunOptions {
            fuel: FUEL,
            ..RunOptions::default()
        };
        let report = simt::run(module, &mut self.memory, &started, &options);
        self.clock += LAUNCH + seconds(&report);
        match ended(&report) {
            Some(Trouble::Refused(why)) => return Err(Trouble::Refused(why)),
            Some(trouble) => drop(self.pending.get_or_insert(trouble)),
            None => {}
        }
        Ok(())
    }

    fn wait(&mut self, limit: Duration) -> Result<(), Trouble> {
        let pending = self.pending.take().map_or(Ok(()), Err);
        let limited = pending.map_err(|trouble| match trouble {
            Trouble::TimedOut(_) => {
                Trouble::TimedOut(u64::try_from(limit.as_millis()).unwrap_or(u64::MAX))
            }
            other => other,
        });
        let done = limited.and_then(|()| self.may(When::Waiting));
        if let Err(trouble) = &done
            && trouble.is_lasting()
        {
            self.lost = Some(trouble.clone());
        }
        done
    }

    fn mark(&mut self) -> Result<Mark, Trouble> {
        self.may(When::Timing)?;
        self.marks.push(self.clock);
        Ok(Mark(self.marks.len() - 1))
    }

    fn seconds(&mut self, from: Mark, to: Mark) -> Result<f64, Trouble> {
        match (self.marks.get(from.0), self.marks.get(to.0)) {
            (Some(from), Some(to)) => Ok(to - from),
            _ => Err(Trouble::Other("a mark that was forgotten".into())),
        }
    }

    fn forget_marks(&mut self) {
        self.marks.clear();
    }

    fn product(&mut self, matrices: [Address; 3], side: usize) -> Result<(), Trouble> {
        self.may(When::Multiplying)?;
        for matrix in matrices {
            self.bytes(matrix, 4 * side * side)?;
        }
        // A multiply-add of a warp for each 32 of its products; nobody looks at the result.
        self.clock += LAUNCH + (side * side * side / 32) as f64 * INSTRUCTION;
        Ok(())
    }

    fn conditions(&mut self) -> Result<Conditions, Trouble> {
        self.may(When::Asking)?;
        Ok(Conditions {
            clock_mhz: 1000,
            memory_mhz: 2000,
            celsius: 40,
        })
    }
}

fn dim([x, y, z]: [u32; 3]) -> Dim3 {
    Dim3 { x, y, z }
}

/// What a GPU would have stopped a kernel for.
fn ended(report: &Report) -> Option<Trouble> {
    let has = |kinds: &[FindingKind]| report.findings.iter().any(|f| kinds.contains(&f.kind));
    if has(&[
        FindingKind::OutOfBounds,
        FindingKind::NullPointer,
        FindingKind::WildPointer,
    ]) {
        return Some(Trouble::IllegalAddress);
    }
    if has(&[FindingKind::Misaligned]) {
        return Some(Trouble::Misaligned);
    }
    match &report.outcome {
        Outcome::Finished => None,
        Outcome::OutOfFuel { .. } | Outcome::Endless { .. } => Some(Trouble::TimedOut(0)),
        Outcome::BadLaunch { message, .. } => Some(Trouble::Refused(message.clone())),
        other => Some(Trouble::Stopped(other.message())),
    }
}

/// A time made from counts.
fn seconds(report: &Report) -> f64 {
    let counters = &report.counters;
    let sectors = |of: &simt::report::Traffic| of.sectors as f64 * 32.0;
    let bytes: f64 = counters
        .buffers
        .iter()
        .map(|b| sectors(&b.loads) + sectors(&b.stores) + sectors(&b.atomics))
        .sum();
    (bytes / BYTES_PER_SECOND).max(counters.warp_instructions as f64 * INSTRUCTION)
}

/// What NVIDIA's compiler would write in the same places.
fn log(source: &Source, diags: &simt::diag::Diags) -> String {
    let one = |diag: &simt::diag::Diag| {
        let at = source.line_column(diag.span.start);
        let line = source
            .text()
            .lines()
            .nth(at.line as usize - 1)
            .unwrap_or_default();
        let blank = " ".repeat(at.column as usize - 1);
        format!(
            "{}({}): error: {}\n  {line}\n  {blank}^\n\n",
            source.name(),
            at.line,
            diag.message
        )
    };
    diags.iter().map(one).collect()
}
