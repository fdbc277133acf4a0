//! What a caller brings to a run: memory with named buffers, a launch with its arguments, options with their limits.
//!
//! Goes in: bytes and numbers; comes out: a run's view of them, or a refusal in words. The rule: everything that a
//! launch can get wrong is found here, before the first instruction. `vm::run` is what uses it.

use crate::report::trace::Traced;
use std::fmt;

mod crew;
mod halt;
mod hosted;
mod memory;
mod spare;
mod validate;

pub use crew::{AtOnce, Crew};
pub use cuda_ir::Elem;
pub use cuda_ir::pointer::MAX_MEMORY;
pub use halt::Halt;
pub use hosted::{HostBlock, HostKind};
pub use memory::Side;
pub use memory::{
    Allocation, Filled, all_written, first_written, is_all, is_written, mark, unwritten,
};
pub use memory::{Buffer, Init, Memory};
pub use validate::{Misshape, scalar_bits, shape_error, static_shared_bytes, validate};

/// Sizes of a grid or a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dim3 {
    /// Fastest.
    pub x: u32,
    /// Middle.
    pub y: u32,
    /// Slowest.
    pub z: u32,
}

impl Dim3 {
    /// `x * y * z`.
    pub fn count(self) -> u64 {
        (self.x as u64)
            .saturating_mul(self.y as u64)
            .saturating_mul(self.z as u64)
    }

    /// The place of a linear index, `x` fastest.
    #[inline(always)]
    pub fn place(self, linear: u64) -> [u32; 3] {
        let (x, y) = (self.x.max(1) as u64, self.y.max(1) as u64);
        [
            (linear % x) as u32,
            (linear / x % y) as u32,
            (linear / (x * y)) as u32,
        ]
    }
}

impl From<u32> for Dim3 {
    fn from(x: u32) -> Self {
        Dim3 { x, y: 1, z: 1 }
    }
}

impl From<(u32, u32)> for Dim3 {
    fn from((x, y): (u32, u32)) -> Self {
        Dim3 { x, y, z: 1 }
    }
}

impl From<(u32, u32, u32)> for Dim3 {
    fn from((x, y, z): (u32, u32, u32)) -> Self {
        Dim3 { x, y, z }
    }
}

impl fmt::Display for Dim3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.y, self.z) {
            (1, 1) => write!(f, "{}", self.x),
            (_, 1) => write!(f, "({}, {})", self.x, self.y),
            _ => write!(f, "({}, {}, {})", self.x, self.y, self.z),
        }
    }
}

/// `kernel<<<grid, block, shared_bytes>>>(args…)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Launch {
    /// The kernel's name; of a template with its arguments: `k<256>`.
    pub kernel: String,
    /// Blocks.
    pub grid: Dim3,
    /// Threads a block.
    pub block: Dim3,
    /// Bytes of `extern __shared__` memory a block.
    pub shared_bytes: u32,
    /// One for each parameter.
    pub args: Vec<Arg>,
}

/// An argument of a launch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Arg {
    /// For `bool`.
    Bool(bool),
    /// For any integer type that holds the value.
    I32(i32),
    /// For any integer type that holds the value.
    U32(u32),
    /// For any integer type that holds the value.
    I64(i64),
    /// For any integer type that holds the value.
    U64(u64),
    /// For `float` and `double`.
    F32(f32),
    /// For `double` (and for `float` where it is exact).
    F64(f64),
    /// For a pointer: the buffer's start.
    Buffer(Buffer),
    /// For a pointer: so many bytes from the buffer's start.
    BufferAt(Buffer, i64),
    /// For a pointer: null.
    Null,
}

/// What a device accepts; the defaults are those that every device since compute capability 7.0 has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceLimits {
    /// Threads a block.
    pub block_threads: u32,
    /// A block's extents.
    pub block: Dim3,
    /// A grid's extents.
    pub grid: Dim3,
    /// Shared bytes a block, static and dynamic; more needs an opt-in, which is a larger number here.
    pub shared_bytes: u32,
    /// Bytes of local memory a thread.
    pub local_bytes: u32,
    /// Depth of calls.
    pub call_depth: u32,
}

impl Default for DeviceLimits {
    fn default() -> Self {
        DeviceLimits {
            block_threads: 1024,
            block: Dim3 {
                x: 1024,
                y: 1024,
                z: 64,
            },
            grid: Dim3 {
                x: 0x7fff_ffff,
                y: 65535,
                z: 65535,
            },
            shared_bytes: 48 * 1024,
            local_bytes: 512 * 1024,
            call_depth: 256,
        }
    }
}

/// How a run is to go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunOptions {
    /// How many warp instructions the run may take.
    pub fuel: u64,
    /// The order of blocks, and of warps in a block: 0 as numbered, 1 reversed, any other shuffled by it.
    pub seed: u64,
    /// Whether the probes watch. Without them a run is faster, an out-of-bounds access is still found, and of the
    /// counters only `warp_instructions`, `threads`, `blocks` and `shared_bytes` are counted. A build without the feature `unwatched`
    /// watches every run, and all of it.
    pub checks: bool,
    /// How many warp instructions the probes watch, more or less: where a launch takes more, the rest runs without them. That is its blocks
    /// from some number on, or what is left of blocks that wait for each other or are very long. What it is depends on nothing but the
    /// launch. Accesses that take long to watch, as those of lanes that lie far apart, count as more than one.
    pub watched: u64,
    /// What the device accepts.
    pub device: DeviceLimits,
    /// How many distinct findings are kept.
    pub max_findings: usize,
    /// How many bytes of text are kept of what kernels print; what has no room is counted.
    pub printed: usize,
    /// A byte of a buffer whose last store the report is to name; needs `checks`.
    pub watch: Option<(Buffer, u64)>,
    /// Whether shared and local memory that nobody wrote reads as `0xcd` bytes, never right by luck, rather than as 0.
    pub poison: bool,
    /// Whether NaN and infinity are reported where they first arise, which takes longer; needs `checks`.
    pub nonfinite: bool,
    /// Whether the launch is a cooperative one, whose blocks can wait for each other at the grid's barrier; in another that traps.
    pub cooperative: bool,
    /// Whether the bytes that the launch touches are gathered, for a program whose operations may be in each other's way; needs `checks`.
    pub footprint: bool,
    /// The warp whose steps the report is to have, which takes longer; needs `checks`. Blocks run one after the other then.
    pub trace: Option<Traced>,
    /// Who runs blocks at once; without a crew they run one after the other. What comes out is the same.
    pub crew: Option<Crew>,
    /// Whether the run is to end: then it does as if its fuel were used up.
    pub halt: Option<Halt>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            fuel: 1 << 28,
            seed: 0,
            checks: true,
            watched: u64::MAX,
            device: DeviceLimits::default(),
            max_findings: 20,
            printed: 16 << 20,
            watch: None,
            poison: true,
            nonfinite: false,
            cooperative: true,
            footprint: false,
            trace: None,
            crew: None,
            halt: None,
        }
    }
}
