//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use scaling_fit::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    table,
    through,
    predict,
    limit,
    least_squares,
    excess,
    per_gpu,
    fastest,
};
