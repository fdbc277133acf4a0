//! Lab eight-numbers: the eight questions that end the part on smaller models, each as a function.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// How the weights of a model are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 16 bits a weight.
    Bf16,
    /// 8.5 bits a weight.
    Q8_0,
    /// 4.84 bits a weight.
    Q4KM,
}

/// The value of an FP16 number from its 16 bits; infinity and NaN as they are.
pub fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2.0_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2.0_f64.powi(exponent - 15),
    }
}

/// What the learner writes.
pub struct Exercise {
    /// The code of a weight under a symmetric scale.
    pub code: fn(weight: f64, absmax: f64, bits: u32) -> i32,
    /// The code that means 0.
    pub zero_point: fn(low: f64, high: f64) -> i32,
    /// Bits a weight, with what stands beside its group.
    pub bits_a_weight: fn(bits: f64, beside: f64, group: f64) -> f64,
    /// The widest format that fits.
    pub method: fn(params: f64, room: f64) -> Option<Format>,
    /// Bytes of a 2:4 matrix.
    pub two_of_four: fn(weights: f64, bits: f64) -> f64,
    /// Weights of A and B.
    pub adapter: fn(d_in: u64, d_out: u64, rank: u64) -> u64,
    /// The first byte of a GGUF file's data.
    pub data_start: fn(end: u64, alignment: u64) -> Option<u64>,
    /// A weight of a Q4_K block.
    pub weight: fn(block: &[u8; 144], i: usize) -> f64,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("code", &[CODE])
            .asks("codes", "codes in 8 and in 4 bits", checks::codes)
            .asks("ties", "a half goes to the even code", checks::ties)
            .asks("zeros", "a tensor of zeros", checks::zeros),
        functions("zero", &[ZERO]).asks("ranges", "the code of zero", checks::ranges),
        functions("bits", &[BITS]).asks("formats", "everything included", checks::formats),
        functions("method", &[METHOD]).asks("cards", "the widest that fits", checks::cards),
        functions("sparse", &[SPARSE]).asks("bytes", "values and places", checks::sparse),
        functions("adapter", &[ADAPTER]).asks("counts", "both thin matrices", checks::adapters),
        functions("start", &[START])
            .asks("multiples", "rounded up to a multiple", checks::multiples)
            .asks("overflow", "an end that no file has", checks::overflow),
        functions("weight", &[WEIGHT]).asks(
            "blocks",
            "the weights of the lesson, and of three blocks",
            checks::blocks,
        ),
    ]
}

const CODE: &str = "pub fn code(weight: f64, absmax: f64, bits: u32) -> i32";
const ZERO: &str = "pub fn zero_point(low: f64, high: f64) -> i32";
const BITS: &str = "pub fn bits_a_weight(bits: f64, beside: f64, group: f64) -> f64";
const METHOD: &str = "pub fn method(params: f64, room: f64) -> Option<Format>";
const SPARSE: &str = "pub fn two_of_four(weights: f64, bits: f64) -> f64";
const ADAPTER: &str = "pub fn adapter(d_in: u64, d_out: u64, rank: u64) -> u64";
const START: &str = "pub fn data_start(end: u64, alignment: u64) -> Option<u64>";
const WEIGHT: &str = "pub fn weight(block: &[u8; 144], i: usize) -> f64";

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn halves_by_hand() {
        for (bits, value) in [
            (0x3c00, 1.0),
            (0x1c00, 0.003_906_25),
            (0xc500, -5.0),
            (0x0001, 2.0_f64.powi(-24)),
            (0x7bff, 65_504.0),
        ] {
            assert_eq!(half(bits), value, "{bits:04x}");
        }
    }
}
