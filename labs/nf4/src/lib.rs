//! Lab nf4: weights in four bits whose levels are those of a bell, and scales that are quantised themselves.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// The levels of NF4, by code: seven below 0, 0, and eight above.
pub const NF4: [f32; 16] = [
    -1.0,
    -0.696_192_8,
    -0.525_073_05,
    -0.394_917_5,
    -0.284_441_38,
    -0.184_773_43,
    -0.091_050_04,
    0.0,
    0.079_580_3,
    0.160_930_2,
    0.246_112_3,
    0.337_915_24,
    0.440_709_83,
    0.562_617,
    0.722_956_84,
    1.0,
];

/// Why there are no codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nf4Error {
    /// There is nothing to quantise.
    Empty,
    /// Blocks, or groups, of nothing.
    Block,
    /// A number is NaN or infinite.
    NotFinite,
}

/// A scale for each block, and codes.
pub type Quantized = Result<(Vec<f32>, Vec<u8>), Nf4Error>;
/// The mean of all scales, a scale for each group of them, and codes.
pub type Doubled = Result<(f32, Vec<f32>, Vec<i8>), Nf4Error>;

/// What the learner writes.
pub struct Exercise {
    /// The code of the level nearest to a number from −1 to 1.
    pub nearest: fn(v: f32) -> u8,
    /// Block by block.
    pub quantize: fn(x: &[f32], block: usize) -> Quantized,
    /// Two codes a byte.
    pub pack: fn(codes: &[u8]) -> Vec<u8>,
    /// The codes again.
    pub unpack: fn(bytes: &[u8], n: usize) -> Vec<u8>,
    /// The numbers again.
    pub dequantize: fn(scales: &[f32], codes: &[u8], block: usize) -> Vec<f32>,
    /// Scales in eight bits.
    pub double: fn(scales: &[f32], group: usize) -> Doubled,
    /// What a weight takes with its share of the scales.
    pub bits: fn(block: u32, group: Option<u32>) -> f64,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("levels", &[NEAREST])
            .asks("nearest", "the nearest of sixteen levels", checks::nearest)
            .asks("ties", "half-way between two levels", checks::ties),
        functions("blocks", &[QUANTIZE, PACK, UNPACK, DEQUANTIZE])
            .asks("values", "codes worked out by hand", checks::values)
            .asks("short", "a last block that is not full", checks::short)
            .asks("zero", "a block of zeros", checks::zero)
            .asks("tiny", "numbers whose inverse is infinite", checks::tiny)
            .asks("errors", "what cannot be quantised", checks::errors)
            .asks(
                "error-bound",
                "off by half a gap at most",
                checks::error_bound,
            )
            .asks("nibbles", "two codes in a byte", checks::nibbles)
            .asks("back", "codes become numbers again", checks::back),
        functions("scales", &[DOUBLE, BITS])
            .asks("values", "codes worked out by hand", checks::scales)
            .asks("groups", "one mean, a scale each group", checks::groups)
            .asks("ties", "a half goes to the even code", checks::half_codes)
            .asks("half-step", "no scale off by more", checks::half_step)
            .asks("mean", "the mean of many and of large", checks::mean)
            .asks("errors", "what cannot be quantised", checks::no_scales)
            .asks("bits", "bits a weight, scales included", checks::bits),
    ]
}

const NEAREST: &str = "pub fn nearest(v: f32) -> u8";
const QUANTIZE: &str = "pub fn quantize(x: &[f32], block: usize) -> Quantized";
const PACK: &str = "pub fn pack(codes: &[u8]) -> Vec<u8>";
const UNPACK: &str = "pub fn unpack(bytes: &[u8], n: usize) -> Vec<u8>";
const DEQUANTIZE: &str =
    "pub fn dequantize(scales: &[f32], codes: &[u8], block: usize) -> Vec<f32>";
const DOUBLE: &str = "pub fn double(scales: &[f32], group: usize) -> Doubled";
const BITS: &str = "pub fn bits(block: u32, group: Option<u32>) -> f64";
