//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use kv_planner::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    per_token,
    capacity,
    max_batch,
    crossover,
};
