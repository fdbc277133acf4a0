//! Lab napkin: what a step of a language model moves and computes, the least time that takes, and slips in printed sizes.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// A device, as a datasheet describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Device {
    /// Bytes a second.
    pub bandwidth: f64,
    /// Dense floating-point operations a second.
    pub peak: f64,
}

/// What keeps a step from being faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Memory's bandwidth, also where both take equally long.
    Memory,
    /// Arithmetic.
    Math,
}

/// One step: what it moves, what it computes, and the least time for both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Bytes read.
    pub bytes: f64,
    /// Floating-point operations.
    pub flops: f64,
    /// Seconds at the least.
    pub seconds: f64,
    /// Which of the two takes that long.
    pub bound: Bound,
}

/// How a printed number came to differ from the right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// It does not.
    Right,
    /// Divided by 2^30 and called giga.
    Gibi,
    /// Divided by 2^20 and called mega.
    Mebi,
    /// Twice as much: sparse peaks, both directions of a link.
    Doubled,
    /// None of these.
    Unknown,
}

/// What the learner writes.
pub struct Exercise {
    /// Bytes of all weights.
    pub weight_bytes: fn(params: f64, kept16: f64, bits: f64) -> f64,
    /// Bytes of keys and values that a token leaves behind.
    pub cache_per_token: fn(layers: u64, kv_heads: u64, head_dim: u64) -> u64,
    /// One token for each sequence.
    pub decode:
        fn(&Device, params: f64, weights: f64, cache: u64, batch: u64, context: u64) -> Step,
    /// A whole prompt at once.
    pub prefill: fn(&Device, params: f64, weights: f64, tokens: u64) -> Step,
    /// What became of a number.
    pub slip: fn(printed: f64, right: f64) -> Slip,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("bytes", &[WEIGHT_BYTES, CACHE_PER_TOKEN])
            .asks(
                "weights",
                "every weight in the same number of bits",
                checks::weights,
            )
            .asks("kept", "some weights stay in 16 bits", checks::kept)
            .asks("cache", "keys and values of every layer", checks::cache),
        functions("decode", &[DECODE])
            .asks("floor", "the least time of one token", checks::decode_floor)
            .asks(
                "batch",
                "a batch reads the weights once",
                checks::decode_batch,
            )
            .asks(
                "cache",
                "each sequence reads its own context",
                checks::decode_cache,
            )
            .asks(
                "bound",
                "the batch at which arithmetic takes over",
                checks::decode_bound,
            )
            .asks("tie", "equal times count as memory's", checks::decode_tie),
        functions("prefill", &[PREFILL]).asks(
            "floor",
            "the least time of a prompt",
            checks::prefill_floor,
        ),
        functions("slip", &[SLIP]).asks("seeds", "slips found in print", checks::slip_seeds),
    ]
}

const WEIGHT_BYTES: &str = "pub fn weight_bytes(params: f64, kept16: f64, bits: f64) -> f64";
const CACHE_PER_TOKEN: &str =
    "pub fn cache_per_token(layers: u64, kv_heads: u64, head_dim: u64) -> u64";
const DECODE: &str = "pub fn decode(d: &Device, params: f64, weights: f64, cache: u64, batch: u64, context: u64) -> Step";
const PREFILL: &str = "pub fn prefill(d: &Device, params: f64, weights: f64, tokens: u64) -> Step";
const SLIP: &str = "pub fn slip(printed: f64, right: f64) -> Slip";
