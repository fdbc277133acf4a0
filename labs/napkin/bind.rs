//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use napkin::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    weight_bytes,
    cache_per_token,
    decode,
    prefill,
    slip,
};
