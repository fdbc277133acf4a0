//! How many blocks of a kernel a multiprocessor can hold at a time, and what keeps it from more.
//!
//! A device, a block's size and what it takes go in; blocks by each resource come out. **Definition**, as NVIDIA's occupancy
//! calculator has it: warps are whole; a warp's registers are given in units of 256, and a quarter of the multiprocessor
//! serves a quarter of its warps; shared memory, with what the driver keeps of it, in units of 128 bytes. The least decides.

use super::device::Device;
use super::registers::registers;
use cuda_ir::Kernel;
pub use warp::launch::static_shared_bytes;

/// What a block takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// Threads a block.
    pub threads: u32,
    /// Registers a thread.
    pub registers: u32,
    /// Shared memory a block, static and dynamic, in bytes.
    pub shared_bytes: u32,
}

/// What runs out first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limiter {
    /// Warps.
    Warps,
    /// Blocks.
    Blocks,
    /// Registers.
    Registers,
    /// Shared memory.
    Shared,
}

/// Blocks and warps that are resident on a multiprocessor at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// Blocks.
    pub blocks: u32,
    /// Warps.
    pub warps: u32,
    /// Warps at most, on the device.
    pub most_warps: u32,
    /// What decides; of equals the first.
    pub limiter: Limiter,
    /// Blocks by each resource alone: warps, blocks, registers, shared memory.
    pub by: [(Limiter, u32); 4],
}

impl Footprint {
    /// Of a block of a kernel, with so much dynamic shared memory; its registers are the estimate.
    pub fn of(kernel: &Kernel, threads: u32, dynamic: u64) -> Footprint {
        let shared = static_shared_bytes(kernel).saturating_add(dynamic);
        Footprint {
            threads,
            registers: registers(kernel),
            shared_bytes: u32::try_from(shared).unwrap_or(u32::MAX),
        }
    }
}

impl Limiter {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Limiter::Warps => "warps",
            Limiter::Blocks => "blocks",
            Limiter::Registers => "registers",
            Limiter::Shared => "shared memory",
        }
    }
}

impl Occupancy {
    /// Of a kernel whose blocks take `of`, on a device; none fit where a block takes more than there is.
    pub fn on(device: &Device, of: Footprint) -> Occupancy {
        let warps = of.threads.div_ceil(32).max(1);
        let most_warps = device.threads_per_multiprocessor / 32;
        let registers = (of.registers * 32).next_multiple_of(256);
        let shared = (u64::from(of.shared_bytes) + u64::from(device.reserved_shared()))
            .next_multiple_of(128);
        let most = device.blocks_per_multiprocessor;
        let by_registers = (device.registers_per_multiprocessor() / 4)
            .checked_div(registers)
            .map_or(most, |quarter| quarter * 4 / warps);
        let by_shared = u64::from(device.shared_per_multiprocessor)
            .checked_div(shared)
            .and_then(|blocks| u32::try_from(blocks).ok())
            .unwrap_or(most);
        let by = [
            (Limiter::Warps, most_warps / warps),
            (Limiter::Blocks, most),
            (Limiter::Registers, by_registers),
            (Limiter::Shared, by_shared),
        ];
        let (limiter, blocks) = by
            .into_iter()
            .min_by_key(|(_, blocks)| *blocks)
            .unwrap_or(by[0]);
        Occupancy {
            blocks,
            warps: blocks * warps,
            most_warps,
            limiter,
            by,
        }
    }

    /// Resident warps over the most that there can be, 0 to 1 (`sm__maximum_warps_per_active_cycle_pct` / 100).
    pub fn ratio(&self) -> f64 {
        f64::from(self.warps) / f64::from(self.most_warps.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_a100(threads: u32, registers: u32, shared_bytes: u32) -> (u32, Limiter) {
        let of = Footprint {
            threads,
            registers,
            shared_bytes,
        };
        let found = Occupancy::on(&Device::default(), of);
        (found.blocks, found.limiter)
    }

    #[test]
    fn the_least_resource_decides() {
        assert_eq!(on_a100(256, 32, 0), (8, Limiter::Warps));
        assert_eq!(on_a100(32, 16, 0), (32, Limiter::Blocks));
        // 64 registers: 2048 a warp, 8 warps a quarter.
        assert_eq!(on_a100(256, 64, 0), (4, Limiter::Registers));
        // 48 KiB and the driver's 1 KiB: three in 164 KiB.
        assert_eq!(on_a100(256, 32, 49_152), (3, Limiter::Shared));
        assert_eq!(on_a100(1024, 255, 0).0, 0);
    }

    #[test]
    fn what_is_too_large_does_not_fit() {
        assert_eq!(on_a100(256, 32, u32::MAX).0, 0);
    }
}
