//! The functions that the checks call, from the file that the learner wrote.

use super::exercise::*;
use audit_a_log::Exercise;

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    printed,
    verdict,
    audit,
};
