//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use gptq_awq_smoothquant::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    hessian,
    error,
    gptq,
    smooth,
    awq,
};
