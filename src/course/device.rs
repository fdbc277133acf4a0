//! A GPU's figures, as `content/data/devices.yaml` has them.
//!
//! A row goes in, a [`Device`] comes out. The rule: units are in the file's head, figures are dense peaks, and what follows
//! from other figures is computed here. A row with a compute capability must say all that a program can ask for; one without
//! runs no CUDA, and what it leaves out is 0 here and not shown. `catalog.rs` reads the file; `program/device.rs` makes of a row
//! the device that a program sees.

use super::front::Yaml;
use super::yaml::{Node, Value};

/// The file, relative to the course's root.
pub(crate) const FILE: &str = "content/data/devices.yaml";

/// A GPU or another chip for the same work. Compute figures are dense peaks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Device {
    /// `dev.h100`.
    pub id: String,
    /// `H100 SXM5`.
    pub name: String,
    /// Compute capability; empty for a chip that runs no CUDA.
    pub cc: String,
    /// What the driver calls it, where that is known.
    pub driver: Option<String>,
    /// Bytes that the driver lets programs have, where that is known.
    pub driver_memory: Option<u64>,
    /// Clock of the multiprocessors in MHz, at its highest.
    pub clock: f64,
    /// Clock in MHz that the peak of the tensor cores is printed for, where it is another.
    pub tensor_clock: Option<f64>,
    /// Clock of the memory in MHz, where it is known; two transfers a tick.
    pub memory_clock: Option<f64>,
    /// Width of the memory bus in bits.
    pub bus: u32,
    /// Multiprocessors.
    pub sms: u32,
    /// Device memory in GB (10⁹ bytes).
    pub memory: f64,
    /// `HBM3`, `GDDR6`, …
    pub memory_kind: String,
    /// Memory bandwidth in GB/s.
    pub bandwidth: f64,
    /// L2 cache in MB.
    pub l2: f64,
    /// FP64 in TFLOPS, without tensor cores.
    pub fp64: f64,
    /// FP32 in TFLOPS, without tensor cores.
    pub fp32: f64,
    /// FP16 in TFLOPS, without tensor cores; as FP32 where it is left out.
    pub fp16: Option<f64>,
    /// BF16 on tensor cores with FP32 sums, in TFLOPS; FP16 has the same peak.
    pub bf16: Option<f64>,
    /// FP16 on tensor cores in TFLOPS, of a device whose tensor cores know no BF16.
    pub fp16_tensor: Option<f64>,
    /// FP8 on tensor cores, in TFLOPS.
    pub fp8: Option<f64>,
    /// FP4 on tensor cores, in TFLOPS.
    pub fp4: Option<f64>,
    /// INT8 on tensor cores, in TOPS.
    pub int8: Option<f64>,
    /// Shared memory of a multiprocessor, in KiB.
    pub shared_sm: u32,
    /// Shared memory that one block can have, in KiB.
    pub shared_block: u32,
    /// Resident warps of a multiprocessor at most.
    pub warps_sm: u32,
    /// Resident blocks of a multiprocessor at most.
    pub blocks_sm: u32,
    /// Bandwidth of all shared memory together, in TB/s.
    pub shared_bandwidth: f64,
    /// NVLink in one direction, in GB/s.
    pub nvlink: Option<f64>,
    /// PCI Express in one direction, in GB/s.
    pub pcie: Option<f64>,
    /// Board power in W.
    pub power: f64,
    /// Where the figures come from.
    pub source: String,
    /// Keys whose figures were not checked against a page.
    pub unverified: Vec<String>,
}

impl Device {
    /// Whether CUDA programs run on it.
    pub fn runs_cuda(&self) -> bool {
        !self.cc.is_empty()
    }

    /// Peak of 16-bit floats on tensor cores, in TFLOPS; 0 without tensor cores.
    pub fn tensor16(&self) -> f64 {
        self.bf16.or(self.fp16_tensor).unwrap_or(0.0)
    }

    /// Peak of 16-bit floats on tensor cores over bandwidth, in FLOP a byte: below it a kernel is bound by memory.
    pub fn ridge(&self) -> f64 {
        self.tensor16() * 1000.0 / self.bandwidth
    }

    /// Peak of FP16 without tensor cores, in TFLOPS.
    pub fn half(&self) -> f64 {
        self.fp16.unwrap_or(self.fp32)
    }
}

/// What every row says.
const ALWAYS: [&str; 6] = ["id", "name", "memory", "memory_kind", "bandwidth", "source"];

/// What a row says, too, when it has a compute capability: programs can ask for it.
const OF_CUDA: [&str; 12] = [
    "clock",
    "sms",
    "bus",
    "l2",
    "fp64",
    "fp32",
    "shared_sm",
    "shared_block",
    "warps_sm",
    "blocks_sm",
    "shared_bandwidth",
    "power",
];

/// What a row may say.
const SOME: [&str; 14] = [
    "cc",
    "driver",
    "driver_memory",
    "tensor_clock",
    "memory_clock",
    "fp16",
    "bf16",
    "fp16_tensor",
    "fp8",
    "fp4",
    "int8",
    "nvlink",
    "pcie",
    "unverified",
];

/// Every key that a row may have.
pub(crate) fn keys() -> Vec<&'static str> {
    [&ALWAYS[..], &OF_CUDA, &SOME].concat()
}

/// Reads a row.
pub(crate) fn row(yaml: &mut Yaml<'_>, node: &Node) -> Device {
    let keys = keys();
    let required = if node.has("cc") {
        [&ALWAYS[..], &OF_CUDA].concat()
    } else {
        ALWAYS.to_vec()
    };
    let mut row = Device::default();
    for (key, value) in yaml.map(node, &keys, &required) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "cc" => row.cc = yaml.text(key, value),
            "driver" => row.driver = Some(yaml.text(key, value)),
            "memory_kind" => row.memory_kind = yaml.text(key, value),
            "source" => row.source = yaml.text(key, value),
            "unverified" => row.unverified = unverified(yaml, key, value, &keys),
            "bus" | "sms" | "shared_sm" | "shared_block" | "warps_sm" | "blocks_sm" => {
                let whole = yaml.whole(key, value).unwrap_or(0);
                *count(&mut row, key) = whole;
            }
            _ => {
                let number = number(yaml, key, value);
                figure(&mut row, key, number);
            }
        }
    }
    if node.has("cc") && !node.has("bf16") && !node.has("fp16_tensor") {
        let help = "a device whose tensor cores know no BF16 has `fp16_tensor` instead".to_owned();
        let message = "the key `bf16` is missing".to_owned();
        yaml.add(node.line, node.column, message, Some(help));
    }
    row
}

/// Where a whole number goes.
fn count<'r>(row: &'r mut Device, key: &str) -> &'r mut u32 {
    match key {
        "bus" => &mut row.bus,
        "sms" => &mut row.sms,
        "shared_sm" => &mut row.shared_sm,
        "shared_block" => &mut row.shared_block,
        "warps_sm" => &mut row.warps_sm,
        _ => &mut row.blocks_sm,
    }
}

/// Puts a number where it goes.
fn figure(row: &mut Device, key: &str, number: f64) {
    match key {
        "clock" => row.clock = number,
        "memory" => row.memory = number,
        "bandwidth" => row.bandwidth = number,
        "l2" => row.l2 = number,
        "fp64" => row.fp64 = number,
        "fp32" => row.fp32 = number,
        "shared_bandwidth" => row.shared_bandwidth = number,
        "power" => row.power = number,
        "driver_memory" => row.driver_memory = Some(number as u64),
        "tensor_clock" => row.tensor_clock = Some(number),
        "memory_clock" => row.memory_clock = Some(number),
        "fp16" => row.fp16 = Some(number),
        "bf16" => row.bf16 = Some(number),
        "fp16_tensor" => row.fp16_tensor = Some(number),
        "fp8" => row.fp8 = Some(number),
        "fp4" => row.fp4 = Some(number),
        "int8" => row.int8 = Some(number),
        "nvlink" => row.nvlink = Some(number),
        _ => row.pcie = Some(number),
    }
}

/// The keys that were not checked; one that no device has is told.
fn unverified(yaml: &mut Yaml<'_>, key: &str, value: &Node, keys: &[&'static str]) -> Vec<String> {
    let names = yaml.texts(key, value);
    for (name, at) in names.iter().zip(yaml.list(key, value)) {
        if !keys.contains(&name.as_str()) {
            let help = super::problem::meant(name, keys);
            let message = format!("`{name}` is no key of a device");
            yaml.add(at.line, at.column, message, help);
        }
    }
    names
}

/// A number above nothing; a text that looks like one is told to lose its quotes.
fn number(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> f64 {
    let number = match &node.value {
        Value::Int(n) => *n as f64,
        Value::Float(x) => *x,
        _ => f64::NAN,
    };
    if number.is_finite() && number > 0.0 {
        return number;
    }
    let message = format!(
        "`{key}` must be a number above 0, found {}",
        node.value.kind()
    );
    yaml.add(node.line, node.column, message, None);
    0.0
}
