//! Judges what the learner wrote.

checker::lab!(qvadd_i8);
