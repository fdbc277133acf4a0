//! Lab memory-pool: memory that is given out in the order of streams, and a handle that frees once.
//! What is asked stands here; the calls and the right answers are in `checks.rs`, a slow pool to compare in `model.rs`.

mod checks;
mod model;

use lab::{PartSpec, functions};

/// Why a request was refused; nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolError {
    /// No bytes were asked for.
    Zero,
    /// There is no such piece; so many bytes are in the largest that this stream could have now.
    Full(u64),
    /// Nothing that is in use begins at this offset.
    NotLive,
}

/// A pool in numbers; all in bytes but the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// In use.
    pub live: u64,
    /// The most that was in use at once.
    pub peak: u64,
    /// Not in use.
    pub free: u64,
    /// The largest piece of that.
    pub largest: u64,
    /// 1 − largest / free, and 0 if nothing is free.
    pub fragmentation: f64,
}

/// What the learner's `Pool` can do.
pub trait StreamOrdered {
    /// Memory for work in a stream; where it begins.
    fn alloc(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError>;
    /// The memory that begins there is free once the work that is in the stream now is done.
    fn free(&mut self, offset: u64, stream: u32) -> Result<(), PoolError>;
    /// What comes into stream `waiter` from now on runs after all that is in stream `on` now.
    fn wait(&mut self, waiter: u32, on: u32);
    /// How full it is.
    fn report(&self) -> Report;
}

/// A pool and the learner's handles into it.
pub trait Handles {
    /// One handle more; where its memory begins.
    fn hold(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError>;
    /// The nth handle is dropped.
    fn let_go(&mut self, nth: usize);
    /// How full the pool is.
    fn report(&self) -> Report;
}

/// What the learner writes.
pub struct Exercise {
    /// A pool of so many bytes.
    pub new: fn(bytes: u64) -> Box<dyn StreamOrdered>,
    /// A pool of so many bytes, and no handles yet.
    pub handles: fn(bytes: u64) -> Box<dyn Handles>,
    /// Whether a handle can be cloned.
    pub handle_clones: bool,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("place", &[NEW, ALLOC])
            .asks("rounds", "whole pieces of 256 bytes", checks::rounds)
            .asks("full", "what there is no room for", checks::full),
        functions("free", &[FREE])
            .asks(
                "lowest",
                "the lowest place that is large enough",
                checks::lowest,
            )
            .asks("merge", "neighbours are one piece", checks::merge)
            .asks("not-live", "nothing is freed twice", checks::not_live),
        functions("streams", &[WAIT])
            .asks("own", "the freeing stream has it at once", checks::own)
            .asks(
                "before",
                "a wait covers what came before it",
                checks::before,
            )
            .asks("after", "another stream has it after a wait", checks::after)
            .asks("chain", "waits that follow from waits", checks::chain)
            .asks("back", "each free counts anew", checks::back),
        functions("report", &[REPORT])
            .asks("numbers", "use, peak and fragments", checks::numbers)
            .asks("trace", "a thousand operations", checks::trace),
        functions("handle", &[HELD, OFFSET])
            .asks(
                "frees",
                "a handle that goes frees its memory",
                checks::frees,
            )
            .asks(
                "not-clone",
                "two handles never free one piece",
                checks::not_clone,
            ),
    ]
}

const NEW: &str = "impl Pool { pub fn new(bytes: u64) -> Pool }";
const ALLOC: &str = "fn alloc(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError>";
const FREE: &str = "fn free(&mut self, offset: u64, stream: u32) -> Result<(), PoolError>";
const WAIT: &str = "fn wait(&mut self, waiter: u32, on: u32)";
const REPORT: &str = "fn report(&self) -> Report";
const HELD: &str = "impl<'p> Held<'p> { pub fn new(pool: &'p RefCell<Pool>, bytes: u64, stream: u32) -> Result<Held<'p>, PoolError> }";
const OFFSET: &str = "impl Held<'_> { pub fn offset(&self) -> u64 }";
