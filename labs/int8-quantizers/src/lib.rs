//! Lab int8-quantizers: numbers into 8 bits with one scale, with a zero-point, and with a scale for each group.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// Why there are no codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantError {
    /// There is nothing to quantise.
    Empty,
    /// A number is NaN or infinite.
    NotFinite,
    /// Groups of nothing.
    Group,
}

/// A scale and codes.
pub type Symmetric = Result<(f32, Vec<i8>), QuantError>;
/// A scale, the code of 0, and codes.
pub type Asymmetric = Result<(f32, i32, Vec<i8>), QuantError>;
/// A scale for each group, and codes.
pub type Grouped = Result<(Vec<f32>, Vec<i8>), QuantError>;

/// What the learner writes.
pub struct Exercise {
    /// −127 … 127, and 0 stays 0.
    pub symmetric: fn(&[f32]) -> Symmetric,
    /// −128 … 127, with a code for 0.
    pub asymmetric: fn(&[f32]) -> Asymmetric,
    /// Back to numbers.
    pub dequantize: fn(&[i8], f32, i32) -> Vec<f32>,
    /// Symmetric, group by group.
    pub grouped: fn(&[f32], usize) -> Grouped,
    /// What a weight takes with its share of scale and zero-point.
    pub bits_per_weight: fn(f64, f64, f64, f64) -> f64,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("symmetric", &[SYMMETRIC])
            .asks("values", "codes worked out by hand", checks::values)
            .asks("ties", "a half goes to the even code", checks::ties)
            .asks(
                "half-step",
                "no number is off by more than half a step",
                checks::half_step,
            )
            .asks("zero-tensor", "a tensor of zeros", checks::zero_tensor)
            .asks("errors", "what cannot be quantised", checks::errors),
        functions("asymmetric", &[ASYMMETRIC, DEQUANTIZE])
            .asks("values", "codes worked out by hand", checks::shifted)
            .asks(
                "zero-is-exact",
                "0 has a code, whatever the numbers",
                checks::zero_is_exact,
            )
            .asks("order", "rounded, shifted, then clamped", checks::order)
            .asks("back", "codes become numbers again", checks::back)
            .asks("zero-tensor", "a tensor of zeros", checks::shifted_zeros),
        functions("groups", &[GROUPED, BITS])
            .asks(
                "values",
                "a scale for each group, a short one too",
                checks::groups,
            )
            .asks(
                "price",
                "bits a weight, with its share of the scale",
                checks::price,
            )
            .asks(
                "outlier-row",
                "an outlier spoils its own row only",
                checks::outlier_row,
            ),
    ]
}

const SYMMETRIC: &str = "pub fn symmetric(x: &[f32]) -> Symmetric";
const ASYMMETRIC: &str = "pub fn asymmetric(x: &[f32]) -> Asymmetric";
const DEQUANTIZE: &str = "pub fn dequantize(q: &[i8], scale: f32, zero: i32) -> Vec<f32>";
const GROUPED: &str = "pub fn grouped(x: &[f32], group: usize) -> Grouped";
const BITS: &str =
    "pub fn bits_per_weight(bits: f64, group: f64, scale_bits: f64, zero_bits: f64) -> f64";
