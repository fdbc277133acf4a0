//! The least time that a kernel's work can take on a device, and what sets it.
//!
//! Counters and a device's peaks go in, a [`Roofline`] comes out. **Definition.** Each resource alone would need a time: device memory
//! for every byte that must move at least once (each byte loaded once, each stored once, as if caches were perfect), each kind of
//! arithmetic for its operations, shared memory for its passes over the banks. Resources work side by side, so no run is
//! faster than the longest of these times: the speed of light. **Not in it:** launch and latency, instructions that do no
//! arithmetic, special functions, a grid too small to fill the device. The real time is longer, often by far.

use simt::report::Counters;

use crate::course::Device;

/// What a time is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resource {
    /// Device memory.
    Memory,
    /// Arithmetic on `__half` and `__nv_bfloat16`, without tensor cores.
    Half,
    /// Arithmetic on `float`.
    Single,
    /// Arithmetic on `double`.
    Double,
    /// Tensor cores.
    Tensor,
    /// Shared memory.
    Shared,
}

impl Resource {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Resource::Memory => "device memory",
            Resource::Half => "half arithmetic",
            Resource::Single => "float arithmetic",
            Resource::Double => "double arithmetic",
            Resource::Tensor => "tensor cores",
            Resource::Shared => "shared memory",
        }
    }
}

/// The least time of each resource.
#[derive(Clone, PartialEq, Debug)]
pub struct Roofline {
    /// Seconds that each resource needs at least, of those that are used; the longest first.
    pub times: Vec<(Resource, f64)>,
    /// Floating-point operations of all kinds.
    pub flops: u64,
    /// Bytes that must move between memory and chip at least.
    pub bytes: u64,
    /// The peak of the kind of arithmetic that there is most of, in FLOP a second.
    pub peak: f64,
    /// That kind.
    pub unit: Resource,
    /// Bytes a second of device memory.
    pub bandwidth: f64,
}

impl Roofline {
    /// Of what was counted.
    pub fn of(counters: &Counters, device: &Device) -> Roofline {
        let by = counters.flops_by;
        let kinds = [
            (Resource::Single, by.single, device.fp32),
            (Resource::Half, by.half, device.half()),
            (Resource::Double, by.double, device.fp64),
            (Resource::Tensor, by.tensor, device.bf16),
        ];
        let bandwidth = device.bandwidth * 1e9;
        let bytes = counters.compulsory_bytes();
        let shared = &counters.shared;
        let passes = shared.loads.wavefronts + shared.stores.wavefronts + shared.atomics.wavefronts;
        let mut times = vec![(Resource::Memory, bytes as f64 / bandwidth)];
        // A pass serves at most the 32 banks, 128 bytes.
        times.push((
            Resource::Shared,
            passes as f64 * 128.0 / (device.shared_bandwidth * 1e12),
        ));
        times.extend(kinds.map(|(unit, flops, peak)| (unit, flops as f64 / (peak * 1e12))));
        times.retain(|(_, seconds)| *seconds > 0.0);
        times.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut arithmetic = times.iter().map(|(resource, _)| *resource);
        let unit = arithmetic
            .find(|resource| !matches!(resource, Resource::Memory | Resource::Shared))
            .unwrap_or(Resource::Single);
        let peak = kinds
            .iter()
            .find(|(kind, ..)| *kind == unit)
            .map_or(device.fp32, |(.., peak)| *peak);
        Roofline {
            times,
            flops: counters.flops,
            bytes,
            peak: peak * 1e12,
            unit,
            bandwidth,
        }
    }

    /// Operations a byte that must move; none for a kernel that moves nothing.
    pub fn intensity(&self) -> Option<f64> {
        (self.bytes > 0).then(|| self.flops as f64 / self.bytes as f64)
    }

    /// The intensity from which arithmetic, not memory, sets the pace.
    pub fn ridge(&self) -> f64 {
        self.peak / self.bandwidth
    }

    /// The most operations a second at an intensity.
    pub fn attainable(&self, intensity: f64) -> f64 {
        (intensity * self.bandwidth).min(self.peak)
    }

    /// What sets the least time, and the time in seconds.
    pub fn bound(&self) -> Option<(Resource, f64)> {
        self.times.first().copied()
    }
}

/// A time as a person reads it.
pub fn seconds(time: f64) -> String {
    let (value, unit) = match time {
        t if t >= 1.0 => (t, "s"),
        t if t >= 1e-3 => (t * 1e3, "ms"),
        t if t >= 1e-6 => (t * 1e6, "µs"),
        t => (t * 1e9, "ns"),
    };
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::catalog;
    use simt::launch::{Elem, Init, Memory};
    use simt::report::{BufferCounters, Flops, Traffic};

    fn a100() -> Device {
        let known = catalog::shipped_devices();
        known
            .into_iter()
            .find(|device| device.id == "dev.a100")
            .expect("it is in the list")
    }

    fn counted(single: u64, bytes: u64) -> Counters {
        let loads = Traffic {
            unique_bytes: bytes,
            ..Traffic::default()
        };
        Counters {
            flops: single,
            flops_by: Flops {
                single,
                ..Flops::default()
            },
            buffers: vec![BufferCounters {
                buffer: Memory::new().alloc("a", Elem::F32, 1, Init::Uninit),
                name: "a".into(),
                loads,
                stores: Traffic::default(),
                atomics: Traffic::default(),
                reductions: Traffic::default(),
            }],
            ..Counters::default()
        }
    }

    #[test]
    fn the_longest_time_is_the_bound() {
        // 2039 GB/s and 19.5 TFLOPS: the ridge is at 9.56 FLOP a byte.
        let memory = Roofline::of(&counted(2_039, 2_039), &a100());
        assert_eq!(memory.bound().map(|(of, _)| of), Some(Resource::Memory));
        assert!((memory.bound().expect("bytes move").1 - 1e-9).abs() < 1e-15);
        let compute = Roofline::of(&counted(195_000, 2_039), &a100());
        assert_eq!(compute.bound().map(|(of, _)| of), Some(Resource::Single));
        assert!((compute.ridge() - 9.5635).abs() < 1e-3);
        assert_eq!(compute.attainable(1e9), 19.5e12);
    }

    #[test]
    fn a_kernel_that_does_nothing_has_no_bound() {
        assert_eq!(Roofline::of(&Counters::default(), &a100()).bound(), None);
    }

    #[test]
    fn times_read_well() {
        assert_eq!(
            [2.5e-9, 1.234e-5, 0.4, 3.0].map(seconds),
            ["2.50 ns", "12.3 µs", "400 ms", "3.00 s"]
        );
    }
}
