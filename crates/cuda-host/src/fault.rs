//! What host code does wrong with memory, in words, and the findings of a whole program.
//!
//! A failed access goes in. Out comes a finding, after which the program goes on with 0 in its hand or the store dropped,
//! or the end that an operating system would make of it: for null, for the device's memory, for a number that is no
//! pointer, and for what lies so far outside of its allocation that nothing can be there. The rule: each distinct finding once,
//! counted, however many launches there were.

use sorted::SortedMap;

use super::machine::{End, Machine};
use super::program::ProgramFinding;
use cuda_ir::pointer::{Space, Target, target};
use cuda_source::source::Span;
use warp::launch::HostKind;
use warp::report::{Finding, FindingKind};

/// How many distinct findings are told apart.
const TOLD_APART: usize = 1024;

/// So many bytes outside of all that a program has, its pages end: an operating system gives a heap and a stack more than was asked
/// for, but not so much.
const SURELY_FAR: i128 = 1 << 20;

/// A program's findings.
pub(super) struct HostFindings {
    keep: usize,
    known: SortedMap<(FindingKind, Span, Span), Option<usize>>,
    pub list: Vec<ProgramFinding>,
    pub dropped: u64,
}

impl HostFindings {
    pub fn new(keep: usize) -> Self {
        HostFindings {
            keep,
            known: SortedMap::new(),
            list: Vec::new(),
            dropped: 0,
        }
    }

    /// Whether there was one of this kind at these places.
    pub fn knows(&self, kind: FindingKind, (one, two): (Span, Span)) -> bool {
        self.known.contains_key(&(kind, one, two))
    }

    /// Adds a finding, with the record and the line of its launch, or counts it up.
    pub fn add(&mut self, finding: Finding, launch: Option<(usize, u32)>) {
        let span = |i: usize| finding.places.get(i).map_or(Span::default(), |p| p.span);
        let key = (finding.kind, span(0), span(1));
        if let Some(known) = self.known.get(&key) {
            if let Some(old) = known.and_then(|i| self.list.get_mut(i)) {
                old.finding.count += finding.count;
            }
            return;
        }
        if self.known.len() >= TOLD_APART.max(self.keep) {
            self.dropped += 1;
            return;
        }
        if self.list.len() < self.keep {
            self.known.insert(key, Some(self.list.len()));
            self.list.push(ProgramFinding {
                launch: launch.map(|(index, _)| index),
                line: launch.map_or(0, |(_, line)| line),
                finding,
            });
        } else {
            self.known.insert(key, None);
            self.dropped += 1;
        }
    }
}

/// An access of the host's that failed.
pub(super) struct Failed {
    pub address: u64,
    pub bytes: u64,
    pub store: bool,
}

impl Failed {
    fn word(&self) -> &'static str {
        if self.store { "write" } else { "read" }
    }

    fn of(&self) -> String {
        let s = if self.bytes == 1 { "" } else { "s" };
        format!("{} of {} byte{s}", self.word(), self.bytes)
    }
}

impl Machine<'_> {
    /// Notes something that the host did wrong.
    pub fn note(&mut self, kind: FindingKind, message: String, help: &str) {
        let place = self.place("here");
        let finding = Finding {
            kind,
            message,
            places: vec![place],
            count: 1,
            help: (!help.is_empty()).then(|| help.to_string()),
        };
        self.found.add(finding, None);
    }

    /// Notes what of a range that a call of the runtime refuses is no memory of its allocation; `deed` is how the sentence begins.
    pub fn refused_range(&mut self, address: u64, bytes: u64, deed: &str) {
        let Target::In(space @ (Space::Global | Space::Symbol | Space::Host), id, at) =
            target(address)
        else {
            return;
        };
        // What the host has for itself alone is looked at where it is read and written.
        let block = self.memory.hosted.blocks.get(id as usize);
        let own = space == Space::Host && !block.is_some_and(|b| b.device);
        let Some(size) = self.size_of(space, id).filter(|_| !own) else {
            return;
        };
        let name = self.allocation_name(space, id);
        let buffer = self.memory.buffers.get(id as usize);
        let freed = buffer.filter(|b| space == Space::Global && b.freed);
        if let Some(b) = freed {
            let message = format!(
                "{deed} {name}, {}, after it was freed; it was made on line {}",
                counted(bytes.into()),
                b.line
            );
            let help = "free memory after its last use; the call did nothing and gave `cudaErrorInvalidValue`";
            return self.note(FindingKind::UseAfterFree, message, help);
        }
        let over = i128::from(at) + i128::from(bytes) - i128::from(size);
        let from = match at {
            ..=0 => String::new(),
            at => format!(" from byte {at} on"),
        };
        let far = match (at, over) {
            (..0, _) => format!(
                "begins {} before its start",
                counted(at.unsigned_abs().into())
            ),
            (_, 1..) => format!("goes {} past its end", counted(over.unsigned_abs())),
            _ => return,
        };
        let [bytes, size] = [bytes, size].map(|n| counted(n.into()));
        let message = format!("{deed} {name}{from}, {bytes}, {far}: it has {size}");
        let help = "a size is in bytes: the number of elements times `sizeof` one; the call did nothing and gave `cudaErrorInvalidValue`";
        self.note(FindingKind::OutOfBounds, message, help);
    }

    pub fn division(&mut self) {
        self.note(
            FindingKind::DivisionByZero,
            "integer division or remainder by zero in host code".to_string(),
            "a processor stops the program here; test the divisor",
        );
    }

    /// An access by a system call that failed: a finding, or the end.
    pub fn bad_range(&mut self, address: u64, bytes: u64, store: bool) -> Result<(), End> {
        self.failed(&Failed {
            address,
            bytes,
            store,
        })
    }

    /// What is said of a failed access, and whether the program ends with it.
    pub(super) fn failed(&mut self, failed: &Failed) -> Result<(), End> {
        let through = self.pointer_name(failed.address);
        let (space, id, offset) = match target(failed.address) {
            Target::In(space, id, offset) => (space, id, offset),
            Target::Null(_) => {
                let what = through.map_or("a null pointer".to_string(), |p| {
                    format!("`{p}`, which is null")
                });
                return Err(self.faulted(&format!(
                    "segmentation fault: {} through {what}",
                    failed.of()
                )));
            }
            Target::Wild => {
                let a = failed.address;
                return Err(self.faulted(&format!(
                    "segmentation fault: {} through {a:#x}, which is no pointer",
                    failed.of()
                )));
            }
        };
        let kind = self.memory.hosted.blocks.get(id as usize).map(|b| b.kind);
        match (space, kind) {
            (Space::Global | Space::Symbol, _) if self.device_only(space, id) => {
                let name = self.allocation_name(space, id);
                let through = through.map_or(String::new(), |p| format!(" through `{p}`"));
                Err(self.faulted(&format!(
                    "segmentation fault: host code cannot touch the device's memory: {} in {name}{through}; copy it with `cudaMemcpy` first",
                    failed.of()
                )))
            }
            (Space::Host, Some(HostKind::Literal)) if failed.store && self.inside(failed) => {
                Err(self
                    .faulted("segmentation fault: a write to a string literal, which is constant"))
            }
            (Space::Host, Some(HostKind::Freed)) => {
                self.stale(failed, id, through);
                Ok(())
            }
            (Space::Global, _)
                if self
                    .memory
                    .buffers
                    .get(id as usize)
                    .is_some_and(|b| b.freed) =>
            {
                let name = self.allocation_name(space, id);
                self.note(
                    FindingKind::UseAfterFree,
                    format!("{} in {name}, which was freed", failed.of()),
                    "",
                );
                Ok(())
            }
            _ => self.outside(failed, space, id, offset),
        }
    }

    fn stale(&mut self, failed: &Failed, id: u32, through: Option<String>) {
        let line = self.memory.hosted.freed_on(id);
        let what = through.map_or("memory that".to_string(), |p| format!("`{p}`, which"));
        let message = format!("{} of {what} was freed on line {line}", failed.of());
        self.note(
            FindingKind::UseAfterFree,
            message,
            "free memory after its last use",
        );
    }

    fn outside(&mut self, failed: &Failed, space: Space, id: u32, offset: i64) -> Result<(), End> {
        let Some(size) = self.size_of(space, id) else {
            let what = if space == Space::Stack {
                "a pointer to a local variable that is gone".to_string()
            } else {
                format!("{:#x}, which is no pointer to host memory", failed.address)
            };
            if space == Space::Stack {
                self.note(
                    FindingKind::WildPointer,
                    format!("{} through {what}", failed.of()),
                    "return the value, or allocate it",
                );
                return Ok(());
            }
            return Err(self.faulted(&format!(
                "segmentation fault: {} through {what}",
                failed.of()
            )));
        };
        let name = self.allocation_name(space, id);
        let where_ = if offset < 0 {
            format!("{} bytes before its start", -offset)
        } else if offset >= size as i64 {
            format!("{} bytes past its end", offset - size as i64)
        } else {
            format!("from byte {offset} on")
        };
        let s = if size == 1 { "" } else { "s" };
        let message = format!(
            "out-of-bounds host {}: {name} has {size} byte{s}; this is {where_}",
            failed.of()
        );
        let past = i128::from(offset) + i128::from(failed.bytes) - i128::from(size);
        if self.out_of_reach(past.max(-i128::from(offset))) {
            return Err(self.faulted(&format!("segmentation fault: {message}")));
        }
        self.note(
            FindingKind::OutOfBounds,
            message,
            "compare the index with the size that was allocated",
        );
        Ok(())
    }

    /// Whether so many bytes outside of an allocation there can be no memory of the program: what it has all told is less, even if
    /// all of it lay on that side.
    fn out_of_reach(&self, bytes: i128) -> bool {
        if bytes <= i128::from(self.used) + SURELY_FAR {
            return false;
        }
        let blocks = self.memory.hosted.blocks.iter();
        let all: i128 = blocks.map(|block| block.bytes.len() as i128).sum();
        bytes > all.max(self.used.into()) + SURELY_FAR
    }

    /// Whether an access lies inside its allocation.
    fn inside(&self, failed: &Failed) -> bool {
        let Target::In(space, id, offset) = target(failed.address) else {
            return false;
        };
        let size = self.size_of(space, id).unwrap_or(0);
        offset >= 0 && offset as u64 + failed.bytes <= size
    }

    /// The size of what an address names, if it exists.
    pub fn size_of(&self, space: Space, id: u32) -> Option<u64> {
        let i = id as usize;
        match space {
            Space::Global => self.memory.buffers.get(i).map(|b| b.bytes.len() as u64),
            Space::Symbol => self.memory.symbols.get(i).map(|b| b.bytes.len() as u64),
            Space::Host => self
                .memory
                .hosted
                .blocks
                .get(i)
                .map(|b| b.bytes.len() as u64),
            Space::Stack => self.stack.size(id).map(u64::from),
            Space::Shared | Space::Local => None,
        }
    }

    /// Whether the host may not touch it.
    pub fn device_only(&self, space: Space, id: u32) -> bool {
        let list = match space {
            Space::Global => &self.memory.buffers,
            Space::Symbol => &self.memory.symbols,
            _ => return false,
        };
        let found = list.get(id as usize);
        found.is_some_and(|a| a.side == warp::launch::Side::Device && !a.freed)
    }
}

/// So many bytes, in words.
fn counted(bytes: u128) -> String {
    let s = if bytes == 1 { "" } else { "s" };
    format!("{bytes} byte{s}")
}
