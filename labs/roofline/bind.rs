//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use roofline::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    ridge,
    gemm_intensity,
    attainable,
    classify,
    parse,
    place,
    svg,
};
