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
        let known = |value: f64| (value > 0.0).then_some(value);
        let count = |value: u32| known(f64::from(value));
        let all = [
            ("memory", "device memory", "GB", known(self.memory)),
            (
                "bandwidth",
                "memory bandwidth",
                "GB/s",
                known(self.bandwidth),
            ),
            ("bus", "memory bus", "bit", count(self.bus)),
            ("sms", "multiprocessors", "", count(self.sms)),
            ("clock", "highest clock", "MHz", known(self.clock)),
            (
                "tensor_clock",
                "clock that the tensor peak is printed for",
                "MHz",
                self.tensor_clock,
            ),
            ("fp64", "FP64", "TFLOPS", known(self.fp64)),
            ("fp32", "FP32", "TFLOPS", known(self.fp32)),
            ("fp16", "FP16 without tensor cores", "TFLOPS", self.fp16),
            ("bf16", "BF16 on tensor cores, dense", "TFLOPS", self.bf16),
            (
                "fp16_tensor",
                "FP16 on tensor cores, dense (no BF16)",
                "TFLOPS",
                self.fp16_tensor,
            ),
            ("fp8", "FP8 on tensor cores, dense", "TFLOPS", self.fp8),
            ("fp4", "FP4 on tensor cores, dense", "TFLOPS", self.fp4),
            ("int8", "INT8 on tensor cores, dense", "TOPS", self.int8),
            (
                "ridge",
                "ridge, 16-bit tensor peak over bandwidth",
                "FLOP/B",
                known(self.ridge()),
            ),
            ("l2", "L2 cache", "MB", known(self.l2)),
            (
                "shared_sm",
                "shared memory of a multiprocessor",
                "KiB",
                count(self.shared_sm),
            ),
            (
                "shared_block",
                "shared memory of a block",
                "KiB",
                count(self.shared_block),
            ),
            (
                "shared_bandwidth",
                "bandwidth of all shared memory",
                "TB/s",
                known(self.shared_bandwidth),
            ),
            (
                "warps_sm",
                "resident warps of a multiprocessor",
                "",
                count(self.warps_sm),
            ),
            (
                "blocks_sm",
                "resident blocks of a multiprocessor",
                "",
                count(self.blocks_sm),
            ),
            ("nvlink", "NVLink in one direction", "GB/s", self.nvlink),
            ("pcie", "PCI Express in one direction", "GB/s", self.pcie),
            ("power", "board power", "W", known(self.power)),
        ];
        let said = |(key, words, unit, value): (_, _, _, Option<f64>)| {
            value.map(|value| Figure {
                key,
                words,
                unit,
                value,
            })
        };
        all.into_iter().filter_map(said).collect()
    }
}

impl ModelSpec {
    /// Every figure that applies to the model.
    pub fn figures(&self) -> Vec<Figure> {
        let count = |value: u32| Some(f64::from(value));
        let cache = (!self.encoder).then(|| self.kv_bytes() / 1024.0);
        let all = [
            ("params", "parameters", "billion", Some(self.params)),
            ("layers", "layers", "", count(self.layers)),
            (
                "hidden",
                "width of the hidden state",
                "",
                count(self.hidden),
            ),
            ("heads", "query heads", "", count(self.heads)),
            ("kv_heads", "key and value heads", "", count(self.kv_heads)),
            ("head_dim", "width of a head", "", count(self.head_dim)),
            (
                "ffn",
                "width of the feed-forward layer",
                "",
                count(self.ffn),
            ),
            (
                "ffn_matrices",
                "matrices of the feed-forward layer",
                "",
                count(self.ffn_matrices),
            ),
            ("vocab", "vocabulary", "", count(self.vocab)),
            (
                "tied",
                "output weights shared with the embedding (1: yes)",
                "",
                count(u32::from(self.tied)),
            ),
            (
                "weights_16",
                "weights in 16 bits",
                "GB",
                Some(self.params * 2.0),
            ),
            ("kv_token", "KV cache of a token in 16 bits", "KiB", cache),
        ];
        let said = |(key, words, unit, value): (_, _, _, Option<f64>)| {
            value.map(|value| Figure {
                key,
                words,
                unit,
                value,
            })
        };
        all.into_iter().filter_map(said).collect()
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

    #[test]
    fn what_does_not_apply_is_left_out() {
        let keys = |figures: Vec<Figure>| figures.iter().map(|f| f.key).collect::<Vec<_>>();
        let apple = Device {
            memory: 192.0,
            bandwidth: 800.0,
            ..Device::default()
        };
        assert_eq!(keys(apple.figures()), ["memory", "bandwidth"]);
        let turing = Device {
            fp16_tensor: Some(64.0),
            ..apple
        };
        assert_eq!(
            keys(turing.figures()),
            ["memory", "bandwidth", "fp16_tensor", "ridge"]
        );
        let encoder = ModelSpec {
            encoder: true,
            ..ModelSpec::default()
        };
        assert!(!keys(encoder.figures()).contains(&"kv_token"));
    }
}
