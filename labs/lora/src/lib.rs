//! Lab lora: a small change beside a large matrix, counted, run beside it and merged into it.
//! What is asked stands here; the calls and the right answers are in `checks.rs`.

mod checks;

use lab::{PartSpec, functions};

/// The rows of a matrix.
pub type Matrix = Vec<Vec<f64>>;

/// Two thin matrices whose product is the change of a large one.
#[derive(Clone, Debug, PartialEq)]
pub struct Adapter {
    /// As many rows as the rank, as long as the input.
    pub a: Matrix,
    /// As many rows as there are outputs, as long as the rank.
    pub b: Matrix,
    /// How loud the change is: α / r.
    pub scale: f64,
}

/// Matrices, or a matrix and a vector, that do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeError;

/// The outputs of a layer.
pub type Outputs = Result<Vec<f64>, ShapeError>;

/// What the learner writes.
pub struct Exercise {
    /// Weights of a matrix, and of its adapter.
    pub count: fn(d_in: u64, d_out: u64, r: u64) -> (u64, u64),
    /// The largest rank that is so many times smaller than the matrix.
    pub max_rank: fn(d_in: u64, d_out: u64, times: u64) -> u64,
    /// The output with the adapter beside the matrix.
    pub side: fn(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Outputs,
    /// The matrix with the change in it.
    pub merge: fn(w: &Matrix, adapter: &Adapter) -> Result<Matrix, ShapeError>,
    /// FLOP a token.
    pub flops: fn(d_in: u64, d_out: u64, r: u64, merged: bool) -> u64,
    /// The most that a merged weight loses on a grid.
    pub lost: fn(w: &Matrix, adapter: &Adapter, step: f64) -> Result<f64, ShapeError>,
}

/// The parts, as code says them; their words are in `lab.md`.
pub fn parts() -> Vec<PartSpec> {
    vec![
        functions("count", &[COUNT, MAX_RANK])
            .asks("layer", "weights of a layer and its adapter", checks::layer)
            .asks("rank", "the largest rank that saves enough", checks::rank)
            .asks("large", "products of more than 64 bits", checks::large),
        functions("side", &[SIDE])
            .asks(
                "by-hand",
                "outputs worked out by hand",
                checks::side_by_hand,
            )
            .asks("ranks", "all ranks and all columns", checks::side_ranks)
            .asks("shape", "what does not go together", checks::side_shape),
        functions("merge", &[MERGE])
            .asks(
                "by-hand",
                "a matrix worked out by hand",
                checks::merge_by_hand,
            )
            .asks("same", "merged and beside give the same", checks::same)
            .asks("shape", "what does not go together", checks::merge_shape),
        functions("cost", &[FLOPS]).asks("flops", "FLOP a token", checks::flops),
        functions("base", &[LOST])
            .asks("by-hand", "losses worked out by hand", checks::lost_by_hand)
            .asks("grid", "grids of other steps", checks::grid)
            .asks("shape", "what does not go together", checks::lost_shape),
    ]
}

const COUNT: &str = "pub fn count(d_in: u64, d_out: u64, r: u64) -> (u64, u64)";
const MAX_RANK: &str = "pub fn max_rank(d_in: u64, d_out: u64, times: u64) -> u64";
const SIDE: &str =
    "pub fn side(w: &Matrix, adapter: &Adapter, x: &[f64]) -> Result<Vec<f64>, ShapeError>";
const MERGE: &str = "pub fn merge(w: &Matrix, adapter: &Adapter) -> Result<Matrix, ShapeError>";
const FLOPS: &str = "pub fn flops(d_in: u64, d_out: u64, r: u64, merged: bool) -> u64";
const LOST: &str =
    "pub fn lost(w: &Matrix, adapter: &Adapter, step: f64) -> Result<f64, ShapeError>";
