//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use cost_model::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    per_million,
    per_request,
    savings_percent,
    break_even,
};
