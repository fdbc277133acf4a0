//! Judges what the learner wrote.

checker::lab!(row_reduce);
