//! Lab continuous-batching: who computes in which step of a server, in three schedulers, and what their users wait.
//! What is asked stands here; the calls and the right answers are in `checks.rs`, what goes in and out in `trace.rs`.

mod checks;
mod trace;

use lab::{PartSpec, functions};
pub use trace::{Cost, Done, Request, Run, SchedError};

/// What the learner writes.
pub struct Exercise {
    /// Batches that begin and end together.
    pub static_batches: fn(&[Request], size: usize, Cost) -> Run,
    /// Requests join and leave between steps.
    pub continuous: fn(&[Request], slots: usize, budget: u32, Cost) -> Result<Run, SchedError>,
    /// The same with a cache of so many blocks.
    pub paged: Paged,
    /// The value that `p` of 100 do not exceed.
    pub percentile: fn(&[u64], p: u32) -> Option<u64>,
    /// The longest step with which an answer is there in time.
    pub step_budget: fn(total: u64, first: u64, tokens: u32) -> Option<u64>,
}

/// Requests, slots, budget, blocks, tokens a block, what a step takes.
pub type Paged = fn(&[Request], usize, u32, u32, u32, Cost) -> Result<Run, SchedError>;

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("static", &[STATIC])
            .asks("ends", "a batch ends with its longest answer", checks::ends)
            .asks("padding", "slots that wait compute", checks::padding)
            .asks("waits", "a batch takes whoever is there", checks::waits),
        functions("continuous", &[CONTINUOUS])
            .asks("refill", "a free slot is taken at once", checks::refill)
            .asks("idle", "nobody is there for a while", checks::idle)
            .asks("order", "first come, first served", checks::order),
        functions("budget", &[CONTINUOUS])
            .asks("chunks", "a prompt is cut to what is left", checks::chunks)
            .asks("refuses", "a budget below the slots", checks::refuses),
        functions("preempt", &[PAGED])
            .asks("plenty", "blocks for all change nothing", checks::plenty)
            .asks("latest", "the last admitted makes room", checks::latest)
            .asks("queue", "nobody overtakes", checks::queue)
            .asks("never-fits", "more than all blocks", checks::never_fits),
        functions("report", &[PERCENTILE, STEP_BUDGET])
            .asks("percentile", "the value at its place", checks::percentile)
            .asks("step-budget", "what a step may take", checks::step_budget)
            .asks("versus-static", "sixty requests", checks::versus_static),
    ]
}

const STATIC: &str = "pub fn static_batches(r: &[Request], size: usize, c: Cost) -> Run";
const CONTINUOUS: &str = "pub fn continuous(r: &[Request], slots: usize, budget: u32, c: Cost) -> Result<Run, SchedError>";
const PAGED: &str = "pub fn paged(r: &[Request], slots: usize, budget: u32, blocks: u32, block_size: u32, c: Cost) -> Result<Run, SchedError>";
const PERCENTILE: &str = "pub fn percentile(x: &[u64], p: u32) -> Option<u64>";
const STEP_BUDGET: &str = "pub fn step_budget(total: u64, first: u64, tokens: u32) -> Option<u64>";
