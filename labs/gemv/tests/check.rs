//! Judges what the learner wrote.

checker::lab!(gemv);
