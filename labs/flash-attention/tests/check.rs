//! Judges what the learner wrote.

checker::lab!(flash_attention);
