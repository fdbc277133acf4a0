//! The device that a program is told it runs on: its name and properties.
//!
//! A caller's numbers go in; attributes come out, by CUDA's own numbers. The rule: what NVIDIA's own tables say of the
//! device; the machine itself is the same for all, and keeps no time.

use std::borrow::Cow;
use warp::launch::{DeviceLimits, Dim3};

/// A device's properties, as `cudaGetDeviceProperties` tells them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// What the driver calls it.
    pub name: Cow<'static, str>,
    /// Compute capability.
    pub capability: (u32, u32),
    /// Streaming multiprocessors.
    pub multiprocessors: u32,
    /// Bytes of global memory.
    pub memory_bytes: u64,
    /// kHz.
    pub clock_khz: u32,
    /// kHz.
    pub memory_clock_khz: u32,
    /// Bits.
    pub bus_bits: u32,
    /// Bytes.
    pub l2_bytes: u32,
    /// Shared memory of a multiprocessor, in bytes.
    pub shared_per_multiprocessor: u32,
    /// Shared memory of a block after the opt-in, in bytes.
    pub shared_optin: u32,
    /// Threads that are resident on a multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Blocks that are resident on a multiprocessor.
    pub blocks_per_multiprocessor: u32,
    /// `float` operations for one of `double`.
    pub single_to_double: u32,
}

impl Default for Device {
    /// An A100; the caller's own list says the same of it.
    fn default() -> Self {
        Device {
            name: "NVIDIA A100-SXM4-80GB".into(),
            capability: (8, 0),
            multiprocessors: 108,
            memory_bytes: 85_094_825_984,
            clock_khz: 1_410_000,
            memory_clock_khz: 1_593_000,
            bus_bits: 5120,
            l2_bytes: 41_943_040,
            shared_per_multiprocessor: 167_936,
            shared_optin: 166_912,
            threads_per_multiprocessor: 2048,
            blocks_per_multiprocessor: 32,
            single_to_double: 2,
        }
    }
}

impl Device {
    /// What a launch may ask for, with so many dynamic shared bytes opted in to.
    pub fn limits(&self, shared_bytes: u32) -> DeviceLimits {
        DeviceLimits {
            shared_bytes,
            grid: Dim3 {
                x: 0x7fff_ffff,
                y: 65535,
                z: 65535,
            },
            ..DeviceLimits::default()
        }
    }

    /// An attribute by its `cudaDeviceAttr`; 1000 is the bytes of global memory. -1 for what is not known.
    pub fn attribute(&self, number: i32) -> i64 {
        match number {
            1..=3 => 1024,
            4 => 64,
            5 => 0x7fff_ffff,
            6 | 7 => 65535,
            8 => 49152,
            9 => 65536,
            10 => 32,
            11 => 0x7fff_ffff,
            12 | 82 => self.registers_per_multiprocessor().into(),
            13 => self.clock_khz.into(),
            14 => 512,
            15 | 19 | 31 | 41 | 78 | 79 | 80 | 83 | 89 | 90 | 91 | 95 => 1,
            16 => self.multiprocessors.into(),
            17 | 18 | 20 | 35 | 84 | 85 | 86 | 88 => 0,
            21 => 131_072,
            22 => 131_072,
            23 => 65536,
            24..=26 => 16384,
            27 | 28 => 32768,
            29 => 2048,
            30 => 512,
            32 => 1,
            33 => 0,
            34 => 0,
            36 => self.memory_clock_khz.into(),
            37 => self.bus_bits.into(),
            38 => self.l2_bytes.into(),
            39 => self.threads_per_multiprocessor.into(),
            40 => 3,
            50 => 0,
            51 => 32,
            75 => self.capability.0.into(),
            76 => self.capability.1.into(),
            81 => self.shared_per_multiprocessor.into(),
            87 => self.single_to_double.into(),
            97 => self.shared_optin.into(),
            99 => 1,
            106 => self.blocks_per_multiprocessor.into(),
            108 => (self.l2_bytes / 4 * 3).into(),
            109 => 134_213_632,
            111 => self.reserved_shared().into(),
            115 => 1,
            1000 => self.memory_bytes as i64,
            _ => -1,
        }
    }

    /// Shared memory of every block that the driver keeps for itself.
    pub fn reserved_shared(&self) -> u32 {
        if self.capability.0 >= 8 { 1024 } else { 0 }
    }

    /// Registers of a multiprocessor, 32 bits each.
    pub fn registers_per_multiprocessor(&self) -> u32 {
        65536
    }
}
