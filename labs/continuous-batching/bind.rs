//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use continuous_batching::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    static_batches,
    continuous,
    paged,
    percentile,
    step_budget,
};
