//! How long a launch takes on the device's clock, as events and timers see it.
//!
//! What was counted and the device go in, nanoseconds come out. The rule is a model, and said to be one: a launch takes
//! [`LAUNCH`], and then what takes longest of its instructions (a scheduler issues one a cycle, a warp one in [`LATENCY`]),
//! its traffic between the multiprocessors and the L2 cache, and the bytes that must come from memory or go there. So a
//! copy comes near the device's bandwidth and not above it, strided accesses take longer than their bytes would, and one
//! thread is slow; caches beyond that, and what overlaps badly, are left out.

use super::device::Device;
use warp::report::Report;
use warp::vm::Shape;

/// Nanoseconds to launch a kernel.
const LAUNCH: u64 = 2_500;
/// Cycles from one instruction of a warp to the next.
const LATENCY: f64 = 4.0;
/// Schedulers of a multiprocessor.
const SCHEDULERS: f64 = 4.0;
/// How many times as much the L2 cache delivers as memory does (an A100's: about 5 TB/s of 2).
const L2: f64 = 2.5;
const SECTOR: f64 = 32.0;

/// Bytes that a kernel moves, for each of its warp instructions.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Traffic {
    /// From memory or to it, at least.
    least: f64,
    /// In whole sectors, to and from the L2 cache.
    moved: f64,
}

impl Traffic {
    /// Of a launch of so many blocks, if some were watched; `most` is what memory holds.
    pub fn of(report: &Report, blocks: u64, most: u64) -> Option<Traffic> {
        let counters = &report.counters;
        let work = counters.warp_instructions as f64;
        let whole = match report.part {
            Some(part) => work / part.max(1) as f64,
            None => blocks as f64 / report.watched as f64,
        };
        if !whole.is_finite() || work == 0.0 {
            return None;
        }
        let sectors = counters
            .buffers
            .iter()
            .map(|b| b.loads.sectors + b.stores.sectors + b.atomics.sectors)
            .sum::<u64>();
        // Each byte is loaded once and stored once.
        let least = (counters.compulsory_bytes() as f64 * whole).min(2.0 * most as f64);
        Some(Traffic {
            least: least / work,
            moved: sectors as f64 * SECTOR * whole / work,
        })
    }
}

/// Nanoseconds to begin a copy, and bytes a nanosecond between host and device.
const COPY: u64 = 2_000;
const LINK: u64 = 20;

/// Nanoseconds for a copy: over the link to the host, or within the device's memory, where each byte is read and written.
pub(super) fn copied(device: &Device, bytes: u64, within: bool) -> u64 {
    let moved = match within {
        true => (2.0 * bytes as f64 / memory(device)) as u64,
        false => bytes / LINK,
    };
    COPY + moved
}

/// Bytes a nanosecond of the device's memory: two transfers a cycle.
fn memory(device: &Device) -> f64 {
    let bits = f64::from(device.memory_clock_khz) * 2.0 * f64::from(device.bus_bits);
    (bits / 8e6).max(1.0)
}

/// Nanoseconds for so many warp instructions.
pub(super) fn nanos(device: &Device, shape: &Shape, (work, traffic): (u64, Traffic)) -> u64 {
    let work = work as f64;
    let blocks = shape.grid.count() as f64;
    let warps = blocks * (shape.block.count() as f64 / 32.0).ceil();
    let busy = blocks.min(f64::from(device.multiprocessors)) * SCHEDULERS;
    let issued = busy.min(warps / LATENCY).max(1.0 / LATENCY);
    let cycles = work / issued;
    let memory = memory(device);
    let compute = cycles * 1e6 / f64::from(device.clock_khz).max(1.0);
    let waits = (traffic.least * work / memory).max(traffic.moved * work / (memory * L2));
    LAUNCH + compute.max(waits) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_the_device_a_copy_takes_what_its_memory_takes_and_over_the_link_much_longer() {
        // An A100 moves about 2,039 bytes a nanosecond: 1 GB read and written takes about 981 µs.
        let device = Device::default();
        let within = copied(&device, 1_000_000_000, true);
        assert!((970_000..1_000_000).contains(&within), "{within}");
        assert_eq!(copied(&device, 1_000_000_000, false), 50_002_000);
    }
}
