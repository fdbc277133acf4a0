//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use int8_quantizers::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    symmetric,
    asymmetric,
    dequantize,
    grouped,
    bits_per_weight,
};
