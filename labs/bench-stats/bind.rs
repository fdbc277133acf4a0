//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use bench_stats::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    percentile,
    warm_up,
    outliers,
    band,
    change,
    compare,
};
