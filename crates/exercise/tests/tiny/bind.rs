//! What the checks call.

use super::exercise::*;
use tiny::Exercise;

/// The functions.
pub const EXERCISE: Exercise = Exercise { area, size };
