//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use eight_numbers::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    code,
    zero_point,
    bits_a_weight,
    method,
    two_of_four,
    adapter,
    data_start,
    weight,
};
