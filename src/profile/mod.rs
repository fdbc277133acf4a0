//! What a run counted, worked up for a reader: a launch's counters and a device in, a [`Profile`] out.
//!
//! `cmd/profile.rs` gets the counters, of a lab's parts or of a program; here they meet the device: what fits on a
//! multiprocessor (`simt::host::Occupancy`), and the least time that the work can take (`roofline.rs`). `rows.rs` names each
//! number with its ideal and the metric that Nsight Compute has for it, `summary.rs` has a line for each kernel, `lines.rs` sets counts beside the text; `registers.rs` asks NVIDIA's compiler, if there is one,
//! and `cubin.rs` reads its answer. `chart.rs` and `map.rs` draw, `page.rs` makes one HTML file of it all. What is told in the terminal is in `tell/profile.rs`. `gpu.rs` is what a real GPU adds, its times and the counts of
//! `ncu.rs`. The rule: counts and bounds, never a pretended duration.

pub mod chart;
pub mod cubin;
pub mod gpu;
pub mod lines;
pub mod map;
pub mod ncu;
pub mod page;
pub mod registers;
pub mod roofline;
pub mod rows;
pub mod summary;

use simt::host::{Footprint, LaunchRecord, Occupancy};
use simt::source::Source;

use crate::course::Device;
use crate::program::device::seen;
use roofline::Roofline;

/// Every kernel of one run.
#[derive(Debug)]
pub struct Profile {
    /// What was run: a lab's name or a file.
    pub subject: String,
    /// The text, for its lines.
    pub source: Source,
    /// Compared with the figures of this device.
    pub device: Device,
    /// In order of the first launch.
    pub kernels: Vec<Kernel>,
    /// What this computer's GPU said, where it was asked.
    pub gpu: Option<gpu::Said>,
}

/// One kernel in one shape, with launches that counted the same.
#[derive(Debug)]
pub struct Kernel {
    /// Of a lab: the part, and its case as CUDA writes the launch.
    pub of: Option<(String, String)>,
    /// The launch and its counters.
    pub launch: LaunchRecord,
    /// What a block takes.
    pub footprint: Footprint,
    /// Who said how many registers a thread has: `nvcc 13.0`; none where they are an estimate.
    pub compiler: Option<String>,
    /// What fits on a multiprocessor of the device.
    pub occupancy: Occupancy,
    /// The least time that the work can take.
    pub roofline: Roofline,
    /// What this computer's GPU made of it, where it was asked.
    pub on_gpu: gpu::OnGpu,
}

impl Kernel {
    /// A launch on a device; registers a thread with who said so, nobody where they are an estimate.
    pub fn new(
        of: Option<(String, String)>,
        launch: LaunchRecord,
        (registers, compiler): (u32, Option<String>),
        device: &Device,
    ) -> Kernel {
        let threads = u32::try_from(launch.block.count()).unwrap_or(u32::MAX);
        let footprint = Footprint {
            threads,
            registers,
            shared_bytes: launch.counters.shared_bytes,
        };
        Kernel {
            occupancy: Occupancy::on(&seen(device), footprint),
            roofline: Roofline::of(&launch.counters, device),
            of,
            launch,
            footprint,
            compiler,
            on_gpu: gpu::OnGpu::default(),
        }
    }

    /// `k<<<4, 256>>>`, with dynamic shared memory where there is some.
    pub fn title(&self) -> String {
        let LaunchRecord {
            kernel,
            grid,
            block,
            shared_bytes,
            ..
        } = &self.launch;
        match shared_bytes {
            0 => format!("{kernel}<<<{grid}, {block}>>>"),
            bytes => format!("{kernel}<<<{grid}, {block}, {bytes}>>>"),
        }
    }

    /// How often it was launched.
    pub fn times(&self) -> String {
        match self.launch.times {
            0 | 1 => "Launched once.".into(),
            times if self.launch.unlike == 0 => {
                format!("Launched {times} times in this shape, with the same counts each time.")
            }
            times => format!("Launched {times} times in this shape; counted is the first."),
        }
    }

    /// How often the grid fills the device: blocks over those resident at a time.
    pub fn waves(&self, device: &Device) -> f64 {
        let at_a_time = f64::from(self.occupancy.blocks) * f64::from(device.sms);
        if at_a_time == 0.0 {
            0.0
        } else {
            self.launch.counters.blocks as f64 / at_a_time
        }
    }
}
