//! Every kernel of a profile in a line: what it did, what that moved, and what its time cannot be less than.
//!
//! Kernels go in, rows of a table come out. The rule: a number is of one launch, as in the sections below the table; who wants the run's
//! multiplies by the launches.

use lab::budget::number;

use super::roofline::seconds;
use super::rows::bytes;
use super::{Kernel, Profile};

/// What the columns are called.
pub const HEAD: [&str; 9] = [
    "kernel",
    "launches",
    "FLOP",
    "double",
    "bytes at least",
    "moved",
    "sectors",
    "bank conflicts",
    "least time",
];

/// The counts of one kernel, of one launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// How often it was launched.
    pub launches: u64,
    /// Floating-point operations.
    pub flops: u64,
    /// Operations on `double`, special functions among them.
    pub doubles: u64,
    /// Bytes that must move between memory and chip at least.
    pub least_bytes: u64,
    /// Sectors that loads, stores and atomics touch, of 32 bytes each.
    pub sectors: u64,
    /// Passes over the banks of shared memory beyond those that the same bytes need.
    pub conflicts: u64,
    /// The least time that the device needs, in seconds.
    pub least_seconds: Option<f64>,
}

impl Counted {
    /// Of a kernel.
    pub fn of(kernel: &Kernel) -> Counted {
        let c = &kernel.launch.counters;
        let shared = [&c.shared.loads, &c.shared.stores, &c.shared.atomics];
        let buffers = c.buffers.iter().map(|b| [&b.loads, &b.stores, &b.atomics]);
        // Constants go by a cache of their own.
        let symbols = c.symbols.iter().filter(|symbol| !symbol.constant);
        let symbols = symbols.map(|s| [&s.loads, &s.stores, &s.atomics]);
        let sectors = buffers.chain(symbols).flatten().map(|t| t.sectors);
        Counted {
            launches: kernel.launch.times.max(1),
            flops: c.flops,
            doubles: c.doubles,
            least_bytes: kernel.roofline.bytes,
            sectors: sectors.sum(),
            conflicts: shared.iter().map(|banked| banked.conflicts()).sum(),
            least_seconds: kernel.roofline.bound().map(|(_, time)| time),
        }
    }

    /// Bytes in the sectors.
    pub fn moved(&self) -> u64 {
        32 * self.sectors
    }
}

/// The table: a line of cells for each kernel, in the order of [`HEAD`].
pub fn table(profile: &Profile) -> Vec<[String; 9]> {
    let line = |kernel: &Kernel| {
        let c = Counted::of(kernel);
        let count = |n: u64| number(n as f64);
        [
            kernel.title(),
            count(c.launches),
            count(c.flops),
            count(c.doubles),
            bytes(c.least_bytes),
            bytes(c.moved()),
            count(c.sectors),
            count(c.conflicts),
            c.least_seconds.map_or(String::new(), seconds),
        ]
    };
    profile.kernels.iter().map(line).collect()
}
