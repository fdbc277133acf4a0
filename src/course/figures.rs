//! The figures of a device or a model by name, each with its unit: what pages, catalogues and `lint` read instead of typing.
//!
//! A row of `content/data` goes in, a list of [`Figure`]s comes out; what follows from other figures is computed here.

use super::catalog::Catalog;
use super::device::Device;
use super::model_spec::ModelSpec;

/// One figure of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its name in the data file, or the name of what is computed.
    pub key: &'static str,
    /// What it is, in words.
    pub words: &'static str,
    /// Its unit; empty for a count.
    pub unit: &'static str,
    /// The number.
    pub value: f64,
}

impl Figure {
    /// The number as pages write it: `2,039`, `9.7`.
    pub fn number(&self) -> String {
        written(self.value)
    }

    /// Number and unit, kept on one line.
    pub fn full(&self) -> String {
        match self.unit {
            "" => self.number(),
            unit => format!("{}\u{a0}{unit}", self.number()),
        }
    }
}

/// A number with commas between thousands and at most two decimals.
pub fn written(value: f64) -> String {
    let rounded = format!("{:.2}", value.abs());
    let (whole, decimals) = rounded.split_once('.').unwrap_or((&rounded, ""));
    let mut out = String::new();
    if value < 0.0 {
        out.push('−');
    }
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    let decimals = decimals.trim_end_matches('0');
    if !decimals.is_empty() {
        out.push('.');
        out.push_str(decimals);
    }
    out
}

/// The device or model that a name starts with, and its figures.
pub fn of<'c>(catalog: &'c Catalog, id: &str) -> Option<(&'c str, Vec<Figure>)> {
    let device = catalog.devices.iter().find(|row| row.id == id);
    let device = device.map(|row| (row.name.as_str(), row.figures()));
    device.or_else(|| {
        let model = catalog.models.iter().find(|row| row.id == id)?;
        Some((model.name.as_str(), model.figures()))
    })
}

impl Device {
    /// Every figure that applies to the device.
    pub fn figures(&self) -> Vec<Figure> {
        let some = |key, words, unit, value| Figure {
            key,
            words,
            unit,
            value,
        };
        let all = [
            Some(some("memory", "device memory", "GB", self.memory)),
            Some(some(
                "bandwidth",
                "memory bandwidth",
                "GB/s",
                self.bandwidth,
            )),
            Some(some("bus", "memory bus", "bit", f64::from(self.bus))),
            Some(some("sms", "multiprocessors", "", f64::from(self.sms))),
            Some(some("clock", "highest clock", "MHz", self.clock)),
            Some(some("fp64", "FP64", "TFLOPS", self.fp64)),
            Some(some("fp32", "FP32", "TFLOPS", self.fp32)),
            self.fp16
                .map(|x| some("fp16", "FP16 without tensor cores", "TFLOPS", x)),
            Some(some(
                "bf16",
                "BF16 on tensor cores, dense",
                "TFLOPS",
                self.bf16,
            )),
            self.fp8
                .map(|x| some("fp8", "FP8 on tensor cores, dense", "TFLOPS", x)),
            self.int8
                .map(|x| some("int8", "INT8 on tensor cores, dense", "TOPS", x)),
            Some(some(
                "ridge",
                "ridge, BF16 over bandwidth",
                "FLOP/B",
                self.ridge(),
            )),
            Some(some("l2", "L2 cache", "MB", self.l2)),
            Some(some(
                "shared_sm",
                "shared memory of a multiprocessor",
                "KiB",
                f64::from(self.shared_sm),
            )),
            Some(some(
                "shared_block",
                "shared memory of a block",
                "KiB",
                f64::from(self.shared_block),
            )),
            Some(some(
                "shared_bandwidth",
                "bandwidth of all shared memory",
                "TB/s",
                self.shared_bandwidth,
            )),
            Some(some(
                "warps_sm",
                "resident warps of a multiprocessor",
                "",
                f64::from(self.warps_sm),
            )),
            Some(some(
                "blocks_sm",
                "resident blocks of a multiprocessor",
                "",
                f64::from(self.blocks_sm),
            )),
            self.nvlink
                .map(|x| some("nvlink", "NVLink in one direction", "GB/s", x)),
            Some(some("power", "board power", "W", self.power)),
        ];
        all.into_iter().flatten().collect()
    }
}

impl ModelSpec {
    /// Every figure of the model.
    pub fn figures(&self) -> Vec<Figure> {
        let count = |key, words, value: u32| Figure {
            key,
            words,
            unit: "",
            value: f64::from(value),
        };
        vec![
            Figure {
                key: "params",
                words: "parameters",
                unit: "billion",
                value: self.params,
            },
            count("layers", "layers", self.layers),
            count("hidden", "width of the hidden state", self.hidden),
            count("heads", "query heads", self.heads),
            count("kv_heads", "key and value heads", self.kv_heads),
            count("head_dim", "width of a head", self.head_dim),
            count("ffn", "width of the feed-forward layer", self.ffn),
            count("vocab", "vocabulary", self.vocab),
            Figure {
                key: "weights_16",
                words: "weights in 16 bits",
                unit: "GB",
                value: self.params * 2.0,
            },
            Figure {
                key: "kv_token",
                words: "KV cache of a token in 16 bits",
                unit: "KiB",
                value: self.kv_bytes() / 1024.0,
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_with_commas_and_without_empty_decimals() {
        assert_eq!(written(2039.0), "2,039");
        assert_eq!(written(9.7), "9.7");
        assert_eq!(written(1_234_567.25), "1,234,567.25");
        assert_eq!(written(-0.5), "−0.5");
    }

    #[test]
    fn what_follows_is_computed() {
        let model = ModelSpec {
            layers: 32,
            kv_heads: 8,
            head_dim: 128,
            params: 8.03,
            ..ModelSpec::default()
        };
        let figure = |key: &str| {
            let all = model.figures();
            all.iter().find(|f| f.key == key).map(Figure::full)
        };
        assert_eq!(figure("kv_token").as_deref(), Some("128\u{a0}KiB"));
        assert_eq!(figure("weights_16").as_deref(), Some("16.06\u{a0}GB"));
    }
}
