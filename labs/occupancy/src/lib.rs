//! Lab occupancy: how many blocks and warps of a launch a multiprocessor holds, what limits them, and how many are enough.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// What a multiprocessor has. All have 65,536 registers, of which a warp gets whole pieces of 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sm {
    /// Warps that it holds at most.
    pub warps: u32,
    /// Blocks that it holds at most.
    pub blocks: u32,
    /// Bytes of shared memory.
    pub shared: u32,
    /// Bytes of shared memory that a block may have at most.
    pub shared_block: u32,
    /// Shared memory is given in multiples of this.
    pub shared_unit: u32,
    /// Bytes of shared memory that each block takes beside its own.
    pub shared_reserved: u32,
}

/// What a launch asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Threads a block.
    pub threads: u32,
    /// Registers a thread.
    pub registers: u32,
    /// Bytes of shared memory a block.
    pub shared: u32,
}

/// What keeps another block out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The places for warps.
    Warps,
    /// The registers.
    Registers,
    /// The shared memory.
    Shared,
    /// The places for blocks.
    Blocks,
}

/// Why a launch is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchError {
    /// No thread, or more than 1,024.
    Threads,
    /// More than 255 registers a thread, or no block fits into the registers.
    Registers,
    /// More shared memory than a block may have.
    Shared,
}

/// What a multiprocessor holds of a launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Occupancy {
    /// Blocks.
    pub blocks: u32,
    /// Warps.
    pub warps: u32,
    /// Warps of those that it could hold, in per cent.
    pub percent: f64,
    /// The first of the least limits, in the order of [`Limit`].
    pub limiter: Limit,
}

/// What the learner writes.
pub struct Exercise {
    /// Blocks that each limit would let in, in the order of [`Limit`]; `u32::MAX` where nothing is used.
    pub limits: fn(&Sm, &Launch) -> Result<[u32; 4], LaunchError>,
    /// The least of them.
    pub occupancy: fn(&Sm, &Launch) -> Result<Occupancy, LaunchError>,
    /// Warps a multiprocessor needs so that memory is never idle, one load each under way.
    pub warps_needed:
        fn(gbs: f64, latency_cycles: f64, mhz: f64, sms: f64, bytes_per_lane: u32) -> u32,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("limits", &[LIMITS])
            .asks("warps", "a block takes whole warps", checks::warps)
            .asks("registers", "registers of whole blocks", checks::registers)
            .asks(
                "register-unit",
                "a warp gets registers in pieces of 256",
                checks::register_unit,
            )
            .asks(
                "four-warps",
                "registers hold warps in fours",
                checks::four_warps,
            )
            .asks(
                "shared",
                "shared memory in its unit, with what is reserved",
                checks::shared,
            )
            .asks("errors", "launches that are refused", checks::errors),
        functions("occupancy", &[OCCUPANCY])
            .asks("table", "blocks, warps and per cent", checks::table)
            .asks("limiter", "what keeps another block out", checks::limiter),
        functions("enough", &[WARPS_NEEDED]).asks(
            "little",
            "bytes under way: bandwidth times latency",
            checks::little,
        ),
    ]
}

const LIMITS: &str = "pub fn limits(sm: &Sm, l: &Launch) -> Result<[u32; 4], LaunchError>";
const OCCUPANCY: &str = "pub fn occupancy(sm: &Sm, l: &Launch) -> Result<Occupancy, LaunchError>";
const WARPS_NEEDED: &str = "pub fn warps_needed(gbs: f64, latency_cycles: f64, mhz: f64, sms: f64, bytes_per_lane: u32) -> u32";
