//! Lab gptq-awq-smoothquant: what a layer's inputs say about the rounding of its weights, used in three ways.
//! What is asked stands here; the calls are in `checks.rs`, and plain answers to compare with in `plain.rs`.

mod checks;
mod plain;

use lab::{PartSpec, functions};

/// The rows of a matrix.
pub type Matrix = Vec<Vec<f64>>;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitError {
    /// No samples, no weights, no channels, or nothing to choose from.
    Empty,
    /// Rows of different lengths, or what does not go together.
    Shape,
    /// The matrix has no inverse, or as good as none.
    Singular,
    /// An α that is not from 0 to 1.
    Alpha,
}

/// A weight, or a scale, for each channel.
pub type Row = Result<Vec<f64>, FitError>;
/// Which exponent, and what is lost with it.
pub type Found = Result<(u32, f64), FitError>;

/// What the learner writes.
pub struct Exercise {
    /// Which inputs go together, from samples of them.
    pub hessian: fn(x: &Matrix, damping: f64) -> Result<Matrix, FitError>,
    /// What a row of weights loses.
    pub error: fn(w: &[f64], q: &[f64], h: &Matrix) -> f64,
    /// A row of weights on a grid.
    pub gptq: fn(w: &[f64], h: &Matrix, step: f64) -> Row,
    /// A scale for each channel.
    pub smooth: fn(x_max: &[f64], w_max: &[f64], alpha: f64) -> Row,
    /// The best of so many exponents, and what is lost with it.
    pub awq: fn(x: &Matrix, w: &[f64], steps: u32) -> Found,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("hessian", &[HESSIAN])
            .asks("product", "matrices worked out by hand", checks::product)
            .asks("damping", "a share of the mean diagonal", checks::damping)
            .asks("errors", "samples that are none", checks::no_samples),
        functions("gptq", &[ERROR, GPTQ])
            .asks("error", "losses worked out by hand", checks::error)
            .asks("pair", "two weights by hand", checks::pair)
            .asks("levels", "sixteen levels, halves to even", checks::levels)
            .asks("greedy", "one row that comes out worse", checks::greedy)
            .asks("many-rows", "200 rows that come out better", checks::rows)
            .asks("errors", "what cannot be rounded", checks::no_fit),
        functions("smooth", &[SMOOTH])
            .asks("alpha", "scales worked out by hand", checks::alpha)
            .asks("ends", "α of 0 and of 1", checks::ends)
            .asks("dead-channel", "a channel of zeros", checks::dead)
            .asks("product", "even sides, the same product", checks::same)
            .asks("errors", "what has no scales", checks::no_scales),
        functions("awq", &[AWQ])
            .asks("tiny", "a search worked out by hand", checks::tiny)
            .asks("grid", "the exponents there are", checks::grid)
            .asks("dead-channel", "a channel of zeros", checks::dead_input)
            .asks("flat", "the least of equal ones", checks::flat)
            .asks("never-worse", "32 channels", checks::never_worse)
            .asks("errors", "what cannot be searched", checks::no_search),
    ]
}

const HESSIAN: &str = "pub fn hessian(x: &Matrix, damping: f64) -> Result<Matrix, FitError>";
const ERROR: &str = "pub fn error(w: &[f64], q: &[f64], h: &Matrix) -> f64";
const GPTQ: &str = "pub fn gptq(w: &[f64], h: &Matrix, step: f64) -> Result<Vec<f64>, FitError>";
const SMOOTH: &str =
    "pub fn smooth(x_max: &[f64], w_max: &[f64], alpha: f64) -> Result<Vec<f64>, FitError>";
const AWQ: &str = "pub fn awq(x: &Matrix, w: &[f64], steps: u32) -> Result<(u32, f64), FitError>";
