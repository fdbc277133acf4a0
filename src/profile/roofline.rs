//! The least time that a kernel's work can take on a device, and what sets it.
//!
//! Counters and a device's peaks go in, a [`Roofline`] comes out. **Definition.** Each resource alone would need a time: device memory
//! for every byte that must move (each byte loaded once that the kernel has not stored itself before, each stored once, as if caches were perfect), each kind of
//! arithmetic for its operations. Resources work side by side, so a run that begins with cold caches, ends with its results in memory
//! and does this arithmetic is no faster than the longest of these times, by the device's data sheet: the speed of light. Shared memory has a time,
//! too, for its passes over the banks as the code is written; as a compiler may merge accesses, it bounds nothing and stands apart. **Not in
//! it:** launch and latency, instructions that do no arithmetic, special functions, a grid too small to fill the device. The real time is longer, often by far.
//! Where a data sheet has no figure for a type of matrices, the highest that any device of its kind has is taken.

use simt::report::{Counters, Flops};

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
        }
    }
}

/// The least time of each resource.
#[derive(Clone, PartialEq, Debug)]
pub struct Roofline {
    /// Seconds that each resource needs at least, of those that are used; the longest first. Without shared memory.
    pub times: Vec<(Resource, f64)>,
    /// Seconds that shared memory needs for the accesses as they are written; none without any.
    pub shared: Option<f64>,
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
            (
                Resource::Tensor,
                by.tensor + by.tensor_int8,
                device.tensor16(),
            ),
        ];
        let bandwidth = device.bandwidth * 1e9;
        let bytes = counters.compulsory_bytes();
        let shared = &counters.shared;
        let passes = shared.loads.wavefronts + shared.stores.wavefronts + shared.atomics.wavefronts;
        let mut times = vec![(Resource::Memory, bytes as f64 / bandwidth)];
        // A pass serves at most the 32 banks, 128 bytes.
        let shared = passes as f64 * 128.0 / (device.shared_bandwidth * 1e12);
        times.extend(kinds.map(|(unit, flops, peak)| match unit {
            Resource::Tensor => (unit, matrices(&by, device)),
            unit => (unit, flops as f64 / (peak * 1e12)),
        }));
        times.retain(|(_, seconds)| *seconds > 0.0);
        times.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut arithmetic = times.iter().map(|(resource, _)| *resource);
        let unit = arithmetic
            .find(|resource| *resource != Resource::Memory)
            .unwrap_or(Resource::Single);
        let peak = kinds
            .iter()
            .find(|(kind, ..)| *kind == unit)
            .map_or(device.fp32, |(.., peak)| *peak);
        Roofline {
            times,
            shared: (shared > 0.0).then_some(shared),
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

/// Seconds that matrix units need, each type at its own rate.
fn matrices(by: &Flops, device: &Device) -> f64 {
    let other = by.tensor_half + by.tensor_tf32 + by.tensor_fp8 + by.tensor_double;
    let kinds = [
        (by.tensor.saturating_sub(other), device.tensor16()),
        (by.tensor_half, 2.0 * device.tensor16()),
        (by.tensor_tf32, device.tensor16() / 2.0),
        (by.tensor_fp8, device.fp8.unwrap_or(2.0 * device.tensor16())),
        (
            by.tensor_int8,
            device.int8.unwrap_or(2.0 * device.tensor16()),
        ),
        (by.tensor_double, 2.0 * device.fp64),
    ];
    let times = kinds.map(|(flops, peak)| flops as f64 / (peak * 1e12));
    times.iter().filter(|time| time.is_finite()).sum()
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
    use simt::report::{BufferCounters, Traffic};

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
    fn shared_memory_bounds_nothing_and_matrices_go_at_their_own_rates() {
        let mut counters = counted(0, 2_039);
        counters.shared.loads.wavefronts = 1 << 30;
        let of = Roofline::of(&counters, &a100());
        assert_eq!(of.bound().map(|(of, _)| of), Some(Resource::Memory));
        assert!(of.shared.is_some_and(|time| time > 1e-3));
        // 312 TFLOPS on half, and half of it on tf32.
        let by = Flops {
            tensor: 936,
            tensor_tf32: 312,
            ..Flops::default()
        };
        assert!((matrices(&by, &a100()) - 4e-12).abs() < 1e-15);
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
