//! Judges what the learner wrote.

checker::lab!(add_rmsnorm);
