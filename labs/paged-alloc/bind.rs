//! What the checks call, from the file that the learner wrote.

use super::exercise::*;
use paged_alloc::Exercise;

/// It must be there, and have this type.
pub const EXERCISE: Exercise = Exercise {
    new: |blocks, block_size| Box::new(Pager::new(blocks, block_size)),
};
