//! A GPU's figures, as `content/data/devices.yaml` has them.
//!
//! A row goes in, a [`Device`] comes out. The rule: units are in the file's head, figures are dense peaks, and what follows
//! from other figures is computed here. `catalog.rs` reads the file; `program/device.rs` makes of a row the device that a
//! program sees.

use super::front::Yaml;
use super::yaml::{Node, Value};

/// The file, relative to the course's root.
pub(crate) const FILE: &str = "content/data/devices.yaml";

/// A GPU. Compute figures are dense peaks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Device {
    /// `dev.h100`.
    pub id: String,
    /// `H100 SXM5`.
    pub name: String,
    /// Compute capability.
    pub cc: String,
    /// What the driver calls it, where that is known.
    pub driver: Option<String>,
    /// Bytes that the driver lets programs have, where that is known.
    pub driver_memory: Option<u64>,
    /// Clock of the multiprocessors in MHz, at its highest.
    pub clock: f64,
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
    /// BF16 and FP16 on tensor cores with FP32 sums, in TFLOPS.
    pub bf16: f64,
    /// FP8 on tensor cores, in TFLOPS.
    pub fp8: Option<f64>,
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
    /// Board power in W.
    pub power: f64,
    /// Where the figures come from.
    pub source: String,
    /// Keys whose figures were not checked against a page.
    pub unverified: Vec<String>,
}

impl Device {
    /// Peak BF16 over bandwidth, in FLOP a byte: below it a kernel is bound by memory.
    pub fn ridge(&self) -> f64 {
        self.bf16 * 1000.0 / self.bandwidth
    }

    /// Peak of FP16 without tensor cores, in TFLOPS.
    pub fn half(&self) -> f64 {
        self.fp16.unwrap_or(self.fp32)
    }
}

/// Reads a row.
pub(crate) fn row(yaml: &mut Yaml<'_>, node: &Node) -> Device {
    const KEYS: [&str; 28] = [
        "id",
        "name",
        "cc",
        "driver",
        "driver_memory",
        "clock",
        "memory_clock",
        "bus",
        "fp64",
        "fp16",
        "sms",
        "memory",
        "memory_kind",
        "bandwidth",
        "l2",
        "fp32",
        "bf16",
        "fp8",
        "int8",
        "shared_sm",
        "shared_block",
        "warps_sm",
        "blocks_sm",
        "shared_bandwidth",
        "nvlink",
        "power",
        "source",
        "unverified",
    ];
    let optional = [
        "driver",
        "driver_memory",
        "memory_clock",
        "fp16",
        "fp8",
        "int8",
        "nvlink",
        "unverified",
    ];
    let required: Vec<&str> = KEYS
        .into_iter()
        .filter(|key| !optional.contains(key))
        .collect();
    let mut row = Device::default();
    for (key, value) in yaml.map(node, &KEYS, &required) {
        let number = |yaml: &mut Yaml<'_>| number(yaml, key, value);
        let whole = |yaml: &mut Yaml<'_>| yaml.whole(key, value).unwrap_or(0);
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "cc" => row.cc = yaml.text(key, value),
            "driver" => row.driver = Some(yaml.text(key, value)),
            "driver_memory" => row.driver_memory = Some(number(yaml) as u64),
            "clock" => row.clock = number(yaml),
            "memory_clock" => row.memory_clock = Some(number(yaml)),
            "bus" => row.bus = whole(yaml),
            "fp64" => row.fp64 = number(yaml),
            "fp16" => row.fp16 = Some(number(yaml)),
            "sms" => row.sms = whole(yaml),
            "memory" => row.memory = number(yaml),
            "memory_kind" => row.memory_kind = yaml.text(key, value),
            "bandwidth" => row.bandwidth = number(yaml),
            "l2" => row.l2 = number(yaml),
            "fp32" => row.fp32 = number(yaml),
            "bf16" => row.bf16 = number(yaml),
            "fp8" => row.fp8 = Some(number(yaml)),
            "int8" => row.int8 = Some(number(yaml)),
            "shared_sm" => row.shared_sm = whole(yaml),
            "shared_block" => row.shared_block = whole(yaml),
            "warps_sm" => row.warps_sm = whole(yaml),
            "blocks_sm" => row.blocks_sm = whole(yaml),
            "shared_bandwidth" => row.shared_bandwidth = number(yaml),
            "nvlink" => row.nvlink = Some(number(yaml)),
            "power" => row.power = number(yaml),
            "source" => row.source = yaml.text(key, value),
            _ => {
                row.unverified = yaml.texts(key, value);
                for (name, at) in row.unverified.iter().zip(yaml.list(key, value)) {
                    if !KEYS.contains(&name.as_str()) {
                        let help = super::problem::meant(name, &KEYS);
                        yaml.add(
                            at.line,
                            at.column,
                            format!("`{name}` is no key of a device"),
                            help,
                        );
                    }
                }
            }
        }
    }
    row
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
